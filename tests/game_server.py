"""A server on this machine that answers as a site might: with a game, or with what goes wrong."""

import gzip
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from places import ROOT

GAME = (ROOT / "examples" / "game.json").read_bytes()
# What a client begins with that wants a secure connection.
_TLS = b"\x16\x03"
Answer = Callable[["GameServer", socket.socket], None]


def answer(
    body: bytes, status: str = "200 OK", *headers: str, kind: str = "application/json; charset=utf-8"
) -> Answer:
    """An answer in one piece."""
    head = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", *headers]
    return raw("\r\n".join([*head, "Connection: close", "", ""]).encode() + body)


def raw(data: bytes) -> Answer:
    """These very bytes, and no more."""

    def send(_server: "GameServer", connection: socket.socket) -> None:
        connection.sendall(data)

    return send


def packed(body: bytes, encoding: str = "gzip") -> Answer:
    return answer(gzip.compress(body), "200 OK", f"Content-Encoding: {encoding}")


def redirect(location: str, status: str = "302 Found") -> Answer:
    """A redirect; PORT in it is the server's own."""

    def send(server: "GameServer", connection: socket.socket) -> None:
        where = f"Location: {location.replace('PORT', str(server.port))}"
        answer(b"", status, where)(server, connection)

    return send


def silent(server: "GameServer", _connection: socket.socket) -> None:
    """No answer, until the test is over."""
    server.is_over.wait()


def dripping(start: bytes) -> Answer:
    """`start`, and then one byte after the other without an end."""

    def send(server: "GameServer", connection: socket.socket) -> None:
        connection.sendall(start)
        while not server.is_over.wait(0.01):
            connection.sendall(b"a")

    return send


def endless(server: "GameServer", connection: socket.socket) -> None:
    """As much as is taken."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{")
    while not server.is_over.is_set():
        connection.sendall(b" " * 65536)


@dataclass
class GameServer:
    """What it answers to each path, or to all others; and what it was asked, as it was sent."""

    listening: socket.socket
    answers: dict[str, Answer] = field(default_factory=dict)
    default: Answer = field(default_factory=lambda: answer(GAME))
    requests: list[str] = field(default_factory=list)
    busy: int = 0
    most_busy: int = 0
    is_over: threading.Event = field(default_factory=threading.Event)

    @property
    def port(self) -> int:
        return int(self.listening.getsockname()[1])

    @property
    def site(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def paths(self) -> list[str]:
        return [request.split()[1] for request in self.requests]

    def serve(self) -> None:
        while not self.is_over.is_set():
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self._take, args=(connection,), daemon=True).start()

    def _take(self, connection: socket.socket) -> None:
        with suppress(OSError), connection:
            request = b""
            while (
                b"\r\n\r\n" not in request
                and not request.startswith(_TLS)
                and (more := connection.recv(4096))
            ):
                request += more
            if not request:
                return
            if request.startswith(_TLS):
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                return
            self.requests.append(request.decode())
            self.busy += 1
            self.most_busy = max(self.busy, self.most_busy)
            self.is_over.wait(0.02)  # another request could come in now
            path = self.paths[-1]
            try:
                self.answers.get(path, self.default)(self, connection)
            finally:
                self.busy -= 1


@contextmanager
def game_server() -> Iterator[GameServer]:
    """A server that answers until the block is left."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = GameServer(listening)
        threading.Thread(target=server.serve, daemon=True).start()
        try:
            yield server
        finally:
            server.is_over.set()
            with suppress(OSError):
                listening.shutdown(socket.SHUT_RDWR)
