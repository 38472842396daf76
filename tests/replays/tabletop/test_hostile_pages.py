"""Pages and clients that ask too much of the table's server: many that listen, requests that trickle, hosts, tokens."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any, Final

import pytest

from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import play_on
from hexledger.replays.tabletop.mending import FAILURES
from hexledger.replays.tabletop.seats import Seat
from hexledger.replays.tabletop.sitting import Made, Sitting
from hexledger.replays.viewer import guard, table_routes
from hexledger.replays.viewer.asked import deep
from tests.replays.viewer.games import begun, bots
from tests.replays.viewer.tables import PATIENCE, TOKEN, Opened, tables

TABLE = "/api/games/caen/table"


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    path = tmp_path / "caen.hxl"
    begun(path).close()
    with tables([path]) as found:
        yield found


def listening(opened: Opened, ends: ExitStack) -> int:
    """Open a stream and leave it open; its status, once the first news is there."""
    link = socket.create_connection(("127.0.0.1", opened.port), timeout=PATIENCE)
    ends.callback(link.close)
    head = f"GET {TABLE}/stream HTTP/1.1\r\nHost: 127.0.0.1:{opened.port}\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
    link.sendall(head.encode())
    read = b""
    while b"data:" not in read and b"error" not in read:
        read += link.recv(4096)
    return int(read.split()[1])


def until(seen: Callable[[], bool]) -> bool:
    """Ask until the server has seen what its clients did; False where it never does."""
    return any(seen() for _ in range(300))


def test_sixty_pages_that_listen_keep_nobody_waiting(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_routes, "_HEARTBEAT", 10 * PATIENCE)
    with ExitStack() as ends:
        assert [listening(opened, ends) for _ in range(table_routes.MOST_PAGES)] == [200] * table_routes.MOST_PAGES
        assert opened.asked(f"{TABLE}/ask")[0] == 200, "who listens takes nobody's turn"
        status, said = opened.asked(f"{TABLE}/stream")
        assert status == 429 and "open already" in said["error"]


def test_a_body_that_trickles_is_given_up_and_writes_nothing(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "LONGEST_WAIT", 0.2)
    with socket.create_connection(("127.0.0.1", opened.port), timeout=PATIENCE) as link:
        head = (
            f"POST {TABLE}/undo HTTP/1.1\r\nHost: 127.0.0.1:{opened.port}\r\nAuthorization: Bearer {TOKEN}\r\n"
            'Content-Type: application/json\r\nContent-Length: 60\r\n\r\n{"at": 0, '
        )
        link.sendall(head.encode())
        assert int(link.recv(4096).split()[1]) == 413
    assert len(opened.held.sittings["caen"].chronicle.timeline) == 1


@pytest.mark.parametrize("path", ["bundle", "exchange", "dice"])
def test_a_file_that_trickles_is_given_up_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    """It ended in an error of the program, told at length on the terminal."""
    monkeypatch.setattr(guard, "LONGEST_WAIT", 0.2)
    log = tmp_path / "caen.hxl"
    begun(log).close()
    other, keeper = Seat("o" * 32, other=True), Seat("k" * 32, (), keeper=True)
    token = {"exchange": other.token, "dice": keeper.token}.get(path, TOKEN)
    with tables([log], [other, keeper]) as opened:
        opened.held.post = opened.held.keeping
        with socket.create_connection(("127.0.0.1", opened.port), timeout=PATIENCE) as link:
            head = (
                f"POST {TABLE}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{opened.port}\r\nAuthorization: Bearer {token}\r\n"
                'Content-Type: application/json\r\nContent-Length: 60\r\n\r\n{"at": 0, '
            )
            link.sendall(head.encode())
            assert int(link.recv(4096).split()[1]) == 413
    assert not caplog.records


def test_one_token_that_asks_without_end_keeps_no_other_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player could hold all connections, and four gigabytes, by requests that he never sent in whole."""
    log = tmp_path / "caen.hxl"
    begun(log).close()
    mine, other = Seat("m" * 32, (1,), 1), Seat("o" * 32, (2,), 2)
    monkeypatch.setattr(guard, "MOST_SENT", 3)
    with tables([log], [mine, other]) as opened, ExitStack() as ends:

        def half(seat: Seat) -> socket.socket:
            link = socket.create_connection(("127.0.0.1", opened.port), timeout=PATIENCE)
            ends.callback(link.close)
            head = (
                f"POST {TABLE}/undo HTTP/1.1\r\nHost: 127.0.0.1:{opened.port}\r\nAuthorization: Bearer {seat.token}\r\n"
                "Content-Type: application/json\r\nContent-Length: 60\r\n\r\n"
            )
            link.sendall(head.encode())
            return link

        held = [half(mine) for _ in range(3)]
        assert until(lambda: opened.asked(f"{TABLE}/plan", {"at": 0, "plan": []}, token=mine.token)[0] == 429)
        assert int(half(mine).recv(4096).split()[1]) == 429
        assert opened.asked(f"{TABLE}/ask", token=mine.token)[0] == 200, "he may look"
        for _ in range(4):
            assert opened.asked(f"{TABLE}/plan", {"at": 0, "plan": []}, token=other.token)[0] != 429
        for link in held:
            link.close()
        assert until(lambda: opened.asked(f"{TABLE}/plan", {"at": 0, "plan": []}, token=mine.token)[0] != 429)


