"""Combat modes: the attacker's Probe or Assault, the defender's Stand or Retreat, chosen secretly (12.4).

When both sides have a choice the attacker seals his, the defender then chooses in the open, the attacker reveals.
A mode that the scenario prescribes needs no choice (R-40) and holds in every kind of fight (R-61).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.drm import Support
from hexledger.engine.games.june_6.questions.fight import Fight
from hexledger.engine.games.june_6.questions.modes import (
    ATTACK_MODES,
    DEFENCE_MODES,
    forced_attack_mode,
    forced_defence_mode,
)
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.resolution import resolve, show
from hexledger.engine.games.june_6.rules.solitaire import LikelierMode
from hexledger.engine.games.june_6.tables.options import SOLITAIRE
from hexledger.engine.kernel.decisions import Decision, WordId
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted
from hexledger.engine.procedures.sealed import OpenChoice, SealChoice


class ChooseMode(Decision, frozen=True, array_like=True, tag=52):
    """A combat mode: `choose_mode mode.probe`, `choose_mode mode.stand`."""

    mode: WordId


# ------------------------------------------------------------------ modes without a choice
def choose_modes(act: Act, fight: Fight, support: Support) -> None:
    """J6 12.41: put the choice of modes on the agenda, or go straight on when the scenario leaves none."""
    attack, defence = forced_attack_mode(act.pos, fight), forced_defence_mode(act.pos, fight)
    for mode, pieces in ((attack, fight.attackers), (defence, fight.defenders)):
        if mode:
            show(act, fight, mode, pieces, act.pos.scenario.modes_rule)
    fight = fight._replace(attack_mode=attack, defence_mode=defence)
    if attack and defence:
        resolve(act, fight, support)
    elif act.pos.reading(SOLITAIRE):
        act.then(LikelierMode(fight, support))
    elif attack or defence:
        act.then(OpenMode(fight, support))
    else:
        act.then(SealMode(fight, support))


def _check_mode(pos: June6Position, decision: Decision, modes: tuple[int, ...]) -> None:
    rule = pos.game.cite("12.41")
    why = _no_mode(pos, wanted(decision, ChooseMode, rule).mode, modes)
    if why is not None:
        raise IllegalDecision(rule, why)


def _no_mode(pos: June6Position, mode: int, modes: tuple[int, ...]) -> str | None:
    if mode in modes:
        return None
    return f"the mode is {' or '.join(pos.game.word(one) for one in modes)}, not {pos.game.word(mode) or 'nothing'}"


def _choices(modes: tuple[int, ...]) -> Iterator[ChooseMode]:
    return (ChooseMode(WordId(mode)) for mode in modes)


# ------------------------------------------------------------------ the steps
class _AttackersMode:
    """J6 12.41: what sealing and opening have in common: whose mode it is, and what may be in it."""

    __slots__ = ()
    rule = "12.41"
    slot = "seal.mode"
    decision = ChooseMode

    fight: Fight

    def owner(self, pos: June6Position) -> int:
        """The attacker."""
        return self.fight.side

    def sealable(self, pos: June6Position) -> Iterator[ChooseMode]:
        """Probe and Assault."""
        return _choices(ATTACK_MODES)

    def pieces(self, pos: June6Position) -> tuple[int, ...]:
        """The attacking units."""
        return self.fight.attackers

    def places(self, pos: June6Position) -> tuple[int, ...]:
        """The hex that is attacked."""
        return (self.fight.target,)


class SealMode(_AttackersMode, SealChoice[June6Position], frozen=True, array_like=True, tag=52):
    """The attacker commits himself to a mode without showing it. `choices` lists what may be sealed."""

    asks = "ask.seal_mode"
    fight: Fight
    support: Support

    def sealed(self, act: Act) -> None:
        """The defender chooses in the open."""
        act.then(OpenMode(self.fight, self.support))


class OpenMode(Choice[June6Position], frozen=True, array_like=True, tag=53):
    """A mode chosen in the open: the defender's, unless the scenario has fixed it already; then the attacker's."""

    fight: Fight
    support: Support

    def prompt(self, pos: June6Position) -> Prompt:
        fight, game = self.fight, pos.game
        attack = fight.defence_mode != 0
        word = game.words["ask.attack_mode" if attack else "ask.defence_mode"]
        side = fight.side if attack else 3 - fight.side
        pieces = fight.attackers if attack else fight.defenders
        return Prompt(side, word, game.rules["12.41"], (ChooseMode.kind(),), pieces, (fight.target,))

    def _modes(self) -> tuple[int, ...]:
        return ATTACK_MODES if self.fight.defence_mode else DEFENCE_MODES

    def check(self, pos: June6Position, decision: Decision) -> None:
        _check_mode(pos, decision, self._modes())

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        return _choices(self._modes())

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, ChooseMode)
        act.done()
        fight = self.fight
        if fight.defence_mode:
            fight = fight._replace(attack_mode=decision.mode)
            show(act, fight, decision.mode, fight.attackers)
        else:
            fight = fight._replace(defence_mode=decision.mode)
            show(act, fight, decision.mode, fight.defenders)
        if fight.attack_mode:
            resolve(act, fight, self.support)
        else:
            act.then(RevealMode(fight, self.support))


class RevealMode(_AttackersMode, OpenChoice[June6Position, ChooseMode], frozen=True, array_like=True, tag=54):
    """The attacker opens his seal. `choices` lists what may have been sealed; only he knows which it was."""

    asks = "ask.reveal_mode"
    fight: Fight
    support: Support

    def refusal(self, pos: June6Position, choice: ChooseMode) -> str | None:
        """A mode of an attack."""
        return _no_mode(pos, choice.mode, ATTACK_MODES)

    def opened(self, act: Act, choice: ChooseMode) -> None:
        """Both modes are known: the fight is resolved."""
        fight = self.fight._replace(attack_mode=choice.mode)
        show(act, fight, choice.mode, fight.attackers)
        resolve(act, fight, self.support)


DECISIONS: Final = (ChooseMode,)
STEPS: Final = (SealMode, OpenMode, RevealMode)
