"""Rules 14 and 15, sentence by sentence: who attacks whom, odds, results, retreats."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import battle, contact
from hexledger.engine.games.fortress_europa.rules import districts, retreat
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.retreat import FallBack
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.fights import column, fight, finish, result, settle, strength


def attacking(b: Built, side: str = "allied", impulse: int = 1) -> Built:
    return b.turn_of(side, impulse).run(CombatImpulse(f.SIDES[side], impulse))


def falling_back(b: Built, place: str, *units: str, hexes: tuple[int, int] = (2, 2)) -> Built:
    pieces = tuple(sorted(b.piece(unit) for unit in units))
    return b.run(FallBack(f.ALLIED, b.hex(place), pieces, *hexes, False))


# ------------------------------------------------------------------ 14.1-14.3 who attacks, in what order
def test_a_fortress_shelters_its_germans_from_the_duty_to_attack_until_it_is_destroyed() -> None:
    """FE 14.1, 16.3."""
    b = position().unit("i_352", "HH11").unit("us_1", "HH10").turn_of("german", 1)
    assert contact.obliged(b.pos, b.piece("i_352")) == ()
    assert not b.pos.in_ezoc(b.hex("HH11"), f.GERMAN)
    b.marker("fortress_destroyed", "HH11")
    assert contact.obliged(b.pos, b.piece("i_352")) == (b.hex("HH10"),)


def test_the_attacker_chooses_the_order_of_his_battles_and_announces_one_at_a_time() -> None:
    """FE 14.3."""
    for first, second in (("us_1 O10", "us_9 T13"), ("us_9 T13", "us_1 O10")):
        b = position().unit("us_1", "O9").unit("i_352", "O10").unit("us_9", "T12").unit("i_353", "T13")
        attacking(b).dice(4).play(f"attack {first}")
        settle(b)
        assert b.refuses("end_attacks").rule == "FE 14.6"
        b.dice(4).play(f"attack {second}")
        settle(b)
        assert b.quiet or "end_attacks" in b.choices()


# ------------------------------------------------------------------ 14.4, 14.5, 14.7 strengths
def test_no_unit_counts_more_than_double_or_less_than_half_however_many_reasons_there_are() -> None:
    """FE 14.4: a city on a mountain behind a river; armour that attacks a rough hex with a city."""
    ground, board = game().tables.ground, game().board
    high = next(p for p in sorted(ground.cities & ground.land) if board.terrain[p] == "mountain")
    b = position().unit("i_352", game().place(high))
    value, _ = battle.defence_value(b.pos, b.piece("i_352"), high, True)
    assert value == 2 * b.pos.cf(b.piece("i_352"))
    rough = next(p for p in sorted(ground.cities & ground.land) if board.terrain[p] == "rough")
    cf = b.unit("us_4_arm", "O9").pos.cf(b.piece("us_4_arm"))
    assert battle.attack_value(b.pos, b.piece("us_4_arm"), (rough,))[0] == (cf + 1) // 2


def test_several_attackers_are_one_sum_and_so_are_the_defenders_of_a_hex() -> None:
    """FE 14.5, 14.7: one attacked unit of a stack cannot be picked out; a unit's factor is never divided."""
    b = position().units("O9", "us_1", "us_9").unit("us_4", "P9").units("O10", "i_352", "i_353")
    attacking(b).dice(4).play("attack us_1,us_9,us_4 O10")
    assert strength(b, "reckon.attack") == sum(b.pos.cf(b.piece(u)) for u in ("us_1", "us_9", "us_4"))
    assert strength(b, "reckon.defence") == 9
    assert b.has("i_352", "defended") == b.has("i_353", "defended") != 0, "both, whatever the attacker would like"


