"""Whole games for every game's tests: played in a file, looked at after each decision, audited frame by frame."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hexledger.engine.bots.players import Bot
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Prompt
from hexledger.events.frame import Frame
from hexledger.projections.state import State
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import play_on

Options = Mapping[str, str | int | bool]


def audited(
    folder: Path,
    scenario: str,
    seed: str,
    players: Mapping[int, Bot],
    *,
    most: int,
    options: Options | None = None,
    part: bool = False,
) -> State:
    """The last position of a game that two bots play to its verdict in at most `most` decisions, or, with `part`, of
    its first `most` decisions.

    No position breaks an invariant; the audit, which decides every decision again and derives every die and byte,
    finds nothing and has looked at every frame.
    """
    log = folder / "game.hxl"
    with Chronicle.create(log, new_genesis(scenario, seed=seed, options=dict(options or {}))) as chronicle:
        game = chronicle.game

        def watch(_: Prompt, decision: Decision, frame: Frame) -> None:
            complaints = game.check_invariants(game.position(chronicle.state()))
            assert not complaints, f"{seed}, frame {frame.seq} {decision}: {complaints}"

        play_on(chronicle, players, limit=most, watch=watch)
        state, frames = chronicle.state(), len(chronicle.timeline)
        assert part or chronicle.offer() is None, f"{seed}: no end after {most} decisions"
        assert part or state.over, f"{seed}: the game stops without a verdict"
    verdict = audit(log)
    assert verdict.intact, f"{seed}: {verdict.contradiction}"
    assert verdict.redecided == verdict.frames == frames, f"{seed}: {verdict.redecided} of {frames} frames were audited"
    return state
