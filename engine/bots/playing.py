"""Playing on from a position without a log: bots decide, dice are given, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from hexledger.engine.bots.chance import Chance
from hexledger.engine.dice.rolling import DiceWanted, Roller
from hexledger.engine.errors import BadDecision, EngineError, IllegalDecision
from hexledger.engine.kernel.deciding import Waiting, check, choices, decide, waiting
from hexledger.engine.kernel.decisions import Decision, Reveal
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.seals import reveal, seal, wants_reveal, wants_seal
from hexledger.engine.kernel.steps import Prompt
from hexledger.projections.names import side_name
from hexledger.projections.state import State

Bot = Callable[[Game[Any], State, Prompt, Chance], Decision]
"""A bot: picks a legal decision for the side that is asked."""

SALT: Final = "0" * 32
"""Of seals that are made on the way: they hide nothing, because nobody looks."""


class CannotPlayOn(EngineError):
    """A side has no bot, or has sealed what cannot be opened here."""


class Stopped(NamedTuple):
    """Where play came to: the position, its digest, how many decisions were made, and what is known of it."""

    state: State
    digest: bytes
    decisions: int
    waiting: Waiting | None = None


def play_from(
    game: Game[Any],
    state: State,
    digest: bytes,
    players: Mapping[int, Bot],
    roller: Callable[[], Roller],
    chance: Callable[[int], Chance],
    most: int,
    salts: Sequence[str] = (),
    until: Callable[[State], bool] | None = None,
    known: Waiting | None = None,
) -> Stopped:
    """Play from a position to the end of the game, `most` decisions, or the first that rolls without dice at hand.

    players  a bot for every side that is asked
    roller   dice of each decision
    chance   number of the decision -> the bot's chance
    salts    salts of seals that were made before, by which they can be opened
    until    play stops at the first position after a decision of which this is true
    known    what is known of the first position (`Stopped.waiting`)

    Raises CannotPlayOn.
    """
    sealed: dict[int, list[Decision]] = {}
    before = game.memory.standing
    try:
        for count in range(most):
            if known is None:
                if state.over:
                    return Stopped(state, digest, count)
                pos = game.position(state)
                known = Waiting(*waiting(game, state, pos), pos)
            game.memory.standing = known.pos
            decision = _decided(game, state, known.prompt, players, chance(count), sealed, salts)
            try:
                draft = decide(game, state, digest, known.prompt.side, decision, roller(), known)
            except DiceWanted:
                return Stopped(state, digest, count, known)
            state, digest, known = draft.state, draft.digest, draft.waiting
            if state.over or (until is not None and until(state)):
                return Stopped(state, digest, count + 1, known)
        return Stopped(state, digest, most, known)
    finally:
        game.memory.standing = before


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
        raise CannotPlayOn(f"nobody plays the {side_name(game, prompt.side)} side")
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
    raise CannotPlayOn(
        f"what the {side_name(game, side)} side has sealed cannot be opened here: choose a moment before "
        "it was sealed, or one after it was opened"
    )
