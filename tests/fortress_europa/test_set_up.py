"""Set-up of every scenario (3.2, 3.3, 22.1, 33.3)."""

from __future__ import annotations

import pytest

from hexledger.engine.building.floor import Halt
from hexledger.engine.dice.rolling import PracticeRoller
from hexledger.engine.errors import BadDecision, UnknownName
from hexledger.engine.games.fortress_europa.questions import capacity
from hexledger.engine.games.fortress_europa.rules import hidden
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.seals import reveal
from hexledger.events import model as ev
from hexledger.projections.state import State
from tests.fortress_europa.builder import game, position

FROM_JUNE = ("campaign", "invasion", "to_the_west_wall")
FROM_DECEMBER = ("battle_of_the_bulge", "on_to_berlin")


def placed(scenario: str) -> State:
    """The state right after the set-up is written, before anything runs."""
    act = Recorder(game(), State(), PracticeRoller(b"." * 32, "test", 0))
    game().setup(act, scenario, {})
    return act.state


def test_the_five_scenarios_are_there() -> None:
    assert sorted(game().scenario_ids) == sorted((*FROM_JUNE, *FROM_DECEMBER))


@pytest.mark.parametrize("scenario", FROM_JUNE)
def test_before_june_the_germans_stand_in_their_districts_and_the_allies_wait_in_england_and_africa(
    scenario: str,
) -> None:
    b = position(scenario, with_setup=True)
    assert game().check_invariants(b.pos) == []
    assert b.pos.ashore(f.ALLIED) == ()
    assert len(b.pos.ashore(f.GERMAN)) == 82
    assert b.at("us_1") == "england" and b.at("us_3") == "africa"
    assert b.has("i_716", "frozen") == f.SEVENTH
    assert b.pos.controller(b.hex("R11")) == f.GERMAN, "the German controls every land hex at first (3.3)"


@pytest.mark.parametrize("scenario", FROM_JUNE)
def test_hidden_units_are_not_on_the_map_until_they_are_revealed(scenario: str) -> None:
    b = position(scenario, with_setup=True)
    units = ("pz_2", "pz_21", "pz_116", "ss_12", "ss_101", "i_352", "heydte", "i_30", "i_275")
    assert [unit for unit in units if not b.gone(unit)] == []
    b.state.agenda = ()
    b.act().then(hidden.SealHidden(), hidden.RevealHidden(), Halt())
    b.play(hidden.default(b.pos))
    assert b.state.seals.keys() == {f.GERMAN << 16 | game().words["seal.hidden"]}
    b.play(hidden.default(b.pos))
    assert b.at("pz_21") == "M7" and b.at("i_275") == "D7"
    assert b.has("i_275", "frozen") == f.SEVENTH, "two hidden units are frozen (9.4)"
    assert b.has("pz_21", "frozen") == 0
    assert not b.state.seals


@pytest.mark.parametrize("scenario", FROM_DECEMBER)
def test_in_december_the_spare_supply_capacity_is_thirteen(scenario: str) -> None:
    state = placed(scenario)
    pos = game().position(state)
    assert capacity.reckon(pos) == 13, "33.3.3"
    assert capacity.current(pos) == 13
    assert game().check_invariants(pos) == []


@pytest.mark.parametrize("scenario", FROM_DECEMBER)
def test_in_december_the_fortresses_named_are_destroyed_and_volkssturm_has_appeared_in_nine_cities(
    scenario: str,
) -> None:
    state = placed(scenario)
    pos = game().position(state)
    at = game().find_place
    gone = ("A16", "B2", "D13", "H5", "P5", "U5", "V4", "W4", "Y4", "CC15", "GG9", "GG10", "HH8", "II7", "II8")
    assert [label for label in gone if pos.fortress(at(label))] == []
    assert pos.fortress(at("X4")) and pos.fortress(at("HH11"))
    assert sum(1 for key in state.markers if key & 0xFFFF == f.VOLKSSTURM) == 9
    assert pos.controller(at("R11")) == f.ALLIED and pos.controller(at("JJ8")) == f.GERMAN


