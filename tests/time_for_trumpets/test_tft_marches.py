"""Movement, orders, fuel, air supply, arrivals of A Time for Trumpets beside the examples (10-12, 18, 24-34)."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions import borders, comm, reserves, stacking, supply, ways
from hexledger.engine.games.time_for_trumpets.rules import dumps
from hexledger.engine.games.time_for_trumpets.rules.air_supply import DropSupplies
from hexledger.engine.games.time_for_trumpets.rules.events import RandomEvent
from hexledger.engine.games.time_for_trumpets.rules.fuel import GermanFuel
from hexledger.engine.games.time_for_trumpets.rules.movement import BeginMovement, Movement
from hexledger.engine.games.time_for_trumpets.rules.orders import BeginOrders
from hexledger.engine.games.time_for_trumpets.rules.reinforcements import Due
from hexledger.engine.games.time_for_trumpets.rules.supply import MutualSupply
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.events import model as ev
from tests.time_for_trumpets.builder import Built, position

MF = 4


def allowed(b: Built, unit: str) -> tuple[float, bool, bool]:
    """(MF, one hex at least, one hex only)."""
    found = ways.allowance(b.pos, b.piece(unit))
    return found.quarters / MF, found.one, found.only


# ---------------------------------------------------------------------- 29.2 halved movement
def test_movement_is_halved_once_whatever_the_reasons() -> None:
    """29.2.1."""
    b = position().unit("12vg_hq", "9421", resting=1).unit("12_48_i", "9219", disrupt=2)
    assert allowed(b, "12_48_i") == (3, True, False)
    assert allowed(b, "12vg_hq")[0] == ways.full_mf(b.pos, b.piece("12vg_hq")), "31.1: an HQ keeps its movement"
    b.unit("1ss_1_i", "9821", oos=1)
    assert allowed(b, "1ss_1_i")[0] == 4, "9.15: vehicles out of supply"
    b.unit("12_48_ii", "9220", oos=1)
    b.flag("12vg_hq", "resting", 0)
    assert allowed(b, "12_48_ii")[0] == 6, "foot keeps its movement"


def test_low_fuel_lets_vehicles_go_one_hex_and_guns_change_their_mode_instead() -> None:
    """29.2.2, 11.0."""
    b = (
        position(turn="20MO")
        .unit("2pz_hq", "8043", low_fuel=1)
        .unit("2pz_pziv_1", "8143")
        .unit("2pz_fa_i", "8143", mode=1)
    )
    b.corps("xlvii_hq").run(Movement(w.GERMAN))
    assert allowed(b, "2pz_pziv_1")[2]
    roads = [b.pos.label(p) for p in b.game.ground.roads_of[b.hex("8143")]] or ["8144"]
    beyond = next(p for p in b.game.ground.near[b.hex(roads[0])] if b.pos.board.distance(p, b.hex("8143")) == 2)
    why = ways.walk(b.pos, b.piece("2pz_pziv_1"), (b.hex(roads[0]), beyond))[1]
    assert why is not None and why[0] == "29.2.2"
    b.play("change_mode 2pz_fa_i")
    assert not b.flagged("2pz_fa_i", "mode") and b.refuses(f"move 2pz_fa_i {roads[0]}").rule.startswith("TFT 29")


def test_an_immobile_gun_moves_by_a_random_event_only() -> None:
    """32.4, G-D11."""
    b = position("losheim_gap", turn="17MO", dice=(1, 1)).unit("6pza_428_hvy", "9318").unit("6pza_hq", "9922", mode=1)
    b.corps("i_ss_hq")
    assert ways.full_mf(b.pos, b.piece("6pza_428_hvy")) == 0
    b.run(RandomEvent(b.piece("i_ss_hq"))).play("choose_event 6pza_428_hvy")
    assert ways.full_mf(b.pos, b.piece("6pza_428_hvy")) == 4


def test_traffic_makes_the_roads_of_a_corps_dearer() -> None:
    """15.2."""
    b = position("losheim_gap", turn="17MO", dice=(2, 2)).unit("kgp_6_pziv", "8120").corps("i_ss_hq")
    road = b.game.ground.roads_of[b.hex("8120")]
    if not road:
        b = position("losheim_gap", turn="17MO", dice=(2, 2)).unit("kgp_6_pziv", "7817").corps("i_ss_hq")
        road = b.game.ground.roads_of[b.hex("7817")]
    before = ways.walk(b.pos, b.piece("kgp_6_pziv"), (road[0],))[0]
    b.run(RandomEvent(b.piece("i_ss_hq")))
    assert ways.walk(b.pos, b.piece("kgp_6_pziv"), (road[0],))[0] == before + MF // 2


def test_traffic_jams_of_16_december_lie_behind_the_german_front() -> None:
    """29.6."""
    morning, later = (
        position("losheim_gap", turn=t).unit("kgp_6_pziv", "9521").corps("i_ss_hq") for t in ("16MO", "17MO")
    )
    there = next(p for p in morning.game.ground.roads_of[morning.hex("9521")] if p in morning.game.ground.german_start)
    unit = morning.piece("kgp_6_pziv")
    assert ways.walk(morning.pos, unit, (there,))[0] > ways.walk(later.pos, unit, (there,))[0]


# ---------------------------------------------------------------------- 26 boundaries
def test_each_army_keeps_to_its_area_and_shares_the_road() -> None:
    """26.1, 26.1.1, 26.2.6."""
    b = position(turn="20MO")
    sixth, fifth, seventh = (b.piece(unit) for unit in ("12_48_i", "18_294_i", "212vg_hq"))
    assert b.hex("9124") in borders.within(b.pos, sixth) & borders.within(b.pos, fifth)
    assert b.hex("9024") not in borders.within(b.pos, sixth) and b.hex("9024") in borders.within(b.pos, fifth)
    assert not borders.within(b.pos, seventh) & b.game.ground.beyond_meuse
    why = borders.forbidden(b.pos, b.piece("26_77_i"), b.hex("7248"), b.hex("7149"))
    assert why is not None and why[0] == "26.2.3"
    assert borders.forbidden(b.pos, b.piece("26_77_i"), b.hex("7248"), b.hex("7148")) is None


def test_xlvii_corps_goes_south_of_the_boundary_west_of_the_wiltz() -> None:
    """26.2.1, 26.2.2, 26.2.5."""
    b = position(turn="20MO")
    assert b.hex("6850") in borders.within(b.pos, b.piece("26_77_i"))
    assert b.hex("8050") not in borders.within(b.pos, b.piece("26_77_i")), "not east of the line"
    assert b.hex("6850") not in borders.within(b.pos, b.piece("116pz_rcn")), "nor the other corps"


def test_no_entry_into_a_hex_of_the_other_army() -> None:
    """26.1.2."""
    b = position(turn="20MO").unit("12_48_i", "9124").unit("18_294_i", "9224").corps("lxvi_hq")
    why = ways.step(b.pos, b.piece("18_294_i"), b.hex("9224"), b.hex("9124"), True)[1]
    assert why is not None and why[0] == "26.1.2"


# ---------------------------------------------------------------------- 18 orders
def test_a_unit_far_from_its_hq_joins_a_surrogate_before_dawn_and_comes_back() -> None:
    """18.2, 18.3."""
    b = position(turn="18PD").unit("us_v_corps_hq", "7502", mode=1).unit("us_2id_hq", "8316", mode=1)
    b.unit("us_99id_hq", "5530", mode=1).unit("us_99_393_i", "8318").corps("us_v_corps_hq", "orders")
    b.run(BeginOrders(w.ALLIED, b.piece("us_v_corps_hq"))).play("attach us_99_393_i us_2id_hq")
    assert b.pos.parent(b.piece("us_99_393_i")) == b.piece("us_2id_hq")
    back = position(turn="18PD").unit("us_v_corps_hq", "7502", mode=1).unit("us_2id_hq", "8316", mode=1)
    back.unit("us_99id_hq", "8415", mode=1).unit("us_99_393_i", "8318", temporary=1).corps("us_v_corps_hq", "orders")
    back.act().emit(ev.Attached(back.piece("us_99_393_i"), back.piece("us_2id_hq") + 1))
    back.run(BeginOrders(w.ALLIED, back.piece("us_v_corps_hq")))
    assert back.refuses("end_segment").rule == "TFT 18.3"
    back.play("detach us_99_393_i")
    assert back.pos.parent(back.piece("us_99_393_i")) == back.piece("us_99id_hq")


def reserve(turn: str = "18PD") -> Built:
    """Four battalions of the 2nd Division away from the enemy."""
    b = position(turn=turn).option("reserves").unit("us_2id_hq", "8316", mode=1).corps("us_v_corps_hq", "orders")
    for unit in ("us_2_9_i", "us_2_9_ii", "us_2_9_iii", "us_2_38_i"):
        b.unit(unit, "8315")
    return b.run(BeginOrders(w.ALLIED, b.piece("us_v_corps_hq")))


def test_three_reserves_make_an_american_division_better_at_once() -> None:
    """18.4.2, 18.5."""
    b = reserve()
    before = b.pos.er(b.piece("us_2_38_i"))
    b.play("designate us_2id_hq us_2_9_i,us_2_9_ii,us_2_9_iii")
    assert b.pos.er(b.piece("us_2_38_i")) == before + 1
    why = reserves.refusal(b.pos, b.piece("us_2id_hq"), (b.piece("us_2_38_i"),))
    assert why is not None and why[0].startswith("18.4."), "three are the most"
    assert reserve("18MO").quiet, "headquarters designate before dawn only"


# ---------------------------------------------------------------------- 9-12 supply and fuel
def test_supply_is_lost_before_dawn_only_and_found_again_on_any_turn() -> None:
    """9.5, 9.16."""
    b = position(turn="18MO").unit("us_99_393_i", "8316").unit("us_99id_hq", "6105")
    b.run(MutualSupply())
    assert not b.flagged("us_99_393_i", "oos"), "not in the morning"
    b.turn("19PD").run(MutualSupply())
    assert b.flagged("us_99_393_i", "oos") == 1 and not b.flagged("us_99_393_i", "isolated")
    b.act().move(b.piece("us_99id_hq"), b.path("6105", "7502"), "mode.move")
    b.flag("us_99_393_i", "oos", 1)
    b.act().move(b.piece("us_99_393_i"), b.path("8316", "7503"), "mode.move")
    b.turn("19MO").run(MutualSupply())
    assert not b.flagged("us_99_393_i", "oos")


def test_captured_depots_supply_the_panzer_armies() -> None:
    """9.3, 12.1."""
    b = position(turn="24MO")
    liege = b.pos.label(supply.city(b.pos, "Liege")[0])
    assert b.hex(liege) not in supply.sources(b.pos, w.GERMAN, "6pza")
    b.unit("1ss_1_i", liege)
    assert b.hex(liege) in supply.sources(b.pos, w.GERMAN, "6pza")
    assert b.hex(liege) not in supply.sources(b.pos, w.ALLIED, "1a")


def test_a_panzer_division_short_of_fuel_spends_a_captured_counter() -> None:
    """11.0, 12.4."""
    b = position(turn="23MO", dice=(1, 2)).unit("2pz_hq", "8243", mode=1).unit("captured_fuel_1", "8143")
    b.run(GermanFuel())
    assert b.flagged("2pz_hq", "low_fuel") == 1
    b.play("spend_fuel captured_fuel_1 2pz_hq")
    assert not b.flagged("2pz_hq", "low_fuel") and b.on("captured_fuel_1") == "-"


def test_a_headquarters_is_supplied_from_the_air_for_one_aircraft() -> None:
    """10.0."""
    b = position(turn="23MO").unit("us_viii_corps_hq", "4645", mode=1).unit("us_101ab_hq", "5644", mode=1)
    b.unit("us_101_501_i", "5543") if b.game.piece_number("us_101_501_i") is not None else b
    b.act().emit(ev.Attached(b.piece("air_b26g_1"), b.piece("us_viii_corps_hq") + 1))
    b.unit("air_b26g_1", "4645")
    hq = b.pos.above(b.piece("us_101ab_hq"), "corps")
    b.act().emit(ev.Attached(b.piece("us_101ab_hq"), b.piece("us_viii_corps_hq") + 1))
    assert hq >= 0
    b.run(DropSupplies()).play("air_supply us_101ab_hq air_b26g_1")
    assert b.on("air_b26g_1") == "-" and supply.judge_hq(b.pos, b.piece("us_101ab_hq")).rule in ("10.0", "9.6")
    assert b.flagged("us_101ab_hq", "air_supplied") == b.state.turn + 2, "to the end of the evening"
    assert position(turn="22MO").unit("us_101ab_hq", "5644").run(DropSupplies()).quiet, "not before the 23rd"


# ------------------------------------------------------------------ 23, 24 stacking; 27 arrivals; 28 strategic movement
def test_units_of_another_corps_bar_a_hex_but_to_strategic_movement() -> None:
    """23.6, 28.4."""
    b = position(turn="18MO").unit("us_99_393_i", "8316").unit("us_106_422_i", "8317")
    assert not stacking.may_enter(b.pos, b.piece("us_106_422_i"), b.hex("8316"))
    b.flag("us_106_422_i", "strategic")
    assert stacking.may_enter(b.pos, b.piece("us_106_422_i"), b.hex("8316"))


def test_kg_peiper_stacks_with_the_150th_brigade_and_not_with_its_division() -> None:
    """24.3."""
    b = position(turn="17MO")
    peiper, skorzeny, division = (b.piece(unit) for unit in ("kgp_2_iii", "kg_x", "1ss_1_i"))
    assert stacking.mates(b.pos, peiper, skorzeny) and not stacking.mates(b.pos, peiper, division)
    assert stacking.mates(b.pos, division, b.piece("3fj_9_i")), "24.1, from the afternoon of the 16th"
    early = position(turn="16MO")
    assert not stacking.mates(early.pos, division, early.piece("3fj_9_i"))


def test_reinforcements_enter_with_their_corps_and_headquarters_have_rested() -> None:
    """27.1, 27.2, 27.4, 28.2."""
    b = position("losheim_gap", turn="17MO").unit("us_v_corps_hq", "7502", mode=1).run(Due())
    b.corps("us_v_corps_hq").run(BeginMovement(w.ALLIED)).play("enter us_1id_hq 7501")
    assert b.on("us_1id_hq") == "7501" and b.flagged("us_1id_hq", "rested") == 1 and b.flagged("us_1id_hq", "strategic")
    assert comm.judge_all(b.pos)[b.piece("us_1id_hq")].rule == "28.2"
    other = position("losheim_gap", turn="17MO").run(Due()).corps("us_viii_corps_hq").run(Movement(w.ALLIED))
    assert other.refuses("enter us_1id_hq 7501").rule == "TFT 27.4"


def test_strategic_movement_keeps_to_roads_away_from_the_enemy() -> None:
    """28.1."""
    b = position("losheim_gap", turn="17MO").unit("us_1_26_i", "7501", strategic=1).corps("us_v_corps_hq")
    assert ways.full_mf(b.pos, b.piece("us_1_26_i")) == 8
    off = next(p for p in b.game.ground.near[b.hex("7501")] if p not in b.game.ground.roads_of[b.hex("7501")])
    why = ways.walk(b.pos, b.piece("us_1_26_i"), (off,))[1]
    assert why is not None and why[0] == "29.1"
    road = b.game.ground.roads_of[b.hex("7501")][0]
    far = next(p for p in b.game.ground.near[road] if b.pos.board.distance(p, b.hex("7501")) == 2)
    b.unit("12_48_i", b.pos.label(far))
    why = ways.walk(b.pos, b.piece("us_1_26_i"), (road,))[1]
    assert why is not None and why[0] == "28.1"


def test_a_bridge_passes_twenty_four_points_in_a_turn() -> None:
    """30.3."""
    b = position(turn="18MO").option("bridge_bottleneck").unit("us_2_9_i", "6620").corps("us_v_corps_hq")
    ground = b.game.ground
    key = next(k for k in sorted(ground.bridges) if ground.water[k] == "river")
    one, other = divmod(key, ground.n)
    b.unit("us_2_741_tk", b.pos.label(one))
    assert ways.bridge_full(b.pos, b.piece("us_2_741_tk"), one, other) is None
    b.marker("points", b.pos.label(one), b.pos.label(other), count=22)
    why = ways.bridge_full(b.pos, b.piece("us_2_741_tk"), one, other)
    assert why is not None and why[0] == "30.3", "a tank battalion counts three"
    b.option("bridge_bottleneck", "no")
    assert ways.bridge_full(b.pos, b.piece("us_2_741_tk"), one, other) is None


def test_units_that_are_not_released_do_not_move() -> None:
    """H-1, H-2."""
    b = position("losheim_gap", turn="16MO").unit("12ss_25_i", "9612").unit("us_2_9_i", "8912")
    assert b.pos.held(b.piece("12ss_25_i"))
    why = borders.forbidden(b.pos, b.piece("us_2_9_i"), b.hex("8912"), b.hex("8913"))
    assert why is not None and why[0] == "H-2"
    b.turn("16EV")
    assert not b.pos.held(b.piece("12ss_25_i"))


def test_the_column_of_a_dump_holds_until_the_next_one_begins() -> None:
    """12.3.1."""
    for turn, left in (("16MO", 6), ("17PD", 6), ("17AF", 5), ("18MO", 3), ("21MO", 0)):
        assert dumps.left(position(turn=turn).pos, "Stavelot") == left


def test_a_headquarters_in_an_enemy_zoc_goes_over_to_march_order_and_leaves() -> None:
    """25.6b, 31.2: it has not entered the hex in this segment; after a step it stops as everybody does."""
    b = position(turn="19MO").unit("us_99_393_i", "8924").unit("12ssd_hq", "8923", mode=1).corps("i_ss_hq")
    b.run(Movement(w.GERMAN)).play("change_mode 12ssd_hq", "move 12ssd_hq 8822")
    assert b.on("12ssd_hq") == "8822"
    other = position(turn="19MO").unit("us_99_393_i", "8924").unit("12ssd_hq", "8922").corps("i_ss_hq")
    other.run(Movement(w.GERMAN)).play("move 12ssd_hq 8923")
    assert other.refuses("move 12ssd_hq 8822").rule == "TFT 25.6"
