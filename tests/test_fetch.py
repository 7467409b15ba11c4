"""Games by number: what is fetched, what is refused, in which words, and what is kept."""

import json
import os
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commands import COMMAND, run_here
from game_server import (
    GAME,
    Answer,
    GameServer,
    answer,
    dripping,
    endless,
    game_server,
    packed,
    raw,
    redirect,
    silent,
)
from places import ROOT
from waiting import GUARD_SECONDS

import hanabi_solver as hanabi
from hanabi_solver.errors import InputError
from hanabi_solver.formats.entry import BadEntry, Entry
from hanabi_solver.formats.hanablive.bounded_get import FetchLimits
from hanabi_solver.formats.hanablive.fetch import fetch_game, site_address
from hanabi_solver.formats.hanablive.game_files import parse_game
from hanabi_solver.formats.hanablive.game_numbers import GameNumber, named_game
from hanabi_solver.formats.hanablive.kept_games import KeptGames
from hanabi_solver.formats.source import SourceFormat, read_source

QUICK = FetchLimits(seconds=GUARD_SECONDS, pause=0.0)
HASTY = replace(QUICK, seconds=0.5)
BY_HAND = "open {site}/export/1234567 in a browser, save it as 1234567.json, and give that file"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[GameServer]:
    """A site of one's own, and an empty cache."""
    monkeypatch.delenv("HANABI_OFFLINE")
    monkeypatch.setenv("HANABI_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("hanabi_solver.formats.hanablive.fetch.LIMITS", QUICK)
    with game_server() as started:
        monkeypatch.setenv("HANABI_SITE", started.site)
        yield started


@pytest.fixture
def no_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: Any, **_more: Any) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def kept_file(server: GameServer, tmp_path: Path, number: int = 1234567) -> Path:
    return tmp_path / "cache" / "games" / f"127.0.0.1_{server.port}" / f"{number}.json"


def fault_of(limits: FetchLimits = QUICK, *, offline: bool | None = None) -> tuple[str, str]:
    with pytest.raises(InputError) as caught:
        fetch_game(1234567, offline=offline, limits=limits)
    (fault,) = caught.value.faults
    return fault.text, fault.help


def entry_of(text: str, form: SourceFormat | None = None) -> Entry:
    (entry,) = read_source(text, form)
    assert isinstance(entry, Entry), entry
    return entry


# --- what is sent, got and kept


def test_a_game_is_fetched_once_and_kept(server: GameServer, tmp_path: Path) -> None:
    assert fetch_game(1234567, limits=QUICK).raw == GAME
    assert kept_file(server, tmp_path).read_bytes() == GAME
    server.listening.close()
    assert fetch_game(1234567, limits=QUICK).raw == GAME
    assert server.paths == ["/export/1234567"]


