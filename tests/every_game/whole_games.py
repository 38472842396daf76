"""Whole games for every game's tests: played in a file, looked at after each decision, audited frame by frame."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.steps import Prompt
from hexledger.events.frame import Frame
from hexledger.projections.state import State
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import play_on
from tests.every_game.about import About, Match
from tests.every_game.catalogue import genesis_of, outside_the_catalogue


def told_as_judged(game: Game[Any], state: State) -> bool:
    """Is the result of a game that is over told as that of the side that has won, where a side is named?"""
    told = game.view().victory(game.position(state)).if_now.lower()
    named = {side for side in range(1, len(game.sides) + 1) if game.side(side).lower() in told}
    return named <= {state.winner}


def audited(folder: Path, one: About, match: Match) -> State:
    """The last position of a match, played to its verdict or as far as it says.

    No position breaks an invariant; the audit, which decides every decision again and derives every die and byte,
    finds nothing and has looked at every frame.
    """
    log, given, most = folder / "game.hxl", outside_the_catalogue(one.game), match.most or one.most
    with Chronicle.create(log, genesis_of(one, match), game=given) as chronicle:
        game = chronicle.game

        def watch(_: Prompt, decision: Decision, frame: Frame) -> None:
            complaints = game.check_invariants(game.position(chronicle.state()))
            assert not complaints, f"{match}, frame {frame.seq} {decision}: {complaints}"

        play_on(chronicle, match.players(), limit=most, watch=watch)
        state, frames = chronicle.state(), len(chronicle.timeline)
        assert match.most or chronicle.offer() is None, f"{match}: no end after {most} decisions"
        assert match.most or state.over, f"{match}: the game stops without a verdict"
        assert not state.over or told_as_judged(game, state), f"{match}: told otherwise than it was judged"
    verdict = audit(log, game=given)
    assert verdict.intact, f"{match}: {verdict.contradiction}"
    assert verdict.redecided == verdict.frames == frames, f"{match}: {verdict.redecided} of {frames} frames audited"
    return state
