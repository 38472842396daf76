"""`hexledger verify`: the audit, for people and for scripts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hexledger.cli.common import LOG, edition_option, json_option, print_json
from hexledger.cli.failures import CONTRADICTED, OK
from hexledger.cli.progress import progress

if TYPE_CHECKING:
    from hexledger.replays.audit import Verdict


@click.command()
@click.argument("log", type=LOG)
@click.option("--no-rules", is_flag=True, help="Bytes, chain and positions only; do not decide again.")
@edition_option
@json_option
@click.pass_context
def verify(ctx: click.Context, log: Path, no_rules: bool, edition: Path | None, as_json: bool) -> None:
    """Audit LOG: bytes, chain, positions, every decision decided again. Exit code 0 only when intact."""
    from hexledger.replays.audit import audit

    with progress("deciding again") as bar:
        verdict = audit(log, edition=edition, rules=not no_rules, progress=bar)
    if as_json:
        print_json(verdict)
    else:
        for line in report(verdict):
            click.echo(line)
    ctx.exit(OK if verdict.intact else CONTRADICTED)


def report(verdict: Verdict) -> list[str]:
    """The verdict as lines of text; the last one begins with the verdict word."""
    out = [f"{verdict.path}: {verdict.frames} whole frames, root {verdict.root or '-'}"]
    if verdict.game:
        out.append(
            f"{verdict.game}/{verdict.scenario} · {verdict.edition_kind} edition {verdict.edition} · "
            f"rules version {verdict.rules_version} · {verdict.dice_mode} dice · log {verdict.log_id}"
        )
    if verdict.intact:
        out.append(
            f"{verdict.decisions} decisions, {verdict.events} events, {verdict.rolls} rolls and draws, "
            f"{verdict.rewinds} rewinds, {verdict.labels} labels"
        )
        out.append(f"decided again: {verdict.redecided} of {verdict.decisions + 1} frames equal, byte for byte")
    out.extend(f"note: {note}" for note in verdict.notes)
    out.append(verdict.word + (f": {verdict.contradiction}" if verdict.contradiction else ""))
    return out
