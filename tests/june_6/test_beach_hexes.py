"""Beach hexes defend themselves (9.2, R-100)."""

from __future__ import annotations

from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.rules.control import beach_entered, entered
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.tables import flags as f
from tests.june_6.builder import Built, position


def beach(*dice: int, **marks: int) -> Built:
    """E2640, a beach hex of Sword that an Allied combat unit has been in; 21 Panzer next to it."""
    b = position("campaign", turn=2, dice=dice, seed="beach").marker("beach_defence", "E2640").unit("4_us_8", "W3428")
    return b.units("E2639", "21pz_125", "21pz_192", **marks).unit("21pz_hq", "E2538").unit("21pz_22", "E2538")


def defends(b: Built, label: str) -> bool:
    return b.pos.beach_defends(b.hex(label))


def attacked(b: Built, *units: str) -> Built:
    names = ",".join(units or ("21pz_125",))
    return (
        b.active("21pz_hq", "21pz_125", "21pz_192", "21pz_22")
        .run(DeclareAttacks())
        .play(f"attack E2640 {names}", "end_attacks")
    )


def fought(b: Built, mode: str) -> Built:
    """Go on to the die, the German with Assault, the beach with the given answer."""
    for _ in range(12):
        prompt = b.offer
        if prompt is None or b.quiet or "advance" in prompt.kinds:
            return b
        if "choose_mode" in prompt.kinds:
            b.play("choose_mode mode.assault" if prompt.side == f.GERMAN else f"choose_mode {mode}")
        else:
            b.pass_until("choose_mode", "advance")
            if b.offer is not None and prompt.kinds == b.offer.kinds:
                return b
    return b


def test_an_allied_combat_unit_makes_a_beach_hex_defend_itself_and_a_support_unit_does_not() -> None:
    b = position("campaign", turn=2).unit("3_br_hq", "E2640")
    entered(b.act(), b.hex("E2640"))
    assert not defends(b, "E2640")
    b.unit("3_br_8", "E2640")
    entered(b.act(), b.hex("E2640"))
    assert defends(b, "E2640")
    b.unit("3_br_9", "E2639")
    entered(b.act(), b.hex("E2639"))
    assert not defends(b, "E2639"), "no beach hex"


def test_going_through_a_beach_hex_is_enough() -> None:
    b = position("campaign", turn=2).unit("3_br_8", "E2639").active("3_br_8").run(Movement())
    b.play("move 3_br_8 E2640,E2539")
    assert defends(b, "E2640") and b.at("3_br_8") == "E2539"


def test_a_german_unit_cannot_simply_walk_into_it() -> None:
    b = beach().active("21pz_125").run(Movement())
    refusal = b.refuses("move 21pz_125 E2640")
    assert refusal.rule == "J6 9.2" and "attack" in refusal.reason
    assert not [choice for choice in b.choices() if choice.endswith("E2640")]


def test_the_empty_beach_is_attacked_with_a_strength_of_4_and_a_cohesion_of_5() -> None:
    b = attacked(beach(9))
    b = fought(b, "mode.stand")
    assert b.lines("reckon.defence_strength") == {"line.beach_defence": 4}
    assert b.lines("reckon.combat_drm").get("drm.cohesion", 0) == b.pos.cohesion(b.piece("21pz_125")) - 5


def test_units_on_the_beach_add_its_strength_to_theirs() -> None:
    b = beach(5).unit("3_br_8", "E2640")
    b = fought(attacked(b), "mode.stand")
    lines = b.lines("reckon.defence_strength")
    assert lines["line.beach_defence"] == 4 and sum(lines.values()) == 4 + b.game.counters[b.piece("3_br_8")].front.cs


def test_a_beach_that_is_overrun_is_lost_for_ever() -> None:
    b = fought(attacked(beach(9), "21pz_125", "21pz_192"), "mode.retreat")
    assert b.offer is not None and "advance" in b.offer.kinds
    b.play("advance 21pz_125 E2640")
    assert not defends(b, "E2640")
    for unit in ("21pz_125", "21pz_192"):
        b.act().remove(b.piece(unit), "reason.eliminated")
    b.unit("3_br_8", "E2640")
    beach_entered(b.act(), b.hex("E2640"))
    assert not defends(b, "E2640"), "the beach engineers do not come back"


def test_a_result_without_retreat_or_reduced_leaves_the_beach_standing() -> None:
    b = fought(attacked(beach(0)), "mode.stand")
    b.pass_until("land")
    assert defends(b, "E2640")
    assert b.at("21pz_125") != "E2640"


def test_the_allies_walk_over_their_own_beaches() -> None:
    b = beach().unit("3_br_8", "E2541").active("3_br_8").run(Movement())
    assert not b.pos.holder(b.hex("E2540"))
    assert b.pos.holder(b.hex("E2640")) == f.ALLIED
