"""What the review desk carries over from one moment to the next is what a fresh look at the position finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import play_on
from hexledger.replays.viewer.moment import Looker, Moment
from hexledger.replays.viewer.tables import Tables
from tests.every_game.about import About
from tests.every_game.catalogue import every_game, genesis_of, outside_the_catalogue

pytestmark = pytest.mark.whole

MOST = 40
CHECKED = 6
"""Of so many decisions that a checked twin plays of the game by day, one moment is looked at strictly: the first of
them afresh, the others carried over."""


@every_game
def test_every_moment_of_a_game_is_shown_as_if_it_were_looked_at_alone(one: About, tmp_path: Path) -> None:
    match = one.refereed or one.branched
    given = outside_the_catalogue(one.game)
    with Chronicle.create(tmp_path / "game.hxl", genesis_of(one, match), game=given) as chronicle:
        play_on(chronicle, match.players(), limit=MOST)
        looker, strict = Looker(chronicle.game, Tables()), Looker(chronicle.game.checked(), Tables())
        last: Moment | None = None
        checked: Moment | None = None
        for seq in range(len(chronicle.timeline)):
            state = chronicle.state(seq)
            carried = looker.look(state, chronicle.frame(seq).events, last)
            alone = looker.look(state)
            for part in Moment.SHOWN:
                assert getattr(carried, part) == getattr(alone, part), f"{part} after #{seq}"
            last = carried
            if seq >= len(chronicle.timeline) - one.checked // CHECKED:
                # what is kept from moment to moment is worked out again and compared
                checked = strict.look(state, chronicle.frame(seq).events, checked)
        # all lines of supply at once are those of the units one by one
        view, pos = chronicle.game.view(), chronicle.game.position(chronicle.state())
        one_by_one = {piece: view.supply(pos, piece) for piece in sorted(pos.state.at)}
        assert view.supplies(pos) == {piece: line for piece, line in one_by_one.items() if line is not None}
