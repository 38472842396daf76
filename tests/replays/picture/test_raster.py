"""A PNG that is put together: it looks as its SVG drawn in one go, is the same bytes whatever was kept, and draws
nothing twice."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

from hexledger.replays.folders import cache_folder
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.picture import (
    Arrow,
    Hex,
    Marker,
    PictureOptions,
    Scene,
    SceneError,
    picture_png,
    raster,
    render_png,
    render_svg,
)
from hexledger.replays.picture import kept as keeping
from hexledger.replays.picture.board_scene import scene_of
from hexledger.replays.picture.kept import Kept
from hexledger.replays.picture.lettering import width
from hexledger.replays.picture.png import width_of
from hexledger.replays.picture.scene import between, near
from tests.bench.material import LARGEST

replace = msgspec.structs.replace
NOTHING = Kept(None)


def pixels(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def in_one_go(scene: Scene, options: PictureOptions, scale: float | None) -> Image.Image:
    """The picture as the drawing library makes it of the whole SVG."""
    svg = render_svg(scene, options)
    wide = width_of(svg, scale)
    own = re.search(r'width="([0-9.]+)"', svg)
    assert own is not None
    return pixels(render_png(render_svg(scene, options, wide / float(own[1])), wide))


class Apart(NamedTuple):
    """How far two pictures are apart, of 255: on the average, and the worst patch of eight pixels by eight."""

    mean: float
    patch: int


def apart(one: Image.Image, other: Image.Image) -> Apart:
    assert one.size == other.size, (one.size, other.size)
    patches = ImageChops.difference(one.reduce(8), other.reduce(8))
    means = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return Apart(max(means), max(most for _, most in patches.getextrema()))


ALIKE = Apart(7.5, 40)
"""What a shift of small things by half a pixel makes at the most; a road that is left out makes a patch of 60 and
more."""


def opening(scenario: str, folder: Path) -> Scene:
    with Chronicle.create(folder / "game.hxl", new_genesis(scenario, seed="picture")) as chronicle:
        return scene_of(chronicle.game, chronicle.state())


def middle(scene: Scene) -> str:
    """The hex with most counters, the first of them."""
    return max(scene.stacks, key=lambda stack: len(stack.counters)).hex


def part(scene: Scene, how: str) -> tuple[PictureOptions, float | None]:
    """Options and scale of a look at a scene."""
    if how == "around":
        return PictureOptions(view=near(scene, middle(scene), 4), panel=False), None
    if how == "crop":
        corner = near(scene, middle(scene), 5)
        return PictureOptions(view=between(scene, corner[0], corner[-1]), panel=False, theme="dark"), 0.6
    if how == "scale":
        return PictureOptions(legend=False), 0.07
    return PictureOptions(), None


WAYS = ("around", "crop", "scale")
PARTS = [
    pytest.param(scenario, how, marks=[] if number % len(WAYS) == at else [pytest.mark.long])
    for number, scenario in enumerate(LARGEST)
    for at, how in enumerate(WAYS)
]
"""By day one way of each board; a board is drawn twice for each."""
WHOLE = [pytest.param(one, marks=[] if one.startswith("fortress") else [pytest.mark.long]) for one in LARGEST]


@pytest.mark.whole
@pytest.mark.parametrize(("scenario", "how"), PARTS)
def test_a_part_of_every_board_looks_as_its_svg_drawn_in_one_go(scenario: str, how: str, tmp_path: Path) -> None:
    scene = opening(scenario, tmp_path)
    options, scale = part(scene, how)
    drawn, plain = pixels(picture_png(scene, options, scale, NOTHING)), in_one_go(scene, options, scale)
    seen = apart(drawn, plain)
    assert seen.mean <= ALIKE.mean and seen.patch <= ALIKE.patch, seen


@pytest.mark.whole
@pytest.mark.parametrize("scenario", WHOLE)
def test_the_whole_of_every_board_looks_as_its_svg_drawn_in_one_go(scenario: str, tmp_path: Path) -> None:
    scene = opening(scenario, tmp_path)
    seen = apart(pixels(picture_png(scene, kept=NOTHING)), in_one_go(scene, PictureOptions(), None))
    assert seen.mean <= ALIKE.mean and seen.patch <= ALIKE.patch, seen


@pytest.mark.parametrize("what", ["stacks", "arrows", "markers", "hexsides", "links", "areas", "tracks", "sections"])
def test_what_is_left_out_would_be_seen(what: str, skirmish: Scene) -> None:
    """The comparison notices every kind of thing on a picture; only a token and a bridge are smaller than a patch."""
    options, scale = PictureOptions(legend=False), 1.0
    whole = in_one_go(skirmish, options, scale)
    assert apart(pixels(picture_png(skirmish, options, scale, NOTHING)), whole).patch <= ALIKE.patch
    without = picture_png(replace(skirmish, **{what: ()}), options, scale, NOTHING)
    assert pixels(without).size != whole.size or apart(pixels(without), whole).patch > ALIKE.patch


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path / "kept")


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the drawing library was given, in order."""
    given: list[str] = []

    def noted(svg: str, width: int | None = None) -> bytes:
        given.append(svg)
        return render_png(svg, width)

    monkeypatch.setattr(raster, "render_png", noted)
    return given


