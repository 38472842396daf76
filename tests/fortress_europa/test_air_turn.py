"""Aircraft through a turn (17): classes, order, what stays on the chart, bridges, carpets, and the advanced system."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import air, fuel, points
from hexledger.engine.games.fortress_europa.rules import air as air_rules
from hexledger.engine.games.fortress_europa.rules import reinforcements, replacements
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.fights import column, settle

END = "end_allocation"


def send(unit: str, mission: str) -> str:
    return f"send_aircraft {unit} pool.{mission}"


def on(b: Built, mission: str) -> list[str]:
    return [game().piece(plane) for plane in air.on_mission(b.pos, mission)]


def test_bomber_command_and_the_eighth_air_force_are_strategic_and_all_others_tactical() -> None:
    """17.2: SAC are Bomber Command and the US 8th Air Force; everything else, all German aircraft too, is TAC."""
    pos = position().pos
    for plane in sorted(game().tables.roster.aircraft):
        name, strategic = game().piece(plane), air.kind(pos, plane) == "SAC"
        assert strategic == name.startswith(("bomber_command", "us_8_af")), name
        assert pos.side(plane) == f.ALLIED or not strategic


def test_only_one_mission_takes_both_classes_alone_another_needs_strategic_aircraft_with_it() -> None:
    """17.10.1-17.10.9: which class flies what."""
    may = {
        "strafing": {"TAC"},
        "ground_support": {"TAC"},
        "railway_attack": {"SAC"},
        "bridge_attack": {"SAC", "TAC"},
        "german_replacements": {"SAC"},
        "u_boat": {"SAC"},
        "v1_sites": {"SAC", "TAC"},
        "counter_air": {"TAC"},
        "carpet_bombing": {"SAC"},
    }
    b = position().run(air_rules.AirPhase())
    offered = {(one.split()[1], one.split()[2].removeprefix("pool.")) for one in b.choices() if one.startswith("send")}
    found: dict[str, set[str]] = {}
    for unit, mission in offered:
        found.setdefault(mission, set()).add(air.kind(b.pos, b.piece(unit)))
    assert found == may


def test_tac_reach_the_mediterranean_coast_and_one_hex_inland_without_a_headquarters() -> None:
    """17.4: any hex of the Mediterranean coast or next to it."""
    ground, board = game().tables.ground, game().board
    b = position()
    near = {there for place in ground.coast & ground.mediterranean for there in board.within(place, 1)}
    assert all(air.in_tac_range(b.pos, f.ALLIED, place) for place in sorted(near))
    far = next(
        p for p in sorted(ground.land) if min(board.distance(p, n) for n in near) == 1 and p not in ground.tac_radius
    )
    assert not air.in_tac_range(b.pos, f.ALLIED, far)


def test_several_tac_take_their_range_from_one_headquarters() -> None:
    """17.8: three aircraft support one attack within eight hexes of the only HQ."""
    b = position().unit("hq_bradley", "M22").unit("us_1", "M24").unit("i_352", "M25")
    b.aircraft("ground_support", "9_tac_1", "9_tac_2", "9_tac_3").turn_of("allied", 1)
    assert not any(p in game().tables.ground.tac_radius for p in b.path("M25"))
    b.run(CombatImpulse(f.ALLIED, 1)).dice(1).play("attack us_1 M25 9_tac_1,9_tac_2,9_tac_3")
    assert column(b) == "4-1", "6 against 5 is 1-1, and three columns up"


def test_german_aircraft_cancel_far_outside_their_own_range() -> None:
    """17.5, 17.9.2: range binds the ground support of the Germans only; they are placed after the Allies."""
    b = position().run(air_rules.AirPhase()).play(send("bomber_command_1", "u_boat"), END)
    assert b.offer is not None and b.offer.side == f.GERMAN and b.offer.rule == game().rules["17.9.2"]
    assert not b.pos.hqs(f.GERMAN)
    b.play("intercept german_tac_1 pool.u_boat")
    assert on(b, "u_boat") == []


def test_german_ground_support_out_of_range_of_every_headquarters_is_refused() -> None:
    """17.5: eight hexes from a German HQ, or in Germany."""
    b = position().unit("i_352", "M10").unit("us_1", "M11").aircraft("ground_support", "german_tac_1")
    b.turn_of("german", 1).run(CombatImpulse(f.GERMAN, 1))
    assert b.refuses("attack i_352 M11 german_tac_1").rule == "FE 17.5"
    b.unit("hq_7", "M19")
    b.dice(6).play("attack i_352 M11 german_tac_1")
    assert column(b) == "1-1", "5 against 6 is 1-2, and a column up"


def test_aircraft_stay_on_the_chart_until_the_turn_ends_and_bridges_are_then_whole_again() -> None:
    """17.9, 17.9.4: missions work for both player turns; all come home at the end of the game turn."""
    b = position().aircraft("strafing", "2_tac_1").aircraft("u_boat", "us_8_af_1").broken("seine_1")
    b.turn_of("allied").run(sequence.EndPlayerTurn(f.ALLIED))
    assert on(b, "strafing") == ["2_tac_1"] and on(b, "u_boat") == ["us_8_af_1"]
    assert b.pos.without_bridges()
    b.run(sequence.EndPlayerTurn(f.GERMAN))
    assert on(b, "strafing") == ["2_tac_1"]
    air_rules.turn_ended(b.act())
    assert on(b, "strafing") == on(b, "u_boat") == [] and not b.pos.without_bridges()


def test_counter_air_without_german_ground_support_is_lost_for_the_turn() -> None:
    """17.10.8: it does not change its mission."""
    b = position().run(air_rules.AirPhase()).play(send("2_tac_1", "counter_air"), END, END)
    assert on(b, "counter_air") == ["2_tac_1"]
    b.unit("hq_bradley", "O8").unit("us_1", "O9").unit("i_352", "O10").turn_of("allied", 1)
    b.run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("attack us_1 O10 2_tac_1").rule == "FE 17.10.2"


def test_two_on_counter_air_take_two_of_three_from_german_ground_support() -> None:
    """17.9.3, 17.10.8: one for one."""
    b = position(turn="June II").run(air_rules.AirPhase())
    b.play(send("2_tac_1", "counter_air"), send("2_tac_2", "counter_air"), END)
    for number in (1, 2, 3):
        b.play(send(f"german_tac_{number}", "ground_support"))
    b.play(END)
    assert on(b, "counter_air") == [] and len(on(b, "ground_support")) == 1


def test_a_german_aircraft_may_cancel_counter_air_itself() -> None:
    """17.9.3: any mission but carpet bombing."""
    b = position().run(air_rules.AirPhase()).play(send("2_tac_1", "counter_air"), END)
    b.play("intercept german_tac_1 pool.counter_air", send("german_tac_2", "ground_support"), END)
    assert on(b, "counter_air") == [] and on(b, "ground_support") == ["german_tac_2"]


# ---------------------------------------------------------------------- 17.10.4
def test_infantry_stops_behind_a_river_without_bridges_in_the_first_impulse_only() -> None:
    """17.10.4: the section's bridges are out for both sides and both impulses; trains do not cross."""
    ground, board = game().tables.ground, game().board
    section, (a, c), beyond = next(
        (name, pair, there)
        for name, pairs in sorted(ground.sections.items())
        for pair in pairs
        if pair[1] in ground.links[pair[0]] and {board.terrain[p] for p in pair} == {"clear"}
        for there in ground.links[pair[1]]
        if board.terrain[there] == "clear" and not ground.rivers.get(ground.key(pair[1], there))
    )
    here, bank, far = (game().place(p) for p in (a, c, beyond))

    def across(side: str, unit: str, impulse: int) -> Built:
        b = position().broken(section).unit(unit, here).turn_of(side, impulse)
        return b.run(MoveImpulse(f.SIDES[side], impulse))

    for side, unit in (("allied", "us_1"), ("german", "fj_3")):
        assert across(side, unit, 1).refuses(f"move {unit} {bank},{far}").rule == "FE 17.10.4"
        across(side, unit, 1).play(f"move {unit} {bank}")
        across(side, unit, 2).play(f"move {unit} {bank},{far}")
    for impulse, die, there in ((1, 6, here), (2, 6, here), (1, 1, bank), (2, 1, bank)):
        b = across("german", "pz_2", impulse).dice(die)
        b.play(f"move pz_2 {bank}")
        assert b.at("pz_2") == there, "armour needs the die in both impulses"


