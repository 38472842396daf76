"""Cases on delay points and Detachments (19): one test a case, named by its id."""

from __future__ import annotations

import pytest

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.costs import allowance
from hexledger.engine.games.june_6.questions.detachments import free_counters
from hexledger.engine.games.june_6.questions.reach import reach
from hexledger.engine.games.june_6.rules.detachments import BreakDown, BreakDowns, check
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.tables import flags as f
from tests.june_6.builder import Built, position

DP = "E1432"
BESIDE = "E1431"


def breaking(unit: str, at: str = "E1313", *others: str) -> Built:
    hq = f"{unit.rpartition('_')[0]}_hq"
    b = position("st_lo").unit(unit, at).unit(hq, "E1312")
    for other in others:
        b.unit(other, at)
    return b.active(unit, hq).run(BreakDowns())


def test_J6_038_a_unit_of_strength_8_makes_four_detachments() -> None:
    b = breaking("3fj_5")
    assert b.refuses("break_down 3fj_5 yes E1313,E1313,E1314,E1314,E1413").rule == "J6 19.33c"
    b.play("break_down 3fj_5 yes E1313,E1313,E1314,E1314")
    assert b.gone("3fj_5")
    assert [b.at(f"det_{number}") for number in range(1, 5)] == ["E1313", "E1313", "E1314", "E1314"]
    assert all(b.has(f"det_{number}", "re") for number in range(1, 5))


def test_J6_114_three_detachments_of_915_regiment_stand_for_three_steps() -> None:
    b = breaking("g352_915")
    assert b.pos.steps(b.piece("g352_915")) == 2
    b.play("break_down g352_915 yes E1313,E1313,E1314")
    dets = [piece for piece in sorted(b.state.at) if b.game.counters[piece].pool == "det"]
    assert sum(b.pos.steps(piece) for piece in dets) == 3


def test_J6_421_there_are_six_detachments_and_an_eliminated_one_may_be_used_again() -> None:
    b = breaking("3fj_5")
    for number in range(1, 7):
        b.unit(f"det_{number}", "E1008")
    assert free_counters(b.pos) == ()
    seventh = b.decision("break_down 3fj_5 no E1313")
    assert isinstance(seventh, BreakDown)
    with pytest.raises(IllegalDecision, match=r"19\.35"):
        check(b.pos, seventh)
    b.act().remove(b.piece("det_4"), "reason.eliminated")
    b.run(BreakDowns()).play("break_down 3fj_5 no E1313")
    assert b.at("det_4") == "E1313"
    assert b.is_reduced("3fj_5")


# ---------------------------------------------------------------------- delay points
def advancing(unit: str, at: str, **marks: int) -> Built:
    return position(open_area=True).unit(unit, at, **marks).marker("delay_point", DP).active(unit)


def delay_point(b: Built) -> int:
    return b.state.marker(b.hex(DP), -1, f.DELAY_POINT)


def approach(b: Built, points_left: int) -> Built | None:
    """Move the unit next to the delay point so that exactly these half points are left to it; None without a way."""
    b.run(Movement())
    piece = b.pos.active_units()[0]
    near = [b.game.place(place) for place in b.pos.board.neighbours[b.hex(DP)]]
    ways, limit = reach(b.pos, piece), allowance(b.pos, piece)
    for choice in b.choices():
        end = choice.rpartition(" ")[2].rpartition(",")[2]
        if choice.startswith("move ") and end in near and limit - ways[b.hex(end)].cost == points_left:
            return b.play(choice)
    return None


def start_with(unit: str, points_left: int) -> Built:
    """A unit somewhere from where it can come next to the delay point with so many half points left."""
    probe = position(open_area=True)
    for place in sorted(probe.pos.board.within(probe.hex(DP), 4)):
        if probe.pos.board.distance(place, probe.hex(DP)) < 2 or probe.pos.board.terrain[place] == "sea":
            continue
        found = approach(advancing(unit, probe.game.place(place)), points_left)
        if found is not None:
            return found
    raise AssertionError("no hex to start from")


def test_J6_052_a_delay_point_is_removed_when_it_stops_a_unit_that_has_points_left() -> None:
    b = start_with("3_br_8", 2)
    assert delay_point(b) == 0
    assert "19.13" in b.rules()


def test_J6_053_a_delay_point_stays_when_the_unit_used_its_last_point_to_come_next_to_it() -> None:
    b = start_with("3_br_8", 0)
    assert delay_point(b) == 1


def test_J6_112_a_delay_point_that_is_gone_never_returns() -> None:
    b = start_with("3_br_8", 2)
    assert delay_point(b) == 0
    moves = [choice for choice in b.choices() if "delay" in choice]
    assert moves == [], "nothing puts one back"
    b = advancing("3_br_8", BESIDE).run(Movement()).play(f"move 3_br_8 {DP}")
    assert delay_point(b) == 0
    assert b.lines("reckon.move")["cost.delay_point"] == 4


def test_J6_412_a_unit_that_begins_next_to_a_delay_point_may_enter_it_whatever_it_costs() -> None:
    b = position("campaign", turn=3).unit("3_br_8", BESIDE).marker("delay_point", DP).active("3_br_8").run(Movement())
    poor = position("campaign", turn=3).unit("3_br_8", BESIDE, isolated=True).marker("delay_point", DP)
    poor.active("3_br_8").run(Movement())
    assert f"move 3_br_8 {DP}" in b.choices()
    assert f"move 3_br_8 {DP}" in poor.choices(), "MA 5 halved is 2, the hex costs 3"
    poor.play(f"move 3_br_8 {DP}")
    assert poor.at("3_br_8") == DP
    assert sum(poor.lines("reckon.move").values()) > 2 * 2
    without = position("campaign", turn=3).unit("3_br_8", BESIDE, isolated=True).marker("delay_point", DP)
    without.unit("g716_736", DP).active("3_br_8").run(Movement())
    assert without.refuses(f"move 3_br_8 {DP}").rule == "J6 8.14"
