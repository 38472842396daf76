"""The original read a sixth time: what happens where two rules meet, and what a passing unit, a unit with trucks, an
army's gun or an engineer may still do."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import fire, retreats, ways, zoc
from hexledger.engine.games.time_for_trumpets.rules.command import MutualCommand, attach
from hexledger.engine.games.time_for_trumpets.rules.demolition import Demolitions
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import MutualEnd, PlayerEnd
from hexledger.engine.games.time_for_trumpets.rules.exploitation import Exploitation
from hexledger.engine.games.time_for_trumpets.rules.fording import Fording
from hexledger.engine.games.time_for_trumpets.rules.leaving import come_back, retreat_off
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.preparation import Freshness
from hexledger.engine.games.time_for_trumpets.sequence import ChooseCorps
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.chart import MF
from hexledger.events import model as ev
from tests.conformance.time_for_trumpets.test_tft_movement import overrun
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, carried, column, combat, settle
from tests.time_for_trumpets.test_tft_artillery import HERE, allied
from tests.time_for_trumpets.test_tft_blitz import before, kinds, open_pair
from tests.time_for_trumpets.test_tft_park import ARTY, HOME, NW, brigade, swapped


# ---------------------------------------------------------------------- 60.6, 29.3
def test_shock_that_becomes_disruption_puts_guns_and_headquarters_in_march_order_and_ends_a_reserve() -> None:
    """60.6, 29.3b, c, g.8: it is a disruption like any other."""
    b = position(turn="18AF").unit("12vg_fa_i", "9420", mode=1, shock=1).unit("12vg_hq", "9321", mode=1, shock=1)
    b.unit("12_48_i", "9320", shock=1, reserve=1).unit("277vg_hq", "9322", mode=1)
    b.run(PlayerEnd(w.GERMAN))
    for unit in ("12vg_fa_i", "12vg_hq", "12_48_i"):
        assert (b.flagged(unit, "shock"), b.flagged(unit, "disrupt"), b.flagged(unit, "mode")) == (0, 2, 0)
    assert not b.flagged("12_48_i", "reserve") and b.flagged("277vg_hq", "mode")


# ---------------------------------------------------------------------- 57.3, 19.4
@pytest.mark.parametrize(("kind", "stands"), [("blitz", True), ("attack", False)])
def test_a_blitz_attack_costs_the_defender_of_a_road_block_no_step(kind: str, stands: bool) -> None:
    """57.3b: in these attacks a defender never loses a step; 19.4d at five to one in any other."""
    k = kinds()
    b, _, there = before("18MO", k["pziv"], k["infantry"], dice=(3, 4))
    b.marker("road_block", there).play(f"{kind} {k['pziv']},{k['infantry']} {there}")
    settle(b, until="advance")
    assert (b.on("us_28_110_a") == there) is stands


# ---------------------------------------------------------------------- 34.3, 27.5
def test_who_comes_back_from_a_zone_may_enter_beside_an_enemy_and_stops() -> None:
    """34.3a, 25.6a: 27.5c is about reinforcements, who do that only where no other way is left."""
    b = position(turn="20MO").unit("us_v_corps_hq", "7005").unit("us_1id_hq", "7005").unit("12_48_i", "6102")
    b.unit("us_1_26_i", "zone_P").corps("us_v_corps_hq").run(Movement(w.ALLIED))
    place = next(
        line.split()[-1] for line in b.choices()
        if line.startswith("enter us_1_26_i") and zoc.stops(b.pos, b.piece("us_1_26_i"), b.hex(line.split()[-1]))
    )  # fmt: skip
    b.play(f"enter us_1_26_i {place}")
    assert b.on("us_1_26_i") == place
    beyond = b.pos.label(b.game.ground.near[b.hex(place)][0])
    assert b.refuses(f"move us_1_26_i {beyond}").rule in ("TFT 25.6", "TFT 29.1")


# ---------------------------------------------------------------------- 54.3, 28.3, 51.1: infantry with trucks
def in_the_woods(b: Built) -> tuple[int, int]:
    """A forest hex without roads and water among such hexes, and one beside it."""
    ground, board = b.game.ground, b.pos.board
    for place in sorted(ground.forests):
        around = board.within(place, 2)
        dry = not any(ground.water_between(a, c) for a in board.within(place, 1) for c in ground.near[a])
        wild = all(p in ground.forests and not ground.roads_of[p] for p in board.within(place, 1))
        if len(around) == 19 and dry and wild:
            return place, ground.near[place][0]
    raise AssertionError("no forest without roads")


def test_infantry_with_trucks_retreats_on_foot_where_trucks_cannot_go() -> None:
    """54.3d: infantry goes into any hex; 54.3b is about truck units. The trucks are left behind."""
    b = position(turn="20MO")
    here, foe = in_the_woods(b)
    b.unit("us_1_26_i", b.pos.label(here), truck=1).unit("26_77_i", b.pos.label(foe))
    assert not any(ways.plain_steps(b.game, ways.mover(b.pos, b.piece("us_1_26_i")), ways.going(b.pos), here))
    carried(b, "xlvii_hq", battle(b, "26_77_i", b.pos.label(here)), "DR1")
    if b.offer is not None and "retreat" in b.offer.kinds:
        b.play(b.choices()[0])
    assert b.on("us_1_26_i") not in ("-", b.pos.label(here)) and not b.flagged("us_1_26_i", "truck")


def test_infantry_with_trucks_attacks_over_a_river_on_foot() -> None:
    """49, 2.7.1a, 28.1e: the trucks are its transport; what fights is infantry."""
    b = position(turn="20MO").units("5005", "us_v_corps_hq", "us_1id_hq")
    ground = b.game.ground
    a, c = next(
        (p, q) for p in range(b.pos.board.n_hexes) for q in ground.near[p]
        if ground.water_between(p, q) == "river" and ground.key(p, q) not in ground.bridges | ground.fords
        and p not in ground.beyond_meuse and q not in ground.beyond_meuse
    )  # fmt: skip
    b.unit("us_1_26_i", b.pos.label(a), truck=1).unit("12_48_i", b.pos.label(c))
    combat(b, "us_v_corps_hq")
    assert f"attack us_1_26_i {b.pos.label(c)}" in b.choices()


# ---------------------------------------------------------------------- 28.4
def test_a_unit_among_which_others_retreat_loses_its_strategic_movement() -> None:
    """28.4e, f: and all of them are disrupted; 28.3c: American infantry keeps its trucks."""
    b = position(turn="20MO").unit("26_77_i", "7041").unit("us_28_110_a", "6941").units("6541", "us_28id_hq")
    found = retreats.ways(b.pos, b.piece("us_28_110_a"), 1, b.hex("6941"))
    for way in found:
        b.unit(
            ("us_2_9_i", "us_2_9_ii", "us_2_9_iii", "us_2_38_i")[found.index(way)],
            b.pos.label(way.path[-1]),
            strategic=1,
        )
    carried(b, "xlvii_hq", battle(b, "26_77_i", "6941"), "DR1")
    if b.offer is not None and "retreat" in b.offer.kinds:
        b.play(b.choices()[0])
    end = b.hex(b.on("us_28_110_a"))
    other = next(b.game.counters[p].id for p in b.pos.units(end) if b.game.counters[p].id.startswith("us_2_"))
    assert (b.flagged(other, "disrupt"), b.flagged(other, "strategic"), b.flagged(other, "truck")) == (2, 0, 1)


# ---------------------------------------------------------------------- 26.1.2, 23.1
def test_a_headquarters_that_retreats_among_units_of_another_army_is_disrupted_with_them() -> None:
    """26.1.2b, c: all units; 23.1a frees headquarters among units of its own army only."""
    b = position(turn="20MO")
    ground = b.game.ground
    start, road = next(
        (p, q) for p in sorted(ground.area["5pza"]) for q in ground.near[p]
        if q in ground.boundary_5_6 and len(ground.near[p]) == 6 and b.pos.board.terrain[q] == "clear"
        and not any(ground.water_between(p, r) for r in ground.near[p])
    )  # fmt: skip
    guns = sorted(p for p in b.game.roster.artillery if b.game.counters[p].nationality == "us")
    for gun, place in zip(guns, (p for p in ground.near[start] if p != road), strict=False):
        b.unit(b.game.counters[gun].id, b.pos.label(place))
    foe = next(b.game.counters[gun].id for gun in guns if b.pos.on_map(gun))
    b.unit("2pz_hq", b.pos.label(start)).unit("12_48_i", b.pos.label(road))
    carried(b, "us_v_corps_hq", battle(b, foe, b.pos.label(start)), "DR1")
    assert b.on("2pz_hq") == b.pos.label(road)
    assert (b.flagged("2pz_hq", "disrupt"), b.flagged("12_48_i", "disrupt")) == (2, 2)


def test_a_headquarters_among_units_of_another_army_goes_on_in_the_next_movement() -> None:
    """23.0c, 26.1.2a: what a retreat has brought about is put right, as with units."""
    b = position(turn="20MO")
    _, road, south = southward(b)
    b.unit("2pz_hq", road).unit("12_48_i", road).unit("xlvii_hq", "7443").corps("xlvii_hq").run(Movement(w.GERMAN))
    assert b.refuses("end_segment").rule == "TFT 23.0" and "end_segment" not in b.choices()
    b.play(f"move 2pz_hq {south}", "end_segment")
    assert b.on("2pz_hq") == south


# ---------------------------------------------------------------------- 29.2, 38, 59
def reserve(unit: str, hq: str, turn: str, ground: str, terrain: str, **marks: int) -> tuple[Built, str, str]:
    """A unit in reserve in a clear hex of its army beside ground of a kind without a road; and that hex."""
    b = position(turn=turn, options={}).ground(ground)
    for option in ("leaders", "reserves", "exploitation"):
        b.option(option)
    area, board = b.game.ground.area["5pza"], b.pos.board
    here, there = next(
        (p, q) for p in sorted(area) for q in b.game.ground.near[p]
        if q in area and board.terrain[p] == "clear" and board.terrain[q] == terrain
        and not b.game.ground.roads_of[q] and not b.game.ground.water_between(p, q)
    )  # fmt: skip
    b.units(b.pos.label(here), hq, "xlvii_hq").unit(unit, b.pos.label(here), reserve=1, **marks)
    return b.corps("xlvii_hq", "exploitation"), unit, b.pos.label(there)


def test_a_resting_reserve_goes_the_one_hex_that_it_could_enter_with_its_full_movement() -> None:
    """29.2.1f, 13.5.1b, 18.4f: at night a forest costs four, and half of its movement is three."""
    b, unit, there = reserve("26_77_i", "26vg_hq", "19PD", "firm", "forest")
    b.flag("26vg_hq", "resting", 1).run(Exploitation(w.GERMAN))
    assert f"reposition {unit} {there}" in b.choices()
    assert b.play(f"reposition {unit} {there}").on(unit) == there
    active, unit, there = reserve("26_77_i", "26vg_hq", "19PD", "firm", "forest")
    assert active.run(Exploitation(w.GERMAN)).refuses(f"reposition {unit} {there}").rule == "TFT 59.1"


def test_a_reserve_that_is_low_on_fuel_goes_one_hex_whatever_half_of_its_movement_is() -> None:
    """29.2.2a, c, 11.0h: its one hex comes before all other reductions."""
    b, unit, there = reserve("2pz_2_ii", "2pz_hq", "20MO", "mud", "broken")
    b.flag("2pz_hq", "low_fuel", 1).run(Exploitation(w.GERMAN))
    assert b.play(f"reposition {unit} {there}").on(unit) == there


# ---------------------------------------------------------------------- 39.3
def test_a_leader_alone_does_not_pass_beside_an_enemy_either() -> None:
    """39.3c: he does not move beside him; in dense fog nobody's zone would stop him; with a unit he may."""
    b = position(turn="18MO").sky("dense_fog").units("9320", "leader_peiper", "kgp_hq").unit("i_ss_hq", "9421")
    road = [b.hex("9320")]
    while len(road) < 4:
        road.append(
            next(
                p
                for p in b.game.ground.near[road[-1]]
                if p not in road and b.pos.board.distance(p, road[0]) == len(road)
            )
        )
    beside = next(
        p for p in b.game.ground.near[road[2]]
        if p not in road and min(b.pos.board.distance(p, road[3]), b.pos.board.distance(p, road[0])) > 1
    )  # fmt: skip
    path = ",".join(map(b.pos.label, road[1:]))
    b.unit("us_99_394_i", b.pos.label(beside)).corps("i_ss_hq").run(Movement(w.GERMAN))
    assert b.refuses(f"move leader_peiper {path}").rule == "TFT 39.3"
    assert not any(line == f"move leader_peiper {path}" for line in b.choices())
    b.play(f"move leader_peiper,kgp_hq {path}")
    assert b.on("leader_peiper") == b.pos.label(road[3])


