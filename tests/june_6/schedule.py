"""Helpers for positions in which reinforcements wait to enter."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.arrivals import waiting
from hexledger.events import model as ev
from tests.june_6.builder import Built


def waits(b: Built, *leads: str, area: str = "") -> Built:
    """Let groups of the schedule wait, named by their leading units; `area`: the entry area chosen for them."""
    act = b.act()
    for lead in leads:
        arrival = b.pos.scenario.arrival(b.piece(lead))
        for piece in arrival.pieces:
            act.pool("pool.entering", piece, 1)
        if area:
            act.pool(f"pool.entry_{area.lower()}", arrival.lead, 1)
    return b


def waiting_leads(b: Built) -> list[str]:
    """Leading units of the groups that wait."""
    return [b.game.piece(arrival.lead) for arrival in waiting(b.pos)]


def interdict(b: Built, box: str, air: int = 0, naval: int = 0) -> Built:
    """Put markers into an interdiction box."""
    act = b.act()
    for marker, count in (("marker.interdiction_air", air), ("marker.interdiction_naval", naval)):
        if count:
            act.marker(b.hex(box), -1, marker, count)
    return b


def pooled(b: Built, pool: str = "pool.am") -> dict[str, int]:
    """AMs in a pool, by key."""
    return {b.game.words.key(am): count for am, count in b.state.pool(b.game.words[pool]).items()}


def put(b: Built, pool: str, *leads: str) -> Built:
    """Put groups into a pool of the schedule (`held`, `automatic`, `any_entry`)."""
    act = b.act()
    for lead in leads:
        act.pool(f"pool.{pool}", b.piece(lead), 1)
    return b


def notes(b: Built) -> list[str]:
    """Keys of the remarks of the last play."""
    return [b.game.words.key(note.message) for note in b.of(ev.Noted)]
