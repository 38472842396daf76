"""The audit's verdict as the desk shows it."""

from __future__ import annotations

from typing import Any, TypeAlias

from hexledger.replays.audit.verdict import Verdict
from hexledger.replays.referee.report import checks_data, verdict_data

Row: TypeAlias = dict[str, Any]


def shown_verdict(verdict: Verdict) -> Row:
    """`word`, `text` (with the contradiction, if any), `checks` (`check found ok`) and `notes`."""
    said = verdict_data(verdict)
    return {"word": said["word"], "text": said["text"], "checks": checks_data(verdict), "notes": list(verdict.notes)}
