"""Commitments of dice as they are sent from one to the other: a line that is typed, or a small file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from hexledger.cli.console import say
from hexledger.cli.inputs import check_input
from hexledger.cli.outputs import MAILED, write_output
from hexledger.events import file_kinds as kinds
from hexledger.events.frame import UNREADABLE

LONGEST = 4_000
"""Bytes of such a file."""


class Committed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a side or a keeper commits to, for the log with this id."""

    commitment: str
    log_id: str


def read_committed(path: Path) -> Committed:
    """Read a file that `write_committed` made. Raises UsageError, WrongFile, DiskError."""
    check_input(path, kinds.COMMITMENT)
    try:
        return msgspec.json.decode(kinds.read_regular(path, LONGEST), type=Committed)
    except UNREADABLE:
        raise click.UsageError(f"{path} is no commitment: ask for it again, as a file") from None


def tell_committed(found: Committed, out: Path | None, wanted: str) -> None:
    """Print a commitment with what it is for (`wanted`, a command line's beginning), or write it to a file."""
    if out is None:
        say(f"{wanted}--log-id {found.log_id} --commit '{found.commitment}'")
        return
    write_output(out, msgspec.json.encode(found) + b"\n")
    say(f"commitment for log {found.log_id} in {out}: for the others, it tells nothing of the secret")


class _LogId(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click only
    name = "log id"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The id, that of a commitment where its file is named."""
        from hexledger.replays.log.genesis import is_log_id

        if not value or is_log_id(value):
            return value
        if not Path(value).is_file():
            self.fail("a log id is 32 hex digits, or the file of a commitment that names it.", param, ctx)
        return read_committed(Path(value)).log_id


class _Commitment(click.ParamType):  # type: ignore[type-arg]
    name = "commitment"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """What is committed to; one that was typed names no log."""
        if isinstance(value, Committed):
            return value
        return read_committed(Path(value)) if " " not in value and Path(value).is_file() else Committed(value, "")


LOG_ID = _LogId()

commit_option = click.option(
    "--commit",
    "committed",
    multiple=True,
    type=_Commitment(),
    metavar="TEXT",
    help="A commitment as keeper or player printed it, or its file, which names the log too.",
)

committed_out_option = click.option(
    "-o", "--out", type=MAILED, metavar="FILE", help="Write the commitment to a file, for the others."
)


def log_id_of(committed: tuple[Committed, ...], log_id: str) -> str:
    """The log that all commitments are for; UsageError where they are for two."""
    named = {found.log_id for found in committed if found.log_id} | ({log_id} if log_id else set())
    if len(named) > 1:
        raise click.UsageError(
            f"these commitments are for {len(named)} logs ({', '.join(sorted(named))}); "
            "the second to commit names the first one's file with --log-id"
        )
    return named.pop() if named else ""
