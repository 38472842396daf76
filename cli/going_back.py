"""Undo, redo, lines: nothing is ever removed, the file only grows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.asking import send_request
from hexledger.cli.common import (
    F,
    as_option,
    edition_option,
    json_option,
    log_argument,
    open_asking,
    open_read,
    open_write,
    print_json,
    side_number,
)
from hexledger.cli.completing import complete_line
from hexledger.cli.console import say
from hexledger.cli.inputs import CONSENT, INT
from hexledger.cli.keyring import key_option
from hexledger.cli.outputs import MAILED, force_option
from hexledger.events.numbers import counted
from hexledger.projections.names import capital

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game
    from hexledger.events.frame import Frame
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.log.requests import Request


consent_option = click.option("--consent", is_flag=True, help="The other side agrees, and this is recorded.")
ask_option = click.option(
    "--ask", type=MAILED, metavar="FILE", help="Change nothing yet: write a request for the other side."
)
papers_option = click.option(
    "--consent-from",
    "papers",
    multiple=True,
    type=CONSENT,
    metavar="FILE",
    help="Carry out what was asked for, with a consent that the other side made.",
)
reason_option = click.option("--reason", default="", help="Why; kept in the log.")


def agreed_options(command: F) -> F:
    """Of what may need the other side's word: who goes back, the word, and how it is asked for by mail."""
    by_mail = ask_option(force_option(papers_option(edition_option(json_option(command)))))
    return key_option(as_option(consent_option(reason_option(by_mail))))


def by_whom(chronicle: Chronicle, as_side: str | None) -> int:
    """Who takes back or claims: the side named, else the side whose decision stands at the head."""
    named = side_number(chronicle.game, as_side)
    if named is not None:
        return named
    return chronicle.frame(chronicle.timeline.head).actor or 1


def agreed(chronicle: Chronicle, by: int, consent: bool) -> list[int]:
    """The other sides, when they agree."""
    return [side for side in range(1, len(chronicle.game.sides) + 1) if side != by] if consent else []


def _done(chronicle: Chronicle, frame: Frame, what: str, as_json: bool) -> None:
    head = chronicle.timeline.head
    if as_json:
        print_json({"frame": frame.seq, "head": head, "line": chronicle.timeline.current})
    else:
        say(f"{what} Play goes on from #{head} on line {chronicle.timeline.current} (this is frame #{frame.seq}).")


def write_request(paper: Path, request: Request, chronicle: Chronicle, then: str) -> None:
    """Write a request to go on from another frame. `then`: the command that takes the answer, when who asks carries it
    out himself."""
    send_request(chronicle, paper, request)
    to = getattr(request.agreed, "to", request.parent)
    answers = f"the other side answers with `consent {paper.name} LOG`, then `{then}`"
    if request.actor != request.by:
        answers = (
            f"the {who(chronicle.game, request.actor)} answers with `consent {paper.name} LOG`, which carries it out"
        )
    say(f"request to go from #{request.parent} to #{to}, across {', '.join(request.crosses)}, in {paper}; {answers}")


def carried_out(chronicle: Chronicle, papers: tuple[Path, ...]) -> Frame:
    """What was asked for, done with the consents that the others have made."""
    from hexledger.replays.log.requests import carry_out, read_request

    return carry_out(chronicle, [read_request(paper) for paper in papers])


@click.command()
@log_argument
@click.option("--to", type=INT, metavar="N", help="Take everything after frame N back (default: one decision).")
@agreed_options
def undo(
    log: Path,
    to: int | None,
    as_side: str | None,
    consent: bool,
    reason: str,
    ask: Path | None,
    papers: tuple[Path, ...],
    edition: Path | None,
    as_json: bool,
) -> None:
    """Take the last decision of the line back. What is undone stays in the log, visible and addressable."""
    if ask is not None:
        from hexledger.replays.log import requests as asking

        with open_asking(log, edition) as chronicle:
            request = asking.ask(chronicle, by_whom(chronicle, as_side), to, reason)
            write_request(ask, request, chronicle, "undo LOG --consent-from FILE")
        return
    with open_write(log, edition) as chronicle:
        by = by_whom(chronicle, as_side)
        left = chronicle.timeline.head
        if papers:
            _done(chronicle, carried_out(chronicle, papers), f"#{left} is undone, as agreed.", as_json)
            return
        frame = chronicle.undo(by, to=to, reason=reason, consent=agreed(chronicle, by, consent))
        _done(chronicle, frame, f"#{left} is undone.", as_json)


