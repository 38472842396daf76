"""From a typed line to a decision: printed names with spaces, short kinds, a destination instead of a path."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, get_args, get_origin

import msgspec

from hexledger.engine.errors import AmbiguousName, BadDecision, IllegalDecision, UnknownName, close_to
from hexledger.engine.kernel.deciding import check
from hexledger.engine.kernel.decisions import DecisionCodec, PieceId, PlaceId
from hexledger.engine.naming.meant import LONGEST_NAME, Here
from hexledger.projections.state import OFF_MAP

if TYPE_CHECKING:
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game
    from hexledger.projections.state import State

MOST_KINDS = 12
"""Kinds of decision that a hint lists; of more, those that are spelt alike."""

SHORTEST_KIND = 3
"""Letters that a kind may be cut down to: a `n` or `p` typed by habit decides nothing."""

MOST_HINTED = 3
"""Decisions that a hint names where a line says no kind."""

Choices = Callable[[], Iterable["Decision"]]


def no_choices() -> Iterable[Decision]:
    """Nothing is listed: names mean what the game and the board say."""
    return ()


def parse(
    game: Game[Any],
    text: str,
    kinds: Sequence[str],
    choices: Choices = no_choices,
    state: State | None = None,
    words: Sequence[str] = (),
) -> Decision:
    """The decision that a line means. `kinds`: those asked for now; `choices`: legal decisions, called when needed;
    `state`: the position it is made in; `words`: commands that the line might have been, for a hint.

    `move 8/3 E2237` gets the path that `choices` lists to that hex; a unit's name means one that may be decided about,
    else one on the board. BadDecision, AmbiguousName or UnknownName says what is wrong.
    """
    typed = text.replace(">", " ").split()
    if not typed:
        raise BadDecision("an empty line is no decision")
    kind, rest = _kind(game, typed, kinds, words, choices)
    codec = codec_at(game, state, kind, choices)
    fields = codec.fields(kind)
    values: list[str] = []
    for number, (_, hint) in enumerate(fields):
        last = number == len(fields) - 1
        value, rest = _value(codec, rest, hint, last=last)
        if value is None:
            break
        values.append(value)
    if rest:
        values += rest  # the codec says how many values there may be
    try:
        decision = codec.from_text(" ".join((kind, *values)))
    except AmbiguousName:
        raise
    except UnknownName as unknown:
        raise _of_another_kind(codec, kind, unknown) from None
    return _with_path(game, decision, choices)


def _of_another_kind(codec: DecisionCodec, kind: str, unknown: UnknownName) -> BadDecision:
    """What is said of a name in the wrong place: that it is a hex where a unit is wanted, or a unit where a hex is."""
    form = " ".join((kind, *(name.upper() for name, _ in codec.fields(kind))))
    named = {"a hex": _names_place(codec, unknown.name), "a unit": _is_piece(codec, unknown.name)}
    for what, so in named.items():
        if so:
            return BadDecision(f"{unknown.name!r} is {what}, and stands where something else is wanted: `{form}`")
    return unknown


def codec_at(game: Game[Any], state: State | None, kind: str, choices: Choices = no_choices) -> DecisionCodec:
    """The game's codec, its names meant as they are in a position where a decision of this kind is typed."""
    if state is None:
        return game.codec

    def legal() -> Iterator[int]:
        for choice in choices():
            if choice.kind() == kind:
                yield from units_of(game, choice)

    return game.codec.spoken_by(Here(game, state, legal))


def units_of(game: Game[Any], decision: Decision) -> Iterator[int]:
    """The units that a decision names."""
    return _all_named(game, decision, PieceId)


def places_of(game: Game[Any], decision: Decision) -> Iterator[int]:
    """The hexes and boxes that a decision names."""
    return _all_named(game, decision, PlaceId)


def _all_named(game: Game[Any], decision: Decision, wanted: object) -> Iterator[int]:
    for name, hint in game.codec.fields(decision.kind()):
        yield from _named(getattr(decision, name), hint, wanted)


def _named(value: Any, hint: Any, wanted: object) -> Iterator[int]:
    """The units, or places, that a field's value names."""
    if hint is wanted:
        yield value
    elif get_origin(hint) is tuple:
        inner = get_args(hint)
        hints = [inner[0]] * len(value) if len(inner) == 2 and inner[1] is Ellipsis else inner
        for item, one in zip(value, hints, strict=False):
            yield from _named(item, one, wanted)


def _kind(
    game: Game[Any], words: Sequence[str], kinds: Sequence[str], others: Sequence[str], choices: Choices
) -> tuple[str, list[str]]:
    """The kind at the head of a line, written `end_movement`, `end movement`, or cut short where one kind is meant."""
    for count in range(min(4, len(words)), 0, -1):
        name = "_".join(words[:count]).lower().replace("-", "_")
        if name in game.codec.classes:
            return name, list(words[count:])
    short = words[0].lower()
    meant = [kind for kind in kinds if kind.startswith(short)] if len(short) >= SHORTEST_KIND else []
    if len(meant) == 1:
        return meant[0], list(words[1:])
    near = tuple(meant) or close_to(short, (*kinds, *others)) or _saying(game, words, choices)
    raise UnknownName("decision or command", words[0], near, there=kinds if len(kinds) <= MOST_KINDS else ())


