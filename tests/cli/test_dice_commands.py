"""Dice modes and transcripts on the command line, as two players, a keeper and a transcriber use them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexledger.events.errors import DiskError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.tabletop import attending
from hexledger.replays.tabletop.attending import Attended, Attending
from tests.cli.conftest import Run

SCENARIO = "june_6/push_to_caen"
BOTS = ("--allied", "bot:random", "--german", "bot:random", "--quiet")
FIRST = ("pick_am am.cw_corps", "end_bombardment")


def begun(run: Run, log: Path, *options: object) -> None:
    made = run("new", SCENARIO, log, *options)
    assert made.code == 0, made.err
    for line in FIRST:
        assert run("decide", log, *line.split()).code == 0


def test_a_referee_game_is_committed_played_verified_revealed_and_verified_again(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "g.hxl"
    made = run("new", SCENARIO, log, "--dice", "referee")
    assert made.code == 0 and "for its owner only" in made.out and "practice" not in made.out
    keeper = tmp_path / "g.hxl.keeper"
    assert keeper.stat().st_mode & 0o777 == 0o600
    assert run("play", log, *BOTS, "--limit", 40).code == 0
    early = run("keeper", "reveal", keeper, log)
    assert early.code == 3 and "not over" in early.err
    assert run("play", log, *BOTS).code == 0
    before = run("verify", log)
    assert before.code == 0 and "not yet re-derivable" in before.out
    assert run("keeper", "reveal", keeper, log).code == 0
    after = run("verify", log)
    assert after.code == 0 and "made again and equal" in after.out and "not yet" not in after.out
    counted = json.loads(run("verify", log, "--json").out)["dice"]["referee"]
    assert counted["rolls"] == counted["rederived"] > 0 and counted["pending"] == 0
    assert "opens the secret of the dice" in run("history", log).out
    assert run("keeper", "reveal", keeper, log).code == 3


def test_a_keeper_attends_on_when_his_own_disk_is_full_for_a_while(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He was told, and the rolls were answered no more until somebody looked at his machine."""
    looked: list[BaseException] = [KeyboardInterrupt(), DiskError(tmp_path, "write", "full"), OSError(28, "full")]

    def look(_self: Attending) -> Attended:
        raise looked.pop()

    monkeypatch.setattr(Attending, "look", look)
    monkeypatch.setattr(attending, "EVERY", 0.0)
    assert run("keeper", "new", tmp_path / "k").code == 0
    ran = run("keeper", "attend", tmp_path / "k", tmp_path / "g.hxl", "--with", "http://127.0.0.1:1/games/g?token=t")
    assert ran.code == 130 and ran.out.count("asking again") == 2


def test_a_player_without_the_keepers_file_rolls_with_his_answer(run: Run, tmp_path: Path) -> None:
    log, copy, keeper = tmp_path / "g.hxl", tmp_path / "copy.hxl", tmp_path / "secret"
    bundle, answer = tmp_path / "bundle", tmp_path / "answer"
    told = json.loads(run("keeper", "new", keeper, "--json").out)
    assert told["commitment"] in run("keeper", "commit", keeper).out
    begun(run, log, "--dice", "referee", "--log-id", told["log_id"], "--commit", told["commitment"])
    refused = run("decide", log, "end_movement")
    assert refused.code == 3 and "the decision is fixed first" in refused.err and "AM pool" in refused.err
    assert run("finish", log).code == 3
    assert run("keeper", "answer", keeper, log, "-o", answer).code == 3
    assert run("decide", log, "end_movement", "--fix").code == 0
    run("send", log, "--to", "german", "-o", bundle)
    assert run("receive", bundle, copy).code == 0
    assert run("keeper", "answer", keeper, copy, "-o", answer).code == 0
    first = answer.read_bytes()
    assert run("keeper", "answer", keeper, copy, "-o", answer).code == 0
    assert answer.read_bytes() == first, "asked again, he answers the same"
    assert run("finish", log).code == 3
    rolled = run("finish", log, "--keeper", answer)
    assert rolled.code == 0 and "is drawn from AM pool" in rolled.out
    assert run("verify", log).code == 0


