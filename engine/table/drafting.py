"""A decision as a draft, filled field by field: what may stand in the next field, and what comes of the whole.

It knows no game. What a field is follows from its declared type: a unit, a place, a way through places, a set of units
or places, pairs, a number, a word, a yes or no. Values come from what the position lists; a set or a way that is put
together by hand is proposed, and the rules refuse or allow it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from hexledger.engine.errors import BadDecision, EngineError, Unfinished, UnknownName
from hexledger.engine.kernel.deciding import Listing, check, waiting
from hexledger.engine.kernel.decisions import KERNEL_KINDS, ROW, Decision, PieceId, PlaceId, WordId
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.homes import tag_of
from hexledger.engine.kernel.seals import wants_reveal
from hexledger.engine.naming.typed import units_of
from hexledger.projections.state import OFF_MAP, State

UNIT: Final = "unit"
PLACE: Final = "place"
ROUTE: Final = "route"
UNITS: Final = "units"
PLACES: Final = "places"
PAIRS: Final = "pairs"
NUMBER: Final = "number"
NUMBERS: Final = "numbers"
WORD: Final = "word"
YES: Final = "yes"
OTHER: Final = "other"
ROLES: Final = (UNIT, PLACE, ROUTE, UNITS, PLACES, ROW, PAIRS, NUMBER, NUMBERS, WORD, YES, OTHER)

SETS: Final = frozenset({UNITS, PLACES, PAIRS, NUMBERS})
"""Roles whose value is put together piece by piece, in no order."""
_PATH: Final = "path"
"""The name of a field whose places are a way, in order, and no set."""


class Field(NamedTuple):
    """A field of a kind of decision. `needed`: it has no default, so that a draft without it is not whole; `parts`: of
    pairs the role of each half, of a row that of its members; `words`: what players call it; `help`: what it is for,
    empty where its name says so; `size`: how many a set of a fixed size holds, 0 for any."""

    name: str
    role: str
    needed: bool
    parts: tuple[str, ...] = ()
    words: str = ""
    help: str = ""
    size: int = 0


class Value(NamedTuple):
    """A value that a field may have. `text`: it in words; `listed`: decisions of the list that have it there."""

    value: Any
    text: str
    listed: int


def role_of(name: str, hint: Any) -> str:
    """What a field of a declared type is to be asked as, one of `ROLES`."""
    plain = {PieceId: UNIT, PlaceId: PLACE, WordId: WORD, int: NUMBER, bool: YES}.get(hint)
    if plain is not None:
        return plain
    inner = get_args(hint) if get_origin(hint) is tuple else ()
    if inner and all(half is PieceId for half in inner):
        return UNITS
    if len(inner) != 2 or inner[1] is not Ellipsis:
        return OTHER
    if inner[0] is int:
        return NUMBERS
    if inner[0] is PieceId:
        return UNITS
    if inner[0] is PlaceId:
        return ROUTE if name == _PATH else PLACES
    return PAIRS if get_origin(inner[0]) is tuple else OTHER


def fields_of(game: Game[Any], kind: str) -> tuple[Field, ...]:
    """The fields of a kind of decision in their order; UnknownName for an unknown kind."""
    hints = dict(game.codec.fields(kind))
    cls = game.codec.classes[kind]
    declared = {field.name: field for field in msgspec.structs.fields(cls)}
    marked = get_type_hints(cls, include_extras=True)
    fields = []
    for name, hint in hints.items():
        row = ROW in getattr(marked[name], "__metadata__", ())
        role, parts = (ROW, (role_of(name, get_args(hint)[0]),)) if row else (role_of(name, hint), _parts(name, hint))
        needed = declared[name].default is msgspec.NODEFAULT
        called = _said(game, "field", kind, name) or name.replace("_", " ")
        size = _size(hint) if role == UNITS else 0
        fields.append(Field(name, role, needed, parts, called, _said(game, "help", kind, name), size))
    return tuple(fields)


def _size(hint: Any) -> int:
    """How many members a tuple of a fixed size has; 0 for any number."""
    inner = get_args(hint)
    return 0 if Ellipsis in inner else len(inner)


def check_shapes(game: Game[Any], kind: str, given: Mapping[str, Any]) -> None:
    """BadDecision for a value that has not the shape of its field: where several are chosen, and on a way, a tuple, of
    pairs one of twos; elsewhere anything that is no mapping. What stands in it is looked at later."""
    roles = {field.name: field.role for field in fields_of(game, kind)}
    for name, value in given.items():
        role = roles.get(name, OTHER)
        many = role in SETS or role in (ROUTE, ROW)
        good = _no_mapping(value) and (not many or isinstance(value, tuple))
        if good and role == PAIRS:
            good = all(isinstance(pair, tuple) and len(pair) == 2 for pair in value)
        if not good:
            raise BadDecision(f"{kind}: {name} has no value of its kind ({role})")


def _no_mapping(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_no_mapping, value))
    return not isinstance(value, dict)


def kind_words(game: Game[Any], kind: str) -> str:
    """What players call a kind of decision: the word `decide.KIND`, else its name."""
    return game.words.text(game.words[key]) if (key := f"decide.{kind}") in game.words else kind.replace("_", " ")


def _said(game: Game[Any], what: str, kind: str, name: str) -> str:
    """The word for a field of this kind of decision, else that for a field of this name; empty for none."""
    for key in (f"{what}.{kind}.{name}", f"{what}.{name}"):
        if key in game.words:
            return game.words.text(game.words[key])
    return ""


def _parts(name: str, hint: Any) -> tuple[str, ...]:
    if role_of(name, hint) != PAIRS:
        return ()
    return tuple(role_of(name, half) for half in get_args(get_args(hint)[0]))


class Drafting:
    """Drafts in one position. Listed decisions are kept a kind at a time, once they are asked for."""

    def __init__(self, game: Game[Any], state: State) -> None:
        """`state` is not changed; NotOffered when the game is over."""
        self.game = game
        self.state = state
        self.pos = game.position(state)
        self.prompt = waiting(game, state, self.pos)[1]
        self._listing = Listing(game, state)
        self._kinds: list[str] | None = None
        self._kept: dict[str, list[Decision]] = {}
        self._about: dict[int, tuple[str, ...]] | None = None
        self._further: dict[tuple[str, tuple[int, ...]], list[Decision]] = {}

    def kinds(self) -> list[str]:
        """Kinds of which at least one decision is listed, in the order of the question."""
        if self._kinds is None:
            self._kinds = self._listing.kinds()
        return self._kinds

    @property
    def free(self) -> bool:
        """Whether more may be legal than is listed, so that values which no listed decision has can be tried."""
        return not self.prompt.complete and not wants_reveal(self.prompt.kinds)

    def by_hand(self) -> list[str]:
        """Further kinds that are asked for although none of them is listed, where not everything legal is: they can be
        put together by hand, and the rules say what they think of it. One without a field only where it is legal."""
        if not self.free:
            return []
        known = KERNEL_KINDS.union(self.kinds())
        left = [kind for kind in self.prompt.kinds if kind not in known]
        return [kind for kind in left if self.game.codec.fields(kind) or self._allowed(kind)]

    def _allowed(self, kind: str) -> bool:
        """Whether a decision without fields is legal."""
        try:
            check(self.game, self.state, self.made(kind, {}))
        except EngineError:
            return False
        return True

    def of(self, kind: str) -> list[Decision]:
        """The listed decisions of a kind."""
        if kind not in self.prompt.kinds:
            raise UnknownName("kind of decision that is asked for", kind, there=self.prompt.kinds)
        if kind not in self._kept:
            self._kept[kind] = self._listing.of(kind)
        return self._kept[kind]

    def units(self) -> dict[int, tuple[str, ...]]:
        """Every unit that a listed decision names, and those of `BoardView.movers` -> the kinds of those decisions.
        O(everything listed)."""
        if self._about is None:
            found: dict[int, dict[str, None]] = {}
            for kind in self.kinds():
                for decision in self.of(kind):
                    for piece in units_of(self.game, decision):
                        if piece >= 0:
                            found.setdefault(piece, {})[kind] = None
            for kind, pieces in self.game.view().movers(self.pos).items() if self.free else ():
                for piece in pieces if kind in self.prompt.kinds else ():
                    found.setdefault(piece, {})[kind] = None
            self._about = {piece: tuple(found[piece]) for piece in sorted(found)}
        return self._about

    def about(self, kind: str, given: Mapping[str, Any]) -> list[Decision]:
        """The listed decisions of a kind, then those that a game knows to be legal of the units that are given first
        (`BoardView.further`); kept for the units that were asked about last."""
        listed = self.of(kind)
        first = next(iter(fields_of(self.game, kind)), None)
        value = given.get(first.name) if first is not None and first.role in (UNIT, UNITS) else None
        units = value if isinstance(value, tuple) else (value,)
        if not self.free or not units or not all(self._may_go(piece) for piece in units):
            return listed
        named = kind, tuple(sorted(units))
        if named not in self._further:
            known = set(listed)
            found = self.game.view().further(self.pos, *named)
            self._further = {named: [decision for decision in found if decision not in known]}
        return listed + self._further[named]

    def _may_go(self, piece: Any) -> bool:
        """Whether this is a unit on the map of the side that is asked."""
        if type(piece) is not int or not 0 <= self.state.at.get(piece, OFF_MAP) < self.game.board.n_hexes:
            return False
        return self.game.piece_side(piece) == self.prompt.side

    # ------------------------------------------------------------ the next field
    def matching(self, kind: str, given: Mapping[str, Any]) -> Iterator[Decision]:
        """Decisions that are listed, or legal and known, which have the given values; sets are compared without
        order."""
        roles = {field.name: field.role for field in fields_of(self.game, kind)}
        unknown = sorted(given.keys() - roles.keys())
        if unknown:
            raise BadDecision(f"{kind}: no field called {', '.join(unknown)}; fields are {', '.join(roles) or 'none'}")
        wanted = [(name, _plain(value, roles[name])) for name, value in given.items()]
        for decision in self.about(kind, given):
            if all(_plain(getattr(decision, name), roles[name]) == value for name, value in wanted):
                yield decision

    def values(self, kind: str, given: Mapping[str, Any], name: str) -> list[Value]:
        """The different values of a field among the listed decisions that have the given ones, in their order.

        Where units were put together by hand that no listed decision sends, the ways are those that every one of them
        is listed with alone.
        """
        hints = dict(self.game.codec.fields(kind))
        if name not in hints:
            raise BadDecision(f"{kind}: no field called {name}; fields are {', '.join(hints) or 'none'}")
        found = list(self.matching(kind, given)) or self._one_by_one(kind, given)
        counted: dict[Any, int] = {}
        for decision in found:
            value = getattr(decision, name)
            counted[value] = counted.get(value, 0) + 1
        words = self.game.codec.words_of
        return [Value(value, words(value, hints[name]), count) for value, count in counted.items()]

    def unlisted(self, kind: str, given: Mapping[str, Any], name: str) -> list[Value]:
        """Further values of a field that may be tried where not everything legal is listed, `listed` zero: units and
        places that the question names, and the side's units in boxes (of a set, row or pairs as single members, of
        pairs the first half), yes and no, words and numbers that are listed with other values. Whatever stands on the
        map can be tried as well.

        O(units + everything listed of the kind).
        """
        field = next(field for field in fields_of(self.game, kind) if field.name == name)
        if not self.free:
            return []
        role = (*field.parts, field.role)[0] if field.role in (ROW, PAIRS) else field.role
        further: Iterable[Any] = ()
        if role in (UNIT, UNITS):
            further = (*self.prompt.pieces, *self._in_boxes())
        elif role in (PLACE, PLACES):
            further = self.prompt.places
        elif role in (NUMBER, WORD):
            further = (getattr(decision, name) for decision in self.of(kind))
        elif role == YES:
            further = (False, True)
        known = {one for value in self.values(kind, given, name) for one in _members(value.value, field.role)}
        hint = {UNIT: PieceId, UNITS: PieceId, PLACE: PlaceId, PLACES: PlaceId}.get(role)
        hint = dict(self.game.codec.fields(kind))[name] if hint is None else hint
        words = self.game.codec.words_of
        return [Value(value, words(value, hint), 0) for value in dict.fromkeys(further) if value not in known]

    def _in_boxes(self) -> Iterator[int]:
        """Units of the side that is asked which stand off the map."""
        hexes, side = self.game.board.n_hexes, self.prompt.side
        return (
            piece for piece, at in sorted(self.state.at.items()) if at >= hexes and self.game.piece_side(piece) == side
        )

    def _one_by_one(self, kind: str, given: Mapping[str, Any]) -> list[Decision]:
        """Decisions of the first of several given units whose other values all of them are listed with."""
        sets = [f.name for f in fields_of(self.game, kind) if f.role == UNITS and len(given.get(f.name, ())) > 1]
        if len(sets) != 1:
            return []
        name, rest = sets[0], {key: value for key, value in given.items() if key != sets[0]}
        each = [
            {_without(decision, name): decision for decision in self.matching(kind, {**rest, name: (piece,)})}
            for piece in given[name]
        ]
        return [decision for key, decision in each[0].items() if all(key in other for other in each[1:])]

    # ------------------------------------------------------------ the whole
    def made(self, kind: str, given: Mapping[str, Any]) -> Decision:
        """The decision of a draft: a listed one with these values where there is one (so that a set has the order that
        is listed), else one put together, its other fields at their defaults.

        Unfinished that names the field which is missing or holds too few or too many, BadDecision that names the one
        which has no value of its type.
        """
        fields = fields_of(self.game, kind)
        whole = all(field.name in given for field in fields)
        listed = next(self.matching(kind, given), None) if whole else None
        if listed is not None:
            return listed
        cls = self.game.codec.classes[kind]
        values: list[Any] = [tag_of(cls)]
        for field in msgspec.structs.fields(cls):
            if field.name in given:
                values.append(given[field.name])
            elif field.default is not msgspec.NODEFAULT:
                values.append(field.default)
            else:
                raise Unfinished(f"{kind}: {field.name} is missing")
        for one in fields:
            value = given.get(one.name)
            if one.size and isinstance(value, tuple) and len(value) != one.size:
                raise Unfinished(f"{one.words}: {one.size} are to be named, not {len(value)}")
        try:
            decision = msgspec.convert(values, cls)
        except msgspec.ValidationError as error:
            raise BadDecision(f"{kind}: {error}") from error
        self.game.codec.sound(decision)
        return decision


def given_of(game: Game[Any], decision: Decision) -> dict[str, Any]:
    """The draft that makes this decision: each of its fields with its value."""
    return {name: getattr(decision, name) for name, _ in game.codec.fields(decision.kind())}


def _members(value: Any, role: str) -> Iterator[Any]:
    """What is chosen singly of a field's value: members of a set or row, first halves of pairs, else the value."""
    if role == PAIRS:
        yield from (half for half, _ in value)
    elif role in SETS or role == ROW:
        yield from value
    else:
        yield value


def _plain(value: Any, role: str) -> Any:
    """A value for comparison: as tuples, a set without order."""
    if isinstance(value, list | tuple):
        items: Sequence[Any] = tuple(_plain(item, OTHER) for item in value)
        return frozenset(items) if role in SETS else items
    return value


def _without(decision: Decision, name: str) -> tuple[Any, ...]:
    """A decision's values but for one field."""
    names = (field.name for field in msgspec.structs.fields(type(decision)))
    return tuple(getattr(decision, field) for field in names if field != name)
