"""Decisions decided again by the audit: with the rules and the dice that the game is pinned to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexledger.engine.dice.entered import BadRoll
from hexledger.engine.dice.rolling import DiceWanted, Roller
from hexledger.engine.errors import EngineError, IllegalDecision
from hexledger.engine.kernel.deciding import Draft, Waiting, begin, decide
from hexledger.engine.kernel.decisions import Decision, Irregular
from hexledger.engine.kernel.game import Game
from hexledger.events.frame import Frame, Genesis
from hexledger.projections.state import State
from hexledger.replays.audit.contradiction import Contradiction
from hexledger.replays.audit.verdict import IrregularFrame


class ManyForms(Exception):
    """Bytes of a decision that are not the one form of its content."""


def in_one_form(game: Game[Any], given: bytes) -> Decision:
    """The decision that bytes hold. ManyForms for bytes that say the same in another way; EngineError and others for
    bytes that hold none."""
    decision: Decision = game.codec.decode(given)
    if bytes(game.codec.encode(decision)) != bytes(given):
        raise ManyForms("bytes that say the same in another way, or hold more")
    return decision


def decided_again(
    game: Game[Any],
    genesis: Genesis,
    frame: Frame,
    before: State | None,
    digest: bytes,
    roller: Roller,
    known: Waiting | None,
) -> Contradiction | Draft:
    """Decide a frame again: what came of it, or why it cannot be. `before`: the position that it continues, of that
    `digest`; None for the genesis. `known`: what the decision before left to decide."""
    try:
        if before is None:
            return begin(game, genesis.scenario, genesis.options, roller)
        decision = in_one_form(game, frame.decision)
        if isinstance(decision, Irregular) and not genesis.as_played:
            found = "an irregular decision"
            return Contradiction(frame.seq, -1, "decision", found, "legal ones: the log is no transcript")
        return decide(game, before, digest, frame.actor, decision, roller, known)
    except ManyForms as error:
        return Contradiction(frame.seq, -1, "decision", str(error), "the one form of its content")
    except DiceWanted as error:
        return Contradiction(frame.seq, -1, "dice evidence", error.why, "evidence of every roll")
    except BadRoll as error:
        return Contradiction(frame.seq, -1, "dice evidence", str(error), "a roll that can be")
    except IllegalDecision as error:
        return Contradiction(frame.seq, -1, "decision", error.reason, "a legal decision", error.rule)
    except EngineError as error:
        return Contradiction(frame.seq, -1, "decision", str(error), "a decision that these rules can carry out")
    except Exception as error:
        # a forged decision or option may lead the rules where no honest one does: still a verdict, not a traceback
        found = f"{type(error).__name__}: {error}"
        return Contradiction(frame.seq, -1, "decision", found, "a decision that these rules can carry out")


def irregular(game: Game[Any], frame: Frame) -> Iterator[IrregularFrame]:
    """The irregular decision of a frame, if it holds one, for the list of the verdict."""
    decision = game.codec.decode(frame.decision)
    if isinstance(decision, Irregular):
        number, reason = decision.mark
        yield IrregularFrame(frame.seq, game.rule(number) if isinstance(number, int) else "", str(reason))
