"""Exceptions of the rules one by one: each of these fails when its exception is taken out of the code."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import attackers, engagements, reserves
from hexledger.engine.games.time_for_trumpets.questions import modifiers as md
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.preparation import Freshness
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.conformance.time_for_trumpets.test_tft_aftermath import remer
from tests.conformance.time_for_trumpets.test_tft_movement import overrun
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, combat
from tests.time_for_trumpets.test_tft_blitz import open_pair
from tests.time_for_trumpets.test_tft_fine_print import southward


# ---------------------------------------------------------------------- 4, 5
@pytest.mark.parametrize("rested", [0, 1])
def test_an_exhausted_headquarters_is_fresh_after_its_day(rested: int) -> None:
    """4.3h: whatever markers it has: it has done nothing for a day."""
    b = position(turn="20PD").unit("1ssd_hq", "9320", exhausted=1, rested=rested).run(Freshness())
    assert (b.flagged("1ssd_hq", "exhausted"), b.flagged("1ssd_hq", "fatigued")) == (0, 0)


def test_anti_aircraft_guns_help_the_defence_against_aircraft_only() -> None:
    """5.9.4c."""
    b = position(turn="24MO")
    here, there = open_pair(b)
    b.unit("us_2_9_i", here).units(there, "12_48_i", "fe_aa")
    found = battle(b, "us_2_9_i", there)
    assert not [line for line in md.drms(b.pos, found) if line[0] == "line.aa"]
    plane = min(p for p in b.game.arms.aircraft if b.pos.side(p) == w.ALLIED)
    flown = [value for label, value, _ in md.drms(b.pos, found._replace(plane=plane)) if label == "line.aa"]
    assert flown == [1]


# ---------------------------------------------------------------------- 9
@pytest.mark.parametrize(("ground", "work", "shifted"), [
    ("town", "strong_point", False), ("town", "", True), ("clear", "strong_point", True),
])  # fmt: skip
def test_defenders_without_supply_hold_out_in_strong_points_of_towns(ground: str, work: str, shifted: bool) -> None:
    """9.15i: no shift for them; elsewhere there is one."""
    b = position(turn="20MO")
    board = b.pos.board
    there = next(p for p in range(board.n_hexes) if board.terrain[p] == ground and p in b.game.ground.area["5pza"])
    b.unit("26_77_i", board.labels[b.game.ground.near[there][0]])
    b.unit("us_28_110_a", board.labels[there], oos=1)
    if work:
        b.marker(work, board.labels[there])
    labels = [label for label, _, _ in md.shifts(b.pos, battle(b, "26_77_i", board.labels[there]))]
    assert ("line.defence_oos" in labels) is shifted


# ---------------------------------------------------------------------- 26.1.4
def test_only_ss_units_try_their_luck_beyond_the_southern_boundary() -> None:
    """26.1.4: a Volksgrenadier battalion of the 6th Panzer Army does not go south at all."""
    b = position(turn="18MO", dice=(1,))
    place, one, _ = southward(b)
    b.units(place, "12_48_i", "kgp_1_panther").corps("i_ss_hq").run(Movement(w.GERMAN))
    assert b.refuses(f"move 12_48_i {one}").rule == "TFT 26.1"
    b.play(f"move kgp_1_panther {one}")


# ---------------------------------------------------------------------- 35
@pytest.mark.parametrize("why", ["nothing", "village", "strong_point", "engaged", "second"])
def test_what_bars_an_overrun_bars_that_of_a_lone_headquarters(why: str) -> None:
    """35.2: a village, a Strong Point, an engaged battle, a second step in the hex."""
    b = overrun("us_99id_hq")
    if why == "strong_point":
        b.marker("strong_point", "8510")
    elif why == "engaged":
        b.flag("us_99id_hq", "engaged", b.hex("8510") + 1)
    elif why == "second":
        b.unit("us_99_370_fa", "8510")
    elif why == "village":
        ground = b.game.ground
        place = next(
            p for p in sorted(ground.villages)
            if p in ground.area["6pza"] and b.pos.terrain(p) == "clear" and ground.roads_of[p]
            and not any(ground.water_between(p, q) for q in ground.near[p])
        )  # fmt: skip
        beside = b.pos.label(ground.roads_of[place][0])
        b.unit("us_99id_hq", b.pos.label(place)).units(beside, "kgp_1_panther", "kgp_2_iii")
    line = f"overrun kgp_1_panther,kgp_2_iii {b.on('us_99id_hq')}"
    if why == "nothing":
        b.play(line)
        assert b.on("us_99id_hq") == "-"
    else:
        assert b.refuses(line).rule == "TFT 35.2"


# ---------------------------------------------------------------------- 38, 39, 59
def led(b: Built) -> Built:
    """Peiper with a reserve tank battalion behind the front, in the orders segment of I SS Corps."""
    for option in ("leaders", "reserves"):
        b.option(option)
    b.units("9320", "leader_peiper", "kgp_hq").unit("kgp_1_panther", "9320", reserve=1)
    return b.corps("i_ss_hq", "orders")


@pytest.mark.parametrize(("flag", "of", "goes"), [
    ("", "", True), ("out_comm", "fe_100_i", False), ("oos", "fe_100_i", False), ("exhausted", "feb_hq", False),
])  # fmt: skip
def test_a_leader_reacts_with_no_reserves_that_are_cut_off_or_exhausted(flag: str, of: str, goes: bool) -> None:
    """38.0l."""
    b = remer(beside=False)
    if flag:
        b.flag(of, flag)
    assert any(line.startswith("react leader_remer fe_100_i") for line in b.choices()) is goes


def test_a_leader_designates_reserves_by_the_rules_for_reserves() -> None:
    """39.5f, g: none beside the enemy, three of a formation at most."""
    b = led(position(turn="18MO"))
    leader = b.piece("leader_peiper")
    units = ("kgp_2_panther", "kgp_2_iii", "kgp_6_pziv")
    b.units("9320", *units)
    assert reserves.refusal(b.pos, leader, tuple(map(b.piece, units[:1]))) is None
    for unit in units[:2]:
        b.flag(unit, "reserve")
    why = reserves.refusal(b.pos, leader, (b.piece(units[2]),))
    assert why is not None and why[0] == "18.4.1", "a fourth one"
    b.flag("kgp_1_panther", "reserve", 0).unit("us_99_393_i", "9220")
    why = reserves.refusal(b.pos, leader, (b.piece(units[2]),))
    assert why is not None and why[0] == "18.4.1", "beside the enemy"


def test_a_leader_alone_keeps_away_from_an_enemy_leader() -> None:
    """39.3c: as from enemy units; with a battalion beside him he need not."""
    b = position(turn="18MO").option("leaders").unit("leader_peiper", "9320").corps("i_ss_hq")
    enemy = next(p for p in sorted(b.game.roster.leaders) if b.pos.side(p) == w.ALLIED)
    path = next(
        (p, q) for p in b.game.ground.near[b.hex("9320")] for q in b.game.ground.near[p]
        if b.pos.board.distance(q, b.hex("9320")) == 2 and b.game.ground.key(b.hex("9320"), p) in b.game.ground.road
    )  # fmt: skip
    beside = b.pos.label(path[0])
    b.unit(b.game.counters[enemy].id, b.pos.label(path[1])).unit("kgp_hq", "9320").run(Movement(w.GERMAN))
    assert b.refuses(f"move leader_peiper {beside}").rule == "TFT 39.3"
    b.play(f"move leader_peiper,kgp_hq {beside}")


# ---------------------------------------------------------------------- 52.12, 57
def test_units_that_cannot_attack_have_no_counterattack_and_withdraw() -> None:
    """52.12.3b, 2.6.1.5k: a parenthesised CF; with a battalion among them they may stay."""
    b = position(turn="18MO").corps("xlvii_hq")
    place = b.hex("7443")
    b.unit("803_br", "7443", counterattack=place + 1)
    assert engagements.must_leave(b.pos, w.GERMAN) == (place,)
    b.unit("2pz_304_i", "7443", counterattack=place + 1)
    assert engagements.must_leave(b.pos, w.GERMAN) == ()


@pytest.mark.parametrize(("sky", "rule"), [("clear", "57.1"), ("fog", "57.2")])
@pytest.mark.parametrize("flag", ["oos", "shock", "engaged"])
def test_both_kinds_of_blitz_attack_ask_for_supply_calm_and_a_new_battle(sky: str, rule: str, flag: str) -> None:
    """57.1b-d, 57.2b-d."""
    b = position(turn="18MO").sky(sky)
    here, there = open_pair(b)
    b.units(here, "2pz_pziv_1", "2pz_304_i").unit("us_28_110_a", there).units("7443", "2pz_hq", "xlvii_hq")
    units = tuple(sorted((b.piece("2pz_pziv_1"), b.piece("2pz_304_i"))))
    assert attackers.no_blitz(b.pos, units, b.hex(there)) is None
    b.flag("2pz_304_i", flag, b.hex(there) + 1 if flag == "engaged" else 1)
    assert b.flagged("2pz_304_i", flag)
    combat(b, "xlvii_hq")
    assert b.refuses(f"blitz 2pz_pziv_1,2pz_304_i {there}").rule == f"TFT {rule}"
