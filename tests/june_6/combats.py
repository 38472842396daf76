"""A combat from its declaration to the CRT, for tests: answers every question on the way and keeps all events.

The results are not applied: `Applied` takes the place of `ApplyResults` and only notes what it was given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar
from unittest.mock import patch

from hexledger.engine.games.june_6.questions.fight import FIGHT_NORMAL, Fight
from hexledger.engine.games.june_6.rules import resolution
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.rules.combat import Combat
from hexledger.engine.games.june_6.rules.modes import ChooseMode
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, Reveal, Seal, WordId
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.seals import reveal, seal
from hexledger.engine.kernel.steps import Step
from hexledger.events import model as ev
from tests.june_6.builder import Built, position

E = TypeVar("E", bound=ev.Event)
SALT = "a test's salt"


class Applied(Step, frozen=True, array_like=True, tag=998):
    """Stands in for the application of results."""

    fight: tuple[Any, ...]
    row: int
    die: int

    def run(self, act: Recorder[Any]) -> None:
        """Nothing: the test looks at what was pushed."""


@contextmanager
def results_not_applied() -> Iterator[None]:
    """Let fights end with their row of the CRT."""
    with patch.object(resolution, "ApplyResults", Applied):
        yield


def field(**options: Any) -> Built:
    """An empty position for fights, on the whole board unless told otherwise."""
    options.setdefault("open_area", True)
    return position("push_to_caen", steps=(Applied,), **options)


class Outcome:
    """What one fight wrote down."""

    def __init__(self, built: Built) -> None:
        self.built = built
        self.events: list[ev.Event] = []
        self.asked: list[str] = []

    def of(self, kind: type[E]) -> list[E]:
        """Events of a kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def reckoned(self, kind: str) -> ev.Reckoned:
        """The only calculation of a kind."""
        word = self.built.game.words[kind]
        (found,) = (event for event in self.of(ev.Reckoned) if event.kind == word)
        return found

    def total(self, kind: str) -> int:
        """Result of the only calculation of a kind."""
        return self.reckoned(kind).total

    def lines(self, kind: str = "reckon.combat_drm") -> dict[str, int]:
        """Lines of a calculation: key of the label (id of the unit) -> value."""
        game = self.built.game
        return {
            game.words.key(label) if label >= 0 else game.piece(~label): value
            for label, value, _ in self.reckoned(kind).lines
        }

    def rule_of(self, line: str, kind: str = "reckon.combat_drm") -> str:
        """Rule that a line cites."""
        game = self.built.game
        word = game.words[line]
        return next(game.rules.key(rule) for label, _, rule in self.reckoned(kind).lines if label == word)

    def drm(self, line: str) -> int:
        """One DRM by the end of its label (`flak`), 0 when the fight has none."""
        return self.lines().get(f"drm.{line}", 0)

    @property
    def odds(self) -> str:
        """Odds column, e.g. `2:1`."""
        (label,) = (key for key in self.lines() if key.startswith("odds."))
        return label.removeprefix("odds.").replace("_", ":")

    @property
    def applied(self) -> Applied | None:
        """The step that would apply the results, None when the fight never came to its die."""
        for event in self.of(ev.Pushed):
            if event.step == 998:
                data: Any = event.data
                return Applied(*data)
        return None

    @property
    def fight(self) -> Fight:
        """The fight as handed to the results."""
        assert self.applied is not None, "the fight never came to its die"
        return Fight(*self.applied.fight)

    def declared(self, kind: str) -> list[ev.Declared]:
        """Declarations of a kind."""
        word = self.built.game.words[kind]
        return [event for event in self.of(ev.Declared) if event.kind == word]


def declare(built: Built, *attacks: str) -> Outcome:
    """Declare attacks (`E2035 3_cdn_9,3_cdn_2`), end the declarations; nothing more is decided."""
    outcome = Outcome(built)
    with results_not_applied():
        built.run(DeclareAttacks())
        outcome.events += built.events
        for line in (*(f"attack {attack}" for attack in attacks), "end_attacks"):
            built.play(line)
            outcome.events += built.events
    return outcome


def fight(built: Built, target: str, *units: str, engineers: str = "-", **answers: Any) -> Outcome:
    """Declare one attack of an activation and answer everything until the CRT is read; see `answer`."""
    outcome = declare(built, f"{target} {','.join(units)} {engineers}")
    return answer(outcome, **answers)


def special(built: Built, kind: int, target: str, *units: str, **answers: Any) -> Outcome:
    """A fight of another kind (GCA, rout, breakthrough) by the first unit's side."""
    attackers = tuple(sorted(built.piece(unit) for unit in units))
    side = built.game.side_of[attackers[0]]
    assert kind != FIGHT_NORMAL
    outcome = Outcome(built)
    with results_not_applied():
        built.run(Combat(tuple(Fight(kind, built.hex(target), attackers, side))))
    outcome.events += built.events
    return answer(outcome, **answers)


def answer(
    outcome: Outcome,
    *,
    attack_artillery: str = "-",
    defence_artillery: str = "-",
    air: int = 0,
    naval: int = 0,
    mode: str = "assault",
    defence: str = "stand",
    die: int = 5,
    dice: Sequence[int] = (),
) -> Outcome:
    """Answer what a fight asks until the position is at rest. `dice` come before the combat die."""
    built = outcome.built
    built.dice(*dice, die)
    words = built.game.words
    with results_not_applied():
        while not built.quiet:
            prompt = built.offer
            assert prompt is not None
            asked = words.key(prompt.word)
            outcome.asked.append(asked)
            attack = ChooseMode(WordId(words[f"mode.{mode}"]))
            answers: dict[str, Decision | str] = {
                "ask.attack_artillery": f"artillery {attack_artillery}",
                "ask.defence_artillery": f"artillery {defence_artillery}",
                "ask.ground_support": f"ground_support {air} {naval}",
                "ask.seal_mode": seal(attack, SALT),
                "ask.attack_mode": attack,
                "ask.defence_mode": ChooseMode(WordId(words[f"mode.{defence}"])),
                "ask.reveal_mode": reveal(attack, SALT),
                "ask.demolitions": "end_demolitions",
            }
            built.play(answers[asked])
            outcome.events += built.events
    return outcome


__all__ = [
    "SALT",
    "Applied",
    "Outcome",
    "Reveal",
    "Seal",
    "answer",
    "declare",
    "f",
    "field",
    "fight",
    "results_not_applied",
    "special",
]
