"""Opening what is still sealed when a game is over: each side shows its own (F54)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexledger.engine.kernel.deciding import choices
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.seals import commitment, practice_salt, reveal
from hexledger.events.frame import OLD, OPENING, VAULT_SEALS, Frame, Opening
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.secrets.binding import bind
from hexledger.replays.secrets.openings import SealBook, SealEntry, seal_book
from hexledger.replays.secrets.signing import signer_at_hand
from hexledger.replays.secrets.vault import opened, vault_of


def book_of(chronicle: Chronicle) -> SealBook:
    """Every seal of a log, undone lines included."""
    return seal_book([chronicle.frame(seq) for seq in range(len(chronicle.timeline))])


def reveal_all(
    chronicle: Chronicle, sides: Iterable[int], *, abandoned: bool = False, time: int | None = None
) -> tuple[list[Frame], list[SealEntry]]:
    """Open all closed seals of `sides`: (frames appended, one a side; seals that stay closed because their secret
    or the key of their side is not here). Does nothing where nothing is closed.

    Refused while the game goes on, unless it is `abandoned`: a seal of an undone line may still tell what a player is
    up to. Raises ReplayError.
    """
    ended = chronicle.genesis.format > OLD and chronicle.ledgerbook.ended is not None
    if not (abandoned or ended or chronicle.state().over):
        raise ReplayError(
            "the game is not over: seals are opened when it ends (or with --abandoned, when it never will)"
        )
    frames: list[Frame] = []
    left: list[SealEntry] = []
    book = book_of(chronicle)
    for side in sides:
        found: list[tuple[int, tuple[Any, ...], str]] = []
        for entry in book.closed(side):
            secret = _secret(chronicle, entry)
            if secret is None or not _may_sign(chronicle, side):
                left.append(entry)
            else:
                found.append((entry.frame, *secret))
        if found:
            frames.append(chronicle.open_seals(side, Opening(tuple(found)), time))
    return frames, left


def _may_sign(chronicle: Chronicle, side: int) -> bool:
    """True unless the side's frames are signed with a key that is not at hand."""
    try:
        signer_at_hand(chronicle.genesis, chronicle.game, OPENING, side, chronicle.signers)
    except ReplayError:
        return False
    return True


def _secret(chronicle: Chronicle, entry: SealEntry) -> tuple[tuple[Any, ...], str] | None:
    """(choice as plain data, salt) of a seal; None when it is not here."""
    kept = vault_of(chronicle, entry.side).secrets().get(entry.commitment)
    if kept is not None:
        return opened(chronicle, kept), kept.salt
    if chronicle.genesis.seals == VAULT_SEALS:
        return None
    genesis = chronicle.genesis
    salt = practice_salt(genesis.seed, genesis.log_id, entry.frame)
    if genesis.format > OLD:
        salt = bind(salt, genesis.log_id, entry.side, entry.slot)
    before = chronicle.frame(entry.frame).parent
    for choice in choices(chronicle.game, chronicle.state(before)):
        if isinstance(choice, Decision) and commitment(choice, salt) == entry.commitment:
            return reveal(choice, salt).choice, salt
    return None
