"""Irregular decisions: what was played although the rules refuse it, recorded and marked instead of refused.

Only logs of games played elsewhere, and a referee's ruling, hold them. The rules must indeed refuse the decision: the
audit asks them again. What followed is carried out by the decision's own step where that can be (`do`), or stands in
words (`engine.table.corrections`); either way the position afterwards must be one that can be.
"""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.dice.rolling import DiceWanted, Roller
from hexledger.engine.errors import BadDecision, IllegalDecision, NotOffered
from hexledger.engine.kernel.deciding import Draft, settle, waiting
from hexledger.engine.kernel.decisions import Decision, Irregular
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.table import corrections
from hexledger.engine.table.consequences import CARRIED_OUT_BLINDLY
from hexledger.events.model import Data2
from hexledger.projections.digest import updated
from hexledger.projections.names import side_name
from hexledger.projections.state import State

DO: Final = "do"
"""The effect that carries the decision out as if it were legal."""


def refusal(game: Game[Any], state: State, actor: int, decision: Decision) -> IllegalDecision | None:
    """Why the rules refuse a decision of a side, None when they allow it. BadDecision where it names what is not
    there."""
    game.codec.sound(decision)
    pos = game.position(state)
    try:
        step, prompt = waiting(game, state, pos)
        if actor != prompt.side:
            rule = game.rule(prompt.rule) or game.code
            raise NotOffered(rule, f"it is for the {side_name(game, prompt.side)} side to decide")
        step.check(pos, decision)
    except IllegalDecision as refused:
        return refused
    return None


def irregular(
    game: Game[Any], state: State, actor: int, decision: Decision | None, effects: tuple[str, ...], reason: str = ""
) -> Irregular:
    """The irregular form of a decision (None: an event that was nobody's decision), marked with rule and reason.

    BadDecision when the decision is legal.
    """
    if decision is None:
        return Irregular((), effects, (0, reason or "no decision of the rules"))
    refused = refusal(game, state, actor, decision)
    if refused is None:
        raise BadDecision(f"{decision.kind()} is legal here; it needs no effects of its own")
    return Irregular(plain(game, decision), effects, (_rule(game, refused), reason or refused.reason))


def plain(game: Game[Any], decision: Decision) -> tuple[Data2, ...]:
    """A decision as `[tag, field, ...]` of plain tuples."""
    import msgspec

    found: tuple[Data2, ...] = msgspec.msgpack.decode(game.codec.encode(decision), type=tuple[Data2, ...])
    return found


def decide_irregular(
    game: Game[Any], state: State, before: bytes, actor: int, decision: Irregular, roller: Roller
) -> Draft:
    """Carry an irregular decision out on a copy of `state`; BadDecision when it is legal or leads where nothing can
    be."""
    choice = game.codec.from_data(decision.choice) if decision.choice else None
    number = _checked_mark(game, state, actor, choice, decision)
    act: Recorder[Any] = Recorder(game, state.copy(), roller)
    complaints = game.check_invariants(act.pos)
    act.note("note.irregular", (), game.rules.key(number) if number else "")
    for text in decision.effects:
        if not isinstance(text, str):
            raise BadDecision(f"an effect is a text, not {text!r}")
        if text == DO:
            _do(act, actor, choice)
        else:
            corrections.effect(game, text)(act)
    _possible(act)
    settle(act)
    _possible(act)
    new = sum(complaint not in complaints for complaint in game.check_invariants(act.pos))
    if new:
        act.note("note.broken", (new,))
    events = tuple(act.events)
    return Draft(events, act.state, updated(before, state, act.state, events), tuple(roller.evidence))


def _checked_mark(game: Game[Any], state: State, actor: int, choice: Decision | None, decision: Irregular) -> int:
    if not 0 <= actor <= len(game.sides):
        raise BadDecision(f"there is no side {actor}")
    number, reason = decision.mark if len(decision.mark) == 2 else (None, None)
    if type(number) is not int or type(reason) is not str or not reason:
        raise BadDecision("an irregular decision is marked with the rule and the reason")
    if isinstance(choice, Irregular):
        raise BadDecision("an irregular decision is irregular once")
    expected = 0
    if choice is not None:
        refused = refusal(game, state, actor, choice)
        if refused is None:
            raise BadDecision(f"{choice.kind()} is legal here and not irregular")
        expected = _rule(game, refused)
    elif DO in decision.effects:
        raise BadDecision("there is no decision to carry out")
    if number != expected:
        raise BadDecision(f"it is marked with rule {number}; the rules refuse it by {expected}")
    return expected


def _rule(game: Game[Any], refused: IllegalDecision) -> int:
    """Number of the rule that refuses, 0 when the kernel does."""
    key = refused.rule.removeprefix(f"{game.code} ")
    return game.rules.get(key, 0)


def _do(act: Recorder[Any], actor: int, choice: Decision | None) -> None:
    """Let the step that waits take the decision without asking whether it may."""
    assert choice is not None
    step, prompt = waiting(act.game, act.state, act.pos)
    if actor != prompt.side or choice.kind() not in prompt.kinds:
        raise BadDecision(f"{choice.kind()} is not asked for here and has no step to carry it out: give its effects")
    try:
        step.take(act, choice)
    except (DiceWanted, BadDecision):
        raise
    except CARRIED_OUT_BLINDLY as error:
        raise BadDecision(f"{choice.kind()} cannot be carried out as it stands ({error}): give its effects") from error


def _possible(act: Recorder[Any]) -> None:
    wrong = corrections.broken(act.pos)
    if wrong:
        raise BadDecision(f"that leads to a position that cannot be: {'; '.join(wrong)}")
