"""Geographical objectives and the VP marker (PB 2.66, 2.81, 2.82).

`pool.objective` holds, for each objective that has fallen, the turn in which its last hex became Allied.
"""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.objectives import fallen, settled, standing, worth
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f


def score(act: Act, points: int, rule: str) -> None:
    """PB 2.66, 2.81: the VP marker moves as points are won or lost."""
    act.track("track.vp", standing(act.pos) + points, rule=rule)


def hex_taken(act: Act, place: int) -> None:
    """PB 2.82: a hex has become Allied; with the last hex of an objective its points of this turn are scored, once."""
    pos = act.pos
    if pos.scenario.verdicts.points is None:
        return
    control = act.state.control
    for objective in pos.game.victory_chart.of_hex.get(place, ()):
        if fallen(pos, objective) or any(control.get(there) != f.ALLIED for there in objective.hexes):
            continue
        points = worth(pos, objective, act.state.turn)
        act.pool("pool.objective", objective.word, act.state.turn, "PB 2.82")
        act.note("note.objective_taken", (objective.word, points), "PB 2.82")
        score(act, points, "PB 2.82")


def settle(act: Act, unheld: bool) -> None:
    """PB 2.82, R-86: at the end the points of objectives that the German has back are taken back, and, where `unheld`
    says so, those that were never taken count."""
    for note, objective, points in settled(act.pos, unheld=unheld):
        act.note(note, (objective.word, points), "PB 2.82")
        score(act, points, "PB 2.82")
