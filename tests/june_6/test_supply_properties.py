"""LOCs against an independent search: the shared line tracer, hex by hex, with the words of 5.31 and 5.32."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexledger.engine.games.june_6.questions import supply
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from tests.june_6.builder import Built, position
from tests.legs import Leg, Line, trace_line

GERMANS = ("21pz_125", "12ss_25", "12ss_26", "i_ss_nw", "21pz_pzjg", "det_1", "16lw_32")
ALLIES = ("3_br_8", "3_br_9", "3_cdn_7", "3_br_27", "i_br_79", "3_br_hq", "i_br_hq")
BRIDGES = (("E1436", "E1437"), ("E1737", "E1738"), ("E1738", "E1838"), ("E2240", "E2241"), ("E2241", "E2242"))


def traced(pos: June6Position, piece: int) -> Line | None:
    """The reference: a line of two hexes off road and then road, each step asked for by itself."""
    side, board, chart = pos.side(piece), pos.board, pos.game.terrain
    ends = supply.sources(pos, piece)

    def is_open(place: int) -> bool:
        holder = pos.side_at(place)
        if place not in pos.scenario.loc_area[side] or holder == 3 - side:
            return False
        return holder == side or not pos.in_ezoc(place, side)

    def off_road(a: int, b: int) -> bool:
        if not is_open(b) or pos.needs_bridge(a, b):
            return False
        if pos.road(a, b) is not None:
            return True
        kinds = [kind for kind in board.hexsides(a, b) if kind not in chart.great]
        return chart.hex_cost[board.terrain[b]][0] is not None and all(chart.side_cost[k][0] is not None for k in kinds)

    def along_road(a: int, b: int) -> bool:
        if pos.road(a, b) is not None:
            return is_open(b)
        has_road = any(board.road(a, there) is not None for there in board.neighbours[a])
        return side == f.ALLIED and b in ends and is_open(b) and has_road and not pos.needs_bridge(a, b)

    return trace_line(board, pos.at(piece), ends.__contains__, (Leg(off_road, 2), Leg(along_road)))


def same_verdicts(b: Built) -> int:
    """Compare every unit; returns how many have a LOC."""
    pos = b.pos
    supplied = 0
    for piece in sorted(b.state.at):
        expected, path = traced(pos, piece), supply.loc(pos, piece)
        name = f"{b.game.piece(piece)} at {b.game.place(b.state.at[piece])}"
        if pos.on_map(piece):
            assert supply.locs(pos, pos.side(piece)).units[piece].path == path, name
        if expected is None:
            assert path is None, name
            continue
        supplied += 1
        assert path is not None and len(path) == len(expected.path), name
        assert path[0] == pos.at(piece) and path[-1] in supply.sources(pos, piece), name
        assert all(there in pos.board.neighbours[here] for here, there in pairwise(path)), name
    return supplied


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.data())
def test_the_loc_of_any_unit_is_as_short_as_the_independent_search_says(data: st.DataObject) -> None:
    scenario = data.draw(st.sampled_from(["push_to_caen", "campaign"]))
    b = position(scenario, open_area=scenario == "campaign")
    hexes = [b.game.place(place) for place in sorted(b.pos.board.in_area("scenario_push_to_caen"))]
    taken: dict[str, str] = {}
    for side, units in (("german", GERMANS), ("allied", ALLIES)):
        for unit in units:
            label = data.draw(st.sampled_from(hexes))
            if taken.setdefault(label, side) == side:
                b.unit(unit, label)
    for bridge in data.draw(st.lists(st.sampled_from(BRIDGES), unique=True)):
        b.marker("blown", *bridge)
    same_verdicts(b)


@pytest.mark.parametrize("scenario", ["push_to_caen", "campaign"])
def test_every_hex_of_the_board_has_the_loc_that_the_independent_search_finds(scenario: str) -> None:
    b = position(scenario, open_area=scenario == "campaign")
    land = [place for place in range(b.pos.board.n_hexes) if b.pos.board.terrain[place] != "sea"]
    supplied = 0
    for place in land[:: 17 if scenario == "campaign" else 29]:
        one = position(scenario, open_area=scenario == "campaign")
        one.unit("21pz_125", b.game.place(place))
        supplied += same_verdicts(one)
    assert supplied > 10


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.data())
def test_a_road_net_that_is_kept_is_what_a_search_finds_past_what_is_closed_now(data: st.DataObject) -> None:
    b = position("campaign")
    game, number = b.game, b.pos.scenario_number
    side = data.draw(st.sampled_from([f.GERMAN, f.ALLIED]))
    ends = supply.sources(b.pos, b.piece("21pz_125" if side == f.GERMAN else "3_br_8"))
    barred = supply._barred(b.pos)
    nets = supply.Nets(game, number, side, ends)
    reached = sorted(nets.past(frozenset(), barred).reached)
    closed: frozenset[int] = frozenset()
    for _ in range(12):
        closed ^= data.draw(st.frozensets(st.sampled_from(reached), max_size=3))
        kept, found = nets.past(closed, barred), supply._road_net(game, number, side, ends, closed, barred)
        assert (kept.hops, kept.onward) == (found.hops, found.onward)
        assert kept.stays(closed, barred) and nets.past(closed, barred) is kept


def test_a_hex_far_behind_the_enemy_closes_no_road_and_the_net_is_not_searched_again() -> None:
    b = position("campaign")
    ends = supply.sources(b.pos, b.piece("21pz_125"))
    nets = supply.Nets(b.game, b.pos.scenario_number, f.GERMAN, ends)
    barred = supply._barred(b.pos)
    whole = nets.past(frozenset(), barred)
    off_the_roads = frozenset(range(b.pos.board.n_hexes)) - whole.reached
    assert off_the_roads and nets.past(off_the_roads, barred) is whole
    assert nets.past(frozenset({min(whole.reached)}), barred) is not whole
