"""Paragraphs of the original tried once more at their limits: who counts, whose headquarters, one hex more or less."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import (
    advances,
    air,
    comm,
    engagements,
    fire,
    reserves,
    supply,
    ways,
)
from hexledger.engine.games.time_for_trumpets.rules import arriving, bridging
from hexledger.engine.games.time_for_trumpets.rules import reserve_moves as rm
from hexledger.engine.games.time_for_trumpets.rules.advance import go
from hexledger.engine.games.time_for_trumpets.rules.combat import Combat, NoRefight, OpenBattle
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import PlayerEnd
from hexledger.engine.games.time_for_trumpets.rules.entering import entered
from hexledger.engine.games.time_for_trumpets.rules.exploitation import Exploitation
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.moving import avoid_refusal
from hexledger.engine.games.time_for_trumpets.rules.orders import BeginOrders
from hexledger.engine.games.time_for_trumpets.rules.reinforcements import Due
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.conformance.time_for_trumpets.test_tft_aftermath import peiper
from tests.conformance.time_for_trumpets.test_tft_movement import overrun
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, carried
from tests.time_for_trumpets.test_tft_artillery import TARGET, allied, german
from tests.time_for_trumpets.test_tft_blitz import open_pair
from tests.time_for_trumpets.test_tft_missions import fly


# ---------------------------------------------------------------------- 5.9.2
@pytest.mark.parametrize("out", [0, 1])
def test_a_fighter_meets_aircraft_over_units_of_its_corps_that_are_out_of_command(out: int) -> None:
    """5.9.2c, 7.14e: such a unit has no support from the air; who attacks its enemy from the air may be met."""
    b = position(turn="23MO").unit("12_48_i", "9019", out_comm=out).unit("i_ss_hq", "9423").unit("12vg_hq", "9322")
    fly(b, "air_fw190d9_1", hq="i_ss_hq")
    units, at = (b.piece("12_48_i"),), b.hex("9019")
    assert bool(air.supporters(b.pos, w.GERMAN, units, at)) is not out
    assert air.interceptors(b.pos, w.GERMAN, "fighter", units, at) == (b.piece("air_fw190d9_1"),)


# ---------------------------------------------------------------------- 7.10d
@pytest.mark.parametrize("posts", [("us_28_109_cp", "us_28_110_cp"), ("us_28_110_cp", "us_28_109_cp")])
def test_command_posts_lengthen_each_others_range_in_either_order(posts: tuple[str, str]) -> None:
    """7.10d: the first within the range of the division's HQ, the second within that of the first."""
    first, second = posts
    b = position(turn="18MO").unit("us_28id_hq", "6020").unit("us_1a_hq", "4020", mode=1)
    b.unit("us_viii_corps_hq", "4420").unit(first, "6820").unit(second, "7320")
    found = comm.judge_all(b.pos)
    assert b.pos.board.distance(b.hex("6020"), b.hex("7320")) > b.pos.command_range(b.piece("us_28id_hq"))
    assert all(found[b.piece(unit)].good for unit in ("us_28id_hq", first, second))


# ---------------------------------------------------------------------- 7.12
@pytest.mark.parametrize(
    ("step", "near", "far"), [("kgp_1_panther", "12vg_hq", "1ssd_hq"), ("2pz_panther_1", "1ssd_hq", "2pz_hq")]
)
def test_steps_answer_to_the_nearest_headquarters_of_whatever_arm(step: str, near: str, far: str) -> None:
    """7.12a: SS steps to any division of the two SS corps; 7.12b: those of the army to any division or brigade."""
    b = position(turn="18PD").unit(near, "9220").unit(far, "9323").unit(step, "9120", steps=2).unit("18vg_hq", "9525")
    assert b.pos.generic(b.piece(step)) and comm.nearest_hqs(b.pos, b.piece(step)) == (b.piece(near),)
    other = position(turn="18PD").unit("18vg_hq", "9220").unit(far, "9323").unit("kgp_1_panther", "9120", steps=2)
    assert b.piece("18vg_hq") not in comm.nearest_hqs(other.pos, b.piece("kgp_1_panther")), "LXVI is no SS corps"


