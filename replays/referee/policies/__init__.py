"""Error policies: how a game deals with errors that are noticed later. One is chosen at `new`, `+swap` may be added."""

from __future__ import annotations

from typing import Final

from hexledger.replays.errors import ReplayError
from hexledger.replays.referee.policies import swap
from hexledger.replays.referee.policies.judge import Judge
from hexledger.replays.referee.policies.ladder import Ladder
from hexledger.replays.referee.policies.next_die import NextDie
from hexledger.replays.referee.policies.outcome import ErrorPolicy
from hexledger.replays.referee.policies.segment import Segment
from hexledger.replays.referee.policies.strict import Strict
from hexledger.replays.referee.policies.untainted import Untainted

POLICIES: Final[dict[str, ErrorPolicy]] = {
    policy.name: policy for policy in (Strict(), NextDie(), Ladder(), Untainted(), Segment(), Judge())
}


def check_name(name: str) -> str:
    """A policy's name, or ReplayError: empty, one of POLICIES, each with `+swap` if wanted, or `swap` alone."""
    base, plus, addition = name.partition("+")
    if name in ("", swap.NAME) or (base in POLICIES and (not plus or addition == swap.NAME)):
        return name
    raise ReplayError(f"no error policy {name!r}; policies are {', '.join(POLICIES)}, and +{swap.NAME} with any")


def error_policy(name: str) -> ErrorPolicy | None:
    """The policy of a game; None when it has none."""
    return POLICIES.get(name.partition("+")[0])


def allows_swap(name: str) -> bool:
    """True when a game allows identical units to be exchanged."""
    return swap.NAME in name.split("+")
