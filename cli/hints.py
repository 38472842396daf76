"""What may be typed next at the table: commands, decisions, and the values that the legal decisions have there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from hexledger.engine.errors import UnknownName
from hexledger.engine.kernel.decisions import PieceId, PlaceId
from hexledger.engine.naming.meant import find_unit
from hexledger.projections.state import OFF_MAP

if TYPE_CHECKING:
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game
    from hexledger.projections.state import State


def hints(
    game: Game[Any], state: State, choices: Sequence[Decision], commands: Sequence[str], before: str
) -> Iterator[tuple[str, str]]:
    """(word, what it is) for the word that is being typed at the end of `before`."""
    words = before.split()
    if before.endswith(" ") or not words:
        words.append("")
    last, earlier = words[-1], words[:-1]
    if not earlier:
        kinds = dict.fromkeys(choice.kind() for choice in choices)
        for kind in kinds:
            if kind.startswith(last.lower()):
                yield kind, "decision"
        for command in commands:
            if command.startswith(last.lower()):
                yield command, "command"
        return
    if earlier[0] == "unit":
        yield from _units(game, state, sorted(state.at), last)
    elif earlier[0] == "hex":
        yield from _places(game, sorted(state.stacks), last)
    else:
        of_kind = [choice for choice in choices if choice.kind() == earlier[0]]
        yield from _values(game, state, of_kind, earlier[1:], last)


def _values(
    game: Game[Any], state: State, choices: Sequence[Decision], given: Sequence[str], last: str
) -> Iterator[tuple[str, str]]:
    """Values of the next field among the decisions that begin with those given."""
    if not choices:
        return
    fields = game.codec.fields(choices[0].kind())
    if len(given) >= len(fields):
        return
    for text, (name, hint) in zip(given, fields, strict=False):
        if hint is PieceId:
            try:
                piece = find_unit(game, text, state, [getattr(choice, name) for choice in choices])
            except UnknownName:
                return
            choices = [choice for choice in choices if getattr(choice, name) == piece]
        else:
            choices = [choice for choice in choices if text in _tokens(game, getattr(choice, name), hint)]
    name, hint = fields[len(given)]
    if hint is PieceId:
        yield from _units(game, state, list(dict.fromkeys(getattr(choice, name) for choice in choices)), last)
        return
    seen: dict[str, None] = {}
    for choice in choices:
        seen.update(dict.fromkeys(_tokens(game, getattr(choice, name), hint)[:1]))
    for token in seen:
        if token.lower().startswith(last.lower()):
            yield token, ""


def _tokens(game: Game[Any], value: Any, hint: Any) -> list[str]:
    """How a value may be typed, the best way first: a path by its last hex."""
    if hint == tuple[PlaceId, ...]:
        labels = [game.place(place) for place in value]
        return [labels[-1], ",".join(labels)] if labels else ["-"]
    return [game.codec.text_of(value, hint)]


def _units(game: Game[Any], state: State, pieces: Sequence[int], last: str) -> Iterator[tuple[str, str]]:
    """Units by what they are called (without spaces) or by id, with the hex that they are in."""
    low = last.lower()
    for piece in pieces:
        if piece < 0:
            continue
        ident, name = game.piece(piece), game.piece_name(piece).replace(" ", "")
        at = state.at.get(piece, OFF_MAP)
        where = f" in {game.place_name(at)}" if at != OFF_MAP else ""
        if name.lower().startswith(low):
            yield name, f"{ident}{where}"
        elif ident.startswith(low):
            yield ident, f"{game.piece_name(piece)}{where}"


def _places(game: Game[Any], places: Sequence[int], last: str) -> Iterator[tuple[str, str]]:
    for place in places:
        if game.place(place).startswith(last.upper()):
            yield game.place(place), game.board.names[place]
