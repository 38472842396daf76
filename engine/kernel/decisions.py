"""Decisions: what a player would write in his turn record, one small class each.

A game declares its decisions as subclasses with an integer tag (16 and up; 1 to 15 belong to the kernel).
Field types say what a number means, so that one codec serves every game: PieceId, PlaceId and WordId become
names outside and stay integers inside.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Final, NewType, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from hexledger.engine.errors import BadDecision, EngineFault, UnknownName, close_to
from hexledger.engine.kernel.homes import Homes, tag_of
from hexledger.events.frame import UNREADABLE
from hexledger.events.model import Data2
from hexledger.events.numbers import whole_number

if TYPE_CHECKING:
    from hexledger.projections.names import Names

PieceId = NewType("PieceId", int)
PlaceId = NewType("PlaceId", int)
WordId = NewType("WordId", int)

ROW: Final = "row"
PieceRow: TypeAlias = Annotated[tuple[PieceId, ...], ROW]
PlaceRow: TypeAlias = Annotated[tuple[PlaceId, ...], ROW]
"""Units or places in an order that counts, where one may stand twice: a place for each unit of another row."""

FIRST_GAME_TAG = 16

_SHORT_ARRAY: Final = 0x90
"""msgpack: the upper half of the byte that begins an array of up to 15 entries."""
_SMALL_NUMBER: Final = 0x7F
"""msgpack: the greatest whole number that is written as one byte."""

_encode = msgspec.msgpack.Encoder().encode

_Check = Callable[[Any], None]

_RAW = tuple[Data2, ...]
"""The type of a revealed choice: plain data, written as JSON in a line of text."""


@cache
def kind_of(name: str) -> str:
    """The name outside of a class of decisions: `EndMovement` is `end_movement`."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).removeprefix("_")


class Decision(msgspec.Struct, frozen=True, array_like=True):
    """Base of all decisions."""

    @classmethod
    def kind(cls) -> str:
        """The name outside: `EndMovement` is `end_movement`."""
        return kind_of(cls.__name__)


class Seal(Decision, frozen=True, array_like=True, tag=1):
    """Commit to a choice without showing it: hex SHA-256 (see `engine.kernel.seals`)."""

    commitment: str


class Reveal(Decision, frozen=True, array_like=True, tag=2):
    """Open a seal: the decision that was sealed, as `[tag, field, ...]`, and its salt."""

    choice: tuple[Data2, ...]
    salt: str


class GoOn(Decision, frozen=True, array_like=True, tag=3):
    """Let the sequence of play run on where it stopped for want of dice: a set-up that draws (see `kernel.begin`)."""


class Irregular(Decision, frozen=True, array_like=True, tag=4):
    """What was played although the rules refuse it, with what it did (see `engine.table.irregular`).

    choice   the decision as `[tag, field, ...]`, empty for an event that was nobody's decision
    effects  what followed, a text each (`engine.table.corrections`), in order
    mark     (number of the rule that refuses, the reason in words)
    """

    choice: tuple[Data2, ...]
    effects: tuple[Data2, ...]
    mark: tuple[Data2, ...]


KERNEL_DECISIONS: Final[tuple[type[Decision], ...]] = (Seal, Reveal, GoOn, Irregular)
KERNEL_KINDS: Final = frozenset(kind.kind() for kind in KERNEL_DECISIONS)
"""Kinds that no player fills in: a seal, its opening and a ruling are put together for him, going on is a button."""


class _Kinds(Mapping[str, type[Decision]]):
    """Kind of decision -> its class; the classes of the game come from their homes when they are asked for."""

    def __init__(self, homes: Homes[Decision]) -> None:
        self._homes = homes
        self._kernel = {cls.kind(): cls for cls in KERNEL_DECISIONS}
        self._tags = self._read_tags()

    def _read_tags(self) -> dict[str, int]:
        tags: dict[str, int] = {}
        for tag, name in self._homes.names.items():
            kind = kind_of(name)
            if kind in tags or kind in self._kernel:
                raise EngineFault(f"two decisions are called {kind}")
            if tag < FIRST_GAME_TAG:
                raise EngineFault(f"decision {kind} has tag {tag}; tags below {FIRST_GAME_TAG} are the kernel's")
            tags[kind] = tag
        return tags

    def tagged(self, tag: int) -> type[Decision] | None:
        """The class with a tag, None when the game has none."""
        if tag < FIRST_GAME_TAG:
            return next((cls for cls in KERNEL_DECISIONS if tag_of(cls) == tag), None)
        return self._homes.find(tag)

    def __getitem__(self, kind: str) -> type[Decision]:
        found = self._kernel.get(kind)
        if found is None and kind in self:
            found = self._homes.find(self._tags[kind])
        if found is None:
            raise KeyError(kind)
        return found

    def __contains__(self, kind: object) -> bool:
        if kind in self._tags or kind in self._kernel:
            return True
        self._homes.import_all()  # a homes file may not know it yet
        self._tags = self._read_tags()
        return kind in self._tags

    def __iter__(self) -> Iterator[str]:
        yield from self._kernel
        yield from self._tags

    def __len__(self) -> int:
        return len(self._kernel) + len(self._tags)


