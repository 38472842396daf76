"""How many seeds the whole-game tests of the long suite play.

`make test-long` plays a few of each scenario, so that it ends within its forty minutes; `make test-seeds` plays fifty.
"""

from __future__ import annotations

import os


def seeds(few: int) -> list[str]:
    """Names of the seeds to play: `few` of them, or as many as HEXLEDGER_SEEDS says."""
    return [f"long {number}" for number in range(int(os.environ.get("HEXLEDGER_SEEDS") or few))]
