"""Case Yellow: lines, supply, attack supply, supply units (2.4h-i, 7, 9.6, 9.7)."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.questions import supply, ways
from hexledger.engine.games.case_yellow.rules.combat import Combats
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.rules.supply_phase import SupplyPhase
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.events import model as ev
from tests.case_yellow.builder import Built, position
from tests.case_yellow.fights import attack

TARGET = "2813"


def source(b: Built, unit: str, target: str = TARGET, kinds: tuple[str, ...] = ("free",)) -> str | None:
    found = supply.attack_source(b.pos, b.piece(unit), b.hex(target), kinds)
    return None if found is None else found.kind


def surrounded() -> Built:
    """A German corps at 2812 whose six neighbours are French or in French ZOC."""
    return position().unit("ge_x", "2812").unit("fr_i", "2911").unit("fr_x", "2712")


# ---------------------------------------------------------------------- lines
def test_a_line_enters_a_flooded_hex_and_does_not_pass_it() -> None:
    """7.2c."""
    b = position().unit("ge_x", "4027")
    beyond = supply.los_net(b.pos, w.GERMAN, [b.hex("4028")], 2)
    assert beyond == {}, "4028 is Allied"
    b.unit("ge_xi", "4026")
    net = supply.los_net(b.pos, w.GERMAN, [b.hex("4026")], 2)
    assert net[b.hex("4027")][0] == 1, "into it"
    assert all(towards != b.hex("4027") for place, (_, towards) in net.items()), "and not through it"


def test_a_line_does_not_pass_enemy_works_and_passes_destroyed_ones() -> None:
    """7.2d, 11.7d."""
    b = position()
    assert not supply.open_to_los(b.pos, b.hex("2025"), w.GERMAN)
    assert not supply.open_to_los(b.pos, b.hex("1828"), w.GERMAN)
    b.marker("destroyed", "2025").marker("destroyed", "1828")
    assert supply.open_to_los(b.pos, b.hex("2025"), w.GERMAN) and supply.open_to_loc(b.pos, b.hex("1828"), w.GERMAN)


def test_a_line_is_counted_from_the_unit_to_the_source_without_the_units_hex() -> None:
    """7.2e."""
    b = position().unit("ge_x", "2812").taken("2811", "2810")
    net = supply.los_net(b.pos, w.GERMAN, [b.hex("2810")])
    assert net[b.hex("2812")][0] == 2 and supply.line(net, b.hex("2812")) == b.path("2812", "2811", "2810")


def test_a_crossing_serves_a_line_only_with_both_banks_in_our_hands() -> None:
    """10.6b, G-A34."""
    b = position().taken("1608")
    assert not supply.los_step(b.pos, b.hex("1608"), b.hex("1609"), w.GERMAN)
    assert supply.los_step(b.taken("1609").pos, b.hex("1608"), b.hex("1609"), w.GERMAN)


def test_a_loc_stays_in_france_and_rivers_are_no_bar() -> None:
    """2.4h, 9.6, G-A35, QA.8."""
    b = position()
    assert supply.loc_line(b.pos, b.hex("1508")) and supply.loc_line(b.pos, b.hex("1411"))
    assert supply.loc_line(b.pos, b.hex("3515")) == (), "Oostende is Belgian"
    b.unit("ge_x", "2812").unit("fr_i", "2813")
    assert supply.open_to_loc(b.pos, b.hex("2813"), w.ALLIED), "9.6: a friend in the hex"


# ---------------------------------------------------------------------- 7.3-7.5
def test_every_nation_has_its_sources() -> None:
    """7.3a, 7.3b, 7.3c, 7.3d, 7.4."""
    b = position().unit("nl_1", "4024").unit("be_i", "3323").unit("br_i", "2813").unit("fr_i", "1220")
    b.unit("ge_x", "3334")
    lines = {unit: supply.supply_line(b.pos, b.piece(unit)) for unit in ("nl_1", "be_i", "br_i", "fr_i", "ge_x")}
    assert lines["nl_1"] == (b.hex("4024"),) and all(lines.values())
    assert lines["be_i"] is not None and lines["be_i"][-1] in b.path("3423", "3515")
    assert lines["ge_x"] is not None and b.pos.board.country[lines["ge_x"][-1]] == "Germany"
    b.taken("3423", "3515")
    assert supply.supply_line(b.pos, b.piece("be_i")) is None


def test_the_check_takes_marked_units_first_and_all_of_them_on_one_position() -> None:
    """7.5a, 7.5b, G-A36."""
    b = surrounded().unit("ge_xi", "2710", oos=1).run(SupplyPhase())
    assert not b.pos.oos(b.piece("ge_xi")) and b.pos.oos(b.piece("ge_x"))
    alone = surrounded()
    alone.act().flag(alone.piece("ge_x"), w.OOS, 1)
    alone.run(SupplyPhase())
    assert alone.pos.steps(alone.piece("ge_x")) == 1, "the marker stays and a step is lost"
    assert alone.pos.oos(alone.piece("ge_x"))


def test_there_is_no_check_on_turn_1_and_supply_units_turn_over_in_every_supply_phase() -> None:
    """7.5, 7.5e, 4.0b."""
    b = surrounded().turn(1)
    b.unit("ge_aga_supply", "2434", flipped=1).run(SupplyPhase())
    assert not b.pos.oos(b.piece("ge_x")) and not b.pos.flag(b.piece("ge_aga_supply"), w.FLIPPED)


def test_a_supply_verdict_names_the_path_that_proves_it() -> None:
    """7.5."""
    b = position().unit("ge_x", "3332").run(SupplyPhase())
    judged = [event for event in b.events if isinstance(event, ev.Judged) and event.piece == b.piece("ge_x")]
    assert judged and judged[0].path[0] == b.hex("3332") and len(judged[0].path) > 1


# ---------------------------------------------------------------------- 7.6-7.8
def test_on_turn_1_everybody_is_attack_supplied() -> None:
    """7.6b."""
    b = surrounded()
    assert source(b, "ge_x") is None
    assert source(b.turn(1), "ge_x") == "free"


def test_german_units_draw_on_supply_units_within_their_range_and_linked_to_the_ruhr() -> None:
    """7.8a, 7.9c."""
    b = position().unit("ge_agb_supply", "3232").unit("ge_x", "3030")
    assert source(b, "ge_x", "2928") == "free"
    far = position().unit("ge_aga_supply", "2434").unit("ge_x", "2327").taken("2328")
    assert source(far, "ge_x", "2326") is None, "seven hexes"
    cut = position().unit("ge_agb_supply", "2812").unit("ge_x", "2813")
    assert not supply.supply_unit_linked(cut.pos, cut.piece("ge_agb_supply")) or source(cut, "ge_x") == "free"


def test_german_cities_supply_attacks_within_six_hexes() -> None:
    """7.8b."""
    b = position().unit("ge_x", "2929")
    assert source(b, "ge_x", "2928") == "free"


def test_on_turn_2_german_combats_in_the_netherlands_are_supplied() -> None:
    """7.8d."""
    b = position().unit("ge_x", "4127")
    assert source(b, "ge_x", "4024") == "free" and source(b.turn(3), "ge_x", "4024") is None


def wall() -> Built:
    """A German corps that only the West Wall supplies: the German cities are taken from it."""
    b = position().unit("ge_xii", "1732").unit("fr_vi", "1731").turn(3)
    return b.control("allied", *(b.pos.label(city) for city in b.pos.game.ground.german_cities))


def test_the_west_wall_supplies_one_attack_of_a_combat_round() -> None:
    """7.8c."""
    b = wall()
    assert source(b, "ge_xii", "1731") is None and source(b, "ge_xii", "1731", ("wall",)) == "wall"
    b.round_of("german", "combat", turn=3).run(Combats(w.GERMAN)).play("attack ge_xii 1731")
    assert b.offer is not None and b.offer.kinds[0] == "draw_wall"
    b.dice(4).play("draw_wall")
    assert b.pos.var("wall_used") == 1 and not b.pos.flag(b.piece("ge_xii"), w.NAS)
    used = wall().round_of("german", "combat", turn=3).assign("wall_used", 1).dice(4)
    used.run(Combats(w.GERMAN)).play("attack ge_xii 1731")
    assert used.pos.flag(used.piece("ge_xii"), w.NAS)


def test_units_without_attack_supply_get_a_marker() -> None:
    """7.6c; that the next success takes it off: `test_cy_item_by_item`."""
    b = attack(position().unit("ge_x", "2812").unit("br_12", "2813"), "german", "attack ge_x 2813", dice=(4,))
    assert b.pos.flag(b.piece("ge_x"), w.NAS)


def test_the_french_draw_on_paris_and_on_ag1_and_the_british_on_ports_and_ag1() -> None:
    """7.7a, 7.7b, 7.7c, 7.7d, 7.7e."""
    b = position().unit("fr_i", "1518").unit("br_i", "3113").unit("be_i", "3421").unit("nl_1", "4024")
    assert [source(b, unit) for unit in ("fr_i", "br_i", "be_i", "nl_1")] == ["free"] * 4
    east = position().unit("fr_i", "1432").unit("br_i", "2714")
    assert [source(east, unit) for unit in ("fr_i", "br_i")] == [None, None]
    east.unit("fr_ag1_supply", "2715")
    assert source(east, "br_i") == "free"


def test_ag1_without_a_line_supplies_at_the_price_of_itself() -> None:
    """7.7e, G-A27."""
    b = position().unit("fr_ag1_supply", "2811").unit("fr_iii", "2812").unit("ge_v", "2813")
    for unit, at in (("ge_x", "2910"), ("ge_xi", "2710"), ("ge_i", "2809"), ("ge_ii", "3012"), ("ge_iv", "2612")):
        b.unit(unit, at)
    assert not supply.supply_unit_linked(b.pos, b.piece("fr_ag1_supply"))
    assert source(b, "fr_iii") is None and source(b, "fr_iii", kinds=("ag1",)) == "ag1"
    b.round_of("allied", "combat", turn=3).dice(4).run(Combats(w.ALLIED)).play("attack fr_iii 2813")
    assert b.offer is not None and "sacrifice_ag1" in b.offer.kinds
    b.play("sacrifice_ag1")
    assert b.pos.var("ag1_price") == 1 and not b.pos.flag(b.piece("fr_iii"), w.NAS)


# ---------------------------------------------------------------------- 7.9
def test_a_supply_unit_moves_in_one_round_of_a_turn_and_keeps_to_roads_and_crossings() -> None:
    """7.9b, 7.9c, 7.9d, 10.6c."""
    b = position().unit("ge_aga_supply", "1607").taken("1608", "1609", "1707").round_of("german", "move")
    unit = b.piece("ge_aga_supply")
    why = ways.prohibited(b.pos, unit, b.hex("1607"), b.hex("1707"))
    assert why is not None and why[0] == "10.6"
    shut = position().unit("ge_aga_supply", "1608").marker("interdicted", "1608")
    why = ways.prohibited(shut.pos, shut.piece("ge_aga_supply"), shut.hex("1608"), shut.hex("1609"))
    assert why is not None and why[0] == "7.9"
    b.run(Movement(w.GERMAN)).play("move ge_aga_supply 1608")
    assert b.pos.flag(unit, w.FLIPPED) and b.pos.ma(unit) == 6, "it may go on in this round"
    b.play("end_movement")
    from hexledger.engine.games.case_yellow.sequence import EndRound

    b.run(EndRound())
    assert b.pos.ma(unit) == 0


def test_a_supply_unit_attacked_alone_is_eliminated_without_a_roll() -> None:
    """7.9e, G-A49."""
    b = attack(position().unit("ge_x", "2812").unit("fr_ag1_supply", "2813"), "german", "attack ge_x 2813")
    assert b.on("fr_ag1_supply") == "-" and b.rolls == []
    b.play("advance ge_x 2813")
    assert b.on("ge_x") == "2813"


def test_attacked_with_friends_it_leaves_first_and_if_it_cannot_it_dies_when_the_hex_is_entered() -> None:
    """7.9e."""
    b = position().unit("ge_x", "2812").units("2813", "fr_ag1_supply", "fr_10_di")
    attack(b, "german", "attack ge_x 2813", dice=(4,))
    assert b.offer is not None and b.offer.side == w.ALLIED and b.offer.kinds == ("retreat",)
    b.play(b.choices()[0])
    assert b.pos.board.distance(b.hex(b.on("fr_ag1_supply")), b.hex("2813")) == 2
