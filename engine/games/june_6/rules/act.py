"""The recorder as June 6 rules know it: `act.pos` is a June 6 position."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.kernel.recorder import Recorder

Act = Recorder[June6Position]
