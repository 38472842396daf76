"""A decision of Case Yellow in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexledger.engine.games.case_yellow.questions.position import YellowPosition
    from hexledger.engine.kernel.decisions import Decision


def tell(pos: YellowPosition, decision: Decision) -> str:
    """One phrase for a decision."""
    return pos.game.codec.to_words(decision)
