"""`hexledger table`: play a log on in a browser, on the map."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hexledger.cli.common import edition_option, open_write
from hexledger.cli.console import say
from hexledger.cli.keyring import key_option
from hexledger.cli.play import MAIL, players_of, split_seats
from hexledger.cli.serving import listening, serve, serving_options

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.tabletop.seats import Seat


@click.command(
    context_settings={"ignore_unknown_options": True},
    options_metavar="[--SIDE WHO]... [OPTIONS]",
    epilog="--SIDE is the name of a side of the game: --allied bot:greedy --german human. WHO is human, mail (plays "
    "elsewhere), bot:greedy or bot:random; sides that are not named are played by people.",
)
@click.argument("seats", nargs=-1, type=click.UNPROCESSED, metavar="LOG", required=True)
@click.option("--apart", is_flag=True, help="An address for each side or army; each sees what its side knows.")
@click.option("--look", is_flag=True, help="One more address, for people who only look.")
@click.option("--bot-seed", default="", help="Seed of the bots' own choices (default: the log's).")
@serving_options
@key_option
@edition_option
def table(
    seats: tuple[str, ...],
    apart: bool,
    look: bool,
    bot_seed: str,
    host: str,
    port: int,
    names: tuple[str, ...],
    edition: Path | None,
) -> None:
    """Play LOG on in a browser: what is asked stands above the map, what is legal is marked on it.

    Every decision is on disk before its result is shown. Without --apart one address plays all sides that people play,
    at one screen; with it each side has its own, which shows what that side knows. Whoever has an address plays that
    side: give it to nobody else.
    """
    from hexledger.events.frame import side_of_seat
    from hexledger.replays.tabletop.seats import seats_of
    from hexledger.replays.tabletop.sitting import Sitting
    from hexledger.replays.viewer.server import application
    from hexledger.replays.viewer.shelf import Shelf
    from hexledger.replays.viewer.table_routes import Tables

    log, wanted = split_seats(seats)
    with open_write(log, edition) as chronicle:
        game = chronicle.game
        bots = players_of(game, wanted)
        away = {game.seat_number(seat) for seat, who in wanted.items() if who.lower() in MAIL}
        people = [seat for seat in seats_of(chronicle) if not {seat, side_of_seat(seat)} & {*bots, *away}]
        chairs = seated(people, apart=apart, look=look)
        with listening(host, port, names) as found:
            shelf = Shelf([log], edition=edition, verify=False)
            shelves = {0: shelf} | {
                side: Shelf([log], edition=edition, as_side=game.side(side), verify=False)
                for side in sorted({chair.view for chair in chairs} - {0})
            }
            sitting = Sitting(chronicle, bots, seed=bot_seed, away=away)
            name = next(iter(shelf.games))
            tables = Tables(shelves, {name: sitting}, chairs)
            try:
                for chair in chairs:
                    say(f"{whose(chronicle, chair)}: {found.address(f'/games/{name}', chair.token)}")
                say("Ctrl-C ends the sitting; everything decided is in the log")
                sitting.go_on()
                policy = found.policy(chairs[0].token, tuple(chair.token for chair in chairs), guard_reads=True)
                serve(application(shelf, policy, tables), found)
            finally:
                tables.close()
                sitting.close()
                for every in shelves.values():
                    every.close()


def whose(chronicle: Chronicle, chair: Seat) -> str:
    """Who plays at a chair, in words."""
    from hexledger.replays.log.told import seated

    return " and ".join(seated(chronicle, seat) for seat in chair.plays) or "to look"


def seated(people: list[int], *, apart: bool, look: bool) -> list[Seat]:
    """The seats: one for all sides and armies that people play, or one each; one more to look on."""
    from secrets import token_urlsafe

    from hexledger.events.frame import side_of_seat
    from hexledger.replays.tabletop.seats import Seat

    if not people and not look:
        look = True
    chairs = [Seat(token_urlsafe(24), (seat,), side_of_seat(seat)) for seat in people] if apart else []
    if people and not apart:
        chairs = [Seat(token_urlsafe(24), tuple(people))]
    return [*chairs, Seat(token_urlsafe(24))] if look else chairs
