"""`hexledger duel`: chains of two players who trust nobody with the dice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hexledger.cli.commitments import LOG_ID, Committed, committed_out_option, tell_committed
from hexledger.cli.common import (
    as_option,
    edition_option,
    json_option,
    log_argument,
    open_write,
    print_json,
    side_number,
)
from hexledger.cli.console import say
from hexledger.cli.inputs import INT, NumberRange
from hexledger.cli.keyring import key_option
from hexledger.cli.outputs import NEW_FILE, force_option
from hexledger.events.frame import OLD

if TYPE_CHECKING:
    from hexledger.events.dice_records import Refusal, RevealRefused
    from hexledger.replays.log.chronicle import Chronicle


@click.group()
def duel() -> None:
    """Duel dice: each side commits to a chain of links, and every roll takes one link of each."""


@duel.command()
@click.argument("file", type=NEW_FILE)
@click.option("--side", type=NumberRange(1), required=True, help="Number of the side, 1 for the first of the game.")
@click.option(
    "--log-id",
    default="",
    type=LOG_ID,
    metavar="HEX",
    help="Id of the log, or the file of the other side's commitment; the first to commit may leave it out.",
)
@click.option(
    "--links",
    type=INT,
    default=5000,
    show_default=True,
    help="Length of the chain: the rolling decisions it lasts for.",
)
@committed_out_option
@force_option
@json_option
def commit(file: Path, side: int, log_id: str, links: int, out: Path | None, as_json: bool) -> None:
    """Make the chain of a side in FILE, readable by its owner only; print the commitment for `new` or `mode`, or write
    it to a file."""
    from hexledger.replays.dice.duel_vault import DuelVault
    from hexledger.replays.log.genesis import random_hex

    vault = DuelVault.new(file, log_id or random_hex(16), side, links)
    if as_json:
        print_json({"file": str(file), "log_id": vault.log_id, "commitment": vault.commitment})
        return
    say(f"vault {file}, for log {vault.log_id}; keep it to yourself")
    tell_committed(Committed(vault.commitment, vault.log_id), out, "")


@duel.command()
@log_argument
@click.option("--reason", default="", help="Why; kept in the log.")
@click.option("--referee", is_flag=True, help="The referee records it.")
@as_option
@key_option
@edition_option
@json_option
def refuse(log: Path, reason: str, referee: bool, as_side: str | None, edition: Path | None, as_json: bool) -> None:
    """Record that the side named with --as does not roll what waits for its link, with the consequence that the game
    has chosen."""
    with open_write(log, edition) as chronicle:
        game, book = chronicle.game, chronicle.book
        side = side_number(game, as_side)
        if side is None:
            raise click.UsageError(f"--as SIDE says who refuses; sides are {', '.join(game.sides)}")
        frame = chronicle.note_dice(0 if referee else side, _refusal(chronicle, side, reason))
        waiting = chronicle.book.waiting
        names = game.side(waiting.entrant) if waiting is not None and waiting.entrant else "referee"
        if as_json:
            print_json({"frame": frame.seq, "rule": book.refusal, "names_the_roll": names})
        else:
            say(
                f"recorded (frame #{frame.seq}): under the rule {book.refusal!r} the {names} names the roll, "
                f"with `hexledger finish {log} --roll VALUE`"
            )


def _refusal(chronicle: Chronicle, side: int, reason: str) -> Refusal | RevealRefused:
    if chronicle.genesis.format == OLD:
        from hexledger.events.dice_records import RevealRefused

        return RevealRefused(side, chronicle.book.refusal, reason)
    from hexledger.events.dice_records import Refusal

    return Refusal(side, reason)
