"""Standing orders: answers that a side has given in advance, for questions with one sensible answer.

They lie beside the log on the side's own machine (`LOG.orders-SIDE`, readable by its owner only) and are carried out
when a bundle has been received: each becomes a frame of that side, signed with its own key, as if it had sat there.

An order answers a question; it never undoes, drops, refuses, agrees, confirms, seals a choice, or enters or names the
value of a die. What rolls is fixed by an order as it is by a player, before anybody knows its dice; and what the other
side has fixed is rolled, to which there is no alternative but a refusal that everybody sees. So nobody's dice can be
chosen with one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexledger.engine.dice.rolling import DiceWanted
from hexledger.engine.errors import EngineError
from hexledger.engine.naming.typed import parse
from hexledger.events.errors import DiskError, LedgerError
from hexledger.events.frame import UNREADABLE, Frame
from hexledger.events.private import read_private
from hexledger.replays.dice.fixbook import FIXED
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.due import DECIDE, LINK, OPEN, ROLL, Due, due
from hexledger.replays.log.table import hand_in, opening

if TYPE_CHECKING:
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.kernel.steps import Prompt
    from hexledger.replays.log.chronicle import Chronicle

FORMAT: Final = 1
ONLY: Final = "only"
ROLLING: Final = "roll"
ANSWERING: Final = "answer"
WHATS: Final = (ONLY, ROLLING, ANSWERING)
MOST: Final = 200
"""Orders of a side."""
AT_ONCE: Final = 500
"""Frames that orders make at most before somebody looks."""


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One order.

    what      ONLY: answer whatever has one legal answer, and open one's seals when they are to be opened;
              ROLLING: roll what the other side has fixed; ANSWERING: answer `question` with `decision`
    question  key of the question's word (`ask.artillery`)
    decision  as `offer` lists it
    at        name of a unit or hex that the question must be about; empty for any
    """

    number: int
    what: str
    question: str = ""
    decision: str = ""
    at: str = ""


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The orders of a side for one log."""

    orders: int
    log: str
    side: str
    given: tuple[Order, ...] = ()


class CarriedOut(msgspec.Struct, frozen=True):
    """What an order made: its frame."""

    order: Order
    frame: Frame


class NotCarriedOut(msgspec.Struct, frozen=True):
    """An order that fitted and could not be carried out, and why."""

    order: Order
    why: str


# ---------------------------------------------------------------------- files
def orders_path(log: Path, side: str) -> Path:
    """Where the orders of a side lie."""
    return log.with_name(f"{log.name}.orders-{side}")


def read_orders(chronicle: Chronicle, side: int) -> Orders:
    """The orders of a side; ReplayError for a file that is none, or is of another log."""
    name = chronicle.game.side(side)
    path = orders_path(chronicle.path, name)
    if not path.exists():
        return Orders(FORMAT, chronicle.genesis.log_id, name)
    try:
        found = msgspec.json.decode(read_private(path), type=Orders)
    except UNREADABLE as error:
        raise ReplayError(f"{path.name} holds no standing orders: {error}") from None
    if found.orders != FORMAT or any(order.what not in WHATS for order in found.given):
        raise ReplayError(f"{path.name} holds standing orders of another version")
    if (found.log, found.side) != (chronicle.genesis.log_id, name):
        raise ReplayError(f"{path.name} holds the standing orders of another game")
    return found


def write_orders(chronicle: Chronicle, orders: Orders) -> None:
    """Keep the orders of a side, whole or not at all; no file where there are none. DiskError."""
    from hexledger.events.platform import RealDisk, write_whole

    path = orders_path(chronicle.path, orders.side)
    try:
        if not orders.given:
            path.unlink(missing_ok=True)
            return
        write_whole(RealDisk(), path, msgspec.json.encode(orders) + b"\n", 0o600)
    except OSError as error:
        raise DiskError(path, "write the standing orders", error.strerror or str(error)) from error


def added(game: Game[Any], orders: Orders, what: str, question: str = "", decision: str = "", at: str = "") -> Orders:
    """The orders with one more; ReplayError for one that can never fit or is there already."""
    if len(orders.given) >= MOST:
        raise ReplayError(f"more than {MOST} standing orders")
    if what == ANSWERING:
        if question not in game.words:
            raise ReplayError(f"no question {question!r} in {game.title}")
        kind = decision.split(maxsplit=1)[0].lower() if decision.split() else ""
        if kind not in game.codec.classes or kind in ("seal", "reveal"):
            raise ReplayError(f"{decision!r} is no decision of {game.title} that can be ordered")
    number = max((order.number for order in orders.given), default=0) + 1
    new = Order(number, what, question, decision, at)
    if any(msgspec.structs.replace(order, number=number) == new for order in orders.given):
        raise ReplayError("that is ordered already")
    return msgspec.structs.replace(orders, given=(*orders.given, new))


def revoked(orders: Orders, number: int) -> Orders:
    """The orders without one; ReplayError where there is none of that number."""
    left = tuple(order for order in orders.given if order.number != number)
    if len(left) == len(orders.given):
        raise ReplayError(f"there is no standing order {number}")
    return msgspec.structs.replace(orders, given=left)


# ---------------------------------------------------------------------- carrying out
def carry_out(
    chronicle: Chronicle, sides: Sequence[int], most: int = AT_ONCE
) -> tuple[list[CarriedOut], list[NotCarriedOut]]:
    """Carry out the orders of some sides until somebody else, or a person, has to act: what was made, and what fitted
    and could not be carried out."""
    ordered = {side: read_orders(chronicle, side).given for side in sides}
    made: list[CarriedOut] = []
    while len(made) < most:
        found = due(chronicle)
        step = _step(chronicle, found, ordered.get(found.side or 0, ()))
        if isinstance(step, CarriedOut):
            made.append(step)
            continue
        return made, [] if step is None else [step]
    return made, []


def _step(chronicle: Chronicle, found: Due, orders: Sequence[Order]) -> CarriedOut | NotCarriedOut | None:
    """One order carried out, or why the one that fits was not; None where none fits."""
    order = next((order for order in orders if _fits(chronicle, found, order)), None)
    if order is None:
        return None
    try:
        frame = _rolled(chronicle) if found.does in (ROLL, LINK) else _answered(chronicle, found, order)
    except DiceWanted as wanted:
        return NotCarriedOut(order, f"its dice are yours to give: {wanted}")
    except (EngineError, ReplayError, LedgerError) as error:
        return NotCarriedOut(order, str(error))
    return None if frame is None else CarriedOut(order, frame)


def _fits(chronicle: Chronicle, found: Due, order: Order) -> bool:
    """Whether an order is about what has to be done now."""
    if found.does in (ROLL, LINK):
        return order.what == ROLLING and found.does == ROLL and found.side != found.decider
    prompt = found.prompt
    if prompt is None or found.does not in (DECIDE, OPEN) or chronicle.genesis.as_played:
        return False
    if found.does == OPEN:
        return order.what == ONLY
    if order.what == ONLY:
        return prompt.complete and len(list(islice(chronicle.choices(), 2))) == 1
    game = chronicle.game
    return order.what == ANSWERING and order.question == game.word_key(prompt.word) and _about(game, prompt, order.at)


def _about(game: Game[Any], prompt: Prompt, at: str) -> bool:
    """Whether a question is about a unit or hex of that name, or whatever it is about when none is named."""
    units = {name for piece in prompt.pieces for name in (game.piece(piece), game.piece_name(piece))}
    return not at or at in units or at in {game.place(place) for place in prompt.places}


def _rolled(chronicle: Chronicle) -> Frame:
    """The roll of what the other side has fixed."""
    waiting = chronicle.book.waiting
    assert waiting is not None, "asked of a decision that waits"
    return chronicle.submit(waiting.actor, chronicle.game.codec.decode(waiting.decision))


def _answered(chronicle: Chronicle, found: Due, order: Order) -> Frame | None:
    """The answer that an order gives: decided, or fixed where it rolls dice that follow later."""
    prompt = found.prompt
    assert prompt is not None and found.side is not None, "asked of an open question"
    decision: Decision | None
    if found.does == OPEN:
        decision = opening(chronicle)
    elif order.what == ONLY:
        decision = next(iter(chronicle.choices()))
    else:
        decision = parse(chronicle.game, order.decision, prompt.kinds, chronicle.choices, chronicle.state())
    if decision is None:
        return None
    try:
        return hand_in(chronicle, found.side, decision)
    except DiceWanted:
        if chronicle.book.mode not in FIXED:
            raise
        return chronicle.fix(found.side, decision)