# ---------------------------------------------------------------------- 14.2
def test_an_armys_gun_that_fires_with_one_corps_does_not_move_with_another() -> None:
    """14.2c, 15.0d: its activities are joined to those of one corps."""
    known = position().game
    gun = next(
        c.id for c in known.counters
        if c.parent == "us_1a_hq" and known.piece_number(c.id) in known.arms.gun and c.front.get("mf") > 0
    )  # fmt: skip
    b = allied(gun).play(f"attack us_99_394_iii {HERE}", f"support {gun}")
    settle(b)
    assert b.flagged(gun, "fired")
    b.corps("us_vii_corps_hq").run(Movement(w.ALLIED))
    assert b.refuses(f"change_mode {gun}").rule == "TFT 15.0"


# ---------------------------------------------------------------------- 20.0, 30.2
def test_an_engineer_that_has_crossed_its_ford_still_helps_a_unit_over_it() -> None:
    """20.0i, 30.2e: it helps one unit and crosses itself, in either order."""
    b = position(turn="18MO").units("7948", "26vg_hq", "xlvii_hq").unit("26vg_eng", "7846").unit("26vg_fa_ii", "7846")
    b.corps("xlvii_hq").run(Fording(w.GERMAN)).play("ferry 26vg_eng 7747").run(Movement(w.GERMAN))
    b.play("move 26vg_eng 7747", "move 26vg_fa_ii 7747")
    assert b.on("26vg_eng") == b.on("26vg_fa_ii") == "7747"
    assert b.flagged("26vg_eng", "helped")


