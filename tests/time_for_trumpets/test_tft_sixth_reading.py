"""What a sixth reading mended: supply beyond the boundary, a second engineer at a bridge, preparations that lapse, a
leader taken for one of two hits, who commands a reserve, combat commands as command posts, fuel counters."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import banks
from hexledger.engine.games.time_for_trumpets.rules import dumps
from hexledger.engine.games.time_for_trumpets.rules.air_supply import DropSupplies
from hexledger.engine.games.time_for_trumpets.rules.bridging import Bridging, HaltBridges
from hexledger.engine.games.time_for_trumpets.rules.command import MutualCommand
from hexledger.engine.games.time_for_trumpets.rules.demolition import Demolitions
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import PlayerEnd
from hexledger.engine.games.time_for_trumpets.rules.excess import Excess
from hexledger.engine.games.time_for_trumpets.rules.exploitation import Exploitation
from hexledger.engine.games.time_for_trumpets.rules.orders import BeginOrders, Orders
from hexledger.engine.games.time_for_trumpets.rules.supply import MutualSupply
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.events import model as ev
from tests.conformance.time_for_trumpets.test_tft_aftermath import peiper
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.test_tft_engineers import crossing
from tests.time_for_trumpets.test_tft_results import HERE, carry, met, named, steps


# ---------------------------------------------------------------------- 9.6g, 26.2.5c
@pytest.mark.parametrize(("hq", "at", "fed"), [
    ("26vg_hq", "6850", True), ("26vg_hq", "8050", False), ("116pz_hq", "6850", False), ("352vg_hq", "8050", True),
])  # fmt: skip
def test_xlvii_corps_is_supplied_south_of_the_boundary_west_of_the_clerf_only(hq: str, at: str, fed: bool) -> None:
    """9.6g, 26.2.5c: of the 5th Panzer Army nobody else, and east of the river nobody at all; the 7th Army anywhere."""
    b = position(turn="20PD").unit(hq, at, mode=1)
    assert b.hex("6850") in b.game.west_of_line and b.hex("8050") not in b.game.west_of_line
    b.run(MutualSupply())
    assert b.pos.in_supply(b.piece(hq)) is fed


# ---------------------------------------------------------------------- 21.2.5
ONE, OTHER = "7848", "7948"


def in_work(*engineers: str, began: str, kind: str = "bridge.j") -> Built:
    """Engineers at a blown bridge that one of them has begun."""
    b = position(turn="19MO").blown(ONE, OTHER).unit("5pza_hq", "8243", mode=1)
    for engineer in engineers:
        b.unit(engineer, OTHER)
    b.pool("bridges", "j_bridge_5pza_1", "b_bridge_5pza_1").corps("xlvii_hq", "bridging").run(Bridging(w.GERMAN))
    return b.play(f"begin_bridge {began} {ONE} {kind}")


def work(b: Built) -> int:
    """How far the bridge is."""
    return b.pos.marker("bridge_work", b.hex(ONE), b.hex(OTHER)) or b.pos.marker(
        "bridge_work", b.hex(OTHER), b.hex(ONE)
    )


def test_a_second_engineer_of_the_kind_goes_on_with_a_bridge_when_the_first_is_lost() -> None:
    """21.2.5a, 21.2.2b: two at work are no faster than one."""
    b = in_work("999_br", "59_br", began="999_br")
    b.play(f"join_bridge 59_br {ONE}").run(PlayerEnd(w.GERMAN))
    assert work(b) == 2
    b.act().remove(b.piece("999_br"), "reason.combat")
    b.run(PlayerEnd(w.ALLIED)).run(PlayerEnd(w.GERMAN))
    assert b.pos.marker("j_bridge", b.hex(ONE), b.hex(OTHER)) and not b.flagged("59_br", "bridging")


def test_an_engineer_takes_up_what_a_lost_one_began_in_the_next_segment_of_his_side_or_never() -> None:
    """21.2.5, 21.2.2a, b, B-58."""
    for joins in (True, False):
        b = in_work("999_br", "59_br", began="999_br").run(PlayerEnd(w.GERMAN))
        b.act().remove(b.piece("999_br"), "reason.combat")
        b.run(PlayerEnd(w.ALLIED))
        assert work(b) == 2, "it waits for the other one"
        if joins:
            b.corps("xlvii_hq", "bridging").run(HaltBridges(), Bridging(w.GERMAN)).play(f"join_bridge 59_br {ONE}")
        b.run(PlayerEnd(w.GERMAN))
        assert bool(b.pos.marker("j_bridge", b.hex(ONE), b.hex(OTHER))) is joins and not work(b)


def test_engineers_of_the_other_kind_do_not_finish_a_bridge() -> None:
    """21.2.5a, b."""
    for began, other in (("999_br", "600_eng"), ("600_eng", "999_br")):
        b = in_work("999_br", "600_eng", began=began)
        assert b.refuses(f"join_bridge {other} {ONE}").rule == "TFT 21.2.5"
        assert not any(line.startswith("join_bridge") for line in b.choices())
        b.act().remove(b.piece(began), "reason.combat")
        b.run(PlayerEnd(w.ALLIED))
        assert not work(b), "nobody can go on"


def test_a_bridge_is_lost_only_when_its_last_engineer_gives_it_up_and_halts_only_when_none_is_fit() -> None:
    """21.1j, l."""
    b = in_work("999_br", "59_br", began="999_br").play(f"join_bridge 59_br {ONE}")
    b.play("cancel_bridge 999_br")
    assert work(b) and b.piece("j_bridge_5pza_1") not in b.pos.pool("bridges")
    b.play("join_bridge 999_br 7848").flag("999_br", "oos", 1).run(HaltBridges())
    assert not b.pos.marker("halt", b.hex(OTHER), b.hex(ONE))
    b.flag("59_br", "oos", 1).run(HaltBridges())
    assert b.pos.marker("halt", b.hex(OTHER), b.hex(ONE))
    b.flag("59_br", "oos", 0).run(Bridging(w.GERMAN)).play("cancel_bridge 999_br", "cancel_bridge 59_br")
    assert not work(b) and b.piece("j_bridge_5pza_1") in b.pos.pool("bridges")


# ---------------------------------------------------------------------- 22.2
def prepared() -> tuple[Built, str, str]:
    """An American engineer that has prepared a bridge."""
    b, one, other = crossing()
    b.corps("us_v_corps_hq", "demolition").run(Demolitions(w.ALLIED))
    b.play(f"prepare_demolition us_1a_291_ce {other}")
    assert b.flagged("us_1a_291_ce", "prep")
    return b, one, other


def test_a_preparation_stays_until_it_is_rolled_for_or_the_engineer_may_not_blow_bridges() -> None:
    """22.2g, 22.1d, B-59: nobody gives one up; who rests has none."""
    b, _, _ = prepared()
    b.run(HaltBridges(), Demolitions(w.ALLIED))
    assert b.flagged("us_1a_291_ce", "prep")
    assert not any("us_1a_291_ce" in line for line in (b.choices() if b.offer is not None else ()))
    b.flag("us_1a_hq", "resting", 1).run(HaltBridges())
    assert not b.flagged("us_1a_291_ce", "prep")


def test_a_preparation_lapses_with_the_command_or_supply_of_its_engineer() -> None:
    """22.2g, 22.1d: in the mutual segments, on both sides."""
    b, _, _ = prepared()
    b.corps("us_v_corps_hq", "demolition").act().assign("var.corps", 0)
    b.unit("us_1a_hq", b.on("us_1a_291_ce"), mode=1).run(MutualCommand(), MutualSupply())
    assert b.flagged("us_1a_291_ce", "prep"), "in command and in supply"
    b.flag("us_1a_291_ce", "out_comm", 1).run(MutualSupply())
    assert not b.flagged("us_1a_291_ce", "prep")


def test_a_preparation_lapses_with_its_bridge() -> None:
    """22.2g: what bombs or others have blown nobody can blow."""
    b, one, other = prepared()
    b.blown(one, other).run(HaltBridges())
    assert not banks.bridged(b.pos, b.hex(one), b.hex(other)) and not b.flagged("us_1a_291_ce", "prep")


# ---------------------------------------------------------------------- 53.1, 39.3e
def test_a_leader_takes_one_of_two_hits_of_superior_guns() -> None:
    """53.1a, 39.3e: the other one goes to the tanks."""
    panther = named(position(), "12ssd_hq", "panther")
    b = (
        met({panther: HERE}, "us_2_741_tk", "leader_robertson", advanced=True)
        .option("leaders")
        .unit("12ssd_hq", "9421")
    )
    full = steps(b, "us_2_741_tk")
    carry(b, "/1*", panther).play("lose_step leader_robertson")
    assert b.on("leader_robertson") == "-" and steps(b, "us_2_741_tk") == full - 1
    b = met({"12_48_i": HERE}, "us_2_741_tk", "leader_robertson", advanced=True).option("leaders")
    carry(b, "/1*", "12_48_i").play("lose_step leader_robertson")
    assert b.on("leader_robertson") == "-" and steps(b, "us_2_741_tk") == full, "one hit without them"


# ---------------------------------------------------------------------- 59.1b
def test_a_reserve_of_a_kampfgruppe_changes_its_place_under_a_leader_only() -> None:
    """59.1b: the HQ of a division, of a brigade, or a leader; the HQ of a Kampfgruppe is not named."""
    b = peiper().run(Exploitation(w.GERMAN))
    line = next(line for line in b.choices() if line.startswith("reposition kgp_1_panther"))
    alone = peiper()
    alone.act().remove(alone.piece("leader_peiper"), "reason.combat")
    alone.run(Exploitation(w.GERMAN))
    assert alone.pos.in_comm(alone.piece("kgp_1_panther"))
    assert alone.refuses(line).rule == "TFT 59.1"
    b.play(line)
    assert b.flagged("kgp_1_panther", "reserve") == 1


def test_a_reserve_out_of_command_changes_its_place_under_a_leader_and_does_not_exploit() -> None:
    """59.1b, 59.2e."""
    b = peiper().flag("kgp_1_panther", "out_comm", 1).run(Exploitation(w.GERMAN))
    assert any(line.startswith("reposition kgp_1_panther") for line in b.choices())
    assert not any(line.startswith("exploit") for line in b.choices())
    line = next(line for line in peiper().run(Exploitation(w.GERMAN)).choices() if line.startswith("exploit"))
    assert b.refuses(line).rule == "TFT 59.2"
    far = peiper().flag("kgp_1_panther", "out_comm", 1)
    far.act().remove(far.piece("leader_peiper"), "reason.combat")
    assert far.run(Exploitation(w.GERMAN)).quiet, "under nobody"


def test_a_reserve_of_a_division_changes_its_place_under_its_headquarters_in_supply() -> None:
    """59.1b."""
    for flag, moves in (("", True), ("out_comm", False), ("oos", False)):
        b = peiper().unit("12vg_hq", "9321").unit("12_48_i", "9220", reserve=1)
        if flag:
            b.flag("12_48_i", flag, 1)
        b.run(Exploitation(w.GERMAN))
        assert any(line.startswith("reposition 12_48_i") for line in b.choices()) is moves, flag


# ---------------------------------------------------------------------- G-D3
COMMAND, DIVISION = "us_9_cca_hq", "us_9ad_hq"


def commands(reading: str, *, turn: str = "20PD") -> Built:
    """The 9th Armored Division's HQ deployed under its corps in a hex, by a reading of what its CCA is."""
    b = position(turn=turn).option("command_hq_as", reading)
    b.unit("us_1a_hq", "6020", mode=1).unit("us_3a_hq", "6020", mode=1)
    return b.unit("us_viii_corps_hq", "6020", mode=1).unit(DIVISION, "6020", mode=1)


