"""Forgers at work: a frame is changed and everything that follows from it mechanically is made good again.

Length, checksum, chain, Merkle root, state digests of all later frames, and the signatures of all later frames, as if
the forger had everybody's key: what is left to find is only what the rules, the dice and the seals say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from hexledger.events.frame import DICE, PLAYS, Frame, encode_frame
from hexledger.events.merkle import leaf_hash
from hexledger.events.notes import SignerKey
from hexledger.events.signatures import signed
from hexledger.projections.digest import digest
from hexledger.projections.fold import fold
from hexledger.projections.state import State
from hexledger.replays.log.timeline import Timeline
from tests.drill.play import edited, frames_of, written
from tests.drill.signed import KEYS


def forged(
    path: Path,
    target: Path,
    change: Callable[[Frame], Frame],
    seq: int,
    keys: Mapping[int, SignerKey] = KEYS,
) -> Path:
    """A copy of a log with one frame changed, and all that follows from it repaired, as far as the forger has the
    keys."""
    timeline, link = Timeline(), bytes(32)
    states: dict[int, State] = {}
    digests: list[bytes] = []
    payloads = []
    for old in frames_of(path):
        new = change(old) if old.seq == seq else old
        head = timeline.head if old.seq else -1
        timeline.add(encode_frame(new))
        if new.kind in PLAYS:
            before = states[new.parent].copy() if new.seq else State()
            states[new.seq] = fold(before, new.events)
            here = digest(states[new.seq])
        else:
            step = timeline.steps[-1] if new.kind != DICE else None
            here = digests[step.to if step is not None and step.to >= 0 else head]
        new = edited(new, digest=here)
        if new.signature and new.actor in keys:
            new = signed(edited(new, signature=""), link, keys[new.actor])
        payload = encode_frame(new)
        digests.append(here)
        payloads.append(payload)
        link = leaf_hash(link + payload)
    target.unlink(missing_ok=True)
    return written(target, payloads)


def with_events(*events: object) -> Callable[[Frame], Frame]:
    """The change that gives a frame other events."""
    return lambda frame: edited(frame, events=tuple(events))