# ---------------------------------------------------------------------- 48.4.1
def test_a_battalion_to_which_no_command_path_leads_joins_no_time_on_target() -> None:
    """48.4.1c.4: within the command range is at the end of a command path (7.2a), which enemy zones bar (7.3)."""
    for cut in (False, True):
        b = (
            position(turn="20MO")
            .unit("us_fag_190_hq", "8617")
            .unit("us_99_370_fa", "8614")
            .unit("us_v_corps_hq", "8216")
        )
        gun, director = b.piece("us_99_370_fa"), b.piece("us_fag_190_hq")
        ring = [p for p in b.pos.board.within(b.hex("8614"), 2) if b.pos.board.distance(p, b.hex("8614")) == 2]
        foes = [c.id for c in b.game.counters if c.type == "infantry" and c.side == "german" and c.size == "battalion"]
        for foe, place in zip(foes, ring, strict=False) if cut else ():
            b.unit(foe, b.pos.label(place))
        why = fire.joins(b.pos, gun, director)
        assert (why is not None and why[0] == "48.4.1") is cut


# ---------------------------------------------------------------------- 41, 24.3
def test_the_150th_brigade_with_kg_peiper_takes_nothing_from_the_night_advantage() -> None:
    """24.3b: they fight together without penalty; another division's unit takes it (41e, f, B-62)."""
    for helper, night in (("kg_x", "line.german_night"), ("12ss_25_i", "line.night")):
        b = position(turn="18EV")
        here, there = open_pair(b)
        b.units(here, "kgp_2_iii", helper).unit("us_28_110_a", there)
        from hexledger.engine.games.time_for_trumpets.questions.modifiers import shifts

        names = {label for label, _, _ in shifts(b.pos, battle(b, f"kgp_2_iii,{helper}", there))}
        assert night in names
        assert column(b, battle(b, f"kgp_2_iii,{helper}", there))


