"""What a page is told while a decision is put together, in every game: the running sum of a set that is picked one by
one, and the rule that forbids a hex or unit, for its place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hexledger.engine.building.floor import built_game
from hexledger.engine.catalogue import GAMES
from hexledger.engine.games.time_for_trumpets.rules.moving import MOST_LISTED
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.naming.typed import units_of
from hexledger.engine.table.consequences import tried
from hexledger.engine.table.drafting import ROUTE, UNITS, Drafting, fields_of, given_of
from hexledger.engine.table.onward import begins_a_fight
from hexledger.events.ledger import Ledger
from hexledger.projections.state import State
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.tabletop.sitting import Sitting
from tests.every_game.about import About
from tests.every_game.catalogue import every_game, outside_the_catalogue
from tests.every_game.positions import CORPUS, kinds_of, legal, positions, state_of
from tests.every_game.test_records import Play
from tests.replays.tabletop.test_sitting import BOTH, page_fields

ATTACKS = 2
"""Attacks of a game whose units are picked one by one."""
FAR = 12
"""Places out of reach that are clicked."""


class Attack(NamedTuple):
    """An attack of several units in a recorded game: the log, the frame before, the decision, the field that names the
    units."""

    log: Path
    before: int
    decision: Decision
    field: str


def attacks(name: str) -> Iterator[Attack]:
    """The attacks of several units in the recorded games of a game."""
    for log in sorted((CORPUS / name).glob("*.hxl")):
        with Chronicle.read(log) as chronicle:
            game = chronicle.game
            for frame in chronicle.frames(chronicle.timeline.head):
                decision = chronicle.decision(frame.seq)
                if not frame.seq or not isinstance(decision, Decision) or decision.kind() not in kinds_of(game):
                    continue
                sets = [field.name for field in fields_of(game, decision.kind()) if field.role == UNITS]
                several = [name for name in sets[:1] if len(getattr(decision, name)) > 1]
                if several and fights(game, chronicle.state(frame.parent), decision):
                    yield Attack(log, frame.parent, decision, several[0])


def fights(game: Game[Any], state: State, decision: Decision) -> bool:
    """Whether a decision declares an attack."""
    if game.view().forecast(game.position(state), decision):
        return True
    return begins_a_fight(game, tried(game, state, decision).events)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_units_of_an_attack_are_picked_one_by_one_with_a_running_sum(name: str, tmp_path: Path) -> None:
    counted = 0
    for attack in islice(attacks(name), ATTACKS):
        log = cut(attack.log, tmp_path / f"{attack.log.stem}-{attack.before}.hxl", attack.before)
        sitting = Sitting(Chronicle.write(log))
        try:
            sums = list(_picked(sitting, attack.decision, attack.field))
        finally:
            sitting.close()
        assert sums == sorted(sums) and sums[-1] > sums[0], "each unit adds its strength"
        counted += len(sums)
    assert counted >= 2 * ATTACKS


def _picked(sitting: Sitting, decision: Decision, name: str) -> Iterator[int]:
    """The attackers' strength after each unit; what is not legal yet says so with its rule."""
    fields = page_fields(sitting.game, decision)
    for count in range(1, len(fields[name]) + 1):
        row = sitting.preview(BOTH, sitting.head, decision.kind(), {**fields, name: fields[name][:count]})
        if not row["legal"]:
            assert row["why"] and row["rule"].startswith(sitting.game.code)
        attackers, _, defenders = row["sum"].partition(" against ")
        if row["legal"] or attackers:
            assert defenders, row
            yield int(attackers)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_whatever_hex_two_steps_lead_a_unit_to_is_marked(name: str) -> None:
    """By brute force: each way of one or two hexes that the rules let it go ends in a hex that is marked, or in one in
    which its own side stands and leaves no room for it to stay."""
    game, seen = built_game(name), 0
    for one in positions(name):
        decision = game.codec.decode(one.decision)
        ways = [field.name for field in fields_of(game, one.kind) if field.role == ROUTE]
        if one.kind != "move" or not ways:
            continue
        drafting, given = Drafting(game, state_of(one)), given_of(game, decision)
        del given[ways[0]]
        unit, side = next(units_of(game, decision)), drafting.prompt.side
        start = drafting.state.at[unit]
        marked = {way.value[-1] for way in drafting.values(one.kind, given, ways[0]) if way.value}
        led = {way[-1] for way in _short_ways(game, start) if _goes(drafting, one.kind, {**given, ways[0]: way})}
        full = {place for place in led if any(game.piece_side(one) == side for one in drafting.state.units_at(place))}
        assert led <= marked | full, [game.place(place) for place in led - marked - full]
        seen += len(led)
    assert seen > 5


