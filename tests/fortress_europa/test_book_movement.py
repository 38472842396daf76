"""Rules 7 to 11, sentence by sentence: zones, terrain, districts, rail, sea."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import allowance, districts, movement, rail, trains, ways
from hexledger.engine.games.fortress_europa.rules import districts as districts_rules
from hexledger.engine.games.fortress_europa.rules import movement as movement_rules
from hexledger.engine.games.fortress_europa.rules import raids, retreat, sea
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.fights import fight, settle
from tests.fortress_europa.impulses import counted as moving
from tests.fortress_europa.impulses import invading, june, relief


def chains(*terrains: str) -> Iterator[tuple[str, ...]]:
    """Hexes in a row, each with the terrain named, no river or city among them."""
    g = game().tables.ground

    def longer(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(path) == len(terrains):
            yield path
            return
        for there in g.links[path[-1]]:
            dry = game().tables.ground.key(path[-1], there) not in g.rivers
            if there not in path and game().board.terrain[there] == terrains[len(path)] and dry:
                yield from longer((*path, there))

    for start in sorted(g.land - g.cities):
        if game().board.terrain[start] == terrains[0]:
            for path in longer((start,)):
                yield tuple(game().place(place) for place in path)


# ------------------------------------------------------------------ 7 ZOC
def test_friends_in_a_hex_do_not_lift_the_enemy_zone_for_those_who_come() -> None:
    """FE 7.3, 8.10: not for stopping, not for going from zone to zone, not for a retreat."""
    b = moving(position().unit("us_1", "O9").unit("us_2", "O11").unit("us_4", "P10").unit("pz_2", "O12"))
    assert b.refuses("move us_1 O10,O11,N11").rule == "FE 7.2"
    back = position().unit("i_353", "O11").unit("i_352", "O10").unit("us_1", "O9").unit("us_9", "O12")
    why = retreat.no_entry(back.pos, back.piece("i_352"), back.hex("O10"), back.hex("O11"))
    assert why is not None and why[0] == "15.5", "the 9th Division's zone, though the 353rd stands there"


@pytest.mark.parametrize("port", ["CC6", "M6", "E10", "A19", "QQ4"])
def test_over_the_water_of_an_estuary_a_zone_does_not_reach_and_yet_closes_the_passage(port: str) -> None:
    """FE 7.1, 7.4, 11.4, 21.2: for sea movement and raids."""
    ground = game().tables.ground
    bank = game().place(ground.passage[game().find_place(port)][0])
    b = position(turn="October II").control("allied", port).unit("us_1", port).unit("i_346", bank)
    b.unit("br_1_cdo", "england")
    moving(b)
    assert b.refuses("sea_move us_1 england").rule == "FE 11.4"
    empty = position(turn="October II").unit("i_346", bank).unit("br_1_cdo", "england")
    moving(empty)
    why = raids._where(empty.pos, empty.piece("br_1_cdo"), empty.hex(port))
    assert why is not None and why[0] == "7.4"


@pytest.mark.parametrize(("a", "b"), [("BB5", "CC5"), ("D9", "D10"), ("M5", "N5")])
def test_units_on_the_banks_of_an_estuary_are_in_no_zone_of_each_other_and_do_not_attack(a: str, b: str) -> None:
    """FE 7.1, 14.1."""
    built = position().unit("us_1", a).unit("i_352", b)
    assert not built.pos.in_ezoc(built.hex(a), f.ALLIED)
    built.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert built.quiet, "there is nothing to attack"


def test_a_broken_bridge_lifts_zone_and_attack_for_the_turn() -> None:
    """FE 7.1, 14.1: and a unit next to the enemy without being in its zone moves in the second impulse (8.9)."""
    b = position().unit("us_1", "M6").unit("i_352", "N6").broken("orne")
    assert not b.pos.in_ezoc(b.hex("M6"), f.ALLIED)
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.quiet
    b.turn_of("allied").run(sequence.BeginMove(f.ALLIED, 2))
    assert not b.has("us_1", "held")
    assert movement.reach(b.pos, b.piece("us_1"))


# ------------------------------------------------------------------ 8 terrain
def test_mountains_stop_all_but_mountain_units_for_the_impulse() -> None:
    """FE 8.3: HQs too; and in the next impulse they go on."""
    start, first, second = next(chains("clear", "mountain", "mountain"))
    b = moving(position().units(start, "us_1", "fr_4_dmm", "us_101_ab"))
    assert b.refuses(f"move us_1 {first},{second}").rule == "FE 8.3"
    assert b.refuses(f"move us_101_ab {first},{second}").rule == "FE 8.3"
    assert b.play(f"move fr_4_dmm {first},{second}").at("fr_4_dmm") == second
    b.play(f"move us_1 {first}")
    moving(b.unit("hq_bradley", start), impulse=2)
    assert b.play(f"move us_1 {second}").at("us_1") == second
    assert b.refuses(f"move hq_bradley {first},{second}").rule == "FE 8.3"


def test_a_mountain_unit_stops_in_alpine_ground_and_goes_on_in_the_next_impulse() -> None:
    """FE 8.4."""
    start, first, second = next(chains("mountain", "alpine", "alpine"))
    b = moving(position().unit("ss_6_mtn", start), "german")
    assert b.refuses(f"move ss_6_mtn {first},{second}").rule == "FE 8.4"
    b.play(f"move ss_6_mtn {first}")
    assert moving(b, "german", 2).play(f"move ss_6_mtn {second}").at("ss_6_mtn") == second


def test_rivers_with_bridges_cost_nothing_and_stop_nobody() -> None:
    """FE 8.5."""
    b = moving(position().unit("us_1", "M7").unit("us_4_arm", "M7"))
    assert b.pos.river(b.hex("M7"), b.hex("N6"))
    b.play("move us_1 N6,O7,O8,O9", "move us_4_arm N6,O7,O8,O9")
    assert (b.at("us_1"), b.at("us_4_arm")) == ("O9", "O9")


def test_prohibited_countries_and_the_sea_hold_no_land_unit() -> None:
    """FE 8.6, 8.12."""
    ground, board = game().tables.ground, game().board
    closed = [place for place in range(board.n_hexes) if board.terrain[place] in ("prohibited", "sea", "lake")]
    assert closed and not ground.land & frozenset(closed)
    assert all(not ground.links[place] for place in closed)
    assert all(place not in near for near in ground.links for place in closed)


def test_infantry_is_not_slowed_by_rough_ground_and_armour_starting_in_it_only_by_more_of_it() -> None:
    """FE 8.1."""
    path = next(chains("clear", "rough", "rough"))
    b = moving(position().unit("us_1", path[0]).unit("us_4_arm", path[0]))
    assert allowance.left(b.pos, b.piece("us_4_arm")) == 6
    assert ways.Gone(6).entered(True).allowed == 3
    assert b.play(f"move us_1 {path[1]},{path[2]}").at("us_1") == path[2]
    out = next(chains("rough", "clear", "clear", "clear", "clear"))
    c = moving(position().unit("us_4_arm", out[0]))
    assert c.play("move us_4_arm " + ",".join(out[1:])).at("us_4_arm") == out[-1], "leaving rough ground costs nothing"


def test_who_was_forced_out_of_flooded_ground_may_not_move_in_the_second_impulse() -> None:
    """FE 8.2, C-14."""
    b = moving(position().unit("us_1", "DD5")).play("move us_1 DD4")
    b.run(retreat.FallBack(f.ALLIED, b.hex("DD4"), (b.piece("us_1"),), 1, 1, False))
    while not b.quiet and b.offer is not None and "retreat" in b.offer.kinds:
        b.play("retreat us_1 DD5")
    assert b.at("us_1") == "DD5"
    moving(b, impulse=2)
    assert b.refuses("move us_1 DD6").rule == "FE 8.2"


@pytest.mark.parametrize("went", [False, True])
def test_a_retreat_goes_through_flooded_ground_and_who_ends_it_there_moves_on_in_the_second_impulse(went: bool) -> None:
    """FE 8.2, 15.6, C-152: a retreat is no move, whether or not the unit has moved before its combat."""
    b = position().unit("us_1", "FF5" if went else "EE5").unit("us_4", "EE5")
    moving(b)
    if went:
        b.play("move us_1 EE5")
    b.run(retreat.FallBack(f.GERMAN, b.hex("EE5"), (b.piece("us_1"),), 1, 2, False))
    assert {"retreat us_1 DD4", "retreat us_1 DD4,CC5", "retreat us_1 EE4,FF4"} <= set(b.choices())
    b.play("retreat us_1 DD4")
    assert b.at("us_1") == "DD4" and not b.has("us_1", "stuck")
    moving(b, impulse=2)
    assert b.play("move us_1 DD5").at("us_1") == "DD5"


def test_who_lands_on_flooded_ground_stays_there_for_the_turn() -> None:
    """FE 8.2, 12.11: invaders of both impulses, raiders and paratroops; where the ground is dry they go on."""
    b = invading(june().units("england", "br_3", "br_50", "br_79_arm"), "BB5", "BB4", "CC4", "CC5")
    b.play("invade br_3 CC5", "invade br_50 BB5")
    moving(b, impulse=2)
    assert b.refuses("move br_3 CC6").rule == "FE 8.2"
    assert b.play("move br_50 BB6").at("br_50") == "BB6"
    raid = moving(position(turn="August I").unit("br_1_cdo", "england").assign("invasions", 1))
    raid.play("raid br_1_cdo:CC5")
    assert moving(raid, impulse=2).refuses("move br_1_cdo DD5").rule == "FE 8.2"


def test_paratroops_on_flooded_ground_move_no_more_in_that_turn() -> None:
    """FE 8.2, 20.7."""
    b = moving(position(turn="August I", dice=[1]).unit("us_101_ab", "england").assign("invasions", 1))
    b.play("drop us_101_ab:CC5")
    assert b.at("us_101_ab") == "CC5"
    assert moving(b, impulse=2).refuses("move us_101_ab DD5").rule == "FE 8.2"


def test_a_train_into_flooded_ground_holds_nobody_and_ordinary_marches_along_a_line_pay_for_the_ground() -> None:
    """FE 8.2, 10.5."""
    ground = game().tables.ground
    wet = [p for p in sorted(ground.land) if ground.rails[p] and game().board.terrain[p] == "flooded"]
    if wet:
        label = game().place(wet[0])
        b = moving(position().unit("i_243", "JJ20"), "german")
        path = trains.reach(b.pos, b.hex("JJ20"))[wet[0]]
        b.play("rail_move i_243 " + ",".join(game().place(p) for p in path))
        assert (b.at("i_243"), b.has("i_243", "stuck")) == (label, 0)
    high = next(
        (a, b)
        for a in sorted(ground.land)
        for b in ground.rails[a]
        if game().board.terrain[a] == "mountain" and b in ground.links[a] and game().board.terrain[b] != "alpine"
    )
    march = position().unit("i_243", game().place(high[1]))
    m = ways.mover(march.pos, march.piece("i_243"))
    halt = ways.stops(march.pos, m, high[1], high[0])
    assert halt is not None and halt[0] == "8.3", "the line is no road"


def test_the_dyke_is_no_place_to_end_a_retreat_and_an_enemy_at_its_end_closes_it() -> None:
    """FE 8.7, 16.7, 15.5."""
    b = position().unit("us_1", "HH2").unit("i_352", "GG3")
    ends = {way[-1] for way in retreat.ways(b.pos, b.piece("us_1"), 1, 2)}
    assert b.hex("II2") not in ends and ends & set(b.path("JJ1", "JJ2"))
    b.unit("i_353", "JJ1", frozen=f.NETHERLANDS)
    assert not {way[-1] for way in retreat.ways(b.pos, b.piece("us_1"), 1, 2)} & set(b.path("JJ1", "JJ2"))


# ------------------------------------------------------------------ 9 districts
@pytest.mark.parametrize(
    ("label", "district"),
    [
        *((label, f.NINETEENTH) for label in ("C31", "N33", "O34", "T34", "BB33")),
        *((label, f.FIRST) for label in ("A19", "A16", "B15", "C10", "D10")),
        *((label, f.SEVENTH) for label in ("E10", "C9", "B2", "H5", "K2", "L4", "M5")),
        *((label, f.FIFTEENTH) for label in ("N5", "P4", "R5", "U5", "W4", "Z4", "BB4", "CC6")),
        *((label, f.NETHERLANDS) for label in ("CC5", "CC4", "EE4", "HH1", "JJ1", "MM2")),
    ],
)
def test_the_coast_of_each_district_runs_from_its_first_hex_to_its_last(label: str, district: int) -> None:
    """FE 9.10."""
    assert game().tables.ground.district[game().find_place(label)] == district


def test_no_coastal_hex_of_france_and_the_low_countries_is_without_a_district() -> None:
    """FE 9.10: from C31 to S34, from A19 to M5, from N5 to MM2 the coast belongs to somebody."""
    ground = game().tables.ground
    bare = [game().place(p) for p in sorted(ground.coast) if not ground.district[p]]
    country = game().board.country
    assert {country[game().find_place(label)] for label in bare} <= {"Italy", "Germany"}


def test_units_that_are_frozen_have_a_zone_in_their_own_hex_only_until_they_are_released() -> None:
    """FE 9.5, 9.7: at once, in the middle of the Allied turn."""
    b = moving(position().unit("i_243", "K4", frozen=f.SEVENTH).unit("us_1", "O9"))
    assert {b.game.place(p) for p in b.pos.zoc(f.GERMAN)} == {"K4"}
    districts_rules.release(b.act(), (f.SEVENTH,), "9.1")
    assert {"K4", "L4", "K5"} <= {b.game.place(p) for p in b.pos.zoc(f.GERMAN)}


def test_an_ally_marches_past_a_frozen_unit_in_a_district_and_need_not_attack_it() -> None:
    """FE 9.5, 14.1, 9.9: nor does a battle next to it against a free German release it."""
    b = moving(position().unit("us_1", "O9").unit("i_352", "O12", frozen=f.SEVENTH))
    b.play("move us_1 O10,O11,N11")
    assert b.at("us_1") == "N11"
    free = position().units("O9", "us_1", "us_2").unit("i_353", "O10").unit("i_352", "P9", frozen=f.SEVENTH)
    fight(free, "allied", "attack us_1,us_2 O10", dice=(4,))
    settle(free)
    assert free.has("i_352", "frozen") == f.SEVENTH


def test_leaving_an_invaded_district_releases_all_and_marching_inside_it_nobody() -> None:
    """FE 9.1 D: the 7th was invaded, the 1st and 19th are still frozen."""
    b = position(turn="June III").assign("invaded_districts", 1 << f.SEVENTH).assign("released", 1 << f.SEVENTH)
    ground = game().tables.ground
    inside, outside = next(
        (game().place(a), game().place(c))
        for a in sorted(ground.land)
        for c in ground.links[a]
        if ground.district[a] == f.SEVENTH and not ground.district[c]
    )
    b.unit("us_1", inside).unit("us_2", "L5").unit("i_708", "C11", frozen=f.FIRST)
    moving(b).play("move us_2 L6")
    assert b.has("i_708", "frozen") == f.FIRST
    b.play(f"move us_1 {outside}")
    assert b.has("i_708", "frozen") == 0


def test_a_drop_outside_the_invaded_district_releases_nobody_unless_it_is_in_the_15th_or_the_netherlands() -> None:
    """FE 9.1 D, E."""
    b = position(turn="June III").assign("invaded_districts", 1 << f.SEVENTH).unit("i_708", "C11", frozen=f.FIRST)
    districts_rules.allies_entered(b.act(), -1, b.hex("D12"), False)
    assert b.has("i_708", "frozen") == f.FIRST
    districts_rules.allies_entered(b.act(), -1, b.hex("BB5"), False)
    assert b.has("i_708", "frozen") == 0


def test_the_garrisons_of_torino_and_genova_move_in_italy_and_leave_it_once_an_ally_has_come() -> None:
    """FE 9.3: by road and by rail."""
    ground = game().tables.ground
    inside, outside = next(
        (game().place(a), game().place(c))
        for a in sorted(ground.italy & ground.land)
        for c in ground.links[a]
        if c not in ground.italy and game().board.terrain[c] != "alpine" and game().board.terrain[a] != "alpine"
    )
    b = moving(position(turn="June III").unit("i_34", inside, italy_only=1), "german")
    assert b.refuses(f"move i_34 {outside}").rule == "FE 9.3"
    assert any(
        game().find_place(line.split()[2].split(",")[-1]) in ground.italy for line in b.choices() if "i_34" in line
    )
    district = game().find_place("Z34")
    districts_rules.allies_entered(b.act(), -1, district, False)
    assert b.play(f"move i_34 {outside}").at("i_34") == outside


def relieved() -> Built:
    """The 7th Army's district is at its first number; a panzer division takes the place of the 243rd."""
    return moving(relief(), "german").play("move pz_2 K4", "relieve pz_2 i_243")


