"""Effects in words, for what happened outside the rules: `move 1/46 E1940 E1941; steps 1/46 1; done`.

Each is a verb and names as the rulebook prints them (units without spaces), one word a field:

    place UNIT HEX [STEPS]      put a unit on the map, at full strength unless STEPS says otherwise
    move UNIT HEX [HEX ...]     move a unit that is on the map, through these hexes
    steps UNIT N                the unit has N steps
    remove UNIT [REASON]        take a unit off the map (reason: a word, `eliminated` by default)
    flag UNIT FLAG [N]          set a flag (0 takes it away)
    attach UNIT FORMATION       the unit acts with a formation (`none` ends it)
    control HEX SIDE            a side, or `nobody`, controls a hex
    marker HEX[/HEX] MARKER N   N markers in a hex or on a hexside
    track TRACK [SIDE] N        a track stands at N
    pool POOL TOKEN N           N tokens went into a pool (below zero: out of it)
    assign VARIABLE VALUE       a variable takes a value (a number or a word)
    roll PURPOSE FACES [LOW]    a die that was thrown; its value comes from the dice of the decision
    draw POOL                   a token drawn from a cup
    done                        the step that was asked for is over
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.errors import AmbiguousName, BadDecision, UnknownName
from hexledger.engine.naming.meant import LONGEST_NAME
from hexledger.events import model as ev
from hexledger.events.numbers import whole_number
from hexledger.projections.state import OFF_MAP

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.kernel.position import Position
    from hexledger.engine.kernel.recorder import Recorder

Carry = Callable[["Recorder[Any]"], None]
"""Carries one effect out."""


def effect(game: Game[Any], text: str) -> Carry:
    """What an effect's text means; BadDecision or UnknownName says what is wrong with it."""
    words = text.split()
    if not words:
        raise BadDecision("an empty effect")
    make = _VERBS.get(words[0].lower())
    if make is None:
        raise UnknownName("effect", words[0], there=_VERBS)
    try:
        return make(game, _together(game, words[0].lower(), words[1:]))
    except (IndexError, ValueError) as error:
        raise BadDecision(f"effect {text!r}: {_forms()[words[0].lower()]}") from error


def broken(pos: Position[Any]) -> list[str]:
    """Complaints about what no position of any game may be, whatever happened: a unit is in one place of the board,
    with as many steps as its counter can have; pools hold no less than nothing."""
    state, found = pos.state, []
    for piece in sorted({*state.at, *state.steps}):
        if not 0 <= piece < len(pos.counters):
            found.append(f"there is no unit number {piece}")
            continue
        if (piece in state.at) != (piece in state.steps):
            found.append(f"{pos.name(piece)} has a place or steps, but not both")
        elif not 0 <= state.at[piece] < pos.board.n_places:
            found.append(f"{pos.name(piece)} stands outside the board")
        elif not 1 <= state.steps[piece] <= pos.counters[piece].steps:
            most = pos.counters[piece].steps
            found.append(f"{pos.name(piece)} has {state.steps[piece]} steps; its counter has {most}")
    stacks = sorted((piece, place) for place, pieces in state.stacks.items() for piece in pieces)
    if stacks != sorted(state.at.items()):
        found.append("a unit stands in two places")
    for key in sorted(state.pools):
        if state.pools[key] < 0:
            found.append(f"{pos.game.word(key >> 20)} holds {state.pools[key]} of a token")
    return found


def _forms() -> dict[str, str]:
    """Verb -> how it is written, from the list above."""
    lines = (__doc__ or "").splitlines()
    forms = [line.strip().partition("   ") for line in lines if line.startswith("    ")]
    return {form.split()[0]: form for form, _, _ in forms}


# ------------------------------------------------------------------ names
_AFTER_UNIT: Final = {"place": 1, "move": 1, "steps": 1, "remove": 0, "flag": 1, "attach": 1}
"""Verbs that begin with a unit, and how many words each wants after it."""


def _together(game: Game[Any], verb: str, words: list[str]) -> list[str]:
    """The words after a verb; a unit's name is one of them however many it is written with: `2nd Armored (US)`."""
    most = len(words) - _AFTER_UNIT.get(verb, len(words))
    for count in range(min(LONGEST_NAME, most), 1, -1):
        name = "".join(words[:count])
        try:
            game.find_piece(name)
        except AmbiguousName:
            pass
        except UnknownName:
            continue
        return [name, *words[count:]]
    return words


def _word(game: Game[Any], name: str, prefix: str) -> int:
    full = f"{prefix}.{name}"
    return game.words[full] if full in game.words else game.find_word(name)


def _side(game: Game[Any], name: str) -> int:
    return 0 if name.lower() == "nobody" else game.side_number(name)


def _few(words: list[str], least: int, most: int) -> list[str]:
    if not least <= len(words) <= most:
        raise ValueError(f"{len(words)} fields")
    return words


def _number(text: str) -> int:
    number = whole_number(text, signed=True)
    if number is None:
        raise ValueError("a number is wanted")
    return number


# ------------------------------------------------------------------ verbs
def _place(game: Game[Any], words: list[str]) -> Carry:
    unit, at, *rest = _few(words, 2, 3)
    piece, place = game.find_piece(unit), game.find_place(at)
    steps = _number(rest[0]) if rest else game.counters[piece].steps
    return lambda act: act.place(piece, place, steps)


