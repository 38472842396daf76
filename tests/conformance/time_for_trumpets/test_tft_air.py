"""Conformance cases of strafing, interception and air support (5.7, 5.9), played through the aircraft segment."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions import air, ways
from hexledger.engine.games.time_for_trumpets.rules.dogfight import dogfight
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import MutualEnd
from hexledger.engine.games.time_for_trumpets.rules.strafing import MeetStrafers, StrafeAttacks
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.events import model as ev
from tests.time_for_trumpets.builder import Built, position

ALLIED_BOMBERS = 1
"""Wave of the Allied bombers (5.7.5)."""
VG = tuple(f"26vg_fa_{n}" for n in ("i", "ii", "iii", "iv"))


def aircraft(b: Built, plane: str, hq: str) -> Built:
    """An aircraft on its corps HQ."""
    act = b.act()
    act.emit(ev.Attached(b.piece(plane), b.piece(hq) + 1))
    act.place(b.piece(plane), b.pos.at(b.piece(hq)), 1)
    return b


def strafers(*dice: int) -> Built:
    """A B26 strafes around 7444: 26VG artillery and a Hetzer in 7545, XLVII HQ and a heavy AA in 7443."""
    b = position(turn="23MO", dice=dice)
    for unit in VG:
        b.unit(unit, "7545", mode=1)
    b.unit("26vg_pzj", "7545").unit("xlvii_hq", "7443", mode=1).unit(HEAVY, "7443")
    b.unit("us_viii_corps_hq", "5643")
    aircraft(b, "air_b26g_1", "us_viii_corps_hq")
    b.flag("air_b26g_1", "strafes", b.hex("7444") + 1).marker("strafe_allied", "7444")
    return b.run(StrafeAttacks(ALLIED_BOMBERS, ()))


HEAVY = "lehr_flak"


def totals(b: Built, kind: str) -> list[int]:
    """Totals of strafing or return fire in the last decision."""
    word = b.game.words[f"reckon.{kind}"]
    return [event.total for event in b.events if isinstance(event, ev.Reckoned) and event.kind == word]


def test_TFT_030_the_hetzer_is_strafed_before_the_artillery_of_its_hex() -> None:
    b = strafers(3, 4)
    assert b.refuses(f"strafe_unit {VG[0]}").rule == "TFT 5.7.5"
    b.play("strafe_unit 26vg_pzj")
    assert b.flagged("26vg_pzj", "disrupt") == 2
    assert totals(b, "return_fire") == [4] and b.on("air_b26g_1") != "-"
    assert {f"strafe_unit {unit}" for unit in VG} == set(b.choices()), "the rest of the hex, and no end before"


def test_artillery_in_battery_is_disrupted_and_flips_to_march_order() -> None:
    b = strafers(3, 4, 4, 4).play("strafe_unit 26vg_pzj", f"strafe_unit {VG[0]}")
    assert b.flagged(VG[0], "disrupt") == 2 and not b.flagged(VG[0], "mode")
    assert b.flagged(VG[1], "mode") == 1


def test_TFT_032_the_heavy_aa_is_strafed_before_the_hq_and_adds_two_to_both_dice() -> None:
    b = strafers(2, 1, 2, 4)
    assert b.refuses("strafe_unit xlvii_hq").rule == "TFT 5.7.5"
    b.play(f"strafe_unit {HEAVY}")
    assert totals(b, "strafe")[0] == 4 and totals(b, "return_fire")[0] == 3
    assert b.flagged(HEAVY, "disrupt") == 2


def test_TFT_033_the_corps_hq_flips_to_march_order_and_its_range_shrinks() -> None:
    b = strafers(2, 1, 2, 4)
    before = b.pos.command_range(b.piece("xlvii_hq"))
    b.play(f"strafe_unit {HEAVY}")
    assert totals(b, "strafe") == [4, 4] and totals(b, "return_fire") == [3, 6], "the HQ is all that is left of the hex"
    assert b.flagged("xlvii_hq", "disrupt") == 2 and not b.flagged("xlvii_hq", "mode")
    assert b.pos.command_range(b.piece("xlvii_hq")) * 2 == before
    assert b.on("air_b26g_1") != "-"


def test_TFT_034_a_strafer_that_stops_stays_and_interdicts_until_the_end_of_the_turn() -> None:
    b = strafers(2, 1, 2, 4).play(f"strafe_unit {HEAVY}", "stop_strafing")
    assert b.quiet and air.centre(b.pos, b.piece("air_b26g_1")) == b.hex("7444")
    assert b.hex("7445") in ways.interdicted(b.pos, w.GERMAN) and b.hex("7445") not in ways.interdicted(b.pos, w.ALLIED)
    b.run(MutualEnd())
    assert not ways.interdicted(b.pos, w.GERMAN) and b.on("air_b26g_1") == "-"


def jet(*dice: int) -> Built:
    """A Me262 of XLVII Corps can meet a B26 that strafes around 7444."""
    b = position(turn="23MO", dice=dice).option("interception")
    b.unit("xlvii_hq", "7443").unit("us_viii_corps_hq", "5643")
    aircraft(b, "air_b26g_1", "us_viii_corps_hq")
    aircraft(b, "air_me262a_1", "xlvii_hq")
    b.flag("air_b26g_1", "strafes", b.hex("7444") + 1).marker("strafe_allied", "7444")
    return b.run(MeetStrafers(0, ()))


def test_the_jet_drives_the_bomber_home_with_eight_against_seven() -> None:
    b = jet(2, 4, 6, 2).play("intercept air_me262a_1 air_b26g_1")
    assert b.on("air_b26g_1") == "-" and not b.pos.marker("strafe_allied", b.hex("7444"))


def test_TFT_036_the_bomber_shoots_although_it_returns_and_nine_against_nine_does_nothing() -> None:
    b = jet(2, 4, 6, 2).play("intercept air_me262a_1 air_b26g_1")
    words = [event for event in b.events if isinstance(event, ev.Rolled)]
    assert len(words) == 4, "both shots are fired"
    assert b.on("air_me262a_1") == "7443" and air.free(b.pos, b.piece("air_me262a_1"))
    home = jet(1, 6, 6, 1).play("intercept air_me262a_1 air_b26g_1")
    assert home.on("air_me262a_1") == "-" and home.on("air_b26g_1") != "-"


def test_an_intercepted_fighter_that_does_not_return_can_fight_again() -> None:
    """TFT 5.6.1, 5.7.4."""
    b = jet(1, 6, 1, 6).play("intercept air_me262a_1 air_b26g_1")
    assert b.on("air_b26g_1") != "-" and air.free(b.pos, b.piece("air_me262a_1"))
    dogfight(b.dice(6, 1, 1, 6).act(), b.piece("air_me262a_1"), b.piece("air_b26g_1"), "5.9.3")
    assert b.on("air_b26g_1") == "-"


def test_an_aircraft_strafes_within_twenty_hexes_of_its_corps_hq() -> None:
    """TFT 5.7.1."""
    b = aircraft(position(turn="23MO").unit("us_viii_corps_hq", "5643"), "air_b26g_1", "us_viii_corps_hq")
    plane, home = b.piece("air_b26g_1"), b.hex("5643")
    hexes = range(b.game.board.n_hexes)
    near = {place for place in hexes if b.game.board.distance(home, place) <= 20}
    assert {place for place in hexes if air.strafe_refusal(b.pos, plane, place) is None} == near
    assert {b.game.board.distance(home, place) for place in near} == set(range(21)) and len(near) < len(hexes)


def test_TFT_001_the_me_262_is_what_its_counter_says() -> None:
    plane = position().game.counters[position().game.roster.index["air_me262a_1"]].front
    assert [plane.get(key) for key in ("air_attack", "air_defence", "ground_cf", "support_shift")] == [6, 7, 20, 1]
