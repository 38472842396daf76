"""A review told in shares is the same page as one told in one go, byte for byte, in every game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.viewer.builder import Builder
from hexledger.replays.viewer.page import html
from hexledger.replays.viewer.shares import cuts, put_together, share_of
from tests.every_game.about import About
from tests.every_game.catalogue import every_game, outside_the_catalogue
from tests.every_game.conftest import Played

pytestmark = pytest.mark.whole

SHARES = 3


@every_game
def test_a_review_told_in_shares_is_the_same_page(one: About, played: Callable[[About], Played]) -> None:
    with Chronicle.read(played(one).path, game=outside_the_catalogue(one.game)) as chronicle:
        whole = Builder(chronicle)
        whole.extend()
        told = html(whole.data())
        parts = [share_of(chronicle, 0, *cut) for cut in pairwise(cuts(len(chronicle.timeline), SHARES))]
        for share in parts[1:]:
            assert any(len(rows) > 3 for rows in share.tables.values()), "a share has tables of its own"
        together = Builder(chronicle)
        # whoever is done first comes first
        put_together(together, parts[::-1], dict(whole.saga.faces))
        together.saga.foretell(together.tips())
        assert together.saga.combats().keys() == whole.saga.faces.keys()
        assert html(together.data()) == told
