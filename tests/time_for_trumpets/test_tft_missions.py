"""Aircraft missions played through: interdiction, one support a battle, fighters that meet again (5.6, 5.7)."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions import ways
from hexledger.engine.games.time_for_trumpets.rules.combat import Combat
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import MutualEnd
from hexledger.engine.games.time_for_trumpets.rules.strafing import PlaceStrafers
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.events import model as ev
from tests.time_for_trumpets.builder import Built, position

TARGET, BESIDE = "8919", "9019"


def fly(b: Built, *planes: str, hq: str) -> Built:
    """Aircraft on a corps HQ."""
    for plane in planes:
        act = b.act()
        act.emit(ev.Attached(b.piece(plane), b.piece(hq) + 1))
        act.place(b.piece(plane), b.pos.at(b.piece(hq)), 1)
    return b


def strafed(*dice: int, met: bool) -> Built:
    """An Allied bomber strafes around 8919, and is met by a German fighter or not."""
    b = position(turn="23MO", dice=dice).option("interception")
    b.unit("us_v_corps_hq", "8216").unit("i_ss_hq", "9423").unit("12vg_hq", "9322")
    fly(b, "air_b26g_1", hq="us_v_corps_hq")
    if met:
        fly(b, "air_fw190d9_1", hq="i_ss_hq")
    b.run(PlaceStrafers(0)).play(f"strafe air_b26g_1 {TARGET}")
    return b.play("pass") if met else b


def test_a_strafer_that_is_not_returned_interdicts_until_the_mutual_end() -> None:
    """5.6.3, 5.7.6."""
    b = strafed(met=False)
    assert b.quiet, "nobody stands in the area"
    assert b.hex(BESIDE) in ways.interdicted(b.pos, w.GERMAN) and b.hex(BESIDE) not in ways.interdicted(b.pos, w.ALLIED)
    b.run(MutualEnd())
    assert not ways.interdicted(b.pos, w.GERMAN) and b.on("air_b26g_1") == "-"


def test_a_strafer_that_is_returned_interdicts_nothing() -> None:
    """5.6.3."""
    b = strafed(6, 1, 1, 6, met=True)
    b.play("intercept air_fw190d9_1 air_b26g_1")
    assert b.on("air_b26g_1") == "-" and not ways.interdicted(b.pos, w.GERMAN)


def test_one_aircraft_of_a_side_supports_a_battle_and_is_spent() -> None:
    """5.6.4, 5.6.1b."""
    b = position(turn="23MO", dice=(3, 4)).unit("12_48_i", BESIDE).unit("us_99_394_iii", TARGET)
    b.unit("i_ss_hq", "9423").unit("12vg_hq", "9322").unit("us_v_corps_hq", "8216").unit("us_99id_hq", "8616")
    fly(b, "air_ju88a4_1", "air_fw190d9_1", hq="i_ss_hq")
    b.corps("i_ss_hq", "combat").run(Combat(w.GERMAN)).play(f"attack 12_48_i {TARGET}", "fly air_ju88a4_1")
    assert b.offer is None or "fly" not in b.offer.kinds, "one mission"
    b.pass_until("never")
    assert b.on("air_ju88a4_1") == "-" and b.on("air_fw190d9_1") != "-"


def test_a_fighter_that_was_not_returned_intercepts_again_in_a_combat_of_the_turn() -> None:
    """5.6.5, 5.6.1c, 5.7.4a: not another strafer, since all fighters are put before the dice (5.7.3); 5.6.2d: each
    aircraft is met once."""
    b = position(turn="23MO", dice=(1, 6, 1, 6, 1, 6, 1, 6, 3, 4)).option("interception")
    b.unit("us_v_corps_hq", "8216").unit("i_ss_hq", "9423").unit("12vg_hq", "9322").unit("us_99id_hq", "8616")
    b.unit("12_48_i", BESIDE).unit("us_99_394_iii", TARGET)
    fly(b, "air_b26g_1", "air_b26g_2", "air_b26g_3", hq="us_v_corps_hq")
    fly(b, "air_fw190d9_1", "air_fw190d9_2", hq="i_ss_hq")
    b.run(PlaceStrafers(0)).play("strafe air_b26g_1 8516", "strafe air_b26g_2 8315", "pass")
    while b.offer is not None and "strafe" in b.offer.kinds:
        b.play("pass")
    b.play("intercept air_fw190d9_1 air_b26g_1")
    assert b.refuses("intercept air_fw190d9_2 air_b26g_1").rule == "TFT 5.7.3", "that one has been met"
    assert b.refuses("intercept air_fw190d9_1 air_b26g_2").rule == "TFT 5.7.3", "it is at the other one"
    b.play("pass")
    b.corps("us_v_corps_hq", "combat").run(Combat(w.ALLIED)).play(f"attack us_99_394_iii {BESIDE}", "fly air_b26g_3")
    b.play("pass", "intercept air_fw190d9_1 air_b26g_3")
    assert b.on("air_fw190d9_1") != "-"


def test_missions_of_a_side_lie_two_hexes_apart() -> None:
    """5.6.2b: no centre in the hex of another or beside it."""
    b = position(turn="23MO").unit("us_v_corps_hq", "8216")
    fly(b, "air_b26g_1", "air_b26g_2", hq="us_v_corps_hq")
    b.run(PlaceStrafers(0)).play(f"strafe air_b26g_1 {TARGET}")
    for near in (TARGET, BESIDE):
        assert b.refuses(f"strafe air_b26g_2 {near}").rule == "TFT 5.6.2", near
    b.play("strafe air_b26g_2 8516")


def test_an_aircraft_over_a_battle_is_met_once() -> None:
    """5.6.2d, 5.9.2: by one fighter, though there are two."""
    b = position(turn="23MO", dice=(1, 6, 1, 6, 3, 4)).option("interception")
    b.unit("12_48_i", BESIDE).unit("us_99_394_iii", TARGET)
    b.unit("i_ss_hq", "9423").unit("12vg_hq", "9322").unit("us_v_corps_hq", "8216").unit("us_99id_hq", "8616")
    fly(b, "air_fw190d9_1", "air_fw190d9_2", hq="i_ss_hq")
    fly(b, "air_b26g_1", hq="us_v_corps_hq")
    b.corps("i_ss_hq", "combat").run(Combat(w.GERMAN)).play(f"attack 12_48_i {TARGET}")
    b.pass_until("fly")
    while b.offer is not None and b.offer.side == w.GERMAN:
        b.play("pass").pass_until("fly")
    b.play("fly air_b26g_1").pass_until("intercept")
    b.play("intercept air_fw190d9_1 air_b26g_1")
    assert b.offer is None or "intercept" not in b.offer.kinds, "it has been met"
