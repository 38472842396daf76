"""What a module does not enforce yet says so by rule; nothing is passed over in silence."""

from __future__ import annotations

Missing = tuple[tuple[str, str], ...]
"""(rule, what) of everything that a module still lacks; `FortressEuropa.playable` shows them."""
