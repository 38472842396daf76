"""Battles of Fortress Europa for tests: who stands where, one attack, what came of it."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import Built, position


def fight(b: Built, side: str, *decisions: str, impulse: int = 1, dice: tuple[int, ...] = ()) -> Built:
    """Run the combat impulse of a side with these decisions."""
    b.dice(*dice)
    b.turn_of(side, impulse).run(CombatImpulse(f.SIDES[side], impulse))
    return b.play(*decisions)


def line(**at: str) -> Built:
    """A position with units in clear France: `line(us_1="O9", i_352="O10")`, in a quiet turn."""
    b = position()
    for unit, place in at.items():
        b.unit(unit, place)
    return b


def column(b: Built) -> str:
    """Column of the table read in the last play."""
    (read,) = b.of(ev.Resolved)
    return b.game.words.key(read.column).removeprefix("column.")


def result(b: Built) -> str:
    """Result read in the last play."""
    (read,) = b.of(ev.Resolved)
    return b.game.words.key(read.results[0]).removeprefix("result.")


def strength(b: Built, kind: str) -> int:
    """Sum of the calculations of a kind (`reckon.attack`) in the last play."""
    word = b.game.words[kind]
    return sum(event.total for event in b.of(ev.Reckoned) if event.kind == word)


def finish(b: Built, limit: int = 60) -> Built:
    """Answer with the first thing that is offered until nothing is asked any more."""
    for _ in range(limit):
        if b.quiet:
            return b
        b.play(b.choices()[0])
    raise AssertionError("the battle does not end")


def settle(b: Built, limit: int = 60) -> Built:
    """Answer with the first thing offered until the battle is over: the next attack is asked for, or nothing is."""
    for _ in range(limit):
        prompt = b.offer
        if b.quiet or prompt is None or "attack" in prompt.kinds or "remove_unattackable" in prompt.kinds:
            return b
        b.play(b.choices()[0])
    raise AssertionError("the battle does not end")
