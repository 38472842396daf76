"""Rules that no test had cited for itself, chapter by chapter, each played where it shows (2 to 60, rulings)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import (
    advances,
    air,
    borders,
    chains,
    comm,
    engagements,
    fire,
    leaders,
    modifiers,
    retreats,
    stacking,
    supply,
    ways,
    zoc,
)
from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.rules.aircraft import Squadrons
from hexledger.engine.games.time_for_trumpets.rules.changes import lose_step
from hexledger.engine.games.time_for_trumpets.rules.command import MutualCommand
from hexledger.engine.games.time_for_trumpets.rules.exploitation import Exploitation
from hexledger.engine.games.time_for_trumpets.rules.fuel import GermanFuel
from hexledger.engine.games.time_for_trumpets.rules.leaving import come_back, retreat_off
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.orders import BeginOrders
from hexledger.engine.games.time_for_trumpets.rules.preparation import set_weather
from hexledger.engine.games.time_for_trumpets.rules.reaction import Reaction
from hexledger.engine.games.time_for_trumpets.rules.reinforcements import Due
from hexledger.engine.games.time_for_trumpets.rules.strafing import PlaceStrafers
from hexledger.engine.games.time_for_trumpets.rules.ties import end_of_turn
from hexledger.engine.games.time_for_trumpets.sequence import BeginTurn, CorpsActivation, PlayerTurn
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.events import model as ev
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, combat
from tests.time_for_trumpets.test_tft_missions import fly
from tests.time_for_trumpets.test_tft_taken_out import drms, on


def counted(b: Built, trait: str, **details: str) -> str:
    """The first unit with a trait and some printed values."""
    return next(
        c.id for c in b.game.counters if c.has(trait) and all(c.details.get(k) == v for k, v in details.items())
    )


# ---------------------------------------------------------------------- 2
def test_five_classes_of_units_and_what_each_may_do_in_an_attack() -> None:
    """2.0, 2.5, 2.6: headquarters and artillery only defend; front-line and support units attack."""
    b = position(turn="18MO").unit("us_99_393_i", "6020")
    units = {"front_line": "12_48_i", "support": "12vg_pzj", "artillery": "12vg_fa_i", "hq": "12vg_hq"}
    b.units("6021", *units.values()).unit("i_ss_hq", "9423")
    assert {b.game.roster.cls[b.piece(unit)] for unit in units.values()} == set(units)
    combat(b, "i_ss_hq")
    for cls in ("artillery", "hq"):
        assert b.refuses(f"attack {units[cls]} 6020").rule == "TFT 2.6.1.5", cls
    assert b.pos.can_attack(b.piece(units["front_line"])) and b.pos.can_attack(b.piece(units["support"]))


def test_each_unit_shares_the_activity_of_the_headquarters_of_its_level() -> None:
    """2.6.1.1, 13.0, 13.5.3: army, corps and division echelons rest and act each for itself."""
    b = position(turn="18MO").units("9423", "6pza_hq", "i_ss_hq", "12vg_hq").units("9322", "12_48_i", "402_vak_i")
    army = next(p for p in sorted(b.game.roster.front_line) if b.pos.parent(p) == b.piece("6pza_hq"))
    levels = [chains.echelon(b.pos, piece) for piece in (army, b.piece("402_vak_i"), b.piece("12_48_i"))]
    assert levels == ["army", "corps", "division"]
    b.flag("i_ss_hq", "resting")
    assert [b.pos.active(piece) for piece in (army, b.piece("402_vak_i"), b.piece("12_48_i"))] == [True, False, True]


def test_a_bridge_counter_moves_as_a_truck_with_its_army_and_stacks_free() -> None:
    """2.8.6, 23.0a."""
    b = position(turn="18MO").corps("xlvii_hq")
    bridge = next(p for p in sorted(b.game.roster.bridges) if b.game.roster.army[p] == "5pza")
    name = b.game.counters[bridge].id
    b.units("8243", "26_77_i", "26_77_ii", "26_78_i", name)
    assert ways.move_class(b.pos, bridge) == "truck" and bridge not in b.game.roster.counted
    assert b.hex("8243") not in stacking.overstacked(b.pos, w.GERMAN)
    b.run(Movement(w.GERMAN))
    assert b.refuses("move 6pza_hq 8242").rule == "TFT 15.0"
    road = b.game.ground.roads_of[b.hex("8243")][0]
    b.play(f"move {name} {b.pos.label(road)}")
    assert b.on(name) == b.pos.label(road)


@pytest.mark.parametrize(("gun", "cost"), [("26vg_fa_ii", 2), ("9nw_i", 1), ("us_v_200_fa", 1)])
def test_artillery_pays_for_its_mode_before_it_moves_out_and_after_it_has_moved(gun: str, cost: int) -> None:
    """2.9, 32.1, 32.2, 32.3: guns in battery do not move; who leaves battery has the rest of its movement."""
    b = position(turn="18MO").unit(gun, "8243", mode=1)
    corps = b.game.counters[b.pos.above(b.piece(gun), "corps")].id
    b.corps(corps).run(Movement(b.pos.side(b.piece(gun))))
    there = b.pos.label(b.game.ground.near[b.hex("8243")][0])
    assert b.refuses(f"move {gun} {there}").rule == "TFT 31.2"
    b.play(f"change_mode {gun}")
    assert b.flagged(gun, "moved") - 1 == cost * 4 and ways.left(b.pos, b.piece(gun)) > 0
    marching = position(turn="18MO").unit(gun, "8243")
    why = fire.unable(marching.pos, marching.piece(gun), defending=False)
    assert why is not None and why[0] == "43.2", "none fires on the march"


def test_substitutes_stand_for_brigades_corps_and_divisions() -> None:
    """2.10, 2.10.1, 44.0b: NW brigades, VAKs, divisions; horse-drawn ones change their mode for two."""
    roster = position().game.roster
    kinds = [roster.level.get(roster.parent[p]) for p in sorted(roster.substitutes)]
    nw = [p for p in sorted(roster.substitutes) if p in roster.having["nw"]]
    assert {len(roster.batteries[p]) for p in nw} <= {1, 2, 3, 6} and len(nw) >= 8
    assert kinds.count("division") > 10
    assert all(roster.batteries[p] for p in sorted(roster.substitutes))
    horse = [p for p in sorted(roster.substitutes) if roster.move[p] == "horse"]
    assert horse and all(roster.front[p].get("mode_cost") == 2 for p in horse)


@pytest.mark.parametrize(("kind", "steps"), [
    ("pziv", 2), ("stug", 2), ("hetzer", 2), ("panther", 4), ("tiger2", 5), ("jagdtiger", 5), ("jagdpanther", 4),
    ("m4", 6), ("m5", 4), ("m10", 4), ("m36", 4),
])  # fmt: skip
def test_steps_of_tanks_and_what_is_left_after_the_second_loss(kind: str, steps: int) -> None:
    """2.11, 2.12, 52.8, 52.9: the rest are Step counters without a name."""
    b = position(turn="20MO")
    allied = ("battalion",) if kind in ("m4", "m5", "m10", "m36") else ("battalion", "company")
    unit = next(c for c in b.game.counters if c.type == kind and c.size in allied)
    piece = b.piece(unit.id)
    b.unit(unit.id, "6020")
    assert b.pos.steps(piece) == steps
    for _ in range(2):
        assert not b.pos.generic(piece)
        if lose_step(b.act(), piece, "reason.combat", "52.8"):
            break
    assert b.pos.on_map(piece) is (steps > 2) and (b.pos.generic(piece) or steps == 2)


# ---------------------------------------------------------------------- 3 to 5
def agenda(b: Built) -> list[str]:
    """Names of the steps to come, the next first."""
    return [type(b.game.step_codec.unpack(*item)).__name__ for item in reversed(b.state.agenda)]


def test_a_turn_is_prepared_before_aircraft_command_and_supply() -> None:
    """3.0, 3.1, 27.1, 60.0, 60.1: mutual segments, then the German, then the Allied turn, each with its own end."""
    b = position(turn="18PD")
    act = b.act()
    BeginTurn(b.state.turn).run(act)
    names = agenda(b)
    assert names[: names.index("NextTurn") + 1] == [
        *("TurnPreparation", "Freshness", "AircraftSegment", "Due", "Return", "Return", "MutualCommand"),
        *("DropSupplies", "MutualSupply", "GermanFuel", "PlayerTurn", "PlayerTurn", "MutualEnd", "Judge", "NextTurn"),
    ]
    PlayerTurn(w.ALLIED).run(act)
    assert agenda(b)[:2] == ["ChooseArmy", "PlayerEnd"], "the end comes once, after the last army"


@pytest.mark.parametrize(("turn", "dice", "marked"), [
    ("20PD", (6, 6) * 3, 1), ("22MO", (6, 6) * 3, 1), ("22AF", (6, 6) * 3, 0), ("19EV", (6, 6) * 3, 0),
    ("20PD", (6, 5) * 3, 0),
])  # fmt: skip
def test_snow_squalls_in_an_army_area_from_the_20th_before_dawn_to_the_22nd_in_the_morning(
    turn: str, dice: tuple[int, ...], marked: int
) -> None:
    """3.3.6: on the roll of the weather, in the campaign, where squalls are played; 3.3.5e: then a double counts."""
    b = position("campaign", turn=turn, dice=dice).option("snow_squall")
    set_weather(b.act(), True)
    assert [b.pos.var(f"squall_{army}") for army in w.ARMIES] == [marked] * 3
    b.unit("12_48_i", "9020").unit("us_99_393_i", "8920")
    assert modifiers.squall(b.pos, battle(b, "12_48_i", "8920")) is bool(marked)


def test_exhausted_units_that_must_counterattack_withdraw_or_die() -> None:
    """4.4, 52.12.3c, 13.6f: who cannot attack has to go; who could not is eliminated at the end of the turn."""
    for flag in ("exhausted", "resting"):
        b = position(turn="19MO").unit("us_99_393_i", "8316").units("8216", "us_99id_hq", "us_v_corps_hq")
        b.flag("us_99_393_i", "counterattack", b.hex("8316") + 1).flag("us_99id_hq", flag)
        assert engagements.must_leave(b.pos, w.ALLIED) == (b.hex("8316"),)
        b.corps("us_v_corps_hq").run(Movement(w.ALLIED))
        assert b.refuses("end_segment").rule == "TFT 52.12.1"
        end_of_turn(b.act(), w.ALLIED)
        assert b.on("us_99_393_i") == "-", flag
    fit = position(turn="19MO").unit("us_99_393_i", "8316").units("8216", "us_99id_hq", "us_v_corps_hq")
    fit.flag("us_99_393_i", "counterattack", fit.hex("8316") + 1)
    end_of_turn(fit.act(), w.ALLIED)
    assert fit.on("us_99_393_i") == "8316"


def test_each_squadron_flies_by_a_die_of_its_own_and_is_picked_before_it() -> None:
    """5.2, 5.3, G-D9."""
    b = (
        position("campaign", turn="23MO", dice=(1, 6, 1, 6))
        .units("9423", "i_ss_hq", "xlvii_hq")
        .run(Squadrons(w.GERMAN))
    )
    if b.offer is not None and "choose" in b.offer.kinds:
        b.play(b.choices()[0])
    dice = [event for event in b.of(ev.Rolled) if b.game.word_key(event.purpose) == "roll.squadron"]
    assert len(dice) == b.game.air.available[b.state.turn][0] == 4
    assert len(b.pos.pool("squadrons")) < 4, "those of a bad die stay on the ground"


def test_i_ss_and_xlvii_corps_have_their_aircraft_before_any_other() -> None:
    """5.4a: in the campaign one each; the rest as the player wants."""
    b = position("campaign", turn="23MO").units("9423", "i_ss_hq").units("8243", "xlvii_hq").units("8130", "lxvi_hq")
    planes = [p for p in sorted(b.game.arms.aircraft) if b.game.side_of[p] == w.GERMAN][:3]
    for plane in planes:
        b.act().pool("pool.squadrons", plane, 1)
    ids = [b.game.counters[p].id for p in planes]
    from hexledger.engine.games.time_for_trumpets.rules.aircraft import Allocate, allowed
    from hexledger.engine.kernel.decisions import PieceId

    def found(*hqs: str) -> str | None:
        return allowed(b.pos, w.GERMAN, Allocate(tuple(map(PieceId, planes)), tuple(PieceId(b.piece(h)) for h in hqs)))

    assert found("i_ss_hq", "xlvii_hq", "lxvi_hq") is None and len(ids) == 3
    assert found("i_ss_hq", "lxvi_hq", "lxvi_hq") == "I SS and XLVII Corps have their aircraft first"
    assert found("i_ss_hq", "i_ss_hq", "xlvii_hq") is None


def test_missions_are_placed_in_five_waves() -> None:
    """5.7, 5.7.2: German bombers, Allied bombers, German fighters, Allied fighters, German jets."""
    b = position(turn="23MO").unit("i_ss_hq", "9423").unit("us_v_corps_hq", "8216").unit("us_99_393_i", "8919")
    b.unit("12_48_i", "9019")
    fly(b, "air_ju88a4_1", "air_fw190d9_1", "air_me262a_1", hq="i_ss_hq")
    fly(b, "air_b26g_1", "air_p47d_1", hq="us_v_corps_hq")
    b.run(PlaceStrafers(0))
    asked = []
    while b.offer is not None and "strafe" in b.offer.kinds:
        asked.append((b.offer.side, sorted({line.split()[1] for line in b.choices() if line != "pass"})))
        b.play("pass")
    order = ("air_ju88a4_1", "air_b26g_1", "air_fw190d9_1", "air_p47d_1", "air_me262a_1")
    assert asked == [(1 + number % 2, [plane]) for number, plane in enumerate(order)]


def supported(weather: str = "clear") -> Built:
    """A German bomber and an American one over a battle of their corps."""
    b = position(turn="23MO", dice=(3, 4)).sky(weather).unit("12_48_i", "9019").unit("us_99_394_iii", "8919")
    b.unit("i_ss_hq", "9423").unit("12vg_hq", "9322").unit("us_v_corps_hq", "8216").unit("us_99id_hq", "8616")
    fly(b, "air_ju88a4_1", hq="i_ss_hq")
    return fly(b, "air_b26g_1", "air_p47d_1", hq="us_v_corps_hq")


def test_aircraft_support_a_battle_of_a_unit_of_their_corps_within_reach() -> None:
    """5.9, 5.9.1: within 20 hexes of the corps HQ, one battle each; an Out Comm unit is not helped (7.14e)."""
    b = supported()
    plane, unit = b.piece("air_ju88a4_1"), b.piece("12_48_i")
    assert air.supporters(b.pos, w.GERMAN, (unit,), b.hex("8919")) == (plane,)
    assert air.supporters(b.pos, w.GERMAN, (b.piece("18_294_i"),), b.hex("8919")) == (), "another corps"
    assert air.supporters(b.flag("12_48_i", "out_comm").pos, w.GERMAN, (unit,), b.hex("8919")) == ()
    far = supported().unit("i_ss_hq", "6519")
    assert air.supporters(far.pos, w.GERMAN, (unit,), far.hex("8919")) == ()


def test_fighters_meet_supporting_aircraft_over_a_battle_of_their_own_corps() -> None:
    """5.9.2: where interception is played; no bomber does."""
    for option, kinds in (("yes", True), ("no", False)):
        b = supported().option("interception", option).dice(1, 6, 1, 6)
        combat(b, "i_ss_hq").play("attack 12_48_i 8919", "fly air_ju88a4_1", "pass")
        assert (b.offer is not None and "intercept" in b.offer.kinds) is kinds
        if kinds:
            assert b.refuses("intercept air_b26g_1 air_ju88a4_1").rule == "TFT 5.9.2"
            b.play("intercept air_p47d_1 air_ju88a4_1")


@pytest.mark.parametrize(
    ("weather", "half", "most"), [("clear", 1, 9), ("fog", 2, 1), ("dense_fog", 2, 1), ("snow", 1, 9)]
)
def test_support_brings_cf_and_columns_half_in_fog_and_each_flak_a_point(weather: str, half: int, most: int) -> None:
    """5.9.4a-c."""
    b = supported(weather)
    plane, target = b.piece("air_ju88a4_1"), b.hex("8919")
    face = b.game.counters[plane].front
    assert bt.air_cf(b.pos, plane, target) == -(-face.get("ground_cf") // half)
    found = battle(b, "12_48_i", "8919")._replace(plane=plane)
    lines = {label: value for label, value, _ in modifiers.shifts(b.pos, found)}
    assert lines["line.air_shift"] == min(most, face.get("support_shift"))
    flak = "us_viii_467_aaa"
    b.unit(flak, "8919")
    assert {label: value for label, value, _ in modifiers.drms(b.pos, found)}.get("line.aa") == 1
    assert "line.aa" not in {label for label, _, _ in modifiers.drms(b.pos, found._replace(plane=-1))}


# ---------------------------------------------------------------------- 8, 106.13, 134.5, H-3, G-D6, G-D13
def test_the_4th_armoured_division_keeps_to_its_area_until_the_22nd() -> None:
    """8.0: by the scenario's row."""
    for turn, kept in (("21EV", True), ("22MO", False)):
        b = position("bastogne", turn=turn)
        unit = next(c.id for c in b.game.counters if c.parent == "us_4ad_hq")
        there = next(p for p in sorted(b.pos.scenario.hexes) if b.game.ground.row(p) == 51)
        south = next(p for p in b.game.ground.near[there] if b.game.ground.row(p) == 52)
        why = borders.forbidden(b.pos, b.piece(unit), south, there)
        assert (why is not None and why[0] == "8.0") is kept


