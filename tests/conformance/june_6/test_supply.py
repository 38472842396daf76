"""Cases on LOC, isolation, surrender and recovery (J6 5.3, 21, 22): one test a case, named by its id."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions import supply
from hexledger.engine.games.june_6.rules import activation, isolation, recovery
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.games.june_6.rules.endphase import EndPhase
from hexledger.engine.games.june_6.rules.recovery import Recover
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built, position


def anywhere() -> Built:
    """An empty position on the whole board."""
    return position("campaign", open_area=True, turn=5)


def loc(b: Built, unit: str) -> list[str] | None:
    """A unit's LOC as hex labels."""
    path = supply.loc(b.pos, b.piece(unit))
    return None if path is None else [b.game.place(place) for place in path]


# ---------------------------------------------------------------------- 5.3
def test_J6_146_a_loc_runs_through_an_enemy_zoc_where_a_friendly_unit_stands() -> None:
    b = anywhere().unit("21pz_125", "E1939").unit("3_br_8", "E1840")
    assert loc(b, "21pz_125") is None
    b.unit("i_ss_nw", "E1839")
    assert b.pos.in_ezoc(b.hex("E1839"), f.GERMAN)
    path = loc(b, "21pz_125")
    assert path is not None and path[:3] == ["E1939", "E1839", "E1738"]


def test_J6_146_a_friendly_zoc_does_not_open_a_vacant_hex() -> None:
    b = anywhere().unit("21pz_125", "E1939").unit("3_br_8", "E1840").unit("12ss_25", "E1738")
    assert b.hex("E1839") in b.pos.zoc(f.GERMAN)
    assert loc(b, "21pz_125") is None


def test_J6_154_a_loc_leaves_the_road_for_two_hexes_at_the_units_end_only() -> None:
    two = anywhere().unit("21pz_125", "E1724")
    path = loc(two, "21pz_125")
    assert path is not None
    roads = [two.pos.board.road(two.hex(a), two.hex(b)) is not None for a, b in pairwise(path)]
    assert roads[:2] == [False, False] and all(roads[2:]), "off road first, then road all the way"
    assert loc(anywhere().unit("21pz_125", "E1723"), "21pz_125") is None, "three hexes from the nearest road"


def test_J6_154_a_unit_near_the_map_edge_traces_to_the_source_without_a_road() -> None:
    """5.21"""
    b = anywhere().unit("21pz_125", "E1040")
    assert loc(b, "21pz_125") == ["E1040", "E1041", "E1042"]
    assert b.pos.board.road(b.hex("E1040"), b.hex("E1041")) is None
    assert b.pos.board.road(b.hex("E1041"), b.hex("E1042")) is None


def test_J6_155_an_isolated_unit_stays_isolated_until_the_end_phase() -> None:
    b = position(seed="x").unit("12ss_hq", "E1736").unit("12ss_25", "E1737", isolated=True)
    assert loc(b, "12ss_25") is not None
    b.active("12ss_hq", "12ss_25").run(*activation.course())
    assert b.has("12ss_25", "isolated") == 1
    assert b.refuses("recover 12ss_25").rule == "J6 21.23"
    isolation.determine(b.act())
    assert b.has("12ss_25", "isolated") == 0
    assert b.has("12ss_25", "disorder") == 0
    assert "22.12" in b.rules()


def test_J6_159_a_loc_crosses_a_great_river_only_at_a_bridge_or_pontoon() -> None:
    b = anywhere().unit("3_br_8", "E2140")
    path = loc(b, "3_br_8")
    assert path is not None and path[:3] == ["E2140", "E2241", "E2240"], "over the canal bridge"
    b.marker("blown", "E2240", "E2241")
    path = loc(b, "3_br_8")
    assert path is None or "E2240" not in path[:3]
    b.marker("blown", "E2241", "E2242")
    assert loc(b, "3_br_8") is None
    b.marker("pontoon", "E2139", "E2140")
    path = loc(b, "3_br_8")
    assert path is not None and path[:2] == ["E2140", "E2139"], "the two hexes off road may cross a pontoon"


def test_J6_159_an_enemy_in_the_way_stops_a_loc_on_the_road() -> None:
    b = position().unit("3_br_8", "E2237")
    assert loc(b, "3_br_8") is not None
    b = position().unit("i_ss_hq", "E1737")
    free = loc(b, "i_ss_hq")
    assert free is not None
    b.unit("3_br_hq", free[1])
    other = loc(b, "i_ss_hq")
    assert other is None or free[1] not in other


