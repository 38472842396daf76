"""Values of all other decisions of the greedy bot, by their kind."""

from __future__ import annotations

from typing import Any

from hexledger.engine.games.france_1944.advisor import fighting, moving
from hexledger.engine.games.france_1944.advisor import ground as g
from hexledger.engine.games.france_1944.questions import entry, ways
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.fight import CombatAir
from hexledger.engine.games.france_1944.rules.reinforcements import Reinforce
from hexledger.engine.games.france_1944.rules.results import MayRetreat
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice
from hexledger.engine.map.paths import path_to

BULGE_TURN = 6
"""December: the month in which the bot has saved for it."""
GUARD = 15
"""What it is worth to bring up a unit that guards the Rhine."""
CORNER = 24
"""Column beyond which a southern stack has no way home."""
LANDERS = 3
"""Allied units beside the drop hex that would profit."""


def value(pos: FrancePosition, side: int, step: Choice[FrancePosition], decision: Decision) -> int:
    """Points of a decision for the side that is asked; passing is worth nothing."""
    d: Any = decision
    match decision.kind():
        case "pass":
            return 0
        case "commit_supply":
            return int(d.points)
        case "assign_air":
            return 2 if d.interdiction == (1 if pos.state.turn >= 3 else 0) else 0
        case "use_air":
            assert isinstance(step, CombatAir)
            return fighting.use_air(pos, step.battle, d.marker)
        case "lead":
            armour = d.unit in pos.game.roster.armour
            return int(10 * pos.morale(d.unit) + 2 * pos.steps(d.unit) - armour)
        case "fall_back":
            assert isinstance(step, MayRetreat)
            return fighting.fall_back(pos, step.battle, step.outcome.defender_hits)
        case "lose_step":
            return 100 + fighting.loss(pos, d.unit)
        case "retreat":
            return 200 + _retreat(pos, pos.fighters(d.at), d.path[-1])
        case "south_retreat":
            return 200 + _retreat(pos, pos.fighters(d.at), d.path[-1])
        case "advance":
            return _advance(pos, d.unit, d.path[-1])
        case "south_advance":
            return 50 + g.pull(pos).get(d.path[-1], 0)
        case "replace":
            guard = side == w.GERMAN and g.watched(pos).get(pos.at(d.unit), False)
            return int(10 + 2 * pos.set_piece(d.unit) + 3 * d.points + 3 * pos.on_map(d.unit) + GUARD * guard)
        case "declare_bulge":
            return 5 if pos.state.turn == BULGE_TURN else -1
        case "drop":
            return _drop(pos, d.at)
        case "release":
            return 100 - pos.set_piece(d.unit)
        case "reroll":
            return -1
        case "place_south":
            return _south(pos, d.at)
    return 1


def _retreat(pos: FrancePosition, units: tuple[int, ...], place: int) -> int:
    """Into supply and cover, some way from the enemy."""
    if not units:
        return 0
    side = pos.side(units[0])
    fed = sum(place in g.in_supply(pos, pos.nation(unit), side) for unit in units)
    away = g.enemy_distance(pos, side).get(place, 0)
    return 10 * fed + 3 * min(away, 3) + 2 * g.cover(pos, place) + g.pull(pos).get(place, 0) // 4


def _advance(pos: FrancePosition, unit: int, place: int) -> int:
    gain = moving.value(pos, unit, place) - moving.value(pos, unit, pos.at(unit))
    if moving.leaves_hq(pos, unit):
        gain -= moving.LEFT_ALONE
    return gain + (4 if pos.side(unit) == w.ALLIED else -2)


def _drop(pos: FrancePosition, place: int) -> int:
    """Beyond a river that Allied units stand at, where they can follow at once."""
    ground = pos.game.ground
    if place not in ground.east_bank:
        return -1
    beside = [
        unit
        for there in ground.near[place]
        if ground.is_rhine(there, place)
        for unit in pos.fighters(there)
        if pos.side(unit) == w.ALLIED and there in g.in_supply(pos, pos.nation(unit), w.ALLIED)
    ]
    if len(beside) < LANDERS:
        return -1
    return 5 + len(beside) + g.cover(pos, place) - g.enemy_beside(pos, place, w.ALLIED) // 4


def _south(pos: FrancePosition, place: int) -> int:
    """Germans together and to the east, but not in the corner before Switzerland; Allies beside them."""
    column = int(pos.label(place)[:2]) if place < pos.board.n_hexes else 0
    return 2 * len(pos.fighters(place)) + (column if column <= CORNER else 0)


def reinforce(pos: FrancePosition, side: int) -> Decision | None:
    """The first piece that can come in, HQs first, with the march that takes it where it wants to be."""
    pieces = [piece for piece in entry.coming(pos, side) if entry.open_hexes(pos, piece)]
    for piece in sorted(pieces, key=lambda piece: (not pos.is_hq(piece), piece)):
        best: tuple[int, Reinforce] | None = None
        seen, worth = moving.look(pos, piece), dict[int, int]()
        for at in entry.open_hexes(pos, piece):
            reached = ways.reach(pos, piece, at, entry.points(pos, piece, at), admin=True)
            for there in reached:
                if there not in worth:
                    worth[there] = moving.value(pos, piece, there, seen)
                if best is None or worth[there] > best[0]:
                    path = path_to(reached, there)[1:]
                    if entry.walk(pos, piece, at, path)[1] is None:
                        best = worth[there], Reinforce(PieceId(piece), PlaceId(at), tuple(map(PlaceId, path)))
        if best is not None:
            return best[1]
    return None
