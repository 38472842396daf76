"""Conformance cases of artillery, bombardment and ground combat (43-53), played through the combat segment."""

from __future__ import annotations

from itertools import combinations

from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.questions import fire
from hexledger.engine.games.time_for_trumpets.questions import modifiers as md
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.events import model as ev
from tests.conformance.time_for_trumpets import meyerode as my
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, carried, cfs, combat, drm, fight, results, settle


def reckoned(b: Built, kind: str) -> ev.Reckoned:
    """The last calculation of a kind in the last decision."""
    word = b.game.words[f"reckon.{kind}"]
    return [event for event in b.events if isinstance(event, ev.Reckoned) and event.kind == word][-1]


def line(b: Built, kind: str, label: str) -> int:
    """Value of a line of a calculation."""
    found = {b.game.word_key(number): value for number, value, _ in reckoned(b, kind).lines if number > 0}
    return found.get(f"line.{label}", 0)


# ---------------------------------------------------------------------- Meyerode (ex 8675-8736)
def test_TFT_090_the_adjacent_attackers_are_37_in_all() -> None:
    b = my.meyerode()
    assert cfs(b, battle(b, ",".join(my.ATTACKERS), "8123")) == (37, 9)


def test_nw_and_fa_at_a_broken_hex_are_halved_from_116_to_58() -> None:
    b = my.meyerode()
    guns = [b.piece(unit) for unit in my.GERMAN_GUNS]
    assert sum(b.game.arms.gun[gun].cf for gun in guns) == 116
    assert bt.guns_cf(b.pos, guns, b.hex("8123")) == 58


def test_TFT_092_two_nw_brigades_fire_together_when_two_divisions_of_i_ss_attack() -> None:
    b = my.meyerode()
    units = tuple(b.piece(unit) for unit in my.ATTACKERS)
    both = [b.piece(unit) for unit in (*my.NW9, *my.NW4)]
    assert fire.together(b.pos, both, units) is None
    alone = tuple(b.piece(unit) for unit in my.ATTACKERS[:5])
    why = fire.together(b.pos, both, alone)
    assert why is not None and why[0] == "45.4", "with one division only one brigade fires"


def test_TFT_093_defensive_fire_against_three_hexes_is_halved_from_24_to_12() -> None:
    b = my.fire(my.meyerode(5, 6, 6), my.GERMAN_GUNS)
    my.fire(b, (*my.FAG, "us_viii_275_afa"))
    assert line(b, "defence", "artillery") == 12


def test_TFT_094_a_coordinated_bombardment_with_a_7_shocks_the_defender() -> None:
    b = my.fire(my.meyerode(3, 3, 4, 6, 5), my.GERMAN_GUNS)
    b.play("pass")
    assert line(b, "attack", "artillery") == 58
    assert reckoned(b, "defence").total == 5, "9 halved, rounded up"
    assert line(b, "roll", "engineer_defence") == 0, "a shocked engineer helps no more"
    assert line(b, "roll", "shock") == -1 and line(b, "roll", "village") == 1
    lone = my.fire(my.meyerode(4, 6, 5), my.GERMAN_GUNS)
    lone.play("pass")
    assert line(lone, "attack", "artillery") == 58, "without coordination the CF is added all the same (48.2.1i)"
    assert reckoned(lone, "defence").total == 9


def test_meyerode_falls_at_four_to_one_with_minus_one_without_loss_to_the_attacker() -> None:
    for first, second in ((1, 1), (3, 4), (6, 6)):
        b = my.fire(my.meyerode(3, 3, 4, first, second), my.GERMAN_GUNS)
        my.fire(b, (*my.FAG, "us_viii_275_afa"))
        assert reckoned(b, "attack").total == 95 and reckoned(b, "defence").total == 17
        assert b.game.combat.crt.columns[reckoned(b, "odds").total] == "4:1", "5:1, one left for broken ground"
        assert reckoned(b, "roll").total == first + second - 1
        assert not {"attacker_step", "attacker_afv", "ae"} & set(results(b))
        assert any(code.startswith("dr") or code == "de" for code in results(b))


