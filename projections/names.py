"""Names for numbers: how projections, decisions and pictures speak of pieces, places, words and rules."""

from __future__ import annotations

from typing import Protocol

from hexledger.projections.state import State


class Names(Protocol):
    """What a game (or a ledger's own genesis tables) offers to turn numbers into names and back.

    `find_*` raise an error that names what was not found.
    """

    def __hash__(self) -> int:
        """Names are kept by who gives them."""
        ...

    def piece(self, number: int) -> str:
        """Id of a piece, e.g. `3_br_8`."""
        ...

    def piece_name(self, number: int) -> str:
        """What a piece is called, no two alike, e.g. `8/3`, `3rd (US)`."""
        ...

    def place(self, number: int) -> str:
        """Label of a hex or box, e.g. `E2336`."""
        ...

    def place_name(self, number: int) -> str:
        """What a place is called in a sentence: a hex by its label, a box by its name."""
        ...

    def word(self, number: int) -> str:
        """English text of a word; below zero: printed name of the piece `~number` (a line that is about a unit)."""
        ...

    def word_key(self, number: int) -> str:
        """Key of a word, e.g. `mode.assault`."""
        ...

    def rule(self, number: int) -> str:
        """Citation of a rule, e.g. `J6 13.35`; empty for 0."""
        ...

    def rule_title(self, number: int) -> str:
        """Our own words for what the rule is about; empty for 0."""
        ...

    def side(self, number: int) -> str:
        """Name of a side, e.g. `allied`."""
        ...

    def turn(self, number: int) -> str:
        """Name of a turn, e.g. `1/2 July`."""
        ...

    def piece_side(self, number: int) -> int:
        """Side that owns a piece, 0 for nobody's."""
        ...

    def phasing(self, state: State) -> int:
        """Side that acts in a position, 0 when neither or both do: whose dice are thrown."""
        ...

    def formation(self, number: int) -> str:
        """Name of a formation that a piece can be attached to."""
        ...

    def formation_name(self, number: int) -> str:
        """What players call it, e.g. `Canadian 3 Infantry Division`."""
        ...

    def step(self, number: int) -> str:
        """Name of a step of the agenda, e.g. `EndActivation`."""
        ...

    def cost(self, number: int) -> str:
        """A movement cost in movement points as players write them, e.g. `3½`."""
        ...

    def value(self, word: int, number: int) -> str:
        """What `number` says as the value of a variable, flag, track or calculation, or as a token of a pool.

        `word` is the variable, flag ...: the weather's number is a word, the initiative's a side.
        """
        ...

    def subject(self, word: int, number: int) -> str:
        """The piece or place that a roll or calculation (`word`) is about; empty for -1."""
        ...

    def opposed(self, kind: int) -> frozenset[int]:
        """Labels of the lines that stand against the others in a calculation of this kind; empty where lines are added
        up."""
        ...

    def column(self, kind: int) -> bool:
        """True for a calculation whose total is the number of a column, which is said by its name; lines are not."""
        ...

    def finding(self, kind: int) -> bool:
        """True for a calculation whose lines are counts that are looked at one by one."""
        ...

    def alive(self, reason: int) -> bool:
        """True for a reason for which a piece leaves the map and is not lost."""
        ...

    def read_with(self, table: int, column: int) -> frozenset[int] | None:
        """Rolls (words) that a table is read with in a column, none for one that is read without dice; None where it
        is read with the dice that were thrown last before it."""
        ...

    def bookkeeping(self, word: int) -> bool:
        """True for flags, variables ... that only steer the rules and that a turn record leaves out."""
        ...

    def idle(self, place: int) -> bool:
        """True for a box of pieces that are not in play: what happens to their steps there is no loss."""
        ...

    def die(self, purpose: int, faces: int) -> tuple[int, ...]:
        """What the faces of a die show rolled for a purpose (a word), in order: 0 to 9, 1 to 6, or as printed."""
        ...

    def find_piece(self, name: str) -> int:
        """Number of a piece by id or printed name."""
        ...

    def find_place(self, name: str) -> int:
        """Number of a place by label."""
        ...

    def find_word(self, key: str) -> int:
        """Number of a word by key."""
        ...

    def find_rule(self, number: str) -> int:
        """Number of a rule by its number in the rulebook, e.g. `13.35`."""
        ...


def side_name(names: Names, number: int) -> str:
    """A side as a sentence names it: `Allied`; `side` is what it is called in data and typed as."""
    return capital(names.side(number)) if number else names.side(number)


def capital(text: str) -> str:
    """The same text, as a sentence begins."""
    return text[:1].upper() + text[1:]