def test_who_stands_in_for_a_frozen_unit_stays_in_the_district_while_it_would_have_too_few() -> None:
    """FE 9.1 C, C-122: it moves inside; with another unit there it may go; after the release it is free."""
    b = relieved()
    far = next(
        game().place(p)
        for p in sorted(game().tables.ground.land)
        if not game().tables.ground.district[p] and game().board.distance(p, b.hex("K4")) > 6
    )
    b.unit("i_243", far)
    assert districts.strength(b.pos, f.SEVENTH) == b.pos.scenario.level[f.SEVENTH]
    edge = next(
        (game().place(p), game().place(there))
        for p in sorted(game().tables.ground.land)
        for there in game().tables.ground.links[p]
        if game().tables.ground.district[p] == f.SEVENTH and not game().tables.ground.district[there]
    )
    b.unit("pz_2", edge[0], relieves=f.SEVENTH)
    moving(b, "german", 2)
    assert b.refuses(f"move pz_2 {edge[1]}").rule == "FE C-122"
    assert any(line.startswith("move pz_2") for line in b.choices()), "inside it moves"
    more = b.unit("pz_9", "L6")
    assert more.play(f"move pz_2 {edge[1]}").at("pz_2") == edge[1], "another unit keeps the number up"
    b.unit("pz_2", edge[0], relieves=f.SEVENTH)
    districts_rules.release(b.act(), (f.SEVENTH,), "9.1")
    assert districts.bound(b.pos, b.piece("pz_2")) == 0


