"""`hexledger orders`: answers given in advance, carried out when a bundle is received."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import (
    as_option,
    edition_option,
    json_option,
    log_argument,
    open_read,
    open_write,
    print_json,
)
from hexledger.cli.console import say, say_lines
from hexledger.cli.keyring import key_option
from hexledger.cli.whose import due_data, due_lines, own_sides

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.log.orders import CarriedOut, NotCarriedOut, Order, Orders

WHAT = """WHAT is one of

\b
  only                      answer what has one legal answer; open your seals in their time
  roll                      duel dice: roll what the other side has fixed
  like N                    answer every question like that of your decision N as you did then
  answer QUESTION DECISION  answer a question (its `key` in `offer --json`) with a decision
  drop N                    revoke order N; `drop all` revokes them all
  now                       carry them out on the log as it stands
"""


@click.command(epilog=WHAT)
@log_argument
@click.argument("what", nargs=-1, metavar="[WHAT]...")
@click.option("--at", metavar="NAME", default="", help="Only where the question is about this unit or hex.")
@as_option
@key_option
@edition_option
@json_option
def orders(log: Path, what: tuple[str, ...], at: str, as_side: str | None, edition: Path | None, as_json: bool) -> None:
    """Your standing orders for LOG: listed, given, revoked. `receive` carries them out as your own frames.

    They lie beside the log, for you only, and are never sent. An order answers a question or rolls what the other side
    has fixed; it never takes back, refuses, agrees, confirms, seals a choice, or gives the value of a die.
    """
    from hexledger.replays.log import orders as standing

    word, rest = (what[0], what[1:]) if what else ("", ())
    if word == "now":
        with open_write(log, edition) as chronicle:
            side = _side(chronicle, as_side)
            made, left = standing.carry_out(chronicle, (side,))
            _report(chronicle, made, left, side, as_json)
        return
    with open_read(log, edition) as chronicle:
        side = _side(chronicle, as_side)
        found = standing.read_orders(chronicle, side)
        if word:
            found = _changed(chronicle, found, word, rest, at, side)
            standing.write_orders(chronicle, found)
        if as_json:
            print_json([_row(order) for order in found.given])
            return
        say_lines(order_line(chronicle, order) for order in found.given)
        if not found.given:
            say(f"no standing orders of the {chronicle.game.side(side).capitalize()} side")


def _side(chronicle: Chronicle, as_side: str | None) -> int:
    """Whose orders: the side named, else the one whose key or vault is at hand."""
    if as_side is not None:
        return chronicle.game.side_number(as_side)
    own = [side for side in own_sides(chronicle) if side]
    if len(own) == 1:
        return own[0]
    raise click.UsageError(f"--as SIDE says whose orders; sides are {', '.join(chronicle.game.sides)}")


def _changed(chronicle: Chronicle, found: Orders, word: str, rest: tuple[str, ...], at: str, side: int) -> Orders:
    """The orders after a change that is typed."""
    from hexledger.events.numbers import whole_number
    from hexledger.replays.log import orders as standing

    game = chronicle.game
    number = whole_number(rest[0]) if len(rest) == 1 else None
    if word == "drop" and rest == ("all",):
        return standing.Orders(found.orders, found.log, found.side)
    if word == "drop" and number is not None:
        return standing.revoked(found, number)
    if word in (standing.ONLY, standing.ROLLING) and not rest:
        return standing.added(game, found, word)
    if word == "like" and number is not None:
        question, decision = _like(chronicle, number, side)
        return standing.added(game, found, standing.ANSWERING, question, decision, at)
    if word == standing.ANSWERING and len(rest) >= 2:
        return standing.added(game, found, word, rest[0], " ".join(rest[1:]), at)
    raise click.UsageError("an order is: only, roll, like N, answer QUESTION DECISION, drop N, now")


def _like(chronicle: Chronicle, seq: int, side: int) -> tuple[str, str]:
    """(key of the question, decision as it is typed) of an own decision."""
    from hexledger.engine.kernel.decisions import Decision, Reveal, Seal
    from hexledger.events.frame import DECISION

    frame = chronicle.frame(chronicle.place(seq))
    made = chronicle.decision(seq) if frame.kind == DECISION else None
    if frame.actor != side or not isinstance(made, Decision) or isinstance(made, Seal | Reveal):
        raise click.UsageError(f"#{seq} is no open decision of the {chronicle.game.side(side).capitalize()} side")
    prompt = chronicle.offer(frame.parent)
    assert prompt is not None, "a decision answers a question"
    return chronicle.game.word_key(prompt.word), chronicle.game.codec.to_text(made)


def _row(order: Order) -> dict[str, Any]:
    import msgspec

    found: dict[str, Any] = msgspec.to_builtins(order)
    return found


def order_line(chronicle: Chronicle, order: Order) -> str:
    """An order in a line."""
    from hexledger.replays.log.orders import ONLY, ROLLING

    if order.what == ONLY:
        return f"{order.number}: answer what has one legal answer; open your seals"
    if order.what == ROLLING:
        return f"{order.number}: roll what the other side has fixed"
    game = chronicle.game
    where = f" about {order.at}" if order.at else ""
    return f"{order.number}: to `{game.word(game.words[order.question])}`{where} answer `{order.decision}`"


# ---------------------------------------------------------------------- when they are carried out
def carried_lines(chronicle: Chronicle, made: Sequence[CarriedOut], left: Sequence[NotCarriedOut]) -> list[str]:
    """What orders have done, a line each, and what they could not do."""
    from hexledger.cli.news import told_news

    lines = []
    for one in made:
        told = told_news(chronicle, [one.frame])
        lines.append(f"{told[0] if told else f'#{one.frame.seq}'} (standing order {one.order.number})")
    lines += [f"standing order {one.order.number} fits and is not carried out: {one.why}" for one in left]
    return lines


def carried_data(made: Sequence[CarriedOut], left: Sequence[NotCarriedOut]) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "carried_out": [{"order": one.order.number, "frame": one.frame.seq} for one in made],
        "not_carried_out": [{"order": one.order.number, "why": one.why} for one in left],
    }


def _report(
    chronicle: Chronicle, made: Sequence[CarriedOut], left: Sequence[NotCarriedOut], side: int, as_json: bool
) -> None:
    if as_json:
        print_json({**carried_data(made, left), "waiting": due_data(chronicle, (side,))})
        return
    say_lines(carried_lines(chronicle, made, left) or ["no standing order fits what is to be done"])
    say_lines(due_lines(chronicle, (side,)))
