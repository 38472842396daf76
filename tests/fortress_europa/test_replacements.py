"""Replacements (27, 17.10.5-17.10.7, 28.3)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import points
from hexledger.engine.games.fortress_europa.rules import points as points_rules
from hexledger.engine.games.fortress_europa.rules import replacements
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position


def city() -> str:
    """A German city in clear ground."""
    ground, board = game().tables.ground, game().board
    return next(game().place(c) for c in sorted(ground.german_cities) if board.terrain[c] == "clear")


def spending(side: str, turn: str = "July II", **stock: int) -> Built:
    b = position(turn=turn).turn_of(side)
    for track, value in stock.items():
        b.track(track, value, f.SIDES[side])
    return b


def lost(b: Built, *units: str) -> Built:
    act = b.act()
    for unit in units:
        act.pool("pool.eliminated", b.piece(unit), 1)
    return b


def run(b: Built) -> Built:
    return b.run(replacements.Spend(b.pos.active_side))


def received(b: Built, nation: str) -> tuple[int, int]:
    points_rules.receive(b.act(), nation)
    return points.stock(b.pos, nation)


def test_two_aircraft_take_two_german_points_armour_first() -> None:
    assert points_rules.less((4, 2), 2) == (2, 0), "FE-045"
    b = position(turn="December II").aircraft("german_replacements", "bomber_command_1", "bomber_command_2")
    assert received(b, "german") == (2, 0)


def test_option_a_gives_up_the_armour_points() -> None:
    assert received(position(turn="December II").assign("panzer_option", 1), "german") == (4, 0), "FE-072"


def test_without_cover_half_of_the_points_is_lost_and_the_fraction_dropped() -> None:
    assert received(position(turn="June II"), "us") == (1, 0), "FE-046: (3) becomes (1)"
    assert received(position(turn="June II").aircraft("u_boat", "bomber_command_1"), "us") == (3, 1)
    assert received(position(turn="July II"), "british") == (1, 0)
    assert received(position(turn="July II").aircraft("v1_sites", "2_tac_1"), "british") == (3, 1), "B-18"
    assert received(position(turn="July II"), "canadian") == (1, 0)


def test_cover_is_no_longer_needed_when_every_base_is_captured() -> None:
    b = position(turn="June II")
    for place in sorted(game().tables.ground.u_boat_bases):
        b.marker("base_captured", game().place(place))
    assert received(b, "us") == (3, 1)


def test_points_are_kept_beyond_the_end_of_the_printed_track() -> None:
    """27.3: what is more than 52 is kept on paper."""
    b = position(turn="December II").track("german", 50, f.GERMAN)
    assert received(b, "german")[0] == 54, "27.3"


def test_no_replacements_on_the_first_turn_and_in_the_bulge() -> None:
    for b in (position(turn="June I"), position("battle_of_the_bulge", turn="January I")):
        b.turn_of("german").run(replacements.ReplacementPhase(f.GERMAN))
        assert points.stock(b.pos, "german") == (0, 0), "27.2, 33.3.3"


def test_a_reduced_unit_is_restored_for_a_point_and_moves_no_more() -> None:
    b = run(spending("german", german=1).unit("i_352", city(), reduced=True))
    b.play("restore i_352")
    assert b.pos.steps(b.piece("i_352")) == 2 and b.has("i_352", "cannot_move") and b.quiet
    assert points.stock(b.pos, "german") == (0, 0)


def test_armour_takes_armour_points_and_infantry_takes_any() -> None:
    b = run(spending("german", german=2, german_armor=1).units(city(), "i_352", "pz_2", "pz_116"))
    assert b.quiet, "nobody is reduced"
    b = spending("german", german=2, german_armor=1)
    for unit in ("i_352", "pz_2", "pz_116"):
        b.unit(unit, city(), reduced=True)
    run(b).play("restore pz_2")
    assert b.refuses("restore pz_116").rule == "FE 27.1"
    b.play("restore i_352")
    assert points.stock(b.pos, "german") == (0, 0)
    b = run(spending("german", german=1, german_armor=1).unit("i_352", city(), reduced=True))
    assert b.play("restore i_352").pos.steps(b.piece("i_352")) == 2, "27.5"


def test_no_replacements_reach_a_unit_in_an_enemy_zone_or_without_a_line() -> None:
    b = run(spending("german", german=3).unit("i_352", "O9", reduced=True).unit("i_77", city(), reduced=True))
    assert "restore i_352" in b.choices()
    b.unit("us_1", "O10")
    assert b.refuses("restore i_352").rule == "FE 27.7"


@pytest.mark.parametrize(("full", "cost", "steps"), [(True, 3, 2), (False, 2, 1)])
def test_a_destroyed_unit_of_two_steps_costs_three_points_or_two_reduced(full: bool, cost: int, steps: int) -> None:
    b = run(lost(spending("german", german=4), "i_352"))
    b.play(replacements.Rebuild(b.piece("i_352"), b.hex(city()), full))  # type: ignore[arg-type]
    assert points.stock(b.pos, "german")[0] == 4 - cost, "FE-181, FE-182"
    assert b.pos.steps(b.piece("i_352")) == steps and not b.pooled("eliminated", "i_352")
    assert b.has("i_352", "cannot_move")


def test_a_rebuilt_allied_unit_appears_in_england_or_africa_only() -> None:
    b = run(lost(spending("allied", us=3), "us_1").control("allied", "K2"))
    assert b.refuses("rebuild us_1 K2 yes").rule == "FE 27.8", "FE-223"
    b.play("rebuild us_1 england yes")
    assert b.at("us_1") == "england" and b.has("us_1", "arrived")


def test_what_never_takes_replacements() -> None:
    b = lost(spending("german", german=20, german_armor=9), "art_388", "hq_7", "cd_7a", "ag_341", "t_148", "i_352")
    offered = {line.split()[1] for line in run(b).choices() if line.startswith("rebuild")}
    assert offered == {"cd_7a", "i_352"}, "27.10: a coastal unit as infantry, a training division not yet"
    b.play(f"rebuild cd_7a {city()} yes")
    assert b.has("cd_7a", "flipped")
    late = run(lost(spending("german", "September II", german=9), "t_148"))
    late.play(f"rebuild t_148 {city()} yes")
    assert late.has("t_148", "flipped"), "23: after its turn as a regular division"
    b = lost(spending("allied", us=9, british=9, special=1), "fr_2_db", "us_101_ab")
    assert run(b).quiet, "27.14; 27.9: two special points are wanted"


def test_every_purchase_that_is_offered_is_legal() -> None:
    b = run(lost(spending("german", german=9, german_armor=3).unit("pz_2", city(), reduced=True), "i_77", "pz_116"))
    assert b.check_choices() > 10
    assert b.refuses("restore us_1").rule == "FE 27.7"
    assert b.play("end_replacements").quiet and points.stock(b.pos, "german") == (9, 3)
