"""Perft: how many sequences of legal decisions there are in small positions of Case Yellow, to a given depth.

A number that changes means that a decision has become legal, or illegal, that was not before.
"""

from __future__ import annotations

import pytest

from hexledger.engine.games.case_yellow.rules.combat import Combats
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.rules.paradrop import Paradrop
from hexledger.engine.games.case_yellow.rules.recovery import Crossings
from hexledger.engine.games.case_yellow.rules.retreat import Retreats
from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import Built, position
from tests.every_game.perft import perft


def panzers() -> Built:
    """Two panzer divisions before a British one that they can overrun, works beside them."""
    b = position(seed="perft").units("2812", "ge_1_pz", "ge_2_pz").unit("br_12", "2811").round_of("german", "move")
    return b.run(Movement(w.GERMAN))


def forest() -> Built:
    """A panzer division and an infantry corps on a road in the Ardennes, Sedan across the Meuse."""
    b = (
        position(seed="perft")
        .unit("ge_1_pz", "2225")
        .unit("ge_x", "2225")
        .unit("fr_x", "2124")
        .round_of("german", "move")
    )
    return b.run(Movement(w.GERMAN))


def combat() -> Built:
    """A corps and a division in two hexes between two French corps: duties from two hexes, none from one."""
    b = position(seed="perft").unit("ge_x", "2812").unit("ge_1kav", "2912").unit("fr_i", "2911").unit("fr_iii", "2811")
    return b.round_of("german", "combat").run(Combats(w.GERMAN))


def river() -> Built:
    """A panzer division and a corps over a Major River from a French corps: bridgehead, air of both sides."""
    b = (
        position(seed="perft")
        .unit("ge_1_pz", "2125")
        .unit("ge_x", "2225")
        .unit("fr_x", "2124")
        .air("german", 2)
        .air("allied", 1)
    )
    return b.round_of("german", "combat", turn=1).run(Combats(w.GERMAN))


def retreat() -> Built:
    """A French corps and a division leave a hex towards a friendly corps and a city."""
    b = position(seed="perft").units("2413", "fr_i", "fr_10_di").unit("fr_iii", "2312").unit("ge_x", "2414")
    return b.run(Retreats(w.ALLIED, (b.piece("fr_i"), b.piece("fr_10_di")), 2, "11.4b"))


def port() -> Built:
    """Three British units around the Dynamo port, one of them over two steps in it."""
    b = (
        position(seed="perft")
        .dynamo("3312")
        .unit("br_12", "3312")
        .unit("br_5", "3212")
        .round_of("allied", "move", turn=4)
    )
    return b.run(Movement(w.ALLIED))


def crossings() -> Built:
    """Two panzer divisions and two bridgeheads."""
    b = (
        position(seed="perft")
        .units("1609", "ge_8_pz", "ge_9_pz")
        .marker("bridgehead", "1508")
        .marker("bridgehead", "1509")
    )
    return b.run(Crossings())


def drop() -> Built:
    """A parachute regiment in the box."""
    b = position("dutch_fortress", seed="perft").unit("ge_fj1", "german_airborne").turn(1)
    return b.run(Paradrop(False))


PINNED = {
    "panzers": (panzers, (17, 214)),
    "forest": (forest, (7, 35, 144)),
    "combat": (combat, (4, 4)),
    "river": (river, (4, 7, 18)),
    "retreat": (retreat, (17, 144)),
    "port": (port, (12, 122, 816)),
    "crossings": (crossings, (5, 12)),
    "drop": (drop, (131,)),
}


@pytest.mark.parametrize("name", sorted(PINNED))
def test_the_number_of_legal_sequences_is_as_it_was(name: str) -> None:
    """10.1, 11.2, 11.4, 12.3, 13.4."""
    build, counts = PINNED[name]
    b = build()
    assert tuple(perft(b, b.state, depth) for depth in range(1, len(counts) + 1)) == counts
