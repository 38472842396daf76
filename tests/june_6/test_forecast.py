"""What a position in which the last turn of Push to Caen begins is said to be worth."""

from __future__ import annotations

from hexledger.engine.games.june_6.advisor import forecast
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.stances import WON
from tests.june_6 import forecast_games
from tests.june_6.builder import Built, position

LAST = 3
"""The last turn of Push to Caen."""


def held() -> Built:
    """Germans in two hexes of the town, a brigade in the third."""
    b = position(turn=LAST).unit("12ss_25", "E1837").unit("12ss_pzjg", "E1837").unit("21pz_hq", "E1838")
    return b.unit("3_br_8", "E1737").unit("3_br_9", "E1936", disorder=1)


def test_each_count_is_what_stands_on_the_map() -> None:
    found = forecast.counts(held().pos)
    assert {name: found[name] for name in found if name.startswith("town:")} == {
        "town:all": 0,
        "town:held": 2,
        "town:fighting": 1,
        "town:weakest": 0,
        "town:middle": 0,
        "town:free": 0,
        "town:allied": 1,
    }
    pos = held().pos
    strength = {unit: pos.face(held().piece(unit)).cs for unit in ("12ss_25", "3_br_8", "3_br_9")}
    assert {name: found[name] for name in found if name.endswith("E1837") and "near" not in name} == {
        "held:E1837": 1,
        "units:E1837": 2,
        "fighting:E1837": 1,
        "cs:E1837": strength["12ss_25"],
        "cohesion:E1837": pos.cohesion(held().piece("12ss_25")),
        "allied:E1837": 0,
    }
    assert (found["held:E1738"], found["units:E1738"], found["allied:E1737"]) == (0, 0, 1)
    assert found["near:german:1:E1837"] == found["near:german:1:E1737"] == 2 * strength["12ss_25"]
    assert found["near:allied:1:E1837"] == 2 * strength["3_br_8"] + strength["3_br_9"], "the disordered one counts half"
    assert found["near:allied:1:E1737"] == 2 * strength["3_br_8"] < found["near:allied:2:E1737"]
    assert (found["steps:german"], found["steps:allied"]) == (4, 4)


def test_the_whole_town_is_told_from_parts_of_it() -> None:
    whole = forecast.counts(held().unit("12ss_26", "E1738").pos)
    assert (whole["town:held"], whole["town:allied"]) == (2, 1), "south of the Orne nothing is asked for"
    b = position(turn=LAST).unit("12ss_25", "E1837").unit("21pz_hq", "E1838").unit("12ss_26", "E1737")
    whole = forecast.counts(b.pos)
    assert (whole["town:all"], whole["town:held"], whole["town:fighting"], whole["town:free"]) == (1, 3, 2, 1)
    assert whole["town:weakest"] == 0 < whole["town:middle"]


def test_a_forecast_is_the_weighed_sum_within_bounds() -> None:
    b = held()
    weights, found = forecast._weights(b.game, "push_to_caen", f.GERMAN), forecast.counts(b.pos)
    total = sum(weight * found[name] for name, weight in weights.items())
    assert b.game.forecast(b.state, f.GERMAN) == total and 0 < total < WON
    lost = position(turn=LAST)
    for hex_id in ("E1737", "E1837", "E1838", "E1738"):
        lost.unit({"E1737": "3_br_8", "E1837": "3_br_9", "E1838": "3_br_185", "E1738": "3_br_27"}[hex_id], hex_id)
    assert lost.game.forecast(lost.state, f.GERMAN) == 0
    full = held()
    for number in range(9):
        full.unit(("12ss_26", "12ss_12pz", "1ss_2", "16lw_32", "21pz_125", "i_ss_101")[number % 6], "E1837")
    assert 0 <= full.game.forecast(full.state, f.GERMAN) <= WON


def test_more_germans_in_the_town_are_worth_more_to_them_and_less_to_the_allies() -> None:
    worth: list[int] = []
    allied: list[int] = []
    b = position(turn=LAST).unit("3_br_8", "E1936").unit("3_br_9", "E1937")
    for unit, place in (("12ss_25", "E1837"), ("12ss_26", "E1838"), ("21pz_125", "E1737")):
        b.unit(unit, place)
        worth.append(b.game.forecast(b.state, f.GERMAN))
        allied.append(b.game.forecast(b.state, f.ALLIED))
    assert worth == sorted(set(worth)) and allied == sorted(set(allied), reverse=True)


def test_every_weight_is_of_a_count_and_only_one_scenario_has_any() -> None:
    game, known = position().game, set(forecast.counts(position(turn=LAST).pos))
    for side in (f.ALLIED, f.GERMAN):
        assert {"base"} < set(forecast._weights(game, "push_to_caen", side)) <= known
    other = position("st_lo")
    assert all(other.game.forecast(other.state, side) is None for side in (f.ALLIED, f.GERMAN))


def test_the_games_from_which_weights_are_fitted_tell_counts_and_result() -> None:
    rows = list(forecast_games.games("push_to_caen", f.GERMAN, range(1000, 1003)))
    assert len(rows) == 3 and all({*row} == {*forecast.counts(held().pos), "result"} for row in rows)
    assert [2 * row["result"] for row in rows] == [1, 0, 2], "a draw, lost, won"
    assert [row["town:held"] for row in rows] == [1, 3, 3]
