"""Writing what a command makes: the only way in which a command writes a file that its user has named.

Whole or not at all, beside the target first; never onto a log, a secret, a key, a checkpoint, a consent or a bundle,
whatever these are called; and over another file only if this program wrote it there itself and nobody has changed it
since, if the user says yes, or with `--force`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from hexledger.cli.inputs import FileName
from hexledger.events.errors import LedgerError

F = TypeVar("F", bound=Callable[..., Any])

_META: Final = "hexledger.force"
_YES: Final = "hexledger.force.said"
_KEPT: Final = 1_000
"""Files that are remembered as written by this program, the last ones."""


class OutputRefused(LedgerError):
    """An output was to replace something that it must not, or that its user has not given up."""


class Output(FileName):
    """A file that a command writes, old or new; every option of this type goes with `force_option`.

    `mailed`: what is written is to be sent to somebody, and may take the place of what was sent before.
    """

    def __init__(self, *, mailed: bool = False) -> None:
        super().__init__(exists=False)
        self.mailed = mailed

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, refused before any work is done when nothing may be written there."""
        target: Any = super().convert(value, param, ctx)
        if ctx is not None and not ctx.resilient_parsing:
            _check(target, mailed=self.mailed)
        return target


class NewFile(FileName):
    """A file that a command makes and that must not be there yet, unless it is one that the command goes on with."""

    def __init__(self) -> None:
        super().__init__(exists=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; what stands there must be a file that a command may look at."""
        from hexledger.events.file_kinds import check_regular

        target: Any = super().convert(value, param, ctx)
        if target.exists():
            check_regular(target)
        return target


OUTPUT: Final = Output()
MAILED: Final = Output(mailed=True)
NEW_FILE: Final = NewFile()


def _remember(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    ctx.meta[_META] = value


def force_option(command: F) -> F:
    """`--force`: replace files that this program did not write."""
    return click.option(
        "--force",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_remember,
        help="Replace a file that is there already; logs, secrets, keys and what is mailed are never replaced.",
    )(command)


def write_output(target: Path, data: bytes | str) -> None:
    """Write a file that the user has named. Raises OutputRefused, DiskError: what was there is still there."""
    write_outputs([(target, data)])


def write_outputs(outputs: Sequence[tuple[Path, bytes | str]]) -> None:
    """Write files that the user has named, once it is sure that all of them may be written."""
    from hexledger.events.file_kinds import HEAD, kind_of
    from hexledger.events.file_kinds import MAILED as KINDS

    encoded = [(target, data.encode("utf-8") if isinstance(data, str) else data) for target, data in outputs]
    check_apart([target for target, _ in outputs])
    for target, data in encoded:
        _check(target, mailed=kind_of(data[:HEAD]) in KINDS)
    for target, data in encoded:
        _write(target, data)


def check_apart(targets: Sequence[Path | None]) -> None:
    """OutputRefused if two of the files are one."""
    from hexledger.events.platform import real_path

    named = [real_path(target) for target in targets if target is not None]
    for target in named:
        if named.count(target) > 1:
            raise OutputRefused(f"{target}: two outputs cannot be one file")


def _check(target: Path, *, mailed: bool) -> None:
    """OutputRefused if a file may not be written. `mailed`: what is to be written there is sent to somebody."""
    from hexledger.events.file_kinds import MAILED as KINDS
    from hexledger.events.file_kinds import PRECIOUS, check_regular, kind_of_file

    if target.is_symlink():
        raise OutputRefused(f"{target}: a link is there already; name the file itself, no output follows links")
    if not target.exists():
        return
    check_regular(target, "write the file")
    there = kind_of_file(target)
    if there in PRECIOUS and not (mailed and there in KINDS and _ours(target)):
        raise OutputRefused(f"{target}: {there} is there already, and nothing is written over one; give another name")
    if _forced(target) or not target.stat().st_size or _ours(target):
        return
    question = f"{target} is there already, and hexledger has not written it (or it was changed since)"
    if sys.stdin.isatty() and sys.stderr.isatty():
        from hexledger.events.showing import one_line

        if click.confirm(f"{one_line(question)}. Replace it?", err=True):
            _yes(target)
            return
        raise OutputRefused(f"{target}: is there already, and stays")
    raise OutputRefused(f"{question}; --force replaces it")


def _write(target: Path, data: bytes) -> None:
    from hexledger.events.platform import make_file, replace_file

    (replace_file if target.exists() else make_file)(target, data)
    _note(target, data)


def _forced(target: Path) -> bool:
    """Whether the user has said, with --force or when asked, that the file may go."""
    ctx = click.get_current_context(silent=True)
    return ctx is not None and (bool(ctx.meta.get(_META)) or target in ctx.meta.get(_YES, ()))


def _yes(target: Path) -> None:
    ctx = click.get_current_context(silent=True)
    if ctx is not None:
        ctx.meta[_YES] = (*ctx.meta.get(_YES, ()), target)


# ---------------------------------------------------------------------- what this program wrote where
def _memory() -> Path:
    from hexledger.replays.folders import home

    return home() / "written.json"


def _written() -> dict[str, str]:
    """Path -> SHA-256 of what was written there last; empty when nothing is remembered."""
    import msgspec

    from hexledger.events.file_kinds import read_regular

    try:
        return msgspec.json.decode(read_regular(_memory(), 1 << 22), type=dict[str, str])
    except (LedgerError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}


def _ours(target: Path) -> bool:
    """Whether the file holds what this program wrote there last."""
    from hexledger.events.platform import real_path

    known = _written().get(str(real_path(target)))
    return known is not None and known == _digest(target)


def _digest(target: Path) -> str:
    from hashlib import file_digest

    try:
        with target.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def _note(target: Path, data: bytes) -> None:
    """Remember a file. What cannot be remembered is asked for with --force the next time."""
    import contextlib

    import msgspec

    from hexledger.events.platform import RealDisk, real_path, write_whole

    name, memory = str(real_path(target)), _memory()
    known = _written()
    known.pop(name, None)
    known[name] = sha256(data).hexdigest()
    kept = dict(list(known.items())[-_KEPT:])
    with contextlib.suppress(OSError, UnicodeError):
        memory.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(RealDisk(), memory, msgspec.json.encode(kept), 0o600)
