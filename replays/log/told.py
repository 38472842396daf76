"""What players are told at a table: the question that is asked, and a decision with what followed, nothing twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from hexledger.events.frame import ADJOURNMENT, ARMIES, END, OLD
from hexledger.events.showing import one_line

if TYPE_CHECKING:
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.kernel.steps import Prompt
    from hexledger.events.model import AnyEvent, Resolved
    from hexledger.projections.state import Agenda
    from hexledger.replays.admission.ledgerbook import Ended
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.log.reader import LogReader

RESULT_WITHIN: Final = 8
"""Decisions after a table was read in which its result may still be asked about."""


def prompt_line(game: Game[Any], prompt: Prompt, most: int = 1_000) -> str:
    """A prompt as a line of text; of more than `most` units, or hexes, it says how many there are."""
    rule = game.rule(prompt.rule)
    units = _named([game.piece_name(piece) for piece in prompt.pieces], most, "units")
    hexes = _named([game.place_name(place) for place in prompt.places], most, "hexes")
    about = " · ".join(part for part in (units, hexes) if part)
    cited = f" ({rule})" if rule else ""
    return f"{game.side(prompt.side).capitalize()}: {game.word(prompt.word)}{' - ' + about if about else ''}{cited}"


def ended_at(chronicle: LogReader, seq: int) -> Ended | None:
    """The end that somebody has put to a game where play stands, seen from frame `seq`: None before the head of the
    line that is played, in a game that goes on, or that its rules have ended."""
    timeline = chronicle.timeline
    if chronicle.genesis.format == OLD or seq != timeline.head or END not in timeline.kinds:
        return None
    return chronicle.ledgerbook.ended


def end_data(ended: Ended | None) -> dict[str, Any]:
    """`ended`: frame and kind of the end that somebody has put to a game; nothing for None."""
    return {} if ended is None else {"ended": {"frame": ended.seq, "what": ended.end.what}}


def end_line(chronicle: LogReader, ended: Ended) -> str:
    """`the game ended in #1: german concedes because late`, or that it rests."""
    from hexledger.projections.table_notes import table_note

    how = "rests since" if ended.end.what == ADJOURNMENT else "ended in"
    reason = f" because {one_line(ended.end.reason)}" if ended.end.reason else ""
    return f"the game {how} #{ended.seq}: {table_note(chronicle.frame(ended.seq), chronicle.game)[0]}{reason}"


def seated(chronicle: LogReader, seat: int) -> str:
    """A seat as players call it: `German`, an army with who sits there (`6pza (Sepp)`), `Referee` for 0."""
    game = chronicle.game
    name = game.side(seat) if seat >= ARMIES else game.side(seat).capitalize() if seat else "Referee"
    sitter = chronicle.ledgerbook.seats.sitters.get(seat) if chronicle.armies_apart else None
    return f"{name} ({one_line(sitter.name)})" if sitter is not None else name


def _named(names: Sequence[str], most: int, what: str) -> str:
    return ", ".join(names) if len(names) <= most else f"{len(names)} {what}"


def told_once(chronicle: Chronicle, seq: int, *, headed: bool = False) -> list[str]:
    """A decision in words, then what followed, without what the decision itself has said; `headed`: without the turn
    and phase that it ends in either, which stand above what is asked next."""
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.events.frame import DECISION
    from hexledger.projections.decided import decided
    from hexledger.projections.record import events_text

    frame, game = chronicle.frame(seq), chronicle.game
    before = chronicle.state(frame.parent)
    made = chronicle.decision(seq) if frame.kind == DECISION else None
    tells = news(game, made if isinstance(made, Decision) else None)
    last = _beginnings(frame.events) if headed else ()

    def keep(event: AnyEvent) -> bool:
        return tells(event) and not any(event is one for one in last)

    words = decided(frame, game, game.decide_text, before)
    return [words, *events_text(frame, game, before, keep=keep, words=words)]


def _beginnings(events: Sequence[AnyEvent]) -> tuple[AnyEvent, ...]:
    """The last turn and the last phase that begin among events."""
    from hexledger.events import model as ev

    found = ([event for event in events if isinstance(event, kind)][-1:] for kind in (ev.TurnBegan, ev.PhaseBegan))
    return tuple(event for some in found for event in some)


def carried_out(chronicle: LogReader, seq: int | None = None) -> Resolved | None:
    """The table that the question at a frame (of the head, by default) comes from; None where its result is dealt with.
    While it is not, all questions stand above where the decision was asked that came to the table, over the same steps.
    Looks back over RESULT_WITHIN decisions, and not beyond the beginning of the phase."""
    from hexledger.events import model as ev

    at = chronicle.timeline.head if seq is None else seq
    path = chronicle.timeline.path(at)[1:][-RESULT_WITHIN:]
    for number in range(len(path) - 1, -1, -1):
        frame = chronicle.frame(path[number])
        for event in reversed(frame.events):
            if isinstance(event, ev.Resolved):
                then = chronicle.state(frame.parent).agenda
                asked = (chronicle.state(later).agenda for later in path[number:])
                return event if all(_above(now, then) for now in asked) else None
            if isinstance(event, ev.PhaseBegan):
                return None
    return None


def _above(now: Agenda, then: Agenda) -> bool:
    """Whether steps stand above the one that was on top then, or in its place, and all below it as they were."""
    below = len(then) - 1
    same = len(now) == len(then) and now[below][0] == then[below][0]
    return below >= 0 and len(now) > below and now[:below] == then[:below] and not same


def news(game: Game[Any], decision: Decision | None) -> Callable[[AnyEvent], bool]:
    """Which events tell more than the decision has said already: not that its units move where it sends them, nor the
    intention that it declares."""
    from hexledger.engine.naming.typed import units_of
    from hexledger.events import model as ev
    from hexledger.projections.telling import AFTER_COMBAT

    named = frozenset() if decision is None else frozenset(units_of(game, decision))

    def tells(event: ev.AnyEvent) -> bool:
        if isinstance(event, ev.Moved):
            return event.piece not in named or game.word_key(event.mode) in AFTER_COMBAT
        return not (isinstance(event, ev.Declared) and named.issuperset(event.pieces))

    return tells
