"""Combats for tests: declared, answered with nothing where a test does not care, and read."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle
from hexledger.engine.games.time_for_trumpets.rules.combat import Combat
from hexledger.engine.games.time_for_trumpets.rules.results import resolve
from hexledger.events import model as ev
from tests.time_for_trumpets.builder import Built


def combat(b: Built, corps: str, *dice: int) -> Built:
    """The combat segment of a corps begins."""
    b.corps(corps, "combat").dice(*dice)
    side = b.game.side_of[b.piece(corps)]
    return b.run(Combat(side))


def settle(b: Built, *, until: str = "") -> Built:
    """Answer what is asked with the last choice (no support, no advance) until the next attack is asked for, or until
    a decision of a kind is."""
    while (prompt := b.offer) is not None and prompt.kinds:
        if until in prompt.kinds or "attack" in prompt.kinds:
            break
        b.play(b.choices()[-1])
    return b


def fight(b: Built, corps: str, line: str, *dice: int) -> Built:
    """An attack without any support, to its end."""
    combat(b, corps, *dice)
    b.play(line)
    return settle(b)


def battle(b: Built, units: str, at: str) -> Battle:
    """An attack as it would be reckoned."""
    return Battle(tuple(sorted(b.piece(unit) for unit in units.split(","))), b.hex(at))


def carried(b: Built, corps: str, found: Battle, cell: str) -> Built:
    """A result of the table is carried out."""
    b.corps(corps, "combat")
    resolve(b.act(), found, cell)
    return b.run()


def results(b: Built) -> list[str]:
    """Words of the last table that was read."""
    last = [event for event in b.events if isinstance(event, ev.Resolved)][-1]
    return [b.game.word_key(word).removeprefix("result.") for word in last.results]


def column(b: Built, found: Battle) -> str:
    """Column of the odds after shifts."""
    from hexledger.engine.games.time_for_trumpets.questions import modifiers as md

    return b.game.combat.crt.columns[md.odds(b.pos, found).column]


def drm(b: Built, found: Battle) -> int:
    """Modifiers of the roll but for the squall's."""
    from hexledger.engine.games.time_for_trumpets.questions import modifiers as md

    return sum(value for _, value, _ in md.drms(b.pos, found))


def cfs(b: Built, found: Battle) -> tuple[int, int]:
    """CF of attack and defence."""
    return bt.attack(b.pos, found).total, bt.defence(b.pos, found).total
