"""Combat modes in solitaire play: two markers of the likelier mode and one of the other (12.43)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built, position


def fighting(*draws: str, scenario: str = "st_lo", option: str = "yes") -> Built:
    """An attack whose modes are to be found."""
    b = position(scenario, dice=[5], draws=draws, options={"solitaire": option}, seed="after the draw")
    b.unit("1_us_16", "E2320").unit("1_us_hq", "E2520").unit("g352_914", "E2219").unit("3fj_5", "E2219")
    near = next(b.game.place(place) for place in b.pos.board.neighbours[b.hex("E2320")] if not b.pos.units(place))
    b.act().move(b.piece("g352_914"), (b.hex("E2219"), b.hex(near)), "mode.move")
    b.act().remove(b.piece("3fj_5"), "reason.eliminated")
    b.active("1_us_16").run(DeclareAttacks())
    b.play(f"attack {near} 1_us_16", "end_attacks")
    return b.pass_until("likelier", "choose_mode")


def shown(b: Built) -> list[str]:
    """Modes that the last decision put on the table."""
    keys = [b.game.word_key(event.kind) for event in b.of(ev.Declared)]
    return [key for key in keys if key.startswith("mode.")]


def test_the_attacker_names_the_likelier_mode_and_one_of_three_markers_is_drawn() -> None:
    """12.43"""
    b = fighting("mode.probe", "mode.stand")
    assert b.offer is not None
    assert b.choices() == ["likelier mode.assault", "likelier mode.probe"]
    b.play("likelier mode.assault")
    cup = b.game.words["pool.mode_cup"]
    put = {b.game.word_key(event.token): event.delta for event in b.of(ev.Pooled) if event.delta > 0}
    assert put == {"mode.assault": 2, "mode.probe": 1}
    assert shown(b) == ["mode.probe"], "the one marker of the other mode was drawn"
    assert b.state.pool(cup) == {}, "the cup is emptied"


def test_then_the_defender_draws_from_a_cup_of_his_own() -> None:
    """12.43"""
    b = fighting("mode.assault", "mode.retreat").play("likelier mode.assault")
    assert b.offer is not None
    assert b.offer.side == f.GERMAN
    assert b.choices() == ["likelier mode.stand", "likelier mode.retreat"]
    assert b.refuses("likelier mode.assault").rule == "J6 12.43"
    b.play("likelier mode.retreat")
    assert "mode.retreat" in shown(b)
    assert b.of(ev.Resolved), "the combat is resolved at once"


@pytest.mark.parametrize("option", ["no"])
def test_without_the_option_the_players_choose_their_modes(option: str) -> None:
    """12.41, 12.43"""
    b = fighting(option=option)
    assert b.offer is not None
    assert "likelier" not in b.offer.kinds
    assert "choose_mode" in b.offer.kinds