def _short_ways(game: Game[Any], start: int) -> Iterator[tuple[int, ...]]:
    for near in game.board.neighbours[start]:
        yield (near,)
        yield from ((near, there) for there in game.board.neighbours[near])


def _goes(drafting: Drafting, kind: str, given: dict[str, Any]) -> bool:
    return legal(drafting, drafting.made(kind, given))


@pytest.mark.parametrize("kind", ["move_stack", "rail_move"])
def test_stacks_and_trains_that_are_not_listed_show_where_they_may_go(kind: str) -> None:
    """FE 6.4, 10: by each way that is shown they may go; the one that the rules' own test went is among the ends."""
    game = built_game("fortress_europa")
    for one in (one for one in positions("fortress_europa") if one.kind == kind):
        drafting, given = Drafting(game, state_of(one)), given_of(game, game.codec.decode(one.decision))
        path = given.pop("path")
        ways = [way.value for way in drafting.values(kind, given, "path")]
        assert len(ways) > 20 and path[-1] in {way[-1] for way in ways}
        assert all(_goes(drafting, kind, {**given, "path": way}) for way in ways)


@pytest.mark.parametrize("log", sorted((CORPUS / "time_for_trumpets").glob("*.hxl")), ids=lambda log: log.stem)
def test_every_unit_that_may_move_is_marked_where_the_list_has_a_few(log: Path) -> None:
    """TFT 29.0: of each marked unit the ways are shown, though the moves of six are listed."""
    drafting, movers = first_movement(log)
    listed = {piece for move in drafting.of("move") for piece in units_of(drafting.game, move)}
    further = [piece for piece in movers if piece not in listed]
    assert len(listed) == MOST_LISTED and len(further) >= 20
    assert drafting.values("move", {"units": (further[-1],)}, "path")


def first_movement(log: Path) -> tuple[Drafting, list[int]]:
    """Where more than twenty units may move for the first time in a recorded game, and who may."""
    with Chronicle.read(log) as chronicle:
        for frame in chronicle.frames(chronicle.timeline.head):
            decision = chronicle.decision(frame.seq) if frame.seq else None
            if isinstance(decision, Decision) and decision.kind() == "move":
                drafting = Drafting(chronicle.game, chronicle.state(frame.parent))
                movers = [piece for piece, kinds in drafting.units().items() if "move" in kinds]
                if len(movers) > 20:
                    return drafting, movers
    raise AssertionError(log)


def cut(path: Path, log: Path, before: int) -> Path:
    """A game up to a frame, as a log of its own."""
    with Ledger.open_reader(path) as whole:
        Ledger.create_with(log, list(whole.payloads(0, before + 1))).close()
    return log


def a_move(path: Path, one: About) -> tuple[int, Decision, str]:
    """The first move of a game along a way: the frame before, the decision, the field that holds the way."""
    with Chronicle.read(path, game=outside_the_catalogue(one.game)) as chronicle:
        for frame in chronicle.frames(chronicle.timeline.head):
            decision = chronicle.decision(frame.seq)
            if frame.seq and isinstance(decision, Decision) and decision.kind() == "move":
                ways = [field.name for field in fields_of(chronicle.game, "move") if field.role == ROUTE]
                if ways:
                    return frame.parent, decision, ways[0]
    raise AssertionError("somebody moves along a way")


@every_game
def test_a_hex_out_of_reach_and_a_unit_of_the_other_side_are_refused_with_rule_and_reason(
    one: About, played: Play, tmp_path: Path
) -> None:
    path, game, _ = played(one)
    before, decision, name = a_move(path, one)
    sitting = Sitting(Chronicle.write(cut(path, tmp_path / "cut.hxl", before), game=outside_the_catalogue(one.game)))
    try:
        given = {key: value for key, value in page_fields(game, decision).items() if key != name}
        ways = sitting.next(BOTH, before, "move", given, name)["values"]
        ends = {way[-1] for way, _, _ in ways if way}
        state, side = sitting.chronicle.state(), sitting.ask(BOTH)["side"]
        ends.update(state.at[piece] for piece in units_of(game, decision))
        away = [place for place in range(game.board.n_hexes) if place not in ends]
        for place in away[:: len(away) // FAR or 1]:
            _refused(game, sitting.why(BOTH, before, "move", given, name, place)["refusals"])
        enemy = next(piece for piece in sorted(state.at) if game.piece_side(piece) == 3 - side)
        _refused(game, sitting.why(BOTH, before, "", {}, "", enemy)["refusals"])
    finally:
        sitting.close()


def _refused(game: Game[Any], refusals: list[dict[str, str]]) -> None:
    assert refusals and all(one["rule"].startswith(game.code) and one["why"] for one in refusals), refusals