def _move(game: Game[Any], words: list[str]) -> Carry:
    unit, *hexes = words
    piece = game.find_piece(unit)
    path = [game.find_place(label) for label in hexes]
    if not path:
        raise ValueError("no hex")

    def carry(act: Recorder[Any]) -> None:
        act.move(piece, (_on_map(act, piece), *path), "mode.move")

    return carry


def _on_map(act: Recorder[Any], piece: int) -> int:
    at: int = act.pos.at(piece)
    if at == OFF_MAP:
        raise BadDecision(f"{act.pos.name(piece)} is not on the map; `place` puts it there")
    return at


def _steps(game: Game[Any], words: list[str]) -> Carry:
    unit, number = _few(words, 2, 2)
    piece, steps = game.find_piece(unit), _number(number)

    def carry(act: Recorder[Any]) -> None:
        _on_map(act, piece)
        act.steps(piece, steps)

    return carry


def _remove(game: Game[Any], words: list[str]) -> Carry:
    unit, *rest = _few(words, 1, 2)
    piece = game.find_piece(unit)
    reason = game.word_key(_word(game, rest[0] if rest else "eliminated", "reason"))

    def carry(act: Recorder[Any]) -> None:
        _on_map(act, piece)
        act.remove(piece, reason)

    return carry


def _flag(game: Game[Any], words: list[str]) -> Carry:
    unit, name, *rest = _few(words, 2, 3)
    piece, flag = game.find_piece(unit), _word(game, name, "flag")
    value = _number(rest[0]) if rest else 1

    def carry(act: Recorder[Any]) -> None:
        _on_map(act, piece)
        act.flag(piece, flag, value)

    return carry


def _attach(game: Game[Any], words: list[str]) -> Carry:
    unit, name = _few(words, 2, 2)
    piece = game.find_piece(unit)
    formation = 0 if name == "none" else game.find_formation(name)
    return lambda act: act.emit(ev.Attached(piece, formation))


def _control(game: Game[Any], words: list[str]) -> Carry:
    label, name = _few(words, 2, 2)
    place, side = game.find_place(label), _side(game, name)
    return lambda act: act.emit(ev.Controlled(place, side))


def _marker(game: Game[Any], words: list[str]) -> Carry:
    where, name, number = _few(words, 3, 3)
    a, _, b = where.partition("/")
    places = game.find_place(a), game.find_place(b) if b else -1
    marker, count = _word(game, name, "marker"), _number(number)
    if count < 0:
        raise ValueError("count")
    return lambda act: act.marker(*places, marker, count)


def _track(game: Game[Any], words: list[str]) -> Carry:
    name, *rest = _few(words, 2, 3)
    track, value = _word(game, name, "track"), _number(rest[-1])
    side = _side(game, rest[0]) if len(rest) > 1 else 0
    return lambda act: act.track(track, value, side)


def _pool(game: Game[Any], words: list[str]) -> Carry:
    name, what, number = _few(words, 3, 3)
    pool, delta = _word(game, name, "pool"), _number(number)
    token = token_number(game, what)
    return lambda act: act.pool(pool, token, delta)


def _assign(game: Game[Any], words: list[str]) -> Carry:
    name, what = _few(words, 2, 2)
    variable = _word(game, name, "var")
    number = whole_number(what, signed=True)
    value = game.find_word(what) if number is None else number
    return lambda act: act.assign(variable, value)


def _roll(game: Game[Any], words: list[str]) -> Carry:
    name, number, *rest = _few(words, 2, 3)
    purpose, faces = game.word_key(_word(game, name, "roll")), _number(number)
    if not 2 <= faces <= 1 << 16:
        raise ValueError("faces")
    low = _number(rest[0]) if rest else game.lowest_face(faces)

    def carry(act: Recorder[Any]) -> None:
        act.roll(purpose, faces, low=low)

    return carry


def _draw(game: Game[Any], words: list[str]) -> Carry:
    pool = game.word_key(_word(game, _few(words, 1, 1)[0], "pool"))

    def carry(act: Recorder[Any]) -> None:
        if not act.state.pool(act.word(pool)):
            raise BadDecision(f"there is nothing in {game.word(act.word(pool))}")
        act.draw(pool)

    return carry


def _done(_game: Game[Any], words: list[str]) -> Carry:
    _few(words, 0, 0)

    def carry(act: Recorder[Any]) -> None:
        if not act.state.agenda:
            raise BadDecision("no step is left to be over")
        act.done()

    return carry


def token_number(game: Game[Any], name: str) -> int:
    """A token by the key of its word, the end of that key, or the name of a unit; UnknownName for anything else."""
    try:
        return game.find_word(name)
    except UnknownName:
        return game.find_piece(name)


_VERBS: Final[dict[str, Callable[[Any, list[str]], Carry]]] = {
    "place": _place,
    "move": _move,
    "steps": _steps,
    "remove": _remove,
    "flag": _flag,
    "attach": _attach,
    "control": _control,
    "marker": _marker,
    "track": _track,
    "pool": _pool,
    "assign": _assign,
    "roll": _roll,
    "draw": _draw,
    "done": _done,
}