def test_a_keeper_answers_no_second_fix_after_the_frame_of_the_first(run: Run, tmp_path: Path) -> None:
    log, other, keeper, answer = (tmp_path / name for name in ("g.hxl", "o.hxl", "secret", "answer"))
    told = json.loads(run("keeper", "new", keeper, "--json").out)
    begun(run, log, "--dice", "referee", "--log-id", told["log_id"], "--commit", told["commitment"])
    other.write_bytes(log.read_bytes())
    assert run("decide", log, "end_movement", "--fix").code == 0
    choices = json.loads(run("offer", other, "--json").out)["choices"]
    step = next(choice for choice in choices if choice["kind"] == "move")
    assert run("decide", other, json.dumps(step)).code == 0
    assert run("decide", other, "end_movement", "--fix").code == 0
    assert run("keeper", "answer", keeper, log, "-o", answer).code == 0
    refused = run("keeper", "answer", keeper, other, "-o", tmp_path / "second")
    assert refused.code == 3 and "another history" in refused.err
    assert not (tmp_path / "second").exists()


def test_a_keeper_opens_no_secret_on_a_copy_that_ended_before_what_he_answered(run: Run, tmp_path: Path) -> None:
    """A player sends him an old copy in which he concedes, and plays on elsewhere with every die foretold."""
    log, old, keeper, answer = (tmp_path / name for name in ("g.hxl", "o.hxl", "secret", "answer"))
    told = json.loads(run("keeper", "new", keeper, "--json").out)
    begun(run, log, "--dice", "referee", "--log-id", told["log_id"], "--commit", told["commitment"])
    old.write_bytes(log.read_bytes())
    assert run("decide", log, "end_movement", "--fix").code == 0
    assert run("keeper", "answer", keeper, log, "-o", answer).code == 0
    assert run("end", old, "concession", "--as", "german").code == 0
    before = old.read_bytes()
    refused = run("keeper", "reveal", keeper, old)
    assert refused.code == 3 and "this copy lacks #3 as it was answered" in refused.err
    assert old.read_bytes() == before
    assert run("keeper", "reveal", keeper, old, "--early").code == 0
    assert "the keeper answered #3" in run("verify", old).out


def duel_of_two(run: Run, tmp_path: Path) -> tuple[Path, Path, Path]:
    """A duel begun, and the vaults of both players, elsewhere."""
    log, one, two = tmp_path / "g.hxl", tmp_path / "allied.vault", tmp_path / "german.vault"
    first = json.loads(run("duel", "commit", one, "--side", 1, "--links", 50, "--json").out)
    ident = first["log_id"]
    second = json.loads(run("duel", "commit", two, "--side", 2, "--log-id", ident, "--links", 50, "--json").out)
    texts = ("--commit", first["commitment"], "--commit", second["commitment"])
    begun(run, log, "--dice", "duel", "--log-id", ident, *texts)
    return log, one, two


def test_the_side_that_did_not_decide_rolls_a_duel(run: Run, tmp_path: Path) -> None:
    log, one, two = duel_of_two(run, tmp_path)
    assert "the decision is fixed first" in run("decide", log, "end_movement").err
    assert "no vault of side 1" in run("decide", log, "end_movement", "--fix").err
    assert run("decide", log, "end_movement", "--fix", "--vault", two).code == 3
    assert run("decide", log, "end_movement", "--fix", "--vault", one).code == 0
    assert run("finish", log, "--vault", one).code == 3, "who decided does not roll"
    assert "German side rolls it" in run("offer", log).out
    assert run("finish", log, "--vault", two).code == 0
    shown = run("mode", log)
    assert "duel dice" in shown.out and "Allied: 49 links left" in shown.out
    verified = run("verify", log)
    assert verified.code == 0 and "duel dice: 1 of 1 made again and equal" in verified.out


