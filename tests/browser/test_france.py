"""The review desk on France 1944: the increment track with its used and open boxes, and who waits to come in."""

from __future__ import annotations

from collections.abc import Callable

from hexledger.engine.games.france_1944.tables import words as w
from hexledger.replays.log.chronicle import Chronicle
from tests.browser.desk_page import DeskPage

Desk = Callable[..., DeskPage]


def tab(page: DeskPage, seq: int, name: str) -> DeskPage:
    """A panel after a decision."""
    page.js("([seq]) => { location.hash = `#at=${seq}` }", [seq])
    page.page.wait_for_function("(seq) => window.desk.seq === seq", arg=seq)
    page.page.get_by_role("tab", name=name).click()
    return page


def test_the_increment_track_shows_which_boxes_were_used_and_which_are_open(desk: Desk) -> None:
    page = desk("falaise")
    with Chronicle.read(page.log) as log:
        pool = log.game.words["pool.boxes"]
        path = log.timeline.path(log.timeline.head)
        seq = next(seq for seq in path if len(log.state(seq).pool(pool)) == 2 and log.state(seq).variable(w.VAR["box"]))
        pos = log.game.position(log.state(seq))
        track = log.game.view().tracks(pos)[-1]
    boxes = [[cell, mark] for cell, mark in zip(track.cells, track.marks, strict=True)]
    for name in ("Board", "Tracks"):
        shown = tab(page, seq, name).js(
            "[...document.querySelectorAll('#panel ul.cells li')].map((li) => [li.textContent, li.className])"
        )
        assert [one for one in shown if one in boxes] == boxes, name
    used = [cell for cell, mark in boxes if mark == "used"]
    assert used and {cell.split()[1] for cell in used} <= {"M", "A"}


def test_pieces_that_wait_to_come_in_are_named(desk: Desk) -> None:
    page = desk("falaise")
    with Chronicle.read(page.log) as log:
        pool = log.game.words["pool.waiting"]
        path = log.timeline.path(log.timeline.head)
        seq = next((seq for seq in path if log.state(seq).pool(pool)), -1)
        names = [log.game.piece_name(piece) for piece in log.state(seq).pool(pool)]
    assert names
    assert [name for name in names if name not in tab(page, seq, "Board").page.inner_text("body")] == []