# ---------------------------------------------------------------------- 17.10.5-17.10.7
def held(b: Built, nation: str, side: str) -> tuple[int, int]:
    b.turn_of(side).run(replacements.ReplacementPhase(f.SIDES[side]))
    return points.stock(b.pos, nation)


def test_cancelled_cover_against_submarines_costs_the_americans_half_of_their_points_armour_first() -> None:
    """17.10.6, 27.4: four with two of armour become two without; with an uncancelled aircraft nothing is lost."""
    assert held(position(turn="August II"), "us", "allied") == (2, 0)
    assert held(position(turn="August II").aircraft("u_boat", "us_8_af_1"), "us", "allied") == (4, 2)
    captured = position(turn="August II")
    for base in game().tables.ground.u_boat_bases:
        captured.marker("base_captured", game().place(base))
    assert held(captured, "us", "allied") == (4, 2)
    one_left = position(turn="August II")
    for base in sorted(game().tables.ground.u_boat_bases)[1:]:
        one_left.marker("base_captured", game().place(base))
    assert held(one_left, "us", "allied") == (2, 0), "one of six bases is enough"


def test_the_british_lose_half_for_uncovered_launching_sites_and_the_canadians_nothing() -> None:
    """17.10.7: three with one of armour become one; a TAC covers as well."""
    assert held(position(turn="July II"), "british", "allied") == (1, 0)
    assert held(position(turn="July II").aircraft("v1_sites", "2_tac_1"), "british", "allied") == (3, 1)
    assert held(position(turn="July II"), "canadian", "allied") == (1, 0)


