"""`hexledger key`: keys to sign with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hexledger.cli.common import json_option, print_json
from hexledger.cli.console import say
from hexledger.cli.keyring import PUBLIC, SECRET, find_key, find_public, key_folder, own_names
from hexledger.cli.outputs import NEW_FILE, OUTPUT, force_option, write_output

if TYPE_CHECKING:
    from hexledger.events.notes import VerifierKey


@click.group()
def key() -> None:
    """Keys to sign with: Ed25519, one small file each, readable by you only."""


@key.command()
@click.option("--name", default="player", show_default=True, help="Name that the key signs under (no spaces, no +).")
@click.option("--out", type=NEW_FILE, help="File of the secret (default: your folder).")
@json_option
def new(name: str, out: Path | None, as_json: bool) -> None:
    """Make a key. The secret stays in its file; give the public key to the others."""
    from secrets import token_bytes

    from hexledger.events.errors import AlreadyExists
    from hexledger.events.notes import SignerKey
    from hexledger.events.private import create_private

    signer = SignerKey(name, token_bytes(32))
    if out is None and not name.replace("-", "").replace("_", "").replace(".", "").isalnum():
        raise click.UsageError(f"{name!r} cannot be a file name: letters, digits, . - _, or name a file with --out")
    path = out or key_folder() / f"{name}{SECRET}"
    public = path.with_suffix(PUBLIC)
    if public == path:
        raise click.UsageError(f"{path}: a secret is not called *{PUBLIC}, like what is given to others")
    if public.exists() or public.is_symlink():
        raise AlreadyExists(public, "the public key would be written there; give another name")
    create_private(path, (signer.secret_text + "\n").encode())
    write_output(public, f"{signer.verifier}\n")
    _tell([(signer.verifier, path)], as_json)


@key.command()
@click.argument("name", required=False)
@click.option("-o", "--out", type=OUTPUT, metavar="FILE", help="Write it to a file, for the others (FILE.pub).")
@force_option
@json_option
def show(name: str | None, out: Path | None, as_json: bool) -> None:
    """The public part of key NAME (a name or a file); without NAME of all your keys."""
    if out is not None and name is None:
        raise click.UsageError("--out writes the public part of one key: name it")
    if name is None:
        folder = key_folder()
        rows = [(find_key(found).verifier, folder / f"{found}{SECRET}") for found in own_names()]
        if not rows and not as_json:
            say(f"no keys in {folder}; `hexledger key new` makes one")
        _tell(rows, as_json)
        return
    path = Path(name)
    public = find_public(name) if name.endswith(PUBLIC) else find_key(name).verifier
    if out is not None:
        write_output(out, f"{public}\n")
    _tell([(public, path if path.exists() else key_folder() / f"{name}{SECRET}")], as_json)


def _tell(rows: list[tuple[VerifierKey, Path]], as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {"name": found.name, "public": found.public.hex(), "verifier": str(found), "file": str(path)}
                for found, path in rows
            ]
        )
        return
    for found, path in rows:
        say(f"{found.name}: public key {found.public.hex()}")
        say(f"  to verify notes: {found}")
        say(f"  file {path}")