def test_a_stack_of_attackers_may_divide_itself_against_different_hexes() -> None:
    """FE 14.7, 14.6: each unit whole in one battle."""
    b = position().units("O9", "us_1", "us_9").unit("i_352", "O10").unit("i_353", "N8")
    attacking(b).dice(6).play("attack us_1 O10")
    settle(b)
    assert b.refuses("attack us_1,us_9 N8").rule == "FE 14.9"
    b.dice(6).play("attack us_9 N8")
    settle(b)
    assert {b.gone("us_1") or b.has("us_1", "attacked"), b.gone("us_9") or b.has("us_9", "attacked")} <= {1, 2}


# ------------------------------------------------------------------ 14.8-14.10, 14.12
@pytest.mark.parametrize(("attack", "defence", "odds"), [(1, 6, "1-6"), (1, 7, None), (2, 12, "1-6"), (2, 13, None)])
def test_a_soak_off_goes_down_to_one_against_six(attack: int, defence: int, odds: str | None) -> None:
    """FE 14.8, 14.10."""
    assert battle.odds(attack, defence) == odds


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(24, 5, "4-1"), (7, 1, "7-1"), (8, 1, "7-1"), (70, 1, "7-1"), (34, 5, "6-1"), (5, 6, "1-2"), (9, 5, "1-1")],
)
def test_fractions_go_to_the_defender_and_nothing_is_better_than_seven_to_one(
    attack: int, defence: int, odds: str
) -> None:
    """FE 14.12, 15.1."""
    assert battle.odds(attack, defence) == odds


def test_aircraft_do_not_make_an_attack_legal_that_is_not() -> None:
    """FE 14.10."""
    b = position().unit("us_14_cav", "O9").units("O10", "ss_1", "ss_12", "pz_2").unit("hq_bradley", "P8")
    b.aircraft("ground_support", "9_tac_1", "9_tac_2", "2_tac_1")
    attacking(b)
    assert b.offer is not None and b.offer.kinds == ("remove_unattackable",)
    b.play("remove_unattackable us_14_cav")
    assert b.gone("us_14_cav")


def test_who_is_still_in_a_zone_attacks_again_in_the_second_impulse_and_then_stays() -> None:
    """FE 14.9."""
    b = position().unit("us_1", "O9").unit("i_352", "O10").turn_of("allied", 1)
    b.run(sequence.BeginCombat(f.ALLIED, 1))
    b.dice(6).play("attack us_1 O10")
    finish(b)
    assert not b.has("us_1", "attacked"), "forgotten when the impulse ends"
    stays = position().unit("us_1", "O9").unit("i_352", "O10").turn_of("allied", 2)
    stays.run(sequence.BeginCombat(f.ALLIED, 2))
    assert stays.refuses("end_attacks").rule == "FE 14.6"


# ------------------------------------------------------------------ 14.11
def test_who_stands_by_does_not_retreat_when_the_attackers_do_not_have_to() -> None:
    """FE 14.11: a result against the defender moves nobody of the other nationality."""
    b = position().units("O9", "us_1", "us_9").unit("br_3", "P9").unit("i_353", "O10")
    fight(b, "allied", "attack us_1,us_9 O10", dice=(6,))
    settle(b)
    assert b.at("br_3") == "P9" and not b.has("br_3", "attacked")


def test_who_stands_by_and_has_no_way_back_is_eliminated_and_takes_no_loss_for_the_attackers() -> None:
    """FE 14.11."""
    b = position().unit("us_1", "O9").unit("br_3", "P9").unit("i_352", "O10")
    germans = iter(("i_326", "i_343", "i_331", "i_346", "i_353"))
    for there in game().tables.ground.links[b.hex("P9")]:
        if there not in b.path("O9", "O10"):
            b.unit(next(germans), game().place(there), frozen=f.SEVENTH)
    attacking(b).dice(4).play("attack us_1 O10")
    assert result(b) == "ar"
    settle(b)
    assert b.pos.steps(b.piece("us_1")) == 2
    assert b.gone("br_3") and b.at("us_1") != "O9"