def test_lxvii_corps_does_not_go_south_of_row_12() -> None:
    """H-3: a limit of the small scenario."""
    for scenario, kept in (("losheim_gap", True), ("campaign", False)):
        b = position(scenario, turn="18MO")
        unit = next(p for p in sorted(b.game.roster.infantry) if b.pos.above(p, "corps") == b.piece("lxvii_hq"))
        place = next(p for p in sorted(b.pos.scenario.hexes & b.game.ground.area["6pza"]) if b.game.ground.row(p) == 13)
        north = next(p for p in b.game.ground.near[place] if b.game.ground.row(p) == 12)
        why = borders.forbidden(b.pos, unit, north, place)
        assert (why is not None and why[0] == "H-3") is kept


def test_command_posts_of_the_28th_may_trace_to_viii_corps_as_well() -> None:
    """106.13, 7.9c: an alternate path that the scenario names."""
    for scenario, good in (("bastogne", True), ("campaign", False)):
        b = position(scenario, turn="19MO").units("5644", "us_viii_corps_hq", mode=1).unit("us_1a_hq", "5650", mode=1)
        b.unit("us_28_109_cp", "6050").run(MutualCommand())
        assert b.pos.in_comm(b.piece("us_28_109_cp")) is good


def test_viii_corps_passes_to_the_3rd_army_on_the_20th() -> None:
    """134.5, 18.2a."""
    b = position("campaign", turn="19EV").run(Due())
    assert b.pos.above(b.piece("us_28id_hq"), "army") == b.piece("us_1a_hq")
    b.turn("20PD").run(Due())
    assert b.pos.above(b.piece("us_28id_hq"), "army") == b.piece("us_3a_hq")


