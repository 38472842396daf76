"""What the review desk carries over from one moment to the next is what a fresh look at the position finds."""

from __future__ import annotations

from pathlib import Path

from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import play_on
from hexledger.replays.viewer.moment import Looker, Moment
from hexledger.replays.viewer.tables import Tables
from tests.every_game.about import About
from tests.every_game.catalogue import every_game, genesis_of, outside_the_catalogue

MOST = 40


@every_game
def test_every_moment_of_a_game_is_shown_as_if_it_were_looked_at_alone(one: About, tmp_path: Path) -> None:
    match = one.refereed or one.branched
    given = outside_the_catalogue(one.game)
    with Chronicle.create(tmp_path / "game.hxl", genesis_of(one, match), game=given) as chronicle:
        play_on(chronicle, match.players(), limit=MOST)
        looker = Looker(chronicle.game, Tables())
        last: Moment | None = None
        for seq in range(len(chronicle.timeline)):
            state = chronicle.state(seq)
            carried = looker.look(state, chronicle.frame(seq).events, last)
            alone = looker.look(state)
            for part in Moment.__slots__:
                assert getattr(carried, part) == getattr(alone, part), f"{part} after #{seq}"
            last = carried
