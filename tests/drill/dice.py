"""Games of Drill under every dice mode, with all that they roll with at hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.dice.rolling import Asked, PracticeRoller
from hexledger.replays.dice.duel_vault import DuelVault
from hexledger.replays.dice.keeper import KeeperFile
from hexledger.replays.dice.supply import DiceSupply
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.genesis import random_hex
from hexledger.replays.log.table import play_on
from tests.drill.game import Drill, drill
from tests.drill.play import BLUE, RED

MODES = ("practice", "entered", "referee", "duel")


def real_die(seed: str = "table") -> Callable[[Asked], int]:
    """A die on the table: it rolls on and on, whatever is decided."""
    roller = PracticeRoller(seed.encode().ljust(32, b"."), "a real die", 0)

    def die(asked: Asked) -> int:
        number = roller.number(0, asked.below)
        if not asked.tokens:
            return asked.shown(number)
        cup = [token for token, count in asked.tokens for _ in range(count)]
        return cup[number]

    return die


def game_with(
    path: Path, mode: str, *, turns: int = 2, refusal: str = "", links: int = 400, rules: Drill | None = None
) -> Chronicle:
    """A new game of Drill (or of `rules`, a relative of it); keeper and vaults, where the mode has them, lie beside the
    log and are at hand."""
    log_id = random_hex(16)
    supply, commitments = DiceSupply(), ()
    if mode == "referee":
        keeper = KeeperFile.new(path.with_name(path.name + ".keeper"), log_id)
        supply, commitments = DiceSupply(keeper), (f"keeper {keeper.commitment}",)
    elif mode == "duel":
        vaults = [
            DuelVault.new(path.with_name(f"{path.name}.duel-{side}"), log_id, side, links) for side in (RED, BLUE)
        ]
        supply, commitments = DiceSupply(vaults=vaults), tuple(vault.commitment for vault in vaults)
    genesis = new_genesis(
        "skirmish",
        dice=mode,
        seed="drill" if mode == "practice" else "",
        options={"turns": turns},
        game=rules or drill(),
        log_id="" if mode == "practice" else log_id,
        commitments=commitments,
        refusal_rule=refusal,
    )
    game = Chronicle.create(path, genesis, game=rules or drill())
    game.supply = supply
    return game


def play(game: Chronicle, decisions: int = 10_000, seed: str = "bots") -> int:
    """Bots play on, whatever the dice; how many decisions they made."""
    players = {RED: greedy_bot, BLUE: random_bot}
    return play_on(game, players, seed=seed, limit=decisions, die=real_die(seed))
