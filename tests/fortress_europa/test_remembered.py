"""What a position remembers from one event to the next is what a fresh look at the same state finds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.games.fortress_europa.questions import (
    battle_sets,
    capacity,
    contact,
    points,
    supply,
    trains,
    ways,
)
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.questions.zoc import zone_of
from hexledger.engine.games.fortress_europa.rules import rail, victory
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.recorder import Recorder
from hexledger.events.model import Event
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import play_on
from tests.fortress_europa.about import BUSY, CAMPAIGN
from tests.fortress_europa.builder import game, position

SIDES = (f.ALLIED, f.GERMAN)


def zones(pos: FortressPosition, side: int) -> dict[int, tuple[int, ...]]:
    """ZOCs unit by unit; 31.6: a decoy that is out reaches as far as a unit."""
    found: dict[int, list[int]] = {}
    for unit in pos.ashore(side):
        for place in zone_of(pos, unit):
            found.setdefault(place, []).append(unit)
    for decoy in pos.decoys_out if side == f.GERMAN else ():
        here = pos.at(decoy)
        for place in (here, *(there for there in pos.game.tables.ground.links[here] if not pos.broken(here, there))):
            found.setdefault(place, []).append(decoy)
    return {place: tuple(sorted(units)) for place, units in found.items()}


def near_enemy(pos: FortressPosition, side: int) -> list[bool]:
    return [any(pos.enemies_in(there, side) for there in pos.board.within(hex_, 1)) for hex_ in range(0, 1400, 40)]


def reach(pos: FortressPosition, unit: int) -> tuple[int, ...]:
    """12.8, 14.1: hexes that a unit can attack, looked at one by one."""
    here, enemy = pos.at(unit), 3 - pos.side(unit)
    if contact.on_top(pos, unit):
        return (here,) if contact.defenders(pos, here, enemy) else ()
    if contact.first_impulse_invader(pos, unit):
        return ()
    links = pos.game.tables.ground.links[here]
    return tuple(hex_ for hex_ in links if not pos.broken(here, hex_) and contact.defenders(pos, hex_, enemy))


def through(pos: FortressPosition, side: int) -> list[bool]:
    hexes: int = supply._passable(pos, side, False)
    return [bool(hexes & pos.game.tables.ground.floods.bits[place]) for place in sorted(pos.game.tables.ground.land)]


def movers(side: int) -> list[ways.Mover]:
    plain = ways.Mover(side, armored=False, mountain=False, meuse=False, nancy=False, italy=False, bold=False)
    return [plain, plain._replace(armored=True), plain._replace(mountain=True, bold=True, italy=True)]


def steps(pos: FortressPosition, m: ways.Mover, place: int) -> tuple[tuple[int, bool, bool], ...]:
    """Steps out of a hex, each asked of `step` and `stops`."""
    (partisan,) = pos.game.tables.roster.partisans
    held = {pos.at(partisan)} if m.side == f.GERMAN else set()
    zone = {p for p in (place, *ways.neighbours(pos, m, place)) if pos.in_ezoc(p, m.side) or p in held}
    zoned, found = not m.bold and place in zone, []
    for there in ways.neighbours(pos, m, place):
        closed = zoned and there in zone
        if there == pos.game.tables.ground.jersey or closed or ways.step(pos, m, place, there) is not None:
            continue
        wet = m.armored and pos.broken(place, there) and not ways.bridged(pos, m, place, there)
        found.append((there, ways.stops(pos, m, place, there) is not None or wet, ways.rough(pos, m, there)))
    return tuple(found)


FRESH: dict[str, tuple[Callable[[Any, int], object], Callable[[Any, int], object]]] = {
    "ashore": (
        lambda pos, side: pos.ashore(side),
        lambda pos, side: tuple(
            p
            for p in sorted(pos.state.at)
            if pos.side(p) == side and p in pos.game.tables.roster.land and pos.on_map(p)
        ),
    ),
    "zones": (
        lambda pos, side: list(pos.zoc(side).items()),
        lambda pos, side: sorted(zones(pos, side).items()),
    ),
    "near": (lambda pos, side: [pos.near_enemy(hex_, side, 1) for hex_ in range(0, 1400, 40)], near_enemy),
    "lines run": (
        through,
        lambda pos, side: [supply.clear(pos, place, side) for place in sorted(pos.game.tables.ground.land)],
    ),
    "steps": (
        lambda pos, side: [ways.steps(pos, m)[place] for m in movers(side) for place in range(3, 1400, 17)],
        lambda pos, side: [steps(pos, m, place) for m in movers(side) for place in range(3, 1400, 17)],
    ),
    "reach": (
        lambda pos, side: [near for unit in contact.facing(pos, side) if (near := contact.reach(pos, unit))],
        lambda pos, side: [near for unit in pos.ashore(side) if (near := reach(pos, unit))],
    ),
}
"""What is asked -> the answer that is remembered, and the same worked out hex by hex or unit by unit."""

ASKED: dict[str, Callable[[Any, int], object]] = {
    "engaged": contact.engaged,
    "required": contact.required,
    "supply": lambda pos, side: [supply.standing(pos, unit) for unit in pos.ashore(side)],
    "passable": lambda pos, side: supply._passable(pos, side, True),
    "lines": lambda pos, side: [place in points.lines(pos, side) for place in range(0, 1400, 50)],
    "capacity": lambda pos, _side: capacity.reckon(pos),
    "trains": lambda pos, _side: trains.reach(pos, pos.board.place("BB12")),
    "rail": lambda pos, side: tuple(rail._gained(pos, side)),
    "victory": lambda pos, _side: victory.terms(pos) if pos.scenario.id == "campaign" else None,
    "bridges": lambda pos, _side: pos.without_bridges(),
}
"""Other questions: they are put to the position that remembers and to a new one of the same state."""


def in_order(answer: object) -> object:
    """An answer whose order counts as well: a listing must not show what was asked before."""
    return list(answer.items()) if isinstance(answer, dict) else answer


@pytest.mark.whole
@pytest.mark.parametrize(
    ("scenario", "options", "decisions"),
    [("campaign", CAMPAIGN, 40), ("battle_of_the_bulge", (), 25), ("on_to_berlin", (), 25)],
)
def test_after_every_event_of_a_busy_game_each_question_has_the_answer_of_a_fresh_look(
    scenario: str, options: tuple[str, ...], decisions: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    emit, asked, changed = Recorder.emit, 0, set[str]()
    last: dict[tuple[str, int], object] = {}

    def watched(act: Recorder[Any], event: Event) -> None:
        nonlocal asked
        emit(act, event)
        if not act.state.turn or type(event).__name__ in (
            "Popped",
            "Pushed",
            "Reckoned",
            "Noted",
            "Resolved",
            "Rolled",
            "Judged",
        ):
            return
        asked += 1
        fresh = game().position(act.state.copy())
        # all at every event would take minutes: in turn they all come up after every kind of event
        turn = asked % 3
        for number, (name, (remembered, plain)) in enumerate(FRESH.items()):
            if number % 3 == turn:
                for side in SIDES:
                    found = remembered(act.pos, side)
                    assert found == plain(fresh, side), f"{name}, side {side}, after {event}"
                    compare(name, side, found)
        for number, (name, question) in enumerate(ASKED.items()):
            if number % 3 == turn:
                for side in SIDES:
                    found = question(act.pos, side)
                    assert in_order(found) == in_order(question(fresh, side)), f"{name}, side {side}, after {event}"
                    compare(name, side, found)

    def compare(name: str, side: int, found: object) -> None:
        if last.setdefault((name, side), found) != found:
            changed.add(name)
            last[name, side] = found

    monkeypatch.setattr(Recorder, "emit", watched)
    genesis = new_genesis(f"fortress_europa/{scenario}", seed="remembered", options=dict.fromkeys(options, "yes"))
    with Chronicle.create(tmp_path / "game.hxl", genesis) as chronicle:
        assert play_on(chronicle, {1: BUSY, 2: BUSY}, limit=decisions) == decisions
    assert asked > 100
    assert changed >= {"zones", "lines run", "ashore"}, "an answer that never changes proves nothing"


def test_battles_are_looked_for_among_the_units_that_have_something_to_attack() -> None:
    b = position().unit("us_1", "K4").unit("i_352", "K5").unit("us_4", "E9").turn_of("allied", impulse=1)
    assert contact.engaged(b.pos, f.ALLIED) == (b.piece("us_1"),)
    assert [unit for unit, _, _ in battle_sets._contacts(b.pos, f.ALLIED)] == [b.piece("us_1")]


def test_a_decision_is_the_same_whether_the_zones_of_another_position_were_asked_for_in_between() -> None:
    one = position().unit("us_1", "K4").unit("i_352", "K5").turn_of("allied", impulse=1)
    other = position().unit("i_352", "M9").units("BB12", "pz_21", "i_716").turn_of("german", impulse=2)
    first = {side: dict(one.pos.zoc(side)) for side in SIDES}
    for b, wanted in ((other, None), (one, first), (other, None), (one, first)):
        for side in SIDES:
            found = dict(game().position(b.state.copy()).zoc(side))
            assert found == (zones(b.pos, side) if wanted is None else wanted[side])
            assert list(found) == sorted(found), "nor is the order"


@pytest.mark.parametrize("side", SIDES)
def test_zones_that_were_handed_out_stay_as_they_are_when_units_move_on(side: int) -> None:
    b = position().unit("us_1", "K4").unit("i_352", "K5").turn_of("allied", impulse=1)
    before = b.pos.zoc(side)
    copy = dict(before)
    act = b.act()
    act.move(b.piece("us_1"), (b.hex("K4"), b.hex("K3")), "mode.move")
    act.move(b.piece("i_352"), (b.hex("K5"), b.hex("K6")), "mode.move")
    assert dict(act.pos.zoc(side)) != copy == dict(before)
    assert kernel.waiting(b.game, b.state, b.pos) is not None


def test_zones_end_at_a_river_once_its_bridges_are_out_and_reach_into_a_fortress_that_falls() -> None:
    b = position().unit("us_1", "M6").unit("us_4", "K4").unit("i_352", "K5").turn_of("allied", impulse=1)
    act = b.act()
    before = {side: zones(act.pos, side) for side in SIDES}
    assert {side: dict(act.pos.zoc(side)) for side in SIDES} == before
    for a, c in b.pos.game.tables.ground.sections["orne"]:
        act.marker(a, c, f.BRIDGE_OUT, 1)
    assert dict(act.pos.zoc(f.ALLIED)) == zones(act.pos, f.ALLIED) != before[f.ALLIED]
    fortress = sorted(b.pos.game.tables.ground.fortresses)[0]
    act.move(b.piece("us_4"), (b.hex("K4"), b.pos.game.tables.ground.links[fortress][0]), "mode.move")
    assert fortress not in act.pos.zoc(f.ALLIED)
    act.marker(fortress, -1, f.FORTRESS_DESTROYED, 1)
    assert fortress in act.pos.zoc(f.ALLIED)
    assert dict(act.pos.zoc(f.ALLIED)) == zones(act.pos, f.ALLIED)


@pytest.mark.parametrize("impulse", [1, 2])
def test_steps_over_rivers_without_bridges_on_the_dyke_and_past_the_partisan_are_those_of_the_rules(
    impulse: int,
) -> None:
    b = position(options=("31.5", "31.11", "31.16")).unit("us_1", "M6").unit("i_352", "N7").turn_of("german", impulse)
    ground = b.pos.game.tables.ground
    (partisan,) = b.pos.game.tables.roster.partisans
    act = b.broken("seine_1").broken("orne").act()
    act.place(partisan, b.hex("O8"), 1)
    act.place(b.piece("us_4"), ground.dyke_exits(ground.links[ground.dyke][0])[0], 1)
    for side in SIDES:
        for m in movers(side):
            field = ways.steps(act.pos, m)
            assert [field[place] for place in sorted(ground.land)] == [
                steps(act.pos, m, place) for place in sorted(ground.land)
            ]
