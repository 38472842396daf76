"""`hexledger consent`: agree to an undo, a correction, or a ruling on file that the other side asks for."""

from __future__ import annotations

from pathlib import Path

import click

from hexledger.cli.common import edition_option, open_read
from hexledger.cli.console import say
from hexledger.cli.inputs import LOG, REQUEST
from hexledger.cli.keyring import attach_signers, key_option
from hexledger.cli.mail import side_or_referee
from hexledger.cli.outputs import MAILED, force_option, write_output


@click.command()
@click.argument("request", type=REQUEST)
@click.argument("log", type=LOG)
@click.option("--as", "as_side", metavar="SIDE", help="Side that agrees, or `referee` (default: the other side).")
@click.option("--out", "-o", type=MAILED, help="File (default: REQUEST.consent).")
@force_option
@key_option
@edition_option
def consent(request: Path, log: Path, as_side: str | None, out: Path | None, edition: Path | None) -> None:
    """Agree to REQUEST, which must fit your LOG; makes a file to send back.

    Requests are made by `undo`, `go`, `claim` and `adopt` with --ask.
    """
    from hexledger.replays.log.consent import agree, crossed, encode, read_request
    from hexledger.replays.secrets.signing import role

    asked = read_request(request)
    with open_read(log, edition) as chronicle:
        game = chronicle.game
        if as_side is not None:
            side = side_or_referee(game, as_side)
        elif len(game.sides) == 2 and asked.by in (1, 2):
            side = 3 - asked.by
        else:
            raise click.UsageError("say with --as who agrees")
        attach_signers(chronicle)
        given = agree(chronicle, asked, side, chronicle.signers.get(side))
        crossing = ", ".join(crossed(chronicle, asked.to).needs(asked.by))
    target = out or request.with_name(request.name + ".consent")
    write_output(target, encode(given))
    if asked.ruling:
        say(f"the {role(game, side)} side adopts the ruling on file as well: {asked.reason}; consent in {target}")
        return
    claimed = f" for an error of {asked.what} in #{asked.about}" if asked.what else ""
    why = f" because {asked.reason}" if asked.reason.isprintable() and asked.reason else ""
    say(
        f"the {role(game, side)} side agrees that the {role(game, asked.by)} side goes from #{asked.left} to "
        f"#{asked.to}{claimed}{why}, across {crossing or 'nothing'}; consent in {target}"
    )
