"""France 1944: an examination set from the rulebook alone: questions nobody had asked, and a refusal made plain."""

from __future__ import annotations

from hexledger.engine.games.france_1944.rules import initiative, replacements
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel import deciding as kernel
from tests.france_1944.builder import Built, position
from tests.france_1944.fights import FAIL, ONE, PASS, attack, field, settle, throw


def legal(b: Built, line: str) -> bool:
    """May this be decided now?"""
    return line in b.choices()


def test_a_headquarters_that_commands_none_of_those_that_retreat_is_dispersed_before_the_hex_is_entered() -> None:
    """4.10, 9.7, 9.8, R-45: a British headquarters beside a French corps stays behind, alone in German ZOC; so the hex
    is vacated after all, and the attackers advance into it."""
    b = position(turn=2).supply("0719").unit("hq_ge_1", "1322").unit("ge_lxxxiv", "1121").unit("ge_lxxxvi", "1020")
    b.units("1120", "hq_br_2", "fr_ii").army("hq_ge_1", "ge_lxxxiv", "ge_lxxxvi").box(3, "a")
    attack(b, "attack ge_lxxxiv,ge_lxxxvi 1120", *throw(PASS, ONE, FAIL, ONE))
    settle(b, "retreat").play("retreat 1120 1219,1320")
    assert b.on("hq_br_2") == "turn_track" and b.on("fr_ii") == "1320"
    assert b.offer is not None and b.offer.kinds == ("advance", "pass") and legal(b, "advance ge_lxxxiv 1120")


def test_of_two_stacks_that_must_retreat_the_second_may_be_shut_in_by_the_first() -> None:
    """9.7, R-15, R-46: the stack of 1120 has ways while friends stand in 1219; when they have gone, what is left of its
    ways lies in the attackers' ZOC, or it goes first."""
    b = position(turn=2).supply("0719").unit("hq_us_1", "1018").units("1119", "us_v", "us_vii")
    b.unit("ge_lxxxiv", "1120").unit("ge_lxxxvi", "1219").unit("us_2ad", "1021").unit("us_3ad", "1122")
    b.unit("us_4ad", "1321").army("hq_us_1", "us_v", "us_vii").box(3, "a")
    attack(b, "attack us_v,us_vii 1120,1219", *throw(PASS, ONE, FAIL, ONE))
    settle(b, "retreat")
    assert {line.split()[1] for line in b.choices()} == {"1120", "1219"}
    assert all(line.split()[2].startswith("1219") for line in b.choices() if line.startswith("retreat 1120"))
    before = b.pos.steps(b.piece("ge_lxxxiv"))
    b.play(next(line for line in b.choices() if line.startswith("retreat 1219")))
    assert b.on("ge_lxxxiv") == "1120" and b.pos.steps(b.piece("ge_lxxxiv")) == before - 1, (
        "no way: it stays, and a hit"
    )


def test_a_cadre_that_is_rebuilt_beside_a_lone_headquarters_disperses_it_at_once() -> None:
    """10.1.2, 4.10, R-35: with its second step it has a ZOC."""
    b = field().cadre("us_v", "1120").unit("hq_ge_7", "1121").track("us_infantry", 1, w.ALLIED)
    assert b.on("hq_ge_7") == "1121"
    b.run(replacements.Replacing(w.ALLIED)).play("replace us_v 1")
    assert b.on("hq_ge_7") == "turn_track"


def test_a_reacting_headquarters_passes_enemy_zoc_through_the_hex_of_a_friend_and_ends_there_or_out_of_it() -> None:
    """4.8: it may end with the friend, or go on into a hex without enemy ZOC; never alone into one."""
    b = field().unit("ge_2pz", "1121").unit("us_v", "1120").points("allied", rp=1).single("hq_us_1").box(1, "m")
    assert b.refuses("move hq_us_1 1120,1220").rule == "F44 4.8"
    b.play("move hq_us_1 1120,1219")
    assert b.on("hq_us_1") == "1219"


def test_who_is_not_commanded_is_named_where_administrative_movement_is_designated() -> None:
    """5.3."""
    b = field().unit("us_v", "1119").unit("us_vii", "1118")
    act = b.act()
    initiative.begin_army(act, b.piece("hq_us_1"), w.INITIATIVE)
    kernel.settle(act)
    b.play("designate us_v")
    assert "VII Corps is not commanded" in str(b.refuses("administer us_vii"))
    assert "named once" in str(b.refuses("administer us_v,us_v"))
