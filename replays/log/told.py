"""What players are told at a table: the question that is asked, and a decision with what followed, nothing twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.kernel.steps import Prompt
    from hexledger.replays.log.chronicle import Chronicle


def prompt_line(game: Game[Any], prompt: Prompt, most: int = 1_000) -> str:
    """A prompt as a line of text; of more than `most` units, or hexes, it says how many there are."""
    rule = game.rule(prompt.rule)
    units = _named([game.piece_name(piece) for piece in prompt.pieces], most, "units")
    hexes = _named([game.place(place) for place in prompt.places], most, "hexes")
    about = " · ".join(part for part in (units, hexes) if part)
    cited = f" ({rule})" if rule else ""
    return f"{game.side(prompt.side).capitalize()}: {game.word(prompt.word)}{' - ' + about if about else ''}{cited}"


def _named(names: Sequence[str], most: int, what: str) -> str:
    return ", ".join(names) if len(names) <= most else f"{len(names)} {what}"


def told_once(chronicle: Chronicle, seq: int) -> list[str]:
    """A decision in words, then what followed, without what the decision itself has said: that its units move where it
    sends them, and the intention that it declares."""
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.naming.typed import units_of
    from hexledger.events import model as ev
    from hexledger.events.frame import DECISION
    from hexledger.projections.decided import decided
    from hexledger.projections.record import events_text
    from hexledger.projections.telling import AFTER_COMBAT

    frame, game = chronicle.frame(seq), chronicle.game
    before = chronicle.state(frame.parent)
    made = chronicle.decision(seq) if frame.kind == DECISION else None
    named = frozenset(units_of(game, made)) if isinstance(made, Decision) else frozenset()

    def news(event: ev.AnyEvent) -> bool:
        if isinstance(event, ev.Moved):
            return event.piece not in named or game.word_key(event.mode) in AFTER_COMBAT
        return not (isinstance(event, ev.Declared) and named.issuperset(event.pieces))

    return [decided(frame, game, game.decide_text, before), *events_text(frame, game, before, keep=news)]
