"""The audit's verdict as the desk shows it."""

from __future__ import annotations

from typing import Any, TypeAlias

from hexledger.events.showing import one_line
from hexledger.replays.audit.verdict import Verdict
from hexledger.replays.referee.report import checks_data, verdict_data

Row: TypeAlias = dict[str, Any]


def shown_verdict(verdict: Verdict) -> Row:
    """`word`, `text` (with the contradiction, if any), `checks` (`check found ok`) and `notes`."""
    said = verdict_data(verdict)
    checks = [{name: _shown(value) for name, value in check.items()} for check in checks_data(verdict)]
    return {"word": said["word"], "text": one_line(said["text"]), "checks": checks, "notes": _shown(verdict.notes)}


def _shown(value: Any) -> Any:
    if isinstance(value, str):
        return one_line(value)
    return [_shown(one) for one in value] if isinstance(value, (list, tuple)) else value
