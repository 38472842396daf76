"""The table: people and bots play a chronicle on, one decision at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.playing import Bot
from hexledger.engine.dice.rolling import Asked, DiceWanted
from hexledger.engine.kernel.deciding import waiting
from hexledger.engine.kernel.decisions import Decision, Irregular, Reveal, Seal
from hexledger.engine.kernel.seals import commitment, practice_salt, reveal, seal, wants_reveal, wants_seal
from hexledger.engine.kernel.steps import Prompt
from hexledger.events.frame import OLD, VAULT_SEALS, Frame
from hexledger.events.model import ENTERED
from hexledger.replays.log.chronicle import Chronicle, ReplayError
from hexledger.replays.secrets.binding import bind
from hexledger.replays.secrets.vault import opens, salt_for, seal_into, take_out


def hand_in(
    chronicle: Chronicle,
    actor: int,
    decision: Decision,
    time: int | None = None,
    *,
    rolls: Sequence[int | str] | None = None,
    entered_by: int | None = None,
) -> Frame:
    """Submit a decision; where a sealed one is wanted, seal it first: with the practice salt, or into the vault.
    `rolls`: entered dice, as `submit` takes them."""
    if _into_vault(chronicle, decision):
        return seal_into(chronicle, actor, decision, time)
    return chronicle.submit(actor, sealed(chronicle, decision), time, rolls=rolls, entered_by=entered_by)


def _into_vault(chronicle: Chronicle, decision: Decision) -> bool:
    """True for a choice that is to be sealed into its owner's vault: each one of a game with vaults; of a practice game
    one that is not listed, which nobody could find again by trying what is. IllegalDecision when it may not be sealed.
    """
    if not _to_be_sealed(chronicle, decision):
        return False
    return not _listed(chronicle, decision) or chronicle.genesis.seals == VAULT_SEALS


def _to_be_sealed(chronicle: Chronicle, decision: Decision) -> bool:
    prompt = chronicle.offer()
    return prompt is not None and wants_seal(prompt.kinds) and not isinstance(decision, Seal | Irregular)


def _listed(chronicle: Chronicle, decision: Decision) -> bool:
    """Is a choice one of those that are listed? IllegalDecision when it is none and may not be sealed either."""
    if decision in tuple(chronicle.choices()):
        return True
    game, state = chronicle.game, chronicle.state()
    pos = game.position(state)
    game.codec.sound(decision)
    waiting(game, state, pos)[0].check_secret(pos, decision)
    return False


def sealed(chronicle: Chronicle, decision: Decision) -> Decision:
    """The decision as it is handed in: its seal with the practice salt where a sealed one is wanted, else itself."""
    if not _to_be_sealed(chronicle, decision):
        return decision
    _listed(chronicle, decision)
    prompt = chronicle.offer()
    actor = prompt.side if prompt is not None else 1
    return seal(decision, salt_for(chronicle, decision, actor, _salt(chronicle, len(chronicle.timeline))))


Die = Callable[[Asked], int]
"""Rolls a real die, or draws from a real cup: what was asked -> what it showed (a draw: the number of the token)."""


def roll_out(chronicle: Chronicle, actor: int, decision: Decision, die: Die, time: int | None = None) -> Frame:
    """Hand a decision in whose dice are entered: it is fixed first, then each roll is asked for, one by one.

    A decision that rolls nothing, or whose dice come by themselves, is handed in as it is. Broken off between two
    rolls, the decision stays fixed and waits for its dice. DiceWanted where not even a person can roll (referee, duel).
    """
    if _into_vault(chronicle, decision):
        return seal_into(chronicle, actor, decision, time)
    decision = sealed(chronicle, decision)
    rolls: list[int] = []
    while True:
        try:
            return chronicle.submit(actor, decision, time, rolls=rolls or None)
        except DiceWanted as wanted:
            if wanted.mode != ENTERED:
                raise
            if chronicle.book.waiting is None:
                chronicle.fix(actor, decision, time)
            rolls.append(die(wanted.asked))


def opening(chronicle: Chronicle) -> Reveal | None:
    """The reveal that can be made without asking at a reveal prompt: a practice game's, or one whose secret is in a
    vault here. None where no reveal is asked, or the secret is in another player's hands."""
    prompt = chronicle.offer()
    if prompt is None or not wants_reveal(prompt.kinds):
        return None
    if chronicle.genesis.seals == VAULT_SEALS:
        return take_out(chronicle, prompt.side)
    sealed = {key: value for key, value in chronicle.state().seals.items() if key >> 16 == prompt.side}
    candidates = [choice for choice in chronicle.choices() if not isinstance(choice, Reveal)]
    at = chronicle.timeline.head
    while at > 0:
        for slot, salt in _salts(chronicle, at, sealed):
            for choice in candidates:
                if commitment(choice, salt) == sealed[slot] and opens(chronicle, found := reveal(choice, salt)):
                    return found
        at = chronicle.timeline.parents[at]
    found_there = take_out(chronicle, prompt.side)
    if found_there is None:
        raise ReplayError("the seal was not made with this game's practice salt: reveal it by hand")
    return found_there


def _salt(chronicle: Chronicle, at: int) -> str:
    """The salt of a seal that is physical frame `at`: that number never comes again, not even after an undo."""
    return practice_salt(chronicle.genesis.seed, chronicle.genesis.log_id, at)


def _salts(chronicle: Chronicle, at: int, sealed: Mapping[int, str]) -> list[tuple[int, str]]:
    """For each seal that lies there (side and slot in its key), the practice salt if frame `at` made it."""
    genesis, salt = chronicle.genesis, _salt(chronicle, at)
    if genesis.format == OLD:
        return [(key, salt) for key in sealed]
    return [(key, bind(salt, genesis.log_id, key >> 16, key & 0xFFFF)) for key in sealed]


Watcher = Callable[[Prompt, Decision, Frame], None]


def play_on(
    chronicle: Chronicle,
    players: Mapping[int, Bot],
    *,
    seed: str = "",
    limit: int = 1_000_000,
    watch: Watcher | None = None,
    die: Die | None = None,
) -> int:
    """Let bots play until the game is over, a side without a bot is asked, or `limit` decisions are made.

    `die`: rolls for them where the dice are entered.

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
        if die is None:
            frame = hand_in(chronicle, prompt.side, decision)
        else:
            frame = roll_out(chronicle, prompt.side, decision, die)
        if watch is not None:
            watch(prompt, decision, frame)
    return limit
