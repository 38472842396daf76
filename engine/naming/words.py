"""Words and rules by number: append-only lists, so that events hold small integers and no text.

A list is a UTF-8 file with one `key = text` per line; the line's place is the number. Keys are never moved
or renamed once released, new ones go to the end; the text may be improved at any time. Blank lines and
lines that start with `#` hold no number.

After the text a third column may say what the word's numbers mean, `key = text | cost, about piece, hidden`:

    number yes signed piece cost half word side place turn formation what its values are (`Game.value`)
    after place, after piece, after cost, after number          the same, and values are one more than what they say
    from KEY                                                    words of the list, the one of KEY for 0
    nothing                                                     values say nothing to a player; so flags and markers
    about piece, about side, about place ...                    what a roll or calculation is about (`Game.subject`)
    hidden                                                      records leave it out (`Game.bookkeeping`)
    finding                                                     its lines are counts and add up to nothing
    alive                                                       who leaves for this reason is not lost (`Game.alive`)
    lost                                                        a remark about units, or a pool of them, that will never
                                                                come onto the map (`Game.never_come`)
    read with KEY                                               a roll that a table, or a column of it, is read with; as
                                                                often as there are rolls (`Game.read_with`)
    read without dice                                           a table that is read with none
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

SHARED_WORDS_END = 200
"""Numbers below belong to the words that all games share; a game's own words begin here."""

VALUES: Final = ("number", "yes", "signed", "piece", "cost", "half", "word", "side", "place", "turn", "formation")
AFTER: Final = "after "
"""Before a kind of value: what is held is one more than what it says, so that 0 means none."""
FROM: Final = "from "
"""Before the key of a word: values count on from it."""
NOTHING: Final = "nothing"
HIDDEN: Final = "hidden"
FINDING: Final = "finding"
ALIVE: Final = "alive"
LOST: Final = "lost"
READ_WITH: Final = "read with "
READ_WITHOUT: Final = "read without dice"


class WordList(dict[str, int]):
    """Keys to numbers and back, with an English text for each. `words["loc"]` is a number. Not to be changed; a dict
    because rules look words up all the time.

    value_kinds    key -> what the word's values are     subject_kinds  key -> what a roll or calculation is about
    hidden         keys that records leave out           findings       keys whose lines add up to nothing
    alive          reasons of leaving that are no loss   read_with      table or column -> rolls that it is read with
    lost           remarks and pools of units that never come
    """

    def __init__(self, first: int, lines: Iterator[str] | list[str], base: WordList | None = None) -> None:
        super().__init__(base or {})
        self._keys: dict[int, str] = dict(base._keys) if base else {}
        self._texts: dict[int, str] = dict(base._texts) if base else {}
        self.value_kinds: dict[str, str] = dict(base.value_kinds) if base else {}
        self.subject_kinds: dict[str, str] = dict(base.subject_kinds) if base else {}
        self.hidden: frozenset[str] = base.hidden if base else frozenset()
        self.findings: frozenset[str] = base.findings if base else frozenset()
        self.alive: frozenset[str] = base.alive if base else frozenset()
        self.lost: frozenset[str] = base.lost if base else frozenset()
        self.read_with: dict[str, frozenset[str]] = dict(base.read_with) if base else {}
        number = first
        for raw in lines:
            line = raw.strip()
            if not line or line.startswith("#"):
                continue
            key, equals, text = line.partition(" = ")
            if not equals or key in self:
                raise ValueError(f"word list: {'repeated' if equals else 'no text in'} line {line!r}")
            self[key] = number
            self._keys[number] = key
            self._texts[number], _, marks = text.partition(" | ")
            for mark in marks.split(", ") if marks else ():
                self._mark(key, mark.strip())
            number += 1

    def _mark(self, key: str, mark: str) -> None:
        """Take in a mark of the third column."""
        about = mark.removeprefix("about ")
        if about in VALUES and about != mark:
            self.subject_kinds[key] = about
        elif mark in VALUES or mark == NOTHING or mark.removeprefix(AFTER) in VALUES or mark.startswith(FROM):
            self.value_kinds[key] = mark
        elif mark == HIDDEN:
            self.hidden |= {key}
        elif mark == FINDING:
            self.findings |= {key}
        elif mark == ALIVE:
            self.alive |= {key}
        elif mark == LOST:
            self.lost |= {key}
        elif mark == READ_WITHOUT:
            self.read_with[key] = frozenset()
        elif mark.startswith(READ_WITH):
            self.read_with[key] = self.read_with.get(key, frozenset()) | {mark.removeprefix(READ_WITH)}
        else:
            raise ValueError(f"word list: {key} is marked {mark!r}, which means nothing")

    def group(self, prefix: str) -> dict[str, int]:
        """The words whose keys begin so, by what follows: `group("track.")["air"]` is `track.air`."""
        return {key.removeprefix(prefix): number for key, number in self.items() if key.startswith(prefix)}

    def key(self, number: int) -> str:
        """The key of a number; `?n` for a number that the list does not know."""
        return self._keys.get(number, f"?{number}")

    def text(self, number: int) -> str:
        """The English text of a number; its key's stand-in `?n` when unknown."""
        return self._texts.get(number, f"?{number}")


def package_folder(package: str) -> Path:
    """The folder of a package, for the lists that lie in it."""
    # not importlib.resources: its import costs more than reading the lists
    return Path(next(iter(import_module(package).__path__)))


def text_lines(package: str, name: str) -> list[str]:
    """The lines of a text file that lies in a package's folder."""
    return (package_folder(package) / name).read_text(encoding="utf-8").splitlines()


@cache
def shared_words() -> WordList:
    """The words of `engine/words.txt`, numbered from 1."""
    words = WordList(1, text_lines("hexledger.engine", "words.txt"))
    if len(words) >= SHARED_WORDS_END:
        raise ValueError("engine/words.txt has run into the games' numbers")
    return words


@cache
def game_words(package: str) -> WordList:
    """Shared words and the words of a game's `words.txt`, numbered from SHARED_WORDS_END."""
    return WordList(SHARED_WORDS_END, text_lines(package, "words.txt"), shared_words())


@cache
def rule_list(package: str) -> WordList:
    """The rules of a game's `rules.txt` (`13.35 = Length of a retreat`), numbered from 1."""
    return WordList(1, text_lines(package, "rules.txt"))
