"""Whose move it is, in words and as data: what `offer`, `play`, `finish`, `receive`, `waiting` and their JSON say."""

from __future__ import annotations

import shlex
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final

from hexledger.cli.common import keeper_path, vault_path
from hexledger.events.model import DUEL
from hexledger.replays.log.due import ANSWER, DECIDE, ENTER, LINK, NAME, NOTHING, OPEN, ROLL, SEAL, Due, due, to_confirm
from hexledger.replays.log.simultaneous import pending
from hexledger.replays.log.told import end_line, prompt_line

if TYPE_CHECKING:
    from pathlib import Path

    from hexledger.engine.kernel.game import Game
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.log.requests import Request

_ROLLS: Final = {
    ROLL: "{who} rolls it",
    LINK: "{who} gives its link, then {then} rolls it",
    ENTER: "{who} enters them",
    NAME: "the roll was refused, and {who} names the values",
    ANSWER: "the keeper answers it, then {then} rolls it",
}
"""How a decision that waits gets its dice."""


def seat_name(game: Game[Any], side: int) -> str:
    """`the German side`, `the army 5pza`, or `the referee` for 0."""
    from hexledger.replays.admission.admitting import the_seat

    return the_seat(game, side)


def own_sides(chronicle: Chronicle, side: int | None = None) -> tuple[int, ...]:
    """The sides of who asks: the one named; else those whose keys, or vaults of a duel, are at hand; () where nothing
    tells."""
    if side is not None:
        return (side,)
    sides = tuple(chronicle.game.seats.values())
    if chronicle.genesis.signed:
        from hexledger.cli.keyring import key_folder

        publics = _own_publics() if key_folder().is_dir() else set()
        return tuple(side for side in (0, *sides) if chronicle.key_of(side) in publics)
    if chronicle.dice_mode == DUEL:
        sides = tuple(range(1, len(chronicle.game.sides) + 1))
        return tuple(side for side in sides if vault_path(chronicle.path, chronicle.game.side(side)).exists())
    return ()


def _own_publics() -> set[bytes]:
    from hexledger.cli.keyring import own_keys

    return {key.verifier.public for key in own_keys()}


# ---------------------------------------------------------------------- commands
def _log(path: Path) -> str:
    return shlex.quote(path.name)


def command_for(chronicle: Chronicle, found: Due, own: Collection[int] = ()) -> str:
    """The command with which the one whose move it is does it; empty where there is nothing to do. `own`: the sides of
    who asks, () for unknown: an unsigned game is then taken for one at one table."""
    game, log = chronicle.game, _log(chronicle.path)
    if found.side is None:
        return ""
    if found.does in (DECIDE, SEAL, OPEN):
        if chronicle.genesis.as_played:
            return f"hexledger decide {log} DECISION"
        here = {found.side, *own} if found.whose in own else {found.side}
        others = [name for side, name in enumerate(game.sides, 1) if side not in here]
        away = "".join(f" --{name} mail" for name in others if own or chronicle.genesis.signed)
        return f"hexledger play {log}{away}"
    if found.does in (ENTER, NAME):
        return f"hexledger finish {log} --roll VALUE"
    if found.does == ANSWER:
        beside = keeper_path(chronicle.path)
        return f"hexledger keeper answer {_log(beside) if beside.exists() else 'KEEPER'} {log} -o answer"
    return f"hexledger finish {log}"


def _sent(chronicle: Chronicle, side: int) -> str:
    to = chronicle.game.side(side) if side else "referee"
    return f"hexledger send {_log(chronicle.path)} --to {to} -o to-{to}"


# ---------------------------------------------------------------------- words
def seated(chronicle: Chronicle, seat: int) -> str:
    """`the army 5pza (Bob)`: a seat and who sits there."""
    sitter = chronicle.ledgerbook.seats.sitters.get(seat)
    return seat_name(chronicle.game, seat) + (f" ({sitter.name})" if sitter is not None else "")


def due_line(chronicle: Chronicle, found: Due | None = None) -> str:
    """What happens next, in a line: what is asked of whom, which decision waits for its dice and whose they are to
    give, or that the game is over or rests."""
    found = found or due(chronicle)
    game = chronicle.game
    if found.prompt is not None:
        return prompt_line(game, found.prompt) + (f" · for {seated(chronicle, found.seat)}" if found.seat else "")
    if found.ended is not None:
        return end_line(chronicle, found.ended)
    if found.does == NOTHING or found.side is None:
        state = chronicle.state()
        return f"the game is over. {game.verdict(state.winner, state.level)}"
    how = _ROLLS[found.does].format(
        who=seat_name(game, found.side),
        then=seat_name(game, found.then or found.decider),
    )
    return f"{game.side(found.decider).capitalize()}: decision #{found.fix} is fixed and waits for its dice: {how}"


