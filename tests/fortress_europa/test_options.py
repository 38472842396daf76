"""Optional rules of section 31 that stand in no other file."""

from __future__ import annotations

import pytest

from hexledger.engine.dice.rolling import PracticeRoller
from hexledger.engine.errors import BadDecision
from hexledger.engine.games.fortress_europa.questions import battle, bulge, contact, exit_east, movement, points, supply
from hexledger.engine.games.fortress_europa.rules import exit_east as exit_east_rules
from hexledger.engine.games.fortress_europa.rules import flooding, mulberries, reinforcements, replacements, victory
from hexledger.engine.games.fortress_europa.rules import points as points_rules
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.options import OPTIONS
from hexledger.engine.kernel import deciding as kernel
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.impulses import moving


# ---------------------------------------------------------------------- 31.2
def test_destroyed_ss_armour_comes_back_before_other_armour_is_replaced() -> None:
    b = position(turn="August I", options=("31.2",)).turn_of("german").track("german", 3, f.GERMAN)
    b.track("german_armor", 3, f.GERMAN)
    for unit in ("ss_12", "pz_2", "i_352"):
        b.act().pool("pool.eliminated", b.piece(unit), 1)
    b.run(replacements.Spend(f.GERMAN))
    assert b.refuses("rebuild pz_2 RR13 yes").rule == "FE 31.2"
    b.play("rebuild i_352 RR13 no")
    assert b.at("i_352") == "RR13", "infantry does not wait"
    b.play("end_replacements").track("german", 5, f.GERMAN).track("german_armor", 5, f.GERMAN)
    b.run(replacements.Spend(f.GERMAN)).play("rebuild ss_12 RR13 no", "rebuild pz_2 RR13 yes")
    assert b.at("pz_2") == "RR13"


# ---------------------------------------------------------------------- 31.3
def test_aircraft_in_excess_of_the_points_of_the_turn_roll_against_those_kept() -> None:
    planes = ("bomber_command_1", "bomber_command_2", "us_8_af_1", "us_8_af_2")

    def kept(*dice: int) -> tuple[int, int]:
        b = position(turn="July II", options=("31.3",), dice=dice).aircraft("german_replacements", *planes)
        b.track("german", 5, f.GERMAN).track("german_armor", 2, f.GERMAN)
        points_rules.receive(b.act(), "german")
        assert not b.coming, "every excess aircraft rolls"
        return points.stock(b.pos, "german")

    chart = points_rules.chart_points(position(turn="July II").pos, "german")[0]
    excess = len(planes) - chart
    assert excess > 0, "the chart leaves aircraft over"
    assert kept(*[3] * excess) == (5 - min(excess, 2), 2 - min(excess, 2)), "1 to 3: armour"
    assert kept(*[4] * excess) == (5 - min(excess, 3), 2), "4: infantry"
    assert kept(*[5] * excess) == (5, 2), "5, 6: nothing"


# ---------------------------------------------------------------------- 31.5
def test_germans_go_to_jersey_and_back_in_a_move_of_its_own() -> None:
    inland = game().place(
        next(p for p in game().tables.ground.links[game().find_place("J4")] if p != game().tables.ground.jersey)
    )
    b = moving(position(options=("31.5",)).unit("i_352", "J4").unit("i_91", inland), "german")
    assert b.refuses("move i_91 J4,I4").rule == "FE 31.5"
    b.play("move i_352 I4")
    assert b.at("i_352") == "I4"
    back = moving(position(options=("31.5",)).unit("i_352", "I4"), "german")
    assert back.refuses("move i_352 J4,J5").rule == "FE 31.5"
    back.play("move i_352 J4")
    assert back.at("i_352") == "J4"


def test_no_german_goes_to_an_allied_jersey_nor_anybody_without_the_option() -> None:
    b = position(options=("31.5",)).unit("i_352", "J4").control("allied", "I4")
    assert moving(b, "german").refuses("move i_352 I4").rule == "FE 31.5"
    assert moving(position().unit("i_352", "J4"), "german").refuses("move i_352 I4").rule == "FE 8.8"
    assert (
        moving(position(options=("31.5",)).unit("us_1", "J4"), "allied").refuses("move us_1 I4").rule.startswith("FE ")
    )


