"""Drops, airlifts and raids at the limits of their rules (20, 21)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import capacity, contact, supply
from hexledger.engine.games.fortress_europa.rules import airborne, raids
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.fights import settle
from tests.fortress_europa.impulses import moving


def over(**how: str) -> Built:
    """July, ashore at L4 with spare capacity; three airborne divisions and the raiders in England."""
    b = position(**how).units("england", "us_101_ab", "us_17_ab", "br_6_ab", "us_ranger", "br_1_cdo")  # type: ignore[arg-type]
    b.unit("us_1", "L4").unit("mulberry_12", "L4").control("allied", "L4")
    return b.assign("invasions", 1).assign("invasion_turn", 1).assign("start_capacity", 5)


# ---------------------------------------------------------------------- 20.2 whose port
def inland(hq: str, port: str, *more: str) -> Built:
    """An HQ in the middle of France with a line of Allied hexes to one port or several."""
    ground = game().tables.ground
    b = position().control("allied", *(game().place(p) for p in sorted(ground.land - ground.germany - ground.ports)))
    b.control("allied", port, *more).unit("hq_bradley", hq)
    b.unit("us_101_ab", "england").unit("us_17_ab", "africa")
    return b.assign("invasions", 1).assign("invasion_turn", 1).assign("start_capacity", 5).turn_of("allied", 1)


def far_from_the_coast(b: Built, hq: str, distance: int) -> int:
    """A hex so far from the HQ, outside the printed radius and more than three hexes from every invadable hex."""
    ground, board = game().tables.ground, game().board
    return next(
        p
        for p in sorted(ground.land - ground.tac_radius)
        if board.distance(p, b.hex(hq)) == distance and min(board.distance(p, c) for c in ground.invadable) > 3
    )


@pytest.mark.parametrize(
    ("ports", "english", "african"),
    [(("K2",), True, False), (("N33",), False, True), (("K2", "N33"), True, True)],
)
def test_an_hq_with_lines_to_ports_of_both_seas_serves_paratroops_of_both(
    ports: tuple[str, ...], english: bool, african: bool
) -> None:
    """20.2, C-132: which of its ports feeds an HQ is its owner's choice."""
    b = inland("P17", *ports)
    place = far_from_the_coast(b, "P17", 8)
    assert airborne.in_drop_range(b.pos, b.piece("us_101_ab"), place) == english
    assert airborne.in_drop_range(b.pos, b.piece("us_17_ab"), place) == african


def test_an_hq_whose_line_the_germans_have_cut_since_the_last_supply_phase_serves_nobody() -> None:
    """20.2: the HQ traces its supply when the drop is made, not when it was last judged."""
    b = inland("P17", "K2")
    place = far_from_the_coast(b, "P17", 8)
    b.act().judge(b.piece("hq_bradley"), "status.hq", b.path("P17", "K2"), "18.1")
    b.control("german", *(game().place(p) for p in game().tables.ground.links[b.hex("P17")]))
    assert not supply.net(b.pos, f.ALLIED).ends[b.piece("hq_bradley")]
    assert not airborne.in_drop_range(b.pos, b.piece("us_101_ab"), place)


def test_an_hq_that_came_ashore_with_the_invasion_serves_the_drop_of_the_next_turn() -> None:
    """20.2: on the turn of the landing it was in supply without a port (18.7.1); a turn later it traces to one."""
    b = inland("P17", "K2").assign("invasion_turn", game().tables.calendar.number("June IV"))
    b.act().judge(b.piece("hq_bradley"), "status.invading", (), "18.7.1")
    assert airborne.in_drop_range(b.pos, b.piece("us_101_ab"), far_from_the_coast(b, "P17", 8))


def test_nine_hexes_from_an_hq_are_out_of_its_range() -> None:
    """20.2, 17.4: the range of tactical aircraft is eight hexes."""
    b = inland("P17", "K2")
    assert airborne.in_drop_range(b.pos, b.piece("us_101_ab"), far_from_the_coast(b, "P17", 8))
    assert not airborne.in_drop_range(b.pos, b.piece("us_101_ab"), far_from_the_coast(b, "P17", 9))


# ---------------------------------------------------------------------- 20.4, 20.5 numbers
def test_four_units_do_not_drop_together_and_the_germans_drop_one_alone() -> None:
    """20.4, 20.5."""
    b = moving(over().unit("br_1_ab", "england"))
    assert b.refuses("drop us_101_ab:L8,us_17_ab:L8,br_6_ab:L7,br_1_ab:L7").rule == "FE 20.4"
    assert b.dice(1, 1, 1).play("drop us_101_ab:L8,us_17_ab:L8,br_6_ab:L7").at("br_6_ab") == "L7"


