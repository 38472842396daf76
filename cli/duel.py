"""`hexledger duel`: chains of two players who trust nobody with the dice."""

from __future__ import annotations

from pathlib import Path

import click

from hexledger.cli.common import (
    as_option,
    attach,
    edition_option,
    json_option,
    log_argument,
    open_write,
    print_json,
    side_number,
)
from hexledger.cli.console import say
from hexledger.cli.inputs import VAULT
from hexledger.cli.keyring import key_option
from hexledger.cli.outputs import NEW_FILE
from hexledger.replays.errors import ReplayError


@click.group()
def duel() -> None:
    """Duel dice: each side commits to a chain of links, and every roll takes one link of each."""


@duel.command()
@click.argument("file", type=NEW_FILE)
@click.option("--side", type=click.IntRange(1), required=True, help="Number of the side, 1 for the first of the game.")
@click.option("--log-id", default="", metavar="HEX", help="Id of the log; the first to commit may leave it out.")
@click.option(
    "--links", default=5000, show_default=True, help="Length of the chain: the rolling decisions it lasts for."
)
@json_option
def commit(file: Path, side: int, log_id: str, links: int, as_json: bool) -> None:
    """Make the chain of a side in FILE, readable by its owner only; print the commitment for `new` or `mode`."""
    from hexledger.replays.dice.duel_vault import DuelVault
    from hexledger.replays.log.genesis import is_log_id, random_hex

    if log_id and not is_log_id(log_id):
        raise click.UsageError("a log id is 32 hex digits")
    vault = DuelVault.new(file, log_id or random_hex(16), side, links)
    if as_json:
        print_json({"file": str(file), "log_id": vault.log_id, "commitment": vault.commitment})
        return
    say(f"vault {file}, for log {vault.log_id}; keep it to yourself")
    say(f"--log-id {vault.log_id} --commit '{vault.commitment}'")


@duel.command()
@log_argument
@click.option("--vault", type=VAULT, metavar="FILE", help="The side's vault (default: beside LOG).")
@as_option
@key_option
@edition_option
@json_option
def link(log: Path, vault: Path | None, as_side: str | None, edition: Path | None, as_json: bool) -> None:
    """Give the link of the side named with --as for the decision that waits."""
    from hexledger.events.dice_records import LinkRevealed

    with open_write(log, edition) as chronicle:
        if vault is not None:
            attach(chronicle, vaults=[vault])
        side = _side(chronicle.game.sides, side_number(chronicle.game, as_side))
        name = chronicle.game.side(side)
        if chronicle.book.waiting is None:
            raise ReplayError("no decision waits for its dice: a link that is shown too early foretells a roll")
        found = chronicle.supply.link(chronicle.book, side) if side in chronicle.book.chains else None
        if found is None:
            raise ReplayError(f"no vault of the {name} side with its next link is at hand")
        frame = chronicle.note_dice(side, LinkRevealed(found.hex()))
        if as_json:
            print_json({"frame": frame.seq})
        else:
            say(f"the {name} link is given (this is frame #{frame.seq}); `hexledger finish {log}` rolls")


@duel.command()
@log_argument
@click.option("--reason", default="", help="Why; kept in the log.")
@click.option("--referee", is_flag=True, help="The referee records it.")
@as_option
@key_option
@edition_option
@json_option
def refuse(log: Path, reason: str, referee: bool, as_side: str | None, edition: Path | None, as_json: bool) -> None:
    """Record that the side named with --as keeps its link back, with the consequence that the game has chosen."""
    from hexledger.events.dice_records import RevealRefused
    from hexledger.replays.log.genesis import check_text

    check_text(reason)
    with open_write(log, edition) as chronicle:
        game, book = chronicle.game, chronicle.book
        side = _side(game.sides, side_number(game, as_side))
        frame = chronicle.note_dice(0 if referee else side, RevealRefused(side, book.refusal, reason))
        names = game.side(book.waiting.entrant) if book.waiting is not None and book.waiting.entrant else "referee"
        if as_json:
            print_json({"frame": frame.seq, "rule": book.refusal, "names_the_roll": names})
        else:
            say(
                f"recorded (frame #{frame.seq}): under the rule {book.refusal!r} the {names} names the roll, "
                f"with `hexledger finish {log} --roll VALUE`"
            )


def _side(sides: tuple[str, ...], number: int | None) -> int:
    if number is None:
        raise click.UsageError(f"--as SIDE says whose link it is; sides are {', '.join(sides)}")
    return number
