"""The board as SVG and PNG: what a player must find on it, and that the same scene always gives the same bytes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from hexledger.replays.picture import (
    Arrow,
    CounterFace,
    Hex,
    Hexside,
    Link,
    Marker,
    PictureOptions,
    Scene,
    SceneError,
    Section,
    Stack,
    render_png,
    render_svg,
)
from hexledger.replays.picture.symbols import SIZES, icon

SVG = "{http://www.w3.org/2000/svg}"
PLAIN = PictureOptions(embed_fonts=False)
replace = msgspec.structs.replace


def texts(svg: str) -> list[str]:
    """The printed texts of a picture, in drawing order."""
    return ["".join(t.itertext()) for t in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def layer(svg: str, name: str) -> ElementTree.Element:
    """The layer of that id; fails when it was not drawn."""
    found = [g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if g.get("id") == name]
    assert len(found) == 1, f"layer {name} drawn {len(found)} times"
    return found[0]


def classes(svg: str, name: str) -> int:
    """How many groups or shapes carry that class."""
    return sum(name in (e.get("class") or "").split() for e in ElementTree.fromstring(svg).iter())


def test_the_same_scene_drawn_twice_gives_the_same_bytes(push_to_caen: Scene) -> None:
    assert render_svg(push_to_caen) == render_svg(push_to_caen)


@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_the_bytes_do_not_depend_on_the_hash_seed_of_the_process(
    push_to_caen: Scene, tmp_path: Path, seed: str
) -> None:
    stored = tmp_path / "scene.json"
    stored.write_bytes(msgspec.json.encode(push_to_caen))
    script = (
        "import sys, pathlib, msgspec\n"
        "from hexledger.replays.picture import Scene, render_svg, render_text\n"
        "scene = msgspec.json.decode(pathlib.Path(sys.argv[1]).read_bytes(), type=Scene)\n"
        "sys.stdout.buffer.write((render_svg(scene) + render_text(scene)).encode())\n"
    )
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    drawn = subprocess.run(
        [sys.executable, "-c", script, str(stored)], env=environment, capture_output=True, check=True
    ).stdout.decode()
    assert drawn.startswith(render_svg(push_to_caen))


def test_every_counter_of_the_set_up_shows_its_name_and_values(push_to_caen: Scene) -> None:
    drawn = layer(render_svg(push_to_caen, PLAIN), "counters")
    printed = ["".join(t.itertext()) for t in drawn.iter(f"{SVG}text")]
    faces = [c for s in push_to_caen.stacks for c in s.counters]
    assert len(faces) == 34
    for c in faces:
        assert printed.count(c.name) == sum(f.name == c.name for f in faces)
        assert printed.count(c.values) == sum(f.values == c.values for f in faces)


def test_artillery_armour_and_anti_tank_points_stand_on_the_counter() -> None:
    guns = CounterFace("g", "StuG", "german", "german", "assault_gun", values="2-6-7", artillery=11, armor=12, at=13)
    scene = Scene(hexes=(Hex("A1", 0, 0),), stacks=(Stack("A1", (guns,)),))
    printed = texts(render_svg(scene, PictureOptions(embed_fonts=False, panel=False)))
    assert {"11", "12", "13", "2-6-7", "StuG"} <= set(printed)


def test_the_house_edition_is_named_on_the_picture(push_to_caen: Scene) -> None:
    assert "House edition 1" in " ".join(texts(render_svg(push_to_caen, PLAIN)))


def test_each_arrow_of_the_decision_is_drawn_once_with_its_kind(skirmish: Scene) -> None:
    svg = render_svg(skirmish, PLAIN)
    assert [classes(svg, kind) for kind in ("attack", "support", "move", "retreat", "advance")] == [1, 1, 1, 1, 1]
    assert "+4" in texts(svg)
    without = render_svg(replace(skirmish, arrows=()), PLAIN)
    assert classes(without, "arrow") == 0


def test_attacks_lie_above_the_counters_and_movement_below_them(skirmish: Scene) -> None:
    svg = render_svg(skirmish, PLAIN)
    assert svg.index('id="paths"') < svg.index('id="counters"') < svg.index('id="attacks"')


def test_whole_blown_and_pontoon_bridges_look_different(skirmish: Scene) -> None:
    svg = render_svg(skirmish, PLAIN)
    assert [classes(svg, kind) for kind in ("bridge", "blown", "pontoon")] == [1, 1, 1]


def test_names_with_markup_characters_are_escaped_and_come_back_whole() -> None:
    odd = 'R&D <"Hedge"> & Söhne'
    unit = CounterFace("u", odd, "a", "us", "infantry", values="<1>-&-2", statuses=("<&>",))
    scene = Scene(
        title=odd,
        edition="a < b & c",
        hexes=(Hex("A&1", 0, 0, "<lava>", 'Fort "&"'), Hex("A<2", 1, 0)),
        hexsides=(Hexside("A&1", "A<2", "river", "R<&>"),),
        stacks=(Stack("A&1", (unit,)),),
        markers=(Marker("A<2", "<script>", "&"),),
        arrows=(Arrow('"><script>', ("A&1", "A<2"), "<>"),),
    )
    svg = render_svg(scene, PLAIN)
    printed = texts(svg)
    for words in (odd, "<1>-&-2", "A&1", "A<2", 'Fort "&"', "<&>", "&"):
        assert words in printed
    assert "<script" not in svg


def test_what_points_to_a_symbol_says_so_in_the_older_form_too(push_to_caen: Scene) -> None:
    """K7: Inkscape 1.2 drops units and names whose `href` has no `xlink:href` beside it."""
    svg = render_svg(push_to_caen, PLAIN)
    both = svg.count(' href="#')
    assert both and both == svg.count('xlink:href="#') and 'xmlns:xlink="http://www.w3.org/1999/xlink"' in svg


def test_characters_that_xml_cannot_hold_are_written_as_numbers() -> None:
    svg = render_svg(Scene(title="a\x00b\x1bc\ud800d"), PLAIN)
    assert "a\\x00b\\x1bc\\ud800d" in texts(svg)


def test_an_empty_scene_is_a_valid_picture() -> None:
    svg = render_svg(Scene(), PLAIN)
    assert ElementTree.fromstring(svg).tag == f"{SVG}svg"
    assert render_png(svg)[:8] == b"\x89PNG\r\n\x1a\n"


def test_a_small_scene_looks_as_it_did(skirmish: Scene, snapshot: SnapshotAssertion) -> None:
    assert render_svg(skirmish, PLAIN) == snapshot


def test_a_flat_top_scene_looks_as_it_did(flat_skirmish: Scene, snapshot: SnapshotAssertion) -> None:
    assert render_svg(flat_skirmish, PictureOptions(embed_fonts=False, panel=False, theme="dark")) == snapshot


def test_flat_top_and_pointy_top_grids_stand_in_a_right_angle(skirmish: Scene, flat_skirmish: Scene) -> None:
    def size(scene: Scene) -> tuple[float, float]:
        root = ElementTree.fromstring(render_svg(scene, PictureOptions(embed_fonts=False, panel=False)))
        return float(root.get("width", "0")), float(root.get("height", "0"))

    # Seven hexes: three wide and, over the corners, 3.5 sizes high when pointy; the other way round when flat.
    wide, high = size(skirmish)
    assert wide > high
    wide, high = size(flat_skirmish)
    assert high > wide


def test_hexes_far_from_the_scenario_area_are_not_drawn(push_to_caen: Scene) -> None:
    drawn = {"".join(t.itertext()) for t in layer(render_svg(push_to_caen, PLAIN), "numbers").iter(f"{SVG}text")}
    assert set(push_to_caen.clip) <= drawn
    assert "W4911" not in drawn
    assert len(drawn) < 250


def test_hexes_out_of_play_lie_under_a_veil_and_only_then(push_to_caen: Scene) -> None:
    assert 'fill-rule="evenodd"' in render_svg(push_to_caen, PLAIN)
    assert 'fill-rule="evenodd"' not in render_svg(replace(push_to_caen, clip=()), PictureOptions(embed_fonts=False))


def test_a_reduced_counter_differs_from_a_full_one(skirmish: Scene) -> None:
    stack = skirmish.stacks[1]
    full = replace(skirmish, stacks=(Stack(stack.hex, (replace(stack.counters[0], reduced=False),)),))
    reduced = replace(skirmish, stacks=(stack,))
    assert "(reduced)" in render_svg(reduced, PLAIN)
    assert render_svg(reduced, PLAIN) != render_svg(full, PLAIN)
    assert "(reduced)" not in render_svg(full, PLAIN)


def test_status_badges_are_printed(skirmish: Scene) -> None:
    assert {"moved", "D2", "ISO"} <= set(texts(render_svg(skirmish, PLAIN)))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 9])
def test_up_to_nine_counters_in_a_hex_can_all_be_read(count: int) -> None:
    units = tuple(CounterFace(f"u{i}", f"U{i}", "a", "us", "infantry", values=f"{i}-{i}-{i}") for i in range(count))
    svg = render_svg(Scene(hexes=(Hex("A1", 0, 0),), stacks=(Stack("A1", units),)), PLAIN)
    drawn = list(layer(svg, "counters").iter(f"{SVG}text"))
    assert {f"{i}-{i}-{i}" for i in range(count)} <= {"".join(t.itertext()) for t in drawn}
    assert len(counter_squares(svg)) == count


def counter_squares(svg: str) -> list[tuple[float, float, float]]:
    """(left, top, side) of every counter in a hex, in pixels."""
    found = []
    for g in layer(svg, "counters").iter(f"{SVG}g"):
        place = re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", g.get("transform", ""))
        if g.get("class") == "counter" and place:
            found.append((float(place[1]), float(place[2]), float(place[3]) * 100))
    return found


def test_counters_of_the_set_up_do_not_cover_one_another(push_to_caen: Scene) -> None:
    squares = counter_squares(render_svg(push_to_caen, PLAIN))
    assert len(squares) == 34
    for i, (x, y, side) in enumerate(squares):
        for a, b, other in squares[i + 1 :]:
            apart = a >= x + side - 1 or x >= a + other - 1 or b >= y + side - 1 or y >= b + other - 1
            assert apart, f"counters at {x},{y} and {a},{b} overlap"


def test_a_stack_of_twelve_says_how_many_lie_below() -> None:
    units = tuple(CounterFace(f"u{i}", f"U{i}", "a", "us", "infantry", values="1-1-1") for i in range(12))
    svg = render_svg(Scene(hexes=(Hex("A1", 0, 0),), stacks=(Stack("A1", units),)), PLAIN)
    assert len(counter_squares(svg)) == 8
    assert "+4" in texts(svg)


def test_units_terrain_and_nations_nobody_foresaw_are_drawn_all_the_same() -> None:
    odd = CounterFace("x", "X", "martian", "martian", "war tripod", "swarm", "9-9-9")
    svg = render_svg(Scene(hexes=(Hex("A1", 0, 0, "red dust"),), stacks=(Stack("A1", (odd,)),)), PLAIN)
    assert {"9-9-9", "WAR"} <= set(texts(svg))


def test_every_unit_type_of_june_6_has_a_symbol_and_every_size_a_mark(june_6_counters: list[dict[str, str]]) -> None:
    assert len(june_6_counters) > 300
    assert {c["type"] for c in june_6_counters if icon(c["type"]) == ("", "")} == set()
    assert {c["size"] for c in june_6_counters} - set(SIZES) == {"none"}


def test_every_symbol_that_is_used_is_defined(push_to_caen: Scene) -> None:
    root = ElementTree.fromstring(render_svg(push_to_caen, PLAIN))
    defined = {e.get("id") for e in root.iter() if e.get("id")}
    used = {(e.get("href") or "").removeprefix("#") for e in root.iter() if e.get("href")}
    used |= set(re.findall(r"url\(#([^)]+)\)", ElementTree.tostring(root, encoding="unicode")))
    assert used
    assert used <= defined


def test_formations_keep_their_colours_when_one_of_them_leaves_the_map(skirmish: Scene) -> None:
    named = replace(skirmish, formations=("12ss", "3_br"), sections=())
    alone = replace(named, stacks=named.stacks[:1])
    tint = r'width="44" height="29" fill="(#\w+)"'
    assert re.findall(tint, render_svg(alone, PLAIN))[0] in re.findall(tint, render_svg(named, PLAIN))
    assert len(set(re.findall(tint, render_svg(named, PLAIN)))) == 2


def test_light_and_dark_theme_differ_in_colour_only(push_to_caen: Scene) -> None:
    light = render_svg(push_to_caen, PLAIN)
    dark = render_svg(push_to_caen, PictureOptions(embed_fonts=False, theme="dark"))
    colour = re.compile(r"#[0-9a-f]{6}\b")
    assert light != dark
    assert colour.sub("", light) == colour.sub("", dark)


def test_the_fonts_are_inside_the_svg_unless_left_out(skirmish: Scene) -> None:
    assert render_svg(skirmish).count("font/woff2") == 2
    assert "font/woff2" not in render_svg(skirmish, PLAIN)


def test_the_whole_board_is_drawn_in_three_seconds_and_four_megabytes(whole_board: Scene) -> None:
    begin = time.process_time()
    svg = render_svg(whole_board)
    assert time.process_time() - begin < 3
    assert len(svg.encode()) < 4_000_000
    numbers = list(layer(svg, "numbers").iter(f"{SVG}text"))
    assert len(numbers) == 2316


def test_the_png_has_the_width_asked_for_and_holds_text(skirmish: Scene) -> None:
    svg = render_svg(skirmish, PLAIN)
    png = render_png(svg, width=700)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(png[16:20], "big") == 700
    assert png == render_png(svg, width=700)
    # Without its texts the picture is another one: the bundled fonts did draw something.
    assert png != render_png(re.sub(r"<text.*?</text>", "", svg), width=700)


def test_the_png_needs_no_font_of_the_machine(skirmish: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    svg = render_svg(skirmish, PLAIN)
    here = render_png(svg, width=300)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "FONTCONFIG_FILE", "FONTCONFIG_PATH"):
        monkeypatch.setenv(name, "/nonexistent")
    assert render_png(svg, width=300) == here


def test_a_broken_svg_is_refused_with_a_reason() -> None:
    with pytest.raises(SceneError, match="cannot be drawn"):
        render_png("<svg><unclosed>")


A1, B1, Z9 = Hex("A1", 0, 0), Hex("B1", 1, 0), Hex("Z9", 5, 5)
UNIT = CounterFace("u", "U", "a", "us", "infantry")


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        (Scene(hexes=(A1, A1)), "hex A1 is listed twice"),
        (Scene(hexes=(A1,), stacks=(Stack("Q7", (UNIT,)),)), "no hex Q7"),
        (Scene(hexes=(A1,), stacks=(Stack("A1", ()),)), "A1 has no counters"),
        (Scene(hexes=(A1,), stacks=(Stack("A1", (UNIT,)), Stack("A1", (UNIT,)))), "two stacks in A1"),
        (Scene(hexes=(A1, Z9), hexsides=(Hexside("A1", "Z9", "river"),)), "A1/Z9 .river.: the two hexes are not adj"),
        (Scene(hexes=(A1, B1), hexsides=(Hexside("A1", "B1", "river", state="wet"),)), "'wet'"),
        (Scene(hexes=(A1,), links=(Link("A1", "B1", "rail"),)), "link A1/B1 .rail.: no hex B1"),
        (Scene(hexes=(A1,), links=(Link("A1", "A1", "rail"),)), "not adjacent"),
        (Scene(hexes=(A1,), arrows=(Arrow("move", ("A1",)),)), "at least two hexes"),
        (Scene(hexes=(A1,), arrows=(Arrow("move", ("A1", "C3")),)), "move arrow: no hex C3"),
        (Scene(hexes=(A1,), markers=(Marker("C3", "air"),)), "marker air: no hex C3"),
        (Scene(hexes=(A1,), clip=("C3",)), "clip: no hex C3"),
    ],
)
def test_a_scene_that_contradicts_itself_is_refused_by_name(scene: Scene, words: str) -> None:
    with pytest.raises(SceneError, match=words):
        render_svg(scene)


def sheet_size(svg: str) -> tuple[float, float]:
    """Width and height of a picture in pixels."""
    root = ElementTree.fromstring(svg)
    return float(root.attrib["width"]), float(root.attrib["height"])


def test_many_counters_in_boxes_stand_under_a_large_map_and_leave_no_empty_half(
    whole_board: Scene, skirmish: Scene
) -> None:
    sample = next(c for s in skirmish.stacks for c in s.counters)
    boxes = (Section("England", counters=(sample,) * 400), Section("Notes", lines=("nothing",)))
    bare = sheet_size(render_svg(replace(whole_board, sections=boxes[1:]), PLAIN))
    svg = render_svg(replace(whole_board, sections=boxes), PLAIN)
    full = sheet_size(svg)
    assert full[0] == bare[0]
    assert bare[1] < full[1] < 2 * bare[1]
    assert {"ENGLAND", "NOTES"} <= set(texts(svg))
    assert svg.count('class="counter"') >= 400


def test_the_key_names_fortresses_ports_and_sites_that_are_in_view(skirmish: Scene) -> None:
    first, *rest = skirmish.hexes
    marked = replace(skirmish, hexes=(replace(first, features=("fortress", "port", "v1_site", "u_boat_base")), *rest))
    words = set(texts(render_svg(marked, PLAIN)))
    assert {"fortress", "port", "V-1 site", "U-boat base", "V1", "U"} <= words
    assert not {"fortress", "V-1 site"} & set(texts(render_svg(skirmish, PLAIN)))


def test_hex_numbers_that_nobody_could_read_are_left_out_of_a_png(skirmish: Scene) -> None:
    svg = render_svg(skirmish, PLAIN)
    without = re.sub(r'<text [^>]*class="n".*?</text>', "", svg)
    size = re.search(r'<svg [^>]*width="([0-9.]+)"', svg)
    assert without != svg and size is not None
    whole = round(float(size[1]))
    for width, shown in ((whole, True), (whole // 3, False)):
        assert (render_png(svg, width=width) != render_png(without, width=width)) is shown
