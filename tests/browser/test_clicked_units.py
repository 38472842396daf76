"""Units are clicked one after the other and the map shows what goes with them: a retreat, an attack of several; and
what lies open over the map is out of the way of the next click."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from hexledger.engine.building.floor import built_game
from hexledger.engine.catalogue import GAMES
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.naming.typed import units_of
from hexledger.events.ledger import Ledger
from hexledger.replays.log.chronicle import Chronicle
from tests.browser.table_page import TablePage
from tests.browser.test_every_class import begun_with, floored, games
from tests.every_game.gathering import Gathered
from tests.every_game.positions import listed, positions
from tests.replays.viewer.tables import TOKEN, tables

__all__ = ["floored"]

BY_DAY: Final = ("case_yellow", "fortress_europa")
"""A retreat of which everything is filled, and one whose unit the page has taken."""
SMALL: Final = 0.15
"""Below this zoom a stack is one square with its number."""
OPEN: Final = "() => desk.table.marks().open.filter((place) => place < desk.geo.count)"
QUIET: Final = "() => { const d = desk.table.draft; return d && (!desk.table.field || d.values) && !desk.table.stale; }"


@contextmanager
def opened(browser: Any, folder: Path, game: str, fits: Callable[[Gathered], bool]) -> Iterator[tuple[TablePage, Any]]:
    """The page of a kept position, and the decision that a test makes there."""
    moment = begun_with(next(one for one in positions(game) if fits(one)), folder / "kept.hxl")
    with at_table(browser, moment.log) as table:
        yield table, moment.decision


@contextmanager
def at_table(browser: Any, log: Path) -> Iterator[TablePage]:
    """The page of a log, once it knows what may be decided."""
    with tables([log]) as served:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        table = TablePage(page, f"{served.address}/games/{log.stem}?token={TOKEN}")
        table.until("() => desk.table.ready")
        yield table
        assert table.errors == []
        browser.give_back(page)


def kind(name: str) -> Callable[[Gathered], bool]:
    """Whether a kept decision is of a kind, and listed."""
    return lambda one: one.kind == name and listed(one)


def alone(game: str, folder: Path) -> Path:
    """A log that ends where a unit of its own, or a hex, is to retreat: the first one of recorded games."""
    for log in games(game, folder):
        with Chronicle.read(log) as chronicle:
            for frame in chronicle.frames(chronicle.timeline.head):
                made = chronicle.decision(frame.seq) if frame.seq and frame.parent == frame.seq - 1 else None
                if (
                    isinstance(made, Decision)
                    and made.kind() == "retreat"
                    and len(set(units_of(chronicle.game, made))) < 2
                ):
                    path = folder / "alone.hxl"
                    Ledger.create_with(path, list(chronicle.ledger.payloads(0, frame.seq))).close()
                    return path
    raise AssertionError(f"no retreat of one unit in a recorded game of {game}")


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game in BY_DAY else [pytest.mark.long]) for game in sorted(GAMES)]
)
def test_a_retreat_is_made_by_a_click_on_the_unit_and_one_on_a_marked_hex(
    browser: Any, tmp_path: Path, game: str
) -> None:
    """Whoever clicks what is marked gets on: the units, where they are not the only ones, then where to."""
    with at_table(browser, alone(game, tmp_path)) as table:
        clicks = 0
        while not table.js("() => Boolean(desk.table.looked?.legal)"):
            marked = table.js(OPEN)
            assert marked and clicks < 4, f"{clicks} clicks, {marked} marked: {table.page.inner_text('#panel')}"
            table.at_hex(marked[0])
            table.page.wait_for_timeout(50)
            if table.page.locator("#fan").is_visible():
                table.press("#fan [data-able=true]")
            table.until(QUIET)
            clicks += 1
        assert table.js("() => desk.table.draft.kind") == "retreat" and table.page.locator("#commit").is_visible()
        zoom, ways = table.js("() => [desk.map.view.z, desk.table.marks().ways.flat().map((h) => desk.map.sees(h))]")
        assert ways and all(ways) and zoom > SMALL, "the way is seen, near enough to read the counters"


def _together(one: Gathered) -> bool:
    """Whether it is an attack of several units, the first of which is listed with none of the others alone."""
    if not kind("attack")(one):
        return False
    game = built_game(one.game)
    decision: Decision = game.codec.decode(one.decision)
    return len(list(units_of(game, decision))) > 1


@pytest.mark.usefixtures("floored")
def test_attackers_are_clicked_one_after_the_other_then_what_they_attack(browser: Any, tmp_path: Path) -> None:
    """A click on one of two that are listed together only takes both; one on the same unit takes it out again, and the
    page says that the other one alone is not listed; what they attack is marked, or chosen where it is one hex."""
    with opened(browser, tmp_path, "time_for_trumpets", _together) as (table, decision):
        first, second = list(units_of(built_game("time_for_trumpets"), decision))[:2]
        chosen = "() => desk.table.draft?.given.units ?? desk.table.draft?.picks ?? []"
        table.press('.verbs button[data-kind="attack"]')
        table.until(QUIET)
        few = table.page.get_by_text("Nothing is listed that goes with this one alone")
        for clicked, now in ((first, [first, second]), (second, [first]), (second, [first, second])):
            table.at_unit(clicked)
            table.until(QUIET)
            table.until(f"() => String(({chosen})().toSorted()) === '{','.join(map(str, now))}'")
            assert few.count() == (len(now) == 1)
            assert table.page.locator("#fan").is_hidden()
        assert table.js("() => desk.table.marks().open.length || Boolean(desk.table.looked?.legal)")


@pytest.mark.usefixtures("floored")
def test_a_stack_that_was_fanned_out_is_folded_when_the_draft_goes_on(browser: Any, tmp_path: Path) -> None:
    """J6 5.2: a bridge is blown from a hex with a stack to the hex beside it, which the fan would cover."""
    alone = "a_bridge_with_friends_only"
    with opened(browser, tmp_path, "june_6", lambda one: one.kind == "demolish" and alone in one.test) as (table, made):
        table.decide_alone(made, built_game("june_6"), commit=False)
        assert table.page.locator("#fan").is_hidden() and table.page.locator("#commit").is_visible()


@pytest.mark.usefixtures("floored")
def test_a_unit_that_somebody_else_names_is_not_taken_for_the_one_who_names_it(browser: Any, tmp_path: Path) -> None:
    """TFT 18.4.1: a unit that an HQ may put in reserve is clicked: the HQ is asked for or known, the unit picked."""
    with opened(browser, tmp_path, "time_for_trumpets", kind("designate")) as (table, decision):
        clicked = decision.units[0]
        table.at_unit(clicked)
        table.until("() => desk.table.draft || desk.table.piece >= 0")
        if table.js("() => desk.table.draft?.kind") != "designate":
            table.press('.verbs button[data-kind="designate"]')
        table.until(QUIET)
        table.until("() => desk.table.draft.given.by !== undefined || desk.table.field?.name === 'by'")
        by, picks = table.js("() => [desk.table.draft.given.by ?? null, desk.table.draft.picks]")
        assert by != clicked
        assert table.js(OPEN) if by is None else picks == [clicked]
