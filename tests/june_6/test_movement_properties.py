"""Properties of movement on random small positions: what is offered is legal and cheapest, and no rule is broken."""

from __future__ import annotations

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.costs import Mover, allowance, entry, ground, mover, walk
from hexledger.engine.games.june_6.questions.movement import overfull
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.reach import reach
from hexledger.engine.games.june_6.rules.movement import Move, StrategicMove
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel import deciding as kernel
from tests.june_6.builder import Built
from tests.june_6.in_turn import JULY, in_turn

GERMANS = ("21pz_125", "12ss_25", "12ss_12recon", "16lw_32", "21pz_200", "12ss_hq", "iii_flak_c", "det_1", "i_ss_hq")
ALLIES = ("3_br_8", "3_br_9", "3_br_27", "3_cdn_7", "3_br_hq", "i_br_79", "i_br_inns", "i_br_1ss", "3_br_185")
# The bend of the Orne at Caen and both its banks: roads, bridges, bocage, small rivers, city, and open ground.
HEXES = tuple(
    f"E{row}{column}"
    for row, west in ((15, 35), (16, 35), (17, 34), (18, 34), (19, 34))
    for column in range(west, 40)
    if f"{row}{column}" != "1538"
)
MARKS = ("", "", "", "disorder", "isolated", "entry", "moved", "pinned", "assisted")

units = st.tuples(st.sampled_from(HEXES), st.sampled_from(MARKS))
settled = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])


@st.composite
def positions(draw: st.DrawFn) -> Built:
    """Both sides in a few hexes, no stack over the limit; the German or the Allied side moves."""
    b = in_turn(JULY, weather=draw(st.sampled_from(["clear", "heavy_overcast"])))
    owner: dict[str, str] = {}
    for side, names in (("german", GERMANS), ("allied", ALLIES)):
        for unit in draw(st.lists(st.sampled_from(names), min_size=1, max_size=5, unique=True)):
            at, mark = draw(units)
            if owner.setdefault(at, side) == side and b.pos.fits(b.hex(at), (b.piece(unit),)):
                b.unit(unit, at, **({mark: 1} if mark else {}))
    if draw(st.booleans()):
        b.marker("blown", "E1738", "E1838")
    if draw(st.booleans()):
        b.marker("pontoon", "E1838", "E1839")
    side = draw(st.sampled_from([f.ALLIED, f.GERMAN]))
    mine = [b.game.piece(piece) for piece in b.pos.in_play(side)]
    assume(mine)
    return b.active(*mine).run(Movement())


@given(positions())
@settled
def test_every_offered_decision_is_legal_and_can_be_carried_out(b: Built) -> None:
    offered = b.choices()
    assert offered[-1] == "end_movement"
    b.check_choices()
    for line in offered[:: max(1, len(offered) // 12)]:
        one = Built(b.game)
        one.state = b.state.copy()
        one.dice(3)
        one.play(line)
        assert overfull(one.pos) < 0


@given(positions())
@settled
def test_no_offered_move_enters_an_enemy_hex_or_goes_on_from_an_enemy_zoc(b: Built) -> None:
    pos = b.pos
    for choice in kernel.choices(b.game, b.state):
        if not isinstance(choice, (Move, StrategicMove)):
            continue
        side = pos.side(choice.unit)
        zone = pos.zoc(3 - side)
        assert all(pos.side_at(place) != 3 - side for place in choice.path)
        assert all(place not in zone for place in choice.path[:-1]), "11.12"
        if choice.path[-1] in zone:
            assert isinstance(choice, Move), "11.15"
            assert not pos.flag(choice.unit, f.DISORDER), "13.12a"
            assert not pos.flag(choice.unit, f.ISOLATED), "22.24"
            foot = not pos.motorized(choice.unit)
            assert not (foot and len(choice.path) == 1 and pos.at(choice.unit) in zone), "11.13a"
            if not pos.is_combat(choice.unit):
                assert any(pos.is_combat(piece) for piece in pos.units(choice.path[-1])), "11.14"


@given(positions())
@settled
def test_the_zoc_of_one_hex_agrees_with_the_map_of_zocs(b: Built) -> None:
    pos = b.pos
    for side in (f.ALLIED, f.GERMAN):
        zone = pos.zoc(3 - side)
        assert [place for place in range(pos.board.n_hexes) if pos.in_ezoc(place, side)] == sorted(zone)


def _all_paths(pos: June6Position, piece: int, m: Mover, limit: int) -> dict[int, int]:
    """Least cost of every hex by trying every path: no sharing, nothing cut but what costs too much."""
    best: dict[int, int] = {}

    def go_on(path: tuple[int, ...]) -> None:
        here = path[-1] if path else pos.at(piece)
        for there in pos.board.neighbours[here]:
            longer = (*path, there)
            if there == pos.at(piece) or there in path:
                continue
            try:
                cost = sum(line[1] for line in walk(pos, m, longer))
            except IllegalDecision:
                continue
            if cost <= limit:
                best[there] = min(cost, best.get(there, cost))
                go_on(longer)

    go_on(())
    return best


@given(positions(), st.data())
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_the_offered_cost_is_the_least_of_all_paths(b: Built, data: st.DataObject) -> None:
    pos = b.pos
    piece = data.draw(st.sampled_from(pos.active_units()))
    found = reach(pos, piece)
    limit = min(allowance(pos, piece), 8)
    tried = _all_paths(pos, piece, mover(pos, piece), limit)
    paid = entry(pos, mover(pos, piece), pos.at(piece)) if pos.flag(piece, f.ENTRY) else None
    before = sum(line[1] for line in paid.lines) if paid else 0
    listed = {place: way.cost + before for place, way in found.items() if way.cost + before <= limit}
    assert listed == tried
    for way in found.values():
        assert sum(line[1] for line in walk(pos, mover(pos, piece), way.path)) == way.cost + before


@given(positions())
@settled
def test_a_step_is_possible_exactly_where_terrain_lets_the_unit_pass(b: Built) -> None:
    pos = b.pos
    for piece in pos.active_units():
        m = mover(pos, piece)
        for place in pos.scenario.area:
            for there in pos.board.neighbours[place]:
                if pos.units(there) or (m.hq_hex >= 0 and pos.needs_bridge(place, there)):
                    continue
                assert (ground(pos, m, place, there) is not None) == pos.can_pass(piece, place, there)
