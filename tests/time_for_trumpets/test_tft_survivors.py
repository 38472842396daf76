"""Rules of A Time for Trumpets that mutants got past: each test turns red when its line is changed."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import banks, fire
from hexledger.engine.games.time_for_trumpets.questions import modifiers as md
from hexledger.engine.games.time_for_trumpets.rules.bridging import of_december_16
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle


def rockets(fired_at: str = "") -> Built:
    """Two battalions of the 9th NW Brigade in range of two American battalions, each beside a German one of the 12th
    VG Division; one has fired at a hex."""
    b = position(turn="18MO").unit("us_99_393_i", "6020").unit("us_99_393_ii", "6222").unit("12_48_i", "6021")
    b.unit("12_48_ii", "6223").units("6024", "12vg_hq", "i_ss_hq").unit("9nw_i", "6124", mode=1).unit(
        "9nw_ii", "6124", mode=1
    )
    if fired_at:
        b.flag("9nw_i", "fired", 1).flag("9nw_i", "fired_at", b.hex(fired_at) + 1)
    return b


def test_a_rocket_brigade_fires_at_one_hex_in_a_turn() -> None:
    """45.1e: whichever battalion fired first binds the others."""
    one, other = "6020", "6222"
    for fired_at, may in (("", (True, True)), (one, (True, False)), (other, (False, True))):
        b = rockets(fired_at)
        gun = b.piece("9nw_ii")
        able = tuple(
            gun in fire.attack_guns(b.pos, (b.piece(unit),), b.hex(place))
            for unit, place in (("12_48_i", one), ("12_48_ii", other))
        )
        assert able == may, fired_at


@pytest.mark.parametrize(
    ("units", "turn", "advantage"),
    [
        (("2pz_304_i",), "18EV", True),
        (("2pz_304_i",), "18AF", False),
        (("2pz_304_i", "26_77_i"), "18EV", False),
        (("1ss_1_i",), "18EV", True),
        (("1ss_1_i", "3fj_9_i"), "18EV", True),
        (("1ss_1_i", "12_48_i"), "18EV", False),
        (("3fj_9_i",), "18EV", False),
        (("2pz_304_i", "3fj_9_i"), "18EV", False),
        (("26_77_i",), "18EV", False),
    ],
)
def test_the_german_night_advantage_is_for_three_divisions_alone(
    units: tuple[str, ...], turn: str, advantage: bool
) -> None:
    """41: a front-line unit of 1SS, 2SS or 2Pz, and nobody else, but that 3FJ may help 1SS."""
    b = position(turn=turn).unit("us_99_393_i", "6020").units("6021", *units)
    labels = [label for label, _, _ in md.shifts(b.pos, battle(b, ",".join(units), "6020"))]
    assert ("line.german_night" in labels) is advantage
    assert ("line.night" in labels) is (not advantage and turn == "18EV")


@pytest.mark.parametrize(
    ("events", "done"),
    [("plain plain", 2), ("help", 1), ("delay plain plain", 3), ("plain delay plain", 3), ("delay delay delay", 0)],
)
def test_the_bridges_of_16_december_grow_by_a_turn_or_two_or_not_at_all(events: str, done: int) -> None:
    """60.4: one turn of work a player turn; two by the event that helps, none by the one that delays."""
    b = position(turn="16MO")
    sides = [tuple(row["side"]) for row in b.pos.scenario.hooks["auto_bridges"]]
    for one, other in sides:
        b.blown(one, other)
    finished = 0
    for number, event in enumerate(events.split(), 1):
        b.assign("bridge_delay", int(event == "delay")).assign("bridge_help", int(event == "help"))
        of_december_16(b.act())
        if not finished and all(_stands(b, x, y) for x, y in sides):
            finished = number
    assert finished == done


def _stands(b: Built, one: str, other: str) -> bool:
    return banks.bridged(b.pos, b.hex(one), b.hex(other))


def test_each_headquarters_off_the_map_is_there_once() -> None:
    """H-9."""
    for scenario in ("losheim_gap", "bastogne", "campaign"):
        b = position(scenario, with_setup=True, seed="once")
        assert set(b.state.pool(w.POOL["off_map"]).values()) <= {1}
        assert set(b.state.pool(w.POOL["off_map"])) >= b.pos.scenario.off_map - set(b.state.at)
