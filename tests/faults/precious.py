"""Files that no output may be written over, each as its own program writes it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from hexledger.cli.main import cli
from hexledger.replays.log.chronicle import Chronicle, new_genesis

HEX: Final = "0f" * 32
LOG_ID: Final = "ab" * 16
NOTE: Final = "hexledger/june_6/x\n3\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n\u2014 ann c29tZXRoaW5n\n"
REQUEST: Final = f'{{"request":1,"log":"{LOG_ID}","game":"june_6","seq":3,"leaf":"{HEX}","by":1,"left":2,"to":1}}'

TEXTS: Final = {
    "a vault of seals": f'{{"log":"{LOG_ID}","slot":"mode","frame":3,"commitment":"{HEX}","choice":[1],"salt":"s"}}\n',
    "a vault of seals that a crash cut": f'{{"log":"{LOG_ID}","slot":"mode","commitment":"{HEX}","choice":[1],"salt":"',
    "a keeper's file": f'{{"hexledger":"keeper","log_id":"{LOG_ID}","secret":"{HEX}","commitment":"{HEX}"}}\n',
    "a duel vault": f'{{"hexledger":"duel","log_id":"{LOG_ID}","side":1,"length":9,"secret":"{HEX}","anchor":""}}\n',
    "a private key": f"PRIVATE+KEY+ann+0123abcd+{'A' * 44}\n",
    "a private key saved by an editor": f"\ufeffPRIVATE+KEY+ann+0123abcd+{'A' * 44}\r\n",
    "a public key": f"ann+0123abcd+{'A' * 44}\n",
    "a checkpoint": NOTE,
    "a request to a witness": f"old 2\n{'A' * 43}=\n\n{NOTE}",
    "a request for an undo": REQUEST + "\n",
    "a consent": f'{{"consent":1,"request":{REQUEST},"side":2,"signature":""}}\n',
    "an answer of the keeper": f'{{"request":{{"log_id":"{LOG_ID}","seq":3}},"key":"{HEX}"}}\n',
    "an answer of a keeper of format 2": f'{{"answer":2,"log":"{LOG_ID}","seq":3,"leaf":"{HEX}","key":"{HEX}"}}\n',
    "the memory of a key": f'{{"seq":3,"leaf":"{HEX}","what":"decision"}}\n',
    "a bundle": f'{{"bundle":1,"log":"{LOG_ID}","game":"june_6","sender":"a","to":"b","first":0,"frames":["AA=="]}}\n',
    "notes on a game": f'{{"log":"{LOG_ID}","notes":{{}}}}',
}


def precious(tmp_path: Path) -> dict[str, bytes]:
    """What each of them holds, by name: the texts, and logs of both games, whole, damaged and cut."""
    found = {name: text.encode() for name, text in TEXTS.items()}
    for scenario in ("june_6/push_to_caen", "fortress_europa/invasion"):
        path = tmp_path / "precious.hxl"
        Chronicle.create(path, new_genesis(scenario, seed="1")).close()
        data = path.read_bytes()
        path.unlink()
        found[f"a log of {scenario}"] = data
    found["a log without its first bytes' sense"] = b"\xffgarbage" + data[8:]
    found["a log cut in its first frame"] = data[: len(data) // 2]
    return found


def all_commands(command: click.Command = cli, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], click.Command]:
    """Every command of the tree, by the words that call it."""
    if not isinstance(command, click.Group):
        return {path: command}
    found: dict[tuple[str, ...], click.Command] = {}
    context = click.Context(command)
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        found |= all_commands(below, (*path, name))
    return found
