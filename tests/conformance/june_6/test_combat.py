"""Conformance cases of attacks, strengths, DRMs, support (J6 12, 15, 16, 17.3, 18.3), played through the engine."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions.fight import FIGHT_GCA
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.rules.reduced_efficiency import BeginRe
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built
from tests.june_6.combats import Outcome, answer, declare, field, fight, special


def british(*units: str, at: str = "E1932") -> Built:
    """8/3 ready to attack a German hex, with whatever else of the division."""
    return field().units(at, "3_br_8", *units).active("3_br_8", *units)


# ------------------------------------------------------------------ 12.3 terrain restrictions
def test_J6_014_armour_attacks_into_marsh_only_along_a_road() -> None:
    b = field().unit("det_1", "W2826").unit("3_br_27", "W2926").active("3_br_27").run(DeclareAttacks())
    assert b.quiet, "no attack is possible, so nothing is asked"
    road = field().unit("det_1", "W2826").unit("3_br_27", "W2925").unit("3_br_8", "W2926")
    road.active("3_br_27", "3_br_8").run(DeclareAttacks())
    road.play("attack W2826 3_br_27,3_br_8")
    road.play("cancel_attack W2826")
    closed = field().unit("det_1", "W2826").units("W2926", "3_br_27", "3_br_8").active("3_br_27", "3_br_8")
    closed.run(DeclareAttacks())
    assert closed.refuses("attack W2826 3_br_27,3_br_8").rule == "J6 12.31"
    closed.play("attack W2826 3_br_8")


# ------------------------------------------------------------------ 12.51 odds
def test_J6_016_18_against_10_is_two_to_one() -> None:
    b = field().units("E1833", "12ss_25", "12ss_12recon").units("E1932", "3_br_8", "3_br_9")
    b.unit("i_br_1ss", "E1834", attached="3_br").active("3_br_8", "3_br_9", "i_br_1ss")
    outcome = fight(b, "E1833", "3_br_8", "3_br_9", "i_br_1ss")
    assert (outcome.total("reckon.attack_strength"), outcome.total("reckon.defence_strength")) == (18, 10)
    assert outcome.odds == "2:1"


def test_J6_017_10_against_11_is_one_to_one() -> None:
    b = field().units("E1833", "12ss_25", "12ss_kg").unit("3_br_27", "E1932", reduced=True).unit("3_br_8", "E1932")
    outcome = fight(b.active("3_br_27", "3_br_8"), "E1833", "3_br_8", "3_br_27")
    assert (outcome.total("reckon.attack_strength"), outcome.total("reckon.defence_strength")) == (10, 11)
    assert outcome.odds == "1:1"


def test_J6_018_21_against_19_is_one_to_one() -> None:
    b = field().units("E1833", "1ss_1", "1ss_2", "21pz_200", "iii_flak_c")
    b.units("E1932", "3_br_8", "3_br_9").unit("3_br_185", "E1933").active("3_br_8", "3_br_9", "3_br_185")
    outcome = fight(b, "E1833", "3_br_8", "3_br_9", "3_br_185")
    assert (outcome.total("reckon.attack_strength"), outcome.total("reckon.defence_strength")) == (21, 19)
    assert outcome.odds == "1:1"


@pytest.mark.parametrize(("die", "odds"), [(0, "7:1"), (4, "7:1"), (5, "8:1"), (9, "8:1")])
def test_J6_134_odds_of_seven_and_a_half_are_rolled_for(die: int, odds: str) -> None:
    """QA-BOMB-4"""
    b = field().unit("det_1", "E1833").units("E1932", "3_br_8", "3_br_9").unit("i_br_79", "E1932", attached="3_br")
    b.active("3_br_8", "3_br_9", "i_br_79")
    outcome = fight(b, "E1833", "3_br_8", "3_br_9", "i_br_79", defence="retreat", dice=[die])
    assert (outcome.total("reckon.attack_strength"), outcome.total("reckon.defence_strength")) == (15, 2)
    assert outcome.odds == odds


def test_J6_024_armour_counts_in_full_with_infantry_of_its_formation_and_half_without() -> None:
    def built() -> Built:
        b = field().unit("det_1", "E1833").units("E1932", "3_br_27", "3_br_8").unit("i_br_79", "E1932", attached="3_br")
        return b.active("3_br_27", "3_br_8", "i_br_79")

    supported = fight(built(), "E1833", "3_br_27", "i_br_79", "3_br_8", defence="retreat", dice=[5])
    assert supported.total("reckon.attack_strength") == 5 + 1 + 7
    alone = fight(built(), "E1833", "3_br_27", "i_br_79", defence="retreat")
    assert alone.total("reckon.attack_strength") == 2 + 0
    assert alone.rule_of("line.unsupported_armor", "reckon.attack_strength") == "12.51"


def test_J6_501_motorized_infantry_supports_a_panzer_regiment() -> None:
    def built() -> Built:
        return field().unit("3_br_8", "E1932").units("E1833", "12ss_12pz", "12ss_25").active("12ss_12pz", "12ss_25")

    assert fight(built(), "E1932", "12ss_12pz", "12ss_25").total("reckon.attack_strength") == 14
    assert fight(built(), "E1932", "12ss_12pz").total("reckon.attack_strength") == 3


def test_J6_156_an_isolated_stack_is_halved_in_attack_and_in_defence() -> None:
    b = field().units("E1833", "12ss_25", "12ss_26", isolated=True).units("E1932", "3_br_8", "3_br_9")
    defence = fight(b.active("3_br_8", "3_br_9"), "E1833", "3_br_8", "3_br_9")
    assert defence.lines("reckon.defence_strength") == {"12ss_25": 7, "12ss_26": 7, "line.isolated": -7}
    b = field().units("E1833", "12ss_25", "12ss_kg", isolated=True).unit("3_br_8", "E1932")
    attack = fight(b.active("12ss_25", "12ss_kg"), "E1932", "12ss_25", "12ss_kg")
    assert attack.total("reckon.attack_strength") == 5, "7 + 4 = 11, half of it rounded down"
    assert attack.rule_of("line.isolated", "reckon.attack_strength") == "22.22"


def test_J6_428_an_isolated_stack_of_3_and_4_has_strength_3() -> None:
    b = (
        field()
        .unit("21pz_125", "E1833", reduced=True, isolated=True)
        .unit("12ss_25", "E1833", reduced=True, isolated=True)
    )
    b.unit("3_br_8", "E1932").active("3_br_8")
    assert fight(b, "E1833", "3_br_8").total("reckon.defence_strength") == 3


# ------------------------------------------------------------------ 12.53 several fronts
def test_J6_020_two_opposite_hexes_that_leave_a_gap_give_one() -> None:
    b = field().unit("12ss_25", "E1833").unit("3_br_8", "E1732").unit("3_br_9", "E1834").active("3_br_8", "3_br_9")
    outcome = fight(b, "E1833", "3_br_8", "3_br_9")
    assert (outcome.drm("two_fronts"), outcome.drm("surrounded")) == (1, 0)


def caen_north(*more: tuple[str, str]) -> Outcome:
    """The rulebook's example at E1940: the Orne closes E2040 to the defender."""
    b = field().unit("12ss_25", "E1940").unit("3_br_8", "E1840").unit("3_br_9", "E1941")
    for unit, at in more:
        b.unit(unit, at)
    return fight(b.active("3_br_8", "3_br_9"), "E1940", "3_br_8", "3_br_9")