# ------------------------------------------------------------------ 15.2, 15.3
def test_the_attackers_may_retreat_one_hex_or_two_and_the_defenders_go_as_far_as_the_table_says() -> None:
    """FE 15.3."""
    b = position().units("O9", "us_1", "us_9").unit("i_352", "O10")
    fight(b, "allied", "attack us_1,us_9 O10", dice=(3,))
    assert result(b) == "ar"
    lengths = {len(line.split()[2].split(",")) for line in b.choices()}
    assert lengths == {1, 2}
    d = position().units("O9", "us_1", "us_9").unit("i_352", "O10")
    fight(d, "allied", "attack us_1,us_9 O10", dice=(6,))
    assert {len(line.split()[2].split(",")) for line in d.choices()} == {2}


def test_with_an_exchange_the_attacker_stays_where_he_is() -> None:
    """FE 15.3: EX and E2 make the defender retreat and not the attacker."""
    for die, code in ((4, "e2"), (5, "ex")):
        b = position().units("O9", "us_1", "us_9").units("O10", "i_352")
        fight(b, "allied", "attack us_1,us_9 O10", dice=(die,))
        assert result(b) == code
        finish(b)
        assert {b.at(unit) for unit in ("us_1", "us_9") if not b.gone(unit)} == {"O9"}
        assert b.at("i_352") != "O10"


def test_all_attackers_or_all_defenders_are_eliminated_whatever_their_steps() -> None:
    """FE 15.3: AE, DE."""
    b = position().unit("us_14_cav", "O9").units("O10", "i_352", "i_353")
    fight(b, "allied", "attack us_14_cav O10", dice=(1,))
    assert result(b) == "ae" and b.gone("us_14_cav")
    d = position().units("O9", "us_1", "us_9", "us_4").unit("us_5", "P9").unit("i_352", "O10")
    fight(d, "allied", "attack us_1,us_9,us_4,us_5 O10", dice=(6,))
    assert result(d) == "de" and d.gone("i_352")


# ------------------------------------------------------------------ 15.4-15.9 retreats
def test_a_retreat_costs_no_movement_whatever_the_ground() -> None:
    """FE 15.6: through rough and mountain hexes two hexes deep, over rivers with bridges; alpine ground is closed to
    all but mountain units."""
    ground, board = game().tables.ground, game().board
    high = next(
        (a, c)
        for a in sorted(ground.land)
        for c in ground.links[a]
        if board.terrain[a] == "clear" and board.terrain[c] == "mountain"
        for d in ground.links[c]
        if board.terrain[d] == "mountain" and d != a
    )
    b = position().unit("i_352", game().place(high[0]))
    ends = [way for way in retreat.ways(b.pos, b.piece("i_352"), 2, 2) if way[0] == high[1]]
    assert any(board.terrain[way[1]] == "mountain" for way in ends), "it does not stop in the first mountain hex"
    alpine = next(
        (a, c)
        for a in sorted(ground.land)
        for c in ground.links[a]
        if board.terrain[a] != "alpine" and board.terrain[c] == "alpine"
    )
    name = game().place(alpine[0])
    plain = position().unit("i_352", name)
    assert all(board.terrain[p] != "alpine" for way in retreat.ways(plain.pos, plain.piece("i_352"), 1, 2) for p in way)
    mountain = position().unit("ss_6_mtn", name)
    assert any(way[0] == alpine[1] for way in retreat.ways(mountain.pos, mountain.piece("ss_6_mtn"), 1, 1))


def test_the_attacker_may_not_pick_a_way_on_which_a_unit_of_the_stack_dies_while_all_can_be_saved() -> None:
    """FE 15.4, 15.7: one place for the rough way back, two units."""
    b = position().units("O10", "i_352", "i_343").unit("us_1", "O9").units("O11", "i_353", "i_326")
    falling_back(b, "O10", "i_352", "i_343", hexes=(1, 1))
    assert b.refuses("retreat i_352,i_343 O11").rule == "FE 15.7"
    b.check_choices()
    finish(b)
    assert not b.gone("i_352") and not b.gone("i_343")


