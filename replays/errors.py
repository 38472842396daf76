"""What replays refuse: one type per kind of refusal, its message a sentence fit for a player."""

from __future__ import annotations

from collections.abc import Sequence


class ReplayError(Exception):
    """Something that cannot be done with this log; the message says what, where and why."""


class BadSecretFile(ReplayError):
    """A file that should hold a secret of ours and does not, or is damaged: which, and why."""


class DiceRefused(ReplayError):
    """Something about the dice that a log may not say: what, and why."""


class WrongEdition(ReplayError):
    """The log is pinned to another edition or rules version than the one at hand."""


class UndoRefused(ReplayError):
    """A rewind that the game's undo policy does not allow; `needs` lists the reasons."""

    def __init__(self, message: str, needs: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.needs = tuple(needs)
