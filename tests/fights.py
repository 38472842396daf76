"""The combats of one decision in a position that was put together by hand."""

from __future__ import annotations

from typing import Any

from msgspec import Raw

from hexledger.engine.building.build import Build
from hexledger.events import model as ev
from hexledger.events.frame import DECISION, GENESIS, Frame
from hexledger.projections.combats import Combat, combats
from hexledger.replays.story.combats import terms


def fought(built: Build[Any], *decisions: str) -> list[Combat]:
    """What combats these decisions bring, each in a frame of its own after the position as it stands."""
    state = built.state
    events: list[ev.AnyEvent] = [ev.Placed(piece, at, state.steps[piece]) for piece, at in sorted(state.at.items())]
    frames = [Frame(0, GENESIS, 0, -1, Raw(b"\xc0"), tuple(events), (), b"", None)]
    for seq, decision in enumerate(decisions, 1):
        prompt = built.offer
        assert prompt is not None
        built.play(decision)
        frames.append(Frame(seq, DECISION, prompt.side, seq - 1, Raw(b"\xc0"), tuple(built.events), (), b"", None))
    return combats(frames, built.game, terms(built.game))
