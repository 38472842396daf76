"""`hexledger demo`: two bots play a scenario to its end; it is verified, recorded and drawn."""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import quote
from shutil import which
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.console import say, say_lines
from hexledger.cli.failures import verdict_code
from hexledger.cli.outputs import write_output
from hexledger.cli.progress import progress
from hexledger.events.numbers import counted

if TYPE_CHECKING:
    from hexledger.engine.kernel.steps import Prompt
    from hexledger.events.frame import Frame
    from hexledger.replays.log.chronicle import Chronicle

SCENARIO = "june_6/push_to_caen"
LAST = 12
"""Entries of the record's end that are printed."""


@click.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("demo-out"), show_default=True)
@click.option("--seed", default="11", show_default=True, help="Seed of the practice dice: the same game every time.")
@click.option("--scenario", default=SCENARIO, show_default=True, metavar="GAME/SCENARIO")
@click.option("--bot", "who", metavar="BOT", help="Who plays both sides (default: greedy where the game has it).")
@click.pass_context
def demo(ctx: click.Context, out: Path, seed: str, scenario: str, who: str | None) -> None:
    """Two bots play Push to Caen to its end. Writes the log, the turn record and three boards, and verifies the log."""
    from hexledger.cli.looks import verdict_text, write_pictures
    from hexledger.cli.record import record_text
    from hexledger.cli.verify import report
    from hexledger.replays.audit.audit import audit
    from hexledger.replays.log.chronicle import Chronicle

    out.mkdir(parents=True, exist_ok=True)
    log = free_name(out, scenario.rpartition("/")[2], ".hxl")
    with open_new(log, scenario, seed) as chronicle:
        name = play_out(chronicle, who)
    with Chronicle.read(log) as chronicle:
        head = chronicle.timeline.head
        record = log.with_suffix(".record.md")
        write_output(record, record_text(chronicle, head, "md", "decisions"))
        files = [log, record]
        moments = {"start": 0, "combat": bloodiest(chronicle), "end": head}
        with progress("drawing boards") as bar:
            for number, (what, seq) in enumerate(moments.items()):
                bar(number, len(moments), what)
                svg, png = (log.with_suffix(f".{what}.{form}") for form in ("svg", "png"))
                write_pictures(chronicle, seq, svg, png)
                files += [svg, png]
        decided = counted(chronicle.timeline.depths[head], "decision")
        say(f"{name} played both sides of {chronicle.title}, {decided}. The end:")
        for line in record_text(chronicle, head, "text", "narrative").splitlines()[-LAST:]:
            say(line)
        say_lines(["", f"Verdict: {verdict_text(chronicle)}", ""])
    with progress("deciding again") as bar:
        verdict = audit(log, progress=bar)
    for line in report(verdict):
        say(line)
    say_lines(["", "Written:"])
    for path in files:
        say(f"  {path}")
    say(f"Look at it: {program()} replay {quote(str(log))}")
    say(f"            {program()} show {quote(str(log))} --at {moments['combat']}")
    ctx.exit(verdict_code(verdict.word))


def program() -> str:
    """How the command is called from here: by its name where that finds it, else by its path."""
    found = which("hexledger")
    here = Path(sys.executable).with_name("hexledger")
    if found is not None and (not here.exists() or Path(found).resolve() == here.resolve()):
        return "hexledger"
    return quote(str(here)) if here.exists() else "hexledger"


def open_new(log: Path, scenario: str, seed: str) -> Chronicle:
    """A new practice log."""
    from hexledger.replays.log.chronicle import Chronicle, new_genesis

    return Chronicle.create(log, new_genesis(scenario, seed=seed))


def play_out(chronicle: Chronicle, who: str | None) -> str:
    """Let one bot play all sides to the end; its name."""
    from hexledger.engine.bots.players import bot
    from hexledger.engine.kernel.game import Game
    from hexledger.replays.log.table import play_on

    game = chronicle.game
    greedy = type(game).advise is not Game.advise
    name = (who or ("greedy" if greedy else "random")).removeprefix("bot:")
    player = bot(name)
    turns = game.view().turns(game.position(chronicle.state()))
    made = 0
    with progress("two bots play") as bar:

        def watch(_prompt: Prompt, _decision: Any, _frame: Frame) -> None:
            nonlocal made
            made += 1
            state = chronicle.state()
            done = turns.index(state.turn) if state.turn in turns else 0
            bar(
                done,
                max(1, len(turns)),
                f"{game.turn(state.turn)}, {game.word(state.phase)}, {counted(made, 'decision')}",
            )

        play_on(chronicle, dict.fromkeys(range(1, len(game.sides) + 1), player), watch=watch)
    return f"bot:{name}"


def bloodiest(chronicle: Chronicle) -> int:
    """The decision with a combat result that cost most steps and units; the last one when there was no combat."""
    from hexledger.events.model import Removed, Resolved, StepsSet

    best, cost = chronicle.timeline.head, -1
    for seq in chronicle.timeline.path(chronicle.timeline.head)[1:]:
        events = chronicle.frame(seq).events
        if any(isinstance(event, Resolved) for event in events):
            lost = sum(isinstance(event, StepsSet | Removed) for event in events)
            if lost > cost:
                best, cost = seq, lost
    return best


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """`stem.hxl`, or with a number: an earlier demo's log is never written over."""
    path, number = folder / f"{stem}{suffix}", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{suffix}"
    return path