# ---------------------------------------------------------------------- Bastogne (ex 8741-8803)
def bastogne(*dice: int, defenders: tuple[str, ...] = ("us_101_502_i", "us_101_502_ii")) -> Built:
    """Two hexes of the 26VG attack 5644 with 20 CF; the 402nd FA Group can fire."""
    b = position(turn="21AF", dice=dice).option("bombardment_shock").option("leaders")
    b.units("5644", *defenders)
    b.units("5744", "26_77_i", "26_77_ii", "26_78_i").units("5643", "26_78_ii", "26_39_i", "26_39_ii")
    b.units("5941", "26vg_hq", "xlvii_hq", "5pza_hq").units("5344", "us_101ab_hq", "us_viii_corps_hq")
    b.unit("us_fag_402_hq", "5246").unit("leader_mcauliffe", "5644")
    for unit in my.FAG:
        b.unit(unit, "5245", mode=1)
        b.act().emit(ev.Attached(b.piece(unit), b.piece("us_fag_402_hq") + 1))
    b.act().emit(ev.Attached(b.piece("us_101ab_hq"), b.piece("us_viii_corps_hq") + 1))
    return b


ASSAULT = "26_77_i,26_77_ii,26_78_i,26_78_ii,26_39_i,26_39_ii"


def test_TFT_097_twenty_against_sixteen_is_one_to_one() -> None:
    b = bastogne(6, 6)
    combat(b, "xlvii_hq").play(f"attack {ASSAULT} 5644")
    b.play(f"support {','.join(my.FAG)}")
    assert line(b, "defence", "artillery") == 10, "20, halved since the attack comes from two hexes"
    chart = b.game.combat
    assert chart.crt.columns[chart.column(20, 6 + 10)] == "1:1"
    best = [chart.crt.at(chart.column(20, 16), total) for total in range(2, 13)]
    assert max(found.defender_retreat for found in best) == 1 and not any(found.eliminated == 2 for found in best)


def test_TFT_098_with_mcauliffes_order_a_dr1_costs_a_step_and_no_retreat() -> None:
    b = bastogne()
    found = battle(b, ASSAULT, "5644")
    carried(b, "xlvii_hq", found, "DR1").play("order_hold leader_mcauliffe")
    b.play("lose_step us_101_502_i")
    assert b.on("us_101_502_i") == b.on("us_101_502_ii") == "5644"
    assert b.pos.steps(b.piece("us_101_502_i")) == 1 and b.pos.steps(b.piece("us_101_502_ii")) == 2
    assert b.flagged("leader_mcauliffe", "spent") == 1


def test_eighty_five_cf_at_a_town_are_43_added_in_full_whatever_the_bombardment_does() -> None:
    b = position(turn="21AF").unit("us_101_502_i", "5645")
    guns = [
        piece for piece, c in enumerate(b.game.counters) if c.id.startswith(("lehr_fa", "15nw", "766_vak", "26vg_fa"))
    ]
    assert sum(b.game.arms.gun[gun].cf for gun in guns) == 85
    assert bt.guns_cf(b.pos, guns, b.hex("5645")) == 43
    chart = b.game.combat
    assert all(
        chart.shock_defender.at(chart.defender_column(43, "german"), total).quarters == 4 for total in range(2, 13)
    )


PANZER_GRENADIERS = ("lehr_901_i", "lehr_901_ii", "lehr_902_i")