# ------------------------------------------------------------------ 10 rail
def rail_line(b: Built, unit: str, end: str) -> str:
    path = trains.reach(b.pos, b.pos.at(b.piece(unit)))[b.hex(end)]
    return f"rail_move {unit} " + ",".join(b.game.place(place) for place in path)


def test_a_train_needs_a_german_city_down_the_line_even_one_in_an_enemy_zone() -> None:
    """FE 10.6: the line to it must be free of enemy zones and of enemy cities."""
    ground = game().tables.ground
    country = next(
        p
        for p in sorted(ground.land - ground.cities)
        if len(ground.rails[p]) == 2 and all(n in ground.cities for n in ground.rails[p]) and game().board.q[p] > 20
    )
    label = game().place(country)
    one, other = (game().place(place) for place in ground.rails[country])
    b = position()
    assert rail.link(b.pos, f.GERMAN, country) is not None
    b.control("allied", one, other)
    assert rail.link(b.pos, f.GERMAN, country) is None
    c = position().unit("i_243", label).control("allied", one)
    far = next(
        n for n in sorted(ground.links[game().find_place(other)]) if n not in ground.links[country] and n != country
    )
    c.unit("us_1", game().place(far))
    assert c.pos.in_ezoc(c.hex(other), f.GERMAN) and not c.pos.in_ezoc(country, f.GERMAN)
    assert rail.link(c.pos, f.GERMAN, country) == (country, c.hex(other)), "the city itself may lie in a zone"


