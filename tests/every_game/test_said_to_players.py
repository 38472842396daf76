"""How sides, counts and places are said to players, in every game: sides with a capital, one thing in the singular."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from hexledger.cli.looks import place_named
from hexledger.engine.catalogue import GAMES
from hexledger.engine.errors import AmbiguousName
from hexledger.projections.names import side_name
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.viewer.moment import marks_of
from tests.cli.conftest import Run, runner
from tests.every_game.catalogue import about
from tests.every_game.positions import CORPUS
from tests.every_game.test_records import Play

READ: Final = (
    *(("show",), ("offer",), ("waiting",), ("victory",), ("lines",), ("history", "--all"), ("record",), ("dice",)),
    *(("record", "--level", "all"), ("record", "--level", "narrative"), ("record", "--format", "md"), ("luck",)),
    *(("dice", "--rolls"), ("losses",), ("combats",), ("turns",), ("supply",), ("verify",), ("mode",), ("explain",)),
)
SMALL: Final = re.compile(r"(?<![\w/.`'#-])(allied|german)(?![\w`'/=#-])")
"""The name of a side as it is typed, where it is no part of an id, an option or a command."""
COMMAND: Final = re.compile(r"`[^`]*`")
ONE: Final = re.compile(
    r"(?<![\w.,:/-])1 (frames|decisions|units|steps|hexes|rolls|draws|turns|dice|events|lines|points|games|bytes)\b"
)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command in this process."""
    return runner(monkeypatch)


def said(run: Run, log: Path, command: tuple[str, ...], frame: int) -> str:
    """What a reading command prints; of `explain` about a frame."""
    more = (str(frame),) if command == ("explain",) else ()
    found = run(command[0], log, *more, *command[1:])
    assert found.code == 0, (command, found)
    return COMMAND.sub("", found.out)


@pytest.mark.whole
@pytest.mark.parametrize("name", list(GAMES))
def test_a_side_is_said_with_a_capital_in_every_answer(name: str, run: Run, played: Play) -> None:
    """`allied takes control`, `the german side goes on`, `time used: german`; names to be typed stay small."""
    log, _, frames = played(about(name))
    for command in READ:
        told = said(run, log, command, frames[-1].seq)
        assert not SMALL.search(told), (command, [line for line in told.splitlines() if SMALL.search(line)][:3])


@pytest.mark.parametrize("name", list(GAMES))
def test_one_of_a_thing_is_said_in_the_singular(run: Run, tmp_path: Path, name: str) -> None:
    """Of a game with one frame, and of its first decision: `1 frames`, `frames 0 to 0`."""
    one, log = about(name), tmp_path / "g.hxl"
    assert run("new", one.scenario(one.record.scenario), log, "--seed", "one").code == 0
    for command in READ:
        told = said(run, log, command, 0).replace("1 of 1 frames", "")
        assert not ONE.search(told), (command, ONE.search(told))
    assert "1 frame of" in run("export", log, "--ndjson", tmp_path / "o.ndjson").out
    beyond = run("show", log, "--at", "7").err
    assert beyond.strip() == "refused: there is no frame 7; the log has frame 0 alone"


@pytest.mark.parametrize("name", list(GAMES))
def test_dice_and_luck_count_a_die_to_the_same_side(name: str, run: Run, played: Play) -> None:
    """`dice` gave every die to the side in whose phase it fell, the defender's morale among them."""
    log, _, _ = played(about(name))
    sides = {row["address"]: row["side"] for row in json.loads(run("luck", log, "--all", "--json").out)["throws"]}
    rolls = {row["address"]: row["side"] for row in json.loads(run("dice", log, "--rolls", "--json").out)}
    assert sides and {address: rolls[address] for address in sides} == sides
    sums = Counter(rolls.values())
    groups: Counter[str] = Counter()
    for row in json.loads(run("dice", log, "--json").out):
        groups[row["side"]] += row["rolls"]
    assert groups == sums


@pytest.mark.parametrize("name", list(GAMES))
def test_a_marker_is_called_by_its_name_beside_the_map(name: str) -> None:
    """The hex panel of the desk said `ip5`."""
    seen = 0
    for path in sorted((CORPUS / name).glob("*.hxl")):
        with Chronicle.read(path) as chronicle:
            game, state = chronicle.game, chronicle.state()
            for mark in dict(marks_of(game, game.view(), state)).values():
                assert mark[4] and "_" not in mark[4] and mark[4] not in game.words, mark
                seen += 1
    assert seen or name == "france_1944", "no marker lies in a hex at the end of its recorded games"


@pytest.mark.parametrize("name", list(GAMES))
def test_a_place_that_lies_in_several_hexes_is_looked_at_by_its_name(name: str) -> None:
    """`map Bastogne` asked which of its two hexes; two places of one name far apart are still asked for."""
    path = sorted((CORPUS / name).glob("*.hxl"))[0]
    with Chronicle.read(path) as chronicle:
        game, state = chronicle.game, chronicle.state()
        together = [
            places
            for places in game.plain_places.values()
            if 1 < len(places) <= 3 and all(any(game.board.distance(a, b) == 1 for b in places) for a in places)
        ]
        for places in together:
            assert place_named(game, state, game.board.names[places[0]]) in places
        if name == "time_for_trumpets":
            with pytest.raises(AmbiguousName):
                place_named(game, state, "Mont")
    assert together or name in ("june_6", "france_1944", "fortress_europa")


@pytest.mark.parametrize("name", ["june_6", "france_1944"])
def test_what_decided_a_game_that_is_over_does_not_ask_what_if_it_were_decided_now(run: Run, name: str) -> None:
    found = run("victory", sorted((CORPUS / name).glob("*.hxl"))[0])
    assert "The game is over. " in found.out and "If it were decided" not in found.out, found.out[-200:]


def test_nobody_is_no_side() -> None:
    with Chronicle.read(sorted((CORPUS / "june_6").glob("*.hxl"))[0]) as chronicle:
        assert [side_name(chronicle.game, number) for number in (0, 1, 2)] == ["nobody", "Allied", "German"]
