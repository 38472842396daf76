"""A Time for Trumpets: what `explain` says of combats, artillery, demolitions, overruns, air combats, command and
supply: of positions that are played on by a decision, and of a game of two bots."""

from __future__ import annotations

import re

import pytest

from hexledger.engine.games.time_for_trumpets.rules import demolition
from hexledger.engine.games.time_for_trumpets.rules.combat import Combat
from hexledger.engine.games.time_for_trumpets.rules.command import MutualCommand
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.strafing import MeetStrafers
from hexledger.engine.games.time_for_trumpets.rules.supply import MutualSupply
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.events import model as ev
from tests.time_for_trumpets import builder
from tests.time_for_trumpets.builder import position
from tests.time_for_trumpets.told import Told


@pytest.fixture(autouse=True)
def remembering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions of this file remember what happened in them."""
    monkeypatch.setattr(builder, "Built", Told)


def missing(text: str, *wanted: str) -> list[str]:
    """What of the wanted is in no line."""
    return [one for one in wanted if one not in text]


# ---------------------------------------------------------------------- combats
def attack(target: str = "us_99_393_i", *dice: int) -> Told:
    """Two battalions of the 12th VG Division with guns, from two hexes, against an American unit with guns."""
    b = position(dice=dice).unit(target, "6020").unit("us_99id_hq", "6220", mode=1).unit("us_99_370_fa", "6219", mode=1)
    b.unit("12_48_i", "6021").unit("12_48_ii", "5920").unit("12vg_hq", "6123", mode=1)
    b.unit("12vg_fa_i", "6022", mode=1).unit("12vg_fa_ii", "6022", mode=1)
    b.corps("i_ss_hq", "combat").run(Combat(w.GERMAN)).play("attack 12_48_i,12_48_ii 6020")
    assert isinstance(b, Told)
    return b


def test_a_ground_combat_is_told_from_the_guns_to_the_cell() -> None:
    """TFT 46.5, 47.8, 49.0, 51.3, 52.0."""
    b = attack("us_99_393_i", 3, 4)
    b.play("support 12vg_fa_i,12vg_fa_ii")
    text = b.told("support us_99_370_fa")
    lines = (
        "artillery of the attack, 6020 [TFT 46.5",
        "artillery of the defence, 6020 [TFT 47.8",
        "99/370 FA 3 [TFT 47.8",
        "attack from several hexes -1 [TFT 47.8",
        "12/48/I 3 [TFT 51.1",
        "column of the odds, 6020 [TFT 51.3",
        "effectiveness, 6020 [TFT 51.3",
        "ground combat, 6020: d6 = 3",
        "combat roll, 6020",
        "Combat Results Table",
    )
    assert missing(text, *lines) == [], text
    read = re.search(r"Combat Results Table (\d+:\d+), row", text)
    assert read and f"total {read[1]}" in text, "the column by its name, as the table is read by it"
    total = sum(b.pos.game.arms.gun[b.piece(gun)].cf for gun in ("12vg_fa_i", "12vg_fa_ii"))
    ground = b.pos.terrain(b.hex("6020"))
    whole = b.pos.game.combat.fa_attack[ground] == 4
    assert whole == (f"total {total}" in text) and whole != ("ground of the target" in text), text


def test_the_ground_of_the_target_takes_from_the_artillery() -> None:
    """TFT 46.5, 49.0: into a town half."""
    town = min(builder.game().ground.towns)
    near = builder.game().ground.near[town][0]
    b = position(dice=(3, 4)).unit("us_99_393_i", "6020")
    place, beside = b.pos.label(town), b.pos.label(near)
    b = position(dice=(3, 4)).unit("us_99_393_i", place).unit("12_48_i", beside).unit("12vg_hq", beside, mode=1)
    gun = b.pos.label(next(p for p in b.game.board.within(town, 3) if b.game.board.distance(p, town) == 3))
    b.unit("12vg_fa_i", gun, mode=1).corps("i_ss_hq", "combat").run(Combat(w.GERMAN))
    b.play(f"attack 12_48_i {place}")
    text = b.told("support 12vg_fa_i")  # type: ignore[attr-defined]
    assert missing(text, "artillery of the attack", "ground of the target -1 [TFT 49.0", "town 5 [TFT 49.0") == [], text


def panthers(*dice: int) -> str:
    """Panthers and grenadiers against American tank destroyers: the explanation."""
    b = position(dice=dice).option("afv_combat").unit("us_9_811_td", "6020")
    units = ("12ss_panther_1", "12ss_26_iii", "12ss_26_i", "12ss_26_ii", "12ss_panther_2", "12ss_pziv_1")
    b.units("6021", *units).unit("12ssd_hq", "6123", mode=1).corps("i_ss_hq", "combat").run(Combat(w.GERMAN))
    return b.told(f"attack {','.join(units)} 6020")  # type: ignore[attr-defined, no-any-return]


def test_an_afv_combat_tells_the_two_hits() -> None:
    """TFT 53.1: Panthers hit an Allied AFV twice."""
    text = next(found for total in range(2, 13) if "AFV first" in (found := panthers(total // 2, total - total // 2)))
    assert text.count("9/811 TD loses 1 step") + text.count("9/811 TD is removed") == 2, text
    assert missing(text, "[TFT 53.1", "column of the odds", "Combat Results Table") == [], text


# ---------------------------------------------------------------------- demolition, overrun, air
@pytest.mark.parametrize(("die", "said"), [(1, "bridge blown"), (6, "bridge stands")])
def test_a_demolition_tells_its_modifiers_and_whether_the_bridge_stands(die: int, said: str) -> None:
    """TFT 22.1, 22.3."""
    b = position(turn="18MO")
    key = next(k for k in sorted(b.game.ground.bridges) if b.game.ground.water[k] == "river")
    one, other = (b.pos.label(place) for place in divmod(key, b.game.ground.n))
    b = position(turn="18MO", dice=(die,)).unit("us_1a_291_ce", one).unit("us_1a_hq", one, mode=1)
    b.unit("kgp_1_panther", other).corps("i_ss_hq").run(demolition.BlowBridge(w.ALLIED, *divmod(key, b.game.ground.n)))
    text = b.told("blow us_1a_291_ce")  # type: ignore[attr-defined]
    wanted = (f"dice {die} [TFT 22.1", "no preparation 2 [TFT 22.3", "heavy AFV beside the bridge 1 [TFT 22.1", said)
    assert missing(text, *wanted) == [], text


def test_an_overrun_tells_each_unit_and_ten_times_the_defence() -> None:
    """TFT 35.1, 35.3."""
    b = position(turn="18MO").sky("clear").unit("us_99_370_fa", "8510").corps("i_ss_hq")
    b.unit("kgp_1_panther", "8511").unit("kgp_2_iii", "8511").run(Movement(w.GERMAN))
    text = b.told("overrun kgp_1_panther,kgp_2_iii 8510")  # type: ignore[attr-defined]
    tank = b.pos.cf(b.piece("kgp_1_panther")).attack
    wanted = (
        f"{b.pos.name(b.piece('kgp_1_panther'))} {tank} [TFT 35.3",
        "against",
        "ten times the CF of the defenders 10 [TFT 35.1",
    )
    assert missing(text, *wanted) == [], text


def test_an_air_combat_tells_both_shots_with_both_dice_and_factors() -> None:
    """TFT 5.7.4: red die and attack factor against white die and defence factor."""
    b = position(turn="23MO", dice=(2, 4, 6, 2)).option("interception")
    b.unit("xlvii_hq", "7443").unit("us_viii_corps_hq", "5643")
    for plane, hq in (("air_b26g_1", "us_viii_corps_hq"), ("air_me262a_1", "xlvii_hq")):
        b.unit(plane, b.on(hq)).act().emit(ev.Attached(b.piece(plane), b.piece(hq) + 1))
    b.flag("air_b26g_1", "strafes", b.hex("7444") + 1).marker("strafe_allied", "7444").run(MeetStrafers(0, ()))
    text = b.told("intercept air_me262a_1 air_b26g_1")  # type: ignore[attr-defined]
    wanted = (
        "red die 2 [TFT 5.7.4",
        "attack factor 6 [TFT 5.7.4",
        "against",
        "white die 4",
        "defence factor",
        "8 against",
    )
    assert missing(text, *wanted, "result 8 against 7: +1", "result 9 against 9: +0") == [], text


# ---------------------------------------------------------------------- command and supply
def test_command_and_supply_are_told_with_the_path_and_the_rule() -> None:
    """TFT 7.9, 7.10, 9.6, 9.7: each verdict names what was traced, and what was not found."""
    b = position(turn="19PD").unit("us_1a_hq", "5601", mode=1).unit("us_viii_corps_hq", "5645", mode=1)
    b.unit("us_28id_hq", "5745", mode=1).unit("us_28_103_ce", "5846").unit("us_28_630_td", "8902")
    b.unit("5pza_hq", "8540", mode=1)
    assert isinstance(b, Told)
    command, supply = b.ran(MutualCommand()), b.ran(MutualSupply())
    hq, outside = (b.pos.name(b.piece(unit)) for unit in ("us_28id_hq", "us_28_630_td"))
    found = (f"{outside}, command: out of", f"{hq}, command: in command by 5645-5745 [TFT 7.9", "[TFT 7.10")
    assert missing(command, *found) == [], command
    assert missing(supply, f"{outside}: out of supply", "supply: in supply by ", "[TFT 9.6") == [], supply
