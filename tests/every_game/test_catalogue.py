"""Every game can be opened, says what it is, offers scenarios and their options, and begins."""

from __future__ import annotations

import pytest

from hexledger.engine.errors import BadDecision, EngineError, UnknownName
from hexledger.engine.kernel import deciding as kernel
from tests.every_game.about import About
from tests.every_game.catalogue import NAMES, about, every_game


def playable(one: About) -> list[str]:
    """Scenarios of a game that can be played."""
    game = one.open()
    return [scenario for scenario in game.edition.scenarios if game.playable(scenario) is True]


OFFERED = [
    pytest.param(about(name), scenario, option, id=f"{name} {scenario} {option}")
    for name in NAMES
    for scenario in playable(about(name))
    for option in about(name).open().options(scenario)
]


@every_game
def test_a_game_says_what_it_is_and_whose_rules_it_cites(one: About) -> None:
    game = one.open()
    assert game.id == one.game and game.title and game.code.isalnum()
    assert len(game.sides) == 2 and [game.side_number(side) for side in game.sides] == [1, 2]
    assert game.rule(next(iter(game.rules.values()))).startswith(f"{game.code} ")
    assert playable(one)


@every_game
def test_a_scenario_that_does_not_exist_is_no_playable_one(one: About) -> None:
    assert one.open().playable("nowhere") == "no scenario nowhere"
    with pytest.raises(EngineError, match="nowhere"):
        one.position("nowhere", with_setup=True)


@every_game
def test_every_scenario_begins_by_asking_a_side_and_breaks_no_invariant(one: About) -> None:
    for scenario in playable(one):
        b = one.position(scenario, with_setup=True, seed="begin")
        assert b.offer is not None and b.offer.side in (1, 2)
        assert b.state.at, f"{scenario}: nobody is on the map or in a box"
        assert b.game.check_invariants(b.pos) == []


@every_game
def test_the_same_position_is_set_up_twice_from_the_same_seed(one: About) -> None:
    first, second = (one.position(playable(one)[0], with_setup=True, seed="twice") for _ in range(2))
    assert kernel.choices(first.game, first.state) is not None
    assert (first.state.at, first.state.agenda) == (second.state.at, second.state.agenda)
    assert first.choices() == second.choices()


@every_game
def test_whatever_two_games_call_alike_belongs_to_one_of_them(one: About) -> None:
    """A piece, a place and a step of a game are found by the name that it gives them."""
    game = one.open()
    assert [game.find_piece(game.piece(number)) for number in range(len(game.counters))] == list(
        range(len(game.counters))
    )
    assert [game.find_place(game.place(number)) for number in range(game.board.n_places)] == list(
        range(game.board.n_places)
    )


@pytest.mark.parametrize(("one", "scenario", "option"), OFFERED)
def test_every_value_of_every_option_is_taken_where_it_is_offered(one: About, scenario: str, option: str) -> None:
    game = one.open()
    for value in game.options(scenario)[option].values:
        b = one.position(scenario, with_setup=True, seed="option", options={option: value})
        assert b.offer is not None, f"{option}={value}"


@every_game
def test_an_option_or_a_value_that_is_not_offered_is_refused_by_name(one: About) -> None:
    game, scenario = one.open(), playable(one)[0]
    with pytest.raises(UnknownName, match="no_such_option"):
        one.position(scenario, with_setup=True, options={"no_such_option": "yes"})
    for option in {**game.switches, **game.options(scenario)}:
        with pytest.raises(BadDecision, match=option.replace(".", r"\.")):
            one.position(scenario, with_setup=True, options={option: "perhaps"})


@every_game
def test_an_option_of_other_scenarios_is_refused_with_those(one: About) -> None:
    game = one.open()
    every = {name for scenario in playable(one) for name in game.options(scenario)}
    for scenario in playable(one):
        for option in sorted(every - set(game.options(scenario))):
            with pytest.raises(BadDecision, match=rf"{option} is for .*, not for {scenario}"):
                one.position(scenario, with_setup=True, options={option: "yes"})


YES_AND_NO = [
    pytest.param(about(name), scenario, option, id=f"{name} {scenario} {option}")
    for name in NAMES
    for scenario in playable(about(name))
    for option, switch in about(name).open().options(scenario).items()
    if set(switch.values) == {"no", "yes"}
]


@pytest.mark.parametrize(("one", "scenario", "option"), YES_AND_NO)
def test_yes_and_no_may_be_said_in_the_usual_ways(one: About, scenario: str, option: str) -> None:
    switch = one.open().options(scenario)[option]
    for said in ("yes", "Yes", "true", "TRUE", "on", "1", 1, True):
        assert switch.value(said) == switch.values["yes"], said
    for said in ("no", "No", "false", "off", "0", 0, False):
        assert switch.value(said) == switch.values["no"], said
    for said in ("maybe", "", "2", 2, "yess"):
        with pytest.raises(BadDecision, match=r"is none of no, yes"):
            switch.value(said)


@every_game
def test_every_option_that_games_lists_is_taken_and_says_what_it_does(one: About) -> None:
    game = one.open()
    for scenario in playable(one):
        for name, switch in {**game.switches, **game.options(scenario)}.items():
            assert switch.name == name and switch.about and switch.word in game.words
            assert game.rules[switch.rule] and switch.default == next(iter(switch.values.values()))
