"""What the rules of this game write events with."""

from __future__ import annotations

from typing import TypeAlias

from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.kernel.recorder import Recorder

Act: TypeAlias = Recorder[YellowPosition]