def test_a_unit_flown_this_turn_leaves_room_for_two_to_drop_and_no_more() -> None:
    """20.17: three units by air in a turn, however they go."""
    b = moving(over().control("allied", "K2"))
    b.dice(1, 1).play("drop us_101_ab:L8,us_17_ab:L8", "airlift br_6_ab K2")
    assert airborne.by_air(b.pos, f.ALLIED) == 3
    full = moving(over().control("allied", "K2").unit("br_1_ab", "england"))
    full.dice(1, 1, 1).play("drop us_101_ab:L8,us_17_ab:L8,br_6_ab:L7")
    assert full.refuses("airlift br_1_ab K2").rule == "FE 20.17"


def test_a_german_who_dropped_this_turn_has_no_flight_left_in_it() -> None:
    """20.17: one unit a turn by air."""
    cities = [game().place(p) for p in sorted(game().tables.ground.german_cities)]
    b = position(turn="October II").units(cities[1], "fj_2", "fj_3").turn_of("german", 1)
    near = game().place(
        next(p for p in game().tables.ground.links[b.hex(cities[1])] if p not in game().tables.ground.cities)
    )
    moving(b, "german").dice(1).play(f"drop fj_2:{near}")
    assert b.refuses(f"airlift fj_3 {cities[8]}").rule == "FE 20.17"


def test_every_unit_rolls_even_when_they_land_in_one_hex_and_a_lost_drop_counts_as_one_of_five() -> None:
    """20.4."""
    b = moving(over())
    b.dice(1, 1, 1).play("drop us_101_ab:L8,us_17_ab:L8,br_6_ab:L8")
    assert len(b.rolls) == 3
    lost = moving(over().unit("i_352", "L9")).dice(6)
    lost.play("drop us_101_ab:L8")
    assert lost.gone("us_101_ab") and airborne.drops_left(lost.pos, f.ALLIED) == 4


# ---------------------------------------------------------------------- 20.9 the table
def test_a_drop_into_an_enemy_zone_or_on_the_enemy_reads_the_worse_column() -> None:
    """20.9, C-133: clear ground out of every enemy zone is clear for a drop."""
    b = over()
    unit = b.piece("us_101_ab")
    assert airborne.column(b.pos, unit, b.hex("O10")) == "clear"
    b.unit("i_352", "O11")
    assert airborne.column(b.pos, unit, b.hex("O10")) == "not_clear*", "beside the enemy"
    assert airborne.column(b.pos, unit, b.hex("O11")) == "not_clear*", "on top of him"
    frozen = over().unit("i_352", "O11", frozen=f.SEVENTH)
    assert airborne.column(frozen.pos, unit, frozen.hex("O10")) == (
        "not_clear*" if frozen.pos.in_ezoc(frozen.hex("O10"), f.ALLIED) else "clear"
    )


def test_a_german_who_drops_into_an_empty_fortress_beside_allied_units_lands_in_their_zone() -> None:
    """20.9, 7.1: although their zone ends at its walls and he need not attack them; beside a city they have none."""
    ground, board = game().tables.ground, game().board
    fort = next(p for p in sorted(ground.fortresses - ground.cities) if board.terrain[p] == "clear")
    near = next(p for p in ground.links[fort] if p not in ground.fortresses | ground.cities)
    b = position(turn="October II").unit("us_1", game().place(near))
    unit = b.piece("fj_2")
    assert not b.pos.in_ezoc(fort, f.GERMAN) and airborne.under_fire(b.pos, unit, fort)
    two = next(p for p in sorted(ground.land) if board.distance(p, fort) == 2)
    away = position(turn="October II").unit("us_1", game().place(two))
    assert not airborne.under_fire(away.pos, unit, fort)


def test_a_drop_of_allies_in_germany_reads_the_worse_column_in_clear_ground_and_a_german_drop_does_not() -> None:
    """20.9."""
    ground, board = game().tables.ground, game().board
    plain = ground.germany - ground.cities - ground.fortresses
    place = next(p for p in sorted(plain) if board.terrain[p] == "clear")
    b = position()
    assert airborne.column(b.pos, b.piece("us_101_ab"), place) == "not_clear*"
    assert airborne.column(b.pos, b.piece("fj_2"), place) == "clear"


