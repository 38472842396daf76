"""Pages and clients that ask too much of the table's server: many that listen, requests that trickle, hosts, tokens."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from hexledger.replays.viewer import guard, table_routes
from hexledger.replays.viewer.asked import deep
from tests.replays.viewer.games import begun
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
