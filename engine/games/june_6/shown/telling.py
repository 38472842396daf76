"""A decision of June 6 in words, as a player would write it in his turn record; the phrases stand in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.errors import EngineError
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Step
from hexledger.engine.naming.telling import Speaker, one

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.rules.movement import Move, StrategicMove

_ASKED: Final = {"ask.spared": ".spared", "ask.reduced": ".reduced"}
"""What a unit is named for, by the question (13.7)."""


class Telling(Speaker[June6Position]):
    """Words for one position."""

    def words(self, decision: Decision) -> tuple[str, Mapping[str, object]]:
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
                fields = {"target": place(d.target), "units": self.all(d.units), "engineers": self.all(d.engineers)}
                return ".engineers" if d.engineers else "", fields
            case "second_attack":
                return one(d.units), {"target": place(d.target), "units": self.all(d.units)}
            case "cancel_attack" | "next_attack":
                return "", {"target": place(d.target)}
            case "end_attacks":
                from hexledger.engine.games.june_6.rules.attack import DeclareAttacks

                step = self._step()
                return ".none" if isinstance(step, DeclareAttacks) and not step.attacks else "", {}
            case "artillery":
                guns = [self.table.say("artillery.gun", {"hq": piece(hq), "points": given}) for hq, given in d.points]
                return "" if guns else ".none", {"guns": self.list(guns)}
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
                return one(d.units), {"units": self.all(d.units), "path": self.path(first, d.path)}
            case "advance":
                return "", {"unit": piece(d.unit), "path": self.path(d.unit, d.path)}
            case "recover":
                return ".reduced" if d.reduced else "", {"unit": piece(d.unit)}
            case "counterattack":
                return "", {"units": self.all(d.units)}
            case "assist":
                return "", {"hq": piece(d.hq), "units": self.all(d.units)}
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
                return "", {"choice": self.opened(d)}
            case "buy_corps_activation":
                return ".divisions" if d.divisions else "", {"hq": piece(d.hq), "divisions": self.all(d.divisions)}
            case "interdict":
                return ".air" if d.arm == f.AIR else ".naval", {"box": self.place(d.box), "markers": d.markers}
            case "break_down":
                return ".whole" if d.whole else "", {"unit": piece(d.unit), "at": self.list([*map(place, d.at)])}
            case "leave":
                return "" if d.path else ".here", {"unit": piece(d.unit), "path": self.path(d.unit, d.path)}
        return "", self.plainly(decision)

    # ------------------------------------------------------------ kinds that look at the position
    def _move(self, decision: Move | StrategicMove) -> tuple[str, Mapping[str, object]]:
        from hexledger.engine.games.june_6.questions.costs import mover, walk
        from hexledger.engine.games.june_6.questions.strategic import walk_strategic

        pos, unit = self.pos, decision.unit
        fields = {"unit": pos.game.piece_name(unit), "path": self.path(unit, decision.path)}
        try:
            lines = (walk if decision.kind() == "move" else walk_strategic)(pos, mover(pos, unit), decision.path)
        except (EngineError, LookupError):
            return ".unpaid", fields
        return "", fields | {"cost": pos.game.cost(sum(line[1] for line in lines))}

    def _attach(self, units: Sequence[int]) -> tuple[str, Mapping[str, object]]:
        from hexledger.engine.games.june_6.rules.attachment import Attachments

        step = self._step()
        formation = step.formation if isinstance(step, Attachments) else 0
        return "" if units else ".none", {"units": self.all(units), "formation": self._formation(formation)}

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

    # ------------------------------------------------------------ names
    def _step(self) -> Step[June6Position] | None:
        """The step that waits for the decision."""
        agenda = self.pos.state.agenda
        return self.pos.game.step_codec.unpack(*agenda[-1]) if agenda else None

    def _formation(self, number: int) -> str:
        game = self.pos.game
        return game.edition.formations[game.formation_ids[number - 1]].name if number else ""


SPEAKER: Final = Telling