class _FieldTypes(dict[str, list[tuple[str, Any]]]):
    """Kind of decision -> (name, type) of its fields, read when first asked for: reading those of every kind would cost
    a start of the program more than the few decisions that it looks at."""

    def __init__(self, classes: Mapping[str, type[Decision]]) -> None:
        self._classes = classes

    def __missing__(self, kind: str) -> list[tuple[str, Any]]:
        cls = self._classes[kind]
        hints = get_type_hints(cls)
        found = self[kind] = [(name, hints[name]) for name in cls.__struct_fields__]
        return found


class DecisionCodec:
    """Decisions of one game to bytes, to plain data and to a line of text, and back.

    `pieces` and `places` are how many of them the game has: a number outside is refused wherever a decision comes in.
    """

    def __init__(
        self,
        classes: Sequence[type[Decision]] | Homes[Decision],
        names: Names,
        pieces: int | None = None,
        places: int | None = None,
    ) -> None:
        self.classes = _Kinds(classes if isinstance(classes, Homes) else Homes.of(classes))
        self.names = names
        self._limits: dict[Any, tuple[str, int | None]] = {PieceId: ("unit", pieces), PlaceId: ("place", places)}
        self._fields = _FieldTypes(self.classes)
        self._decoders: dict[int, msgspec.msgpack.Decoder[Decision]] = {}
        self._checks: dict[type[Decision], tuple[tuple[str, _Check], ...]] = {}
        """Class -> name and check of each field that can name a unit or place."""

    def spoken_by(self, names: Names) -> DecisionCodec:
        """The same codec with other names: those of one position, where what is typed means what stands there."""
        other = object.__new__(type(self))
        vars(other).update(vars(self), names=names)
        return other

    def _decoder(self, raw: bytes | msgspec.Raw) -> msgspec.msgpack.Decoder[Decision]:
        start = bytes(raw)[:2]
        if len(start) == 2 and start[0] & 0xF0 == _SHORT_ARRAY and start[1] <= _SMALL_NUMBER:
            # nearly every decision: a short array that begins with a small number, the tag
            known = self._decoders.get(start[1])
            if known is not None:
                return known
        data = msgspec.msgpack.decode(raw)
        tag = data[0] if isinstance(data, list) and data else None
        found = self._decoders.get(tag) if type(tag) is int else None
        if found is None:
            cls = self.classes.tagged(tag) if type(tag) is int else None
            if cls is None or type(tag) is not int:
                raise BadDecision(f"not a decision of this game: it has the tag {tag!r}")
            found = self._decoders[tag] = msgspec.msgpack.Decoder(cls)
        return found

    def fields(self, kind: str) -> tuple[tuple[str, Any], ...]:
        """(name, type) of each field of a kind of decision, in order; UnknownName for an unknown kind."""
        if kind not in self.classes:
            raise UnknownName("decision", kind, close_to(kind, sorted(self.classes)))
        return tuple(self._fields[kind])

    # ------------------------------------------------------------ bytes
    def encode(self, decision: Decision) -> msgspec.Raw:
        """msgpack `[tag, field, ...]`."""
        return msgspec.Raw(_encode(decision))

    def decode(self, raw: bytes | msgspec.Raw) -> Decision:
        """The decision again; BadDecision for anything else."""
        try:
            decision = self._decoder(raw).decode(raw)
        except UNREADABLE as error:
            raise BadDecision(f"not a decision of this game: {error}") from error
        self.sound(decision)
        return decision

    def sound(self, decision: Decision) -> None:
        """Refuse (BadDecision) a decision of another game and one that names a unit or place that does not exist."""
        checks = self._checks.get(type(decision))
        if checks is None:
            kind = decision.kind()
            if type(decision) is not self.classes.get(kind):
                raise BadDecision(f"{kind} is no decision of this game")
            made = ((name, self._check(hint, f"{kind}.{name}")) for name, hint in self._fields[kind])
            checks = self._checks[type(decision)] = tuple((name, check) for name, check in made if check is not None)
        for name, check in checks:
            check(getattr(decision, name))

    def _check(self, hint: Any, where: str) -> _Check | None:
        """What refuses a value of this type that names no unit or place there is; None where none is named."""
        if hint in self._limits:
            what, limit = self._limits[hint]
            return None if limit is None else _within(what, limit, where)
        if not _is_tuple(hint) or hint == _RAW:
            return None
        inner = get_args(hint)
        if len(inner) == 2 and inner[1] is Ellipsis:
            each = self._check(inner[0], where)
            return None if each is None else _for_each(each)
        parts = [(at, check) for at, one in enumerate(inner) if (check := self._check(one, where)) is not None]
        return _for_parts(parts) if parts else None

    def from_data(self, data: Sequence[object]) -> Decision:
        """A decision of plain `[tag, field, ...]` data (a revealed seal)."""
        try:
            return self.decode(msgspec.msgpack.encode(data))
        except (OverflowError, UnicodeEncodeError, TypeError) as error:
            raise BadDecision(f"not a decision of this game: {error}") from error

    # ------------------------------------------------------------ plain data
    def to_plain(self, decision: Decision) -> dict[str, Any]:
        """`{"kind": "move", "unit": "3_br_8", "path": ["E2336", "E2237"]}`."""
        out: dict[str, Any] = {"kind": decision.kind()}
        for name, hint in self._fields[decision.kind()]:
            out[name] = self._plain(getattr(decision, name), hint)
        return out

    def from_plain(self, data: Mapping[str, Any]) -> Decision:
        """A decision of plain data; BadDecision or UnknownName says which field is wrong."""
        if not isinstance(data, Mapping) or not isinstance(data.get("kind"), str):
            raise BadDecision('a decision is an object with a "kind"')
        kind = data["kind"]
        if kind not in self.classes:
            raise UnknownName("decision", kind, close_to(kind, sorted(self.classes)))
        fields = dict(self._fields[kind])
        extra = sorted(set(data) - set(fields) - {"kind"})
        if extra:
            raise BadDecision(f"{kind}: no field called {', '.join(extra)}; fields are {', '.join(fields) or 'none'}")
        values: dict[str, object] = {}
        for name, hint in fields.items():
            if name in data:
                values[name] = self._number(data[name], hint, f"{kind}.{name}")
        try:
            return msgspec.convert(list(self._ordered(kind, values)), self.classes[kind])
        except (msgspec.ValidationError, BadDecision) as error:
            raise BadDecision(f"{kind}: {error}") from error

    def _ordered(self, kind: str, values: Mapping[str, object]) -> Iterable[object]:
        cls = self.classes[kind]
        yield tag_of(cls)
        for field in msgspec.structs.fields(cls):
            if field.name in values:
                yield values[field.name]
            elif field.default is not msgspec.NODEFAULT:
                yield field.default
            else:
                raise BadDecision(f"{field.name} is missing; it takes {_names(self._fields[kind])}")

    # ------------------------------------------------------------ a line of text
    def to_text(self, decision: Decision) -> str:
        """`move 3_br_8 E2336,E2237`: the kind, then the fields in order, lists joined by commas."""
        parts = [decision.kind()]
        for name, hint in self._fields[decision.kind()]:
            value = getattr(decision, name)
            parts.append(_raw_text(value) if hint == _RAW else _text(self._plain(value, hint)))
        return " ".join(parts)

    def text_of(self, value: Any, hint: Any) -> str:
        """The value of a field of the type `hint` as `to_text` writes it."""
        return _text(self._plain(value, hint))

    def to_words(self, decision: Decision) -> str:
        """A decision as a player reads it: `move 8/3 E2336-E2237`, with printed names; not meant to be read back."""
        if isinstance(decision, Seal):
            return "seal a choice"
        if isinstance(decision, Reveal):
            return f"reveal: {self.to_words(self.from_data(decision.choice))}"
        if isinstance(decision, Irregular):
            return f"irregular: {self.to_words(self.from_data(decision.choice)) if decision.choice else 'correction'}"
        parts = [decision.kind().replace("_", " ")]
        for name, hint in self._fields[decision.kind()]:
            value = getattr(decision, name)
            if hint is bool:
                words = name.replace("_", " ") if value else ""
            elif hint is int:
                words = f"{name.replace('_', ' ')} {value}"
            else:
                words = self.words_of(value, hint)
            if words:
                parts.append(words)
        return " ".join(parts) if len(parts) > 1 or not self._fields[decision.kind()] else f"{parts[0]}: none"

    def words_of(self, value: Any, hint: Any) -> str:
        """The value of a field of the type `hint` in words, empty for none."""
        if hint is PieceId:
            return self.names.piece_name(value) if value >= 0 else ""
        if hint is PlaceId:
            return self.names.place_name(value) if value >= 0 else ""
        if hint is WordId:
            return self.names.word(value) if value else ""
        if _is_tuple(hint) and isinstance(value, tuple):
            inner = get_args(hint)
            if len(inner) == 2 and inner[1] is Ellipsis:
                sign = "-" if inner[0] is PlaceId else ", "
                return sign.join(self.words_of(item, inner[0]) for item in value)
            return ":".join(self.words_of(item, one) for item, one in zip(value, inner, strict=True))
        return _text(value)

    def from_text(self, line: str) -> Decision:
        """The inverse of `to_text`. Trailing fields that have defaults may be left out."""
        words = line.split()
        if not words:
            raise BadDecision("an empty line is no decision")
        kind = words[0].lower()
        if kind not in self.classes:
            raise UnknownName("decision", kind, close_to(kind, sorted(self.classes)))
        fields = self._fields[kind]
        if len(words) - 1 > len(fields):
            raise BadDecision(f"{kind}: {len(words) - 1} values for {len(fields)} fields ({_names(fields)})")
        plain: dict[str, Any] = {"kind": kind}
        for word, (name, hint) in zip(words[1:], fields, strict=False):
            plain[name] = _untext(word, hint)
        return self.from_plain(plain)

    # ------------------------------------------------------------ one value
    def _plain(self, value: Any, hint: Any) -> Any:
        if hint is PieceId:
            return self.names.piece(value) if value >= 0 else None
        if hint is PlaceId:
            return self.names.place(value) if value >= 0 else None
        if hint is WordId:
            return self.names.word_key(value) if value else None
        if _is_tuple(hint):
            if not isinstance(value, tuple):
                return value
            inner = get_args(hint)
            if len(inner) == 2 and inner[1] is Ellipsis:
                return [self._plain(item, inner[0]) for item in value]
            return [self._plain(item, one) for item, one in zip(value, inner, strict=True)]
        return value

    def _number(self, value: Any, hint: Any, where: str) -> object:
        if hint is PieceId:
            return -1 if value is None else self.names.find_piece(_string(value, where))
        if hint is PlaceId:
            return -1 if value is None else self.names.find_place(_string(value, where))
        if hint is WordId:
            return 0 if value is None else self.names.find_word(_string(value, where))
        if _is_tuple(hint):
            if isinstance(value, str) or not isinstance(value, Sequence):
                raise BadDecision(f"{where}: a list is wanted, not {value!r}")
            inner = get_args(hint)
            if len(inner) == 2 and inner[1] is Ellipsis:
                return tuple(self._number(item, inner[0], where) for item in value)
            if len(inner) != len(value):
                raise BadDecision(f"{where}: {len(inner)} values are wanted, not {len(value)}")
            return tuple(self._number(item, one, where) for item, one in zip(value, inner, strict=True))
        return value


