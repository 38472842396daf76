"""Homes: in which rules module each step and decision of a game stands, so that a command imports only the rules that
it comes to.

A game that names its `rule_modules` has a file `homes.txt` beside its `words.txt`, a line for each class:
`step 3 = supply.JudgeSupply` is the class `JudgeSupply` with tag 3 in `<package>.rules.supply`, and `step 1 =
.sequence.BeginTurn`, with a dot before it, one in `<package>.sequence`, beside the folder of rules. The file is written
by `python -m hexledger.engine.kernel.homes`, never by hand, and a test compares it with the modules (so does
`--check`).

The file can only save time, not change an answer: a class that it leads to is checked against its tag and name, and
for all that the file does not know or gets wrong, every module is imported and asked. So it may also be missing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final, Generic, TypeVar

import msgspec

from hexledger.engine.errors import EngineFault
from hexledger.engine.naming.words import package_folder, text_lines

C = TypeVar("C", bound=msgspec.Struct)

FILE: Final = "homes.txt"
DECISION: Final = "decision"
STEP: Final = "step"
DECLARED: Final[Mapping[str, str]] = {DECISION: "DECISIONS", STEP: "STEPS"}
"""What a line is about -> the name under which a rules module lists such classes."""

HEAD: Final = "# Where decisions and steps stand; written by `python -m hexledger.engine.kernel.homes`, not by hand."


class Homes(Generic[C]):
    """Tag -> class of the steps (or decisions) of a game; a class is imported when it is first asked for."""

    def __init__(self, lines: Mapping[int, str], package: str, declared: Callable[[], Sequence[type[C]]]) -> None:
        """`lines`: tag -> `module.Class`, the module as in `module_path`; `declared` imports and lists all classes."""
        self._lines = lines
        self._package = package
        self._declared = declared
        self._classes: dict[int, type[C]] = {}
        self._complete = False
        self._names: dict[int, str] = {tag: line.rpartition(".")[2] for tag, line in lines.items()}

    @classmethod
    def of(cls, classes: Sequence[type[C]]) -> Homes[C]:
        """Homes of classes that are at hand."""
        homes = cls({}, "", lambda: classes)
        homes.import_all()
        return homes

    @property
    def names(self) -> Mapping[int, str]:
        """Tag -> name of the class, in the order of the game's lists; imports nothing where a homes file says so."""
        if not self._names:
            self.import_all()
        return self._names

    def find(self, tag: int) -> type[C] | None:
        """The class with a tag, None when the game has none."""
        found = self._classes.get(tag)
        if found is None and not self._complete:
            found = self._at_home(tag)
            if found is None:
                self.import_all()
                found = self._classes.get(tag)
        return found

    def _at_home(self, tag: int) -> type[C] | None:
        module, _, name = self._lines.get(tag, "").rpartition(".")
        if not module:
            return None
        try:
            cls: type[C] = getattr(import_module(module_path(self._package, module)), name)
        except (ImportError, AttributeError):
            return None  # a stale file: all modules are asked, and if one of them is broken, say so themselves
        if cls.__name__ != name or tag_of(cls) != tag:
            return None
        self._classes[tag] = cls
        return cls

    def import_all(self) -> None:
        """Import every module; EngineFault when two classes have the same tag or one has none."""
        if self._complete:
            return
        classes: dict[int, type[C]] = {}
        for cls in self._declared():
            tag = tag_of(cls)
            if tag in classes:
                raise EngineFault(f"tag {tag} is used twice ({classes[tag].__name__} and {cls.__name__})")
            classes[tag] = cls
        self._classes = classes
        self._names = {tag: cls.__name__ for tag, cls in classes.items()}
        self._complete = True


class Declared:
    """A class attribute of a game: the classes that its rules modules declare, imported when it is read."""

    def __init__(self, what: str) -> None:
        self.what = what

    def __get__(self, game: object, owner: Any) -> tuple[type[Any], ...]:
        name = DECLARED[self.what]
        return tuple(cls for module in rule_modules(owner) for cls in getattr(module, name))

    def homes(self, game: Any) -> Homes[Any]:
        """The same classes, each imported only when it is asked for."""
        owner = type(game)
        return Homes(read_lines(game.package)[self.what], game.package, lambda: self.__get__(None, owner))


def homes_of(game: Any, attribute: str) -> Homes[Any]:
    """Homes of a game's `step_classes` or `decision_classes`: lazily where it declares them by its modules."""
    found = vars(game).get(attribute)
    if found is None:
        found = next(vars(cls)[attribute] for cls in type(game).__mro__ if attribute in vars(cls))
    return found.homes(game) if isinstance(found, Declared) else Homes.of(found)


def tag_of(cls: type[msgspec.Struct]) -> int:
    """The tag of a step or decision; EngineFault when it has no number."""
    tag = cls.__struct_config__.tag
    if not isinstance(tag, int):
        raise EngineFault(f"{cls.__name__} has no tag")
    return tag


def rule_modules(game: Any) -> Iterator[Any]:
    """The rules modules of a game (or class of game), imported, in its order."""
    return (import_module(module_path(game.package, name)) for name in game.rule_modules)


def module_path(package: str, name: str) -> str:
    """Import name of a rules module: `supply` stands in the folder `rules` of the game, `.sequence` beside it."""
    return f"{package}{name}" if name.startswith(".") else f"{package}.rules.{name}"


def _name_of(package: str, path: str) -> str:
    """The inverse of `module_path`."""
    rules = f"{package}.rules."
    return path.removeprefix(rules) if path.startswith(rules) else path.removeprefix(package)


# ---------------------------------------------------------------------- the file
@cache
def read_lines(package: str) -> Mapping[str, Mapping[int, str]]:
    """`step` and `decision` -> tag -> `module.Class`, from the homes file; empty where that is missing."""
    out: dict[str, dict[int, str]] = {DECISION: {}, STEP: {}}
    try:
        lines = text_lines(package, FILE)
    except OSError:
        return out
    for line in lines:
        if line.startswith("#"):
            continue
        subject, _, where = line.partition(" = ")
        what, _, tag = subject.partition(" ")
        if what in out and tag.isdecimal():
            out[what][int(tag)] = where
    return out


def file_text(game: type[Any]) -> str:
    """What the homes file of a game should hold."""
    rows = [HEAD]
    for what, name in DECLARED.items():
        for module in rule_modules(game):
            for cls in getattr(module, name):
                rows.append(f"{what} {tag_of(cls)} = {_name_of(game.package, cls.__module__)}.{cls.__name__}")
    return "\n".join(rows) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Write (or, with `--check`, check) the homes files of the named games, all games when none is named. Exit code."""
    from hexledger.engine.catalogue import GAMES

    check = "--check" in arguments
    stale = 0
    for game in [argument for argument in arguments if argument != "--check"] or GAMES:
        if game not in GAMES:
            sys.stderr.write(f"there is no game {game}; games are {', '.join(GAMES)}\n")
            return 2
        module, name = GAMES[game]
        cls: type[Any] = getattr(import_module(module), name)
        if not cls.rule_modules:
            continue
        target, text = package_folder(cls.package).joinpath(FILE), file_text(cls)
        fresh = target.is_file() and target.read_text(encoding="utf-8") == text
        if not check and not fresh:
            target.write_text(text, encoding="utf-8", newline="\n")
        stale += check and not fresh
        sys.stdout.write(f"{game}: {'fresh' if fresh else 'stale' if check else 'written'}\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