def test_the_account_of_lost_points_names_the_mission_that_was_missing() -> None:
    """17.10.5-17.10.7: submarines for the Americans, launching sites for the British, attacks for the Germans."""
    b = position(turn="July II").turn_of("allied").run(replacements.ReplacementPhase(f.ALLIED))
    lines = [line for event in b.of(ev.Reckoned) for line in event.lines]
    halved = b.game.words["line.halved"]
    assert [b.game.rules.key(rule) for label, _, rule in lines if label == halved] == ["17.10.6", "17.10.7"]


def test_attacks_on_replacements_take_the_points_of_the_turn_and_never_those_kept() -> None:
    """17.10.5, 27.4: more aircraft than points take no more than there are."""
    b = position(turn="June II").aircraft("german_replacements", "us_8_af_1", "us_8_af_2", "bomber_command_1")
    assert held(b.track("german", 5, f.GERMAN).track("german_armor", 2, f.GERMAN), "german", "german") == (5, 2)


# ---------------------------------------------------------------------- 17.10.3
def test_each_aircraft_on_railways_takes_two_trains_and_tac_alone_none() -> None:
    """17.10.3, 10.1: six trains a turn, two less for each; with three there are none."""
    edge = sorted(reinforcements._edge(position().pos))[0]
    for planes, runs in ((("us_8_af_1",), True), (("us_8_af_1", "us_8_af_2", "2_tac_1"), False), (("2_tac_1",), True)):
        b = position().aircraft("railway_attack", *planes)
        assert (reinforcements.rail_refusal(b.pos, edge) is None) == runs


# ---------------------------------------------------------------------- 17.10.9
def bombed(*units: str) -> Built:
    b = position(turn="July II").units("O9", *units).unit("i_352", "O10")
    return b.aircraft("carpet_bombing", "us_8_af_1").turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))


def test_a_carpet_adds_two_to_an_attack_at_two_to_one_or_lower_and_is_offered() -> None:
    """17.10.9: 6 against 5 is 1-1; a 4 reads as a 6. It is flown once."""
    b = bombed("us_1")
    assert any(one.startswith("attack us_1 O10 - - yes") for one in b.choices())
    b.dice(4).play("attack us_1 O10 - - yes")
    assert {"17.10.9"} <= set(b.rules()) and column(b) == "1-1"
    assert on(settle(b), "carpet_bombing") == []
    assert b.state.variable(game().words["var.carpet_month"]) == 7


def test_a_carpet_is_refused_above_two_to_one_with_ground_support_and_in_the_second_impulse() -> None:
    """17.10.9: 18 against 5 is 3-1; declared lower it may be 2-1 (15.8, C-52)."""
    b = bombed("us_1", "us_9", "us_4")
    assert sum(b.pos.cf(b.piece(unit)) for unit in ("us_1", "us_9", "us_4")) == 18 > 3 * b.pos.cf(b.piece("i_352"))
    assert b.refuses("attack us_1,us_9,us_4 O10 - - yes").rule == "FE 17.10.9"
    b.dice(1).play("attack us_1,us_9,us_4 O10 - - yes 1")
    assert column(b) == "2-1"
    both = bombed("us_1").aircraft("ground_support", "9_tac_1").unit("hq_bradley", "O8")
    assert both.refuses("attack us_1 O10 9_tac_1 - yes").rule == "FE 17.10.9"
    late = position().unit("us_1", "O9").unit("i_352", "O10").aircraft("carpet_bombing", "us_8_af_1")
    late.turn_of("allied", 2).run(CombatImpulse(f.ALLIED, 2))
    assert late.refuses("attack us_1 O10 - - yes").rule == "FE 17.10.9"


