"""Rule 3 of Drill: an attack, with an interrupt and a secret choice inside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.kernel.decisions import Decision, PlaceId, WordId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, asking, passed, wanted
from hexledger.engine.naming.switches import Switch
from hexledger.engine.procedures.sealed import OpenChoice, SealChoice
from hexledger.engine.tables.lottery import Lottery, ascending
from hexledger.events import model as ev
from tests.drill.decisions import Attack, FallBack, Intend, Pass
from tests.drill.losses import lose_step, retreat
from tests.drill.position import Act, DrillPosition
from tests.drill.victory import take_hill

INTENTS = ("intent.press", "intent.probe")
PRESS = Switch("press", "var.read_press", "3.4", "what pressing adds to the die", {"once": 1, "twice": 2})
STANCES = ("stance.hold", "stance.give_way")


# ------------------------------------------------------------------ 3.1 declaring
def check_attack(pos: DrillPosition, side: int, decision: Attack) -> None:
    """DR 3.1: an own supplied unit that has not attacked, against an adjacent enemy."""
    game, rule = pos.game, pos.game.cite("3.1")
    if decision.unit not in pos.in_play(side):
        raise IllegalDecision(rule, "only an own unit on the board can attack")
    name = pos.name(decision.unit)
    if pos.flag(decision.unit, game.words["flag.fought"]):
        raise IllegalDecision(rule, f"{name} has attacked already")
    if pos.flag(decision.unit, game.words["flag.unsupplied"]):
        raise IllegalDecision(game.cite("4.1"), f"{name} is out of supply")
    if decision.target not in pos.targets(decision.unit):
        raise IllegalDecision(rule, f"no enemy adjacent to {name} stands in {game.place(decision.target)}")


def begin_attack(act: Act, decision: Attack) -> None:
    """DR 3.1: the attack is declared; what follows comes on top of the orders that go on afterwards."""
    act.declare("kind.attack", (decision.unit,), (decision.target,), "3.1")
    act.flag(decision.unit, "flag.fought", rule="3.1")
    act.then(Reaction(decision.unit, decision.target))


# ------------------------------------------------------------------ 3.2 the interrupt
class Reaction(Choice[DrillPosition], frozen=True, array_like=True, tag=10):
    """DR 3.2: the defender may leave for an empty hex before the attack strikes."""

    attacker: int
    target: int

    def prompt(self, pos: DrillPosition) -> Prompt | None:
        free = pos.free_around(self.target)
        if not free:
            return None
        side, unit = pos.side_at(self.target), pos.unit_at(self.target)
        return asking(pos, side, "prompt.fall_back", "3.2", FallBack, Pass, pieces=(unit,), places=free)

    def run(self, act: Act) -> None:
        """Nowhere to go: the attack strikes."""
        act.then(SealIntent(self.attacker, self.target))

    def check(self, pos: DrillPosition, decision: Decision) -> None:
        rule = pos.game.cite("3.2")
        answer = wanted(decision, (FallBack, Pass), rule)
        if isinstance(answer, FallBack) and answer.to not in pos.free_around(self.target):
            raise IllegalDecision(rule, f"{pos.game.place(answer.to)} is no empty adjacent hex")

    def choices(self, pos: DrillPosition) -> Iterator[Decision]:
        yield from (FallBack(PlaceId(place)) for place in pos.free_around(self.target))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, FallBack):
            unit = act.pos.unit_at(self.target)
            act.move(unit, (self.target, decision.to), "mode.fall_back", rule="3.2")
            take_hill(act, unit)
        else:
            act.then(SealIntent(self.attacker, self.target))


# ------------------------------------------------------------------ 3.3 the secret choice
class SealIntent(SealChoice[DrillPosition], frozen=True, array_like=True, tag=11):
    """DR 3.3: the attacker fixes his intent and does not show it."""

    asks = "prompt.intent"
    rule = "3.3"
    slot = "seal.intent"
    decision = Intend

    attacker: int
    target: int

    def owner(self, pos: DrillPosition) -> int:
        return pos.side(self.attacker)

    def sealable(self, pos: DrillPosition) -> Iterator[Intend]:
        return (Intend(WordId(pos.game.words[word])) for word in INTENTS)

    def sealed(self, act: Act) -> None:
        act.then(ChooseStance(self.attacker, self.target))


class ChooseStance(Choice[DrillPosition], frozen=True, array_like=True, tag=12):
    """DR 3.3: the defender chooses in the open."""

    attacker: int
    target: int

    def prompt(self, pos: DrillPosition) -> Prompt | None:
        unit = pos.unit_at(self.target)
        return asking(pos, pos.side(unit), "prompt.stance", "3.3", Intend, pieces=(unit,), places=(self.target,))

    def check(self, pos: DrillPosition, decision: Decision) -> None:
        rule = pos.game.cite("3.3")
        if pos.game.word_key(wanted(decision, Intend, rule).word) not in STANCES:
            raise IllegalDecision(rule, f"one of {', '.join(STANCES)} is wanted")

    def choices(self, pos: DrillPosition) -> Iterator[Decision]:
        return (Intend(WordId(pos.game.words[word])) for word in STANCES)

    def take(self, act: Act, decision: Decision) -> None:
        stance = passed(decision, Intend).word
        act.done()
        act.then(RevealIntent(self.attacker, self.target, stance))


class RevealIntent(OpenChoice[DrillPosition, Intend], frozen=True, array_like=True, tag=13):
    """DR 3.3: the attacker opens his seal."""

    asks = "prompt.reveal"
    rule = "3.3"
    slot = "seal.intent"
    decision = Intend

    attacker: int
    target: int
    stance: int

    def owner(self, pos: DrillPosition) -> int:
        return pos.side(self.attacker)

    def sealable(self, pos: DrillPosition) -> Iterator[Intend]:
        return (Intend(WordId(pos.game.words[word])) for word in INTENTS)

    def opened(self, act: Act, choice: Intend) -> None:
        act.then(Strike(self.attacker, self.target, choice.word, self.stance))


# ------------------------------------------------------------------ 3.4 the combat table
def modifiers(pos: DrillPosition, strike: Strike) -> list[tuple[str | int, int, str]]:
    """DR 3.4: the lines that are added to the die."""
    game, place = pos.game, strike.target
    defender = pos.unit_at(place)
    lines: list[tuple[str | int, int, str]] = [
        ("line.strength", pos.strength(strike.attacker) - pos.strength(defender), "3.4"),
        ("line.terrain", game.terrain_drm[pos.board.terrain[place]], "3.4"),
    ]
    if pos.state.marker(place, -1, game.words["marker.trench"]):
        lines.append(("line.trench", game.edition.chart_int("modifiers", "trench"), "3.5"))
    if strike.intent == game.words["intent.press"]:
        bonus = game.edition.chart_int("modifiers", "press")
        lines.append(("line.intent", bonus * pos.state.variable(game.words[PRESS.word], PRESS.default), "3.4"))
    if strike.stance == game.words["stance.hold"]:
        lines.append(("line.stance", game.edition.chart_int("modifiers", "hold"), "3.4"))
    return lines


class Strike(Step[DrillPosition], frozen=True, array_like=True, tag=14):
    """DR 3.4: reckon, roll, read the table, carry the result out."""

    attacker: int
    target: int
    intent: int
    stance: int

    def run(self, act: Act) -> None:
        lines = modifiers(act.pos, self)
        total = sum(value for _, value, _ in lines)
        act.reckon("kind.attack", self.target, lines, total, "3.4")
        die = act.roll("roll.attack", 10, self.attacker, "3.4")
        row = min(max(die + total, 0), 9)
        result = f"result.{act.pos.game.crt[row]}"
        act.resolved("table.crt", "column.crt", row, (result,), "3.4")
        carry_out(act, self, result)


def lottery(pos: DrillPosition, events: Sequence[ev.Event], number: int) -> Lottery | None:
    """DR 3.4: what the die of an attack could have brought the attacker."""
    roll = events[number]
    if not isinstance(roll, ev.Rolled):
        return None
    total = next(event.total for event in reversed(events[:number]) if isinstance(event, ev.Reckoned))
    return ascending(pos.side(roll.subject), roll.faces, lambda die: pos.game.crt[min(max(die + total, 0), 9)])


def carry_out(act: Act, strike: Strike, result: str) -> None:
    """DR 3.5: a probe loses nothing; who gives way loses nothing but the hex; who holds digs a trench."""
    defender = act.pos.unit_at(strike.target)
    held = strike.stance == act.word("stance.hold")
    if result == "result.al" and strike.intent == act.word("intent.press"):
        lose_step(act, strike.attacker, "3.5")
    if result == "result.dl" and held:
        lose_step(act, defender, "3.5")
    if result in ("result.dr", "result.dl") and act.pos.steps(defender):
        retreat(act, defender, act.pos.at(strike.attacker))
    elif held and act.pos.steps(defender):
        act.marker(strike.target, -1, "marker.trench", 1, "3.5")


STEPS = (Reaction, SealIntent, ChooseStance, RevealIntent, Strike)
