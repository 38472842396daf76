"""Playing on from a position without a log: bots decide, dice follow from a seed, and nothing is written.

A run is the same game that a study with paired luck and the run's seed is when the same bots play it on (`keep`): dice
and bots' choices hang on the seed and on what has happened, never on the machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.playing import Bot, CannotPlayOn, play_from
from hexledger.engine.dice.paired import Key, PairedLuck
from hexledger.engine.kernel.game import Game
from hexledger.projections.state import State
from hexledger.replays.errors import ReplayError

MOST_DECISIONS: Final = 50_000
"""Decisions after which a run is given up as one that does not end."""


class Start(NamedTuple):
    """Where runs begin.

    state    the position, with its digest
    seq      number that the frame of the first decision has in a study of the log
    salts    salts of seals that were made before, by which they can be opened
    """

    state: State
    digest: bytes
    seq: int
    log_id: str
    salts: tuple[str, ...] = ()


class Ended(NamedTuple):
    """How a run ended.

    run        its number
    winner     side, 0 for a draw, -1 where it was not over after the most decisions
    level      word of the result
    decisions  how many were made
    points     what the game counts in the end, None where it counts nothing
    digest     of the last position, in hex
    """

    run: int
    winner: int
    level: int
    turn: int
    decisions: int
    points: int | None
    digest: str


def run_seed(seed: str, run: int) -> str:
    """Seed of the dice and of the bots of a run."""
    return f"{seed}/{run}"


def play_out(
    game: Game[Any], start: Start, players: Mapping[int, Bot], seed: str, run: int, most: int = MOST_DECISIONS
) -> Ended:
    """Run number `run`, from a position to the end of the game (or `most` decisions).

    `players`: a bot for every side that is asked; ReplayError when one is missing or a seal cannot be opened.
    """
    made: dict[Key, int] = {}
    seeded = run_seed(seed, run)
    try:
        state, digest, count, _ = play_from(
            game,
            start.state,
            start.digest,
            players,
            lambda: PairedLuck(seeded, made),
            lambda number: Chance(seeded, start.log_id, start.seq + number),
            most,
            start.salts,
        )
    except CannotPlayOn as error:
        raise ReplayError(str(error)) from error
    return _ended(game, run, state, digest, count)


def _ended(game: Game[Any], run: int, state: State, digest: bytes, decisions: int) -> Ended:
    points = game.view().victory(game.position(state)).points
    winner, level = (state.winner, state.level) if state.over else (-1, 0)
    return Ended(run, winner, level, state.turn, decisions, points, digest.hex())
