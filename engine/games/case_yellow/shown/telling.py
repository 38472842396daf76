"""A decision of Case Yellow in words, as a player would write it in his turn record; the phrases are in a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexledger.engine.games.case_yellow.questions import battle
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.naming.telling import Speaker, one


class Telling(Speaker[YellowPosition]):
    """Words for one position."""

    def words(self, decision: Decision) -> tuple[str, Mapping[str, object]]:
        """The case of the phrase (empty for the plain one) and its fields."""
        piece = self.pos.game.piece_name
        # by kind and not by class: naming the classes would import all rules for the sake of one decision
        d: Any = decision
        match decision.kind():
            case "attack":
                return self._attack(d)
            case "move":
                first = d.units[0] if d.units else -1
                return one(d.units), {"units": self.all(d.units), "path": self.path(first, d.path)}
            case "overrun":
                return one(d.units), {"units": self.all(d.units), "at": self.where(d.at)}
            case "retreat" | "advance":
                return "", {"unit": piece(d.unit), "path": self.path(d.unit, d.path)}
            case "evacuate":
                return ".one" if d.steps == 1 else "", {"unit": piece(d.unit), "steps": d.steps}
            case "fight_on":
                return ".guns" if d.arkos else "", {"at": self.where(d.at), "arkos": self.all(d.arkos)}
            case "commit_air":
                case = ".none" if not d.assets else ".one" if d.assets == 1 else ""
                return case, {"assets": d.assets}
            case "defend_port":
                return one(d.units), {"units": self.all(d.units)}
            case "bomb" | "drop" | "interdict" | "terror_bomb" | "try_bridgehead" | "reinforce" | "return_panzer":
                return "", {**self.plainly(d), "at": self.where(d.at)}
        return "", self.plainly(decision)

    def where(self, place: int) -> str:
        """A hex with its name, where it has one."""
        names = self.pos.board.names
        name = names[place] if 0 <= place < len(names) else ""
        return f"{self.place(place)} ({name})" if name else self.place(place)

    def _attack(self, attack: Any) -> tuple[str, Mapping[str, object]]:
        """Where and with whom, at what odds before any shift."""
        fields = {"units": self.all(attack.units), "at": self.where(attack.at)}
        on_map = attack.units and all(self.pos.on_map(unit) for unit in attack.units)
        columns = self.pos.game.chart.crt.columns
        start = -1
        if on_map:
            start = battle.initial(self.pos, battle.Battle(attack.units, attack.at, self.pos.fighters(attack.at)))
        if start < 0:
            return f".off{one(attack.units)}", fields
        return one(attack.units), {**fields, "odds": columns[min(start, len(columns) - 1)]}


SPEAKER: Final = Telling