def test_nobody_retreats_over_the_water_of_an_estuary_or_into_the_sea() -> None:
    """FE 15.5, 15.9."""
    b = position().unit("us_1", "M5")
    why = retreat.no_entry(b.pos, b.piece("us_1"), b.hex("M5"), b.hex("N5"))
    assert why is not None and why[0] == "15.9"
    ground = game().tables.ground
    sea = next(p for p in game().board.neighbours[b.hex("L4")] if game().board.terrain[p] == "sea")
    assert sea not in ground.land
    b.unit("us_2", "L4")
    assert retreat.no_entry(b.pos, b.piece("us_2"), b.hex("L4"), sea) is not None


def test_a_unit_in_rough_terrain_retreats_only_when_the_table_asks_for_it() -> None:
    """FE 15.4, 16.4: and its owner moves it then."""
    b = position().units("L5", "us_1", "us_9", "us_4").units("L6", "i_352")
    fight(b, "allied", "attack us_1,us_9,us_4 L6", dice=(5,))
    assert result(b) == "dr" and b.offer is not None
    assert b.offer.side == f.GERMAN and "stand" in b.offer.kinds
    b.play("stand i_352")
    assert b.at("i_352") == "L6"


@pytest.mark.parametrize("lower", [1, 2, 3])
def test_odds_are_declared_lower_as_the_attacker_likes(lower: int) -> None:
    """FE 15.8."""
    b = attacking(position().units("O9", "us_1", "us_9", "us_4").unit("i_353", "O10"))
    b.dice(3).play(f"attack us_1,us_9,us_4 O10 - - no {lower}")
    names = b.pos.tables.crt.columns
    assert names.index(column(b)) == names.index("4-1") - lower


# ------------------------------------------------------------------ 15.10
def border() -> tuple[str, str]:
    """(hex of the 1st Army's district, adjacent hex of none)."""
    ground = game().tables.ground
    return next(
        (game().place(a), game().place(c))
        for a in sorted(ground.land)
        for c in ground.links[a]
        if ground.district[a] == f.FIRST and not ground.district[c]
    )


def surrounded(strayed: bool) -> Built:
    """An Allied unit next to the frozen district, with no other way back."""
    _, outside = border()
    ground = game().tables.ground
    b = position(turn="June III")
    far = game().place(next(p for p in sorted(ground.land, reverse=True) if ground.district[p] == f.FIRST))
    b.unit("i_708", far, frozen=f.FIRST)
    b.unit("us_1", outside, **({"strayed": f.FIRST} if strayed else {}))
    germans = iter(("i_352", "i_353", "i_326", "i_343", "i_331", "i_346"))
    for there in ground.links[b.hex(outside)]:
        if ground.district[there] != f.FIRST:
            b.unit(next(germans), game().place(there), frozen=f.FIFTEENTH)
    return b.turn_of("german", 1)


def test_without_another_way_a_unit_falls_back_into_a_frozen_district_and_may_release_it() -> None:
    """FE 15.10, 9.6: by itself the retreat releases nobody."""
    b = surrounded(strayed=False)
    _, outside = border()
    falling_back(b, outside, "us_1", hexes=(1, 1))
    if b.offer is not None and "retreat" in b.offer.kinds:
        b.play(b.choices()[0])
    assert game().tables.ground.district[b.hex(b.at("us_1"))] == f.FIRST
    assert b.offer is not None and b.offer.kinds == ("trigger_release",)
    b.play("trigger_release no")
    assert b.has("i_708", "frozen") == f.FIRST and b.has("us_1", "strayed") == f.FIRST


def test_a_unit_that_left_such_a_district_may_be_forced_into_it_again() -> None:
    """FE 15.10: what it may not do by choice."""
    b = surrounded(strayed=True)
    _, outside = border()
    assert retreat.ways(b.pos, b.piece("us_1"), 1, 1)
    falling_back(b, outside, "us_1", hexes=(1, 1))
    if b.offer is not None and "retreat" in b.offer.kinds:
        b.play(b.choices()[0])
    assert game().tables.ground.district[b.hex(b.at("us_1"))] == f.FIRST