def said_in(game: Game[Any], decision: Decision, words: Sequence[str]) -> bool:
    """Whether each word (casefolded) begins a word of a decision, as it is typed or as it is read."""
    line = f"{game.codec.to_text(decision)} {game.codec.to_words(decision)}".casefold()
    return all(re.search(rf"(?<!\w){re.escape(word)}", line) for word in words)


def _saying(game: Game[Any], words: Sequence[str], choices: Choices) -> tuple[str, ...]:
    """The legal decisions in which all words stand, as they are typed; () where they are more than a hint may list."""
    wanted = [word.casefold() for word in words]
    found = list(islice((one for one in choices() if said_in(game, one, wanted)), MOST_HINTED + 1))
    return tuple(f"`{game.codec.to_text(one)}`" for one in found) if len(found) <= MOST_HINTED else ()


def _value(codec: DecisionCodec, words: Sequence[str], hint: Any, *, last: bool) -> tuple[str | None, list[str]]:
    """The value of one field at the head of the words, as the codec reads it, and the words after it."""
    if not words:
        return None, []
    inner = get_args(hint) if get_origin(hint) is tuple else ()
    many = len(inner) == 2 and inner[1] is Ellipsis
    if hint is PieceId or (many and inner[0] is PieceId):
        for count in range(len(words) if many else min(LONGEST_NAME, len(words)), 0, -1):
            names = "".join(words[:count]).split(",")
            if all(_is_piece(codec, name) for name in names):
                return ",".join(names), list(words[count:])
    if words[0] != "-" and (hint is PlaceId or (many and inner[0] is PlaceId)):
        for count in range(len(words) if last else min(LONGEST_NAME, len(words)), 0, -1):
            if _is_named_place(codec, "".join(words[:count])):
                return "".join(words[:count]), list(words[count:])
    if many and inner[0] is PlaceId:
        taken = len(words) if last else 1
        return ",".join(words[:taken]).replace("-", ",") if words[0] != "-" else "-", list(words[taken:])
    return words[0], list(words[1:])


def _is_named_place(codec: DecisionCodec, name: str) -> bool:
    """Whether places on the map are called so; labels, of which a path may be made, are told apart by their figures."""
    return not any(letter.isdigit() for letter in name) and _names_place(codec, name)


def _names_place(codec: DecisionCodec, name: str) -> bool:
    return _is_called(codec.names.find_place, name)


def _is_piece(codec: DecisionCodec, name: str) -> bool:
    return _is_called(codec.names.find_piece, name)


def _is_called(find: Callable[[str], int], name: str) -> bool:
    """Whether something is called so, be it several."""
    try:
        find(name)
    except AmbiguousName:
        return True
    except UnknownName:
        return False
    return True


def _path_field(game: Game[Any], decision: Decision) -> str:
    """The one field that holds a path; empty where there is none or more than one."""
    paths = [name for name, hint in game.codec.fields(decision.kind()) if hint == tuple[PlaceId, ...]]
    return paths[0] if len(paths) == 1 else ""


def _ways(decision: Decision, field: str, choices: Choices) -> Iterator[Decision]:
    """The listed decisions that differ only in the way."""
    path = getattr(decision, field)
    for choice in choices():
        way = getattr(choice, field) if type(choice) is type(decision) else ()
        if way and msgspec.structs.replace(choice, **{field: path}) == decision:
            yield choice


def _with_path(game: Game[Any], decision: Decision, choices: Choices) -> Decision:
    """The listed decision that differs only in the way to the same hex, when only the destination was given."""
    field = _path_field(game, decision)
    if not field or len(getattr(decision, field)) != 1:
        return decision
    there = getattr(decision, field)[0]
    return next((choice for choice in _ways(decision, field, choices) if getattr(choice, field)[-1] == there), decision)


def why_not(
    game: Game[Any], state: State, decision: Decision, choices: Choices, refused: IllegalDecision
) -> IllegalDecision:
    """Why a destination that stands for a path cannot be had: what the rules say of the ways that lead next to it, as
    a step from where the unit stands was hardly meant. `refused` itself for any other decision."""
    field = _path_field(game, decision)
    if not field or len(getattr(decision, field)) != 1:
        return refused
    there = getattr(decision, field)[0]
    ways = [getattr(choice, field) for choice in _ways(decision, field, choices)]
    near = game.board.neighbours[there]
    movers = list(units_of(game, decision))
    if not ways or not movers or any(state.at.get(piece, OFF_MAP) in near for piece in movers):
        return refused
    found: list[IllegalDecision] = []
    for way in sorted((way for way in ways if way[-1] in near), key=len):
        try:
            check(game, state, msgspec.structs.replace(decision, **{field: (*way, there)}))
        except IllegalDecision as why:
            found.append(why)
    label = game.place(there)
    for one in found:
        if label in one.reason:
            return one
    enemies = [piece for piece in state.units_at(there) if game.piece_side(piece) != game.piece_side(movers[0])]
    if found and enemies:
        held = ", ".join(game.piece_name(piece) for piece in enemies)
        return IllegalDecision(found[0].rule, f"{label} is held by {held}, and {found[0].reason}")
    if found:
        return found[0]
    ends = len({way[-1] for way in ways})
    return IllegalDecision(refused.rule, f"{label} is out of reach; {ends} hexes are not, see `offer`")