# ---------------------------------------------------------------------- 22.1 in an advance and in exploitation
def passing(b: Built, area: str) -> tuple[str, str, str, str]:
    """A hex, one beside it at a river bridge, the one beyond the bridge, and one farther on that it is not beside."""
    ground, board = b.game.ground, b.pos.board
    plain = {p for p in ground.area[area] if board.terrain[p] == "clear" and p not in ground.villages}
    for key in sorted(ground.bridges):
        near, far = divmod(key, ground.n)
        if ground.water[key] != "river" or near not in plain or far not in ground.area[area]:
            continue
        dry = [p for p in ground.near[near] if p in plain and not ground.water_between(p, near)]
        for here in dry:
            for on in dry:
                if far not in ground.near[on] and on not in (here, *ground.near[here]) and far not in ground.near[here]:
                    return tuple(map(b.pos.label, (here, near, far, on)))  # type: ignore[return-value]
    raise AssertionError("no such bridge")


def test_a_bridge_that_an_advance_passes_may_be_blown_before_it_goes_on() -> None:
    """22.1k.2: at once when a unit comes beside it, in an advance too; then it goes on (55.0c)."""
    b = position(turn="20MO", dice=(1,))
    here, near, far, on = passing(b, "5pza")
    b.unit("2pz_pziv_1", here).unit("us_28_110_a", near).unit("us_28_103_ce", far)
    carried(b, "xlvii_hq", battle(b, "2pz_pziv_1", near), "DR2")
    while b.offer is not None and "retreat" in b.offer.kinds:
        b.play(b.choices()[0])
    b.play(f"advance 2pz_pziv_1 {near},{on}")
    assert b.offer is not None and "blow" in b.offer.kinds and b.on("2pz_pziv_1") == near
    b.play("blow us_28_103_ce")
    assert b.on("2pz_pziv_1") == on and b.pos.state.marker(b.hex(near), b.hex(far), w.BLOWN)