@pytest.mark.parametrize("scenario", FROM_DECEMBER)
def test_in_december_no_german_is_frozen_and_every_base_in_allied_hands_has_been_captured(scenario: str) -> None:
    state = placed(scenario)
    pos = game().position(state)
    assert not any(pos.frozen(piece) for piece in pos.ashore(f.GERMAN))
    at = game().find_place
    assert state.marker(at("B2"), -1, f.BASE_CAPTURED) == 1
    assert state.marker(at("C9"), -1, f.BASE_CAPTURED) == 0, "St. Nazaire is German (33.4.6)"


def test_a_hidden_unit_that_was_written_down_where_it_may_not_be_appears_in_its_default_hex() -> None:
    b = position(with_setup=True)
    b.state.agenda = ()
    b.act().then(hidden.SealHidden(), hidden.RevealHidden(), Halt())
    listed = hidden.HideUnits(((b.piece("pz_21"), b.hex("T4")), (b.piece("i_30"), b.hex("K4"))))  # type: ignore[arg-type]
    b.play(listed, listed)
    assert b.at("pz_21") == "M7", "T4 is sea"
    assert b.at("i_30") == "N5", "the 30th belongs to the 15th Army"


def test_another_list_than_the_sealed_one_is_refused() -> None:
    b = position(with_setup=True)
    b.state.agenda = ()
    b.act().then(hidden.SealHidden(), hidden.RevealHidden(), Halt())
    b.play(hidden.default(b.pos))
    other = reveal(hidden.HideUnits(()), "salt")
    assert b.refuses(other).rule == "FE 3.7"


def test_a_unit_of_a_district_may_be_set_up_anywhere_in_it_and_nowhere_else() -> None:
    b = position(with_setup=True)
    b.play("set_up i_85 U7")
    assert b.at("i_85") == "U7", "FE-001: the 85th belongs to the 15th Army"
    assert b.refuses("set_up i_85 K4").rule == "FE 3.3"


def test_a_unit_of_a_named_city_stays_there() -> None:
    assert position(with_setup=True).refuses("set_up ss_1 BB9").rule == "FE 3.3"


def test_coastal_defence_units_are_set_up_on_invadable_coast_but_not_in_inland_ports() -> None:
    b = position(with_setup=True)
    b.play("set_up cd_7a L4")
    assert b.at("cd_7a") == "L4"
    assert b.refuses("set_up cd_7a M6").rule == "FE 22.1", "Caen is an inland port"
    assert b.refuses("set_up cd_7a L5").rule == "FE 22.1", "no coast"


def test_the_set_up_may_not_exceed_the_stacking_limit() -> None:
    b = position(with_setup=True)
    b.play("set_up i_243 K2", "set_up i_91 K2")
    assert b.refuses("set_up i_266 K2").rule == "FE 6.1"


def test_every_set_up_that_is_offered_is_legal() -> None:
    assert position(with_setup=True).check_choices() > 1000


def test_unknown_options_values_and_scenarios_are_refused() -> None:
    roller = PracticeRoller(b"." * 32, "test", 0)
    with pytest.raises(UnknownName):
        kernel.begin(game(), "campaign", {"31.99": True}, roller)
    with pytest.raises(BadDecision):
        kernel.begin(game(), "campaign", {"31.4": "perhaps"}, roller)
    with pytest.raises(UnknownName):
        kernel.begin(game(), "market_garden", {}, roller)


def test_an_option_that_is_switched_on_is_in_play_and_noted() -> None:
    b = position(with_setup=True, options=("31.4",))
    assert b.pos.option("31.4") and not b.pos.option("31.5")


def test_every_scenario_can_be_played_and_no_other() -> None:
    assert {name: game().playable(name) for name in game().scenario_ids} == dict.fromkeys(game().scenario_ids, True)
    assert len(game().scenario_ids) == 5
    assert game().playable("market_garden") == "no scenario market_garden"


def test_the_bulge_begins_in_the_german_first_combat_impulse_of_december_three_under_overcast() -> None:
    act = Recorder(game(), State(), PracticeRoller(b"." * 32, "test", 0))
    game().setup(act, "battle_of_the_bulge", {})
    kernel.settle(act)
    pos = act.pos
    assert game().turn(act.state.turn) == "December III"
    assert pos.weather == f.OVERCAST_STAR, "33.3.4"
    assert (pos.active_side, pos.impulse) == (f.GERMAN, 1)
    phases = [game().word_key(event.phase) for event in act.events if isinstance(event, ev.PhaseBegan)]
    assert phases == ["phase.weather", "phase.first_combat"]