def test_push_to_caen_locs_leave_the_area_only_on_their_own_side() -> None:
    b = position(with_setup=True)
    area = b.pos.scenario.area
    traced = 0
    for piece in sorted(b.state.at):
        path = supply.loc(b.pos, piece)
        assert path is not None, f"{b.game.piece(piece)} starts without a LOC"
        rows = [int(b.game.place(place)[1:3]) for place in path if place not in area]
        traced += bool(rows)
        assert all(row >= 20 if b.pos.side(piece) == f.ALLIED else row <= 19 for row in rows)
    assert traced > 20


def test_commonwealth_units_draw_on_their_own_beaches_and_us_units_on_theirs() -> None:
    b = anywhere().unit("3_br_8", "E2336").unit("1_us_16", "E2619")
    board = b.pos.board
    assert supply.sources(b.pos, b.piece("3_br_8")) == board.in_area("supply_allied_cw")
    assert supply.sources(b.pos, b.piece("1_us_16")) == board.in_area("supply_allied_us")


def test_cherbourg_supplies_its_own_command_until_one_of_its_hexes_is_allied() -> None:
    """5.21"""
    b = anywhere().unit("cher_navy", "W4911").unit("g709_919", "W4712")
    cherbourg = b.pos.board.in_area("supply_cherbourg")
    assert cherbourg <= supply.sources(b.pos, b.piece("cher_navy"))
    assert not cherbourg & supply.sources(b.pos, b.piece("g709_919"))
    b.control("allied", "W5011")
    assert not cherbourg & supply.sources(b.pos, b.piece("cher_navy"))


def test_a_hex_of_cherbourg_that_the_germans_win_back_does_not_restore_the_supply() -> None:
    """5.22: once any hex of the city has been Allied it is no source for the rest of the game."""
    b = anywhere().unit("cher_navy", "W4911").unit("4_us_8", "W5011")
    entered(b.act(), b.hex("W5011"))
    b.act().remove(b.piece("4_us_8"), "reason.eliminated")
    b.act().move(b.piece("cher_navy"), b.path("W4911", "W5011"), "mode.move")
    entered(b.act(), b.hex("W5011"))
    assert b.state.control[b.hex("W5011")] == f.GERMAN
    assert not b.pos.board.in_area("supply_cherbourg") & supply.sources(b.pos, b.piece("cher_navy"))


# ---------------------------------------------------------------------- 22.3
def ring(unit: str, *dice: int, cohesion: int, **marks: int | bool) -> Built:
    """A German unit at E1939 with no way out, its printed cohesion checked."""
    b = position(open_area=True, dice=dice).unit(unit, "E1939", **marks)  # type: ignore[arg-type]
    assert b.pos.cohesion(b.piece(unit)) == cohesion
    for brigade, label in (("3_br_8", "E1738"), ("3_br_9", "E1840"), ("3_br_185", "E2040"), ("3_cdn_7", "E1941")):
        b.unit(brigade, label)
    return b.unit("3_cdn_8", "E1938").unit("3_br_hq", "E2438")


def test_J6_040_a_nine_counts_as_twice_a_cohesion_of_five() -> None:
    b = ring("iii_flak_c", 9, cohesion=5)
    isolation.determine(b.act())
    assert b.gone("iii_flak_c")
    assert [b.game.words.key(event.reason) for event in b.of(ev.Removed)] == ["reason.surrendered"]
    assert b.lines("reckon.surrender") == {"line.surrender_die": 10, "line.twice_cohesion": 10}


def test_J6_040_an_eight_is_not_enough_for_a_cohesion_of_five() -> None:
    b = ring("iii_flak_c", 8, cohesion=5)
    isolation.determine(b.act())
    assert not b.gone("iii_flak_c") and b.has("iii_flak_c", "disorder") == 1


@pytest.mark.parametrize(("die", "lost"), [(6, True), (5, False)])
def test_J6_041_a_unit_surrenders_on_a_roll_of_twice_its_cohesion(die: int, lost: bool) -> None:
    b = ring("16lw_32", die, cohesion=3)
    isolation.determine(b.act())
    assert b.gone("16lw_32") is lost
    assert "22.32" in b.rules()


def test_J6_042_a_unit_of_cohesion_six_does_not_check_for_surrender() -> None:
    b = ring("21pz_125", cohesion=6)
    isolation.determine(b.act())
    assert b.of(ev.Rolled) == [] and b.has("21pz_125", "isolated") == 1


def test_J6_042_an_isolated_unit_with_a_way_out_does_not_check_either() -> None:
    b = ring("iii_flak_c", cohesion=5).unit("21pz_pzjg", "E1839")
    assert supply.loc(b.pos, b.piece("iii_flak_c")) is None
    isolation.determine(b.act())
    assert b.of(ev.Rolled) == [], "a friend opposes the enemy ZOC in E1839"


