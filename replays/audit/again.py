"""Rulings and claims asked again by the audit: may they be made, and does the same follow?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from hexledger.engine.dice.rolling import DiceWanted, NoDice, Roller
from hexledger.engine.errors import EngineError, IllegalDecision
from hexledger.engine.kernel.deciding import Waiting, decide
from hexledger.engine.kernel.game import Game
from hexledger.events.dice_records import Fix
from hexledger.events.frame import CLAIM, OLD, UNREADABLE, Claim, Frame, Genesis, Ruling, encode_value
from hexledger.events.model import ENTERED
from hexledger.projections.state import State
from hexledger.replays.audit.contradiction import Contradiction, difference
from hexledger.replays.audit.decided import ManyForms, in_one_form
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.timeline import Proceeding
from hexledger.replays.referee import claims, leave, rulings
from hexledger.replays.referee.policies.case import Linked
from hexledger.replays.referee.policies.outcome import REDO
from hexledger.replays.secrets.signing import consents_signed


def ruling_again(
    game: Game[Any],
    genesis: Genesis,
    frame: Frame,
    before: State,
    digest: bytes,
    roller: Roller,
    line: Iterable[Frame],
    leaf: bytes,
) -> Contradiction | State:
    """A ruling frame: leave to rule, a possible position, and what follows from it, byte for byte.

    `line`: genesis and the decisions before it; `leaf`: leaf hash of the frame before it in the file. Returns the
    position after it when nothing contradicts.
    """
    try:
        ruling = msgspec.msgpack.decode(frame.decision, type=Ruling)
    except UNREADABLE as error:
        return Contradiction(frame.seq, -1, "ruling", str(error), "a ruling")
    if bytes(encode_value(ruling)) != bytes(frame.decision):
        found = "bytes that say the same in another way, or hold more"
        return Contradiction(frame.seq, -1, "ruling", found, "the one form of its content")
    why = leave.leave(genesis, len(game.sides), frame.actor, ruling)
    if why:
        return Contradiction(frame.seq, -1, "ruling", why, "a ruling that may be made")
    if not 0 <= ruling.effects <= len(frame.events) or not -1 <= ruling.about < frame.seq:
        return Contradiction(frame.seq, -1, "ruling", "a number of events or a frame that is not there", "")
    problem = consents_signed(genesis, game, frame, ruling, leaf) if genesis.format == OLD else ""
    if problem:
        return Contradiction(frame.seq, -1, "consent", problem, "the signature of each side that agreed")
    moved = rulings.moved_this_turn(line) if ruling.scope == leave.SWAP else set()
    effects = frame.events[: ruling.effects]
    try:
        draft = rulings.draft(game, before, digest, frame.actor, ruling, effects, roller, moved)
        differs = difference(game, frame, draft)
        if differs is not None:
            return differs
        rulings.rehearsed(game, draft)
    except IllegalDecision as error:
        return Contradiction(frame.seq, -1, "ruling", error.reason, "a possible position", error.rule)
    except (EngineError, ReplayError) as error:
        return Contradiction(frame.seq, -1, "ruling", str(error), "a ruling that these rules can carry out")
    except Exception as error:
        # as for decisions: forged bytes may lead the rules where no honest ones do
        found = f"{type(error).__name__}: {error}"
        return Contradiction(frame.seq, -1, "ruling", found, "a ruling that these rules can carry out")
    return draft.state


def fix_again(
    game: Game[Any], frame: Frame, said: Fix, before: State, digest: bytes, known: Waiting | None
) -> Contradiction | None:
    """A fixed decision of format 2: decoded in its one form, of the side that is asked, legal, and one that rolls."""
    roller = NoDice(ENTERED, "it is fixed")
    try:
        decide(game, before, digest, frame.actor, in_one_form(game, said.decision), roller, known)
    except ManyForms as error:
        return Contradiction(frame.seq, -1, "fix", str(error), "the one form of its content")
    except DiceWanted:
        return None
    except IllegalDecision as error:
        return Contradiction(frame.seq, -1, "fix", error.reason, "a legal decision", error.rule)
    except EngineError as error:
        return Contradiction(frame.seq, -1, "fix", f"it cannot be decoded or carried out: {error}", "a decision")
    except Exception as error:
        # as for decisions: forged bytes may lead the rules where no honest ones do
        return Contradiction(frame.seq, -1, "fix", f"{type(error).__name__}: {error}", "a decision")
    return Contradiction(frame.seq, -1, "fix", "it rolls nothing", "a decision that waits for dice")


def claim_again(
    game: Game[Any], genesis: Genesis, frame: Frame, step: Proceeding, head: Callable[[], Linked]
) -> Contradiction | None:
    """A claim, or the rewind that granted one: does the game's error policy say the same?

    `head`: gives the decision where play stood.
    """
    if step.policy != genesis.error_policy:
        return Contradiction(frame.seq, -1, "error policy", step.policy or "none", genesis.error_policy or "none")
    try:
        outcome = claims.judge_at(game, genesis, head, step.about, step.what, frame.actor, step.consent)
    except ReplayError as error:
        return Contradiction(frame.seq, -1, "claim", str(error), "a claim that can be made")
    if frame.kind == CLAIM:
        record = msgspec.msgpack.decode(frame.decision, type=Claim)
        found = f"{record.outcome}: {record.why}"
    else:
        found = f"{REDO}: from frame {step.to}"
    said = f"{outcome.what}: from frame {outcome.to}" if outcome.what == REDO else f"{outcome.what}: {outcome.why}"
    return None if found == said else Contradiction(frame.seq, -1, "outcome of a claim", found, said)
