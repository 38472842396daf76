"""Artillery of both sides, chapter by chapter, in attacks and defences that are played (42.4, 43, 45-48)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.rules.combat import Combat
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import MutualEnd, PlayerEnd
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle

TARGET, HERE, BACK = "8919", "9019", "9220"
"""A defended hex, an attacker's beside it, and one behind."""
ODDS = [3, 4] * 6


def german(*guns: str, attackers: tuple[str, ...] = ("12_48_i",), at: str = BACK, shock: bool = False) -> Built:
    """The I SS Corps attacks a battalion of the 99th Division; these guns are in battery behind."""
    b = position(turn="18MO", dice=ODDS)
    if shock:
        b.option("bombardment_shock")
    for unit in attackers:
        b.unit(unit, HERE)
    b.unit("12vg_hq", "9322").unit("277vg_hq", "9321").unit("i_ss_hq", "9423").unit("6pza_hq", "9523")
    b.unit("1ssd_hq", "9421").unit("12ssd_hq", "9420").unit("lxvii_hq", "9320").unit("5pza_hq", "9832")
    for gun in guns:
        b.unit(gun, at, mode=1)
    b.unit("us_99_394_iii", TARGET).unit("us_99id_hq", "8616").unit("us_v_corps_hq", "8216").unit("us_1a_hq", "7512")
    return b.corps("i_ss_hq", "combat").run(Combat(w.GERMAN))


def attack(b: Built, *units: str) -> Built:
    """The attack is declared."""
    return b.play(f"attack {','.join(units or ('12_48_i',))} {TARGET}")


def rule(b: Built, *guns: str) -> str:
    """Number of the rule that keeps these guns from firing together now."""
    return b.refuses(f"support {','.join(guns)}").rule.removeprefix("TFT ")


def asked(b: Built) -> bool:
    """Is artillery asked for?"""
    return b.offer is not None and "support" in b.offer.kinds


def allied(*guns: str, turn: str = "18AF", at: str = "8718", attackers: tuple[str, ...] = ("us_99_394_iii",)) -> Built:
    """The V Corps attacks a German battalion; these guns are in battery behind."""
    b = position(turn=turn, dice=ODDS).unit("12_48_i", HERE).unit("12vg_hq", "9322").unit("i_ss_hq", "9423")
    for unit in attackers:
        b.unit(unit, TARGET)
    b.unit("us_99id_hq", "8616").unit("us_v_corps_hq", "8216").unit("us_1a_hq", "7512").unit("us_vii_corps_hq", "8215")
    b.unit("us_viii_corps_hq", "8217")
    for gun in guns:
        b.unit(gun, at, mode=1)
    return b.corps("us_v_corps_hq", "combat").run(Combat(w.ALLIED))


def charge(b: Built, *units: str) -> Built:
    """The Allied attack is declared."""
    return b.play(f"attack {','.join(units or ('us_99_394_iii',))} {HERE}")


# ---------------------------------------------------------------------- 43
def test_range_counts_hexes_without_the_firing_one() -> None:
    """43.2."""
    b = german("12vg_fa_i")
    reach = b.game.arms.gun[b.piece("12vg_fa_i")].range
    hexes = range(b.pos.board.n_hexes)
    for distance, fires in ((reach, True), (reach + 1, False)):
        place = next(
            p for p in hexes
            if b.pos.board.distance(p, b.hex(TARGET)) == distance and b.pos.board.distance(p, b.hex(HERE)) < distance
        )  # fmt: skip
        assert asked(attack(german("12vg_fa_i", at=b.pos.label(place)))) is fires


def test_field_artillery_with_an_enemy_beside_it_is_silent_and_nebelwerfers_fire() -> None:
    """43.3, 43.4."""
    assert not asked(attack(german("12vg_fa_i", at=HERE)))
    assert asked(attack(german("9nw_i", at=HERE)))


