"""The advisor behind the greedy bot: sane choices in built positions, legal choices in every game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.games.june_6.advisor import chits, moving
from hexledger.engine.games.june_6.advisor.outlook import odds_of
from hexledger.engine.games.june_6.advisor.screen import barred
from hexledger.engine.games.june_6.advisor.stations import station
from hexledger.engine.games.june_6.advisor.survey import Survey
from hexledger.engine.games.june_6.questions.chits import drawn
from hexledger.engine.games.june_6.questions.drm import Support
from hexledger.engine.games.june_6.questions.fight import FIGHT_NORMAL, Fight
from hexledger.engine.games.june_6.questions.letters import REDUCED, Loss
from hexledger.engine.games.june_6.rules.attachment import Attachments
from hexledger.engine.games.june_6.rules.attack import Attack, DeclareAttacks, EndAttacks
from hexledger.engine.games.june_6.rules.chits import TURN, ChitMoment, KeepChit, ShowChit, due
from hexledger.engine.games.june_6.rules.counterattack import Counter, NoCounterattack
from hexledger.engine.games.june_6.rules.letters import ReduceOne, ShareOut
from hexledger.engine.games.june_6.rules.me_phase import PlayAm
from hexledger.engine.games.june_6.rules.modes import ChooseMode, OpenMode
from hexledger.engine.games.june_6.rules.movement import EndMovement
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.rules.recovery import Recover
from hexledger.engine.games.june_6.rules.retreat import FallBack, Retreat
from hexledger.engine.games.june_6.rules.support import Artillery, AttackArtillery, GroundSupport, GroundSupportChoice
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.seals import wants_reveal, wants_seal
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.table import play_on
from tests.june_6.builder import Built, position
from tests.june_6.invasion import on_6_june, to_the_drop, to_the_landing

GOAL = ("E1737", "E1837", "E1838")
"""Caen north of the Orne."""


def advised(b: Built, number: int = 1) -> Decision:
    """What the greedy bot decides now."""
    prompt = b.offer
    assert prompt is not None
    return greedy_bot(b.game, b.state, prompt, Chance("test", "log", number))


def line(b: Built) -> str:
    """The same as text."""
    return b.game.codec.to_text(advised(b))


def until(b: Built, kind: type[Decision], most: int = 30) -> Built:
    """Follow the advice up to and with a decision of a kind."""
    for number in range(most):
        decision = advised(b, number)
        b.play(decision)
        if isinstance(decision, kind):
            return b
    raise AssertionError(f"no {kind.kind()} in {most} decisions")


def total_drm(b: Built, target: str, *units: str) -> int:
    """DRM of an Assault against Stand without support."""
    pieces = tuple(sorted(b.piece(unit) for unit in units))
    side = b.pos.side(pieces[0])
    fight = Fight(FIGHT_NORMAL, b.hex(target), pieces, side, defenders=b.pos.units(b.hex(target)))
    return odds_of(Survey(b.pos, side), fight, Support()).drms[0]


def held_city(b: Built) -> Built:
    """Germans in each hex of the city north of the river."""
    return b.unit("12ss_25", "E1737").unit("12ss_26", "E1837").unit("12ss_12pz", "E1838")


# ---------------------------------------------------------------------- attacks
def test_an_overwhelming_attack_is_declared_with_the_units_that_make_it_so() -> None:
    b = position().unit("det_1", "E2137").unit("3_br_hq", "E2337")
    b.unit("3_br_8", "E2136").unit("3_br_9", "E2238").unit("3_br_27", "E2238")
    b.active("3_br_8", "3_br_9", "3_br_27", "3_br_hq").run(DeclareAttacks())
    choice = advised(b)
    assert isinstance(choice, Attack) and choice.target == b.hex("E2137")
    assert total_drm(b, "E2137", *map(b.game.piece, choice.units)) >= 6


def test_a_hopeless_attack_is_not_declared() -> None:
    b = position().units("E1838", "12ss_25", "12ss_26").unit("3_br_8", "E1938", reduced=True, disorder=1)
    b.unit("3_br_hq", "E2138").active("3_br_8", "3_br_hq").run(DeclareAttacks())
    assert total_drm(b, "E1838", "3_br_8") <= -4
    assert b.check_choices() > 1, "an attack is on offer"
    assert isinstance(advised(b), EndAttacks)


def test_a_brigade_out_of_contact_goes_to_attack_and_then_does() -> None:
    b = held_city(position(seed="a")).unit("det_1", "E2137").unit("3_br_hq", "E2438").unit("i_br_hq", "E2436")
    b.unit("3_br_8", "E2337").unit("3_br_9", "E2338").active("3_br_8", "3_br_9", "3_br_hq").run(
        Movement(), DeclareAttacks()
    )
    until(b, EndMovement)
    assert all(b.pos.board.adjacent(b.hex(b.at(unit)), b.hex("E2137")) for unit in ("3_br_8", "3_br_9"))
    choice = advised(b)
    assert isinstance(choice, Attack) and choice.target == b.hex("E2137")


def test_a_brigade_without_an_enemy_near_moves_towards_caen() -> None:
    b = held_city(position()).unit("3_br_8", "E2336").unit("3_br_hq", "E2438")
    b.active("3_br_8", "3_br_hq").run(Movement())
    before = Survey(b.pos, f.ALLIED).away(b.hex("E2336"))
    until(b, EndMovement)
    assert Survey(b.pos, f.ALLIED).away(b.hex(b.at("3_br_8"))) < before


def test_a_disordered_unit_out_of_contact_recovers() -> None:
    b = held_city(position()).unit("3_br_8", "E2336", disorder=1).unit("3_br_hq", "E2438")
    b.active("3_br_8", "3_br_hq").run(Movement())
    assert advised(b) == Recover(b.piece("3_br_8"))


# ---------------------------------------------------------------------- the city
def garrisoned(turn: int) -> Built:
    """12SS acts with three units around an empty city, the British far away."""
    b = position(turn=turn).unit("12ss_hq", "E1736").unit("12ss_25", "E1836").unit("12ss_26", "E1936")
    b.unit("12ss_12pz", "E1937").unit("3_br_8", "E2237")
    return b.active("12ss_hq", "12ss_25", "12ss_26", "12ss_12pz").run(Movement(), DeclareAttacks())


@pytest.mark.parametrize("turn", [2, 3])
def test_germans_who_can_leave_no_hex_of_the_city_empty(turn: int) -> None:
    b = until(garrisoned(turn), EndMovement)
    assert [label for label in GOAL if not b.pos.units(b.hex(label))] == []


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_unit_that_holds_a_city_hex_alone_stays_there(turn: int) -> None:
    b = position(turn=turn).unit("12ss_hq", "E1736").unit("12ss_25", "E1837").unit("3_br_8", "E2237")
    b.active("12ss_hq", "12ss_25").run(Movement())
    until(b, EndMovement)
    assert b.at("12ss_25") == "E1837"


def test_the_allies_walk_into_an_empty_city() -> None:
    b = position(turn=3).unit("3_br_8", "E1938").unit("3_br_hq", "E2138").unit("i_ss_hq", "E1636")
    b.active("3_br_8", "3_br_hq").run(Movement())
    until(b, EndMovement)
    assert b.at("3_br_8") in GOAL


# ---------------------------------------------------------------------- support
def fighting() -> tuple[Built, tuple[Any, ...]]:
    """Two brigades attack a detachment; HQs stand behind them."""
    b = position().unit("det_1", "E2137").unit("3_br_8", "E2238").unit("3_br_9", "E2237")
    b.unit("3_br_hq", "E2337").unit("i_br_hq", "E2438").active("3_br_8", "3_br_9", "3_br_hq")
    units = tuple(sorted((b.piece("3_br_8"), b.piece("3_br_9"))))
    return b, tuple(Fight(FIGHT_NORMAL, b.hex("E2137"), units, f.ALLIED, defenders=(b.piece("det_1"),)))


def test_no_more_artillery_is_given_than_the_best_drm_needs_and_no_corps_for_it() -> None:
    b, fight = fighting()
    b.run(AttackArtillery(fight))
    assert advised(b) == Artillery(((b.piece("3_br_hq"), 2),)), "two points against none are +2 (16.32)"


def test_markers_are_not_wasted_on_a_fight_that_is_won_anyway() -> None:
    b, fight = fighting()
    b.unit("3_br_27", "E2238").unit("3_br_185", "E2136").active("3_br_27", "3_br_185")
    units = tuple(sorted(b.piece(unit) for unit in ("3_br_8", "3_br_9", "3_br_27", "3_br_185")))
    b.track("air", 2).run(GroundSupportChoice(tuple(Fight(*fight)._replace(attackers=units)), 4, 0))
    assert total_drm(b, "E2137", "3_br_8", "3_br_9", "3_br_27", "3_br_185") >= 12
    assert advised(b) == GroundSupport()


def test_markers_go_to_a_fight_for_the_city_in_the_last_turn() -> None:
    b = (
        position(turn=3)
        .units("E1837", "12ss_25", "12ss_26")
        .unit("3_br_hq", "E2136")
        .units("E1936", "3_br_8", "3_br_9")
    )
    b.unit("3_br_27", "E1937").active("3_br_8", "3_br_9", "3_br_27").track("air", 2)
    units = tuple(sorted(b.piece(unit) for unit in ("3_br_8", "3_br_9", "3_br_27")))
    defenders = b.pos.units(b.hex("E1837"))
    b.run(GroundSupportChoice(tuple(Fight(FIGHT_NORMAL, b.hex("E1837"), units, f.ALLIED, defenders=defenders)), 4, 4))
    assert advised(b) == GroundSupport(air=2)


def test_engineers_tanks_are_attached_to_the_division_that_acts() -> None:
    b = position().unit("3_br_hq", "E2438").unit("3_br_8", "E2336").unit("i_br_79", "E2337").unit("i_br_hq", "E2436")
    b.active("3_br_hq", "3_br_8").run(Attachments(b.game.formation_number["3_br"]))
    assert line(b) == "attach i_br_79"


# ---------------------------------------------------------------------- modes, losses, retreats, counterattacks
def defending(unit: str, *allied: str) -> Built:
    """An attack on a unit in E2137 with artillery behind it: the Germans choose their mode."""
    b = position().unit(unit, "E2137", reduced=True)
    for number, brigade in enumerate(allied):
        b.unit(brigade, ("E2237", "E2238", "E2136")[number])
    units = tuple(sorted(b.piece(brigade) for brigade in allied))
    fight = Fight(FIGHT_NORMAL, b.hex("E2137"), units, f.ALLIED, defenders=b.pos.units(b.hex("E2137")))
    b.active(*allied).run(OpenMode(tuple(fight), tuple(Support(4))))
    assert b.offer is not None and b.offer.side == f.GERMAN
    return b


def test_poor_troops_alone_give_ground_before_a_fresh_brigade() -> None:
    assert advised(defending("16lw_32", "3_br_8")) == ChooseMode(f.RETREAT)


def test_a_regiment_stands_against_a_weak_attack() -> None:
    assert advised(defending("21pz_125", "i_br_inns")) == ChooseMode(f.STAND)


def test_a_detachment_takes_the_loss_before_what_is_left_of_a_regiment() -> None:
    b = position().unit("12ss_26", "E2138", reduced=True).unit("det_2", "E2138")
    b.run(ReduceOne(f.GERMAN, (b.piece("12ss_26"), b.piece("det_2")), "13.22"))
    assert line(b) == "choose_unit det_2"


def test_the_better_unit_is_spared() -> None:
    # B Reduced spares a unit of the highest cohesion: both are at 6, one of them is on its last step.
    b = position().unit("3_br_8", "E2236").unit("3_br_9", "E2236", reduced=True)
    units = tuple(sorted((b.piece("3_br_8"), b.piece("3_br_9"))))
    b.run(ShareOut(f.ALLIED, b.hex("E2236"), units, (tuple(Loss(REDUCED, "B")),), False, "13.71"))
    b.play(advised(b))
    assert b.at("3_br_9") == "E2236", "it would have been lost"
    assert b.is_reduced("3_br_8")


def test_a_retreat_goes_where_no_enemy_zone_costs_a_step() -> None:
    b = position().unit("12ss_25", "E2035").unit("3_br_8", "E2136").unit("12ss_hq", "E1736")
    b.run(FallBack(f.GERMAN, b.hex("E2035"), 1, (b.piece("12ss_25"),)))
    choice = advised(b)
    assert isinstance(choice, Retreat)
    assert not any(b.pos.in_ezoc(place, f.GERMAN) for place in choice.path)


def counter(*allied: str) -> Built:
    """An Allied unit has entered E2135; 12SS may counterattack with two regiments."""
    b = position().units("E2135", *allied).unit("12ss_25", "E2035").unit("12ss_26", "E2036")
    b.active(*allied)
    return b.run(Counter(b.hex("E2135"), (b.piece("12ss_25"),), (b.piece("12ss_26"),), 0))


def test_a_lonely_armoured_car_is_counterattacked() -> None:
    assert line(counter("i_br_inns")).startswith("counterattack 12ss_25")


def test_a_hopeless_counterattack_is_left_alone() -> None:
    b = (
        counter("3_br_8", "3_br_9")
        .flag("12ss_25", "disorder", 2)
        .flag("12ss_25", "isolated")
        .flag("12ss_26", "isolated")
    )
    assert isinstance(advised(b), NoCounterattack)


# ---------------------------------------------------------------------- what a bot may see
def test_advice_does_not_change_with_a_seal_that_it_cannot_read() -> None:
    b, fight = fighting()
    b.run(OpenMode(fight, tuple(Support())))
    assert b.offer is not None and b.offer.side == f.GERMAN
    found = []
    for seal in ("0" * 64, "f" * 64):
        b.state.seals[f.ALLIED << 16 | f.SEAL_MODE] = seal
        found.append(advised(b))
    assert found[0] == found[1]


# ---------------------------------------------------------------------- whole games
def guided(seed: str, wild: tuple[int, ...]) -> Built:
    """A game in which every advice is legal; sides in `wild` then do what they like instead."""
    b = position(with_setup=True, seed=seed)
    for number in range(2000):
        prompt = b.offer
        if prompt is None:
            return b
        advice = advised(b, number)
        if not wants_reveal(prompt.kinds):
            if prompt.complete or wants_seal(prompt.kinds):
                assert advice in list(kernel.choices(b.game, b.state)), f"{seed}, {number}: {advice}"
            if not wants_seal(prompt.kinds):
                kernel.check(b.game, b.state, advice)
        if prompt.side in wild:
            advice = random_bot(b.game, b.state, prompt, Chance("wild", seed, number))
        b.play(advice)
    raise AssertionError("no end")


@pytest.mark.whole
@pytest.mark.parametrize(("seed", "wild"), [("a", ()), ("b", (1,)), ("c", (2,)), ("d", (1, 2))])
def test_every_advice_is_legal_whatever_the_others_do(seed: str, wild: tuple[int, ...]) -> None:
    b = guided(seed, wild)
    assert b.state.over
    assert b.game.check_invariants(b.pos) == []


@pytest.mark.long
@pytest.mark.parametrize("wild", [(), (1,), (2,), (1, 2)])
@pytest.mark.parametrize("number", range(20))
def test_every_advice_is_legal_in_many_games(number: int, wild: tuple[int, ...]) -> None:
    assert guided(f"long {number}", wild).state.over


@pytest.mark.whole
def test_a_greedy_game_is_repeated_byte_for_byte_and_stands_up_to_the_audit(tmp_path: Path) -> None:
    logs = []
    for name in ("one.hxl", "two.hxl"):
        path = tmp_path / name
        with Chronicle.create(path, new_genesis("june_6/push_to_caen", seed="7")) as chronicle:
            assert play_on(chronicle, {f.ALLIED: greedy_bot, f.GERMAN: greedy_bot}, limit=2000) > 100
            assert chronicle.state().over
        logs.append(path.read_bytes())
    assert logs[0] == logs[1]
    verdict = audit(tmp_path / "one.hxl")
    assert verdict.intact, verdict.contradiction


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["drive_on_cherbourg", "st_lo", "epsom", "epsom_and_caen"])
def test_the_greedy_bot_plays_the_other_scenarios_to_their_end(tmp_path: Path, scenario: str) -> None:
    with Chronicle.create(tmp_path / "game.hxl", new_genesis(f"june_6/{scenario}", seed="1")) as chronicle:
        play_on(chronicle, {f.ALLIED: greedy_bot, f.GERMAN: greedy_bot}, limit=3000)
        assert chronicle.state().over


# ---------------------------------------------------------------------- the invasion turn
def test_the_advisor_drops_on_the_historical_hexes_and_lands_everybody_it_can() -> None:
    b = to_the_drop(seed="advice")
    assert line(b) == "drop_historical"
    b = to_the_landing(seed="advice")
    landed: list[str] = []
    while b.offer is not None and {"land", "stay"} & set(b.offer.kinds):
        decision = line(b)
        landed.append(decision.split()[1] if decision.startswith("land ") else "")
        assert decision != "end_landings" or len(b.choices()) == 1
        b.play(decision)
    units = [unit for unit in landed if unit]
    assert len(units) > 25
    assert b.pos.is_combat(b.piece(units[0])), "fighters first"
    for hq in ("1_us_hq", "4_us_hq", "50_br_hq", "3_cdn_hq", "3_br_hq"):
        assert b.pos.on_map(b.piece(hq))
    assert line(b).startswith("attack ")


def test_the_advisor_lands_a_glider_beside_its_parachutists() -> None:
    b = on_6_june([0]).units("utah_box", "82_us_hq", "82_us_325").unit("82_us_505", "W3523", re=True)
    b.run(PlayAm(b.game.words["am.82_us"]))
    assert line(b).startswith("land_glider 82_us_325 ")


# ---------------------------------------------------------------------- keeping the enemy away
def saint_lo() -> Built:
    """Americans north of Saint-Lo, German paratroops with their HQ before it."""
    b = position("st_lo", turn=5).unit("1_us_18", "E2208").unit("2_us_9", "E2210")
    return b.unit("3fj_5", "E1908").unit("3fj_8", "E1609").unit("3fj_hq", "E1508")


def test_where_nearness_decides_the_germans_keep_clear_every_hex_that_is_near_enough() -> None:
    b = saint_lo()
    survey = Survey(b.pos, f.GERMAN)
    assert survey.bar == 2
    assert {b.hex("E1508"), b.hex("E1707"), b.hex("E1610")} <= survey.town
    assert b.hex("E1906") not in survey.town
    assert Survey(b.pos, f.ALLIED).bar == 0 == Survey(position("push_to_caen").pos, f.GERMAN).bar


def test_a_unit_of_a_screen_stands_in_the_gap_and_not_where_another_bars_the_way() -> None:
    b = saint_lo()
    survey, unit = Survey(b.pos, f.GERMAN), b.piece("3fj_8")
    points = {place: station(survey, unit, b.hex(place)) for place in ("E1908", "E1808", "E1810", "E1610", "E1304")}
    assert max(points, key=points.__getitem__) == "E1810", "two hexes beside 5/3FJ, before the other American"


def test_the_gap_is_another_once_a_unit_has_gone_there() -> None:
    b = saint_lo().unit("3fj_9", "E1409")
    survey, unit, gap = Survey(b.pos, f.GERMAN), b.piece("3fj_9"), b.hex("E1810")
    before = barred(survey, unit, gap)
    after = survey.with_moves({b.piece("3fj_8"): gap})
    assert barred(after, unit, gap) < before == barred(survey, unit, gap)


def test_an_hq_keeps_away_from_the_enemy_behind_a_screen() -> None:
    b = saint_lo()
    survey, hq = Survey(b.pos, f.GERMAN), b.piece("3fj_hq")
    far, near, front = (station(survey, hq, b.hex(place)) for place in ("E1508", "E1809", "E2009"))
    assert far > near > front


# ---------------------------------------------------------------------- objectives and points
def campaign(turn: int) -> Built:
    """A Campaign in which Isigny has fallen and Carentan is half taken; US infantry in Isigny, Germans in Saint-Lo."""
    b = position("campaign", turn=turn).unit("1_us_18", "E2810").unit("g91_kg", "W2627").unit("lxxxiv_752", "E1608")
    b.control("allied", "E2810", "W2726")
    b.act().pool("pool.objective", b.game.words["objective.isigny"], 2)
    return b


def test_the_allies_are_drawn_to_objectives_that_have_not_fallen_only() -> None:
    b = campaign(turn=4)
    goal = Survey(b.pos, f.ALLIED).goal
    assert b.hex("E2810") not in goal and b.hex("W2726") not in goal, "Isigny, and the half of Carentan that is theirs"
    assert {b.hex("W2627"), b.hex("E1508"), b.hex("E1608")} <= goal


def test_what_the_germans_have_won_back_is_an_aim_again() -> None:
    b = campaign(turn=4).control("german", "E2810")
    assert b.hex("E2810") in Survey(b.pos, f.ALLIED).goal


def test_a_dear_objective_draws_from_farther_away_than_a_cheap_one() -> None:
    b = campaign(turn=4)
    survey = Survey(b.pos, f.ALLIED)
    assert survey.away(b.hex("E1737")) == 0, "Caen is worth its five points and one more"
    assert survey.away(b.hex("W3605")) == 2, "Barneville brings two"


def test_the_germans_look_after_objectives_near_the_enemy_and_leave_none_empty() -> None:
    b = campaign(turn=4).unit("xlvii_7nw", "W1116")
    survey = Survey(b.pos, f.GERMAN)
    assert b.hex("W2627") in survey.goal
    assert b.hex("W1116") in survey.keep, "Coutances"
    alone, near = (station(survey, b.piece("xlvii_7nw"), b.hex(label)) for label in ("W1116", "W1217"))
    assert alone > near


def test_a_headquarters_shuns_strategic_movement_that_it_would_risk_alone() -> None:
    b = campaign(turn=4).unit("g91_hq", "W2718")
    b.active("g91_hq", "g91_kg").run(Movement())
    survey, hq = Survey(b.pos, f.GERMAN), b.piece("g91_hq")
    alone = moving.fare(survey, hq)
    assert alone > moving.fare(survey, b.piece("g91_kg")) > 0
    b.act().flag(b.piece("g91_kg"), f.STRATEGIC, 1)
    assert moving.fare(Survey(b.pos, f.GERMAN), hq) == 0, "the risk is run already"


@pytest.mark.parametrize("number", range(1, 7))
def test_a_bot_shows_the_chit_that_it_holds_and_no_other(number: int) -> None:
    b = position("campaign", turn=6, options={"chits": "yes"})
    act = b.act()
    act.assign("var.chit_die_german", number)
    chance = Chance("test", "log", 7)
    mine = drawn(b.pos, f.GERMAN, chits.secret(f.GERMAN, Chance("test", "log", 3)))
    b.run(ChitMoment(f.GERMAN, TURN))
    prompt = b.offer
    assert prompt is not None
    choice = greedy_bot(b.game, b.state, prompt, chance)
    assert choice == (ShowChit(mine) if mine in due(b.pos, f.GERMAN, TURN) else KeepChit())
