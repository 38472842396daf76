"""Conformance cases of map, set-up, districts, special units, weather, air and victory, each named by its id."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import air, arrivals, contact, fuel, movement, naval, volkssturm
from hexledger.engine.games.fortress_europa.rules import air as air_rules
from hexledger.engine.games.fortress_europa.rules import (
    districts,
    losses,
    panzer_reserve,
    partisan,
    reinforcements,
    replacements,
    victory,
)
from hexledger.engine.games.fortress_europa.rules import fuel as fuel_rules
from hexledger.engine.games.fortress_europa.rules import naval as naval_rules
from hexledger.engine.games.fortress_europa.rules import volkssturm as volkssturm_rules
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.control import entered
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.rules.stacking import Overstacked
from hexledger.engine.games.fortress_europa.rules.weather import WeatherPhase, growing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.impulses import moving

CITY = "RR13"


def labels(places: frozenset[int], count: int) -> list[str]:
    return [game().place(place) for place in sorted(places)][:count]


# ---------------------------------------------------------------------- set-up and the map
def test_FE_001_the_85th_is_set_up_in_the_15th_army_district() -> None:
    b = position(with_setup=True).play("set_up i_85 U7")
    assert b.at("i_85") == "U7" and b.refuses("set_up i_85 K4").rule == "FE 3.3"


def test_FE_002_the_340th_of_group_13_comes_on_december_first() -> None:
    b = position(turn="December I").turn_of("german").run(reinforcements.Arrivals(f.GERMAN))
    assert b.pooled("due", "i_340") == 1
    assert (
        not position(turn="November IV").turn_of("german").run(reinforcements.Arrivals(f.GERMAN)).pooled("due", "i_340")
    )


def test_FE_004_the_mouth_of_bordeaux_is_a_river_and_zones_cross_it() -> None:
    b = position().unit("us_1", "B19")
    zone = {game().place(place) for place in b.pos.zoc(f.ALLIED)}
    assert {"A19", "B18"} <= zone
    assert b.pos.river(b.hex("A19"), b.hex("B19")) and b.pos.river(b.hex("B18"), b.hex("B19"))


def test_FE_005_no_zone_reaches_over_an_estuary() -> None:
    """7.1: by the hexsides of the board, and those that map_facts names: the mouths of Bordeaux, Nantes and Anvers."""
    ground, board = game().tables.ground, game().board
    banks = [(a, b) for a, b, side in board.data.sides if side.kind == "estuary" and {a, b} <= ground.land]
    named = {
        frozenset(game().find_place(one) for one in pair) for pair in (("A17", "B17"), ("C10", "D9"), ("BB4", "CC4"))
    }
    assert named <= {frozenset(pair) for pair in banks}
    for a, b in banks:
        built = position(turn="October II").unit("us_1", game().place(a))
        zone = built.pos.zoc(f.ALLIED)
        assert a in zone and b not in zone
        assert moving(built).refuses(f"move us_1 {game().place(b)}").rule == "FE 8.8"


def test_FE_020_no_coastal_defence_unit_is_set_up_in_anvers() -> None:
    b = position(with_setup=True)
    zone = next(
        game().piece(start.piece)
        for start in b.pos.scenario.setup
        if start.piece in game().tables.roster.coastal and start.zone == "district_15th"
    )
    assert b.refuses(f"set_up {zone} CC6").rule == "FE 22.1"
    assert game().find_place("CC6") in game().tables.ground.inland_ports


def test_FE_069_a_ship_lies_beside_a2_and_a3_off_the_map() -> None:
    b = position(turn="June I").assign("invasions", 1).assign("invasion_turn", 1).turn_of("allied", 1)
    b.run(naval_rules.PlaceNaval())
    beside = next(
        beside
        for beside in range(1, 7)
        if naval_rules.beside_refusal(b.pos, b.hex("A3"), beside) is None
        and all(_near(b, "A3", beside, label) for label in ("A2", "A3"))
    )
    b.play(f"move_ship naval_1 A3 {beside}")
    assert b.has("naval_1", "beside") == beside and b.game.check_invariants(b.pos) == []


def _near(b: Built, label: str, beside: int, target: str) -> bool:
    """Is the imaginary hex next to a hex of the map?"""
    trial = position().unit("naval_1", label, beside=beside)
    piece = trial.piece("naval_1")
    return naval.reaches(trial.pos, piece, b.hex(target))


def test_FE_073_five_armoured_units_may_take_the_netherlands_box_and_are_frozen_there() -> None:
    b = position(with_setup=True, options=("31.8",))
    dutch = [start.piece for start in b.pos.scenario.setup if start.zone == "district_netherlands"]
    tanks = ("ss_1", "ss_2", "ss_17", "pz_lehr", "pz_11")
    assert len(dutch) == len(tanks) == 5
    # A coastal defence unit finds no coast in the box of a city, so that an infantry unit of its coast comes between.
    coastal = next(piece for piece in dutch if piece in game().tables.roster.coastal)
    inland = [piece for piece in dutch if piece != coastal]
    for tank, unit in zip(tanks[:4], inland, strict=True):
        b.play(f"exchange {tank} {game().piece(unit)}")
    b.play(f"exchange i_716 {game().piece(coastal)}", "exchange pz_11 i_716")
    for tank in tanks:
        assert b.has(tank, "frozen") == f.NETHERLANDS
        assert b.pos.at(b.piece(tank)) in game().board.in_area("district_netherlands")
    assert position(with_setup=True).refuses("exchange ss_1 i_347").rule == "FE 3.3", "without the option"


def test_FE_077_the_hex_p4_is_le_havre() -> None:
    assert game().board.names[game().find_place("P4")] == "Le Havre"


def test_FE_088_a_city_in_the_mountains_holds_one_unit() -> None:
    board, ground = game().board, game().tables.ground
    city = game().place(next(p for p in sorted(ground.cities) if board.terrain[p] == "mountain"))
    b = position().units(city, "us_1", "us_4").turn_of("allied", 1).run(Overstacked(f.ALLIED))
    assert b.choices() == ["remove_excess us_1", "remove_excess us_4"]


def test_FE_098_a_unit_that_stood_on_flooded_ground_moves_in_the_second_impulse() -> None:
    flooded = next(p for p in sorted(game().tables.ground.land) if game().board.terrain[p] == "flooded")
    b = position().unit("us_1", game().place(flooded)).turn_of("allied", 2)
    assert movement.stays(b.pos, b.piece("us_1")) is None and movement.reach(b.pos, b.piece("us_1"))


def test_FE_101_a_unit_goes_on_over_the_dyke_in_one_move() -> None:
    b = position().unit("us_1", "HH2").turn_of("allied", 1).run(MoveImpulse(f.ALLIED, 1)).play("move us_1 II2,JJ2")
    assert b.at("us_1") == "JJ2"


# ---------------------------------------------------------------------- districts
def frozen() -> Built:
    b = position(turn="June I").unit("i_716", "M6", frozen=f.SEVENTH).unit("i_245", "R5", frozen=f.FIFTEENTH)
    return b.unit("i_708", "B15", frozen=f.FIRST)


def test_FE_104_an_invasion_of_the_7th_district_frees_the_7th_army_only() -> None:
    b = frozen()
    districts.invade(b.act(), b.path("L4", "K4"))
    assert [b.has(unit, "frozen") for unit in ("i_716", "i_245", "i_708")] == [0, f.FIFTEENTH, f.FIRST]


def test_FE_105_allies_in_the_15th_district_free_all_germans() -> None:
    ground = game().tables.ground
    inside, outside = next(
        (there, here)
        for here in sorted(ground.land)
        for there in ground.links[here]
        if ground.district[there] == f.FIFTEENTH and ground.district[here] != f.FIFTEENTH
    )
    b = frozen().unit("us_1", game().place(outside))
    b.act().move(b.piece("us_1"), (outside, inside), "mode.move")
    entered(b.act(), b.piece("us_1"), (outside, inside))
    assert [b.has(unit, "frozen") for unit in ("i_716", "i_245", "i_708")] == [0, 0, 0]


def test_FE_106_a_mobile_german_takes_a_frozen_units_place() -> None:
    b = position().unit("i_243", "K4", frozen=f.SEVENTH).unit("pz_2", "L4")
    level = b.pos.scenario.level[f.SEVENTH]
    for piece in sorted({*game().tables.roster.land_of[f.GERMAN]} - {b.piece("i_243"), b.piece("pz_2")})[: level - 1]:
        b.act().place(piece, b.hex("K5"), 1)
    b.turn_of("german", 1).run(MoveImpulse(f.GERMAN, 1)).play("move pz_2 K4", "relieve pz_2 i_243")
    assert not b.has("i_243", "frozen")
    b.play("move i_243 J4")
    assert b.at("i_243") == "J4", "at once"


# ---------------------------------------------------------------------- special units
def test_FE_029_the_automatic_partisan_appears_in_the_second_impulse_of_june_first() -> None:
    b = position(turn="June I").run(partisan.RollForPartisan())
    assert not b.rolls, "no die on turn 1"
    b.turn_of("allied", 2).run(MoveImpulse(f.ALLIED, 2))
    place = next(one.split()[1] for one in b.choices() if one.startswith("place_partisan"))
    b.play(f"place_partisan {place}")
    assert b.at("partisan") == place


@pytest.mark.parametrize(("die", "at_hand"), [(5, 1), (4, 0)])
def test_FE_176_FE_177_in_july_a_partisan_comes_on_five_and_not_on_four(die: int, at_hand: int) -> None:
    assert position(turn="July I", dice=[die]).run(partisan.RollForPartisan()).pooled("due", "partisan") == at_hand


def test_FE_178_the_partisan_goes_when_the_german_second_move_impulse_ends() -> None:
    b = position(turn="July I").unit("partisan", "O9").turn_of("german", 2).run(sequence.EndMove(f.GERMAN, 2))
    assert b.gone("partisan")


def test_FE_180_with_eight_volkssturm_in_play_a_ninth_city_gets_none() -> None:
    b = position().units("RR20", *(f"volkssturm_{number}" for number in range(1, 9)))
    place = next(p for p in sorted(game().tables.ground.germany) if len(volkssturm.called(b.pos, p)) == 1)
    (city,) = volkssturm.called(b.pos, place)
    volkssturm_rules.approached(b.act(), place)
    assert b.pos.units(city) == () and volkssturm.at_hand(b.pos) == ()


def test_FE_081_what_the_frozen_136th_rebuilds_is_frozen() -> None:
    b = position(turn="July II").turn_of("german").track("german", 1, f.GERMAN)
    b.unit("hqt_136", "Y6", frozen=f.FIFTEENTH).act().pool("pool.eliminated", b.piece("i_352"), 1)
    b.run(replacements.Spend(f.GERMAN)).play("use_hq_troops hqt_136 i_352")
    assert b.at("i_352") == "Y6" and b.pos.steps(b.piece("i_352")) == 2 and b.has("i_352", "frozen") == f.FIFTEENTH


def augmented() -> Built:
    b = position(turn="July II").unit("us_1", "england").turn_of("allied").track("us", 1, f.ALLIED)
    return b.run(replacements.Spend(f.ALLIED)).play("augment us_1")


def test_FE_184_an_augmented_division_that_loses_a_step_is_a_6_4_and_its_counter_gone() -> None:
    b = augmented()
    losses.lose_step(b.act(), b.piece("us_aug_1"), "15.3")
    assert b.at("us_1") == "england" and b.pos.cf(b.piece("us_1")) == 6 and b.pooled("gone", "us_aug_1")


def test_FE_185_an_augmented_division_that_loses_two_steps_is_a_reduced_6_4() -> None:
    b = augmented()
    losses.lose_step(b.act(), b.piece("us_aug_1"), "15.3")
    losses.lose_step(b.act(), b.piece("us_1"), "15.3")
    assert b.at("us_1") == "england" and b.pos.cf(b.piece("us_1")) == 3


def test_FE_186_for_a_panzer_out_of_supply_the_nearest_stronger_armour_may_go_to_the_reserve() -> None:
    b = position(turn="November I").turn_of("german").unit("pz_116", "D5").unit("us_1", "D7")
    b.unit("ss_10", CITY).unit("pz_9", "RR14").run(reinforcements.Arrivals(f.GERMAN))
    assert b.choices() == ["send_to_reserve ss_10", "no_substitute"]
    b.play("send_to_reserve ss_10")
    assert b.at("pz_116") == "D5" and b.at("ss_10") == "panzer_reserve"
    none = position(turn="November I").turn_of("german").unit("pz_116", "D5").unit("us_1", "D7").unit("i_352", CITY)
    assert none.run(reinforcements.Arrivals(f.GERMAN)).quiet and none.at("pz_116") == "D5"
    assert panzer_reserve.reserve(none.pos) == ()


def test_FE_204_a_headquarters_lost_on_its_first_side_returns_flipped_next_turn() -> None:
    b = position(turn="August II").unit("hq_rommel", CITY).turn_of("german")
    losses.lose_step(b.act(), b.piece("hq_rommel"), "15.3")
    assert b.gone("hq_rommel") and arrivals.due(b.pos) == ()
    b.run(reinforcements.TurnStart(f.ALLIED)).turn_of("german", 1)
    assert arrivals.due(b.pos) == (b.piece("hq_rommel"),)
    b.run(MoveImpulse(f.GERMAN, 1)).play(f"place_reinforcement hq_rommel {CITY}")
    assert b.has("hq_rommel", "flipped")


def test_FE_205_a_flipped_headquarters_is_destroyed_by_a_loss() -> None:
    b = position().unit("hq_rommel", "O9", flipped=True)
    losses.lose_step(b.act(), b.piece("hq_rommel"), "15.3")
    assert b.gone("hq_rommel") and b.pooled("eliminated", "hq_rommel") and not b.pooled("due_flipped", "hq_rommel")


def test_FE_206_a_coastal_defence_unit_has_no_second_step() -> None:
    b = position().unit("cd_7a", "L4")
    losses.lose_step(b.act(), b.piece("cd_7a"), "15.3")
    assert b.gone("cd_7a") and b.pooled("eliminated", "cd_7a")


def test_FE_210_an_unsupplied_unit_is_not_withdrawn_and_another_of_its_kind_goes() -> None:
    b = position(turn="September III").unit("i_462", "C4").unit("us_1", "C6").turn_of("german")
    named = game().counters[b.piece("i_462")]
    twin = next(
        game().piece(piece)
        for piece in game().tables.roster.land_of[f.GERMAN]
        if game().counters[piece].type == named.type
        and game().counters[piece].front == named.front
        and piece != b.piece("i_462")
    )
    b.unit(twin, CITY).run(reinforcements.TurnStart(f.GERMAN)).play(f"withdraw_instead {twin}")
    assert b.at("i_462") == "C4" and b.pooled("withdrawn", twin)


# ---------------------------------------------------------------------- weather and air
def test_FE_084_june_first_is_clear_without_a_roll() -> None:
    b = position(turn="June I", weather="storm").run(WeatherPhase())
    assert b.pos.weather == f.CLEAR and not b.rolls


@pytest.mark.parametrize("dice", [(1, 1), (6, 6)])
def test_FE_194_two_or_twelve_is_a_storm_on_turn_two_of_the_invasion(dice: tuple[int, int]) -> None:
    assert position("invasion", turn="June II", dice=dice).run(WeatherPhase()).pos.weather == f.STORM


def test_FE_196_in_turn_five_of_the_invasion_the_die_has_two_added() -> None:
    assert growing(position("invasion", turn="July I").pos)[0] == 2


def test_FE_218_with_the_coming_storm_august_first_has_eight_added() -> None:
    assert game().tables.calendar.number("August I") == 9
    assert growing(position(turn="August I", options=("31.12",)).pos)[0] == 8
    assert growing(position(turn="June II", options=("31.12",)).pos)[0] == 1


def test_FE_156_in_july_overcast_two_strategic_aircraft_fly_and_nobody_else() -> None:
    b = position(turn="July II", weather="overcast")
    assert air_rules.flies(b.pos, f.ALLIED) == {"SAC": 2, "TAC": 0} and not any(
        air_rules.flies(b.pos, f.GERMAN).values()
    )


def test_FE_157_in_october_overcast_nobody_flies() -> None:
    b = position(turn="October II", weather="overcast")
    assert not any(air_rules.flies(b.pos, f.ALLIED).values()) and not any(air_rules.flies(b.pos, f.GERMAN).values())


def test_FE_158_counter_air_and_german_ground_support_go_home_together() -> None:
    b = (
        position()
        .aircraft("counter_air", "2_tac_1")
        .aircraft("ground_support", "german_tac_1")
        .run(air_rules.CounterAir())
    )
    assert air.on_mission(b.pos, "counter_air") == () and air.on_mission(b.pos, "ground_support") == ()


def test_FE_202_three_aircraft_over_german_fuel_cost_one_of_production() -> None:
    b = position(turn="July II", options=("advanced_air",)).track("fuel_production", 7, f.GERMAN)
    b.aircraft("german_fuel", "bomber_command_1", "bomber_command_2", "us_8_af_1").run(air_rules.CounterAir())
    assert fuel_rules.production(b.pos) == 6


def test_FE_220_the_stock_of_fuel_ends_at_forty() -> None:
    """A 17.7.1: what is produced comes with the air phase of the first turn of a month."""
    for turn, stock in (("August I", 40), ("August II", 35)):
        b = (
            position(turn=turn, options=("advanced_air",))
            .track("fuel", 35, f.GERMAN)
            .track("fuel_production", 7, f.GERMAN)
        )
        assert fuel.stock(b.run(air_rules.AirPhase()).pos) == stock, turn


def test_FE_082_dropped_units_beside_revealed_armour_fight_it_without_the_support_committed_elsewhere() -> None:
    b = position(turn="June I").assign("invasions", 1).assign("invasion_turn", 1).turn_of("allied", 1)
    b.marker("ground_support", "D3", count=2).marker("ground_support", "E4", count=1)
    b.unit("us_101_ab", "F5", dropped=1, by_air=True)
    hidden = next(p for p in game().tables.ground.links[b.hex("F5")] if p not in b.path("D3", "E4"))
    b.unit("pz_21", game().place(hidden)).run(CombatImpulse(f.ALLIED, 1))
    assert contact.obliged(b.pos, b.piece("us_101_ab")) == (hidden,), "it must fight"
    assert all(line.split()[3] == "-" for line in b.choices() if line.startswith("attack")), (
        "no aircraft is left for it"
    )
    b.dice(1).play(f"attack us_101_ab {game().place(hidden)}")
    assert "line.ground_support" not in b.lines("reckon.odds")


def test_FE_076_at_three_to_one_with_79th_half_of_the_dice_clear_a_fortress() -> None:
    rows = game().edition.chart("crt", "rows")
    cleared = [die for die in range(1, 7) if rows[str(min(6, die + 2))]["3-1"] == "DE"]
    assert cleared == [4, 5, 6], "an estimate of the article; the table is the house's"


# ---------------------------------------------------------------------- victory
def drive(majors: int, scenario: str = "campaign", turn: str = "February I") -> Built:
    b = position(scenario, turn=turn).control("allied", "R11", "BB8")
    return b.control("allied", *labels(game().tables.ground.major_cities, majors))


def won(b: Built) -> int | None:
    found = b.of(ev.Won)
    return found[0].side if found else None


def test_FE_189_paris_bruxelles_and_four_major_cities_win_at_once() -> None:
    b = drive(4)
    victory.check_now(b.act())
    assert won(b) == f.ALLIED
    short = drive(3)
    victory.check_now(short.act())
    assert won(short) is None


def test_FE_190_at_the_end_three_major_cities_win_for_the_german() -> None:
    b = drive(2, turn="March I")
    victory.judge(b.act())
    assert won(b) == f.GERMAN


def test_FE_074_the_small_solution_makes_a_draw_of_an_allied_berlin() -> None:
    b = position("on_to_berlin", turn="January II").control("allied", "EE10", "CC10")
    victory.check_turn_end(b.act())
    b.control("allied", "R11", "BB8", *labels(game().tables.ground.major_cities, 2))
    victory.check_now(b.act())
    assert won(b) == 0


def test_FE_125_when_the_secondary_invasion_is_wiped_out_the_german_wins() -> None:
    b = position(turn="September I").assign("invasions", 2)
    victory.check_now(b.act())
    assert won(b) == f.GERMAN


def test_FE_126_when_the_primary_is_wiped_out_a_secondary_may_come_in_august() -> None:
    b = position(turn="August I").assign("invasions", 1).assign("invasion_turn", 1).turn_of("allied", 1)
    victory.check_now(b.act())
    assert won(b) is None
    b.run(MoveImpulse(f.ALLIED, 1)).play("declare_invasion N33")
    assert b.state.variable(f.VAR_INVASIONS) == 2


def normandy(spare: int) -> Built:
    b = position("invasion", turn="July III").assign("invaded_districts", 1 << f.SEVENTH)
    b.unit("mulberry_12", "L4", damage=6).control("allied", "M6", "R11").marker("port_damage", "M6", count=4)
    return b.units("O9", *("us_1", "us_2", "us_4", "us_5", "us_8", "us_9")[: 6 - spare])


@pytest.mark.parametrize(("spare", "winner"), [(0, f.GERMAN), (1, f.ALLIED)])
def test_FE_192_FE_193_a_condition_counts_with_capacity_of_one_and_a_damaged_mulberry(spare: int, winner: int) -> None:
    b = normandy(spare)
    victory.judge(b.act())
    assert won(b) == winner
