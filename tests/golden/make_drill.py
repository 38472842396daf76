"""Writes the golden log of the format: `python -m tests.golden.make_drill FILE`.

Run once for each released format; the file is then kept for ever and never written again. It holds every kind of frame:
decisions with dice, draws, seals and reveals, rewinds with reason and consent, redo, lines opened, left and closed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hexledger.events.frame import OLD
from tests.drill.play import BLUE, RED, advance, begun, to_the_end, until


def make(path: Path) -> None:
    """The game that the golden log records."""
    with begun(path, seed="golden", turns=4, form=OLD) as game:
        until(game, "reveal")
        advance(game)
        game.undo(RED, consent=[BLUE], reason="misread the combat table; \u8aa4\u8aad", time=1_720_000_000_000)
        game.redo(RED)
        game.undo(RED, consent=[0], reason="referee")
        advance(game, 3)
        game.branch("study", at=2, by=BLUE)
        advance(game, 6, seed="another mind")
        game.switch("main", by=RED)
        game.branch("short-lived", at=1)
        game.switch("main")
        game.close_line("short-lived")
        to_the_end(game)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
