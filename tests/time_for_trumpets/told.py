"""Positions that remember what happened in them, so that each decision is explained as it is in a log."""

from __future__ import annotations

import msgspec

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.kernel.steps import Step
from hexledger.events import model as ev
from hexledger.events.frame import DECISION, GENESIS, Frame
from hexledger.projections.digest import digest
from hexledger.projections.explain import explain, explain_text
from hexledger.projections.state import State
from tests.time_for_trumpets.builder import Built


class Told(Built):
    """A position that remembers all that happened in it, as frames."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.happened: list[list[ev.Event]] = []

    def act(self):
        """As in Build; what it writes is kept."""
        act = super().act()
        self.happened.append(act.events)
        return act

    def told(self, line: str) -> str:
        """Play a decision; its explanation with runs of blanks made one."""
        before = self._before()
        actor = self.offer.side if self.offer else 0
        self.play(line)
        self.happened.append(self.events)
        return self._explained(before, actor, line)

    def ran(self, *steps: Step[TrumpetsPosition]) -> str:
        """Run steps; the explanation of what they brought, as if a decision had done it."""
        before = self._before()
        self.run(*steps)
        return self._explained(before, 0, "pass")

    def _before(self) -> tuple[ev.Event, ...]:
        return tuple(event for events in self.happened for event in events)

    def _explained(self, before: tuple[ev.Event, ...], actor: int, line: str) -> str:
        decision = self.game.codec.encode(self.decision(line))
        nothing = msgspec.Raw(msgspec.msgpack.encode(None))
        frames = [
            Frame(0, GENESIS, 0, -1, nothing, before, (), digest(State()), None),
            Frame(1, DECISION, actor, 0, decision, tuple(self.events), (), digest(self.state), None),
        ]
        return _flat(explain_text(explain(frames, 1, self.game, self.game.decide_text)))


def _flat(text: str) -> str:
    return "\n".join(" ".join(line.split()) for line in text.splitlines())
