"""`hexledger consent`: give one's word for what the other side asks for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hexledger.cli.common import edition_option, open_asking, open_read, open_write
from hexledger.cli.completing import complete_seat
from hexledger.cli.console import say
from hexledger.cli.inputs import LOG, REQUEST
from hexledger.cli.keyring import key_option
from hexledger.cli.mail import side_or_referee
from hexledger.cli.outputs import MAILED, force_option, write_output
from hexledger.projections.names import capital, side_name

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.log.requests import Request


@click.command()
@click.argument("request", type=REQUEST)
@click.argument("log", type=LOG)
@click.option(
    "--as",
    "as_side",
    metavar="SIDE",
    shell_complete=complete_seat,
    help="Side that agrees, or `referee` (default: the other side).",
)
@click.option("--out", "-o", type=MAILED, help="File for a word that somebody else carries out (REQUEST.consent).")
@force_option
@key_option
@edition_option
def consent(request: Path, log: Path, as_side: str | None, out: Path | None, edition: Path | None) -> None:
    """Agree to REQUEST, which must fit your LOG.

    Whoever gives the last word carries it out in his log; else a file is made to send back. Requests are made by
    `undo`, `go`, `claim`, `adopt` and `mode` with --ask.
    """
    from hexledger.replays.log.requests import agree, carry_out, encode, read_request

    asked = read_request(request)
    with open_read(log, edition) as looked:
        side = _side(looked, asked, as_side)
    if side == asked.actor:
        with open_write(log, edition) as chronicle:
            what = told(chronicle, asked)
            frame = carry_out(chronicle, [asked])
            say(f"{what}: agreed and carried out (this is frame #{frame.seq}); send it on with `send`")
        return
    with open_asking(log, edition) as chronicle:
        given = agree(chronicle, asked, side, chronicle.signers.get(side))
        what = told(chronicle, asked)
    target = out or request.with_name(request.name + ".consent")
    write_output(target, encode(given))
    say(f"{what}: agreed; consent in {target}")


def _side(chronicle: Chronicle, asked: Request, as_side: str | None) -> int:
    """Who agrees: the side named, else who is to append it, else the other side."""
    from hexledger.events.frame import SEAT

    if as_side is not None:
        return side_or_referee(chronicle.game, as_side)
    if asked.actor != asked.by or asked.kind == SEAT:
        return asked.actor
    if len(chronicle.game.sides) == 2 and asked.by in (1, 2):
        return 3 - asked.by
    raise click.UsageError("say with --as who agrees")


def told(chronicle: Chronicle, asked: Request) -> str:
    """What is asked for, in words."""
    from hexledger.events.dice_records import DiceChange
    from hexledger.events.frame import End, Rewind, Ruling, Seat
    from hexledger.events.model import DICE_MODES
    from hexledger.replays.log.requests import crossed
    from hexledger.replays.secrets.signing import role

    game, said = chronicle.game, asked.agreed
    who = f"the {capital(role(game, asked.by))} side" if asked.by else "the referee"
    why = f" because {said.reason}" if said.reason else ""
    match said:
        case Rewind():
            if said.to == asked.parent:
                return f"{who} wants the decision that waits for its dice dropped{why}"
            claimed = f" for an error of {said.what} in #{said.about}" if said.what else ""
            # what it crosses is worked out here: what the request says of it was written by who asks
            crossing = ", ".join(crossed(chronicle, said.to).needs(asked.by)) or "nothing"
            return f"{who} goes from #{asked.parent} to #{said.to}{claimed}{why}, across {crossing}"
        case Ruling():
            return f"{who} adopts the ruling on file: {said.reason}"
        case DiceChange():
            return f"{who} wants {DICE_MODES.get(said.mode, said.mode)} dice{why}"
        case End():
            return f"{who} proposes a {said.what}{why}"
        case Seat():
            seat = side_name(game, said.side) if said.side else "referee"
            return f"{said.name} sits down for the {seat} side{why}"
