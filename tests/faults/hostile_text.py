"""A log whose every free text drives a terminal, forges lines and hides: as an opponent's own program writes it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from hexledger.events.frame import (
    CLAIM,
    LABEL,
    REWIND,
    RULING,
    Claim,
    Frame,
    Label,
    Rewind,
    Ruling,
    encode_frame,
    encode_value,
)
from hexledger.events.ledger import Ledger
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.genesis import genesis_frame

FORGED: Final = "FORGED"
EVIL: Final = f"typo\n{FORGED} intact\r\x1b[8m\x1b]0;t\x07\u202e\u2066\u200b\x9b31m\u2028{FORGED}\u0085[bold]=1+1<b>&"
"""Line ends of four kinds before a word that then stands at the beginning of a line if nobody looks."""


def hostile_log(path: Path) -> Path:
    """A game of june_6/push_to_caen with three decisions, and evil texts in genesis, rewind, line, ruling and claim."""
    genesis = new_genesis("june_6/push_to_caen", seed="1")
    names = (f"ann {EVIL}", f"bob {EVIL}")
    genesis = msgspec.structs.replace(
        genesis, format=1, players=tuple((side, name, "") for side, name in enumerate(names, 1))
    )
    with Chronicle.create(path, genesis) as chronicle:
        for _ in range(3):
            prompt = chronicle.offer()
            assert prompt is not None
            chronicle.submit(prompt.side, next(chronicle.choices()))
        head, here = chronicle.timeline.head, chronicle.frame(chronicle.timeline.head)
        before = chronicle.frame(here.parent)
    with Ledger.open_writer(path) as ledger:
        seq = len(ledger)

        def add(kind: int, parent: int, value: object, digest: bytes) -> None:
            nonlocal seq
            frame = Frame(seq, kind, 1, parent, encode_value(value), (), (), digest, None)
            ledger.append(encode_frame(frame), seq - 1)
            seq += 1

        add(REWIND, head, Rewind(before.seq, f"undo {EVIL}", (), False), before.digest)
        add(LABEL, before.seq, Label(f"line {EVIL}", head), here.digest)
        add(RULING, head, Ruling("accepted", f"ruling {EVIL}", head, 0, (), f"source {EVIL}"), here.digest)
        claim = Claim(head, f"combat {EVIL}", f"claim {EVIL}", f"policy {EVIL}", f"out {EVIL}", f"why {EVIL}")
        add(CLAIM, seq - 1, claim, here.digest)
    return path


def genesis_with(path: Path, **fields: object) -> Path:
    """A log of one frame whose genesis says something else."""
    genesis = new_genesis("june_6/push_to_caen", seed="1")
    from hexledger.engine.catalogue import open_game

    frame, _ = genesis_frame(open_game("june_6"), msgspec.structs.replace(genesis, **fields))
    Ledger.create(path, encode_frame(frame)).close()
    return path
