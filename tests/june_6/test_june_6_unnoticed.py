"""Places that could be changed without any test noticing, found by changing them (`make mutate-sample`)."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.arrivals import may_hold
from hexledger.engine.games.june_6.rules.activation import course
from hexledger.engine.games.june_6.rules.chits import CONTACT, TURN
from hexledger.engine.games.june_6.rules.me_phase import DrawAm
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.tables import flags as f
from tests.june_6.builder import position
from tests.june_6.chits import drawn, opens_paper, shows
from tests.june_6.schedule import notes
from tests.june_6.test_chits import FORWARD, twelve_ss
from tests.june_6.test_special_conditions import JULY_1


def test_better_air_coordination_adds_to_the_markers_that_are_left() -> None:
    """PB 1.42, PB 2.84: four more than there are."""
    b = shows(drawn(3, 4).track("air", 6), f.ALLIED, TURN, 3)
    assert b.state.track(f.AIR) == 10


def test_germans_leave_the_area_by_the_south_and_not_by_the_edge_of_the_allies() -> None:
    """PB 6.103, R-84."""
    b = position("epsom_and_caen", turn=JULY_1).unit("9ss_hq", "E2030", leaving=True).active("9ss_hq").run(*course())
    assert b.refuses("leave 9ss_hq").rule == "J6 R-84"


def test_parachutists_on_12ss_go_to_the_one_hex_that_is_free_and_are_lost_without_one() -> None:
    """PB 2.84c.1."""
    free = [place for place in _around("E2233") if place not in FORWARD]
    holders = ("g716_736", "g716_726", "g716_642", "g716_441", "g352_914", "g352_915")
    for at in (free[0], ""):
        b = twelve_ss(*FORWARD).unit("6_abn_3para", "E2233")
        for place, unit in zip((place for place in free if place != at), holders, strict=False):
            b.unit(unit, place)
        shows(b, f.GERMAN, CONTACT, 1)
        opens_paper(b)
        assert b.gone("6_abn_3para") if not at else (b.at("6_abn_3para"), b.is_reduced("6_abn_3para")) == (at, True)


def _around(label: str) -> list[str]:
    board = position().game.board
    return [board.labels[place] for place in board.neighbours[board.index[label]]]


def test_no_crossing_is_listed_where_enemies_hold_every_hex_beyond_the_river() -> None:
    """20.21: nobody crosses onto enemies."""
    b = position().unit("3_br_hq", "E1937").unit("3_br_8", "E1838").unit("21pz_125", "E1839").unit("21pz_192", "E1738")
    b.active("3_br_hq", "3_br_8").run(Movement())
    assert not any(line.startswith("assist") for line in b.choices())


def test_an_ops_marker_activates_no_hq_that_an_am_has_activated_a_fourth_time() -> None:
    """7.24e, R-111: three times at most, and four are more than three."""
    b = position("st_lo", seed="idle").unit("lxxxiv_hq", "E1608").unit("2pz_38", "E1507")
    b.act().flag(b.piece("lxxxiv_hq"), f.ACTIVATIONS, 4)
    b.pool("ops.german").draws("ops.german").run(DrawAm())
    assert "note.ops_idle" in notes(b)


def test_a_group_that_could_enter_nowhere_else_is_not_held_back() -> None:
    """10.36: the area of Saint-Lo has one entry."""
    b = position("st_lo", turn=2)
    arrival = next(one for one in b.pos.scenario.arrivals if one.release > 0)
    assert not may_hold(b.pos, arrival)
    far = position("campaign", turn=2)
    assert may_hold(far.pos, next(one for one in far.pos.scenario.arrivals if one.release > 0))
