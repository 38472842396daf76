"""Rules of the fine print that other tests pass by: each was taken out of the code, and nothing else turned red."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions import borders, fire, lines, stacking, supply, ways, zoc
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle
from hexledger.engine.games.time_for_trumpets.rules import aircraft, moving
from hexledger.engine.games.time_for_trumpets.rules.bridging import HaltBridges
from hexledger.engine.games.time_for_trumpets.rules.orders import BeginOrders
from hexledger.engine.games.time_for_trumpets.rules.strike import Odds
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.chart import MF
from tests.time_for_trumpets.builder import Built, game, position
from tests.time_for_trumpets.test_tft_engineers import EAST, WEST, site


def exhausted() -> tuple[Built, int]:
    """A battalion of an exhausted division, and its number."""
    b = position(turn="19MO").unit("12_48_i", "6020").unit("12vg_hq", "6123")
    b.flag("12vg_hq", "exhausted", 1)
    return b, b.piece("12_48_i")


def test_the_one_hex_of_an_exhausted_unit_costs_no_more_than_its_full_movement() -> None:
    """4.3e, 29.2.1f."""
    b, unit = exhausted()
    full = ways.full_mf(b.pos, unit) * MF
    assert ways.allowance(b.pos, unit) == ((full // MF + 1) // 2 * MF, True, False)
    there = b.hex("6021")
    assert [ways.one_hex(b.pos, unit, there, cost) for cost in (full, full + 1)] == [True, False]


def test_german_aircraft_of_the_army_scenarios_fly_for_two_corps() -> None:
    """5.4b."""
    air = game().air
    turn = min(air.available)
    small = air.allotment(w.GERMAN, turn, campaign=False)
    large = air.allotment(w.GERMAN, turn, campaign=True)
    assert set(small.fixed) | set(small.least) == {"i_ss_hq", "xlvii_hq"}
    assert small.fixed and small != large, "the campaign has an allotment of its own"


def test_rubble_is_two_however_often_a_town_is_bombed() -> None:
    """5.1c, d."""
    b = position(turn="24MO", dice=(6, 6) * 2)
    assert b.game.air.bombed.at(12) in b.game.air.always_bombed
    for _ in range(2):
        aircraft.bomb(b.act())
    rubble = [count for key, count in b.pos.state.markers.items() if key & 0xFFFF == w.RUBBLE]
    assert rubble and set(rubble) == {2}


def test_a_supply_path_goes_over_a_ford_and_not_over_other_water() -> None:
    """9.7e."""
    ground = game().ground
    n, links = ground.n, lines.over_ground(game(), frozenset())
    everywhere = lines.over_all(game()).hexes(frozenset(range(game().board.n_hexes)))
    ford = min(key for key in ground.fords if key not in ground.bridges)
    river = min(key for key in ground.water if key not in ground.fords | ground.bridges)
    led = [key % n in links.lines((key // n,), everywhere, 1) for key in (ford, river)]
    assert led == [True, False]


def test_supply_paths_are_as_long_as_the_range_of_the_deployed_headquarters() -> None:
    """9.7b: whichever side is up; 7.1h: command goes by that side."""
    b = position(turn="19MO").unit("12vg_hq", "6123")
    hq = b.piece("12vg_hq")
    reach = b.pos.command_range(hq, deployed=True)
    assert b.pos.command_range(hq) < reach
    paths = supply.paths_of(b.pos, hq)
    assert max(paths.length(place) for place in paths) == reach


def test_only_the_47th_corps_draws_supply_over_the_boundary_to_the_7th_army_and_only_west_of_the_clerf() -> None:
    """9.6g, 26.2.5c."""
    b = position(turn="19MO")
    south = borders.domain(b.pos, "7a", False) - borders.domain(b.pos, "5pza", False)
    west = b.game.west_of_line & b.pos.scenario.hexes
    assert south > west
    areas = [lines.road_area(b.pos, w.GERMAN, "5pza", xlvii) & south for xlvii in (True, False)]
    assert areas == [west, frozenset()]


def test_low_fuel_is_stronger_than_half_movement_and_leaves_a_change_of_mode_or_one_hex() -> None:
    """11.0g, h, 29.2.2."""
    b = position(turn="19MO").unit("12ss_fa_i", "6020").unit("12ssd_hq", "6123").corps("i_ss_hq")
    gun = b.piece("12ss_fa_i")
    assert b.pos.game.roster.move[gun] != "foot" and not ways.allowance(b.pos, gun).only
    b.flag("12ss_fa_i", "disrupt", 1)
    assert ways.allowance(b.pos, gun) == ways.Allowance((ways.full_mf(b.pos, gun) + 1) // 2 * MF, one=True)
    b.flag("12ssd_hq", "low_fuel", 1)
    assert ways.allowance(b.pos, gun) == ways.Allowance(ways.full_mf(b.pos, gun) * MF, only=True)
    b.flag("12ss_fa_i", "disrupt", 0)
    assert moving.mode_refusal(b.pos, gun) is None
    b.flag("12ss_fa_i", "moved", MF + 1)
    refused = moving.mode_refusal(b.pos, gun)
    assert refused is not None and refused[0] == "29.2.2"


def test_artillery_of_a_resting_division_defends_and_does_not_attack() -> None:
    """13.5.1d-f, 43.7.4."""
    b = position(turn="19MO").unit("12vg_fa_i", "6022", mode=1).unit("12vg_hq", "6123").flag("12vg_hq", "resting", 1)
    gun = b.piece("12vg_fa_i")
    refused = fire.unable(b.pos, gun, defending=False)
    assert refused is not None and refused[0] == "43.7.4"
    assert fire.unable(b.pos, gun, defending=True) is None


def test_three_units_in_reserve_better_an_american_division_and_two_no_longer() -> None:
    """18.5: looked at when its corps' orders begin."""
    three = ("us_99_393_i", "us_99_393_ii", "us_99_393_iii")
    for number, bonus in ((3, 1), (2, 0)):
        b = position(turn="19MO").units("6020", *three).unit("us_99id_hq", "6120").flag("us_99id_hq", "plus_er", 1)
        for unit in three[:number]:
            b.flag(unit, "reserve", 1)
        b.corps("us_v_corps_hq", "orders").run(BeginOrders(w.ALLIED, b.piece("us_v_corps_hq")))
        assert b.flagged("us_99id_hq", "plus_er") == bonus


