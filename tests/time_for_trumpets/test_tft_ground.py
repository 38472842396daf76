"""Stacking, zones, boundaries, night, interdiction, leaders, the end of turns (5.8, 23 to 26, 29, 36, 39 to 42, 60)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import borders, leaders, stacking, ways, zoc
from hexledger.engine.games.time_for_trumpets.questions import modifiers as md
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import PlayerEnd
from hexledger.engine.games.time_for_trumpets.rules.excess import Excess
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle


def named(parent: str, type_: str) -> str:
    """A unit of a formation by type."""
    return next(c.id for c in position().game.counters if c.parent == parent and c.type == type_)


# ---------------------------------------------------------------------- 5.8, 29.2.1
def test_a_halved_unit_enters_one_hex_that_it_could_with_full_mf_but_no_interdicted_one() -> None:
    """29.2.1f, 5.8d."""
    gun = "12vg_fa_i"
    for marked, legal in ((False, True), (True, False)):
        b = position(turn="23MO").unit(gun, "9121", disrupt=2).unit("12vg_hq", "9322").unit("i_ss_hq", "9423")
        limit = ways.allowance(b.pos, b.piece(gun)).quarters
        costs = {p: ways.walk(b.pos, b.piece(gun), (p,)) for p in b.game.ground.near[b.hex("9121")]}
        dear = [p for p, (cost, why) in costs.items() if why is None and cost > 0]
        target = max(dear, key=lambda p: costs[p][0])
        if marked:
            b.marker("strafe_allied", b.pos.label(target))
        extra = ways.interdiction(b.pos, ways.mover(b.pos, b.piece(gun)), target)
        cost, why = ways.walk(b.pos, b.piece(gun), (target,))
        if marked:
            assert extra > 0 and (why is not None or cost <= limit)
        else:
            assert (why is None) is legal


# ---------------------------------------------------------------------- 23, 24
@pytest.mark.parametrize(
    ("one", "other", "shares"),
    [
        ("116pz_pg_60_i", "560_1128_i", True),
        ("12_48_i", "277_989_i", False),
        ("us_99_393_i", "us_2_38_i", False),
        ("us_99_393_i", "us_1a_99_sep", True),
        ("us_99_393_i", "us_v_196_fa", True),
        ("12_48_i", "388_vak_i", True),
        ("12_48_i", "6pza_1098_hvy", True),
        ("12_48_i", "18_293_i", False),
        ("br_29_8_rb", "us_1a_99_sep", True),
        ("br_29_8_rb", "us_99_393_i", False),
    ],
)
def test_who_stacks_with_whom(one: str, other: str, shares: bool) -> None:
    """23.5a, 23.6a, 23.7, 24.2, 42.2."""
    index = position().game.roster.index
    if one not in index:
        one = named("116pz_hq", "armoured_infantry")
    b = position(turn="18MO").unit(other, "8132")
    assert stacking.may_share(b.pos, b.piece(one), b.hex("8132")) is shares


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [("us_4id_hq", "us_10ad_hq"), ("us_101ab_hq", "us_10_ccb_hq"), ("us_4id_hq", "us_10_ccb_hq")],
)
def test_american_formations_that_stack_and_fight_together(mine: str, theirs: str) -> None:
    """24.5, 24.6."""
    counters = position().game.counters
    one, other = (
        next(c.id for c in counters if c.parent == hq and c.details.get("cls") == "front_line") for hq in (mine, theirs)
    )
    b = position(turn="20MO").unit(other, "5645")
    assert stacking.may_share(b.pos, b.piece(one), b.hex("5645"))


def test_a_flak_company_of_the_escort_brigade_and_one_panzer_unit_count_as_one() -> None:
    """24.4."""
    counters = position().game.counters
    feb = [c for c in counters if c.parent == "feb_hq"]
    flak = next(c.id for c in feb if "aa" in c.traits)
    panzer = next(c.id for c in feb if "tank" in c.traits)
    foot = [c.id for c in feb if c.type in ("infantry", "armoured_infantry")][:2]
    b = position(turn="21MO").units("4423", panzer, flak, *foot)
    assert stacking.count(b.pos, b.pos.units(b.hex("4423"))) == 3 and not stacking.overstacked(b.pos, w.GERMAN)


def test_one_hq_of_each_level_stands_free_and_two_are_disrupted() -> None:
    """23.1, 23.2: the three fighting ones stack as they like (2.6.2f)."""
    b = position(turn="18MO").units("9421", "6pza_hq", "i_ss_hq", "12vg_hq", "kgp_hq").run(Excess(w.GERMAN))
    assert not any(b.flagged(hq, "disrupt") for hq in ("6pza_hq", "i_ss_hq", "12vg_hq", "kgp_hq"))
    b.unit("277vg_hq", "9421", mode=1).run(Excess(w.GERMAN))
    assert b.flagged("277vg_hq", "disrupt") == b.flagged("12vg_hq", "disrupt") == 2 and not b.flagged(
        "277vg_hq", "mode"
    )


# ---------------------------------------------------------------------- 25
def test_a_zone_crosses_rivers_and_neither_the_meuse_nor_a_lake() -> None:
    """25.3; 25.5: zones of both sides lie in one hex."""
    ground = position().game.ground
    for kind, crosses in (("river", True), ("stream", True), ("meuse", False), ("lake", False)):
        key = next(k for k, found in ground.water.items() if found == kind)
        here, there = divmod(key, ground.n)
        b = position(turn="18MO").unit("us_99_393_i", here)
        assert (b.piece("us_99_393_i") in zoc.covering(b.pos, w.GERMAN, there)) is crosses, kind
    b = position(turn="18MO").unit("us_99_393_i", "8619").unit("12_48_i", "8621")
    both = set(b.game.ground.near[b.hex("8619")]) & set(b.game.ground.near[b.hex("8621")])
    assert any(zoc.covering(b.pos, w.GERMAN, p) and zoc.covering(b.pos, w.ALLIED, p) for p in both)


# ---------------------------------------------------------------------- 26, 42.1
def test_the_7th_army_stays_south_and_never_crosses_the_meuse() -> None:
    """26.2.2, 26.2.4, 26.2.6, 26.2.7f."""
    b = position(turn="18MO")
    home = borders.domain(b.pos, "7a", False)
    ground = b.game.ground
    assert not home & ground.beyond_meuse
    assert not home & (ground.area["5pza"] - ground.boundary_5_7_east - ground.boundary_5_7_west)
    panzer = borders.domain(b.pos, "5pza", False)
    assert ground.beyond_meuse <= panzer and not panzer & (ground.area["6pza"] - ground.boundary_5_6)


def test_nobody_crosses_the_wiltz_between_7248_and_7149() -> None:
    """26.2.3, 26.2.4."""
    for unit in ("2pz_304_i", named("5fj_hq", "infantry")):
        b = position(turn="18MO")
        why = borders.forbidden(b.pos, b.piece(unit), b.hex("7248"), b.hex("7149"))
        assert why is not None and why[0] == "26.2.3"


# ---------------------------------------------------------------------- 40, 41, 42.3
def shift(b: Built, units: str, at: str, label: str) -> int:
    """A column shift of an attack, 0 where it is not there."""
    found = {name: value for name, value, _ in md.shifts(b.pos, battle(b, units, at))}
    return found.get(f"line.{label}", 0)


def test_tigers_frighten_the_americans_until_the_evening_of_the_17th() -> None:
    """40.0."""
    tiger = next(c.id for c in position().game.counters if "tiger" in c.traits and c.side == "german")
    for turn, size in (("16MO", 1), ("17EV", 1), ("18PD", 0)):
        b = position(turn=turn).unit(tiger, "9019").unit("us_99_394_iii", "8919")
        assert shift(b, tiger, "8919", "tiger_scare") == size, turn
        assert shift(b, "us_99_394_iii", "9019", "tiger_scare") == -size, turn
        plain = position(turn=turn).unit("12_48_i", "9019").unit("us_99_394_iii", "8919")
        assert shift(plain, "12_48_i", "8919", "tiger_scare") == 0


def test_three_panzer_divisions_fight_well_by_night_when_no_other_helps() -> None:
    """41.0: the 3rd Parachute Division may help the 1st SS."""
    for units, advantage in (
        (("1ss_1_i",), True),
        (("1ss_1_i", "3fj_9_i"), True),
        (("1ss_1_i", "12_48_i"), False),
        (("12_48_i",), False),
    ):
        b = position(turn="18EV").units("9019", *units).unit("us_99_394_iii", "8919")
        found = shift(b, ",".join(units), "8919", "german_night")
        assert (found > 0) is advantage, units
        assert (shift(b, ",".join(units), "8919", "night") < 0) is not advantage, units


def test_americans_and_british_in_one_battle_are_a_column_for_the_germans() -> None:
    """42.3."""
    b = position(turn="25MO").unit("2pz_304_i", "4321").units("4320", "br_29_8_rb", "us_2_41_i")
    assert shift(b, "2pz_304_i", "4320", "us_british") == 1
    assert shift(b, "br_29_8_rb,us_2_41_i", "4321", "us_british") == -1
    alone = position(turn="25MO").unit("2pz_304_i", "4321").unit("br_29_8_rb", "4320")
    assert shift(alone, "2pz_304_i", "4320", "us_british") == 0


# ---------------------------------------------------------------------- 36
def overrun(turn: str, tank: str, *others: str, hq: str = "i_ss_hq", busy: str = "") -> str:
    """Rule that refuses an overrun of a lone American HQ, empty where it is legal. busy: a flag of the last unit."""
    from hexledger.engine.games.time_for_trumpets.rules.overruns import refusal

    b = position(turn=turn)
    ground = b.game.ground
    place = next(
        p for p in sorted(ground.area["6pza"])
        if b.pos.board.terrain[p] == "clear" and p not in ground.villages and p not in ground.boundary_5_6
        and len(ground.near[p]) == 6 and not any(ground.water_between(p, q) for q in ground.near[p])
        and b.pos.board.terrain[ground.near[p][0]] == "clear"
    )  # fmt: skip
    beside = b.pos.label(ground.near[place][0])
    b.units(beside, tank, *others).unit("us_99id_hq", b.pos.label(place)).corps(hq)
    if busy:
        b.flag(others[-1], busy)
    why = refusal(b.pos, [b.piece(unit) for unit in (tank, *others)], place)
    return "" if why is None else why[0]


def test_by_night_only_kg_peiper_and_two_panzer_divisions_overrun_with_whom_the_rule_names() -> None:
    """36.1, 36.2, 36.3, 36.4, 36.5, 35.3: infantry and a tank, by day of anybody."""
    kgp, foot = "kgp_1_panther", "kgp_2_iii"
    panther = named("12ssd_hq", "panther")
    assert overrun("18MO", kgp, foot) == overrun("18EV", kgp, foot) == ""
    assert overrun("18EV", kgp, "1ss_1_i") == ""
    assert overrun("18EV", kgp, "12ss_25_i", foot) == "36.4"
    assert overrun("18MO", panther, "12ss_25_i") == "" and overrun("18EV", panther, "12ss_25_i") == "36.1"
    assert overrun("18MO", panther) == "35.3", "infantry takes part"


def test_who_is_in_reserve_or_at_other_work_takes_no_part_in_an_overrun() -> None:
    """35.3, 18.4, 19.0, 20.0, 21.1, 22.2, 28.1."""
    for flag, rule in (
        *(("reserve", "35.3"), ("building", "19.0"), ("ferry", "20.0"), ("bridging", "21.1"), ("prep", "22.2")),
        ("strategic", "28.1"),
    ):
        assert overrun("18MO", "kgp_1_panther", "kgp_2_iii", busy=flag) == rule


# ---------------------------------------------------------------------- 39
def test_a_leader_reaches_over_any_ground_but_through_no_enemy_zone() -> None:
    """39.2; 39.3a: he has no zone and takes no room."""
    b = position(turn="21MO").option("leaders").unit("leader_remer", "4423")
    assert not zoc.covering(b.pos, w.ALLIED, b.hex("4422"))
    assert stacking.count(b.pos, b.pos.units(b.hex("4423"))) == 0
    b.unit("fe_100_i", "4523")
    assert leaders.reaches(b.pos, b.piece("leader_remer"), b.piece("fe_100_i"))


def test_a_leader_alone_does_not_come_beside_enemies_and_with_a_unit_he_does() -> None:
    """39.3b, c."""
    b = (
        position(turn="18MO")
        .option("leaders")
        .units("9221", "leader_peiper", "kgp_2_iii")
        .unit("us_99_394_iii", "9021")
    )
    b.unit("kgp_hq", "9321").unit("1ssd_hq", "9421").unit("i_ss_hq", "9423").corps("i_ss_hq").run(Movement(w.GERMAN))
    near = next(p for p in b.game.ground.near[b.hex("9221")] if p in b.game.ground.near[b.hex("9021")])
    assert b.refuses(f"move leader_peiper {b.pos.label(near)}").rule == "TFT 39.3"
    b.play(f"move leader_peiper,kgp_2_iii {b.pos.label(near)}")
    assert b.on("leader_peiper") == b.pos.label(near)


# ---------------------------------------------------------------------- 60
def test_a_divisions_guns_leave_with_its_last_battalion_unless_they_are_isolated() -> None:
    """60.5: Step counters are no battalions with an id; engineers count."""
    for extra, isolated, stays in (((), 0, False), (("us_99_324_ce",), 0, True), ((), 1, True)):
        b = position(turn="18MO").unit("us_99_370_fa", "8718", mode=1, isolated=isolated).unit("us_99id_hq", "8616")
        for unit in extra:
            b.unit(unit, "8616")
        b.run(PlayerEnd(w.ALLIED))
        assert (b.on("us_99_370_fa") != "-") is stays, (extra, isolated)
