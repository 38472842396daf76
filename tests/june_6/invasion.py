"""Helpers for positions of the invasion turn: the set-up played up to a phase, and boxes with a few units."""

from __future__ import annotations

from collections.abc import Sequence

from hexledger.engine.games.june_6.rules.landing import BeginLanding
from tests.june_6.builder import Built, position

DROPS = {
    "82_us_505": "W3523",
    "82_us_507": "W3521",
    "82_us_508": "W3321",
    "101_us_501": "W3026",
    "101_us_502": "W3525",
    "101_us_506": "W3226",
    "6_abn_3para": "E2243",
    "6_abn_5para": "E1941",
}
"""Parachute unit -> its historical hex (PB 1.51)."""


def in_setup(*dice: int, seed: str = "") -> Built:
    """The First Week before the German has placed anything."""
    return position("first_week", with_setup=True, dice=dice, seed=seed)


def to_the_drop(*dice: int, seed: str = "") -> Built:
    """The historical set-up; the parachute units are to be dropped."""
    return in_setup(*dice, seed=seed).play("historical_set_up", "end_break_down")


def to_the_landing(seed: str = "landing", am: str = "am.g716") -> Built:
    """Historical set-up and drop, no bombardment, an AM kept out: the first unit is to land."""
    b = to_the_drop(seed=seed).play("drop_historical").pass_until("pick_am")
    return b.play(f"pick_am {am}")


def on_6_june(dice: Sequence[int] = (), seed: str = "") -> Built:
    """An empty position of 6 June in the First Week."""
    return position("first_week", turn=1, dice=dice, seed=seed)


def boxes(*dice: int, seed: str = "", **units: str) -> Built:
    """Units in landing boxes (`sword="3_br_8 i_br_1ss"`) and the landing phase begun."""
    b = on_6_june(dice, seed)
    for box, names in units.items():
        b.units(f"{box}_box", *names.split())
    return b.run(BeginLanding())
