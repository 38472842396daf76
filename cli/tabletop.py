"""`hexledger table`: play a log on in a browser, on the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import edition_option, open_write
from hexledger.cli.console import say
from hexledger.cli.keyring import key_option, trusted_keys
from hexledger.cli.play import MAIL, players_of, split_seats
from hexledger.cli.serving import listening, serve, serving_options

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.log.mail import Bundle
    from hexledger.replays.tabletop.seats import Seat
    from hexledger.replays.tabletop.watching import Delay
    from hexledger.replays.viewer.shelf import Shelf
    from hexledger.replays.viewer.table_routes import Late


@click.command(
    context_settings={"ignore_unknown_options": True},
    options_metavar="[--SIDE WHO]... [OPTIONS]",
    epilog="--SIDE is the name of a side of the game: --allied bot:greedy --german human. WHO is human, mail (plays "
    "elsewhere), bot:greedy, bot:random or bot:search (slower, better); sides that are not named are played by people.",
)
@click.argument("seats", nargs=-1, type=click.UNPROCESSED, metavar="LOG", required=True)
@click.option("--apart", is_flag=True, help="An address for each side or army; each sees what its side knows.")
@click.option("--look", is_flag=True, help="One more address, for people who only look.")
@click.option("--delay", metavar="N|TIME", help="Who only looks lags: 20 (decisions), 90s, 10m, 2h.")
@click.option("--link", is_flag=True, help="An address for the other player's own table, where he plays elsewhere.")
@click.option(
    "--with",
    "other",
    metavar="ADDRESS",
    help="The other player's table (its --link): decisions and dice go by themselves.",
)
@click.option("--keeper", is_flag=True, help="An address for the keeper of referee dice, who answers from elsewhere.")
@click.option("--new-addresses", "anew", is_flag=True, help="Make all addresses anew; those given before are void.")
@click.option("--bot-seed", default="", help="Seed of the bots' own choices (default: the log's).")
@serving_options
@key_option
@edition_option
def table(
    seats: tuple[str, ...],
    apart: bool,
    look: bool,
    delay: str | None,
    link: bool,
    other: str | None,
    keeper: bool,
    anew: bool,
    bot_seed: str,
    host: str,
    port: int,
    names: tuple[str, ...],
    edition: Path | None,
) -> None:
    """Play LOG on in a browser: what is asked stands above the map, what is legal is marked on it.

    Every decision is on disk before its result is shown. Without --apart one address plays all sides that people play,
    at one screen; with it each side, or army with a player of its own, has its own, which shows what that side knows.
    Whoever has an address plays that side: give it to nobody else. The addresses stay the same when the table is
    started again.
    """
    from hexledger.events.frame import side_of_seat
    from hexledger.replays.tabletop.addresses import secret_beside, token_of
    from hexledger.replays.tabletop.post import Link, Post
    from hexledger.replays.tabletop.seats import Seat, seats_of
    from hexledger.replays.tabletop.sitting import Sitting
    from hexledger.replays.tabletop.watching import read_delay
    from hexledger.replays.viewer.server import application
    from hexledger.replays.viewer.table_routes import Tables

    log, wanted = split_seats(seats)
    lags = None if delay is None else read_delay(delay)
    with ExitStack() as ends:
        chronicle = ends.enter_context(open_write(log, edition))
        game = chronicle.game
        bots = players_of(game, wanted)
        away = {game.seat_number(seat) for seat, who in wanted.items() if who.lower() in MAIL}
        people = [seat for seat in seats_of(chronicle) if not {seat, side_of_seat(seat)} & {*bots, *away}]
        found = ends.enter_context(listening(host, port, names))
        secret = secret_beside(chronicle.path, chronicle.genesis.log_id, anew=anew)
        token = partial(token_of, secret, chronicle.genesis.log_id)
        chairs = seated(people, token, apart=apart, look=look, late=lags is not None)
        shelves = shelves_of(log, edition, chairs, game, ends)
        name = next(iter(shelves[0].games))
        late = lagging(log, edition, lags, ends) if lags is not None else None
        reopen = partial(open_write, log, edition)
        sitting = Sitting(chronicle, bots, seed=bot_seed, away=away, reopen=reopen)
        ends.callback(sitting.close)
        post = None
        if away:
            elsewhere = away_side(game, away, people)
            make = partial(bundle_between, side_of_seat(people[0]), elsewhere)
            post = Post(sitting, make, reopen, trusted_keys(()))
            if link:
                chairs.append(Seat(token((elsewhere,), "link"), other=True))
        elif link or other:
            raise click.UsageError("--link and --with are for a side that plays elsewhere: --SIDE mail")
        keeping = None
        if keeper:
            chairs.append(keepers_chair(chronicle, token))
            keeping = Post(sitting, partial(bundle_between, 1, 0), reopen)
        tables = Tables(shelves, {name: sitting}, chairs, late, post, keeping)
        ends.callback(tables.close)
        if other is not None and post is not None:
            address, other_token = read_address(other)
            peer = Link(post, sitting, address, other_token)
            ends.callback(peer.close)
            peer.start()
        for chair in chairs:
            path = f"/api/games/{name}/table/exchange" if chair.other else f"/games/{name}"
            say(f"{whose(chronicle, chair)}: {found.address(path, chair.token)}")
        say("Ctrl-C ends the sitting; everything decided is in the log")
        sitting.go_on()
        policy = found.policy(chairs[0].token, tuple(chair.token for chair in chairs), guard_reads=True)
        serve(application(shelves[0], policy, tables), found)


def away_side(game: Game[Any], away: set[int], people: Sequence[int]) -> int:
    """The one side that plays elsewhere; UsageError where several do, or nobody plays here."""
    if len(away) != 1 or not people or next(iter(away)) > len(game.sides):
        raise click.UsageError("at a table of one's own one side plays elsewhere, and somebody plays here")
    return next(iter(away))


def keepers_chair(chronicle: Chronicle, token: Callable[[Sequence[int], str], str]) -> Seat:
    """The chair of the keeper; UsageError in a game without referee dice."""
    from hexledger.events.model import REFEREE
    from hexledger.replays.tabletop.seats import PUBLIC, Seat

    if chronicle.dice_mode != REFEREE:
        raise click.UsageError("--keeper is for games with referee dice")
    return Seat(token((0,), "keeper"), (), PUBLIC, keeper=True)


def bundle_between(here: int, there: int, chronicle: Chronicle, since: int | None = None) -> Bundle:
    """What the player elsewhere, or the referee, does not have, with the checkpoint of the key at hand."""
    from hexledger.cli.mail import bundle_of

    return bundle_of(chronicle, here, there, since, None)[1]


def read_address(text: str) -> tuple[str, str]:
    """The address of another table and its token; UsageError for what is none."""
    from urllib.parse import parse_qs, urlsplit

    parts = urlsplit(text)
    token = parse_qs(parts.query).get("token", [""])[0]
    if parts.scheme not in ("http", "https") or not parts.netloc or not parts.path.endswith("/exchange") or not token:
        raise click.UsageError("--with takes the address that the other table printed with --link")
    return f"{parts.scheme}://{parts.netloc}{parts.path}", token


def shelves_of(
    log: Path, edition: Path | None, chairs: Sequence[Seat], game: Game[Any], ends: ExitStack
) -> dict[int, Shelf]:
    """The game as each chair may see it: side -> a shelf with it; 0 for everything that lies open."""
    from hexledger.replays.tabletop.seats import PUBLIC
    from hexledger.replays.viewer.shelf import Shelf

    found: dict[int, Shelf] = {}
    for view in sorted({0, *(chair.view for chair in chairs)}):
        side = game.side(view) if view > 0 else None
        found[view] = Shelf([log], edition=edition, as_side=side, verify=False, public=view == PUBLIC)
        ends.callback(found[view].close)
    return found


def lagging(log: Path, edition: Path | None, delay: Delay, ends: ExitStack) -> Late:
    """What spectators with a delay are shown: a copy of the log that lags, and follows it from now on."""
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.tabletop.sitting import Sitting
    from hexledger.replays.tabletop.watching import Lagging
    from hexledger.replays.viewer.shelf import Shelf
    from hexledger.replays.viewer.table_routes import Late

    copy = Lagging(Chronicle.read(log, edition), delay)
    ends.callback(copy.close)
    copy.catch_up()
    shelf = Shelf([copy.path], edition=edition, verify=False, public=True)
    ends.callback(shelf.close)
    sitting = Sitting(Chronicle.read(copy.path, edition))
    ends.callback(sitting.close)
    copy.follow(sitting.taken_in, sitting.linked)
    return Late(shelf, sitting)


def whose(chronicle: Chronicle, chair: Seat) -> str:
    """Who plays at a chair, in words."""
    from hexledger.replays.log.told import seated

    if chair.keeper:
        return "the keeper of the dice"
    to_look = "the other table" if chair.other else "to look on, with a delay" if chair.late else "to look"
    return " and ".join(seated(chronicle, seat) for seat in chair.plays) or to_look


def seated(
    people: Sequence[int], token: Callable[[Sequence[int], str], str], *, apart: bool, look: bool, late: bool = False
) -> list[Seat]:
    """The chairs: one for all sides and armies that people play, or one each; one more to look on. `token`: makes that
    of a chair from the seats that it plays and a word that tells it from others."""
    from hexledger.events.frame import side_of_seat
    from hexledger.replays.tabletop.seats import PUBLIC, Seat

    chairs: list[Seat] = []
    if people and apart:
        chairs = [Seat(token((seat,), "apart"), (seat,), side_of_seat(seat)) for seat in people]
    elif people:
        chairs = [Seat(token(people, ""), tuple(people))]
    if look or late or not people:
        chairs.append(Seat(token((), "late" if late else "look"), (), PUBLIC, late))
    return chairs
