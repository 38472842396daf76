"""The landing of June that the scenario file suggests: who lands where, and with how many aircraft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexledger.engine.games.fortress_europa.questions import ground_support
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import ground_support as ground_support_rules
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId


def _data(pos: FortressPosition) -> Mapping[str, Any]:
    """The suggestion, on June I only; empty where there is none."""
    return (pos.scenario.data.get("suggested_primary") or {}) if pos.state.turn == 1 else {}


def invaders(pos: FortressPosition) -> Mapping[int, int]:
    """Piece -> hex in which it should land in the impulse that runs."""
    wave: dict[str, list[str]] = _data(pos).get("invaders" if pos.impulse == 1 else "second_impulse") or {}
    index = pos.game.edition.counter_index
    return {index[unit]: pos.board.place(label) for label, units in wave.items() for unit in units}


def support(pos: FortressPosition) -> Mapping[int, int]:
    """Hex -> aircraft that should support the landing there."""
    return {pos.board.place(label): len(planes) for label, planes in _data(pos).get("ground_support", {}).items()}


def commitment(pos: FortressPosition) -> Decision | None:
    """The next aircraft that the suggestion commits; a hex is supported whether or not an enemy is seen there, for
    hidden units are revealed afterwards (12.19)."""
    at_hand = ground_support.available(pos, f.ALLIED)
    for place, wanted in support(pos).items():
        missing = min(wanted - ground_support.committed(pos, place), len(at_hand))
        if missing > 0 and pos.units_of(place, f.ALLIED):
            return ground_support_rules.CommitSupport(tuple(map(PieceId, at_hand[:missing])), PlaceId(place))
    return None
