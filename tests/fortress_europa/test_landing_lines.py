"""Invasions at their limits (9.1, 9.10, 12): one line of hexes with landings, the dyke, the coast of Italy."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import capacity, districts, landing
from hexledger.engine.games.fortress_europa.rules import districts as districts_rules
from hexledger.engine.games.fortress_europa.rules.invasion import PrimaryInvasion
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.impulses import counted, invading, june


def august(turn: str = "August I", **options: str) -> Built:
    b = position(turn=turn, **options).assign("invasions", 1).assign("invasion_turn", 1)  # type: ignore[arg-type]
    return b.units("england", "us_1", "us_2", "us_4")


# ------------------------------------------------------------------ 12.6, 12.15 what is invaded is one line
def test_bb5_and_cc5_are_not_invaded_together_by_declaring_the_hexes_between_them() -> None:
    """FE 12.15, seventh item of the figure: only with Anvers, or along BB4 and CC4, are they one line."""
    b = invading(june().units("england", "br_3", "br_50", "br_15", "br_43"), "BB5", "CC6", "CC5")
    b.play("invade br_3 BB5", "invade br_50 CC5")
    assert b.refuses("end_moves").rule == "FE 12.6"
    assert "end_moves" not in b.choices()
    b.play("invade br_15 CC6")
    assert "end_moves" in b.choices()


def test_landings_may_come_in_any_order_while_the_beaches_can_still_close_the_line() -> None:
    """FE 12.6, 12.10: five units land at the Schelde in the first impulse."""
    units, line = ("br_3", "br_50", "br_15", "br_43", "us_1"), ("BB5", "BB4", "CC4", "CC5")
    b = invading(june().units("england", *units), *line).play("invade br_3 CC5", "invade br_50 BB4", "invade br_15 BB4")
    assert landing.gaps(b.pos) == 1, "CC4"
    b.play("invade us_1 BB5")
    assert b.refuses("invade br_43 BB5").rule == "FE 12.6", "the last landing is for CC4"
    b.play("invade br_43 CC4")
    assert landing.gaps(b.pos) == 0 and "end_moves" in b.choices()
    far = invading(june().units("england", *units), *line)
    far.play("invade br_3 BB5", "invade br_50 BB5").track("landings", 3, f.ALLIED)
    assert far.refuses("invade br_15 CC5").rule == "FE 12.6", "two beaches between and one landing left"


def test_an_invasion_of_one_hex_is_an_invasion() -> None:
    """FE 12.6."""
    b = invading(june().unit("us_1", "england"), "L4").play("invade us_1 L4")
    assert "end_moves" in b.choices()


def test_jersey_is_invaded_with_j3_or_j4_and_never_alone() -> None:
    """FE 31.5: "if J3 or J4 is invaded, too"."""
    b = position(turn="June I", options=["31.5"]).turn_of("allied", 1).units("england", "us_1", "us_4")
    assert landing.line_refusal(b.pos, b.path("I4")) == ("31.5", landing.JERSEY_ALONE)
    invading(b, "I4", "J3").play("invade us_1 I4")
    assert b.refuses("end_moves").rule == "FE 31.5" and "end_moves" not in b.choices()
    b.play("invade us_4 J3")
    assert "end_moves" in b.choices()
    last = position(turn="June I", options=["31.5"]).turn_of("allied", 1).units("england", "us_1", "us_4")
    most = landing.capacity(last.pos, last.path("I4", "J3"), 1)
    invading(last, "I4", "J3").track("landings", most - 1, f.ALLIED)
    assert last.refuses("invade us_1 I4").rule == "FE 12.6", "the last landing is for J3"


# ------------------------------------------------------------------ 12.2 a declared invasion is made
def test_the_primary_invasion_is_made_on_june_i_and_not_passed_over() -> None:
    """FE 12.2: the impulse does not end before a unit has landed."""
    b = june().units("england", "us_1", "us_4_arm").run(PrimaryInvasion(), MoveImpulse(f.ALLIED, 1))
    b.play("declare_invasion L4,M5")
    assert b.refuses("end_moves").rule == "FE 12.2" and "end_moves" not in b.choices()
    b.play("invade us_1 M5", "end_moves")
    assert b.at("us_1") == "M5"


def test_a_secondary_invasion_may_be_left_out_but_once_declared_it_lands() -> None:
    """FE 12.2, C-136."""
    assert "end_moves" in counted(august()).choices()
    b = counted(august()).play("declare_invasion L4")
    assert b.refuses("end_moves").rule == "FE 12.2"
    assert b.play("invade us_1 L4", "end_moves").at("us_1") == "L4"


def test_an_impulse_ends_where_nobody_is_left_to_land() -> None:
    """FE 12.2, 12.13: armour alone cannot invade, and the game goes on (12.18)."""
    b = june().unit("us_4_arm", "england").run(PrimaryInvasion(), MoveImpulse(f.ALLIED, 1)).play("declare_invasion L4")
    assert "end_moves" in b.choices()


@pytest.mark.parametrize(
    ("turn", "rule"), [("July IV", "12.2"), ("August I", ""), ("September IV", ""), ("October I", "12.2")]
)
def test_the_secondary_invasion_has_its_eight_turns(turn: str, rule: str) -> None:
    """FE 12.2."""
    b = counted(august(turn))
    if rule:
        assert b.refuses("declare_invasion L4").rule == f"FE {rule}"
    else:
        assert "invade us_1 L4" in b.play("declare_invasion L4").choices()


def test_there_is_no_third_invasion() -> None:
    """FE 12.2."""
    b = counted(august("September II").assign("invasions", 2).assign("invasion_turn", 9))
    assert b.refuses("declare_invasion L4").rule == "FE 12.2"


def test_the_secondary_invasion_may_go_to_the_hexes_of_the_first() -> None:
    """FE 12.14: the same place or another; with one point of capacity to spare, not with none."""
    for spare, rule in ((1, ""), (0, "FE 12.14")):
        b = august().marker("invaded", "L4").control("allied", "L4", "K2").unit("us_5", "L4")
        b.run(MoveImpulse(f.ALLIED, 1)).turn_of("allied", 1).assign("start_capacity", spare)
        assert capacity.at_start(b.pos) == spare
        if rule:
            assert b.refuses("declare_invasion L4").rule == rule
        else:
            assert b.play("declare_invasion L4", "invade us_1 L4").at("us_1") == "L4"


# ------------------------------------------------------------------ 12.5 north of II2
@pytest.mark.parametrize(
    ("label", "open_"), [("HH1", False), ("JJ1", False), ("LL1", False), ("MM2", False), ("HH2", False), ("GG2", True)]
)
def test_the_coast_north_of_the_dyke_and_inside_it_is_not_invadable(label: str, open_: bool) -> None:
    """FE 12.5: HH1 is half a hex north of II2, GG2 level with it."""
    assert (landing.line_refusal(june().pos, june().path(label)) is None) is open_


def test_bremen_is_invadable_though_the_coast_about_it_is_not() -> None:
    """FE 12.5, 12.16: an inland port is; a German on its passage closes it, one in the port does not."""
    assert landing.line_refusal(june().pos, june().path("QQ4")) is None
    assert landing.line_refusal(june().unit("i_352", "QQ4").pos, june().path("QQ4")) is None
    for label in ("PP2", "PP3", "QQ2", "QQ3"):
        why = landing.line_refusal(june().unit("i_352", label).pos, june().path("QQ4"))
        assert why is not None and why[0] == "12.5", label


@pytest.mark.parametrize("label", ["BB4", "BB5", "CC4", "CC5"])
def test_a_german_on_any_of_four_banks_closes_anvers_and_not_his_own_hex(label: str) -> None:
    """FE 12.16, fourth and third item of the figure."""
    b = june().unit("i_346", label)
    why = landing.line_refusal(b.pos, b.path("CC6"))
    assert why is not None and why[0] == "12.5"
    assert landing.line_refusal(b.pos, b.path(label)) is None


def test_a_german_next_to_the_banks_of_anvers_does_not_close_it() -> None:
    """FE 12.16: only the four hexes count."""
    assert landing.line_refusal(june().unit("i_346", "BB6").pos, june().path("CC6")) is None


@pytest.mark.parametrize(("a", "b"), [("A3", "A4"), ("CC4", "DD3")])
def test_the_blue_arrows_a3_a4_and_cc4_dd3_join_a_line_and_no_march(a: str, b: str) -> None:
    """FE 12.15, 8.8."""
    built = june()
    assert landing.line_refusal(built.pos, built.path(a, b)) is None
    assert built.hex(b) not in game().tables.ground.links[built.hex(a)]


@pytest.mark.parametrize(
    ("line", "joined"),
    [
        (("L4", "M5"), True),
        (("K2", "K3"), True),
        (("A16", "A19"), True),
        (("U5", "V4"), True),
        (("L4", "K2"), False),
        (("R5", "T5"), False),
        (("C9", "D8", "C11"), False),
    ],
)
def test_a_line_is_of_coastal_hexes_next_to_each_other_or_of_a_mouth_and_its_inland_port(
    line: tuple[str, ...], joined: bool
) -> None:
    """FE 12.6, 12.15."""
    built = june()
    why = landing.line_refusal(built.pos, built.path(*line))
    assert why is None if joined else why is not None and why[0] == "12.15"


# ------------------------------------------------------------------ 9.10 the coast of Italy
def test_an_invasion_of_the_italian_coast_is_one_of_the_19th_district() -> None:
    """FE 9.10 (C31 to BB33), 9.1 A."""
    b = june().unit("us_3", "africa").unit("i_244", "N33", frozen=f.NINETEENTH).unit("i_243", "K4", frozen=f.SEVENTH)
    invading(b, "V34", "W34").play("invade us_3 V34")
    assert (b.has("i_244", "frozen"), b.has("i_243", "frozen")) == (0, f.SEVENTH)
    assert districts.invaded(b.pos, f.NINETEENTH)


def test_from_the_invaded_19th_district_a_step_into_italy_releases_all() -> None:
    """FE 9.1 D: Italy is another part of the map although its coast is the district's."""
    b = (
        position()
        .unit("us_3", "T34")
        .unit("i_243", "K4", frozen=f.SEVENTH)
        .assign("invaded_districts", 1 << f.NINETEENTH)
    )
    counted(b)
    b.play("move us_3 U34")
    assert b.has("i_243", "frozen") == 0
    inside = position(dice=[1]).unit("us_3", "S34").unit("i_243", "K4", frozen=f.SEVENTH)
    counted(inside.assign("invaded_districts", 1 << f.NINETEENTH)).play("move us_3 T34")
    assert inside.has("i_243", "frozen") == f.SEVENTH


def test_a_retreat_into_italy_lets_its_garrisons_out_and_releases_no_district() -> None:
    """FE 9.3 asks for an Allied unit in Italy only; 9.6 is about frozen units."""
    b = position().unit("i_243", "K4", frozen=f.SEVENTH).unit("i_352", "X29", italy_only=1)
    b.assign("invaded_districts", 1 << f.NINETEENTH)
    districts_rules.allies_entered(b.act(), b.hex("T34"), b.hex("U34"), True)
    assert (b.has("i_352", "italy_only"), b.has("i_243", "frozen")) == (0, f.SEVENTH)
