"""`hexledger record`, `explain`, `dice`, `losses`, `query`: what happened, why, and how the dice fell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import (
    as_option,
    edition_option,
    json_option,
    left_out,
    left_out_data,
    log_argument,
    moment,
    one_vocabulary,
    open_read,
    print_json,
    reading,
    refuse_idle,
    side_number,
)
from hexledger.cli.console import say, say_block, say_words
from hexledger.cli.outputs import OUTPUT, force_option, write_output
from hexledger.events.numbers import counted
from hexledger.projections.names import capital

if TYPE_CHECKING:
    from hexledger.events.frame import Frame
    from hexledger.replays.log.chronicle import Chronicle

OUT = click.option("--out", type=OUTPUT, metavar="FILE", help="Write to a file.")


def all_frames(chronicle: Chronicle) -> list[Frame]:
    """Every frame of the file."""
    return [chronicle.frame(seq) for seq in range(len(chronicle.timeline))]


def _line_and_table(chronicle: Chronicle, seq: int) -> list[Frame]:
    """The frames of the line that ends at `seq`, and those up to it by which the game ended, went on, or somebody else
    sat down: they follow the file, not the tree. Where play stands now, also those after it."""
    from hexledger.events.frame import END, SEAT

    timeline = chronicle.timeline
    last = len(timeline) if seq == timeline.head else seq
    told = [number for number in range(last) if timeline.kinds[number] in (END, SEAT)]
    return sorted([*chronicle.frames(seq), *map(chronicle.frame, told)], key=lambda frame: frame.seq)


def record_text(
    chronicle: Chronicle, seq: int, form: str, level: str, *, undone: bool = False, side: int | None = None
) -> str:
    """The turn record of the line that ends at `seq`: `form` is md, text or json."""
    from hexledger.projections.record import record as record_of
    from hexledger.projections.record import record_heading
    from hexledger.projections.record_text import to_json_lines, to_markdown, to_text
    from hexledger.replays.story.combats import terms

    game = chronicle.game
    frames = all_frames(chronicle) if undone else _line_and_table(chronicle, seq)
    head = seq if undone else None
    fights = terms(game)
    entries = record_of(frames, game, chronicle.game.decide_text, level, undone=undone, head=head, fights=fights)
    if side is not None:
        entries = [entry for entry in entries if entry["actor"] == game.side(side)]
    if form == "json":
        return to_json_lines(one_vocabulary(entries))
    from hexledger.replays.log.times import times_line
    from hexledger.replays.secrets.signing import role

    used = times_line(game, (chronicle.frame(number) for number in range(len(chronicle.timeline))))
    players = {role(game, seat): name for seat, name, _ in chronicle.genesis.players}
    top = record_heading(chronicle.frame(0), game) | {
        "title": chronicle.title,
        "edition_kind": chronicle.edition_kind,
        "times": used,
        "players": players,
    }
    return to_markdown(entries, top) if form == "md" else to_text(entries, top)


def explanation(chronicle: Chronicle, seq: int, number: int = 0) -> str:
    """The calculation behind a decision as text, the combat that it belongs to, and whose line of supply it cut or
    restored."""
    from hexledger.projections.explain import explain_text

    data = explanation_data(chronicle, seq, number)
    told = [f"{'combat':>8}  {combat['text']}" for combat in [data.get("combat")] if combat]
    told += [f"{'supply':>8}  {row['text']}" for row in data.get("supply", ())]
    return "\n".join([explain_text(data).rstrip("\n"), *told])


def explanation_data(chronicle: Chronicle, seq: int, number: int = 0) -> dict[str, Any]:
    """The calculation behind a decision as data; of a whole decision also `combat`: the one that it belongs to
    (`number frame frames text`), and `supply`: whose line it cut or restored."""
    from hexledger.projections.explain import explain as explain_of
    from hexledger.replays.story.combats import told_at
    from hexledger.replays.story.supply import changes_at

    frames = list(chronicle.frames(chronicle.place(seq)))
    data = explain_of(frames, seq, chronicle.game, chronicle.game.decide_text, number)
    if number:
        return data
    more = {"combat": told_at(chronicle, seq), "supply": changes_at(chronicle, seq)}
    return data | {name: found for name, found in more.items() if found}


def _give(text: str, out: Path | None, form: str) -> None:
    """Print a record or write it to a file; where something of the log is missing, the first line says so (on the
    terminal it was said when the log was opened)."""
    missing = left_out()
    if missing and form == "json":
        text = f"{json.dumps({'left_out': left_out_data()})}\n{text}"
    elif missing and out is not None:
        text = f"note: {missing}\n\n{text}"
    if out is None:
        (say_words if form == "text" else say_block)(text)
    else:
        write_output(out, text)
        say(f"written to {out}")


@click.command()
@reading
@as_option
@click.option("--format", "form", type=click.Choice(["text", "md", "json"]), default="text", help="Form of the record.")
@click.option(
    "--level",
    type=click.Choice(["narrative", "decisions", "all"]),
    default="decisions",
    show_default=True,
    help="Combats and losses only, what followed from each decision, or every event.",
)
@click.option("--all", "undone", is_flag=True, help="Undone decisions, rewinds and labels as well.")
@OUT
@force_option
def record(
    log: Path,
    at: int | None,
    line: str | None,
    edition: Path | None,
    as_json: bool,
    as_side: str | None,
    form: str,
    level: str,
    undone: bool,
    out: Path | None,
) -> None:
    """The turn record of LOG: what was decided, and what followed, with dice, modifiers and rule numbers."""
    with open_read(log, edition) as chronicle:
        seq = moment(chronicle, at, line)
        side = side_number(chronicle.game, as_side)
        if as_json and form != "json":
            refuse_idle("and --json are two forms", "--format")
        form = "json" if as_json else form
        _give(record_text(chronicle, seq, form, level, undone=undone, side=side), out, form)


@click.command()
@log_argument
@click.argument("address")
@edition_option
@json_option
def explain(log: Path, address: str, edition: Path | None, as_json: bool) -> None:
    """The calculation behind decision ADDRESS (57, or 57.3 for its third event), with rule numbers."""
    from hexledger.projections.address import BadAddress, parse_address

    try:
        seq, number = parse_address(address)
    except BadAddress as error:
        raise click.UsageError(str(error)) from error
    with open_read(log, edition) as chronicle:
        if as_json:
            print_json(explanation_data(chronicle, seq, number))
        else:
            say_words(explanation(chronicle, seq, number))


@click.command()
@reading
@click.option("--by", default="side,faces", show_default=True, help="Columns to group by.")
@click.option("--rolls", "single", is_flag=True, help="Every roll instead of the distribution.")
def dice(
    log: Path, at: int | None, line: str | None, edition: Path | None, as_json: bool, by: str, single: bool
) -> None:
    """Every roll of a line, or how the values are distributed. A die is that side's whose die it is, as `luck` counts
    it; one that no table was read with is the side's in whose phase it fell."""
    from hexledger.projections import dice_record
    from hexledger.replays.dice.luck import owners

    with open_read(log, edition) as chronicle:
        frames = list(chronicle.frames(moment(chronicle, at, line)))
        owned = owners(chronicle.game, frames)
        rows = [
            row | {"side": owned.get(row["address"], row["side"])} for row in dice_record.rolls(frames, chronicle.game)
        ]
    columns = _columns(by, rows, ("seq", "value", "address"))
    if single:
        refuse_idle("groups the distribution; --rolls prints every roll", "--by")
        if as_json:
            print_json(rows)
        for row in rows if not as_json else ():
            about = f" on {row['subject']}" if row["subject"] else ""
            say(
                f"{row['address']:>8}  {_whose(row['side']):12} d{row['faces']} = {row['value']}  {row['about']}{about}"
            )
        return
    found = dice_record.distribution(rows, columns)
    if as_json:
        print_json(found)
        return
    for group in found:
        each = " ".join(f"{value}:{count}" for value, count in group["counts"].items())
        top, bottom = group["expected"]
        mean = f"{top // bottom}.{top * 10 // bottom % 10}"
        name = ", ".join(_column(column, group[column]) for column in columns)
        printed = ", ".join(map(str, group.get("printed", ())))
        what = f"each face of {printed} {mean}" if printed else f"each {mean}"
        say(f"{name}: {counted(group['rolls'], 'roll', 'rolls')}, sum {group['sum']} · {each} ({what} on average)")
    if not found:
        say("no dice yet")


