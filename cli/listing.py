"""The legal decisions of a moment as a numbered list that fits a terminal: grouped by kind, then by unit, in pages.

Numbers stand in brackets, so that none is taken for the name of a unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from hexledger.cli.narrowing import EVERY
from hexledger.engine.kernel.decisions import PieceId, PlaceId
from hexledger.events.numbers import counted

if TYPE_CHECKING:
    from hexledger.cli.narrowing import Narrowing
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game
    from hexledger.projections.state import State

PAGE = 36
"""Lines to a page where the terminal does not say."""
FEW = 3
"""Up to so many decisions of one unit stand on lines of their own."""
SETS: Final = 4
"""From more decisions than these on that differ in a set of units only, the units are picked one by one."""


class Pick(NamedTuple):
    """Decisions that differ in one set of units only: the field that holds it, one of them, and all of them."""

    field: str
    like: Decision
    decisions: tuple[Decision, ...]

    @property
    def units(self) -> tuple[int, ...]:
        """Every unit that can be picked, ascending."""
        return tuple(sorted({piece for one in self.decisions for piece in getattr(one, self.field)}))


Item: TypeAlias = "Decision | Pick"


class Listing:
    """Numbered items; number n is `items[n - 1]`. `more`: the list was cut. `state`: where they may be decided;
    `picks`: False to list every set of units as it is."""

    def __init__(
        self,
        game: Game[Any],
        decisions: Sequence[Decision],
        more: bool = False,
        state: State | None = None,
        *,
        picks: bool = True,
    ) -> None:
        self.game = game
        self._pos = None if state is None else game.position(state)
        self.decisions = tuple(decisions)
        self.items: tuple[Item, ...] = tuple(gathered(game, self.decisions)) if picks else self.decisions
        self.more = more

    def pick(self, number: int) -> Item | None:
        """The item of a number, None when there is none."""
        return self.items[number - 1] if 1 <= number <= len(self.items) else None

    def lines(self, width: int = 118, asked: Narrowing = EVERY) -> list[str]:
        """The whole list (or what is asked for of it) as lines of text."""
        groups: dict[tuple[str, str], list[tuple[int, Item]]] = {}
        for number, item in enumerate(self.items, 1):
            decision = item.like if isinstance(item, Pick) else item
            every = item.decisions if isinstance(item, Pick) else (item,)
            if any(asked.fits(self.game, one) for one in every):
                unit = "" if isinstance(item, Pick) else self._unit(item)
                groups.setdefault((decision.kind(), unit), []).append((number, item))
        out: list[str] = []
        last = ""
        for (name, unit), found in groups.items():
            if name != last and len(found) > FEW:
                out.append(f"{name.replace('_', ' ')}:")
            last = name
            if len(found) <= FEW or not unit:
                for number, item in found:
                    out += wrap(f"{f'[{number}]':>6} {self.words(item)}", width, subsequent_indent="       ")
            else:
                tokens = self._tokens([item for _, item in found if not isinstance(item, Pick)])
                body = "  ".join(
                    f"[{number}] {token}".replace(" ", "\u00a0")
                    for (number, _), token in zip(found, tokens, strict=True)
                )
                lines = wrap(f"{unit}:  {body}", width, initial_indent="      ", subsequent_indent="          ")
                out += [line.replace("\u00a0", " ") for line in lines]
        if self.more:
            out.append("  ... and more of these kinds")
        return out

    def words(self, item: Item) -> str:
        """An item as the game tells it where the position is known, else its line with names; of an attack its odds."""
        if isinstance(item, Pick):
            names = ", ".join(self.game.piece_name(piece) for piece in item.units)
            head = self._said(item)
            return f"{head}: pick units one by one among {names} ({counted(len(item.decisions), 'way')})"
        if self._pos is None:
            return self.game.codec.to_words(item)
        told = self.game.tell(self._pos, item)
        odds = self.game.view().forecast(self._pos, item)
        return f"{told} ({odds})" if odds else told

    def _said(self, pick: Pick) -> str:
        """The kind of a pick with the values that all its decisions share."""
        parts = [pick.like.kind().replace("_", " ")]
        for name, hint in self.game.codec.fields(pick.like.kind()):
            value = getattr(pick.like, name)
            if hint == tuple[PlaceId, ...]:
                parts.append(", ".join(map(self.game.place, value)))
            elif name != pick.field and hint is PlaceId:
                parts.append(self.game.codec.words_of(value, hint))
        return " ".join(part for part in parts if part)

    def _unit(self, decision: Decision) -> str:
        """What the unit is called that a decision is about, when its first field is one."""
        fields = self.game.codec.fields(decision.kind())
        if not fields or fields[0][1] is not PieceId:
            return ""
        piece: int = getattr(decision, fields[0][0])
        return self.game.piece_name(piece) if piece >= 0 else ""

    def _tokens(self, decisions: Sequence[Decision]) -> list[str]:
        """What tells the decisions of one unit apart, briefly: a path by its last hex where that will do."""
        brief = [self._rest(decision, brief=True) for decision in decisions]
        return [
            token if brief.count(token) == 1 else self._rest(decision, brief=False)
            for token, decision in zip(brief, decisions, strict=True)
        ]

    def _rest(self, decision: Decision, *, brief: bool) -> str:
        parts = []
        for name, hint in self.game.codec.fields(decision.kind())[1:]:
            value = getattr(decision, name)
            if brief and hint == tuple[PlaceId, ...] and value:
                parts.append(self.game.place_name(value[-1]))
            else:
                words = self.game.codec.words_of(value, hint)
                parts += [words] if words else []
        return " ".join(parts) or "-"


def paged(lines: Sequence[str], page: int = PAGE) -> list[list[str]]:
    """Lines in pages of at most so many; at least one page."""
    return [list(lines[start : start + page]) for start in range(0, len(lines), page)] or [[]]


def gathered(game: Game[Any], decisions: Sequence[Decision]) -> list[Item]:
    """The decisions in their order; those that differ in one set of units only become one `Pick`."""
    groups: dict[tuple[object, ...], list[Decision]] = {}
    for decision in decisions:
        groups.setdefault(_alike(game, decision), []).append(decision)
    items: list[Item] = []
    for found in groups.values():
        field = _set_field(game, found[0])
        many = any(len(getattr(one, field)) > 1 for one in found) if field else False
        items += [Pick(field, found[0], tuple(found))] if many and len(found) > SETS else found
    return items


def _set_field(game: Game[Any], decision: Decision) -> str:
    """The first field that holds any number of units; empty when there is none."""
    return next((name for name, hint in game.codec.fields(decision.kind()) if hint == tuple[PieceId, ...]), "")


def _alike(game: Game[Any], decision: Decision) -> tuple[object, ...]:
    """What decisions of one `Pick` have in common."""
    field = _set_field(game, decision)
    rest = tuple(getattr(decision, name) for name, _ in game.codec.fields(decision.kind()) if name != field)
    return decision.kind(), *rest
