"""What a module does not enforce yet says so by rule; nothing is passed over in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from hexledger.engine.errors import RuleNotImplemented

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act

Missing = tuple[tuple[str, str], ...]
"""(rule, what) of everything that a module still lacks; `FortressEuropa.playable` shows them."""


def refuse(act: Act, missing: Missing) -> NoReturn:
    """Raise RuleNotImplemented for the first thing that a module lacks."""
    rule, what = missing[0]
    raise RuleNotImplemented(act.game.cite(rule), what)
