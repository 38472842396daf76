"""The German immediate counterattack (14, R-68)."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.breeding import (
    IN_GCA,
    may_breed_gca,
    may_breed_rout,
    may_breed_second_attack,
)
from hexledger.engine.games.june_6.questions.fight import FIGHT_GCA, Fight
from hexledger.events import model as ev
from tests.june_6.builder import Built, position
from tests.june_6.fights import fight, results

TARGET = "E2135"
BEHIND = "E2035"


def won(*dice: int, active: bool = True) -> Built:
    """8/3 and 9/3 have beaten 125/21Pz out of E2135 with a mandatory advance; the German must choose his retreat."""
    b = position(open_area=True, dice=dice).unit("3_br_8", "E2136").unit("3_br_9", "E2236").unit("21pz_125", TARGET)
    if active:
        b.active("3_br_8", "3_br_9")
    return results(b, fight(b, TARGET, "3_br_8", "3_br_9", defence="retreat"), 8)


def test_the_first_unit_in_the_vacated_hex_brings_a_counterattack() -> None:
    """14.21"""
    b = won().play(f"retreat 21pz_125 {BEHIND}", "advance 3_br_9 E2135")
    assert b.offer is not None and b.offer.side == 2
    assert set(b.choices()) == {"counterattack 21pz_125", "no_counterattack"}


def test_a_counterattack_not_declared_at_once_is_lost() -> None:
    b = won().play(f"retreat 21pz_125 {BEHIND}", "advance 3_br_9 E2135", "no_counterattack")
    assert b.at("3_br_8") == TARGET and b.quiet, "the second unit advances and nobody is asked again"


def test_a_counterattack_hits_the_first_unit_alone_without_support_and_the_rest_follows() -> None:
    """14.28, 14.29"""
    b = won(5).track("air", 4).play(f"retreat 21pz_125 {BEHIND}", "advance 3_br_9 E2135", "counterattack 21pz_125")
    assert b.offer is not None and "choose_mode" in b.offer.kinds, "no artillery, no air markers"
    b.play("choose_mode mode.probe")
    assert (b.has("3_br_8", "disorder"), b.quiet) == (0, True)
    assert b.at("3_br_9") == TARGET and b.at("3_br_8") == TARGET


def test_nobody_follows_when_the_first_unit_has_been_thrown_out() -> None:
    # 13 : 7 is 2:1, cohesion 7 against 6 gives +1: a 9 reads row 10 at least, Reduced and a retreat.
    b = won(9).unit("12ss_25", "E2134").play(f"retreat 21pz_125 {BEHIND}", "advance 3_br_9 E2135")
    b.play("counterattack 21pz_125,12ss_25", "choose_mode mode.assault")
    b.play("retreat 3_br_9 E2236")
    assert b.quiet, "125/21Pz is disordered, so 25/12SS has no choice but to advance"
    assert (b.at("3_br_9"), b.is_reduced("3_br_9")) == ("E2236", True)
    assert (b.at("12ss_25"), b.at("3_br_8")) == (TARGET, "E2136")


def test_an_empty_hex_stays_empty_when_the_counterattack_has_thrown_the_first_unit_out() -> None:
    # The pinned 200/21Pz adds +2 for armour but cannot advance, 125/21Pz is disordered: nobody takes the hex.
    b = won(9).unit("21pz_200", "E2134", pinned=True).play(f"retreat 21pz_125 {BEHIND}", "advance 3_br_9 E2135")
    b.play("counterattack 21pz_125,21pz_200", "choose_mode mode.assault", "choose_unit 21pz_125")
    b.play("retreat 3_br_9 E2236")
    assert b.quiet and b.pos.units(b.hex(TARGET)) == ()
    assert b.at("3_br_8") == "E2136", "it would have had to advance if 9/3 had held"


def test_hqs_and_units_with_a_bracketed_strength_do_not_join() -> None:
    b = won().units("E2134", "12ss_hq", "12ss_25").unit("sp_1", "E2235")
    b.play(f"retreat 21pz_125 {BEHIND}", "advance 3_br_9 E2135")
    assert b.refuses("counterattack 21pz_125,12ss_hq").rule == "J6 14.23"
    assert b.refuses("counterattack 21pz_125,sp_1").rule == "J6 14.23"
    assert "counterattack 21pz_125,12ss_25" in b.choices()


def test_a_two_hex_retreat_brings_no_counterattack() -> None:
    # 27/3 in E2034 covers E2035 and E2134: the German must go on a second hex.
    b = position(open_area=True).unit("3_br_8", "E2136").unit("21pz_125", TARGET).unit("3_br_27", "E1934")
    b.active("3_br_8")
    results(b, fight(b, TARGET, "3_br_8", defence="retreat"), 8)
    b.play("retreat 21pz_125 E2035,E2036")
    assert b.at("3_br_8") == TARGET and b.quiet


def test_only_the_units_that_went_one_hex_counterattack() -> None:
    b = position(open_area=True).unit("3_br_8", "E2136").units(TARGET, "21pz_125", "12ss_26").active("3_br_8")
    b.unit("3_br_27", "E1934")
    results(b, fight(b, TARGET, "3_br_8"), 10)
    while b.offer is not None and "choose_unit" in b.offer.kinds:
        b.play(b.choices()[0])
    b.play("retreat 12ss_26 E2134")
    b.play("retreat 21pz_125 E2035,E2036")
    if not b.gone("21pz_125"):
        assert "counterattack 12ss_26" in b.choices()
        assert b.refuses("counterattack 12ss_26,21pz_125").rule == "J6 14.23"


def test_adjacent_germans_of_any_formation_may_join_and_retreated_ones_must() -> None:
    b = won().unit("12ss_25", "E2134").play(f"retreat 21pz_125 {BEHIND}", "advance 3_br_9 E2135")
    assert b.refuses("counterattack 12ss_25").rule == "J6 14.22"
    b.play("counterattack 21pz_125,12ss_25")
    declared = [event for event in b.of(ev.Declared) if event.kind == b.game.words["fight.gca"]]
    assert declared and set(declared[0].pieces) == {b.piece("21pz_125"), b.piece("12ss_25")}


def test_when_all_defenders_are_lost_adjacent_germans_may_counterattack_alone() -> None:
    b = position(open_area=True).unit("3_br_8", "E2136").unit("det_1", TARGET).unit("12ss_25", "E2134")
    b.active("3_br_8")
    results(b, fight(b, TARGET, "3_br_8"), 13)
    assert b.gone("det_1") and b.at("3_br_8") == TARGET
    assert set(b.choices()) == {"counterattack 12ss_25", "no_counterattack"}


def test_no_counterattack_when_the_result_asked_for_no_retreat() -> None:
    b = position(open_area=True).unit("3_br_8", "E2136").unit("3_br_9", "E2236").unit("det_1", TARGET)
    b.unit("12ss_25", "E2134").active("3_br_8", "3_br_9")
    results(b, fight(b, TARGET, "3_br_8", "3_br_9"), 9).play("choose_unit 3_br_8")
    assert b.at("3_br_9") == TARGET and b.quiet


def test_no_counterattack_in_a_german_activation_nor_within_a_counterattack_or_rout() -> None:
    assert won(active=False).play(f"retreat 21pz_125 {BEHIND}", "advance 3_br_9 E2135").at("3_br_8") == TARGET
    for depth in (1, 2):
        b = position(open_area=True).unit("3_br_8", "E2136").unit("21pz_125", TARGET).active("3_br_8")
        results(b, fight(b, TARGET, "3_br_8", defence="retreat", depth=depth), 8).play(f"retreat 21pz_125 {BEHIND}")
        assert b.quiet and b.at("3_br_8") == TARGET


def test_the_first_unit_of_a_breakthrough_stops_for_the_counterattack() -> None:
    b = position(open_area=True).unit("2a_us_66", "E2136").unit("21pz_125", TARGET).active("2a_us_66")
    b.unit("12ss_25", "E2134")
    results(b, fight(b, TARGET, "2a_us_66", defence="retreat"), 12)
    b.play(b.choices()[0])
    assert b.refuses("advance 2a_us_66 E2135,E2235").rule == "J6 14.12"


def test_depth_marks_what_a_counterattack_breeds() -> None:
    b = won().play(f"retreat 21pz_125 {BEHIND}", "advance 3_br_9 E2135", "counterattack 21pz_125")
    top = b.state.agenda[-1][1][0]
    assert isinstance(top, tuple)
    counter = Fight(*top)  # type: ignore[arg-type]
    assert (counter.kind, counter.depth, counter.target) == (FIGHT_GCA, IN_GCA, b.hex(TARGET))
    assert not may_breed_gca(counter) and may_breed_rout(counter) and may_breed_second_attack(counter)