def _whose(side: str) -> str:
    return "neither side" if side == "nobody" else capital(side)


def _column(column: str, value: Any) -> str:
    """What a group is about: `German`, `d6`, else the column with it."""
    return _whose(value) if column == "side" else f"d{value}" if column == "faces" else f"{column} {value}"


@click.command()
@reading
@click.option("--by", default="side,turn,cause", show_default=True, help="Columns to sum up by.")
@click.option("--each", is_flag=True, help="Every loss instead of sums.")
def losses(
    log: Path, at: int | None, line: str | None, edition: Path | None, as_json: bool, by: str, each: bool
) -> None:
    """Steps and units lost on a line."""
    from hexledger.projections.losses import loss_totals
    from hexledger.projections.losses import losses as losses_of

    with open_read(log, edition) as chronicle:
        game = chronicle.game
        rows = losses_of(chronicle.frames(moment(chronicle, at, line)), game)
    columns = _columns(by, rows, ("seq", "steps", "address"))
    if each:
        refuse_idle("sums losses up; --each prints every one", "--by")
    found = rows if each else loss_totals(rows, columns)
    if as_json:
        named = () if each or "cause" not in columns else found
        for row in named:
            row["cause_text"] = _in_words(game, "cause", row["cause"])
        print_json(found)
        return
    for row in found:
        if each:
            gone = ", gone" if row["gone"] else ""
            say(f"{row['address']:>8}  {row['unit']} {row['steps']} ({row['cause_text']}{gone}) [{row['rule']}]")
        else:
            name = ", ".join(_in_words(game, column, row[column]) for column in columns if row[column])
            gone = counted(row["units"], "unit", "units")
            say(f"{name}: {counted(row['steps'], 'step', 'steps')}, {gone} gone")
    if not found:
        say("no losses")


def _in_words(game: Any, column: str, value: Any) -> str:
    """A value that losses are summed up by, as it is printed."""
    if column == "turn":
        return str(game.turn(value))
    if column == "side":
        return capital(str(value))
    return game.word(game.find_word(value)) if column == "cause" and value in game.words else str(value)


def _columns(text: str, rows: list[dict[str, Any]], never: tuple[str, ...]) -> list[str]:
    columns = [part.strip() for part in text.split(",") if part.strip()]
    known = [column for column in rows[0] if column not in never] if rows else columns
    for column in columns:
        if column not in known:
            raise click.UsageError(f"no column {column!r}; columns are {', '.join(known)}")
    return columns