# ---------------------------------------------------------------------- 10.0d
def test_an_hq_supplied_from_the_air_feeds_twenty_units_with_those_of_its_own_formation() -> None:
    """10.0d, B-31: of all formations together, its own first; by a road it feeds them all."""
    for road in (False, True):
        b = position(turn="23PD").unit("us_101ab_hq", "5644", mode=1)
        b.flag("us_101ab_hq", "air_supplied", b.state.turn)
        own = [c.id for c in b.game.counters if c.id.startswith("us_101_")][:14]
        others = [c.id for c in b.game.counters if c.id.startswith("us_1_") and b.piece(c.id) in b.game.roster.counted]
        b.units("5644", *own).units("5645", *others[:10])
        if not road:
            for foe, place in zip(("2pz_304_i", "2pz_304_ii", "lehr_901_i"), ("5345", "5245", "5145"), strict=True):
                b.unit(foe, place)
            b.marker("rubble", "5644")
        found = supply.judged_now(b.pos)
        assert found[b.piece("us_101ab_hq")].rule == ("9.6" if road else "10.0")
        assert all(found[b.piece(unit)].good for unit in own)
        fed = [unit for unit in others[:10] if found[b.piece(unit)].good]
        assert len(fed) == (10 if road else 20 - len(own)), "the rest of the twenty"


# ---------------------------------------------------------------------- 14.2c, 34.2
def test_an_army_unit_off_the_map_moves_with_one_corps_only() -> None:
    """14.2c, 34.2b: one zone in a turn, however many corps of its army act."""
    b = position(turn="20MO").unit("us_1a_hq", "5011").units("5012", "us_v_corps_hq", "us_vii_corps_hq")
    b.act().place(b.piece("us_1a_291_ce"), b.game.ground.zone["M"], 1)
    b.corps("us_v_corps_hq").run(Movement(w.ALLIED)).play("change_zone us_1a_291_ce zone_L")
    b.flag("us_1a_291_ce", "zone_moved", 0).corps("us_vii_corps_hq").run(Movement(w.ALLIED))
    assert b.refuses("change_zone us_1a_291_ce zone_K").rule == "TFT 34.2"
    fresh = position(turn="20MO").unit("us_1a_hq", "5011").units("5012", "us_v_corps_hq", "us_vii_corps_hq")
    fresh.act().place(fresh.piece("us_1a_291_ce"), fresh.game.ground.zone["L"], 1)
    fresh.corps("us_vii_corps_hq").run(Movement(w.ALLIED)).play("change_zone us_1a_291_ce zone_K")


# ---------------------------------------------------------------------- 18.2, 18.3
def test_an_army_unit_out_of_command_near_its_hq_is_attached_for_a_day() -> None:
    """18.2d: whatever the distance; 18.3b: it comes back when it begins a later PD turn so near; 18.3f: or is handed
    on."""
    b = position(turn="18PD").unit("us_1a_hq", "7512", mode=1).unit("us_1a_740_tk", "8318", out_comm=1)
    b.unit("us_v_corps_hq", "7502", mode=1).units("8316", "us_2id_hq").unit("us_99id_hq", "8315", mode=1)
    b.flag("us_2id_hq", "resting", 0).corps("us_v_corps_hq", "orders")
    b.run(BeginOrders(w.ALLIED, b.piece("us_v_corps_hq"))).play("attach us_1a_740_tk us_2id_hq", "end_segment")
    assert b.pos.parent(b.piece("us_1a_740_tk")) == b.piece("us_2id_hq")
    b.turn("19PD").corps("us_v_corps_hq", "orders").run(BeginOrders(w.ALLIED, b.piece("us_v_corps_hq")))
    assert b.refuses("end_segment").rule == "TFT 18.3"
    b.play("attach us_1a_740_tk us_99id_hq", "end_segment")
    assert b.pos.parent(b.piece("us_1a_740_tk")) == b.piece("us_99id_hq")


