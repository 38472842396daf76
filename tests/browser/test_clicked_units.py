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
from tests.browser.table_page import TablePage
from tests.browser.test_every_class import begun_with, floored
from tests.every_game.gathering import Gathered
from tests.every_game.positions import listed, positions
from tests.replays.viewer.tables import TOKEN, tables

__all__ = ["floored"]

BY_DAY: Final = "fortress_europa"
OPEN: Final = "() => desk.table.marks().open.filter((place) => place < desk.geo.count)"
QUIET: Final = "() => { const d = desk.table.draft; return d && (!desk.table.field || d.values) && !desk.table.stale; }"


@contextmanager
def opened(browser: Any, folder: Path, game: str, fits: Callable[[Gathered], bool]) -> Iterator[tuple[TablePage, Any]]:
    """The page of a kept position, and the decision that a test makes there."""
    moment = begun_with(next(one for one in positions(game) if fits(one)), folder / "kept.hxl")
    with tables([moment.log]) as served:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        table = TablePage(page, f"{served.address}/games/kept?token={TOKEN}")
        table.until("() => desk.table.ready")
        yield table, moment.decision
        assert table.errors == []


def kind(name: str) -> Callable[[Gathered], bool]:
    """Whether a kept decision is of a kind, and listed."""
    return lambda one: one.kind == name and listed(one)


@pytest.mark.usefixtures("floored")
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == BY_DAY else [pytest.mark.long]) for game in sorted(GAMES)]
)
def test_a_retreat_is_made_by_a_click_on_the_unit_and_one_on_a_marked_hex(
    browser: Any, tmp_path: Path, game: str
) -> None:
    with opened(browser, tmp_path, game, kind("retreat")) as (table, decision):
        retreats = "() => desk.table.draft?.kind === 'retreat'"
        units = list(units_of(built_game(game), decision))
        if units and not table.js("() => desk.table.field?.role === 'route'"):
            table.at_unit(units[0])
            table.until("() => desk.table.draft || desk.table.piece >= 0")
        if not table.js(retreats):
            table.press('.verbs button[data-kind="retreat"]')
        table.until(QUIET)
        for _ in range(3):
            if table.js("() => Boolean(desk.table.looked?.legal)"):
                break
            marked = table.js(OPEN)
            assert marked, f"the map shows where to: {table.page.inner_text('#panel')}"
            table.at_hex(marked[0])
            table.page.wait_for_timeout(50)
            table.until(QUIET)
        assert table.js(retreats) and table.page.locator("#commit").is_visible()


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