def test_off_the_map_trains_go_from_edge_to_edge_by_the_lines_that_the_book_names() -> None:
    """FE 10.8."""
    ground = game().tables.ground
    east, south = ground.rail_exits
    assert {game().place(p) for p in south} == {"KK29", "AA35", "BB30", "BB31"}
    assert game().find_place("RR26") in east
    b = position()
    for place in sorted(east - {game().find_place("RR26")}):
        assert not set(rail.lines(b.pos, place)) & (south - set(ground.rails[place])), game().place(place)
    m = moving(position().unit("ss_6_mtn", "RR26"), "german")
    assert m.play("rail_move ss_6_mtn KK29").at("ss_6_mtn") == "KK29"


def test_the_partisan_and_bridges_that_are_out_block_a_line_for_trains() -> None:
    """FE 10.9, 17.10.4, 24.3."""
    b = moving(position().unit("i_243", "JJ20"), "german")
    path = trains.reach(b.pos, b.hex("JJ20"))[b.hex("Q12")]
    b.unit("partisan", b.game.place(path[2]))
    line = "rail_move i_243 " + ",".join(b.game.place(p) for p in path)
    assert b.refuses(line).rule == "FE 10.9"
    ground = game().tables.ground
    a, c = next(
        (x, y) for pairs in ground.sections.values() for x, y in pairs if y in ground.rails[x] and x in ground.links[y]
    )
    section = next(name for name, pairs in ground.sections.items() if (a, c) in pairs)
    broken = moving(position().unit("i_243", game().place(a)).broken(section), "german")
    assert broken.refuses(f"rail_move i_243 {game().place(c)}").rule in ("FE 10.9", "FE 10.6")
    whole = moving(position().unit("i_243", game().place(a)), "german")
    assert whole.play(f"rail_move i_243 {game().place(c)}").at("i_243") == game().place(c)


