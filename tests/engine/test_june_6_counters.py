"""The June 6 counters and scenarios hold every value and list that the rulebook states."""

import pytest

from hexledger.engine.editions.edition import EditionError, open_edition

EDITION = open_edition("june_6")


def printed(counter, reduced=False):
    face = EDITION.counter(counter).face(reduced)
    return face.cs, face.cohesion, face.ma


@pytest.mark.parametrize(
    ("counter", "values"),
    [
        ("4_us_8", (8, 5, 6)),
        ("3fj_5", (8, 7, 4)),
        ("g709_919", (6, 3, 4)),
        ("4_us_70", (1, 6, 9)),
        ("17ss_17", (3, 5, 5)),
        ("sp_1", (2, 3, 4)),
        ("det_6", (2, 4, 4)),
    ],
)
def test_printed_values_quoted_in_the_rules(counter, values):
    """QA-RES-4, QA-UNIT-4, PB 2.72, J6 19.2, 19.3, ERR."""
    assert printed(counter) == values


def test_other_values_quoted_in_the_rules():
    assert printed("1_us_18")[:2] == (6, 6), "QA-RES-4"
    assert printed("g352_915")[0] == 6, "QA-UNIT-8"
    assert printed("lxxxiv_30", reduced=True) == (4, 2, 4), "ERR"
    assert EDITION.counter("lxxxiv_30").back.bicycle, "ERR"
    assert EDITION.counter("3fj_5").back.cohesion == 8, "QA-UNIT-4"
    assert EDITION.counter("i_ss_nw").front.artillery == 0, "a Nebelwerfer has no artillery points"
    assert EDITION.counter("iii_flak_hq").front.artillery == 0, "ERR"
    assert EDITION.counter("12ss_12recon").front.armor > 0 == EDITION.counter("12ss_12recon").front.at, "QA-UNIT-1"
    assert EDITION.counter("12ss_12recon").back.at > 0 == EDITION.counter("12ss_12recon").back.armor, "QA-UNIT-1"
    assert EDITION.counter("g91_1_6fj").steps == 1 and printed("g91_1_6fj")[0] == 4, "ERR"


def test_strongpoints_and_detachments_come_in_the_numbers_of_the_rules():
    """J6 19.2, 19.3: each has one step and a ZOC; a strongpoint only defends."""
    assert EDITION.pools == {
        "sp": tuple(f"sp_{n}" for n in range(1, 9)),
        "det": tuple(f"det_{n}" for n in range(1, 7)),
    }
    for counter in (*EDITION.pools["sp"], *EDITION.pools["det"]):
        unit = EDITION.counter(counter)
        assert unit.steps == 1 and unit.zoc and unit.back is None
        assert unit.front.cs_defence_only == (unit.pool == "sp")


def test_headquarters_and_support_units_have_no_zoc_and_corps_headquarters_turn_to_fired():
    headquarters = [counter for counter in EDITION.counters if counter.type == "hq"]
    assert len(headquarters) > 50
    assert [hq.id for hq in headquarters if hq.zoc] == []
    corps = [hq for hq in headquarters if hq.has("hq_corps")]
    assert corps and all(hq.fired_back and hq.back is None and hq.steps == 1 for hq in corps), "QA-UNIT-3"
    assert [c.id for c in EDITION.counters if c.fired_back and not c.has("hq_corps")] == []
    assert [c.id for c in EDITION.counters if c.has("support") and c.zoc] == []
    assert [c.id for c in EDITION.counters if c.has("combat") == c.has("support")] == []


def test_two_step_units_have_a_weaker_or_equal_back():
    two = [counter for counter in EDITION.counters if counter.steps == 2]
    assert len(two) > 100 and all(counter.back is not None for counter in two)
    assert [c.id for c in two if c.back.cs > c.front.cs] == []


