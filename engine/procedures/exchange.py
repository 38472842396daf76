"""Exchanging counters: pieces leave, others take their place with what the old ones had done and suffered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hexledger.engine.errors import EngineFault
from hexledger.engine.kernel.recorder import Recorder
from hexledger.projections.state import OFF_MAP


def exchange(
    act: Recorder[Any],
    old: Sequence[int],
    new: Sequence[int],
    rule: str,
    *,
    steps: Sequence[int] = (),
    at: int = OFF_MAP,
    keep: Iterable[int] = (),
    reason: str = "reason.replaced",
    gone: str = "",
    waited: str = "",
    brings: str = "",
) -> None:
    """Take pieces off and put others in their place.

    old    pieces that leave (a division, or the brigades that make one up); they stand together
    new    pieces that come, in order
    steps  steps of each new one; without it as many as its counter has
    at     where they come; without it the place of the old ones
    keep   flags (words) that the new pieces take over: for each the greatest value that one of the old ones had
    gone   pool in which the old ones lie from now on, if any
    waited pool in which the new ones have lain, if any
    brings rule by which the new ones come, where it is another
    Raises EngineFault when an old piece is not in play, or a new one is.
    """
    places = {act.pos.at(piece) for piece in old}
    if at == OFF_MAP:
        if len(places) != 1 or OFF_MAP in places:
            raise EngineFault("pieces that are exchanged must stand together in play")
        at = min(places)
    taken = {flag: max(act.pos.flag(piece, flag) for piece in old) for flag in sorted(keep)}
    for piece in old:
        act.remove(piece, reason, rule)
        if gone:
            act.pool(gone, piece, 1, rule)
    for number, piece in enumerate(new):
        if act.pos.at(piece) != OFF_MAP:
            raise EngineFault(f"{act.pos.name(piece)} is in play already")
        if waited:
            act.pool(waited, piece, -1, rule)
        act.place(piece, at, steps[number] if steps else act.pos.counters[piece].steps, brings or rule)
        for flag, value in taken.items():
            act.flag(piece, flag, value)