def test_with_another_way_the_allies_may_not_choose_the_frozen_district_even_to_release_it() -> None:
    """FE 15.10."""
    inside, outside = border()
    b = position(turn="June III").unit("us_1", outside).unit("i_708", inside, frozen=f.FIRST)
    ground = game().tables.ground
    assert all(ground.district[place] != f.FIRST for way in retreat.ways(b.pos, b.piece("us_1"), 1, 2) for place in way)
    districts.release(b.act(), (f.FIRST,), "9.1")
    assert any(ground.district[place] == f.FIRST for way in retreat.ways(b.pos, b.piece("us_1"), 1, 2) for place in way)


# ------------------------------------------------------------------ 15.11
def test_a_german_who_fell_back_into_a_battle_of_paratroops_does_not_fight_and_goes_on_when_it_is_lost() -> None:
    """FE 15.11."""
    b = position().unit("us_101_ab", "O10", dropped=1).units("O10", "i_708").unit("i_352", "O10", retreated=1)
    fight(b, "allied", "attack us_101_ab O10", dice=(6,))
    assert strength(b, "reckon.defence") == b.pos.counters[b.piece("i_708")].front.values["cf"]
    settle(b)
    assert b.at("us_101_ab") == "O10"
    assert b.at("i_352") != "O10" and not b.gone("i_352"), "driven on without a loss"
    assert b.pos.controller(b.hex("O10")) == f.ALLIED


def test_if_the_paratroops_fail_he_stays_where_he_is() -> None:
    """FE 15.11, 20.8."""
    b = position().unit("us_101_ab", "O10", dropped=1).units("O10", "i_708", "i_343").unit("i_352", "O10", retreated=1)
    fight(b, "allied", "attack us_101_ab O10", dice=(1,))
    finish(b)
    assert b.at("i_352") == "O10" and b.gone("us_101_ab")


def test_raiders_and_paratroops_next_to_the_hex_drive_him_on_too_and_ground_troops_do_not() -> None:
    """FE 15.11."""
    b = position().unit("us_101_ab", "O9", dropped=1).units("O10", "i_708").unit("i_352", "O10", retreated=1)
    b.unit("us_17_ab", "P9", dropped=1)
    fight(b, "allied", "attack us_101_ab,us_17_ab O10", dice=(6,))
    finish(b)
    assert b.at("i_352") != "O10"
    plain = position().units("O9", "us_1", "us_9").units("O10", "i_708").unit("i_352", "O10", retreated=1)
    fight(plain, "allied", "attack us_1,us_9 O10", dice=(6,))
    finish(plain)
    assert plain.at("i_352") == "O10"


# ------------------------------------------------------------------ records
def test_the_record_of_a_battle_tells_each_units_part_with_its_rule() -> None:
    """FE 14.5, 16.8."""
    b = position().units("O9", "us_1", "us_9").units("O10", "i_352", "i_353")
    fight(b, "allied", "attack us_1,us_9 O10", dice=(4,))
    reckoned = [event for event in b.of(ev.Reckoned) if event.kind == b.game.words["reckon.attack"]]
    assert [value for _, value, _ in reckoned[0].lines] == [6, 6]
    assert all(rule for _, _, rule in reckoned[0].lines)


def told(b: Built, kind: str) -> list[tuple[str, int, str]]:
    """Lines of the first calculation of a kind: label, value, rule."""
    event = next(event for event in b.of(ev.Reckoned) if event.kind == b.game.words[kind])
    assert event.total == sum(value for _, value, _ in event.lines)
    return [
        (b.game.words.key(label) if label >= 0 else b.game.piece(~label), value, b.game.rules.key(rule))
        for label, value, rule in event.lines
    ]