def _within(what: str, limit: int, where: str) -> _Check:
    def check(value: Any) -> None:
        if not -1 <= value < limit:
            raise BadDecision(f"{where}: there is no {what} number {value}")

    return check


def _for_each(check: _Check) -> _Check:
    def check_all(values: Any) -> None:
        for value in values:
            check(value)

    return check_all


def _for_parts(parts: Sequence[tuple[int, _Check]]) -> _Check:
    def check_parts(values: Any) -> None:
        for at, check in parts:
            check(values[at])

    return check_parts


def _is_tuple(hint: Any) -> bool:
    return get_origin(hint) is tuple and not isinstance(hint, types.UnionType)


def _string(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise BadDecision(f"{where}: a name is wanted, not {value!r}")
    return value


def _text(plain: Any) -> str:
    if plain is None:
        return "-"
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    if isinstance(plain, list):
        return (
            ",".join(":".join(_text(x) for x in item) if isinstance(item, list) else _text(item) for item in plain)
            or "-"
        )
    return str(plain)


def _raw_text(value: Any) -> str:
    # a space within a string would end the word
    return msgspec.json.encode(value).decode().replace(" ", "\\u0020")


def _untext(word: str, hint: Any) -> Any:
    if hint == _RAW:
        try:
            return msgspec.json.decode(word)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise BadDecision(f"JSON data is wanted, not {word!r}: {error}") from error
    if _is_tuple(hint):
        return [] if word == "-" else _untext_items(word.split(","), hint)
    return _untext_item(word, hint)


def _untext_items(parts: Sequence[str], hint: Any) -> list[Any]:
    inner = get_args(hint)
    many = len(inner) == 2 and inner[1] is Ellipsis
    return [_untext_item(part, inner[0] if many else inner[min(at, len(inner) - 1)]) for at, part in enumerate(parts)]


def _untext_item(word: str, hint: Any) -> Any:
    if _is_tuple(hint):
        return _untext_items(word.split(":"), hint)
    if word == "-":
        return None
    if hint is bool:
        if word.lower() not in ("yes", "no"):
            raise BadDecision(f"yes or no is wanted, not {word!r}")
        return word.lower() == "yes"
    if hint is int:
        number = whole_number(word, signed=True)
        if number is None:
            raise BadDecision(f"a number is wanted, not {word!r}")
        return number
    return word


def _names(fields: Sequence[tuple[str, Any]]) -> str:
    return ", ".join(name for name, _ in fields)
