"""A decision of A Time for Trumpets in words, as a player would write it in his record; the phrases are in a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexledger.engine.games.time_for_trumpets.questions import modifiers
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.naming.telling import Speaker, one


class Telling(Speaker[TrumpetsPosition]):
    """Words for one position."""

    def words(self, decision: Decision) -> tuple[str, Mapping[str, object]]:
        """The case of the phrase (empty for the plain one) and its fields."""
        # by kind and not by class: naming the classes would import all rules for the sake of one decision
        d: Any = decision
        match decision.kind():
            case "attack" | "blitz":
                return self._attack(d)
            case "move" | "infiltrate":
                first = d.units[0] if d.units else -1
                return one(d.units), {"units": self.all(d.units), "path": self.path(first, d.path)}
            case "overrun":
                return one(d.units), {"units": self.all(d.units), "at": self.where(d.at)}
            case "retreat" | "advance" | "reposition" | "react" | "exploit" | "move_leader":
                return self._moved(d)
            case "support":
                cf = sum(self.pos.game.arms.gun[gun].cf for gun in d.guns if gun in self.pos.game.arms.gun)
                return one(d.guns), {"guns": self.all(d.guns), "cf": cf}
            case "bombard" | "time_on_target":
                return self._bombard(d)
            case "allocate":
                name = self.pos.game.piece_name
                pairs = [f"{name(plane)} to {name(hq)}" for plane, hq in zip(d.planes, d.hqs, strict=False)]
                return "", {"pairs": self.list(pairs)}
            case "choose":
                return "", {"planes": self.all(d.planes)}
            case "designate":
                return self._designated(d)
        return "", {**self.plainly(decision), **({"at": self.where(d.at)} if hasattr(d, "at") else {})}

    def _designated(self, d: Any) -> tuple[str, Mapping[str, object]]:
        """Who designates may be among the units, or the only one."""
        others = self.all(tuple(unit for unit in d.units if unit != d.by))
        units = others if d.by not in d.units else f"itself and {others}"
        case = ".self" if d.units == (d.by,) else one(d.units)
        return case, {"by": self.pos.game.piece_name(d.by), "units": units}

    def where(self, place: int) -> str:
        """A hex with its name, where it has one."""
        names = self.pos.board.names
        name = names[place] if 0 <= place < self.pos.board.n_hexes else ""
        return f"{self.place(place)} ({name})" if name else self.place(place)

    def _moved(self, d: Any) -> tuple[str, Mapping[str, object]]:
        piece = self.pos.game.piece_name
        unit = d.leader if d.kind() == "move_leader" else d.unit
        fields: dict[str, object] = {"unit": piece(unit), "path": self.path(unit, d.path)}
        if hasattr(d, "leader"):
            fields["leader"] = piece(d.leader)
        return (".off" if d.kind() == "retreat" and not d.path else ""), fields

    def _bombard(self, d: Any) -> tuple[str, Mapping[str, object]]:
        fields: dict[str, object] = {"guns": self.all(d.guns), "at": self.where(d.at)}
        more = ".others" if d.others else ""
        if d.others:
            fields["others"] = self.all(d.others)
        if d.kind() == "time_on_target":
            return more, {**fields, "director": self.pos.game.piece_name(d.director)}
        return f"{more}{one(d.guns)}", fields

    def _attack(self, attack: Any) -> tuple[str, Mapping[str, object]]:
        """Where and with whom, at what odds after the shifts that are known now."""
        fields = {"units": self.all(attack.units), "at": self.where(attack.at)}
        pos = self.pos
        real = attack.units and all(pos.on_map(unit) for unit in attack.units) and 0 <= attack.at < pos.board.n_hexes
        if not real or not pos.enemy_in(attack.at, pos.side(attack.units[0])):
            return f".off{one(attack.units)}", fields
        column = modifiers.odds(pos, Battle(tuple(sorted(attack.units)), attack.at)).column
        return one(attack.units), {**fields, "odds": pos.game.combat.crt.columns[column]}


SPEAKER: Final = Telling
