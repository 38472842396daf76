"""`hexledger whatif`: a study of a moment, in a file of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hexledger.cli.common import json_option, log_argument, open_read, print_json
from hexledger.cli.console import say
from hexledger.cli.inputs import INT
from hexledger.cli.outputs import NEW_FILE
from hexledger.events.numbers import counted

LINE = "what-if"


@click.command()
@log_argument
@click.argument("study", type=NEW_FILE)
@click.option("--at", type=INT, metavar="N", help="Begin after frame N (default: where play stands).")
@click.option(
    "--luck",
    type=click.Choice(["fresh", "same", "paired"]),
    default="fresh",
    help="same: what the game rolled too keeps its value; paired: dice as in other studies of this seed.",
)
@click.option("--seed", default="", help="Open seed of the dice that nobody has rolled (default: a random one).")
@click.option("--line", default=LINE, metavar="NAME", help=f"Name of the line (default: {LINE}).")
@json_option
def whatif(log: Path, study: Path, at: int | None, luck: str, seed: str, line: str, as_json: bool) -> None:
    """Make STUDY, a what-if of LOG: another line from a moment of the game, which stays as it is.

    STUDY holds the game byte for byte, so that both lines can be compared; no result of it counts. Play on in it with
    `play`, `decide` (`--roll` sets a die by hand, which is marked) or `branch`.
    """
    from hexledger.replays.log.studies import begin_study, parent_of

    said = begin_study(log, study, at, seed, luck, line)
    with open_read(study) as chronicle:
        timeline, game = chronicle.timeline, chronicle.game
        state = chronicle.state()
        parent = parent_of(chronicle)
        assert parent is not None, "it has just been made"
        data: dict[str, Any] = {
            "study": str(study),
            "log_id": parent.log_id,
            "frames": parent.size,
            "root": parent.root.hex(),
            "frame": timeline.head,
            "line": line,
            "luck": said.luck,
            "seed": said.seed,
        }
    if as_json:
        print_json(data)
        return
    where = f"{game.turn(state.turn)}, {game.word(state.phase) if state.phase else 'set-up'}"
    say(f"{study}: what might have been after #{data['frame']} of {log} ({where}), on line {line}")
    say(f"parent: log {data['log_id']}, {counted(data['frames'], 'frame', 'frames')}, root {data['root'][:16]}...")
    say(f"{said.luck} luck, seed {said.seed}")
    say(f"go on with `hexledger play {study}`; then `hexledger compare {study} main {line} --phases`")
