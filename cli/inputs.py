"""Files that a command reads: looked at before anything opens them, so that a wrong one is named and nothing waits.

A pipe, a device or a folder is refused at once (reading it may never end), and so is a file of another kind than the
one that is wanted: what is a secret is never read by a command that wants something else, and never quoted.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.types import IntParamType

from hexledger.events import file_kinds as kinds
from hexledger.events.errors import LedgerError
from hexledger.events.numbers import whole_number

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

LONGEST_TEXT: Final = 1 << 26
"""Bytes of a text that is typed or mailed; beyond it there is no game."""


class WrongFile(LedgerError):
    """A file of another kind than the one that was wanted, or one that is too long. `kind`: what it is."""

    def __init__(self, path: Path, kind: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.kind = kind


class FileName(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click only
    """The name of a file, checked and completed as `click.Path` does it. `exists`: it must be there.

    The `click.Path` is made when it is asked for: each one looks for catalogues of translations on disk, and every
    start of the program makes the types of all files that any command reads.
    """

    name = "file"

    def __init__(self, *, exists: bool) -> None:
        self.exists = exists

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        return click.Path(exists=self.exists, dir_okay=False, path_type=Path).convert(value, param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Files are completed by the shell."""
        return click.Path(dir_okay=False).shell_complete(ctx, param, incomplete)


class Input(FileName):
    """A file that a command reads. `wanted`: what it is to be, as `file_kinds` names it; nothing: any text."""

    def __init__(self, *wanted: str) -> None:
        super().__init__(exists=True)
        self.wanted = wanted

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, refused when it is not what is wanted."""
        path: Any = super().convert(value, param, ctx)
        if ctx is None or not ctx.resilient_parsing:
            check_input(path, *self.wanted)
        return path


class Number(IntParamType):
    """A whole number of a size that a log can hold, as `events.numbers` reads it."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, or a usage error that does not repeat four thousand digits."""
        number = value if isinstance(value, int) else whole_number(str(value), signed=True)
        if number is None or abs(number) >= 1 << 31:
            self.fail(f"{str(value)!r} is not a whole number of at most ten digits.", param, ctx)
        return int(number)


INT: Final = Number()


class NumberRange(click.IntRange):
    """A whole number between bounds, typed as plain digits: what `Number` refuses is refused here, too."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, or a usage error."""
        return int(super().convert(INT.convert(value, param, ctx), param, ctx))


class Member(FileName):
    """One of many logs that a command takes: looked at when its turn comes, so that a bad one stops no other."""

    name = "log"

    def __init__(self) -> None:
        super().__init__(exists=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, whatever is there."""
        return click.Path(path_type=Path).convert(value, param, ctx)


class LogOrFolder(Input):
    """A log, or a folder of logs."""

    def __init__(self) -> None:
        super().__init__(kinds.LOG)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path of either."""
        path = Path(value)
        return path if path.is_dir() else super().convert(value, param, ctx)


MEMBER: Final = Member()
LOG: Final = Input(kinds.LOG)
LOG_OR_FOLDER: Final = LogOrFolder()
KEEPER: Final = Input(kinds.KEEPER, kinds.ANSWER)
VAULT: Final = Input(kinds.DUEL_VAULT)
MAIL: Final = Input(kinds.BUNDLE)
REQUEST: Final = Input(kinds.REQUEST)
CONSENT: Final = Input(kinds.CONSENT)
CHECKPOINT: Final = Input(kinds.CHECKPOINT, kinds.WITNESS_REQUEST)
PROOF: Final = Input(kinds.PROOF)
EXPORT: Final = Input(kinds.NDJSON)
TEXT: Final = Input()
"""What the commands read."""


def check_input(path: Path, *wanted: str) -> None:
    """Raises DiskError for what is no regular file, WrongFile for a file of another kind."""
    kinds.check_regular(path)
    kind = kinds.kind_of_file(path)
    if kind is None or kind in wanted or (kind in kinds.MAILED and set(wanted) & set(kinds.MAILED)):
        return
    if wanted or kind == kinds.LOG or kind in kinds.SECRET:
        raise WrongFile(path, kind, f"that is {kind}; {_wish(wanted)} is wanted here{_hint(kind, wanted)}")


def read_input(path: Path) -> bytes:
    """The bytes of a text or a bundle. Raises DiskError, also for one that is too long."""
    return kinds.read_regular(path, LONGEST_TEXT)


def _wish(wanted: tuple[str, ...]) -> str:
    return " or ".join(wanted) or "a text"


def _hint(kind: str, wanted: tuple[str, ...]) -> str:
    if kind in kinds.SECRET:
        return "; keep it to yourself"
    if kind == kinds.LOG and kinds.BUNDLE in wanted:
        return ": ask for what `send LOG --to SIDE -o FILE` writes, or put the log itself where the game is to be"
    if kind == kinds.BUNDLE and kinds.LOG in wanted:
        return ": `receive BUNDLE LOG` makes a log of it"
    return ""
