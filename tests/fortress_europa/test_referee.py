"""The referee and the pools: a destroyed unit comes back, and pools hold no less than nothing."""

from __future__ import annotations

import pytest

from hexledger.engine.table.ruling_effects import BadCorrection, correct, parse
from hexledger.events import model as ev
from hexledger.projections.digest import digest
from tests.fortress_europa.builder import Built, position


def eliminated() -> Built:
    """A Volksgrenadier division has been destroyed and waits to be rebuilt."""
    b = position("battle_of_the_bulge", with_setup=True, seed="referee")
    act, piece = b.act(), b.piece("i_276vg")
    act.remove(piece, "reason.eliminated")
    act.pool("pool.eliminated", piece, 1)
    return b


def test_the_referee_brings_a_destroyed_unit_back_and_it_is_no_longer_among_the_destroyed() -> None:
    b = eliminated()
    effects = parse(b.game, b.state, "place i_276vg GG14 1")
    assert effects == [ev.Pooled(b.game.words["pool.eliminated"], b.piece("i_276vg"), -1), *effects[1:]]
    state = correct(b.game, b.state, digest(b.state), effects, b.roller()).state
    assert b.game.place(state.at[b.piece("i_276vg")]) == "GG14"
    assert state.pooled(b.game.words["pool.eliminated"], b.piece("i_276vg")) == 0
    assert b.game.check_invariants(b.game.position(state)) == []


def test_the_referee_puts_units_into_pools_and_takes_out_no_more_than_they_hold() -> None:
    b = eliminated()
    b.state = correct(
        b.game, b.state, digest(b.state), parse(b.game, b.state, "pool eliminated i_276vg -1"), b.roller()
    ).state
    assert b.pooled("eliminated", "i_276vg") == 0
    with pytest.raises(BadCorrection, match="holds 0 of"):
        correct(b.game, b.state, digest(b.state), parse(b.game, b.state, "pool eliminated i_276vg -1"), b.roller())
