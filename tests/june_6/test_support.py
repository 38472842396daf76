"""Artillery, air and naval support of a fight (J6 16, 17.3, 18.3, R-65, R-72)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions.fight import FIGHT_BREAKTHROUGH, FIGHT_ROUT
from hexledger.engine.games.june_6.tables import flags as f
from tests.june_6.builder import Built
from tests.june_6.combats import answer, declare, field, fight, special


def supported(**options: object) -> Built:
    """A British attack with everything at hand on both sides."""
    b = field(**options).track("air", 3).track("naval", 1).unit("21pz_125", "E1935").unit("3_br_8", "E2035")
    b.unit("3_br_hq", "E2135").unit("i_br_hq", "E2236").unit("xii_br_hq", "E2439").unit("3_cdn_hq", "E2134")
    b.unit("21pz_hq", "E1836").unit("12ss_hq", "E1835").unit("i_ss_hq", "E1736")
    return b.active("3_br_8", "3_br_hq")


def test_support_is_asked_in_the_order_attacker_defender_air_modes() -> None:
    outcome = fight(supported(), "E1935", "3_br_8")
    assert outcome.asked == [
        "ask.attack_artillery",
        "ask.defence_artillery",
        "ask.ground_support",
        "ask.seal_mode",
        "ask.defence_mode",
        "ask.reveal_mode",
    ]


def test_the_attacker_uses_his_division_and_corps_hqs_near_it() -> None:
    b = supported()
    declare(b, "E1935 3_br_8")
    assert "artillery 3_br_hq:4,i_br_hq:5" in {
        line.replace("i_br_hq:5,3_br_hq:4", "3_br_hq:4,i_br_hq:5") for line in b.choices()
    }
    assert b.check_choices() == len(set(b.choices()))
    for stranger in ("3_cdn_hq:1", "xii_br_hq:1", "21pz_hq:1"):
        assert b.refuses(f"artillery {stranger}").rule == "J6 16.21a", stranger
    assert b.refuses("artillery 3_br_hq:0").rule == "J6 16.21a"
    assert b.refuses("artillery 3_br_hq:1,3_br_hq:1").rule == "J6 16.21a"


def test_the_defender_uses_the_divisions_in_the_hex_and_corps_that_have_not_fired() -> None:
    """16.24, QA-BOMB-11"""
    b = supported()
    declare(b, "E1935 3_br_8")
    b.play("artillery -")
    assert b.refuses("artillery 12ss_hq:1").rule == "J6 16.21b", "no unit of 12SS is attacked"
    b.play("artillery 21pz_hq:3,i_ss_hq:2")
    assert (b.has("i_ss_hq", "fired"), b.has("21pz_hq", "fired")) == (1, 0)
    mixed = supported().unit("12ss_25", "E1935")
    declare(mixed, "E1935 3_br_8")
    mixed.play("artillery -", "artillery 12ss_hq:4,21pz_hq:3")


def test_corps_artillery_fires_once_a_turn_and_its_rest_lasts_for_the_activation() -> None:
    """16.22"""
    b = supported().unit("3_br_9", "E2034").unit("16lw_32", "E1934").active("3_br_9")
    outcome = declare(b, "E1935 3_br_8", "E1934 3_br_9")
    b.play("next_attack E1935", "artillery i_br_hq:2", "artillery i_ss_hq:1", "ground_support 0 0")
    assert (b.has("i_br_hq", "fired"), b.has("i_br_hq", "artillery_used")) == (1, 2)
    answer(outcome, attack_artillery="i_br_hq:3", dice=[5])
    assert b.has("i_br_hq", "artillery_used") == 5
    assert "ask.defence_artillery" not in outcome.asked, "the German corps HQ has fired, 32/LW has no division HQ here"


def test_a_corps_hq_that_fired_before_this_activation_gives_nothing() -> None:
    b = supported().flag("i_br_hq", "fired")
    declare(b, "E1935 3_br_8")
    assert b.refuses("artillery i_br_hq:1").rule == "J6 16.21a"


def test_both_corps_hqs_of_the_scenario_support_its_divisions() -> None:
    b = supported().unit("xii_br_hq", "E2239")
    assert b.game.board.distance(b.hex("E2239"), b.hex("E2135")) <= 4
    outcome = fight(b, "E1935", "3_br_8", attack_artillery="xii_br_hq:5,i_br_hq:5,3_br_hq:4")
    assert outcome.total("reckon.artillery") == 14


def test_on_a_corps_am_a_corps_hq_supports_its_own_units_only() -> None:
    """16.23"""
    b = field().unit("21pz_125", "E1935").unit("i_br_inns", "E2035").unit("i_br_hq", "E2236")
    b.active("i_br_inns", "i_br_hq")
    outcome = fight(b, "E1935", "i_br_inns", attack_artillery="i_br_hq:5", dice=[5])
    assert outcome.lines("reckon.artillery") == {"i_br_hq": 5}
    idle = (
        field().unit("21pz_125", "E1935").unit("viii_br_79", "E2035").unit("i_br_hq", "E2236").unit("3_br_8", "E2035")
    )
    idle.active("3_br_8")
    assert "ask.attack_artillery" not in fight(idle, "E1935", "3_br_8").asked, "no active division HQ passes it on"


def test_on_a_german_corps_am_each_corps_hq_supports_the_units_of_its_own_corps() -> None:
    """16.23: one AM activates all German corps HQs, but their guns are not shared."""
    b = field().unit("3_br_8", "E2135").unit("lxxxiv_30", "E2035").unit("lxxxiv_hq", "E1833").unit("i_ss_hq", "E1834")
    b.active("lxxxiv_30", "lxxxiv_hq", "i_ss_hq")
    outcome = fight(b, "E2135", "lxxxiv_30", attack_artillery="lxxxiv_hq:2", dice=[5])
    assert outcome.lines("reckon.artillery") == {"lxxxiv_hq": 2}
    other = field().unit("3_br_8", "E2135").unit("lxxxiv_30", "E2035").unit("i_ss_hq", "E1834")
    other.active("lxxxiv_30", "i_ss_hq")
    assert "ask.attack_artillery" not in fight(other, "E2135", "lxxxiv_30", dice=[5]).asked


def test_an_attached_unit_is_supported_by_its_division() -> None:
    b = field().unit("21pz_125", "E1935").unit("i_br_inns", "E2035", attached="3_br").unit("3_br_hq", "E2135")
    b.active("i_br_inns", "3_br_hq")
    assert "ask.attack_artillery" in fight(b, "E1935", "i_br_inns", dice=[5]).asked


def test_an_hq_next_to_the_target_that_fires_shares_the_attackers_results() -> None:
    b = supported().unit("3_br_hq", "E2035")
    b.active("3_br_8", "3_br_hq")
    outcome = fight(b, "E1935", "3_br_8", attack_artillery="3_br_hq:1,i_br_hq:1")
    assert outcome.fight.gunners == (b.piece("3_br_hq"),)
    silent = supported().unit("3_br_hq", "E2035").active("3_br_8", "3_br_hq")
    assert fight(silent, "E1935", "3_br_8", attack_artillery="i_br_hq:1").fight.gunners == ()


@pytest.mark.parametrize(
    ("air", "naval", "rule"), [(1, 1, "17.32"), (3, 0, "17.31"), (0, 2, "18.31"), (-1, 0, "17.31"), (0, -1, "18.31")]
)
def test_at_most_two_markers_of_one_kind_and_no_more_than_there_are(air: int, naval: int, rule: str) -> None:
    """18.32"""
    b = supported()
    declare(b, "E1935 3_br_8")
    b.play("artillery -", "artillery -")
    assert b.refuses(f"ground_support {air} {naval}").rule == f"J6 {rule}"
    assert b.check_choices() == 4


def test_markers_that_support_a_defence_hinder_the_german_attack_and_are_spent() -> None:
    b = field().track("air", 2).unit("3_br_8", "E1932").unit("16lw_32", "E1833").active("16lw_32")
    outcome = fight(b, "E1932", "16lw_32", air=2, dice=[5])
    assert (outcome.drm("air"), outcome.rule_of("drm.air")) == (-2, "17.31")
    assert b.state.track(f.AIR) == 0


@pytest.mark.parametrize("kind", [FIGHT_ROUT, FIGHT_BREAKTHROUGH])
def test_rout_attacks_and_second_attacks_get_no_support(kind: int) -> None:
    b = supported()
    outcome = special(b, kind, "E1935", "3_br_8")
    assert outcome.asked == ["ask.seal_mode", "ask.defence_mode", "ask.reveal_mode"]


def test_the_artillery_group_fires_like_a_corps_hq_and_like_a_division_hq_when_attached() -> None:
    """16.25"""
    b = field().unit("21pz_125", "E1935").unit("1_us_16", "E2035").unit("1_us_hq", "E2135").unit("v_us_5arty", "E2036")
    b.active("1_us_16", "1_us_hq")
    fight(b, "E1935", "1_us_16", attack_artillery="v_us_5arty:4")
    assert (b.has("v_us_5arty", "fired"), b.has("v_us_5arty", "artillery_used")) == (1, 4)
    own = field().unit("21pz_125", "E1935").unit("1_us_16", "E2035").unit("1_us_hq", "E2135")
    own.unit("v_us_5arty", "E2036", attached="1_us").active("1_us_16", "1_us_hq", "v_us_5arty")
    fight(own, "E1935", "1_us_16", attack_artillery="v_us_5arty:4")
    assert (own.has("v_us_5arty", "fired"), own.has("v_us_5arty", "artillery_used")) == (0, 4)


def test_the_artillery_drm_compares_what_both_sides_gave() -> None:
    """16.31"""

    def built(attack: str, defence: str) -> int:
        return fight(supported(), "E1935", "3_br_8", attack_artillery=attack, defence_artillery=defence).drm(
            "artillery"
        )

    assert built("-", "-") == 0
    assert built("3_br_hq:1", "-") == 1
    assert built("3_br_hq:2", "-") == 2
    assert built("3_br_hq:4", "21pz_hq:3") == 1
    assert built("3_br_hq:4", "21pz_hq:2") == 2
    assert built("3_br_hq:2", "21pz_hq:2") == 0
    assert built("3_br_hq:2", "21pz_hq:3") == -1
    assert built("-", "21pz_hq:2") == -2
