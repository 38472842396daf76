"""What is at stake is told as it stands (3.1, 3.2, 12.8)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.view import Condition, VictoryView
from hexledger.replays.log.chronicle import Chronicle, new_genesis


def stakes(folder, scenario: str, *control: tuple[str, int]) -> VictoryView:
    """The stakes of a scenario at its set-up, with named places in other hands."""
    path = folder / f"{scenario}-{len(control)}.hxl"
    with Chronicle.create(path, new_genesis(f"case_yellow/{scenario}", seed="1")) as log:
        state = log.state().copy()
        for place, side in control:
            for at in log.game.ground.named[place]:
                state.control[at] = side
        return log.game.view().victory(log.game.position(state))


def row(view: VictoryView, start: str) -> Condition:
    (found,) = (one for one in view.conditions if one.wanted.startswith(start))
    return found


def test_the_campaign_counts_points_and_names_what_each_side_holds(tmp_path):
    view = stakes(tmp_path, "historical")
    assert view.when == "at the END of turn 10, by German less Allied VP"
    assert view.if_now == "Allied decisive, by 0 VP"
    assert (row(view, "Paris (").now, row(view, "Paris (").side) == ("no", w.GERMAN)
    assert row(view, "a Channel port (2 VP each)").now == "none held"
    assert row(view, "Paris held").holds


def test_what_the_german_takes_shows_at_once(tmp_path):
    view = stakes(tmp_path, "historical", ("Calais", w.GERMAN), ("Paris", w.GERMAN))
    assert row(view, "a Channel port (2 VP each)").now == "Calais"
    assert row(view, "Paris (8 VP)").holds
    assert not row(view, "Paris held").holds


@pytest.mark.parametrize(
    ("cities", "level"), [(0, "Allied victory"), (4, "Allied marginal victory"), (6, "German victory")]
)
def test_the_dutch_fortress_falls_by_cities(tmp_path, cities, level):
    held = ("Amsterdam", "Den Haag", "Rotterdam", "Utrecht", "Arnhem", "Nijmegen")[:cities]
    view = stakes(tmp_path, "dutch_fortress", *((city, w.GERMAN) for city in held))
    assert view.if_now == level
    assert row(view, "German victory").now == f"{cities} counted"
    # with four cities "Allied victory: 3 or fewer cities" was told to hold as well
    (reached,) = (one for one in view.conditions if one.holds)
    assert reached.wanted.startswith(f"{level}:")


def test_free_command_needs_paris_and_two_of_five_for_an_early_end(tmp_path):
    assert not row(stakes(tmp_path, "free_command"), "decisive, by turn 9").holds
    taken = [(place, w.GERMAN) for place in ("Paris", "Reims", "Metz")]
    early = row(stakes(tmp_path, "free_command", *taken), "decisive, by turn 9")
    assert early.holds
    assert early.now == "Paris yes; Reims, Metz"
