"""Rules that no other test is about, one test each, in the order of the rulebook."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions.attachment import may_attach
from hexledger.engine.games.june_6.questions.fight import FIGHT_GCA, FIGHT_NORMAL, Fight
from hexledger.engine.games.june_6.questions.recovery import is_reduced
from hexledger.engine.games.june_6.questions.reduced_efficiency import permanent_re
from hexledger.engine.games.june_6.questions.strategic import bar
from hexledger.engine.games.june_6.rules import bombardment
from hexledger.engine.games.june_6.rules.delay_points import after_move
from hexledger.engine.games.june_6.rules.detachments import BreakDowns, breaking_down
from hexledger.engine.games.june_6.rules.engineers import Assist
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.rules.support import GroundSupportChoice
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built, position
from tests.june_6.combats import field, special
from tests.june_6.combats import fight as combat
from tests.june_6.fights import advance_only, fight, results
from tests.june_6.schedule import pooled

TARGET = "E2135"


# ---------------------------------------------------------------------- 3, 9
def test_the_german_buys_his_ams_after_the_bombardment_phase() -> None:
    """3.42, 5.14"""
    b = position("campaign", turn=3, dice=[5]).unit("g716_hq", "E1837").unit("g352_hq", "E2425")
    b.run(Logistics(f.GERMAN))
    assert b.offer is not None
    assert b.offer.side == f.GERMAN
    b.play("buy_am am.g716", "buy_am am.g352", "end_purchase")
    assert {am: n for am, n in pooled(b).items() if am.startswith("am.g")} == {"am.g716": 1, "am.g352": 1}


def test_a_delay_point_in_the_hex_takes_no_room_in_the_stack() -> None:
    """9.15"""
    b = position(open_area=True).unit("21pz_125", TARGET).marker("delay_point", TARGET)
    assert b.pos.fits(b.hex(TARGET), (b.piece("21pz_22"),))
    b.unit("21pz_22", TARGET)
    assert not b.pos.fits(b.hex(TARGET), (b.piece("21pz_192"),))


# ---------------------------------------------------------------------- 12.5 DRMs
@pytest.mark.parametrize(
    ("attacker", "defender", "drm"), [("12ss_25", "g709_919", 3), ("g709_919", "12ss_25", -3), ("3_br_8", "3_cdn_7", 0)]
)
def test_the_difference_of_the_best_cohesions_counts_up_to_three(attacker: str, defender: str, drm: int) -> None:
    """12.52"""
    from hexledger.engine.games.june_6.questions.drm import cohesion

    b = position(open_area=True).unit(attacker, "E2136").unit(defender, TARGET)
    assert cohesion(b.pos, fight(b, TARGET, attacker)).value == drm


def test_a_unit_of_79_armoured_division_helps_a_british_attack_by_one() -> None:
    """12.56, R-07"""
    b = field().unit("3_br_8", "E2136").units("E2236", "i_br_79", "xxx_br_79").unit("16lw_32", TARGET)
    b.active("3_br_8", "i_br_79", "xxx_br_79")
    from hexledger.engine.games.june_6.questions.drm import armor_79

    assert armor_79(b.pos, fight(b, TARGET, "3_br_8")).value == 0
    assert armor_79(b.pos, fight(b, TARGET, "3_br_8", "i_br_79")).value == 1
    assert armor_79(b.pos, fight(b, TARGET, "3_br_8", "i_br_79", "xxx_br_79")).value == 1


@pytest.mark.parametrize(("scattered", "expected"), [("attacker", [-3, 0]), ("defender", [0, 3]), ("both", [-3, 3])])
def test_scattered_parachutists_cost_three_in_attack_and_give_three_in_defence(
    scattered: str, expected: list[int]
) -> None:
    """12.58"""
    from hexledger.engine.games.june_6.questions.drm import scattered as drms

    b = position(open_area=True).unit("82_us_505", "E2136", scattered=scattered != "defender")
    b.unit("g709_919", TARGET, scattered=scattered != "attacker")
    assert [item.value for item in drms(b.pos, fight(b, TARGET, "82_us_505"))] == expected


# ---------------------------------------------------------------------- 13
def test_nobody_retreats_into_a_landing_box() -> None:
    """13.38"""
    b = position("campaign", turn=3).unit("4_us_8", "W3428").unit("g709_919", "W3427")
    results(b, fight(b, "W3428", "g709_919", defence="retreat"), 8)
    ways = [choice.rpartition(" ")[2] for choice in b.choices() if choice.startswith("retreat")]
    assert ways
    assert all(b.hex(label) < b.game.board.n_hexes for way in ways for label in way.split(","))
    assert b.refuses("retreat 4_us_8 utah_box").rule.startswith("J6 13.3")


def test_an_advance_is_no_movement_and_costs_no_points() -> None:
    """13.44, 13.45"""
    b = position(open_area=True).unit("3_br_8", "E2136").unit("12ss_25", "E2035").active("3_br_8")
    advance_only(b, fight(b, TARGET, "3_br_8"), 1).play(f"advance 3_br_8 {TARGET}")
    assert b.at("3_br_8") == TARGET, "the ZOC of the regiment in E2035 is no bar"
    assert b.has("3_br_8", "moved") == 0
    assert [event.cost for event in b.of(ev.Moved)] == [0]


def test_foot_units_advance_one_hex_in_a_breakthrough() -> None:
    """13.51"""
    b = (
        position(open_area=True)
        .unit("3_br_8", "E2136")
        .unit("2a_us_66", "E2236")
        .unit("g709_919", TARGET, reduced=True)
    )
    results(b, fight(b, TARGET, "2a_us_66", "3_br_8"), 14)
    assert b.refuses(f"advance 3_br_8 {TARGET},E2035").rule.startswith("J6 13.")
    ways = [choice for choice in b.choices() if choice.startswith("advance 3_br_8")]
    assert ways == [f"advance 3_br_8 {TARGET}"]
    assert any(choice.startswith(f"advance 2a_us_66 {TARGET},") for choice in b.choices())


def test_after_a_rout_the_interrupted_activation_goes_on() -> None:
    """13.64"""
    b = position(open_area=True).unit("3_br_8", "E2136").units(TARGET, "21pz_125", "12ss_26").active("3_br_8")
    b.run(Movement())
    depth = len(b.state.agenda)
    results(b, fight(b, TARGET, "3_br_8"), 0)
    b.pass_until("move", "end_movement")
    assert len(b.state.agenda) == depth, "the step that was interrupted is on top again"
    assert b.pos.active_side == f.ALLIED


# ---------------------------------------------------------------------- 14.2 the counterattack
def gca(**answers: object) -> tuple[Built, dict[str, int]]:
    """25/12SS counterattacks 8/3 that has just advanced into a city hex, disordered."""
    b = field().unit("3_br_8", "E1837", disorder=1).unit("12ss_25", "E1736").unit("3_br_hq", "E2036").track("air", 4)
    outcome = special(b, FIGHT_GCA, "E1837", "12ss_25", **answers)  # type: ignore[arg-type]
    return b, outcome.lines()


def test_a_counterattack_ignores_terrain_and_support_and_counts_all_other_drms() -> None:
    """14.24, 14.25"""
    _, lines = gca()
    assert lines["drm.defender_disordered"] == 1
    assert lines["drm.cohesion"] != 0
    assert not {"drm.terrain_hex", "drm.artillery", "drm.air"} & set(lines)


def test_results_of_a_counterattack_hold_in_full_and_then_the_activation_goes_on() -> None:
    """14.26, 14.27"""
    b = position(open_area=True).unit("3_br_8", TARGET).unit("3_br_9", "E2236").unit("12ss_25", "E2035")
    b.active("3_br_8", "3_br_9").run(Movement())
    depth = len(b.state.agenda)
    results(b, fight(b, TARGET, "12ss_25", kind=FIGHT_GCA), 9)
    b.pass_until("move", "end_movement")
    hurt = [unit for unit in ("3_br_8", "12ss_25") if b.gone(unit) or b.is_reduced(unit) or b.has(unit, "disorder")]
    assert hurt, "row 9 of Assault against Stand leaves nobody untouched"
    assert len(b.state.agenda) == depth
    assert b.pos.active_side == f.ALLIED


# ---------------------------------------------------------------------- 18, 19
def test_ships_bombard_or_interdict_area_a_and_nothing_else() -> None:
    """18.21, 18.23"""
    b = position("campaign", turn=3).unit("g716_736", "E2733").track("naval", 6).run(bombardment.BombardmentPhase())
    boxes = {choice.split()[1] for choice in b.choices() if choice.startswith("interdict") and "naval" in choice}
    assert boxes <= {"interdiction_ab"}
    assert any(choice.startswith("bombard") or "mission" in choice for choice in b.choices())
    assert b.refuses("interdict interdiction_f track.naval 1").rule == "J6 18.23"
    assert b.refuses("interdict supply_interdiction track.naval 1").rule in ("J6 17.23", "J6 18.23")


def test_a_unit_that_enters_a_delay_point_removes_it_whatever_the_reason_it_stopped_for() -> None:
    """19.1, 19.12, QA-UNIT-7"""
    b = position(open_area=True).unit("3_br_8", "E1432").marker("delay_point", "E1432")
    after_move(b.act(), b.piece("3_br_8"), (b.hex("E1432"),), 2)
    assert b.state.marker(b.hex("E1432"), -1, f.DELAY_POINT) == 0
    assert "19.12" in b.rules()
    # An enemy ZOC, not the price, keeps the unit out: the delay point goes all the same.
    c = position(open_area=True).unit("3_br_8", "E1431").unit("12ss_25", "E1433").marker("delay_point", "E1432")
    after_move(c.act(), c.piece("3_br_8"), (c.hex("E1431"),), 0)
    assert c.state.marker(c.hex("E1432"), -1, f.DELAY_POINT) == 1, "no point left: it stays"


def test_a_german_unit_removes_the_delay_point_where_it_ends() -> None:
    """19.15"""
    b = position(open_area=True).unit("21pz_125", "E1432").marker("delay_point", "E1432").marker("delay_point", "E1431")
    after_move(b.act(), b.piece("21pz_125"), (b.hex("E1431"), b.hex("E1432")), 4)
    left = [b.state.marker(b.hex(label), -1, f.DELAY_POINT) for label in ("E1431", "E1432")]
    assert left == [1, 0], "only the hex where it ends"


def test_a_strongpoint_unit_is_always_re_and_defends_only() -> None:
    """19.2, 19.22"""
    b = position(open_area=True).unit("sp_1", TARGET).unit("3_br_8", "E2136")
    piece = b.piece("sp_1")
    assert permanent_re(b.pos, piece)
    assert b.pos.face(piece).cs_defence_only
    assert b.pos.formation(piece) == 0, "no HQ commands it"
    assert bar(b.pos, piece) is not None, "no strategic movement"
    b.active("sp_1", mode=f.RE_MODE)
    from hexledger.engine.games.june_6.questions.attack import may_attack

    assert not may_attack(b.pos, piece)


def test_detachments_are_formed_at_the_start_of_a_german_me_activation_only() -> None:
    """19.31"""
    b = position("st_lo").unit("3fj_5", "E1313").unit("3fj_hq", "E1312").active("3fj_5", "3fj_hq")
    assert [type(step) for step in breaking_down(b.pos, f.GERMAN, f.ME)] == [BreakDowns]
    assert breaking_down(b.pos, f.GERMAN, f.RE_MODE) == ()
    assert breaking_down(b.pos, f.ALLIED, f.ME) == ()
    closed = position("push_to_caen", open_area=True).unit("21pz_125", TARGET).active("21pz_125")
    assert breaking_down(closed.pos, f.GERMAN, f.ME) == (), "PB 6.3: no new ones in this scenario"


def test_detachments_act_in_re_and_belong_to_nobody() -> None:
    """19.34"""
    b = position("st_lo").unit("det_1", "E1313").unit("3fj_hq", "E1312")
    piece = b.piece("det_1")
    assert permanent_re(b.pos, piece)
    assert b.pos.formation(piece) == 0
    assert bar(b.pos, piece) is not None
    from hexledger.engine.games.june_6.questions.attachment import may_attach

    assert may_attach(b.pos, b.game.formation_number["3fj"], piece) is not None


def test_a_printed_strongpoint_helps_the_german_only_and_falls_to_an_allied_combat_unit() -> None:
    """19.4, 19.42, 19.43, QA-TERR-4"""
    from hexledger.engine.games.june_6.rules.control import entered

    b = position("campaign", turn=3)
    label = next(label for label in b.game.board.labels if "strongpoint" in _features(b, label))
    b.unit("cher_144", label)
    assert b.pos.is_strongpoint(b.hex(label))
    b.act().remove(b.piece("cher_144"), "reason.eliminated")
    b.unit("4_us_hq", label)
    entered(b.act(), b.hex(label))
    assert not b.state.marker(b.hex(label), -1, f.STRONGPOINT_DESTROYED), "a support unit does not destroy it"
    b.unit("4_us_8", label)
    entered(b.act(), b.hex(label))
    assert b.state.marker(b.hex(label), -1, f.STRONGPOINT_DESTROYED)
    assert not b.pos.is_strongpoint(b.hex(label))


def _features(b: Built, label: str) -> tuple[str, ...]:
    place = b.game.board.index[label]
    return tuple(b.game.board.features[place]) if place < b.game.board.n_hexes else ()


# ---------------------------------------------------------------------- 20, 21, 22
def test_a_unit_that_engineers_carry_uses_no_strategic_movement() -> None:
    """20.2, 20.25"""
    b = position(open_area=True).unit("3_br_8", "E1940").unit("3_br_hq", "E1839").active("3_br_8", "3_br_hq")
    b.run(Movement())
    assisted = [choice for choice in b.choices() if choice.startswith(Assist.kind()) and "3_br_8" in choice]
    if assisted:
        b.play(assisted[0])
    over = b.hex("E2040")
    drives = [choice for choice in b.choices() if choice.startswith("strategic_move 3_br_8")]
    assert assisted, "E1940 lies on the Orne"
    assert not any(b.game.place(over) in choice for choice in drives)


def test_eliminated_units_never_come_back_by_recovery() -> None:
    """21.12"""
    b = position("campaign", turn=5).unit("3_br_8", TARGET, reduced=True).active("3_br_8").run(Movement())
    assert any(choice.startswith("recover 3_br_8") for choice in b.choices())
    b.act().remove(b.piece("3_br_8"), "reason.eliminated")
    b.unit("3_br_9", TARGET).active("3_br_9").run(Movement())
    assert not any("3_br_8" in choice for choice in b.choices())
    assert b.refuses("recover 3_br_8 yes").rule.startswith("J6 ")
    assert not is_reduced(b.pos, b.piece("3_br_9"))


def test_isolated_units_use_no_strategic_movement() -> None:
    """22.26"""
    b = position("campaign", turn=5).unit("21pz_125", "E1436").unit("21pz_22", "E1437", isolated=True)
    assert bar(b.pos, b.piece("21pz_125")) is None or "isolated" not in str(bar(b.pos, b.piece("21pz_125")))
    why = bar(b.pos, b.piece("21pz_22"))
    assert why is not None
    assert "isolated" in why[1]


# ---------------------------------------------------------------------- combat DRM of every kind in one fight
def test_every_drm_of_a_fight_cites_its_own_rule() -> None:
    """12.5"""
    b = field().unit("3_br_8", "E2136", disorder=1).unit("3_br_9", "E2236").unit("i_br_79", "E2236")
    b.unit("16lw_32", TARGET).unit("3_br_hq", "E2336").active("3_br_8", "3_br_9", "i_br_79", "3_br_hq")
    outcome = combat(b, TARGET, "3_br_8", "3_br_9", attack_artillery="3_br_hq:2", mode="probe", die=5)
    cited = {key: outcome.rule_of(key) for key in outcome.lines() if key.startswith("drm.")}
    assert cited["drm.cohesion"] == "12.52"
    assert cited["drm.probe"] == "12.54"
    assert cited["drm.attacker_disordered"] == "12.57"
    assert cited["drm.artillery"] in ("16.3", "16.32")


# ---------------------------------------------------------------------- what a sample of changed places had left
def test_ships_in_support_of_a_fight_leave_the_track() -> None:
    """18.12, 18.31: as aircraft do (17.31)."""
    for line, track in (("ground_support 0 2", f.NAVAL), ("ground_support 1 0", f.AIR)):
        b = position(turn=3).units("E1837", "12ss_25", "12ss_26").unit("3_br_hq", "E2136").unit("3_br_8", "E1936")
        b.active("3_br_8").track("air", 3).track("naval", 3)
        units = (b.piece("3_br_8"),)
        target = b.hex("E1837")
        b.run(
            GroundSupportChoice(
                tuple(Fight(FIGHT_NORMAL, target, units, f.ALLIED, defenders=b.pos.units(target))), 4, 4
            )
        )
        before = b.state.track(track)
        b.play(line)
        assert b.state.track(track) == before - int(line.split()[1]) - int(line.split()[2])


def test_a_corps_attaches_nobody() -> None:
    """6.13a: only a division does, with its HQ on the map."""
    b = position("st_lo")
    name, corps = next(
        (name, number)
        for name, number in b.game.formation_number.items()
        if b.game.formation_kind(number) == "corps" and b.game.formation_hq.get(number, -1) >= 0
    )
    b.unit(b.game.piece(b.game.formation_hq[corps]), "E1313").unit("det_1", "E1312")
    assert b.pos.hq_of(corps) >= 0, name
    why = may_attach(b.pos, corps, b.piece("det_1"))
    assert why == ("6.13", "only a division with its HQ on the map may attach units")