def test_a_bridge_that_a_released_reserve_passes_may_be_blown_before_it_goes_on() -> None:
    """22.1k.2, 59.2: in dense fog the engineer's zone does not stop it."""
    b = position(turn="18MO", dice=(1,)).sky("dense_fog")
    here, near, far, on = passing(b, "6pza")
    b.units(here, "leader_peiper", "kgp_hq").unit("kgp_1_panther", here, reserve=1).unit("us_1a_291_ce", far)
    b.unit("i_ss_hq", "9421").corps("i_ss_hq", "exploitation").run(Exploitation(w.GERMAN))
    b.play(f"exploit leader_peiper kgp_1_panther {near},{on}")
    assert b.offer is not None and "blow" in b.offer.kinds and b.on("kgp_1_panther") == near
    b.play("pass")
    assert b.on("kgp_1_panther") == on


# ---------------------------------------------------------------------- 52.12, 52.13
def test_an_engineer_that_owes_an_attack_takes_up_no_other_work() -> None:
    """52.12c, 52.13.4c: who prepares a bridge (22.2h) or a ford (20.0h) does not attack; he withdraws, or fights."""
    b = (
        position(turn="18MO")
        .units("7845", "us_28_103_ce", "us_viii_44_ce")
        .units("7045", "us_28id_hq", "us_viii_corps_hq")
    )
    b.flag("us_28_103_ce", "counterattack", b.hex("7845") + 1)
    b.corps("us_viii_corps_hq", "demolition").run(Demolitions(w.ALLIED))
    assert b.refuses("prepare_demolition us_28_103_ce 7946").rule == "TFT 52.12.1"
    ford = position(turn="18MO").units("7948", "26vg_hq", "2pz_hq", "xlvii_hq").units("7846", "26vg_eng", "2pz_eng")
    ford.unit("us_28_110_i", "7847").flag("us_28_110_i", "engaged", ford.hex("7847") + 1)
    ford.flag("26vg_eng", "engaged", ford.hex("7847") + 1).corps("xlvii_hq").run(Fording(w.GERMAN))
    assert ford.refuses("ferry 26vg_eng 7747").rule == "TFT 52.13.4"


# ---------------------------------------------------------------------- 26.1
def southward(b: Built) -> tuple[str, str, str]:
    """A clear hex of the 6th Panzer Army, one of the boundary road beside it, and a clear one south of that."""
    ground, board = b.game.ground, b.pos.board
    for road in sorted(ground.boundary_5_6):
        dry = [p for p in ground.near[road] if board.terrain[p] == "clear" and not ground.water_between(p, road)]
        north = [p for p in dry if p in ground.area["6pza"] and p not in ground.villages]
        south = [p for p in dry if p in ground.area["5pza"] and p not in ground.villages]
        if north and south:
            return b.pos.label(north[0]), b.pos.label(road), b.pos.label(south[0])
    raise AssertionError("no such road")


def test_ss_tanks_overrun_nobody_south_of_the_boundary_before_they_have_crossed_it() -> None:
    """26.1.1c, 26.1.4d: only whose roll let it go on fights there."""
    b = position(turn="18MO")
    _, road, south = southward(b)
    b.units(road, "kgp_1_panther", "kgp_2_iii").unit("us_99_370_fa", south).unit("i_ss_hq", "9421")
    b.corps("i_ss_hq").run(Movement(w.GERMAN))
    assert b.refuses(f"overrun kgp_1_panther,kgp_2_iii {south}").rule == "TFT 26.1"
    b.flag("kgp_1_panther", "trespasser", 1).flag("kgp_2_iii", "trespasser", 1)
    b.play(f"overrun kgp_1_panther,kgp_2_iii {south}")
    assert b.on("kgp_1_panther") == south


def test_a_leader_crosses_the_boundary_with_his_unit_and_rolls_for_nothing() -> None:
    """26.1.4c: the die is held against the ER of a unit, and he has none."""
    b = position(turn="18MO", dice=(1,))
    _, road, south = southward(b)
    b.units(road, "kgp_1_panther", "leader_peiper").unit("i_ss_hq", "9421").corps("i_ss_hq").run(Movement(w.GERMAN))
    b.play(f"move kgp_1_panther,leader_peiper {south}")
    assert b.on("leader_peiper") == b.on("kgp_1_panther") == south
    assert sum(isinstance(event, ev.Rolled) for event in b.events) == 1
    assert not b.flagged("leader_peiper", "must_return") and not b.flagged("leader_peiper", "done")


