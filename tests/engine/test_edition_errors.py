"""Whoever types an edition in gets the file, the path and the value of his mistake, for every kind of mistake."""

import re
import shutil

import pytest
import yaml

from hexledger.engine.editions.edition import EditionError, edition_folder, load_edition

SMALL_BOARD = """{
  "game": "june_6", "edition": "mine", "grid": {"orientation": "pointy", "hex_miles": 1.2, "labels": ""},
  "hexes": {"A1": {"q": 0, "r": 0, "terrain": "clear", "prov": "house"},
            "A2": {"q": 1, "r": 0, "terrain": "village", "features": ["port"]},
            "A3": {"q": 2, "r": 0, "terrain": "sea"}},
  "hexsides": [{"a": "A1", "b": "A2", "kind": "canal", "bridge": true}],
  "links": [{"a": "A1", "b": "A2", "kind": "main_road"}],
  "areas": {"all_land": {"name": "Land", "kind": "scenario", "hexes": ["A1", "A2"]}},
  "boxes": {"pool": {"name": "Pool", "to": ["all_land"]}}
}"""
SMALL_CHARTS = """
terrain_effects:
  hexes: {clear: {foot: 1}, village: {foot: 1.5}, sea: {foot: prohibited}}
  hex_features: {port: {combat_drm: 0}}
  hexsides: {canal: {combat_drm: -2}}
  roads: {main_road: {foot: 1}}
weather: {columns: [a, b], rows: {0: [clear, 1], 1: [storm, 2]}}
"""
SMALL_COUNTERS = """
defaults: {prov: house}
formations:
  - {id: div, name: Division, side: allied, nationality: us, kind: division, hq: div_hq, members: [div_hq, det]}
counters:
  - {id: div_hq, name: HQ, side: allied, nationality: us, formation: div, type: hq, size: division, steps: 2,
     front: {cs: 1, cs_defence_only: true, cohesion: 5, ma: 0.5}, back: {cs: 1, cohesion: 4, ma: 4}, traits: [hq]}
  - {id: det, name: Det, side: allied, nationality: us, formation: div, type: detachment, size: none, steps: 1,
     front: {cs: 2, cohesion: 4, ma: 4}, back: null, count: 2}
markers:
  - {id: am, name: AM, side: allied, count: 1, kind: am, activates: [div]}
"""
SMALL_EDITION = "{game: june_6, id: mine, kind: printed, title: Mine, scenarios: [{id: tiny}]}"
SMALL_SCENARIO = """
id: tiny
title: Tiny
rule: J6 1.0
turns: {first: 1, last: 2, list: [1, 2]}
map: {areas: [all_land]}
players: [allied, german]
setup:
  - {counter: div_hq, at: A1, state: {reduced: true}}
  - {counter: det, at: A2}
  - {counter: am, at: pool}
reinforcements:
  - {turn: 2, counter: det, at: A1}
victory: {at: end}
"""
FILES = {
    "board.json": SMALL_BOARD,
    "charts.yaml": SMALL_CHARTS,
    "counters.yaml": SMALL_COUNTERS,
    "edition.yaml": SMALL_EDITION,
    "scenarios/tiny.yaml": SMALL_SCENARIO,
}


def write(tmp_path, file="", old="", new=""):
    assert not old or old in FILES[file], f"{old!r} is not in {file}"
    for name, text in FILES.items():
        target = tmp_path / name
        target.parent.mkdir(exist_ok=True)
        target.write_text(text.replace(old, new, 1) if name == file else text, encoding="utf-8")
    return tmp_path