def test_a_german_battalion_fires_once_in_a_game_turn_and_an_allied_one_in_each_player_turn() -> None:
    """43.1c, e, 47.7b, 60.7, 60.8, 61.2."""
    b = attack(german("12vg_fa_i")).play("support 12vg_fa_i")
    b.pass_until("never")
    b.run(PlayerEnd(w.GERMAN))
    assert b.flagged("12vg_fa_i", "fired") == 1
    b.run(MutualEnd())
    assert not b.flagged("12vg_fa_i", "fired")
    a = charge(allied("us_99_370_fa")).play("support us_99_370_fa")
    a.pass_until("never")
    a.run(PlayerEnd(w.ALLIED))
    assert not a.flagged("us_99_370_fa", "fired")


def test_fatigued_artillery_fires_and_exhausted_artillery_never() -> None:
    """43.6, 46.1a, 47.1a."""
    for status, fires in (("fatigued", True), ("exhausted", False)):
        b = allied().unit("12vg_fa_i", BACK, mode=1).flag("12vg_hq", status)
        assert asked(charge(b)) is fires, status


def defence(gun: str, hq: str, *, resting: bool, unit: str = "us_99_394_iii", at: str = "8718") -> Built:
    """The Germans attack 8919; an American gun behind it, whose HQ rests or not, may be asked for."""
    b = german().unit("us_99_371_fa", "7512").unit(gun, at, mode=1).unit("us_2id_hq", "8617")
    if unit != "us_99_394_iii":
        b.act().remove(b.piece("us_99_394_iii"), "reason.combat")
        b.unit(unit, TARGET)
    if resting:
        b.flag(hq, "resting")
    return attack(b)


def test_resting_artillery_of_army_and_corps_is_silent_and_a_divisions_defends_its_own() -> None:
    """43.7.1a, 43.7.2a, 43.7.4b, 13.5.1d, 46.1c, 47.1c."""
    for gun, hq in (("us_1a_18_fa", "us_1a_hq"), ("us_v_196_fa", "us_v_corps_hq")):
        assert asked(defence(gun, hq, resting=False)) and not asked(defence(gun, hq, resting=True)), gun
    assert asked(defence("us_99_370_fa", "us_99id_hq", resting=True))
    assert not asked(defence("us_99_370_fa", "us_99id_hq", resting=True, unit="us_2_38_i"))


def test_echelon_artillery_that_defended_in_the_german_turn_binds_its_hq() -> None:
    """43.7.1b, 43.7.2b: it may not rest in the American turn; division artillery binds nobody (43.7.4)."""
    from hexledger.engine.games.time_for_trumpets.rules.activation import Statuses

    for gun, hq, binds in (
        ("us_1a_18_fa", "us_1a_hq", True),
        ("us_v_196_fa", "us_v_corps_hq", True),
        ("us_99_370_fa", "us_99id_hq", False),
    ):
        b = defence(gun, hq, resting=False).play(f"support {gun}")
        b.pass_until("never")
        b.corps("us_v_corps_hq", "orders").run(Statuses(w.ALLIED, (b.piece(hq),), "14.0"))
        if binds:
            assert b.refuses(f"set_status {hq} status.resting").rule.startswith("TFT 43.7"), gun
        else:
            b.play(f"set_status {hq} status.resting")


def test_artillery_takes_no_result_for_firing() -> None:
    """43.8."""
    b = attack(german("12vg_fa_i")).play("support 12vg_fa_i")
    b.pass_until("never")
    assert b.on("12vg_fa_i") == BACK and b.flagged("12vg_fa_i", "mode") == 1


def test_a_groups_battalions_need_their_hq_on_the_map_and_in_command_and_supply() -> None:
    """43.5, 47.6c, d, 7.7, 7.8."""
    for spoil in ("", "gone", "out_comm", "oos"):
        b = german().unit("us_v_190_fa", "8718", mode=1)
        if spoil != "gone":
            b.unit("us_fag_190_hq", "8617")
        if spoil in ("out_comm", "oos"):
            b.flag("us_fag_190_hq", spoil)
        assert asked(attack(b)) is (not spoil), spoil


