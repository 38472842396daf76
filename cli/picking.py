"""Units of a decision picked one by one, with a running list; lines and numbers in brackets, as everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from hexledger.cli.console import say
from hexledger.cli.lineinput import number_of
from hexledger.engine.errors import BadDecision, IllegalDecision, UnknownName
from hexledger.engine.kernel.deciding import check
from hexledger.engine.naming.meant import find_unit

if TYPE_CHECKING:
    from hexledger.cli.listing import Pick
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game
    from hexledger.projections.state import State

Ask = Callable[[str], str | None]

HELP = "a number or a name takes a unit, or puts it back; `done` decides, `none` begins anew, `cancel` leaves"


def pick_units(game: Game[Any], state: State, pick: Pick, ask: Ask) -> Decision | None:
    """The decision that a person puts together; None when he leaves it, or input ends."""
    units = pick.units
    chosen: list[int] = []
    say(f"Pick units: {HELP}.")
    for number, piece in enumerate(units, 1):
        at = state.at.get(piece, -1)
        say(f"{f'[{number}]':>6} {game.piece_name(piece)}" + (f" in {game.place_name(at)}" if at >= 0 else ""))
    while True:
        decision = made(pick, chosen)
        say(f"  {_running(game, state, chosen, decision)}")
        line = ask("pick> ")
        if line is None or line.lower() in ("cancel", "back", "quit", "exit", "q"):
            say("(nothing is decided)")
            return None
        word = line.lower()
        if word in ("", "?", "help"):
            say(HELP)
        elif word == "none":
            chosen = []
        elif word in ("done", "end", "ok"):
            try:
                check(game, state, decision)
            except IllegalDecision as refused:
                say(f"refused: {refused}")
                continue
            return decision
        else:
            try:
                piece = _unit(game, state, units, line)
            except UnknownName as error:
                say(f"{error}; {HELP}")
                continue
            except BadDecision as error:
                say(f"{error}")
                continue
            chosen = [one for one in chosen if one != piece] if piece in chosen else [*chosen, piece]


def made(pick: Pick, chosen: list[int]) -> Decision:
    """The listed decision with these units; one in ascending order when it is not listed."""
    wanted = frozenset(chosen)
    for one in pick.decisions:
        if frozenset(getattr(one, pick.field)) == wanted:
            return one
    return msgspec.structs.replace(pick.like, **{pick.field: tuple(sorted(chosen))})


def _running(game: Game[Any], state: State, chosen: list[int], decision: Decision) -> str:
    names = ", ".join(game.piece_name(piece) for piece in chosen) or "nobody"
    odds = game.view().forecast(game.position(state), decision)
    return f"picked: {names}" + (f" ({odds})" if odds else "")


def _unit(game: Game[Any], state: State, units: tuple[int, ...], line: str) -> int:
    number = number_of(line)
    if number is None:
        piece = find_unit(game, line, state, units)
        if piece not in units:
            raise BadDecision(f"{game.piece_name(piece)} is not among those that can be picked")
        return piece
    if not 1 <= number <= len(units):
        raise BadDecision(f"no unit [{number}]; the list has [1] to [{len(units)}]")
    return units[number - 1]
