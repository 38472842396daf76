"""Every decision, forwards and backwards, with the positions that the projections give."""

from __future__ import annotations

from random import Random

import pytest

from hexledger.events.model import Resolved
from hexledger.projections.fold import fold
from hexledger.projections.state import State
from hexledger.replays.log.chronicle import Chronicle

POINTS = 50
LONGER = [pytest.param(name, marks=pytest.mark.long) for name in ("caen", "long", "europe", "normandy")]
EVERY = 10_000
"""More decisions than a game has."""


def truth(chronicle: Chronicle, seq: int) -> dict[str, str]:
    """Unit id -> place after a frame, folded from nothing."""
    game = chronicle.game
    state = fold(State(), [event for frame in chronicle.frames(seq) for event in frame.events])
    return {game.piece(piece): game.place(place) for piece, place in state.at.items()}


@pytest.mark.parametrize("most", [25, pytest.param(EVERY, marks=pytest.mark.long)])
def test_the_arrow_keys_go_through_decisions_to_the_end_and_back(desk, most):
    page = desk("caen", "#0")
    line = page.line[-most:]
    assert len(line) == min(most, len(page.line))
    page.js("(seq) => desk.go(seq)", line[0])
    for keys, expected in (("ArrowRight", line[1:]), ("ArrowLeft", line[-2::-1])):
        seen = []
        for _ in expected:
            page.page.keyboard.press(keys)
            seen.append(page.seq)
        assert seen == expected


@pytest.mark.parametrize("name", ["bulge", *LONGER])
def test_units_stand_where_the_projections_say_at_fifty_random_moments(desk, name):
    page = desk(name)
    chance = Random(f"moments of {name}")
    with Chronicle.read(page.log) as chronicle:
        places = [seq for seq in range(len(chronicle.timeline)) if chronicle.timeline.is_place(seq)]
        assert len(places) > 150
        for seq in chance.sample(places, POINTS):
            page.js("(seq) => desk.go(seq)", seq)
            assert page.seq == seq
            assert page.positions() == truth(chronicle, seq), f"frame {seq}"


@pytest.mark.parametrize("name", ["bulge", *LONGER])
def test_the_buttons_go_through_every_decision_of_a_game_and_show_the_same_both_ways(desk, name):
    page = desk(name, "#0")
    walk = """(id) => {
      const seen = [];
      const button = document.getElementById(id);
      while (!button.disabled) {
        button.click();
        const at = [...desk.game.at(desk.seq).at].sort((a, b) => a[0] - b[0]);
        seen.push([desk.seq, JSON.stringify(at), document.querySelector('#panel .what-big').textContent]);
      }
      return seen;
    }"""
    there = page.js(walk, "forward")
    back = page.js(walk, "back")
    assert [row[0] for row in there] == page.line[1:]
    assert [row[0] for row in back] == page.line[-2::-1]
    shown = {row[0]: row[1:] for row in there}
    assert all(shown[row[0]] == row[1:] for row in back if row[0])
    with Chronicle.read(page.log) as chronicle:
        game = chronicle.game
        for seq, at, words in there:
            state = chronicle.state(seq)
            assert at == str([[piece, state.at[piece]] for piece in sorted(state.at)]).replace(" ", "")
            assert words == game.decide_text(
                chronicle.frame(seq).decision, chronicle.state(chronicle.frame(seq).parent)
            )


def tables_read(page):
    """Frame -> tables that were read in it, in the order of the line."""
    with Chronicle.read(page.log) as chronicle:
        word = chronicle.game.word_key
        return {
            seq: {word(event.table) for event in chronicle.frame(seq).events if isinstance(event, Resolved)}
            for seq in page.line
        }


def test_next_combat_does_not_stop_at_the_weather_or_other_tables(desk):
    page = desk("bulge", "#0")
    read = tables_read(page)
    fights = [seq for seq, tables in read.items() if "table.crt" in tables]
    weather = next(seq for seq, tables in read.items() if "table.weather" in tables and fights[0] < seq < fights[-1])
    while page.seq < weather:
        page.page.click("#combat")
        assert page.seq in fights
    assert page.seq == next(seq for seq in fights if seq > weather)


def test_first_last_combat_and_unit_buttons_go_where_they_say(desk):
    page = desk("caen", "#0")
    page.page.click("#last")
    assert page.seq == page.line[-1]
    page.page.click("#first")
    assert page.seq == 0
    page.page.click("#combat")
    fights = [seq for seq, tables in tables_read(page).items() if "table.crt" in tables]
    assert page.seq == fights[0]
    page.page.keyboard.press("c")
    assert page.seq == fights[1]
    page.page.keyboard.press("Shift+C")
    assert page.seq == fights[0]
    unit = page.js(
        """(() => {
          const piece = desk.game.frames[desk.seq].e.find((e) => e.p).p[0];
          desk.chooseUnit(piece);
          return piece;
        })()"""
    )
    page.page.click("#unit")
    assert page.seq > fights[0]
    assert unit in page.js("[...desk.game.about(desk.seq).pieces]")


def test_play_goes_forward_by_itself_and_stops_at_the_press_of_a_key(desk):
    page = desk("caen", "#10")
    page.page.select_option("#speed", "150")
    page.page.click("#play")
    page.page.wait_for_function("() => desk.seq >= 13")
    page.page.locator("#map").focus()
    page.page.keyboard.press(" ")
    stopped = page.seq
    page.page.wait_for_timeout(500)
    assert page.seq == stopped
    assert page.page.get_attribute("#play", "aria-pressed") == "false"


def test_the_slider_and_the_timeline_lead_to_a_moment(desk):
    page = desk("caen", "#0")
    page.page.evaluate(
        "() => { const s = document.getElementById('slider'); s.value = 77; s.dispatchEvent(new Event('input')); }"
    )
    assert page.seq == page.line[77]
    page.page.click(f"#list .row[data-seq='{page.line[80]}']")
    assert page.seq == page.line[80]
    assert page.page.get_attribute(f"#list .row[data-seq='{page.line[80]}']", "aria-current") == "step"


def test_an_address_that_is_typed_is_followed_though_the_page_writes_its_own_just_then(desk):
    """It wrote over the address before it had heard of it."""
    page = desk("falaise", "#at=3")
    page.js("() => { location.hash = '#at=2'; dispatchEvent(new Event('copy')); }")
    page.page.wait_for_function("() => desk.seq === 2", timeout=20_000)
