"""Combats for tests: declared, answered with nothing where a test does not care, and read."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.rules.combat import Combats
from hexledger.events import model as ev
from tests.case_yellow.builder import Built


def attack(b: Built, side: str, line: str, *, dice: tuple[int, ...] = (), kind: str = "combat", turn: int = 2) -> Built:
    """Declare an attack in a round of a side; nothing else is decided."""
    b.round_of(side, kind, turn).dice(*dice)
    return b.run(Combats(b.pos.active)).play(line)


def settle(b: Built, *, until: str = "") -> Built:
    """Answer what is asked with the last choice (no bridgehead, no air, no advance) until the combat is over, or until
    a decision of a kind is asked for."""
    while (prompt := b.offer) is not None and prompt.kinds:
        if until in prompt.kinds or "end_combats" in prompt.kinds:
            break
        offered = b.choices()
        b.play(offered[0] if prompt.kinds == ("commit_air",) else offered[-1])
    return b


def events(b: Built, kind: type[ev.Event]) -> list[ev.Event]:
    """Events of a kind that the last decision brought."""
    return [event for event in b.events if isinstance(event, kind)]


def result(b: Built) -> str:
    """What the Combat Results Table gave."""
    found = [event for event in b.events if isinstance(event, ev.Resolved)][-1]
    return b.game.word_key(found.results[0]).removeprefix("result.")


def column(b: Built) -> str:
    """The column that was read."""
    found = [event for event in b.events if isinstance(event, ev.Resolved)][-1]
    return b.game.word(found.column)