def test_a_battalion_answers_to_a_stand_in_until_its_own_headquarters_arrives() -> None:
    """G-D6, G-D13: the 26th Infantry under the 99th Division; 9/CCB under the 2nd, then under the 106th."""
    b = position("campaign", turn="16AF", with_setup=False)
    for row in b.pos.scenario.reparents:
        b.act().emit(ev.Attached(row.piece, row.hq + 1))
    unit = b.piece("us_1_26_i")
    assert b.pos.parent(unit) == b.piece("us_99id_hq")
    b.unit("us_1_26_i", "8316").unit("us_v_corps_hq", "7502").corps("us_v_corps_hq", "orders")
    b.run(BeginOrders(w.ALLIED, b.piece("us_v_corps_hq")))
    assert b.pos.parent(unit) == b.piece("us_99id_hq"), "1ID has not come"
    b.unit("us_1id_hq", "7501").run(BeginOrders(w.ALLIED, b.piece("us_v_corps_hq")))
    assert b.pos.parent(unit) == b.piece("us_1id_hq")
    b.turn("16EV").run(BeginOrders(w.ALLIED, b.piece("us_v_corps_hq")))
    assert b.pos.parent(b.piece("us_9_ccb_hq")) == b.piece("us_106id_hq")


# ---------------------------------------------------------------------- 13, 17, 37
def test_a_formation_that_must_counterattack_and_rests_loses_whom_it_cannot_withdraw() -> None:
    """13.6: active it strikes back and may not rest; resting, who is shut in is eliminated."""
    b = position(turn="19MO").unit("us_99_393_i", "8316").unit("us_99id_hq", "8616")
    b.flag("us_99_393_i", "counterattack", b.hex("8316") + 1)
    group = engagements.counters(b.pos)[b.hex("8316")]
    assert engagements.obliged(b.pos, group) == (b.piece("us_99_393_i"),) and not engagements.helpless(b.pos, group)
    assert engagements.helpless(b.flag("us_99id_hq", "resting").pos, group)


