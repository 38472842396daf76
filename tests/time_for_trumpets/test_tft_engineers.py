"""Engineers of A Time for Trumpets: defences, fords, bridges built, halted, taken down, blown (19-22, 60.2-60.4)."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions import banks
from hexledger.engine.games.time_for_trumpets.rules.bridging import Bridging, HaltBridges
from hexledger.engine.games.time_for_trumpets.rules.demolition import Demolitions, StartOfMovement
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import PlayerEnd
from hexledger.engine.games.time_for_trumpets.rules.fording import Fording
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.works import Works
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.time_for_trumpets.builder import Built, position

CE = "us_2_2_ce"
WEST, EAST = "7742", "7842"
"""The Our at Dasburg."""


def works(*units: str, at: str = "8316", turn: str = "18MO") -> Built:
    """Units of the V Corps in its construction segment."""
    b = position(turn=turn).corps("us_v_corps_hq", "works")
    for unit in units:
        b.unit(unit, at)
    return b.run(Works(w.ALLIED))


def finished(b: Built) -> Built:
    """The end of the Allied player turn."""
    return b.run(PlayerEnd(w.ALLIED))


# ---------------------------------------------------------------------- 19 defences
def test_infantry_builds_a_position_of_er_five_by_the_end_of_its_turn() -> None:
    """19.1, 60.2."""
    b = works("us_99_393_i")
    assert b.refuses("build us_99_393_i work.ip6").rule == "TFT 19.2", "that takes an engineer"
    b.play("build us_99_393_i work.ip5")
    assert not b.pos.marker("ip5", b.hex("8316")), "not before the turn ends"
    assert finished(b).pos.marker("ip5", b.hex("8316")) == 1 and not b.flagged("us_99_393_i", "building")


def test_a_strong_point_replaces_the_position_of_er_six_that_it_needs() -> None:
    """19.3."""
    b = works(CE)
    assert b.refuses(f"build {CE} work.strong_point").rule == "TFT 19.3"
    b = (
        position(turn="18MO")
        .corps("us_v_corps_hq", "works")
        .unit(CE, "8316")
        .marker("ip6", "8316")
        .run(Works(w.ALLIED))
    )
    b.play(f"build {CE} work.strong_point")
    finished(b)
    assert b.pos.marker("strong_point", b.hex("8316")) and not b.pos.marker("ip6", b.hex("8316"))


def test_a_road_block_stands_on_a_road() -> None:
    """19.4."""
    b = works(CE)
    off = next(p for p in b.pos.board.within(b.hex("8316"), 9) if not b.game.ground.roads_of[p])
    b = works(CE, at=b.pos.label(off))
    assert b.refuses(f"build {CE} work.road_block").rule == "TFT 19.4"


def test_who_builds_does_not_move_and_an_enemy_who_comes_beside_ends_it() -> None:
    """19.0e,f."""
    b = works(CE).play(f"build {CE} work.ip6")
    b.run(Movement(w.ALLIED))
    assert b.refuses(f"move {CE} 8317").rule == "TFT 19.0"
    near = b.game.ground.near[b.hex("8316")][0]
    start = next(p for p in b.game.ground.near[near] if b.pos.board.distance(p, b.hex("8316")) == 2)
    b.unit("12_48_i", b.pos.label(start)).corps("i_ss_hq").run(Movement(w.GERMAN))
    b.play(f"move 12_48_i {b.pos.label(near)}")
    assert not b.flagged(CE, "building")


def test_resting_units_and_units_beside_enemies_build_nothing() -> None:
    """13.5.2, 19.0c."""
    b = position(turn="18MO").unit("us_2id_hq", "8216", resting=1).unit(CE, "8316").corps("us_v_corps_hq", "works")
    assert b.run(Works(w.ALLIED)).quiet
    b = position(turn="18MO").unit(CE, "8316").unit("12_48_i", "8317").corps("us_v_corps_hq", "works")
    assert b.run(Works(w.ALLIED)).quiet, "nobody is asked"


def test_defences_without_anybody_in_them_go_at_the_end_of_a_turn() -> None:
    """60.2d, 19.5."""
    b = (
        position(turn="18MO")
        .marker("ip5", "8316")
        .marker("fort", "8317")
        .unit("us_99_393_i", "8318")
        .marker("ip6", "8318")
    )
    b.run(PlayerEnd(w.GERMAN))
    assert not b.pos.marker("ip5", b.hex("8316")) and not b.pos.marker("fort", b.hex("8317"))
    assert b.pos.marker("ip6", b.hex("8318")) == 1


# ---------------------------------------------------------------------- 20 fords
def test_an_engineer_at_a_ford_only_crosses_there() -> None:
    """20.0, G-3.25."""
    b = position(turn="18MO").blown("7845", "7946").unit("26vg_eng", "7846").corps("xlvii_hq", "fording")
    b.run(Fording(w.GERMAN)).play("ferry 26vg_eng 7747").run(Movement(w.GERMAN))
    assert b.refuses("move 26vg_eng 7847").rule == "TFT 20.0"
    b.play("move 26vg_eng 7747")
    assert b.on("26vg_eng") == "7747"


# ---------------------------------------------------------------------- 21 bridges
def site(engineer: str, *, turn: str = "18MO", at: str = EAST) -> Built:
    """A blown bridge over the Our, an engineer east of it on the roads of the 5th Panzer Army; bridges in the box."""
    b = position(turn=turn).blown(WEST, EAST).unit(engineer, at).unit("5pza_hq", "8243", mode=1)
    b.pool("bridges", "j_bridge_5pza_1", "b_bridge_5pza_1")
    return b.corps("xlvii_hq", "bridging").run(Bridging(w.GERMAN))


def turns(b: Built, number: int) -> Built:
    """So many ends of the German turn."""
    for _ in range(number):
        b.run(PlayerEnd(w.GERMAN))
    return b


def test_bridge_engineers_need_two_turns_and_army_engineers_four() -> None:
    """21.1, 21.2.1-21.2.4, 60.3.1, 60.3.2."""
    for engineer, needed in (("999_br", 2), ("600_eng", 4)):
        b = site(engineer).play(f"begin_bridge {engineer} {WEST} bridge.j")
        turns(b, needed - 1)
        assert not banks.bridged(b.pos, b.hex(WEST), b.hex(EAST)), engineer
        turns(b, 1)
        assert banks.bridged(b.pos, b.hex(WEST), b.hex(EAST)) and b.pos.marker("j_bridge", b.hex(WEST), b.hex(EAST))
        assert not b.flagged(engineer, "bridging")


def test_division_engineers_build_no_bridge() -> None:
    """2.8.4, 21.1c."""
    b = position(turn="18MO").blown(WEST, EAST).unit("26vg_eng", EAST).corps("xlvii_hq", "bridging")
    assert b.run(Bridging(w.GERMAN)).quiet


def test_an_enemy_on_the_far_side_holds_a_bridge_up() -> None:
    """21.4."""
    b = site("999_br").unit("us_28_110_a", WEST).play(f"begin_bridge 999_br {WEST} bridge.j")
    turns(b, 4)
    assert not banks.bridged(b.pos, b.hex(WEST), b.hex(EAST)) and b.flagged("999_br", "bridging")
    b.act().remove(b.piece("us_28_110_a"), "reason.combat")
    assert banks.bridged(turns(b, 1).pos, b.hex(WEST), b.hex(EAST))


def test_a_builder_that_rests_keeps_its_progress_and_begin_goes_on_all_the_same() -> None:
    """21.1l, 60.3."""
    b = site("999_br").play(f"begin_bridge 999_br {WEST} bridge.j")
    b.flag("5pza_hq", "resting").run(HaltBridges())
    work = (b.hex(WEST), b.hex(EAST))
    turns(b, 1)
    assert b.pos.marker("bridge_work", *work) == 2, "Begin becomes Under Construction 1"
    b.corps("xlvii_hq", "bridging").run(HaltBridges())
    turns(b, 1)
    assert b.pos.marker("bridge_work", *work) == 2 and b.pos.marker("halt", *work), "and stays there"


def test_a_bridge_that_is_given_up_goes_back_into_the_box() -> None:
    """21.1, 21.7."""
    b = site("999_br").play(f"begin_bridge 999_br {WEST} bridge.j")
    assert b.piece("j_bridge_5pza_1") not in b.pos.pool("bridges")
    b.play("cancel_bridge 999_br")
    assert b.piece("j_bridge_5pza_1") in b.pos.pool("bridges") and not b.flagged("999_br", "bridging")


def test_a_bridge_is_taken_down_but_not_at_the_five_sites() -> None:
    """21.5."""
    b = position(turn="19MO").blown(WEST, EAST).marker("j_bridge", WEST, EAST).unit("999_br", EAST)
    b.corps("xlvii_hq", "bridging").run(Bridging(w.GERMAN))
    assert b.quiet, "Dasburg stays"
    one, other = "7848", "7948"
    b = position(turn="19MO").blown(one, other).marker("j_bridge", one, other).unit("999_br", other)
    b.corps("xlvii_hq", "bridging").run(Bridging(w.GERMAN)).play(f"dismantle 999_br {one}")
    turns(b, 2)
    assert not b.pos.marker("j_bridge", b.hex(one), b.hex(other))
    assert any(b.pos.at(piece) == b.hex(other) for piece in b.game.roster.bridges), "it lies in the engineer's hex"


def test_army_engineers_of_the_allies_build_bailey_bridges() -> None:
    """21.3, 60.3.3."""
    b = position(turn="19MO").blown(WEST, EAST).unit("us_viii_168_ce", WEST).corps("us_viii_corps_hq", "bridging")
    b.run(Bridging(w.ALLIED)).play(f"begin_bridge us_viii_168_ce {EAST} bridge.bailey")
    b.run(PlayerEnd(w.ALLIED)).run(PlayerEnd(w.ALLIED))
    assert b.pos.marker("bailey", b.hex(WEST), b.hex(EAST)) == 1


def test_the_bridges_of_16_december_are_ready_by_themselves() -> None:
    """60.4, G-D26."""
    b = position(turn="16MO").blown(WEST, EAST).blown("7845", "7946")
    turns(b, 1)
    assert not banks.bridged(b.pos, b.hex(WEST), b.hex(EAST))
    turns(b, 1)
    assert banks.bridged(b.pos, b.hex(WEST), b.hex(EAST)) and banks.bridged(b.pos, b.hex("7845"), b.hex("7946"))


def test_by_the_other_reading_the_bridges_of_16_december_are_built_like_any_other() -> None:
    """60.4, G-D26."""
    b = position(turn="16MO").blown(WEST, EAST).option("december_16_bridges", "by_21")
    turns(b, 2)
    assert not banks.bridged(b.pos, b.hex(WEST), b.hex(EAST))


# ---------------------------------------------------------------------- 22 demolition
BRIDGE = ("6521", "6421")


def crossing(*dice: int, turn: str = "18MO", prep: bool = False) -> tuple[Built, str, str]:
    """A river bridge with American engineers on one side and KG Peiper a hex away from the other."""
    b = position(turn=turn, dice=dice)
    ground = b.game.ground
    key = next(k for k in sorted(ground.bridges) if ground.water[k] == "river" and k // ground.n in ground.area["6pza"])
    a, c = divmod(key, ground.n)
    one, other = b.pos.label(a), b.pos.label(c)
    b.unit("us_1a_291_ce", one, prep=(c + 1) * prep)
    back = next(p for p in ground.roads_of[c] if p != a and p not in ground.near[a])
    b.unit("kgp_6_pziv", b.pos.label(back)).corps("i_ss_hq")
    return b, one, other


def test_an_enemy_who_comes_beside_a_bridge_is_interrupted_and_may_go_on() -> None:
    """22.1k, G-D24."""
    b, one, other = crossing(2, prep=True)
    b.run(Movement(w.GERMAN)).play(f"move kgp_6_pziv {other}")
    assert b.offer is not None and b.offer.kinds == ("blow", "pass") and b.on("kgp_6_pziv") == other
    b.play("blow us_1a_291_ce")
    assert not banks.bridged(b.pos, b.hex(one), b.hex(other)) and not b.flagged("us_1a_291_ce", "prep")
    assert b.offer is not None and "move" in b.offer.kinds, "the move goes on"


def test_a_hasty_demolition_that_fails_is_the_only_one_in_this_turn() -> None:
    """22.1e, 22.3."""
    b, one, other = crossing(4)
    b.run(Movement(w.GERMAN)).play(f"move kgp_6_pziv {other}", "blow us_1a_291_ce")
    assert banks.bridged(b.pos, b.hex(one), b.hex(other)), "four and two for haste"
    b.run(StartOfMovement(w.GERMAN))
    assert b.offer is None or "blow" not in b.offer.kinds


def test_americans_blow_no_bridge_before_the_17th() -> None:
    """22.1g, 22.2."""
    b, _, other = crossing(1, turn="16EV")
    b.run(Movement(w.GERMAN)).play(f"move kgp_6_pziv {other}")
    assert b.offer is not None and "move" in b.offer.kinds
    b.corps("us_v_corps_hq", "demolition").run(Demolitions(w.ALLIED))
    assert b.offer is None or "prepare_demolition" not in b.offer.kinds


def test_an_engineer_prepares_a_bridge_with_no_enemy_at_it_and_stays() -> None:
    """22.2."""
    b, one, other = crossing()
    b.corps("us_v_corps_hq", "demolition").run(Demolitions(w.ALLIED))
    b.play(f"prepare_demolition us_1a_291_ce {other}").run(Movement(w.ALLIED))
    near = b.pos.label(b.game.ground.roads_of[b.hex(one)][0])
    assert b.refuses(f"move us_1a_291_ce {near}").rule == "TFT 22.2"
