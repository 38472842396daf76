"""`hexledger offer` and `hexledger decide`: what may be decided, and deciding it."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from hexledger.cli import looks
from hexledger.cli.common import (
    as_option,
    edition_option,
    json_option,
    log_argument,
    moment,
    open_read,
    open_write,
    print_json,
    prompt_data,
    reading,
    side_number,
)
from hexledger.cli.completing import complete_decision, complete_side
from hexledger.cli.console import say, say_lines
from hexledger.cli.inputs import INT, KEEPER, VAULT
from hexledger.cli.keyring import key_option
from hexledger.cli.narrowing import narrowing, none_fits
from hexledger.cli.whose import due_data, due_lines, own_sides, result_data
from hexledger.engine.errors import AmbiguousName, BadDecision
from hexledger.replays.log.due import Due, due
from hexledger.replays.log.told import prompt_line

if TYPE_CHECKING:
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.events.frame import Frame
    from hexledger.replays.log.chronicle import Chronicle


@click.command()
@reading
@as_option
@click.argument("words", nargs=-1)
@click.option("--limit", type=INT, default=200, show_default=True, help="Most choices to list.")
def offer(
    log: Path,
    words: tuple[str, ...],
    at: int | None,
    line: str | None,
    edition: Path | None,
    as_json: bool,
    as_side: str | None,
    limit: int,
) -> None:
    """What is asked, of whom, by which rule, and the choices. Each line can be given to `decide` as it stands; below
    one that costs the deciding side units whatever the dice are, it says in brackets which.

    WORDS narrow a long list: a kind of decision, units, hexes (`offer LOG move`, `offer LOG move 8/3`).

    --as SIDE lists the choices only when that side is asked.
    """
    from hexledger.engine.kernel.seals import wants_seal
    from hexledger.replays.log.costs import cost_rows, in_any_case

    with open_read(log, edition) as chronicle:
        seq = moment(chronicle, at, line)
        game = chronicle.game
        side = side_number(game, as_side)
        prompt = chronicle.offer(seq)
        now = seq == chronicle.timeline.head
        if now and (found_due := due(chronicle)).prompt is None:
            own = own_sides(chronicle, side)
            if as_json:
                print_json(_nothing_asked(chronicle, found_due, seq, own))
            else:
                say_lines(due_lines(chronicle, own))
            return
        if prompt is None:
            state = chronicle.state(seq)
            if as_json:
                print_json({"over": True, "winner": game.side(state.winner), "level": game.word(state.level)})
            else:
                say(looks.asked_text(chronicle, seq))
            return
        waits = side is not None and side != prompt.side
        asked = narrowing(prompt, words)
        fit = (choice for choice in chronicle.choices(seq) if asked.fits(game, choice))
        found = [] if waits else list(islice(fit, limit + 1))
        if words and not found and not waits:
            raise none_fits(prompt, words)
        sealed_now = wants_seal(prompt.kinds)
        costs = [] if sealed_now else cost_rows(game, chronicle.state(seq), prompt.side, found[:limit])
        if as_json:
            data = prompt_data(game, prompt)
            data["frame"] = seq
            data["choices"] = [game.codec.to_plain(choice) for choice in found[:limit]]
            data["more"] = len(found) > limit
            data["costs"] = costs
            if now:
                data["waiting"] = due_data(chronicle, own_sides(chronicle, side))
            print_json(data)
            return
        say(prompt_line(game, prompt))
        always = "" if words else in_any_case(costs, len(found), prompt)
        if always:
            say(f"  (in any case {always})")
        costly = {} if always else {row["choice"]: row["text"] for row in costs}
        for number, choice in enumerate(found[:limit]):
            say(f"  {game.codec.to_text(choice)}")
            if number in costly:
                say(f"      ({costly[number]})")
        if len(found) > limit:
            say(f"  ... more than {limit}; --limit shows them, `offer LOG KIND` or `offer LOG UNIT` fewer")
        if waits:
            say(f"  ({game.side(side or 0).capitalize()} waits.)")
        elif not prompt.complete:
            say("  (a useful part; other legal decisions of these kinds are accepted too)")
        if now:
            say_lines(due_lines(chronicle, own_sides(chronicle, side))[1:])


def _nothing_asked(chronicle: Chronicle, found: Due, seq: int, own: Collection[int]) -> dict[str, Any]:
    """What `offer --json` says where no question is open: a decision waits for its dice, the game is over or rests."""
    data = due_data(chronicle, own)
    nothing = {"side": data["side"], "prompt": data["text"], "kinds": [], "choices": [], "more": False, "frame": seq}
    result = result_data(chronicle) if found.side is None else {"over": False}
    return {**nothing, **result, "waiting": data}


@click.command()
@log_argument
@click.argument("words", nargs=-1, required=True, metavar="DECISION...", shell_complete=complete_decision)
@as_option
@key_option
@click.option(
    "--roll", "shown", multiple=True, metavar="VALUE", help="Entered dice: what a die showed, or a token drawn."
)
@click.option(
    "--by",
    "by_side",
    metavar="SIDE",
    shell_complete=complete_side,
    help="Who read the dice (default: the side that decides).",
)
@click.option("--keeper", type=KEEPER, metavar="FILE", help="Referee dice: the keeper's file, or his answer.")
@click.option("--vault", "vaults", type=VAULT, multiple=True, metavar="FILE", help="Duel dice: a vault elsewhere.")
@click.option("--fix", is_flag=True, help="Fix a decision that rolls; its dice follow with `finish`.")
@click.option("--expect", type=INT, metavar="N", help="Refuse unless play stands at frame N.")
@edition_option
@json_option
def decide(
    log: Path,
    words: tuple[str, ...],
    as_side: str | None,
    shown: tuple[str, ...],
    by_side: str | None,
    keeper: Path | None,
    vaults: tuple[Path, ...],
    fix: bool,
    expect: int | None,
    edition: Path | None,
    as_json: bool,
) -> None:
    """Hand in one DECISION: a line as `offer` lists it, or a JSON object. `reveal` alone opens your seal.

    In the log of a game as played it is a line of a transcript (docs/transcripts.md): what the rules refuse is recorded
    and marked.
    """
    from hexledger.events.frame import OLD, side_of_seat
    from hexledger.replays.log.table import hand_in, opening, sealed

    with open_write(log, edition, keeper, vaults) as chronicle:
        game = chronicle.game
        text = " ".join(words)
        if expect is not None and expect != chronicle.timeline.head:
            raise click.UsageError(f"play stands at frame {chronicle.timeline.head}, not {expect}; nothing was written")
        if chronicle.genesis.as_played and not fix:
            _record(chronicle, text, side_number(game, as_side) or 0, shown, as_json)
            return
        if text.lstrip().startswith("{"):
            decision = game.codec.from_plain(_json(text))
        elif text == "reveal" and (found := opening(chronicle)) is not None:
            decision = found
        else:
            decision = typed(chronicle, text)
        prompt = chronicle.offer()
        seat = None if as_side is None else game.seat_number(as_side)
        actor = (prompt.side if prompt else 1) if seat is None else side_of_seat(seat)
        if seat is not None and chronicle.genesis.format > OLD:
            chronicle.check_seat(seat)
        if fix:
            frame = chronicle.fix(actor, sealed(chronicle, decision))
            own = own_sides(chronicle, actor)
            if as_json:
                print_json({"frame": frame.seq, "waiting": due_data(chronicle, own)})
            else:
                say_lines([f"#{frame.seq}: the decision is fixed", *due_lines(chronicle, own)])
            return
        by = side_number(game, by_side)
        frame = hand_in(chronicle, actor, decision, rolls=shown, entered_by=by)
        tell(chronicle, frame, as_json)


def typed(chronicle: Chronicle, text: str) -> Decision:
    """The decision of a line as `offer` lists it, or with names as they are shown (`drop 22. Luftlande 3930`); the
    names of units mean those that may be decided about now."""
    from hexledger.engine.naming.typed import codec_at, parse

    words = text.split()
    kind = words[0].lower() if words else ""
    game = chronicle.game
    if kind not in game.codec.classes:
        return game.codec.from_text(text)  # which says what is wrong
    state = chronicle.state()
    try:
        return codec_at(game, state, kind, chronicle.choices).from_text(text)
    except AmbiguousName:
        raise
    except BadDecision:
        return parse(game, text, (kind,), chronicle.choices, state)


def _record(chronicle: Chronicle, text: str, side: int, shown: tuple[str, ...], as_json: bool) -> None:
    """One more line of a game as played."""
    from hexledger.engine.kernel.decisions import Irregular
    from hexledger.replays.log.chronicle import ReplayError
    from hexledger.replays.log.transcribe import BadTranscript, record_line

    game = chronicle.game
    if text.lstrip().startswith("{"):
        text = game.codec.to_text(game.codec.from_plain(_json(text)))
    if shown:
        line, arrow, effects = text.partition("=>")
        text = f"{line.rstrip()} : {' '.join(shown)} {arrow}{effects}"
    try:
        made = record_line(chronicle, text, side)
    except BadTranscript as bad:
        why = "; ".join(error.reason.removeprefix("refused: ") for error in bad.errors)
        raise ReplayError(why) from None
    for seq in made[:1] if as_json else made:
        decision = chronicle.decision(seq)
        if isinstance(decision, Irregular) and not as_json:
            rule, reason = decision.mark
            say(f"irregular, and marked: {game.rule(rule) if isinstance(rule, int) else ''} {reason}".strip())
        tell(chronicle, chronicle.frame(seq), as_json)


def _json(text: str) -> Any:
    from hexledger.events.frame import UNREADABLE

    try:
        return msgspec.json.decode(text)
    except (UnicodeEncodeError, *UNREADABLE) as error:
        raise click.UsageError(f"the decision is not JSON: {error}") from error


def tell(chronicle: Chronicle, frame: Frame, as_json: bool) -> None:
    """What followed from a decision, and what is asked next."""
    from hexledger.engine.kernel.decisions import Irregular
    from hexledger.projections.record import events_text

    game, after, own = chronicle.game, due(chronicle).prompt, own_sides(chronicle)
    if as_json:
        data: dict[str, Any] = {"frame": frame.seq, "events": len(frame.events)}
        decision = chronicle.decision(frame.seq) if chronicle.genesis.as_played else None
        if isinstance(decision, Irregular):
            rule, reason = decision.mark
            data["irregular"] = {"rule": game.rule(rule) if isinstance(rule, int) else "", "reason": reason}
        next_ = prompt_data(game, after) if after else None
        print_json(data | {"next": next_, "waiting": due_data(chronicle, own)})
        return
    for entry in events_text(frame, game, chronicle.state(frame.parent)):
        say(f"  {entry}")
    say_lines(due_lines(chronicle, own))