def test_aircraft_and_weather_do_not_stop_the_hq_of_the_month_and_weather_stops_no_train() -> None:
    """FE 10.1, 10.10, 17.10.3."""
    b = position(weather="storm").unit("hq_25", "JJ20").aircraft("railway_attack", "us_8_af_1", "us_8_af_2")
    b.aircraft("railway_attack", "bomber_command_1")
    assert trains.capacity(b.pos) == 0
    moving(b, "german", 2)
    assert b.play(rail_line(b, "hq_25", "Q12")).at("hq_25") == "Q12"
    c = moving(position(weather="storm").unit("i_243", "JJ20"), "german")
    assert c.play(rail_line(c, "i_243", "Q12")).at("i_243") == "Q12"


def test_a_unit_that_marched_does_not_take_a_train_in_the_same_impulse() -> None:
    """FE 10.4."""
    b = moving(position().unit("i_243", "JJ20"), "german")
    near = next(p for p in b.game.tables.ground.links[b.hex("JJ20")] if b.game.tables.ground.rails[p])
    b.play(f"move i_243 {b.game.place(near)}")
    assert b.refuses("rail_move i_243 JJ20").rule == "FE C-112"


# ------------------------------------------------------------------ 11 sea
def test_sea_movement_is_movement_and_allied_only() -> None:
    """FE 11.1, 11.2: no unit that may not move, no German."""
    b = position(turn="October II").control("allied", "B2", "K2").unit("us_1", "B2", cannot_move=1).unit("i_352", "K2")
    b.unit("us_2", "B2")
    moving(b)
    assert b.refuses("sea_move us_1 england").rule == "FE 27.7"
    assert b.refuses("sea_move i_352 england").rule == "FE 11.2"
    assert b.play("sea_move us_2 england").at("us_2") == "england"
    german = moving(position(turn="October II").unit("i_352", "K2"), "german")
    assert german.refuses("sea_move i_352 england").rule == "FE 11.2"


