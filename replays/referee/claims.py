"""Claims: an error is noticed later, and the game's error policy says what becomes of it.

A claim that is granted is a rewind that cites the policy, the frame and what was claimed, and needs nobody's consent;
one that is not is a claim frame with its outcome. Either way the record shows both the claim and the outcome, and the
audit asks the policy again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from hexledger.engine.kernel.game import Game
from hexledger.events.frame import CLAIM, Claim, Frame, Genesis
from hexledger.events.model import Drawn, Rolled
from hexledger.projections.address import address
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import check_text
from hexledger.replays.log.timeline import Timeline
from hexledger.replays.referee.policies import error_policy
from hexledger.replays.referee.policies.case import CLAIMS, COMBAT, MOVEMENT, ODDS, Linked, case_of, links_of
from hexledger.replays.referee.policies.outcome import REDO, STANDS, Outcome


class ClaimRefused(ReplayError):
    """A claim that cannot be made: no policy, no such frame, another kind of decision."""


def judge(
    game: Game[Any], genesis: Genesis, line: Iterable[Frame], about: int, what: str, by: int, consent: Sequence[int]
) -> Outcome:
    """What the game's error policy says to a claim about frame `about` of a line (genesis first). Pure.

    ClaimRefused when there is no such claim to be made.
    """
    return judge_at(game, genesis, lambda: links_of(game, line), about, what, by, consent)


def judge_at(
    game: Game[Any],
    genesis: Genesis,
    head: Callable[[], Linked],
    about: int,
    what: str,
    by: int,
    consent: Sequence[int],
) -> Outcome:
    """The same of the line to a decision, which is asked for when it is needed."""
    policy = error_policy(genesis.error_policy)
    if policy is None:
        raise ClaimRefused("this game has no error policy (`new --errors`): errors are undone by agreement (`undo`)")
    if what not in CLAIMS:
        raise ClaimRefused(f"{what!r} cannot be claimed; {', '.join(CLAIMS)} can")
    for side in (by, *consent):
        if not 0 <= side <= len(game.sides):
            raise ClaimRefused(f"there is no side {side}; sides are 1 to {len(game.sides)}, 0 is the referee")
    found = case_of(game, head(), about, what, by, consent)
    if found is None:
        raise ClaimRefused(f"frame {about} is no decision of this line")
    wanted = COMBAT if what == ODDS else MOVEMENT if what == MOVEMENT else COMBAT
    if found.link.segment != wanted:
        is_a = f"belongs to a {found.link.segment} segment" if found.link.segment else "is neither movement nor combat"
        raise ClaimRefused(f"an error of {what} is claimed, but frame {about} {is_a}")
    outcome = policy.judge(found)
    ruling = found.ruled_after(outcome.to) if outcome.what == REDO else -1
    if ruling >= 0 and by != 0 and 0 not in consent:
        return Outcome(STANDS, f"the referee has ruled in frame {ruling}, which only he takes back")
    return outcome


def judge_here(chronicle: Chronicle, about: int, what: str, by: int, consent: Sequence[int]) -> Outcome:
    """The same where play stands in a log."""
    head = chronicle.timeline.head
    return judge_at(chronicle.game, chronicle.genesis, lambda: chronicle.links.at(head), about, what, by, consent)


class Claimed(msgspec.Struct, frozen=True):
    """A claim that has been recorded: its frame, and what became of it."""

    frame: Frame
    outcome: Outcome


def claim(
    chronicle: Chronicle,
    by: int,
    about: int,
    what: str,
    reason: str,
    consent: Sequence[int] = (),
    time: int | None = None,
    *,
    signatures: Mapping[int, str] | None = None,
) -> Claimed:
    """Claim an error of frame `about` of the current line and record the outcome. `signatures`: in signed games, those
    of the sides in `consent` (see `consent.py`); with their keys at hand they are made here."""
    check_text(reason)
    if not reason.strip():
        raise ClaimRefused("a claim gives its reason (--reason)")
    genesis = chronicle.genesis
    outcome = judge_here(chronicle, about, what, by, consent)
    if outcome.what == REDO:
        frame = chronicle.rewind_after_claim(by, outcome.to, reason, consent, about, what, time, signatures)
        return Claimed(frame, outcome)
    if consent and genesis.signed:
        raise ClaimRefused(f"it is not corrected although others agree ({outcome.why}); claim it without them")
    record = Claim(about, what, reason, genesis.error_policy, outcome.what, outcome.why, tuple(sorted(set(consent))))
    return Claimed(chronicle.append_step(CLAIM, by, record, time), outcome)


# ---------------------------------------------------------------------- voided dice, and those that replaced them
class Pair(msgspec.Struct, frozen=True):
    """A die that a correction made void, and the one that was made in its place (None: none yet).

    Each is (address, value); of a draw the value is the token.
    """

    purpose: int
    subject: int
    void: tuple[str, int]
    new: tuple[str, int] | None
    drawn: bool = False


class _Die(msgspec.Struct, frozen=True):
    purpose: int
    subject: int
    address: str
    value: int
    drawn: bool = False


def _dice(frames: Iterable[Frame]) -> list[_Die]:
    out = []
    for frame in frames:
        for number, event in enumerate(frame.events, 1):
            if isinstance(event, Rolled):
                out.append(_Die(event.purpose, event.subject, address(frame.seq, number), event.value))
            elif isinstance(event, Drawn):
                out.append(_Die(event.pool, -1, address(frame.seq, number), event.token, True))
    return out


MOST_AFTER: Final = 500
"""Decisions after a correction among whose dice those are looked for that replaced the void ones."""


def _onwards(timeline: Timeline, start: int) -> Iterator[int]:
    """`start` and the decisions after it, on the line that stands, else always by the newest branch."""
    tip = next((head for head in timeline.heads.values() if timeline.is_ancestor(start, head)), None)
    if tip is not None:
        first = timeline.depths[start]
        for depth in range(first, min(timeline.depths[tip] + 1, first + MOST_AFTER)):
            yield timeline.ancestor(tip, depth)
        return
    at = start
    for _ in range(MOST_AFTER):
        yield at
        children = timeline.children.get(at)
        if not children:
            return
        at = children[-1]


def voided(timeline: Timeline, rewind: int, left: int, to: int, frame: Callable[[int], Frame]) -> list[Pair]:
    """Dice that rewind frame `rewind` (from `left` back to `to`) made void, beside those that replaced them on the line
    that went on from there: of its next `MOST_AFTER` decisions the first of the same purpose and subject, else of the
    same purpose. O(what was undone), however long the game went on."""
    fork = timeline.fork(left, to)
    old = _dice(frame(seq) for seq in timeline.between(fork, left))
    after = [seq for seq in timeline.children.get(to, ()) if seq > rewind]
    fresh = _dice(frame(seq) for seq in _onwards(timeline, after[0])) if after and old else []
    pairs = []
    for die in old:
        same = [new for new in fresh if new.purpose == die.purpose]
        new = next((one for one in same if one.subject == die.subject), same[0] if same else None)
        if new is not None:
            fresh.remove(new)
        fell = (new.address, new.value) if new is not None else None
        pairs.append(Pair(die.purpose, die.subject, (die.address, die.value), fell, die.drawn))
    return pairs