# ---------------------------------------------------------------------- 45
def test_a_nebelwerfer_brigade_fires_at_one_hex_in_a_turn_and_for_a_division_of_its_corps() -> None:
    """45.1d, e."""
    b = german("9nw_i", "9nw_ii")
    b.unit("us_99_394_ii", "8920").unit("12_89_i", "9020")
    attack(b).play("support 9nw_i").pass_until("attack")
    b.play("attack 12_89_i 8920")
    assert not asked(b), "the rest of the brigade does not fire at another hex"


def test_corps_echelon_units_alone_bring_no_nebelwerfers() -> None:
    """45.1d: a division or brigade is beside the hex."""
    from hexledger.engine.games.time_for_trumpets.questions import fire

    b = position(turn="18MO").units(HERE, "244_stug_1", "18_293_i").unit("16nw_i", BACK, mode=1).unit("lxvi_hq", "9423")
    b.unit("us_99_394_iii", TARGET)
    echelon, foot, rockets = (b.piece(unit) for unit in ("244_stug_1", "18_293_i", "16nw_i"))
    assert fire.attack_guns(b.pos, (echelon,), b.hex(TARGET)) == ()
    assert fire.attack_guns(b.pos, (foot,), b.hex(TARGET)) == (rockets,)
    assert fire.attack_guns(b.pos, (echelon, foot), b.hex(TARGET)) == (rockets,)


def test_an_ss_nebelwerfer_battalion_fires_for_its_own_division() -> None:
    """45.3c."""
    assert not asked(attack(german("12ss_nw")))
    b = german("12ss_nw", attackers=("12_48_i", "12ss_25_i"))
    assert asked(attack(b, "12_48_i", "12ss_25_i"))


def test_nebelwerfers_of_two_corps_and_of_two_brigades_for_one_division_do_not_fire_together() -> None:
    """45.2, 45.4."""
    b = attack(german("9nw_i", "4nw_i"))
    assert rule(b, "9nw_i", "4nw_i") == "45.4"
    b.play("support 9nw_i")
    two = attack(german("9nw_i", "4nw_i", attackers=("12_48_i", "277_989_i")), "12_48_i", "277_989_i")
    two.play("support 9nw_i,4nw_i")