def test_a_roll_refused_lets_the_side_that_decided_name_it(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "g.hxl"
    begun(run, log, "--dice", "duel", "--links", 50)
    (tmp_path / "g.hxl.duel-german").unlink()
    assert run("decide", log, "end_movement", "--fix").code == 0
    assert run("duel", "refuse", log).code == 2
    assert run("duel", "refuse", log, "--as", "allied").code == 3
    kept = run("duel", "refuse", log, "--as", "german", "--reason", "lost the file")
    assert kept.code == 0 and "the allied names the roll" in kept.out
    assert run("finish", log).code == 3
    assert run("finish", log, "--roll", "21pz").code == 0
    assert (
        "German does not roll what waits for it, recorded by German: lost the file" in run("record", log, "--all").out
    )
    assert run("verify", log).code == 0


def test_real_dice_are_typed_in_confirmed_and_listed_until_then(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "g.hxl"
    begun(run, log, "--dice", "entered")
    wanted = run("decide", log, "end_movement")
    assert wanted.code == 3 and "AM pool [J6 7.24], a draw from" in wanted.err
    for bad, why in (("7", "no token"), ("hq", "no token")):
        refused = run("decide", log, "end_movement", "--roll", bad)
        assert refused.code == 2 and why in refused.err
    assert "rolls 1 time, but 2" in run("decide", log, "end_movement", "--roll", "21pz", "--roll", 4).err
    assert run("decide", log, "end_movement", "--roll", "21pz", "--by", "allied").code == 0
    with Chronicle.read(log) as chronicle:
        assert chronicle.frame(3).evidence[0].startswith("1=")
    assert "not confirmed: #3" in run("verify", log).out
    assert run("confirm", log).code == 2
    own = run("confirm", log, "--as", "allied")
    assert own.code == 3
    assert run("confirm", log, 3, "--as", "german").code == 0
    verified = run("verify", log)
    assert "entered dice: 1 of 1 confirmed" in verified.out and "not confirmed" not in verified.out
    assert run("confirm", log, 3, "--as", "german").code == 3
    assert "German confirms the rolls of #3" in run("history", log).out


def test_a_person_is_asked_for_each_roll_after_the_decision_is_fixed(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "g.hxl"
    begun(run, log, "--dice", "entered")
    played = run("play", log, "--german", "bot:random", lines="end\n")
    assert played.code == 0 and "the decision is fixed; its dice are asked for next time" in played.out
    played = run("play", log, "--german", "bot:random", "--limit", 1, lines="nonsense\n21pz\n")
    assert "Decision #3 is fixed and waits for its dice" in played.out
    assert "no token of the cup" in played.out and "is drawn from AM pool" in played.out
    assert run("verify", log).code == 0


def test_the_dice_mode_is_changed_by_both_sides_only_and_shown_everywhere(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "g.hxl"
    begun(run, log, "--dice", "practice", "--seed", "11")
    alone = run("mode", log, "entered")
    assert alone.code == 3 and "decision of all sides" in alone.err
    assert run("mode", log, "roulette").code == 2
    assert run("mode", log, "entered", "--consent").code == 0
    assert "entered dice" in run("show", log).out
    assert run("decide", log, "end_movement", "--roll", "21pz").code == 0
    verified = run("verify", log)
    assert verified.code == 0 and "dice mode changed by decision of all sides: #3" in verified.out
    assert "changes to entered dice" in run("record", log, "--all").out
    assert json.loads(run("mode", log, "--json").out)["dice"] == "entered"


def test_a_decision_that_waits_is_dropped_by_both_sides(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "g.hxl"
    begun(run, log, "--dice", "entered")
    assert run("decide", log, "end_movement", "--fix").code == 0
    alone = run("undo", log)
    assert alone.code == 3 and "it drops #3: no word of" in alone.err
    assert run("undo", log, "--consent", "--reason", "misread").code == 0
    assert run("decide", log, "end_movement", "--fix").code == 0
    assert "misread" in run("history", log).out
    assert run("verify", log).code == 0


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--dice", "roulette"), "no dice mode"),
        (("--dice", "entered", "--seed", "3"), "no seed"),
        (("--dice", "referee", "--commit", "keeper 00", "--log-id", "ab" * 16), "keeper HASH KEY"),
        (("--dice", "referee", "--commit", "keeper 00"), "--log-id"),
        (("--dice", "duel", "--commit", "duel 1 9 00", "--log-id", "ab" * 16), "no commitment"),
        (("--dice", "duel", "--refusal", "never"), "no rule"),
        (("--dice", "entered", "--log-id", "xyz"), "32 hex digits"),
    ],
)
def test_a_game_with_doubtful_dice_is_not_begun_and_leaves_no_file(
    run: Run, tmp_path: Path, options: tuple[str, ...], why: str
) -> None:
    refused = run("new", SCENARIO, tmp_path / "g.hxl", *options)
    assert refused.code in (2, 3) and why in refused.err
    assert not [path for path in tmp_path.iterdir() if path.suffix != ".lock"]


def test_a_game_is_exported_as_a_transcript_and_typed_in_again(run: Run, finished: Path, tmp_path: Path) -> None:
    text, log = tmp_path / "game.txt", tmp_path / "again.hxl"
    assert run("export", finished, "--transcript", text).code == 0
    checked = run("transcribe", text, "--log", log, "--check")
    assert checked.code == 0 and "can be transcribed" in checked.out and not log.exists()
    made = run("transcribe", text, "--log", log)
    assert made.code == 0 and "0 irregular" in made.out
    one, two = (json.loads(run("lines", path, "--json").out)[-1]["digest"] for path in (finished, log))
    assert one == two
    assert run("verify", log).code == 0
    assert run("export", finished).code == 2


def test_while_a_decision_waits_for_its_dice_everybody_is_told_whose_they_are_to_give(run: Run, tmp_path: Path) -> None:
    log, other, bundle = tmp_path / "g.hxl", tmp_path / "other.hxl", tmp_path / "bundle"
    assert run("new", "june_6/push_to_caen", log, "--dice", "duel").code == 0
    for side in ("allied", "german"):
        (vault,) = [path for path in tmp_path.iterdir() if side in path.name]
        vault.rename(tmp_path / f"{side}.vault")
    run("decide", log, "pick_am", "cw_corps")
    run("decide", log, "end_bombardment")
    vaults = {side: ("--vault", tmp_path / f"{side}.vault") for side in ("allied", "german")}
    refused = run("decide", log, "end_movement")
    assert refused.code == 3 and "--fix fixes it first" in refused.err
    assert run("decide", log, "end_movement", "--fix", *vaults["allied"]).code == 0
    run("send", log, "--to", "german", "-o", bundle)
    took = run("receive", bundle, other)
    assert "decision #3 is fixed and waits for its dice: the German side rolls it" in took.out
    assert "yours to do: `hexledger finish other.hxl`" in took.out
    assert run("finish", other, *vaults["german"]).code == 0
    run("send", other, "--to", "allied", "-o", bundle)
    took = run("receive", bundle, log)
    assert "1 new frame of Allied" in took.out and "waits for its dice" not in took.out
    assert "your decision (Allied): movement ends" in took.out, took.out
    assert "waits for its dice" not in run("offer", log).out


@pytest.fixture
def played(run: Run, tmp_path: Path) -> Path:
    """A game played elsewhere, as far as the first movement of the Germans."""
    log = tmp_path / "played.hxl"
    made = run("new", "june_6/push_to_caen", log, "--as-played", "--json")
    assert made.code == 0, made.err
    assert (json.loads(made.out)["dice"], json.loads(made.out)["as_played"]) == ("entered", True)
    for words in ("pick_am cw_corps", "end_bombardment", "A: end movement : 21pz", "attach -"):
        done = run("decide", log, words)
        assert done.code == 0, done.err
    return log


def test_a_decision_that_the_rules_refuse_is_recorded_and_marked_in_a_game_as_played(run: Run, played: Path) -> None:
    far = run("decide", played, "move", "125/21Pz", "E2240", "--json")
    assert far.code == 0, far.err
    assert json.loads(far.out)["irregular"] == {"rule": "J6 8.11", "reason": "E2240 is not next to E2138"}
    others = run("decide", played, "--as", "allied", "move 8/3 E2245")
    assert others.code == 0 and "irregular, and marked: J6 8.11 it is for the German side" in others.out
    assert "German 125/21Pz" in run("show", played, "--hex", "E2240").out
    said = run("verify", played)
    assert said.code == 0
    assert "irregular: #5: E2240 is not next to E2138 [J6 8.11]" in said.out
    assert "irregular: #6: it is for the German side to decide [J6 8.11]" in said.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("! end_movement => none", "end_movement is legal here"),
        ("! attack E1940 => flag 8/3 nothing", "refused: "),
        ("end movement : 7 7 7", "refused: "),
        ("choose_mode mode.stand", "give its effects"),
        ("nonsense", "no decision or command called"),
    ],
)
def test_what_cannot_be_recorded_leaves_a_game_as_played_alone(run: Run, played: Path, words: str, says: str) -> None:
    before = played.read_bytes()
    done = run("decide", played, words)
    assert done.code == 3 and says in done.err, (done.out, done.err)
    assert done.err.count("refused:") == 1 and "line 1" not in done.err
    assert played.read_bytes() == before


def test_in_play_the_person_is_asked_whether_it_was_played_so(run: Run, played: Path) -> None:
    lines = "move 125/21Pz E2240\nn\nmove 125/21Pz E2240\ny\nquit\n"
    done = run("play", played, lines=lines)
    assert done.code == 0 and "Stopped at #5" in done.out, done.out
    assert done.out.count("refused: J6 8.11") == 2
    assert "irregular: #5" in run("verify", played).out


def test_without_as_played_an_illegal_decision_is_refused(run: Run, fresh: Path) -> None:
    before = fresh.read_bytes()
    assert run("decide", fresh, "move 8/3 E2245").code == 3
    assert fresh.read_bytes() == before


def test_errors_of_a_transcript_are_listed_with_their_lines_and_nothing_is_written(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "game.txt"
    text.write_text(f"@game {SCENARIO}\npick_am nobody\nend_bombardment\nmove 8/3 E9999\n", encoding="utf-8")
    refused = run("transcribe", text)
    assert refused.code == 3
    assert "line 2: " in refused.err and "line 4: " in refused.err and "nothing was written" in refused.err
    assert not (tmp_path / "game.hxl").exists()
    found = json.loads(run("transcribe", text, "--json").out)["errors"]
    assert [error["line"] for error in found][:1] == [2]
    text.write_text("pick_am cw_corps\n", encoding="utf-8")
    assert run("transcribe", text).code == 2
    assert run("transcribe", text, "--game", SCENARIO).code == 0


def test_an_illegal_decision_of_june_6_is_recorded_and_told_with_its_rule(run: Run, tmp_path: Path) -> None:
    text, log = tmp_path / "game.txt", tmp_path / "game.hxl"
    lines = [
        f"@game {SCENARIO}",
        "pick_am cw_corps",
        "end_bombardment",
        "! => place 8/3 E2135  # he had forgotten it",
        "end_movement : 21pz",
    ]
    text.write_text("\n".join(lines), encoding="utf-8")
    made = run("transcribe", text)
    assert made.code == 0 and "1 irregular" in made.out, made.err
    verified = run("verify", log)
    assert verified.code == 0 and "irregular: #3" in verified.out
    assert "irregular" in run("record", log).out
    assert run("decide", log, "attach", "-").code == 0


def test_a_keepers_answer_goes_as_text_through_a_mail_that_quotes_and_wraps_it(run, tmp_path, monkeypatch):
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / "home"))
    log, kept, answer = tmp_path / "g.hxl", tmp_path / "k.keeper", tmp_path / "answer.txt"
    from hexledger.replays.dice.keeper_file import KeeperSecret
    from hexledger.replays.log.genesis import random_hex

    secret = KeeperSecret.new(kept, random_hex(16))
    made = run(
        *("new", "june_6/push_to_caen", log, "--dice", "referee", "--log-id", secret.log_id),
        *("--commit", secret.commitment),
    )
    assert made.code == 0, made.err
    fixed_at_last(log)
    assert run("keeper", "answer", kept, log, "-o", answer, "--text").code == 0
    text = answer.read_text()
    assert text.startswith("-----BEGIN HEXLEDGER ANSWER-----")
    mailed = tmp_path / "mailed.txt"
    mailed.write_text("Hello,\n" + "".join(f"> {line}\n" for line in text.splitlines()) + "--\nthe keeper\n")
    cut = tmp_path / "cut.txt"
    cut.write_text(text[: len(text) // 2])
    refused = run("finish", log, "--keeper", cut)
    assert refused.code not in (0, 70) and "cut short" in refused.err
    assert run("finish", log, "--keeper", mailed).code == 0


def fixed_at_last(log):
    """Play on until a decision is fixed that waits for its dice."""
    from hexledger.engine.bots.chance import Chance
    from hexledger.engine.bots.players import random_bot
    from hexledger.engine.dice.rolling import DiceWanted
    from hexledger.replays.log.table import hand_in

    with Chronicle.write(log) as game:
        while True:
            prompt = game.offer()
            decision = random_bot(game.game, game.state(), prompt, Chance("keeper", log.name, len(game.timeline)))
            try:
                hand_in(game, prompt.side, decision)
            except DiceWanted:
                game.fix(prompt.side, decision)
                return
