"""France 1944 as players see it: the increment track, decisions in words, what is at stake (6.0, 13)."""

from __future__ import annotations

import pytest

from hexledger.engine.errors import AmbiguousName
from hexledger.engine.games.france_1944.shown.view import increment_track, ways_down
from hexledger.engine.naming.meant import find_unit
from hexledger.engine.view import TrackView
from hexledger.replays.picture.scene import Track
from hexledger.replays.picture.textboard import _cell
from tests.france_1944.builder import Built, position
from tests.france_1944.fights import field


def army() -> Built:
    """VII Corps and 2nd Armored commanded, nothing chosen on the track."""
    return field().units("1020", "us_vii", "us_2ad").unit("ge_lxxxiv", "1120").army("hq_us_1", "us_vii", "us_2ad")


def marked(track: TrackView, mark: str) -> list[str]:
    """Boxes of the track with a mark."""
    return [cell for cell, how in zip(track.cells, track.marks, strict=True) if how == mark]


def test_the_increment_track_shows_which_boxes_were_used_and_which_are_open() -> None:
    """6.0."""
    b = army()
    assert marked(increment_track(b.pos), "open") == ["1 2+", "2 4+", "3 3+", "4 4+", "5"]
    b.box(4).play("end_increment")
    track = increment_track(b.pos)
    assert marked(track, "used") == ["4 M"] and marked(track, "open") == ["8 2+", "9 2+", "10"]
    b.box(9, "a")
    track = increment_track(b.pos)
    assert marked(track, "used") == ["4 M", "9 A"] and marked(track, "open") == ["13 6"]
    assert track.cells[track.current] == "9 A"


def test_the_ways_that_are_left_down_the_track_are_told() -> None:
    """6.0."""
    b = army()
    assert len(ways_down(b.pos)) == 9 and "3 3+ > 7 6 > 12 6" in ways_down(b.pos)
    b.box(4).play("end_increment")
    ways = ("4 M > 8 2+", "4 M > 9 2+ > 13 6", "4 M > 10 > 14 6 > 18 6")
    assert set(ways) < set(ways_down(b.pos)) and len(ways_down(b.pos)) == 5
    assert ways_down(b.play("choose_box 9").pos) == ("4 M > 9 2+ > 13 6",), "chosen and not yet declared"
    b.play("declare increment.a", "end_increment")
    assert ways_down(b.pos) == ("4 M > 9 A > 13 6",)
    titles = [part.title for part in b.game.view().sections(b.pos)]
    assert titles[0] == "Ways down the increment track"
    assert titles[0] not in [part.title for part in b.game.view().sections(position().pos)]


def test_outside_an_activation_no_box_is_open() -> None:
    track = increment_track(position().pos)
    assert track.current == -1 and set(track.marks) == {""}


def test_text_boards_mark_used_and_open_boxes() -> None:
    track = Track("Increments", ("4 M", "9 A", "13 6", "20"), 1, ("used", "used", "open", ""))
    assert [_cell(track, number) for number in range(4)] == ["(4 M)", "[9 A]", "13 6<", "20"]


def test_decisions_are_told_in_words() -> None:
    """8.0, 6.0."""
    b = army().box(1, "a")
    told = {b.game.tell(b.pos, b.decision(line)) for line in ("attack us_vii,us_2ad 1120", "attack us_2ad 1120")}
    names = (b.pos.name(b.piece("us_vii")), b.pos.name(b.piece("us_2ad")))
    assert told == {f"{names[0]} and {names[1]} attack 1120", f"{names[1]} attacks 1120"}
    moved = army().box(4).play("end_increment")
    assert moved.game.tell(moved.pos, moved.decision("choose_box 9")) == "box 9 of the increment track"


def test_what_is_at_stake_names_every_place_and_how_it_stands() -> None:
    """13.0, R-77, R-78."""
    b = position("pursuit", with_setup=True, seed="stakes").supply("2013")
    view = b.game.view().victory(b.pos)
    paris = next(row for row in view.conditions if row.wanted.startswith("Paris"))
    assert paris.holds and paris.now == "Allied"
    assert view.if_now == "German decisive, with 4 points"
    rhine = next(row for row in view.conditions if "Rhine" in row.wanted)
    assert not rhine.holds and rhine.now == "0 counted, 0 points"


@pytest.mark.parametrize("scenario", ["to_the_rhine", "campaign"])
def test_what_is_at_stake_names_areas_by_their_names(scenario: str) -> None:
    """C5: "German city of area east_of_rhine, Allied-controlled"."""
    b = position(scenario, with_setup=True, seed="stakes")
    wanted = [row.wanted for row in b.game.view().victory(b.pos).conditions]
    assert any("all hexes east of the Rhine" in one for one in wanted)
    assert not any("_" in one for one in wanted)


def test_before_a_box_is_chosen_the_list_says_what_it_allows() -> None:
    """6.0: the normal maximum of MP for each MPA, and the least MPA that attacks; house edition's track."""
    b = army()
    view = b.game.view()
    said = {box: view.forecast(b.pos, b.decision(f"choose_box {box}")) for box in (1, 4, 5)}
    assert said[1] == "6/4/3/2 MP for MPA 6/4/3/2, attack from MPA 2"
    assert said[4] == "2/2/1/0 MP for MPA 6/4/3/2, attack from MPA 4"
    assert said[5] == "1/1/1/1 MP for MPA 6/4/3/2, no attack"


def test_the_combat_that_is_being_decided_is_told_with_both_strengths() -> None:
    """9.1, 9.6: set-piece: VII Corps and 2nd Armored together, while their lead unit is asked for."""
    b = army().box(1, "a")
    view, attack = b.game.view(), b.decision("attack us_vii,us_2ad 1120")
    assert view.fight(b.pos) == ()
    strengths = view.forecast(b.pos, attack)
    ours, theirs = (
        sum(b.pos.set_piece(b.piece(unit)) for unit in side) for side in (("us_vii", "us_2ad"), ("ge_lxxxiv",))
    )
    assert strengths == f"{ours} against {theirs}, set-piece"
    b.play("attack us_vii,us_2ad 1120")
    assert view.fight(b.pos)[0] == f"1120: {strengths}"


def test_the_beginning_of_a_name_is_whole_words_before_it_is_letters() -> None:
    """`unit VII` asked whether VIII Corps was meant; `VI` alone stays open."""
    b = position("falaise_gap", with_setup=True, seed="names")
    game, state = b.game, b.pos.state
    assert find_unit(game, "VII", state, loose=True) == b.piece("us_vii")
    with pytest.raises(AmbiguousName):
        find_unit(game, "VI", state, loose=True)
