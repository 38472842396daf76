"""Places that could be changed without any test noticing, found by changing them (`make mutate-sample`)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions import air, districts
from hexledger.engine.games.fortress_europa.rules import air as air_rules
from hexledger.engine.games.fortress_europa.rules import engineers, exit_east, reinforcements, victory, weather
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.fights import settle

END = "end_allocation"


def flying(b: Built, mission: str) -> list[str]:
    return [game().piece(plane) for plane in air.on_mission(b.pos, mission)]


def send(unit: str, mission: str) -> str:
    return f"send_aircraft {unit} pool.{mission}"


def reckoned(b: Built, label: str) -> list[tuple[str, int]]:
    """Lines of the last account of a kind."""
    words = game().words
    last = [one for one in b.of(ev.Reckoned) if words.key(one.kind) == label][-1]
    return [(words.key(line[0]), line[1]) for line in last.lines]


def test_counter_air_takes_nothing_from_allied_ground_support() -> None:
    """17.9.3, 17.10.8: one German aircraft on ground support for each."""
    b = position().run(air_rules.AirPhase())
    b.play(send("2_tac_1", "ground_support"), send("2_tac_2", "counter_air"), END, END)
    assert flying(b, "ground_support") == ["2_tac_1"]


def test_what_has_been_sent_is_taken_off_in_the_account_of_german_aircraft() -> None:
    """17.7, 17.9.2: the second one of the month is one less."""
    b = position(turn="June II").run(air_rules.AirPhase()).play(END, send("german_tac_1", "ground_support"))
    assert ("line.sent", -1) not in reckoned(b, "reckon.aircraft")
    b.play(send("german_tac_2", "ground_support"))
    assert ("line.sent", -1) in reckoned(b, "reckon.aircraft")


def test_five_major_cities_win_as_four_do() -> None:
    """30.1: at least four."""
    b = position(turn="February I").control("allied", "R11", "BB8")
    majors = sorted(game().tables.ground.major_cities)
    b.control("allied", *(game().place(place) for place in majors[:5]))
    victory.check_now(b.act())
    assert [game().words.key(one.level) for one in b.of(ev.Won)] == ["level.campaign"]


def test_sea_moves_are_listed_though_the_first_unit_in_play_may_not_sail() -> None:
    """11.1: each unit is asked for itself."""
    b = position(turn="October II").control("allied", "K2").units("england", "us_1", "us_2")
    first = min((b.piece("us_1"), b.piece("us_2")))
    b.act().flag(first, f.CANNOT_MOVE, 1)
    b.turn_of("allied", 1).run(MoveImpulse(f.ALLIED, 1))
    other = next(name for name in ("us_1", "us_2") if b.piece(name) != first)
    assert f"sea_move {other} africa" in b.choices()


def test_what_the_bulge_sets_up_cites_the_bulge() -> None:
    """33.3.1."""
    for scenario, rule in (("battle_of_the_bulge", "33.3.1"), ("to_the_west_wall", "3.3")):
        b = position(scenario, with_setup=True)
        assert any(b.game.rules.key(one.rule) == rule for one in b.of(ev.Placed)), scenario


def test_who_left_the_map_and_loses_the_last_step_is_destroyed_and_who_keeps_one_is_not() -> None:
    """31.15: without a line from the east edge each unit that has left loses a step."""
    b = position(turn="December II", options=("31.15",))
    b.act().pool("pool.exited", b.piece("us_2_arm"), 2)
    b.act().pool("pool.exited", b.piece("us_3_arm"), 1)
    exit_east.supply_phase(b.act())
    assert (b.pooled("exited", "us_2_arm"), b.pooled("eliminated", "us_2_arm")) == (1, 0)
    assert (b.pooled("exited", "us_3_arm"), b.pooled("eliminated", "us_3_arm")) == (0, 1)


def test_a_unit_that_is_withdrawn_before_it_was_placed_waits_no_more() -> None:
    """26.7: it leaves the game; else it could still be placed."""
    b = position(turn="September III").turn_of("german")
    b.act().pool("pool.due", b.piece("i_462"), 1)
    b.run(reinforcements.Withdrawal(b.piece("i_462")))
    assert (b.pooled("due", "i_462"), b.pooled("withdrawn", "i_462")) == (0, 1)


def test_on_the_third_turn_of_the_invasion_one_die_is_rolled_and_may_bring_a_storm() -> None:
    """33.1.4: two dice, and no storm on the chart, are of the second turn only."""
    b = position("invasion", turn="June III", dice=(6,)).run(weather.WeatherPhase())
    assert b.pos.weather == f.STORM and len(b.rolls) == 1


def test_a_hexside_at_which_armour_has_failed_to_cross_is_listed_no_more() -> None:
    """17.10.4, C-84: it may try another one, and the way that is offered leads over that."""
    b = position(dice=[6]).unit("us_4_arm", "M7").broken("orne").turn_of("allied", 1)
    b.run(MoveImpulse(f.ALLIED, 1)).play("move us_4_arm N6")
    assert "continue N6" not in b.choices() and "continue M6,N6" in b.choices()


def test_of_two_that_sail_for_one_that_was_flown_home_the_second_is_refused() -> None:
    """18.7.5, 18.7.6: who lands takes the place of who left."""
    from tests.fortress_europa.test_supply_rules import DIVISIONS

    b = position().unit("mulberry_9", "L4").control("allied", "R11").unit("us_82_ab", "R11").units("L6", *DIVISIONS[:8])
    b.units("england", "us_35", "us_79").turn_of("allied").run(reinforcements.TurnStart(f.ALLIED)).turn_of("allied", 1)
    b.run(MoveImpulse(f.ALLIED, 1)).play("airlift us_82_ab england", "sea_move us_35 L4")
    assert b.refuses("sea_move us_79 L4").rule == "FE 18.7.6"


def test_an_attack_of_another_nation_elsewhere_excuses_nobody() -> None:
    """14.6, 14.11: only units of another nationality that attack the very hex do."""
    b = position(dice=[6]).units("O9", "us_1", "us_9").unit("i_352", "O10").unit("br_3", "S13").unit("i_353", "S14")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1)).play("attack br_3 S14")
    settle(b)
    assert b.refuses("attack us_9 O10").rule == "FE 14.6"


def test_two_divisions_that_could_pay_for_a_whole_79th_are_offered() -> None:
    """31.16."""
    b = position(turn="June I", options=("31.16",)).units("england", "br_7_arm", "br_gds_arm")
    b.unit("br_79_arm", "england", reduced=True)
    found = list(engineers.whole_choices(b.pos))
    assert [sorted(game().piece(unit) for unit in one.donors) for one in found] == [["br_7_arm", "br_gds_arm"]]


def test_in_the_bulge_and_later_every_district_has_been_released() -> None:
    """9.1, 33.3: no unit of the set-up is frozen."""
    b = position("battle_of_the_bulge", with_setup=True)
    assert all(districts.released(b.pos, district) for district in range(1, len(f.DISTRICTS)))


def test_the_train_of_a_headquarters_is_offered_when_the_six_have_gone() -> None:
    """10.10: it is in addition to them."""
    b = position(turn="July I").unit("hq_student", "JJ20").unit("us_1", "Q10").track("rail_moves", 6, f.GERMAN)
    b.turn_of("german", 2).run(MoveImpulse(f.GERMAN, 2))
    assert any(line.startswith("rail_move hq_student") for line in b.choices())


def test_who_sails_home_has_arrived_there_in_africa_as_in_england() -> None:
    """11.3: it goes no farther."""
    b = position(turn="October II").unit("mulberry_12", "L4").unit("mulberry_9", "O34").control("allied", "L4", "O34")
    b.unit("us_1", "L4").unit("us_2", "O34").turn_of("allied", 1).run(MoveImpulse(f.ALLIED, 1))
    b.play("sea_move us_1 england", "sea_move us_2 africa")
    assert [(b.has(unit, "arrived"), b.has(unit, "left")) for unit in ("us_1", "us_2")] == [(1, 0), (1, 0)]


def test_drops_of_paratroops_are_offered_to_their_own_side_only() -> None:
    """20.1: German ones in an Allied impulse to nobody."""
    from tests.fortress_europa.test_paratroops import moving, over

    b = moving(over().unit("i_352", "O10").unit("fj_3", "R11"))
    offered = {line.split()[1].partition(":")[0] for line in b.choices() if line.startswith("drop ")}
    assert "us_101_ab" in offered and "fj_3" not in offered


def test_after_a_second_invasion_a_city_that_is_a_port_needs_no_headquarters_for_who_lands_there() -> None:
    """18.7.13: he is in supply in it."""
    b = position(turn="August II").control("allied", "K2").unit("us_1", "england").assign("invasions", 2)
    b.assign("invasion_turn", 1).assign("start_capacity", 5).turn_of("allied", 1).run(MoveImpulse(f.ALLIED, 1))
    assert b.hex("K2") in game().tables.ground.cities
    assert b.play("sea_move us_1 K2").at("us_1") == "K2"
