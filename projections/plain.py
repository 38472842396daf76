"""An event with names for its numbers: as data (ids and keys) and as words (printed names and texts).

One table says what each field of each event is; the record, the exports of projections and the warehouse read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from hexledger.events import model as ev
from hexledger.projections.account import line_text
from hexledger.projections.names import side_name

if TYPE_CHECKING:
    from hexledger.projections.account import Account
    from hexledger.projections.names import Names
    from hexledger.projections.phrases import Phrases

FIELDS: Final[Mapping[type[ev.Event], Mapping[str, str]]] = {
    ev.Placed: {"piece": "piece", "at": "place", "steps": "number", "rule": "rule"},
    ev.Moved: {"piece": "piece", "path": "path", "mode": "word", "cost": "cost", "rule": "rule"},
    ev.StepsSet: {"piece": "piece", "steps": "number", "rule": "rule"},
    ev.Removed: {"piece": "piece", "reason": "word", "rule": "rule"},
    ev.Flagged: {"piece": "piece", "flag": "word", "value": "value flag", "rule": "rule"},
    ev.Attached: {"piece": "piece", "formation": "formation", "rule": "rule"},
    ev.Controlled: {"place": "place", "side": "side", "rule": "rule"},
    ev.MarkerSet: {"a": "place", "b": "place", "marker": "word", "count": "value marker", "rule": "rule"},
    ev.TrackSet: {"track": "word", "side": "side", "value": "value track", "rule": "rule"},
    ev.Pooled: {"pool": "word", "token": "value pool", "delta": "number", "rule": "rule"},
    ev.Assigned: {"variable": "word", "value": "value variable", "rule": "rule"},
    ev.TurnBegan: {"turn": "turn"},
    ev.PhaseBegan: {"phase": "word", "side": "side", "rule": "rule"},
    ev.Pushed: {"step": "step", "data": "data"},
    ev.Popped: {},
    ev.Stepped: {"data": "data"},
    ev.Rolled: {
        "purpose": "word",
        "subject": "subject purpose",
        "faces": "number",
        "value": "number",
        "mode": "dice",
        "rule": "rule",
    },
    ev.Drawn: {"pool": "word", "token": "value pool", "of": "number", "mode": "dice", "rule": "rule"},
    ev.Declared: {"kind": "word", "pieces": "pieces", "targets": "places", "rule": "rule"},
    ev.Reckoned: {
        "kind": "word",
        "subject": "subject kind",
        "lines": "lines kind",
        "total": "value kind",
        "rule": "rule",
    },
    ev.Resolved: {"table": "word", "column": "word", "row": "number", "results": "words", "rule": "rule"},
    ev.Judged: {"piece": "piece", "status": "word", "path": "path", "rule": "rule"},
    ev.JudgedFor: {"piece": "piece", "status": "word", "path": "path", "rule": "rule", "subject": "word"},
    ev.Sealed: {"side": "side", "slot": "word", "commitment": "text"},
    ev.Revealed: {"side": "side", "slot": "word"},
    ev.Noted: {"message": "word", "args": "data", "rule": "rule"},
    ev.Won: {"side": "side", "level": "word", "rule": "rule"},
}
"""Event -> field -> what its number is; `value flag` means: a value of the word in field `flag`."""


def kind_of(event: ev.Event) -> str:
    """Name of an event's kind outside: `stepsset`, `controlled` ..."""
    return type(event).__name__.lower()


def as_data(event: ev.Event, names: Names) -> dict[str, Any]:
    """Fields as JSON-able data: ids of pieces, labels of places, keys of words, citations of rules.

    Quantities stay integers (cost in the game's unit); a value whose meaning depends on its word is given as the
    number and, where its text says more, once more under `<field>_text`. `event` is the kind.
    """
    out: dict[str, Any] = {"event": kind_of(event)}
    for field, meaning in FIELDS[type(event)].items():
        number = getattr(event, field)
        what, _, by = meaning.partition(" ")
        if what == "piece":
            out["piece"], out["unit"] = names.piece(number), names.piece_name(number)
        elif what in ("value", "subject"):
            out[field] = number
            text = getattr(names, what)(getattr(event, by), number)
            if text != str(number):
                out[f"{field}_text"] = text
        elif what == "lines":
            out[field] = [
                {"label": names.word(label), "value": value, "rule": names.rule(rule)} for label, value, rule in number
            ]
        else:
            out[field] = _datum(what, number, names)
    return out


