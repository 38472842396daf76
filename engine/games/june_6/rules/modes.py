"""Combat modes: the attacker's Probe or Assault, the defender's Stand or Retreat, chosen secretly (12.4).

When both sides have a choice the attacker seals his, the defender then chooses in the open, the attacker reveals.
A mode that the scenario prescribes needs no choice (R-40) and holds in every kind of fight (R-61).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import BadDecision, IllegalDecision
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
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.options import SOLITAIRE
from hexledger.engine.kernel.decisions import Decision, Reveal, Seal, WordId
from hexledger.engine.kernel.seals import commitment
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted
from hexledger.events import model as ev

_COMMITMENT: Final = r"[0-9a-f]{64}\Z"


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
    game = pos.game
    decision = wanted(decision, ChooseMode, game.cite("12.41"))
    if decision.mode not in modes:
        names = " or ".join(game.word(mode) for mode in modes)
        raise IllegalDecision(game.cite("12.41"), f"the mode is {names}, not {game.word(decision.mode) or 'nothing'}")


def _choices(modes: tuple[int, ...]) -> Iterator[Decision]:
    return (ChooseMode(WordId(mode)) for mode in modes)


# ------------------------------------------------------------------ the steps
class SealMode(Choice[June6Position], frozen=True, array_like=True, tag=52):
    """The attacker commits himself to a mode without showing it. `choices` lists what may be sealed."""

    fight: Fight
    support: Support

    def prompt(self, pos: June6Position) -> Prompt:
        fight, game = self.fight, pos.game
        word, rule = game.words["ask.seal_mode"], game.rules["12.41"]
        return Prompt(fight.side, word, rule, (Seal.kind(), ChooseMode.kind()), fight.attackers, (fight.target,))

    def check(self, pos: June6Position, decision: Decision) -> None:
        rule = pos.game.cite("12.41")
        decision = wanted(decision, Seal, rule)
        if not re.match(_COMMITMENT, decision.commitment):
            raise IllegalDecision(rule, "a seal is 64 hexadecimal digits")

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        return _choices(ATTACK_MODES)

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, Seal)
        act.done()
        act.emit(ev.Sealed(self.fight.side, f.SEAL_MODE, decision.commitment))
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


class RevealMode(Choice[June6Position], frozen=True, array_like=True, tag=54):
    """The attacker opens his seal. `choices` lists what may have been sealed; only he knows which it was."""

    fight: Fight
    support: Support

    def prompt(self, pos: June6Position) -> Prompt:
        fight, game = self.fight, pos.game
        word, rule = game.words["ask.reveal_mode"], game.rules["12.41"]
        return Prompt(fight.side, word, rule, (Reveal.kind(), ChooseMode.kind()), fight.attackers, (fight.target,))

    def check(self, pos: June6Position, decision: Decision) -> None:
        rule = pos.game.cite("12.41")
        decision = wanted(decision, Reveal, rule)
        _check_mode(pos, self._opened(pos, decision), ATTACK_MODES)

    def _opened(self, pos: June6Position, decision: Reveal) -> Decision:
        rule = pos.game.cite("12.41")
        try:
            choice = pos.game.codec.from_data(decision.choice)
        except BadDecision as error:
            raise IllegalDecision(rule, f"the seal holds {error}") from None
        sealed = pos.sealed(self.fight.side, f.SEAL_MODE)
        if commitment(choice, decision.salt) != sealed:
            raise IllegalDecision(rule, "this is not the choice that was sealed, or not its salt")
        return choice

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        return _choices(ATTACK_MODES)

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, Reveal)
        choice = self._opened(act.pos, decision)
        choice = passed(choice, ChooseMode)
        act.done()
        fight = self.fight._replace(attack_mode=choice.mode)
        act.emit(ev.Revealed(fight.side, f.SEAL_MODE))
        show(act, fight, choice.mode, fight.attackers)
        resolve(act, fight, self.support)


DECISIONS: Final = (ChooseMode,)
STEPS: Final = (SealMode, OpenMode, RevealMode)
