"""`hexledger end`, `hexledger seat`: games that end otherwise than by their rules, and people who sit down."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hexledger.cli.asking import send_request
from hexledger.cli.common import (
    as_option,
    edition_option,
    json_option,
    log_argument,
    open_asking,
    open_write,
    print_json,
    side_number,
)
from hexledger.cli.completing import complete_ending, complete_key, complete_seat, complete_side
from hexledger.cli.console import say
from hexledger.cli.going_back import agreed
from hexledger.cli.keyring import key_option
from hexledger.cli.mail import side_or_referee
from hexledger.cli.outputs import MAILED, force_option
from hexledger.engine.errors import close_to
from hexledger.events.frame import OLD, side_of_seat
from hexledger.projections.names import capital, side_name
from hexledger.replays.errors import ReplayError

if TYPE_CHECKING:
    from hexledger.events.notes import SignerKey
    from hexledger.replays.log.chronicle import Chronicle

WHATS = ("concession", "draw", "adjournment", "reopening", "forfeit", "adjudication")
VERBS = {"concede": "concession", "adjourn": "adjournment", "reopen": "reopening", "adjudicate": "adjudication"}
"""As the list of commands says it -> what is recorded."""


def _ending(_: click.Context, __: click.Parameter, said: str) -> str:
    """What ends a game or lets it rest, by its name or as one says it (`concede`)."""
    what = VERBS.get(said.lower(), said.lower())
    if what not in WHATS:
        near = close_to(what, (*WHATS, *VERBS))
        hint = f"did you mean {' or '.join(near)}?" if near else f"it is one of {', '.join(WHATS)}"
        raise click.BadParameter(f"{said!r} ends no game; {hint}")
    return what


@click.command()
@log_argument
@click.argument("what", callback=_ending, shell_complete=complete_ending)
@click.option(
    "--winner",
    metavar="SIDE",
    shell_complete=complete_side,
    help="Forfeit, adjudication: who has won (adjudication: nobody without it).",
)
@click.option("--level", default="", help="Adjudication: how great the victory is.")
@click.option("--reason", default="", help="Why; kept in the log.")
@click.option("--consent", is_flag=True, help="The other side agrees, and this is recorded.")
@click.option("--ask", type=MAILED, metavar="FILE", help="Change nothing yet: write a request for the other side.")
@click.option("--referee", is_flag=True, help="The referee says so.")
@force_option
@key_option
@as_option
@edition_option
@json_option
def end(
    log: Path,
    what: str,
    winner: str | None,
    level: str,
    reason: str,
    consent: bool,
    ask: Path | None,
    referee: bool,
    as_side: str | None,
    edition: Path | None,
    as_json: bool,
) -> None:
    """End the game in LOG, let it rest, or take such an end back.

    WHAT is concession, draw, adjournment, reopening, forfeit or adjudication. A side concedes for itself; a draw, an
    adjournment and a reopening take all sides, or the referee; a forfeit and an adjudication are the referee's.
    """
    from hexledger.events.frame import ADJUDICATION, CONCESSION, END, FORFEIT, End

    if ask is not None:
        from hexledger.replays.log.requests import ask_end

        with open_asking(log, edition) as chronicle:
            request = ask_end(chronicle, _by(chronicle, as_side, referee=False), what, reason)
            send_request(chronicle, ask, request)
            say(f"request for a {what} in {ask}; the other side answers with `consent {ask.name} LOG`")
        return
    with open_write(log, edition) as chronicle:
        if chronicle.genesis.format == OLD:
            raise ReplayError("format 1 knows no ends but those of the rules")
        game = chronicle.game
        by = _by(chronicle, as_side, referee=referee or what in (FORFEIT, ADJUDICATION))
        won = side_number(game, winner) or 0
        if what == CONCESSION and not won and len(game.sides) == 2:
            won = 3 - by
        said = End(what, won, level, reason, tuple(agreed(chronicle, by, consent and by != 0)))
        frame = chronicle.append_agreed(END, by, said)
        if as_json:
            print_json({"frame": frame.seq, "end": what, "winner": game.side(won) if won else None})
            return
        result = f": {side_name(game, won)} wins" if won else ""
        say(f"{what}{result} (this is frame #{frame.seq})")


def _by(chronicle: Chronicle, as_side: str | None, *, referee: bool) -> int:
    if referee:
        return 0
    if as_side is not None:
        return side_or_referee(chronicle.game, as_side)
    if len(chronicle.signers) == 1:
        return next(iter(chronicle.signers))
    raise click.UsageError(f"--as SIDE says who does it; sides are {', '.join(chronicle.game.sides)}")


@click.command()
@log_argument
@click.argument("side", shell_complete=complete_seat)
@click.argument("name")
@click.option(
    "--new-key",
    metavar="KEY",
    shell_complete=complete_key,
    help="Signed games: key of who sits down, a name or a file.",
)
@click.option("--reason", default="", help="Why; kept in the log.")
@click.option("--referee", is_flag=True, help="The referee hands the seat over, not the key that sits there.")
@click.option("--ask", type=MAILED, metavar="FILE", help="Change nothing yet: write a request for who hands it over.")
@force_option
@key_option
@edition_option
@json_option
def seat(
    log: Path,
    side: str,
    name: str,
    new_key: str | None,
    reason: str,
    referee: bool,
    ask: Path | None,
    edition: Path | None,
    as_json: bool,
) -> None:
    """NAME sits down at SIDE (or `referee`) of the game in LOG from the next frame on.

    In a signed game who sits down gives the word of his new key; the key that sat there, or the referee's, hands the
    seat over with `consent`. A key that was in the log never comes back. The referee's seat takes both sides' words.
    """
    from hexledger.events.frame import Seat
    from hexledger.replays.log.requests import ask_seat, carry_out

    key = _private(new_key)
    with open_asking(log, edition) if ask is not None else open_write(log, edition) as chronicle:
        number = side_or_referee(chronicle.game, side)
        if chronicle.genesis.signed and key is None:
            raise click.UsageError("a signed game asks for the key of who sits down (--new-key)")
        public = key.verifier.public.hex() if key is not None else ""
        giver = 0 if referee else side_of_seat(number)
        request = ask_seat(chronicle, giver, Seat(number, name, public, reason), key)
        if ask is not None:
            send_request(chronicle, ask, request)
            who = "the referee" if giver == 0 else f"who sits at the {capital(side)} side"
            say(f"request to sit down as {side} in {ask}; {who} hands the seat over with `consent {ask.name} LOG`")
            return
        frame = carry_out(chronicle, [request])
        if as_json:
            print_json({"frame": frame.seq, "side": side, "name": name, "key": public})
        else:
            say(f"{name} sits down as {side} (this is frame #{frame.seq})")


def _private(name: str | None) -> SignerKey | None:
    from hexledger.cli.keyring import find_key

    return None if name is None else find_key(name)
