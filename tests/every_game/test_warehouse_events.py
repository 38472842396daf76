"""The rows of events that are worked out once: the same as if each were worked out by itself, in whatever order games
come."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from hexledger.projections import warehouse_events
from hexledger.projections.address import address
from hexledger.projections.phrases import phrases
from hexledger.projections.plain import as_data, kind_of
from hexledger.projections.telling import Teller
from hexledger.projections.walk import walk
from hexledger.projections.warehouse_events import Sayings, sayings_of
from hexledger.projections.warehouse_rows import rows_of
from hexledger.replays.log.chronicle import Chronicle
from tests.every_game.catalogue import GAMES

CORPUS = Path(__file__).parents[1] / "corpus" / "games"


def shortest(game: str, count: int) -> list[Path]:
    """The smallest recorded games."""
    return sorted((CORPUS / game).glob("*.hxl"), key=lambda log: log.stat().st_size)[:count]


@pytest.mark.parametrize("game", GAMES)
def test_an_event_met_again_is_told_as_if_for_the_first_time(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the memory begins anew with another log."""
    monkeypatch.setattr(warehouse_events, "MOST", 97)
    sentences: defaultdict[Any, set[str]] = defaultdict(set)
    memories: list[Sayings] = []
    for log in shortest(game, 2):
        with Chronicle.read(log) as chronicle:
            names = chronicle.game
            kept = sayings_of(names)
            memories.append(kept)
            teller = Teller(names, phrases())
            for happening in walk(chronicle.frames(chronicle.timeline.head)):
                event, state = happening.event, happening.state
                (row,) = kept.rows([kept.number(event, state)])
                assert row["text"] == teller.tell(event, state)
                assert bytes(row["data"]) == warehouse_events.encoded(as_data(event, names))
                piece = getattr(event, "piece", -1)
                assert piece not in state.at or row["place"] == names.place(state.at[piece])
                sentences[event].add(row["text"])
    assert memories[0] is not memories[1], "97 are soon too many"
    assert any(len(told) > 1 for told in sentences.values()), "some sentences hang on the position"


@pytest.mark.parametrize("game", GAMES)
def test_stretches_have_every_event_once_with_its_turn_and_phase(game: str) -> None:
    (log,) = shortest(game, 1)
    with Chronicle.read(log) as chronicle:
        names: Any = chronicle.game
        frames = list(chronicle.frames(chronicle.timeline.head))
        made = list(rows_of(chronicle.genesis, frames, names))
    sayings = {row["id"]: row for table, row in made if table == "sayings"}
    found = [
        (address(row["seq"], number), row["turn"], row["phase"], sayings[one]["event"])
        for table, row in made
        if table == "stretches"
        for number, one in enumerate(row["said"], row["first"])
    ]
    assert found == [
        (one.address, one.state.turn, names.word_key(one.state.phase) or None, kind_of(one.event))
        for one in walk(frames)
    ]
    assert len({(turn, phase) for _, turn, phase, _ in found}) > 3


def test_a_saying_has_a_number_that_no_other_game_has() -> None:
    numbers: set[int] = set()
    for game in GAMES:
        (log,) = shortest(game, 1)
        with Chronicle.read(log) as chronicle:
            kept = Sayings(chronicle.game)
            mine = {kept.number(one.event, one.state) for one in walk(chronicle.frames(0))}
        assert mine and not mine & numbers
        numbers |= mine
