"""What a decision would do, told before it is made: up to the first die, without a die, a draw or anybody's secret."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from hexledger.engine.dice.rolling import Asked
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.kernel.deciding import offer, waiting
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.seals import wants_seal
from hexledger.engine.kernel.steps import Prompt
from hexledger.engine.table.consequences import Cost, cost, tried
from hexledger.events import model as ev
from hexledger.projections.state import State

DIE: Final = "a die"
DRAW: Final = "a draw"
SEAL: Final = "a seal"
PHASE: Final = "the end of a phase"
HAND_OVER: Final = "the other side's turn to decide"
LOSS: Final = "losses"
END: Final = "the end of the game"


class Preview(NamedTuple):
    """A decision before it is made.

    why       rule and reason when it is refused; then nothing else is said
    events    what it does before any die
    after     the position then; None for a refused one
    asked     the die or draw that it comes to, None for none
    then      what is asked next, None where a die comes first or the game is over
    crosses   what cannot be taken back alone afterwards, or ends something: texts of this module
    odds      what can be said of it: the odds of an attack
    fight     the fight that it leads into: odds and modifiers as far as they are known, a line each
    cost      what the deciding side loses for certain
    """

    why: IllegalDecision | None = None
    events: tuple[ev.Event, ...] = ()
    after: State | None = None
    asked: Asked | None = None
    then: Prompt | None = None
    crosses: tuple[str, ...] = ()
    odds: str = ""
    fight: tuple[str, ...] = ()
    cost: Cost = Cost()


def preview(game: Game[Any], state: State, decision: Decision) -> Preview:
    """Look at a decision of the side that is asked; `state` is not changed. BadDecision for what names nothing at all.

    A choice that is to be sealed is only checked: what it does shows when both are open.
    """
    pos = game.position(state)
    step, prompt = waiting(game, state, pos)
    try:
        if wants_seal(prompt.kinds):
            game.codec.sound(decision)
            step.check_secret(pos, decision)
            return Preview(after=state, crosses=(SEAL,))
        came = tried(game, state, decision)
    except IllegalDecision as refused:
        return Preview(refused)
    over = came.state.over
    then = None if came.asked is not None or over else offer(game, came.state)
    lost = cost(game, state, prompt.side, decision)
    return Preview(
        events=came.events,
        after=came.state,
        asked=came.asked,
        then=then,
        crosses=tuple(_crosses(prompt, came.events, came.asked, then, lost, over=over)),
        odds=game.view().forecast(pos, decision),
        fight=tuple(game.view().fight(game.position(came.state))) if not over else (),
        cost=lost,
    )


def _crosses(
    prompt: Prompt, events: tuple[ev.Event, ...], asked: Asked | None, then: Prompt | None, lost: Cost, *, over: bool
) -> list[str]:
    found: list[str] = []
    if asked is not None:
        found.append(DRAW if asked.tokens else DIE)
    if any(isinstance(event, ev.PhaseBegan) for event in events):
        found.append(PHASE)
    if then is not None and then.side != prompt.side:
        found.append(HAND_OVER)
    if lost:
        found.append(LOSS)
    return [*found, END] if over else found
