"""Optional rules (31, 32, the advanced air system, agreements of both sides): `options.txt`.

An option that says something about some scenarios only is refused for others. The Invasion has no 31.12: it has a storm
of its own that grows (33.1.4).
"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.fortress_europa.tables.flags import PACKAGE
from hexledger.engine.naming.switches import read_switches

OPTIONS: Final = read_switches(PACKAGE, "options.txt")
