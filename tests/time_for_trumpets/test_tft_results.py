"""Results of combats carried out: losses by their lists, AFV combat, counterattacks, retreats, advances (52-55, 58)."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions import retreats
from hexledger.engine.games.time_for_trumpets.rules.combat import Combat, EndOfCombat
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import PlayerEnd
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, carried, settle

TARGET, HERE, OTHER = "8919", "9019", "8920"
"""A forest hex of the Losheim Gap and two beside it."""
DEFENDER = "us_99_394_iii"


def met(attackers: dict[str, str], *defenders: str, turn: str = "18AF", advanced: bool = False) -> Built:
    """Attackers around 8919, defenders in it, the HQs of both behind."""
    b = position(turn=turn)
    b.option("afv_combat", "yes" if advanced else "no")
    for unit, place in attackers.items():
        b.unit(unit, place)
    for unit in defenders or (DEFENDER,):
        b.unit(unit, TARGET)
    b.unit("12vg_hq", "9322").unit("i_ss_hq", "9423").unit("us_99id_hq", "8616").unit("us_v_corps_hq", "8216")
    return b


def carry(b: Built, cell: str, *attackers: str, corps: str = "i_ss_hq", at: str = TARGET) -> Built:
    """A result of an attack is carried out."""
    return carried(b, corps, battle(b, ",".join(attackers), at), cell)


def steps(b: Built, unit: str) -> int:
    """Steps that a unit has left, 0 when it is gone."""
    return b.pos.steps(b.piece(unit)) if b.on(unit) != "-" else 0


def named(b: Built, parent: str, type_: str) -> str:
    """A unit of a formation by type."""
    return next(c.id for c in b.game.counters if c.parent == parent and c.type == type_)


# ---------------------------------------------------------------------- 52.1-52.6
def test_all_attackers_or_all_defenders_are_eliminated() -> None:
    """52.1, 52.2: attackers in every hex, not the firing guns; after DE an advance of one hex."""
    b = met({"12_48_i": HERE, "12_89_i": OTHER})
    carry(b, "AE", "12_48_i", "12_89_i")
    assert b.on("12_48_i") == b.on("12_89_i") == "-" and b.on(DEFENDER) == TARGET
    b = met({"12_48_i": HERE}, DEFENDER, "us_99_370_fa")
    carry(b, "DE", "12_48_i")
    assert b.on(DEFENDER) == b.on("us_99_370_fa") == "-"
    ways = [line.split()[-1] for line in b.choices() if line.startswith("advance")]
    assert ways and all("," not in way for way in ways), "one hex"


def test_the_attackers_front_line_of_the_highest_printed_er_loses_a_step() -> None:
    """52.5: then support units; the owner chooses among equals."""
    b = met({"12_48_i": HERE, "277_989_i": HERE}).unit("277vg_hq", "9321")
    assert b.pos.printed_er(b.piece("12_48_i")) > b.pos.printed_er(b.piece("277_989_i"))
    carry(b, "1/", "12_48_i", "277_989_i")
    assert steps(b, "12_48_i") == 1 and steps(b, "277_989_i") == 2
    two = met({"12_48_i": HERE, "12_48_ii": HERE})
    carry(two, "1/", "12_48_i", "12_48_ii")
    two.play("lose_step 12_48_ii")
    assert steps(two, "12_48_ii") == 1


def test_defenders_lose_in_the_order_front_line_support_artillery_hq() -> None:
    """52.6."""
    order = (DEFENDER, "us_99_801_td", "us_99_370_fa", "us_99id_hq")
    for number in range(len(order)):
        b = position(turn="18AF").unit("12_48_i", HERE).unit("12vg_hq", "9322").unit("i_ss_hq", "9423")
        for unit in order[number:]:
            b.unit(unit, TARGET)
        before = {unit: steps(b, unit) for unit in order[number:]}
        carry(b, "/1", "12_48_i")
        after = {unit: steps(b, unit) for unit in order[number:]}
        assert [unit for unit in before if after[unit] < before[unit]] == [order[number]]


def test_an_afv_loss_goes_to_afv_first_and_to_infantry_where_there_is_none() -> None:
    """52.3, 52.4."""
    tank = "us_2_741_tk"
    b = met({"12_48_i": HERE}, DEFENDER, tank)
    full = steps(b, tank)
    carry(b, "/1*", "12_48_i")
    assert steps(b, tank) == full - 1 and steps(b, DEFENDER) == 2
    b = met({"12_48_i": HERE}, DEFENDER)
    carry(b, "/1*", "12_48_i")
    assert steps(b, DEFENDER) == 1
    gun = met({"12_48_i": HERE, "12vg_pzj": HERE})
    carry(gun, "1*/", "12_48_i", "12vg_pzj")
    assert steps(gun, "12vg_pzj") == 1, "a support AFV before the infantry"


# ---------------------------------------------------------------------- 53
def test_superior_anti_tank_guns_cost_an_allied_tank_battalion_two_hits() -> None:
    """53.1: with a Panther among the attackers; without it, or in the basic game, one."""
    b = met({})
    panther = named(b, "12ssd_hq", "panther")
    for attackers, advanced, lost in (((panther, "12_48_i"), True, 2), (("12_48_i",), True, 1), ((panther,), False, 1)):
        b = met(dict.fromkeys(attackers, HERE), "us_2_741_tk", advanced=advanced).unit("12ssd_hq", "9421")
        full = steps(b, "us_2_741_tk")
        carry(b, "/1*", *attackers)
        assert full - steps(b, "us_2_741_tk") == lost, (attackers, advanced)


def test_german_heavy_armour_is_hit_only_where_the_enemy_has_a_gun_for_it() -> None:
    """53.2.1, 53.2.2: else the list goes on; nothing is lost where all are heavy AFV."""
    b = position()
    panther, medium = named(b, "12ssd_hq", "panther"), named(b, "12ssd_hq", "pziv")
    gun = next(c.id for c in b.game.counters if c.type == "m36" or "m36" in c.traits)
    for others, defender, hit in (
        ((), DEFENDER, ""),
        ((medium,), DEFENDER, medium),
        (("12_48_i",), DEFENDER, "12_48_i"),
        ((), gun, panther),
    ):
        units = (panther, *others)
        b = met(dict.fromkeys(units, HERE), defender, advanced=True).unit("12ssd_hq", "9421")
        before = {unit: steps(b, unit) for unit in units}
        carry(b, "1*/", *units)
        lost = [unit for unit in units if steps(b, unit) < before[unit]]
        assert lost == ([hit] if hit else []), (others, defender)


# ---------------------------------------------------------------------- 52.12
def countered(*units: str) -> Built:
    """American defenders of 8919 have to counterattack or withdraw; it is their player's turn."""
    b = met({"12_48_i": HERE}, *units, turn="18MO")
    b.flag("12_48_i", "attacked", b.hex(TARGET) + 1)
    carry(b, "CA", "12_48_i")
    return b.corps("us_v_corps_hq")


