"""Games played on by bots: reproducible, the same with any number of processes, counted with honest intervals."""

import json

import pytest

from hexledger.engine.bots.players import bot
from hexledger.replays.audit.audit import audit
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.table import play_on
from hexledger.replays.whatif.chances import paired, share, spread
from hexledger.replays.whatif.outlook import outlook, outlook_lines
from hexledger.replays.whatif.simulate import Plan, keep, simulate

GREEDY = ((1, "greedy"), (2, "greedy"))
NAMES = {1: bot("greedy"), 2: bot("greedy")}


@pytest.fixture(scope="module")
def caen(tmp_path_factory):
    """A Push to Caen by greedy bots: its path, and a frame not far from its end."""
    path = tmp_path_factory.mktemp("caen") / "g.hxl"
    with Chronicle.create(path, new_genesis("june_6/push_to_caen", seed="11")) as game:
        play_on(game, NAMES)
        depth = game.timeline.depths[game.timeline.head]
        near = game.timeline.ancestor(game.timeline.head, depth - 60)
    return path, near


@pytest.mark.whole
def test_the_same_seeds_give_the_same_report_with_any_number_of_processes(caen):
    path, near = caen
    plan = Plan(str(path), (near,), 4, "s", GREEDY)
    with Chronicle.read(path) as game:
        one = json.dumps(outlook(game.game, simulate(plan, 1)))
        two = json.dumps(outlook(game.game, simulate(plan, 2)))
        other = json.dumps(outlook(game.game, simulate(plan._replace(seed="t"), 1)))
    assert one == two
    assert one != other


def test_a_run_is_the_same_game_as_the_study_that_keeps_it(caen, tmp_path):
    path, near = caen
    plan = Plan(str(path), (near,), 2, "s", GREEDY)
    runs = simulate(plan).runs[near]
    for run in (0, 1):
        study = tmp_path / f"{run}.hxl"
        with keep(plan, near, run, study) as kept:
            head = kept.timeline.head
            assert kept.frame(head).digest.hex() == runs[run].digest
            assert kept.state().winner == runs[run].winner
        found = audit(study)
        assert found.intact, str(found.contradiction)


def test_moments_are_compared_with_the_same_luck(caen):
    path, near = caen
    with Chronicle.read(path) as game:
        timeline = game.timeline
        later = timeline.ancestor(timeline.head, timeline.depths[near] + 20)
        data = outlook(game.game, simulate(Plan(str(path), (near, later), 3, "s", GREEDY)))
    rows = [row for row in data["paired"] if row["of"] == "chance"]
    assert [row["side"] for row in rows] == ["allied", "german"]
    assert rows[0]["difference"] == -rows[1]["difference"], "what one side gains the other loses"
    for moment in data["moments"]:
        assert sum(row["count"] for row in moment["results"]) == 3
    assert any("same luck" in line for line in outlook_lines(data))


def test_runs_stop_at_the_time_limit_and_the_report_says_so(caen):
    path, near = caen
    found = simulate(Plan(str(path), (near,), 50, "s", GREEDY), seconds=0.0001)
    assert not found.complete and len(found.runs[near]) < 50


def test_a_run_that_does_not_end_is_counted_as_not_over(caen):
    path, near = caen
    runs = simulate(Plan(str(path), (near,), 1, "s", GREEDY, most=5)).runs[near]
    assert (runs[0].winner, runs[0].decisions) == (-1, 5)


def test_nothing_is_played_on_from_the_end(caen):
    path, _ = caen
    with Chronicle.read(path) as game:
        head = game.timeline.head
    with pytest.raises(ReplayError, match="over at"):
        simulate(Plan(str(path), (head,), 1, "s", GREEDY))


def test_shares_have_wilsons_interval():
    assert share(0, 10)[2:] == (0.0, 0.0, 0.2775)
    assert share(5, 10)[2:] == (0.5, 0.2366, 0.7634)
    assert share(10, 10)[3:] == (0.7225, 1.0)
    assert share(0, 0)[2:] == (0.0, 0.0, 1.0)


def test_numbers_and_paired_differences_are_summed_up():
    found = spread([1, 2, 3, 4, 10])
    assert found is not None and (found.mean, found.median, found.least, found.most) == (4.0, 3.0, 1, 10)
    assert spread([]) is None and spread([7]).deviation == 0.0
    gap = paired([0.0, 1.0, 0.0, 1.0], [1.0, 1.0, 1.0, 1.0])
    assert gap.mean == 0.5 and gap.low < 0.5 < gap.high and gap.pairs == 4
    assert paired([], []).pairs == 0
