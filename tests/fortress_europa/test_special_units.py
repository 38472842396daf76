"""79th Armoured (27.11, 31.16), augmented divisions (27.12), HQ troops (27.13)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.rules import engineers, invasion, losses, reinforcements, replacements
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.switches import HQ_TROOPS
from tests.fortress_europa.builder import Built, position

BRIGADES = ("br_79_a", "br_79_b", "br_79_c")


def ashore(*, spare: int = 2, steps: int = 2) -> Built:
    """79th Armoured in a harbour with so much capacity to spare."""
    b = position(turn="August II").unit("br_79_arm", "K2", steps=steps).control("allied", "K2").turn_of("allied")
    lost = b.pos.port_capacity(b.hex("K2")) - 1 - spare
    assert lost >= 0
    return b.marker("port_damage", "K2", count=lost) if lost else b


# ---------------------------------------------------------------------- 27.11
def test_a_full_79th_armoured_splits_when_there_is_capacity_for_two_more_units() -> None:
    b = ashore().run(reinforcements.TurnStart(f.ALLIED)).play("split79")
    assert [b.at(unit) for unit in BRIGADES] == ["K2"] * 3 and b.gone("br_79_arm")
    assert not any(b.has(unit, "cannot_move") for unit in BRIGADES), "27.11: only who joins again stays"
    assert ashore(spare=1).run(engineers.Engineers()).quiet, "no room"
    assert ashore(steps=1).run(engineers.Engineers()).quiet, "reduced"


def test_the_brigades_join_again_in_one_hex_and_do_not_move_that_turn() -> None:
    b = position(turn="August I").units("K2", *BRIGADES).control("allied", "K2").turn_of("allied")
    b.act().pool("pool.off_map", b.piece("br_79_arm"), 1)
    b.run(engineers.Engineers()).play("join79")
    assert b.at("br_79_arm") == "K2" and b.pos.steps(b.piece("br_79_arm")) == 2 and b.has("br_79_arm", "cannot_move")
    assert all(b.gone(unit) for unit in BRIGADES)


def test_the_brigades_do_not_join_in_a_zone_apart_or_when_one_is_destroyed() -> None:
    near = position(turn="August I").units("K2", *BRIGADES).control("allied", "K2").unit("i_352", "K3")
    assert near.turn_of("allied").run(engineers.Engineers()).quiet
    apart = position(turn="August I").units("K2", *BRIGADES[:2]).unit(BRIGADES[2], "L5").control("allied", "K2")
    assert apart.turn_of("allied").run(engineers.Engineers()).quiet
    two = position(turn="August I").units("K2", *BRIGADES).control("allied", "K2").turn_of("allied")
    losses.lose_step(two.act(), two.piece(BRIGADES[0]), "15.3")
    assert two.run(engineers.Engineers()).quiet and two.pooled("eliminated", BRIGADES[0])


# ---------------------------------------------------------------------- 27.12
def spending(side: str, **stock: int) -> Built:
    b = position(turn="August I").turn_of(side)
    for track, value in stock.items():
        b.track(track, value, f.SIDES[side])
    return b


def test_a_point_makes_an_augmented_division_that_survives_two_losses() -> None:
    b = spending("allied", us=2).unit("us_1", "england").run(replacements.Spend(f.ALLIED)).play("augment us_1")
    assert b.at("us_aug_1") == "england" and b.gone("us_1") and b.pos.cf(b.piece("us_aug_1")) == 8
    assert b.has("us_aug_1", "cannot_move"), "27.7"
    losses.lose_step(b.act(), b.piece("us_aug_1"), "15.3")
    assert b.at("us_1") == "england" and b.pos.steps(b.piece("us_1")) == 2, "FE-184"
    assert b.pooled("gone", "us_aug_1")
    losses.lose_step(b.act(), b.piece("us_1"), "15.3")
    assert b.at("us_1") == "england" and b.pos.steps(b.piece("us_1")) == 1, "FE-185"


def test_a_counter_that_was_lost_is_never_used_again() -> None:
    b = spending("allied", us=2).unit("us_1", "england").run(replacements.Spend(f.ALLIED)).play("augment us_1")
    losses.eliminate(b.act(), b.piece("us_aug_1"), "15.3")
    assert b.pooled("eliminated", "us_1") and b.pooled("gone", "us_aug_1"), "the division may be rebuilt"
    b.unit("us_4", "england").run(replacements.Spend(f.ALLIED)).play("augment us_4")
    assert b.at("us_aug_2") == "england"


def test_only_full_us_infantry_divisions_are_augmented_and_six_at_most() -> None:
    b = spending("allied", us=5).unit("us_1", "england", reduced=True).unit("us_2_arm", "england")
    b.unit("br_3", "england").run(replacements.Spend(f.ALLIED))
    for unit in ("us_1", "us_2_arm", "br_3"):
        assert b.refuses(f"augment {unit}").rule == "FE 27.12"
    for number in range(1, 7):
        b.act().pool("pool.gone", b.piece(f"us_aug_{number}"), 1)
    b.unit("us_4", "england")
    assert b.refuses("augment us_4").rule == "FE 27.12"


def test_before_the_primary_invasion_three_divisions_are_augmented_by_steps_of_others() -> None:
    b = position(turn="June I").units("england", "us_1", "us_2", "us_4", "us_5", "us_8", "us_9", "us_28", "us_29")
    b.turn_of("allied", 1).run(invasion.PrimaryInvasion())
    b.play("augment_at_start us_1 us_9", "augment_at_start us_2 us_8", "augment_at_start us_4 us_5")
    assert b.at("us_aug_3") == "england" and b.pos.steps(b.piece("us_5")) == 1
    assert b.refuses("augment_at_start us_28 us_29").rule == "FE 27.12"


def test_a_division_does_not_give_a_step_to_itself() -> None:
    b = position(turn="June I").units("england", "us_1", "us_2").turn_of("allied", 1).run(invasion.PrimaryInvasion())
    assert b.refuses("augment_at_start us_1 us_1").rule == "FE 27.12"


# ---------------------------------------------------------------------- 27.13
def troops(at: str = "RR13", **marks: int) -> Built:
    b = spending("german", german=2, german_armor=1).unit("hqt_ob", at, **marks)
    for unit in ("pz_2", "i_352", "flak_3"):
        b.act().pool("pool.eliminated", b.piece(unit), 1)
    return b.run(replacements.Spend(f.GERMAN))


def test_hq_troops_and_a_point_bring_a_destroyed_unit_back_at_full_strength_where_they_were() -> None:
    b = troops().play("use_hq_troops hqt_ob pz_2")
    assert b.at("pz_2") == "RR13" and b.pos.steps(b.piece("pz_2")) == 2 and b.has("pz_2", "cannot_move")
    assert b.gone("hqt_ob") and b.pooled("gone", "hqt_ob")
    words = b.game.words
    assert (
        b.state.track(words["track.german"], f.GERMAN) == 1
        and b.state.track(words["track.german_armor"], f.GERMAN) == 0
    )


def test_hq_troops_do_not_rebuild_in_a_zone_without_points_or_what_is_never_replaced() -> None:
    assert troops().refuses("use_hq_troops hqt_ob flak_3").rule == "FE 27.10"
    assert troops().refuses("use_hq_troops hqt_ob ss_12").rule == "FE 27.13", "not destroyed"
    assert troops().unit("us_1", "RR14").refuses("use_hq_troops hqt_ob pz_2").rule == "FE 27.7"
    poor = troops().track("german_armor", 0, f.GERMAN)
    assert poor.refuses("use_hq_troops hqt_ob pz_2").rule == "FE 27.1"


def test_hq_troops_bring_back_any_unit_by_the_other_reading() -> None:
    """27.10, 27.13, C-141: flak is never replaced, and HQ troops replace any unit."""
    b = troops()
    b.act().assign(HQ_TROOPS.word, HQ_TROOPS.values["any"])
    assert b.refuses("use_hq_troops hqt_ob ss_12").rule == "FE 27.13", "not destroyed"
    assert b.play("use_hq_troops hqt_ob flak_3").at("flak_3") == "RR13"


def test_a_unit_that_frozen_hq_troops_bring_back_is_frozen() -> None:
    b = spending("german", german=1).unit("hqt_136", "Y6", frozen=f.FIFTEENTH)
    b.act().pool("pool.eliminated", b.piece("i_352"), 1)
    b.run(replacements.Spend(f.GERMAN)).play("use_hq_troops hqt_136 i_352")
    assert b.at("i_352") == "Y6" and b.has("i_352", "frozen") == f.FIFTEENTH


# ---------------------------------------------------------------------- 31.16 before play
def test_with_the_option_two_armoured_divisions_make_79th_whole_and_it_splits_before_the_landing() -> None:
    b = position(turn="June I", options=("31.16",)).unit("br_79_arm", "england", reduced=True)
    b.units("england", "br_7_arm", "br_11_arm", "us_2_arm").turn_of("allied", 1).run(invasion.PrimaryInvasion())
    assert b.refuses("whole79 br_7_arm,us_2_arm").rule == "FE 31.16"
    b.play("whole79 br_7_arm,br_11_arm", "split79")
    assert b.pos.steps(b.piece("br_7_arm")) == 1 and [b.at(unit) for unit in BRIGADES] == ["england"] * 3


def test_without_the_option_79th_is_not_made_whole() -> None:
    b = position(turn="June I").unit("br_79_arm", "england", reduced=True).units("england", "br_7_arm", "br_11_arm")
    b.turn_of("allied", 1).run(invasion.PrimaryInvasion())
    assert b.refuses("whole79 br_7_arm,br_11_arm").rule == "FE 31.16"
    assert b.refuses("split79").rule == "FE 27.11"
