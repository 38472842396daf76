"""What a decision leads to when nobody adds anything: later questions are answered plainly, up to the first die.

An attack that is declared now is rolled for only after other questions (support, artillery, further attacks). To
show its odds and modifiers at the die, each of them is given the answer that spends nothing, where every answer spends
something (a lead unit, a mode) the first that is listed, and every answer that was taken for granted is told. Nothing
is written, thrown or drawn, and no secret is guessed: a seal that was made before and is to be opened ends the look
ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from hexledger.engine.dice.rolling import Asked
from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.deciding import Listing, offer
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.seals import reveal, seal, wants_reveal, wants_seal
from hexledger.engine.table.consequences import tried
from hexledger.engine.table.drafting import NUMBER, PLACE, PLACES, SETS, YES, fields_of
from hexledger.engine.table.preview import Preview
from hexledger.events.model import Declared, Event
from hexledger.projections.state import State

MOST_QUESTIONS: Final = 40
"""Questions that are answered on the way to a die."""
MOST_ANSWERS: Final = 200
"""Answers of a question that are looked through for one that spends nothing."""
_SALT: Final = "looked ahead"
"""What a choice is sealed with here: it is opened again at once, and never written."""


class Assumed(NamedTuple):
    """An answer that was taken for granted: the side, the decision in words."""

    side: int
    told: str


class Onward(NamedTuple):
    """A die that a position comes to when nobody adds anything.

    state     the position in which the decision that rolls is made
    side      whose decision it is; decision: that decision
    asked     the die or draw
    fight     odds and modifiers there, a line each
    assumed   the answers that were taken for granted, in order, the one that rolls included
    events    what happens on the way, up to the die: the calculations with every modifier among them
    """

    state: State
    side: int
    decision: Decision
    asked: Asked
    fight: tuple[str, ...]
    assumed: tuple[Assumed, ...]
    events: tuple[Event, ...]


def ahead(game: Game[Any], decision: Decision, looked: Preview) -> Onward | None:
    """The die that an attack comes to later, when nobody adds anything to it; `looked`: the preview of `decision`."""
    if looked.after is None or looked.asked is not None:
        return None
    if not (looked.odds or looked.fight or begins_a_fight(game, looked.events)):
        return None
    return onward(game, looked.after, places_meant(game, decision))


def onward(game: Game[Any], state: State, towards: frozenset[int] = frozenset()) -> Onward | None:
    """Go on from a position to its next die; `state` is not changed. None where no die comes, or where a secret that
    was sealed before is to be opened. `towards`: places that an answer is to name where it has to name one (which of
    several attacks comes next). O(questions x their lists, both bounded)."""
    assumed: list[Assumed] = []
    events: list[Event] = []
    fixed: Decision | None = None
    for _ in range(MOST_QUESTIONS):
        prompt = offer(game, state)
        if prompt is None:
            return None
        opens = wants_reveal(prompt.kinds)
        choice = fixed if opens else plain_answer(game, state, towards)
        if choice is None:
            return None
        answer = choice
        if opens:
            answer, fixed = reveal(choice, _SALT), None
        elif wants_seal(prompt.kinds):
            answer, fixed = seal(choice, _SALT), choice
        try:
            came = tried(game, state, answer)
        except EngineError:
            return None
        assumed.append(Assumed(prompt.side, game.tell(game.position(state), answer if opens else choice)))
        events += came.events
        if came.asked is not None:
            fight = tuple(game.view().fight(game.position(came.state)))
            return Onward(state, prompt.side, answer, came.asked, fight, tuple(assumed), tuple(events))
        state = came.state
    return None


def begins_a_fight(game: Game[Any], events: Sequence[Event]) -> bool:
    """Whether a combat is declared in these events (`BoardView.fight_begins`)."""
    begins = game.view().fight_begins
    return any(isinstance(event, Declared) and game.word_key(event.kind) in begins for event in events)


def plain_answer(game: Game[Any], state: State, towards: frozenset[int]) -> Decision | None:
    """The answer to a question that spends nothing: one that names nothing (an end, a pass), or the empty one of those
    that name units or numbers. Where every answer spends something the first that is listed, of those that name a
    place of `towards` where there are any; None for no answer."""
    listing = Listing(game, state)
    kinds = listing.kinds()
    for kind in kinds:
        if not fields_of(game, kind):
            return listing.of(kind)[0]
    first: Decision | None = None
    meant: Decision | None = None
    for kind in kinds:
        for decision in islice(listing.of(kind), MOST_ANSWERS):
            if _spends_nothing(game, decision):
                return decision
            first = first or decision
            if meant is None and towards & places_meant(game, decision):
                meant = decision
    return meant or first


def places_meant(game: Game[Any], decision: Decision) -> frozenset[int]:
    """The places that a decision is about, but for those of a way (`naming.typed.places_of` has these as well)."""
    found: set[int] = set()
    for field in fields_of(game, decision.kind()):
        value = getattr(decision, field.name)
        if field.role == PLACE:
            found.add(value)
        elif field.role == PLACES:
            found.update(value)
    return frozenset(found)


def _spends_nothing(game: Game[Any], decision: Decision) -> bool:
    """Whether every field of a decision is empty, zero or no."""
    fields = fields_of(game, decision.kind())
    return all(field.role in SETS | {NUMBER, YES} and not getattr(decision, field.name) for field in fields)
