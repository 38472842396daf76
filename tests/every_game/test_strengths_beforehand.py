"""What a player is told of an attack before its dice, in every game: both strengths, as they are reckoned after."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from hexledger.engine.building.floor import built_game
from hexledger.engine.catalogue import GAMES
from hexledger.projections.state import State
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.tabletop.sitting import Sitting
from tests.every_game.test_while_choosing import attacks, cut
from tests.replays.tabletop.test_sitting import BOTH, page_fields

ENOUGH = 4
"""Attacks of a game that are looked at."""


@pytest.mark.parametrize("name", sorted(GAMES))
def test_before_the_die_the_list_says_both_strengths_as_they_are_reckoned(name: str, tmp_path: Path) -> None:
    """By what the page finds when it tries the attack: the events of the reckoning, not the words of the list."""
    game, seen = built_game(name), 0
    for attack in islice(attacks(name), ENOUGH):
        log = cut(attack.log, tmp_path / f"{attack.log.stem}-{attack.before}.hxl", attack.before)
        sitting = Sitting(Chronicle.write(log))
        try:
            state: State = sitting.chronicle.state()
            said = game.view().forecast(game.position(state), attack.decision)
            row = sitting.preview(BOTH, sitting.head, attack.decision.kind(), page_fields(game, attack.decision))
        finally:
            sitting.close()
        found = re.match(r"[\d½]+ against [\d½]+", said)
        assert found, (attack.log.name, attack.before, said)
        assert not row["sum"] or row["sum"].startswith(found[0]), (row["sum"], said)
        seen += bool(row["sum"])
    assert seen, "some attack comes to its reckoning at once"
