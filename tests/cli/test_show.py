"""`hexledger show`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.cli.conftest import Run


def test_the_set_up_is_shown_as_a_board_with_stacks_tracks_and_the_question(
    run: Run, fresh: Path, snapshot: SnapshotAssertion
) -> None:
    shown = run("show", fresh)
    assert shown.code == 0
    assert "house edition" in shown.out, "the player is told which edition it is"
    assert shown.out.rstrip().endswith("choose the AM of the first activation (J6 7.21)")
    assert shown.out == snapshot


def test_a_hex_tells_its_terrain_roads_units_and_whose_zoc_it_lies_in(
    run: Run, fresh: Path, snapshot: SnapshotAssertion
) -> None:
    shown = run("show", fresh, "--hex", "e2135")
    assert shown.code == 0
    assert "26/12SS (12ss_26)" in shown.out and "in the ZOC of German" in shown.out
    assert shown.out == snapshot


def test_a_hexside_tells_its_river_and_bridge(run: Run, fresh: Path) -> None:
    shown = run("show", fresh, "--hex", "E1738")
    assert "to E1838: great river (Orne), bridge" in shown.out


def test_a_unit_tells_both_printed_sides_its_loc_and_its_history(run: Run, finished: Path) -> None:
    shown = run("show", finished, "--unit", "12ss_25", "--at", "40")
    assert shown.code == 0
    assert "front: cs 7, cohesion 7, ma 8" in shown.out
    assert "back: cs 4, cohesion 8, ma 8" in shown.out
    assert "formation: 12SS Panzer Division" in shown.out
    assert "[J6 5.31]" in shown.out
    assert "#0." in shown.out and "is placed in E2035" in shown.out


def test_the_history_of_a_unit_names_every_event_with_its_address_and_nothing_after_the_moment(
    run: Run, finished: Path
) -> None:
    early = json.loads(run("show", finished, "--unit", "8/3", "--at", "5", "--json").out)["unit"]["history"]
    late = json.loads(run("show", finished, "--unit", "8/3", "--json").out)["unit"]["history"]
    assert late[: len(early)] == early and len(late) > len(early)
    assert all(int(event["address"][1:].split(".")[0]) <= 5 for event in early)


def test_the_tracks_tell_turn_weather_points_and_activation_markers(
    run: Run, fresh: Path, snapshot: SnapshotAssertion
) -> None:
    shown = run("show", fresh, "--tracks")
    assert "Turn: [1/2 July] 3/4 July 5/6 July" in shown.out
    assert shown.out == snapshot


def test_the_position_as_json_says_where_every_unit_is(run: Run, fresh: Path) -> None:
    data = json.loads(run("show", fresh, "--json").out)
    units = {unit["unit"]: unit for unit in data["units"]}
    assert units["3_br_8"]["place"] == "E2336" and units["12ss_25"]["reduced"]
    assert data["edition_kind"] == "house" and data["prompt"]["side"] == "allied"


def test_the_board_of_a_moment_is_written_as_svg_as_the_issue_writes_it(
    run: Run, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = run("show", finished, "--at", "40", "--svg", "board.svg")
    assert shown.code == 0 and "board.svg" in shown.out
    root = ElementTree.parse(tmp_path / "board.svg").getroot()
    text = " ".join(part.strip() for part in root.itertext() if part.strip())
    assert "#40" in text and "House edition" in text


def test_the_board_is_written_as_png_and_in_a_dark_theme(run: Run, fresh: Path, tmp_path: Path) -> None:
    light, dark = tmp_path / "light.svg", tmp_path / "dark.svg"
    png = tmp_path / "board.png"
    assert run("show", fresh, "--svg", light, "--png", png).code == 0
    assert run("show", fresh, "--svg", dark, "--theme", "dark").code == 0
    assert png.read_bytes().startswith(b"\x89PNG\r\n")
    assert light.read_text(encoding="utf-8") != dark.read_text(encoding="utf-8")


def test_a_move_is_drawn_as_an_arrow_from_where_the_unit_stood(finished: Path) -> None:
    from hexledger.cli.looks import scene_at
    from hexledger.events.model import Moved
    from hexledger.replays.log.chronicle import Chronicle

    with Chronicle.read(finished) as chronicle:
        moves = [
            (seq, event)
            for seq in chronicle.timeline.path(chronicle.timeline.head)[1:]
            for event in chronicle.frame(seq).events
            if isinstance(event, Moved) and chronicle.game.word_key(event.mode) == "mode.move"
        ]
        seq, event = moves[0]
        path = tuple(chronicle.game.place(place) for place in event.path)
        arrows = scene_at(chronicle, seq).arrows
    assert ("move", path) in [(arrow.kind, arrow.path) for arrow in arrows]


def test_an_attack_is_drawn_from_each_attackers_hex_with_its_modifier_when_it_is_resolved(finished: Path) -> None:
    from hexledger.cli.demo import bloodiest
    from hexledger.cli.looks import scene_at
    from hexledger.replays.log.chronicle import Chronicle

    with Chronicle.read(finished) as chronicle:
        arrows = [arrow for arrow in scene_at(chronicle, bloodiest(chronicle)).arrows if arrow.kind == "attack"]
    assert arrows
    assert any(arrow.text and arrow.text[0] in "+-" for arrow in arrows)


def test_artillery_is_drawn_from_the_hq_that_gives_it_to_the_hex_fought_for(finished: Path) -> None:
    from hexledger.cli.looks import scene_at
    from hexledger.events.model import Reckoned
    from hexledger.replays.log.chronicle import Chronicle

    with Chronicle.read(finished) as chronicle:
        game = chronicle.game
        for seq in chronicle.timeline.path(chronicle.timeline.head)[1:]:
            given = [
                event
                for event in chronicle.frame(seq).events
                if isinstance(event, Reckoned) and game.word_key(event.kind) == "reckon.artillery" and event.total
            ]
            if given:
                break
        else:
            raise AssertionError("no artillery fires in this game")
        before = chronicle.state(chronicle.frame(seq).parent)
        wanted = {(game.place(before.at[~label]), game.place(given[0].subject)) for label, _, _ in given[0].lines}
        drawn = {arrow.path for arrow in scene_at(chronicle, seq).arrows if arrow.kind == "support"}
    assert wanted and wanted <= drawn


def test_another_line_can_be_shown_by_its_name(run: Run, finished: Path) -> None:
    assert run("branch", finished, "what if", "--at", "40").code == 0
    shown = run("show", finished, "--line", "what if", "--tracks")
    assert shown.code == 0
    assert run("show", finished, "--line", "nowhere").code == 2


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--hex", "E9999", "no hex called"),
        ("--unit", "8/44", "no unit called"),
        ("--at", "999", "there is no frame 999"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(run: Run, finished: Path, option: str, value: str, said: str) -> None:
    shown = run("show", finished, option, value)
    assert shown.code in (2, 3)
    assert said in shown.err and shown.err.count("\n") == 1


def test_show_as_the_waiting_side_says_that_it_waits(run: Run, fresh: Path) -> None:
    assert "(German waits.)" in run("show", fresh, "--as", "german").out
    assert "waits" not in run("show", fresh, "--as", "allied").out
    assert run("show", fresh, "--as", "martian").code == 2


def png_size(file: Path) -> tuple[int, int]:
    data = file.read_bytes()
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def test_a_picture_shows_a_part_of_the_board_at_the_size_that_is_asked_for(
    run: Run, fresh: Path, tmp_path: Path
) -> None:
    svg, png = tmp_path / "part.svg", tmp_path / "part.png"
    assert run("show", fresh, "--svg", svg, "--png", png, "--crop", "E2035,E2238").code == 0
    drawn = svg.read_text()
    assert "E2137" in drawn and "E2035" in drawn and 'id="counters"' in drawn
    wide, high = (float(text) for text in re.findall(r'(?:width|height)="([0-9.]+)"', drawn.split(">", 1)[0]))
    assert png_size(png) == (round(wide), round(high))
    assert run("show", fresh, "--png", png, "--crop", "E2238,E2035", "--scale", "0.5", "--force").code == 0
    assert abs(png_size(png)[0] - wide / 2) <= 1
    around = tmp_path / "around.svg"
    assert run("show", fresh, "--svg", around, "--around", "E2138", "--radius", "1").code == 0
    assert len(around.read_text()) < len(drawn)


def test_a_place_is_found_by_its_name_on_the_map_in_every_game(run: Run, tmp_path: Path) -> None:
    for number, (scenario, name, label) in enumerate(
        (
            ("case_yellow/historical", "calais", "3310"),
            ("june_6/campaign", "Bayeux", "E2524"),
            ("fortress_europa/campaign", "Le Havre", "P4"),
        )
    ):
        log = tmp_path / f"{number}.hxl"
        assert run("new", scenario, log, "--dice", "practice").code == 0
        by_name, by_label = (run("show", log, "--around", text) for text in (name, label))
        assert by_name.code == by_label.code == 0
        assert by_name.out == by_label.out
    refused = run("show", tmp_path / "0.hxl", "--around", "Bruxeles")
    assert refused.code == 2 and "did you mean Bruxelles?" in refused.err
    around = [run("show", tmp_path / "1.hxl", "--around", where).out for where in ("Caen", "E1737")]
    assert around[0] == around[1], "a town of several hexes is looked at from its first"
    refused = run("show", tmp_path / "1.hxl", "--hex", "Caen")
    assert refused.code == 2 and "E1737, E1837 or E1838; say which" in refused.err


def test_a_png_of_a_whole_board_is_no_larger_than_a_screen_can_show_unless_its_scale_is_named(
    run: Run, tmp_path: Path
) -> None:
    log, png = tmp_path / "campaign.hxl", tmp_path / "campaign.png"
    assert run("new", "june_6/campaign", log, "--dice", "practice").code == 0
    assert run("show", log, "--png", png).code == 0
    assert max(png_size(png)) == 1600


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (("--crop", "E2035"), "--crop takes two hexes"),
        (("--crop", "E2035,Z9"), "Z9"),
        (("--crop", "E2035,E2138", "--around", "E2138"), "exclude each other"),
        (("--scale", "0"), "--scale"),
    ],
    ids=str,
)
def test_a_part_that_is_none_is_refused_and_no_picture_is_written(
    run: Run, fresh: Path, tmp_path: Path, given, why
) -> None:
    png = tmp_path / "none.png"
    ran = run("show", fresh, "--png", png, *given)
    assert ran.code == 2 and why in ran.err and not png.exists()
    assert run("show", fresh, "--scale", "1").code == 2


def test_a_picture_is_outlined_where_that_is_asked_for(run: Run, fresh: Path, tmp_path: Path) -> None:
    for name, options in (("a.svg", ()), ("b.svg", ("--outline",))):
        assert run("show", fresh, "--svg", tmp_path / name, *options).code == 0
    assert "<text" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "<text" not in (tmp_path / "b.svg").read_text(encoding="utf-8")
