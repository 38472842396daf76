"""Second attacks of a breakthrough (13.5, R-69) and the Attacker Rout (13.6, R-70)."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.breeding import may_breed_gca, may_breed_rout
from hexledger.engine.games.june_6.questions.fight import FIGHT_BREAKTHROUGH, FIGHT_ROUT, Fight
from hexledger.engine.games.june_6.rules.results import ApplyResults
from hexledger.events import model as ev
from tests.june_6.builder import Built, position
from tests.june_6.fights import fight, results

TARGET = "E2135"


def broken_through(kind: int = 1) -> Built:
    """66/2A and 8/3 break through E2135; 26/12SS stands behind it in E2034, 25/12SS in E2035 is next to E2135."""
    b = position(open_area=True).unit("2a_us_66", "E2136").unit("3_br_8", "E2236")
    b.unit("g709_919", TARGET, reduced=True).unit("12ss_25", "E2035").unit("12ss_26", "E2134")
    return results(b, fight(b, TARGET, "2a_us_66", "3_br_8", kind=kind), 14)


def declared(b: Built, word: str) -> list[ev.Declared]:
    return [event for event in b.of(ev.Declared) if event.kind == b.game.words[word]]


def test_motorized_attackers_attack_again_after_the_advance() -> None:
    b = broken_through().play("advance 2a_us_66 E2135", "advance 3_br_8 E2135", "end_advance")
    assert {"second_attack E2035 2a_us_66", "second_attack E2134 2a_us_66", "end_second_attacks"} == set(b.choices())
    assert b.refuses("second_attack E2035 3_br_8").rule == "J6 13.53", "foot units do not attack again"
    b.play("second_attack E2035 2a_us_66")
    assert declared(b, "fight.breakthrough")[0].targets == (b.hex("E2035"),)


def test_a_second_attack_breeds_no_third_but_gives_its_advance() -> None:
    b = broken_through(kind=FIGHT_BREAKTHROUGH).play("advance 2a_us_66 E2135,E2235")
    assert b.quiet and b.at("2a_us_66") == "E2235"


def test_motorized_attackers_attack_again_although_nobody_could_advance() -> None:
    b = position(open_area=True).unit("2a_us_66", "E2136").units(TARGET, "12ss_25", "12ss_26")
    for unit, at in (("3_br_8", "E2236"), ("3_br_9", "E2235"), ("3_br_27", "E2134"), ("3_cdn_7", "E2035")):
        b.unit(unit, at)
    b.unit("3_cdn_8", "E2036")
    results(b, fight(b, TARGET, "2a_us_66", defence="retreat"), 12)
    while b.offer is not None and b.offer.side == 2:
        b.play(b.choices()[0])
    assert b.at("2a_us_66") == "E2136" and b.pos.units(b.hex(TARGET)), "there was nowhere to retreat to"
    assert set(b.choices()) == {"second_attack E2135 2a_us_66", "end_second_attacks"}


# ---------------------------------------------------------------------- rout
def routed() -> Built:
    """8/3 and 9/3 have assaulted 125/21Pz and 26/12SS and been routed; the Allied player chooses his retreats."""
    b = position(open_area=True).unit("3_br_8", "E2136").unit("3_br_9", "E2236")
    b.units(TARGET, "21pz_125", "12ss_26").unit("3_br_27", "E2134").active("3_br_8", "3_br_9")
    return results(b, fight(b, TARGET, "3_br_8", "3_br_9"), 0)


def test_routed_attackers_retreat_from_every_attacking_hex() -> None:
    b = routed().play("choose_unit 3_br_8")
    assert b.has("3_br_9", "disorder") == 2 and b.is_reduced("3_br_8")
    assert b.offer is not None and b.offer.kinds == ("retreat",) and b.offer.side == 1


def after_retreat() -> Built:
    b = routed().play("choose_unit 3_br_8")
    while b.offer is not None and b.offer.kinds == ("retreat",):
        b.play(b.choices()[-1])
    return b


def test_unmarked_defenders_advance_into_the_hexes_left_and_then_attack() -> None:
    """13.63"""
    b = after_retreat()
    assert b.offer is not None and b.offer.side == 2
    assert "advance 21pz_125 E2136" in b.choices() and "advance 12ss_26 E2236" in b.choices()
    assert b.refuses("advance 21pz_125 E2235").rule == "J6 13.62"
    b.play("advance 21pz_125 E2136")
    assert b.refuses("advance 21pz_125 E2236").rule == "J6 13.62"
    b.play("end_advance")
    assert "second_attack E2134 12ss_26" in b.choices()
    b.play("second_attack E2134 12ss_26")
    assert declared(b, "fight.rout")
    top = b.state.agenda[-1][1][0]
    assert isinstance(top, tuple)
    assert not may_breed_rout(Fight(*top)) and not may_breed_gca(Fight(*top))  # type: ignore[arg-type]


def test_marked_defenders_stay_but_attack() -> None:
    b = position(open_area=True).unit("3_br_8", "E2136").unit("21pz_125", TARGET, disorder=1).unit("3_br_27", "E2134")
    results(b, fight(b, TARGET, "3_br_8"), 0)
    while b.offer is not None and b.offer.kinds == ("retreat",):
        b.play(b.choices()[0])
    assert "second_attack E2134 21pz_125" in b.choices()


def test_the_rout_of_a_rout_attack_is_ignored() -> None:
    b = position(open_area=True).unit("3_br_8", "E2136").unit("21pz_125", TARGET).unit("3_br_27", "E2134")
    results(b, fight(b, "E2134", "21pz_125", kind=FIGHT_ROUT, depth=2), 0)
    while b.offer is not None and b.offer.kinds == ("retreat",):
        b.play(b.choices()[0])
    assert b.quiet


def test_a_hex_that_another_unit_still_holds_has_not_been_left() -> None:
    b = position(open_area=True).units("E2136", "3_br_8", "3_br_27").unit("21pz_125", TARGET)
    results(b, fight(b, TARGET, "3_br_8"), 0).play("retreat 3_br_8 E2137")
    assert not any(one.startswith("advance") for one in b.choices())


def test_the_rout_asks_for_a_modified_die_of_0_whatever_the_row_says() -> None:
    b = position(open_area=True).unit("3_br_8", "E2136").unit("21pz_125", TARGET).unit("3_br_27", "E2134")
    b.run(ApplyResults(tuple(fight(b, TARGET, "3_br_8")), 0, 1)).play("retreat 3_br_8 E2137")
    assert b.quiet


def test_no_rout_on_a_modified_die_above_0() -> None:
    b = position(open_area=True).unit("3_br_8", "E2136").unit("21pz_125", TARGET).unit("3_br_27", "E2134")
    results(b, fight(b, TARGET, "3_br_8"), 1)
    assert b.quiet and b.is_reduced("3_br_8") and b.at("3_br_8") == "E2136"