@pytest.mark.parametrize(("corps", "side"), [("i_ss_hq", w.GERMAN), ("us_v_corps_hq", w.ALLIED)])
def test_the_other_sides_leaders_react_between_movement_and_combat_of_each_corps(corps: str, side: int) -> None:
    """17.1, 17.2, 37.0, 37.1, 37.2: in the German turn the Allies, in the Allied turn the Germans."""
    b = position(turn="18MO").unit(corps, "8216").corps(corps)
    CorpsActivation(side, b.piece(corps)).run(b.act())
    names = agenda(b)
    at = names.index("Reaction")
    assert names.index("BeginMovement") < at < names.index("Combat") < names.index("Exploitation")
    step = b.game.step_codec.unpack(*b.state.agenda[-1 - at])
    assert isinstance(step, Reaction) and step.side == 3 - side


def test_leaders_are_there_only_where_they_are_played() -> None:
    """39.0, 39.8: without them nobody is released for exploitation."""
    for option, found in (("yes", True), ("no", False)):
        b = position(turn="18MO").units("9320", "leader_peiper", "kgp_hq").unit("kgp_1_panther", "9320", reserve=1)
        b.option("leaders", option).option("reserves").option("exploitation")
        assert bool(leaders.on_map(b.pos, w.GERMAN)) is found
        b.corps("i_ss_hq", "exploitation").run(Exploitation(w.GERMAN))
        assert any(line.startswith("exploit leader_peiper") for line in b.choices()) is found


