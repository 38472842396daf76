"""Victory (12.18, 30.1, 33.1.3, 33.1.5, 33.3.10, 33.4.7)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.rules import sudden_death, victory
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import Built, game, position


def labels(places: frozenset[int], count: int) -> list[str]:
    return [game().place(place) for place in sorted(places)][:count]


def won(b: Built) -> tuple[int, str] | None:
    """(winner, level) of the last events, None when nobody has won."""
    found = b.of(ev.Won)
    return (found[0].side, game().words.key(found[0].level)) if found else None


def now(b: Built) -> tuple[int, str] | None:
    victory.check_now(b.act())
    return won(b)


def at_the_end(b: Built) -> tuple[int, str] | None:
    victory.judge(b.act())
    return won(b)


def drive(majors: int, cities: int = 0, scenario: str = "campaign") -> Built:
    b = position(scenario, turn="February I").control("allied", "R11", "BB8")
    b.control("allied", *labels(game().tables.ground.major_cities, majors))
    return b.control("allied", *labels(game().tables.ground.german_cities - game().tables.ground.major_cities, cities))


def test_paris_bruxelles_and_four_major_cities_win_at_once() -> None:
    assert now(drive(4)) == (f.ALLIED, "level.campaign"), "FE-189"
    assert now(drive(3)) is None


def test_fifteen_cities_in_germany_win_and_two_in_italy_may_count() -> None:
    assert now(drive(0, 14)) is None
    assert now(drive(0, 15)) == (f.ALLIED, "level.campaign")
    assert now(drive(0, 13).control("allied", "X29", "Y34")) == (f.ALLIED, "level.campaign")


def test_without_paris_nothing_is_won() -> None:
    assert now(drive(4).control("german", "R11")) is None


def test_a_city_in_an_enemy_zone_counts_only_if_it_is_occupied() -> None:
    b = drive(4).unit("i_352", "R12")
    assert now(b) is None, "30.2"
    assert now(b.unit("us_1", "R11")) == (f.ALLIED, "level.campaign")


@pytest.mark.parametrize(("majors", "result"), [(2, (f.GERMAN, "level.campaign")), (3, (0, "level.draw"))])
def test_at_the_end_the_german_wins_with_three_major_cities_and_else_it_is_a_draw(
    majors: int, result: tuple[int, str]
) -> None:
    assert at_the_end(drive(majors)) == result, "FE-190"


def test_losing_every_unit_after_the_second_invasion_loses_the_game() -> None:
    b = position(turn="September I").assign("invasions", 2)
    assert now(b) == (f.GERMAN, "level.invasion_failed"), "12.18"
    assert now(position(turn="June II").assign("invasions", 1)) is None, "the first may fail"
    assert now(position(turn="September I").assign("invasions", 2).unit("us_1", "O9")) is None
    assert now(position(turn="September I").assign("invasions", 2).turn_of("allied", 2)) is None, "still landing"


def bulge(*german: str, scenario: str = "battle_of_the_bulge") -> Built:
    b = position(scenario, turn="January II")
    b.control("allied", *(label for label in ("EE12", "EE10", "CC10", "GG10") if label not in german))
    return b


def test_the_levels_of_the_bulge() -> None:
    assert at_the_end(bulge("EE12", "CC10")) == (f.GERMAN, "level.strategic")
    assert at_the_end(bulge("EE12", "GG10")) == (f.GERMAN, "level.tactical")
    assert at_the_end(bulge("EE10", "CC10", "GG10")) == (f.ALLIED, "level.held"), "without Bastogne nothing"


def test_the_small_solution_turns_a_victory_at_berlin_into_a_draw() -> None:
    b = bulge("EE12", "GG10", scenario="on_to_berlin")
    victory.check_turn_end(b.act())
    assert b.state.variable(game().words["var.bulge_level"]) == victory.TACTICAL
    b.control("allied", "R11", "BB8", *labels(game().tables.ground.major_cities, 2))
    assert now(b) == (0, "level.draw"), "FE-074, C-53"
    assert now(drive(2, scenario="on_to_berlin")) == (f.ALLIED, "level.campaign"), "33.4.7: two are enough"


def test_a_draw_at_berlin_becomes_a_german_victory_after_a_german_bulge() -> None:
    majors = labels(game().tables.ground.major_cities, 3)
    b = position("on_to_berlin", turn="March I").control("allied", *majors)
    assert at_the_end(b) == (0, "level.draw")
    b = position("on_to_berlin", turn="March I").control("allied", *majors).assign("bulge_level", 1)
    assert at_the_end(b) == (f.GERMAN, "level.campaign")


def normandy(spare: int = 1, damage: int = 6) -> Built:
    """An invasion of the 7th district with Caen (capacity 4) and Paris, and `spare` points of capacity left."""
    b = position("invasion", turn="July III").assign("invaded_districts", 1 << f.SEVENTH)
    b.unit("mulberry_12", "L4", damage=damage).control("allied", "M6", "R11")
    b.marker("port_damage", "M6", count=4)
    units = ("us_1", "us_2", "us_4", "us_5", "us_8", "us_9", "us_28", "us_29", "us_30", "us_35", "us_79", "us_83")
    return b.units("O9", *units[: 12 - damage - spare])


def test_a_condition_met_with_capacity_one_and_a_damaged_mulberry_wins_the_invasion() -> None:
    assert at_the_end(normandy())[0] == f.ALLIED, "FE-193"  # type: ignore[index]
    assert at_the_end(normandy(spare=0))[0] == f.GERMAN, "FE-192"  # type: ignore[index]


def test_without_a_mulberry_or_in_another_district_the_invasion_is_lost() -> None:
    b = normandy().control("allied", "K2", "P4")
    assert at_the_end(b)[0] == f.ALLIED  # type: ignore[index]
    b = normandy().control("allied", "K2", "P4")
    b.act().remove(b.piece("mulberry_12"), "reason.eliminated")
    assert at_the_end(b)[0] == f.GERMAN, "33.1.3"  # type: ignore[index]
    b = normandy().assign("invaded_districts", 1 << f.NINETEENTH)
    assert at_the_end(b)[0] == f.ALLIED, "33.1.5, C-26: Caen lies north-west of row 23"  # type: ignore[index]
    b = normandy().assign("invaded_districts", 1 << f.FIRST)
    assert at_the_end(b)[0] == f.GERMAN, "neither six cities nor Bordeaux"  # type: ignore[index]


def test_conditions_of_the_districts() -> None:
    def met(district: int, *cities: str) -> int:
        b = position("invasion", turn="July III").assign("invaded_districts", 1 << district).control("allied", *cities)
        return victory.invasion_conditions(b.pos)

    assert met(f.FIFTEENTH, "P4", "BB8") == 1 and met(f.FIFTEENTH, "P4") == 0
    assert met(f.FIRST, "A19", "K2") == 1 and met(f.FIRST, "A19") == 0
    assert met(f.NETHERLANDS, "GG3", "EE4", "CC6") == 1 and met(f.NETHERLANDS, "GG3", "EE4") == 0
    assert met(f.NINETEENTH, "N33", "D26") == 1 and met(f.NINETEENTH, "N33") == 0
    others = labels(
        game().tables.ground.cities & game().board.in_area("district_7th") - {*position().path("K2", "B2")}, 4
    )
    assert met(f.SEVENTH, "K2", *others) >= 1 and met(f.SEVENTH, "K2", *others[:3]) == met(f.SEVENTH, *others[:3])


def test_the_game_ends_with_its_last_turn() -> None:
    b = bulge("EE12", "CC10")
    b.run(sequence.EndTurn(game().tables.calendar.number("January II")))
    assert b.state.over and won(b) == (f.GERMAN, "level.strategic")


def west_wall() -> Built:
    """Objectives are picked, then August IV is over."""
    return position("to_the_west_wall", turn="August IV").run(
        sudden_death.SealObjectives(f.ALLIED), sudden_death.SealObjectives(f.GERMAN), sequence.EndTurn(12)
    )


def pick(*numbers: int) -> sudden_death.ChooseObjectives:
    return sudden_death.ChooseObjectives(numbers)


def test_to_the_west_wall_is_won_by_who_has_met_more_of_the_seven_objectives_picked() -> None:
    first, last = tuple(range(1, 8)), tuple(range(6, 13))
    b = west_wall().control("allied", "N33", "A19", "B2").play(pick(*first), pick(*first))
    assert not b.state.over and b.offer is not None and b.offer.side == f.ALLIED, "the seals are opened"
    b.play(pick(*first), pick(*first))
    met = [b.state.track(game().words["track.objectives"], side) for side in (f.ALLIED, f.GERMAN)]
    assert met == [3, 5] and won(b) == (f.GERMAN, "level.sudden_death"), "33.2.4"
    b = west_wall().control("allied", "N33", "A19", "B2", "K2", "P4", "CC6", "BB8", "R11", "Y34", "GG3")
    b.play(pick(*first), pick(*last), pick(*first), pick(*last))
    assert won(b) == (f.ALLIED, "level.sudden_death")


def test_a_list_that_is_no_list_counts_as_the_first_seven() -> None:
    b = west_wall()
    b.play(pick(1, 1, 99), pick(*range(1, 8)), pick(1, 1, 99), pick(*range(1, 8)))
    met = b.state.track(game().words["track.objectives"], f.GERMAN)
    assert b.state.over and met == 6, "C-99"


def test_objectives_of_both_sides() -> None:
    def met(side: int, name: str, b: Built) -> bool:
        row = next(row for row in sudden_death.objectives(b.pos, side) if row["id"] == name)
        return sudden_death.met(b.pos, side, row)

    def wall() -> Built:
        return position("to_the_west_wall", turn="August IV").assign("invasions", 1)

    assert met(f.ALLIED, "no_secondary", wall()) and not met(f.ALLIED, "no_secondary", wall().assign("invasions", 2))
    assert met(f.ALLIED, "one_drop", wall().assign("drops_allied", 1)) and not met(f.ALLIED, "one_drop", wall())
    assert met(f.GERMAN, "no_drop", wall()) and not met(f.GERMAN, "no_drop", wall().assign("drops_german", 1))
    assert met(f.GERMAN, "italy", wall()) and not met(f.GERMAN, "italy", wall().control("allied", "X29"))
    assert met(f.GERMAN, "no_allies", wall()) and not met(f.GERMAN, "no_allies", wall().unit("us_1", "GG10"))
    walls = labels(game().tables.ground.fortresses & game().tables.ground.germany, 2)
    ruined = wall().marker("fortress_destroyed", walls[0]).marker("fortress_destroyed", walls[1])
    assert met(f.ALLIED, "fortresses", ruined) and not met(f.GERMAN, "west_wall", ruined)
    assert not met(f.ALLIED, "fortresses", wall()) and met(f.GERMAN, "west_wall", wall())
    sites = labels(game().tables.ground.v1_sites, 6)
    taken = wall()
    for site in sites:
        taken.marker("base_captured", site)
    assert met(f.ALLIED, "v1", taken) and not met(f.ALLIED, "v1", wall())
    panzers = [game().piece(p) for p in sorted(game().tables.roster.panzer_divisions)][:9]
    strong = wall().units("HH20", *panzers)
    assert met(f.GERMAN, "panzers", strong)
    strong.act().steps(strong.piece(panzers[0]), 1)
    assert not met(f.GERMAN, "panzers", strong)


# ---------------------------------------------------------------------- 32.2 sudden death in the campaign
def september(allied: tuple[int, ...], german: tuple[int, ...]) -> Built:
    """September I of a campaign: how many of the picked objectives, and of the whole list, each side has met is what
    the position gives; the picks are counted by the reveal, here as tracks."""
    b = position(turn="September I", options=("32",)).track("objectives", allied[0], f.ALLIED)
    return b.track("objectives", german[0], f.GERMAN).run(sudden_death.SuddenDeath())


def test_who_alone_has_met_all_he_picked_wins_on_september_first() -> None:
    b = september((7,), (6,))
    assert b.state.over and b.state.winner == f.ALLIED
    b = september((3,), (7,))
    assert b.state.over and b.state.winner == f.GERMAN


def test_if_both_have_the_whole_lists_decide() -> None:
    b = september((7,), (7,))
    assert b.state.over and b.state.winner == f.GERMAN, "in an empty France the German has met more"


def test_if_neither_has_the_campaign_goes_on() -> None:
    assert not september((6,), (6,)).state.over


def test_objectives_are_sealed_and_opened_in_a_campaign_with_the_option_only() -> None:
    assert sudden_death.turn_began(position(turn="September I", options=("32",)).pos)
    assert not sudden_death.turn_began(position(turn="September I").pos)
    assert not sudden_death.turn_began(position(turn="August IV", options=("32",)).pos)
    b = position("campaign", with_setup=True, options=("32",))
    assert b.offer is not None and "choose_objectives" in b.offer.kinds