# ---------------------------------------------------------------------- 18.4, 39.5
def test_a_kampfgruppes_headquarters_designates_no_reserves_and_its_leader_does() -> None:
    """18.4a, b: headquarters of divisions and brigades; 39.5b."""
    b = position(turn="18PD").units("9320", "leader_peiper", "kgp_hq", "kgp_2_iii").unit("1ssd_hq", "9421")
    b.option("leaders").option("reserves").corps("i_ss_hq", "orders")
    for by, rule in (("kgp_hq", "18.4.1"), ("1ssd_hq", None), ("leader_peiper", None)):
        why = reserves.refusal(b.pos, b.piece(by), (b.piece("kgp_2_iii"),))
        assert (None if why is None else why[0]) == rule, by


def test_a_commander_takes_reserves_from_divisions_and_not_from_his_echelon() -> None:
    """39.5b, c: units of subordinate divisions, brigades and Kampfgruppen."""
    b = position(turn="18MO").option("leaders").option("reserves")
    leader = "leader_manteuffel"
    echelon = next(
        c.id for c in b.game.counters
        if b.piece(c.id) in b.game.roster.front_line and b.pos.parent(b.piece(c.id)) == b.piece("5pza_hq")
    )  # fmt: skip
    b.units("8040", leader, "5pza_hq", echelon).unit("2pz_304_i", "8041").unit("2pz_hq", "8041").unit(
        "xlvii_hq", "8041"
    )
    b.corps("xlvii_hq", "orders")
    why = reserves.refusal(b.pos, b.piece(leader), (b.piece(echelon),))
    assert why is not None and why[0] == "39.5"
    assert reserves.refusal(b.pos, b.piece(leader), (b.piece("2pz_304_i"),)) is None


def test_an_engineer_in_reserve_builds_no_bridge() -> None:
    """18.4i."""
    for held in (0, 1):
        b = position(turn="18MO").blown("7742", "7842").unit("us_viii_44_ce", "7742", reserve=held)
        b.unit("us_viii_corps_hq", "7241", mode=1).unit("us_1a_hq", "6036", mode=1).corps(
            "us_viii_corps_hq", "bridging"
        )
        why = bridging.begin_refusal(b.pos, b.piece("us_viii_44_ce"), b.hex("7842"), w.BRIDGE["bailey"])
        assert (why is not None and why[0].startswith("18.4")) is bool(held)


# ---------------------------------------------------------------------- 19.0k, 19.4f
WORKS = ("ip6", "strong_point", "road_block", "fort")


def stormed(cell: str, unit: str = "us_28_110_a") -> tuple[Built, str]:
    """A tank attacks a company in works of every kind, with this result."""
    b = position(turn="18MO")
    here, there = open_pair(b)
    b.unit("2pz_pziv_1", here).unit(unit, there).unit("2pz_hq", "7443").unit("xlvii_hq", "7443").marker("attack", there)
    for work in WORKS:
        b.marker(work, there)
    return carried(b, "xlvii_hq", battle(b, "2pz_pziv_1", there), cell), there


@pytest.mark.parametrize("cell", ["DE", "/1", "DR1"])
def test_who_takes_a_hex_takes_none_of_its_works(cell: str) -> None:
    """19.0k, 19.5e: they are gone when the defender is eliminated as when he retreats."""
    b, there = stormed(cell)
    if cell == "DR1":
        b.play(b.choices()[0])
    b.play(next(line for line in b.choices() if line.startswith("advance")))
    assert b.on("2pz_pziv_1") == there and not any(b.pos.marker(work, b.hex(there)) for work in WORKS)


@pytest.mark.parametrize("cell", ["DR2", "DR4", "DE"])
def test_nobody_advances_beyond_a_road_block_whatever_the_result(cell: str) -> None:
    """19.4c, f: nor where the defender has retreated from it; with no block it goes on."""
    b, there = stormed(cell, "us_28_110_i")
    if cell != "DE":
        b.play(b.choices()[0])
    assert [line for line in b.choices() if line.startswith("advance")] == [f"advance 2pz_pziv_1 {there}"]


