"""Reinforcements, withdrawals, replacements and the reserve, rule by rule (26-28)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import arrivals, points, supply
from hexledger.engine.games.fortress_europa.rules import arrivals as arrivals_rules
from hexledger.engine.games.fortress_europa.rules import augmented, panzer_reserve, reinforcements, replacements
from hexledger.engine.games.fortress_europa.rules import points as points_rules
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import Built, game, position

CITIES = [game().place(p) for p in sorted(game().tables.ground.german_cities) if game().board.terrain[p] == "clear"]


def due(b: Built, *units: str) -> Built:
    for unit in units:
        b.act().pool("pool.due", b.piece(unit), 1)
    return b


def german(turn: str = "July I", impulse: int = 1) -> Built:
    return position(turn=turn).turn_of("german", impulse)


# ---------------------------------------------------------------------- 26.1-26.6
def test_the_invasion_response_comes_on_the_first_turn() -> None:
    """26.4: four units are due on June I, and none of them before the German first move impulse."""
    b = position(turn="June I").turn_of("german").run(reinforcements.Arrivals(f.GERMAN))
    assert {b.game.piece(p) for p in arrivals.due(b.pos)} == {"ag_902", "art_7", "i_363", "i_89"}
    rows = b.pos.scenario.arriving(1, f.GERMAN, "invasion_response")
    assert len(rows) == 4 and not position(turn="June II").pos.scenario.arriving(2, f.GERMAN, "invasion_response")


def test_germans_come_into_any_city_of_germany_that_is_theirs_and_in_no_enemy_zone_and_move_on_in_full() -> None:
    """26.2, 26.3: the first hex costs nothing; later they may still come (26.6)."""
    b = due(german(), "i_352", "i_353").run(MoveImpulse(f.GERMAN, 1))
    assert b.refuses("place_reinforcement i_352 R11").rule == "FE 26.3", "Paris is no city in Germany"
    b.play(f"place_reinforcement i_352 {CITIES[0]}")
    way = next(one for one in b.choices() if one.startswith("move i_352"))
    b.play(way)
    assert len(arrivals.due(b.pos)) == 1, "the other one is held back"
    late = due(german("August I"), "i_353").run(MoveImpulse(f.GERMAN, 1))
    beside = game().place(game().tables.ground.links[game().find_place(CITIES[0])][0])
    near = due(german(), "i_352").unit("us_1", beside).run(MoveImpulse(f.GERMAN, 1))
    assert near.refuses(f"place_reinforcement i_352 {CITIES[0]}").rule == "FE 26.3"
    assert late.play(f"place_reinforcement i_353 {CITIES[0]}").at("i_353") == CITIES[0]
    second = due(german(impulse=2), "i_352").run(MoveImpulse(f.GERMAN, 2))
    assert second.refuses(f"place_reinforcement i_352 {CITIES[0]}").rule == "FE 26.2"


def test_allied_reinforcements_are_put_into_england_or_africa_at_once_and_may_go_on_by_sea() -> None:
    """26.3, 26.6."""
    rules, hqs = position().pos.scenario, game().tables.roster.hqs
    turn = next(
        t
        for t in sorted(rules.arrivals)
        if any(r.piece not in hqs for r in rules.arriving(t, f.ALLIED, "arrive")) and t > 1
    )
    b = position(turn=game().tables.calendar.name(turn)).turn_of("allied").run(reinforcements.Arrivals(f.ALLIED))
    rows = b.pos.scenario.arriving(turn, f.ALLIED, "arrive")
    assert rows and all(b.pos.at_home(row.piece) for row in rows)
    first = next(game().piece(row.piece) for row in rows if row.piece not in hqs)
    port = "K2" if b.at(first) == "england" else "N33"
    b.control("allied", port).assign("start_capacity", 5).assign("invasions", 1).turn_of("allied", 1)
    b.run(MoveImpulse(f.ALLIED, 1)).play(f"sea_move {first} {port}")
    assert b.at(first) == port


@pytest.mark.parametrize(
    ("turn", "taken", "there"), [("July IV", True, False), ("August I", True, True), ("August I", False, False)]
)
def test_the_garrison_of_paris_appears_in_august_at_the_earliest_and_counts(
    turn: str, taken: bool, there: bool
) -> None:
    """26.5."""
    b = position(turn=turn).turn_of("allied")
    if taken:
        b.control("allied", "R11")
    b.run(reinforcements.Arrivals(f.ALLIED))
    assert [b.at(unit) == "R11" for unit in ("fr_10", "fr_14", "fr_paris")] == [there] * 3


# ---------------------------------------------------------------------- 26.7-26.10
def leaving(unit: str, b: Built) -> Built:
    return b.run(reinforcements.Withdrawal(b.piece(unit)))


def test_a_unit_that_leaves_reduced_lies_apart_from_the_destroyed_and_takes_no_replacements() -> None:
    """26.7-26.9: it comes back as weak as it went, if the display brings it back."""
    b = german("September III").unit("i_462", "O12", reduced=True)
    leaving("i_462", b)
    assert b.gone("i_462") and b.pooled("withdrawn", "i_462") and not b.pooled("eliminated", "i_462")
    b.track("german", 9, f.GERMAN)
    decision = replacements.Rebuild(b.piece("i_462"), b.hex(CITIES[0]))  # type: ignore[arg-type]
    assert replacements.rebuild_refusal(b.pos, f.GERMAN, decision) is not None
    assert arrivals_rules.strength(b.act(), b.piece("i_462")) == 1
    assert arrivals_rules.strength(b.act(), b.piece("i_462")) == 2, "only once"


def test_for_a_destroyed_unit_one_of_the_same_kind_and_strength_leaves() -> None:
    """26.8: else one of the kind, else the nearest better one of another kind; the owner chooses among equals."""
    factor = game().counters[game().find_piece("i_462")].front.values["cf"]
    foot = [c for c in game().counters if c.type == "infantry" and c.side == "german" and c.nationality == "german"]
    same = [c.id for c in foot if c.id != "i_462" and c.front.values["cf"] == factor]
    other = next(c.id for c in foot if c.front.values["cf"] != factor)
    b = german("September III").unit(same[0], CITIES[0]).unit(same[1], CITIES[1]).unit(other, CITIES[2])
    b.act().pool("pool.eliminated", b.piece("i_462"), 1)
    leaving("i_462", b)
    assert b.offer is not None and b.offer.side == f.GERMAN
    assert set(b.choices()) == {f"withdraw_instead {same[0]}", f"withdraw_instead {same[1]}"}
    assert b.refuses(f"withdraw_instead {other}").rule == "FE 26.8"
    b.play(f"withdraw_instead {same[0]}")
    assert b.pooled("withdrawn", same[0]) and b.pooled("eliminated", "i_462"), "the lost one stays lost"
    kind = german("September III").unit(other, CITIES[2]).unit("pz_2", CITIES[1])
    kind.act().pool("pool.eliminated", kind.piece("i_462"), 1)
    assert leaving("i_462", kind).choices() == [f"withdraw_instead {other}"], "of the same kind"
    last = german("September III").unit("pz_2", CITIES[1]).unit("pz_b105", CITIES[2])
    last.act().pool("pool.eliminated", last.piece("i_462"), 1)
    leaving("i_462", last)
    better = [u for u in ("pz_2", "pz_b105") if last.pos.cf(last.piece(u)) >= factor]
    nearest = min(better, key=lambda u: last.pos.cf(last.piece(u)))
    assert last.choices() == [f"withdraw_instead {nearest}"], "the nearest better one"


def test_a_unit_without_supply_stays_and_another_leaves() -> None:
    """26.7."""
    b = german("September III").unit("i_462", "L9").unit("us_1", "L11").unit("i_352", CITIES[0])
    assert not supply.standing(b.pos, b.piece("i_462")).supplied
    leaving("i_462", b)
    assert b.offer is not None
    b.play("withdraw_instead i_352")
    assert b.at("i_462") == "L9"


def test_a_unit_that_must_leave_is_taken_out_of_the_reserve() -> None:
    """26.10: while the reserve is off the map."""
    b = german("January III")
    b.act().place(b.piece("ss_2"), b.pos.game.tables.ground.reserve_box, 2)
    leaving("ss_2", b)
    assert b.pooled("withdrawn", "ss_2") and panzer_reserve.reserve(b.pos) == ()


# ---------------------------------------------------------------------- 27
def spend(side: str, turn: str = "July II", **tracks: int) -> Built:
    b = position(turn=turn).turn_of(side)
    for name, value in tracks.items():
        b.track(name, value, f.SIDES[side])
    return b


def test_armour_points_restore_infantry_and_other_points_no_armour() -> None:
    """27.1, 27.5."""
    b = spend("german", german=1, german_armor=1).unit("i_352", CITIES[0], reduced=True)
    b.run(replacements.Spend(f.GERMAN)).play("restore i_352")
    assert points.stock(b.pos, "german") == (0, 0)
    b = spend("german", german=1).unit("pz_2", CITIES[0], reduced=True).run(replacements.Spend(f.GERMAN))
    assert b.quiet


def test_other_points_are_spent_before_armour_points() -> None:
    """27.5."""
    b = spend("german", german=3, german_armor=1).unit("i_352", CITIES[0], reduced=True)
    b.run(replacements.Spend(f.GERMAN)).play("restore i_352")
    assert points.stock(b.pos, "german") == (2, 1)


def test_replacements_use_neither_trains_nor_ships_nor_good_weather() -> None:
    """27.6: in a storm, with all trains and ships used up."""
    b = position(turn="July II", weather="storm").turn_of("german").track("german", 3, f.GERMAN)
    b.track("rail_moves", 6, f.GERMAN)
    b.act().pool("pool.eliminated", b.piece("i_352"), 1)
    b.run(replacements.Spend(f.GERMAN)).play(f"rebuild i_352 {CITIES[0]} yes")
    assert b.at("i_352") == CITIES[0] and b.state.track(game().words["track.rail_moves"], f.GERMAN) == 6
    a = (
        position(turn="July II", weather="storm")
        .turn_of("allied")
        .track("us", 3, f.ALLIED)
        .track("sea_moves", 5, f.ALLIED)
    )
    a.act().pool("pool.eliminated", a.piece("us_1"), 1)
    a.run(replacements.Spend(f.ALLIED)).play("rebuild us_1 england yes")
    assert a.at("us_1") == "england" and a.state.track(game().words["track.sea_moves"], f.ALLIED) == 5


@pytest.mark.parametrize(("full", "cost"), [("yes", 3), ("no", 2)])
def test_a_destroyed_unit_of_two_steps_costs_three_or_two_and_does_not_move_this_turn(full: str, cost: int) -> None:
    """27.8."""
    b = spend("german", german=3)
    b.act().pool("pool.eliminated", b.piece("i_352"), 1)
    b.run(replacements.Spend(f.GERMAN)).play(f"rebuild i_352 {CITIES[0]} {full}")
    assert points.stock(b.pos, "german")[0] == 3 - cost and b.pos.steps(b.piece("i_352")) == (2 if full == "yes" else 1)
    b.turn_of("german", 1).run(MoveImpulse(f.GERMAN, 1))
    assert not any(one.startswith("move i_352") for one in b.choices())


def test_a_unit_is_not_reached_in_an_enemy_zone_in_a_besieged_fortress_or_without_a_line() -> None:
    """27.7: in Paris next to the enemy; in a fortress next to him; behind him."""

    def reached(place: str, *enemies: str) -> bool:
        b = spend("german", german=3).unit("i_352", place, reduced=True)
        for number, there in enumerate(enemies):
            b.unit(("us_1", "us_4", "us_5", "us_8", "us_9", "us_28")[number], there)
        return replacements.restore_refusal(b.pos, f.GERMAN, b.piece("i_352")) is None

    assert reached("R11") and not reached("R11", "R12")
    fort = sorted(game().tables.ground.fortresses - game().tables.ground.cities - game().tables.ground.germany)[0]
    beside = game().place(game().tables.ground.links[fort][0])
    assert reached(game().place(fort)) and not reached(game().place(fort), beside)
    assert not reached("O10", "O8", "O12", "M9", "M11", "Q9", "Q11")


def test_points_reach_a_unit_through_a_port_that_has_no_capacity_left() -> None:
    """27.7: any friendly port will do; one in German hands, or with its passage closed, will not."""

    def reached(side: str, damage: int) -> bool:
        b = position(turn="July II").turn_of("allied").control("allied", "R6", "R7").control(side, "R5")
        b.unit("us_1", "R6", reduced=True).track("us", 3, f.ALLIED).marker("port_damage", "R5", count=damage)
        return replacements.restore_refusal(b.pos, f.ALLIED, b.piece("us_1")) is None

    assert reached("allied", 2) and reached("allied", 0) and not reached("german", 0)


def test_only_special_points_restore_allied_paratroops_and_raiders_and_nobody_else() -> None:
    """27.9."""
    b = spend("allied", us=5, us_armor=0, special=1).units("england", "us_82_ab", "us_1", reduced=True)
    b.run(replacements.Spend(f.ALLIED))
    b.play("restore us_82_ab")
    assert (points.stock(b.pos, "us")[0], points.stock(b.pos, "special")[0]) == (5, 0)
    b.play("restore us_1")
    assert points.stock(b.pos, "us")[0] == 4
    none = spend("allied", us=5).unit("us_82_ab", "england", reduced=True).run(replacements.Spend(f.ALLIED))
    assert none.quiet
    useless = spend("allied", special=5).unit("us_1", "england", reduced=True).run(replacements.Spend(f.ALLIED))
    assert useless.quiet


def test_german_paratroops_take_common_points_and_do_not_drop_afterwards() -> None:
    """27.9."""
    b = spend("german", german=3)
    b.act().pool("pool.eliminated", b.piece("fj_2"), 1)
    b.run(replacements.Spend(f.GERMAN)).play(f"rebuild fj_2 {CITIES[0]} yes")
    assert b.has("fj_2", "no_drop")
    restored = spend("german", german=1).unit("fj_2", CITIES[0], reduced=True).run(replacements.Spend(f.GERMAN))
    restored.play("restore fj_2")
    assert not restored.has("fj_2", "no_drop"), "only who comes back from the dead"


def test_three_divisions_are_augmented_before_the_landing_each_at_the_cost_of_another() -> None:
    """27.12: the donors may be used reduced and are restored later."""
    divisions = ("us_1", "us_9", "us_29", "us_30", "us_79", "us_83", "us_90", "us_2")
    b = position(turn="June I").units("england", *divisions)
    able = [unit for unit in divisions if augmented.division_refusal(b.pos, b.piece(unit)) is None]
    assert len(able) >= 7
    for unit, donor in zip(able[:3], able[3:6], strict=True):
        assert augmented.start_refusal(b.pos, b.piece(unit), b.piece(donor)) is None
        augmented.take_at_start(b.act(), augmented.AugmentAtStart(b.piece(unit), b.piece(donor)))  # type: ignore[arg-type]
        assert b.pos.steps(b.piece(donor)) == 1
    why = augmented.start_refusal(b.pos, b.piece(able[6]), b.piece(able[3]))
    assert why is not None and why[0] == "27.12"


# ---------------------------------------------------------------------- 28
def reserve(turn: str = "December I", *units: str) -> Built:
    b = german(turn)
    for unit in units:
        b.act().place(b.piece(unit), b.pos.game.tables.ground.reserve_box, 1)
    return b


def test_the_reserve_takes_points_off_the_map_and_option_a_gives_up_those_of_armour() -> None:
    """28.2, 28.3: of 7(3) there remain 7(0), next turn 4(0) more; reduced units are whole."""
    b = reserve("December I", "ss_2", "pz_2").track("german", 7, f.GERMAN).track("german_armor", 3, f.GERMAN)
    b.act().pool("pool.eliminated", b.piece("pz_9"), 1)
    b.act().pool("pool.eliminated", b.piece("pz_b105"), 1)
    b.run(panzer_reserve.ReserveChoice())
    assert b.offer is not None and b.offer.side == f.GERMAN
    b.play("choose_reserve yes")
    box = b.pos.game.tables.ground.reserve_box
    assert [b.pos.steps(b.piece(u)) for u in ("ss_2", "pz_2")] == [2, 2] and b.pos.at(b.piece("pz_9")) == box
    assert b.pooled("eliminated", "pz_b105"), "a brigade of the army is no panzer division"
    assert points.stock(b.pos, "german") == (7, 0)
    assert points_rules.chart_points(b.pos, "german") == (4, 0)
    kept = reserve("December I", "ss_2").track("german", 7, f.GERMAN).track("german_armor", 3, f.GERMAN)
    kept.run(panzer_reserve.ReserveChoice()).play("choose_reserve no")
    assert points.stock(kept.pos, "german") == (7, 3) and kept.pos.steps(kept.piece("ss_2")) == 1


@pytest.mark.parametrize(("turn", "impulse", "enters"), [
    ("November IV", 1, False), ("December I", 1, True), ("February IV", 2, True), ("March I", 1, False),
])  # fmt: skip
def test_the_whole_reserve_enters_in_either_impulse_from_december_to_february(
    turn: str, impulse: int, enters: bool
) -> None:
    """28.4."""
    b = reserve(turn, "ss_2", "pz_2").turn_of("german", impulse).run(MoveImpulse(f.GERMAN, impulse))
    offered = [one for one in b.choices() if one.startswith("enter_reserve")]
    assert bool(offered) == enters
    if enters:
        assert b.refuses(f"enter_reserve ss_2:{CITIES[0]}").rule == "FE 28.4", "all of it"
        b.play(f"enter_reserve ss_2:{CITIES[0]},pz_2:{CITIES[1]}")
        assert b.at("ss_2") == CITIES[0] and b.at("pz_2") == CITIES[1]
        assert any(one.startswith("move ss_2") for one in b.choices()), "it moves on"


def test_on_november_first_the_reserve_leaves_at_the_start_of_the_german_first_impulse() -> None:
    """28.1: out of an enemy zone, too."""
    b = german("November I").unit("pz_2", "R11").unit("us_1", "R12").run(reinforcements.Arrivals(f.GERMAN))
    assert b.pos.at(b.piece("pz_2")) == b.pos.game.tables.ground.reserve_box
    assert german("October IV").unit("pz_2", "R11").run(reinforcements.Arrivals(f.GERMAN)).at("pz_2") == "R11"


def test_replacements_come_after_withdrawals_and_before_moves() -> None:
    """4.3, C-49: the order of a player turn."""
    b = position(turn="July II").turn_of("german")
    b.run(sequence.PlayerTurn(f.GERMAN))
    phases = [game().words.key(event.phase) for event in b.of(ev.PhaseBegan)]
    assert phases[:3] == ["phase.turn_start", "phase.replacement", "phase.first_move"]
