"""Who may rule what in a game: asked where a ruling is written, and again where it is audited."""

from __future__ import annotations

from typing import Final

from hexledger.events.frame import OLD, Genesis, Ruling
from hexledger.replays.referee.policies import allows_swap, error_policy
from hexledger.replays.referee.policies.judge import Judge

POSITION: Final = "position"
RULE: Final = "rule"
ADOPTED: Final = "adopted"
IRREGULAR: Final = "irregular"
ACCEPTED: Final = "accepted"
SWAP: Final = "swap"
SCOPES: Final = {
    POSITION: "correction of the position",
    RULE: "interpretation of a rule",
    ADOPTED: "ruling on file, adopted",
    IRREGULAR: "irregular decision, accepted",
    ACCEPTED: "a decision is let stand",
    SWAP: "exchange of identical units",
}


def leave(genesis: Genesis, sides: int, actor: int, ruling: Ruling) -> str:
    """Why a ruling may not be made in a game; empty when it may."""
    everybody = set(range(1, sides + 1))
    if ruling.scope not in SCOPES:
        return f"a ruling has no scope {ruling.scope!r}"
    if any(side not in (0, *everybody) for side in (actor, *ruling.consent)):
        return "a side that does not exist rules or agrees"
    if ruling.scope == SWAP:
        if not allows_swap(genesis.error_policy):
            return "this game has no policy that lets identical units be exchanged (`new --errors NAME+swap`)"
        return "" if actor else "units are exchanged by their own side"
    if ruling.scope == ADOPTED:
        if genesis.format > OLD:
            # the validator asks for the words
            return ""
        lacking = everybody - {*ruling.consent, actor}
        return "a ruling on file is adopted by all sides together" if lacking else ""
    if actor:
        return "only the referee rules"
    if ruling.scope == RULE and isinstance(error_policy(genesis.error_policy), Judge):
        return "under the policy judge a reading changes in a running game only when both sides adopt it (`adopt`)"
    return ""


def only_by_sides(genesis: Genesis) -> bool:
    """Whether a ruling on file is adopted by the sides alone, the referee's word not counting for theirs."""
    return isinstance(error_policy(genesis.error_policy), Judge)
