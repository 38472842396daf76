"""`hexledger play`: play a log on, people and bots at one terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import edition_option, open_write
from hexledger.cli.inputs import LOG, NumberRange
from hexledger.cli.keyring import key_option

if TYPE_CHECKING:
    from hexledger.engine.bots.playing import Bot
    from hexledger.engine.kernel.game import Game

HUMAN = ("human", "person", "me")
MAIL = ("mail", "away")


@click.command(
    context_settings={"ignore_unknown_options": True},
    options_metavar="[--SIDE WHO]... [OPTIONS]",
    epilog="--SIDE is the name of a side of the game: --allied bot:greedy --german human. WHO is human, mail (plays "
    "elsewhere: the sitting stops when that side is asked), bot:greedy, bot:random or bot:search (slower, better); "
    "sides that are not named are played by people.",
)
@click.argument("seats", nargs=-1, type=click.UNPROCESSED, metavar="LOG", required=True)
@click.option("--limit", type=NumberRange(1), help="Stop after so many decisions.")
@click.option("--bot-seed", default="", help="Seed of the bots' own choices (default: the log's).")
@click.option("--quiet", is_flag=True, help="Of bots print turns, phases and the end only.")
@key_option
@edition_option
def play(seats: tuple[str, ...], limit: int | None, bot_seed: str, quiet: bool, edition: Path | None) -> None:
    """Play LOG on at the terminal. Every decision is on disk before its result is shown: stop whenever you like."""
    log, wanted = split_seats(seats)
    from hexledger.cli.session import Session

    with open_write(log, edition) as chronicle:
        players = players_of(chronicle.game, wanted)
        away = {chronicle.game.seat_number(side) for side, who in wanted.items() if who.lower() in MAIL}
        session = Session(chronicle, players, seed=bot_seed, quiet=quiet, away=away)
        session.run(limit or 1_000_000)


def split_seats(words: tuple[str, ...]) -> tuple[Path, dict[str, str]]:
    """The log, and side -> who, from `g.hxl --allied bot:greedy --german=human` in any order."""
    logs: list[str] = []
    wanted: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-"):
            logs.append(word)
            continue
        side, equals, who = word.lstrip("-").partition("=")
        if not equals:
            if not rest or rest[0].startswith("-"):
                raise click.UsageError(f"{word} wants who plays that side: human, bot:greedy, bot:random or bot:search")
            who = rest.pop(0)
        if side in wanted:
            raise click.UsageError(f"{word} is given twice")
        wanted[side] = who
    if len(logs) != 1:
        raise click.UsageError("give one log" if not logs else f"one log, not {' and '.join(logs)}")
    path: Path = LOG.convert(logs[0], None, None)
    return path, wanted


def players_of(game: Game[Any], wanted: dict[str, str]) -> dict[int, tuple[str, Bot]]:
    """Side -> (name of the bot, bot); people are left out."""
    from hexledger.engine.bots.players import BOTS, bot

    players: dict[int, tuple[str, Bot]] = {}
    for side, who in wanted.items():
        if side.lower() not in (game.sides if who.removeprefix("bot:") in BOTS else game.seats):
            options = ", ".join(f"--{name}" for name in game.sides)
            raise click.UsageError(f"no side {side!r} in {game.title}; sides are {options}")
        if who.lower() in (*HUMAN, *MAIL):
            continue
        if who.removeprefix("bot:") not in BOTS:
            known = ", ".join(f"bot:{name}" for name in BOTS)
            raise click.UsageError(f"--{side} {who}: nobody of that name; there are human, mail, {known}")
        players[game.side_number(side)] = (who if who.startswith("bot:") else f"bot:{who}", bot(who))
    return players
