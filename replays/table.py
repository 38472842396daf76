"""The table: people and bots play a chronicle on, one decision at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import Bot
from hexledger.engine.decisions import Decision, Reveal, Seal
from hexledger.engine.errors import NotOffered
from hexledger.engine.seals import commitment, practice_salt, reveal, seal, wants_reveal, wants_seal
from hexledger.engine.steps import Prompt
from hexledger.events.frame import VAULT_SEALS, Frame
from hexledger.replays.chronicle import Chronicle, ReplayError
from hexledger.replays.vault import seal_into, take_out


def hand_in(chronicle: Chronicle, actor: int, decision: Decision, time: int | None = None) -> Frame:
    """Submit a decision; where a sealed one is wanted, seal it first: with the practice salt, or into the vault."""
    prompt = chronicle.offer()
    if prompt is not None and wants_seal(prompt.kinds) and not isinstance(decision, Seal):
        if decision not in tuple(chronicle.choices()):
            raise NotOffered(
                chronicle.game.rule(prompt.rule), f"{decision.kind()} is not one of the choices to be sealed"
            )
        if chronicle.genesis.seals == VAULT_SEALS:
            return seal_into(chronicle, actor, decision, time)
        return chronicle.submit(actor, seal(decision, _salt(chronicle, len(chronicle.timeline))), time)
    return chronicle.submit(actor, decision, time)


def opening(chronicle: Chronicle) -> Reveal | None:
    """The reveal that can be made without asking at a reveal prompt: a practice game's, or one whose secret is in a
    vault here. None where no reveal is asked, or the secret is in another player's hands."""
    prompt = chronicle.offer()
    if prompt is None or not wants_reveal(prompt.kinds):
        return None
    if chronicle.genesis.seals == VAULT_SEALS:
        return take_out(chronicle, prompt.side)
    sealed = [value for key, value in chronicle.state().seals.items() if key >> 16 == prompt.side]
    candidates = [choice for choice in chronicle.choices() if not isinstance(choice, Reveal)]
    at = chronicle.timeline.head
    while at > 0:
        salt = _salt(chronicle, at)
        for choice in candidates:
            if commitment(choice, salt) in sealed:
                return reveal(choice, salt)
        at = chronicle.timeline.parents[at]
    raise ReplayError("the seal was not made with this game's practice salt: reveal it by hand")


def _salt(chronicle: Chronicle, at: int) -> str:
    """The salt of a seal that is physical frame `at`: that number never comes again, not even after an undo."""
    return practice_salt(chronicle.genesis.seed, chronicle.genesis.log_id, at)


Watcher = Callable[[Prompt, Decision, Frame], None]


def play_on(
    chronicle: Chronicle,
    players: Mapping[int, Bot],
    *,
    seed: str = "",
    limit: int = 1_000_000,
    watch: Watcher | None = None,
) -> int:
    """Let bots play until the game is over, a side without a bot is asked, or `limit` decisions are made.

    Returns the number of decisions.
    """
    for count in range(limit):
        prompt = chronicle.offer()
        if prompt is None:
            return count
        decision: Decision | None = opening(chronicle)
        if decision is None:
            player = players.get(prompt.side)
            if player is None or wants_reveal(prompt.kinds):
                return count
            chance = Chance(seed or chronicle.genesis.seed, chronicle.genesis.log_id, len(chronicle.timeline))
            decision = player(chronicle.game, chronicle.state(), prompt, chance)
        frame = hand_in(chronicle, prompt.side, decision)
        if watch is not None:
            watch(prompt, decision, frame)
    return limit