# ---------------------------------------------------------------------- 24.1.1, 26
def test_kg_peiper_takes_one_parachute_battalion_near_lanzerath_over() -> None:
    """24.1.1, 36.4c: from the evening of the 16th; one only; it is his from then on."""
    b = (
        position("losheim_gap", turn="16EV")
        .units("8921", "3fj_9_i", "3fj_9_ii")
        .unit("kgp_hq", "9020")
        .unit("3fj_5_i", "9422")
    )
    b.corps("i_ss_hq").run(Movement(w.GERMAN))
    assert b.refuses("take_battalion 3fj_5_i").rule == "TFT 24.1.1", "too far"
    b.play("take_battalion 3fj_9_i")
    assert b.pos.parent(b.piece("3fj_9_i")) == b.piece("kgp_hq")
    assert b.refuses("take_battalion 3fj_9_ii").rule == "TFT 24.1.1", "one is enough"
    early = position("losheim_gap", turn="16AF").unit("3fj_9_i", "8921").unit("kgp_hq", "9020").corps("i_ss_hq")
    assert early.run(Movement(w.GERMAN)).refuses("take_battalion 3fj_9_i").rule == "TFT 24.1.1"


def test_the_boundary_of_the_5th_and_7th_armies_holds_on_both_sides() -> None:
    """26.2, 26.2.2c,d, 26.2.8: neither crosses it, neither enters a hex of the other; both use the road."""
    b = position(turn="18MO")
    ground = b.game.ground
    road = ground.boundary_5_7_east
    north = next((a, c) for a in sorted(road) for c in ground.near[a] if c in ground.area["5pza"] and c not in road)
    south = next((a, c) for a in sorted(road) for c in ground.near[a] if c in ground.area["7a"] and c not in road)
    seventh = next(p for p in sorted(b.game.roster.infantry) if borders.army_of(b.pos, p) == "7a")
    for unit, (here, there) in ((seventh, north), (b.piece("18_294_i"), south)):
        why = borders.forbidden(b.pos, unit, here, there)
        assert why is not None and why[0].startswith("26.2"), why
    b.unit("18_294_i", b.pos.label(north[0]))
    why = borders.other_army(b.pos, seventh, north[0])
    assert why is not None and why[0] == "26.2.8"


