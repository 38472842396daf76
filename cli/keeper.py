"""`hexledger keeper`: the secret of a referee game, held outside the log."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from hexledger.cli.common import edition_option, json_option, log_argument, open_write, print_json
from hexledger.cli.console import say
from hexledger.cli.inputs import KEEPER, REQUEST
from hexledger.cli.keyring import key_option
from hexledger.cli.outputs import MAILED, NEW_FILE, force_option, write_output


@click.group()
def keeper() -> None:
    """Referee dice: a secret that the keeper holds, commits to, rolls with, and opens at the end."""


@keeper.command("new")
@click.argument("file", type=NEW_FILE)
@click.option("--log-id", default="", metavar="HEX", help="Id of a running log (a change of dice); default: a new one.")
@json_option
def new_(file: Path, log_id: str, as_json: bool) -> None:
    """Make a secret of 256 bits in FILE, readable by its owner only, for one log; print what a new game needs."""
    from hexledger.replays.dice.keeper import KeeperFile
    from hexledger.replays.log.genesis import is_log_id, random_hex

    if log_id and not is_log_id(log_id):
        raise click.UsageError("a log id is 32 hex digits")
    _committed(KeeperFile.new(file, log_id or random_hex(16)).path, as_json)


@keeper.command()
@click.argument("file", type=KEEPER)
@json_option
def commit(file: Path, as_json: bool) -> None:
    """Print the commitment of FILE again; it tells nothing about the secret."""
    _committed(file, as_json)


def _committed(file: Path, as_json: bool) -> None:
    from hexledger.replays.dice.keeper import KeeperFile

    kept = KeeperFile(file)
    if as_json:
        print_json({"file": str(file), "log_id": kept.log_id, "commitment": f"keeper {kept.commitment}"})
        return
    say(f"keeper's file {file}, for log {kept.log_id}; keep it to yourself until the end of the game")
    say(f"hexledger new SCENARIO LOG --dice referee --log-id {kept.log_id} --commit 'keeper {kept.commitment}'")


@keeper.command()
@click.argument("file", type=KEEPER)
@click.argument("request", type=REQUEST)
@click.option("-o", "--out", type=MAILED, required=True, metavar="ANSWER", help="File for the answer.")
@force_option
@click.option("--anew", is_flag=True, help="Serve another decision for a frame that was served before.")
def roll(file: Path, request: Path, out: Path, anew: bool) -> None:
    """Answer a REQUEST (from `finish --request`) with the dice of that one decision."""
    from hexledger.replays.dice.keeper import KeeperFile, read_request

    asked = read_request(request)
    answer = KeeperFile(file).answer(asked, anew=anew)
    write_output(out, msgspec.json.encode(answer) + b"\n")
    say(f"dice of frame {asked.seq} in {out}; `hexledger finish LOG --keeper {out}` rolls them")


@keeper.command()
@click.argument("file", type=KEEPER)
@log_argument
@click.option(
    "--early", is_flag=True, help="Although the game is not over: no roll can be made with this secret any more."
)
@key_option
@edition_option
@json_option
def reveal(file: Path, log: Path, early: bool, edition: Path | None, as_json: bool) -> None:
    """Open the secret of FILE in LOG: from then on anybody can make every roll again."""
    from hexledger.events.dice_records import SecretRevealed
    from hexledger.replays.dice.keeper import KeeperFile
    from hexledger.replays.errors import ReplayError

    kept = KeeperFile(file)
    with open_write(log, edition, file) as chronicle:
        if not early and kept.commitment == chronicle.book.keeper and not chronicle.state().over:
            raise ReplayError(
                "the game is not over: an open secret foretells its rolls (--early opens it all the same)"
            )
        frame = chronicle.note_dice(0, SecretRevealed(kept.commitment, kept.open()))
        if as_json:
            print_json({"frame": frame.seq, "commitment": kept.commitment})
        else:
            say(f"the secret is open (frame #{frame.seq}); `hexledger verify {log}` makes every roll again")