def test_a_counterattack_is_made_by_all_original_defenders_at_an_original_attacker() -> None:
    """52.12.2a, b."""
    units = (DEFENDER, "us_99_394_ii")
    b = countered(*units).corps("us_v_corps_hq", "combat").dice(3, 4).run(Combat(w.ALLIED))
    assert b.refuses("end_segment").rule == "TFT 52.12.2"
    assert b.refuses(f"attack {DEFENDER} {HERE}").rule == "TFT 52.12.2", "all of them"
    b.play(f"attack {','.join(units)} {HERE}")
    assert not b.flagged(DEFENDER, "counterattack")


def test_who_withdraws_takes_all_along_and_nobody_enters_the_position() -> None:
    """52.12.1a, 52.12.2b."""
    b = countered(DEFENDER, "us_99_394_ii").unit("us_99_394_i", "8818").run(Movement(w.ALLIED))
    b.play(f"move {DEFENDER} 8918")
    assert b.refuses("end_segment").rule == "TFT 52.12.1"
    assert b.refuses("move us_99_394_i 8919").rule == "TFT 52.12.1"
    b.play("move us_99_394_ii 8818", "end_segment")


def test_units_in_a_strong_point_or_fort_ignore_a_counterattack_result() -> None:
    """52.12b."""
    for works, bound in (("strong_point", 0), ("fort", 0), ("ip6", 1)):
        b = met({"12_48_i": HERE}).marker(works, TARGET)
        carry(b, "CA", "12_48_i")
        assert bool(b.flagged(DEFENDER, "counterattack")) is bool(bound), works


def test_an_attack_by_another_corps_takes_the_markers_off_before_its_roll_and_the_same_corps_does_not_attack() -> None:
    """52.12.4, 52.13.7."""
    for cell, flag in (("CA", "counterattack"), ("Eng", "engaged")):
        b = met({"12_48_i": HERE, "326_751_i": OTHER}).unit("326vg_hq", "9220").unit("lxvii_hq", "9219")
        b.marker("attack", TARGET)
        carry(b, cell, "12_48_i")
        assert b.flagged(DEFENDER, flag)
        b.corps("i_ss_hq", "combat").unit("12_89_i", OTHER if cell == "x" else HERE).run(Combat(w.GERMAN))
        assert b.quiet or not any(line.endswith(TARGET) for line in b.choices()), "the corps has attacked it"
        b.run(EndOfCombat(w.GERMAN))
        b.corps("lxvii_hq", "combat").dice(3, 4).run(Combat(w.GERMAN)).play(f"attack 326_751_i {TARGET}")
        assert not b.flagged("12_48_i", flag)


