"""Rulings: `rule` (the referee), `exchange` (identical units), `adopt` and `rulings` (rulings on file)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.asking import send_request
from hexledger.cli.common import (
    as_option,
    edition_option,
    json_option,
    log_argument,
    open_read,
    open_write,
    print_json,
    side_number,
)
from hexledger.cli.completing import complete_switch
from hexledger.cli.console import say, say_lines
from hexledger.cli.going_back import agreed, by_whom
from hexledger.cli.inputs import CONSENT, INT, TEXT
from hexledger.cli.keyring import key_option
from hexledger.cli.outputs import MAILED, force_option
from hexledger.cli.whose import due_lines, own_sides

if TYPE_CHECKING:
    from hexledger.events.frame import Frame
    from hexledger.replays.log.chronicle import Chronicle

reason_option = click.option("--reason", default="", help="Why; kept in the log.")
about_option = click.option("--about", type=INT, default=-1, metavar="N", help="The frame that it is about.")


def _done(chronicle: Chronicle, frame: Frame, as_json: bool) -> None:
    from hexledger.projections.record import events_text

    game = chronicle.game
    told = events_text(frame, game, chronicle.state(frame.parent))
    if as_json:
        print_json({"frame": frame.seq, "events": len(frame.events), "told": told})
        return
    say(f"Recorded as frame #{frame.seq}.")
    for line in told:
        say(f"  {line}")
    say_lines(due_lines(chronicle, own_sides(chronicle)))


@click.command()
@log_argument
@click.option(
    "--effects", default="", help="Correct the position: `move UNIT HEX; steps UNIT N; ...` (docs/referee.md)."
)
@click.option(
    "--switch",
    default="",
    metavar="SWITCH=READING",
    shell_complete=complete_switch,
    help="Read a rule another way from here on.",
)
@click.option(
    "--decision", default="", help="Accept a decision that the rules refuse; --effects says what it did, if need be."
)
@click.option("--roll", "rolls", multiple=True, help="Entered dice: what each die showed, if the ruling lets any roll.")
@click.option("--stands", type=INT, default=-1, metavar="N", help="Let decision N stand as it was recorded.")
@reason_option
@about_option
@key_option
@edition_option
@json_option
def rule(
    log: Path,
    effects: str,
    switch: str,
    decision: str,
    rolls: tuple[str, ...],
    stands: int,
    reason: str,
    about: int,
    edition: Path | None,
    as_json: bool,
) -> None:
    """The referee rules: one of --effects, --switch, --decision or --stands, with a reason."""
    from hexledger.engine.table.ruling_effects import parse
    from hexledger.replays.referee import rulings

    if sum((bool(effects or decision), bool(switch), stands >= 0)) != 1:
        raise click.UsageError("a ruling is one of --effects, --switch, --decision or --stands")
    with open_write(log, edition) as chronicle:
        game = chronicle.game
        if decision:
            prompt = chronicle.offer()
            side = prompt.side if prompt else 1
            texts = [part.strip() for part in effects.split(";") if part.strip()]
            chosen = game.codec.from_text(decision)
            frame = rulings.accept_decision(chronicle, side, chosen, reason, texts, rolls=rolls or None)
        elif effects:
            frame = rulings.correct_position(chronicle, parse(game, chronicle.state(), effects), reason, about)
        elif switch:
            frame = rulings.interpret(chronicle, switch, reason, about)
        else:
            frame = rulings.let_stand(chronicle, stands, reason)
        _done(chronicle, frame, as_json)


@click.command()
@log_argument
@click.argument("one")
@click.argument("two")
@as_option
@reason_option
@about_option
@key_option
@edition_option
@json_option
def exchange(
    log: Path,
    one: str,
    two: str,
    as_side: str | None,
    reason: str,
    about: int,
    edition: Path | None,
    as_json: bool,
) -> None:
    """Let units ONE and TWO, which are identical, change places to cure an error (policy swap)."""
    from hexledger.engine.naming.meant import find_unit
    from hexledger.replays.referee import rulings

    with open_write(log, edition) as chronicle:
        game = chronicle.game
        state = chronicle.state()
        units = (find_unit(game, one, state), find_unit(game, two, state))
        by = side_number(game, as_side) or game.piece_side(units[0])
        _done(chronicle, rulings.exchange(chronicle, by, units, reason, about), as_json)


@click.command()
@log_argument
@click.argument("file", type=TEXT)
@click.argument("name", metavar="ID")
@click.option("--consent", is_flag=True, help="The other side adopts it as well, and this is recorded.")
@click.option("--ask", type=MAILED, metavar="FILE", help="Adopt nothing yet: write a request for the other side.")
@force_option
@click.option("--consent-from", "papers", multiple=True, type=CONSENT, help="A consent that the other side made.")
@key_option
@as_option
@reason_option
@edition_option
@json_option
def adopt(
    log: Path,
    file: Path,
    name: str,
    consent: bool,
    ask: Path | None,
    papers: tuple[Path, ...],
    as_side: str | None,
    reason: str,
    edition: Path | None,
    as_json: bool,
) -> None:
    """Adopt the ruling ID of FILE for the running game LOG. It takes both sides."""
    from hexledger.replays.log.requests import ask_adoption, carry_out, read_request
    from hexledger.replays.referee import rulings
    from hexledger.replays.referee.rulings_file import filed, read_rulings

    found = filed(read_rulings(file), name)
    with open_write(log, edition) as chronicle:
        if found.game != chronicle.game.id:
            raise click.UsageError(f"ruling {name} is for {found.game}, the log is of {chronicle.game.id}")
        by = by_whom(chronicle, as_side)
        if ask is not None:
            request = ask_adoption(chronicle, by, found.setting, reason or found.text, found.cited)
            send_request(chronicle, ask, request)
            then = ", then `adopt LOG FILE ID --consent-from FILE`" if request.actor == by else ", which carries it out"
            say(f"request to adopt {found.cited} in {ask}; the other side answers with `consent {ask.name} LOG`{then}")
            return
        if papers:
            _done(chronicle, carry_out(chronicle, [read_request(paper) for paper in papers]), as_json)
            return
        consents = agreed(chronicle, by, consent)
        frame = rulings.adopt(chronicle, by, found.setting, reason or found.text, found.cited, consents)
        _done(chronicle, frame, as_json)


@click.command()
@log_argument
@click.option("--file", type=TEXT, help="Compare with the rulings on file.")
@edition_option
@json_option
def rulings(log: Path, file: Path | None, edition: Path | None, as_json: bool) -> None:
    """The readings of doubtful rules that LOG plays, and those that there are."""
    from hexledger.replays.referee.report import readings

    with open_read(log, edition) as chronicle:
        rows = _with_file(readings(chronicle), file)
    if as_json:
        print_json(rows)
        return
    for row in rows:
        on_file = f" · on file: {row['on_file']}" if row["on_file"] and row["on_file"] != row["reading"] else ""
        say(f"{row['switch']:18} {row['reading']:10} {row['rule']}: {row['about']}{on_file}")
        say(f"{'':18} readings: {', '.join(row['readings'])}")


def _with_file(rows: list[dict[str, Any]], file: Path | None) -> list[dict[str, Any]]:
    """The rows with what the file says on each switch."""
    filed_ones: dict[str, Any] = {}
    if file is not None:
        from hexledger.replays.referee.rulings_file import in_force, read_rulings

        filed_ones = in_force(read_rulings(file))
    return [row | {"on_file": filed_ones.get(row["switch"])} for row in rows]
