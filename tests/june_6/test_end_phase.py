"""The End Phase (3.8) and the verdict (PB 6.112, R-64)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.rules import victory
from hexledger.engine.games.june_6.rules.endphase import EndPhase
from hexledger.engine.games.june_6.rules.me_phase import PlayAm
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built, position


def verdict(*units: tuple[str, str]) -> tuple[int, str, Built]:
    """Winner and level when the scenario ends with these units on the map."""
    b = position(turn=3)
    for unit, label in units:
        b.unit(unit, label)
    victory.judge(b.act())
    return b.state.winner, b.game.words.key(b.state.level), b


ALLIED_IN_CAEN = ("3_br_8", "E1738")
GERMAN_NORTH = ("12ss_25", "E1837")


@pytest.mark.parametrize(
    ("units", "winner", "level"),
    [
        ((("3_br_8", "E1837"), ("12ss_25", "E1738")), f.ALLIED, "level.win"),
        ((GERMAN_NORTH, ALLIED_IN_CAEN), 0, "level.draw"),
        ((GERMAN_NORTH, ("3_br_8", "E1838")), 0, "level.draw"),
        ((GERMAN_NORTH, ("3_br_8", "E1938")), f.GERMAN, "level.win"),
    ],
    ids=["north bank taken", "Ally on the south bank", "Ally on the north bank", "no Ally in Caen"],
)
def test_the_verdict_is_the_first_level_whose_test_holds(
    units: tuple[tuple[str, str], ...], winner: int, level: str
) -> None:
    assert verdict(*units)[:2] == (winner, level)


def test_an_empty_north_bank_is_an_allied_win_even_without_an_ally_in_caen() -> None:
    assert verdict(("3_br_8", "E2237"), ("12ss_25", "E1738"))[0] == f.ALLIED


def test_a_german_hq_alone_holds_the_north_bank() -> None:
    winner, _, b = verdict(("12ss_hq", "E1737"), ("3_br_8", "E2237"))
    assert winner == f.GERMAN
    assert b.lines("reckon.victory") == {"line.german_units": 1, "line.allied_units": 0}
    assert b.rules() == ["PB 6.112"]


def test_the_last_turn_ends_with_the_verdict_and_no_new_turn() -> None:
    """3.87"""
    b = position(turn=3).unit("12ss_hq", "E1737").unit("12ss_25", "E1837").unit("3_br_hq", "E2438")
    b.unit("3_br_8", "E2237")
    b.run(EndPhase())
    assert b.state.over and b.offer is None
    assert b.of(ev.TurnBegan) == []


def ended(b: Built) -> Built:
    """A position after the End Phase of its first turn, at the first question of the second."""
    return b.unit("3_br_hq", "E2438").unit("12ss_hq", "E1736").unit("12ss_26", "E1737").run(EndPhase())


def test_pinned_scattered_and_fired_markers_come_off_and_unused_air_and_naval_markers_lapse() -> None:
    b = position(seed="x").unit("3_br_8", "E2336", pinned=True).unit("3_br_9", "E2337", scattered=True)
    b.unit("i_ss_nw", "E1837", fired=True).unit("i_ss_hq", "E1738").track("air", 3).track("naval", 2)
    ended(b)
    assert not b.has("3_br_8", "pinned") and not b.has("3_br_9", "scattered") and not b.has("i_ss_nw", "fired")
    lapsed = [b.game.rules.key(event.rule) for event in b.of(ev.TrackSet) if event.value == 0]
    assert lapsed.count("3.84") == 2
    assert {"3.82", "3.83"} <= set(b.rules())


def test_disorder_stays_when_the_turn_ends() -> None:
    b = ended(position(seed="x").unit("3_br_8", "E2336", disorder=2))
    assert b.has("3_br_8", "disorder") == 2


def test_attached_units_go_home_and_take_up_re_where_their_own_hq_is_missing() -> None:
    b = position(seed="x").unit("3_br_8", "E2336").unit("i_br_hq", "E2436")
    b.unit("i_br_79", "E2337", attached="3_br").unit("viii_br_79", "E2338", attached="3_br")
    ended(b)
    assert b.state.attached == {}
    assert (b.has("i_br_79", "re"), b.has("viii_br_79", "re")) == (0, 1)


def test_re_of_a_division_that_did_not_act_comes_off_with_the_turn() -> None:
    b = ended(position(seed="x").unit("3_br_8", "E2336").flag("3_br_8", "re"))
    assert b.has("3_br_8", "re") == 0


def test_a_reinforcement_that_found_no_room_enters_in_a_later_turn() -> None:
    b = position(seed="x").unit("i_ss_hq", "E1737").unit("3_br_8", "E1639").unit("3_br_9", "E2336")
    b.act().pool("pool.entering", b.piece("16lw_32"), 1)
    b.run(PlayAm(b.game.words["am.german_corps"])).pass_until()
    assert b.gone("16lw_32")
    ended(b)
    act = b.act()
    act.remove(b.piece("3_br_8"), "reason.eliminated")
    b.run(PlayAm(b.game.words["am.german_corps"]))
    assert b.at("16lw_32") == "E1639"
