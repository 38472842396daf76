"""What several chapters ask for: the decision to pass."""

from __future__ import annotations

from typing import Final

from hexledger.engine.kernel.decisions import Decision


class Pass(Decision, frozen=True, array_like=True, tag=16):
    """`pass`: nothing (more) of what is asked for."""


DECISIONS: Final = (Pass,)
STEPS: Final = ()
