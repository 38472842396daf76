"""The greedy bot of A Time for Trumpets: headquarters follow their units, each unit is looked at once, an attack
reckons with the guns of the defence, nobody holds at all costs for nothing."""

from __future__ import annotations

from hexledger.engine.bots.chance import Chance
from hexledger.engine.games.time_for_trumpets.advisor import advise, deciding, fighting, ground, moving
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle
from hexledger.engine.games.time_for_trumpets.rules.combat import Attack, Combat
from hexledger.engine.games.time_for_trumpets.rules.hold import Hold, OrderHold
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.moving import ChangeMode, Move
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId
from tests.time_for_trumpets.builder import Built, position


def advice(b: Built) -> Decision:
    """What the bot decides."""
    assert b.offer is not None
    return advise(b.pos, b.offer, Chance("advice", b"\0" * 16, 1))


def test_a_headquarters_leaves_a_pocket_behind_and_follows_its_units() -> None:
    """An enemy left behind beside an HQ does not keep it: its division is thirty hexes on."""
    b = position(turn="19MO").unit("us_99_393_i", "8924").unit("12ssd_hq", "8923", mode=1)
    b.units("6020", "12ss_26_i", "12ss_26_ii").corps("i_ss_hq").run(Movement(w.GERMAN))
    hq = b.piece("12ssd_hq")
    assert moving._plan(b.pos, hq, w.GERMAN) == ChangeMode(PieceId(hq))
    before = b.game.board.distance(b.hex("8923"), b.hex("6020"))
    b.play("change_mode 12ssd_hq")
    going = moving._plan(b.pos, hq, w.GERMAN)
    assert isinstance(going, Move) and going.units == (hq,)
    assert b.game.board.distance(going.path[-1], b.hex("6020")) < before
    content = position(turn="19MO").unit("12ssd_hq", "6224", mode=1).units("6020", "12ss_26_i", "12ss_26_ii")
    reach = content.pos.command_range(content.piece("12ssd_hq"), deployed=True)
    served = ground.served(content.pos, content.piece("12ssd_hq"))
    assert ground.post(content.pos, content.piece("12ssd_hq"), served, reach, content.hex("6224")) >= moving.CONTENT


def test_units_before_the_one_that_moved_last_are_not_looked_at_again() -> None:
    """So that a segment asks once for each unit, and not for all of them after each move."""
    b = (
        position(turn="19MO")
        .units("6020", "12ss_26_i", "12ss_26_ii")
        .unit("12ss_25_i", "6022")
        .unit("12ssd_hq", "6222")
    )
    b.corps("i_ss_hq").run(Movement(w.GERMAN))
    order = moving._to_plan(b.pos)
    assert len(order) == 4 and order[-1] == b.piece("12ssd_hq"), "the fighting units come first"
    middle = b.game.counters[order[1]].id
    b.play(next(choice for choice in b.choices() if choice.startswith(f"move {middle} ")))
    assert moving._to_plan(b.pos) == order[1:]


def test_who_comes_onto_the_map_does_not_end_the_turn_of_the_others() -> None:
    b = position(turn="19MO").units("6020", "12ss_26_i", "12ss_26_ii").corps("i_ss_hq").run(Movement(w.GERMAN))
    b.flag("12ss_26_ii", "moved", 3)
    assert moving._to_plan(b.pos) == tuple(sorted((b.piece("12ss_26_i"), b.piece("12ss_26_ii"))))


def test_an_attack_reckons_with_the_guns_of_the_defence() -> None:
    """The same attack is worth less, and is not made, where all the defender's artillery is in range."""
    attackers = ("12_48_i", "12_48_ii")
    b = position().unit("us_99_393_i", "6020").units("6021", *attackers).unit("12vg_hq", "6123", mode=1)
    b.corps("i_ss_hq", "combat").run(Combat(w.GERMAN))
    guns = ("us_99_370_fa", "us_99_371_fa", "us_99_372_fa", "us_99_924_fa")
    covered = position().unit("us_99_393_i", "6020").units("6021", *attackers).unit("12vg_hq", "6123", mode=1)
    covered.unit("us_99id_hq", "6217", mode=1)
    for gun in guns:
        covered.unit(gun, "6117", mode=1)
    covered.corps("i_ss_hq", "combat").run(Combat(w.GERMAN))
    found = Battle(tuple(sorted(map(b.piece, attackers))), b.hex("6020"))
    assert fighting.most_cover(b.pos, b.hex("6020")) == ()
    cover = fighting.most_cover(covered.pos, covered.hex("6020"))
    assert set(cover) == set(map(covered.piece, guns))
    assert fighting.worth(covered.pos, found._replace(cover=cover)) < fighting.worth(b.pos, found)
    assert not isinstance(advice(covered), Attack)


def test_nobody_holds_at_all_costs_but_for_a_prize_or_where_there_is_no_way_back() -> None:
    """TFT 39.7: step losses instead of a retreat."""
    for place, orders in (("8716", False), ("5645", True)):
        b = position(turn="21AF").option("leaders").unit("us_2_38_i", place).unit("us_2_38_ii", place)
        b.unit("leader_robertson", place).unit("us_2id_hq", place)
        near = b.pos.label(b.game.ground.near[b.hex(place)][0])
        b.unit("12_48_i", near).corps("i_ss_hq", "combat")
        units = (b.piece("us_2_38_i"), b.piece("us_2_38_ii"))
        b.run(Hold(Battle((b.piece("12_48_i"),), b.hex(place)), w.ALLIED, units, 1))
        assert b.offer is not None and "order_hold" in b.offer.kinds
        assert isinstance(advice(b), OrderHold) is orders, place


