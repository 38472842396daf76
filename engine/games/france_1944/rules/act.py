"""What the rules of this game write events with."""

from __future__ import annotations

from typing import TypeAlias

from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.kernel.recorder import Recorder

Act: TypeAlias = Recorder[FrancePosition]
