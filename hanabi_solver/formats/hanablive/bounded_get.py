"""One request by HTTP, with limits on all that can be too much: time, size, redirects.

httpx is imported when something is asked, not before. The request says the address, the name and version of
this package and which answers it takes, and nothing else: no cookies, no names, no passwords. Settings for
proxies and certificates in the environment (HTTPS_PROXY, NO_PROXY, SSL_CERT_FILE, ...) count as in every
program that uses httpx, but for a server on this machine.
"""

import socket
import ssl
import threading
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.faults import shorten
from hanabi_solver.formats.plain_text import without_controls

if TYPE_CHECKING:
    import httpx

LOOPBACK_HOSTS = ("127.0.0.1", "::1", "localhost")
_MEGABYTE = 1024 * 1024
_REDIRECTS = (301, 302, 303, 307, 308)
_TRY_LATER = "try again later"


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """What one answer may take: `seconds` from the first step to the last byte, and `size` in bytes.

    A packed answer may have that size unpacked as well. `pause` is the time in seconds between two requests,
    `redirects` how many are followed.
    """

    seconds: float = 10.0
    size: int = _MEGABYTE
    pause: float = 1.0
    redirects: int = 3


class TooManyRequests(InputError):  # noqa: N818 (named as the status that it is)
    """The site has asked for a pause (status 429); `seconds` is its length, if it said so."""

    def __init__(self, faults: tuple[Fault, ...], source: str = "", seconds: int | None = None) -> None:
        super().__init__(faults, source)
        self.seconds = seconds


def bounded_get(address: str, agent: str, limits: FetchLimits) -> bytes:
    """What a server answers, with status 200, within the limits; raises InputError for anything else.

    A redirect is followed only to the same scheme, host and port.
    """
    return _Exchange(address, agent, limits).result()


