"""Every kind of decision of every game can be put together on the page, listed or by hand; without a browser.

`tests/browser/test_every_class.py` makes them by mouse, in the long run.
"""

from __future__ import annotations

import pytest

from hexledger.engine.building.floor import built_game
from hexledger.engine.catalogue import GAMES
from hexledger.engine.table.drafting import Drafting
from tests.every_game.clicking import why_not_clicked
from tests.every_game.positions import kinds_of, legal, positions, state_of

ANEW = "the rules have changed: gather the positions anew, `python -m tests.every_game.positions`"


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_kind_of_decision_can_be_put_together_where_it_is_legal(name: str) -> None:
    game, kept = built_game(name), positions(name)
    assert kinds_of(game) - {one.kind for one in kept} == set(), ANEW
    wrong = []
    for one in kept:
        drafting, decision = Drafting(game, state_of(one)), game.codec.decode(one.decision)
        assert legal(drafting, decision), (one.kind, one.test, ANEW)
        why = why_not_clicked(drafting, decision)
        if why:
            wrong.append(f"{one.kind}: {why} ({one.test})")
    assert wrong == []
