"""From a typed line to a decision: printed names with spaces, short kinds, a destination instead of a path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, get_args, get_origin

import msgspec

from hexledger.engine.errors import BadDecision, UnknownName, close_to
from hexledger.engine.kernel.decisions import PieceId, PlaceId

if TYPE_CHECKING:
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game

MOST_KINDS = 12
"""Kinds of decision that a hint lists; of more, those that are spelt alike."""

LONGEST_NAME = 5
"""Words that a printed unit name may have."""


def parse(
    game: Game[Any], text: str, kinds: Sequence[str], choices: Callable[[], Iterable[Decision]] = lambda: ()
) -> Decision:
    """The decision that a line means. `kinds`: those asked for now; `choices`: legal decisions, called when needed.

    `move 8/3 E2237` gets the path that `choices` lists to that hex. BadDecision or UnknownName says what is wrong.
    """
    words = text.replace(">", " ").split()
    if not words:
        raise BadDecision("an empty line is no decision")
    kind, rest = _kind(game, words, kinds)
    fields = game.codec.fields(kind)
    values: list[str] = []
    for number, (_, hint) in enumerate(fields):
        last = number == len(fields) - 1
        value, rest = _value(game, rest, hint, last=last)
        if value is None:
            break
        values.append(value)
    if rest:
        values += rest  # the codec says how many values there may be
    decision = game.codec.from_text(" ".join((kind, *values)))
    return _with_path(game, decision, choices)


def _kind(game: Game[Any], words: Sequence[str], kinds: Sequence[str]) -> tuple[str, list[str]]:
    """The kind at the head of a line, written `end_movement`, `end movement`, or cut short where one kind is meant."""
    for count in range(min(4, len(words)), 0, -1):
        name = "_".join(words[:count]).lower().replace("-", "_")
        if name in game.codec.classes:
            return name, list(words[count:])
    short = words[0].lower()
    meant = [kind for kind in kinds if kind.startswith(short)]
    if len(meant) == 1:
        return meant[0], list(words[1:])
    near = tuple(meant or kinds)
    raise UnknownName("decision or command", words[0], near if len(near) <= MOST_KINDS else close_to(short, near))


def _value(game: Game[Any], words: Sequence[str], hint: Any, *, last: bool) -> tuple[str | None, list[str]]:
    """The value of one field at the head of the words, as the codec reads it, and the words after it."""
    if not words:
        return None, []
    inner = get_args(hint) if get_origin(hint) is tuple else ()
    many = len(inner) == 2 and inner[1] is Ellipsis
    if hint is PieceId or (many and inner[0] is PieceId):
        for count in range(min(LONGEST_NAME, len(words)), 0, -1):
            names = "".join(words[:count]).split(",")
            if all(_is_piece(game, name) for name in names):
                return ",".join(names), list(words[count:])
    if many and inner[0] is PlaceId:
        taken = len(words) if last else 1
        return ",".join(words[:taken]).replace("-", ",") if words[0] != "-" else "-", list(words[taken:])
    return words[0], list(words[1:])


def _is_piece(game: Game[Any], name: str) -> bool:
    try:
        game.find_piece(name)
    except UnknownName:
        return False
    return True


def _with_path(game: Game[Any], decision: Decision, choices: Callable[[], Iterable[Decision]]) -> Decision:
    """The listed decision that differs only in the way to the same hex, when only the destination was given."""
    paths = [name for name, hint in game.codec.fields(decision.kind()) if hint == tuple[PlaceId, ...]]
    if len(paths) != 1:
        return decision
    field = paths[0]
    path = getattr(decision, field)
    if len(path) != 1:
        return decision
    for choice in choices():
        way = getattr(choice, field, ()) if type(choice) is type(decision) else ()
        if way and way[-1] == path[0] and msgspec.structs.replace(choice, **{field: path}) == decision:
            return choice
    return decision