def test_J6_158_a_unit_that_stays_isolated_suffers_and_checks_again_every_turn() -> None:
    """22.11, QA-SUP-5"""
    b = ring("det_1", 1, 2, cohesion=4)
    isolation.determine(b.act())
    assert (b.has("det_1", "disorder"), b.has("det_1", "isolated")) == (1, 1)
    isolation.determine(b.act())
    assert (b.has("det_1", "disorder"), b.has("det_1", "isolated")) == (2, 1)
    assert len(b.of(ev.Rolled)) == 1 and not b.coming


def test_J6_427_disorder_two_becomes_a_step_when_isolated_and_elimination_without_one() -> None:
    b = ring("21pz_125", cohesion=6, disorder=2)
    isolation.determine(b.act())
    assert b.is_reduced("21pz_125") and b.has("21pz_125", "disorder") == 0
    b = ring("21pz_125", cohesion=6, disorder=2, reduced=True)
    isolation.determine(b.act())
    assert b.gone("21pz_125")


def test_the_isolated_suffer_before_anybody_surrenders_and_all_see_the_same_position() -> None:
    b = ring("iii_flak_c", 9, cohesion=5, disorder=2).unit("16lw_32", "E1939")
    isolation.determine(b.act())
    assert b.gone("iii_flak_c"), "R-78: lost by its Disorder"
    assert [event.subject for event in b.of(ev.Rolled)] == [b.piece("16lw_32")]
    assert b.gone("16lw_32")


def test_a_surrendered_division_hq_is_lost_like_any_other() -> None:
    hq = "g352_hq"
    b = ring(hq, 9, cohesion=position().game.edition.counter(hq).front.cohesion).unit("g352_914", "E1542")
    assert b.pos.cohesion(b.piece(hq)) <= 5
    isolation.determine(b.act())
    assert b.gone(hq) and b.has("g352_914", "re") == 1
    assert list(b.state.pool(b.game.words["pool.hq_in_two_turns"])) == [b.piece(hq)]


def test_an_hq_of_cohesion_six_is_isolated_but_not_taken() -> None:
    b = ring("21pz_hq", cohesion=6).unit("12ss_hq", "E1736")
    isolation.determine(b.act())
    assert b.has("21pz_hq", "isolated") == 1 and b.has("12ss_hq", "isolated") == 0


def test_the_end_phase_judges_every_unit_with_its_path() -> None:
    """3.81"""
    b = (
        position(seed="x")
        .unit("3_br_hq", "E2438")
        .unit("3_br_8", "E2336")
        .unit("12ss_hq", "E1736")
        .unit("12ss_25", "E1737")
    )
    b.run(EndPhase())
    judged = {event.piece: event for event in b.of(ev.Judged) if event.rule == b.game.rules["5.34"]}
    assert sorted(judged) == sorted(b.piece(unit) for unit in ("3_br_hq", "3_br_8", "12ss_hq", "12ss_25"))
    for piece, event in judged.items():
        assert event.path[0] == b.state.at[piece] and event.path[-1] in supply.sources(b.pos, piece)


# ---------------------------------------------------------------------- 21
def recovering(unit: str, *, turn: int, **marks: int | bool) -> Built:
    """A unit of the campaign, active beside a road behind its own lines."""
    b = position("campaign", open_area=True, turn=turn)
    counter = b.game.counters[b.piece(unit)]
    home = {"us": "E2619", "british": "E2434", "canadian": "E2434", "german": "E1540"}[counter.nationality]
    return b.unit(unit, home, **marks).active(unit)  # type: ignore[arg-type]


def refusal(b: Built, unit: str, reduced: bool) -> str:
    """Rule that refuses a recovery, `` when it is legal."""
    try:
        recovery.check(b.pos, Recover(b.piece(unit), reduced))
    except IllegalDecision as refused:
        return refused.rule
    return ""


def test_J6_424_nobody_recovers_from_reduced_before_11_12_june() -> None:
    early = recovering("3_br_8", turn=3, reduced=True)
    assert early.game.turn(early.state.turn) == "9/10 June"
    assert refusal(early, "3_br_8", True) == "J6 21.31"
    assert refusal(recovering("3_br_8", turn=4, reduced=True), "3_br_8", True) == ""


def test_J6_424_recovery_from_reduced_needs_a_loc_and_recovery_from_disorder_none() -> None:
    """5.35"""
    b = position("campaign", open_area=True, turn=5).unit("21pz_125", "E1939", reduced=True, disorder=1)
    b.unit("3_br_8", "E1840").active("21pz_125")
    assert supply.loc(b.pos, b.piece("21pz_125")) is None
    assert refusal(b, "21pz_125", True) == "J6 21.35"
    assert refusal(b, "21pz_125", False) == ""