def test_an_overrun_leaves_nothing_of_the_works_either() -> None:
    """19.0k, 35.3i, 56.1e."""
    b = overrun().marker("ip5", "8510")
    b.play("overrun kgp_1_panther,kgp_2_iii 8510")
    assert b.on("kgp_1_panther") == "8510" and not b.pos.marker("ip5", b.hex("8510"))
    b = position(turn="18MO")
    here, there = open_pair(b)
    b.unit("2pz_pziv_1", here).unit("us_99_370_fa", there).marker("ip5", there)
    go(b.act(), b.piece("2pz_pziv_1"), (b.hex(there),))
    assert b.on("us_99_370_fa") == "-" and not b.pos.marker("ip5", b.hex(there))


# ---------------------------------------------------------------------- 27, 28
def test_a_resting_reinforcement_comes_in_as_its_one_hex() -> None:
    """27.3c, f, 29.2.1f: where half its MF would not do and all of it would, and no farther."""
    b = position(turn="17PD").unit("us_v_corps_hq", "7202").unit("us_1id_hq", "7402", resting=1)
    b.pool("waiting", "us_1_26_i").corps("us_v_corps_hq").run(Movement(w.ALLIED))
    unit = b.piece("us_1_26_i")
    limits, full = ways.allowance(b.pos, unit), ways.full_mf(b.pos, unit) * ways.MF
    assert limits.one and limits.quarters < full
    for cost, enters in ((limits.quarters, True), (full, True), (full + 1, False)):
        assert arriving._affords(b.pos, unit, b.hex("7501"), cost) is enters


def test_american_infantry_whose_strategic_movement_an_enemy_ends_keeps_its_trucks() -> None:
    """28.1c, 28.3c: the Germans walk on."""
    b = position(turn="18MO").unit("us_1_26_i", "8315", strategic=1).unit("12_48_i", "8316")
    entered(b.act(), b.piece("12_48_i"), b.hex("8316"))
    assert not b.flagged("us_1_26_i", "strategic") and b.flagged("us_1_26_i", "truck")
    assert ways.full_mf(b.pos, b.piece("us_1_26_i")) == ways.TRUCK_MF
    german_ = position(turn="18MO").unit("12_48_i", "8315", strategic=1).unit("us_1_26_i", "8316")
    entered(german_.act(), german_.piece("us_1_26_i"), german_.hex("8316"))
    assert not german_.flagged("12_48_i", "strategic") and not german_.flagged("12_48_i", "truck")


def test_a_reinforcement_chooses_as_it_comes_in_whether_it_moves_strategically() -> None:
    """28.0a, 27.1l: it may go on in trucks at the price of a road; 28.3b: not once it has gone on."""
    b = position("losheim_gap", turn="17PD").unit("us_v_corps_hq", "7502", mode=1).run(Due())
    b.corps("us_v_corps_hq").run(Movement(w.ALLIED)).play("enter us_1_26_ii 7501")
    road = b.pos.label(b.game.ground.roads_of[b.hex("7501")][0])
    b.play(f"move us_1_26_ii {road}")
    assert b.refuses("change_mode us_1_26_ii").rule == "TFT 28.3"
    b.play("enter us_1_26_i 7501")
    unit, chart = b.piece("us_1_26_i"), b.game.chart
    assert ways.spent(b.pos, unit) == chart.strategic["us_infantry_truck"]["main_road"], "28.0d"
    b.play("change_mode us_1_26_i")
    assert not b.flagged("us_1_26_i", "strategic") and b.flagged("us_1_26_i", "truck")
    assert ways.spent(b.pos, unit) == chart.on_road["firm"]["truck"]["main_road"]


