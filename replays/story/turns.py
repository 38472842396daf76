"""Turns in words: what each brought, its decisive combats, and which side was luckier in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

from hexledger.engine.kernel.game import Game
from hexledger.events.frame import Frame
from hexledger.projections.turns import TurnSummary, turn_summaries
from hexledger.replays.dice.luck import Throw, as_pair, decimal, throws
from hexledger.replays.story.combats import Told, fought, row

Row = dict[str, Any]

DECISIVE: Final = 3
"""Combats of a turn that are named."""


def turn_rows(
    game: Game[Any],
    line: Sequence[Frame],
    thrown: Sequence[Throw] | None = None,
    told: Sequence[Told] | None = None,
) -> list[Row]:
    """Every turn of a line: `turn turn_name first last decisions lost taken tracks judged luck combats decisive`;
    `thrown`, `told`: its dice and combats, where they are known already."""
    thrown = throws(game, line) if thrown is None else thrown
    told = fought(game, line, thrown) if told is None else told
    by_number = {one.combat.number: one for one in told}
    luck = luck_by_turn(thrown)
    return [
        _row(game, summary, [by_number[number] for number in summary.combats], luck.get(summary.turn, {}))
        for summary in turn_summaries(line, game, [one.combat for one in told])
    ]


def luck_by_turn(thrown: Iterable[Throw]) -> dict[int, dict[int, Fraction]]:
    """Turn -> side -> the luck of its dice in it."""
    luck: dict[int, dict[int, Fraction]] = {}
    for throw in thrown:
        mine = luck.setdefault(throw.turn, {})
        mine[throw.lottery.side] = mine.get(throw.lottery.side, Fraction(0)) + throw.luck
    return luck


def _row(game: Game[Any], turn: TurnSummary, told: Sequence[Told], luck: dict[int, Fraction]) -> Row:
    heaviest = sorted(told, key=lambda one: (-weight(one), one.combat.number))[:DECISIVE]
    return {
        "turn": turn.turn,
        "turn_name": game.turn(turn.turn),
        "first": turn.first,
        "last": turn.last,
        "decisions": [{"side": game.side(side), "count": count} for side, count in turn.decisions],
        "lost": [{"side": game.side(side), "steps": steps, "units": units} for side, steps, units in turn.lost],
        "taken": [
            {"place": game.place(place), "from": game.side(before), "to": game.side(after)}
            for place, before, after in turn.taken
        ],
        "tracks": [
            {
                "track": game.word(change.track),
                "side": game.side(change.side) if change.side else None,
                "before": game.value(change.track, change.before),
                "after": game.value(change.track, change.after),
            }
            for change in turn.tracks
        ],
        "judged": [
            {
                "side": game.side(one.side),
                "status": game.word(one.status),
                "units": [game.piece_name(piece) for piece in one.units],
            }
            for one in turn.judged
        ],
        "luck": [
            {"side": game.side(side), "luck": as_pair(luck[side]), "luck_text": decimal(luck[side])}
            for side in sorted(luck)
        ],
        "combats": len(told),
        "decisive": [row(game, one) for one in sorted(heaviest, key=lambda one: one.combat.number) if weight(one)],
    }


def weight(told: Told) -> int:
    """What a combat weighs: steps lost, twice the units that are gone, twice the hexes that changed hands."""
    combat = told.combat
    gone = sum(loss.gone for loss in combat.losses)
    return sum(loss.steps for loss in combat.losses) + 2 * gone + 2 * len(combat.taken)
