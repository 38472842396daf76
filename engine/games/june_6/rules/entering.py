"""Reinforcements that enter with an AM (10.11, PB 6.32d, R-75): they wait in a pool and enter with flag.entry.

A unit with flag.entry stands in its entry hex but has not paid for it yet: its first move does (8.48).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.entering import all_fit, entry_hex, has_room, waiting
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted


class Enter(Decision, frozen=True, array_like=True, tag=23):
    """Let this reinforcement enter first."""

    unit: PieceId


def turn_began(act: Act, turn: int) -> None:
    """J6 10.11: the reinforcements of a turn begin to wait for their AM."""
    for entry in act.pos.scenario.entries:
        if entry.turn == turn:
            act.pool("pool.entering", entry.piece, 1, "10.11")


class Entering(Choice[June6Position], frozen=True, array_like=True, tag=8):
    """R-75: with the AM every waiting unit enters as far as there is room; the owner chooses when there is not."""

    am: int

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks only when more than one unit could enter and not all of them."""
        able = self._able(pos)
        if len(able) < 2 or all_fit(pos, able):
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(pos.side(able[0]), words["ask.enter"], rules["R-75"], (Enter.kind(),), able)

    def _able(self, pos: June6Position) -> tuple[int, ...]:
        return tuple(piece for piece in waiting(pos, self.am) if has_room(pos, piece))

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses a unit that does not wait for this AM or finds no room."""
        decision = wanted(decision, Enter, pos.game.cite("R-75"))
        if decision.unit not in self._able(pos):
            raise IllegalDecision(pos.game.cite("R-75"), f"{pos.game.piece_name(decision.unit)} cannot enter now")

    def choices(self, pos: June6Position) -> Iterator[Enter]:
        """Every unit that could enter."""
        for piece in self._able(pos):
            yield Enter(PieceId(piece))

    def take(self, act: Act, decision: Decision) -> None:
        """The unit enters; the rest is looked at again."""
        decision = passed(decision, Enter)
        enter(act, decision.unit)

    def run(self, act: Act) -> None:
        """Everybody who has room enters, the others wait for the next AM, next turn too."""
        for piece in waiting(act.pos, self.am):
            if has_room(act.pos, piece):
                enter(act, piece)
            else:
                act.note("note.waits", (piece, entry_hex(act.pos, piece)), "R-75")


def enter(act: Act, piece: int) -> None:
    """PB 6.32: put a waiting piece into its entry hex; its first move pays for that hex."""
    entry = act.pos.scenario.entry(piece)
    place = entry_hex(act.pos, piece)
    steps = act.pos.counters[piece].steps
    act.pool("pool.entering", piece, -1, "PB 6.32")
    act.place(piece, place, steps - 1 if entry.reduced else steps, "PB 6.32")
    act.flag(piece, f.ENTRY, 1, "PB 6.32")
    entered(act, place)


DECISIONS: Final = (Enter,)
STEPS: Final = (Entering,)