# ---------------------------------------------------------------------- 52.13
CROSSROADS, NEAR = "8619", "8620"
"""Clear ground with roads."""


def engaged(*defenders: str) -> Built:
    """An engaged battle at a crossroads, in the American turn."""
    b = position(turn="18MO").unit("12_48_i", NEAR).unit("12vg_hq", "9322").unit("i_ss_hq", "9423")
    for unit in defenders or (DEFENDER,):
        b.unit(unit, CROSSROADS)
    b.units("8216", "us_99id_hq", "us_v_corps_hq").unit("us_2id_hq", "8217")
    carried(b, "i_ss_hq", battle(b, "12_48_i", CROSSROADS), "Eng")
    assert b.flagged("12_48_i", "engaged")
    return b.corps("us_v_corps_hq").run(Movement(w.ALLIED))


def test_engaged_infantry_stays_and_armour_and_guns_may_leave() -> None:
    """52.13.1a, e, f."""
    b = engaged(DEFENDER, "us_2_741_tk", "us_99_370_fa")
    assert b.refuses(f"move {DEFENDER} 8618").rule == "TFT 52.13.1"
    b.play("move us_2_741_tk 8618", "move us_99_370_fa 8618,8518")
    assert not b.flagged("us_2_741_tk", "engaged") and not b.flagged("us_99_370_fa", "engaged")
    assert b.flagged(DEFENDER, "engaged"), "who stays is still engaged (52.13.4)"


def test_when_all_defenders_have_left_the_engagement_is_over() -> None:
    """52.13.3."""
    b = engaged("us_99_370_fa").play("move us_99_370_fa 8618", "end_segment")
    assert not b.flagged("12_48_i", "engaged") and not b.flagged("us_99_370_fa", "engaged")


def test_who_moves_in_with_engaged_defenders_is_engaged_too() -> None:
    """52.13.5d."""
    b = engaged().unit("us_99_394_ii", "8618").play(f"move us_99_394_ii {CROSSROADS}")
    assert b.flagged("us_99_394_ii", "engaged") == b.flagged(DEFENDER, "engaged") > 0


# ---------------------------------------------------------------------- 54
def test_a_retreat_has_exactly_its_hexes_and_leads_to_a_supply_road_and_along_it() -> None:
    """54.0b, 54.1a-d, 54.2h."""
    b = met({"12_48_i": HERE})
    carry(b, "DR3", "12_48_i")
    ways = [line.split()[-1].split(",") for line in b.choices() if line.startswith("retreat")]
    ways = ways or [[]]
    for way in ways:
        assert len(way) == 3 and len(set(way)) == 3 and TARGET not in way
    far = {b.pos.board.distance(b.hex(way[-1]), b.hex(TARGET)) for way in ways}
    assert len(far) == 1, "54.2i: the farthest of them only"


def test_a_retreat_enters_no_enemy_zone_even_where_a_friend_stands() -> None:
    """54.2f, g, 25.7: who has no other way is eliminated (54.2o)."""
    b = met({"12_48_i": HERE})
    ring = [p for p in b.game.ground.near[b.hex(TARGET)] if b.pos.label(p) != HERE]
    unit = b.piece(DEFENDER)
    free = [p for p in ring if retreats.may_enter(b.pos, unit, b.hex(TARGET), p)]
    assert free
    foes = (c.id for c in b.game.counters if c.parent in ("277vg_hq", "3fj_hq") and c.type == "infantry")
    for place in free:
        beyond = [
            p for p in b.game.ground.near[place] if p not in ring and p != b.hex(TARGET) and not b.pos.fighters(p)
        ]
        b.unit(next(foes), b.pos.label(beyond[0]))
    for place, friend in zip(
        free, ("us_99_394_i", "us_99_394_ii", "us_99_393_i", "us_99_393_ii", "us_99_395_i"), strict=False
    ):
        b.unit(friend, b.pos.label(place))
    assert not any(retreats.may_enter(b.pos, unit, b.hex(TARGET), p) for p in free)
    carry(b, "DR1", "12_48_i")
    settle(b)
    assert b.on(DEFENDER) == "-"


