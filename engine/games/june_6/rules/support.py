"""Support of one fight in the order of R-65: attacker's artillery, defender's artillery, Allied air or naval markers.

Each step hands the fight on with the support so far; a step that offers nothing is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.artillery import Gun, attack_guns, defence_guns, is_division_gun
from hexledger.engine.games.june_6.questions.drm import Support
from hexledger.engine.games.june_6.questions.fight import Fight
from hexledger.engine.games.june_6.questions.items import Item, of_unit, total
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.support import markers_for, naval_in_range
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.modes import choose_modes
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted


class Artillery(Decision, frozen=True, array_like=True, tag=50):
    """Artillery points given to the fight, HQ by HQ: `artillery 3_br_hq:2,i_br_hq:5`; `artillery -` gives none."""

    points: tuple[tuple[PieceId, int], ...] = ()


class GroundSupport(Decision, frozen=True, array_like=True, tag=51):
    """Air or naval markers given to the fight, at most two and of one kind: `ground_support 2 0`."""

    air: int = 0
    naval: int = 0


def ask(act: Act, step: Choice[June6Position]) -> None:
    """Put a choice on the agenda, or go straight on when there is nothing to choose: the agenda stays short."""
    if step.prompt(act.pos) is None:
        step.run(act)
    else:
        act.then(step)


# ------------------------------------------------------------------ artillery
class AttackArtillery(Choice[June6Position], frozen=True, array_like=True, tag=49):
    """J6 16.21a, 16.23: the attacker gives artillery points."""

    fight: Fight

    def prompt(self, pos: June6Position) -> Prompt | None:
        fight = self.fight
        guns = attack_guns(pos, fight) if fight.supported else ()
        return _prompt(pos, fight.side, "ask.attack_artillery", "16.21", guns, fight.target)

    def check(self, pos: June6Position, decision: Decision) -> None:
        fight = self.fight
        _check_points(pos, decision, attack_guns(pos, fight), fight.target, "16.21a")

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        return _amounts(pos, attack_guns(pos, self.fight))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, Artillery)
        act.done()
        fight = self.fight
        points = sorted(decision.points)
        for piece, given in points:
            act.flag(piece, f.ARTILLERY_USED, act.pos.flag(piece, f.ARTILLERY_USED) + given, "16.21")
            if not is_division_gun(act.pos, piece):
                act.flag(piece, f.FIRED, 1, "16.22")
        near = (piece for piece, _ in points if act.pos.board.distance(act.pos.at(piece), fight.target) == 1)
        fight = fight._replace(gunners=tuple(near))
        given = _counted(act, points, fight, fight.side)
        ask(act, DefenceArtillery(fight, given))

    def run(self, act: Act) -> None:
        ask(act, DefenceArtillery(self.fight, 0))


class DefenceArtillery(Choice[June6Position], frozen=True, array_like=True, tag=50):
    """J6 16.21b, 16.24: the defender gives artillery points. `attack` = the attacker's points as they count."""

    fight: Fight
    attack: int

    def prompt(self, pos: June6Position) -> Prompt | None:
        fight = self.fight
        guns = defence_guns(pos, fight) if fight.supported else ()
        return _prompt(pos, 3 - fight.side, "ask.defence_artillery", "16.24", guns, fight.target)

    def check(self, pos: June6Position, decision: Decision) -> None:
        fight = self.fight
        _check_points(pos, decision, defence_guns(pos, fight), fight.target, "16.21b")

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        return _amounts(pos, defence_guns(pos, self.fight))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, Artillery)
        act.done()
        fight = self.fight
        points = sorted(decision.points)
        for piece, _ in points:
            if not is_division_gun(act.pos, piece):
                act.flag(piece, f.FIRED, 1, "16.22")
        given = _counted(act, points, fight, 3 - fight.side)
        ask(act, GroundSupportChoice(self.fight, self.attack, given))

    def run(self, act: Act) -> None:
        ask(act, GroundSupportChoice(self.fight, self.attack, 0))


def _prompt(pos: June6Position, side: int, word: str, rule: str, guns: Sequence[Gun], target: int) -> Prompt | None:
    if not guns:
        return None
    game = pos.game
    pieces = tuple(gun.piece for gun in guns)
    return Prompt(side, game.words[word], game.rules[rule], (Artillery.kind(),), pieces, (target,), complete=False)