def test_J6_424_a_unit_that_has_moved_or_attacked_does_not_recover() -> None:
    """21.34, 21.11"""
    for mark in ("moved", "strategic", "attacked", "recovered"):
        b = recovering("3_br_8", turn=5, reduced=True, disorder=1).flag("3_br_8", mark)
        assert refusal(b, "3_br_8", True) == refusal(b, "3_br_8", False) == "J6 21.22"


@pytest.mark.parametrize(
    ("unit", "part"), [("82_us_505", "a"), ("82_us_325", "b"), ("i_br_1ss", "c"), ("12ss_12pz", "d"), ("3fj_5", "a")]
)
def test_J6_425_parachutists_gliders_commandos_and_german_armour_recover_from_disorder_only(
    unit: str, part: str
) -> None:
    b = recovering(unit, turn=5, reduced=True, disorder=1)
    assert refusal(b, unit, True) == f"J6 21.32{part}"
    assert refusal(b, unit, False) == ""


def test_J6_425_other_units_recover_from_reduced() -> None:
    for unit in ("3_br_8", "3_br_27", "12ss_25", "21pz_125"):
        assert refusal(recovering(unit, turn=5, reduced=True), unit, True) == ""


def test_J6_425_detachments_and_strongpoints_never_recover() -> None:
    b = recovering("det_1", turn=5, disorder=1)
    assert refusal(b, "det_1", False) == "J6 21.24"


def test_J6_132_a_pinned_unit_may_recover_from_disorder_but_not_move() -> None:
    b = position().unit("12ss_hq", "E1736").unit("12ss_25", "E1737", pinned=True, disorder=2)
    b.active("12ss_hq", "12ss_25").run(*activation.course())
    offered = b.choices()
    assert "recover 12ss_25 no" in offered
    assert not any(line.startswith(("move 12ss_25", "strategic_move 12ss_25")) for line in offered)
    b.play("recover 12ss_25")
    assert b.has("12ss_25", "disorder") == 1
    assert b.refuses("recover 12ss_25").rule == "J6 21.22", "one action for each activation"
    assert "21.21" in b.rules()


def test_J6_505_a_pinned_hq_or_rocket_unit_may_still_recover_from_disorder() -> None:
    b = position().unit("12ss_hq", "E1736", pinned=True, disorder=1).unit("i_ss_nw", "E1737", pinned=True, disorder=1)
    b.active("12ss_hq", "i_ss_nw").run(*activation.course())
    assert {"recover 12ss_hq no", "recover i_ss_nw no"} <= set(b.choices())


def test_a_recovery_from_reduced_flips_the_unit_and_counts() -> None:
    b = position().unit("3_br_hq", "E2438").units("E2336", "3_br_8", "3_br_9", reduced=True)
    b.active("3_br_hq", "3_br_8", "3_br_9").run(*activation.course())
    b.play("recover 3_br_8 yes")
    assert not b.is_reduced("3_br_8")
    assert [b.game.words.key(event.status) for event in b.of(ev.Judged)] == ["status.supplied"]
    assert b.refuses("recover 3_br_9 yes").rule == "J6 PB 6.82b", "one a turn"
    act = b.act()
    act.assign("var.allied_reduced_this_turn", 0)
    act.assign("var.allied_reduced_recoveries", 2)
    assert b.refuses("recover 3_br_9 yes").rule == "J6 PB 6.82b", "two in all"


def test_germans_never_recover_from_reduced_in_push_to_caen() -> None:
    b = position().unit("21pz_hq", "E1736").unit("21pz_125", "E1737", reduced=True).active("21pz_hq", "21pz_125")
    b.run(*activation.course())
    assert b.refuses("recover 21pz_125 yes").rule == "J6 PB 6.81b"


def test_the_units_of_an_isolated_hq_do_not_recover() -> None:
    """22.25"""
    b = position().unit("12ss_hq", "E1736", isolated=True).unit("12ss_25", "E1737", disorder=1)
    b.active("12ss_25", mode=f.RE_MODE)
    assert refusal(b, "12ss_25", False) == "J6 21.23"


def test_us_commonwealth_and_german_units_recover_one_a_turn_each() -> None:
    b = position("campaign", open_area=True, turn=5).unit("1_us_16", "E2619", reduced=True)
    b.unit("3_br_8", "E2434", reduced=True).unit("3_br_9", "E2434", reduced=True).active("1_us_16", "3_br_8", "3_br_9")
    recovery.take(b.act(), Recover(b.piece("3_br_8"), True))
    assert refusal(b, "3_br_9", True) == "J6 21.33"
    assert refusal(b, "1_us_16", True) == ""
