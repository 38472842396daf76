"""How a combat would have ended with another face: what follows is answered as the game's advisor would.

A result leaves questions open: who loses the step, where a stack retreats to, who advances. What became of a hex is
known when they are answered, and only then. The answers are tried on a scratch copy; no die is thrown for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

import msgspec

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.search import greedy_bot
from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.deciding import Draft, Until, Waiting, offer
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.memory import AGENDA, ANYTHING, TOUCHED
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.seals import wants_reveal, wants_seal
from hexledger.engine.kernel.steps import Prompt
from hexledger.engine.table.consequences import tried
from hexledger.events import model as ev
from hexledger.projections.combats import Combat, Fights
from hexledger.projections.losses import STEPS, lost_by
from hexledger.projections.state import State

Answer = Callable[[Game[Any], State, Prompt, int], Decision]
"""What is answered in a position; last the number of the question after the face, from 0."""

Answered: TypeAlias = dict[Any, Decision]
"""What was answered after other faces of a combat, by the question and by what had changed on the table until then."""

MOST_ANSWERS: Final = 16
"""Questions after a face that are answered; a combat that asks more is told as far as that."""


class Ending(msgspec.Struct, frozen=True):
    """How a combat ends with one face.

    cleared  whether no defender stands in a target hex any more; None for a combat without defenders or hexes
    lost     (side, steps) from the die to its end, of the sides that lose any
    whole    False where a further die decides, or a choice that is secret: told up to there
    points   (side, victory points) that it brings, of the sides whose track moves; () in a game that counts them from
             the position
    """

    cleared: bool | None
    lost: tuple[tuple[int, int], ...]
    whole: bool
    points: tuple[tuple[int, int], ...] = ()


def advised(game: Game[Any], state: State, prompt: Prompt, number: int) -> Decision:
    """What the game's advisor answers."""
    return greedy_bot(game, state, prompt, Chance("another face", "", number))


def until_over(combat: Combat, rolls: int) -> Until:
    """Met where `combat` is over in the decision that reads its last table, and has thrown more than `rolls` dice."""
    read = combat.readings[-1]
    first = combat.begun.number if combat.begun.seq == combat.resolved else 0

    def until(act: Recorder[Any]) -> bool:
        if len(act.state.agenda) >= combat.low:
            return False
        thrown = sum(isinstance(event, ev.Rolled | ev.Drawn) for event in act.events)
        return thrown > rolls and any(_reads(event, read.table) for event in act.events[first:])

    return until


def ending(
    game: Game[Any],
    terms: Fights,
    combat: Combat,
    before: State,
    draft: Draft,
    answer: Answer = advised,
    answered: Answered | None = None,
) -> Ending:
    """How `combat` ends when the decision made in `before` that read its last table brings `draft`, and `answer` says
    what follows. `answered`: what it said after other drafts of that decision, which is kept there; where the same is
    asked and the table is the same, it is not asked again. O(what follows)."""
    answered = {} if answered is None else answered
    events: list[ev.Event] = []
    changes = _changes(draft.events)
    over = _take(game, terms, combat, before, events, draft.events, _read_at(combat, draft))
    state, waiting, whole = draft.state, draft.waiting, True
    for number in range(MOST_ANSWERS):
        if over or state.over or not _goes_on(game, terms, combat, state):
            break
        prompt = waiting.prompt if waiting is not None else offer(game, state)
        if prompt is None or wants_seal(prompt.kinds) or wants_reveal(prompt.kinds):
            whole = prompt is None
            break
        asked = state.agenda[-1], changes
        try:
            if asked not in answered:
                with standing_in(game, waiting):
                    answered[asked] = answer(game, state, prompt, number)
            came = tried(game, state, answered[asked], waiting, lambda act: len(act.state.agenda) < combat.low)
        except EngineError:
            whole = False
            break
        changes += _changes(came.events)
        over = _take(game, terms, combat, state, events, came.events)
        state, waiting = came.state, came.waiting
        if came.asked is not None:
            whole = over
            break
    else:
        whole = False
    return Ending(_cleared(combat, state), _lost(game, before, events), whole, _points(game, before, events))


