"""Vaults: the secrets of one side's seals, in a file of its own beside the log, readable by its owner only.

One JSON object a line, only ever appended to: log id, slot, frame, commitment, choice, salt. A secret is written and
synced before its seal goes into the log, so that a crash can leave a secret without a seal but never the reverse.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from hexledger.engine.dice.rolling import Asked
from hexledger.engine.errors import BadDecision, IllegalDecision
from hexledger.engine.kernel.deciding import check, decide
from hexledger.engine.kernel.decisions import Decision, Reveal
from hexledger.engine.kernel.seals import reveal, seal
from hexledger.events.frame import OLD, UNREADABLE, Frame
from hexledger.events.model import PRACTICE, Sealed
from hexledger.events.private import append_private, read_private
from hexledger.replays.errors import ReplayError
from hexledger.replays.secrets.binding import bind, commitment_of

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle


class Secret(msgspec.Struct, frozen=True):
    """One line of a vault: what frame `frame` of log `log` sealed under `slot` (key of a word).

    choice  the decision as `[tag, field, ...]`; text: the same in words, for its owner
    """

    log: str
    slot: str
    frame: int
    commitment: str
    choice: tuple[Any, ...]
    salt: str
    text: str = ""


_decoder = msgspec.json.Decoder(Secret)


def vault_path(log: Path, side: str) -> Path:
    """`g.hxl.vault-allied`: the vault of a side (by name) of the game in `log`."""
    return log.with_name(f"{log.name}.vault-{side}")


class Vault:
    """The secrets of one side of one log."""

    def __init__(self, path: Path, log_id: str) -> None:
        self.path = path
        self.log_id = log_id

    def keep(self, secret: Secret) -> None:
        """Write a secret; it is on disk when this returns. Raises Exposed, DiskError."""
        line = msgspec.json.encode(secret) + b"\n"
        if self.path.exists() and not read_private(self.path).endswith(b"\n"):
            # a line that a crash cut short must not swallow this one
            line = b"\n" + line
        append_private(self.path, line)

    def secrets(self) -> dict[str, Secret]:
        """Commitment -> secret, of this log; empty when there is no file. Lines that are no secrets are passed over: a
        crash may leave half of one. Raises Exposed, DiskError."""
        if not self.path.exists():
            return {}
        found: dict[str, Secret] = {}
        for line in read_private(self.path).split(b"\n"):
            try:
                secret = _decoder.decode(line)
            except UNREADABLE:
                continue
            if secret.log == self.log_id:
                found[secret.commitment] = _frozen(secret)
        return found


def _frozen(secret: Secret) -> Secret:
    return msgspec.structs.replace(secret, choice=_tuples(secret.choice))


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, (list, tuple)) else value


def vault_of(chronicle: Chronicle, side: int) -> Vault:
    """The vault of a side (by number) beside a log."""
    return Vault(vault_path(chronicle.path, chronicle.game.side(side)), chronicle.genesis.log_id)


def seal_into(chronicle: Chronicle, actor: int, choice: Decision, time: int | None = None) -> Frame:
    """Seal a choice with a random salt of 128 bits, keep the secret in the actor's vault, and submit the seal."""
    # imported here: it brings half of the standard library's cryptography with it
    from secrets import token_hex

    game, salt = chronicle.game, salt_for(chronicle, choice, actor, token_hex(16))
    sealed = seal(choice, salt)
    plain = reveal(choice, salt).choice
    vault = vault_of(chronicle, actor)

    def keep(frame: Frame) -> None:
        slot = next(event.slot for event in frame.events if isinstance(event, Sealed))
        text = game.codec.to_text(choice)
        key = game.word_key(slot)
        vault.keep(Secret(chronicle.genesis.log_id, key, frame.seq, sealed.commitment, plain, salt, text))

    return chronicle.submit(actor, sealed, time, keep=keep)


class _Trial:
    """Dice of a trial whose rolls are of no interest."""

    mode = PRACTICE

    def __init__(self) -> None:
        self.evidence: list[str] = []

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """The lowest value."""
        return 0


def salt_for(chronicle: Chronicle, choice: Decision, actor: int, salt: str) -> str:
    """The salt to seal a choice with: in format 2 bound to the slot that the rules put the seal into."""
    genesis, game = chronicle.genesis, chronicle.game
    if genesis.format == OLD:
        return salt
    # which slot it is only the rules know: they take the seal once for trial
    trial = decide(
        game,
        chronicle.state(),
        chronicle.frame(chronicle.timeline.head).digest,
        actor,
        seal(choice, salt),
        _Trial(),
    )
    event = next(event for event in trial.events if isinstance(event, Sealed))
    return bind(salt, genesis.log_id, event.side, event.slot)


def take_out(chronicle: Chronicle, side: int) -> Reveal | None:
    """The reveal of what `side` has sealed and must open now; None when its vault is not here."""
    vault = vault_of(chronicle, side)
    if not vault.path.exists():
        return None
    secrets = vault.secrets()
    for key, commitment in chronicle.state().seals.items():
        secret = secrets.get(commitment) if key >> 16 == side else None
        if secret is not None and opens(chronicle, found := Reveal(opened(chronicle, secret), secret.salt)):
            return found
    raise ReplayError(
        f"{vault.path.name} does not hold the secret of the seal that is to be opened; is it the right one?"
    )


def opens(chronicle: Chronicle, shown: Reveal) -> bool:
    """Is this the seal that is asked for? A side may have several."""
    try:
        check(chronicle.game, chronicle.state(), shown)
    except IllegalDecision:
        return False
    return True


def opened(chronicle: Chronicle, secret: Secret) -> tuple[Any, ...]:
    """The choice of a secret, which must be a decision of the game and what was committed to. ReplayError."""
    try:
        chronicle.game.codec.from_data(secret.choice)
        good = commitment_of(secret.choice, secret.salt) == secret.commitment
    except (BadDecision, OverflowError, UnicodeEncodeError):
        good = False
    if not good:
        raise ReplayError(f"the secret of frame {secret.frame} in the vault is damaged: it does not open its seal")
    return secret.choice
