"""What `explain` says of a decision that was played on a position of the builder."""

from __future__ import annotations

from hexledger.events import model as ev
from hexledger.events.frame import DECISION, GENESIS, Frame, encode_value
from hexledger.projections.explain import explain, explain_text
from tests.case_yellow.builder import Built


def explained(b: Built, decision: str) -> str:
    """Play the decision; its explanation as text, from a log of two frames: the units where they stand, and it."""
    there = tuple(ev.Placed(unit, place, b.pos.steps(unit)) for unit, place in sorted(b.state.at.items()))
    first = Frame(0, GENESIS, 0, -1, encode_value(""), (*there, ev.TurnBegan(b.state.turn)), (), bytes(16), None)
    side = b.offer.side if b.offer else 0
    b.play(decision)
    raw = b.game.codec.encode(b.decision(decision))
    second = Frame(1, DECISION, side, 0, raw, tuple(b.events), (), bytes(16), None)
    return explain_text(explain([first, second], 1, b.game, b.game.decide_text))
