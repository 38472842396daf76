"""The rows of events that are worked out once: the same as if each were worked out by itself, in whatever order games
come."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from hexledger.projections import warehouse_events
from hexledger.projections.phrases import phrases
from hexledger.projections.plain import as_data
from hexledger.projections.telling import Teller
from hexledger.projections.walk import walk
from hexledger.projections.warehouse_events import EventRows
from hexledger.replays.log.chronicle import Chronicle
from tests.every_game.catalogue import GAMES

CORPUS = Path(__file__).parents[1] / "corpus" / "games"


def shortest(game: str, count: int) -> list[Path]:
    """The smallest recorded games."""
    return sorted((CORPUS / game).glob("*.hxl"), key=lambda log: log.stat().st_size)[:count]


@pytest.mark.parametrize("game", GAMES)
def test_an_event_met_again_is_told_as_if_for_the_first_time(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the memory begins anew on the way."""
    monkeypatch.setattr(warehouse_events, "MOST", 97)
    kept, sentences = None, defaultdict(set)
    for log in shortest(game, 2):
        with Chronicle.read(log) as chronicle:
            names = chronicle.game
            kept = kept or EventRows(names)
            teller = Teller(names, phrases())
            for happening in walk(chronicle.frames(chronicle.timeline.head)):
                event, state = happening.event, happening.state
                row = kept.row(happening, "allied")
                assert row["text"] == teller.tell(event, state)
                assert bytes(row["data"]) == warehouse_events.encoded(as_data(event, names))
                assert (row["address"], row["turn"]) == (happening.address, state.turn)
                sentences[event].add(row["text"])
    assert any(len(told) > 1 for told in sentences.values()), "some sentences hang on the position"
