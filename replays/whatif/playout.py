"""Playing on from a position without a log: bots decide, dice follow from a seed, and nothing is written.

A run is the same game that a study with paired luck and the run's seed is when the same bots play it on (`keep`): dice
and bots' choices hang on the seed and on what has happened, never on the machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import Bot
from hexledger.engine.errors import BadDecision, IllegalDecision
from hexledger.engine.kernel.deciding import check, choices, decide, offer
from hexledger.engine.kernel.decisions import Decision, Reveal
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.seals import reveal, seal, wants_reveal, wants_seal
from hexledger.engine.kernel.steps import Prompt
from hexledger.projections.state import State
from hexledger.replays.dice.study_luck import Key, PairedLuck
from hexledger.replays.errors import ReplayError

MOST_DECISIONS: Final = 50_000
"""Decisions after which a run is given up as one that does not end."""

SALT: Final = "0" * 32
"""Of seals that are made in a run: they hide nothing, because nobody looks."""


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
    state, digest, known = start.state, start.digest, None
    made: dict[Key, int] = {}
    sealed: dict[int, list[Decision]] = {}
    seeded = run_seed(seed, run)
    for count in range(most):
        prompt = known.prompt if known is not None else offer(game, state)
        if prompt is None:
            return _ended(game, run, state, digest, count)
        chance = Chance(seeded, start.log_id, start.seq + count)
        decision = _decided(game, state, prompt, players, chance, sealed, start.salts)
        draft = decide(game, state, digest, prompt.side, decision, PairedLuck(seeded, made), known)
        state, digest, known = draft.state, draft.digest, draft.waiting
        if state.over:
            return _ended(game, run, state, digest, count + 1)
    return _ended(game, run, state, digest, most)


def _decided(
    game: Game[Any],
    state: State,
    prompt: Prompt,
    players: Mapping[int, Bot],
    chance: Chance,
    sealed: dict[int, list[Decision]],
    salts: Sequence[str],
) -> Decision:
    """What the side that is asked does: its bot's choice, sealed where a seal is wanted; its seal opened."""
    if wants_reveal(prompt.kinds):
        return _opened(game, state, prompt.side, sealed.get(prompt.side, ()), salts)
    if prompt.side not in players:
        raise ReplayError(f"nobody plays the {game.side(prompt.side)} side")
    decision = players[prompt.side](game, state, prompt, chance)
    if not wants_seal(prompt.kinds):
        return decision
    sealed.setdefault(prompt.side, []).append(decision)
    return seal(decision, SALT)


def _opened(game: Game[Any], state: State, side: int, remembered: Sequence[Decision], salts: Sequence[str]) -> Decision:
    """The opening of the seal that is asked for."""
    listed = [choice for choice in choices(game, state) if not isinstance(choice, Reveal)]
    tries = [reveal(choice, SALT) for choice in reversed(remembered)]
    tries += [reveal(choice, salt) for salt in salts for choice in listed]
    for shown in tries:
        try:
            check(game, state, shown)
        except (IllegalDecision, BadDecision):
            continue
        return shown
    raise ReplayError(
        f"what the {game.side(side)} side has sealed cannot be opened here: choose a moment before it was sealed, or "
        "one after it was opened"
    )


def _ended(game: Game[Any], run: int, state: State, digest: bytes, decisions: int) -> Ended:
    points = game.view().victory(game.position(state)).points
    winner, level = (state.winner, state.level) if state.over else (-1, 0)
    return Ended(run, winner, level, state.turn, decisions, points, digest.hex())
