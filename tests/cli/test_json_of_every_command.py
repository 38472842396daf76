"""Every command that takes `--json` is run once, and what it prints keeps to the vocabulary of docs/json.md.

A command that is new stands in the list below or the first test fails: none can be forgotten.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from hexledger.cli.failures import NOT_ANCHORED, UNPROVED
from hexledger.cli.main import COMMANDS, cli
from hexledger.engine.catalogue import open_game
from hexledger.replays.log.chronicle import Chronicle
from tests.cli.conftest import Run
from tests.cli.test_json import wrong_types

LINES: dict[str, tuple[str, ...]] = {
    "games": ("games",),
    "new": ("new june_6/push_to_caen m.hxl --dice practice --seed 3",),
    "show": ("show g.hxl", "show g.hxl --tracks"),
    "victory": ("victory g.hxl", "victory g.hxl --by-cause"),
    "orders": ("orders n.hxl --as german",),
    "waiting": ("waiting n.hxl",),
    "offer": ("offer n.hxl",),
    "decide": ("decide n.hxl 'pick_am am.3_br'",),
    "finish": ("finish n.hxl",),
    "confirm": ("confirm n.hxl --as german",),
    "mode": ("mode n.hxl",),
    "keeper new": ("keeper new other.keeper",),
    "keeper commit": ("keeper commit k.keeper",),
    "keeper reveal": ("keeper reveal k.keeper r.hxl --early",),
    "duel commit": ("duel commit d.chain --side 1 --links 4",),
    "duel refuse": ("duel refuse n.hxl --as german",),
    "record": ("record g.hxl",),
    "replay": ("replay g.hxl --from 3 --to 4",),
    "undo": ("undo p.hxl --consent",),
    "redo": ("redo p.hxl --consent",),
    "go": ("go p.hxl MOVED --consent",),
    "branch": ("branch n.hxl aside --at 0",),
    "switch": ("switch n.hxl main",),
    "lines": ("lines g.hxl",),
    "history": ("history g.hxl",),
    "end": ("end n.hxl concession --as german",),
    "seat": ("seat n.hxl german bob",),
    "whatif": ("whatif g.hxl w.hxl --at 20",),
    "simulate": ("simulate g.hxl --at 160 --runs 1 --workers 1",),
    "swing": ("swing g.hxl --runs 1 --moments 0 --seconds 0 --workers 1",),
    "fanout": ("fanout g.hxl 2",),
    "claim": ("claim p.hxl --frame MOVED --what movement --as german --reason x",),
    "rule": ("rule p.hxl --stands 1 --reason x",),
    "exchange": ("exchange n.hxl 8/3 9/3",),
    "adopt": ("adopt p.hxl rulings.yaml 1 --consent --as german",),
    "rulings": ("rulings g.hxl",),
    "readjudicate": (f"readjudicate g.hxl --with-rules {open_game('june_6').rules_version}",),
    "luck": ("luck g.hxl", "luck g.hxl --by unit"),
    "compare": ("compare g.hxl 20 40", "compare g.hxl 20 40 --phases"),
    "verify": ("verify g.hxl", "verify old.hxl"),
    "salvage": ("salvage cut.hxl whole.hxl",),
    "seals": ("seals g.hxl",),
    "reveal-all": ("reveal-all g.hxl",),
    "key new": ("key new --name bob",),
    "key show": ("key show",),
    "checkpoint": ("checkpoint g.hxl --key ann",),
    "witness": ("witness g.hxl.checkpoint --key ann --log g.hxl --state state",),
    "check": ("check proof.txt",),
    "send": ("send p.hxl --to german --since 0 -o b.bundle",),
    "receive": ("receive b.bundle theirs.hxl",),
    "explain": ("explain g.hxl 20",),
    "transcribe": ("transcribe played.txt --log t.hxl",),
    "dice": ("dice g.hxl", "dice g.hxl --rolls"),
    "combats": ("combats g.hxl", "combats g.hxl 2"),
    "turns": ("turns g.hxl",),
    "supply": ("supply g.hxl",),
    "report": ("report g.hxl --no-verify",),
    "losses": ("losses g.hxl", "losses g.hxl --each"),
    "notes": ("notes g.hxl",),
    "ask": ("ask", "ask luck g.hxl --workers 1"),
    "query": ("query 'select 1 as one' g.hxl",),
}
"""Command -> lines that print JSON, in an order in which they can be run."""

OLD = Path(__file__).parents[1] / "golden" / "earlier" / "fortress_europa-raid.hxl"
NONE = {
    "keeper answer",
    "keeper attend",
    "play",
    "pack",
    "consent",
    "prove",
    "export",
    "desk",
    "table",
    "import",
    "demo",
}
"""Commands that write a file, serve a page or are played, and have no answer to print."""
REFUSED = {"finish", "confirm", "duel refuse", "exchange"}
"""Commands that have nothing to do in these games: one line in words on standard error, nothing on standard output."""
PREPARED = (
    "new june_6/push_to_caen n.hxl --dice practice --seed 3",
    "new june_6/push_to_caen p.hxl --dice practice --seed 4 --errors judge",
    "play p.hxl --allied bot:greedy --german bot:greedy --limit 30 --quiet",
    "keeper new k.keeper -o k.txt",
    "new june_6/push_to_caen r.hxl --dice referee --commit k.txt",
    "export g.hxl --transcript played.txt",
    "key new --name ann",
    "prove g.hxl 3 -o proof.txt --key ann",
)
"""What is run first."""
RULING = """
rulings:
  - {id: 1, date: 2026-03-01, game: june_6, switch: lone_unit, reading: double, scope: all, text: Double results only.}
