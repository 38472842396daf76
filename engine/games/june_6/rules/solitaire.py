"""Combat modes in solitaire play (12.43): the likelier is named, then one is drawn from two of it and one other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.drm import Support
from hexledger.engine.games.june_6.questions.fight import Fight
from hexledger.engine.games.june_6.questions.modes import ATTACK_MODES, DEFENCE_MODES
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.resolution import resolve, show
from hexledger.engine.kernel.decisions import Decision, WordId
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted


class Likelier(Decision, frozen=True, array_like=True, tag=700):
    """The mode that suits this fight better: `likelier mode.assault`. Chance has the last word (12.43)."""

    mode: WordId


class LikelierMode(Choice[June6Position], frozen=True, array_like=True, tag=700):
    """J6 12.43: the likelier mode of the attacker, then that of the defender; each is drawn from its own cup."""

    fight: Fight
    support: Support

    @property
    def attacks(self) -> bool:
        """True while the attacker's mode is to be drawn."""
        return self.fight.attack_mode == 0

    def modes(self) -> tuple[int, ...]:
        """The two modes of the side whose turn it is."""
        return ATTACK_MODES if self.attacks else DEFENCE_MODES

    def prompt(self, pos: June6Position) -> Prompt:
        fight, words = self.fight, pos.game.words
        side = fight.side if self.attacks else 3 - fight.side
        pieces = fight.attackers if self.attacks else fight.defenders
        kinds = (Likelier.kind(),)
        return Prompt(side, words["ask.likelier_mode"], pos.game.rules["12.43"], kinds, pieces, (fight.target,))

    def check(self, pos: June6Position, decision: Decision) -> None:
        cite = pos.game.cite("12.43")
        decision = wanted(decision, Likelier, cite)
        if decision.mode not in self.modes():
            names = " or ".join(pos.game.word(mode) for mode in self.modes())
            raise IllegalDecision(cite, f"the mode is {names}, not {pos.game.word(decision.mode) or 'nothing'}")

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        return (Likelier(WordId(mode)) for mode in self.modes())

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, Likelier)
        act.done()
        fight = self.fight
        mode = _drawn(act, decision.mode, self.modes())
        if self.attacks:
            fight = fight._replace(attack_mode=mode)
            show(act, fight, mode, fight.attackers, "12.43")
        else:
            fight = fight._replace(defence_mode=mode)
            show(act, fight, mode, fight.defenders, "12.43")
        if fight.attack_mode and fight.defence_mode:
            resolve(act, fight, self.support)
        else:
            act.then(LikelierMode(fight, self.support))


def _drawn(act: Act, likelier: int, modes: tuple[int, ...]) -> int:
    """J6 12.43: one marker out of a cup with two of the likelier mode and one of the other."""
    chart: dict[str, int] = act.game.edition.charts["solitaire_modes"]
    for mode in modes:
        act.pool("pool.mode_cup", mode, chart["likelier" if mode == likelier else "less_likely"], "12.43")
    mode = act.draw("pool.mode_cup", "12.43")
    for left, count in act.state.pool(act.word("pool.mode_cup")).items():
        act.pool("pool.mode_cup", left, -count, "12.43")
    return mode


DECISIONS: Final = (Likelier,)
STEPS: Final = (LikelierMode,)