def test_a_unit_of_the_7th_army_driven_north_is_out_of_command_and_must_come_back() -> None:
    """26.2.9: by the shortest way, before its corps' movement may end."""
    b = position(turn="18MO")
    ground = b.game.ground
    road = ground.boundary_5_7_east
    here, there = next(
        (a, c) for a in sorted(road) for c in ground.near[a]
        if c in ground.area["5pza"] - road and ground.terrain[c] == "clear" and not ground.water_between(a, c)
    )  # fmt: skip
    unit = next(
        c.id for c in b.game.counters if b.piece(c.id) in b.game.roster.infantry and c.details.get("army") == "7a"
    )
    corps = b.game.counters[b.pos.above(b.piece(unit), "corps")].id
    b.unit(unit, b.pos.label(there)).run(MutualCommand())
    assert b.flagged(unit, "must_return") and not b.pos.in_comm(b.piece(unit))
    b.corps(corps).run(Movement(w.GERMAN))
    assert b.refuses("end_segment").rule == "TFT 26.1.3"
    b.play(f"move {unit} {b.pos.label(here)}", "end_segment")


# ---------------------------------------------------------------------- 29, 31
@pytest.mark.parametrize(("terrain", "prices"), [("forest", (3, 3, 3)), ("broken", (2, 2, 2)), ("marsh", (4, 4, 1))])
def test_off_the_road_ground_and_its_condition_make_the_price(terrain: str, prices: tuple[int, int, int]) -> None:
    """29.4: of a battalion on foot."""
    place, beside = on(terrain)
    for name, price in zip(("firm", "mud", "frozen"), prices, strict=True):
        b = position(turn="18MO").ground(name)
        assert ways.off_road_cost(b.pos, "foot", b.hex(beside), b.hex(place)) == price * 4, name


def test_along_a_road_a_tank_enters_a_forest_that_bars_it_elsewhere() -> None:
    """29.5b: by the road in and out only."""
    b = position(turn="18MO")
    ground = b.game.ground
    place = next(p for p in sorted(ground.forests) if ground.roads_of[p] and len(ground.roads_of[p]) < 5)
    by, off = ground.roads_of[place][0], next(p for p in ground.near[place] if p not in ground.roads_of[place])
    tank = ways.mover(b.pos, b.piece("12ss_pziv_1"))
    assert ways.dry_cost(b.pos, tank, by, place) == ways.road_cost(b.pos, tank, by, place) is not None
    assert ways.dry_cost(b.pos, tank, off, place) is None and ways.dry_cost(b.pos, tank, place, off) is None


@pytest.mark.parametrize("hq", ["kgp_hq", "kgc_hq", "feb_hq"])
def test_the_three_fighting_headquarters_are_always_on_the_march(hq: str) -> None:
    """31.3, 2.6.2f: they change no mode, attack, advance, and stack with any other headquarters."""
    b = position(turn="20MO")
    piece = b.piece(hq)
    corps = b.game.counters[b.pos.above(piece, "corps")].id
    other = next(
        p for p in sorted(b.game.roster.hqs) if b.game.roster.level[p] == b.game.roster.level[piece] and p != piece
    )
    b.units("9320", hq, b.game.counters[other].id).corps(corps).run(Movement(w.GERMAN))
    assert b.refuses(f"change_mode {hq}").rule == "TFT 2.6.1.5" and b.pos.can_attack(piece) and b.pos.steps(piece) == 2
    assert advances.may_advance(b.pos, piece) and piece not in stacking.crowded_hqs(b.pos, w.GERMAN)