def test_the_record_tells_what_halves_and_what_doubles_each_unit() -> None:
    """FE 14.4, 16.1, 16.2, 16.5: armour in a city behind a river, infantry beside it, armour that attacks it."""
    ground = game().tables.ground
    city, bank = next(
        (p, n)
        for p in sorted(ground.cities - ground.fortresses)
        for n in ground.links[p]
        if ground.key(p, n) in ground.rivers and game().board.terrain[p] == "clear" and n not in ground.cities
    )
    b = position(turn="October II").units(game().place(city), "pz_2", "i_352").unit("us_4_arm", game().place(bank))
    b.unit("us_3_arm", game().place(bank))
    fight(b, "allied", f"attack us_4_arm,us_3_arm {game().place(city)}", dice=(4,))
    cf = {unit: game().counters[b.piece(unit)].front.values["cf"] for unit in ("pz_2", "i_352", "us_4_arm")}
    half = (cf["pz_2"] + 1) // 2
    lines = told(b, "reckon.defence")
    assert lines[lines.index(("pz_2", cf["pz_2"], "2.6")) :][:3] == [
        ("pz_2", cf["pz_2"], "2.6"),
        ("line.armor_halved", half - cf["pz_2"], "16.5"),
        ("line.river", half, "16.2"),
    ]
    assert ("line.city", cf["i_352"], "16.1") in lines
    attack = told(b, "reckon.attack")
    assert ("us_4_arm", cf["us_4_arm"], "2.6") in attack
    assert ("line.armor_halved", (cf["us_4_arm"] + 1) // 2 - cf["us_4_arm"], "16.5") in attack


def test_the_record_of_odds_tells_declared_odds_and_aircraft_with_their_rules() -> None:
    """FE 15.1, 15.8, 17.10.2."""
    b = position().units("O7", "us_1", "us_9").unit("i_353", "O8").aircraft("ground_support", "9_tac_1")
    attacking(b).dice(6).play("attack us_1,us_9 O8 9_tac_1 - no 1")
    lines = told(b, "reckon.odds")
    assert lines[1:] == [("line.lower", -1, "15.8"), ("line.ground_support", 1, "17.10.2")]
    label, column, rule = lines[0]
    assert (label, rule) == ("line.odds." + b.pos.tables.crt.columns[column - 1], "15.1")


def test_support_beyond_seven_to_one_is_told_as_cut_off() -> None:
    """FE 14.12."""
    b = position().units("O7", "us_1", "us_9", "us_4").unit("i_709", "O8", reduced=True)
    b.aircraft("ground_support", "9_tac_1")
    attacking(b).dice(6).play("attack us_1,us_9,us_4 O8 9_tac_1")
    assert told(b, "reckon.odds") == [
        ("line.odds.7-1", 10, "15.1"),
        ("line.ground_support", 1, "17.10.2"),
        ("line.capped", -1, "14.12"),
    ]


# ------------------------------------------------------------------ 14.11, 16.4
def test_who_stands_by_in_rough_terrain_goes_when_the_attackers_must_and_stays_when_they_need_not() -> None:
    """FE 14.11, 16.4: rough terrain lets those stand who fight."""
    ground, terrain = game().tables.ground, game().board.terrain
    target, clear, rough = next(
        (t, a, r)
        for t in sorted(ground.land - ground.cities - ground.fortresses)
        if terrain[t] == "clear"
        for a in ground.links[t]
        for r in ground.links[t]
        if terrain[a] == "clear" and terrain[r] == "rough" and not {a, r} & (ground.cities | ground.fortresses)
    )
    at = {name: game().place(place) for name, place in (("target", target), ("clear", clear), ("rough", rough))}
    b = position(turn="October II").unit("us_1", at["clear"]).unit("br_3", at["rough"]).unit("i_352", at["target"])
    fight(b, "allied", f"attack us_1 {at['target']}", dice=(4,))
    assert result(b) == "ar"
    finish(b)
    assert b.at("br_3") != at["rough"]
    c = position(turn="October II").unit("us_1", at["rough"]).unit("br_3", at["clear"]).unit("i_352", at["target"])
    fight(c, "allied", f"attack us_1 {at['target']}", "stand us_1", dice=(4,))
    finish(c)
    assert (c.at("us_1"), c.at("br_3")) == (at["rough"], at["clear"])
