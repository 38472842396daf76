"""Effects of a referee's ruling: the verbs of `corrections` that put a position right, each checked before it is
written.

`place`, `move`, `steps`, `remove`, `flag`, `attach`, `marker`, `control`, `track` and `pool`; several stand on one line
with `;` between them. A unit that is placed leaves the pools of units (eliminated, due, off the map ...) that hold it;
`pool POOL UNIT -1` takes it out alone. A unit exists once, hexes and steps are those that there are, every effect
changes something, and the whole must leave a position that the game's invariants and its rules can live with (F14).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NoReturn, cast

from hexledger.engine.dice.rolling import DiceWanted, NoDice, Roller
from hexledger.engine.errors import BadDecision, EngineError, EngineFault, IllegalDecision
from hexledger.engine.kernel.deciding import Draft, choices, offer, settle
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.naming.meant import Here
from hexledger.engine.table.corrections import effect
from hexledger.events import model as ev
from hexledger.events.numbers import counted
from hexledger.projections.digest import updated
from hexledger.projections.names import side_name
from hexledger.projections.state import State

VERBS: Final = ("place", "move", "steps", "remove", "flag", "attach", "marker", "control", "track", "pool")
"""Verbs of `corrections` that a ruling may use: none of them rolls, draws or ends a step."""

MOST: Final = 1 << 31
"""Counts and values of a correction stay below this."""


class BadCorrection(IllegalDecision):
    """A correction that would make an impossible position."""

    def __init__(self, reason: str) -> None:
        super().__init__("correction", reason)


def parse(game: Game[Any], state: State, text: str) -> list[ev.Event]:
    """Effects written as `corrections` has them, as the events they are from `state` on.

    BadDecision (quoting the effect) for what is not understood, BadCorrection for what cannot be.
    """
    act: Recorder[Any] = Recorder(game, state.copy(), NoDice(1, "a ruling rolls nothing"))
    out: list[ev.Event] = []
    for part in text.replace("\n", ";").split(";"):
        words = part.split()
        if not words:
            continue
        if words[0].lower() not in VERBS:
            raise BadDecision(f"effect {part.strip()!r}: a ruling's effect begins with one of {', '.join(VERBS)}")
        before = len(act.events)
        try:
            effect(cast("Game[Any]", Here(game, act.state)), part)(act)
        except EngineFault as error:
            _no(f"{part.strip()}: {error}")
        except BadDecision as error:
            said = str(error)
            raise BadDecision(said if part.strip() in said else f"effect {part.strip()!r}: {said}") from None
        made = [*_out_of_pools(game, act.state, act.events[before:]), *act.events[before:]]
        if not made:
            _no(f"{part.strip()}: it stands so already, nothing to correct")
        out += [_put(game, event) for event in made]
    return out


def _out_of_pools(game: Game[Any], state: State, made: Iterable[ev.Event]) -> list[ev.Event]:
    """What takes units that are placed out of the pools of units that hold them."""
    kinds = game.words.value_kinds
    pools = [word for name, word in game.pools.items() if kinds.get(f"pool.{name}") == "piece"]
    placed = [event.piece for event in made if isinstance(event, ev.Placed)]
    return [
        ev.Pooled(pool, piece, -state.pooled(pool, piece))
        for piece in placed
        for pool in sorted(pools)
        if state.pooled(pool, piece)
    ]


def _put(game: Game[Any], event: ev.Event) -> ev.Event:
    """A move by a ruling is no march: from where the unit stands to where it belongs."""
    if isinstance(event, ev.Moved):
        return ev.Moved(event.piece, (event.path[0], event.path[-1]), game.words["mode.ruling"])
    return event


# ---------------------------------------------------------------------- what an effect must pass
def check(game: Game[Any], state: State, event: ev.Event) -> None:
    """BadCorrection for an effect that cannot be, or that changes nothing, in a position (F14)."""
    match event:
        case ev.Placed(piece, at, steps):
            _known(game, piece, at)
            if piece in state.at:
                _no(f"{game.piece_name(piece)} stands in {game.place_name(state.at[piece])} already; `move` moves it")
            _steps_of(game, piece, steps)
        case ev.Moved(piece, path, mode):
            here = _in_play(game, state, piece)
            _known(game, piece, path[-1] if path else -1)
            if mode != game.words["mode.ruling"] or len(path) != 2 or path[0] != here:
                _no(f"{game.piece_name(piece)} is put from where it stands into one other hex")
            if path[-1] == here:
                _no(f"{game.piece_name(piece)} stands in {game.place_name(here)} already")
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
        case ev.Attached(piece, formation):
            _in_play(game, state, piece)
            if not 0 <= formation < MOST:
                _no(f"there is no formation {formation}")
            _change(f"{game.piece_name(piece)}, acts with {formation}", state.attached.get(piece, 0) == formation)
        case ev.MarkerSet(a, b, marker, count):
            _hexes(game, a, b)
            _of(game, "marker", marker)
            _count(game.word(marker), count)
            _change(f"{game.place(a)}, {game.word(marker)}: {count}", state.marker(a, b, marker) == count)
        case ev.Controlled(place, side):
            _hexes(game, place, -1)
            if not 0 <= side <= len(game.sides):
                _no(f"there is no side {side}")
            _change(f"{game.place(place)}: {side_name(game, side)}", state.control.get(place, 0) == side)
        case ev.TrackSet(track, side, value):
            _of(game, "track", track)
            if not 0 <= side <= len(game.sides) or not -MOST < value < MOST:
                _no(f"{game.word(track)} cannot stand at {value} for side {side}")
            _change(f"{game.word(track)}: {value}", state.track(track, side) == value)
        case ev.Pooled(pool, token, delta):
            _of(game, "pool", pool)
            if not 0 <= token < MOST or not 0 < abs(delta) < MOST:
                _no(f"{game.word(pool)} takes no {delta} of {token}")
            if state.pooled(pool, token) + delta < 0:
                _no(f"{game.word(pool)} holds {state.pooled(pool, token)} of it, not {-delta}")
        case _:
            _no(f"{type(event).__name__} is no correction")


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
        many = f"1 to {most} steps" if most > 1 else counted(most, "step") if most else "no steps"
        _no(f"{game.piece_name(piece)} has {many}, not {steps}")


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
        check(game, act.state, event)
        act.emit(event)
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
    except (IllegalDecision, DiceWanted):
        raise
    except EngineError as error:
        _no(f"the rules cannot go on from that position: {error}")
    except Exception as error:
        # a position that no play leads to may take the rules anywhere: refused, never written
        _no(f"the rules cannot go on from that position: {type(error).__name__}: {error}")
