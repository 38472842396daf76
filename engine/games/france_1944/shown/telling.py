"""A decision of France 1944 in words, as a player would write it in his turn record; the phrases are in a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexledger.engine.games.france_1944.questions import battle as bt
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.naming.telling import Speaker, one


class Telling(Speaker[FrancePosition]):
    """Words for one position."""

    def words(self, decision: Decision) -> tuple[str, Mapping[str, object]]:
        """The case of the phrase (empty for the plain one) and its fields."""
        piece = self.pos.game.piece_name
        # by kind and not by class: naming the classes would import all rules for the sake of one decision
        d: Any = decision
        match decision.kind():
            case "attack":
                return self._attack(d)
            case "move" | "advance":
                return "", {"unit": piece(d.unit), "path": self.path(d.unit, d.path)}
            case "retreat":
                return "", {"at": self.where(d.at), "path": self._way(d.path)}
            case "south_retreat":
                return "", {**self.plainly(d), "path": self._way(d.path)}
            case "reinforce":
                fields = {"unit": piece(d.unit), "at": self.where(d.at), "path": self._way(d.path)}
                return "" if d.path else ".stays", fields
            case "designate" | "administer":
                return one(d.units) if d.units else ".none", {"units": self.all(d.units)}
            case "assign_air":
                return (".none" if not d.interdiction else ".one" if d.interdiction == 1 else ""), self.plainly(d)
            case "commit_supply":
                number = d.points
                return (".none" if not number else ".one" if number == 1 else ""), self.plainly(d)
            case "replace":
                return (".one" if d.points == 1 else ""), self.plainly(d)
            case "drop" | "place_south":
                return "", {**self.plainly(d), "at": self.where(d.at)}
        return "", self.plainly(decision)

    def _way(self, path: tuple[int, ...]) -> str:
        return "-".join(map(self.pos.game.place, path))

    def where(self, place: int) -> str:
        """A hex with its name, where it has one."""
        names = self.pos.board.names
        name = names[place] if 0 <= place < len(names) else ""
        hex_ = 0 <= place < self.pos.board.n_hexes
        return f"{self.place(place)} ({name})" if name and hex_ else self.place(place)

    def _attack(self, attack: Any) -> tuple[str, Mapping[str, object]]:
        """Where and with whom, and how it will be fought."""
        at = self.list([self.where(place) for place in attack.at])
        fields = {"units": self.all(attack.units), "at": at}
        standing = attack.units and all(self.pos.on_map(unit) for unit in attack.units)
        mobile = standing and bt.is_mobile(self.pos, attack.units, attack.at)
        return (".mobile" if mobile else "") + one(attack.units), fields


SPEAKER: Final = Telling
