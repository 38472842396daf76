"""Keys of this user: in a folder of his own, or in a file named by its path.

`HEXLEDGER_HOME` names another folder. `NAME.key` is the secret (mode 0600), `NAME.pub` the public key, which may be
given to anybody; a friend's `.pub` file put there is trusted for checkpoints.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from hexledger.cli.completing import complete_key, complete_public
from hexledger.cli.inputs import check_input, read_input
from hexledger.events.file_kinds import PRIVATE_KEY, PUBLIC_KEY
from hexledger.events.frame import OLD
from hexledger.replays.folders import home

if TYPE_CHECKING:
    from hexledger.events.notes import SignerKey, VerifierKey
    from hexledger.replays.log.chronicle import Chronicle

SECRET: Final = ".key"
PUBLIC: Final = ".pub"
_META: Final = "hexledger.key"


def key_folder() -> Path:
    """Where keys are kept."""
    return home() / "keys"


def witness_folder() -> Path:
    """Where witnesses of an older version remember what they signed last; it is still read."""
    return home() / "witness"


def _remember(ctx: click.Context, _param: click.Parameter, value: tuple[str, ...]) -> None:
    ctx.meta[_META] = value


key_option = click.option(
    "--key",
    multiple=True,
    shell_complete=complete_key,
    expose_value=False,
    callback=_remember,
    metavar="KEY",
    help="Key to sign with where the game asks for it: a name or a file (default: the one of yours that fits).",
)
trust_option = click.option(
    "--trust",
    multiple=True,
    shell_complete=complete_public,
    metavar="KEY",
    help="Public key (text, .pub file or name) whose checkpoints count; the players' and your own do anyway.",
)


def find_key(name: str) -> SignerKey:
    """A private key by its name in the folder, or from a file."""
    from hexledger.events.notes import SignerKey
    from hexledger.events.private import read_private
    from hexledger.events.texts import read_text

    path = key_folder() / f"{name}{SECRET}"
    if os.sep in name or not path.exists():
        path = Path(name)
    if not path.exists():
        known = ", ".join(own_names()) or "none yet: `hexledger key new`"
        raise click.UsageError(f"no key {_name_only(name)}; your keys are {known}")
    check_input(path, PRIVATE_KEY)
    return SignerKey.parse(read_text(path, read_private(path)))


def own_names() -> list[str]:
    """Names of the private keys in the folder."""
    folder = key_folder()
    return sorted(path.stem for path in folder.glob(f"*{SECRET}")) if folder.is_dir() else []


def own_keys() -> list[SignerKey]:
    """The private keys in the folder."""
    return [find_key(name) for name in own_names()]


def known_publics() -> list[VerifierKey]:
    """Every public key in the folder: own ones and friends'."""
    folder = key_folder()
    return [_read_public(path) for path in sorted(folder.glob(f"*{PUBLIC}"))] if folder.is_dir() else []


def find_public(text: str) -> VerifierKey:
    """A public key: its text `name+id+base64`, a `.pub` file, or a name in the folder."""
    from hexledger.events.errors import BadNote
    from hexledger.events.notes import VerifierKey

    for path in (key_folder() / f"{text}{PUBLIC}", Path(text)):
        if path.is_file() and (os.sep not in text or path == Path(text)):
            return _read_public(path)
    try:
        return VerifierKey.parse(text)
    except BadNote as error:
        raise click.UsageError(
            f"{_name_only(text)} is no public key, no .pub file and no name of a known key: {error}"
        ) from None


def _name_only(text: str) -> str:
    """What was typed for a key, if it can be a name: a key that was pasted there is not shown again."""
    return repr(text) if len(text) <= 40 and "+" not in text else "(what was given)"


def trusted_keys(given: tuple[str, ...]) -> list[VerifierKey]:
    """Keys whose checkpoints count besides the players': those in the folder and those named."""
    return [*known_publics(), *(find_public(text) for text in given)]


def _read_public(path: Path) -> VerifierKey:
    from hexledger.events.errors import BadNote
    from hexledger.events.notes import VerifierKey
    from hexledger.events.texts import read_text

    check_input(path, PUBLIC_KEY)
    try:
        return VerifierKey.parse(read_text(path, read_input(path)).strip())
    except BadNote as error:
        raise click.UsageError(f"{path}: {error}") from None


def given_keys() -> list[SignerKey]:
    """The keys named with --key on this command line."""
    ctx = click.get_current_context(silent=True)
    return [find_key(name) for name in (ctx.meta.get(_META, ()) if ctx is not None else ())]


def _sitting(chronicle: Chronicle) -> dict[bytes, tuple[int, str]]:
    """Public key -> (side, player's name) of those who sit there now, who may be others than at the beginning."""
    from hexledger.replays.secrets.signing import public_keys

    if chronicle.genesis.format == OLD:
        return public_keys(chronicle.genesis)
    sitters = chronicle.ledgerbook.seats.sitters.values()
    return {sitter.key: (sitter.side, sitter.name) for sitter in sitters if sitter.key}


def attach_signers(chronicle: Chronicle) -> None:
    """Give a signed game the keys at hand: those named with --key, else those of the folder that are its players'."""
    if not chronicle.genesis.signed:
        return
    wanted = _sitting(chronicle)
    given = given_keys()
    for key in given:
        if key.verifier.public not in wanted:
            names = ", ".join(f"{name} {public.hex()[:12]}" for public, (_, name) in wanted.items())
            raise click.UsageError(f"the key {key.verifier.name!r} is no player's of this game; its keys are {names}")
    for key in given or own_keys():
        found = wanted.get(key.verifier.public)
        if found is not None:
            chronicle.signers[found[0]] = key


def signer(name: str | None, chronicle: Chronicle | None = None) -> SignerKey:
    """The key to sign a note with: the one named, else the only one there is, else the only player's of the game."""
    if name is not None:
        return find_key(name)
    keys = own_keys()
    if len(keys) > 1 and chronicle is not None:
        players = _sitting(chronicle)
        keys = [key for key in keys if key.verifier.public in players] or keys
    if len(keys) != 1:
        raise click.UsageError(
            "make a key with `hexledger key new`, or name one with --key"
            if not keys
            else f"name one of your keys with --key: {', '.join(key.verifier.name for key in keys)}"
        )
    return keys[0]
