"""The audit's verdict as the desk shows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from hexledger.engine.kernel.game import Game
from hexledger.events.showing import one_line
from hexledger.replays.audit.audit import audit
from hexledger.replays.audit.verdict import Verdict
from hexledger.replays.referee.report import checks_data, verdict_data

Row: TypeAlias = dict[str, Any]


def shown_verdict(verdict: Verdict) -> Row:
    """`word`, `text` (with the contradiction, if any), `checks` (`check found ok`) and `notes`."""
    said = verdict_data(verdict)
    checks = [{name: _shown(value) for name, value in check.items()} for check in checks_data(verdict)]
    return {"word": said["word"], "text": one_line(said["text"]), "checks": checks, "notes": _shown(verdict.notes)}


def judged(log: Path, edition: Path | None, game: Game[Any], progress: Callable[[int, int], None] | None = None) -> Row:
    """The audit's verdict on a log, as it is shown. `progress`: told how much is decided again, of how much."""
    return shown_verdict(audit(log, edition=edition, game=game, progress=progress))


def _shown(value: Any) -> Any:
    if isinstance(value, str):
        return one_line(value)
    return [_shown(one) for one in value] if isinstance(value, (list, tuple)) else value