class _Exchange:
    """A request on a thread of its own: whatever it waits for (a name, drops of bytes), its time is kept."""

    def __init__(self, address: str, agent: str, limits: FetchLimits) -> None:
        self._address = address
        self._host = urlsplit(address).hostname or ""
        self._agent = agent
        self._limits = limits
        self._done: SimpleQueue[bytes | BaseException] = SimpleQueue()
        self._sockets: list[socket.socket] = []
        self._is_over = False
        self._received = 0

    def result(self) -> bytes:
        import httpx

        threading.Thread(target=self._ask, daemon=True).start()
        try:
            outcome = self._done.get(timeout=self._limits.seconds)
        except Empty:
            raise self._timeout() from None
        finally:
            self._is_over = True
            for each in self._sockets:
                _hang_up(each)
        if isinstance(outcome, bytes):
            return outcome
        if isinstance(outcome, httpx.TimeoutException):
            raise self._timeout() from outcome
        if isinstance(outcome, httpx.HTTPError | httpx.InvalidURL):
            raise _error(_words(outcome, self._host)) from outcome
        raise outcome

    def _timeout(self) -> InputError:
        got = f"only a part of it ({self._received} bytes)" if self._received else "none"
        text = f"expected the whole answer of {self._host} within {self._limits.seconds:g} seconds, got {got}"
        return _error(text, _TRY_LATER)

    def _ask(self) -> None:
        try:
            self._done.put(self._answer())
        except BaseException as error:  # for the thread that waits
            self._done.put(error)

    def _answer(self) -> bytes:
        import httpx

        url = httpx.URL(self._address)
        for _ in range(self._limits.redirects + 1):
            # A client for each, so that no cookie of one request goes into the next.
            with self._client() as client, self._stream(client, url) as response:
                if response.status_code not in _REDIRECTS:
                    _check_status(response.status_code, response.headers)
                    return b"".join(self._pieces(response))
                url = _followed(url, response.headers.get("location", ""))
        raise _error(f"expected an answer, got more than {self._limits.redirects} redirects")

    def _client(self) -> "httpx.Client":
        import httpx

        headers = {"User-Agent": self._agent, "Accept": "application/json", "Accept-Encoding": "gzip"}
        try:
            return httpx.Client(
                headers=headers, timeout=self._limits.seconds, trust_env=self._host not in LOOPBACK_HOSTS
            )
        except (ImportError, ValueError, OSError) as error:
            text = f"expected proxy and certificate settings that httpx can use, got {shorten(str(error))!r}"
            advice = "look at HTTPS_PROXY, ALL_PROXY, NO_PROXY, SSL_CERT_FILE and SSL_CERT_DIR"
            raise _error(text, advice) from error

    def _stream(self, client: "httpx.Client", url: "httpx.URL") -> Any:
        return client.stream("GET", url, follow_redirects=False, extensions={"trace": self._see})

    def _see(self, event: str, info: Mapping[str, Any]) -> None:
        """Note each connection as it is made, so that it can be ended from outside."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            connection = info["return_value"].get_extra_info("socket")
            if isinstance(connection, socket.socket):
                self._sockets.append(connection)
                if self._is_over:
                    _hang_up(connection)

    def _pieces(self, response: "httpx.Response") -> Iterator[bytes]:
        """The answer unpacked; what comes and what becomes of it are counted piece by piece."""
        most = self._limits.size
        too_much = _error(f"expected an answer of at most {_size(most)}, got more")
        if int(response.headers.get("content-length", "0")) > most:
            raise too_much
        encoding = response.headers.get("content-encoding", "identity").strip().lower()
        if encoding not in ("identity", "gzip"):
            raise _error(f"expected an answer that is plain or packed by gzip, got {_shown(encoding)}")
        unpack = zlib.decompressobj(wbits=31) if encoding == "gzip" else None
        size = 0
        for raw in response.iter_raw():
            self._received += len(raw)
            try:
                piece = raw if unpack is None else unpack.decompress(raw, most + 1 - size)
            except zlib.error as error:
                raise _error("expected an answer packed by gzip, got a damaged one") from error
            size += len(piece)
            if size > most or self._received > most:
                raise too_much
            yield piece
        if unpack is not None and not unpack.eof:
            raise _error("expected an answer packed by gzip, got a part of one")


def _hang_up(connection: socket.socket) -> None:
    """End a connection, so that a thread that reads from it wakes; that thread closes it."""
    with suppress(OSError):
        # Not the one of SSL, which is for the thread that reads.
        socket.socket.shutdown(connection, socket.SHUT_RDWR)


def _followed(url: "httpx.URL", location: str) -> "httpx.URL":
    import httpx

    site = f"{url.scheme}://{url.netloc.decode('ascii')}"
    try:
        target = url.join(location)
    except httpx.InvalidURL:
        target = None
    if not location or target is None:
        raise _error(f"expected an answer of {site}, got a redirect to no address")
    if (target.scheme, target.netloc, target.userinfo) != (url.scheme, url.netloc, b""):
        raise _error(
            f"expected an answer of {site}, got a redirect to {_shown(location)}, which is elsewhere"
        )
    return target


def _check_status(status: int, headers: Mapping[str, str]) -> None:
    if status == 200:
        return
    if status == 429:
        after = headers.get("retry-after", "").strip()
        seconds = int(after) if after.isascii() and after.isdigit() and len(after) <= 6 else None
        advice = "wait a few minutes" if seconds is None else f"wait {seconds} seconds"
        text = "expected a game, got status 429 (too many requests)"
        raise TooManyRequests((Fault("", text, advice),), seconds=seconds)
    if status >= 500:
        raise _error(f"expected a game, got status {status} (the site is in trouble)", _TRY_LATER)
    if status == 404:
        advice = "check the number, which is that of a finished game"
        raise _error(
            "expected a game, got status 404 (no game of that number, or none for everybody)", advice
        )
    if status in (401, 403):
        raise _error(f"expected a game, got status {status} (the site does not give it to programs)")
    raise _error(f"expected a game with status 200, got status {status}")


def _words(error: Exception, host: str) -> str:
    """What went wrong with a connection, by what caused it."""
    import httpx

    causes = list(_causes(error))
    untrusted = next((each for each in causes if isinstance(each, ssl.SSLCertVerificationError)), None)
    if untrusted is not None:
        got = f"one that cannot be trusted ({untrusted.verify_message})"
        return f"expected a valid certificate of {host}, got {got}"
    if any(isinstance(each, ssl.SSLError) for each in causes):
        return f"expected a secure connection to {host}, got none ({_shown(str(error))})"
    if isinstance(error, httpx.ProxyError):
        return f"expected a connection through the proxy that the environment names, got {_shown(str(error))}"
    if any(isinstance(each, socket.gaierror) for each in causes):
        return f"expected the address of {host}, got none (is there a network?)"
    if any(isinstance(each, ConnectionRefusedError) for each in causes):
        return f"expected a connection to {host}, got a refusal"
    if isinstance(error, httpx.ConnectError):
        return f"expected a connection to {host}, got {_shown(str(error))}"
    if isinstance(error, httpx.RemoteProtocolError) and not _is_cut_off(error):
        return f"expected an answer in HTTP, got something else ({_shown(str(error))})"
    return f"expected a whole answer of {host}, got a connection that was closed too soon"


def _is_cut_off(error: Exception) -> bool:
    return any(word in str(error) for word in ("disconnected", "closed"))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _size(size: int) -> str:
    return f"{size // _MEGABYTE} MB" if size >= _MEGABYTE else f"{size} bytes"


def _shown(text: str) -> str:
    """Words of a server or library, as a message quotes them."""
    return f'"{without_controls(text)[:100]}"'


def _error(text: str, advice: str = "") -> InputError:
    return InputError([Fault("", text, advice)])
