"""Reinforcements, withdrawals and conversions (13.2, 23, 26)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import arrivals
from hexledger.engine.games.fortress_europa.rules import losses, reinforcements
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position


def german_city() -> str:
    return game().place(sorted(game().tables.ground.german_cities)[3])


def arriving(turn: str = "December I") -> Built:
    """The German first move impulse of a turn, reinforcements at hand."""
    b = position(turn=turn).turn_of("german")
    return b.run(sequence.BeginMove(f.GERMAN, 1))


def test_the_340th_enters_in_december_in_a_german_city() -> None:
    b = arriving()
    assert b.pooled("due", "i_340"), "FE-002"
    b.play(f"place_reinforcement i_340 {german_city()}")
    assert b.at("i_340") == german_city() and not b.pooled("due", "i_340")
    assert not b.has("i_340", "moved"), "26.2: it may move"


def test_a_reinforcement_may_wait_but_not_appear_elsewhere() -> None:
    b = arriving()
    assert b.refuses("place_reinforcement i_340 R11").rule == "FE 26.3"
    assert b.refuses(f"place_reinforcement i_352 {german_city()}").rule == "FE 26.1", "not due"
    b.unit("us_1", game().place(game().tables.ground.links[b.hex(german_city())][0]))
    assert b.refuses(f"place_reinforcement i_340 {german_city()}").rule == "FE 26.3", "in an enemy ZOC"
    b.play("end_moves")
    assert b.pooled("due", "i_340") == 1, "26.6"


def test_a_reinforcement_that_comes_by_rail_counts_against_the_six_and_moves_no_more() -> None:
    b = arriving()
    edge = game().place(sorted(reinforcements._edge(b.pos))[0])
    b.play(f"place_reinforcement i_340 {edge}")
    assert b.state.track(game().words["track.rail_moves"], f.GERMAN) == 1 and b.has("i_340", "railed") == 1
    b = arriving().track("rail_moves", 6, f.GERMAN)
    assert b.refuses(f"place_reinforcement i_340 {edge}").rule == "FE 10.1"
    b = arriving().aircraft("railway_attack", "bomber_command_1", "bomber_command_2", "us_8_af_1")
    assert b.refuses(f"place_reinforcement i_340 {edge}").rule == "FE 10.1", "17.10.3: two less for each aircraft"


def test_every_placing_that_is_offered_is_legal() -> None:
    assert arriving().check_choices() > 10


def test_a_listed_unit_is_withdrawn_and_kept_apart_reduced_if_it_was() -> None:
    b = position(turn="September III").unit("i_462", german_city(), reduced=True).turn_of("german")
    b.run(reinforcements.TurnStart(f.GERMAN))
    assert b.gone("i_462") and b.pooled("withdrawn", "i_462") and b.pooled("withdrawn_reduced", "i_462")


def test_an_unsupplied_unit_stays_and_one_of_its_type_and_strength_goes() -> None:
    b = position(turn="September III").unit("i_462", "C4").unit("us_1", "C6").turn_of("german")
    same = [p for p in sorted(game().tables.roster.land) if game().counters[p].type == "infantry"]
    named = game().counters[b.piece("i_462")]
    twin = next(
        p
        for p in same
        if game().side_of[p] == f.GERMAN and p != b.piece("i_462") and game().counters[p].front == named.front
    )
    other = next(p for p in same if game().side_of[p] == f.GERMAN and game().counters[p].front.get("cf") > 3)
    b.unit(twin, german_city()).unit(other, german_city())  # type: ignore[arg-type]
    b.run(reinforcements.TurnStart(f.GERMAN))
    assert b.choices() == [f"withdraw_instead {game().piece(twin)}"], "FE-210"
    b.play(b.choices()[0])
    assert b.at("i_462") == "C4" and b.quiet


def test_a_lost_headquarters_comes_back_next_turn_on_its_other_side() -> None:
    b = position(turn="December II").unit("hq_7", german_city()).turn_of("german")
    losses.lose_step(b.act(), b.piece("hq_7"), "15.3")
    assert arrivals.due(b.pos) == (), "not in the turn of the loss"
    b.run(reinforcements.TurnStart(f.ALLIED)).assign("impulse", 1)
    assert arrivals.due(b.pos) == (b.piece("hq_7"),), "FE-204"
    b.run(sequence.BeginMove(f.GERMAN, 1)).play(f"place_reinforcement hq_7 {german_city()}")
    assert b.has("hq_7", "flipped") and b.pooled("due_flipped", "hq_7") == 0
    losses.lose_step(b.act(), b.piece("hq_7"), "15.3")
    assert b.pooled("eliminated", "hq_7"), "FE-205"


def test_the_display_turns_headquarters_over_and_trains_divisions() -> None:
    b = position(turn="September I").unit("hq_7", german_city()).unit("t_148", "O9").turn_of("german")
    b.run(reinforcements.Arrivals(f.GERMAN))
    assert b.has("hq_7", "flipped") and b.has("t_148", "flipped")
    b = position(turn="September I").turn_of("german").run(reinforcements.Arrivals(f.GERMAN))
    assert b.gone("hq_7"), "13.2: a lost one is not flipped"


def test_the_paris_garrison_appears_the_turn_after_its_capture_but_not_before_august() -> None:
    b = position(turn="July IV").control("allied", "R11").turn_of("allied").run(reinforcements.Arrivals(f.ALLIED))
    assert b.gone("fr_paris"), "26.5"
    b = position(turn="August III").control("allied", "R11").turn_of("allied").run(reinforcements.Arrivals(f.ALLIED))
    assert [b.at(unit) for unit in ("fr_10", "fr_14", "fr_paris")] == ["R11"] * 3
    losses.eliminate(b.act(), b.piece("fr_10"), "15.3")
    b.run(reinforcements.Arrivals(f.ALLIED))
    assert b.gone("fr_10"), "once only"