def test_a_road_block_takes_its_hit_only_where_a_front_line_unit_or_afv_defends() -> None:
    """19.4d."""
    for unit, hit in (("us_99_393_i", True), ("us_99_370_fa", False)):
        b = position(turn="19MO").unit(unit, "6020").unit("12_48_i", "6021").marker("road_block", "6020")
        battle = Battle((b.piece("12_48_i"),), b.hex("6020"))
        best = len(b.game.combat.crt.columns) - 1
        assert Odds(battle)._road_block(b.pos, battle, best) is hit, unit


def test_a_builder_out_of_command_or_supply_halts_its_bridge() -> None:
    """21.1l."""
    for flag in ("out_comm", "oos"):
        b = site("999_br").play(f"begin_bridge 999_br {WEST} bridge.j").run(HaltBridges())
        assert not b.pos.marker("halt", b.hex(WEST), b.hex(EAST))
        b.flag("999_br", flag, 1).run(HaltBridges())
        assert b.pos.marker("halt", b.hex(WEST), b.hex(EAST)) == 1, flag


def test_units_of_two_armies_that_belong_to_no_corps_bar_each_other_too() -> None:
    """23.5b."""
    roster = game().roster
    pos = position(turn="18MO").pos
    loose = [p for p in sorted(roster.counted & roster.german) if pos.above(p, "corps") < 0 <= pos.above(p, "army")]
    one, other = next((a, b) for a in loose for b in loose if pos.above(a, "army") != pos.above(b, "army"))
    names = [game().counters[piece].id for piece in (one, other)]
    b = position(turn="18MO").unit(names[0], "9020").unit(names[1], "9021")
    assert not stacking.may_enter(b.pos, one, b.hex("9021"))


def test_kg_peiper_is_no_part_of_its_division_where_that_stacks_with_another() -> None:
    """24.1, 24.3c."""
    pos = position(turn="18MO").pos
    index = game().roster.index
    peiper, division, jaeger = (index[unit] for unit in ("kgp_2_iii", "1ss_1_i", "3fj_9_i"))
    assert [stacking.mates(pos, unit, jaeger) for unit in (division, peiper)] == [True, False]


def test_light_weapons_exert_no_zone_that_vehicles_feel() -> None:
    """25.1f, g."""
    rows = game().roster.zoc_row
    light = next(p for p in range(len(rows)) if rows[p] == zoc.LIGHT and game().side_of[p] == w.ALLIED)
    b = position(turn="18MO").unit(game().counters[light].id, "6020").units("6222", "12_48_i", "kgp_1_panther")
    foot, tank = b.piece("12_48_i"), b.piece("kgp_1_panther")
    felt = zoc.zones(b.pos, w.ALLIED, True)
    assert felt and not zoc.zones(b.pos, w.ALLIED, False)
    for place in felt:
        assert (zoc.affecting(b.pos, foot, place), zoc.affecting(b.pos, tank, place)) == ((light,), ())


def test_nobody_goes_from_zone_to_zone_of_one_enemy_unit() -> None:
    """25.6: into a zone he goes, and stops."""
    b = position(turn="18MO").unit("us_99_393_i", "6020").unit("12_48_i", "6222")
    unit, near = b.piece("12_48_i"), game().ground.near
    covered = sorted(zoc.zones(b.pos, w.ALLIED, False))
    pairs = [(a, c) for a in covered for c in covered if c in near[a]]
    assert pairs
    for here, there in pairs:
        refused = ways.enemy_step(b.pos, unit, here, there)
        assert refused is not None and refused[0] == "25.6"
    free = next(place for place in near[covered[0]] if place not in covered and place != b.hex("6020"))
    assert ways.enemy_step(b.pos, unit, free, covered[0]) is None


def test_what_moves_strategically_is_in_supply_wherever_it_is() -> None:
    """28.2c: units and headquarters."""
    b = position(turn="19MO").unit("us_99_393_i", "9925").unit("us_99id_hq", "9925")
    unit, hq = b.piece("us_99_393_i"), b.piece("us_99id_hq")
    judged = (supply.judge_unit(b.pos, unit, {hq: supply.judge_hq(b.pos, hq)}), supply.judge_hq(b.pos, hq))
    assert [found.good for found in judged] == [False, False]
    b.flag("us_99_393_i", "strategic", 1).flag("us_99id_hq", "strategic", 1)
    assert supply.judge_unit(b.pos, unit, {}) == supply.judge_hq(b.pos, hq) == supply.Supplied(True, (), "28.2")


def test_a_unit_that_is_not_halved_has_no_hex_free() -> None:
    """29.1a."""
    b = position(turn="19MO").unit("12_48_i", "6020").unit("12vg_hq", "6123")
    unit = b.piece("12_48_i")
    assert ways.allowance(b.pos, unit) == ways.Allowance(ways.full_mf(b.pos, unit) * MF)
