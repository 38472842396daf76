"""`hexledger simulate`: bots play on from moments of a game, many times, and what came of it is counted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import F, edition_option, json_option, log_argument, open_read, print_json
from hexledger.cli.console import say
from hexledger.cli.inputs import INT, NumberRange
from hexledger.cli.outputs import NEW_FILE
from hexledger.cli.processes import processes, workers_option
from hexledger.cli.progress import progress

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game

runs_option = click.option("--runs", type=NumberRange(1, 100_000), default=100, help="How many (default: 100).")
seed_option = click.option("--seed", default="1", help="Seed of dice and bots; the same seed, the same report.")
bot_option = click.option(
    "--bot", "bots", multiple=True, metavar="SIDE=BOT", help="Who plays a side (default: greedy): --bot allied=random."
)
seconds_option = click.option("--seconds", type=click.FloatRange(0), default=0.0, help="Begin no run after so long.")


cluster_option = click.option(
    "--cluster",
    default="",
    metavar="ADDRESS",
    help="Let the workers of a dask scheduler play (tcp://host:8786; needs the extra hexledger[cluster]).",
)


def playout_options(command: F) -> F:
    """Of what lets bots play on: how often, with which seed, by whom, in how many processes, for how long, where."""
    return runs_option(seed_option(bot_option(workers_option(seconds_option(cluster_option(command))))))


def players(game: Game[Any], bots: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    """(side, bot) of every side; UsageError for what is none."""
    from hexledger.engine.bots.players import BOTS

    chosen = dict.fromkeys(range(1, len(game.sides) + 1), "greedy")
    for text in bots:
        name, equals, who = text.partition("=")
        if not equals or who.removeprefix("bot:") not in BOTS:
            raise click.UsageError(f"--bot {text}: SIDE=BOT, where BOT is one of {', '.join(BOTS)}")
        chosen[game.side_number(name)] = who.removeprefix("bot:")
    return tuple(sorted(chosen.items()))


@click.command()
@log_argument
@click.option(
    "--at", "moments", multiple=True, type=INT, metavar="N", help="Begin after frame N; several are compared."
)
@playout_options
@click.option("--keep", type=INT, metavar="K", help="Write run K as a study instead (with --to).")
@click.option("--to", "study", type=NEW_FILE, metavar="STUDY", help="Where to.")
@edition_option
@json_option
def simulate(
    log: Path,
    moments: tuple[int, ...],
    runs: int,
    seed: str,
    bots: tuple[str, ...],
    workers: int | None,
    seconds: float,
    cluster: str,
    keep: int | None,
    study: Path | None,
    edition: Path | None,
    as_json: bool,
) -> None:
    """Let bots play LOG on from a moment to the end, many times: who wins how often, with intervals.

    Run K has the same dice at every moment and on every machine. `--keep K --to STUDY` writes it as a log that
    `verify` audits.
    """
    from hexledger.replays.whatif.outlook import outlook, outlook_lines
    from hexledger.replays.whatif.simulate import Plan
    from hexledger.replays.whatif.simulate import keep as kept
    from hexledger.replays.whatif.simulate import simulate as run

    if (keep is None) != (study is None):
        raise click.UsageError("--keep K and --to STUDY go together")
    with open_read(log, edition) as chronicle:
        game = chronicle.game
        at = moments or (chronicle.timeline.head,)
        who = players(game, bots)
    plan = Plan(str(log), tuple(dict.fromkeys(at)), runs, seed, who, edition=str(edition or ""))
    if keep is not None and study is not None:
        with kept(plan, at[0], keep, study) as made:
            state = made.state()
            said = game.verdict(state.winner, state.level) if state.over else "not over"
            head = made.timeline.head
        if as_json:
            print_json({"study": str(study), "run": keep, "frame": head, "result": said})
        else:
            say(f"run {keep} from #{at[0]} in {study}, {said}; `hexledger verify {study}` audits it")
        return
    with progress("runs") as bar:
        found = run(plan, processes(workers), seconds, bar, cluster)
    data = outlook(game, found)
    if as_json:
        print_json(data)
        return
    for line in outlook_lines(data):
        say(line)