# ---------------------------------------------------------------------- 48 to 55
def test_time_on_target_in_an_attack_needs_its_least_cf_and_a_die_of_one_to_five() -> None:
    """48.4.2: 26 of modified CF; the CF counts whatever the dice say."""
    from tests.conformance.time_for_trumpets.meyerode import FAG

    for die, shocked in ((5, True), (6, False)):
        b = position(turn="20MO", dice=(die, 6, 6, 3, 4)).option("bombardment_shock").unit("26_77_i", "6020")
        b.unit("us_28_110_i", "6021").units("6023", "us_28id_hq", "us_viii_corps_hq", "us_1a_hq")
        guns = [c.id for c in b.game.counters if c.parent in ("us_fag_402_hq", "us_fag_174_hq") and c.type == "fa"]
        b.units("6024", *guns, mode=1).units("6024", "us_fag_402_hq", "us_fag_174_hq", mode=1)
        combat(b, "us_viii_corps_hq").play("attack us_28_110_i 6020")
        assert b.offer is not None and "time_on_target" in b.offer.kinds and FAG
        b.play(f"time_on_target us_fag_402_hq {','.join(guns)} 6020")
        results = [b.game.word_key(word) for event in b.of(ev.Resolved) for word in event.results]
        assert ("result.coordinated" in results) is shocked and ("result.uncoordinated" in results) is not shocked
        assert b.lines("reckon.attack")["line.artillery"] >= 26


def test_a_river_without_bridge_stops_foot_that_did_not_begin_beside_one() -> None:
    """55.3b, c: behind it in the defender's hex; who began the turn beside the river may go on."""
    b = position(turn="18MO")
    ground = b.game.ground
    here, there = next(
        divmod(k, ground.n) for k in sorted(ground.water)
        if ground.water[k] == "river" and k not in ground.bridges and k not in ground.fords
        and all(ground.terrain[p] == "clear" for p in divmod(k, ground.n)) and k // ground.n in ground.area["5pza"]
    )  # fmt: skip
    dry = next(p for p in range(b.game.board.n_hexes) if not any(ground.water_between(p, q) for q in ground.near[p]))
    b.unit("26_77_i", b.pos.label(here))
    assert not advances._stops_beyond_river(b.pos, b.piece("26_77_i"), here, there)
    b.flag("26_77_i", "began", dry + 1)
    found = advances.ways(b.pos, b.piece("26_77_i"), there, 4)
    assert found == ((there,),)


def test_weapons_count_whatever_the_ground() -> None:
    """50.0: engineers defend with a point, German assault guns attack with infantry for one, heavy AFV too."""
    b = position(turn="20MO").units("6020", "us_99_393_i", "us_99_324_ce").units("6021", "12_48_i", "12ss_pziv_1")
    stug = counted(b, "stug", army="6pza")
    b.unit(stug, "6021")
    found = drms(b, f"12_48_i,{stug}", "6020")
    assert found["line.engineer_defence"] > 0 > found["line.stug"]
    assert "line.stug" not in drms(b, stug, "6020"), "not without infantry"


# ---------------------------------------------------------------------- rulings that are switches
def test_isolation_may_be_judged_over_any_hexes() -> None:
    """G-3.20: an unbridged river keeps a unit from its source by the first reading, not by the other."""
    b = position(turn="18PD").unit("us_99_393_i", "8316")
    plain = supply.lifelines(b.pos, w.ALLIED, "1a")
    free = supply.lifelines(b.option("isolation_path", "any").pos, w.ALLIED, "1a")
    island = [p for p in sorted(b.pos.scenario.hexes) if p in free and p not in plain]
    assert all(p in free for p in plain) and (island or free is not plain)


@pytest.mark.parametrize(("reading", "back"), [("return", True), ("eliminated", False)])
def test_germans_forced_off_the_map_come_back_or_do_not(reading: str, back: bool) -> None:
    """G-3.24, 54.1h."""
    b = position(turn="18MO").option("german_edge_retreat", reading)
    source = next(p for p in b.pos.scenario.sources["6pza"] if len(b.pos.board.neighbours[p]) < 6)
    b.unit("12_48_i", b.pos.label(source))
    retreat_off(b.act(), b.piece("12_48_i"))
    assert b.on("12_48_i") == "-"
    b.turn("18AF")
    come_back(b.act(), w.GERMAN)
    assert (b.on("12_48_i") != "-") is back


@pytest.mark.parametrize(("reading", "one", "two"), [("several", False, True), ("always", True, True)])
def test_coordination_is_rolled_for_several_formations_or_always(reading: str, one: bool, two: bool) -> None:
    """G-3.5, 48.2.1e."""
    b = position(turn="18MO").option("coordination", reading)
    guns = [b.piece(unit) for unit in ("12vg_fa_i", "12vg_fa_ii", "402_vak_i")]
    assert fire.must_coordinate(b.pos, guns[:2]) is one and fire.must_coordinate(b.pos, guns) is two


