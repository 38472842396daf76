"""What the advisor does otherwise where it leans on what is known of a scenario."""

from __future__ import annotations

from hexledger.engine.games.june_6.advisor import know_how
from hexledger.engine.games.june_6.advisor.outlook import gain_weight, hex_value, loss_weight, odds_of
from hexledger.engine.games.june_6.advisor.plans import SPARE, Plan, _plan, _trimmed, floor, worth_of
from hexledger.engine.games.june_6.advisor.stations import station
from hexledger.engine.games.june_6.advisor.survey import Survey
from hexledger.engine.games.june_6.questions.drm import Support
from hexledger.engine.games.june_6.questions.fight import FIGHT_NORMAL, Fight
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.stances import Stance
from tests.june_6.builder import Built, position

SKILLED = Stance("skilled", skilled=True)
LAST = 3
"""The last turn of Push to Caen."""


def surveys(b: Built, side: int) -> tuple[Survey, Survey]:
    """A position as the greedy bot sees it, and as one that uses what is known."""
    return Survey(b.pos, side), Survey(b.game.leaning(SKILLED).position(b.state), side)


def test_each_line_of_the_table_is_of_a_scenario_and_a_side_and_has_three_numbers() -> None:
    game = position().game
    table = know_how._table(game)
    assert {scenario for scenario, _ in table} <= set(game.scenario_ids)
    assert {side for _, side in table} == {f.ALLIED, f.GERMAN}
    assert all(len(points) == know_how.LATE + 1 for row in table.values() for points in row.values())


def test_only_a_skilled_stance_uses_it_and_only_in_its_scenario() -> None:
    greedy, skilled = surveys(position(), f.GERMAN)
    assert greedy.points("hold_first", 7) == 7 != skilled.points("hold_first", 7)
    assert skilled.points("nothing of the kind", 7) == 7
    _, elsewhere = surveys(position("st_lo"), f.GERMAN)
    assert elsewhere.points("hold_first", 7) == 7


def test_points_hang_on_the_turns_that_are_left() -> None:
    found = [surveys(position(turn=turn), f.GERMAN)[1].points("hold_first", 0) for turn in (1, 2, LAST)]
    assert found == list(reversed(know_how.known(position().game, "push_to_caen", f.GERMAN)["hold_first"]))


def test_germans_stay_in_the_town_in_the_last_turn_their_staff_too() -> None:
    b = position(turn=LAST).unit("21pz_hq", "E1837").unit("12ss_25", "E1837").unit("3_br_8", "E1936")
    for name, most in (("21pz_hq", 0), ("12ss_25", 0)):
        greedy, skilled = surveys(b, f.GERMAN)
        gained = [
            station(one, b.piece(name), b.hex("E1837")) - station(one, b.piece(name), b.hex("E1738"))
            for one in (greedy, skilled)
        ]
        assert gained[1] > max(most, gained[0]), name


def test_germans_do_not_attack_in_the_open_before_the_last_turn() -> None:
    for turn, same in ((1, False), (2, False), (LAST, True)):
        greedy, skilled = surveys(position(turn=turn), f.GERMAN)
        open_hex = position().hex("E2035")
        assert (floor(greedy, open_hex) == floor(skilled, open_hex)) is same
        assert floor(greedy, open_hex) <= floor(skilled, open_hex)


def test_one_unit_that_only_a_retreat_can_harm_may_attack_alone() -> None:
    b = position(turn=LAST).unit("12ss_25", "E1837").unit("12ss_pzjg", "E1837").unit("12ss_hq", "E1738")
    b.unit("3_br_8", "E1838").active("12ss_25", "12ss_pzjg").run(Movement(), DeclareAttacks())
    greedy, skilled = surveys(b, f.GERMAN)
    free = {b.piece(unit): {} for unit in ("12ss_25", "12ss_pzjg")}
    both, alone = (_plan(one, b.hex("E1838"), free, {}) for one in (greedy, skilled))
    assert both is not None and alone is not None
    assert set(both.places) == set(free) and set(alone.places) == {b.piece("12ss_25")} and alone.worth > both.worth