def test_the_small_edition_is_good_as_it_stands(tmp_path):
    edition = load_edition(write(tmp_path))
    assert edition.meta.kind == "printed"
    assert [counter.id for counter in edition.counters] == ["div_hq", "det_1", "det_2"]
    assert edition.counter("div_hq").front.quarters("ma") == 2
    assert edition.counter("div_hq").front.halves("ma") == 1
    with pytest.raises(ValueError, match="2/4"):
        edition.counter("div_hq").front.get("ma")
    assert edition.chart("terrain_effects", "hexes", "village", "foot") == "3/2"
    assert edition.chart("weather", "rows", "1") == ["storm", 2]
    scenario = edition.scenario("tiny")
    assert [(entry.counter, entry.marker) for entry in scenario.setup] == [
        ("div_hq", False), ("det_1", False), ("am", True),
    ]  # fmt: skip
    assert scenario.reinforcements[0].counters == ("det_2",)
    assert (scenario.first_turn, scenario.turns, scenario.reinforcements[0].turn) == ("1", ("1", "2"), "2")
    assert edition.playing_area("tiny") == {0, 1}


BROKEN = [
    # file, old, new, the whole message
    ("board.json", '"q": 2', '"q": "2"', "hexes.A3.q: input should be a valid integer (value: '2')"),
    ("board.json", '"q": 2', '"q": 1', "hexes.A3: has the coordinates of A2 (value: (1, 0))"),
    ("board.json", '"terrain": "sea"', '"terrain": "swamp"',
     "hexes.A3.terrain: is not in the terrain chart (value: 'swamp')"),
    ("board.json", '"terrain": "sea"', '"terain": "sea"', "hexes.A3.terrain: field required; and 1 more"),
    ("board.json", '"prov": "house"', '"prov": "guess"',
     "hexes.A1.prov: input should be 'text', 'geodata', 'curated' or 'house' (value: 'guess')"),
    ("board.json", '["port"]', '["prot"]', "hexes.A2.features: is not in the terrain chart (value: 'prot')"),
    ("board.json", '"kind": "canal"', '"kind": "cannal"',
     "hexsides[0].kind: is not in the terrain chart (value: 'cannal')"),
    ("board.json", '"kind": "main_road"', '"kind": "lane"',
     "links[0].kind: is not in the terrain chart (value: 'lane')"),
    ("board.json", '"a": "A1", "b": "A2", "kind": "canal"', '"a": "A2", "b": "A1", "kind": "canal"',
     "hexsides[0]: a must come before b, so that each side is listed once (value: 'A2/A1')"),
    ("board.json", '"a": "A1", "b": "A2", "kind": "canal"', '"a": "A1", "b": "A3", "kind": "canal"',
     "hexsides[0]: the two hexes do not adjoin (value: 'A1/A3')"),
    ("board.json", '"a": "A1", "b": "A2", "kind": "main_road"', '"a": "A1", "b": "A9", "kind": "main_road"',
     "links[0]: no such hex (value: 'A9')"),
    ("board.json", '"bridge": true}', '"bridge": true}, {"a": "A1", "b": "A2", "kind": "canal"}',
     "hexsides[1]: is the same as hexsides[0] (value: 'A1/A2 canal')"),
    ("board.json", '"bridge": true', '"brigde": true', "hexsides[0].brigde: unknown key (value: True)"),
    ("board.json", '["A1", "A2"]', '["A1", "A7"]', "areas.all_land.hexes[1]: no such hex (value: 'A7')"),
    ("board.json", '["A1", "A2"]', '["A1", "A1"]', "areas.all_land.hexes[1]: stands twice in the area (value: 'A1')"),
    ("board.json", '"to": ["all_land"]', '"to": ["nowhere"]',
     "boxes.pool.to[0]: no such hex or area (value: 'nowhere')"),
    ("board.json", '"pool": {"name"', '"A1": {"name"', "boxes.A1: the id is already a hex or an area (value: 'A1')"),
    ("board.json", '"orientation": "pointy"', '"orientation": "round"',
     "grid.orientation: input should be 'pointy' or 'flat' (value: 'round')"),
    ("board.json", '"A2": {', '"A1": {', "the key 'A1' stands twice in one object"),
    ("board.json", '"game": "june_6",', '"game": "june_6"', "line 2, column 20: is not JSON: Expecting ',' delimiter"),
    ("board.json", '"game": "june_6"', '"game": "france_1944"',
     "game: the edition is for june_6 (value: 'france_1944')"),
    ("charts.yaml", "1: [storm, 2]", "2: [storm, 2]", "weather.rows: no row between 0 and 2: the die range has a hole"),
    ("charts.yaml", "[storm, 2]", "[storm]", "weather.rows.1: must have 2 cells (value: ['storm'])"),
    ("charts.yaml", "foot: 1.5", "foot: 1.3",
     "terrain_effects.hexes.village.foot: must be a whole number or a multiple of one quarter (value: 1.3)"),
    ("charts.yaml", "foot: 1.5", "foot: .nan",
     "terrain_effects.hexes.village.foot: must be a whole number or a multiple of one quarter (value: nan)"),
    ("charts.yaml", "foot: 1.5", "foot: 1944-06-06",
     "terrain_effects.hexes.village.foot: must be text, a whole number, yes/no, a list or a mapping "
     "(value: datetime.date(1944, 6, 6))"),
    ("charts.yaml", "foot: 1.5", "on: 1",
     "terrain_effects.hexes.village.True: a key must be text or a whole number; put quotes around it (value: True)"),
    ("charts.yaml", "roads: {", "roads: {main_road: {foot: 2}, ",
     "the key 'main_road' stands twice, in lines 6 and 6"),
    ("counters.yaml", "cohesion: 5", "cohesion: five",
     "counters[0](div_hq).front.cohesion: input should be a valid integer (value: 'five')"),
    ("counters.yaml", "cohesion: 5", "cohesoin: 5", "counters[0](div_hq).front.cohesoin: unknown key (value: 5)"),
    ("counters.yaml", "cohesion: 5", "cohesion: true",
     "counters[0](div_hq).front.cohesion: input should be a valid integer (value: True)"),
    ("counters.yaml", "back: {cs: 1, cohesion: 4, ma: 4}", "back: null",
     "counters(div_hq).steps: two steps, but no back (value: 2)"),
    ("counters.yaml", "id: det,", "id: div_hq,", "counters(div_hq): a pool has the id of a counter (value: 'div_hq')"),
    ("counters.yaml", "id: am,", "id: am, name: AM, side: allied, count: 1, kind: am}\n  - {id: am,",
     "markers(am).id: the id stands twice (value: 'am')"),
    ("counters.yaml", "count: 2", "count: 0",
     "counters[1](det).count: input should be greater than or equal to 1 (value: 0)"),
    ("counters.yaml", "formation: div, type: hq", "formation: dvi, type: hq",
     "formations(div).members[0]: the counter says formation dvi (value: 'div_hq')"),
    ("counters.yaml", "members: [div_hq, det]", "members: [div_hq]",
     "counters(det).formation: the formation div does not list it (value: 'det')"),
    ("counters.yaml", "members: [div_hq, det]", "members: [div_hq, det, tank]",
     "formations(div).members[2]: no such counter (value: 'tank')"),
    ("counters.yaml", "hq: div_hq", "hq: other_hq", "formations(div).hq: is not among the members (value: 'other_hq')"),
    ("counters.yaml", "activates: [div]", "activates: [xyz]",
     "markers(am).activates: no such formation (value: 'xyz')"),
    ("edition.yaml", "kind: printed", "kind: photocopied",
     "kind: input should be 'house' or 'printed' (value: 'photocopied')"),
    ("edition.yaml", "{id: tiny}", "{id: huge}", "scenarios[0].id: there is no file for this scenario (value: 'huge')"),
    ("edition.yaml", "title: Mine, ", "", "title: field required"),
    ("scenarios/tiny.yaml", "id: tiny", "id: tine", "id: must be the name of the file without .yaml (value: 'tine')"),
    ("scenarios/tiny.yaml", "counter: div_hq", "counter: div_hx",
     "setup[0].counter: no such counter in counters.yaml (value: 'div_hx')"),
    ("scenarios/tiny.yaml", "counter: det, at: A2", "counter: div_hq, at: A2",
     "setup[1].counter: is already set up by setup[0] (value: 'div_hq')"),
    ("scenarios/tiny.yaml", "counter: det, at: A2}", "counter: det, at: A2}\n  - {counter: det, at: A1}",
     "reinforcements[0].counter: the pool has no counter left (value: 'det')"),
    ("scenarios/tiny.yaml", "at: pool}", "at: pool}\n  - {counter: am, at: pool}",
     "setup[3].counter: no marker of this kind is left (value: 'am')"),
    ("scenarios/tiny.yaml", "at: A2", "at: B2", "setup[1].at: no such hex, box or area (value: 'B2')"),
    ("scenarios/tiny.yaml", "turn: 2", "turn: 3", "reinforcements[0].turn: is no turn of the scenario (value: '3')"),
    ("scenarios/tiny.yaml", "last: 2", "last: 5", "turns.last: is not in turns.list (value: '5')"),
    ("scenarios/tiny.yaml", "areas: [all_land]", "areas: [atlantis]", "map.areas[0]: no such area (value: 'atlantis')"),
    ("scenarios/tiny.yaml", "areas: [all_land]", "zone: x",
     "map: names neither areas nor hexes (value: {'zone': 'x'})"),
    ("scenarios/tiny.yaml", "map: {areas: [all_land]}", "map: everything",
     "map: must be \"whole board\", or a mapping with areas, area or hexes (value: 'everything')"),
    ("scenarios/tiny.yaml", "victory: {at: end}", "", "victory: field required"),
    ("scenarios/tiny.yaml", "at: A1, state", "at: A1, sate", "setup[0].sate: unknown key (value: {'reduced': True})"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    BROKEN,
    ids=[f"{case[0]}-{number}" for number, case in enumerate(BROKEN)],
)
def test_a_mistake_is_reported_with_its_file_path_and_value(tmp_path, file, old, new, message):
    with pytest.raises(EditionError) as caught:
        load_edition(write(tmp_path, file, old, new))
    assert str(caught.value) == f"{file}: {message}"
    assert caught.value.file == file


def test_a_hex_moved_away_from_its_neighbour_is_allowed_when_nothing_joins_them(tmp_path):
    assert load_edition(write(tmp_path, "board.json", '"q": 2', '"q": 3')).board.neighbours[2] == ()


def test_broken_yaml_is_reported_with_its_line(tmp_path):
    with pytest.raises(EditionError, match=r"^charts.yaml: line 6, column \d+: is not YAML"):
        load_edition(write(tmp_path, "charts.yaml", "{combat_drm: -2}", "{combat_drm: -2"))


@pytest.mark.parametrize("name", [*FILES, "scenarios"])
def test_a_missing_file_is_named(tmp_path, name):
    folder = write(tmp_path)
    target = folder / name
    if target.is_dir():
        shutil.rmtree(target)
    else:
        target.unlink()
    with pytest.raises(EditionError, match=re.escape("scenarios" if "scenarios" in name else name)):
        load_edition(folder)


def test_a_file_that_is_not_text_is_named(tmp_path):
    folder = write(tmp_path)
    (folder / "charts.yaml").write_bytes(b"crt: \xff\xfe")
    with pytest.raises(EditionError, match=r"^charts.yaml: byte 5: is not UTF-8 text"):
        load_edition(folder)


def test_nonsense_of_any_shape_is_refused_and_never_a_traceback(tmp_path):
    for file in FILES:
        for nonsense in ("", "[]", "7", "null", '"text"', "{}", "[" * 5000, "- {a: b}"):
            folder = write(tmp_path)
            (folder / file).write_text(nonsense, encoding="utf-8")
            if file == "charts.yaml" and nonsense == "{}":
                assert load_edition(folder).charts == {}, "an edition without charts is a thin one, not a broken one"
                continue
            with pytest.raises(EditionError):
                load_edition(folder)


def test_a_real_edition_with_one_value_misspelt_names_the_counter(tmp_path):
    folder = tmp_path / "edition"
    shutil.copytree(edition_folder("june_6"), folder)
    counters = folder / "counters.yaml"
    text = counters.read_text(encoding="utf-8")
    first = yaml.safe_load(text)["counters"][0]["id"]
    counters.write_text(text.replace("cs_defence_only: true", "cs_defense_only: true", 1), encoding="utf-8")
    with pytest.raises(EditionError, match=rf"counters\[0\]\({first}\).front.cs_defense_only: unknown key"):
        load_edition(folder)
