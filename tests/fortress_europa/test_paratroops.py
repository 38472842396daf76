"""Paratroops and raiders, rule by rule (20, 21, 31.1)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import capacity, contact, landing, points, supply
from hexledger.engine.games.fortress_europa.rules import airborne, control, raids, replacements, stacking
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.fights import settle, strength


def over(side: str = "allied", impulse: int = 1, **how: str) -> Built:
    """Ashore with spare capacity; paratroops, glider men and raiders in England."""
    b = position(**how).units("england", "us_101_ab", "us_17_ab", "br_6_ab", "br_52", "us_ranger", "br_1_cdo")  # type: ignore[arg-type]
    b.unit("us_1", "L4").control("allied", "L4", "K2").unit("mulberry_12", "L4")
    return b.assign("invasions", 1).assign("invasion_turn", 1).assign("start_capacity", 5).turn_of(side, impulse)


def moving(b: Built, side: int = f.ALLIED, impulse: int = 1) -> Built:
    return b.run(MoveImpulse(side, impulse))


def city(number: int = 0) -> str:
    return game().place(sorted(game().tables.ground.german_cities)[number])


# ---------------------------------------------------------------------- capacity
@pytest.mark.parametrize(("start", "rule"), [(0, "FE 18.7.6"), (-1, "FE 18.7.7")])
def test_without_capacity_at_the_start_of_the_turn_nobody_drops_or_is_flown_in_but_raiders_land(
    start: int, rule: str
) -> None:
    """18.7.6, 18.7.7: raids are exempt, drops are not; flights from city to city on the map go on."""
    b = moving(over().assign("start_capacity", start))
    assert b.refuses("drop us_101_ab:L8").rule == rule
    assert b.refuses("airlift us_101_ab K2").rule == rule
    assert raids.refusal(b.pos, raids.Raid(((b.piece("us_ranger"), b.hex("M5")),))) is None  # type: ignore[arg-type]
    ashore = over().assign("start_capacity", start).control("allied", "R11", "P4").unit("us_82_ab", "R11")
    moving(ashore).play("airlift us_82_ab P4")
    assert ashore.at("us_82_ab") == "P4"
    later = moving(over(impulse=2).assign("start_capacity", start), impulse=2)
    assert later.refuses("airlift us_101_ab K2").rule == rule, "not in the second impulse either"


def test_who_has_been_flown_moves_no_more_in_that_turn() -> None:
    """20.10, 20.11: by land, by sea or by rail; next turn he does."""
    b = moving(over().control("allied", "R11").unit("us_82_ab", "R11")).play("airlift us_82_ab K2")
    moving(b.turn_of("allied", 2), impulse=2)
    for decision in ("move us_82_ab K3", "sea_move us_82_ab england", "airlift us_82_ab R11"):
        assert b.refuses(decision).rule in ("FE 20.10", "FE 20.2")
    assert b.refuses("move us_82_ab K3").rule == "FE 20.10"
    german = position().control("german", "R11", "T8").unit("fj_3", "R11")
    moving(german.turn_of("german", 1), f.GERMAN).play("airlift fj_3 T8")
    moving(german.turn_of("german", 2), f.GERMAN, impulse=2)
    assert german.refuses("move fj_3 T9").rule == "FE 20.11"
    german.run(sequence.EndPlayerTurn(f.GERMAN))
    moving(german.turn_of("german", 1), f.GERMAN).play("move fj_3 T9")


def test_a_secondary_invasion_brings_its_drop_along_whoever_is_ashore() -> None:
    """12.14, 12.18, 18.7.6: on the turn of an invasion, and with nobody ashore, capacity does not forbid a drop."""
    b = position(turn="August I").unit("us_101_ab", "england").turn_of("allied", 1)
    assert capacity.none_by_air(b.pos) is None
    b.unit("us_1", "L4")
    assert capacity.none_by_air(b.pos) is not None
    b.assign("invasions", 2).assign("invasion_turn", game().tables.calendar.number("August I"))
    assert capacity.none_by_air(b.pos) is None


# ---------------------------------------------------------------------- 20.1-20.5
def test_a_drop_of_five_hexes_away_from_everything_is_out_of_range() -> None:
    """20.2: an invadable hex three hexes away is near enough, four are too far without HQ and radius."""
    ground, board = game().tables.ground, game().board
    coast = [p for p in sorted(ground.invadable) if p not in ground.mediterranean]

    def far(number: int) -> str:
        return next(
            game().place(p)
            for p in sorted(ground.land - ground.tac_radius)
            if min(board.distance(p, c) for c in coast) == number and board.terrain[p] == "clear"
        )

    b = moving(over())
    b.refuses(f"drop us_101_ab:{far(4)}")
    assert b.refuses(f"drop us_101_ab:{far(4)}").rule == "FE 20.2"
    b.dice(1).play(f"drop us_101_ab:{far(3)}")


def test_an_hq_counts_by_its_port_and_not_on_the_turn_of_the_landing() -> None:
    """20.2: paratroops of England drop near HQs fed through ports of the Atlantic, those of Africa near the others."""
    b = position().unit("mulberry_12", "L4").unit("hq_bradley", "L5").control("allied", "L4", "L5", "N33", "N32")
    b.unit("hq_devers", "N32")
    b.unit("us_101_ab", "england").unit("us_17_ab", "africa").assign("invasions", 1).assign("invasion_turn", 1)
    b.turn_of("allied", 1)
    english, african = b.piece("us_101_ab"), b.piece("us_17_ab")
    ground, board = game().tables.ground, game().board
    north = next(
        p
        for p in sorted(ground.land - ground.tac_radius)
        if board.distance(p, b.hex("L5")) == 8 and min(board.distance(p, c) for c in ground.invadable) > 3
    )
    south = next(
        p
        for p in sorted(ground.land - ground.tac_radius)
        if board.distance(p, b.hex("N32")) == 8 and min(board.distance(p, c) for c in ground.invadable) > 3
    )
    assert airborne.in_drop_range(b.pos, english, north) and not airborne.in_drop_range(b.pos, english, south)
    assert airborne.in_drop_range(b.pos, african, south) and not airborne.in_drop_range(b.pos, african, north)
    b.assign("invasion_turn", game().tables.calendar.number("July I"))
    assert not airborne.in_drop_range(b.pos, english, north), "17.4, 20.2: not in the turn of the primary invasion"


def test_units_that_came_to_england_this_turn_do_not_drop_or_fly() -> None:
    """20.2, 20.10: they must start the turn there."""
    b = over()
    b.act().flag(b.piece("us_101_ab"), f.ARRIVED, 1)
    assert moving(b).refuses("drop us_101_ab:L8").rule == "FE 20.2"
    assert b.refuses("airlift us_101_ab K2").rule == "FE 20.2"


def test_the_allies_drop_five_times_a_game_and_once_a_turn() -> None:
    """20.4: a drop of one unit counts like one of three."""
    b = moving(over())
    b.dice(1).play("drop us_101_ab:L8")
    assert b.refuses("drop us_17_ab:L9").rule == "FE 20.4"
    assert moving(over().assign("drops_allied", 4)).dice(1).play("drop us_101_ab:L8").pos
    assert moving(over().assign("drops_allied", 5)).refuses("drop us_101_ab:L8").rule == "FE 20.4"


def test_dropped_units_are_three_hexes_apart_and_spread_over_seven_at_most() -> None:
    """20.4, C-6: a chain of 3 and 3 hexes is legal, one of 3 and 4 is not; several may land in one hex."""
    b, ground, distance = over(), game().tables.ground, game().board.distance
    unit, plain = b.piece("us_101_ab"), ground.land - ground.cities - ground.fortresses
    able = [p for p in sorted(plain) if ground.district[p] == f.SEVENTH and airborne.in_drop_range(b.pos, unit, p)]
    able = [p for p in able if game().board.terrain[p] == "clear" and p != b.hex("L4")]
    chain = ((x, y, z) for x in able for y in able for z in able if distance(x, y) == distance(y, z) == 3)
    first, near, end = (game().place(p) for p in next(c for c in chain if distance(c[0], c[2]) == 6))
    moving(b).dice(1, 1, 1).play(f"drop us_101_ab:{first},us_17_ab:{near},br_6_ab:{end}")
    away = next(game().place(p) for p in able if distance(p, b.hex(near)) == 4 and distance(p, b.hex(first)) > 3)
    assert moving(over()).refuses(f"drop us_101_ab:{first},us_17_ab:{near},br_6_ab:{away}").rule == "FE 20.4"
    moving(over()).dice(1, 1).play(f"drop us_101_ab:{near},us_17_ab:{near}")


def test_the_germans_drop_twice_a_game_one_unit_at_a_time_from_a_city_in_germany() -> None:
    """20.3, 20.5: out of enemy zones, in the range of German TAC."""
    near = game().place(next(p for p in sorted(game().tables.ground.germany) if game().board.terrain[p] == "clear"))

    def ready(**variables: int) -> Built:
        b = position(turn="November II").units(city(), "fj_2", "fj_3").unit("fj_5", "R11").turn_of("german", 1)
        for name, value in variables.items():
            b.assign(name, value)
        return moving(b, f.GERMAN)

    b = ready()
    assert b.refuses(f"drop fj_2:{near},fj_3:{near}").rule == "FE 20.5"
    assert b.refuses(f"drop fj_5:{near}").rule == "FE 20.3", "Paris is not in Germany"
    assert b.refuses("drop fj_2:O9").rule == "FE 20.3", "out of range"
    b.dice(1).play(f"drop fj_2:{near}")
    assert b.refuses(f"drop fj_3:{near}").rule == "FE 20.5"
    assert ready(drops_german=1).dice(1).play(f"drop fj_2:{near}").pos
    assert ready(drops_german=2).refuses(f"drop fj_2:{near}").rule == "FE 20.5"


def test_german_paratroops_that_arrive_this_turn_neither_drop_nor_fly() -> None:
    """20.3, 20.11: they must start the turn in the city."""
    near = game().place(next(p for p in sorted(game().tables.ground.germany) if game().board.terrain[p] == "clear"))
    b = position(turn="November II").turn_of("german", 1)
    b.act().pool("pool.due", b.piece("fj_2"), 1)
    moving(b, f.GERMAN).play(f"place_reinforcement fj_2 {city()}")
    assert b.refuses(f"drop fj_2:{near}").rule == "FE 20.2"
    assert b.refuses(f"airlift fj_2 {city(1)}").rule == "FE 20.2"
    b.run(sequence.EndPlayerTurn(f.GERMAN))
    b.turn_of("german", 1)
    moving(b, f.GERMAN).dice(1).play(f"drop fj_2:{near}")


# ---------------------------------------------------------------------- 20.6-20.9
def test_paratroops_drop_beside_invaders_and_not_on_them() -> None:
    """20.14: nor do invaders land on paratroops that have dropped."""
    b = over(turn="June I").assign("invasion_turn", 1)
    b.marker("landed", "M5").marker("landed", "K3").marker("invaded", "M5").unit("us_4", "M5", invading=1, moved=1)
    moving(b)
    assert b.refuses("drop us_101_ab:M5").rule == "FE 20.14"
    b.dice(1).play("drop us_101_ab:K3")
    b.unit("us_5", "england")
    assert landing.refusal(b.pos, b.piece("us_5"), b.hex("K3")) == (
        "20.14", "paratroops have dropped in K3: no unit of the invasion lands on them"
    )  # fmt: skip
    assert airborne.drops_left(b.pos, f.ALLIED) == 4, "a drop beside the invasion is one of the five"


def test_paratroops_that_land_with_the_invasion_are_infantry_and_use_capacity() -> None:
    """20.14, 20.15: no drop is used; they count for stacking, landing and supply capacity."""
    b = over(turn="June I").assign("invasion_turn", 1).marker("landed", "M5").unit("us_4", "england")
    moving(b)
    before = landing.landed(b.pos)
    b.play("invade us_101_ab M5", "invade us_17_ab M5")
    assert landing.landed(b.pos) == before + 2 and airborne.drops_left(b.pos, f.ALLIED) == 5
    assert capacity.counts(b.pos, b.piece("us_101_ab"))
    assert b.refuses("invade us_4 M5").rule in ("FE 12.7", "FE 12.10")


def test_a_drop_comes_before_the_moves_of_the_turn_but_together_with_a_landing() -> None:
    """20.9: after an ordinary move there is no drop any more, on the turn of an invasion neither."""
    august = game().tables.calendar.number("August I")
    b = over(turn="August I").assign("invasions", 2).assign("invasion_turn", august)
    b.marker("landed", "M5", count=2).unit("us_4", "england").unit("us_5", "K5")
    moving(b).play("invade us_4 M5")
    assert airborne.may_drop_now(b.pos, ()) is None
    b.play("move us_5 K6")
    assert b.refuses("drop us_101_ab:L8").rule == "FE 20.9"


def test_cities_and_fortresses_are_no_clear_ground_for_a_drop_and_no_hex_in_germany_is() -> None:
    """20.9: which column is read."""
    b = over()
    unit = b.piece("us_101_ab")
    assert airborne.column(b.pos, unit, b.hex("L8")) == "clear"
    fort = next(
        p
        for p in sorted(game().tables.ground.fortresses - game().tables.ground.cities)
        if game().board.terrain[p] == "clear"
    )
    home = next(p for p in sorted(game().tables.ground.germany) if game().board.terrain[p] == "clear")
    assert [airborne.column(b.pos, unit, p) for p in (b.hex("R11"), fort, home)] == ["not_clear*"] * 3
    german = b.piece("fj_2")
    plain = next(
        p
        for p in sorted(game().tables.ground.germany - game().tables.ground.cities - game().tables.ground.fortresses)
        if game().board.terrain[p] == "clear"
    )
    assert airborne.column(b.pos, german, plain) == "clear", "Germans at home read the ground"


def test_dropped_units_do_not_move_in_their_first_impulse_and_do_in_the_second() -> None:
    """20.7."""
    b = moving(over()).dice(1).play("drop us_101_ab:L8")
    assert not any(one.startswith("move us_101_ab") for one in b.choices())
    b.turn_of("allied", 2).run(MoveImpulse(f.ALLIED, 2)).play("move us_101_ab L7")
    assert b.at("us_101_ab") == "L7"


def test_dropped_units_owe_an_attack_to_every_enemy_whose_zone_they_lie_in() -> None:
    """20.7, 20.6: two Germans next to them must both be attacked; the enemy next to them need not attack them for
    their zone, which is their own hex."""
    b = position().unit("us_101_ab", "O10", dropped=1).unit("us_82_ab", "O10", dropped=1)
    b.unit("i_352", "O11").unit("i_353", "O9").turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert contact.required(b.pos, f.ALLIED) == frozenset(b.path("O11", "O9"))
    assert b.refuses("end_attacks").rule == "FE 14.6"
    assert supply.standing(b.pos, b.piece("us_101_ab")).rule == "20.6"


def test_paratroops_on_top_of_an_enemy_who_stands_in_a_fortress_are_lost() -> None:
    """20.8, 16.4: a retreat that the fortress lets the German ignore does not save them; nothing is controlled."""
    fort = next(
        p
        for p in sorted(game().tables.ground.fortresses - game().tables.ground.cities)
        if game().board.terrain[p] == "clear" and p not in game().tables.ground.germany
    )
    label = game().place(fort)
    b = position().units(label, "us_101_ab", "us_82_ab", "br_6_ab", dropped=1).unit("i_352", label)
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    b.dice(6).play(f"attack us_101_ab,us_82_ab {label}")
    assert b.offer is not None and "stand" in b.offer.kinds
    b.play("stand i_352")
    settle(b)
    assert b.gone("us_101_ab") and b.gone("us_82_ab") and b.pos.controller(fort) == f.GERMAN
    assert b.pos.fortress(fort)


def test_nobody_attacks_the_enemy_under_paratroops_without_them() -> None:
    """20.8: those next to the hex may join them, of the same nation; paratroops of two nations win or die together."""
    b = position().unit("us_101_ab", "O10", dropped=1).unit("i_352", "O10").unit("br_3", "O9").unit("us_1", "O11")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("attack br_3 O10").rule == b.refuses("attack us_1 O10").rule == "FE 20.8"
    b.dice(6).play("attack us_101_ab,us_1 O10")
    fort = game().place(
        sorted(game().tables.ground.fortresses - game().tables.ground.cities - game().tables.ground.germany)[0]
    )
    for die in range(1, 7):
        two = position().units(fort, "us_101_ab", "br_6_ab", dropped=1).unit("i_352", fort).turn_of("allied", 1)
        two.run(CombatImpulse(f.ALLIED, 1)).dice(die).play(f"attack us_101_ab {fort}")
        settle(two)
        assert two.pos.enemies_in(two.hex(fort), f.ALLIED)
        assert two.gone("br_6_ab") and two.gone("us_101_ab"), f"a German holds the hex after a {die}"


# ---------------------------------------------------------------------- 20.10, 20.11, 31.1
def test_a_city_taken_in_this_impulse_is_no_airfield_before_the_next() -> None:
    """20.10: a city is controlled if it was when the impulse began."""
    b = over().control("allied", "R11").unit("us_82_ab", "R11").unit("us_5", "N5")
    b.act().move(b.piece("us_5"), b.path("N5", "M6"), "mode.move")
    b.dice(1)
    control.entered(b.act(), b.piece("us_5"), b.path("N5", "M6"))
    moving(b)
    assert b.refuses("airlift us_82_ab M6").rule == "FE 20.10"
    b.turn_of("allied", 2).run(MoveImpulse(f.ALLIED, 2)).play("airlift us_82_ab M6")
    assert b.at("us_82_ab") == "M6"


def test_a_unit_that_has_moved_or_lies_in_an_enemy_zone_is_not_flown() -> None:
    """20.10: it starts the turn in the city and does not move before; no end lies in an enemy zone."""
    b = over(impulse=2).control("allied", "R11", "P4").unit("us_82_ab", "R11", moved=1)
    assert moving(b, impulse=2).refuses("airlift us_82_ab P4").rule == "FE 20.2"
    near = over().control("allied", "R11", "P4").unit("us_82_ab", "R11").unit("i_352", "R12")
    assert moving(near).refuses("airlift us_82_ab P4").rule == "FE 20.10"
    assert moving(over(weather="overcast")).refuses("airlift us_101_ab K2").rule == "FE 20.10"


def test_the_germans_fly_two_units_a_game_one_a_turn_and_not_out_of_a_besieged_fortress() -> None:
    """20.11, 20.17: from city to city, of France too."""

    def ready(**variables: int) -> Built:
        b = position(turn="July II").units("R11", "fj_2", "fj_3").turn_of("german", 1)
        for name, value in variables.items():
            b.assign(name, value)
        return moving(b, f.GERMAN)

    b = ready()
    b.play("airlift fj_2 P4")
    assert b.refuses("airlift fj_3 P4").rule == "FE 20.17"
    assert ready(airlifts_german=2).refuses("airlift fj_2 P4").rule == "FE 20.11"
    fort = sorted(game().tables.ground.fortresses & game().tables.ground.cities - game().tables.ground.germany)[0]
    label, beside = game().place(fort), game().place(game().tables.ground.links[fort][0])
    b = position(turn="July II").unit("fj_2", label).unit("us_1", beside).turn_of("german", 1)
    assert not b.pos.in_ezoc(fort, f.GERMAN), "no zone goes into the fortress"
    assert moving(b, f.GERMAN).refuses("airlift fj_2 R11").rule == "FE 20.11"


def test_with_the_option_only_regiments_drop_or_fly_and_not_after_they_were_rebuilt() -> None:
    """31.1: without it a rebuilt unit may still be flown (27.9)."""
    near = game().place(next(p for p in sorted(game().tables.ground.germany) if game().board.terrain[p] == "clear"))

    def ready(*options: str, **marks: int) -> Built:
        b = position(turn="November II", options=options).unit("heydte", city(), **marks).unit("fj_2", city())
        return moving(b.turn_of("german", 1), f.GERMAN)

    b = ready("31.1")
    assert b.refuses(f"drop fj_2:{near}").rule == b.refuses(f"airlift fj_2 {city(1)}").rule == "FE 31.1"
    b.dice(1).play(f"drop heydte:{near}")
    rebuilt = ready("31.1", no_drop=1)
    assert rebuilt.refuses(f"drop heydte:{near}").rule == "FE 27.9"
    assert rebuilt.refuses(f"airlift heydte {city(1)}").rule == "FE 31.1"
    plain = ready(no_drop=1)
    assert plain.refuses(f"drop heydte:{near}").rule == "FE 27.9"
    plain.play(f"airlift heydte {city(1)}")


# ---------------------------------------------------------------------- 20.12, 20.13, 20.15
def test_a_drop_into_the_district_of_the_15th_army_releases_everybody() -> None:
    """20.12, 9.1 E: by the air or the sea; 21.5: a raid does the same."""
    place = next(
        game().place(p)
        for p in sorted(game().tables.ground.invadable)
        if game().tables.ground.district[p] == f.FIFTEENTH
        and p not in game().tables.ground.fortresses
        and p not in game().tables.ground.ports
    )

    def ready() -> Built:
        b = over().unit("i_84", "Q7", frozen=f.FIFTEENTH).unit("i_708", "C13", frozen=f.FIRST)
        return moving(b.assign("invaded_districts", 1 << f.SEVENTH))

    b = ready().dice(1).play(f"drop us_101_ab:{place}")
    assert not b.has("i_84", "frozen") and not b.has("i_708", "frozen")
    b = ready().play(f"raid us_ranger:{place}")
    assert not b.has("i_84", "frozen") and not b.has("i_708", "frozen")
    b = ready().dice(1).play("drop us_101_ab:L8")
    assert b.has("i_84", "frozen") == f.FIFTEENTH, "a drop within the invaded district releases nobody else"


def test_glider_men_drop_and_fly_like_paratroops_and_never_take_replacements() -> None:
    """20.13, 27.10."""
    b = moving(over()).dice(1).play("drop br_52:L8")
    assert b.at("br_52") == "L8" and b.has("br_52", "by_air")
    moving(over()).play("airlift br_52 K2")
    assert points.never(b.pos, b.piece("br_52")) is not None
    spend = position().unit("br_52", "england", reduced=True).track("british", 9, f.ALLIED).turn_of("allied")
    spend.run(replacements.Spend(f.ALLIED))
    assert spend.quiet, "there is nothing to spend the points on"


def test_who_dropped_once_counts_for_capacity_after_he_has_come_back_by_sea() -> None:
    """20.15: lost, a dropped unit changes nothing; landed, it counts."""
    b = over().unit("us_82_ab", "L6", by_air=1)
    before = capacity.reckon(b.pos)
    b.act().remove(b.piece("us_82_ab"), "reason.eliminated")
    assert capacity.reckon(b.pos) == before
    b = over().unit("us_82_ab", "L4", by_air=1).assign("start_capacity", 5)
    moving(b).play("sea_move us_82_ab england")
    assert b.has("us_82_ab", "by_air") == 0
    b.turn_of("allied", 2).run(MoveImpulse(f.ALLIED, 2))
    assert capacity.counts(b.pos, b.piece("us_82_ab"))


def test_a_port_that_paratroops_take_works_from_the_next_turn_on() -> None:
    """20.16, 18.7.2: neither its capacity nor its quays in this turn."""
    b = moving(over().control("german", "M6")).dice(1, 1).play("drop us_101_ab:M6")
    assert b.pos.controller(b.hex("M6")) == f.ALLIED and not capacity.usable_port(b.pos, b.hex("M6"))
    b.dice(1).run(sequence.BeginTurn(game().tables.calendar.number("July II")))
    assert capacity.usable_port(b.pos, b.hex("M6"))


@pytest.mark.parametrize(("unit", "marks", "works"), [
    ("us_82_ab", {"by_air": 1}, False), ("us_82_ab", {}, True), ("us_ranger", {}, False), ("us_1", {}, True),
])  # fmt: skip
def test_paratroops_and_raiders_that_walk_into_a_port_open_it_from_the_next_turn_on(
    unit: str, marks: dict[str, int], works: bool
) -> None:
    """20.16, 21.4, C-131: paratroops that landed as infantry open it at once."""
    b = position().control("german", "M6").unit(unit, "L6", **marks).assign("invasions", 1).turn_of("allied", 2)
    b.run(MoveImpulse(f.ALLIED, 2)).dice(1).play(f"move {unit} M6")
    assert b.pos.controller(b.hex("M6")) == f.ALLIED and capacity.usable_port(b.pos, b.hex("M6")) == works


# ---------------------------------------------------------------------- 21
def test_raiders_are_always_in_supply_and_never_count() -> None:
    """21.1: in the middle of the enemy too; their loss changes nothing."""
    b = position().unit("us_ranger", "O10").unit("i_352", "O11")
    before = capacity.reckon(b.pos)
    assert supply.standing(b.pos, b.piece("us_ranger")).rule == "21.1"
    b.act().remove(b.piece("us_ranger"), "reason.eliminated")
    assert capacity.reckon(b.pos) == before


def test_raiders_attack_with_units_of_any_nation() -> None:
    """21.3, 6.2: Americans and British do not attack together, the raiders of either do with both."""

    def beside(*units: str) -> Built:
        b = position().units("O9", *units).unit("i_352", "O10").turn_of("allied", 1)
        return b.run(CombatImpulse(f.ALLIED, 1))

    assert beside("us_1", "br_3").refuses("attack us_1,br_3 O10").rule == "FE 6.2"
    b = beside("us_ranger", "br_1_cdo", "br_3").dice(6).play("attack us_ranger,br_1_cdo,br_3 O10")
    assert strength(b, "reckon.attack") == sum(b.game.counters[b.piece(u)].front.values["cf"] for u in ALL_THREE)


ALL_THREE = ("us_ranger", "br_1_cdo", "br_3")


def test_two_raids_a_game_in_either_impulse_and_none_in_a_storm() -> None:
    """21.2, 21.10: a group is one raid; it lands in hexes next to each other, or joined by a blue arrow."""
    b = moving(over(impulse=2), impulse=2).play("raid us_ranger:M5,br_1_cdo:M5")
    assert raids.raids_left(b.pos) == 1
    assert moving(over().assign("raids", 2)).refuses("raid us_ranger:M5").rule == "FE 21.2"
    assert moving(over(weather="storm")).refuses("raid us_ranger:M5").rule == "FE 21.10"
    apart = moving(over())
    assert apart.refuses("raid us_ranger:M5,br_1_cdo:R5").rule == "FE 21.2"
    apart.dice(1).play("raid us_ranger:P4,br_1_cdo:P5")
    assert not any(one.startswith(("move us_ranger", "move br_1_cdo")) for one in apart.choices())


def test_raiders_that_invade_keep_to_the_stacking_limit_on_that_turn_and_stack_free_afterwards() -> None:
    """21.7: three divisions and an invading Ranger are one too many until the turn is over."""
    b = position(turn="June I").assign("invasions", 1).assign("invasion_turn", 1).marker("invaded", "M5")
    b.units("M5", "us_1", "us_4", "us_5", invading=2).unit("us_ranger", "M5", invading=1).turn_of("allied", 2)
    found = stacking.excess(b.pos, f.ALLIED)
    assert found is not None and found[2] == 1
    b.run(sequence.EndPlayerTurn(f.ALLIED)).turn_of("allied", 2)
    assert stacking.excess(b.pos, f.ALLIED) is None
    raid = position(turn="June I").assign("invasions", 1).assign("invasion_turn", 1).marker("invaded", "M5")
    raid.units("M5", "us_1", "us_4", "us_5", invading=2).unit("us_ranger", "M5", raiding=1).turn_of("allied", 2)
    assert stacking.excess(raid.pos, f.ALLIED) is None


def test_raiders_that_invade_use_capacity_and_no_raid() -> None:
    """21.7, 12.10: a raid uses none."""
    b = over(turn="June I").assign("invasion_turn", 1).marker("landed", "M5")
    moving(b).play("invade us_ranger M5")
    assert landing.landed(b.pos) == 1 and raids.raids_left(b.pos) == 2
    b.play("raid br_1_cdo:M5")
    assert landing.landed(b.pos) == 1 and raids.raids_left(b.pos) == 1


def test_a_raid_on_a_hidden_unit_must_win_or_is_lost() -> None:
    """21.11: the raiders fight the unit under them and nobody else, and do not retreat."""
    b = position(turn="June I").unit("us_ranger", "M5", raiding=1).unit("i_352", "M5").unit("i_353", "L5")
    b.assign("invasions", 1).assign("invasion_turn", 1).turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert contact.reach(b.pos, b.piece("us_ranger")) == b.path("M5")
    b.dice(6).play("attack us_ranger M5")
    settle(b)
    assert b.gone("us_ranger")


def test_raiders_do_not_land_on_enemies_and_leave_the_jersey_alone_without_the_option() -> None:
    """21.9, 31.5: with the option Jersey may be raided and dropped on; nobody goes there by sea."""
    b = moving(over().unit("i_352", "M5"))
    assert b.refuses("raid us_ranger:M5").rule == "FE 21.9"
    assert b.refuses("raid us_ranger:I4").rule == "FE 21.2"
    assert b.refuses("drop us_101_ab:I4").rule == "FE 31.5"
    optional = over()
    optional.option("31.5")
    moving(optional).play("raid us_ranger:I4")
    assert optional.at("us_ranger") == "I4" and optional.pos.controller(optional.hex("I4")) == f.ALLIED
    second = over().control("allied", "I4").unit("us_4", "england")
    second.option("31.5")
    assert moving(second).refuses("sea_move us_4 I4").rule == "FE 31.5"
    away = over().control("allied", "I4").unit("us_4", "I4")
    away.option("31.5")
    moving(away).play("sea_move us_4 england")
