"""Step 6 for genesis: what a log of format 2 may begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexledger.events.frame import ARMIES, OLD, Genesis, side_of_seat
from hexledger.events.limits import name_fault, text_fault
from hexledger.events.model import DUEL, REFEREE
from hexledger.replays.admission.refused import Refused

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game


MOST_SIDES = ARMIES - 1
"""Sides of any game: an army's seat is numbered from ten times its side on."""


def sides_of(genesis: Genesis, game: Game[Any] | None) -> tuple[int, ...]:
    """The sides of a game; without its rules, those that the genesis speaks of, two at least."""
    if game is not None:
        return tuple(range(1, len(game.sides) + 1))
    told = [side_of_seat(seat) for seat, _, _ in genesis.players]
    return tuple(range(1, min(max(2, *told, 2), MOST_SIDES) + 1))


def check_genesis(genesis: Genesis, sides: tuple[int, ...]) -> None:
    """Refused unless a log of format 2 may begin so; logs of format 1 are not asked."""
    if genesis.format == OLD:
        return
    if len(genesis.log_id) != 32 or genesis.log_id.strip("0123456789abcdef"):
        raise Refused("genesis", f"a log id is 32 hex digits, not {genesis.log_id[:40]!r}")
    if genesis.parent_log is not None:
        raise Refused("genesis", "a game has no parent; a what-if is a study")
    for text in (genesis.game, genesis.scenario, genesis.rules_version, genesis.edition, genesis.seed):
        if text_fault(text):
            raise Refused("genesis", text_fault(text))
    _players(genesis, sides)
    keys = {side: key for side, _, key in genesis.players if key}
    if genesis.signed:
        for side in sides:
            if side not in keys:
                raise Refused("genesis", f"side {side} has no key: every side of a signed game has one")
        from hexledger.engine.dice.duel import REFEREE_DECIDES

        if genesis.refusal_rule == REFEREE_DECIDES and 0 not in keys:
            raise Refused("genesis", "rolls refused are for the referee, and the log names none with a key")
    if genesis.dice_mode == REFEREE and any(
        text.endswith(f" {key}") for text in genesis.commitments for key in (keys.values())
    ):
        raise Refused("genesis", "the keeper's key is a player's: each key comes once")


def army_seat(seat: int, sides: tuple[int, ...]) -> bool:
    """Is it the number of an army's seat of one of the sides?"""
    return seat >= ARMIES and side_of_seat(seat) in sides and seat % ARMIES > 0


def _army(genesis: Genesis, seat: int, key: str) -> None:
    """A player of an army of his own: not beside duel dice, whose chain of links is a side's; signed games want his
    key."""
    if genesis.dice_mode == DUEL:
        raise Refused("genesis", DUEL_IS_OF_SIDES)
    if genesis.signed and not key:
        raise Refused("genesis", f"seat {seat} has no key: every seat of a signed game has one")


DUEL_IS_OF_SIDES = "duel dice have one chain of links for a side: its armies do not sit apart"


def _players(genesis: Genesis, sides: tuple[int, ...]) -> None:
    seen: set[int] = set()
    keys: set[str] = set()
    for side, name, key in genesis.players:
        if side not in (0, *sides) and not army_seat(side, sides):
            raise Refused("genesis", f"there is no side {side}")
        if side >= ARMIES:
            _army(genesis, side, key)
        if side in seen:
            raise Refused("genesis", f"two players for side {side}")
        seen.add(side)
        fault = name_fault(name)
        if fault:
            raise Refused("genesis", fault)
        if not key:
            continue
        from hexledger.events.signatures import BadSignature, check_public, parse_public

        try:
            check_public(parse_public(key))
        except BadSignature as error:
            raise Refused("genesis", f"the key of side {side}: {error}") from None
        if key in keys:
            raise Refused("genesis", "two players have the same key")
        keys.add(key)
