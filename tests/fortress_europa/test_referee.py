"""The referee's tools in Fortress Europa: claims under every error policy, and units that lie in pools and boxes."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.errors import BadDecision
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Prompt
from hexledger.engine.table.ruling_effects import BadCorrection, parse
from hexledger.events.frame import Frame
from hexledger.events.model import Removed, StepsSet
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import play_on
from hexledger.replays.referee.claims import claim
from hexledger.replays.referee.policies import POLICIES
from hexledger.replays.referee.rulings import correct_position
from tests.fortress_europa.builder import position


def begun(path: Path, decisions: int, errors: str = "") -> tuple[Chronicle, list[tuple[str, int]]]:
    """The Battle of the Bulge after some decisions of two bots, and the kinds of those with their frames."""
    genesis = new_genesis("fortress_europa/battle_of_the_bulge", seed="referee", error_policy=errors)
    chronicle, made = Chronicle.create(path, genesis), list[tuple[str, int]]()

    def watch(_: Prompt, decision: Decision, frame: Frame) -> None:
        made.append((decision.kind(), frame.seq))

    play_on(chronicle, {1: greedy_bot, 2: greedy_bot}, limit=decisions, watch=watch)
    return chronicle, made


@pytest.mark.whole
@pytest.mark.parametrize("policy", sorted(POLICIES))
@pytest.mark.parametrize(("what", "kinds"), [("combat", ("attack",)), ("movement", ("move", "move_stack"))])
def test_a_claim_finds_the_segment_of_a_battle_and_of_a_move(
    policy: str, what: str, kinds: tuple[str, ...], tmp_path: Path
) -> None:
    chronicle, decisions = begun(tmp_path / "game.hxl", 60, policy)
    with chronicle:
        about = next(seq for kind, seq in decisions if kind in kinds)
        before = len(chronicle.timeline)
        made = claim(chronicle, 1, about, what, "the hexes were miscounted", consent=[2, 0])
        assert len(chronicle.timeline) > before, "the claim and its outcome are on record"
        assert made.outcome.what in ("redo", "stands", "referred")
    assert audit(tmp_path / "game.hxl").intact


def test_a_destroyed_unit_comes_back_out_of_its_pool_by_a_ruling(tmp_path: Path) -> None:
    chronicle, _ = begun(tmp_path / "game.hxl", 5)
    with chronicle:
        game = chronicle.game
        pool = game.words["pool.eliminated"]
        lost = next(piece for piece in chronicle.state().pool(pool) if game.side_of[piece] == 2)
        name = game.piece(lost)
        box = next(p for p in sorted(game.tables.ground.german_cities) if not game.position(chronicle.state()).units(p))
        effects = parse(game, chronicle.state(), f"place {name} {game.place(box)} 1")
        said = parse(game, chronicle.state(), f"pool eliminated {name} -1; place {name} {game.place(box)} 1")
        assert effects == said, "a unit that is placed leaves the pool"
        correct_position(chronicle, effects, "it lives", 1)
        state = chronicle.state()
        assert state.at[lost] == box and not state.pooled(pool, lost)
        with pytest.raises(BadCorrection, match="holds 0 of it"):
            correct_position(chronicle, parse(game, state, f"pool eliminated {name} -1"), "again", 1)
    assert audit(tmp_path / "game.hxl").intact


def test_a_ruling_names_a_unit_as_it_is_shown_and_means_the_one_on_the_map() -> None:
    """C1: `remove 5th` was refused although one 5th is in play, `2nd Armored (US)` for its spaces, and the refusal of
    `3rd` said nothing of where the three are."""
    b = position().unit("us_5", at="L5").unit("us_2_arm", at="L6").unit("us_3", at="M5").unit("br_3", at="M6")
    for text, unit in (
        ("remove 5th", "us_5"),
        ("remove 2nd Armored (US)", "us_2_arm"),
        ("steps 2nd Armored 1", "us_2_arm"),
    ):
        *_, event = parse(b.game, b.state, text)
        assert isinstance(event, Removed | StepsSet) and b.game.piece(event.piece) == unit
    with pytest.raises(BadDecision, match=r"3rd \(US\) in M5.*3rd \(British\) in M6"):
        parse(b.game, b.state, "remove 3rd")
