"""Ports: damage on capture, repair (18.7.8-18.7.11, 20.16, 21.4)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f

UNDAMAGED, DAMAGED = 1, 2
"""Values of the marker PORT_HISTORY: how the first capture went."""


def damaged_by(pos: FortressPosition, port: int) -> tuple[int, ...]:
    """FE 18.7.8, 18.7.10: die results that damage a port that is captured now."""
    history = pos.state.marker(port, -1, f.PORT_HISTORY)
    key = {0: "first_capture", UNDAMAGED: "recapture_if_first_undamaged", DAMAGED: "recapture_if_first_damaged"}
    return tuple(pos.game.edition.chart("port_damage", key[history], "damage_on"))


def captured(act: Act, port: int, *, by_air: bool) -> None:
    """FE 18.7.8, 18.7.10: a captured port is rolled for; damage halves what capacity it has, rounded down."""
    pos = act.pos
    rule = "18.7.10" if pos.state.marker(port, -1, f.PORT_HISTORY) else "18.7.8"
    hits = damaged_by(pos, port)
    die = act.roll("roll.port", 6, port, rule, low=1)
    hit = die in hits
    if hit:
        now = pos.port_capacity(port)
        act.marker(port, -1, f.PORT_DAMAGE, pos.state.marker(port, -1, f.PORT_DAMAGE) + now - now // 2, rule)
    if not pos.state.marker(port, -1, f.PORT_HISTORY):
        act.marker(port, -1, f.PORT_HISTORY, DAMAGED if hit else UNDAMAGED, rule)
    act.marker(port, -1, f.PORT_TAKEN, act.state.turn, rule)
    if by_air:
        act.marker(port, -1, f.PORT_BY_AIR, act.state.turn, "20.16")


def repair(act: Act) -> None:
    """FE 18.7.8, C-51: at the end of the Allied second impulse a port gains a point, from the turn after its capture,
    while an Allied infantry unit is in it; never above its printed value."""
    pos = act.pos
    for port in sorted(pos.tables.ground.ports):
        lost = pos.state.marker(port, -1, f.PORT_DAMAGE)
        taken = pos.state.marker(port, -1, f.PORT_TAKEN)
        if lost and pos.controller(port) == f.ALLIED and taken < act.state.turn and infantry_in(pos, port):
            act.marker(port, -1, f.PORT_DAMAGE, lost - 1, "18.7.8")


def infantry_in(pos: FortressPosition, place: int) -> bool:
    """FE 18.7.8: an Allied infantry unit, that is one that is neither armoured nor an HQ, stands in a hex."""
    return any(pos.tables.roster.kind[piece] == "other" for piece in pos.units_of(place, f.ALLIED))


DECISIONS: Final = ()
STEPS: Final = ()