def _check_points(pos: June6Position, decision: Decision, guns: Sequence[Gun], target: int, rule: str) -> None:
    game = pos.game
    decision = wanted(decision, Artillery, game.cite(rule))
    left = dict(guns)
    named: set[int] = set()
    for piece, points in decision.points:
        if piece not in left:
            why = f"{game.piece_name(piece)} has no artillery points for the fight in {pos.label(target)}"
            raise IllegalDecision(game.cite(rule), f"{why} (range, activation, markers, or fired already)")
        if piece in named:
            raise IllegalDecision(game.cite(rule), f"{pos.name(piece)} is named twice")
        named.add(piece)
        if not 1 <= points <= left[piece]:
            what = f"{pos.name(piece)} can give 1 to {left[piece]} points, not {points}"
            raise IllegalDecision(game.cite(rule), what)


def _amounts(pos: June6Position, guns: Sequence[Gun]) -> Iterator[Decision]:
    """None; everything; each HQ alone, with all and with half of its points; the division HQs together."""
    full = tuple((PieceId(gun.piece), gun.points) for gun in guns)
    found: dict[Artillery, None] = {Artillery(): None, Artillery(full): None}
    for piece, points in full:
        found[Artillery(((piece, points),))] = None
        found[Artillery(((piece, (points + 1) // 2),))] = None
    found[Artillery(tuple(pair for pair in full if is_division_gun(pos, pair[0])))] = None
    return iter(found)


def _counted(act: Act, points: Sequence[tuple[int, int]], fight: Fight, side: int) -> int:
    """J6 16.31: write the points of one side down, added up; J6 19.41 halves Allied points at a strongpoint."""
    lines = [Item(of_unit(piece), given, "16.3") for piece, given in points]
    if side == f.ALLIED and side == fight.side and act.pos.is_strongpoint(fight.target):
        given = total(lines)
        lines.append(Item("line.strongpoint", given // 2 - given, "19.41"))
    if points:
        act.reckon("reckon.artillery", fight.target, lines, total(lines), "16.3")
    return total(lines)


# ------------------------------------------------------------------ air and naval markers
class GroundSupportChoice(Choice[June6Position], frozen=True, array_like=True, tag=51):
    """J6 17.31, 17.32, 18.31, 18.32: the Allied player gives up to two air or naval markers, attacking or defending."""

    fight: Fight
    attack: int
    defence: int

    def prompt(self, pos: June6Position) -> Prompt | None:
        fight = self.fight
        air, naval = markers_for(pos, fight)
        if not air and not naval:
            return None
        game = pos.game
        word, rule = game.words["ask.ground_support"], game.rules["17.3" if air else "18.3"]
        return Prompt(f.ALLIED, word, rule, (GroundSupport.kind(),), (), (fight.target,))

    def check(self, pos: June6Position, decision: Decision) -> None:
        game = pos.game
        decision = wanted(decision, GroundSupport, game.cite("17.3"))
        fight = self.fight
        air, naval = markers_for(pos, fight)
        if decision.air and decision.naval:
            raise IllegalDecision(game.cite("17.32"), "air and naval markers never support the same fight")
        if not 0 <= decision.air <= air:
            raise IllegalDecision(game.cite("17.31"), f"at most {air} air markers can be given, not {decision.air}")
        if not 0 <= decision.naval <= naval:
            in_range = naval_in_range(pos, fight.target)
            rule = "18.31" if in_range else "18.13"
            why = "" if in_range else f": {pos.label(fight.target)} is out of range of the coast"
            what = f"at most {naval} naval markers can be given, not {decision.naval}{why}"
            raise IllegalDecision(game.cite(rule), what)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        air, naval = markers_for(pos, self.fight)
        yield GroundSupport()
        for count in range(1, air + 1):
            yield GroundSupport(air=count)
        for count in range(1, naval + 1):
            yield GroundSupport(naval=count)

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, GroundSupport)
        act.done()
        if decision.air:
            act.track(f.AIR, act.state.track(f.AIR) - decision.air, rule="17.31")
        if decision.naval:
            act.track(f.NAVAL, act.state.track(f.NAVAL) - decision.naval, rule="18.31")
        self._go_on(act, Support(self.attack, self.defence, decision.air, decision.naval))

    def run(self, act: Act) -> None:
        self._go_on(act, Support(self.attack, self.defence))

    def _go_on(self, act: Act, support: Support) -> None:

        choose_modes(act, self.fight, support)


DECISIONS: Final = (Artillery, GroundSupport)
STEPS: Final = (AttackArtillery, DefenceArtillery, GroundSupportChoice)
