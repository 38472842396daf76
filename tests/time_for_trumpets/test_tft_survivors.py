"""Rules of A Time for Trumpets that mutants got past: each test turns red when its line is changed."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import (
    banks,
    borders,
    comm,
    fire,
    going,
    scoring,
    supply,
    ways,
)
from hexledger.engine.games.time_for_trumpets.questions import modifiers as md
from hexledger.engine.games.time_for_trumpets.rules import (
    aircraft,
    arriving,
    demolition,
    entering,
    events,
    hold,
    infiltration,
    leaving,
)
from hexledger.engine.games.time_for_trumpets.rules.bridging import of_december_16
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import MutualEnd
from hexledger.engine.games.time_for_trumpets.rules.movement import EndMovement, Movement
from hexledger.engine.games.time_for_trumpets.rules.victory import Judge
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.events import model as ev
from tests.conformance.time_for_trumpets import test_tft_movement as marches
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle


def rockets(fired_at: str = "") -> Built:
    """Two battalions of the 9th NW Brigade in range of two American battalions, each beside a German one of the 12th
    VG Division; one has fired at a hex."""
    b = position(turn="18MO").unit("us_99_393_i", "6020").unit("us_99_393_ii", "6222").unit("12_48_i", "6021")
    b.unit("12_48_ii", "6223").units("6024", "12vg_hq", "i_ss_hq").unit("9nw_i", "6124", mode=1).unit(
        "9nw_ii", "6124", mode=1
    )
    if fired_at:
        b.flag("9nw_i", "fired", 1).flag("9nw_i", "fired_at", b.hex(fired_at) + 1)
    return b


def test_a_rocket_brigade_fires_at_one_hex_in_a_turn() -> None:
    """45.1e: whichever battalion fired first binds the others."""
    one, other = "6020", "6222"
    for fired_at, may in (("", (True, True)), (one, (True, False)), (other, (False, True))):
        b = rockets(fired_at)
        gun = b.piece("9nw_ii")
        able = tuple(
            gun in fire.attack_guns(b.pos, (b.piece(unit),), b.hex(place))
            for unit, place in (("12_48_i", one), ("12_48_ii", other))
        )
        assert able == may, fired_at


@pytest.mark.parametrize(
    ("units", "turn", "advantage"),
    [
        (("2pz_304_i",), "18EV", True),
        (("2pz_304_i",), "18AF", False),
        (("2pz_304_i", "26_77_i"), "18EV", False),
        (("1ss_1_i",), "18EV", True),
        (("1ss_1_i", "3fj_9_i"), "18EV", True),
        (("1ss_1_i", "12_48_i"), "18EV", False),
        (("3fj_9_i",), "18EV", False),
        (("2pz_304_i", "3fj_9_i"), "18EV", False),
        (("26_77_i",), "18EV", False),
    ],
)
def test_the_german_night_advantage_is_for_three_divisions_alone(
    units: tuple[str, ...], turn: str, advantage: bool
) -> None:
    """41: a front-line unit of 1SS, 2SS or 2Pz, and nobody else, but that 3FJ may help 1SS."""
    b = position(turn=turn).unit("us_99_393_i", "6020").units("6021", *units)
    labels = [label for label, _, _ in md.shifts(b.pos, battle(b, ",".join(units), "6020"))]
    assert ("line.german_night" in labels) is advantage
    assert ("line.night" in labels) is (not advantage and turn == "18EV")


@pytest.mark.parametrize(
    ("events", "done"),
    [("plain plain", 2), ("help", 1), ("delay plain plain", 3), ("plain delay plain", 3), ("delay delay delay", 0)],
)
def test_the_bridges_of_16_december_grow_by_a_turn_or_two_or_not_at_all(events: str, done: int) -> None:
    """60.4: one turn of work a player turn; two by the event that helps, none by the one that delays."""
    b = position(turn="16MO")
    sides = [tuple(row["side"]) for row in b.pos.scenario.hooks["auto_bridges"]]
    for one, other in sides:
        b.blown(one, other)
    finished = 0
    for number, event in enumerate(events.split(), 1):
        b.assign("bridge_delay", int(event == "delay")).assign("bridge_help", int(event == "help"))
        of_december_16(b.act())
        if not finished and all(_stands(b, x, y) for x, y in sides):
            finished = number
    assert finished == done


def _stands(b: Built, one: str, other: str) -> bool:
    return banks.bridged(b.pos, b.hex(one), b.hex(other))


def test_each_headquarters_off_the_map_is_there_once() -> None:
    """H-9."""
    for scenario in ("losheim_gap", "bastogne", "campaign"):
        b = position(scenario, with_setup=True, seed="once")
        assert set(b.state.pool(w.POOL["off_map"]).values()) <= {1}
        assert set(b.state.pool(w.POOL["off_map"])) >= b.pos.scenario.off_map - set(b.state.at)


def test_a_bridge_that_engineers_built_is_gone_when_it_is_blown() -> None:
    """22.1h."""
    b = position(turn="20MO")
    ground = b.game.ground
    here, there = divmod(min(ground.bridges), ground.n)
    b.act().marker(here, there, w.BLOWN, 1)
    b.act().marker(here, there, w.MARKER["j_bridge"], 1)
    assert banks.bridged(b.pos, here, there)
    demolition.destroy(b.act(), here, there)
    assert not banks.bridged(b.pos, here, there) and not banks.built(b.pos, here, there)


def test_a_unit_that_finds_no_hex_inside_the_map_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """G-D7."""
    for free in (True, False):
        b = position()
        row = next(r for r in b.pos.scenario.arrivals if not r.edge and b.game.side_of[r.piece] == w.ALLIED)
        corps = b.pos.above(row.piece, "corps")
        b.act().pool("pool.waiting", row.piece, 1)
        b.act().assign("var.side", w.ALLIED)
        b.act().assign("var.army", b.pos.above(row.piece, "army") + 1)
        b.act().assign("var.corps", (corps if corps >= 0 else row.piece) + 1)
        assert row.piece in arriving.due(b.pos)
        if not free:
            monkeypatch.setattr(arriving, "inner_hex", lambda *_: arriving.NOBODY)
        arriving.InnerArrivals().run(b.act())
        assert b.pos.on_map(row.piece) is free
        assert (row.piece in b.pos.pool("waiting")) is not free


def test_each_rest_of_a_headquarters_counts() -> None:
    """61.1: two turns of rest, two points."""
    b = position().unit("12vg_hq", "6021")
    for rests in (1, 2):
        b.act().flag(b.piece("12vg_hq"), w.RESTING, 1)
        MutualEnd().run(b.act())
        assert b.pos.flag(b.piece("12vg_hq"), w.RESTED) == rests
        assert not b.pos.flag(b.piece("12vg_hq"), w.RESTING)


@pytest.mark.parametrize(("enemy", "sealed"), [(True, True), (False, False)])
def test_aircraft_are_allocated_in_secret_when_somebody_is_there_to_look(enemy: bool, sealed: bool) -> None:
    """5.4d."""
    b = position(with_setup=True, seed="air")
    for plane in b.pos.pool("squadrons"):
        b.act().pool("pool.squadrons", plane, -1)
    planes = sorted(b.game.arms.aircraft)
    own = [p for p in planes if b.game.side_of[p] == w.GERMAN][:2]
    for plane in own + [p for p in planes if b.game.side_of[p] == w.ALLIED][: int(enemy)]:
        b.act().pool("pool.squadrons", plane, 1)
    asked = aircraft.SealAllocation().prompt(b.pos)
    assert (asked is not None) is sealed
    assert aircraft.AllocateOpenly(w.GERMAN).prompt(b.pos) is not None, "there is a choice"
    for plane in own:
        b.act().pool("pool.squadrons", plane, -1)
    assert aircraft.SealAllocation().prompt(b.pos) is None, "there is nothing to choose"
    assert aircraft.AllocateOpenly(w.GERMAN).prompt(b.pos) is None


@pytest.mark.parametrize(("die", "done", "disrupted"), [(3, False, 0), (4, True, 0), (5, True, 0), (6, True, 2)])
def test_a_die_of_avoidance_lets_a_unit_go_on_stops_it_or_disrupts_it(die: int, done: bool, disrupted: int) -> None:
    """33.0g-j."""
    b = marches.houffalize("116pz_panther_1", dice=(die,)).run(Movement(w.GERMAN))
    b.play("move 116pz_panther_1 6035", "avoid 116pz_panther_1 5936")
    unit = b.piece("116pz_panther_1")
    assert b.on("116pz_panther_1") == "5936"
    assert bool(b.pos.flag(unit, w.DONE)) is done and b.pos.flag(unit, w.DISRUPT) == disrupted


def test_a_unit_that_came_back_is_nowhere_else() -> None:
    """54.1i."""
    b = position()
    source = next(p for p in b.pos.scenario.sources["6pza"] if len(b.pos.board.neighbours[p]) < 6)
    b.unit("12_48_i", b.pos.label(source))
    leaving.retreat_off(b.act(), b.piece("12_48_i"))
    assert b.pooled("fled", "12_48_i") == 1
    b.turn("18AF")
    leaving.come_back(b.act(), w.GERMAN)
    assert b.on("12_48_i") != "-" and b.pooled("fled", "12_48_i") == 0
    assert b.piece("12_48_i") not in b.pos.pool("fled")


def test_an_infiltration_begins_over_an_unbridged_stream_like_any_move() -> None:
    """94.1, 30.1: the first step only, and not by a unit that has left its hex."""
    b = marches.skorzeny(2, 2, 6)
    near, foot = b.game.ground.near, b.piece("12_48_i")
    here, there = next(
        (p, q)
        for p in sorted(b.pos.scenario.hexes)
        for q in near[p]
        if banks.barrier(b.pos, p, q) == "stream" and ways.step(b.pos, foot, p, q, first=True)[1] is None
    )  # fmt: skip
    b.unit("12_48_i", b.pos.label(here))
    assert infiltration.cost(b.pos, foot, (there,))[1] is None
    why = infiltration.cost(b.flag("12_48_i", "first_step", 1).pos, foot, (there,))[1]
    assert why is not None and why[0] == "30.1"


def test_what_obeys_a_headquarters_off_the_map_is_in_supply_till_isolated() -> None:
    """H-9."""
    b = position("bastogne", with_setup=True, seed="away")
    away = b.state.pool(w.POOL["off_map"])
    unit = next(
        p for p in sorted(b.state.at) if b.pos.on_map(p) and p in b.game.roster.combat and not b.pos.generic(p)
        and comm.superior(b.pos, p) in away
    )  # fmt: skip
    found = supply.judge_unit(b.pos, unit, {})
    assert found.rule == "H-9" and found.good is not supply.isolated(b.pos, unit)


def test_the_lines_of_the_score_are_those_of_each_side() -> None:
    """H-6."""
    b = position("bastogne", with_setup=True, seed="score")
    b.act().assign("var.last_turn", b.state.turn)
    Judge().run(b.act())
    rows = scoring.scores(b.pos)
    for side in (w.GERMAN, w.ALLIED):
        (told,) = (e for e in b.of(ev.Reckoned) if e.subject == side)
        assert len(told.lines) == len([row for row in rows if row.side == side])


def test_overrun_markers_go_with_the_movement_segment() -> None:
    """35.3m: all of them, and nothing else."""
    b = position().blown("6020", "6021")
    for place in ("6020", "6121", "6222"):
        b.act().marker(b.hex(place), -1, w.MARKER["overrun"], 1)
    left = dict(b.state.markers)
    EndMovement().run(b.act())
    gone = {key for key in left if key not in b.state.markers or not b.state.markers[key]}
    assert gone == {key for key in left if key & 0xFFFF == w.MARKER["overrun"]} and len(gone) == len("abc")


@pytest.mark.parametrize(("turn", "left"), [("18AF", 1), ("18EV", 0)])
def test_the_evening_ends_every_reserve_that_was_not_called(turn: str, left: int) -> None:
    """18.4m."""
    b = position(turn=turn).unit("12vg_hq", "6021").unit("12_48_i", "6021")
    b.act().flag(b.piece("12_48_i"), w.RESERVE, 1)
    MutualEnd().run(b.act())
    assert b.pos.flag(b.piece("12_48_i"), w.RESERVE) == left


@pytest.mark.parametrize(
    ("unit", "here", "there", "passes"),
    [
        ("2pz_2_ii", "7843", "7743", False),
        ("26vg_fa_ii", "7846", "7747", False),
        ("2pz_flak", "7843", "7743", True),
        ("2pz_304_i", "7843", "7743", True),
    ],
)
def test_a_retreat_takes_a_ford_only_where_no_engineer_is_needed(
    unit: str, here: str, there: str, passes: bool
) -> None:
    """54.2m: though one stands there to help."""
    b = marches.ferry(marches.our().unit(unit, here), "2pz_eng", here, there)
    assert going.passable(b.pos, b.piece(unit), b.hex(here), b.hex(there)) is passes


@pytest.mark.parametrize("lost", ["out_comm", "oos"])
def test_nobody_out_of_command_or_supply_is_ferried(lost: str) -> None:
    """9.15d, 7.14c."""
    b = marches.ferry(marches.our().unit("26vg_fa_ii", "7846"), "26vg_eng", "7846", "7747")
    unit, here, there = b.piece("26vg_fa_ii"), b.hex("7846"), b.hex("7747")
    assert ways.ferryman(b.pos, unit, here, there) == b.piece("26vg_eng")
    b.flag("26vg_fa_ii", lost, 1)
    assert ways.ferryman(b.pos, unit, here, there) == arriving.NOBODY


def test_a_leader_alone_dies_where_an_enemy_enters() -> None:
    """39.3d."""
    b = position("campaign", turn="20MO").option("leaders").unit("leader_remer", "6021").unit("us_99_393_i", "6021")
    entering.entered(b.act(), b.piece("us_99_393_i"), b.hex("6021"))
    assert b.on("leader_remer") == "-"


# ---------------------------------------------------------------------- of the sample of seed 11
@pytest.mark.parametrize(
    ("turn", "there", "refused"), [("21EV", "6051", True), ("21EV", "6052", False), ("22MO", "6051", False)]
)
def test_the_fourth_armored_stays_south_of_row_52_till_22_december(turn: str, there: str, refused: bool) -> None:
    """8.0: the scenario's area of operations, its row included; no other division's."""
    b = position("bastogne", turn=turn).unit("us_4_ccb_8_tk", "6053").unit("us_28_103_ce", "6053")
    for unit, bound in (("us_4_ccb_8_tk", refused), ("us_28_103_ce", False)):
        found = borders.forbidden(b.pos, b.piece(unit), b.hex("6053"), b.hex(there))
        assert (found is not None and found[0] == "8.0") is bound, (unit, found)


@pytest.mark.parametrize(("there", "refused"), [("9011", False), ("9012", False), ("9013", True)])
def test_lxvii_corps_stays_north_of_row_12_in_the_losheim_gap(there: str, refused: bool) -> None:
    """H-3: its row included; another corps goes there."""
    b = position("losheim_gap", turn="16AF").unit("667_pzj", "9112").unit("12_48_i", "9112")
    for unit, bound in (("667_pzj", refused), ("12_48_i", False)):
        found = borders._corps_limit(b.pos, b.piece(unit), b.hex(there))
        assert (found is not None) is bound, (unit, found)


@pytest.mark.parametrize(("given", "more"), [(0, True), (1, True), (2, False)])
def test_a_leader_orders_as_often_as_his_command_says(given: int, more: bool) -> None:
    """39.7c: Middleton twice in a segment; the flag holds one more than he has given."""
    b = position(turn="18MO").option("leaders").unit("leader_middleton", "6020")
    assert b.pos.counters[b.piece("leader_middleton")].front.get("command") == 2
    b.flag("leader_middleton", "held_here", given + 1 if given else 0)
    assert hold.may_order(b.pos, b.piece("leader_middleton"), w.ALLIED) is more


def test_captured_stores_are_found_by_a_division_of_the_corps_that_is_on_the_map() -> None:
    """12.3, 15.1: no brigade, nobody of another corps, nobody off the map."""
    b = position(turn="18MO").units("9423", "i_ss_hq", "12vg_hq").unit("277vg_hq", "9422").unit("150bde_hq", "9421")
    b.unit("2pz_hq", "7443").assign("event", events.STORES)
    found = events.EventChoice(b.piece("i_ss_hq"), 0)._units(b.pos)
    assert sorted(found) == sorted(map(b.piece, ("12vg_hq", "277vg_hq")))
