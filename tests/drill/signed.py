"""Signed games of Drill: keys for both sides, a referee, and games by mail between two folders."""

from __future__ import annotations

from pathlib import Path

import msgspec

from hexledger.engine.bots.players import random_bot
from hexledger.engine.dice.rolling import practice_log_id
from hexledger.events.frame import FORMAT, Genesis
from hexledger.events.notes import SignerKey
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.table import play_on
from tests.drill.game import drill
from tests.drill.play import BLUE, RED

REFEREE = 0
RED_KEY = SignerKey("ruth", b"r" * 32)
BLUE_KEY = SignerKey("boris", b"b" * 32)
REFEREE_KEY = SignerKey("rex", b"x" * 32)
STRANGER = SignerKey("sam", b"s" * 32)
KEYS = {RED: RED_KEY, BLUE: BLUE_KEY, REFEREE: REFEREE_KEY}


def signed_genesis(
    seed: str = "signed", turns: int = 3, *, referee: bool = False, policy: str = "consent", form: int = FORMAT
) -> Genesis:
    """Genesis of a signed game with vault seals; the same for the same seed, unlike in real games."""
    who = [(RED, "Ruth", RED_KEY), (BLUE, "Boris", BLUE_KEY)] + ([(REFEREE, "Rex", REFEREE_KEY)] if referee else [])
    players = tuple((side, name, key.verifier.public.hex()) for side, name, key in who)
    options: dict[str, str | int | bool] = {"turns": turns}
    found = new_genesis(
        "skirmish",
        seed=seed,
        undo_policy=policy,
        options=options,
        game=drill(),
        players=players,
        signed=True,
        form=form,
    )
    # a random log id would make every run of a test another game
    return msgspec.structs.replace(found, log_id=practice_log_id(seed, found.game, found.scenario))


def signed_game(
    path: Path, seed: str = "signed", turns: int = 3, *, referee: bool = False, form: int = FORMAT
) -> Chronicle:
    """A new signed game, with both players' keys at hand."""
    game = Chronicle.create(path, signed_genesis(seed, turns, referee=referee, form=form), game=drill())
    game.signers = {side: KEYS[side] for side in ((RED, BLUE, REFEREE) if referee else (RED, BLUE))}
    return game


def with_keys(path: Path, *sides: int) -> Chronicle:
    """A log opened by its writer with the keys of some sides."""
    game = Chronicle.write(path, game=drill())
    game.signers = {side: KEYS[side] for side in sides}
    return game


def play_side(path: Path, side: int, seed: str = "bots", limit: int = 10_000) -> int:
    """One side plays on with its own key until the other is asked; how many decisions it made."""
    with with_keys(path, side) as game:
        return play_on(game, {side: random_bot}, seed=seed, limit=limit)
