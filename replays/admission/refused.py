"""What the validator refuses: one type, its facts as fields."""

from __future__ import annotations

from hexledger.replays.errors import ReplayError


class Refused(ReplayError):
    """A frame that may not follow what the log holds: `where` names the field, `why` what is wrong with it.

    needs, missing  of a rewind: what it would cross, and the sides whose word it lacks
    """

    def __init__(
        self, where: str, why: str, needs: tuple[str, ...] = (), missing: tuple[int, ...] = (), frame: int = -1
    ) -> None:
        super().__init__(why)
        self.where = where
        self.why = why
        self.needs = needs
        self.missing = missing
        self.frame = frame
        """Frame that cannot be true, -1 the one that was asked about."""
