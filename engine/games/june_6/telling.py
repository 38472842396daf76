"""A decision of June 6 in words, as a player would write it in his turn record; the phrases stand in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from hexledger.engine.decisions import Decision, PlaceId, Reveal
from hexledger.engine.errors import BadDecision, EngineError
from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules.activation import PickAm
from hexledger.engine.games.june_6.rules.advance import Advance
from hexledger.engine.games.june_6.rules.attachment import Attach, Attachments
from hexledger.engine.games.june_6.rules.attack import Attack, CancelAttack, DeclareAttacks, EndAttacks, NextAttack
from hexledger.engine.games.june_6.rules.bombardment import Bombard, BombardHex
from hexledger.engine.games.june_6.rules.breakthrough import SecondAttack
from hexledger.engine.games.june_6.rules.costs import mover, walk
from hexledger.engine.games.june_6.rules.counterattack import Counterattack
from hexledger.engine.games.june_6.rules.departures import Leave
from hexledger.engine.games.june_6.rules.detachments import BreakDown
from hexledger.engine.games.june_6.rules.engineers import Assist, BuildBridge, Demolish
from hexledger.engine.games.june_6.rules.entering import Enter
from hexledger.engine.games.june_6.rules.headquarters import ReturnHq
from hexledger.engine.games.june_6.rules.interdiction import Interdict
from hexledger.engine.games.june_6.rules.letters import ChooseUnit, ReduceOne, ShareOut
from hexledger.engine.games.june_6.rules.modes import ChooseMode
from hexledger.engine.games.june_6.rules.movement import Move, StrategicMove
from hexledger.engine.games.june_6.rules.purchase import BuyCorpsActivation
from hexledger.engine.games.june_6.rules.recovery import Recover
from hexledger.engine.games.june_6.rules.reduced_efficiency import ActivateRe, ReFirst
from hexledger.engine.games.june_6.rules.retreat import Retreat
from hexledger.engine.games.june_6.rules.strategic import LoseStep, walk_strategic
from hexledger.engine.games.june_6.rules.support import Artillery, GroundSupport
from hexledger.engine.steps import Step
from hexledger.projections.phrases import Phrases

_ASKED: Final = {"ask.spared": ".spared", "ask.reduced": ".reduced"}
"""What a unit is named for, by the question (13.7)."""


@cache
def phrases(language: str = "en") -> Phrases:
    """The phrases of a language; what it lacks is said in English."""
    english = Phrases(_lines("en"))
    return english if language == "en" else Phrases(_lines(language), english)


def _lines(language: str) -> list[str]:
    name = f"decisions.{language}.txt"
    return files("hexledger.engine.games.june_6").joinpath(name).read_text(encoding="utf-8").splitlines()


def tell(pos: June6Position, decision: Decision, table: Phrases | None = None) -> str:
    """One phrase for a decision made in this position; a decision that is not legal there has a phrase as well."""
    return _Speaker(pos, table or phrases()).say(decision)


def _one(units: Sequence[int]) -> str:
    return ".one" if len(units) == 1 else ""


class _Speaker:
    """Words for one position."""

    def __init__(self, pos: June6Position, table: Phrases) -> None:
        self.pos = pos
        self.table = table

    def say(self, decision: Decision) -> str:
        case, fields = self._words(decision)
        key = decision.kind() + case
        return self.table.say(key, fields) if key in self.table else self.pos.game.codec.to_text(decision)

    def _words(self, decision: Decision) -> tuple[str, Mapping[str, object]]:
        """The case of the phrase (empty for the plain one) and its fields."""
        place, piece = self.pos.game.place, self.pos.game.piece_name
        match decision:
            case Move() | StrategicMove():
                return self._move(decision)
            case Attach(units):
                return self._attach(units)
            case Attack(target, units, engineers):
                fields = {"target": place(target), "units": self._all(units), "engineers": self._all(engineers)}
                return ".engineers" if engineers else "", fields
            case SecondAttack(target, units):
                return _one(units), {"target": place(target), "units": self._all(units)}
            case CancelAttack(target) | NextAttack(target):
                return "", {"target": place(target)}
            case EndAttacks():
                step = self._step()
                return ".none" if isinstance(step, DeclareAttacks) and not step.attacks else "", {}
            case Artillery(points):
                guns = [self.table.say("artillery.gun", {"hq": piece(hq), "points": given}) for hq, given in points]
                return "" if guns else ".none", {"guns": self._list(guns)}
            case GroundSupport(air, naval):
                case = ".air" if air else ".naval" if naval else ".none"
                return case, {"markers": air or naval}
            case BombardHex(target, kind_of, markers):
                return ".air" if kind_of == f.AIR else ".naval", {"target": place(target), "markers": markers}
            case Bombard(unit, target):
                return "", {"unit": piece(unit), "target": place(target)}
            case ChooseMode(mode):
                return "", {"mode": self.pos.game.word(mode)}
            case PickAm(am):
                return "", {"am": self.pos.game.word(am)}
            case ChooseUnit(unit):
                return self._named_for(), {"unit": piece(unit)}
            case Retreat(units, path):
                return _one(units), {"units": self._all(units), "path": self._path(units[0] if units else -1, path)}
            case Advance(unit, path):
                return "", {"unit": piece(unit), "path": self._path(unit, path)}
            case Recover(unit, reduced):
                return ".reduced" if reduced else "", {"unit": piece(unit)}
            case Counterattack(units):
                return "", {"units": self._all(units)}
            case Assist(hq, units):
                return "", {"hq": piece(hq), "units": self._all(units)}
            case Demolish(hq, a, b) | BuildBridge(hq, a, b):
                return "", {"hq": piece(hq), "a": place(a), "b": place(b)}
            case ReturnHq(hq, at):
                return "", {"hq": piece(hq), "at": place(at)}
            case Enter(unit) | LoseStep(unit):
                return "", {"unit": piece(unit)}
            case ReFirst(own):
                return ".own" if own else ".other", {}
            case ActivateRe(unit):
                return self._activated(unit)
            case Reveal():
                return "", {"choice": self._opened(decision)}
            case BuyCorpsActivation(hq, divisions):
                return ".divisions" if divisions else "", {"hq": piece(hq), "divisions": self._all(divisions)}
            case Interdict(box, arm, markers):
                return ".air" if arm == f.AIR else ".naval", {"box": self._place(box), "markers": markers}
            case BreakDown(unit, whole, at):
                return ".whole" if whole else "", {"unit": piece(unit), "at": self._list([*map(place, at)])}
            case Leave(unit, path):
                return "" if path else ".here", {"unit": piece(unit), "path": self._path(unit, path)}
        return "", self._plainly(decision)

    def _plainly(self, decision: Decision) -> Mapping[str, object]:
        """The fields of a decision one by one, each in words; most that is left is the end of something."""
        words_of = self.pos.game.codec.words_of
        found: dict[str, object] = {}
        for field in msgspec.structs.fields(type(decision)):
            value = getattr(decision, field.name)
            found[field.name] = self._place(value) if field.type is PlaceId else words_of(value, field.type)
        return found

    # ------------------------------------------------------------ kinds that look at the position
    def _move(self, decision: Move | StrategicMove) -> tuple[str, Mapping[str, object]]:
        pos, unit = self.pos, decision.unit
        fields = {"unit": pos.game.piece_name(unit), "path": self._path(unit, decision.path)}
        try:
            lines = (walk if isinstance(decision, Move) else walk_strategic)(pos, mover(pos, unit), decision.path)
        except (EngineError, LookupError):
            return ".unpaid", fields
        return "", fields | {"cost": pos.game.cost(sum(line[1] for line in lines))}

    def _attach(self, units: Sequence[int]) -> tuple[str, Mapping[str, object]]:
        step = self._step()
        formation = step.formation if isinstance(step, Attachments) else 0
        return "" if units else ".none", {"units": self._all(units), "formation": self._formation(formation)}

    def _activated(self, unit: int) -> tuple[str, Mapping[str, object]]:
        pos = self.pos
        name = pos.game.piece_name(unit)
        if not 0 <= unit < len(pos.counters) or not pos.is_hq(unit):
            return "", {"unit": name}
        return ".formation", {"formation": self._formation(pos.formation(unit)) or name}

    def _named_for(self) -> str:
        step = self._step()
        if isinstance(step, ShareOut):
            return _ASKED.get(step.share(self.pos).word, "")
        return ".reduced" if isinstance(step, ReduceOne) else ""

    def _opened(self, decision: Reveal) -> str:
        try:
            return self.say(self.pos.game.codec.from_data(decision.choice))
        except BadDecision:
            return "?"

    # ------------------------------------------------------------ names
    def _step(self) -> Step | None:
        """The step that waits for the decision."""
        agenda = self.pos.state.agenda
        return self.pos.game.step_codec.unpack(*agenda[-1]) if agenda else None

    def _formation(self, number: int) -> str:
        game = self.pos.game
        return game.edition.formations[game.formation_ids[number - 1]].name if number else ""

    def _place(self, number: int) -> str:
        """A hex by its id, a box by its name."""
        board = self.pos.board
        named = board.n_hexes <= number < board.n_places and board.names[number]
        return named or self.pos.game.place(number)

    def _path(self, unit: int, path: Sequence[int]) -> str:
        start = self.pos.at(unit)
        hexes = (start, *path) if start >= 0 else tuple(path)
        return "-".join(map(self.pos.game.place, hexes))

    def _all(self, units: Sequence[int]) -> str:
        return self._list([self.pos.game.piece_name(unit) for unit in units])

    def _list(self, names: Sequence[str]) -> str:
        """`a`, `a and b`, `a, b and c` as the language has it."""
        if len(names) < 2:
            return "".join(names)
        text = self.table.say("list.two", {"first": names[-2], "last": names[-1]})
        for name in reversed(names[:-2]):
            text = self.table.say("list.more", {"first": name, "rest": text})
        return text