def test_jersey_has_a_garrison_of_the_7th_army_and_keeps_mulberries_away() -> None:
    b = position("campaign", with_setup=True, options=("31.5",))
    assert b.at("i_319") == "I4" and b.has("i_319", "frozen") == f.SEVENTH
    b = position(turn="June I", options=("31.5",)).assign("invasions", 1)
    for place in ("J3", "K3"):
        b.marker("invaded", place)
    assert [game().place(place) for place in mulberries.sites(b.pos)] == [], "J3 and K3 lie within two hexes of I4"
    b.control("allied", "I4")
    assert len(mulberries.sites(b.pos)) == 2


# ---------------------------------------------------------------------- 31.10
def test_the_german_line_of_the_bulge_may_be_rearranged_three_to_a_hex() -> None:
    b = position("battle_of_the_bulge", with_setup=True, options=("31.10",))
    assert b.offer is not None and b.offer.rule == b.game.rules["31.10"]
    assert b.check_choices() > 20
    mover = next(one for one in b.choices() if one.startswith("set_up"))
    b.play(mover)
    assert b.at(mover.split()[1]) == mover.split()[2]
    assert b.refuses(f"set_up {mover.split()[1]} R11").rule == "FE 31.10"
    b.play("end_set_up")
    line = {game().place(place) for place in b.pos.scenario.german_line}
    for unit in b.pos.ashore(f.GERMAN):
        assert bool(b.has(game().piece(unit), "in_line")) == (b.at(game().piece(unit)) in line), "who may attack"


# ---------------------------------------------------------------------- 31.11
def test_low_country_is_clear_until_the_german_floods_it_for_good() -> None:
    flooded = next(place for place in sorted(game().tables.ground.land) if game().board.terrain[place] == "flooded")
    label = game().place(flooded)
    b = position(options=("31.11",)).units(label, "us_1", "us_4")
    assert b.pos.terrain(flooded) == "clear" and position().pos.terrain(flooded) == "flooded"
    b.turn_of("allied").run(flooding.Flood()).play("flood_land yes")
    assert b.pos.terrain(flooded) == "flooded"
    assert b.choices() == ["remove_excess us_1", "remove_excess us_4"], "who is over the limit goes at once"
    b.play("remove_excess us_4").run(flooding.Flood())
    assert b.quiet, "it happens once"
    assert position(options=("31.11",)).run(flooding.Flood()).play("flood_land no").quiet


# ---------------------------------------------------------------------- 31.13


def test_skorzenys_brigade_passes_the_first_zone_and_stops_in_the_second() -> None:
    start, links = game().find_place("O9"), game().tables.ground.links
    way, enemy = next(
        ((first, second), enemy)
        for first in links[start]
        for second in links[first]
        for enemy in links[second]
        if enemy in links[first] and second not in (start, *links[start]) and enemy not in (start, *links[start])
    )
    path = ",".join(game().place(place) for place in way)
    b = position(turn="December IV", options=("31.13",)).unit("ss_150", "O9").unit("us_1", game().place(enemy))
    moving(b, "german").play(f"move ss_150 {path}")
    assert b.at("ss_150") == game().place(way[1])
    assert b.state.variable(game().words["var.skorzeny"]) > 0
    plain = moving(position(turn="December IV").unit("ss_150", "O9").unit("us_1", game().place(enemy)), "german")
    assert plain.refuses(f"move ss_150 {path}").rule == "FE 7.2", "without the option"


