"""The recorder as the chapters of Fortress Europa are handed it: the only way to change a position of this game."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.kernel.recorder import Recorder

Act = Recorder[FortressPosition]