Turned = Callable[[Scene], Scene]


def small(scene: Scene, kept: Kept) -> bytes:
    """A small picture, without the names of places: what is drawn for it is what a larger one would have drawn."""
    return picture_png(scene, None, 0.4, kept)


def test_the_second_picture_draws_nothing_and_is_the_same_bytes(skirmish: Scene, kept: Kept, calls: list[str]) -> None:
    without = picture_png(skirmish, kept=NOTHING)
    assert calls
    calls.clear()
    assert picture_png(skirmish, kept=kept) == without
    drawn = len(calls)
    calls.clear()
    assert picture_png(skirmish, kept=kept) == without
    assert drawn > 10 and not calls


@pytest.mark.parametrize(
    ("turned", "most"),
    [
        (lambda s: replace(s, stacks=(replace(s.stacks[0], hex="B2"), s.stacks[1])), 0),
        (lambda s: replace(s, arrows=(Arrow("move", ("B1", "B2")),)), 1),
        (lambda s: replace(s, markers=(Marker("C1", "air"),)), 0),
        (lambda s: replace(s, hexsides=(replace(s.hexsides[0], state="blown"), *s.hexsides[1:])), 2),
        (lambda s: replace(s, hexes=(replace(s.hexes[0], control="german"), *s.hexes[1:])), 1),
        (lambda s: replace(s, hexes=(*s.hexes[:3], replace(s.hexes[3], objective=True), *s.hexes[4:])), 0),
        (lambda s: replace(s, subtitle="Turn 2"), 1),
    ],
    ids=["move", "arrow", "marker", "blown bridge", "flag", "objective", "next turn"],
)
def test_only_what_is_new_is_drawn(turned: Turned, most: int, skirmish: Scene, kept: Kept, calls: list[str]) -> None:
    first = small(skirmish, kept)
    calls.clear()
    scene = turned(skirmish)
    drawn = small(scene, kept)
    assert len(calls) <= most and drawn != first
    assert drawn == small(scene, NOTHING)


@pytest.mark.parametrize(
    "turned",
    [
        lambda s: replace(s, hexes=(*s.hexes[:-1], replace(s.hexes[-1], terrain="woods"))),
        lambda s: replace(s, hexes=(*s.hexes[:-1], replace(s.hexes[-1], name="Elsewhere"))),
        lambda s: replace(s, hexsides=(replace(s.hexsides[0], kind="canal"), *s.hexsides[1:])),
        lambda s: replace(s, links=s.links[1:]),
        lambda s: replace(s, areas=(replace(s.areas[0], kind="zone"),)),
        lambda s: replace(s, clip=("A1", "B1", "B2")),
    ],
    ids=["terrain", "name", "river", "road", "area", "clip"],
)
def test_another_board_is_never_drawn_with_the_ground_of_this_one(turned: Turned, skirmish: Scene, kept: Kept) -> None:
    picture_png(skirmish, kept=kept)
    scene = turned(skirmish)
    assert picture_png(scene, kept=kept) == picture_png(scene, kept=NOTHING) != picture_png(skirmish, kept=kept)


def test_sizes_themes_and_parts_do_not_share_what_is_kept(skirmish: Scene, kept: Kept) -> None:
    looks: list[tuple[PictureOptions, float | None]] = [
        (PictureOptions(), 0.4),
        (PictureOptions(), 0.5),
        (PictureOptions(theme="dark"), 0.4),
        (PictureOptions(view=("A1", "B1"), panel=False), 0.4),
        (PictureOptions(numbers=False), 0.4),
    ]
    for _ in range(2):
        for options, scale in looks:
            assert picture_png(skirmish, options, scale, kept) == picture_png(skirmish, options, scale, NOTHING)
    assert len({picture_png(skirmish, options, scale, kept) for options, scale in looks}) == len(looks)


