"""What a page at the table is told, as rows for JSON: pieces, places and words by number, as in the page's data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Required, TypedDict

from hexledger.engine.errors import Unfinished
from hexledger.engine.kernel.seals import wants_seal
from hexledger.engine.table.drafting import Drafting, Field, fields_of, given_of, kind_words
from hexledger.engine.table.outcomes import faces
from hexledger.engine.table.sums import running_sum, so_far
from hexledger.events.frame import DECISION, Frame
from hexledger.events.model import AnyEvent, Event, Moved, Reckoned
from hexledger.events.showing import one_line
from hexledger.projections.phrases import phrases
from hexledger.projections.record import events_text
from hexledger.replays.folders import without_folders
from hexledger.replays.log.due import DECIDE, ENTER, NOTHING, SEAL, Due
from hexledger.replays.log.told import news, prompt_line, seated, told_once
from hexledger.replays.log.typed_rolls import asked_text, token_names
from hexledger.replays.tabletop.rows import DiceRow, PlanRow, RefusalRow

if TYPE_CHECKING:
    from hexledger.engine.dice.rolling import Asked
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.table.onward import Onward
    from hexledger.engine.table.plans import Planned
    from hexledger.engine.table.preview import Preview
    from hexledger.engine.table.reasons import Refusal
    from hexledger.projections.state import State
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.tabletop.seats import Seat
    from hexledger.replays.tabletop.sitting import Made, Sitting


class RequestRow(TypedDict):
    """A seat asks the others to agree to going back: the request's number, which an answer names, who asks, to which
    frame, why, what that crosses, who must agree, whether this seat answers, and whether it has asked."""

    number: int
    by: str
    to: int
    reason: str
    crosses: list[str]
    sides: list[str]
    yours: bool
    mine: bool


class AskRow(TypedDict):
    """The question, as a seat may know it:

    version head      of the sitting; the frame at which play stands
    over              nobody has to do anything any more
    side yours        who is to act (number, 0 the referee, null for nobody), whether this seat is, and not what goes on
                      by itself
    does              what is to be done, a word of `replays.log.due`
    text              the question in a line; rule, title: the rule that asks and what it is called
    about             the fight in progress, a line each
    kinds             kinds of decision for who is asked: [name, words, [field, ...], listed], a field as in
                      `engine.table.drafting.Field`; what is not listed may be put together by hand
    pieces places     units and places that the question names
    complete secret   whether everything legal is listed; whether the choice is sealed
    who               whose turn it is, in words: the side, or the army that decides, with its player
    dice faces        the real die that is asked for, in words, and what it may show; empty for none
    request           what others are asked to agree to; null for none
    trouble           why play does not go on by itself
    lately            the last decisions: [[frame, side, [line, ...]], ...]
    bots seats        sides that bots play, with their names; sides that this seat plays
    away mail         whether who is to act plays elsewhere; whether anybody does, so that bundles go
    keeper            whether this seat is the keeper's, who answers rolls
    policy study      the undo policy; whether this is a study
    """

    version: int
    head: int
    over: bool
    side: int | None
    yours: bool
    does: str
    text: str
    rule: str
    title: str
    about: list[str]
    kinds: list[tuple[str, str, tuple[Field, ...], bool]]
    pieces: list[int]
    places: list[int]
    complete: bool
    secret: bool
    who: str
    away: bool
    mail: bool
    keeper: bool
    dice: str
    faces: list[str]
    request: RequestRow | None
    trouble: str
    lately: list[tuple[int, int, list[str]]]
    bots: dict[str, str]
    seats: list[int]
    policy: str
    study: bool


class LaterRow(TypedDict):
    """A die that a decision comes to when nobody adds anything: it in words, odds and modifiers there a line each, the
    calculations on the way with every modifier, and the answers that are taken for granted."""

    dice: str
    fight: list[str]
    sums: list[str]
    assumed: list[str]


class PreviewRow(TypedDict, total=False):
    """What a draft would do; of one that is refused the first six only:

    legal rule why   whether the rules allow it; else by which rule not, and why
    told             the decision in words
    given            the whole decision, each field with its value
    sum              strengths of the fight with what is chosen so far, also where the rules refuse it as it stands
    lines            what follows from it before any die
    odds fight       odds of an attack; the fight that it leads into, a line each
    crosses          what it crosses that cannot be taken back alone; empty: nothing
    dice faces       the die or draw that it comes to, in words; what it may show
    later            the die that it comes to when nobody adds anything; null for none
    then             what is asked next: side, question; null where a die comes first
    lost             units that are lost for certain, and those that lose steps: [piece, steps, gone]
    moved            ways that units take: [[piece, place, ...], ...]
    paid             what these ways cost: [[piece, movement points as players write them], ...]
    """

    legal: Required[bool]
    rule: Required[str]
    why: Required[str]
    told: Required[str]
    given: Required[dict[str, Any]]
    sum: Required[str]
    lines: list[str]
    odds: str
    fight: list[str]
    crosses: list[str]
    dice: str
    faces: list[str]
    later: LaterRow | None
    then: tuple[int, str] | None
    lost: list[tuple[int, int, bool]]
    moved: list[list[int]]
    paid: list[tuple[int, str]]


AT_A_PAGE: Final = frozenset({DECIDE, SEAL, ENTER})
"""What a player does at his page; all else goes on by itself, or the page says why it does not."""
LATELY: Final = 6
"""Decisions that are told again to a page that asks."""


def ask_row(sitting: Sitting, seat: Seat, found: Due, drafting: Drafting | None) -> AskRow:
    """The question, as a seat may know it."""
    game, chronicle, prompt = sitting.game, sitting.chronicle, found.prompt
    yours = found.does in AT_A_PAGE and seat.acts(found) and found.side not in sitting.bots and not sitting.working
    yours = yours and not sitting.elsewhere(found) and not sitting.looks_at_the_game()
    state = chronicle.state()
    wanted: DiceRow = sitting.dice_wanted() if yours else {"dice": "", "faces": []}
    row: AskRow = {
        "version": sitting.version,
        "head": sitting.head,
        "over": found.does == NOTHING,
        "side": found.side,
        "yours": yours,
        "does": found.does,
        "text": "" if prompt is None else one_line(prompt_line(game, prompt, most=6)),
        "rule": "" if prompt is None else game.rule(prompt.rule),
        "title": "" if prompt is None else one_line(game.rule_title(prompt.rule) or ""),
        "about": [],
        "kinds": [],
        "pieces": [],
        "places": [],
        "complete": True,
        "secret": prompt is not None and wants_seal(prompt.kinds),
        "who": "" if found.whose is None else seated(chronicle, found.whose),
        "away": sitting.elsewhere(found),
        "mail": bool(sitting.away and seat.plays),
        "keeper": seat.keeper,
        **wanted,
        "request": _request(sitting, seat),
        "trouble": one_line(without_folders(sitting.trouble or sitting.link_trouble, chronicle.path.parent)),
        "lately": _lately(chronicle),
        "bots": {str(side): name for side, (name, _) in sitting.bots.items()},
        "seats": list(seat.sides),
        "policy": chronicle.genesis.undo_policy,
        "study": sitting.study,
    }
    if prompt is not None and drafting is not None:
        row["about"] = list(game.view().fight(game.position(state)))
        row["kinds"] = _kinds(game, drafting)
        row["pieces"], row["places"] = list(prompt.pieces), list(prompt.places)
        row["complete"] = prompt.complete
    return row


def _request(sitting: Sitting, seat: Seat) -> RequestRow | None:
    asked = sitting.request
    if asked is None:
        return None
    side = sitting.game.side
    return {
        "number": asked.number,
        "by": side(asked.by).capitalize(),
        "to": asked.to,
        "reason": one_line(asked.reason),
        "crosses": list(asked.crosses),
        "sides": [side(one).capitalize() for one in asked.sides],
        "yours": set(asked.sides) <= set(seat.sides),
        "mine": asked.token == seat.token,
    }


def _lately(chronicle: Chronicle) -> list[tuple[int, int, list[str]]]:
    found = chronicle.timeline.path(chronicle.timeline.head)[1:][-LATELY:]
    return [(seq, chronicle.frame(seq).actor, told_rows(chronicle, chronicle.frame(seq))) for seq in found]


def told_rows(chronicle: Chronicle, frame: Frame) -> list[str]:
    """A decision in words, then what followed."""
    return [one_line(line) for line in told_once(chronicle, frame.seq)]


def _kinds(game: Game[Any], drafting: Drafting) -> list[tuple[str, str, tuple[Field, ...], bool]]:
    asked = [*((kind, True) for kind in drafting.kinds()), *((kind, False) for kind in drafting.by_hand())]
    return [(kind, kind_words(game, kind), fields_of(game, kind), listed) for kind, listed in asked]


def dice_row(game: Game[Any], asked: Asked) -> DiceRow:
    """A die or draw: it in words, and what it may show."""
    values = [value for _, value, _ in faces(asked)]
    if asked.tokens:
        return {"dice": asked_text(game, asked), "faces": [token_names(game, asked.purpose, one)[0] for one in values]}
    return {"dice": asked_text(game, asked), "faces": [str(value) for value in values]}


def preview_row(
    sitting: Sitting, state: State, decision: Decision, looked: Preview, later: Onward | None
) -> PreviewRow:
    """What a draft would do."""
    game = sitting.game
    row: PreviewRow = {
        "legal": looked.why is None,
        "told": one_line(game.tell(game.position(state), decision)),
        "given": given_of(game, decision),
        "rule": "" if looked.why is None else one_line(looked.why.rule),
        "why": "" if looked.why is None else one_line(looked.why.reason),
        "sum": _sum(game, state, decision, looked, later),
    }
    if looked.why is not None:
        return row
    then = looked.then
    dice: DiceRow = {"dice": "", "faces": []} if looked.asked is None else dice_row(game, looked.asked)
    return {
        **row,
        "lines": _lines(sitting, state, decision, looked.events),
        "odds": one_line(looked.odds),
        "fight": [one_line(line) for line in looked.fight],
        "crosses": list(looked.crosses),
        "dice": dice["dice"],
        "faces": dice["faces"],
        "later": None if later is None else _later(sitting, looked.after or state, later),
        "then": None if then is None else (then.side, one_line(prompt_line(game, then, most=6))),
        "lost": [
            *((piece, 0, True) for piece in (*looked.cost.gone, *looked.cost.never)),
            *((piece, steps, False) for piece, steps in looked.cost.reduced),
        ],
        "moved": _moved(looked.events),
        "paid": [(one.piece, game.cost(one.cost)) for one in looked.events if isinstance(one, Moved) and one.cost],
    }


def unfinished_row(given: dict[str, Any], lacking: Unfinished) -> PreviewRow:
    """A draft that is no decision yet."""
    return {"legal": False, "rule": "", "why": one_line(str(lacking)), "told": "", "given": given, "sum": ""}


def _sum(game: Game[Any], state: State, decision: Decision, looked: Preview, later: Onward | None) -> str:
    """The strengths with what is chosen so far."""
    if looked.why is not None:
        return running_sum(game, so_far(game, state, decision))
    return running_sum(game, (*looked.events, *(later.events if later else ())))


def _lines(sitting: Sitting, state: State, decision: Decision, events: Sequence[Event]) -> list[str]:
    """What a decision that is not made does, in words."""
    game = sitting.game
    told = tuple(event for event in events if isinstance(event, AnyEvent))
    raw = game.codec.encode(decision)
    frame = Frame(len(sitting.chronicle.timeline), DECISION, 0, sitting.head, raw, told, (), b"", None)
    return [one_line(line) for line in events_text(frame, game, state, keep=news(game, decision), table=phrases())]


def _moved(events: Sequence[Event]) -> list[list[int]]:
    return [[event.piece, *event.path] for event in events if isinstance(event, Moved)]


def refusal_row(refusal: Refusal) -> RefusalRow:
    """Why not."""
    return {"kind": refusal.kind, "rule": one_line(refusal.rule), "why": one_line(refusal.why)}


def _later(sitting: Sitting, after: State, later: Onward) -> LaterRow:
    game = sitting.game
    sums = [event for event in later.events if isinstance(event, Reckoned)]
    assumed = [f"{game.side(one.side).capitalize()}: {one_line(one.told)}" for one in later.assumed]
    return {
        "dice": asked_text(game, later.asked),
        "fight": [one_line(line) for line in later.fight],
        "sums": _lines(sitting, after, later.decision, sums),
        "assumed": assumed,
    }


def plan_row(sitting: Sitting, at: int, plan: Sequence[Made], steps: Sequence[Planned], drafting: Drafting) -> PlanRow:
    """Where a plan leads, and what is asked there."""
    game, state, prompt = sitting.game, drafting.state, drafting.prompt
    before = sitting.chronicle.state()
    told: list[list[str]] = []
    was = before
    for made, step in zip(plan, steps, strict=True):
        decision = sitting.made(was, made)
        told.append([one_line(game.tell(game.position(was), decision)), *_lines(sitting, was, decision, step.events)])
        was = step.state
    return {
        "at": at,
        "told": told,
        "moved": [way for step in steps for way in _moved(step.events)],
        "places": [(piece, place) for piece, place in sorted(state.at.items()) if before.at.get(piece) != place],
        "text": one_line(prompt_line(game, prompt, most=6)),
        "rule": game.rule(prompt.rule),
        "about": list(game.view().fight(game.position(state))),
        "kinds": _kinds(game, drafting),
        "units": units_row(drafting),
        "complete": prompt.complete,
    }


def units_row(drafting: Drafting) -> list[tuple[int | str, ...]]:
    """Units that may be decided about: [piece, kind, ...]."""
    return [(piece, *kinds) for piece, kinds in drafting.units().items()]