@pytest.mark.parametrize(("die", "goes_on"), [(1, True), (6, False)])
def test_a_battle_group_that_infiltrates_over_the_boundary_rolls_there(die: int, goes_on: bool) -> None:
    """26.1.4c, 94.1: the first hex south of the boundary is that however it is entered."""
    b = position(turn="16EV", dice=(1, die))
    north, road, south = southward(b)
    b.units(north, "kg_x", "leader_skorzeny", "150bde_hq").unit("us_99_394_i", road).unit("i_ss_hq", "9421")
    b.corps("i_ss_hq").run(Movement(w.GERMAN)).play(f"infiltrate kg_x {road},{south}")
    assert b.on("kg_x") == south and bool(b.flagged("kg_x", "trespasser")) is goes_on
    assert bool(b.flagged("kg_x", "must_return")) is not goes_on


# ---------------------------------------------------------------------- 60.5, 18.2
@pytest.mark.parametrize(
    ("battalion", "led_by", "stays"), [("us_2_9_i", "us_99id_hq", False), ("us_99_393_i", "us_2id_hq", True)]
)
def test_an_attached_battalion_counts_for_the_division_whose_name_it_shows(
    battalion: str, led_by: str, stays: bool
) -> None:
    """60.5b, c, 18.2h: whoever commands it."""
    b = position(turn="18MO").unit("us_99_370_fa", "8718", mode=1).unit("us_99id_hq", "8616").unit("us_2id_hq", "8617")
    b.unit(battalion, "8717")
    attach(b.act(), b.piece(battalion), b.piece(led_by), "18.2")
    b.run(PlayerEnd(w.GERMAN))
    assert (b.on("us_99_370_fa") != "-") is stays


# ---------------------------------------------------------------------- 52.12, 52.13 and advances
@pytest.mark.parametrize("engaged", [True, False])
def test_engaged_infantry_that_wins_another_fight_does_not_leave_its_hex_by_an_advance(engaged: bool) -> None:
    """52.13.1a: it cannot withdraw from its battle, in whatever way; 55.0a."""
    b = position(turn="20MO")
    here, there = open_pair(b)
    near = b.game.ground.near
    other = next(p for p in near[b.hex(here)] if p != b.hex(there) and p not in near[b.hex(there)])
    b.unit("26_77_i", here).unit("us_28_110_a", there).unit("us_28_110_i", b.pos.label(other))
    if engaged:
        for unit in ("26_77_i", "us_28_110_i"):
            b.flag(unit, "engaged", b.hex(here) + 1)
    carried(b, "xlvii_hq", battle(b, "26_77_i", there), "DE")
    assert (
        f"advance 26_77_i {there}" in b.choices() if b.offer and "advance" in b.offer.kinds else False
    ) is not engaged


@pytest.mark.parametrize("vacated", [True, False])
def test_nobody_advances_into_a_position_that_is_being_vacated(vacated: bool) -> None:
    """52.12.1a: it is left to nobody until the turn is over."""
    b = position(turn="20MO")
    here, there = open_pair(b)
    near = b.game.ground.near
    on = next(p for p in near[b.hex(there)] if p not in near[b.hex(here)] and p != b.hex(here))
    b.unit("2pz_pziv_1", here).unit("us_28_110_a", there).unit("26_77_i", "7041")
    if vacated:
        b.flag("26_77_i", "counterattack", on + 1)
    carried(b, "xlvii_hq", battle(b, "2pz_pziv_1", there), "DR2")
    while b.offer is not None and "retreat" in b.offer.kinds:
        b.play(next(line for line in b.choices() if b.pos.label(on) not in line))
    assert any(line == f"advance 2pz_pziv_1 {there},{b.pos.label(on)}" for line in b.choices()) is not vacated


# ---------------------------------------------------------------------- 7.10, 54.1
def test_a_headquarters_that_was_forced_off_the_map_is_replaced_by_no_other() -> None:
    """7.10, 54.1h, i, B-43: it was on the map and comes back; its units are out of command till then."""
    b = position(turn="20MO").unit("xlvii_hq", "7443").unit("5pza_hq", "8236").unit("26vg_hq", "7443")
    b.unit("2pz_304_i", "7343").pool("fled", "2pz_hq").run(MutualCommand())
    assert b.flagged("2pz_304_i", "out_comm") == 1
    waits = position(turn="20MO").unit("xlvii_hq", "7443").unit("5pza_hq", "8236").unit("26vg_hq", "7443")
    waits.unit("2pz_304_i", "7343").run(MutualCommand())
    assert not waits.flagged("2pz_304_i", "out_comm"), "G-D6: it has not arrived yet"


