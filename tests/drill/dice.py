"""Games of Drill under every dice mode, with all that they roll with at hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.dice.rolling import Asked, PracticeRoller
from hexledger.events.frame import FORMAT, OLD
from hexledger.replays.dice.duel_vault import DuelVault
from hexledger.replays.dice.keeper import KeeperFile
from hexledger.replays.dice.keeper_file import Keeper, KeeperSecret
from hexledger.replays.dice.kit import DiceKit
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.genesis import random_hex
from hexledger.replays.log.table import play_on
from hexledger.replays.secrets.memory import Memory
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
    path: Path,
    mode: str,
    *,
    turns: int = 2,
    refusal: str = "",
    links: int = 400,
    rules: Drill | None = None,
    form: int = FORMAT,
) -> Chronicle:
    """A new game of Drill (or of `rules`, a relative of it); keeper and vaults, where the mode has them, lie beside the
    log and are at hand. `form`: the format of the log; the older one is what running games go on in."""
    log_id = random_hex(16)
    kit, commitments = DiceKit(), ()
    if mode == "referee" and form > OLD:
        secret = KeeperSecret.new(path.with_name(path.name + ".keeper"), log_id)
        commitments = (secret.commitment,)
    elif mode == "referee":
        keeper = KeeperFile.new(path.with_name(path.name + ".keeper"), log_id)
        kit, commitments = DiceKit(keeper), (f"keeper {keeper.commitment}",)
    elif mode == "duel":
        vaults = [
            DuelVault.new(path.with_name(f"{path.name}.duel-{side}"), log_id, side, links) for side in (RED, BLUE)
        ]
        kit, commitments = DiceKit(vaults=vaults), tuple(vault.commitment for vault in vaults)
    genesis = new_genesis(
        "skirmish",
        dice=mode,
        seed="drill" if mode == "practice" else "",
        options={"turns": turns},
        game=rules or drill(),
        log_id="" if mode == "practice" else log_id,
        commitments=commitments,
        refusal_rule=refusal,
        form=form,
    )
    game = Chronicle.create(path, genesis, game=rules or drill())
    game.dice_kit = kit
    if mode == "referee" and form > OLD:
        at_the_table(game, secret)
    return game


def old_game_with(path: Path, mode: str, *, turns: int = 2, refusal: str = "", links: int = 400) -> Chronicle:
    """The same in format 1, in which running games go on."""
    return game_with(path, mode, turns=turns, refusal=refusal, links=links, form=OLD)


def at_the_table(game: Chronicle, secret: KeeperSecret) -> None:
    """The keeper sits at the table: the log at hand is his copy."""
    game.dice_kit = DiceKit(answering=Keeper(secret, Memory(), game.leaf_at))


def play(game: Chronicle, decisions: int = 10_000, seed: str = "bots") -> int:
    """Bots play on, whatever the dice; how many decisions they made."""
    players = {RED: greedy_bot, BLUE: random_bot}
    return play_on(game, players, seed=seed, limit=decisions, die=real_die(seed))