def jagdpanthers(*dice: int) -> Built:
    """Jagdpanthers and infantry attack 5645; 52 CF of American artillery may answer by Time on Target."""
    b = position(turn="21AF", dice=dice).option("bombardment_shock")
    b.units("5645", "us_101_506_i", "us_101_506_ii").unit("lehr_559_jgpanther", "5546").units(
        "5746", *PANZER_GRENADIERS
    )
    b.units("5949", "lehr_hq", "xlvii_hq", "5pza_hq").units("5241", "us_101ab_hq", "us_viii_corps_hq", "us_fag_174_hq")
    viii = b.piece("us_viii_corps_hq") + 1
    b.act().emit(ev.Attached(b.piece("us_101ab_hq"), viii))
    b.unit("us_fag_402_hq", "5142").unit("us_fag_333_hq", "5143")
    fags = {b.piece(f"us_fag_{n}_hq") for n in ("174", "402", "333")}
    own = [piece for piece in b.game.arms.gun if b.game.roster.parent[piece] in fags]
    own += [b.piece("us_viii_58_afa"), b.piece("us_viii_422_fa")]
    for number, piece in enumerate(own):
        b.unit(b.game.counters[piece].id, ("5243", "5343", "5244", "5344")[number // 3], mode=1)
        if number > len(own) - 3:
            b.act().emit(ev.Attached(piece, viii))
    return b


def test_TFT_100_a_time_on_target_with_a_coordination_of_1_to_5_shocks_the_jagdpanthers_who_retreat_a_hex() -> None:
    for coordination, shocked in ((5, True), (6, False)):
        b = jagdpanthers(coordination, *((4, 5) if shocked else ()), 1, 1)
        combat(b, "xlvii_hq").play(f"attack lehr_559_jgpanther,{','.join(PANZER_GRENADIERS)} 5645")
        guns = [b.game.counters[gun].id for gun in b.game.arms.gun if b.pos.on_map(gun)]
        total = sum(b.game.arms.gun[b.piece(gun)].cf for gun in guns)
        assert total == 52
        b.play(f"time_on_target us_fag_174_hq {','.join(guns)} 5546")
        settle(b, until="retreat")
        while b.offer is not None and "retreat" in b.offer.kinds:
            settle(b.play(b.choices()[0]), until="retreat")
        assert bool(b.flagged("lehr_559_jgpanther", "shock")) is shocked
        assert not shocked or b.on("lehr_559_jgpanther") != "5546"
        assert b.flagged("us_fag_174_hq", "directed") == 1


# ---------------------------------------------------------------------- thresholds
def test_TFT_122_an_attack_with_a_unit_out_of_command_is_a_column_left() -> None:
    b = position().unit("us_99_393_i", "6020").unit("12_48_i", "6021", out_comm=1)
    found = battle(b, "12_48_i", "6020")
    shifts = {label: value for label, value, _ in md.shifts(b.pos, found)}
    assert shifts["line.attack_out_comm"] == -1 and "line.defence_out_comm" not in shifts


def test_TFT_121_no_shift_against_defenders_out_of_supply_in_a_strong_point_of_a_town() -> None:
    for works, shift in ((1, 0), (0, 1)):
        b = position().unit("us_99_393_i", "5644", oos=1).unit("12_48_i", "5743")
        if works:
            b.marker("strong_point", "5644")
        found = {label: value for label, value, _ in md.shifts(b.pos, battle(b, "12_48_i", "5644"))}
        assert found.get("line.defence_oos", 0) == shift


def test_TFT_124_nebelwerfer_never_defend() -> None:
    b = position().unit("12_48_i", "6020").unit("9nw_i", "6120", mode=1).unit("us_99_393_i", "5920")
    assert b.piece("9nw_i") not in fire.defence_guns(b.pos, b.hex("6020"))
    why = fire.unable(b.pos, b.piece("9nw_i"), defending=True)
    assert why is not None and why[0] == "43.1"


def test_TFT_125_field_artillery_with_an_enemy_beside_it_does_not_fire_and_nebelwerfer_do() -> None:
    b = position().unit("us_99_393_i", "6020").unit("12vg_fa_i", "6021", mode=1).unit("9nw_i", "6120", mode=1)
    why = fire.unable(b.pos, b.piece("12vg_fa_i"), defending=False)
    assert why is not None and why[0] == "43.4"
    assert fire.unable(b.pos, b.piece("9nw_i"), defending=False) is None
    free = position().unit("us_99_393_i", "6018").unit("12vg_fa_i", "6021", mode=1)
    assert fire.unable(free.pos, free.piece("12vg_fa_i"), defending=False) is None, "43.4c"


def german_defence(*dice: int) -> Built:
    """An American battalion attacks a German hex; 36 CF of German artillery can bombard it."""
    b = position(turn="18AF", dice=dice).option("bombardment_shock")
    b.unit("12_48_i", "8020").unit("us_99_393_i", "7920").unit("us_99id_hq", "7715").unit("us_v_corps_hq", "7615")
    b.units("8321", "12vg_hq", "i_ss_hq", "6pza_hq")
    for place, units in (("8222", my.VAK), ("8323", [f"12vg_fa_{n}" for n in ("i", "ii", "iii", "iv")])):
        for unit in units:
            b.unit(unit, place, mode=1)
    for unit in ("6pza_428_hvy", "6pza_1098_hvy"):
        b.unit(unit, "8322", mode=1)
    return combat(b, "us_v_corps_hq").play("attack us_99_393_i 8020")


def test_TFT_126_without_coordination_a_quarter_of_36_cf_is_added_to_the_defence() -> None:
    b = german_defence(5, 6, 6)
    able = [gun for gun in b.game.arms.gun if gun in fire.defence_guns(b.pos, b.hex("8020"))]
    sets = (those for size in range(len(able), 0, -1) for those in combinations(able, size))
    picked = next(those for those in sets if sum(b.game.arms.gun[gun].cf for gun in those) == 36)
    b.play(f"bombard {','.join(b.game.counters[gun].id for gun in picked)} 7920")
    assert line(b, "defence", "artillery") == 9
    assert not b.flagged("us_99_393_i", "shock")


def test_TFT_132_at_five_to_one_a_road_block_costs_its_only_defender_the_step_before_any_roll() -> None:
    b = position().unit("us_14_18_a_roth", "6020").marker("road_block", "6020")
    b.units("6021", "12_48_i", "12_48_ii", "12_27f_i").unit("i_ss_hq", "6522")
    fight(b, "i_ss_hq", "attack 12_48_i,12_48_ii,12_27f_i 6020")
    assert b.on("us_14_18_a_roth") == "-"
    assert not any(isinstance(event, ev.Rolled) for event in b.events)


def test_TFT_113_trapped_exhausted_defenders_of_a_counterattack_result_are_eliminated() -> None:
    from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import PlayerEnd

    for exhausted in (True, False):
        b = position().unit("us_99_393_i", "6020").unit("us_99id_hq", "6220").unit("12_48_i", "6021")
        found = battle(b, "12_48_i", "6020")
        carried(b, "i_ss_hq", found, "CA")
        assert b.flagged("us_99_393_i", "counterattack") == b.hex("6020") + 1
        if exhausted:
            b.flag("us_99id_hq", "exhausted")
        b.run(PlayerEnd(w.ALLIED))
        assert (b.on("us_99_393_i") == "-") is exhausted


def test_TFT_012_a_company_in_its_fort_flips_for_good_and_retreats() -> None:
    b = position().unit("us_14_18_a_roth", "6020", fort_side=1).unit("12_48_i", "6021")
    carried(b, "i_ss_hq", battle(b, "12_48_i", "6020"), "DR1")
    settle(b)
    if b.on("us_14_18_a_roth") == "6020":
        b.play(b.choices()[0])
    assert b.on("us_14_18_a_roth") not in ("6020", "-") and not b.flagged("us_14_18_a_roth", "fort_side")
    lost = position().unit("us_14_18_a_roth", "6020", fort_side=1).unit("12_48_i", "6021")
    carried(lost, "i_ss_hq", battle(lost, "12_48_i", "6020"), "/1")
    settle(lost)
    assert lost.on("us_14_18_a_roth") == "-", "2.13f"


def test_TFT_089_petit_han_after_the_reaction_is_attacked_at_two_to_one_with_plus_one() -> None:
    b = position().option("leaders").unit("fe_pziv", "4322").unit("us_2_741_tk", "4321")
    tanks = battle(b, "us_2_741_tk", "4322")
    assert md.unsupported_tanks(b.pos, b.hex("4322")) and drm(b, tanks) - _er(b, tanks) == 1, "village"
    b.unit("fe_100_i", "4322")
    assert not md.unsupported_tanks(b.pos, b.hex("4322"))
    chart = b.game.combat
    assert chart.crt.columns[chart.column(37, 14)] == "2:1"
    assert chart.crt.columns[chart.shifted(chart.column(37, 8), 1)] == "5:1", "before it: one right for tanks alone"


def _er(b: Built, found: bt.Battle) -> int:
    return sum(value for label, value, _ in md.drms(b.pos, found) if label == "line.er")


def test_vg_divisions_of_one_corps_attack_a_hex_together() -> None:
    """TFT 6.1, TFT 51.1."""
    b = position(turn="18AF", dice=(6, 6)).unit("us_106_424_i", "8027").unit("lxvi_hq", "8530")
    b.unit("62_183_i", "8028").unit("18_293_i", "8127")
    combat(b, "lxvi_hq")
    assert b.refuses("attack 62_183_i 8030").rule == "TFT 51.1"
    together = cfs(b, battle(b, "62_183_i,18_293_i", "8027"))[0]
    b.play("attack 62_183_i,18_293_i 8027")
    assert reckoned(b, "attack").total == together > cfs(b, battle(b, "62_183_i", "8027"))[0]