def test_what_lies_behind_the_first_zone_is_offered_to_skorzenys_brigade() -> None:
    def met(*options: str) -> Built:
        return moving(position(turn="December IV", options=options).unit("ss_150", "O9").unit("us_1", "O11"), "german")

    with_option, plain = met("31.13"), met()
    zone, unit = with_option.pos.zoc(f.ALLIED), with_option.piece("ss_150")
    ways = movement.reach(with_option.pos, unit)
    slipped = [path for path in ways.values() if any(place in zone for place in path[:-1])]
    assert slipped, "some ways lead on from an enemy ZOC"
    detours = movement.reach(plain.pos, unit)
    assert [path for path in detours.values() if any(place in zone for place in path[:-1])] == []
    assert set(detours) <= set(ways)
    for path in slipped:
        assert sum(place in zone for place in path) <= 2, "it stops in the second"
    assert [p for p in ways if p not in detours or len(ways[p]) < len(detours[p])], "farther, or by shorter ways"
    assert with_option.check_choices() >= len(ways), "all of it is legal"
    way = ",".join(game().place(place) for place in slipped[-1])
    assert f"move ss_150 {way}" in with_option.choices()
    with_option.play(f"move ss_150 {way}")
    assert with_option.state.variable(game().words["var.skorzeny"]) > 0


def test_the_skill_is_used_once_in_a_game() -> None:
    b = position(turn="December IV", options=("31.13",)).unit("ss_150", "O9").unit("us_1", "P11")
    b.assign("skorzeny", 1)
    assert not bulge.may_slip(b.turn_of("german", 1).pos, b.piece("ss_150"))


def test_in_combat_the_brigade_attacks_one_hex_and_ignores_the_others() -> None:
    near = game().tables.ground.links[game().find_place("O10")]
    first, second = game().place(near[0]), game().place(near[3])
    b = position(turn="December IV", options=("31.13",)).unit("ss_150", "O10").unit("us_1", first).unit("us_4", second)
    b.turn_of("german", 1).run(CombatImpulse(f.GERMAN, 1))
    assert len(contact.required(b.pos, f.GERMAN)) == 2
    b.play("ignore_zones")
    assert contact.required(b.pos, f.GERMAN) == frozenset()
    assert b.refuses("end_attacks").rule == "FE 14.1", "one of them it must attack"
    b.dice(6).play(f"attack ss_150 {first}")
    assert b.quiet or b.offer is None or "attack" not in b.offer.kinds or not contact.required(b.pos, f.GERMAN)


# ---------------------------------------------------------------------- 31.14
def test_without_anvers_spare_capacity_limits_the_armour_of_the_second_impulse() -> None:
    def ready(turn: str, lost: int, *options: str) -> Built:
        b = position(turn=turn, options=options).units("O9", "us_2_arm", "us_3_arm").unit("us_1", "O10")
        b.control("allied", "K2").marker("port_damage", "K2", count=lost)
        b.track("supply_capacity", b.pos.port_capacity(b.hex("K2")) - 3, f.ALLIED)
        return moving(b, "allied", 2)

    full = position().pos.port_capacity(position().hex("K2"))
    b = ready("September I", full - 4, "31.14")
    b.play("move us_2_arm O8")
    assert b.refuses("move us_3_arm O8").rule == "FE 31.14"
    b.play("move us_1 N10")
    assert b.at("us_1") == "N10", "infantry is free"
    for free in (ready("August IV", full - 4, "31.14"), ready("September I", full - 4)):
        free.play("move us_2_arm O8", "move us_3_arm O8")
        assert free.at("us_3_arm") == "O8"


# ---------------------------------------------------------------------- 31.15
EDGE = "RR14"


def at_the_edge(*options: str) -> Built:
    b = position(turn="December II", options=options).unit("us_2_arm", EDGE).control("allied", EDGE, "K2")
    assert b.hex(EDGE) in game().tables.ground.east_edge
    return b


