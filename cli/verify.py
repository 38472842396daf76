"""`hexledger verify`: the audit, for people and for scripts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hexledger.cli.common import edition_option, json_option, print_json
from hexledger.cli.console import say
from hexledger.cli.failures import NOT_ANCHORED, OK, verdict_code
from hexledger.cli.inputs import CHECKPOINT, LOG
from hexledger.cli.keyring import trust_option, trusted_keys
from hexledger.cli.outputs import OUTPUT, force_option, write_output
from hexledger.cli.progress import progress
from hexledger.events.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hexledger.events.frame import Genesis
    from hexledger.replays.audit.anchors import Anchor
    from hexledger.replays.audit.verdict import Verdict


@click.command()
@click.argument("log", type=LOG)
@click.option("--no-rules", is_flag=True, help="Bytes, chain and positions only; do not decide again.")
@click.option("--report", "form", type=click.Choice(["html", "json"]), help="Write the report that a tournament files.")
@click.option("--out", type=OUTPUT, help="Where to (default: beside the log).")
@force_option
@click.option(
    "--checkpoint",
    "checkpoints",
    type=CHECKPOINT,
    multiple=True,
    help="Checkpoint file (LOG.checkpoint is read anyway).",
)
@click.option("--require-anchor", is_flag=True, help="Exit code 8 unless a checkpoint covers all frames.")
@trust_option
@edition_option
@json_option
@click.pass_context
def verify(
    ctx: click.Context,
    log: Path,
    no_rules: bool,
    form: str | None,
    out: Path | None,
    checkpoints: tuple[Path, ...],
    require_anchor: bool,
    trust: tuple[str, ...],
    edition: Path | None,
    as_json: bool,
) -> None:
    """Audit LOG: bytes, chain, signatures, positions, every decision decided again, checkpoints of others."""
    from hexledger.replays.audit.anchors import checkpoint_path, collect
    from hexledger.replays.audit.audit import audit

    beside = checkpoint_path(log)
    files = [*([beside] if beside.exists() else ()), *checkpoints]
    trusted = trusted_keys(trust) if files or trust else []
    remarks: list[str] = []

    def anchors(genesis: Genesis) -> Sequence[Anchor]:
        found, said = collect(files, genesis, trusted)
        remarks.extend(said)
        return found

    with progress("deciding again") as bar:
        verdict = audit(log, edition=edition, rules=not no_rules, progress=bar, anchors=anchors)
    verdict.notes.extend(remarks)
    if form is not None or out is not None:
        verdict.notes.append(f"report in {write_report(log, verdict, form or 'html', out, edition)}")
    if as_json:
        import msgspec

        found = verdict.contradiction
        said = {
            "contradiction": found.as_data() if found else None,
            "mended": [one.as_data() for one in verdict.mended],
        }
        print_json(msgspec.to_builtins(verdict) | said)
    else:
        *lines, last = report(verdict)
        for line in (*lines, *history_lines(log, verdict, edition), last):
            say(line)
    anchored = verdict.anchored == verdict.frames or not require_anchor
    ctx.exit(verdict_code(verdict.word) or (OK if anchored else NOT_ANCHORED))


def report(verdict: Verdict) -> list[str]:
    """The verdict as lines of text; the last one begins with the verdict word."""
    from hexledger.replays.audit.trust import trust_lines

    out = [f"{verdict.path}: {counted(verdict.frames, 'whole frame')}, root {verdict.root or '-'}"]
    if verdict.game:
        out.append(
            f"{verdict.game}/{verdict.scenario} · {verdict.edition_kind} edition {verdict.edition} · "
            f"rules version {verdict.rules_version} · {verdict.dice_mode} dice · log {verdict.log_id}"
        )
    if verdict.contradiction is None:
        out.append(
            f"{counted(verdict.decisions, 'decision')}, {counted(verdict.events, 'event')}, "
            f"{counted(verdict.rolls, 'roll or draw', 'rolls and draws')}, "
            f"{counted(verdict.rewinds, 'rewind')}, {counted(verdict.labels, 'label')}, "
            f"{counted(verdict.rulings, 'ruling')}, {counted(verdict.claims, 'claim')}"
        )
        out.append(verdict.again)
        out.extend(dice_lines(verdict))
        out.extend(trust_lines(verdict.trust))
        if verdict.signable:
            out.append(f"signatures: {verdict.signatures} of {verdict.signable}")
        if verdict.seals:
            out.append(f"seals: {verdict.seals_opened} of {verdict.seals} opened to their commitments")
    if verdict.anchored:
        out.append(f"anchored: {verdict.anchored} of {verdict.frames} frames by {', '.join(verdict.anchored_by)}")
    out.extend(f"note: {note}" for note in verdict.notes)
    out.append(verdict.text)
    return out


def write_report(log: Path, verdict: Verdict, form: str, out: Path | None, edition: Path | None) -> Path:
    """Write the report as HTML or JSON; where it is."""
    import msgspec

    from hexledger.replays.referee.report import build
    from hexledger.replays.referee.report_html import html

    target = out or log.with_name(f"{log.stem}-report.{form}")
    data = build(log, verdict, edition=edition)
    text = html(data) if form == "html" else msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n"
    write_output(target, text)
    return target


def history_lines(log: Path, verdict: Verdict, edition: Path | None) -> list[str]:
    """Claims and rulings in words, and dice that a correction made void beside those that replaced them."""
    if not (verdict.claims or verdict.rulings) or verdict.contradiction is not None or verdict.unproved:
        return []
    from hexledger.replays.referee.report import build

    data = build(log, verdict, edition=edition, luck=False)
    if "unread" in data:
        return [f"claims and rulings cannot be told in words: {data['unread']}"]
    out = []
    for row in data["rulings"]:
        about = f" about #{row['about']}" if row["about"] is not None else ""
        out.append(f"ruling #{row['frame']} ({row['scope_text']}{about}) by {_who(row['by'])}: {row['reason']}")
        out += [f"  {effect}" for effect in row["effects"]]
    for row in data["claims"]:
        claimed = f"claim #{row['frame']} by {_who(row['by'])} of an error of {row['what']} in #{row['about']}"
        out.append(f"{claimed}: {row['outcome']} (policy {row['policy']})")
    for one in data["void_dice"]:
        for die in one["dice"]:
            about = f", {die['subject']}" if die["subject"] else ""
            new = f"{die['new']['address']} = {die['new']['value']}" if die["new"] else "not rolled yet"
            void = f"{die['void']['address']} = {die['void']['value']}"
            out.append(f"  {die['for']}{about}: {void} is void | {new}")
    return out


def dice_lines(verdict: Verdict) -> list[str]:
    """What became of the rolls, by mode; what waits; what is irregular."""
    out = []
    for mode, count in verdict.dice.items():
        parts = [f"{count.rederived} of {count.rolls} made again and equal"] if mode != "entered" else []
        if count.thrown:
            thrown = f"{count.thrown} of {count.rolls} thrown again and equal, not decided again"
            parts = [*parts, thrown] if count.rederived else [thrown]
        if mode == "entered":
            parts.append(f"{count.confirmed} of {count.rolls} confirmed")
        elif mode == "referee" and count.pending:
            parts.append(
                f"not yet re-derivable: {counted(count.pending, 'roll')} (the keeper has not opened his secret)"
            )
        out.append(f"{mode} dice: {', '.join(parts)}")
    if verdict.dice_changes:
        out.append(f"dice mode changed by decision of all sides: {_frames(verdict.dice_changes)}")
    if verdict.unconfirmed:
        out.append(f"entered rolls not confirmed: {_frames(verdict.unconfirmed)}")
    if verdict.waiting >= 0:
        out.append(f"decision #{verdict.waiting} waits for its dice")
    for one in verdict.irregular:
        out.append(f"irregular: #{one.frame}: {one.reason}" + (f" [{one.rule}]" if one.rule else ""))
    return out


def _frames(numbers: list[int]) -> str:
    return ", ".join(f"#{number}" for number in numbers)


def _who(by: str) -> str:
    """A side, or the referee, in the middle of a sentence."""
    from hexledger.projections.names import capital

    return by if by == "referee" else capital(by)