# ---------------------------------------------------------------------- 29.5b
@pytest.mark.parametrize(("unit", "leaves"), [("us_2_741_tk", False), ("us_2_9_i", True)])
def test_a_marsh_that_bars_a_vehicle_is_left_along_the_road_only(unit: str, leaves: bool) -> None:
    """29.5b: as it was entered; frozen it bars nobody; B-32: nor one that a thaw has caught away from the roads."""
    b = position(turn="18MO").unit(unit, "7713").corps("us_v_corps_hq")
    ground, here = b.game.ground, b.hex("7713")
    off = next(
        p for p in ground.near[here]
        if p not in ground.roads_of[here] and not ground.water_between(here, p)
        and b.pos.terrain(p) in ("clear", "woods")
    )  # fmt: skip
    cls = ways.move_class(b.pos, b.piece(unit))
    assert (ways.off_road_cost(b.pos, cls, here, off) is not None) is leaves
    assert ways.road_cost(b.pos, ways.mover(b.pos, b.piece(unit)), here, ground.roads_of[here][0]) is not None
    assert ways.off_road_cost(b.ground("frozen").pos, cls, here, off) is not None
    away = next(p for p in range(b.pos.board.n_hexes) if ground.terrain[p] == "marsh" and not ground.roads_of[p])
    there = next(p for p in ground.near[away] if ground.terrain[p] in ("clear", "woods", "broken"))
    assert ways.off_road_cost(b.ground("mud").pos, cls, away, there) is not None


# ---------------------------------------------------------------------- 33
def test_american_infantry_in_trucks_tries_to_avoid_interdiction_as_a_truck_does() -> None:
    """33.0d, 28.1e: on foot it has nothing to avoid."""
    for truck in (1, 0):
        b = position(turn="24MO").marker("strafe_german", "5935").corps("us_v_corps_hq")
        unit, there = b.unit("us_1_26_ii", "6035", truck=truck).piece("us_1_26_ii"), b.hex("5936")
        assert ways.forest_road(b.pos, unit, b.hex("6035"), there) is bool(truck)
        why = avoid_refusal(b.pos, unit, there)
        assert why is None if truck else why is not None and why[0] == "33.0"


# ---------------------------------------------------------------------- 35.3g
def test_a_tank_that_is_low_on_fuel_and_has_moved_overruns_nobody() -> None:
    """29.2.2c, 35.3g: to overrun is to enter a hex; its one hex may be that."""
    for moved, rule in ((False, None), (True, "TFT 35.3")):
        b = overrun()
        b.unit("kgp_hq", "8512", low_fuel=1)
        if moved:
            b.flag("kgp_1_panther", "first_step", 1).flag("kgp_1_panther", "moved", 3)
        if rule is None:
            b.play("overrun kgp_1_panther,kgp_2_iii 8510")
            assert b.on("kgp_1_panther") == "8510"
        else:
            assert b.refuses("overrun kgp_1_panther,kgp_2_iii 8510").rule == rule


# ---------------------------------------------------------------------- 48.4
def test_any_division_of_the_corps_joins_a_time_on_target() -> None:
    """6.2.1h, 48.4e, 48.4.1c: in attack and defence, for units of another division of the corps; 47.2: without a
    mission it serves its own."""
    guns = tuple(f"us_v_{n}_fa" for n in (190, 272, 268, 751, 997, 76, 941, 953, 987))
    strange = "us_2_15_fa"
    for b, call in (
        (german(shock=True), f"attack 12_48_i {TARGET}"),
        (allied(), "attack us_99_394_iii 9019"),
    ):
        b.option("bombardment_shock").unit("us_fag_190_hq", "8617").unit("us_2id_hq", "8617")
        b.units("8617", "us_fag_187_hq", "us_fag_406_hq").units("8718", *guns)
        for gun in guns:
            b.flag(gun, "mode", 1)
        b.unit(strange, "8719", mode=1).play(call)
        found = next(line for line in b.choices() if line.startswith("time_on_target us_fag_190_hq"))
        assert strange in found
        assert b.refuses(f"support {strange}").rule == "TFT 43.2"
        b.flag("us_2id_hq", "exhausted", 1)
        assert b.refuses(found).rule == "TFT 43.6"
    far = (
        german(shock=True).unit("us_fag_190_hq", "8617").unit(strange, "5501", mode=1).play(f"attack 12_48_i {TARGET}")
    )
    director = far.piece("us_fag_190_hq")
    units = (far.piece("us_99_394_iii"),)
    assert far.piece(strange) not in fire.mission_guns(far.pos, units, far.hex(TARGET), director)
    far.flag("us_99_394_iii", "out_comm", 1)
    assert fire.mission_guns(far.pos, units, far.hex(TARGET), director) == (), "7.14e"