def _changes(events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    """The events that change anything but the agenda."""
    return tuple(event for event in events if TOUCHED.get(type(event), 0) & ~(AGENDA | ANYTHING))


@contextmanager
def standing_in(game: Game[Any], waiting: Waiting | None) -> Iterator[None]:
    """Meanwhile an advisor may use what is known of the position that waits."""
    before = game.memory.standing
    if waiting is not None:
        game.memory.standing = waiting.pos
    try:
        yield
    finally:
        game.memory.standing = before


def own_events(game: Game[Any], terms: Fights, combat: Combat, before: State, draft: Draft) -> list[ev.Event]:
    """The events of the decision that read its last table which are its own, in order; what begins after it in the
    same decision is not. `before` and `draft` as in `ending`."""
    events: list[ev.Event] = []
    _take(game, terms, combat, before, events, draft.events, _read_at(combat, draft))
    return events


def ended(combat: Combat, game: Game[Any]) -> Ending:
    """How it did end, from its last die on."""
    steps: dict[int, int] = {}
    for loss in combat.losses:
        if loss.at.seq >= combat.resolved:
            side = game.piece_side(loss.piece)
            steps[side] = steps.get(side, 0) + loss.steps
    won: dict[int, int] = {}
    for one in combat.scored:
        if one.at.seq >= combat.resolved and game.word_key(one.track) in game.view().scores:
            won[one.side] = won.get(one.side, 0) + one.after - one.before
    left = any(one.place_after in combat.targets for one in combat.defenders)
    return Ending(not left if _counts(combat) else None, tuple(sorted(steps.items())), True, _sorted(won))


def _goes_on(game: Game[Any], terms: Fights, combat: Combat, state: State) -> bool:
    agenda = state.agenda
    return not combat.clash and len(agenda) > combat.floor and game.step(agenda[-1][0]) not in terms.between


def _counts(combat: Combat) -> bool:
    return bool(combat.targets and combat.defenders) and (combat.certain or not combat.clash)


def _cleared(combat: Combat, state: State) -> bool | None:
    if not _counts(combat):
        return None
    return not any(state.at.get(one.piece) in combat.targets for one in combat.defenders)


def _read_at(combat: Combat, draft: Draft) -> int:
    """How many events of the decision come before what the last table said, that among them."""
    read = combat.readings[-1]
    first = combat.begun.number if combat.begun.seq == combat.resolved else 0
    for number, event in enumerate(draft.events, 1):
        if number > first and _reads(event, read.table):
            return number
    return 0


def _reads(event: ev.Event, table: int) -> bool:
    return isinstance(event, ev.Resolved) and event.table == table


def _take(
    game: Game[Any],
    terms: Fights,
    combat: Combat,
    before: State,
    events: list[ev.Event],
    more: Sequence[ev.Event],
    own: int = 0,
) -> bool:
    """Add events of the combat, the first `own` whatever they are; True when it is over: a phase begins, the next one
    is declared, or the agenda has fallen below where it was declared, whatever is put on it then. `before`: the
    position before these events."""
    depth = len(before.agenda)
    for number, event in enumerate(more):
        if number >= own and (
            depth < combat.low
            or isinstance(event, ev.PhaseBegan | ev.TurnBegan)
            or (isinstance(event, ev.Declared) and game.word_key(event.kind) in terms.begins)
        ):
            return True
        depth += isinstance(event, ev.Pushed) - isinstance(event, ev.Popped)
        events.append(event)
    return False


def _points(game: Game[Any], before: State, events: Sequence[ev.Event]) -> tuple[tuple[int, int], ...]:
    after: dict[tuple[int, int], int] = {}
    for event in events:
        if isinstance(event, ev.TrackSet) and game.word_key(event.track) in game.view().scores:
            after[event.track, event.side] = event.value
    won: dict[int, int] = {}
    for (track, side), value in after.items():
        won[side] = won.get(side, 0) + value - before.track(track, side)
    return _sorted(won)


def _sorted(won: dict[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((side, points) for side, points in won.items() if points))


def _lost(game: Game[Any], before: State, events: Sequence[ev.Event]) -> tuple[tuple[int, int], ...]:
    sums: dict[int, int] = {}
    if STEPS.isdisjoint(map(type, events)):
        return ()
    for taken in lost_by(events, dict(before.steps), dict(before.at), game):
        side = game.piece_side(taken.piece)
        sums[side] = sums.get(side, 0) + taken.steps
    return tuple(sorted((side, steps) for side, steps in sums.items() if steps))
