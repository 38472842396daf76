"""What goes wrong at a table in a browser: reloads, the back button, two tabs, lost answers, slow lines, a server that
dies. Nothing is lost, nothing is made twice, and the player is told in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.catalogue import open_game
from hexledger.engine.kernel.decisions import Decision, Reveal, Seal
from hexledger.events.frame import DECISION, Frame
from hexledger.events.ledger import Ledger
from hexledger.events.model import Rolled
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import play_on
from tests.browser.table_page import TablePage
from tests.browser.test_table import Watched, begun, served

WIDE: Final = {"viewport": {"width": 1440, "height": 900}}
AGAIN: Final = "() => window.desk?.table?.ready"


@contextmanager
def at_the_table(browser: Any, log: Path) -> Iterator[TablePage]:
    """A table that is served, and its first page once it is asked something."""
    with served(log) as (_, addresses):
        table = TablePage(browser.new_page(**WIDE), next(iter(addresses.values())))
        table.settle()
        yield table


def before_a_roll(path: Path) -> Decision:
    """Push to Caen, played by bots up to a decision that rolls a die, which is returned."""
    whole = path.with_name("whole.hxl")
    with Chronicle.create(whole, new_genesis("june_6/push_to_caen", seed="before a roll")) as chronicle:
        while True:
            play_on(chronicle, {1: greedy_bot, 2: greedy_bot}, limit=1)
            head = chronicle.timeline.head
            frame = chronicle.frame(head)
            decision = chronicle.decision(head)
            if (
                isinstance(decision, Decision)
                and not isinstance(decision, Seal | Reveal)
                and any(isinstance(event, Rolled) for event in frame.events)
            ):
                Ledger.create_with(path, list(chronicle.ledger.payloads(0, head))).close()
                return decision


def made_at(log: Path, head: int) -> list[Frame]:
    """The decisions that stand in a log right after a frame: one, if nothing is lost and nothing made twice."""
    with Chronicle.read(log) as chronicle:
        after = [seq for seq, parent in enumerate(chronicle.timeline.parents) if parent == head]
        return [chronicle.frame(seq) for seq in after if chronicle.timeline.kinds[seq] == DECISION]


def drafted(table: TablePage) -> Any:
    """What is begun on a page."""
    return table.js("() => { const { kind, given, picks, way } = desk.table.draft; return [kind, given, picks, way]; }")


def test_what_is_begun_outlives_reload_and_back_and_a_lost_answer_is_decided_once(browser: Any, tmp_path: Path) -> None:
    log = tmp_path / "caen.hxl"
    decision = before_a_roll(log)
    with at_the_table(browser, log) as table:
        head = table.asked["head"]
        table.decide_alone(decision, open_game("june_6"), commit=False)
        begun_here = drafted(table)
        table.page.reload()
        table.page.wait_for_function(AGAIN)
        assert drafted(table) == begun_here, "a reload keeps what is begun"
        table.page.goto("about:blank")
        table.page.go_back()
        table.page.wait_for_function(AGAIN)
        assert drafted(table) == begun_here, "so do leaving the page and coming back"
        table.until("() => desk.table.looked?.legal && !desk.table.stale")

        def lost(route: Any) -> None:
            route.fetch()
            route.abort()

        table.page.route("**/table/decisions", lost)
        table.press("#commit")
        table.until(f"() => desk.table.asked.head > {head} && !desk.table.busy")
        table.page.unroute("**/table/decisions")
        assert table.js("() => desk.table.draft === null || desk.table.draft.order.length === 0")
        assert [any(isinstance(event, Rolled) for event in frame.events) for frame in made_at(log, head)] == [True]
        assert all("ERR_" in error or "Failed to load" in error for error in table.errors), table.errors
    assert audit(log).intact


@pytest.mark.long
def test_an_answer_that_never_comes_is_said_in_words_and_pressing_again_makes_it_once(
    browser: Any, tmp_path: Path
) -> None:
    log = tmp_path / "caen.hxl"
    decision = before_a_roll(log)
    with at_the_table(browser, log) as table:
        head = table.asked["head"]
        table.decide_alone(decision, open_game("june_6"), commit=False)
        table.page.route("**/table/decisions", lambda route: route.abort())
        table.press("#commit")
        table.page.wait_for_selector('.refused:has-text("never made twice")')
        assert table.asked["head"] == head
        table.page.unroute("**/table/decisions")
        table.press("#commit")
        table.until(f"() => desk.table.asked.head > {head}")
        assert len(made_at(log, head)) == 1
    assert audit(log).intact


@pytest.mark.long
def test_two_tabs_of_one_seat_that_decide_at_once_make_one_decision_and_the_other_is_told(
    browser: Any, tmp_path: Path
) -> None:
    log = begun(tmp_path / "caen.hxl")
    with served(log) as (_, addresses):
        tabs = [TablePage(browser.new_page(**WIDE), next(iter(addresses.values()))) for _ in range(2)]
        game, choices = Watched(log).chronicle.game, list(Watched(log).chronicle.choices())
        for tab, decision in zip(tabs, choices, strict=False):
            tab.settle()
            tab.decide_alone(decision, game, commit=False)
            # no news reaches either tab before both have pressed
            tab.js("() => { desk.grow = desk.table.refresh = () => Promise.resolve(); }")
        head = tabs[0].asked["head"]
        for tab in tabs:
            tab.press("#commit")
        tabs[1].page.wait_for_selector('.refused:has-text("play has moved on")')
        for tab in tabs:
            tab.js("() => { delete desk.grow; delete desk.table.refresh; return desk.table._follow(); }")
            tab.until(f"() => !desk.table.busy && desk.table.asked.head > {head}")
        assert [bytes(frame.decision) for frame in made_at(log, head)] == [bytes(game.codec.encode(choices[0]))]
    assert audit(log).intact


@pytest.mark.long
def test_a_tab_whose_draft_is_overtaken_says_that_play_has_moved_on(browser: Any, tmp_path: Path) -> None:
    log = begun(tmp_path / "caen.hxl")
    with served(log) as (_, addresses):
        address = next(iter(addresses.values()))
        first, second = (TablePage(browser.new_page(**WIDE), address) for _ in range(2))
        watched = Watched(log)
        first.settle()
        second.settle()
        first.decide_alone(watched.advised(), watched.chronicle.game, commit=False)
        head = first.asked["head"]
        second.decide(watched.advised(), watched.chronicle.game)
        first.until(f"() => desk.table.asked.head > {head}")
        assert "play has moved on" in first.page.inner_text("#said")
    assert audit(log).intact


@pytest.mark.long
def test_on_a_slow_line_a_button_pressed_three_times_decides_once(browser: Any, tmp_path: Path) -> None:
    log = begun(tmp_path / "caen.hxl")
    with at_the_table(browser, log) as table:
        watched = Watched(log)

        def slow(route: Any) -> None:
            table.page.wait_for_timeout(300)
            route.continue_()

        table.page.route("**/table/*", slow)
        for _ in range(2):
            head = table.asked["head"]
            table.decide_alone(watched.advised(), watched.chronicle.game, commit=False)
            table.js("() => { const b = document.getElementById('commit'); b.click(); b.click(); b.click(); }")
            table.until(f"() => desk.table.asked.head > {head} && desk.table.ready && !desk.table.busy")
            assert len(made_at(log, head)) == 1
        table.page.unroute_all(behavior="wait")  # what is still on the way arrives before the next test begins
        assert table.errors == []
    assert audit(log).intact


@pytest.mark.long
def test_a_server_that_dies_and_comes_back_finds_the_page_where_it_was(browser: Any, tmp_path: Path) -> None:
    log = begun(tmp_path / "caen.hxl")
    with served(log) as (server, addresses):
        address = next(iter(addresses.values()))
        port = address.split(":")[2].split("/")[0]
        table = TablePage(browser.new_page(**WIDE), address)
        table.settle()
        watched = Watched(log)
        table.decide(watched.advised(), watched.chronicle.game)
        table.decide_alone(watched.advised(), watched.chronicle.game, commit=False)
        begun_here, head = drafted(table), table.asked["head"]
        server.kill()
        server.wait()
        table.page.wait_for_function("() => document.getElementById('follow').textContent.startsWith('not connected')")
        assert "does not answer" in table.page.inner_text("#follow")
        table.press("#commit")
        table.page.wait_for_selector('.refused:has-text("never made twice")')
    with served(log, port=port) as (_, again):
        assert next(iter(again.values())) == address
        table.page.wait_for_function("() => document.getElementById('follow').textContent === 'at the table'")
        assert drafted(table) == begun_here
        table.press("#commit")
        table.until(f"() => desk.table.asked.head > {head} && desk.table.ready")
    assert audit(log).intact