@click.command()
@log_argument
@key_option
@as_option
@consent_option
@edition_option
@json_option
def redo(log: Path, as_side: str | None, consent: bool, edition: Path | None, as_json: bool) -> None:
    """Take the last undo back, a decision at a time; it needs what undoing it needs. By mail: `go --ask`."""
    with open_write(log, edition) as chronicle:
        by = by_whom(chronicle, as_side)
        frame = chronicle.redo(by, consent=agreed(chronicle, by, consent))
        _done(chronicle, frame, "Redone.", as_json)


@click.command()
@log_argument
@click.argument("frame", type=INT)
@agreed_options
def go(
    log: Path,
    frame: int,
    as_side: str | None,
    consent: bool,
    reason: str,
    ask: Path | None,
    papers: tuple[Path, ...],
    edition: Path | None,
    as_json: bool,
) -> None:
    """Move the line to any FRAME of the tree: an undone tip, an earlier moment."""
    if ask is not None:
        from hexledger.replays.log.requests import ask_go

        with open_asking(log, edition) as chronicle:
            request = ask_go(chronicle, by_whom(chronicle, as_side), frame, reason)
            write_request(ask, request, chronicle, f"go LOG {frame} --consent-from FILE")
        return
    with open_write(log, edition) as chronicle:
        if papers:
            _done(chronicle, carried_out(chronicle, papers), "Moved, as agreed.", as_json)
            return
        by = by_whom(chronicle, as_side)
        made = chronicle.go(by, frame, reason=reason, consent=agreed(chronicle, by, consent))
        _done(chronicle, made, "Moved.", as_json)


@click.command()
@log_argument
@click.argument("name")
@click.option("--at", type=INT, metavar="N", help="Frame to branch from (default: the head).")
@key_option
@as_option
@edition_option
@json_option
def branch(log: Path, name: str, at: int | None, as_side: str | None, edition: Path | None, as_json: bool) -> None:
    """Open a line NAME and go on there; the other lines stay as they are."""
    with open_write(log, edition) as chronicle:
        frame = chronicle.branch(name, at, side_number(chronicle.game, as_side) or 0)
        _done(chronicle, frame, f"Line {name} is open.", as_json)


@click.command()
@log_argument
@click.argument("name", shell_complete=complete_line)
@key_option
@as_option
@edition_option
@json_option
def switch(log: Path, name: str, as_side: str | None, edition: Path | None, as_json: bool) -> None:
    """Go on with line NAME."""
    with open_write(log, edition) as chronicle:
        frame = chronicle.switch(name, side_number(chronicle.game, as_side) or 0)
        _done(chronicle, frame, f"On line {name}.", as_json)


def lines_data(chronicle: Chronicle) -> list[dict[str, Any]]:
    """Every line and every undone end, as plain data."""
    from hexledger.events.frame import ADJOURNMENT
    from hexledger.replays.log.told import end_line, ended_at

    timeline, game = chronicle.timeline, chronicle.game
    out = []
    for seq in timeline.tips():
        names = timeline.names_at(seq) or [""]
        state, ended = chronicle.state(seq), ended_at(chronicle, seq)
        result = game.verdict(state.winner, state.level) if state.over else None
        for name in names:
            here = ended if name == timeline.current else None
            forks = [
                timeline.fork(seq, head) for other, head in timeline.heads.items() if other != name and head != seq
            ]
            out.append(
                {
                    "name": name or None,
                    "head": seq,
                    "undone": not name,
                    "current": name == timeline.current and bool(name),
                    "decisions": timeline.depths[seq],
                    "fork": max(forks, default=None) if forks else None,
                    "turn": game.turn(state.turn),
                    "phase": game.word(state.phase) if state.phase else "set-up",
                    "digest": chronicle.frame(seq).digest.hex(),
                    "over": state.over or (here is not None and here.end.what != ADJOURNMENT),
                    "result": end_line(chronicle, here) if here is not None else result,
                }
            )
    return out


@click.command()
@log_argument
@edition_option
@json_option
def lines(log: Path, edition: Path | None, as_json: bool) -> None:
    """The tree: each line with its head, and every undone end."""
    with open_read(log, edition) as chronicle:
        rows = lines_data(chronicle)
    if as_json:
        print_json(rows)
        return
    for row in rows:
        mark = "*" if row["current"] else " "
        name = row["name"] or "(undone)"
        fork = f" · forks at #{row['fork']}" if row["fork"] is not None else ""
        over = f" · {row['result']}" if row["result"] else ""
        where = f"{counted(row['decisions'], 'decision', 'decisions')} · {row['turn']}, {row['phase']}"
        say(f"{mark} {name:16} #{row['head']} · {where}{fork}{over}")