# ---------------------------------------------------------------------- 27, 39.3
def test_a_leader_does_not_come_onto_the_map_alone_beside_an_enemy() -> None:
    """39.3c, 27.5: in dense fog no zone bars the way in."""
    b = position(turn="20MO").sky("dense_fog").unit("us_v_corps_hq", "7005").unit("us_1id_hq", "7005")
    b.unit("12_48_i", "6102").units("zone_P", "leader_robertson", "us_1_26_i").corps("us_v_corps_hq")
    b.run(Movement(w.ALLIED))
    entries = {line.split()[-1] for line in b.choices() if line.startswith("enter us_1_26_i")}
    hot = next(label for label in sorted(entries) if b.pos.enemy_beside(b.hex(label), w.ALLIED))
    assert b.refuses(f"enter leader_robertson {hot}").rule == "TFT 39.3"
    b.play(f"enter us_1_26_i {hot}", f"enter leader_robertson {hot}")
    assert b.on("leader_robertson") == hot


# ---------------------------------------------------------------------- 4, 52.7: what outlasts a headquarters
def test_a_formation_is_what_it_was_when_its_headquarters_is_eliminated() -> None:
    """4.2b, 4.3c, 52.7: the markers on it are about its units, which stay exhausted all day; and it comes back to the
    army to which the order of battle has given it (18.2a)."""
    b = overrun("us_99id_hq").unit("us_99_393_i", "8407").flag("us_99id_hq", "exhausted", 1)
    attach(b.act(), b.piece("us_99id_hq"), b.piece("us_xviii_corps_hq"), "134.5")
    b.play("overrun kgp_1_panther,kgp_2_iii 8510")
    assert b.on("us_99id_hq") == "-" and b.pos.exhausted(b.piece("us_99_393_i"))
    assert b.pos.parent(b.piece("us_99id_hq")) == b.piece("us_xviii_corps_hq")


def test_a_headquarters_that_waits_to_come_back_before_dawn_is_judged_with_the_others() -> None:
    """4.0, 4.1.3, 4.3i: an exhausted one is fresh, one that has not rested is fatigued."""
    b = position(turn="20PD").pool("returning", "us_99id_hq", "us_2id_hq").flag("us_99id_hq", "exhausted", 1)
    b.run(Freshness())
    assert (b.flagged("us_99id_hq", "exhausted"), b.flagged("us_99id_hq", "fatigued")) == (0, 0)
    assert b.flagged("us_2id_hq", "fatigued")


def test_a_corps_whose_headquarters_leaves_the_map_has_acted_all_the_same() -> None:
    """15.0d, H-7: its activation is not over with the road."""
    b = position("bastogne", turn="19MO").unit("us_viii_corps_hq", "5001").unit("us_101ab_hq", "5644")
    b.flag("us_viii_corps_hq", "activated", 1).flag("us_viii_corps_hq", "rested", 1)
    b.corps("us_viii_corps_hq").run(Movement(w.ALLIED)).play("quit_map us_viii_corps_hq")
    army = b.pos.above(b.piece("us_viii_corps_hq"), "army")
    assert b.piece("us_viii_corps_hq") not in ChooseCorps(w.ALLIED, army).open(b.pos)
    assert b.flagged("us_viii_corps_hq", "rested")


def test_a_unit_that_was_forced_off_the_map_comes_back_as_it_went() -> None:
    """9.5c, 18.2h, 54.1i: out of supply, and led by the headquarters to which it was attached."""
    b = position("bastogne", turn="20MO").unit("26_77_i", "6046", oos=1, temporary=9).unit("us_101_501_i", "5945")
    attach(b.act(), b.piece("26_77_i"), b.piece("2pz_hq"), "18.2")
    retreat_off(b.act(), b.piece("26_77_i"))
    assert b.pooled("fled", "26_77_i")
    b.turn("20AF")
    come_back(b.act(), w.GERMAN)
    assert b.on("26_77_i") != "-" and b.flagged("26_77_i", "oos") and b.flagged("26_77_i", "temporary")
    assert b.pos.parent(b.piece("26_77_i")) == b.piece("2pz_hq")


def test_battalions_come_back_in_the_state_of_supply_of_their_substitute() -> None:
    """9.5c, d, 9.10d: who is out of supply finds it by a road, not by a change of counters."""
    b = swapped(brigade()).flag(ARTY, "oos", 1).run(MutualEnd())
    b.play(f"restore {ARTY} {','.join(NW)} {HOME},{HOME},{HOME},8137,8137,8137")
    assert all(b.flagged(gun, "oos") for gun in NW)


