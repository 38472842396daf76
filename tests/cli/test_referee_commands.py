"""claim, rule, exchange, adopt, rulings, readjudicate, luck and the report as commands: one line on refusal, JSON."""

import json
import shutil

import pytest

from tests.cli.conftest import runner
from tests.named_secrets import named_secrets


@pytest.fixture(scope="module")
def game_once(tmp_path_factory):
    """Push to Caen, two random bots up to frame 80, under the error policy segment+swap."""
    log = tmp_path_factory.mktemp("refereed") / "g.hxl"
    with pytest.MonkeyPatch.context() as patch, named_secrets("refereed"):
        run = runner(patch)
        assert run("new", "june_6/push_to_caen", log, "--seed", "11", "--errors", "segment+swap").code == 0
        players = ("--allied", "bot:random", "--german", "bot:random")
        assert run("play", log, *players, "--quiet", "--limit", "80").code == 0
    return log


@pytest.fixture
def game(game_once, tmp_path):
    """A copy of it that a test may change."""
    return shutil.copy(game_once, tmp_path / "g.hxl")


def data(run, *words):
    done = run(*words, "--json")
    assert done.code == 0, done.err
    return json.loads(done.out)


def frames(run, log):
    return data(run, "verify", log)["frames"]


def test_a_claim_that_is_granted_says_where_play_goes_on_and_what_is_void(run, game):
    said = data(run, "claim", game, "--frame", "78", "--what", "combat", "--as", "allied", "--reason", "forgot a gun")
    assert (said["policy"], said["outcome"], said["void_dice"]) == ("segment+swap", "redo", 2)
    assert said["head"] == said["to"] == 75, "the combat segment begins after the movement has ended"
    told = run("verify", game).out
    assert "combat, E2139: #80.10 = 4 is void | not rolled yet" in told
    assert "claim #81 by Allied of an error of combat in #78: granted" in told
    assert "granted by the error policy segment+swap" in run("record", game, "--all").out


def test_a_claim_that_stands_is_recorded_too(run, game):
    done = run("claim", game, "--frame", "21", "--what", "movement", "--as", "german", "--reason", "too far")
    assert (done.code, "frame 21 belongs to a combat segment" in done.err) == (3, True)
    size = frames(run, game)
    done = run("claim", game, "--frame", "18", "--what", "movement", "--as", "allied", "--reason", "one hex too far")
    assert done.code == 0
    assert "the other side has answered" in done.out
    assert frames(run, game) == size + 1
    assert "stands: the other side has answered" in run("history", game).out
    assert "it stands" in run("record", game, "--all").out


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("claim", "--frame", "999", "--what", "combat", "--reason", "x"), 3, "refused: frame 999"),
        (("claim", "--frame", "78", "--what", "combat"), 3, "refused: a claim gives its reason"),
        (("rule",), 2, "a ruling is one of"),
        (("rule", "--switch", "a=b", "--stands", "3"), 2, "a ruling is one of"),
        (("rule", "--switch", "tigers=fly", "--reason", "x"), 2, "no switch of this game called 'tigers'"),
        (("rule", "--switch", "lone_unit=maybe", "--reason", "x"), 2, "none of any, double, never"),
        (("rule", "--switch", "lone_unit=never"), 3, "gives its reason"),
        (("rule", "--effects", "move nowhere E2237", "--reason", "x"), 2, "no unit called 'nowhere'"),
        (("rule", "--effects", "place i_ss_101 E2237", "--reason", "x"), 3, "refused: correction: 101/1SS C stands in"),
        (("rule", "--decision", "end_movement", "--reason", "x"), 3, "it needs no ruling"),
        (("exchange", "i_ss_101", "12ss_12pz", "--reason", "x"), 3, "may not change places"),
        (("readjudicate",), 3, "name what is to be read another way"),
        (("readjudicate", "--ruling", "lone_unit=maybe"), 2, "none of any, double, never"),
        (("readjudicate", "--with-rules", "99"), 2, "rules version 99 of June 6 is not installed"),
    ],
)
def test_a_refusal_is_one_line_with_an_exit_code_and_nothing_is_written(run, game, words, code, says):
    size = frames(run, game)
    done = run(words[0], game, *words[1:])
    assert done.code == code
    assert says in done.err
    assert len(done.err.strip().splitlines()) <= 4
    assert "Traceback" not in done.err
    assert frames(run, game) == size


def test_the_referees_three_rulings_are_kept_and_seen_everywhere(run, game):
    assert run("rule", game, "--switch", "lone_unit=double", "--about", "80", "--reason", "13.73").code == 0
    assert run("rule", game, "--effects", "flag i_ss_101 disorder 1", "--reason", "as ruled").code == 0
    assert run("rule", game, "--stands", "76", "--reason", "nobody was harmed").code == 0
    told = run("history", game).out
    assert told.count("Referee: ruling") == 3
    rows = {row["switch"]: row["reading"] for row in data(run, "rulings", game)}
    assert rows["lone_unit"] == "double"
    record = run("record", game).out
    assert "the referee rules on a reading of the rules from here on: 13.73 (about #80)" in record
    assert "the position is corrected, as ruled" in record
    assert "Disorder" in run("explain", game, "82").out
    assert run("show", game, "--at", "82", "--unit", "i_ss_101").code == 0
    assert run("replay", game, lines="g 82\nq\n").code == 0
    assert data(run, "lines", game)[0]["head"] == 83


