"""What the rules of this game write events with."""

from __future__ import annotations

from typing import TypeAlias

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.kernel.recorder import Recorder

Act: TypeAlias = Recorder[TrumpetsPosition]