def test_J6_021_another_defender_next_to_the_hex_undoes_the_surround() -> None:
    alone = caen_north()
    assert (alone.drm("surrounded"), alone.drm("two_fronts")) == (2, 0)
    helped = caen_north(("12ss_pzjg", "E1939"))
    assert (helped.drm("surrounded"), helped.drm("two_fronts")) == (0, 1)
    assert helped.rule_of("drm.two_fronts") == "12.53"


def test_J6_022_three_hexes_in_a_row_are_two_fronts() -> None:
    b = field().unit("12ss_25", "E1833").unit("12ss_kg", "E1932")
    b.unit("3_br_8", "E1732").unit("3_br_9", "E1733").unit("3_br_185", "E1834").active("3_br_8", "3_br_9", "3_br_185")
    outcome = fight(b, "E1833", "3_br_8", "3_br_9", "3_br_185")
    assert outcome.drm("two_fronts") == 1
    pair = field().unit("12ss_25", "E1833").unit("3_br_8", "E1732").unit("3_br_9", "E1733").active("3_br_8", "3_br_9")
    assert fight(pair, "E1833", "3_br_8", "3_br_9").drm("two_fronts") == 0, "two adjacent hexes are one front"


# ------------------------------------------------------------------ 12.54-12.59
def test_J6_025_each_flak_unit_costs_allied_armour_one() -> None:
    def built(*attackers: str) -> Outcome:
        b = field().units("E1833", "16lw_32", "iii_flak_c", "iii_flak_d").units("E1932", *attackers).active(*attackers)
        return fight(b, "E1833", *attackers)

    tanks = built("3_br_8", "3_br_27")
    assert (tanks.drm("flak"), tanks.rule_of("drm.flak")) == (-2, "12.55")
    assert built("3_br_8", "3_br_9").drm("flak") == 0, "no armour, no Flak"