"""


def commands(at: click.Command = cli, name: tuple[str, ...] = ()) -> Iterator[tuple[str, bool]]:
    """(command, takes it --json?) of every command and subcommand."""
    if isinstance(at, click.Group):
        context = click.Context(at)
        for part in at.list_commands(context):
            found = at.get_command(context, part)
            assert found is not None
            yield from commands(found, (*name, part))
    else:
        yield " ".join(name), any("--json" in option.opts for option in at.params)


def test_every_command_is_listed_above() -> None:
    found = dict(commands())
    assert {name.partition(" ")[0] for name in found} == set(COMMANDS)
    assert {name for name, json in found.items() if json} == set(LINES)
    assert {name for name, json in found.items() if not json} == NONE


@pytest.fixture(autouse=True)
def folder(run: Run, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the logs and files of the lines above."""
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / "home"))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    shutil.copy(finished, work / "g.hxl")
    shutil.copy(OLD, work / "old.hxl")
    (work / "cut.hxl").write_bytes(finished.read_bytes()[:8000])
    (work / "rulings.yaml").write_text(RULING)
    for line in PREPARED:
        ran = run(*shlex.split(line))
        assert ran.code == 0, f"{line}: {ran.err}"
    return work


@pytest.mark.whole
def test_the_json_of_every_command_keeps_to_the_vocabulary(run: Run) -> None:
    wrong: dict[str, object] = {}
    with Chronicle.read(Path("p.hxl")) as log:
        path = log.timeline.path(log.timeline.head)[1:]
        moved = str(next(seq for seq in path if log.decision(seq).kind() in log.game.movement_kinds))
    for name, lines in LINES.items():
        for line in lines:
            ran = run(*shlex.split(line.replace("MOVED", moved)), "--json")
            if name in REFUSED:
                if not ran.code or ran.out or ran.err.count("\n") != 1:
                    wrong[line] = ran
            elif ran.code not in (0, NOT_ANCHORED, UNPROVED):
                wrong[line] = (ran.code, ran.err)
            elif found := wrong_types(ran.out, line):
                wrong[line] = found
    assert not wrong, "\n".join(f"{line}: {what}" for line, what in wrong.items())