def test_supplied_armour_leaves_by_the_east_edge_and_still_counts() -> None:
    b = at_the_edge("31.15")
    assert moving(b, "allied").refuses("exit_east us_2_arm").rule == "FE 31.15", "out of supply"
    b = at_the_edge("31.15").flag("us_2_arm", "invading")
    assert supply.standing(b.pos, b.piece("us_2_arm")).supplied, "18.7.1, without a line of 35 hexes to the sea"
    before = exit_east.counted(b.pos)
    moving(b, "allied").play("exit_east us_2_arm")
    assert b.gone("us_2_arm") and b.pooled("exited", "us_2_arm") == 2
    assert exit_east.counted(b.pos) == before + 1
    assert moving(at_the_edge(), "allied").refuses("exit_east us_2_arm").rule == "FE 31.15", "without the option"


def test_the_german_takes_as_many_steps_off_and_gets_the_excess_back() -> None:
    b = position(turn="December II", options=("31.15",)).units("RR13", "i_352", "hq_rommel").unit("i_91", "QQ4")
    b.act().pool("pool.exited", b.piece("us_2_arm"), 2)
    b.turn_of("german").run(exit_east_rules.AnswerExit())
    assert b.choices() == ["give_up i_91", "give_up i_352"] or b.choices() == ["give_up i_352", "give_up i_91"], "no HQ"
    b.play("give_up i_352")
    assert b.gone("i_352") and b.quiet
    for _ in range(2):
        exit_east_rules.supply_phase(b.act())
    b.run(exit_east_rules.AnswerExit())
    assert b.pooled("due", "i_352") == 1 and not b.pooled("exit_removed", "i_352")


def test_those_who_left_lose_steps_without_a_line_from_the_edge() -> None:
    b = position(turn="December II", options=("31.15",))
    b.act().pool("pool.exited", b.piece("us_2_arm"), 2)
    exit_east_rules.supply_phase(b.act())
    assert b.pooled("exited", "us_2_arm") == 1
    exit_east_rules.supply_phase(b.act())
    assert b.pooled("eliminated", "us_2_arm") == 1 and not b.pooled("exited", "us_2_arm")


def test_twenty_five_steps_beyond_the_edge_win_at_the_end_of_a_turn() -> None:
    b = position(turn="December II", options=("31.15",))
    b.act().pool("pool.exited", b.piece("us_2_arm"), 24)
    victory.check_turn_end(b.act())
    assert not b.state.over
    b.act().pool("pool.exited", b.piece("us_3_arm"), 1)
    victory.check_turn_end(b.act())
    assert b.state.over and b.state.winner == f.ALLIED


# ---------------------------------------------------------------------- 31.16 a
def test_a_brigade_of_79th_lets_others_over_a_river_without_bridges_outside_enemy_zones() -> None:
    section = "seine_1"
    a, b_hex = game().tables.ground.sections[section][0]
    here, there = game().place(a), game().place(b_hex)

    def river(*options: str) -> Built:
        b = position(options=options).units(here, "us_2_arm", "br_79_a").broken(section)
        return moving(b, "allied")

    b = river("31.16").play(f"move us_2_arm {there}")
    assert b.at("us_2_arm") == there and not b.rolls, "no crossing roll"
    b = river().dice(6).play(f"move us_2_arm {there}")
    assert b.rolls, "without the option the die decides"
    b = river("31.16").dice(1).play(f"move br_79_a {there}")
    assert b.rolls, "a brigade that does not stay builds nothing for itself"
    b = river("31.16").unit("br_79_b", there).play(f"move br_79_a {there}")
    assert b.at("br_79_a") == there and not b.rolls, "the other one stays"


# ---------------------------------------------------------------------- 31.17, 31.18
def test_the_longer_games_end_four_or_eight_turns_later() -> None:
    def last(*options: str) -> int:
        return position("campaign", with_setup=True, options=options).state.variable(f.VAR_LAST_TURN)

    assert (last(), last("31.17"), last("31.17_long")) == (37, 41, 45)
    calendar = game().tables.calendar
    for option, turn in (("31.17", 41), ("31.17_long", 45)):
        told = OPTIONS[option].about
        assert told.endswith(f"to {calendar.name(turn)}"), "the list of options names the last turn"
    b = position(turn="April I", options=("31.17",)).turn_of("german").run(reinforcements.Arrivals(f.GERMAN))
    assert b.pooled("due", "hq_wenck") == 1 and b.pooled("due", "o_korner") == 1
    assert points_rules.chart_points(position(turn="April I").pos, "german") == points_rules.chart_points(
        position(turn="March I").pos, "german"
    )