def test_rulings_survive_export_and_import_byte_for_byte(run, game, tmp_path):
    run("rule", game, "--effects", "flag i_ss_101 disorder 1", "--reason", "as ruled")
    run("claim", game, "--frame", "78", "--what", "combat", "--as", "allied", "--reason", "x")
    assert run("export", game, "--ndjson", tmp_path / "g.ndjson").code == 0
    assert run("import", tmp_path / "g.ndjson", tmp_path / "h.hxl").code == 0
    assert (tmp_path / "h.hxl").read_bytes() == game.read_bytes()


def test_a_decision_that_the_rules_refuse_is_accepted_by_the_referee(run, game):
    done = run("decide", game, "move", "21pz_hq", "E1238")
    assert done.code == 3
    why = ("--reason", "both had played on before it was seen")
    alone = run("rule", game, "--decision", "move 21pz_hq E1238", *why)
    assert (alone.code, "give its effects" in alone.err) == (2, True)
    said = run("rule", game, "--decision", "move 21pz_hq E1238", "--effects", "move 21pz_hq E1739", *why)
    assert said.code == 0
    assert "HQ/21Pz moves E1839-E1739" in said.out
    assert run("verify", game, "--report", "json").code == 0
    (odd,) = json.loads((game.parent / "g-report.json").read_text(encoding="utf-8"))["irregular"]
    assert odd["refused"] == "J6 8.11: E1238 is not next to E1839"


def test_a_ruling_on_file_is_adopted_by_both(run, game, tmp_path):
    file = tmp_path / "rulings.yaml"
    file.write_text(
        "rulings:\n  - {id: 2026-03, date: 2026-03-01, game: june_6, switch: lone_unit, reading: double, scope: all, "
        "text: Double results only.}\n"
    )
    assert data(run, "rulings", game, "--file", file)[1]["on_file"] == "double"
    alone = run("adopt", game, file, "2026-03", "--as", "allied")
    assert (alone.code, "by all sides together" in alone.err) == (3, True)
    assert run("adopt", game, file, "2026-03", "--as", "allied", "--ask", tmp_path / "ask").code == 0
    assert run("consent", tmp_path / "ask", game).code == 0
    assert data(run, "rulings", game)[1]["reading"] == "double"
    assert data(run, "verify", game)["rulings"] == 1
    fresh = tmp_path / "new.hxl"
    assert run("new", "june_6/push_to_caen", fresh, "--seed", "1", "--rulings", file).code == 0
    assert data(run, "rulings", fresh)[1]["reading"] == "double"


def test_a_new_game_may_choose_a_reading(run, tmp_path):
    log = tmp_path / "n.hxl"
    assert run("new", "june_6/push_to_caen", log, "--seed", "1", "--option", "attach_limit=2").code == 0
    assert data(run, "rulings", log)[0]["reading"] == "2"
    bad = run("new", "june_6/push_to_caen", tmp_path / "b.hxl", "--option", "attach_limit=7")
    assert (bad.code, "none of 1, 2, 3, any" in bad.err) == (2, True)
    bad = run("new", "june_6/push_to_caen", tmp_path / "b.hxl", "--errors", "mercy")
    assert (bad.code, "no error policy 'mercy'" in bad.err) == (3, True)
    assert not (tmp_path / "b.hxl").exists()


def test_readjudicate_and_luck_as_json(run, game):
    found = data(run, "readjudicate", game, "--ruling", "lone_unit=double")
    assert (found["first"]["frame"], found["changed"], found["stopped"]) == (80, [80], "")
    sides = data(run, "luck", game)["sides"]
    assert [row["side"] for row in sides] == ["allied", "german"]
    assert sum(row["throws"] for row in sides) == len(data(run, "luck", game)["throws"]) > 5


@pytest.mark.parametrize("form", ["html", "json"])
def test_verify_writes_the_report_where_it_is_told(run, game, tmp_path, form):
    target = tmp_path / f"verdict.{form}"
    done = run("verify", game, "--report", form, "--out", target)
    assert done.code == 0
    assert done.out.splitlines()[-1].startswith("intact but not anchored")
    text = target.read_text(encoding="utf-8")
    assert "Push to Caen" in text
    assert run("verify", game, "--report", form).code == 0
    assert (tmp_path / f"g-report.{form}").exists()


def test_a_report_that_cannot_be_written_is_one_line(run, game, tmp_path):
    done = run("verify", game, "--report", "html", "--out", tmp_path / "nowhere" / "r.html")
    assert (done.code, done.err.startswith("disk:")) == (7, True)


def test_a_reading_that_changes_an_order_only_is_told_without_the_names_of_events() -> None:
    from hexledger.cli.readjudicate import report
    from hexledger.engine.catalogue import open_game
    from hexledger.replays.audit.contradiction import Contradiction
    from hexledger.replays.referee.readjudicate import Readjudicated

    first = Contradiction(38, 50, "kind of event", "Pushed", "Judged", "F44 11.1")
    told = report(Readjudicated(0, 90, 90, first=first, changed=[38]), open_game("france_1944"), 20)
    assert told[0] == "first change: #38, event 51 (F44 11.1): the same in words, but not in the same order"
    assert not any("Pushed" in line for line in told)


@pytest.mark.parametrize("words", [("undo", "--as", "allied"), ("go", "40", "--as", "allied")])
def test_who_lacks_the_other_sides_word_is_told_how_to_have_it(run, game, words):
    done = run(words[0], game, *words[1:])
    assert done.code == 3
    assert done.err.rstrip().endswith("(--consent: it agrees at the table; --ask FILE: it is asked by mail)")
    assert run(words[0], game, *words[1:], "--consent").code == 0
