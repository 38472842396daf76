"""How the greedy bot of Fortress Europa attacks: together, of one nation, where it pays, and never out of supply."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.advisor import (
    assault,
    feeding,
    fighting,
    ground,
    moving,
    outcome,
    suggestion,
    support,
)
from hexledger.engine.games.fortress_europa.questions import allowance, ways
from hexledger.engine.games.fortress_europa.rules import march, movement
from hexledger.engine.games.fortress_europa.rules.combat_impulse import Attack
from hexledger.engine.games.fortress_europa.rules.ground_support import CommitSupport
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from tests.fortress_europa.builder import Built, position


def inland(*, impulse: int = 1) -> Built:
    """Open country south of Caen, Bradley there, his line to Cherbourg open; the country behind him is Allied."""
    b = position().unit("hq_bradley", "N9").unit("us_2", "K2")
    near = [place for place in b.pos.board.within(b.hex("M7"), 7) if place in b.pos.game.tables.ground.land]
    b.control("allied", *(b.pos.label(place) for place in near))
    return b.turn_of("allied", impulse=impulse)


def played(b: Built) -> list[Decision]:
    """Moves that the bot makes one after the other, at most twenty."""
    made: list[Decision] = []
    for _ in range(20):
        found = moving.decide(b.pos)
        if not isinstance(found, movement.Move):
            break
        made.append(found)
        march.carry_out(b.act(), found.unit, found.path, ways.Gone(allowance.left(b.pos, found.unit)))
    return made


def stack_of_three() -> Built:
    """Three US divisions round Bradley; alone none of them could attack the German division in the open."""
    b = inland().units("N9", "us_1").units("O9", "us_4", "us_9")
    return b.unit("i_716", "O13")


def test_divisions_too_weak_alone_are_brought_to_an_attack_together() -> None:
    b = stack_of_three()
    played(b)
    target = b.hex("O13")
    beside = [b.pos.board.distance(b.pos.at(b.piece(unit)), target) for unit in ("us_1", "us_4", "us_9")]
    assert beside == [1, 1, 1]


def test_one_division_alone_keeps_away_from_an_enemy_whom_it_cannot_beat() -> None:
    b = inland().unit("us_1", "N10").units("O13", "i_352", "pz_lehr")
    played(b)
    assert not b.pos.in_ezoc(b.pos.at(b.piece("us_1")), f.ALLIED)


def test_units_of_another_nationality_are_no_help_in_an_attack() -> None:
    b = position().unit("us_1", "N12").units("O12", "br_50", "br_3").unit("i_352", "O13").turn_of("allied", impulse=1)
    us, british = (b.pos.nation(b.piece(unit)) for unit in ("us_1", "br_50"))
    target = (b.hex("O13"),)
    assert fighting.odds_on(b.pos, target, us) < fighting.odds_on(b.pos, target, british)


def test_an_enemy_who_cannot_retreat_is_worth_more_than_one_who_can() -> None:
    b = position().unit("us_1", "N12").unit("i_352", "O13").turn_of("allied", impulse=1)
    attackers, target = {b.piece("us_1"): b.hex("N12")}, (b.hex("O13"),)
    links = b.pos.game.tables.ground.links[target[0]]
    free = outcome.expectation(b.pos, 5, 0, attackers, target, b.pos.zoc(f.ALLIED))
    assert outcome.expectation(b.pos, 5, 0, attackers, target, frozenset(links)) > free


def test_losses_count_half_while_many_wait_for_harbours() -> None:
    b = position().unit("us_1", "N12").unit("i_352", "O13").unit("pz_lehr", "R11").turn_of("allied", impulse=1)
    attackers, target = {b.piece("us_1"): b.hex("N12")}, (b.hex("O13"),)
    dear = outcome.expectation(b.pos, 3, 0, attackers, target, b.pos.zoc(f.ALLIED))
    b.units("england", "us_2", "us_3", "us_5", "us_8", "us_28", "us_30", "us_35", "us_79")
    assert outcome.crowded(b.pos)
    assert outcome.expectation(b.pos, 3, 0, attackers, target, b.pos.zoc(f.ALLIED)) > dear


def test_losses_count_half_for_allies_who_are_the_stronger() -> None:
    b = position().unit("us_1", "N12").unit("i_352", "O13").unit("pz_lehr", "R11").turn_of("allied", impulse=1)
    attackers, target = {b.piece("us_1"): b.hex("N12")}, (b.hex("O13"),)
    dear = outcome.expectation(b.pos, 3, 0, attackers, target, b.pos.zoc(f.ALLIED))
    assert not outcome.stronger(b.pos)
    b.units("K2", "us_2", "us_3")
    assert outcome.stronger(b.pos)
    assert outcome.expectation(b.pos, 3, 0, attackers, target, b.pos.zoc(f.ALLIED)) > dear


def test_no_attack_is_planned_by_aircraft_that_another_has_already() -> None:
    b = stack_of_three()
    promised = assault.next_move(b.aircraft("ground_support", "9_tac_1", "9_tac_2", "9_tac_3").pos)
    assert isinstance(promised, movement.Move)
    b.unit("br_50", "R14").unit("i_716", "S14")
    assert support.left(b.pos, (b.hex("O13"),), 0).aircraft > support.left(b.pos, (b.hex("O13"),), 1).aircraft


def test_a_division_does_not_march_away_from_every_hq() -> None:
    b = position().unit("us_1", "N10").unit("hq_bradley", "N9").turn_of("allied", impulse=2)
    assert feeding.feeds(b.pos, b.piece("us_1"), b.hex("R11")), "a city feeds whoever is in it"
    assert not feeding.feeds(b.pos, b.piece("us_1"), b.hex("O20"))


def test_an_hq_follows_the_units_that_it_feeds_before_they_go_on() -> None:
    b = inland(impulse=2).units("O14", "us_1", "us_4", "us_9")
    found = moving.decide(b.pos)
    assert isinstance(found, movement.Move)
    assert found.unit == b.piece("hq_bradley")
    assert b.pos.board.distance(found.path[-1], b.hex("O14")) <= 5


def test_an_hq_stands_with_somebody_or_well_behind_the_front() -> None:
    b = inland(impulse=2).unit("us_1", "O11").unit("pz_lehr", "O13")
    hq, beside = b.piece("hq_bradley"), b.hex("N11")
    alone = feeding.value_of_hq(b.pos, hq, beside)
    assert alone < feeding.value_of_hq(b.pos, hq, b.hex("N9")), "two hexes from the panzers it would be lost"
    guarded = inland(impulse=2).unit("us_1", "O11").unit("pz_lehr", "O13").units("N11", "us_4", "us_9")
    assert feeding.value_of_hq(guarded.pos, hq, beside) > alone


def test_goals_held_by_enough_friends_draw_nobody_more() -> None:
    b = position().unit("i_352", "R11").turn_of("allied", impulse=1)
    before = ground.to_goal(b.pos, f.ALLIED)[b.hex("R11")]
    b.units("Q11", "us_1", "us_4", "us_9").units("Q12", "us_2", "us_8", "us_30").units("R12", "us_5", "us_28", "us_29")
    assert ground.to_goal(b.pos, f.ALLIED)[b.hex("R11")] > before


def test_a_damaged_mulberry_finds_infantry_to_repair_it() -> None:
    b = position().unit("mulberry_12", "K3", damage=6).units("K4", "us_1", "us_4").unit("hq_bradley", "K4")
    b.control("allied", "K3", "K4").turn_of("allied", impulse=1)
    division = b.piece("us_1")
    whole = position().unit("mulberry_12", "K3").units("K4", "us_1", "us_4").unit("hq_bradley", "K4")
    whole.control("allied", "K3", "K4").turn_of("allied", impulse=1)
    assert moving.value_of(b.pos, division, b.hex("K3")) > moving.value_of(whole.pos, division, b.hex("K3"))


def test_the_landing_of_june_is_supported_where_hidden_units_may_lie() -> None:
    b = position(turn="June I").units("L4", "us_1", "us_29").units("K4", "us_4", "us_9").unit("i_91", "K4")
    b.aircraft("ground_support", "9_tac_1", "9_tac_2", "9_tac_3", "1_tac", "2_tac_1")
    found = suggestion.commitment(b.pos)
    assert isinstance(found, CommitSupport)
    assert (found.at, len(found.aircraft)) == (b.hex("L4"), 2), "nobody is seen in L4, and two aircraft go there"
    assert suggestion.commitment(position(turn="June II").pos) is None


def test_the_mulberry_is_not_left_alone_when_the_enemy_is_near() -> None:
    def worth(mulberry: str) -> int:
        b = position().unit("hq_bradley", "K3").unit("us_1", "J3").unit("i_352", "J6").control("allied", "J3", "K3")
        return moving.value_of(
            b.unit("mulberry_12", mulberry).turn_of("allied", impulse=2).pos, b.piece("us_1"), b.hex("J3")
        )

    assert worth("J3") > worth("K3")


def test_attackers_with_their_backs_to_the_sea_fear_a_retreat() -> None:
    def promise(*beside: str) -> int:
        b = position().unit("us_1", "K3").unit("i_709", "K2").turn_of("allied", impulse=2)
        for number, place in enumerate(beside):
            b.unit(("i_91", "i_243")[number], place)
        attack = Attack((PieceId(b.piece("us_1")),), (PlaceId(b.hex("K2")),))
        return fighting.prospects(b.pos, attack)

    assert promise("K4", "J4") < promise()


def test_units_that_an_attack_does_not_need_are_spared_for_another() -> None:
    b = inland().units("N12", "us_1", "us_4", "us_9").unit("i_716", "O12").unit("i_275", "N13")
    found = fighting.decide(b.pos)
    assert isinstance(found, Attack)
    assert 0 < len(found.units) < 3


def test_the_attack_with_most_to_win_is_made_first_and_a_hopeless_one_not_at_all() -> None:
    b = inland().units("N12", "us_1", "us_4", "us_9").unit("i_716", "O12")
    found = fighting.decide(b.pos)
    assert isinstance(found, Attack)
    assert len(found.units) == 3
