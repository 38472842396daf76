"""Air combats, strafings and overruns are combats of the list, as the others are."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.projections.combat_record import combat_brief, combat_words
from hexledger.projections.combats import Combat, outcome, thrown
from hexledger.projections.phrases import phrases
from hexledger.replays.story.combats import terms
from tests.conformance.time_for_trumpets import test_tft_air as air
from tests.fights import fought
from tests.time_for_trumpets.builder import Built, position


def told(b: Built, combat: Combat) -> tuple[str, list[str]]:
    """Who fought whom, and how it ended."""
    return combat_words(combat, b.game, phrases()), combat_brief(combat, b.game, terms(b.game), phrases())


def test_an_air_combat_is_one_combat_with_both_shots_and_who_was_sent_home() -> None:
    """TFT 5.7.4: 8 against 7 drives the bomber home, 9 against 9 leaves the jet."""
    b = air.jet(2, 4, 6, 2)
    (combat,) = fought(b, "intercept air_me262a_1 air_b26g_1")
    assert [die.value for die in thrown(combat, b.game)] == [2, 4, 6, 2]
    assert [one.piece for one in combat.attackers] == [b.piece("air_me262a_1")]
    assert [one.piece for one in combat.defenders] == [b.piece("air_b26g_1")]
    assert (combat.side, outcome(combat), combat.losses) == (w.GERMAN, "cleared", ())
    said, how = told(b, combat)
    assert said.startswith("air combat on ") and "returned" in how[0]


def test_each_unit_that_is_strafed_is_a_combat_of_its_own() -> None:
    """TFT 5.7.5: red die for the unit, white die for the aircraft."""
    b = air.strafers(2, 1, 2, 4)
    found = [*fought(b, f"strafe_unit {air.HEAVY}"), *fought(b, "stop_strafing")]
    assert [die.value for die in thrown(found[0], b.game)] == [2, 1]
    assert all(one.side == w.ALLIED and outcome(one) == "held" for one in found)
    assert all([one.piece for one in combat.attackers] == [b.piece("air_b26g_1")] for combat in found)
    assert told(b, found[0])[0].startswith("strafe attack on 7443")


def test_an_overrun_needs_no_die_and_clears_the_hex() -> None:
    """TFT 35.3."""
    b = position(turn="18MO").sky("clear").unit("us_99_370_fa", "8510").corps("i_ss_hq")
    b.unit("kgp_1_panther", "8511").unit("kgp_2_iii", "8511").run(Movement(w.GERMAN))
    (combat,) = fought(b, "overrun kgp_1_panther,kgp_2_iii 8510")
    assert (outcome(combat), combat.dice, combat.side) == ("cleared", (), w.GERMAN)
    assert {b.pos.name(one.piece) for one in combat.attackers} == {
        b.pos.name(b.piece(unit)) for unit in ("kgp_1_panther", "kgp_2_iii")
    }
    assert [one.gone for one in combat.losses] == [True] and combat.targets == (b.hex("8510"),)