def hand_line(chronicle: Chronicle, found: Due, own: Collection[int]) -> str:
    """What is to be typed next by who asks; `own`: his sides, () for unknown. Empty where there is nothing."""
    if found.side is None or found.whose is None:
        return ""
    game, command = chronicle.game, command_for(chronicle, found, own)
    if found.whose in own:
        return f"yours to do: `{command}`"
    then = f"hexledger finish {_log(chronicle.path)} --keeper answer"
    if not own:
        after = f", then {seat_name(game, found.then)}: `{then}`" if found.then else ""
        who = "the keeper" if found.does == ANSWER else seat_name(game, found.whose)
        return f"{who} goes on: `{command}`{after}"
    sent = _sent(chronicle, found.whose)
    if found.does == ANSWER:
        after = f"; with his answer `{then}`" if found.then in own else ""
        return f"not yours: the keeper answers it; `{sent}` is for him{after}"
    return f"not yours: {seat_name(game, found.whose)} goes on; `{sent}` is for it"


def request_line(chronicle: Chronicle, request: Request, path: Path, own: Collection[int]) -> str:
    """A request that waits, and who answers it how."""
    from hexledger.cli.consent import told
    from hexledger.replays.log.asked import answered_by

    answers = answered_by(chronicle, request)
    command = f"hexledger consent {_log(path)} {_log(chronicle.path)}"
    what = f"asked: {told(chronicle, request)}"
    if answers in own or not own:
        whom = "yours to answer" if own else f"{seat_name(chronicle.game, answers)} answers"
        return f"{what}; {whom}: `{command}` agrees, and any other frame ends the request"
    return f"{what}; not yours to answer: {seat_name(chronicle.game, answers)} does, and any other frame ends it"


def due_lines(chronicle: Chronicle, own: Collection[int] = ()) -> list[str]:
    """Whose move it is and what is to be typed, requests that wait for a word, and rolls that wait to be confirmed."""
    from hexledger.replays.log.asked import waiting_requests

    found = due(chronicle)
    lines = [due_line(chronicle, found), hand_line(chronicle, found, own)]
    lines += [request_line(chronicle, request, path, own) for request, path in waiting_requests(chronicle)]
    loose = pending(chronicle, own)
    if loose is not None and found.prompt is not None and (found.whose in own or not own):
        first = ", ".join(seat_name(chronicle.game, side) for side in sorted(loose.sides))
        sent = _sent(chronicle, min(loose.sides))
        lines.append(
            f"#{loose.frame} may still give way to a frame of {first}: before anything rolls, `{sent}`, and wait"
        )
    for side, frames in to_confirm(chronicle).items():
        name = chronicle.game.side(side)
        rolls = ", ".join(f"#{seq}" for seq in frames)
        command = f"hexledger confirm {_log(chronicle.path)} --as {name}"
        whose = "yours to confirm" if side in own else f"the {name.capitalize()} side has to confirm"
        lines.append(f"{whose} the rolls of {rolls}: `{command}`")
    return [line for line in lines if line]


# ---------------------------------------------------------------------- data
def due_data(chronicle: Chronicle, own: Collection[int] = ()) -> dict[str, Any]:
    """The same as plain data: `side` (`referee` for the keeper too, null for nobody), `seat` (its army's where armies
    sit apart, else the same), `does`, `frame` of the decision
    that waits, `then`, `yours` (null where nothing tells who asks), `command`, `unsettled`, `ended`, `confirm`,
    `requests`."""
    from hexledger.cli.consent import told
    from hexledger.replays.log.asked import answered_by, waiting_requests

    game, found = chronicle.game, due(chronicle)

    def name(side: int | None) -> str | None:
        return None if side is None else game.side(side) if side else "referee"

    ended, loose = found.ended, pending(chronicle, own)
    return {
        "side": name(found.side),
        "seat": name(found.whose),
        "does": found.does,
        "frame": found.fix if found.fix >= 0 else None,
        "then": name(found.then),
        "yours": found.whose in own if own else None,
        "command": command_for(chronicle, found, own) or None,
        "text": due_line(chronicle, found),
        "unsettled": None if loose is None else loose.frame,
        "ended": None if ended is None else {"frame": ended.seq, "what": ended.end.what},
        "confirm": {game.side(side): list(frames) for side, frames in to_confirm(chronicle).items()},
        "requests": [
            {
                "by": name(request.by),
                "side": name(answered_by(chronicle, request)),
                "what": told(chronicle, request),
                "command": f"hexledger consent {_log(path)} {_log(chronicle.path)}",
            }
            for request, path in waiting_requests(chronicle)
        ],
    }


def result_data(chronicle: Chronicle) -> dict[str, Any]:
    """How a game that is over ended, as plain data: `over winner level`."""
    found, game = due(chronicle), chronicle.game
    if found.ended is not None:
        end = found.ended.end
        return {"over": found.over, "winner": game.side(end.winner) if end.winner else None, "level": end.level}
    state = chronicle.state()
    return {"over": found.over, "winner": game.side(state.winner), "level": game.word(state.level)}
