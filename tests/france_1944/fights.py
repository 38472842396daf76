"""Combats for tests, in open country south of the Loire: put together, declared, answered where a test does not care.

The ground around 1120 is clear for two hexes without rivers, cities and fortresses; La Rochelle (0719) feeds the
Allies, Bordeaux (0724) the Germans.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexledger.engine.games.france_1944.questions.battle import Battle
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.events import model as ev
from tests.france_1944.builder import Built, position

ONE, TWO, THREE = 0, 3, 5
"""Faces of the hit die, as they are scripted: by their place on the die."""
PASS, FAIL = 1, 6
"""Morale dice that pass and fail for any unit of morale 1 to 5."""


def field(turn: int = 2, options: Mapping[str, str | int | bool] | None = None, scenario: str = "campaign") -> Built:
    """Open country with a source for each side, and headquarters: US First Army in 1019, German First in 1321."""
    b = position(scenario, turn=turn, options=options).supply("0719")
    return b.unit("hq_us_1", "1019").unit("hq_ge_1", "1322")


def throw(attack: int, attack_hits: int, defence: int, defence_hits: int) -> tuple[int, int, int, int]:
    """The four dice of a combat in the order in which they are rolled."""
    return attack, attack_hits, defence, defence_hits


def settle(b: Built, *until: str) -> Built:
    """Answer what is asked with the first choice (declining air, optional retreat, advances) until one of these kinds
    is asked for, or the combat is over."""
    for _ in range(60):
        prompt = b.offer
        if prompt is None or b.quiet or set(prompt.kinds) & {"end_increment", "choose_box", *until}:
            return b
        offered = b.choices()
        b.play("pass" if "pass" in offered else offered[0])
    raise AssertionError("the combat does not end")


def attack(b: Built, line: str, *dice: int) -> Built:
    """Declare an attack in the attack increment that runs."""
    return b.dice(*dice).play(line)


def battle(b: Built, units: str, targets: str, **more: int | bool) -> Battle:
    """A combat as the rules see it before the lead units are named."""
    mine = tuple(b.piece(unit) for unit in units.split(","))
    places = tuple(b.hex(label) for label in targets.split(","))
    fields = {"mobile": False, "attack_lead": mine[0], "defence_lead": b.pos.fighters(places[0])[0], **more}
    return Battle(mine, places, **fields)  # type: ignore[arg-type]


def result(b: Built) -> str:
    """What the Combat Matrix gave."""
    table = b.game.words["table.combat_matrix"]
    found = [event for event in b.of(ev.Resolved) if event.table == table]
    return b.game.word_key(found[-1].results[0]).removeprefix("result.")


def steps(b: Built, *units: str) -> tuple[int, ...]:
    """Steps of units."""
    return tuple(b.pos.steps(b.piece(unit)) for unit in units)


def moved_in(b: Built, *units: str, before: int = 1, advanced: bool = False) -> Built:
    """Units that have entered their hexes in an increment of this phase, by movement or by an advance."""
    for unit in units:
        b.flag(unit, "advanced" if advanced else "entered", before)
    return b


ALLIED, GERMAN = w.ALLIED, w.GERMAN