def test_J6_026_probe_against_stand_costs_three() -> None:
    def built(mode: str, defence: str) -> Outcome:
        b = british().unit("16lw_32", "E1833")
        return fight(b, "E1833", "3_br_8", mode=mode, defence=defence)

    assert (built("probe", "stand").drm("probe"), built("probe", "stand").rule_of("drm.probe")) == (-3, "12.54")
    assert built("probe", "retreat").drm("probe") == 0
    assert built("assault", "stand").drm("probe") == 0


def test_J6_135_hexsides_count_when_every_attacker_crosses_one() -> None:
    b = field().unit("16lw_32", "E2733").unit("3_br_8", "E2833").unit("3_br_9", "E2834").active("3_br_8", "3_br_9")
    outcome = fight(b, "E2733", "3_br_8", "3_br_9")
    assert (outcome.drm("terrain_hexside"), outcome.drm("terrain_hex")) == (-1, 0)
    assert outcome.rule_of("drm.terrain_hexside") == "QA-BOMB-6"
    dry = field().unit("16lw_32", "E2733").unit("3_br_8", "E2833").unit("3_br_9", "E2634").active("3_br_8", "3_br_9")
    assert "terrain_hexside" not in fight(dry, "E2733", "3_br_8", "3_br_9").lines()


def test_J6_136_a_disordered_defender_gives_one_whatever_the_level() -> None:
    """12.57"""

    def built(level: int) -> Outcome:
        return fight(british().unit("16lw_32", "E1833", disorder=level), "E1833", "3_br_8")

    assert [built(level).drm("defender_disordered") for level in (0, 1, 2)] == [0, 1, 1]
    both = field().unit("16lw_32", "E1833", disorder=1).unit("3_br_8", "E1932", disorder=2).active("3_br_8")
    outcome = fight(both, "E1833", "3_br_8")
    assert (outcome.drm("defender_disordered"), outcome.drm("attacker_disordered")) == (1, -1)


def test_J6_139_drms_have_no_upper_limit() -> None:
    b = field(weather="clear").track("air", 2).unit("det_1", "E1833", disorder=1, scattered=True)
    b.units("E1732", "3_br_8", "3_br_9").units("E1834", "3_br_185", "3_br_27").unit("3_br_hq", "E2033")
    b.unit("i_br_1ss", "E1932", attached="3_br").unit("i_br_79", "E1932", attached="3_br")
    units = ("3_br_8", "3_br_9", "3_br_185", "3_br_27", "i_br_1ss", "i_br_79")
    outcome = fight(
        b.active(*units, "3_br_hq"), "E1833", *units, attack_artillery="3_br_hq:2", air=2, defence="retreat", die=9
    )
    total = outcome.total("reckon.combat_drm")
    assert outcome.lines() == {
        "odds.8_1": 7,
        "drm.cohesion": 3,
        "drm.surrounded": 2,
        "drm.armor_79": 1,
        "drm.defender_disordered": 1,
        "drm.scattered_defending": 3,
        "drm.armor": 2,
        "drm.artillery": 2,
        "drm.air": 2,
    }
    assert total == 23
    assert outcome.applied is not None
    assert (outcome.applied.die, outcome.applied.row) == (32, 15)


# ------------------------------------------------------------------ 15 armour
def test_J6_034_anti_tank_points_cancel_the_attackers_armour() -> None:
    """12.12, 12.13, 15.11"""
    b = field().units("E1932", "i_br_inns", "1_us_635").unit("21pz_22", "E1833", reduced=True)
    b.unit("iii_flak_c", "E1833", attached="21pz").active("21pz_22", "iii_flak_c")
    outcome = fight(b, "E1932", "21pz_22", "iii_flak_c", dice=[5])
    assert outcome.lines("reckon.armor") == {"line.attack_points": 3, "line.defence_points": 1, "line.at_points": 3}
    assert (outcome.total("reckon.armor"), outcome.drm("armor")) == (0, 0)
    bare = field().unit("i_br_inns", "E1932").unit("21pz_22", "E1833", reduced=True).active("21pz_22")
    assert fight(bare, "E1932", "21pz_22").drm("armor") == 2, "without the guns the attacker has twice as much"


