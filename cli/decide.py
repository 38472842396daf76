"""`hexledger offer` and `hexledger decide`: what may be decided, and deciding it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from hexledger.cli.common import (
    LOG,
    as_option,
    edition_option,
    finished,
    json_option,
    log_argument,
    moment,
    open_read,
    open_write,
    print_json,
    prompt_data,
    prompt_line,
    reading,
    side_number,
)
from hexledger.cli.keyring import key_option

if TYPE_CHECKING:
    from hexledger.events.frame import Frame
    from hexledger.replays.chronicle import Chronicle


@click.command()
@reading
@as_option
@click.option("--limit", default=200, show_default=True, help="Most choices to list.")
def offer(
    log: Path, at: int | None, line: str | None, edition: Path | None, as_json: bool, as_side: str | None, limit: int
) -> None:
    """What is asked, of whom, by which rule, and the choices. Each line can be given to `decide` as it stands.

    --as SIDE lists the choices only when that side is asked.
    """
    with open_read(log, edition) as chronicle:
        seq = moment(chronicle, at, line)
        game = chronicle.game
        side = side_number(game, as_side)
        prompt = chronicle.offer(seq)
        if prompt is None:
            state = chronicle.state(seq)
            if as_json:
                print_json({"over": True, "winner": game.side(state.winner), "level": game.word(state.level)})
            else:
                click.echo(f"the game is over. {finished(game, state.winner, state.level)}")
            return
        waits = side is not None and side != prompt.side
        found = [] if waits else list(islice(chronicle.choices(seq), limit + 1))
        if as_json:
            data = prompt_data(game, prompt)
            data["frame"] = seq
            data["choices"] = [game.codec.to_plain(choice) for choice in found[:limit]]
            data["more"] = len(found) > limit
            print_json(data)
            return
        click.echo(prompt_line(game, prompt))
        for choice in found[:limit]:
            click.echo(f"  {game.codec.to_text(choice)}")
        if len(found) > limit:
            click.echo(f"  ... more than {limit}; --limit shows them")
        if waits:
            click.echo(f"  ({game.side(side or 0).capitalize()} waits.)")
        elif not prompt.complete:
            click.echo("  (a useful part; other legal decisions of these kinds are accepted too)")


@click.command()
@log_argument
@click.argument("words", nargs=-1, required=True, metavar="DECISION...")
@as_option
@key_option
@click.option(
    "--roll", "shown", multiple=True, metavar="VALUE", help="Entered dice: what a die showed, or a token drawn."
)
@click.option("--by", "by_side", metavar="SIDE", help="Who read the dice (default: the side that decides).")
@click.option("--keeper", type=LOG, metavar="FILE", help="Referee dice: the keeper's file, or his answer.")
@click.option("--fix", is_flag=True, help="Fix a decision that rolls; its dice follow with `finish`.")
@click.option("--expect", type=int, metavar="N", help="Refuse unless play stands at frame N.")
@edition_option
@json_option
def decide(
    log: Path,
    words: tuple[str, ...],
    as_side: str | None,
    shown: tuple[str, ...],
    by_side: str | None,
    keeper: Path | None,
    fix: bool,
    expect: int | None,
    edition: Path | None,
    as_json: bool,
) -> None:
    """Hand in one DECISION: a line as `offer` lists it, or a JSON object. `reveal` alone opens your seal."""
    from hexledger.events.frame import UNREADABLE
    from hexledger.replays.table import hand_in, opening, sealed

    with open_write(log, edition, keeper) as chronicle:
        game = chronicle.game
        text = " ".join(words)
        if text.lstrip().startswith("{"):
            try:
                plain = msgspec.json.decode(text)
            except (UnicodeEncodeError, *UNREADABLE) as error:
                raise click.UsageError(f"the decision is not JSON: {error}") from error
            decision = game.codec.from_plain(plain)
        elif text == "reveal" and (found := opening(chronicle)) is not None:
            decision = found
        else:
            decision = game.codec.from_text(text)
        prompt = chronicle.offer()
        actor = side_number(game, as_side) or (prompt.side if prompt else 1)
        if expect is not None and expect != chronicle.timeline.head:
            raise click.UsageError(f"play stands at frame {chronicle.timeline.head}, not {expect}; nothing was written")
        if fix:
            frame = chronicle.fix(actor, sealed(chronicle, decision))
            if as_json:
                print_json({"frame": frame.seq, "waiting": True})
            else:
                click.echo(f"#{frame.seq}: the decision is fixed and waits for its dice; `hexledger finish` rolls them")
            return
        by = side_number(game, by_side)
        frame = hand_in(chronicle, actor, decision, rolls=shown, entered_by=by)
        tell(chronicle, frame, as_json)


def tell(chronicle: Chronicle, frame: Frame, as_json: bool) -> None:
    """What followed from a decision, and what is asked next."""
    from hexledger.projections.record import events_text

    game, after = chronicle.game, chronicle.offer()
    if as_json:
        data = {"frame": frame.seq, "events": len(frame.events), "next": prompt_data(game, after) if after else None}
        print_json(data)
        return
    for entry in events_text(frame, game, chronicle.state(frame.parent)):
        click.echo(f"  {entry}")
    click.echo(prompt_line(game, after) if after else f"the game is over. {_end(chronicle)}")


def _end(chronicle: Chronicle) -> str:
    state = chronicle.state()
    return finished(chronicle.game, state.winner, state.level)