# ---------------------------------------------------------------------- 20.6 stacking
def test_a_drop_keeps_the_stacking_limit_with_the_units_that_are_there() -> None:
    """20.6: three in a clear hex; enemies under them do not count."""
    b = moving(over().units("L8", "us_2", "us_4"))
    assert b.refuses("drop us_101_ab:L8,us_17_ab:L8").rule == "FE 20.6"
    b.dice(1).play("drop us_101_ab:L8")
    on_top = moving(over().units("L8", "i_352", "i_353", "i_343"))
    on_top.dice(1, 1, 1).play("drop us_101_ab:L8,us_17_ab:L8,br_6_ab:L8")
    assert len(on_top.pos.units(on_top.hex("L8"))) == 6, "both sides have a legal stack in the hex"


# ---------------------------------------------------------------------- 20.7, 20.8 fighting
def test_a_dropped_unit_next_to_a_unit_in_a_fortress_attacks_it() -> None:
    """20.7, 7.1: the zone of a unit in a fortress reaches out of it."""
    near = next(p for p in game().tables.ground.links[game().find_place("P5")] if p not in game().tables.ground.cities)
    b = position().units(game().place(near), "us_101_ab", "us_82_ab", dropped=1).unit("i_352", "P5")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.pos.fortress(b.hex("P5")) and contact.required(b.pos, f.ALLIED) == frozenset(b.path("P5"))


@pytest.mark.parametrize("die", [1, 6])
def test_paratroops_on_an_enemy_hold_the_hex_or_are_gone(die: int) -> None:
    """20.8: they never retreat, whatever the table says."""
    b = position(seed="drop").units("O10", "us_101_ab", "us_82_ab", "us_17_ab", dropped=1).unit("i_343", "O10")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1)).dice(die)
    b.play("attack us_101_ab,us_82_ab,us_17_ab O10")
    settle(b)
    left = [unit for unit in ("us_101_ab", "us_82_ab", "us_17_ab") if not b.gone(unit)]
    assert all(b.at(unit) == "O10" for unit in left)
    assert bool(left) != bool(b.pos.enemies_in(b.hex("O10"), f.ALLIED))


# ---------------------------------------------------------------------- 20.10, 20.11 flights
def test_a_second_impulse_flight_needs_a_unit_that_has_not_moved_in_the_first() -> None:
    """20.10: either impulse, from a city in which the unit began the turn."""
    b = over().control("allied", "K2", "R11").unit("us_82_ab", "R11")
    b.act().flag(b.piece("us_82_ab"), f.MOVED, 1)
    assert moving(b, impulse=2).refuses("airlift us_82_ab K2").rule == "FE 20.2"
    still = moving(over().control("allied", "K2", "R11").unit("us_82_ab", "R11"), impulse=2)
    assert still.play("airlift us_82_ab K2").at("us_82_ab") == "K2"


def test_infantry_does_not_fly_and_nobody_flies_to_a_hex_that_is_no_city() -> None:
    """20.10: paratroops and glider men only, from city to city."""
    b = moving(over().control("allied", "K2", "R11").units("R11", "us_82_ab", "us_2"))
    assert b.refuses("airlift us_2 K2").rule == "FE 20.10"
    assert b.refuses("airlift us_82_ab L4").rule == "FE 20.10"
    overcast = moving(over(weather="overcast").control("allied", "K2", "R11").unit("us_82_ab", "R11"))
    assert overcast.refuses("airlift us_82_ab K2").rule == "FE 20.10", "clear weather only"


def test_a_city_in_an_enemy_zone_is_no_end_of_a_flight() -> None:
    """20.10: into it or out of it."""
    b = over().control("allied", "K2", "R11").unit("us_82_ab", "R11").unit("us_2", "R11")
    assert moving(b.unit("i_352", "R12")).refuses("airlift us_82_ab K2").rule == "FE 20.10"
    into = over().control("allied", "K2", "R11").unit("us_82_ab", "K2").unit("i_352", "R12")
    assert moving(into).refuses("airlift us_82_ab R11").rule == "FE 20.10"


def test_who_is_flown_in_counts_for_capacity_and_needs_room_in_it() -> None:
    """20.10, 18.7.4."""
    b = moving(over().control("allied", "K2"))
    before = capacity.reckon(b.pos)
    b.play("airlift us_101_ab K2")
    assert capacity.reckon(b.pos) == before - 1
    full = over().control("allied", "K2").marker("port_damage", "K2", count=12)
    full.units("L4", "us_2", "us_4").units("L5", *ELEVEN[:9])
    assert capacity.reckon(full.pos) == 0 and moving(full).refuses("airlift us_101_ab K2").rule == "FE 18.7.4"