@pytest.mark.parametrize(("battalion", "stays"), [("us_99_393_i", True), ("us_99_rcn", False)])
def test_the_guns_of_a_division_whose_battalions_are_in_a_zone_off_the_map_stay(battalion: str, stays: bool) -> None:
    """60.5b, 34.1d: they are not destroyed; a company there does not count either."""
    b = position(turn="18MO").unit("us_99_370_fa", "8718", mode=1).unit("us_99id_hq", "8616").unit(battalion, "zone_Q")
    b.run(PlayerEnd(w.GERMAN))
    assert (b.on("us_99_370_fa") != "-") is stays


# ---------------------------------------------------------------------- 39.3, 39.4, 7.12
def test_a_leader_crosses_a_river_and_a_ford_on_foot() -> None:
    """39.4b, 30.1a, 30.2b: as a foot unit at any time; over a river with his first step."""
    b = position(turn="18MO").units("7846", "leader_luttwitz", "xlvii_hq").ground("mud").corps("xlvii_hq")
    b.run(Movement(w.GERMAN)).play("move leader_luttwitz 7747")
    assert b.on("leader_luttwitz") == "7747", "a ford that wheels need help at in the mud"
    river = position(turn="18MO").units("7946", "leader_luttwitz", "xlvii_hq").blown("7845", "7946").corps("xlvii_hq")
    river.run(Movement(w.GERMAN))
    assert "move leader_luttwitz 7845" in river.choices()
    assert river.play("move leader_luttwitz 7845").on("leader_luttwitz") == "7845"
    far = position(turn="18MO").units("8045", "leader_luttwitz", "xlvii_hq").blown("7845", "7946").corps("xlvii_hq")
    far.run(Movement(w.GERMAN))
    assert far.refuses("move leader_luttwitz 7946,7845").rule == "TFT 30.1", "30.1b: not with a later step"


def test_a_leader_goes_on_foot_where_wheels_cannot() -> None:
    """39.4b, 29.4: into a marsh that is not frozen, at what it costs a foot unit."""
    b = position(turn="18MO")
    ground, terrain = b.game.ground, b.pos.board.terrain
    here, marsh = next(
        (p, q) for p in range(b.pos.board.n_hexes) for q in ground.near[p]
        if terrain[q] == "marsh" and terrain[p] == "clear" and not ground.roads_of[q] and p in ground.area["6pza"]
        and q in ground.area["6pza"] and not ground.water_between(p, q)
    )  # fmt: skip
    b.units(b.pos.label(here), "leader_peiper", "kgp_hq").unit("i_ss_hq", "9421").corps("i_ss_hq")
    b.run(Movement(w.GERMAN))
    assert b.refuses(f"move kgp_hq {b.pos.label(marsh)}").rule == "TFT 29.1"
    assert f"move leader_peiper {b.pos.label(marsh)}" in b.choices()
    b.play(f"move leader_peiper {b.pos.label(marsh)}")
    assert ways.spent(b.pos, b.piece("leader_peiper")) == 4 * MF


def test_a_leader_goes_among_units_of_another_army() -> None:
    """39.3b: with any friendly units, without penalty; 26.1.2a is about units."""
    b = position(turn="18MO")
    north, road, _ = southward(b)
    b.units(north, "leader_peiper", "kgp_hq").unit("26_77_i", road).unit("i_ss_hq", "9421").corps("i_ss_hq")
    b.run(Movement(w.GERMAN))
    assert b.refuses(f"move kgp_hq {road}").rule == "TFT 26.1.2"
    assert b.play(f"move leader_peiper {road}").on("leader_peiper") == road


@pytest.mark.parametrize(("step", "enters"), [("26_77_i", False), ("2pz_panther_1", True), ("kgp_1_panther", False)])
def test_a_step_of_the_army_goes_among_units_of_another_army_and_an_ss_step_does_not(step: str, enters: bool) -> None:
    """7.12d, e, B-75: with any German unit, or those of the SS corps, whatever headquarters leads it this turn."""
    b = position(turn="18MO")
    north, road, south = southward(b)
    german = step == "kgp_1_panther"
    b.unit("i_ss_hq", "9421").unit("xlvii_hq", "9224")
    b.unit(step, north if german else south, steps=2 if "panther" in step else 0)
    b.unit("26_78_i" if german else "12_48_i", road)
    b.corps("i_ss_hq" if german else "xlvii_hq").run(Movement(w.GERMAN))
    if enters:
        assert b.play(f"move {step} {road}").on(step) == road
    else:
        assert b.refuses(f"move {step} {road}").rule == "TFT 26.1.2"
