"""Corrections of a position: a tiny language of effects, and what each must pass before it is written.

    place UNIT HEX [STEPS]      a unit that is not in play comes into a hex, at full strength without STEPS
    move UNIT HEX               a unit in play is put into another hex
    steps UNIT N                a unit in play has N steps
    remove UNIT [REASON]        a unit leaves play
    flag UNIT FLAG [VALUE]      a marker on a unit; 0 takes it off
    marker HEX[/HEX] MARKER [COUNT]    markers in a hex or on a hexside; 0 takes them away
    control HEX SIDE            SIDE, or `nobody`, controls a hex
    track TRACK [SIDE] VALUE    a track stands at VALUE

Several effects stand on one line with `;` between them or on a line each. A unit exists once, hexes and steps are those
that there are; the whole must leave a position that the game's invariants and rules can live with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NoReturn

from hexledger.engine.dice import Roller
from hexledger.engine.errors import BadDecision, EngineError, IllegalDecision
from hexledger.engine.game import Game
from hexledger.engine.kernel import Draft, choices, offer, settle
from hexledger.engine.recorder import Recorder
from hexledger.events import model as ev
from hexledger.projections.digest import updated
from hexledger.projections.state import State

MOST: Final = 1 << 31
"""Counts and values of a correction stay below this."""


class BadCorrection(IllegalDecision):
    """A correction that would make an impossible position."""

    def __init__(self, reason: str) -> None:
        super().__init__("correction", reason)


# ---------------------------------------------------------------------- the language
def parse(game: Game[Any], text: str) -> list[ev.Event]:
    """Effects written in the language of this module; BadDecision (with the effect) for what is not understood.

    `place` without STEPS gives the steps that the counter prints.
    """
    out: list[ev.Event] = []
    for part in text.replace("\n", ";").split(";"):
        words = part.split()
        if not words:
            continue
        read = _READERS.get(words[0].lower())
        if read is None:
            raise BadDecision(f"{part.strip()!r}: an effect begins with one of {', '.join(_READERS)}")
        try:
            if len(words) <= len(USAGE[words[0].lower()].partition("[")[0].split()):
                raise IndexError
            out.append(read(game, words[1:]))
        except BadDecision as error:
            raise BadDecision(f"{part.strip()!r}: {error}") from None
        except (IndexError, ValueError):
            raise BadDecision(f"{part.strip()!r}: {USAGE[words[0].lower()]} is wanted") from None
    return out


def _piece(game: Game[Any], words: Sequence[str]) -> int:
    if not words:
        raise IndexError
    return game.find_piece("".join(words))


def _number(word: str) -> int:
    number = int(word)
    if not -MOST < number < MOST:
        raise ValueError
    return number


def _is_number(word: str) -> bool:
    return word.lstrip("-").isdigit()


def _place(game: Game[Any], words: list[str]) -> ev.Event:
    steps = _number(words.pop()) if len(words) > 2 and _is_number(words[-1]) else 0
    place = game.find_place(words.pop())
    piece = _piece(game, words)
    return ev.Placed(piece, place, steps or game.counters[piece].steps)


def _move(game: Game[Any], words: list[str]) -> ev.Event:
    place = game.find_place(words.pop())
    return ev.Moved(_piece(game, words), (-1, place), game.words["mode.ruling"])


def _steps(game: Game[Any], words: list[str]) -> ev.Event:
    number = _number(words.pop())
    return ev.StepsSet(_piece(game, words), number)


def _remove(game: Game[Any], words: list[str]) -> ev.Event:
    reason = "reason.ruling"
    if len(words) > 1 and (words[-1].startswith("reason.") or f"reason.{words[-1]}" in game.words):
        reason = words.pop()
    key = reason if reason.startswith("reason.") else f"reason.{reason}"
    return ev.Removed(_piece(game, words), game.find_word(key))


def _flag(game: Game[Any], words: list[str]) -> ev.Event:
    value = _number(words.pop()) if _is_number(words[-1]) else 1
    flag = _word(game, "flag", words.pop())
    return ev.Flagged(_piece(game, words), flag, value)


def _marker(game: Game[Any], words: list[str]) -> ev.Event:
    count = _number(words.pop()) if _is_number(words[-1]) else 1
    marker = _word(game, "marker", words.pop())
    (where,) = words
    ends = sorted(game.find_place(end) for end in where.split("/"))
    a, b = (ends[0], -1) if len(ends) == 1 else ends
    return ev.MarkerSet(a, b, marker, count)


def _control(game: Game[Any], words: list[str]) -> ev.Event:
    place, side = words
    return ev.Controlled(game.find_place(place), 0 if side.lower() == "nobody" else game.side_number(side))


def _track(game: Game[Any], words: list[str]) -> ev.Event:
    value = _number(words.pop())
    track = _word(game, "track", words[0])
    side = game.side_number(words[1]) if words[1:] else 0
    return ev.TrackSet(track, side, value)


def _word(game: Game[Any], family: str, name: str) -> int:
    key = name if name.startswith(f"{family}.") else f"{family}.{name}"
    return game.find_word(key)


USAGE: Final = {
    "place": "UNIT HEX [STEPS]",
    "move": "UNIT HEX",
    "steps": "UNIT NUMBER",
    "remove": "UNIT [REASON]",
    "flag": "UNIT FLAG [VALUE]",
    "marker": "HEX[/HEX] MARKER [COUNT]",
    "control": "HEX SIDE",
    "track": "TRACK [SIDE] VALUE",
}
_READERS: Final[dict[str, Callable[[Game[Any], list[str]], ev.Event]]] = {
    "place": _place,
    "move": _move,
    "steps": _steps,
    "remove": _remove,
    "flag": _flag,
    "marker": _marker,
    "control": _control,
    "track": _track,
}


# ---------------------------------------------------------------------- what an effect must pass
def check(game: Game[Any], state: State, event: ev.Event) -> ev.Event:
    """An effect as it is written: a move gets the hex it starts from. BadCorrection for one that cannot be (F14)."""
    match event:
        case ev.Placed(piece, at, steps):
            _known(game, piece, at)
            if piece in state.at:
                _no(f"{game.piece_name(piece)} stands in {game.place(state.at[piece])} already; `move` moves it")
            _steps_of(game, piece, steps)
        case ev.Moved(piece, path, mode):
            here = _in_play(game, state, piece)
            _known(game, piece, path[-1] if path else -1)
            if mode != game.words["mode.ruling"] or len(path) != 2 or path[0] not in (-1, here):
                _no(f"{game.piece_name(piece)} is put from where it stands into one other hex")
            if path[-1] == here:
                _no(f"{game.piece_name(piece)} stands in {game.place(here)} already")
            return ev.Moved(piece, (here, path[-1]), mode, 0, event.rule)
        case ev.StepsSet(piece, steps):
            _in_play(game, state, piece)
            _steps_of(game, piece, steps)
            _change(f"{game.piece_name(piece)} has {steps}", state.steps[piece] == steps)
        case ev.Removed(piece, reason):
            _in_play(game, state, piece)
            _of(game, "reason", reason)
        case ev.Flagged(piece, flag, value):
            _in_play(game, state, piece)
            _of(game, "flag", flag)
            _count(game.word(flag), value)
            _change(f"{game.piece_name(piece)}, {game.word(flag)}: {value}", state.flag(piece, flag) == value)
        case ev.MarkerSet(a, b, marker, count):
            _hexes(game, a, b)
            _of(game, "marker", marker)
            _count(game.word(marker), count)
            _change(f"{game.place(a)}, {game.word(marker)}: {count}", state.marker(a, b, marker) == count)
        case ev.Controlled(place, side):
            _hexes(game, place, -1)
            if not 0 <= side <= len(game.sides):
                _no(f"there is no side {side}")
            _change(f"{game.place(place)}: {game.side(side)}", state.control.get(place, 0) == side)
        case ev.TrackSet(track, side, value):
            _of(game, "track", track)
            if not 0 <= side <= len(game.sides) or not -MOST < value < MOST:
                _no(f"{game.word(track)} cannot stand at {value} for side {side}")
            _change(f"{game.word(track)}: {value}", state.track(track, side) == value)
        case _:
            _no(f"{type(event).__name__} is no correction")
    return event


def _no(reason: str) -> NoReturn:
    raise BadCorrection(reason)


def _change(what: str, same: bool) -> None:
    if same:
        _no(f"{what} already: nothing to correct")


def _known(game: Game[Any], piece: int, place: int) -> None:
    if not 0 <= piece < len(game.counters):
        _no(f"there is no unit {piece}")
    if not 0 <= place < game.board.n_places:
        _no(f"there is no hex {place}")


def _in_play(game: Game[Any], state: State, piece: int) -> int:
    if piece not in state.at:
        _no(f"{game.piece_name(piece)} is not in play; `place` brings it in")
    return state.at[piece]


def _steps_of(game: Game[Any], piece: int, steps: int) -> None:
    most = game.counters[piece].steps
    if not 1 <= steps <= most:
        _no(f"{game.piece_name(piece)} has 1 to {most} steps, not {steps}")


def _of(game: Game[Any], family: str, word: int) -> None:
    if not game.word_key(word).startswith(f"{family}."):
        _no(f"{game.word_key(word) or word} is no {family}")


def _count(what: str, value: int) -> None:
    if not 0 <= value < 1 << 15:
        _no(f"{what}: {value} is no count")


def _hexes(game: Game[Any], a: int, b: int) -> None:
    if not 0 <= a < game.board.n_places:
        _no(f"there is no hex {a}")
    if b != -1 and (b <= a or not game.board.is_hex(a) or not game.board.is_hex(b) or not game.board.adjacent(a, b)):
        _no(f"{game.place(a)} and {game.place(b)} share no hexside")


# ---------------------------------------------------------------------- carrying them out
def correct(
    game: Game[Any],
    state: State,
    before: bytes,
    effects: Iterable[ev.Event],
    roller: Roller,
    *,
    trusted: Iterable[ev.Event] = (),
) -> Draft:
    """Carry effects out on a copy of `state` (whose digest is `before`), then let the rules run on to the next choice.

    `trusted` events come first and are not checked (a switch of the rules). BadCorrection when an effect, the position
    after them, or going on from it is impossible; `state` is never changed.
    """
    act = Recorder(game, state.copy(), roller)
    old = set(game.check_invariants(game.position(state)))
    for event in trusted:
        act.emit(event)
    for event in effects:
        act.emit(check(game, act.state, event))
    wrong = [complaint for complaint in game.check_invariants(act.pos) if complaint not in old]
    if wrong:
        _no("; ".join(wrong))
    _go_on(game, act)
    events = tuple(act.events)
    return Draft(events, act.state, updated(before, state, act.state, events), tuple(roller.evidence))


def _go_on(game: Game[Any], act: Recorder[Any]) -> None:
    """Run to the next choice and make sure that it can be made."""
    try:
        settle(act)
        if offer(game, act.state) is not None and next(iter(choices(game, act.state)), None) is None:
            _no("nobody could decide anything in that position")
    except IllegalDecision:
        raise
    except EngineError as error:
        _no(f"the rules cannot go on from that position: {error}")
    except Exception as error:
        # a position that no play leads to may take the rules anywhere: refused, never written
        _no(f"the rules cannot go on from that position: {type(error).__name__}: {error}")
