"""Rules 12 and 14.11, sentence by sentence: invasions, and moving up to stand idle."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import allowance, contact, landing
from hexledger.engine.games.fortress_europa.rules import raids, stacking
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.invasion import AfterReveal
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import position
from tests.fortress_europa.impulses import counted as moving
from tests.fortress_europa.impulses import invading, june


# ------------------------------------------------------------------ 12 invasions
@pytest.mark.parametrize(
    "label", ["A17", "A18", "B16", "B17", "B18", "D9", "D10", "V5", "GG3", "II2", "JJ1", "MM2", "L5"]
)
def test_these_hexes_are_not_invadable(label: str) -> None:
    """FE 12.5, 12.15, 12.16."""
    b = june()
    why = landing.line_refusal(b.pos, b.path(label))
    assert why is not None and why[0] == "12.16"


@pytest.mark.parametrize("label", ["QQ4", "M6", "E10", "A19", "CC6", "B2", "EE4", "BB5", "CC5", "U5", "U6"])
def test_these_hexes_are_invadable(label: str) -> None:
    """FE 12.5, 12.16: five inland ports, and coastal hexes, ports or not."""
    assert landing.line_refusal(june().pos, june().path(label)) is None


@pytest.mark.parametrize(
    ("port", "mouth"), [("M6", "M5"), ("M6", "N5"), ("E10", "C9"), ("E10", "C10"), ("A19", "A16"), ("A19", "B15")]
)
def test_an_inland_port_joins_the_line_by_a_hex_of_its_mouth(port: str, mouth: str) -> None:
    """FE 12.15."""
    b = june()
    assert landing.line_refusal(b.pos, b.path(port, mouth)) is None


def test_a_german_beyond_the_river_closes_an_inland_port_though_its_bridges_are_out() -> None:
    """FE 12.5."""
    b = june().unit("i_711", "N5", frozen=f.FIFTEENTH).broken("orne")
    why = landing.line_refusal(b.pos, b.path("M6"))
    assert why is not None and why[0] == "12.5"


def test_the_79th_stacks_free_in_the_primary_invasion_and_counts_in_the_secondary() -> None:
    """FE 12.7, 12.13: and it counts against the capacity of the beaches in both."""
    b = invading(june().units("england", "us_1", "us_2", "br_79_arm"), "L4")
    b.play("invade us_1 L4", "invade us_2 L4", "invade br_79_arm L4")
    assert landing.landed(b.pos) == 3
    second = position(turn="August I").assign("invasions", 1).assign("invasion_turn", 1)
    second.units("england", "us_1", "us_2", "br_79_arm")
    moving(second).play("declare_invasion L4", "invade us_1 L4", "invade us_2 L4")
    assert second.refuses("invade br_79_arm L4").rule == "FE 12.7"


@pytest.mark.parametrize("options", [(), ("31.16",)])
def test_brigades_of_the_79th_land_like_other_units_in_the_secondary_invasion(options: tuple[str, ...]) -> None:
    """FE 12.7, 12.13, 27.11, 31.16, C-154: they are the 79th; one a hex is the rule of the primary invasion alone."""
    b = position(turn="August I", options=options).assign("invasions", 1).assign("invasion_turn", 1)
    b.units("england", "br_79_a", "br_79_b", "br_79_c", "br_3")
    moving(b).play("declare_invasion L4", "invade br_79_a L4", "invade br_79_b L4")
    assert (b.at("br_79_a"), b.at("br_79_b")) == ("L4", "L4") and landing.landed(b.pos) == 2
    assert b.refuses("invade br_79_c L4").rule == "FE 12.7"
    primary = position(turn="June I", options=("31.16",)).turn_of("allied", 1).units("england", "br_79_a", "br_79_b")
    invading(primary, "L4").play("invade br_79_a L4")
    assert primary.refuses("invade br_79_b L4").rule == "FE 31.16"


def test_units_that_stand_on_an_invaded_beach_count_against_its_two_in_the_secondary_invasion() -> None:
    """FE 12.7."""
    b = position(turn="August I").assign("invasions", 1).assign("invasion_turn", 1).units("england", "us_2", "us_4")
    b.unit("us_1", "L4").control("allied", "K2", "L4")
    moving(b).play("declare_invasion L4", "invade us_2 L4")
    assert b.refuses("invade us_4 L4").rule == "FE 12.7"


def test_after_the_first_combat_impulse_one_of_two_units_on_a_flooded_beach_is_removed() -> None:
    """FE 12.7, 8.2: the sixth item of the figure; on dry ground the 79th and two divisions comply."""
    b = invading(june().units("england", "br_3", "br_50", "br_15", "br_79_arm"), "BB4", "CC4")
    b.play("invade br_3 CC4", "invade br_79_arm CC4", "invade br_50 BB4", "invade br_15 BB4")
    b.state.agenda = b.state.agenda[:1]
    b.run(sequence.EndCombat(f.ALLIED, 1))
    assert set(b.choices()) == {"remove_excess br_3", "remove_excess br_79_arm"}
    b.play("remove_excess br_79_arm")
    assert b.quiet and b.at("br_3") == "CC4"


def test_invaders_in_an_empty_hex_attack_nobody_in_the_first_impulse_and_everybody_in_the_second() -> None:
    """FE 12.8."""
    b = invading(june().unit("us_1", "england"), "L4").play("invade us_1 L4")
    b.unit("i_352", "L5").run(CombatImpulse(f.ALLIED, 1))
    assert b.offer is None or "attack" not in b.offer.kinds
    assert contact.reach(b.pos, b.piece("us_1")) == ()
    b.turn_of("allied", 2)
    assert contact.obliged(b.pos, b.piece("us_1")) == (b.hex("L5"),)


def test_units_ashore_before_the_secondary_invasion_have_their_zone_and_attack_round_about() -> None:
    """FE 12.8: only the invaders are bound to their hex."""
    b = position(turn="August I").assign("invasions", 1).assign("invasion_turn", 1).unit("us_2", "england")
    b.unit("us_1", "L5").control("allied", "K2", "L5")
    moving(b).play("declare_invasion L4", "invade us_2 L4")
    zone = {b.game.place(p) for p in b.pos.zoc(f.ALLIED)}
    assert "L6" in zone and b.has("us_2", "invading") == 1
    b.unit("i_352", "M5").turn_of("allied", 1)
    assert contact.reach(b.pos, b.piece("us_2")) == ()
    assert contact.reach(b.pos, b.piece("us_1")) == (b.hex("M5"),)


def test_where_the_hex_of_the_hidden_unit_holds_no_more_the_invaders_of_the_port_go_to_the_nearest_that_does() -> None:
    """FE 12.17, 9.6: nothing more is released; the port is not theirs; who lies on the hidden unit must attack it."""
    b = invading(june().units("england", "br_3", "br_79_arm", "br_50"), "CC6").play("invade br_3 CC6")
    b.unit("i_346", "BB4").unit("i_708", "C11", frozen=0).run(AfterReveal())
    assert b.at("br_3") == "BB4" and b.pos.controller(b.hex("CC6")) == f.GERMAN
    assert contact.obliged(b.pos, b.piece("br_3")) == (b.hex("BB4"),)
    full = invading(june().units("england", "br_3", "br_50"), "CC4", "CC5", "CC6")
    full.play("invade br_50 CC4", "invade br_3 CC6").unit("i_346", "CC4").run(AfterReveal())
    assert full.at("br_50") == "CC4" and full.at("br_3") not in ("CC6", "CC4", "")


def test_a_hidden_unit_in_the_port_itself_moves_nobody() -> None:
    """FE 12.5, 12.17: an inland port may be occupied."""
    b = invading(june(1).unit("br_3", "england"), "CC6").play("invade br_3 CC6")
    b.unit("i_346", "CC6").run(AfterReveal())
    assert b.at("br_3") == "CC6"


def test_units_without_their_own_landing_hex_do_not_land_in_the_second_impulse() -> None:
    """FE 12.11, 12.4: nor does anybody who came to England in this turn; armour neither."""
    b = invading(june().units("england", "us_1", "us_2", "us_4_arm").unit("us_30", "england", arrived=1), "L4", "M5")
    b.play("invade us_1 L4").turn_of("allied", 2)
    assert b.refuses("invade us_2 M5").rule == "FE 12.11"
    assert b.refuses("invade us_30 L4").rule == "FE 12.4"
    assert b.refuses("invade us_4_arm L4").rule == "FE 12.13"


def test_second_landers_have_one_hex_at_least_and_first_landers_the_allowance_of_the_chart() -> None:
    """FE 12.11."""
    b = position(turn="June I").unit("us_1", "L4", invading=1).unit("us_2", "L4", invading=2).turn_of("allied", 2)
    assert allowance.allowance(b.pos, b.piece("us_1")) == 2
    assert allowance.allowance(b.pos, b.piece("us_2")) == 1


def test_mountain_units_land_as_infantry_and_hqs_use_no_capacity() -> None:
    """FE 12.10."""
    b = position()
    assert landing.counted(b.pos, b.piece("fr_4_dmm")) and landing.counted(b.pos, b.piece("br_79_arm"))
    assert not landing.counted(b.pos, b.piece("hq_montgomery"))
    marine = (
        position(turn="August I", dice=[1]).assign("invasions", 1).assign("invasion_turn", 1).unit("fr_4_dmm", "africa")
    )
    assert moving(marine).play("declare_invasion N33", "invade fr_4_dmm N33").at("fr_4_dmm") == "N33"


def test_there_is_no_sea_movement_before_a_secondary_invasion_in_its_turn() -> None:
    """FE 12.3."""
    b = position(turn="August I").assign("invasions", 1).assign("invasion_turn", 1).units("england", "us_1", "us_2")
    b.control("allied", "K2")
    moving(b).play("sea_move us_1 K2")
    assert b.refuses("declare_invasion L4").rule == "FE 12.3"


def test_with_the_primary_wiped_out_units_sail_between_england_and_africa_and_raids_go_on() -> None:
    """FE 12.18."""
    b = position(turn="July I").assign("invasions", 1).assign("invasion_turn", 1).units("england", "us_1", "br_1_cdo")
    moving(b).play("sea_move us_1 africa")
    assert b.at("us_1") == "africa"
    assert raids.may_raid_now(b.pos) is None


# ------------------------------------------------------------------ stacking at a landing
def test_a_beach_of_the_second_impulse_keeps_to_the_ordinary_limits() -> None:
    """FE 12.7, 12.11."""
    b = position(turn="June I").assign("invasions", 1).assign("invasion_turn", 1).marker("invaded", "L4")
    b.units("L4", "us_1", "us_2", "us_4").turn_of("allied", 2)
    assert stacking.excess(b.pos, f.ALLIED) is None
    b.unit("us_5", "L4")
    found = stacking.excess(b.pos, f.ALLIED)
    assert found is not None and found[2] == 1


# ------------------------------------------------------------------ 14.11 moving up to stand idle
def test_no_ally_moves_up_where_he_and_another_nationality_would_have_one_target_only() -> None:
    """FE 14.11, C-121: next to a second stack he may; raiders may; and who is there already may stay."""
    b = moving(position().unit("us_1", "O9").units("Q8", "br_3", "us_2").unit("i_352", "O10"))
    assert b.refuses("move br_3 P8,P9").rule == "FE 14.11"
    assert "move br_3 P8,P9" not in b.choices()
    assert b.play("move us_2 P8,P9").at("us_2") == "P9", "the same nationality"
    two = moving(position().unit("us_1", "O9").unit("br_3", "Q7").unit("i_352", "O10").unit("i_353", "P10"))
    assert two.play("move br_3 P7,P8,P9").at("br_3") == "P9"
    raider = moving(position().unit("us_1", "O9").unit("br_1_cdo", "Q8").unit("i_352", "O10"))
    assert raider.play("move br_1_cdo P8,P9").at("br_1_cdo") == "P9"


def test_a_stack_of_two_nationalities_does_not_go_next_to_a_single_target() -> None:
    """FE 14.11."""
    b = moving(position().units("O7", "us_1", "br_3").unit("i_352", "O10"))
    assert b.refuses("move_stack us_1,br_3 O8,O9").rule == "FE 14.11"
    assert b.play("move_stack us_1,br_3 O8").at("br_3") == "O8"


def test_frozen_germans_and_broken_bridges_oblige_nobody_so_that_anybody_moves_up() -> None:
    """FE 14.1, 14.11."""
    b = moving(position().unit("us_1", "O9").unit("br_3", "Q8").unit("i_352", "O10", frozen=f.SEVENTH))
    assert b.play("move br_3 P8,P9").at("br_3") == "P9"


# ------------------------------------------------------------------ records
def test_the_record_of_a_landing_tells_what_beach_and_hex_may_still_take() -> None:
    """FE 12.7, 12.10."""
    b = invading(june().units("england", "us_1", "us_2"), "L4", "M5").play("invade us_1 L4", "invade us_2 L4")
    assert b.lines("reckon.landing") == {"line.beaches": 9, "line.landed": -1}
    assert b.lines("reckon.beach") == {"line.limit": 2, "line.there": -1}
    assert {"12.10", "12.7", "12.3"} <= set(b.rules())
