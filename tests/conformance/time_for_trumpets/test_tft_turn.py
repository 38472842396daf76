"""Conformance cases of units, freshness, activation, surrender, entry (2, 4, 13-18, 24)."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions import chains, ways
from hexledger.engine.games.time_for_trumpets.rules.changes import lose_step
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.orders import BeginOrders, may_surrender
from hexledger.engine.games.time_for_trumpets.rules.preparation import Freshness
from hexledger.engine.games.time_for_trumpets.sequence import ChooseArmy
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.time_for_trumpets.builder import Built, position

MF = 4


# ---------------------------------------------------------------------- 2 counters
def test_TFT_002_the_escort_brigades_hq_attacks_advances_and_is_recon() -> None:
    b = position().unit("feb_hq", "8316")
    hq, roster = b.piece("feb_hq"), b.game.roster
    assert b.pos.cf(hq).attack == 2 and b.pos.can_attack(hq)
    assert hq in roster.special_hq and hq in roster.recon and roster.full[hq] == 2
    b.corps("lxvi_hq").run(Movement(w.GERMAN))
    assert b.refuses("change_mode feb_hq").rule == "TFT 2.6.1.5", "it is always in march order"
    plain = position().unit("26vg_hq", "8316")
    assert not plain.pos.can_attack(plain.piece("26vg_hq"))


def test_TFT_004_a_glider_battalion_at_half_strength() -> None:
    b = position().unit("us_82ab_325_i", "6520")
    unit = b.piece("us_82ab_325_i")
    assert b.pos.cf(unit) == (4, 4) and ways.full_mf(b.pos, unit) == 6
    assert not lose_step(b.act(), unit, "reason.combat", "52.9")
    assert b.pos.cf(unit) == (2, 2) and b.on("us_82ab_325_i") == "6520"


def horse(left: int) -> Built:
    """Horse-drawn guns on a road with so many MF left."""
    b = position().unit("26vg_fa_ii", "8316").corps("xlvii_hq").run(Movement(w.GERMAN))
    return b.flag("26vg_fa_ii", "moved", (6 - left) * MF + 1).flag("26vg_fa_ii", "in_motion")


def test_TFT_006_horse_artillery_needs_two_to_go_into_battery() -> None:
    assert horse(1).refuses("change_mode 26vg_fa_ii").rule == "TFT 32.2"
    b = horse(2).play("change_mode 26vg_fa_ii")
    assert b.flagged("26vg_fa_ii", "mode") == 1


def test_horse_artillery_pays_two_and_moves_with_the_rest() -> None:
    b = position().unit("26vg_fa_ii", "8316", mode=1).corps("xlvii_hq").run(Movement(w.GERMAN))
    assert b.refuses("move 26vg_fa_ii 8317").rule == "TFT 31.2"
    b.play("change_mode 26vg_fa_ii")
    assert ways.left(b.pos, b.piece("26vg_fa_ii")) == 4 * MF


def test_TFT_008_a_hit_eliminates_artillery() -> None:
    b = position().unit("26vg_fa_ii", "8316", mode=1)
    assert lose_step(b.act(), b.piece("26vg_fa_ii"), "reason.combat", "52.8") and b.on("26vg_fa_ii") == "-"


def test_TFT_009_rockets_out_of_battery_have_three_left() -> None:
    b = position().unit("18nw_iii", "8316", mode=1).corps("lxxxv_hq").run(Movement(w.GERMAN))
    b.play("change_mode 18nw_iii")
    assert ways.left(b.pos, b.piece("18nw_iii")) == 3 * MF


def test_TFT_010_rockets_without_movement_left_stay_on_the_march() -> None:
    b = position().unit("18nw_iii", "8316").corps("lxxxv_hq").run(Movement(w.GERMAN))
    b.flag("18nw_iii", "moved", 4 * MF + 1).flag("18nw_iii", "in_motion")
    assert b.refuses("change_mode 18nw_iii").rule == "TFT 32.2"


def test_TFT_114_the_hq_of_lxxxv_corps_answers_to_the_7th_army() -> None:
    b = position()
    hq = b.piece("lxxxv_hq")
    assert b.pos.parent(hq) == b.piece("7a_hq") and b.game.roster.level[hq] == "corps"
    assert b.game.roster.army[hq] == "7a"


def test_TFT_116_a_command_post_leads_a_dispersed_regiment_and_shares_its_divisions_status() -> None:
    b = position().unit("us_28id_hq", "6243").unit("us_28_109_cp", "7556")
    cp, unit = b.piece("us_28_109_cp"), b.piece("us_28_109_i")
    assert b.game.roster.level[cp] == "cp" and b.pos.parent(unit) == cp
    assert b.pos.status_hq(unit) == b.piece("us_28id_hq")


def test_TFT_117_split_values_attack_with_six_and_defend_with_nine() -> None:
    b = position().unit("667_pzj", "9309")
    assert b.pos.cf(b.piece("667_pzj")) == (6, 9)


# ---------------------------------------------------------------------- 4 freshness
def fresh(**marks: int) -> list[str]:
    """Markers of a division HQ after the check of 18PD."""
    b = position(turn="18PD").unit("us_99id_hq", "8316", **marks).run(Freshness())
    names = ("rested", "fatigued", "exhausted")
    return [f"{name} {b.flagged('us_99id_hq', name)}" for name in names if b.flagged("us_99id_hq", name)]


def test_TFT_101_an_hq_without_markers_is_fatigued() -> None:
    assert fresh() == ["fatigued 1"]
    assert fresh(night_moves=1) == ["fatigued 1"], "Night Moves are ignored"


def test_TFT_102_fatigue_goes_with_two_rested_markers() -> None:
    assert fresh(fatigued=1, rested=2) == []
    assert fresh(rested=1) == []


def test_fatigue_with_one_rested_marker_becomes_exhaustion() -> None:
    assert fresh(fatigued=1, rested=1) == ["exhausted 1"] == fresh(fatigued=1)
    assert fresh(exhausted=1) == [], "a day of rest"


def test_exhausted_units_have_no_er_and_fatigued_ones_one_less() -> None:
    """4.2, 4.3."""
    b = position(turn="19MO").unit("us_99id_hq", "8316", fatigued=1).unit("us_99_393_i", "8317")
    printed = b.pos.printed_er(b.piece("us_99_393_i"))
    assert b.pos.er(b.piece("us_99_393_i")) == printed - 1
    b.flag("us_99id_hq", "exhausted", 1)
    assert b.pos.er(b.piece("us_99_393_i")) == 0


# ---------------------------------------------------------------------- 13-16 activation
def xlvii(turn: str = "18MO", seed: str = "037") -> Built:
    """XLVII Corps with its three divisions, and an engineer battalion of its army."""
    b = position("campaign", turn=turn, seed=seed)
    b.unit("5pza_hq", "8243", mode=1).unit("xlvii_hq", "8043", mode=1)
    b.unit("2pz_hq", "7742").unit("2pz_2_i", "7741").unit("26vg_hq", "7643").unit("26_77_i", "7543")
    return b.unit("lehr_hq", "7942").unit("lehr_901_i", "7941").unit("600_eng", "8143")


def test_TFT_037_an_army_then_a_corps_then_its_divisions_each_with_its_own_status() -> None:
    b = xlvii().run(ChooseArmy(w.GERMAN))
    b.play("end_segment")
    assert b.rolls, "a random event"
    b.play("end_segment")
    b.play("set_status 2pz_hq status.resting", "end_segment")
    assert [b.flagged(hq, "resting") for hq in ("2pz_hq", "26vg_hq", "lehr_hq")] == [1, 0, 0]
    unit = b.piece("2pz_2_i")
    assert ways.allowance(b.pos, unit) == (ways.full_mf(b.pos, unit) // 2 * MF, True, False)
    assert not b.pos.active(unit) and b.pos.active(b.piece("26_77_i"))


def test_active_in_the_evening_is_night_moves_and_rest_is_the_normal_state() -> None:
    """13.4."""
    b = xlvii("18EV").run(ChooseArmy(w.GERMAN)).play("end_segment")
    assert b.flagged("5pza_hq", "resting") == 1
    b.play("set_status xlvii_hq status.active", "end_segment")
    assert b.flagged("xlvii_hq", "night_moves") == 1 and not b.flagged("xlvii_hq", "resting")


def test_on_16_december_all_are_active_without_a_choice() -> None:
    """13.1a."""
    b = xlvii("16EV").run(ChooseArmy(w.GERMAN))
    assert b.offer is not None and "set_status" not in b.offer.kinds
    assert not b.flagged("xlvii_hq", "resting")


def test_TFT_038_units_of_the_armys_echelon_wait_for_a_later_corps() -> None:
    b = xlvii().unit("lxvi_hq", "8240").unit("18vg_hq", "8239")
    b.corps("lxvi_hq")
    assert chains.acts(b.pos, b.piece("600_eng"))
    b.corps("xlvii_hq")
    assert chains.acts(b.pos, b.piece("600_eng")), "it has not acted with LXVI Corps"
    b.flag("600_eng", "acted", b.piece("lxvi_hq") + 1)
    assert not chains.acts(b.pos, b.piece("600_eng")), "once a turn"


def test_divisions_that_act_as_one_choose_together() -> None:
    """24.1b."""
    b = position("losheim_gap", turn="17MO", seed="x").unit("6pza_hq", "9922", mode=1).unit("i_ss_hq", "9621", mode=1)
    b.unit("1ssd_hq", "9222").unit("3fj_hq", "9422").unit("1ss_1_i", "9223").unit("3fj_9_i", "9322")
    b.run(ChooseArmy(w.GERMAN)).play("end_segment", "end_segment", "set_status 3fj_hq status.resting")
    assert b.flagged("1ssd_hq", "resting") == b.flagged("3fj_hq", "resting") == 1


# ---------------------------------------------------------------------- 18 orders
def cut_off(unit: str, *dice: int, turn: str = "18MO") -> Built:
    """An isolated unit in the orders of its corps."""
    b = position(turn=turn, dice=dice).unit(unit, "8316", isolated=1, oos=1)
    return b.corps(b.pos.counters[b.pos.above(b.piece(unit), "corps")].id, "orders")


def test_TFT_104_an_isolated_unit_of_er_three_surrenders_on_a_six() -> None:
    b = cut_off("us_106_422_i", 6)
    assert b.pos.printed_er(b.piece("us_106_422_i")) == 3
    corps = b.pos.active_corps
    b.run(BeginOrders(w.ALLIED, corps))
    assert b.on("us_106_422_i") == "-"
    held = cut_off("us_106_422_i", 5)
    held.run(BeginOrders(w.ALLIED, held.pos.active_corps))
    assert held.on("us_106_422_i") == "8316"


def test_TFT_105_a_unit_of_er_four_does_not_roll() -> None:
    b = cut_off("us_99_393_i")
    assert b.pos.printed_er(b.piece("us_99_393_i")) >= 4 and not may_surrender(b.pos, b.piece("us_99_393_i"))
    early = cut_off("us_106_422_i", turn="17EV")
    early.run(BeginOrders(w.ALLIED, early.pos.active_corps))
    assert early.on("us_106_422_i") == "8316" and not early.rolls, "and nobody before 18PD"