@pytest.mark.usefixtures("no_sockets")
def test_a_kept_game_needs_no_socket(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HANABI_OFFLINE")
    monkeypatch.setenv("HANABI_CACHE", str(tmp_path))
    file = KeptGames.of("hanab.live").file(1746851)
    assert file == tmp_path / "games" / "hanab.live" / "1746851.json"
    file.parent.mkdir(parents=True)
    file.write_bytes(GAME)
    assert hanabi.parse("https://hanab.live/replay/1746851") == parse_game(GAME.decode())
    with pytest.raises(AssertionError, match="a socket was opened"):
        hanabi.parse("1746852")


def test_the_request_says_the_address_and_who_asks_and_no_more(server: GameServer) -> None:
    fetch_game(1234567, limits=QUICK)
    first, *headers = server.requests[0].strip().split("\r\n")
    assert first == "GET /export/1234567 HTTP/1.1"
    sent = dict(header.split(": ", 1) for header in headers)
    assert {name.lower() for name in sent} == {
        "host",
        "user-agent",
        "accept",
        "accept-encoding",
        "connection",
    }
    agents = [value for name, value in sent.items() if name.lower() == "user-agent"]
    assert agents[0].startswith("hanabi-solver/")


def test_a_packed_answer_is_unpacked(server: GameServer) -> None:
    server.default = packed(GAME)
    assert fetch_game(1234567, limits=QUICK).raw == GAME


def test_a_redirect_on_the_same_site_is_followed_without_cookies(server: GameServer) -> None:
    server.answers["/export/1234567"] = answer(b"", "301 Moved", "Location: /games/5", "Set-Cookie: a=b")
    assert fetch_game(1234567, limits=QUICK).raw == GAME
    assert server.paths == ["/export/1234567", "/games/5"]
    assert "cookie" not in server.requests[1].lower()


@pytest.mark.parametrize("damaged", [b"", b"{", b"[]", b'{"id": 5, "players": 2}', b" " * 2**21])
def test_a_damaged_or_foreign_file_is_fetched_anew(
    server: GameServer, tmp_path: Path, damaged: bytes
) -> None:
    file = kept_file(server, tmp_path)
    file.parent.mkdir(parents=True)
    file.write_bytes(damaged)
    text, advice = fault_of(offline=True)
    assert text.startswith(f"expected game 1234567 in {file}, got ")
    assert text.endswith(", and --offline (offline=True from Python) forbids to fetch it again")
    assert advice == BY_HAND.format(site=server.site)
    assert fetch_game(1234567, limits=QUICK).raw == GAME
    assert file.read_bytes() == GAME


def test_a_folder_that_cannot_be_written_is_a_note(
    server: GameServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("HANABI_CACHE", str(blocked))
    entry = entry_of("1234567")
    (note,) = entry.notes
    assert note.startswith(f"fetched, but not kept for the next time: {blocked}")
    assert entry.game == parse_game(GAME.decode())  # which knows nothing of it
    assert len(server.requests) == 1


@pytest.mark.parametrize("folder", [None, "relative"])
def test_the_cache_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, folder: str | None) -> None:
    monkeypatch.delenv("HANABI_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", "/home/alice")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    if folder is not None:
        monkeypatch.setenv("XDG_CACHE_HOME", folder)
    assert KeptGames.of("hanab.live").folder == Path("/home/alice/.cache/hanabi-solver/games/hanab.live")
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert KeptGames.of("hanab.live").folder == Path("/caches/hanabi-solver/games/hanab.live")


# --- what goes wrong, each with its words

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    ("served", "text", "advice"),
    [
        (
            answer(b"Error: That game does not exist in the database.\n", "404 Not Found", kind="text/plain"),
            "expected a game, got status 404 (no game of that number, or none for everybody)",
            "check the number, which is that of a finished game; or ",
        ),
        (
            answer(b"", "403 Forbidden"),
            "expected a game, got status 403 (the site does not give it to programs)",
            "",
        ),
        (answer(b"", "204 No Content"), "expected a game with status 200, got status 204", ""),
        (
            answer(b"", "429 Too Many Requests"),
            "expected a game, got status 429 (too many requests)",
            "wait a few minutes; or ",
        ),
        (
            answer(b"", "429 Too Many Requests", "Retry-After: 7"),
            "expected a game, got status 429 (too many requests)",
            "wait 7 seconds; or ",
        ),
        (
            answer(b"<html>", "500 Internal Server Error"),
            "expected a game, got status 500 (the site is in trouble)",
            "try again later; or ",
        ),
        (
            answer(b"\n<!DOCTYPE html><html></html>", kind="text/html"),
            "expected game 1234567 in JSON, got a web page (HTML)",
            "",
        ),
        (
            answer(b"soon"),
            "expected game 1234567 in JSON, got another text "
            '(line 1, column 1: expected JSON, here a value, got "soon")',
            "",
        ),
        (answer(b'{"error": 5}'), "expected game 1234567 in JSON, got other JSON", ""),
        (answer(b""), "expected game 1234567 in JSON, got nothing", ""),
        (
            answer(GAME.replace(b"{", b'{"id": 7654321, ', 1)),
            "expected game 1234567 in JSON, got game 7654321",
            "",
        ),
        (
            answer(b"\xff{}"),
            "expected game 1234567 in JSON, got another text (byte 1: expected UTF-8 text, got byte 0xff)",
            "",
        ),
        (answer(b" " * (2**20 + 1)), "expected an answer of at most 1 MB, got more", ""),
        (endless, "expected an answer of at most 1 MB, got more", ""),
        (packed(b" " * 2**26), "expected an answer of at most 1 MB, got more", ""),
        (
            answer(b"not packed", "200 OK", "Content-Encoding: gzip"),
            "expected an answer packed by gzip, got a damaged one",
            "",
        ),
        (
            raw(HEAD + b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00"),
            "expected an answer packed by gzip, got a part of one",
            "",
        ),
        (packed(GAME, "br"), 'expected an answer that is plain or packed by gzip, got "br"', ""),
        (
            redirect("https://example.com/export/1234567"),
            "expected an answer of {site}, got a redirect to "
            '"https://example.com/export/1234567", which is elsewhere',
            "",
        ),
        (
            redirect("https://127.0.0.1:PORT/export/1234567"),
            "expected an answer of {site}, got a redirect to "
            '"https://127.0.0.1:{port}/export/1234567", which is elsewhere',
            "",
        ),
        (
            redirect("//localhost:PORT/"),
            'expected an answer of {site}, got a redirect to "//localhost:{port}/", which is elsewhere',
            "",
        ),
        (
            redirect("http://me@127.0.0.1:PORT/"),
            "expected an answer of {site}, got a redirect to "
            '"http://me@127.0.0.1:{port}/", which is elsewhere',
            "",
        ),
        (redirect(""), "expected an answer of {site}, got a redirect to no address", ""),
        (redirect("/export/1234567"), "expected an answer, got more than 3 redirects", ""),
        (raw(b""), "expected a whole answer of 127.0.0.1, got a connection that was closed too soon", ""),
        (
            raw(HEAD + b"Content-Length: 9\r\n\r\n{"),
            "expected a whole answer of 127.0.0.1, got a connection that was closed too soon",
            "",
        ),
    ],
)
def test_what_comes_instead_of_a_game_is_said(
    server: GameServer, tmp_path: Path, served: Answer, text: str, advice: str
) -> None:
    server.default = served
    place = {"site": server.site, "port": server.port}
    assert fault_of() == (text.format(**place), advice + BY_HAND.format(**place))
    assert not kept_file(server, tmp_path).exists()


def test_another_protocol_is_said(server: GameServer) -> None:
    server.default = raw(b"SSH-2.0-OpenSSH\r\n\r\n")
    assert fault_of()[0].startswith("expected an answer in HTTP, got something else (")


@pytest.mark.parametrize(
    ("served", "got"),
    [
        (silent, "none"),
        (dripping(b""), "none"),
        (dripping(HEAD + b"Late: "), "none"),
        (dripping(HEAD + b"\r\n"), "only a part of it ("),
    ],
)
def test_a_slow_answer_is_cut_off_in_time(server: GameServer, served: Answer, got: str) -> None:
    server.default = served
    text, advice = fault_of(HASTY)
    assert text.startswith(f"expected the whole answer of 127.0.0.1 within 0.5 seconds, got {got}")
    assert advice == "try again later; or " + BY_HAND.format(site=server.site)


def test_a_refused_connection_is_said(server: GameServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    monkeypatch.setenv("HANABI_SITE", f"http://127.0.0.1:{port}")
    text, advice = fault_of()
    assert text == "expected a connection to 127.0.0.1, got a refusal"
    assert advice == BY_HAND.format(site=f"http://127.0.0.1:{port}")
    assert server.requests == []


def test_a_name_without_address_is_said(server: GameServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_arguments: Any, **_more: Any) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    monkeypatch.setenv("HANABI_SITE", "https://hanab.live")
    assert fault_of() == (
        "expected the address of hanab.live, got none (is there a network?)",
        BY_HAND.format(site="https://hanab.live"),
    )


def test_a_name_that_is_looked_up_for_ever_is_cut_off(
    server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hanging(*_arguments: Any, **_more: Any) -> None:
        server.is_over.wait(GUARD_SECONDS)
        raise socket.gaierror(socket.EAI_AGAIN, "late")

    monkeypatch.setattr(socket, "getaddrinfo", hanging)
    monkeypatch.setenv("HANABI_SITE", "https://hanab.live")
    assert fault_of(HASTY)[0] == "expected the whole answer of hanab.live within 0.5 seconds, got none"


def test_a_server_without_tls_is_said(server: GameServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANABI_SITE", f"https://127.0.0.1:{server.port}")
    assert fault_of()[0].startswith('expected a secure connection to 127.0.0.1, got none ("')


def test_a_certificate_that_cannot_be_trusted_is_said(
    server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def distrust(*_arguments: Any, **_more: Any) -> None:
        error = ssl.SSLCertVerificationError("certificate verify failed")
        error.verify_message = "self-signed certificate"
        raise error

    monkeypatch.setattr(ssl.SSLContext, "wrap_socket", distrust)
    monkeypatch.setenv("HANABI_SITE", f"https://127.0.0.1:{server.port}")
    text = (
        "expected a valid certificate of 127.0.0.1, got one that cannot be trusted (self-signed certificate)"
    )
    assert fault_of()[0] == text


def test_a_faulty_proxy_setting_is_said(server: GameServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "nonsense://127.0.0.1:1")
    monkeypatch.setenv("HANABI_SITE", "https://hanab.live")
    text, advice = fault_of()
    assert text.startswith("expected proxy and certificate settings that httpx can use, got ")
    assert advice.startswith("look at HTTPS_PROXY, ALL_PROXY, NO_PROXY, SSL_CERT_FILE and SSL_CERT_DIR; or ")
    assert server.requests == []


# --- politeness


def test_after_a_429_nobody_asks_before_the_time_is_over(server: GameServer) -> None:
    server.default = answer(b"", "429 Too Many Requests", "Retry-After: 120")
    fault_of()
    text, advice = fault_of(replace(QUICK, pause=1.0))
    assert text == "expected a site that may be asked, got status 429 (too many requests) a moment ago"
    assert advice.startswith("wait 1")
    assert len(server.requests) == 1


def test_requests_come_one_at_a_time_with_pauses(server: GameServer, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("hanabi_solver.formats.hanablive.one_at_a_time.time.sleep", pauses.append)
    limits = replace(QUICK, pause=30.0)
    threads = [
        threading.Thread(target=fetch_game, args=(n,), kwargs={"limits": limits}) for n in range(101, 105)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in (101, 104):  # kept: no pause
        fetch_game(number, limits=limits)
    assert (len(server.requests), server.most_busy, len(pauses)) == (4, 1, 4)
    assert pauses[0] == 0.0
    assert all(25.0 < pause <= 30.0 for pause in pauses[1:])


def test_a_number_that_is_asked_for_twice_at_once_is_fetched_once(server: GameServer) -> None:
    threads = [
        threading.Thread(target=fetch_game, args=(1234567,), kwargs={"limits": QUICK}) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(server.requests) == 1


# --- offline


@pytest.mark.usefixtures("no_sockets")
@pytest.mark.parametrize(("setting", "offline"), [("1", None), ("yes", None), ("", True), ("0", True)])
def test_offline_opens_no_socket(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, setting: str, offline: bool | None
) -> None:
    monkeypatch.setenv("HANABI_OFFLINE", setting)
    monkeypatch.setenv("HANABI_CACHE", str(tmp_path / "cache"))
    by = "--offline (offline=True from Python)" if offline else "HANABI_OFFLINE"
    text, advice = fault_of(offline=offline)
    assert text == f"expected a game that was fetched before, got none, and {by} forbids to fetch it"
    assert advice == BY_HAND.format(site="https://hanab.live")
    with pytest.raises(InputError, match="forbids to fetch it"):
        hanabi.parse("https://hanab.live/replay/1234567#3", offline=offline)
    path = tmp_path / "number.txt"
    path.write_text("1234567\n")
    with pytest.raises(InputError, match=r"number\.txt:1 \(game 1234567\): expected a game that was fetched"):
        hanabi.load(path, offline=offline)
    assert not (tmp_path / "cache").exists()


def test_offline_reads_what_was_fetched(server: GameServer, monkeypatch: pytest.MonkeyPatch) -> None:
    game = hanabi.parse("1234567")
    assert hanabi.parse("1234567", offline=True) == game
    monkeypatch.setenv("HANABI_OFFLINE", "1")
    assert hanabi.parse("1234567") == game
    assert len(server.requests) == 1
    hanabi.parse("7654321", offline=False)  # which says so in spite of the environment
    assert len(server.requests) == 2


@pytest.mark.parametrize("command", ["solve", "review", "explain", "show", "play", "convert"])
def test_every_command_that_takes_a_source_has_offline(
    server: GameServer, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    more = ["--to", "text"] if command == "convert" else []
    assert run_here(command, "1234567", "--offline", *more) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines() == [
        "game 1234567: expected a game that was fetched before, got none, and --offline (offline=True from "
        "Python) forbids to fetch it",
        f"help: {BY_HAND.format(site=server.site)}",
    ]
    assert server.requests == []


NO_SOCKETS = """
import socket, sys
def refuse(*arguments, **more):
    raise AssertionError("a socket was opened")
socket.socket.__init__ = socket.create_connection = socket.getaddrinfo = refuse
from hanabi_solver.cli.app import main
main()
"""


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["show", "1234567", "--offline"], 2),
        (["show", "https://hanab.live/replay/1234567", "--offline"], 2),
        (["solve", "--help"], 0),
        (["show", "p2v0s1"], 0),
        (["show", "examples/game.json"], 0),
    ],
)
def test_a_command_that_may_not_fetch_opens_no_socket(
    tmp_path: Path, arguments: list[str], code: int
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", NO_SOCKETS, *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"PATH": "", "HANABI_CACHE": str(tmp_path)},
        timeout=GUARD_SECONDS,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert "a socket was opened" not in done.stderr


def test_httpx_is_imported_only_to_fetch(tmp_path: Path) -> None:
    code = (
        "import sys, hanabi_solver as hanabi\n"
        "hanabi.parse('p2v0s1'), hanabi.load('examples/game.json')\n"
        "try:\n    hanabi.parse('1234567', offline=True)\nexcept ValueError:\n    pass\n"
        "print('httpx' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"PATH": "", "HANABI_CACHE": str(tmp_path)},
        timeout=GUARD_SECONDS,
        check=True,
    )
    assert done.stdout == "False\n"


# --- the address


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("", "https://hanab.live"),
        ("https://example.org:8443/", "https://example.org:8443"),
        ("http://localhost:80", "http://localhost:80"),
        ("http://[::1]:5000", "http://[::1]:5000"),
    ],
)
def test_the_address_is_a_setting(monkeypatch: pytest.MonkeyPatch, given: str, address: str) -> None:
    monkeypatch.setenv("HANABI_SITE", given)
    assert site_address() == address


@pytest.mark.parametrize(
    "given",
    [
        "http://hanab.live",
        "http://localhost.example.org",
        "ftp://127.0.0.1",
        "hanab.live",
        "https://",
        "https://me:secret@hanab.live",
        "https://hanab.live/path",
        "https://hanab.live?x",
        "https://[",
        "https://hanab.live:x",
        "file:///etc",
    ],
)
def test_other_addresses_are_refused(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("HANABI_SITE", given)
    with pytest.raises(InputError) as caught:
        fetch_game(1234567, offline=False)
    (fault,) = caught.value.faults
    assert fault.place == "HANABI_SITE"
    assert (
        fault.text
        == f'expected an address like https://hanab.live (http only on this machine), got "{given}"'
    )
    assert fault.help == "unset the environment variable HANABI_SITE"


# --- numbers and links


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("1746851", GameNumber(1746851)),
        ("1746851#30", GameNumber(1746851, 30)),
        ("https://hanab.live/replay/1746851", GameNumber(1746851)),
        ("https://hanab.live/replay/1746851#30", GameNumber(1746851, 30)),
        ("https://hanab.live/replay/1746851/#30", GameNumber(1746851, 30)),
        ("https://hanab.live/shared-replay/1746851#1", GameNumber(1746851, 1)),
        ("https://hanab.live/export/1746851", GameNumber(1746851)),
        ("http://www.hanab.live/replay/5?x=y#2", GameNumber(5, 2)),
        ("hanab.live/replay/1746851#", GameNumber(1746851)),
        ("HTTPS://HANAB.LIVE/replay/1746851", GameNumber(1746851)),
        ("https://hanabi.live/replay/1746851/", GameNumber(1746851)),
        ("https://hanab.live/seed/p2v0s1", "p2v0s1"),
        ("https://hanab.live/seed/p2v0sa%20b/", "p2v0sa b"),
        ("https://hanab.live/replay-json/215aaa,00,0", None),
        ("215aaa,00,0", None),
    ],
)
def test_numbers_and_links_name_games(text: str, named: GameNumber | str | None) -> None:
    assert named_game(text) == named


GIVE = "give the number of a finished game, or its link: https://hanab.live/replay/NUMBER"


@pytest.mark.parametrize(
    ("text", "fault", "advice"),
    [
        ("https://hanab.live", "expected a game, got the site's lobby", f"open a game there: {GIVE}"),
        (
            "https://hanab.live/scores/Alice",
            "expected a game, got a page about a player",
            f"open a game there: {GIVE}",
        ),
        (
            "hanab.live/history/Alice/Bob",
            "expected a game, got a list of games",
            f"open a game there: {GIVE}",
        ),
        (
            "https://hanab.live/game/12",
            "expected a finished game, got a link to a table (/game/...), whose game may still be played",
            f"{GIVE} (the site shows it when the game is over)",
        ),
        (
            "https://hanab.live/pre-game/12",
            "expected a finished game, got a link to a table (/pre-game/...), whose game may still be played",
            f"{GIVE} (the site shows it when the game is over)",
        ),
        ("https://hanab.live/what", "expected a link to a game, got another page (/what)", GIVE),
        ("https://hanab.live/replay", "expected the number of a game after /replay/, got none", GIVE),
        ("https://hanab.live/replay/x", 'expected the number of a game after /replay/, got "x"', GIVE),
        ("https://hanab.live/replay/0", "expected the number of a game, from 1, got 0", GIVE),
        (
            "https://hanab.live/replay/5/30",
            'expected nothing after the number but "#" and a turn, got "/30"',
            "choose a turn like this: https://hanab.live/replay/5#12",
        ),
        ("1746851#x", 'expected a turn after "#", from 1, got "x"', "the first turn is 1"),
        ("1746851#0", 'expected a turn after "#", from 1, got "0"', "the first turn is 1"),
        (
            "https://hanab.live/replay/1746851 a fine game",
            'expected a link to hanab.live alone, got "https://hanab.live/replay/1746851 a f..."',
            GIVE,
        ),
        (
            "https://example.com/hanab.live/replay/5",
            'expected a link to hanab.live alone, got "https://example.com/hanab.live/replay/5"',
            GIVE,
        ),
        (
            "https://hanab.live/seed/",
            "expected a seed after /seed/, got none",
            'a seed is p, the number of players, v, the id of the variant, s and any text, like "p2v0s40"',
        ),
    ],
)
def test_other_pages_get_a_fitting_answer(text: str, fault: str, advice: str) -> None:
    with pytest.raises(InputError) as caught:
        named_game(text)
    assert [(each.text, each.help) for each in caught.value.faults] == [(fault, advice)]
    (entry,) = read_source(text)
    assert isinstance(entry, BadEntry)
    assert entry.error.faults == caught.value.faults


def test_a_seed_link_is_its_seed() -> None:
    entry = entry_of("https://hanab.live/seed/p2v0s1")
    assert (entry.name, entry.start) == ("p2v0s1", entry_of("p2v0s1").start)


def test_a_number_is_its_game(server: GameServer) -> None:
    game = parse_game(GAME.decode())
    entry = entry_of("1234567")
    assert (entry.name, entry.start, entry.game, entry.turn) == ("game 1234567", game.deal, game, None)
    assert entry_of("1234567", SourceFormat.LINK) == entry
    at = entry_of("https://hanab.live/replay/1234567#5")
    assert (at.turn, at.start) == (5, replace(game, turn=5).start)
    assert entry_of("1234567#9999").turn == len(game.moves) + 1
    assert entry_of("1234567#1").start == game.deal
    (chosen,) = read_source("1234567#5", turn=7)
    assert isinstance(chosen, Entry)
    assert chosen.turn == 7
    assert hanabi.parse("1234567#5") == replace(game, turn=5)
    assert server.paths == ["/export/1234567"]


def test_a_file_of_that_name_is_the_file(
    server: GameServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("1234567").write_text("p2v0s1\n")
    assert entry_of("1234567").name == "1234567:1 (p2v0s1)"
    (entry,) = read_source("1234567", SourceFormat.LINK)
    assert isinstance(entry, BadEntry)
    assert server.requests == []


def test_only_lines_that_are_numbers_or_links_are_fetched(server: GameServer, tmp_path: Path) -> None:
    """A link in a puzzle or in a comment is no wish to fetch it."""
    puzzle = json.loads((ROOT / "puzzles" / "hold-the-four.json").read_text(encoding="utf-8"))
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps({**puzzle, "source": "https://hanab.live/replay/1234567"}))
    hanabi.load(path)
    path.write_text("# https://hanab.live/replay/1234567\np2v0s1\n")
    hanabi.load(path)
    assert server.requests == []


# --- the command


def command(server: GameServer, tmp_path: Path, *arguments: str, stdin: str = "") -> tuple[int, str, str]:
    environment = {"PATH": "", "HANABI_SITE": server.site, "HANABI_CACHE": str(tmp_path / "cache")}
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
        timeout=GUARD_SECONDS,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_a_game_is_shown_by_its_link(server: GameServer, tmp_path: Path) -> None:
    code, by_link, errors = command(server, tmp_path, "show", "https://hanab.live/replay/1234567#5")
    assert (code, errors) == (0, "")
    _, by_file, _ = command(server, tmp_path, "show", "examples/game.json", "--turn", "5")
    assert by_link.splitlines()[1:] == by_file.splitlines()[1:]
    assert by_link.splitlines()[0] == "game 1234567"


def test_a_list_is_fetched_by_processes_one_after_the_other(server: GameServer, tmp_path: Path) -> None:
    server.answers["/export/1234568"] = answer(b"", "404 Not Found")
    numbers = "1234567\nhttps://hanab.live/replay/1234568\np2v0s40\n1234567#30\n1234569\n"
    code, out, errors = command(
        server, tmp_path, "solve", "-", "--workers", "2", "--json", "-q", stdin=numbers
    )
    assert code == 2
    results = [json.loads(line) for line in out.splitlines()]
    assert [each["source"] for each in results] == [
        "stdin:1 (game 1234567)",
        "stdin:2 (game 1234568)",
        "stdin:3 (p2v0s40)",
        "stdin:4 (game 1234567)",
        "stdin:5 (game 1234569)",
    ]
    assert [each["status"] == "error" for each in results] == [False, True, False, False, False]
    assert errors.startswith("stdin:2 (game 1234568): expected a game, got status 404")
    assert sorted(server.paths) == ["/export/1234567", "/export/1234568", "/export/1234569"]
    assert server.most_busy == 1


# --- what stands in the cache and is no file of ours


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of another kind")
@pytest.mark.parametrize("kind", ["link", "dangling link", "pipe"])
def test_only_a_regular_file_is_read_or_replaced(server: GameServer, tmp_path: Path, kind: str) -> None:
    fetch_game(1234567, limits=QUICK)
    file, victim = kept_file(server, tmp_path), tmp_path / "victim"
    file.unlink()
    if kind == "pipe":
        os.mkfifo(file)
    else:
        if kind == "link":
            victim.write_bytes(b"somebody's file")
        file.symlink_to(victim)
    before = victim.read_bytes() if victim.exists() else None
    fetched = fetch_game(1234567, limits=QUICK)
    assert fetched.raw == GAME
    assert any("not a regular file" in note for note in fetched.notes)
    assert (victim.read_bytes() if victim.exists() else None) == before
    assert fault_of(offline=True)[0].startswith("expected a game that was fetched before, got none")


@pytest.mark.parametrize("other", ['"999"', "999.0", "true", "[7]"])
def test_a_number_of_another_kind_is_another_game(server: GameServer, other: str) -> None:
    server.default = answer(b'{"id": ' + other.encode() + b", " + GAME[1:])
    assert fault_of()[0].startswith("expected game 1234567 in JSON, got game")


def test_what_is_no_whole_game_is_not_kept(server: GameServer, tmp_path: Path) -> None:
    server.default = answer(b'{"id": 1234567, "players": ["A", "B"], "deck": [], "actions": []}')
    assert "the site gave no whole game: it is not kept" in fetch_game(1234567, limits=QUICK).notes
    assert not kept_file(server, tmp_path).exists()