def test_german_units_go_for_the_lines_beyond_which_they_score() -> None:
    """Bastogne: west of column 51 and north of row 44 for 2Pz, Lehr and 116Pz; nothing for the 26VG."""
    b = position("bastogne")
    far = ground.sought(b.pos, b.piece("2pz_304_i"))
    assert far and all(b.game.ground.column(p) < 51 and b.game.ground.row(p) < 44 for p in far)
    assert ground.sought(b.pos, b.piece("26_77_i")) == frozenset()
    assert ground.way_of(b.pos, b.piece("2pz_304_i"))[min(far)] == 0


# ---------------------------------------------------------------------- Bastogne
def test_bastogne_is_a_fortress_and_nothing_is_in_the_other_scenarios() -> None:
    """The Meuse bridges of the campaign score 10 each, Bastogne there only as a whole."""
    for scenario, labels in (("bastogne", {"5644", "5645"}), ("campaign", set()), ("losheim_gap", set())):
        b = position(scenario)
        found = ground.fortress(b.game, b.pos.var("scenario"))
        assert {b.pos.label(place) for place in found} == labels
        assert not ground.besieged(b.unit("2pz_304_i", "5647").pos) or scenario == "bastogne"


def test_paratroops_leave_their_trucks_near_the_town_and_not_before() -> None:
    """28.1b, 28.4d: in strategic movement they would neither stack with others nor come beside the enemy."""
    for place, walks in (("5443", True), ("5040", False)):
        b = position("bastogne", turn="19MO").unit("2pz_304_i", "5840").unit("us_101_501_i", place, strategic=1)
        b.unit("us_101ab_hq", "5345").corps("us_viii_corps_hq").run(Movement(w.ALLIED))
        unit = b.piece("us_101_501_i")
        assert (moving._plan(b.pos, unit, w.ALLIED) == ChangeMode(PieceId(unit))) is walks, place


def test_viii_corps_leaves_by_the_west_edge_when_the_germans_come_near() -> None:
    """H-7: out of battery, along the road, off the map."""
    b = position("bastogne", turn="18AF").unit("us_viii_corps_hq", "5141", mode=1).unit("2pz_304_i", "6243")
    b.unit("us_viii_35_ce", "5644").corps("us_viii_corps_hq").run(Movement(w.ALLIED))
    for _ in range(6):
        if b.on("us_viii_corps_hq") == "-":
            break
        b.play(advice(b))
    assert b.on("us_viii_corps_hq") == "-" and b.pos.away(b.piece("us_viii_corps_hq"))


def test_nobody_advances_out_of_the_town() -> None:
    for scenario, stays in (("bastogne", True), ("campaign", False)):
        b = position(scenario, turn="19MO").unit("us_101_501_i", "5645").unit("2pz_304_i", "6045")
        value = deciding._advance(b.pos, w.ALLIED, b.piece("us_101_501_i"), b.hex("5745"))
        assert (value == deciding.LAST) is stays, scenario


# ---------------------------------------------------------------------- the campaign
def test_in_the_campaign_the_allies_bar_the_ways_ahead_and_man_what_is_near() -> None:
    """Its dear prizes, from Bastogne to Namur, lie too far apart to man them all; elsewhere they do not."""
    for scenario, deep in (("campaign", True), ("bastogne", False), ("losheim_gap", False)):
        b = position(scenario)
        assert ground.deep(b.game, b.pos.var("scenario")) is deep
        assert bool(ground.barred(b.unit("2pz_304_i", "7830").pos)) is deep
    b = position("campaign", turn="18MO").unit("2pz_304_i", "6247").unit("26_77_i", "6448")
    posts = ground.posts(b.pos)
    barred = ground.barred(b.pos)
    assert len(barred) == 1, "the one behind has the other before it on its way"
    assert {b.pos.board.distance(b.hex("6247"), place) for place in barred} == {ground.AHEAD}
    assert posts[b.hex("5644")] == ground.STRONGHOLD
    assert not {b.hex(label) for label in ("5001", "1410", "1133")} & posts.keys(), "Liege, Namur and Givet lie far"
    near = position("campaign", turn="18MO").unit("2pz_304_i", "6012")
    assert ground.posts(near.pos)[near.hex("5001")] == ground.GARRISON
    assert ground.goals(b.pos, w.ALLIED) >= barred


def test_in_the_campaign_the_trucks_are_left_near_the_enemy_by_both_sides() -> None:
    """28.1b: with the marker nobody comes beside an enemy."""
    for side, unit, corps, enemy in (
        (w.ALLIED, "us_101_501_i", "us_viii_corps_hq", "2pz_304_i"),
        (w.GERMAN, "2pz_304_i", "xlvii_hq", "us_101_501_i"),
    ):
        for place, walks in (("6040", True), ("5640", False)):
            b = position("campaign", turn="19MO").unit(unit, place, strategic=1).unit(enemy, "6340").corps(corps)
            b.run(Movement(side))
            found = moving._front(b.pos, b.piece(unit), side)
            assert (found == ChangeMode(PieceId(b.piece(unit)))) is walks, (unit, place)


def test_in_the_campaign_nobody_advances_only_to_bar_a_way() -> None:
    b = position("campaign", turn="19MO").unit("us_101_501_i", "5645").unit("2pz_304_i", "6247")
    (place,) = ground.barred(b.pos)
    assert place in ground.goals(b.pos, w.ALLIED)
    assert deciding._advance(b.pos, w.ALLIED, b.piece("us_101_501_i"), place) == deciding.LAST
