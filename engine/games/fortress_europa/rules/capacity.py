"""Supply capacity (18.7): ports and Mulberries less the Allied units that count, kept on its track."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions import capacity
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f


def update(act: Act, rule: str = "18.7.12") -> None:
    """FE 18.7.12: bring the track up to date. 18.7.1: not during an invasion turn before its second impulse has ended,
    while only what comes ashore would change it; `supply` then reckons it."""
    act.track("track.supply_capacity", capacity.reckon(act.pos), f.ALLIED, rule)


def turn_began(act: Act) -> None:
    """FE 18.7.5-18.7.7: what later questions of the Allied player turn ask for."""
    act.assign("var.start_capacity", capacity.reckon(act.pos), "18.7")