def _datum(what: str, number: Any, names: Names) -> Any:
    match what:
        case "place":
            return names.place(number) if number >= 0 else None
        case "path" | "places":
            return [names.place(place) for place in number]
        case "pieces":
            return [names.piece(piece) for piece in number]
        case "word":
            return names.word_key(number)
        case "words":
            return [names.word_key(word) for word in number]
        case "side":
            return names.side(number)
        case "formation":
            return names.formation(number) if number else None
        case "rule":
            return names.rule(number)
        case "step":
            return names.step(number)
        case "dice":
            return ev.DICE_MODES.get(number, f"?{number}")
        case _:
            return number


def as_words(event: ev.Event, names: Names) -> dict[str, str]:
    """Fields as texts that a phrase can be filled with. The rule is left to the record, the lines of a calculation to
    the teller."""
    out: dict[str, str] = {}
    for field, meaning in FIELDS[type(event)].items():
        number = getattr(event, field)
        what, _, by = meaning.partition(" ")
        if what in ("value", "subject"):
            out[field] = getattr(names, what)(getattr(event, by), number)
        elif what not in ("rule", "lines"):
            out[field] = _words(what, number, names)
    return out


class Thrown(Protocol):
    """A die that was thrown: an event, or what a combat keeps of it."""

    @property
    def purpose(self) -> int: ...
    @property
    def faces(self) -> int: ...
    @property
    def value(self) -> int: ...


def dice_words(dice: Sequence[Thrown], names: Names) -> str:
    """Dice that were thrown for a result: `d10 = 4`, `2d6 = 6 + 4`; of several kinds each with what it was for: `morale
    of the attacker d6 = 3, hits on the attacker d6 = 1`."""
    kinds: dict[int, list[Thrown]] = {}
    for die in dice:
        kinds.setdefault(die.purpose, []).append(die)
    said = [f"{names.word(purpose)} {_lot_words(lot)}" for purpose, lot in kinds.items()]
    return ", ".join(said) if len(kinds) > 1 else _lot_words(dice)


def dice_values(lots: Iterable[Sequence[Thrown]]) -> str:
    """The values alone, for a list: `4`, of dice thrown together `6+4`, of dice for several things `3 1 5 2`."""
    return " ".join("+".join(str(die.value) for die in lot) for lot in lots)


def _lot_words(dice: Sequence[Thrown]) -> str:
    number = f"{len(dice)}" if len(dice) > 1 else ""
    return f"{number}d{dice[-1].faces} = {' + '.join(str(die.value) for die in dice)}"


def _words(what: str, number: Any, names: Names) -> str:
    match what:
        case "piece":
            return names.piece_name(number)
        case "pieces":
            return ", ".join(names.piece_name(piece) for piece in number)
        case "place":
            return names.place_name(number) if number >= 0 else ""
        case "places":
            return ", ".join(names.place_name(place) for place in number)
        case "path":
            return "-".join(names.place_name(place) for place in number)
        case "formation":
            return names.formation_name(number) if number else ""
        case "word":
            return names.word(number)
        case "words":
            # A word that ends in a colon heads those after it: `attacker: A Disorder 1, defender: Retreat 1`.
            return ", ".join(names.word(word) for word in number).replace(":, ", ": ")
        case "cost":
            return names.cost(number)
        case "side":
            return side_name(names, number)
        case "turn" | "step":
            return str(getattr(names, what)(number)) if number else ""
        case "dice":
            return ev.DICE_MODES.get(number, f"?{number}")
        case _:
            return str(number)


def line_list(event: ev.Reckoned, names: Names, made: Account, table: Phrases) -> str:
    """The lines of a Reckoned event: `odds 3-1 +2 [J6 12.51], woods -1 [J6 12.59]`; a comparison as one."""
    parts: list[str] = []
    for lines in made.parts:
        found: list[str] = []
        for label, value, rule in lines:
            cited = f" [{names.rule(rule)}]" if rule else ""
            found.append(f"{names.word(label)} {line_text(made, event, value, names)}{cited}")
        parts.append(", ".join(found))
    return parts[0] if len(parts) == 1 else table.say("account.lines", {"one": parts[0], "two": parts[1]})
