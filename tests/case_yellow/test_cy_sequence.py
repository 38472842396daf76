"""Case Yellow: turns, initiative, the cup, action rounds (4.0)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.case_yellow import sequence
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.events import model as ev
from tests.case_yellow.builder import Built, position


def cup(b: Built, **chits: int) -> Built:
    """Chits in the cup: `german_move=2`."""
    for name, count in chits.items():
        b.act().pool("pool.cup", b.game.words[f"chit.{name}"], count)
    return b


def phases(b: Built) -> list[str]:
    return [b.game.word_key(event.phase) for event in b.events if isinstance(event, ev.PhaseBegan)]


def test_a_turn_has_its_air_phase_then_supply_then_the_initiative() -> None:
    """4.0a, 4.0b, 4.0c, 5.1."""
    b = position("dutch_fortress", with_setup=True, seed="a")
    b.play("pass")
    while b.offer is not None and "choose_chit" not in b.offer.kinds:
        b.play("pass")
    order = ["phase.supply", "phase.initiative"]
    assert [phase for phase in phases(b) if phase in order] == order
    assert b.pos.var("initiative") == w.GERMAN


def test_the_end_phase_goes_through_its_segments_in_the_order_of_the_rulebook() -> None:
    """4.0d, 12.1."""
    b = position(seed="end").turn(2).run(sequence.EndPhase())
    assert phases(b)[:2] == ["phase.end", "phase.disruption"]
    seen = phases(b)
    while b.offer is not None and "phase.refit" not in seen:
        b.play("pass")
        seen += phases(b)
    end = seen[: seen.index("phase.refit") + 1]
    assert end == [
        *("phase.end", "phase.disruption", "phase.bridgehead", "phase.terror", "phase.surrender", "phase.refugees"),
        *("phase.paris", "phase.victory", "phase.attrition", "phase.replacements", "phase.better_defence"),
        "phase.refit",
    ]


def asked(b: Built) -> list[str]:
    """What the END of this turn asks, by the first kind of each question; everything is passed where it may be."""
    turn, kinds = b.state.turn, []
    while b.offer is not None and not b.quiet and b.state.turn == turn:
        kinds.append(b.offer.kinds[0])
        offered = b.choices()
        b.play("pass" if "pass" in offered else offered[0])
    return kinds


BOMBED = ["cross_bridgehead", "terror_bomb", "declare_open_city"]


@pytest.mark.parametrize(
    ("turn", "then"),
    [
        (5, ["replace", "replace", "lift_better", "declare_refit"]),
        (8, ["refit_panzer", "return_panzer"]),
    ],
)
def test_each_segment_of_the_end_phase_asks_when_there_is_something_to_decide(turn: int, then: list[str]) -> None:
    """4.0d, 12.3, 12.4, 12.7, 12.10 (both sides), 12.11, 12.12, CL.1: played from the beginning of the END."""
    b = position(seed="end").unit("ge_8_pz", "1609").marker("bridgehead", "1508").turn(turn)
    b.unit("fr_i", "2911", reduced=True).unit("ge_i", "3434", reduced=True)
    if turn == 8:
        b.assign("refit", 1).assign("refit_end", 8).pool("rotated", "ge_1_pz").pool("refit", "ge_1_pz")
    assert asked(b.run(sequence.EndPhase())) == [*BOMBED, *then]


def test_a_turn_ends_with_the_end_phase_in_which_no_action_round_runs_any_more() -> None:
    """4.0c, 4.0d, 12.6: played from the set-up of the introductory scenario, refugees and all."""
    b = position("dutch_fortress", with_setup=True, seed="a")
    for _ in range(400):
        if b.offer is None or "phase.end" in phases(b):
            break
        offered = b.choices()
        b.play("pass" if "pass" in offered else offered[0])
    assert (b.pos.var("active"), b.pos.var("kind"), b.pos.pool("cup")) == (0, 0, {})
    assert asked(b) == ["terror_bomb", "place_refugees"]
    assert b.state.winner > 0


ALLIED_MOVE = ["Movement", "Excess", "LeaveParis", "EngagedCombats", "MotorizedLimit", "Combats", "EndRound"]


@pytest.mark.parametrize(
    ("side", "action", "earlier", "steps"),
    [
        (w.ALLIED, w.MOVE, 0, ["Reinforcements", *ALLIED_MOVE]),
        (w.ALLIED, w.MOVE, 1, ALLIED_MOVE),
        (w.GERMAN, w.MOVE, 0, ["Reinforcements", "Movement", "Excess", "EngagedCombats", "Combats", "EndRound"]),
        (w.GERMAN, w.COMBAT, 0, ["EngagedCombats", "Combats", "EndRound"]),
    ],
)
def test_an_action_round_has_the_steps_of_its_kind_in_their_order(
    side: int, action: int, earlier: int, steps: list[str]
) -> None:
    """4.0c.MOVE.1-6, 4.0c.COMBAT.1-2: reinforcements come in the first Move round of a side in a turn only."""
    b = position().turn(3).track("moves", earlier, side)
    act = b.act()
    sequence.Round(side, action).run(act)
    agenda = [type(b.game.step_codec.unpack(*item)).__name__ for item in reversed(b.state.agenda)]
    assert agenda[: len(steps)] == steps


def test_on_turn_1_the_german_chit_of_box_1_is_a_move_chit() -> None:
    """G-C24, H-5."""
    b = position(seed="first").turn(1).run(sequence.Initiative())
    assert b.refuses("choose_chit chit.german_combat").rule == "CY 4.0c"
    later = position(seed="first").turn(2).run(sequence.Initiative())
    later.play("choose_chit chit.german_combat")
    assert later.pos.var("kind") == w.COMBAT or later.pos.var("round") > 1


def test_the_chits_of_the_turn_go_into_the_cup_but_for_the_first() -> None:
    """4.0c."""
    b = position().turn(3).run(sequence.Initiative())
    assert {b.game.word_key(chit): count for chit, count in b.pos.pool("cup").items()} == {
        "chit.german_move": 1,
        "chit.german_combat": 1,
        "chit.german_dual": 1,
        "chit.allied_move": 1,
        "chit.allied_combat": 1,
    }


def test_in_the_dynamo_turns_both_sides_have_three_chits_and_the_allied_side_begins() -> None:
    """13.2, G-A51."""
    b = position().dynamo("3312", declared=3, turn=4).run(sequence.Initiative())
    assert b.pos.var("initiative") == w.ALLIED
    assert sequence.chits(b.pos, w.ALLIED) == {"move": 2, "combat": 1, "dual": 0}
    assert sum(sequence.chits(b.pos, w.GERMAN).values()) == 3
    declared = position().dynamo("3312", declared=3, turn=3)
    assert not sequence.dynamo_initiative(declared.pos), "not yet in the turn of the declaration"


def test_from_fall_rot_on_the_german_chits_are_those_of_fall_rot() -> None:
    """G-A51, 12.12."""
    b = position().turn(8).assign("fall_rot", 8)
    assert sequence.chits(b.pos, w.GERMAN) == {"move": 2, "combat": 1, "dual": 1}


def test_a_third_chit_in_a_row_goes_back_and_an_enemy_chit_is_drawn() -> None:
    """4.0c, QA.6."""
    b = position(seed="put back").round_of("german", "combat").assign("run", 2)
    cup(b, german_move=6, allied_combat=1).run(sequence.DrawChit())
    drawn = [event.token for event in b.events if isinstance(event, ev.Drawn)]
    notes = [b.game.word_key(event.message) for event in b.events if isinstance(event, ev.Noted)]
    played = drawn.index(w.CHITS[w.ALLIED]["combat"])
    assert notes.count("note.put_back") == played > 0, "the German chits before it went back"
    assert b.pos.track("combats", w.ALLIED) == 1


def test_a_chit_for_a_third_combat_round_of_a_side_is_not_played() -> None:
    """4.0c, G-A26."""
    b = position().round_of("allied", "move").track("combats", 2, w.GERMAN)
    cup(b, german_combat=1, german_dual=1)
    assert not sequence.usable(b.pos, w.CHITS[w.GERMAN]["combat"])
    assert sequence.actions(b.pos, w.CHITS[w.GERMAN]["dual"]) == (w.MOVE,), "a dual chit takes the other action"


def test_the_owner_of_a_chit_with_both_actions_chooses_one() -> None:
    """4.0c."""
    b = position().turn(3).run(sequence.PlayChit(w.CHITS[w.GERMAN]["dual"]))
    assert b.offer is not None and b.offer.side == w.GERMAN
    b.play("choose_action action.combat")
    assert b.pos.track("combats", w.GERMAN) == 1


def test_the_dutch_fortress_may_be_read_so_that_all_eight_chits_are_played() -> None:
    """G-C22."""
    for reading, played in (("no", False), ("yes", True)):
        b = position("dutch_fortress", options={"s4_all_eight": reading}).round_of("german", "combat").assign("run", 2)
        cup(b, german_move=1)
        assert sequence.usable(b.pos, w.CHITS[w.GERMAN]["move"]) is played


@pytest.mark.parametrize(("die", "side"), [(1, w.GERMAN), (4, w.GERMAN), (5, w.ALLIED), (6, w.ALLIED)])
def test_in_scenario_3_a_die_gives_the_initiative_from_turn_5(die: int, side: int) -> None:
    """4.0c."""
    b = position("free_command", dice=[die]).turn(5).run(sequence.Initiative())
    assert b.pos.var("initiative") == side


def test_what_held_for_a_round_is_forgotten_at_its_end_and_ag1_pays_its_price() -> None:
    """7.7e, G-A27."""
    b = position().unit("fr_ag1_supply", "2812").unit("ge_x", "2813", moved=3, attacked=1).marker("tried", "2712")
    b.assign("ag1_price", 1).run(sequence.EndRound())
    assert b.on("fr_ag1_supply") == "-"
    assert not b.pos.flag(b.piece("ge_x"), w.MOVED) and not b.pos.flag(b.piece("ge_x"), w.ATTACKED)
    assert not b.state.marker(b.hex("2712"), -1, w.TRIED)


def test_the_game_ends_with_its_last_turn() -> None:
    """2.4n, 3.1, 12.8: ten turns; the difference of the points gives the level."""
    b = position().turn(10).track("vp", 70, w.GERMAN).track("vp", 2, w.ALLIED).run(sequence.EndTurn())
    assert b.state.over and b.game.word_key(b.state.level) == "level.german_decisive"


LEVELS = [(6, "german"), (5, "german_marginal"), (4, "allied_marginal"), (2, "allied")]


@pytest.mark.parametrize(("held", "level"), LEVELS)
def test_the_dutch_fortress_is_judged_by_its_cities(held: int, level: str) -> None:
    """3.2, G-A61: Maastricht is not among them."""
    cities = ("4326", "4123", "4024", "4127", "4030", "3830")[:held]
    b = position("dutch_fortress").turn(1).taken(*cities, "3029").run(sequence.EndTurn())
    assert b.game.word_key(b.state.level) == f"level.{level}"


def test_scenario_3_ends_early_when_paris_and_two_more_are_taken() -> None:
    """3.2."""
    b = position("free_command", seed="go on").turn(8).taken("1411", "1412", "1311", "1719").run(sequence.EndTurn())
    assert not b.state.over
    b = position("free_command").turn(8).taken("1411", "1412", "1311", "1719", "2005").run(sequence.EndTurn())
    assert b.game.word_key(b.state.level) == "level.german_decisive"


def test_scenario_3_is_judged_by_surrenders_and_places_at_the_end() -> None:
    """3.2."""
    west = ("1719", "2005", "2412", "1626")
    for taken, surrendered, level in ((west, 1, "level.allied"), ((), 0, "level.allied_decisive")):
        b = position("free_command").turn(10).taken(*taken).unit("fr_i", "3310")
        b.assign("netherlands", surrendered).assign("belgium", surrendered).run(sequence.EndTurn())
        assert b.game.word_key(b.state.level) == level
