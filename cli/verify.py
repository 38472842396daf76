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
@click.option("--report", "form", type=click.Choice(["html", "json"]), help="Write the report that a tournament files.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Where to (default: beside the log).")
@edition_option
@json_option
@click.pass_context
def verify(
    ctx: click.Context,
    log: Path,
    no_rules: bool,
    form: str | None,
    out: Path | None,
    edition: Path | None,
    as_json: bool,
) -> None:
    """Audit LOG: bytes, chain, positions, every decision decided again. Exit code 0 only when intact."""
    from hexledger.replays.audit import audit

    with progress("deciding again") as bar:
        verdict = audit(log, edition=edition, rules=not no_rules, progress=bar)
    if form is not None or out is not None:
        verdict.notes.append(f"report in {write_report(log, verdict, form or 'html', out, edition)}")
    if as_json:
        print_json(verdict)
    else:
        *lines, last = report(verdict)
        for line in (*lines, *history_lines(log, verdict, edition), last):
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
            f"{verdict.rewinds} rewinds, {verdict.labels} labels, {verdict.rulings} rulings, {verdict.claims} claims"
        )
        frames = verdict.decisions + verdict.rulings + 1
        out.append(f"decided again: {verdict.redecided} of {frames} frames equal, byte for byte")
    out.extend(f"note: {note}" for note in verdict.notes)
    out.append(verdict.word + (f": {verdict.contradiction}" if verdict.contradiction else ""))
    return out


def write_report(log: Path, verdict: Verdict, form: str, out: Path | None, edition: Path | None) -> Path:
    """Write the report as HTML or JSON; where it is."""
    import msgspec

    from hexledger.replays.report import build
    from hexledger.replays.report_html import html

    target = out or log.with_name(f"{log.stem}-report.{form}")
    data = build(log, verdict, edition=edition)
    text = html(data) if form == "html" else msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n"
    target.write_text(text, encoding="utf-8")
    return target


def history_lines(log: Path, verdict: Verdict, edition: Path | None) -> list[str]:
    """Claims and rulings in words, and dice that a correction made void beside those that replaced them."""
    if not (verdict.claims or verdict.rulings) or not verdict.intact:
        return []
    from hexledger.replays.report import build

    data = build(log, verdict, edition=edition, luck=False)
    out = []
    for row in data["rulings"]:
        about = f" about #{row['about']}" if row["about"] is not None else ""
        out.append(f"ruling #{row['frame']} ({row['scope_text']}{about}) by {row['by']}: {row['reason']}")
    for row in data["claims"]:
        claimed = f"claim #{row['frame']} by {row['by']} of an error of {row['what']} in #{row['about']}"
        out.append(f"{claimed}: {row['outcome']} (policy {row['policy']})")
    for one in data["void_dice"]:
        for die in one["dice"]:
            about = f", {die['subject']}" if die["subject"] else ""
            new = f"{die['new']['address']} = {die['new']['value']}" if die["new"] else "not rolled yet"
            void = f"{die['void']['address']} = {die['void']['value']}"
            out.append(f"  {die['for']}{about}: {void} is void | {new}")
    return out
