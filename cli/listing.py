"""The legal decisions of a moment as a numbered list that fits a terminal: grouped by kind, then by unit, in pages."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from hexledger.engine.kernel.decisions import PieceId, PlaceId

if TYPE_CHECKING:
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game
    from hexledger.projections.state import State

PAGE = 36
"""Lines to a page."""
FEW = 3
"""Up to so many decisions of one unit stand on lines of their own."""


class Listing:
    """Numbered decisions; number n is `decisions[n - 1]`. `more`: the list was cut. `state`: where they may be made."""

    def __init__(
        self, game: Game[Any], decisions: Sequence[Decision], more: bool = False, state: State | None = None
    ) -> None:
        self.game = game
        self._pos = None if state is None else game.position(state)
        self.decisions = tuple(decisions)
        self.more = more

    def pick(self, number: int) -> Decision | None:
        """The decision of a number, None when there is none."""
        return self.decisions[number - 1] if 1 <= number <= len(self.decisions) else None

    def lines(self, width: int = 118, kind: str = "") -> list[str]:
        """The whole list (or one kind of it) as lines of text."""
        groups: dict[tuple[str, str], list[tuple[int, Decision]]] = {}
        for number, decision in enumerate(self.decisions, 1):
            if not kind or decision.kind() == kind:
                groups.setdefault((decision.kind(), self._unit(decision)), []).append((number, decision))
        out: list[str] = []
        last = ""
        for (name, unit), found in groups.items():
            if name != last and len(found) > FEW:
                out.append(f"{name.replace('_', ' ')}:")
            last = name
            if len(found) <= FEW or not unit:
                out += [f"{number:>4}  {self._words(decision)}" for number, decision in found]
            else:
                tokens = self._tokens([decision for _, decision in found])
                body = "  ".join(
                    f"{number} {token}".replace(" ", "\u00a0") for (number, _), token in zip(found, tokens, strict=True)
                )
                lines = wrap(f"{unit}:  {body}", width, initial_indent="      ", subsequent_indent="          ")
                out += [line.replace("\u00a0", " ") for line in lines]
        if self.more:
            out.append("  ... and more of these kinds")
        return out

    def _words(self, decision: Decision) -> str:
        """A decision as the game tells it where the position is known, else its line with names."""
        if self._pos is None:
            return self.game.codec.to_words(decision)
        return self.game.tell(self._pos, decision)

    def pages(self, width: int = 118, kind: str = "") -> list[list[str]]:
        """The list in pages of at most PAGE lines; at least one page."""
        lines = self.lines(width, kind)
        return [lines[start : start + PAGE] for start in range(0, len(lines), PAGE)] or [[]]

    def _unit(self, decision: Decision) -> str:
        """Printed name of the unit that a decision is about, when its first field is one."""
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
                parts.append(self.game.place(value[-1]))
            else:
                words = self.game.codec.words_of(value, hint)
                parts += [words] if words else []
        return " ".join(parts) or "-"