def damages(file: Path) -> Iterator[bytes]:
    whole = file.read_bytes()
    yield b""
    yield whole[: len(whole) // 2]
    yield whole[:-1] + bytes([whole[-1] ^ 1])
    yield bytes([whole[0] ^ 1]) + whole[1:]
    yield b"\0" * len(whole)


def test_what_is_damaged_is_made_anew(skirmish: Scene, kept: Kept) -> None:
    options = PictureOptions(legend=False)
    right = picture_png(skirmish, options, 0.3, kept)
    assert kept.folder is not None
    files = sorted(kept.folder.iterdir())
    assert len(files) == 3
    for file in files:
        for damage in damages(file):
            file.write_bytes(damage)
            assert picture_png(skirmish, options, 0.3, kept) == right
            assert file.read_bytes() != damage


@pytest.mark.parametrize("wrong", [[], b"short", {"x": [1]}, {"x": "y"}, {"x": [0, 0, 5, 5, b""]}, 7, None], ids=repr)
def test_what_is_whole_and_of_another_shape_is_made_anew(wrong: object, skirmish: Scene, tmp_path: Path) -> None:
    class Strange(Kept):
        def read(self, *made_from: object) -> object:
            return wrong

    right = picture_png(skirmish, PictureOptions(legend=False), 0.3, NOTHING)
    assert picture_png(skirmish, PictureOptions(legend=False), 0.3, Strange(tmp_path)) == right


def test_a_folder_that_cannot_be_written_is_no_obstacle(skirmish: Scene, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    assert picture_png(skirmish, None, 0.3, Kept(file / "below")) == picture_png(skirmish, None, 0.3, NOTHING)
    assert file.read_text() == "no folder"


def test_the_oldest_files_go_when_there_is_no_room(monkeypatch: pytest.MonkeyPatch, kept: Kept) -> None:
    for number in range(4):
        kept.write(os.urandom(1000), number)
        assert kept.folder is not None
        for age, file in enumerate(sorted(kept.folder.iterdir(), key=lambda file: file.stat().st_mtime_ns)):
            os.utime(file, ns=(age, age))
    monkeypatch.setattr(keeping, "MOST", 2500)
    kept.write(b"news", 4)
    found = [number for number in range(5) if kept.read(number) is not None]
    assert found == [2, 3, 4]


def test_where_it_is_kept_can_be_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HEXLEDGER_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.setenv("HEXLEDGER_CACHE", "")
    assert cache_folder() is None
    monkeypatch.delenv("HEXLEDGER_CACHE")
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "cache"
    monkeypatch.delenv("HEXLEDGER_HOME")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert cache_folder() == tmp_path / "hexledger"


def test_a_very_large_picture_is_drawn_in_one_go_and_nothing_of_it_is_kept(
    skirmish: Scene, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raster, "LARGEST", 1000)
    drawn = picture_png(skirmish, None, 0.5, kept)
    svg = render_svg(skirmish)
    assert pixels(drawn).width == width_of(svg, 0.5)
    assert kept.folder is not None and not kept.folder.exists()
    assert apart(pixels(drawn), in_one_go(skirmish, PictureOptions(), 0.5)) == (0, 0)


def test_a_scene_without_hexes_is_a_picture_too() -> None:
    assert pixels(picture_png(Scene(title="Nothing"), kept=NOTHING)).width > 100


def test_a_scene_that_contradicts_itself_is_refused(skirmish: Scene) -> None:
    with pytest.raises(SceneError, match="listed twice"):
        picture_png(replace(skirmish, hexes=(*skirmish.hexes, skirmish.hexes[0])), kept=NOTHING)


def names(svg: str) -> list[tuple[str, float]]:
    """Names of places on a picture, with the size of their letters."""
    return [
        (words, float(size))
        for size, words in re.findall(r'<text [^>]*class="p[^>]*font-size="([0-9.]+)"[^>]*>([^<]*)', svg)
    ]


def test_on_a_small_map_cities_and_towns_are_named_in_letters_that_can_be_read(whole_board: Scene) -> None:
    """Villages and hex numbers, which would be dust, are left out."""
    options, unit = PictureOptions(panel=False, embed_fonts=False), 0.2
    own, small = (render_svg(whole_board, options, one) for one in (1.0, unit))
    cities = {h.name for h in whole_board.hexes if h.name and h.terrain == "city"}
    villages = {h.name for h in whole_board.hexes if h.name and h.terrain == "village"}
    assert 'id="numbers"' in own and 'id="numbers"' not in small
    found = names(small)
    assert all(size * unit >= 8 for _, size in found)
    called = {words.lower() for words, _ in found}
    assert called >= {"cherbourg", "caen"} and len(called & {c.lower() for c in cities}) >= len(cities) * 2 / 3
    assert villages and not called & {v.lower() for v in villages}
    assert {"Bayeux"} <= {words for words, _ in names(own)}


def test_names_that_are_written_larger_cover_no_other() -> None:
    row = tuple(Hex(f"A{i}", i, 0, "town", f"Longname{i}") for i in range(12))
    options, unit = PictureOptions(panel=False, embed_fonts=False), 0.1
    small = names(render_svg(Scene(hexes=row), options, unit))
    assert 1 <= len(small) < len(row)
    city = tuple(replace(h, terrain="city") if h.label == "A1" else h for h in row)
    assert "Longname1" in {words for words, _ in names(render_svg(Scene(hexes=city), options, unit))}


def test_a_larger_name_at_the_edge_is_not_cut_off() -> None:
    row = (Hex("A0", 0, 0, "town", "Philippeville"), *(Hex(f"A{i}", i, 0) for i in range(1, 60)))
    svg = render_svg(Scene(hexes=row), PictureOptions(panel=False, embed_fonts=False), 0.1)
    found = re.search(r'<text x="([0-9.]+)"[^>]*class="p" font-size="([0-9.]+)"[^>]*>Philippeville', svg)
    left = re.search(r'<clipPath id="sheet"><rect x="(-?[0-9.]+)"', svg)
    assert found is not None and left is not None
    assert float(found[1]) - float(left[1]) >= width("Philippeville", float(found[2])) / 2