def test_varsity_brings_both_airborne_divisions_to_england_in_full() -> None:
    b = position(turn="February I", options=("31.18",)).unit("br_1_ab", "O9", reduced=True).turn_of("allied")
    b.act().pool("pool.eliminated", b.piece("br_6_ab"), 1)
    b.run(reinforcements.TurnStart(f.ALLIED))
    assert b.at("br_1_ab") == b.at("br_6_ab") == "england" and b.pos.steps(b.piece("br_1_ab")) == 2
    later = position(turn="February II", options=("31.18",)).unit("br_1_ab", "O9", reduced=True).turn_of("allied")
    assert later.run(reinforcements.TurnStart(f.ALLIED)).at("br_1_ab") == "O9"


def test_options_of_other_scenarios_are_refused() -> None:
    roller = PracticeRoller(b"." * 32, "test", 0)
    for scenario, option in (("battle_of_the_bulge", "advanced_air"), ("campaign", "31.10"), ("invasion", "32")):
        with pytest.raises(BadDecision):
            kernel.begin(game(), scenario, {option: True}, roller)


def test_asleep_armour_is_a_matter_of_option_31_9_only() -> None:
    b = position(turn="June I").unit("pz_2", "S7").turn_of("german", 1)
    assert not movement.asleep(b.pos, b.piece("pz_2"))
    assert movement.asleep(b.option("31.9").pos, b.piece("pz_2")), "outside the invaded district"


def test_a_unit_that_must_retreat_from_jersey_is_lost() -> None:
    """31.5: for raiders and paratroops that land on its garrison, and for the garrison itself."""
    b = position(options=("31.5",)).units("I4", "us_101_ab", "us_82_ab", dropped=1).unit("i_319", "I4")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1)).dice(6)
    b.play("attack us_101_ab,us_82_ab I4")
    for _ in range(20):
        if b.quiet:
            break
        b.play(b.choices()[0])
    assert b.gone("i_319") and b.at("us_101_ab") == "I4"
    assert b.pos.controller(b.hex("I4")) == f.ALLIED


def test_the_coming_storm_belongs_to_games_that_begin_in_june() -> None:
    """31.12: it counts from June II on; the Invasion has one of its own (33.1.4)."""
    for scenario in ("battle_of_the_bulge", "on_to_berlin", "invasion"):
        with pytest.raises(BadDecision):
            position(scenario, with_setup=True, options=("31.12",))
    assert position("to_the_west_wall", with_setup=True, options=("31.12",)).pos.option("31.12")


def test_armour_of_a_brigades_hex_is_halved_against_a_city_before_it_is_doubled_over_a_river() -> None:
    """31.16, 16.5."""
    ground = game().tables.ground
    here, city = next(
        (a, c)
        for c in sorted(ground.cities)
        for a in ground.links[c]
        if ground.key(a, c) in ground.rivers and a not in ground.cities
    )
    b = position(options=("31.16",)).units(game().place(here), "br_79_a", "br_7_arm", "br_3")
    attack = battle.attack(b.pos, [b.piece(u) for u in ("br_79_a", "br_7_arm", "br_3")], (city,))
    values: dict[str, int] = {}
    unit = ""
    for label, value, _ in attack.lines:
        # A unit's own factor comes first, then what changes it.
        unit = b.game.piece(~label) if isinstance(label, int) else unit
        values[unit] = values.get(unit, 0) + value
    armour, foot = b.pos.cf(b.piece("br_7_arm")), b.pos.cf(b.piece("br_3"))
    assert values["br_7_arm"] == 2 * ((armour + 1) // 2) and values["br_3"] == 2 * foot
