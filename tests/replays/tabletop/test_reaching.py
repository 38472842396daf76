"""Servers of others that a table or a keeper asks: whatever they answer, it comes to an end, and is told in a line."""

from __future__ import annotations

import socket
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Final

import pytest

from hexledger.replays.errors import ReplayError
from hexledger.replays.tabletop import post, reaching
from hexledger.replays.tabletop.mending import Unwritten
from hexledger.replays.tabletop.post import Link
from hexledger.replays.tabletop.reaching import reached
from hexledger.replays.tabletop.sitting import Sitting
from tests.drill.dice import game_with


class Stranger:
    """A server that says `answer` to whoever asks, one byte after another where it `trickles`."""

    def __init__(self, answer: bytes, trickles: bool = False) -> None:
        self._answer, self._trickles = answer, trickles
        self.sent = 0
        """Bytes that went out one by one."""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}/x"
        Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        try:
            while True:
                link, _ = self._listening.accept()
                with link:
                    link.recv(1 << 16)
                    if not self._trickles:
                        link.sendall(self._answer)
                        continue
                    for at in range(len(self._answer)):
                        link.sendall(self._answer[at : at + 1])
                        self.sent += 1
                        sleep(0.02)
        except OSError:
            return

    def close(self) -> None:
        self._listening.close()


@pytest.fixture
def strangers() -> Iterator[list[Stranger]]:
    found: list[Stranger] = []
    yield found
    for one in found:
        one.close()


OK: Final = b"HTTP/1.0 200 OK\r\n"
ANSWERS: Final = {
    "what is no HTTP": (b"SSH-2.0-x\r\n", "is not there"),
    "less than it says": (OK + b"Content-Length: 99\r\n\r\nab", "sends breaks off: 97 bytes are missing"),
    "a head without end": (OK + b"A: " + b"x" * 70_000 + b"\r\n\r\n", "is not there"),
    "the way to another address": (
        b"HTTP/1.0 302 x\r\nLocation: http://127.0.0.1:1/\r\n\r\n",
        "refuses: HTTP Error 302",
    ),
    "too much": (OK + b"\r\n" + b"x" * 2_000, "sends more than 1,000 bytes"),
    "a reason without end": (b'HTTP/1.0 409 x\r\n\r\n{"error":"' + b"y" * 9_000 + b'"}', "refuses: y{500}$"),
    "a refusal cut short": (b'HTTP/1.0 409 x\r\nContent-Length: 99\r\n\r\n{"error":', "refuses"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_what_a_stranger_answers_is_refused_in_a_line(strangers: list[Stranger], name: str) -> None:
    answer, said = ANSWERS[name]
    strangers.append(Stranger(answer))
    with pytest.raises(ReplayError, match=f"the table {said}"):
        reached(urllib.request.Request(strangers[0].address), "the table", 1_000)


@pytest.mark.parametrize("answer", [OK + b"A: b\r\n" * 60, OK + b"\r\n" + b"x" * 300], ids=["head", "body"])
def test_an_answer_that_trickles_is_given_up(
    strangers: list[Stranger], monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    """A timeout counts from byte to byte: the keeper, or the link between two tables, waited for hours."""
    monkeypatch.setattr(reaching, "LONGEST_TIME", 0.2)
    strangers.append(Stranger(answer, trickles=True))
    with suppress(ReplayError):
        reached(urllib.request.Request(strangers[0].address), "the table")
    assert strangers[0].sent < len(answer) // 2


def test_what_comes_whole_and_in_time_is_taken(strangers: list[Stranger]) -> None:
    strangers.append(Stranger(OK + b"\r\nabc", trickles=True))
    assert reached(urllib.request.Request(strangers[0].address), "the table", 3) == b"abc"


def test_a_link_between_two_tables_outlives_a_full_disk_and_whatever_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, strangers: list[Stranger]
) -> None:
    """Anything but a refusal ended it, with an error on the terminal; and play stood still without a word."""
    monkeypatch.setattr(post, "EVERY", 0.01)
    strangers.append(Stranger(OK + b"\r\n[1, 2"))
    sitting = Sitting(game_with(tmp_path / "game.hxl", "practice"))
    wrong: list[Exception] = [OSError(5, "Input/output error"), Unwritten("the disk is full")]

    class Fails:
        def bundle(self, _since: int | None = None) -> bytes:
            return b"{}"

        def take(self, _data: bytes) -> None:
            if wrong:
                raise wrong.pop()
            raise ReplayError("no bundle")

    link = Link(Fails(), sitting, strangers[0].address, "t")  # type: ignore[arg-type]
    try:
        link.start()
        seen = sitting.version
        while sitting.link_trouble != "no bundle":
            seen = sitting.wait(seen, 1.0)
            assert link._thread.is_alive()
        assert not wrong
    finally:
        link.close()
        sitting.close()
