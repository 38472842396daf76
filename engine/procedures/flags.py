"""Clearing flags: what a unit has done in a phase, an impulse or a turn is forgotten when that ends."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from hexledger.engine.kernel.recorder import Recorder


def clear_flags(act: Recorder[Any], flags: Container[int], *, side: int = 0, rule: str = "") -> None:
    """Take flags (words) off every piece, or off those of one side, in order of piece and flag. O(flags of all)."""
    for key in sorted([key for key in act.state.flags if key & 0xFFFF in flags]):
        if not side or act.pos.side(key >> 16) == side:
            act.flag(key >> 16, key & 0xFFFF, 0, rule)