# ---------------------------------------------------------------------- 52.12
def mixed(exhausted: str = "exhausted") -> Built:
    """A battalion and one of the corps' echelon that must counterattack; the division of the first cannot."""
    b = position(turn="19MO").units("8919", "us_99_393_i", "us_v_102_cav").unit("us_99id_hq", "8216", **{exhausted: 1})
    b.unit("us_v_corps_hq", "8216").unit("12_48_i", "9019")
    for unit in ("us_99_393_i", "us_v_102_cav"):
        b.flag(unit, "counterattack", b.hex("8919") + 1)
    return b.flag("12_48_i", "attacked", b.hex("8919") + 1)


@pytest.mark.parametrize("status", ["exhausted", "resting"])
def test_one_who_may_not_counterattack_takes_all_of_the_position_with_him(status: str) -> None:
    """4.4b, 13.6b, 52.12.2b: he withdraws, so all do; 52.12.3c, d: who cannot is lost, and the others strike back."""
    b = mixed(status)
    assert engagements.must_leave(b.pos, w.ALLIED) == (b.hex("8919"),)
    b.corps("us_v_corps_hq").run(Movement(w.ALLIED))
    assert b.refuses("end_segment").rule == "TFT 52.12.1"
    shut = mixed(status).corps("us_v_corps_hq", "combat")
    shut.run(NoRefight(w.ALLIED), Combat(w.ALLIED))
    assert shut.on("us_99_393_i") == "-" and shut.on("us_v_102_cav") == "8919"
    assert shut.refuses("end_segment").rule == "TFT 52.12.2"


# ---------------------------------------------------------------------- 52.13.6
@pytest.mark.parametrize(("target", "ends"), [("9019", True), ("9018", False)])
def test_engaged_defenders_are_free_by_an_attack_on_those_who_attacked_them(target: str, ends: bool) -> None:
    """52.13.6b, c: an attack on others leaves them engaged."""
    b = position(turn="19MO").unit("us_99_393_i", "8919").units("8616", "us_99id_hq", "us_v_corps_hq")
    b.unit("12_48_i", "9019").unit("12_89_i", "9018")
    for unit in ("us_99_393_i", "12_48_i"):
        b.flag(unit, "engaged", b.hex("8919") + 1)
    OpenBattle(battle(b.corps("us_v_corps_hq", "combat"), "us_99_393_i", target)).run(b.act())
    assert bool(b.flagged("us_99_393_i", "engaged")) is not ends


# ---------------------------------------------------------------------- 55, 56
def test_a_halved_unit_advances_the_one_hex_that_it_could_move() -> None:
    """55.1c, 29.2.1f: no farther than in a normal move, in which one hex is always left to it."""
    b = position(turn="18EV").unit("us_2_9_i", "8315")
    ground = b.game.ground
    here, there = next(
        (p, q) for p in range(b.pos.board.n_hexes) for q in ground.near[p]
        if ground.terrain[q] == "forest" and ground.key(p, q) not in ground.road and not ground.water_between(p, q)
        and p in b.pos.scenario.hexes and q in b.pos.scenario.hexes
    )  # fmt: skip
    for disrupted, reach in ((0, True), (2, True)):
        b = position(turn="18EV").unit("us_2_9_i", b.pos.label(here), disrupt=disrupted)
        unit = b.piece("us_2_9_i")
        cost = ways.step(b.pos, unit, here, there, True)[0]
        assert (cost > ways.allowance(b.pos, unit).quarters) is bool(disrupted)
        assert bool(advances.ways(b.pos, unit, there, 4)) is reach
        if disrupted:
            assert all(len(way) == 1 for way in advances.ways(b.pos, unit, there, 4))


