"""Whose word a frame needs."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

REFEREE = 0


class Need(msgspec.Struct, frozen=True):
    """The words that a frame needs: those of all `sides` besides its actor, or the referee's instead (`or_referee`).

    where, why  the field and the reason of the refusal when one is missing
    needs       of a rewind: what it crosses, in words
    """

    sides: tuple[int, ...] = ()
    or_referee: bool = True
    where: str = "consent"
    why: str = ""
    needs: tuple[str, ...] = ()

    def missing(self, actor: int, given: Collection[int]) -> tuple[int, ...]:
        """Sides whose word is missing."""
        if not self.sides or (self.or_referee and (actor == REFEREE or REFEREE in given)):
            return ()
        return tuple(side for side in self.sides if side != actor and side not in given)


NOBODY = Need()