def test_J6_057_a_counterattack_ignores_terrain_and_support_but_bocage_holds_armour() -> None:
    b = field().track("air", 2).unit("i_br_inns", "E1732").unit("12ss_12pz", "E1733", reduced=True)
    b.unit("12ss_hq", "E1633").unit("3_br_hq", "E1832").active("3_br_hq")
    outcome = special(b, FIGHT_GCA, "E1732", "12ss_12pz")
    assert outcome.asked == ["ask.attack_mode"], "no artillery, no air, and the British stand"
    assert (outcome.drm("terrain_hex"), outcome.drm("armor")) == (0, 1)
    assert outcome.rule_of("drm.armor") == "15.2"
    assert [outcome.built.game.words.key(event.kind) for event in outcome.declared("fight.gca")] == ["fight.gca"]


# ------------------------------------------------------------------ 16 artillery
def test_J6_142_division_artillery_is_divided_in_attack_and_full_each_time_in_defence() -> None:
    """12.14, 16.11"""
    b = field().units("E1832", "3_br_8", "3_br_9").unit("3_br_hq", "E1931").active("3_br_8", "3_br_9", "3_br_hq")
    b.unit("12ss_25", "E1731").unit("12ss_26", "E1732").unit("12ss_hq", "E1632")
    outcome = declare(b, "E1731 3_br_8", "E1732 3_br_9")
    b.play("next_attack E1732")
    assert b.refuses("artillery 3_br_hq:5").rule == "J6 16.21a"
    b.play("artillery 3_br_hq:3")
    assert b.refuses("artillery 12ss_hq:5").rule == "J6 16.21b"
    b.play("artillery 12ss_hq:4")
    answer(outcome, attack_artillery="3_br_hq:1", defence_artillery="12ss_hq:4", dice=[5])
    spent = b.game.words["reckon.artillery"]
    totals = [event.total for event in outcome.of(ev.Reckoned) if event.kind == spent]
    assert totals == [1, 4], "one point was left to the attacker, the defender has all four again"


def test_J6_143_a_pinned_hq_gives_no_artillery() -> None:
    b = field().unit("12ss_25", "E1833").unit("12ss_hq", "E1733", pinned=True)
    b.unit("3_br_8", "E1932").unit("3_br_hq", "E2033", pinned=True).active("3_br_8", "3_br_hq")
    outcome = fight(b, "E1833", "3_br_8")
    assert outcome.asked == ["ask.attack_mode"]


def test_J6_505_pinned_disordered_and_isolated_hqs_do_not_support() -> None:
    """22.23"""
    for mark in ("pinned", "isolated", "disorder"):
        b = british().unit("12ss_25", "E1833").unit("12ss_hq", "E1733").flag("12ss_hq", mark)
        assert "ask.defence_artillery" not in fight(b, "E1833", "3_br_8").asked, mark
    free = british().unit("12ss_25", "E1833").unit("12ss_hq", "E1733")
    assert "ask.defence_artillery" in fight(free, "E1833", "3_br_8").asked


@pytest.mark.parametrize(("at", "reach"), [("E2235", 4), ("E2335", 5)])
def test_J6_419_a_division_hq_reaches_four_hexes(at: str, reach: int) -> None:
    b = british().unit("16lw_32", "E1833").unit("3_br_hq", at).active("3_br_8", "3_br_hq")
    assert b.game.board.distance(b.hex(at), b.hex("E1833")) == reach
    assert ("ask.attack_artillery" in fight(b, "E1833", "3_br_8").asked) == (reach <= 4)


@pytest.mark.parametrize(("at", "reach"), [("E2630", 8), ("E2730", 9)])
def test_J6_419_a_corps_hq_reaches_eight_hexes(at: str, reach: int) -> None:
    b = field().unit("3_br_8", "E1833").unit("12ss_25", "E1932").unit("i_br_hq", at).active("12ss_25")
    assert b.game.board.distance(b.hex(at), b.hex("E1833")) == reach
    outcome = fight(b, "E1833", "12ss_25")
    assert ("ask.defence_artillery" in outcome.asked) == (reach <= 8)


