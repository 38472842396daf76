"""Helpers for positions in which both sides have drawn an event chit."""

from __future__ import annotations

from hexledger.engine.games.june_6.rules.chits import ChitMoment, drawing
from hexledger.engine.games.june_6.tables import flags as f
from tests.june_6.builder import Built, position

CHITS = {"chits": "yes"}


def drawn(
    allied: int, german: int, turn: int = 1, paper: tuple[str, ...] = (), formation: str = "", **said: object
) -> Built:
    """Both sides hold these chits. `paper`: what the writing side has written (the German when `formation` is named);
    every other line is empty."""
    # The open halves are both 1: the sealed number is the chit.
    b = position("campaign", turn=turn, options=CHITS, dice=[1, 1], **said)  # type: ignore[arg-type]
    b.run(*drawing(b.pos)).play(f"secret_number {allied}", f"secret_number {german}")
    for side in (f.ALLIED, f.GERMAN):
        writes = (side == f.GERMAN) == bool(formation)
        if side == f.GERMAN:
            b.play(f"write_formation {formation}" if formation else "write_nothing")
        for line in range(8):
            hex_ = paper[line] if writes and line < len(paper) else ""
            b.play(f"write_hex {hex_}" if hex_ else "write_nothing")
    return b


def shows(b: Built, side: int, moment: int, chit: int) -> Built:
    """A side shows its chit at a moment, and opens its seal."""
    return b.run(ChitMoment(side, moment)).play(f"show_chit {chit}", "secret_number 1")


def opens_paper(b: Built) -> Built:
    """All written lines are opened."""
    while b.offer is not None and "reveal" in b.offer.kinds:
        b.play("write_nothing")
    return b