def test_no_unit_takes_ship_where_it_had_to_stop_except_on_flooded_ground() -> None:
    """FE 7.2, 8.2, 11.1: a port in an enemy zone, entered by land in this impulse."""
    entered = position(turn="October II").control("allied", "R5").unit("us_1", "R6").unit("i_352", "Q5")
    moving(entered).play("move us_1 R5")
    assert entered.refuses("sea_move us_1 england").rule == "FE 7.2"
    stood = position(turn="October II").control("allied", "K2").unit("us_1", "K2").unit("pz_2", "L2")
    assert moving(stood).play("sea_move us_1 england").at("us_1") == "england", "who stood there may go"
    wet = moving(position(turn="October II").control("allied", "EE4").unit("us_1", "EE5"))
    wet.play("move us_1 EE4", "sea_move us_1 england")
    assert wet.at("us_1") == "england"


def test_a_mulberry_is_a_harbour_of_its_own_coast() -> None:
    """FE 11.4: for England on the Atlantic, for Africa on the Mediterranean; empty in an enemy zone it is closed."""
    b = position(turn="October II").unit("mulberry_12", "L4").unit("mulberry_9", "O34").control("allied", "L4", "O34")
    b.units("england", "us_1", "us_2").unit("us_3", "africa")
    moving(b)
    assert b.refuses("sea_move us_1 O34").rule == "FE 11.4"
    b.play("sea_move us_1 L4", "sea_move us_3 O34")
    assert (b.at("us_1"), b.at("us_3")) == ("L4", "O34")
    c = position(turn="October II").unit("mulberry_12", "L4").control("allied", "L4").unit("us_1", "england")
    assert moving(c.unit("pz_2", "L5")).refuses("sea_move us_1 L4").rule == "FE 11.8"


@pytest.mark.parametrize("label", ["HH1", "HH2", "JJ1", "JJ2"])
def test_amsterdam_works_only_when_the_four_hexes_round_the_dyke_are_free_of_germans(label: str) -> None:
    """FE 11.8."""
    b = position(turn="October II").control("allied", "GG3", "B2").unit("us_1", "GG3")
    assert sea.harbour(b.pos, b.hex("GG3")) is None
    b.unit("i_352", label)
    assert sea.harbour(b.pos, b.hex("GG3")) is not None
    german = position(turn="October II").unit("us_1", "england")
    assert sea.harbour(german.pos, german.hex("GG3")) is not None, "it must be Allied"


def test_ten_units_sail_on_one_turn_only_and_an_invasion_turn_is_not_it() -> None:
    """FE 11.6, 12.3."""
    b = position(turn="June II", weather="overcast").assign("invasion_turn", 1)
    movement_rules.impulse_began(b.act(), f.ALLIED, 1)
    assert sea.limit(b.pos) == 5
    assert sea.limit(position(turn="June I").assign("invasion_turn", 1).pos) == 5