@click.command()
@log_argument
@click.option("--all", "everything", is_flag=True, help="Decisions as well, undone ones marked.")
@edition_option
@json_option
def history(log: Path, everything: bool, edition: Path | None, as_json: bool) -> None:
    """What was done to the log in file order: undos, lines, rulings, claims, dice; who, when, why, who agreed."""
    from hexledger.cli.looks import decided_texts
    from hexledger.events.frame import CLAIM, DECISION, DICE, END, GENESIS, KINDS, LABEL, REWIND, RULING, SEAT, STUDY
    from hexledger.projections.dice_notes import dice_note
    from hexledger.projections.table_notes import table_note

    with open_read(log, edition) as chronicle:
        timeline, game = chronicle.timeline, chronicle.game
        standing = {seq for head in timeline.heads.values() for seq in timeline.path(head)}
        steps = {step.seq: step for step in timeline.steps}
        rows: list[dict[str, Any]] = []
        for seq in range(len(timeline)):
            kind = timeline.kinds[seq]
            if kind in (DECISION, GENESIS) and not everything:
                continue
            frame = chronicle.frame(seq)
            row: dict[str, Any] = {"frame": seq, "kind": KINDS[kind], "by": game.side(frame.actor), "time": frame.time}
            if kind == DECISION:
                row["decision"] = game.codec.to_text(chronicle.decision(seq))  # type: ignore[arg-type]
                row["undone"] = seq not in standing
            elif seq in steps:
                step = steps[seq]
                row |= {"line": step.line, "from": _frame_or_none(step.left), "to": step.to, "reason": step.reason}
                row |= {"redo": step.redo, "consent": [who(game, side) for side in step.consent]}
                row |= {"policy": step.policy, "about": _frame_or_none(step.about)}
                row |= {"what": step.what, "outcome": step.outcome}
                row["by"] = who(game, frame.actor) if kind in (RULING, CLAIM, REWIND) else row["by"]
                if kind == LABEL and not frame.actor:
                    row["by"] = "the table"
            elif kind == DICE:
                row["text"], row["dice"] = dice_note(frame, game)
            if kind in (SEAT, END, STUDY):
                row["text"], row["said"] = table_note(frame, game)
            rows.append(row)
        told = decided_texts(chronicle) if everything and not as_json else {}
    if as_json:
        print_json(rows)
        return
    if not rows:
        say("nothing but decisions: no undo, line, ruling, claim or word about dice; --all lists the decisions")
    for row in rows:
        if row["kind"] == "decision":
            say(f"#{row['frame']} {capital(row['by'])}: {told[row['frame']]}{'  (undone)' if row['undone'] else ''}")
        elif row["kind"] == "genesis":
            say(f"#{row['frame']} the game begins")
        elif row["kind"] == "opening":
            say(f"#{row['frame']} {capital(row['by'])}: opens what it had sealed")
        elif "text" in row:
            agreed = f" with the consent of {', '.join(map(capital, row['consent']))}" if row.get("consent") else ""
            why = f" because {row['reason']}" if row.get("reason") else ""
            say(f"#{row['frame']} {row['text']}{agreed}{why}")
        else:
            say(f"#{row['frame']} {capital(row['by'])}: {_turning(row)}")


def who(game: Game[Any], side: int) -> str:
    """Name of a side, or of the referee for 0."""
    return game.side(side) if side else "referee"


def _frame_or_none(number: int) -> int | None:
    """The number of a frame; None for the -1 that stands for none."""
    return number if number >= 0 else None


def _turning(row: dict[str, Any]) -> str:
    """A rewind, label, ruling or claim of the history in words."""
    agreed = f" with the consent of {', '.join(map(capital, row['consent']))}" if row["consent"] else ""
    why = f" because {row['reason']}" if row["reason"] else ""
    about = f" about #{row['about']}" if row["about"] is not None else ""
    if row["kind"] == "ruling":
        return f"ruling ({row['what']}){about} on line {row['line']}{agreed}{why}"
    if row["kind"] == "claim":
        return f"claim of an error of {row['what']}{about}{agreed}{why}; {row['outcome']} (policy {row['policy']})"
    if row["from"] is None:
        return f"line {row['line']} begins at #{row['to']}"
    what = "redo" if row.get("redo") else row["kind"]
    granted = f" after a claim of an error of {row['what']}{about}, policy {row['policy']}" if about else ""
    return f"{what} on line {row['line']} from #{row['from']} to #{row['to']}{granted}{agreed}{why}"
