"""What a player reads is what he may type: hexes by their names, boxes, markers and turns by the words shown."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.catalogue import GAMES
from hexledger.engine.errors import AmbiguousName
from hexledger.engine.kernel.decisions import PieceId
from hexledger.engine.kernel.game import Game
from hexledger.engine.naming.called import plain
from hexledger.engine.naming.typed import _value
from hexledger.projections.sequence import sequence
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import play_on
from tests.cli.conftest import Run, runner
from tests.every_game.about import About
from tests.every_game.catalogue import about, every_game, genesis_of
from tests.every_game.test_records import Play

of_the_catalogue = pytest.mark.parametrize("one", [pytest.param(about(name), id=name) for name in GAMES])
"""A test of every game that commands open."""

SHORT = 40
"""Decisions of a game that are looked at."""


def _spellings(name: str) -> Iterator[str]:
    """A name as others write it."""
    yield from (
        name,
        name.upper(),
        name.lower(),
        name.replace("-", " "),
        name.replace(" ", ""),
        re.sub(r"[.](?!\d)", "", name),
    )
    yield re.sub(r"\bSaint\b", "St.", name)
    yield name.replace("ue", "\u00fc").replace("e", "\u00e9")
    yield unicodedata.normalize("NFD", name.replace("o", "\u00f4"))


@every_game
def test_a_place_is_found_by_its_name_however_it_is_spelt(one: About) -> None:
    """C1, C4: `show --hex Bastogne` said that there is no hex called so, and `Saarbr\u00fccken` was none either."""
    game: Game[Any] = one.open()
    assert any(game.board.names)
    for places in game.plain_places.values():
        for name in {game.board.names[place] for place in places}:
            for spelt in set(_spellings(name)):
                if len(places) == 1:
                    assert game.find_place(spelt) == places[0], spelt
                else:
                    with pytest.raises(AmbiguousName) as refused:
                        game.find_place(spelt)
                    assert game.place(places[0]) in refused.value.near


@every_game
def test_no_place_and_no_marker_is_called_by_its_id(one: About) -> None:
    """C5: a unit came to `eliminated_german`, and the board's list of markers read `fortress_destroyed`."""
    game: Game[Any] = one.open()
    view, board = game.view(), game.board
    for place in range(board.n_places):
        assert "_" not in game.place_name(place)
        assert game.place_name(place) == (board.names[place] if place >= board.n_hexes else game.place(place))
    for key in game.words:
        if key.startswith("marker."):
            word = game.words[key]
            assert "_" not in game.word(word)
            assert not game.bookkeeping(word) or view.token(word, 1) is None, key


def test_a_name_takes_away_nothing_that_tells_numbers_apart() -> None:
    assert plain("1-1") != plain("11") and plain("St. L\u00f4") == plain("Saint-Lo") == plain("st lo")
    assert plain("Zweibruecken") == plain("Zweibr\u00fccken") == plain("Zweibrucken")


@of_the_catalogue
def test_a_turn_has_one_number_everywhere(one: About, played: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """C3: `replay --turn 2` was another turn than `turns --turn 2`."""
    path, game, frames = played(one)
    run: Run = runner(monkeypatch)
    tree = [turn for turn in sequence(frames, game) if turn["turn"]]
    known = [f"{turn['turn']} ({turn['name']})" for turn in tree]
    for command in ("turns", "combats", "supply", "replay"):
        refused = run(command, path, "--turn", "99")
        assert refused.code == 3 and ", ".join(known) in refused.err
    begun = tree[0]
    until = min(begun["frame"] + SHORT, begun["last"] or SHORT)
    for typed in (begun["turn"], begun["name"].upper()):
        (told,) = json.loads(run("turns", path, "--at", until, "--turn", typed, "--json").out)
        assert (told["turn"], told["turn_name"]) == (begun["turn"], begun["name"])
        stretch = run("replay", path, "--at", begun["frame"], "--turn", typed, "--to", begun["frame"] + 1)
        assert stretch.code == 0 and f"#{begun['frame'] + 1} " in stretch.out
        assert run("combats", path, "--at", until, "--turn", typed).code == 0


@pytest.mark.whole
@of_the_catalogue
def test_what_was_decided_is_told_in_words_where_the_file_is_listed(
    one: About, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C5: `history --all` printed ids; C4: `history` of a log in which nothing was done printed nothing."""
    game, run = one.open(), runner(monkeypatch)
    short = tmp_path / "short.hxl"
    with Chronicle.create(short, genesis_of(one, one.record)) as log:
        play_on(log, one.record.players(), limit=SHORT)
        made = len(log.timeline)
    assert "nothing but decisions" in run("history", short).out
    listed = run("history", short, "--all").out.splitlines()
    assert len(listed) == made
    ids = [counter.id for counter in game.counters if "_" in counter.id]
    assert not [line for line in listed if any(re.search(rf"\b{re.escape(ident)}\b", line) for ident in ids)]


@of_the_catalogue
def test_the_whole_name_of_a_unit_is_read_out_of_a_line(one: About) -> None:
    """`lead 2 SS Panzer Division Das Reich` was "6 values for 1 fields"."""
    game = one.open()
    for piece in range(len(game.counters)):
        words = game.piece_name(piece).split()
        value, rest = _value(game.codec, [*words, "E0"], PieceId, last=False)
        assert (value, rest) == ("".join(words), ["E0"]), words
