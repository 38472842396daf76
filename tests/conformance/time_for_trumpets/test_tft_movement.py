"""Conformance cases of movement: water, interdiction, overruns, boundaries, infiltration, edges (5.8, 26-36, 94)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import borders, comm, ways
from hexledger.engine.games.time_for_trumpets.rules import arriving, demolition
from hexledger.engine.games.time_for_trumpets.rules.changes import disrupt, eliminate
from hexledger.engine.games.time_for_trumpets.rules.command import MutualCommand
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import MutualEnd
from hexledger.engine.games.time_for_trumpets.rules.excess import Excess
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.returning import Return
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.map.paths import shortest
from hexledger.events import model as ev
from tests.time_for_trumpets.builder import Built, position

MF = 4
"""Quarters in a movement factor."""


def price(b: Built, unit: str, *path: str) -> float:
    """MF that a unit has spent after a path; AssertionError with the reason where it cannot go."""
    total, why = ways.walk(b.pos, b.piece(unit), b.path(*path))
    assert why is None, why
    return total / MF


def refused(b: Built, unit: str, *path: str) -> str:
    """Rule that refuses a path."""
    why = ways.walk(b.pos, b.piece(unit), b.path(*path))[1]
    assert why is not None
    return why[0]


def our(turn: str = "18MO", weather: str = "clear") -> Built:
    """The Our with its bridges blown, as on 16 December."""
    return position(turn=turn).sky(weather).blown("7845", "7946").blown("7742", "7842").corps("xlvii_hq")


# ---------------------------------------------------------------------- 30 water
def test_TFT_060_foot_crosses_an_unbridged_river_with_its_first_step() -> None:
    b = our().unit("26_77_ii", "7946")
    assert price(b, "26_77_ii", "7845") == 4
    b.run(Movement(w.GERMAN)).play("move 26_77_ii 7845")
    assert ways.left(b.pos, b.piece("26_77_ii")) == 2 * MF, "and it may go on with the rest"
    late = our().unit("26_77_ii", "7947")
    assert refused(late, "26_77_ii", "7946", "7845") == "30.1", "not after another step"


def test_TFT_061_the_same_by_night_or_in_fog_costs_one_more() -> None:
    assert price(our(weather="fog").unit("26_77_ii", "7946"), "26_77_ii", "7845") == 5
    assert price(our(turn="18EV").unit("26_77_ii", "7946"), "26_77_ii", "7845") == 5


def test_TFT_062_foot_takes_a_ford_without_an_engineer() -> None:
    b = our().unit("26_77_ii", "7946")
    assert price(b, "26_77_ii", "7846") == 1
    assert price(b, "26_77_ii", "7846", "7747") == 1 + 3
    assert ways.allowance(b.pos, b.piece("26_77_ii")).quarters == 6 * MF


def test_foot_crosses_into_a_forest() -> None:
    assert price(our().unit("2pz_304_i", "7844"), "2pz_304_i", "7744") == 5


def test_TFT_064_the_same_in_fog_or_at_night() -> None:
    assert price(our(weather="fog").unit("2pz_304_i", "7844"), "2pz_304_i", "7744") == 6
    assert price(our(turn="18EV").unit("2pz_304_i", "7844"), "2pz_304_i", "7744") == 6


def ferry(b: Built, unit: str, at: str, across: str) -> Built:
    """An engineer with an Eng Ferry marker at a ford."""
    return b.unit(unit, at, ferry=b.hex(across) + 1)


def test_TFT_065_horse_artillery_takes_a_ford_with_an_engineers_help() -> None:
    alone = our().unit("26vg_fa_ii", "7846")
    assert refused(alone, "26vg_fa_ii", "7747") == "30.2"
    b = ferry(our().unit("26vg_fa_ii", "7846"), "26vg_eng", "7846", "7747")
    assert price(b, "26vg_fa_ii", "7747") == 4
    b.run(Movement(w.GERMAN)).play("move 26vg_fa_ii 7747")
    assert ways.left(b.pos, b.piece("26vg_fa_ii")) == 2 * MF
    b.play("change_mode 26vg_fa_ii")
    assert b.flagged("26vg_fa_ii", "mode") == 1, "two are left for going into battery"


def test_TFT_066_cross_country_flak_takes_a_ford_alone() -> None:
    b = our().unit("2pz_flak", "7945")
    by_road = price(b, "2pz_flak", *road_to(b, "7945", "7843"))
    assert by_road == 1
    assert price(b, "2pz_flak", *road_to(b, "7945", "7843"), "7743") == 7
    assert ways.allowance(b.pos, b.piece("2pz_flak")).quarters == 8 * MF


def road_to(b: Built, start: str, end: str) -> tuple[str, ...]:
    """Hexes of the shortest road between two hexes."""
    ground = b.game.ground
    goal = b.hex(end)
    path = shortest(b.pos.board, b.hex(start), lambda p: p == goal, lambda x, y: ground.key(x, y) in ground.road)
    return tuple(b.pos.label(place) for place in path[1:])


def test_a_panzer_iv_cannot_pay_for_the_ford() -> None:
    b = ferry(our().unit("2pz_pziv_1", "7843"), "2pz_eng", "7843", "7743")
    cost, why = ways.water_step(b.pos, b.piece("2pz_pziv_1"), b.hex("7843"), b.hex("7743"), True)
    assert why is None and cost == 9 * MF
    assert refused(b, "2pz_pziv_1", "7743") == "29.1"


def test_TFT_068_a_truck_battalion_takes_the_ford_with_help() -> None:
    b = ferry(our().unit("2pz_2_ii", "7943"), "2pz_eng", "7843", "7743")
    assert price(b, "2pz_2_ii", "7842", "7843") == 1
    cost, why = ways.water_step(b.pos, b.piece("2pz_2_ii"), b.hex("7843"), b.hex("7743"), False)
    assert why is None and cost == 7 * MF
    b.run(Movement(w.GERMAN)).play("move 2pz_2_ii 7842,7843", "move 2pz_2_ii 7743")
    assert b.on("2pz_2_ii") == "7743" and b.flagged("2pz_eng", "helped") == 1
    b.unit("2pz_fa_i", "7843")
    assert b.refuses("move 2pz_fa_i 7743").rule == "TFT 30.2", "one engineer helps one unit"


# ---------------------------------------------------------------------- 5.8, 33 interdiction
def houffalize(unit: str, at: str = "6135", dice: tuple[int, ...] = ()) -> Built:
    """Ex 8478: Allied strafers around 5935 and 5634."""
    b = position(turn="24MO", dice=dice).unit(unit, at).corps("lviii_hq")
    return b.marker("strafe_allied", "5935").marker("strafe_allied", "5634")


def test_TFT_069_interdiction_costs_foot_nothing() -> None:
    b = houffalize("560_1128_i")
    bare = position(turn="24MO").unit("560_1128_i", "6135").corps("lviii_hq")
    assert price(b, "560_1128_i", "6035", "6034") == price(bare, "560_1128_i", "6035", "6034")


def test_TFT_070_a_panther_pays_by_forest_road_and_open_road() -> None:
    b = houffalize("116pz_panther_1")
    for path, total in ((("6035",), 1.5), (("6035", "6034"), 4), (("6035", "6034", "5935"), 5.5)):
        assert price(b, "116pz_panther_1", *path) == total
    assert price(b, "116pz_panther_1", "6035", "6034", "5935", "5834") == 7
    assert refused(b, "116pz_panther_1", "6035", "6034", "5935", "5834", "5734") == "29.1", "Wibrin is too far"


def test_the_other_road_costs_a_panther_as_much() -> None:
    b = houffalize("116pz_panther_1")
    assert price(b, "116pz_panther_1", "6035", "5936", "5835") == 7.5
    assert refused(b, "116pz_panther_1", "6035", "5936", "5835", "5736") == "29.1"


def test_TFT_072_a_panther_that_avoids_pays_nothing_more_on_the_connected_forest_road() -> None:
    b = houffalize("116pz_panther_1", dice=(2,)).run(Movement(w.GERMAN))
    b.play("move 116pz_panther_1 6035", "avoid 116pz_panther_1 5936")
    assert b.flagged("116pz_panther_1", "avoids") == b.hex("5936") + 1
    b.play("move 116pz_panther_1 5835,5736,5635,5535")
    assert b.flagged("116pz_panther_1", "moved") - 1 == 7.5 * MF


def test_a_vehicle_that_fails_to_avoid_enters_the_hex_and_stops() -> None:
    """33.0j."""
    b = houffalize("116pz_panther_1", dice=(6,)).run(Movement(w.GERMAN))
    b.play("move 116pz_panther_1 6035", "avoid 116pz_panther_1 5936")
    assert b.on("116pz_panther_1") == "5936" and b.flagged("116pz_panther_1", "disrupt") == 2
    assert b.refuses("move 116pz_panther_1 5835").rule == "TFT 29.0"


def test_TFT_073_recon_comes_through_to_wibrin() -> None:
    b = houffalize("116pz_rcn", "6136")
    assert price(b, "116pz_rcn", "6135") == 0.5
    assert price(b, "116pz_rcn", "6135", "6035", "6034", "5935", "5834", "5734") == 9


def test_TFT_074_recon_on_the_other_road_stops_short() -> None:
    b = houffalize("116pz_rcn", "6136")
    assert price(b, "116pz_rcn", "6135", "6035", "5936", "5835", "5736") == 7.5
    assert refused(b, "116pz_rcn", "6135", "6035", "5936", "5835", "5736", "5635") == "29.1"


def test_TFT_076_a_leader_changes_from_wheels_to_foot_and_is_not_interdicted() -> None:
    b = houffalize("leader_manteuffel", "6138").option("leaders")
    assert price(b, "leader_manteuffel", "6037", "6036") == 1
    assert price(b, "leader_manteuffel", "6037", "6036", "6035") <= 2


# ---------------------------------------------------------------------- 94.1 infiltration
def skorzeny(*dice: int, at: str = "9118") -> Built:
    """Ex 8526: the battle groups of the 150th Brigade before 99/393/II in 9017."""
    b = position("losheim_gap", turn="16EV", dice=dice).option("leaders").corps("i_ss_hq")
    for unit in ("leader_skorzeny", "150bde_hq", "kg_x", "jg_y", "kg_z"):
        b.unit(unit, at)
    return b.unit("us_99_393_ii", "9017").run(Movement(w.GERMAN))


def test_TFT_077_skorzeny_goes_with_the_battle_groups() -> None:
    b = skorzeny()
    b.act().move(b.piece("leader_skorzeny"), b.path("9118", "9219"), "mode.move")
    assert b.refuses("infiltrate kg_x 9017,8917").rule == "TFT 94.1"


def test_TFT_078_without_infiltration_a_zoc_stops_them() -> None:
    b = skorzeny(at="9318").unit("us_99_393_i", "9117")
    assert b.refuses("move kg_x 9218,9118,9017").rule in ("TFT 25.6", "TFT 29.1")


def drms(b: Built) -> int:
    """Sum of the modifiers of the last infiltration."""
    rolls = [event for event in b.events if isinstance(event, ev.Reckoned)]
    return sum(value for label, value, _ in rolls[-1].lines if b.game.word_key(label) != "line.die")


def test_TFT_080_a_group_passes_an_american_battalion_or_stays() -> None:
    b = skorzeny(2).play("infiltrate kg_x 9017,8917")
    assert b.on("kg_x") == "8917" and b.flagged("kg_x", "moved") - 1 == 4.5 * MF
    assert drms(b) == -2 - 1 + 2
    failed = skorzeny(6).play("infiltrate kg_x 9017,8917")
    assert failed.on("kg_x") == "9118" and failed.refuses("move kg_x 9119").rule == "TFT 29.0"


def test_TFT_081_those_with_another_way_out_try_for_themselves() -> None:
    b = skorzeny(2, 2).play("infiltrate kg_x 9017,8917", "infiltrate jg_y,150bde_hq,leader_skorzeny 9017,8918")
    assert b.on("jg_y") == b.on("leader_skorzeny") == "8918" and b.on("kg_x") == "8917"


def test_TFT_082_trucks_keep_to_the_road_and_roll_for_each_american_hex() -> None:
    b = skorzeny(2, 2).unit("us_99_393_i", "9117")
    assert b.refuses("infiltrate kg_z 9017,8918").rule.startswith("TFT")
    b.play("infiltrate kg_z 9117,9017,8918")
    assert b.on("kg_z") == "8918" and b.flagged("kg_z", "moved") - 1 == 3 * MF
    second = skorzeny(2, 6).unit("us_99_393_i", "9117").play("infiltrate kg_z 9117,9017,8918")
    assert second.on("kg_z") == "9118", "both must succeed"


# ---------------------------------------------------------------------- 23, 29.3, 61
def test_TFT_106_of_four_units_in_a_hex_one_goes_at_the_end_of_a_segment() -> None:
    b = position()
    for unit in ("us_99_393_i", "us_99_393_ii", "us_99_393_iii", "us_99_394_i"):
        b.unit(unit, "8316")
    b.run(Excess(w.ALLIED))
    assert len(b.choices()) == 4
    b.play("remove_excess us_99_394_i")
    assert b.on("us_99_394_i") == "-" and b.quiet


def test_TFT_133_two_division_hqs_in_a_hex_are_disrupted_and_stay() -> None:
    b = position().unit("us_99id_hq", "8316", mode=1).unit("us_2id_hq", "8316").run(Excess(w.ALLIED))
    assert [b.flagged(hq, "disrupt") for hq in ("us_99id_hq", "us_2id_hq")] == [2, 2]
    assert b.on("us_99id_hq") == "8316" and not b.flagged("us_99id_hq", "mode"), "and march order"


def test_TFT_128_a_disrupted_unit_that_is_disrupted_again_has_the_same_marker() -> None:
    b = position().unit("us_99_393_i", "8316", disrupt=1)
    disrupt(b.act(), b.piece("us_99_393_i"), "29.3")
    assert b.flagged("us_99_393_i", "disrupt") == 2
    disrupt(b.act(), b.piece("us_99_393_i"), "29.3")
    assert b.flagged("us_99_393_i", "disrupt") == 2


def test_TFT_129_disruption_wears_off_by_a_level_a_turn() -> None:
    b = position().unit("us_99_393_i", "8316", disrupt=1).unit("us_99_393_ii", "8317", disrupt=2).run(MutualEnd())
    assert [b.flagged(unit, "disrupt") for unit in ("us_99_393_i", "us_99_393_ii")] == [0, 1]


def test_TFT_130_rubble_without_an_engineer_grows_less() -> None:
    b = position().marker("rubble", "7826", count=2).marker("rubble", "6135", count=1).run(MutualEnd())
    assert [b.pos.marker("rubble", b.hex(label)) for label in ("7826", "6135")] == [1, 0]


def test_rubble_with_an_engineer_is_cleared() -> None:
    """61.1d."""
    b = position().marker("rubble", "7826", count=2).unit("us_viii_168_ce", "7826").run(MutualEnd())
    assert b.pos.marker("rubble", b.hex("7826")) == 0


def test_TFT_134_an_eliminated_hq_comes_back_next_turn_with_a_unit_and_out_of_command() -> None:
    b = (
        position(turn="18MO")
        .unit("us_99id_hq", "8316")
        .unit("us_99_393_i", "8416")
        .unit("us_v_corps_hq", "8016", mode=1)
    )
    b.unit("us_1a_hq", "8015", mode=1)
    eliminate(b.act(), b.piece("us_99id_hq"), "reason.combat", "52.7")
    b.run(Return(w.ALLIED))
    assert b.quiet, "not in the same turn"
    b.turn("18AF").run(Return(w.ALLIED))
    assert b.choices() == ["place_hq us_99id_hq 8416"]
    b.play("place_hq us_99id_hq 8416")
    found = comm.judge_all(b.pos)
    assert not found[b.piece("us_99id_hq")].good and not found[b.piece("us_99_393_i")].good
    assert comm.judge_all(b.turn("18EV").pos)[b.piece("us_99_393_i")].good, "the turn after as usual"


# ---------------------------------------------------------------------- 26 boundaries, 42.1 the Meuse
@pytest.mark.parametrize(("die", "goes_on"), [(4, True), (5, False)])
def test_TFT_108_an_ss_unit_that_crosses_south_rolls_against_its_er(die: int, goes_on: bool) -> None:
    b = position(turn="19MO", dice=(die,)).unit("1ss_1_i", "9124").corps("i_ss_hq")
    b.run(Movement(w.GERMAN)).play("move 1ss_1_i 9024")
    assert b.pos.er(b.piece("1ss_1_i")) == 5
    assert bool(b.flagged("1ss_1_i", "trespasser")) is goes_on
    assert bool(b.flagged("1ss_1_i", "must_return")) is not goes_on
    b.unit("1ssd_hq", "9222", mode=1).unit("i_ss_hq", "9321", mode=1).unit("6pza_hq", "9421", mode=1)
    b.turn("19AF").run(MutualCommand())
    assert b.flagged("1ss_1_i", "out_comm") == 1, "either way it is out of command next turn"


def test_a_unit_that_must_go_back_takes_the_shortest_way() -> None:
    """26.1.3b."""
    b = position(turn="19AF").unit("12_48_i", "8926", must_return=1).corps("i_ss_hq").run(Movement(w.GERMAN))
    total = ways.homeward(b.pos, b.piece("12_48_i"))[b.hex("8926")]
    assert total > 0 and b.refuses("move 12_48_i 8927").rule.startswith("TFT 26.")
    assert b.refuses("end_segment").rule == "TFT 26.1.3"
    homes = [choice for choice in b.choices() if choice.startswith("move 12_48_i")]
    b.play(homes[0])
    ends = {b.pos.at(b.piece("12_48_i"))}
    assert ends <= borders.within(b.pos, b.piece("12_48_i")) | set(ways.homeward(b.pos, b.piece("12_48_i")))


def test_TFT_136_of_the_british_seven_units_cross_the_meuse() -> None:
    b = position(turn="25MO")
    ground = b.game.ground
    key = min(key for key in ground.bridges if ground.water[key] == "meuse")
    a, c = divmod(key, ground.n)
    assert borders.forbidden(b.pos, b.piece("br_2_hc"), a, c) is None
    why = borders.forbidden(b.pos, b.piece("br_53_at"), a, c)
    assert why is not None and why[0] == "42.1"
    assert len(borders.british_over_meuse(b.pos) - {b.piece("br_29bde_hq")}) >= 6


# ---------------------------------------------------------------------- 27, 34 edges
def test_TFT_018_entry_a_and_its_hexes() -> None:
    b = position(turn="22MO")
    hexes = {b.pos.label(place) for place in b.pos.board.areas["edge_south_A"]}
    assert {"9262", "9363", "9563"} <= hexes


def test_TFT_020_from_a_zone_one_step_to_the_next_letter() -> None:
    b = position(turn="22MO").unit("us_4ad_hq", "zone_C").corps("us_iii_corps_hq").run(Movement(w.ALLIED))
    assert b.refuses("change_zone us_4ad_hq zone_E").rule == "TFT 34.2"
    reach = {choice.split()[-1] for choice in b.choices() if choice.startswith("change_zone")}
    assert reach == {"zone_B", "zone_D"}
    b.play("change_zone us_4ad_hq zone_B")
    assert b.refuses("change_zone us_4ad_hq zone_A").rule == "TFT 34.2", "one step in a segment"


def test_TFT_021_from_zone_b_units_return_between_8062_and_8963() -> None:
    b = position(turn="22MO").unit("us_4_cca_hq", "zone_B").corps("us_iii_corps_hq").run(Movement(w.ALLIED))
    assert arriving.enter_refusal(b.pos, b.piece("us_4_cca_hq"), b.hex("7963")) is not None
    open_hexes = [p for p in b.game.ground.zone_hexes[b.hex("zone_B")] if b.game.ground.roads_of[p]]
    assert {b.pos.label(p) for p in b.game.ground.zone_hexes[b.hex("zone_B")]} >= {"8062", "8963"}
    b.play(f"enter us_4_cca_hq {b.pos.label(open_hexes[0])}")
    assert b.pos.at(b.piece("us_4_cca_hq")) == open_hexes[0]


# ---------------------------------------------------------------------- 35 overrun, 22 demolition
def overrun(target: str = "us_99_370_fa", weather: str = "clear", turn: str = "18MO") -> Built:
    """Panthers and a grenadier battalion beside a battalion of guns in clear ground."""
    b = position(turn=turn).sky(weather).unit(target, "8510").corps("i_ss_hq")
    b.unit("kgp_1_panther", "8511").unit("kgp_2_iii", "8511").unit("kgp_2_panther", "8509")
    return b.run(Movement(w.GERMAN))


def test_TFT_110_ten_to_one_overruns_a_unit_of_one_step() -> None:
    b = overrun()
    assert b.pos.terrain(b.hex("8510")) in ("clear", "woods", "broken")
    b.play("overrun kgp_1_panther,kgp_2_iii 8510")
    assert b.on("us_99_370_fa") == "-" and b.on("kgp_1_panther") == "8510"
    assert b.refuses("move kgp_2_iii 8510").rule == "TFT 35.3", "it may follow, or not"
    b.play("pass")
    assert b.refuses("move kgp_2_iii 8510").rule == "TFT 29.0", "who took part has moved"


def test_an_overrun_needs_infantry_the_odds_and_clear_weather() -> None:
    """35.1, 35.2, 35.3."""
    assert overrun().refuses("overrun kgp_1_panther,kgp_2_panther 8510").rule == "TFT 35.3"
    assert overrun(weather="fog").refuses("overrun kgp_1_panther,kgp_2_iii 8510").rule == "TFT 35.2"
    assert overrun("us_99_393_i").refuses("overrun kgp_1_panther,kgp_2_iii 8510").rule == "TFT 35.2", "two steps"
    weak = overrun()
    weak.act().steps(weak.piece("kgp_1_panther"), 1)
    assert weak.refuses("overrun kgp_1_panther,kgp_2_iii 8510").rule == "TFT 35.1", "less than ten to one"


def test_TFT_112_a_hasty_demolition_beside_heavy_panzers_and_engineers_has_plus_four() -> None:
    b = position(turn="18MO").unit("us_1a_291_ce", "6620")
    key = next(k for k in sorted(b.game.ground.bridges) if b.game.ground.water[k] == "river")
    a, c = divmod(key, b.game.ground.n)
    one, other = b.pos.label(a), b.pos.label(c)
    b = position(turn="18MO").unit("us_1a_291_ce", one).unit("kgp_1_panther", other).unit("kgp_9_eng", other)
    lines = demolition.modifiers(b.pos, b.piece("us_1a_291_ce"), a, c)
    assert sum(value for _, value, _ in lines) == 4
    b.flag("us_1a_291_ce", "prep", c + 1)
    assert sum(value for _, value, _ in demolition.modifiers(b.pos, b.piece("us_1a_291_ce"), a, c)) == 2


def test_TFT_109_the_first_germans_in_a_town_may_find_fuel() -> None:
    for dice, fuel in (((1, 2), 1), ((1, 3), 0)):
        b = position(turn="20MO", dice=dice).unit("2pz_2_ii", "5643").corps("xlvii_hq").run(Movement(w.GERMAN))
        b.play("move 2pz_2_ii 5644")
        assert b.on("2pz_2_ii") == "5644"
        assert sum(b.pos.at(piece) == b.hex("5644") for piece in b.game.roster.fuel) == fuel
        assert b.pos.marker("dump_taken", b.hex("5644")), "once only"