def test_guns_in_battery_and_deployed_hqs_that_retreat_are_on_the_march_and_disrupted() -> None:
    """54.0c, d."""
    b = met({"12_48_i": HERE}, DEFENDER)
    b.unit("us_99_370_fa", TARGET, mode=1)
    carry(b, "DR1", "12_48_i")
    settle(b, until="advance")
    assert b.on("us_99_370_fa") != TARGET
    assert b.on("us_99_370_fa") == "-" or (
        not b.flagged("us_99_370_fa", "mode") and b.flagged("us_99_370_fa", "disrupt") == 2
    )


def test_who_retreats_onto_units_of_another_corps_is_disrupted_with_them() -> None:
    """23.8, 23.9, 54.2k."""
    b = met({"12_48_i": HERE})
    ways = retreats.ways(b.pos, b.piece(DEFENDER), 1, b.hex(TARGET))
    ends = [b.pos.label(way.path[-1]) for way in ways]
    others = [c.id for c in b.game.counters if c.parent == "us_106id_hq" and c.type == "infantry"]
    for end, other in zip(ends, others, strict=False):
        b.unit(other, end)
    carry(b, "DR1", "12_48_i")
    if b.offer is not None and "retreat" in b.offer.kinds:
        b.play(f"retreat {DEFENDER} {ends[0]}")
    other = others[ends.index(b.on(DEFENDER))]
    assert b.flagged(DEFENDER, "disrupt") == b.flagged(other, "disrupt") == 2


# ---------------------------------------------------------------------- 55
def test_an_advance_comes_at_once_and_as_far_as_the_retreat() -> None:
    """55.0a, c, d, 55.2b."""
    b = met({"12_48_i": HERE})
    carry(b, "DR2", "12_48_i")
    settle(b, until="advance")
    ways = [line.split()[-1].split(",") for line in b.choices() if line.startswith("advance")]
    assert ways and all(way[0] == TARGET and len(way) <= 2 for way in ways)
    b.play("pass")
    assert b.quiet, "the chance is gone"


def test_nobody_advances_while_a_defender_is_left() -> None:
    """55.0a."""
    b = met({"12_48_i": HERE})
    carry(b, "/1", "12_48_i")
    assert b.quiet and b.on("12_48_i") == HERE


def test_the_winning_defender_does_not_advance() -> None:
    """52.10, 55.1j."""
    b = met({"12_48_i": HERE})
    carry(b, "AR1", "12_48_i")
    settle(b)
    assert b.on(DEFENDER) == TARGET and b.on("12_48_i") != HERE


# ---------------------------------------------------------------------- 58, 60
def test_what_stays_and_what_goes_at_the_end_of_combat_and_of_the_turn() -> None:
    """58.0, 60.6, 48.1h: Attack and Abort go; Fired, Shock, Engaged stay until shock wears off at the player's end."""
    b = met({"12_48_i": HERE}).marker("attack", TARGET).flag("12_48_i", "abort").flag(DEFENDER, "shock")
    b.flag("12vg_hq", "fired").flag(DEFENDER, "engaged", b.hex(TARGET) + 1).flag(
        "12_48_i", "engaged", b.hex(TARGET) + 1
    )
    b.corps("i_ss_hq", "combat").flag("12_48_i", "attacked", b.hex(TARGET) + 1).run(EndOfCombat(w.GERMAN))
    assert not b.pos.marker("attack", b.hex(TARGET)) and not b.flagged("12_48_i", "abort")
    assert b.flagged(DEFENDER, "shock") and b.flagged(DEFENDER, "engaged") and b.flagged("12vg_hq", "fired")
    b.run(PlayerEnd(w.GERMAN))
    assert not b.flagged(DEFENDER, "shock") and b.flagged(DEFENDER, "disrupt") == 2


def test_a_retreat_does_not_end_over_the_stacking_limit_while_another_way_is_there() -> None:
    """54.2j: and who has no other is eliminated, not those who stood there."""
    b = met({"12_48_i": HERE})
    unit, target = b.piece(DEFENDER), b.hex(TARGET)
    ends = {way.path[-1] for way in retreats.ways(b.pos, unit, 2, target)}
    full = min(ends)
    for friend in ("us_99_394_i", "us_99_394_ii", "us_99_393_i"):
        b.unit(friend, b.pos.label(full))
    assert full not in {way.path[-1] for way in retreats.ways(b.pos, unit, 2, target)}


def test_an_isolated_unit_retreats_in_any_direction() -> None:
    """54.1j: not only toward a supply road and along it."""
    b = met({"12_48_i": HERE})
    unit = b.piece(DEFENDER)
    tied = {way.path[0] for way in retreats.ways(b.pos, unit, 1, b.hex(TARGET))}
    free = {way.path[0] for way in retreats.ways(b.flag(DEFENDER, "oos").starved("1a").pos, unit, 1, b.hex(TARGET))}
    assert tied < free
