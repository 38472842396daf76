"""What players are told at a table: the question that is asked, and a decision with what followed, nothing twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from hexledger.events.frame import ADJOURNMENT, ARMIES, END, OLD
from hexledger.events.showing import one_line

if TYPE_CHECKING:
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.kernel.steps import Prompt
    from hexledger.events.model import AnyEvent
    from hexledger.replays.admission.ledgerbook import Ended
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.log.reader import LogReader


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


def told_once(chronicle: Chronicle, seq: int) -> list[str]:
    """A decision in words, then what followed, without what the decision itself has said."""
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.events.frame import DECISION
    from hexledger.projections.decided import decided
    from hexledger.projections.record import events_text

    frame, game = chronicle.frame(seq), chronicle.game
    before = chronicle.state(frame.parent)
    made = chronicle.decision(seq) if frame.kind == DECISION else None
    keep = news(game, made if isinstance(made, Decision) else None)
    words = decided(frame, game, game.decide_text, before)
    return [words, *events_text(frame, game, before, keep=keep, words=words)]


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