@pytest.mark.parametrize(("reading", "own"), [("brigade", True), ("cp", False)])
def test_combat_commands_choose_for_themselves_or_with_their_division(reading: str, own: bool) -> None:
    """G-D3, 16.0."""
    b = (
        position(turn="20MO")
        .option("command_hq_as", reading)
        .units("5644", "us_9_ccb_hq", "us_9_ccb_14_tk", "us_9ad_hq")
    )
    assert (b.pos.status_hq(b.piece("us_9_ccb_14_tk")) == b.piece("us_9_ccb_hq")) is own


@pytest.mark.parametrize(("reading", "inside"), [("village", False), ("base", True)])
def test_tanks_have_a_zone_into_a_village_by_the_ground_below_or_not(reading: str, inside: bool) -> None:
    """G-D16, 25.1d."""
    b = position(turn="18MO").option("village_zoc", reading)
    ground = b.game.ground
    place = next(p for p in sorted(ground.villages) if ground.terrain[p] == "clear" and not any(
        ground.water_between(p, q) for q in ground.near[p]))  # fmt: skip
    b.unit("12ss_pziv_1", b.pos.label(ground.near[place][0]))
    assert (place in zoc.zones(b.pos, w.GERMAN, False)) is inside


@pytest.mark.parametrize(("reading", "rolls"), [("each", 2), ("one", 1)])
def test_each_panzer_formation_rolls_for_fuel_or_one_roll_is_for_all(reading: str, rolls: int) -> None:
    """G-D30, 11.0b."""
    b = position(turn="23MO", dice=(6, 6) * rolls).option("fuel_scope", reading).units("8243", "2pz_hq", "lehr_hq")
    b.run(GermanFuel())
    assert sum(b.game.word_key(event.purpose) == "roll.fuel" for event in b.of(ev.Rolled)) == 2 * rolls


@pytest.mark.parametrize(("reading", "share"), [("once", 2), ("each", 1)])
def test_two_reasons_to_halve_halve_once_or_twice(reading: str, share: int) -> None:
    """G-D34: a shocked unit over a river."""
    b = position(turn="18MO").option("halving", reading)
    ground = b.game.ground
    key = next(k for k in sorted(ground.water) if ground.water[k] == "river" and k not in ground.bridges)
    here, there = divmod(key, ground.n)
    b.unit("12_48_i", b.pos.label(here), shock=1)
    assert bt.attack_share(b.pos, b.piece("12_48_i"), there) == share


@pytest.mark.parametrize(("reading", "found"), [("any", True), ("eliminated", False)])
def test_without_any_road_to_retreat_to_a_unit_goes_anywhere_or_is_lost(reading: str, found: bool) -> None:
    """G-D43, 54.1a."""
    b = position("losheim_gap", turn="18MO").option("retreat_without_road", reading).unit("12_48_i", "9020")
    for number, source in enumerate(b.pos.scenario.sources["6pza"]):
        foes = [c.id for c in b.game.counters if c.has("infantry") and c.nationality == "us"]
        b.unit(foes[number], b.pos.label(source))
    assert not retreats.nets(b.pos, b.piece("12_48_i"))
    assert bool(retreats.ways(b.pos, b.piece("12_48_i"), 1, b.hex("8920"))) is found


def test_the_corps_headquarters_leaves_by_a_road_of_the_west_edge_and_leads_from_there() -> None:
    """H-7, G-D5: from a road hex of the map's last column, and from no other."""
    b = position("bastogne", turn="19MO").unit("us_viii_corps_hq", "5101").corps("us_viii_corps_hq")
    b.run(Movement(w.ALLIED))
    assert b.refuses("quit_map us_viii_corps_hq").rule == "TFT H-7"
    b.unit("us_viii_corps_hq", "5001").play("quit_map us_viii_corps_hq")
    assert b.on("us_viii_corps_hq") == "-" and b.piece("us_viii_corps_hq") in b.pos.pool("off_map")


@pytest.mark.parametrize("pool", ["off_map", "lost_hqs"])
def test_the_101st_leads_around_bastogne_when_the_corps_headquarters_is_gone(pool: str) -> None:
    """H-7, B-30: it is in command itself, whether VIII Corps HQ left the map or was lost; before, VIII Corps leads."""
    b = position("bastogne", turn="20MO").units("5644", "us_101ab_hq", "us_viii_35_ce")
    corps, heir = b.piece("us_viii_corps_hq"), b.piece("us_101ab_hq")
    b.act().pool(f"pool.{pool}", corps, 1)
    found = comm.judge_all(b.pos)
    assert found[heir].good and found[b.piece("us_viii_35_ce")].good
    b.act().pool(f"pool.{pool}", corps, -1)
    assert comm.judge_all(b.unit("us_viii_corps_hq", "5040").pos)[heir].rule == "7.9"