def test_nebelwerfers_in_support_are_marked_and_added_by_their_own_chart() -> None:
    """45.5a, c-e."""
    b = attack(german("9nw_i")).play("support 9nw_i")
    assert b.flagged("9nw_i", "fired") == 1
    cf = b.game.arms.gun[b.piece("9nw_i")].cf
    share = b.game.combat.nw_attack[b.pos.terrain(b.hex(TARGET))]
    assert b.lines("reckon.attack")["line.artillery"] == -(-cf * share // 4)


# ---------------------------------------------------------------------- 46
@pytest.mark.parametrize("gun", ["12vg_fa_i", "388_vak_i", "6pza_1098_hvy"])
def test_german_artillery_fires_in_battery_in_supply_and_in_command_of_its_own_hq(gun: str) -> None:
    """46.2b, 46.3b, 46.4b: division, corps and army artillery."""
    assert asked(attack(german(gun)))
    for flag in ("out_comm", "oos"):
        assert not asked(attack(german(gun).flag(gun, flag))), flag
    assert not asked(attack(german(gun).flag(gun, "mode", 0)))


def test_division_artillery_fires_for_its_own_division_and_corps_artillery_for_the_corps() -> None:
    """46.2a, c, 46.3c, 46.4c."""
    assert not asked(attack(german("277vg_fa_i")))
    assert asked(attack(german("277vg_fa_i", attackers=("12_48_i", "277_989_i")), "12_48_i", "277_989_i"))
    assert not asked(attack(german("76_vak_i"))), "of the LXVII Corps"


def test_division_corps_and_army_artillery_fire_together_and_two_vak_for_two_divisions_of_i_ss() -> None:
    """46.8.1, 46.8.2, 46.8.3, 46.8.4."""
    guns = ("12vg_fa_i", "388_vak_i", "6pza_1098_hvy")
    attack(german(*guns)).play(f"support {','.join(guns)}")
    both = ("388_vak_i", "402_vak_i")
    assert rule(attack(german(*both)), *both) == "46.8.4"
    two = german(*both, "12vg_fa_i", "277vg_fa_i", attackers=("12_48_i", "277_989_i"))
    attack(two, "12_48_i", "277_989_i").play(f"support {','.join((*both, '12vg_fa_i', '277vg_fa_i'))}")


def test_artillery_of_two_german_corps_never_fires_together() -> None:
    """46.7, 45.2: not even where units of both attack one hex."""
    from hexledger.engine.games.time_for_trumpets.questions import fire

    b = german("388_vak_i", "76_vak_i", "2nw_i", "9nw_i")
    units = (b.piece("12_48_i"),)
    for guns in (("388_vak_i", "76_vak_i"), ("2nw_i", "9nw_i"), ("388_vak_i", "2nw_i")):
        why = fire.together(b.pos, [b.piece(gun) for gun in guns], units)
        assert why is not None and why[0] == "46.7", guns


def test_german_artillery_defends_a_hex_in_its_range() -> None:
    """46.6."""
    b = charge(allied().unit("12vg_fa_i", BACK, mode=1))
    b.play("support 12vg_fa_i")
    both = charge(allied().unit("388_vak_i", BACK, mode=1).unit("402_vak_i", BACK, mode=1))
    assert "support 388_vak_i,402_vak_i" in both.choices(), "46.8 keeps two groups of a corps apart in attacks only"
    both.play("support 388_vak_i,402_vak_i")
    assert b.lines("reckon.defence")["line.artillery"] > 0 and b.flagged("12vg_fa_i", "fired") == 1
    far = charge(allied().unit("12vg_fa_i", "9832", mode=1))
    assert not asked(far)


# ---------------------------------------------------------------------- 47
@pytest.mark.parametrize("gun", ["us_99_370_fa", "us_v_196_fa", "us_1a_18_fa"])
def test_american_artillery_fires_in_battery_in_supply_and_in_command_of_its_own_hq(gun: str) -> None:
    """47.2b, 47.4c, 47.5c, 47.7."""
    b = charge(allied(gun)).play(f"support {gun}")
    assert b.lines("reckon.attack")["line.artillery"] > 0
    for flag in ("out_comm", "oos"):
        assert not asked(charge(allied(gun).flag(gun, flag))), flag


def test_american_artillery_serves_its_division_its_corps_its_army() -> None:
    """47.2c, 47.4d, 47.6e."""
    assert not asked(charge(allied("us_2_15_fa").unit("us_2id_hq", "8617")))
    assert not asked(charge(allied("us_viii_740_fa").unit("us_fag_402_hq", "8617")))
    b = allied("us_v_190_fa").unit("us_fag_190_hq", "8617")
    assert asked(charge(b))


def test_artillery_of_two_american_corps_never_fires_together_and_an_armys_does_with_one() -> None:
    """47.9: British guns in the battle change nothing of it."""
    from hexledger.engine.games.time_for_trumpets.questions import fire

    b = allied("us_v_196_fa", "us_1a_18_fa", "us_vii_172_fa", "br_4a_64_med")
    units = (b.piece("us_99_394_iii"),)

    def why(*guns: str) -> str:
        found = fire.together(b.pos, [b.piece(gun) for gun in guns], units)
        return "" if found is None else found[0]

    assert why("us_v_196_fa", "us_1a_18_fa") == ""
    assert why("us_v_196_fa", "us_vii_172_fa") == "47.9"
    assert why("us_v_196_fa", "us_vii_172_fa", "br_4a_64_med") == "47.9"


def test_british_corps_artillery_answers_to_its_group_and_serves_british_units_only() -> None:
    """47.3b, c, 42.4."""
    for spoil in ("", "gone", "out_comm", "oos"):
        b = position(turn="25AF", dice=ODDS).unit("12_48_i", "4321").unit("12vg_hq", "4625").unit("i_ss_hq", "4725")
        b.unit("br_29_8_rb", "4320").unit("br_29bde_hq", "4218").unit("br_xxx_corps_hq", "4117").unit(
            "us_1a_hq", "4016"
        )
        b.unit("br_4a_64_med", "4219", mode=1)
        if spoil != "gone":
            b.unit("br_4_agra_hq", "4118")
        if spoil in ("out_comm", "oos"):
            b.flag("br_4_agra_hq", spoil)
        b.corps("br_xxx_corps_hq", "combat").run(Combat(w.ALLIED)).play("attack br_29_8_rb 4321")
        assert asked(b) is (not spoil), spoil
    b = german().unit("br_4a_64_med", "8718", mode=1).unit("br_4_agra_hq", "8617").unit("br_xxx_corps_hq", "8516")
    assert not asked(attack(b)), "no British unit defends"


# ---------------------------------------------------------------------- 48
def test_who_joins_a_time_on_target() -> None:
    """48.4.1b, c: other groups of the corps; corps, division and army artillery within the director's command range."""
    from hexledger.engine.games.time_for_trumpets.questions import fire

    b = german(shock=True).unit("us_fag_190_hq", "8617")
    near, far = "8718", "5501"
    director = b.piece("us_fag_190_hq")
    for gun, at, joins in (
        ("us_v_751_fa", far, True),
        ("us_v_196_fa", near, True),
        ("us_v_196_fa", far, False),
        ("us_99_370_fa", near, True),
        ("us_1a_18_fa", near, True),
        ("us_1a_18_fa", far, False),
        ("us_vii_172_fa", near, False),
    ):
        b.unit(gun, at, mode=1)
        why = fire.joins(b.pos, b.piece(gun), director)
        assert (why is None) is joins, (gun, at)
        assert why is None or why[0] == "48.4.1"


def test_a_director_in_command_and_supply_spends_its_group_on_one_mission() -> None:
    """48.4d, 48.4.1a, 48.4.3."""
    guns = ("us_v_190_fa", "us_v_272_fa", "us_v_268_fa")
    for spoil in ("", "out_comm", "oos"):
        b = german(shock=True).unit("us_fag_190_hq", "8617")
        for gun in (*guns, "us_v_751_fa", "us_v_997_fa", "us_v_76_fa", "us_v_941_fa", "us_v_953_fa", "us_v_987_fa"):
            b.unit(gun, "8718", mode=1)
        b.unit("us_fag_187_hq", "8617").unit("us_fag_406_hq", "8617")
        if spoil:
            b.flag("us_fag_190_hq", spoil)
        attack(b)
        missions = [line for line in b.choices() if line.startswith("time_on_target us_fag_190_hq")]
        assert bool(missions) is (not spoil), spoil
    b.flag("us_fag_190_hq", "oos", 0)
    missions = [line for line in b.choices() if line.startswith("time_on_target us_fag_190_hq")]
    b.dice(1, 3, 4).play(missions[0])
    assert b.flagged("us_fag_190_hq", "directed") == 1


def test_what_a_bombardment_leaves_to_the_defence_is_cited_by_whose_it_is() -> None:
    """48.2.2, 48.4.3: a Time on Target is no German bombardment."""
    for gun, attacker, rule in (("us_99_370_fa", "12_48_i", "48.4.3"), ("12vg_fa_i", "us_99_393_i", "48.2.2")):
        b = position().unit(attacker, "6021").unit("us_99_393_ii" if rule == "48.4.3" else "12_48_ii", "6020")
        b.unit(gun, "6019", mode=1)
        failed = b.game.combat.defence_failed
        guns = (b.piece(gun),)
        found = battle(b, attacker, "6020")._replace(cover=guns, bombards=guns, share=failed, aim=b.hex("6021"))
        (_, full, _), left = bt.cover_lines(b.pos, found).lines
        assert left == ("line.uncoordinated", bt.cover_cf(b.pos, found) - full, rule)
