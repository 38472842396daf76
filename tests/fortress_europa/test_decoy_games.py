"""A game in which the German hides units under decoys, moves and shows them, decision by decision."""

from __future__ import annotations

from hexledger.engine.bots.chance import Chance
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel import deciding as kernel
from tests.fortress_europa.builder import game, position


def test_units_go_under_decoys_move_there_and_are_shown_without_breaking_anything() -> None:
    """31.6: whatever is covered, moved and shown, the decoys and the units under them agree (`invariants`)."""
    b = position("battle_of_the_bulge", with_setup=True, seed="decoys", options=("31.6",))
    wished = ("conceal", "under_decoy", "move_decoy", "show_unit")
    done: set[str] = set()
    for number in range(90):
        prompt, chance = b.offer, Chance("decoys", "games", number)
        if prompt is None:
            break
        decision = game().advise(b.state, prompt, chance)
        if "conceal" in prompt.kinds and prompt.side == f.GERMAN and not chance.below(3):
            offered = [one for one in kernel.choices(b.game, b.state) if one.kind() in wished]
            decision = chance.pick(offered) if offered else decision
        done.add(decision.kind())
        b.play(decision)
        complaints = b.game.check_invariants(b.pos)
        assert not complaints, f"decision {number} {decision}: {complaints}"
    assert set(wished) <= done