def test_a_combat_command_stands_where_a_kampfgruppe_would_or_a_command_post() -> None:
    """23.1c, d, G-D3."""
    for reading, crowds in (("brigade", False), ("cp", True)):
        b = commands(reading).units("6220", COMMAND, "us_28_109_cp").run(Excess(w.ALLIED))
        assert bool(b.flagged(COMMAND, "disrupt")) is crowds, reading


def test_a_combat_command_lengthens_the_command_of_its_division_as_a_command_post() -> None:
    """7.10d, G-D3: by the other reading alone."""
    for reading, reached in (("brigade", False), ("cp", True)):
        b = commands(reading, turn="20MO")
        reach = b.pos.command_range(b.piece(DIVISION))
        gun = next(
            c.id for c in b.game.counters if b.pos.parent(b.piece(c.id)) == b.piece(DIVISION) and "hq" not in c.id
        )
        b.unit(COMMAND, f"{60 + reach:02}20", mode=1).unit(gun, f"{61 + reach:02}20").run(MutualCommand())
        assert b.pos.in_comm(b.piece(COMMAND)) and b.pos.in_comm(b.piece(gun)) is reached, reading


def orders(b: Built) -> Built:
    """The orders of VIII Corps begin."""
    return b.corps("us_viii_corps_hq", "orders").run(
        BeginOrders(w.ALLIED, b.piece("us_viii_corps_hq")), Orders(w.ALLIED)
    )


