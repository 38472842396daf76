"""A decision of June 6 in words, as a player would write it in his turn record; the phrases stand in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexledger.engine.decisions import Decision, PlaceId, Reveal
from hexledger.engine.errors import BadDecision, EngineError
from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.steps import Step
from hexledger.engine.words import text_lines
from hexledger.projections.phrases import Phrases

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.rules.movement import Move, StrategicMove

_ASKED: Final = {"ask.spared": ".spared", "ask.reduced": ".reduced"}
"""What a unit is named for, by the question (13.7)."""


@cache
def phrases(language: str = "en") -> Phrases:
    """The phrases of a language; what it lacks is said in English."""
    english = Phrases(_lines("en"))
    return english if language == "en" else Phrases(_lines(language), english)


def _lines(language: str) -> list[str]:
    return text_lines("hexledger.engine.games.june_6", f"decisions.{language}.txt")


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
        # by kind and not by class: naming the classes would import all rules for the sake of one decision
        d: Any = decision
        match decision.kind():
            case "move" | "strategic_move":
                return self._move(d)
            case "attach":
                return self._attach(d.units)
            case "attack":
                fields = {"target": place(d.target), "units": self._all(d.units), "engineers": self._all(d.engineers)}
                return ".engineers" if d.engineers else "", fields
            case "second_attack":
                return _one(d.units), {"target": place(d.target), "units": self._all(d.units)}
            case "cancel_attack" | "next_attack":
                return "", {"target": place(d.target)}
            case "end_attacks":
                from hexledger.engine.games.june_6.rules.attack import DeclareAttacks

                step = self._step()
                return ".none" if isinstance(step, DeclareAttacks) and not step.attacks else "", {}
            case "artillery":
                guns = [self.table.say("artillery.gun", {"hq": piece(hq), "points": given}) for hq, given in d.points]
                return "" if guns else ".none", {"guns": self._list(guns)}
            case "ground_support":
                case = ".air" if d.air else ".naval" if d.naval else ".none"
                return case, {"markers": d.air or d.naval}
            case "bombard_hex":
                return ".air" if d.arm == f.AIR else ".naval", {"target": place(d.target), "markers": d.markers}
            case "bombard":
                return "", {"unit": piece(d.unit), "target": place(d.target)}
            case "choose_mode":
                return "", {"mode": self.pos.game.word(d.mode)}
            case "pick_am":
                return "", {"am": self.pos.game.word(d.am)}
            case "choose_unit":
                return self._named_for(), {"unit": piece(d.unit)}
            case "retreat":
                first = d.units[0] if d.units else -1
                return _one(d.units), {"units": self._all(d.units), "path": self._path(first, d.path)}
            case "advance":
                return "", {"unit": piece(d.unit), "path": self._path(d.unit, d.path)}
            case "recover":
                return ".reduced" if d.reduced else "", {"unit": piece(d.unit)}
            case "counterattack":
                return "", {"units": self._all(d.units)}
            case "assist":
                return "", {"hq": piece(d.hq), "units": self._all(d.units)}
            case "demolish" | "build_bridge":
                return "", {"hq": piece(d.hq), "a": place(d.a), "b": place(d.b)}
            case "return_hq":
                return "", {"hq": piece(d.hq), "at": place(d.at)}
            case "enter" | "lose_step":
                return "", {"unit": piece(d.unit)}
            case "re_first":
                return ".own" if d.own else ".other", {}
            case "activate_re":
                return self._activated(d.unit)
            case "reveal":
                return "", {"choice": self._opened(d)}
            case "buy_corps_activation":
                return ".divisions" if d.divisions else "", {"hq": piece(d.hq), "divisions": self._all(d.divisions)}
            case "interdict":
                return ".air" if d.arm == f.AIR else ".naval", {"box": self._place(d.box), "markers": d.markers}
            case "break_down":
                return ".whole" if d.whole else "", {"unit": piece(d.unit), "at": self._list([*map(place, d.at)])}
            case "leave":
                return "" if d.path else ".here", {"unit": piece(d.unit), "path": self._path(d.unit, d.path)}
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
        from hexledger.engine.games.june_6.rules.costs import mover, walk
        from hexledger.engine.games.june_6.rules.strategic import walk_strategic

        pos, unit = self.pos, decision.unit
        fields = {"unit": pos.game.piece_name(unit), "path": self._path(unit, decision.path)}
        try:
            lines = (walk if decision.kind() == "move" else walk_strategic)(pos, mover(pos, unit), decision.path)
        except (EngineError, LookupError):
            return ".unpaid", fields
        return "", fields | {"cost": pos.game.cost(sum(line[1] for line in lines))}

    def _attach(self, units: Sequence[int]) -> tuple[str, Mapping[str, object]]:
        from hexledger.engine.games.june_6.rules.attachment import Attachments

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
        from hexledger.engine.games.june_6.rules.letters import ReduceOne, ShareOut

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
