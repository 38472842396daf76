"""Control of hexes: a hex belongs to the side whose units were last alone in it (5.22, 9.2, 19.4)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.objectives import hex_taken
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev

CHERBOURG: Final = "supply_cherbourg"
"""Area of the hexes of Cherbourg."""


def entered(act: Act, *places: int, side: int = 0) -> None:
    """Record that a side has gone through or into hexes. Call it after the piece stands in the last of them.

    `side` is needed for hexes that were only passed through; without it the side that stands there takes them.
    """
    for place in places:
        owner = side or act.pos.side_at(place)
        if owner and place < act.pos.board.n_hexes and act.state.control.get(place, 0) != owner:
            act.emit(ev.Controlled(place, owner))
            if owner == f.ALLIED:
                hex_taken(act, place)
                _cherbourg(act, place)
        if owner == f.ALLIED and act.state.marker(place, -1, f.DELAY_POINT):
            # Moves have paid for it before (19.12); an advance costs nothing and removes it, too.
            act.marker(place, -1, f.DELAY_POINT, 0, "19.12")
    if places:
        _strongpoint(act, places[-1])
        beach_entered(act, places[-1])


def _cherbourg(act: Act, place: int) -> None:
    """J6 5.22: once any hex of Cherbourg has been Allied the city is no source of supply for the rest of the game."""
    if place in act.pos.board.in_area(CHERBOURG) and not act.state.marker(place, -1, f.CHERBOURG_LOST):
        act.marker(place, -1, f.CHERBOURG_LOST, 1, "5.22")


def _strongpoint(act: Act, place: int) -> None:
    """J6 19.42, 19.43, QA-TERR-4: a printed strongpoint is destroyed when an Allied combat unit occupies its hex."""
    if "strongpoint" not in act.pos.board.features[place] or act.state.marker(place, -1, f.STRONGPOINT_DESTROYED):
        return
    if any(act.pos.side(piece) == f.ALLIED and act.pos.is_combat(piece) for piece in act.pos.units(place)):
        act.marker(place, -1, f.STRONGPOINT_DESTROYED, 1, "19.4")


def beach_entered(act: Act, *places: int, fighter: bool = False) -> None:
    """J6 9.2: a beach hex defends itself once an Allied combat unit has been in it, and never again once the Germans
    have had it. `fighter`: an Allied combat unit has gone through these hexes, though it stands there no more."""
    pos = act.pos
    for place in places:
        if place >= pos.board.n_hexes or not pos.is_beach(place):
            continue
        defends = pos.beach_defends(place)
        if pos.side_at(place) == f.GERMAN:
            if defends:
                act.marker(place, -1, f.BEACH_DEFENCE, 0, "9.2")
                act.marker(place, -1, f.BEACH_LOST, 1, "9.2")
            continue
        lost = act.state.marker(place, -1, f.BEACH_LOST) > 0
        allied = (piece for piece in pos.units(place) if pos.side(piece) == f.ALLIED)
        if not defends and not lost and (fighter or any(pos.is_combat(piece) for piece in allied)):
            act.marker(place, -1, f.BEACH_DEFENCE, 1, "9.2")