ELEVEN = ("us_5", "us_8", "us_9", "us_28", "us_29", "us_30", "us_35", "us_79", "us_83", "us_90", "us_3")


# ---------------------------------------------------------------------- 20.15 who counts
def test_a_dropped_unit_that_is_destroyed_changes_no_capacity_and_one_that_landed_does() -> None:
    """20.15, 18.7.2 B."""
    b = over().unit("us_82_ab", "L5", by_air=1).unit("us_13_ab", "L5")
    before = capacity.reckon(b.pos)
    b.act().remove(b.piece("us_82_ab"), "reason.eliminated")
    assert capacity.reckon(b.pos) == before
    b.act().remove(b.piece("us_13_ab"), "reason.eliminated")
    assert capacity.reckon(b.pos) == before + 1


# ---------------------------------------------------------------------- 21
def test_raiders_land_in_an_inland_port_while_its_passage_is_free_and_not_past_an_enemy() -> None:
    """21.2: any invadable hex, inland ports too."""
    assert moving(over()).dice(1).play("raid us_ranger:M6").at("us_ranger") == "M6"
    shut = over().unit("i_352", "M5")
    assert moving(shut).refuses("raid us_ranger:M6").rule == "FE 7.4"


def test_a_raid_uses_no_sea_movement_and_its_units_move_in_the_next_impulse_only() -> None:
    """21.2."""
    b = moving(over()).dice(1).play("raid us_ranger:K2,br_1_cdo:K2")
    assert b.state.track(game().words["track.sea_moves"], f.ALLIED) == 0
    assert not any(one.startswith("move us_ranger") for one in b.choices())
    moving(b, impulse=2).play("move us_ranger K3")
    assert b.at("us_ranger") == "K3"


def test_raiders_that_walk_along_the_coast_are_no_raid() -> None:
    """21.2: a raid begins in England or Africa."""
    b = over().unit("us_1_ssf", "L4")
    assert moving(b).refuses("raid us_1_ssf:K2").rule == "FE 21.2"


def b_raid(group: str) -> Built:
    return moving(over()).dice(1, 1).play(f"raid {group}")


def test_a_group_of_raiders_may_spread_over_a_blue_arrow_and_not_over_a_gap() -> None:
    """21.2: the same hex, adjacent hexes, or hexes joined by a blue arrow."""
    assert b_raid("us_ranger:P4,br_1_cdo:P5").at("br_1_cdo") == "P5", "P4 and P5 are joined by an arrow"
    assert moving(over()).refuses("raid us_ranger:P4,br_1_cdo:R5").rule == "FE 21.2"


def test_raiders_who_walked_ashore_have_a_zone_in_their_own_hex_only() -> None:
    """21.6: on every turn; the German next to them need not attack."""
    b = position().unit("us_ranger", "O10").unit("i_352", "O11").turn_of("german", 1)
    assert not b.pos.in_ezoc(b.hex("O11"), f.GERMAN) and b.pos.in_ezoc(b.hex("O10"), f.GERMAN)
    b.run(CombatImpulse(f.GERMAN, 1))
    assert contact.required(b.pos, f.GERMAN) == frozenset()
    escorted = position().units("O10", "us_ranger", "us_1").unit("i_352", "O11").turn_of("german", 1)
    assert escorted.pos.in_ezoc(escorted.hex("O11"), f.GERMAN), "an accompanying unit brings its zone"


def test_raiders_attack_everybody_in_whose_zone_they_land() -> None:
    """21.9: also in the turn in which they land."""
    b = position().units("L4", "us_ranger", "br_1_cdo", raiding=1).unit("i_352", "L5").unit("i_353", "K4")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert contact.required(b.pos, f.ALLIED) == frozenset(b.path("L5", "K4"))


@pytest.mark.parametrize(("weather", "rule"), [("clear", ""), ("overcast", ""), ("overcast*", ""), ("storm", "21.10")])
def test_a_raid_is_made_in_any_weather_but_a_storm(weather: str, rule: str) -> None:
    """21.10."""
    b = over(turn="October II", weather=weather).turn_of("allied", 2)
    why = raids.may_raid_now(b.pos)
    assert (why[0] if why else "") == rule