def test_a_fighting_headquarters_alone_is_overrun_in_an_advance() -> None:
    """56.1a: a hex of nothing but artillery and headquarters, of however many steps (35.2a is about movement)."""
    b = position(turn="18MO")
    here, there = open_pair(b)
    b.unit("us_2_741_tk", here).unit("kgp_hq", there)
    assert b.pos.steps(b.piece("kgp_hq")) == 2
    assert advances.may_overrun(b.pos, b.piece("us_2_741_tk"), b.hex(there)) is None
    b.unit("kgp_2_iii", there)
    why = advances.may_overrun(b.pos, b.piece("us_2_741_tk"), b.hex(there))
    assert why is not None and why[0] == "56.1"


# ---------------------------------------------------------------------- 57.3l
def test_after_a_blitz_nobody_goes_from_hex_to_hex_in_the_zone_of_another_enemy() -> None:
    """57.3l, 25.6c: who begins beside an enemy that was not attacked leaves his zone first; 55.1e is about another
    advance."""
    b = position(turn="18MO")
    here, there = open_pair(b)
    near, distance, target = b.game.ground.near, b.pos.board.distance, b.hex(there)
    behind = next(
        p for p in near[b.hex(here)] if all(distance(q, target) == 2 for q in near[p] if q in near[b.hex(here)])
    )
    tank = b.unit("2pz_pziv_1", here).unit("us_28_110_a", there).piece("2pz_pziv_1")
    shared = {q for q in near[behind] if q in near[b.hex(here)]}
    assert shared and shared <= {way[0] for way in advances.blitz_ways(b.pos, tank, target, 1)}
    b.unit("us_2_9_i", b.pos.label(behind))
    assert not shared & {way[0] for way in advances.blitz_ways(b.pos, tank, target, 1)}


# ---------------------------------------------------------------------- 59.1c
def test_a_reserve_that_repositions_does_not_pass_beside_an_enemy_either() -> None:
    """59.1c: in dense fog nobody's zone would stop it."""
    b = position(turn="18MO").sky("dense_fog")
    here, there = open_pair(b)
    beyond = next(p for p in b.game.ground.near[b.hex(there)] if b.pos.board.distance(p, b.hex(here)) == 2)
    unit = b.unit("fe_100_i", here, reserve=1).piece("fe_100_i")
    path = (b.hex(there), beyond)
    assert rm.refusal(b.pos, unit, path, False, False) is None
    foe = next(
        p for p in b.game.ground.near[b.hex(there)]
        if b.pos.board.distance(p, beyond) == 2 and p != b.hex(here)
    )  # fmt: skip
    b.unit("us_28_110_a", b.pos.label(foe))
    why = rm.refusal(b.pos, unit, path, False, False)
    assert why is not None and why[0] == "59.1"
    assert rm.refusal(b.pos, unit, path, False, True) is None, "who is released may"


def test_a_leader_who_has_moved_in_exploitation_releases_nobody_any_more() -> None:
    """59.2l: he moves at the end of the segment."""
    b = peiper()
    b.unit("kgp_2_panther", b.on("kgp_1_panther"), reserve=1).run(Exploitation(w.GERMAN))
    b.play(next(line for line in b.choices() if line.startswith("exploit leader_peiper kgp_1_panther")))
    assert any(line.startswith("exploit leader_peiper kgp_2_panther") for line in b.choices())
    b.play(next(line for line in b.choices() if line.startswith("move_leader leader_peiper")))
    line = next(line for line in b.choices() if line.startswith("reposition kgp_2_panther"))
    assert b.refuses(line.replace("reposition", "exploit leader_peiper")).rule == "TFT 59.2"


# ---------------------------------------------------------------------- 60.5
def test_the_guns_of_a_division_that_is_gone_leave_at_the_end_of_either_sides_turn() -> None:
    """60.0, 60.5, B-33."""
    for side in (w.GERMAN, w.ALLIED):
        b = position(turn="18MO").unit("us_99_370_fa", "8718", mode=1).unit("us_99id_hq", "8616")
        b.run(PlayerEnd(side))
        assert b.on("us_99_370_fa") == "-"
