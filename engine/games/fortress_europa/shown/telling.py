"""A decision of Fortress Europa in words, as a player would write it in his turn record; the phrases are in a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.naming.telling import Speaker, one

_FAR: Final = 8
"""Rail hexes from which on a ride is told by its ends."""


def _none(units: Sequence[int]) -> str:
    return one(units) if units else ".none"


def _yes(answer: bool) -> str:
    return ".yes" if answer else ".no"


class Telling(Speaker[FortressPosition]):
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
                return "", {"unit": piece(d.unit), "path": self.path(d.unit, d.path)}
            case "rail_move":
                return self._rail(d.unit, d.path)
            case "move_decoy":
                return "", {"decoy": piece(d.decoy), "path": self.path(d.decoy, d.path)}
            case "move_stack" | "retreat":
                first = d.units[0] if d.units else -1
                return one(d.units), {"units": self.all(d.units), "path": self.path(first, d.path)}
            case "continue":
                return "", {"unit": self._going(), "path": "-".join(map(self.pos.game.place, d.path))}
            case "drop" | "raid" | "enter_reserve":
                return "", {"pairs": self._pairs(d.units)}
            case "hide_units":
                return "" if d.units else ".none", {"pairs": self._pairs(d.units)}
            case "under_decoys":
                names = [{"unit": piece(unit), "decoy": piece(decoy)} for unit, decoy in d.units]
                return "", {"pairs": self.list([self.table.say("under_decoys.pair", name) for name in names])}
            case "declare_invasion":
                return "", {"line": self._hexes(d.hexes)}
            case "put_decoys":
                return "", {"hexes": self._hexes(d.hexes)}
            case "move_ship":
                return ".beside" if d.beside else "", {"unit": piece(d.unit), "at": self.place(d.at)}
            case "commit_support":
                return "", {"aircraft": self.all(d.aircraft), "at": self.place(d.at)}
            case "conceal":
                return "" if d.units else ".none", {"units": self.all(d.units), "at": self.place(d.at)}
            case "stand" | "join_retreat":
                return _none(d.units), {"units": self.all(d.units)}
            case "remove_excess":
                return "", {"units": self.all(d.units)}
            case "assign_supply":
                return "" if d.unsupplied else ".none", {"unsupplied": self.all(d.unsupplied)}
            case "whole79":
                return "", {"donors": self.all(d.donors)}
            case "rebuild":
                return "" if d.full else ".reduced", {"unit": piece(d.unit), "at": self.place(d.at)}
            case "flood_land":
                return _yes(d.flood), {}
            case "trigger_release":
                return _yes(d.release), {}
            case "choose_reserve":
                return _yes(d.restore), {}
            case "reveal":
                return "", {"choice": self.opened(d)}
        return "", self.plainly(decision)

    # ------------------------------------------------------------ kinds that look at the position
    def _attack(self, attack: Any) -> tuple[str, Mapping[str, object]]:
        """Where, at what odds before any shift, with whom and with what support."""
        from hexledger.engine.games.fortress_europa.questions import battle

        say = self.table.say
        support = []
        if attack.aircraft:
            support.append(say("attack.aircraft", {"count": len(attack.aircraft)}))
        if attack.naval:
            support.append(say("attack.naval", {"ships": self.all(attack.naval)}))
        if attack.carpet:
            support.append(say("attack.carpet", {}))
        if attack.lower:
            support.append(say("attack.lower", {"count": attack.lower}))
        fields = {"targets": self._hexes(attack.targets), "units": self.all(attack.units)}
        case = ""
        on_map = all(self.pos.on_map(unit) for unit in attack.units)
        fired = sum(self.pos.cf(ship) for ship in attack.naval)
        odds = battle.fought_at(self.pos, attack.units, attack.targets, fired) if attack.units and on_map else None
        if odds is None:
            case = ".unpaid"
        return case + (".support" if support else ""), fields | {"odds": odds, "support": ", ".join(support)}

    def _rail(self, unit: int, path: Sequence[int]) -> tuple[str, Mapping[str, object]]:
        place = self.pos.game.place
        start = self.pos.at(unit)
        way = (start, *path) if start >= 0 else tuple(path)
        fields = {"unit": self.pos.game.piece_name(unit), "path": "-".join(map(place, way)), "hexes": len(way) - 1}
        if len(way) < _FAR:
            return "", fields
        return ".far", fields | {"start": self.place(way[0]), "end": self.place(way[-1])}

    def _going(self) -> str:
        """The unit that waits at the river or the wire."""
        agenda = self.pos.state.agenda
        step: Any = self.pos.game.step_codec.unpack(*agenda[-1]) if agenda else None
        unit = getattr(step, "unit", -1)
        return self.pos.game.piece_name(unit) if unit >= 0 else "?"

    # ------------------------------------------------------------ names
    def place(self, number: int) -> str:
        """A hex by its id and, for a city, its name; a box by its name."""
        named = super().place(number)
        if 0 <= number < self.pos.board.n_hexes and self.pos.board.names[number]:
            return f"{named} {self.pos.board.names[number]}"
        return named

    def _hexes(self, hexes: Iterable[int]) -> str:
        return self.list([self.place(place) for place in hexes])

    def _pairs(self, pairs: Iterable[tuple[int, int]]) -> str:
        name = self.pos.game.piece_name
        return self.list([self.table.say("pair", {"unit": name(unit), "at": self.place(at)}) for unit, at in pairs])


SPEAKER: Final = Telling