def test_J6_417_artillery_under_re_is_halved_down() -> None:
    marked = british().unit("21pz_125", "E1833").unit("21pz_hq", "E1733", re=True)
    outcome = declare(marked, "E1833 3_br_8")
    assert marked.refuses("artillery 21pz_hq:2").rule == "J6 16.21b"
    assert answer(outcome, defence_artillery="21pz_hq:1").lines("reckon.artillery") == {"21pz_hq": 1}
    weak = british().unit("21pz_125", "E1833").unit("21pz_hq", "E1733", reduced=True, re=True)
    assert "ask.defence_artillery" not in fight(weak, "E1833", "3_br_8").asked, "half of 1 is nothing"
    re_attack = field().unit("12ss_25", "E1833").unit("3_br_8", "E1932").unit("3_br_hq", "E2033")
    re_attack.active("3_br_8", "3_br_hq", mode=f.RE_MODE)
    declare(re_attack, "E1833 3_br_8")
    assert re_attack.refuses("artillery 3_br_hq:3").rule == "J6 16.21a"
    re_attack.play("artillery 3_br_hq:2")


def test_J6_420_a_strongpoint_halves_allied_artillery_and_costs_one() -> None:
    """QA-TERR-4"""
    b = field().unit("16lw_32", "E2340").units("E2440", "3_br_8").unit("3_br_hq", "E2540").unit("i_br_hq", "E2542")
    b.active("3_br_8", "3_br_hq")
    outcome = fight(b, "E2340", "3_br_8", attack_artillery="3_br_hq:4,i_br_hq:1")
    assert outcome.lines("reckon.artillery") == {"3_br_hq": 4, "i_br_hq": 1, "line.strongpoint": -3}
    assert outcome.total("reckon.artillery") == 2
    assert (outcome.drm("strongpoint"), outcome.rule_of("drm.strongpoint")) == (-1, "19.41")
    taken = field().unit("16lw_32", "E2340").unit("3_br_8", "E2440").marker("strongpoint_destroyed", "E2340")
    assert fight(taken.active("3_br_8"), "E2340", "3_br_8").drm("strongpoint") == 0


# ------------------------------------------------------------------ 12.22, QA-BOMB-10 who may attack
def test_J6_416_an_re_unit_attacks_only_from_where_it_began_in_an_enemy_zoc() -> None:
    b = field().unit("12ss_25", "E1833").unit("12ss_hq", "E2236")
    b.unit("3_br_185", "E1932", re=True).unit("3_br_8", "E2032", re=True).unit("3_br_9", "E2235", re=True)
    b.run(BeginRe()).play("re_first yes", "activate_re 3_br_8")
    assert b.pos.active_mode == f.RE_MODE
    b.play("move 3_br_8 E1932", "end_movement")
    assert b.choices() == ["attack E1833 3_br_185 -", "end_attacks"], "only who stayed where he began in the ZOC"
    assert b.refuses("attack E1833 3_br_8").rule == "J6 12.22"
    assert b.refuses("attack E1833 3_br_8,3_br_185").rule == "J6 12.22"
    assert b.refuses("attack E2236 3_br_9").rule == "J6 7.4c", "next to an HQ, which has no ZOC"
    b.play("attack E1833 3_br_185")


def test_J6_140_two_divisions_never_attack_together() -> None:
    b = field().unit("12ss_25", "E1833").units("E1932", "3_br_8", "3_cdn_9").active("3_br_8", "3_cdn_9")
    b.run(DeclareAttacks())
    assert b.refuses("attack E1833 3_br_8,3_cdn_9").rule == "J6 QA-BOMB-10"
    b.play("attack E1833 3_br_8")
    assert b.refuses("attack E1833 3_cdn_9").rule == "J6 R-22"


# ------------------------------------------------------------------ 18.13 naval range
def test_J6_036_naval_support_reaches_E1837() -> None:
    b = field().track("naval", 2).unit("16lw_32", "E1837").unit("3_br_8", "E1937").active("3_br_8")
    outcome = fight(b, "E1837", "3_br_8", naval=2)
    assert (outcome.drm("naval"), outcome.rule_of("drm.naval")) == (2, "18.31")
    assert b.state.track(f.NAVAL) == 0


def test_J6_037_naval_support_does_not_reach_E1736() -> None:
    b = field().track("naval", 2).unit("16lw_32", "E1736").unit("3_br_8", "E1836").active("3_br_8")
    assert "ask.ground_support" not in fight(b, "E1736", "3_br_8").asked
    planes = field().track("naval", 2).track("air", 1).unit("16lw_32", "E1736").unit("3_br_8", "E1836")
    declare(planes.active("3_br_8"), "E1736 3_br_8")
    assert planes.refuses("ground_support 0 1").rule == "J6 18.13"
    planes.play("ground_support 1 0")
