"""Decisions in words: what the games' speakers share. The phrases of a game stand in `decisions.<language>.txt`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from hexledger.engine.errors import BadDecision
from hexledger.engine.kernel.decisions import Decision, PlaceId, Reveal
from hexledger.engine.kernel.position import Position
from hexledger.engine.naming.words import text_lines
from hexledger.projections.phrases import Phrases

P = TypeVar("P", bound=Position[Any])


@cache
def phrases_of(package: str, language: str = "en") -> Phrases:
    """The phrases of a game (its package) in a language; what that lacks is said in English."""
    english = Phrases(text_lines(package, "decisions.en.txt"))
    return english if language == "en" else Phrases(text_lines(package, f"decisions.{language}.txt"), english)


@cache
def _fields(kind: type[Decision]) -> tuple[tuple[str, Any], ...]:
    """(name, type) of each field of a kind of decision."""
    return tuple((field.name, field.type) for field in msgspec.structs.fields(kind))


class Speaker(Generic[P]):
    """Words for one position. A game's speaker says in `words` which case of a phrase a decision is, and its fields."""

    def __init__(self, pos: P, table: Phrases) -> None:
        self.pos = pos
        self.table = table

    def say(self, decision: Decision) -> str:
        """One phrase; the decision's line for a kind without one."""
        case, fields = self.words(decision)
        key = decision.kind() + case
        return self.table.say(key, fields) if key in self.table else self.pos.game.codec.to_text(decision)

    def words(self, decision: Decision) -> tuple[str, Mapping[str, object]]:
        """The case of the phrase (empty for the plain one) and its fields."""
        return "", self.plainly(decision)

    def plainly(self, decision: Decision) -> Mapping[str, object]:
        """The fields of a decision one by one, each in words; most that is left is the end of something."""
        words_of = self.pos.game.codec.words_of
        found: dict[str, object] = {}
        for name, kind in _fields(type(decision)):
            value = getattr(decision, name)
            found[name] = self.place(value) if kind is PlaceId else words_of(value, kind)
        return found

    def opened(self, decision: Reveal) -> str:
        """What a seal held."""
        try:
            return self.say(self.pos.game.codec.from_data(decision.choice))
        except BadDecision:
            return "?"

    # ------------------------------------------------------------ names
    def place(self, number: int) -> str:
        """A hex by its id, a box by its name."""
        name: str = self.pos.game.place_name(number)
        return name

    def path(self, unit: int, path: Sequence[int]) -> str:
        """The way of a unit: where it is, and what it enters."""
        start = self.pos.at(unit)
        hexes = (start, *path) if start >= 0 else tuple(path)
        return "-".join(map(self.pos.game.place, hexes))

    def all(self, units: Sequence[int]) -> str:
        """Units by name."""
        return self.list([self.pos.game.piece_name(unit) for unit in units])

    def list(self, names: Sequence[str]) -> str:
        """`a`, `a and b`, `a, b and c` as the language has it."""
        if len(names) < 2:
            return "".join(names)
        text = self.table.say("list.two", {"first": names[-2], "last": names[-1]})
        for name in reversed(names[:-2]):
            text = self.table.say("list.more", {"first": name, "rest": text})
        return text


def one(units: Sequence[int]) -> str:
    """The case for a single unit."""
    return ".one" if len(units) == 1 else ""