def test_a_unit_is_drawn_to_the_hex_of_its_post() -> None:
    b = position().unit("12ss_26", "E2035").unit("12ss_25", "E2034")
    posts = know_how.posts(b.game, "push_to_caen", f.GERMAN, LAST - 1)
    assert posts[b.piece("12ss_26"), b.hex("E1837")] > 0 == posts.get((b.piece("12ss_26"), b.hex("E1838")), 0)
    gained = []
    for survey in surveys(b, f.GERMAN):
        mine, other = (station(survey, b.piece(unit), b.hex("E1837")) for unit in ("12ss_26", "12ss_25"))
        gained.append(mine - other)
    assert gained == [0, posts[b.piece("12ss_26"), b.hex("E1837")]]


def test_posts_hang_on_the_turns_that_are_left() -> None:
    game = position().game
    row = know_how.known(game, "push_to_caen", f.GERMAN)["post:12ss_hq:E1738"]
    place = (position().piece("12ss_hq"), position().hex("E1738"))
    assert tuple(know_how.posts(game, "push_to_caen", f.GERMAN, left)[place] for left in range(LAST)) == row
    assert know_how.posts(game, "st_lo", f.GERMAN, 0) == {}


def test_allies_spare_themselves_in_the_first_turn_only() -> None:
    weights = []
    for turn in (1, 2, LAST):
        greedy, skilled = surveys(position(turn=turn), f.ALLIED)
        assert loss_weight(skilled, f.GERMAN) == loss_weight(greedy, f.GERMAN)
        weights.append(loss_weight(skilled, f.ALLIED) - loss_weight(greedy, f.ALLIED))
    assert weights[0] > 0 > max(weights[1:])


def test_allied_attacks_keep_small_units_in_the_first_turn_and_must_promise_more_in_the_last() -> None:
    for turn, kept, dear in ((1, True, False), (2, False, False), (LAST, False, True)):
        b = position(turn=turn).unit("det_1", "E2137")
        greedy, skilled = surveys(b, f.ALLIED)
        assert (skilled.points("spare", SPARE) < greedy.points("spare", SPARE)) is kept
        assert (floor(skilled, b.hex("E2137")) > floor(greedy, b.hex("E2137"))) is dear


def test_a_unit_that_adds_less_than_is_known_is_left_out_of_an_attack() -> None:
    b = position().unit("12ss_25", "E2035").unit("3_br_8", "E2135").unit("i_br_79", "E2135").unit("3_br_hq", "E2236")
    b.active("3_br_8", "i_br_79").run(Movement(), DeclareAttacks())
    survey = surveys(b, f.ALLIED)[1]
    places = {b.piece(unit): b.hex("E2135") for unit in ("3_br_8", "i_br_79")}
    plan = Plan(b.hex("E2035"), places, worth_of(survey, b.hex("E2035"), places, {}) or 0)
    for points, left in ((-10_000, 2), (10_000, 1)):
        survey.skill = {"spare": (points,) * 3}
        assert len(_trimmed(survey, plan, {}).places) == left


def test_a_lonely_staff_counts_in_full() -> None:
    b = position().unit("12ss_hq", "E1736").unit("3_br_8", "E1735").unit("3_br_hq", "E1734")
    greedy, skilled = surveys(b, f.ALLIED)
    fight = Fight(FIGHT_NORMAL, b.hex("E1736"), (b.piece("3_br_8"),), f.ALLIED, defenders=(b.piece("12ss_hq"),))
    before, now = (odds_of(one, fight, Support()) for one in (greedy, skilled))
    assert now.defence.step > before.defence.step and now.gain == before.gain == 100


def test_allies_make_little_of_what_stands_outside_the_town() -> None:
    b = position().unit("det_1", "E2137").unit("12ss_25", "E1837")
    greedy, skilled = surveys(b, f.ALLIED)
    for place, less in (("E2137", True), ("E1837", False)):
        there = b.hex(place)
        assert (gain_weight(skilled, f.ALLIED, there) < gain_weight(greedy, f.ALLIED, there)) is less
        assert (hex_value(skilled, f.ALLIED, there) < hex_value(greedy, f.ALLIED, there)) is less


def test_a_game_is_near_its_end_all_through_the_last_turn() -> None:
    for turn, near in ((LAST, True), (LAST - 1, False)):
        b = position(turn=turn).unit("12ss_25", "E1837").unit("3_br_8", "E1936").pool(*["am.12ss"] * 12)
        assert b.game.near_end(b.state) is near


def test_plans_of_single_activations_are_played_out_more_often() -> None:
    detailed, other = position(), position("epsom")
    for side in (f.ALLIED, f.GERMAN):
        assert detailed.game.budget(detailed.state, side) > other.game.budget(other.state, side) > 0