def test_a_combat_command_designates_reserves_as_a_brigade_and_not_as_a_command_post() -> None:
    """18.4b, G-D3."""
    for reading, able in (("brigade", True), ("cp", False)):
        b = commands(reading).option("reserves").unit(COMMAND, "6120", mode=1).unit("us_9_89_cav", "6021")
        line = f"designate {COMMAND} us_9_89_cav"
        orders(b)
        assert b.pos.parent(b.piece("us_9_89_cav")) == b.piece(COMMAND) and (line in b.choices()) is able
        if able:
            b.play(line)
            assert b.flagged("us_9_89_cav", "reserve") == 1
        else:
            assert b.refuses(line).rule == "TFT 18.4.2"


def test_a_combat_command_takes_units_in_as_a_brigade_and_not_as_a_command_post() -> None:
    """18.2c, G-D3."""
    for reading, able in (("brigade", True), ("cp", False)):
        b = commands(reading).unit(COMMAND, "6120", mode=1).unit("us_28id_hq", "8540").unit("us_28_110_a", "6121")
        b.unit("us_9_89_cav", "6320").option("reserves")
        line = f"attach us_28_110_a {COMMAND}"
        assert (line in orders(b).choices()) is able, reading


def test_a_combat_command_is_supplied_from_the_air_as_a_brigade_and_not_as_a_command_post() -> None:
    """10.0a, G-D3."""
    for reading, able in (("brigade", True), ("cp", False)):
        b = commands(reading, turn="23MO").unit(COMMAND, "6120")
        b.unit("air_b26g_1", "6020").act().emit(ev.Attached(b.piece("air_b26g_1"), b.piece("us_viii_corps_hq") + 1))
        b.run(DropSupplies())
        assert any(line.startswith(f"air_supply {COMMAND}") for line in b.choices()) is able, reading


# ---------------------------------------------------------------------- 12.3
def test_as_many_fuel_counters_lie_on_the_map_as_there_are_and_spent_ones_are_used_again() -> None:
    """12.3d, B-60."""
    b = position(turn="17MO").unit("1ss_1_i", "6504")
    counters = sorted(b.game.roster.fuel)
    for fuel in counters[1:]:
        b.act().place(fuel, b.hex("6705"), 1)
    dumps.gain(b.act(), b.hex("6504"))
    assert b.pos.at(counters[0]) == b.hex("6504")
    dumps.gain(b.act(), b.hex("6504"))
    assert sum(b.pos.on_map(fuel) for fuel in counters) == len(counters), "no counter is left"
    b.act().remove(counters[5], "reason.used")
    dumps.gain(b.act(), b.hex("6504"))
    assert b.pos.at(counters[5]) == b.hex("6504")
