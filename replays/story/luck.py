"""Luck by side, kind of die, unit and turn: exact sums, and where they lie among all games of the same odds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from hexledger.engine.kernel.game import Game
from hexledger.engine.tables.lottery import Lottery
from hexledger.events.frame import Frame
from hexledger.projections.address import address
from hexledger.replays.dice.luck import Throw, as_pair, decimal, deviation, distribution, luck_data, percent, throws
from hexledger.replays.story.combats import Told, fought

Row = dict[str, Any]


class Seen(NamedTuple):
    """A die as one side sees it: `sign` -1 for those whose enemy it helps."""

    throw: Throw
    sign: int

    @property
    def luck(self) -> Fraction:
        """Luck of the one who looks."""
        return self.sign * self.throw.luck


PARTS: Final = frozenset({"kinds", "turns", "units"})
"""What luck is divided by, besides sides."""


def luck_story(
    game: Game[Any],
    line: Sequence[Frame],
    *,
    parts: Collection[str] = PARTS,
    thrown: Sequence[Throw] | None = None,
) -> Row:
    """`luck_data` with `kinds`, `units` and `turns` besides: rows of a `side`, what they are about (`kind`, `unit`,
    `turn`), and `throws luck luck_text deviation percentile percentile_text`. A unit has the dice of the combats that
    it took part in, for and against it, and those that were thrown for it alone. Of those that are no `parts` there are
    no rows. `thrown`: the dice of the line, where they are known already."""
    thrown = throws(game, line) if thrown is None else thrown
    sides = {side: game.side(side) for side in range(1, len(game.sides) + 1)}
    mine = [(throw.lottery.side, Seen(throw, 1)) for throw in thrown if throw.lottery.side in sides]
    by_kind = mine if "kinds" in parts else []
    by_turn = mine if "turns" in parts else []
    return luck_data(game, line, thrown) | {
        "kinds": _rows(((side, game.word(seen.throw.purpose)), seen) for side, seen in by_kind)(
            lambda key: {"side": sides[key[0]], "kind": key[1]}
        ),
        "turns": _rows(((side, seen.throw.turn), seen) for side, seen in by_turn)(
            lambda key: {"side": sides[key[0]], "turn": key[1], "turn_name": game.turn(key[1]) if key[1] else ""}
        ),
        "units": _rows(_by_unit(game, thrown, fought(game, line, thrown)) if "units" in parts else ())(
            lambda key: {
                "side": game.side(game.piece_side(key)),
                "piece": game.piece(key),
                "unit": game.piece_name(key),
            }
        ),
    }


def _by_unit(game: Game[Any], thrown: Sequence[Throw], told: Iterable[Told]) -> Iterable[tuple[int, Seen]]:
    in_combat: set[str] = set()
    for one in told:
        combat = one.combat
        in_combat |= {address(die.at.seq, die.at.number) for die in combat.dice}
        for fighter in (*combat.attackers, *combat.defenders):
            side = game.piece_side(fighter.piece)
            for throw in one.throws:
                yield fighter.piece, Seen(throw, 1 if throw.lottery.side == side else -1)
    for throw in thrown:
        alone = game.words.subject_kinds.get(game.word_key(throw.purpose), "place") == "piece" and throw.subject >= 0
        if throw.address not in in_combat and alone:
            side = game.piece_side(throw.subject)
            yield throw.subject, Seen(throw, 1 if throw.lottery.side == side else -1)


def _rows(pairs: Iterable[tuple[Any, Seen]]) -> Callable[[Callable[[Any], Row]], list[Row]]:
    """Sums by key, in order of first appearance; `named` gives the columns that say what a key is."""
    found: dict[Hashable, list[Seen]] = {}
    for key, seen in pairs:
        found.setdefault(key, []).append(seen)

    def rows(named: Callable[[Any], Row]) -> list[Row]:
        return [named(key) | measured(dice) for key, dice in found.items()]

    return rows


def measured(dice: Sequence[Seen]) -> Row:
    """Sum of the luck of some dice, and the share of games with the same odds that were less lucky (half of those that
    were as lucky counts)."""
    total = sum((one.luck for one in dice), Fraction(0))
    variance = Fraction(0)
    for one in dice:
        faces = range(len(one.throw.lottery.ranks))
        variance += sum((one.throw.lottery.luck(face) ** 2 for face in faces), Fraction(0)) / len(faces)
    share = percentile([(one.throw.lottery, one.sign) for one in dice], total)
    return {
        "throws": len(dice),
        "luck": as_pair(total),
        "luck_text": decimal(total),
        "deviation": deviation(variance),
        "percentile": as_pair(share),
        "percentile_text": percent(share),
    }


def percentile(lotteries: Iterable[tuple[Lottery, int]], total: Fraction) -> Fraction:
    """Exact chance of a smaller sum of luck, with half the chance of the same."""
    counts, unit, every = distribution(lotteries)
    wanted = total * unit
    below = sum(count for value, count in counts.items() if value < wanted)
    same = sum(count for value, count in counts.items() if value == wanted)
    return Fraction(2 * below + same, 2 * every)
