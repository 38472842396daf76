"""The fan of one roll: every outcome that a decision could have had, with its exact chance, beside what happened."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from hexledger.engine.kernel.deciding import Draft, offer
from hexledger.engine.kernel.game import Game
from hexledger.engine.table.outcomes import MOST_OUTCOMES, Outcome, Thrown, TooManyOutcomes, as_laid_out, outcomes
from hexledger.events import model as ev
from hexledger.events.frame import DECISION
from hexledger.projections.combats import reckoned_results
from hexledger.projections.difference import Row, difference
from hexledger.projections.losses import STEPS, lost_by
from hexledger.projections.names import side_name
from hexledger.projections.state import State
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.reader import LogReader


class Losses(NamedTuple):
    """What one outcome costs a side: steps, and units that are gone."""

    side: int
    steps: int
    units: int


class Branch(NamedTuple):
    """Ways to fall that read the same: results, losses, what changes, who is asked what.

    rolls     every such way, each the rolls in order of play
    chance    exact probability
    happened  whether this is what was rolled
    results   what the tables said, in words, by the first of the ways
    losses    by side, only sides that lose something
    changes   what stands otherwise than before the decision (rows as `projections.difference` gives them)
    asks      who is asked what afterwards; empty at the end of the game
    over      the result, if the game ends
    draft     the first way, for whoever wants more
    """

    rolls: tuple[tuple[Thrown, ...], ...]
    chance: Fraction
    happened: bool
    results: tuple[str, ...]
    losses: tuple[Losses, ...]
    changes: tuple[Row, ...]
    asks: str
    over: str
    draft: Draft


class Fan(NamedTuple):
    """All that a decision could have led to.

    seq       frame of the decision
    text      the decision in words
    rolls     what was rolled, in order: what was asked, and the value
    branches  most probable first; their chances sum to 1. Rolls that only brought the decision back to where it was are
              no part of their ways, and have been shared out
    """

    seq: int
    side: int
    text: str
    rolls: tuple[Thrown, ...]
    branches: tuple[Branch, ...]


def fan_of(
    chronicle: LogReader,
    seq: int,
    vary: Collection[int] | None = None,
    most: int = MOST_OUTCOMES,
    *,
    only: bool = False,
) -> Fan:
    """The fan of decision frame `seq`; `vary`: rolls that vary, counted from 0 (the others fall as they fell); `only`:
    rolls that come in besides are not laid out, but fall as they first can.

    ReplayError for a frame that is no decision or rolls nothing, TooManyOutcomes.
    """
    frame = chronicle.frame(chronicle.place(seq))
    if frame.kind != DECISION:
        raise ReplayError(f"frame {seq} is no decision: only decisions have outcomes")
    rolled = tuple(_value(event) for event in frame.events if isinstance(event, ev.Rolled | ev.Drawn))
    if not rolled:
        later = _next_roll(chronicle, seq)
        raise ReplayError(f"decision #{seq} rolls nothing" + (f"; the next one that does is #{later}" if later else ""))
    wrong = sorted(number + 1 for number in vary or () if not 0 <= number < len(rolled))
    if wrong:
        raise ReplayError(f"decision #{seq} rolls {len(rolled)} times; there is no roll {wrong[0]}")
    game, before = chronicle.game, chronicle.state(frame.parent)
    decision: Any = chronicle.decision(seq)
    held = chronicle.frame(frame.parent).digest
    try:
        found = outcomes(game, before, held, frame.actor, decision, vary=vary, rolled=rolled, most=most, only=only)
    except TooManyOutcomes as error:
        raise ReplayError(f"#{seq}: {error}") from error
    try:
        played, kept = as_laid_out(game, before, held, frame.actor, decision, rolled)
    except ValueError:
        played = kept = ()
    laid_out = {_values(one) for one in found}
    # rolls that are held, and those before one that varies, stand in a way as they fell, whatever they brought back
    rolled = next((one for one in (rolled, tuple(thrown.value for thrown in kept)) if one in laid_out), ())
    if not rolled:
        raise ReplayError(f"what decision #{seq} rolled cannot be rolled in its position: `verify` the log")
    text = game.decide_text(frame.decision, before)
    return Fan(seq, frame.actor, text, played, merged(game, before, found, rolled))


def _next_roll(chronicle: LogReader, seq: int) -> int:
    """The first decision after a frame, on the line that is played, that rolls; 0 where there is none."""
    head = chronicle.timeline.head
    if chronicle.timeline.fork(seq, head) != seq:
        return 0
    later = (frame for frame in chronicle.frames(head) if frame.seq > seq and frame.kind == DECISION)
    return next(
        (frame.seq for frame in later if any(isinstance(event, ev.Rolled | ev.Drawn) for event in frame.events)), 0
    )


def merged(game: Game[Any], before: State, found: Sequence[Outcome], rolled: tuple[int, ...]) -> tuple[Branch, ...]:
    """Outcomes put together by how they read, most probable first."""
    branches: dict[tuple[Any, ...], Branch] = {}
    for one in found:
        branch = _branch(game, before, one, rolled)
        changes = tuple(row["text"] for row in branch.changes)
        key = (branch.results, branch.losses, changes, branch.asks, branch.over)
        branches[key] = _both(branches[key], branch) if key in branches else branch
    return tuple(sorted(branches.values(), key=lambda branch: (-branch.chance, _shown_first(branch))))


def _shown_first(branch: Branch) -> tuple[int, ...]:
    return tuple(thrown.value for thrown in branch.rolls[0])


def _both(one: Branch, other: Branch) -> Branch:
    happened = one.happened or other.happened
    return one._replace(rolls=(*one.rolls, *other.rolls), chance=one.chance + other.chance, happened=happened)


def _branch(game: Game[Any], before: State, one: Outcome, rolled: tuple[int, ...]) -> Branch:
    draft = one.draft
    state = draft.state
    prompt = None if state.over else offer(game, state)
    return Branch(
        (one.rolls,),
        one.chance,
        _values(one) == rolled,
        table_results(game, draft.events),
        losses_of(game, before, draft.events),
        tuple(row for row in difference(before, state, game) if row["what"] != "seal"),
        f"{side_name(game, prompt.side)}: {game.word(prompt.word)}" if prompt is not None else "",
        game.verdict(state.winner, state.level) if state.over else "",
        draft,
    )


def table_results(game: Game[Any], events: Sequence[ev.Event]) -> tuple[str, ...]:
    """What the tables that were read said, in words, and what was reckoned of them that is a result of its own."""
    found: list[str] = []
    results = game.view().fight_results
    for event in events:
        if isinstance(event, ev.Resolved):
            said = ", ".join(game.word(result) for result in event.results).replace(":, ", ": ")
            found.append(f"{game.word(event.table)} {game.word(event.column)}: {said or 'no effect'}")
        elif isinstance(event, ev.Reckoned):
            found += reckoned_results([(event.kind, event.total)], game, results)
    return tuple(found)


def losses_of(game: Game[Any], before: State, events: Sequence[ev.Event]) -> tuple[Losses, ...]:
    """Steps and units that each side loses by events after a position."""
    sums: dict[int, list[int]] = {}
    if STEPS.isdisjoint(map(type, events)):
        return ()
    for taken in lost_by(events, dict(before.steps), dict(before.at), game):
        entry = sums.setdefault(game.piece_side(taken.piece), [0, 0])
        entry[0] += taken.steps
        entry[1] += taken.gone
    return tuple(Losses(side, *sums[side]) for side in sorted(sums))


def shown(game: Game[Any], thrown: Thrown) -> str:
    """What a roll showed, in words: the number of a die, the name of what was drawn."""
    return game.value(thrown.asked.purpose, thrown.value) if thrown.asked.tokens else str(thrown.value)


def _values(one: Outcome) -> tuple[int, ...]:
    return tuple(thrown.value for thrown in one.rolls)


def _value(event: ev.Rolled | ev.Drawn) -> int:
    return event.value if isinstance(event, ev.Rolled) else event.token