def test_so_much_is_open_for_one_token_and_no_more() -> None:
    whose = (b"mine", False)
    one = guard.Guard(lambda *_: None, guard.Policy(frozenset(), "mine", most=2))  # type: ignore[arg-type, return-value]
    one._open[whose] = 2
    assert one._too_many(whose) and one._too_many((b"mine", True)) and not one._too_many((b"other", False))


def test_a_seat_has_so_many_studies_open(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a file beside the log and a game in memory, of whoever sits anywhere."""
    monkeypatch.setattr(table_routes, "MOST_STUDIES", 2)
    answers = [opened.asked(f"{TABLE}/studies", {"at": 0}) for _ in range(3)]
    assert [status for status, _ in answers] == [200, 200, 429]
    assert opened.asked(f"{TABLE}/studies/on", {"file": answers[0][1]["file"]})[1] == answers[0][1]


def test_what_is_refused_names_no_folder_of_this_machine(opened: Opened, tmp_path: Path) -> None:
    (tmp_path / "caen.hxl").rename(tmp_path / "away")
    for ask in ("/api/games/caen/growth", "/api/games/caen/story", "/games/caen?token=" + TOKEN):
        status, said = opened.asked(ask)
        assert status == 409 and said["error"].startswith("caen.hxl: ") and str(tmp_path) not in said["error"]


def test_what_the_system_refuses_is_a_refusal_and_no_fault(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_self: Sitting, _seat: Seat) -> None:
        raise OSError(24, "Too many open files", "/srv/games/caen.hxl")

    monkeypatch.setattr(Sitting, "ask", refused)
    status, said = opened.asked(f"{TABLE}/ask")
    assert status == 409 and said["error"] == "[Errno 24] Too many open files: 'caen.hxl'"


DRAFTS: Final = (5, "x", None, True, 1.5, [], [[]], [5, 5], [None], ["x"], [{}], {"a": 1}, [[1]], [[1, 2, 3]], 1 << 70)


def test_a_value_of_another_kind_than_its_field_is_refused_and_is_no_fault(tmp_path: Path) -> None:
    """`len` of a number, members of an object: errors of the program, in games whose units move together."""
    path = tmp_path / "yellow.hxl"
    with begun(path, "historical", game_id="case_yellow") as chronicle:
        while "move" not in (prompt := chronicle.offer()).kinds:  # type: ignore[union-attr]
            play_on(chronicle, bots(), limit=1)
        assert prompt is not None and "units" in dict(chronicle.game.codec.fields("move"))
    sitting, seat = Sitting(Chronicle.read(path)), Seat(TOKEN, (1, 2))
    at = sitting.head
    try:
        fields = next(fields for kind, _, fields, _ in sitting.ask(seat)["kinds"] if kind == "move")
        for value in DRAFTS:
            given = {field.name: value for field in fields}
            for field, other in permutations(fields, 2):
                one = {field.name: value}
                for look in (
                    partial(sitting.next, seat, at, "move", one, other.name),
                    partial(sitting.costs, seat, at, "move", one, other.name),
                    partial(sitting.why, seat, at, "move", one, other.name, 5),
                    partial(sitting.preview, seat, at, "move", given),
                    partial(sitting.plan, seat, at, [Made("move", given)]),
                ):
                    with suppress(*FAILURES):
                        look()
    finally:
        sitting.close()


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "127.0.0.1:1", "", "localhost"])
def test_a_host_that_is_rebound_to_this_machine_is_not_answered(opened: Opened, host: str) -> None:
    for path in (f"/games/caen?token={TOKEN}", f"{TABLE}/ask", f"{TABLE}/stream", "/openapi.json"):
        assert opened.asked(path, host=host)[0] in (400, 403)


def test_what_is_served_is_what_is_described(opened: Opened) -> None:
    described = opened.asked("/openapi.json")[1]["paths"]
    served = {
        (route.path, method.lower())
        for route in opened.held.routes()
        for method in getattr(route, "methods", ())
        if method != "HEAD" and not route.path.endswith("/stream")
    }
    told = {(path, method) for path, rows in described.items() if "/table/" in path for method in rows}
    assert served == told


@pytest.mark.parametrize("ask", ["decisions", "preview", "next", "plan", "why"])
def test_lists_in_lists_without_end_are_refused_and_are_no_fault(opened: Opened, ask: str) -> None:
    """They ended in an error of the program, told at length on the terminal of whoever keeps the table."""
    nested: Any = 1
    for _ in range(900):
        nested = [nested]
    body = {"at": 0, "kind": "pick_am", "given": {"am": nested}}
    body |= {"decisions": {"key": "k" * 16}, "next": {"field": "am"}, "why": {"value": 1}}.get(ask, {})
    if ask == "plan":
        body = {"at": 0, "plan": [{"kind": "pick_am", "given": {"am": nested}}]}
    status, said = opened.asked(f"{TABLE}/{ask}", body)
    assert (status, "within each other" in said["error"]) == (422, True)


def test_brackets_in_a_text_are_not_counted() -> None:
    text = b'{"reason": "%s", "more": ["\\\\", "\\""]}'
    assert not deep(text % (b"[" * 200)) and not deep(b"[]" * 200) and not deep(text % b'\\"[[' * 90)
    assert deep(b'["[", ' * 65) and not deep(b"[" * 64 + b"]" * 64)
