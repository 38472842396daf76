"""`hexledger supply`: who was cut off, by whom, when the check saw it, what restored it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import by_turn, moment, open_read, print_json, reading, turn_meant
from hexledger.cli.completing import complete_side
from hexledger.cli.console import say
from hexledger.cli.inputs import INT
from hexledger.cli.progress import progress
from hexledger.events.numbers import counted

if TYPE_CHECKING:
    from hexledger.replays.log.reader import LogReader

Row = dict[str, Any]


@click.command()
@reading
@click.argument("frame", type=INT, required=False)
@click.option("--side", "whose", metavar="SIDE", shell_complete=complete_side, help="Only units of a side.")
@click.option("--unit", metavar="UNIT", help="Only a unit.")
@click.option("--turn", "wanted_turn", metavar="TURN", help="Only what was cut in a turn, by number or name.")
@click.option("--judged", is_flag=True, help="Only what a check of the rulebook saw.")
@click.option("--now", is_flag=True, help="Only what is still cut off.")
def supply(
    log: Path,
    frame: int | None,
    at: int | None,
    line: str | None,
    edition: Path | None,
    as_json: bool,
    whose: str | None,
    unit: str | None,
    wanted_turn: str | None,
    judged: bool,
    now: bool,
) -> None:
    """Supply stories of LOG: each time that a unit had no line of supply or communication.

    Lines are traced after every decision. Who cut one is proved by taking his deed back: then the line holds. "judged
    at" names the checks of the rulebook that saw the unit while it was cut off. With FRAME: what that decision cut and
    restored.
    """
    from hexledger.engine.naming.meant import find_unit
    from hexledger.replays.story.supply import stories, supply_row

    with open_read(log, edition) as chronicle:
        game = chronicle.game
        if frame is not None:
            chronicle.place(frame)
        seq = moment(chronicle, at, line)
        turn = turn_meant(chronicle, seq, wanted_turn)
        side = game.side_number(whose) if whose else 0
        piece = find_unit(game, unit, chronicle.state(seq), loose=True, ever=True) if unit else -1
        only = _asked(chronicle, frame, side, piece)
        with progress("tracing lines") as bar:
            told = stories(game, list(chronicle.frames(seq)), only=only, turn=turn, watch=bar)
        rows = [
            supply_row(game, story)
            for story in told
            if (not side or story.side == side)
            and (piece < 0 or story.piece == piece)
            and (turn is None or story.lost.turn == turn)
            and (not judged or story.judged)
            and (not now or story.end is None)
            and (frame is None or frame in (story.lost.seq, story.end.seq if story.end is not None else None))
        ]
    if as_json:
        print_json(rows)
        return
    for text in supply_lines(rows):
        say(text)


def _asked(chronicle: LogReader, frame: int | None, side: int, piece: int) -> list[int] | None:
    """The pieces whose lines are to be traced; None for all."""
    from hexledger.replays.story.supply import changes_at

    game = chronicle.game
    if piece >= 0:
        return [piece]
    if frame:
        return [game.find_piece(row["piece"]) for row in changes_at(chronicle, frame)]
    return [one for one in range(len(game.counters)) if game.piece_side(one) == side] if side else None


def supply_lines(rows: list[Row]) -> Iterator[str]:
    """The stories for a terminal, by turn."""
    if not rows:
        yield "no unit was cut off"
        return
    yield from by_turn(rows, _told)
    seen = sum(bool(row["judged"]) for row in rows)
    lasting = sum(row["ended"] is None for row in rows)
    yield f"{counted(len(rows), 'time', 'times')}; {seen} judged by a check; {lasting} still cut off"


def _told(row: Row) -> Iterator[str]:
    where = f" at {row['place']}" if row["place"] else ""
    yield f"  {row['side'].capitalize()} {row['unit']}{where}: {row['text']}"
    if row["closed"]:
        yield f"      line {' '.join(row['line'])}; closed: {', '.join(row['closed'])}"
