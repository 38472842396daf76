"""Positions in a turn of the calendar: 6 June is turn 1, 1/2 July turn 14, whatever the scenario's own turns are."""

from __future__ import annotations

from typing import Any, Final

from hexledger.events import model as ev
from tests.june_6.builder import Built, position

JULY: Final = 14
"""1/2 July."""


def in_turn(number: int, **options: Any) -> Built:
    """A position of the builder (see `position` for the options) in that turn of the calendar."""
    built = position(**options)
    built.act().emit(ev.TurnBegan(number))
    return built
