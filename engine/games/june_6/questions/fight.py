"""One fight: what its declaration, its odds and its results share (sections 12 to 14).

A `Fight` goes from step to step on the agenda, which holds it as the plain tuple that it is.
"""

# No `from __future__ import annotations` here: as text, the fields of a NamedTuple would be compiled one by one.

from typing import Final, NamedTuple

FIGHT_NORMAL: Final = 1
"""An attack of an activation."""
FIGHT_GCA: Final = 2
"""J6 14: a German immediate counterattack."""
FIGHT_ROUT: Final = 3
"""J6 13.63: an attack of the defenders after an Attacker Rout."""
FIGHT_BREAKTHROUGH: Final = 4
"""J6 13.53: the second attack after a Breakthrough."""


class Fight(NamedTuple):
    """One attack on one hex.

    kind          FIGHT_NORMAL, FIGHT_GCA, FIGHT_ROUT or FIGHT_BREAKTHROUGH
    target        the hex that is attacked
    attackers     attacking units, ascending
    side          side that attacks
    attack_mode   word mode.assault or mode.probe; 0 until it is chosen
    defence_mode  word mode.stand or mode.retreat; 0 until it is chosen
    origin        hex of each attacker when the attack was declared, in the order of `attackers`
    forced        attackers that cross a great river without a bridge, carried by engineers (12.32, 20.3)
    gunners       HQs and 5ArtyGp that gave points to the attack from a hex next to the target (R-58)
    depth         what this fight may still breed: bits of `breeding`
    defenders     units in the target hex when the fight began, ascending
    """

    kind: int
    target: int
    attackers: tuple[int, ...]
    side: int
    attack_mode: int = 0
    defence_mode: int = 0
    origin: tuple[int, ...] = ()
    forced: tuple[int, ...] = ()
    gunners: tuple[int, ...] = ()
    depth: int = 0
    defenders: tuple[int, ...] = ()

    @property
    def supported(self) -> bool:
        """True when artillery, air and naval support are allowed (13.53, 13.63, 14.24)."""
        return self.kind == FIGHT_NORMAL

    def origin_of(self, piece: int) -> int:
        """Hex from which an attacker attacks."""
        return self.origin[self.attackers.index(piece)]