# ---------------------------------------------------------------------- the advanced system
def fuelled(turn: str = "July II", stock: int = 30, weather: str = "clear") -> Built:
    b = position(turn=turn, weather=weather, options=("advanced_air",)).track("fuel", stock, f.GERMAN)
    return b.track("fuel_production", 7, f.GERMAN)


@pytest.mark.parametrize(("turn", "planes"), [("September IV", ["bomber_command_1"]), ("October I", [])])
def test_in_bad_weather_three_bombers_and_the_night_fighters_fly_until_september(turn: str, planes: list[str]) -> None:
    """A 17.1: 3 SAC and 2 NF from June II to September IV in bad weather; nobody from October I."""
    b = fuelled(turn, weather="storm").run(air_rules.Allocate(f.ALLIED, ()))
    assert sum(air_rules.flies(b.pos, f.ALLIED).values()) == (3 if planes else 0)
    assert air_rules.flies(b.pos, f.GERMAN).get("NF", 0) == (2 if planes else 0)
    assert b.quiet != bool(planes)


def test_strategic_aircraft_fly_off_the_map_in_the_advanced_system_only() -> None:
    """17.3, A 17.3: attacks on fuel lie off the map; bridges anywhere on it are in range of SAC."""
    assert "german_fuel" in air_rules.missions(fuelled().pos) and "german_fuel" not in air_rules.missions(
        position().pos
    )
    b = position().aircraft("bridge_attack", "us_8_af_1")
    for pairs in game().tables.ground.sections.values():
        assert air_rules.bridge_refusal(b.pos, b.piece("us_8_af_1"), *pairs[0]) is None


def test_every_german_aircraft_that_flies_burns_a_point_and_without_fuel_none_flies() -> None:
    """A 17.7, A 17.7.3: ground support and cancelling cost a point each; nights fighters too."""
    b = fuelled(stock=3).aircraft("strafing", "2_tac_1").aircraft("german_fuel", "us_8_af_1")
    b.run(air_rules.Allocate(f.GERMAN, ()))
    b.play("intercept german_tac_1 pool.strafing")
    assert fuel.stock(b.pos) == 2
    b.play("intercept german_nf_1 pool.german_fuel")
    assert fuel.stock(b.pos) == 1
    b.play("send_aircraft german_tac_2 pool.ground_support")
    assert fuel.stock(b.pos) == 0 and b.quiet
    assert fuelled(stock=0).run(air_rules.Allocate(f.GERMAN, ())).quiet


def test_the_boxes_are_filled_once_a_month_and_night_fighters_always_defend_germany() -> None:
    """A 17.9.1: on July I the German is asked, on July II he is not."""
    b = fuelled("July I").run(air_rules.AirPhase())
    assert b.offer is not None and b.offer.side == f.GERMAN and "assign_boxes" in b.offer.kinds
    b.play("assign_boxes 0")
    assert fuel.over_germany(b.pos, b.piece("german_nf_1")) and not fuel.over_germany(b.pos, b.piece("german_tac_5"))
    later = fuelled("July II").run(air_rules.AirPhase())
    assert later.offer is not None and later.offer.side == f.ALLIED


def test_aircraft_of_the_west_cancel_everything_but_attacks_on_germany_and_the_others_nothing_else() -> None:
    """A 17.9.2: the missions of the two boxes, and carpet bombing is never cancelled."""
    b = fuelled().assign("air_germany", 1)
    for mission, plane in (("u_boat", "us_8_af_1"), ("german_replacements", "us_8_af_2"), ("german_fuel", "us_8_af_3")):
        b.aircraft(mission, plane)
    b.aircraft("carpet_bombing", "bomber_command_1").run(air_rules.Allocate(f.GERMAN, ()))
    for unit, mission, rule in (
        ("german_tac_1", "german_replacements", "FE A 17.9.2"),
        ("german_tac_1", "german_fuel", "FE A 17.9.2"),
        ("german_tac_5", "u_boat", "FE A 17.9.2"),
        ("german_nf_1", "u_boat", "FE A 17.9.2"),
        ("german_tac_1", "carpet_bombing", "FE 17.10.9"),
    ):
        assert b.refuses(f"intercept {unit} pool.{mission}").rule == rule, (unit, mission)
    b.play("intercept german_tac_1 pool.u_boat", "intercept german_tac_5 pool.german_replacements")
    assert on(b, "u_boat") == on(b, "german_replacements") == []
