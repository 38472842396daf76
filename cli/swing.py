"""`hexledger swing`: the chance of victory over a game."""

from __future__ import annotations

from pathlib import Path

import click

from hexledger.cli.common import edition_option, json_option, line_option, log_argument, moment, open_read, print_json
from hexledger.cli.console import say
from hexledger.cli.inputs import NumberRange
from hexledger.cli.outputs import OUTPUT, force_option, write_output
from hexledger.cli.processes import processes
from hexledger.cli.progress import progress
from hexledger.cli.simulate import players, playout_options


@click.command()
@log_argument
@line_option
@click.option(
    "--moments", "most", type=NumberRange(0, 1_000), default=8, help="Combats that are looked at (default: 8)."
)
@playout_options
@click.option("--svg", "picture", type=OUTPUT, metavar="FILE", help="Draw it (needs the extra hexledger[plots]).")
@force_option
@edition_option
@json_option
def swing(
    log: Path,
    line: str | None,
    most: int,
    runs: int,
    seed: str,
    bots: tuple[str, ...],
    workers: int | None,
    seconds: float,
    cluster: str,
    picture: Path | None,
    edition: Path | None,
    as_json: bool,
) -> None:
    """How the chance of victory moved over LOG, and by which decisions.

    Bots play on from the beginning of every turn, and before and after what cost most; all moments have the same luck.
    """
    from hexledger.replays.whatif.simulate import Plan, simulate
    from hexledger.replays.whatif.swing import moments, swings

    with open_read(log, edition) as chronicle:
        game = chronicle.game
        head = moment(chronicle, None, line)
        chosen = tuple(moments(chronicle, head, most))
        plan = Plan(str(log), chosen, runs, seed, players(game, bots), edition=str(edition or ""))
        with progress("runs") as bar:
            found = simulate(plan, processes(workers), seconds, bar, cluster)
        data = swings(chronicle, found, head)
        if picture is not None:
            from hexledger.replays.whatif.plots import swing_plot

            write_output(picture, swing_plot(data, f"{chronicle.title}, {data['runs']} runs at each moment"))
    if as_json:
        print_json(data)
        return
    for row in data["moments"]:
        chances = ", ".join(
            f"{chance['side'].capitalize()} {100 * chance['share']:.0f} %"
            + (f" ({100 * chance['gain']:+.0f})" if chance["gain"] is not None else "")
            for chance in row["chances"]
        )
        what = "result" if row["over"] else f"{row['turn']}, {row['phase']}"
        who = f"; {row['side'].capitalize()}: {row['decision']}" if row["decision"] else ""
        say(f"#{row['frame']:<6} {chances}   {what}{who}")
    if picture is not None:
        say(f"drawn in {picture}")