@pytest.mark.parametrize(
    ("formation", "number"),
    [("cher", 11), ("12ss", 7), ("4_us", 5), ("9_us", 5), ("79_us", 4), ("vii_us", 4), ("g711", 4), ("1_us", 6),
     ("3_cdn", 5), ("3_br", 5), ("49_br", 5), ("15_br", 4), ("43_br", 4), ("11_br", 4), ("2_us", 5)],
)  # fmt: skip
def test_formations_have_the_units_that_the_lists_count(formation, number):
    members = EDITION.formations[formation].members
    assert len(members) == number
    assert all(EDITION.counter(member).formation == formation for member in members)


def test_marker_numbers_of_the_text():
    count = {marker.id: marker.count for marker in EDITION.markers.values()}
    assert (count["dp"], count["air"], count["naval"]) == (10, 12, 6)
    assert (count["ops_allied"], count["ops_german"]) == (1, 2)


def test_push_to_caen_starts_as_the_playbook_lists_it():
    """PB 6.3, 6.4."""
    scenario = EDITION.scenario("push_to_caen")
    where = {}
    for entry in scenario.setup:
        where.setdefault(entry.at, []).append((entry.counter, entry.state))
    assert len(scenario.setup) == 34
    assert dict(where["E2138"]) == {"det_2": {}, "21pz_pzjg": {}, "21pz_125": {"reduced": True}}
    assert dict(where["E2137"]) == {"det_1": {}, "12ss_12pz": {"reduced": True}}
    assert dict(where["E1839"]) == {"21pz_hq": {"reduced": True}, "21pz_200": {"reduced": True}}
    assert dict(where["E2035"]) == {"iii_flak_c": {}, "12ss_25": {"reduced": True}}
    assert dict(where["E2033"]) == {"3_cdn_2": {}, "3_cdn_9": {}}
    assert dict(where["E2337"]) == {"3_br_27": {}, "3_br_185": {}}
    assert scenario.turns == ("1/2 July", "3/4 July", "5/6 July")
    assert [(a.counters, a.at, a.state) for a in scenario.reinforcements] == [
        (("16lw_32",), ("E1639",), {}),
        (("1ss_2",), ("E1639",), {"reduced": True}),
    ]


def test_push_to_caen_is_played_on_its_area_and_everything_starts_there():
    area = EDITION.playing_area("push_to_caen")
    assert area is not None and len(area) == 63 + 4
    starts = [EDITION.board.place(entry.at) for entry in EDITION.scenario("push_to_caen").setup]
    assert [EDITION.board.labels[p] for p in starts if p not in area] == []


def test_every_scenario_places_each_counter_once_and_only_on_land():
    for name in EDITION.scenarios:
        scenario = EDITION.scenario(name)
        counters = [entry.counter for entry in scenario.setup if not entry.marker]
        assert len(counters) == len(set(counters)) > 20, name
        hexes = [entry.at for entry in scenario.setup if EDITION.board.is_hex(EDITION.board.index.get(entry.at, 9**9))]
        assert [at for at in hexes if EDITION.board.terrain[EDITION.board.index[at]] == "sea"] == [], name


def test_the_campaign_is_played_on_both_sheets():
    assert EDITION.playing_area("campaign") == frozenset(range(EDITION.board.n_hexes))


def test_unknown_counters_and_scenarios_are_refused_by_name():
    with pytest.raises(EditionError, match=r"no such counter.*'4_us_9'"):
        EDITION.counter("4_us_9")
    with pytest.raises(EditionError, match=r"there are push_to_caen, drive_on_cherbourg.*'pusch'"):
        EDITION.scenario("pusch")


def test_a_face_gives_numbers_by_name_and_marks_by_name():
    face = EDITION.counter("cher_hq").front
    assert face.get("cs") == face.cs == 1 and face.get("armor") == 0
    assert face.has("cs_defence_only") and not face.has("bicycle")
    assert face.halves("ma") == 2 * face.ma
