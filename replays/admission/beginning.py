"""Step 6 for genesis: what a log of format 2 may begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexledger.events.frame import OLD, Genesis
from hexledger.events.limits import name_fault, text_fault
from hexledger.events.model import REFEREE
from hexledger.replays.admission.refused import Refused

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game


def sides_of(genesis: Genesis, game: Game[Any] | None) -> tuple[int, ...]:
    """The sides of a game; without its rules, those that the genesis speaks of, two at least."""
    if game is not None:
        return tuple(range(1, len(game.sides) + 1))
    told = [side for side, _, _ in genesis.players]
    return tuple(range(1, max(2, *told, 2) + 1))


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


def _players(genesis: Genesis, sides: tuple[int, ...]) -> None:
    seen: set[int] = set()
    keys: set[str] = set()
    for side, name, key in genesis.players:
        if side not in (0, *sides):
            raise Refused("genesis", f"there is no side {side}")
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
