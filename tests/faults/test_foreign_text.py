"""Text of other people is shown on one line with nothing hidden: at the terminal, in files, on pages."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hexledger.events.showing import json_visible, one_line, shell_word, spreadsheet_cell
from tests.faults.hostile_text import EVIL, FORGED, hostile_log

ROOT = Path(__file__).parent.parent.parent
HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


@pytest.fixture
def hostile(tmp_path):
    """The log, under a name that is as bad as what it holds."""
    return hostile_log(tmp_path / f"g\n{FORGED}\x1b[8m\u202e.hxl")


READING = {
    "show": ("show", "{log}"),
    "show tracks": ("show", "{log}", "--tracks"),
    "offer": ("offer", "{log}"),
    "record": ("record", "{log}", "--all"),
    "record everything": ("record", "{log}", "--all", "--level", "all"),
    "record markdown": ("record", "{log}", "--all", "--format", "md"),
    "record lines of JSON": ("record", "{log}", "--all", "--format", "json"),
    "history": ("history", "{log}", "--all"),
    "history JSON": ("history", "{log}", "--all", "--json"),
    "lines": ("lines", "{log}"),
    "lines JSON": ("lines", "{log}", "--json"),
    "luck": ("luck", "{log}"),
    "dice": ("dice", "{log}", "--rolls"),
    "losses": ("losses", "{log}"),
    "compare": ("compare", "{log}", "1", "2"),
    "explain": ("explain", "{log}", "3"),
    "rulings": ("rulings", "{log}"),
    "seals": ("seals", "{log}"),
    "mode": ("mode", "{log}"),
    "replay": ("replay", "{log}"),
    "verify": ("verify", "{log}"),
    "verify JSON": ("verify", "{log}", "--json"),
    "an unknown line": ("show", "{log}", "--line", "nowhere"),
    "a wrong kind of file": ("receive", "{log}", "{log}"),
    "readjudicate": ("readjudicate", "{log}"),
    "query": ("query", "select * from decisions", "{log}"),
    "a fact": ("show", "{log}", "--unit", f"x{EVIL}"),
    "no such log": ("show", f"no{EVIL}"),
    "send": ("send", "{log}", "--to", "german", "-o", "{out}"),
}


def nothing_forged(text):
    assert not HIDDEN.search(text), HIDDEN.search(text)
    assert not [line for line in text.split("\n") if line.lstrip(" |│#*-").startswith(FORGED)]


@pytest.mark.parametrize("name", READING)
def test_no_command_lets_a_log_drive_the_terminal_or_forge_a_line(run, hostile, name):
    """B1: reasons, names, lines, rulings, claims, file names, and what the user typed."""
    ran = run(*(word.format(log=hostile, out=f"{hostile}.out") for word in READING[name]), lines="last\nb\np\nq\n")
    assert ran.code != 70, ran
    nothing_forged(ran.out)
    nothing_forged(ran.err)


def test_what_is_hidden_is_seen_where_it_stands(run, hostile):
    """B1: shown, not dropped."""
    told = run("history", hostile).out
    assert r"undo typo\nFORGED intact\r\x1b[8m\x1b]0;t\x07\u202e\u2066\u200b\x9b31m\u2028FORGED\x85" in told
    row = next(row for row in json.loads(run("history", hostile, "--json").out) if row["kind"] == "rewind")
    assert row["reason"] == f"undo {EVIL}", "JSON holds the text itself"


FILES = {
    "page": ("export", "{log}", "--html", "{out}", "--no-verify"),
    "transcript": ("export", "{log}", "--line", "main", "--transcript", "{out}"),
    "record": ("record", "{log}", "--all", "--out", "{out}"),
    "record in markdown": ("record", "{log}", "--all", "--format", "md", "--out", "{out}"),
    "picture": ("show", "{log}", "--svg", "{out}"),
    "report": ("verify", "{log}", "--report", "html", "--out", "{out}"),
}


@pytest.mark.parametrize("name", FILES)
def test_no_file_made_of_a_log_hides_what_the_log_says(run, hostile, tmp_path, name):
    """B1"""
    out = tmp_path / "out"
    ran = run(*(word.format(log=hostile, out=out) for word in FILES[name]))
    assert ran.code in (0, 1), ran
    text = out.read_text(encoding="utf-8")
    nothing_forged(text)
    if name not in ("picture",):
        assert f"typo\\n{FORGED}" in text.replace("\\\\n", "\\n")
    if name in ("page", "picture", "report"):
        assert "+1<b>" not in text


def test_markdown_shows_signs_that_it_would_read_as_its_own(run, hostile):
    """K10: `&` and `<` of a reason are text."""
    told = run("record", hostile, "--all", "--format", "md").out
    assert "\\<b>\\&" in told


def test_completion_offers_no_name_that_a_shell_would_run(run, tmp_path):
    """K1: a line called `a$(touch${IFS}X)` in somebody else's log."""
    log = tmp_path / "g.hxl"
    assert run("new", "june_6/push_to_caen", log, "--seed", "1").code == 0
    for name in ("a$(touch${IFS}X)", "a`id`", "a;id", "a b", "a'b", "a&b", "a>b", "a*", "a!b", "a\\b", "aside", "été"):
        assert run("branch", log, name).code == 0, name
    program = "import sys; sys.argv = ['hexledger']; from hexledger.cli.main import main; main([])"
    for shell in ("bash", "zsh", "fish"):
        asked = {
            "_HEXLEDGER_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": f"hexledger show {log} --line a",
            "COMP_CWORD": "a" if shell == "fish" else "4",
        }
        done = subprocess.run([sys.executable, "-c", program], env=os.environ | asked, capture_output=True, check=True)
        offered = done.stdout.decode()
        assert "aside" in offered, (shell, offered)
        assert not set("$`;&<>*!'\\") & set(offered), (shell, offered)


SIGNS = "\n\r\t\x1b\x9b\x7f\xad\u202e\u2066\u200b\u200d\u2028\ufeff\u3164\u2800\ufe0f\U000e0041\ue000"


@pytest.mark.parametrize("sign", SIGNS, ids=ascii)
def test_no_invisible_sign_passes(sign):
    shown = one_line(f"a{sign}b")
    assert sign not in shown and shown.startswith("a\\") and shown.endswith("b")
    assert json.loads(json_visible(json.dumps(f"a{sign}b", ensure_ascii=False))) == f"a{sign}b"


def test_letters_of_all_languages_pass_and_towers_of_marks_do_not():
    for text in ("Sainte-Mère-Église", "Orne · E2138", "ノルマンディー", "Zürich e\u0301", "Δ"):
        assert one_line(text) == text
    assert one_line("e" + "\u0301" * 30).count("\u0301") == 2


def test_no_spreadsheet_takes_a_cell_for_a_formula():
    """K1"""
    wide = ("\uff1d1+1", "\uff0bcmd|'x'!A0", "\uff0d2+3", "\uff20SUM(A1)")  # of a Japanese keyboard
    for text in ("=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", *wide):
        assert spreadsheet_cell(text) == f"'{text}"
    assert [spreadsheet_cell(text) for text in ("-3", "+2.5", "E2138", "")] == ["-3", "+2.5", "E2138", ""]
    assert not shell_word("a$(id)") and shell_word("3_br_8")


def test_no_command_prints_past_the_one_module_for_the_terminal():
    """B1: the kind is made impossible, not the case."""
    banned = ("print", "click.echo", "click.secho", "click.style", "click.echo_via_pager")
    wrong = []
    for path in sorted((ROOT / "cli").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) and path.name != "console.py" else ""
            if path.name == "screen.py" and called == "click.echo_via_pager":
                assert "visible(" in ast.unparse(node.args[0]), "the pager shows what was made visible"
            elif called in banned or called.endswith((".stdout.write", ".stderr.write")):
                wrong.append(f"{path.name}:{node.lineno}: {called}")
    assert wrong == []


@pytest.mark.parametrize(
    ("words", "at", "offered"),
    [
        ("hexledger new fort", "2", "fortress_europa/invasion"),
        ("hexledger new june_6/push_to_caen x --dice ", "5", "duel"),
        ("hexledger show {log} --as ", "4", "german"),
        ("hexledger checkpoint {log} --key ", "4", ""),
        ("hexledger new june_6/push_to_caen x --errors ", "5", "next-die"),
        ("hexledger new june_6/push_to_caen x --option at", "5", "attach_limit"),
        ("hexledger decide {log} pi", "3", "pick_am"),
        ("hexledger end {log} con", "3", "concession"),
        ("hexledger notes {log} --for a", "4", "allied"),
        ("hexledger ask l", "2", "losses"),
        ("hexledger rule {log} --switch at", "4", "attach_limit"),
        ("hexledger switch {log} ma", "3", "main"),
        ("hexledger compare {log} 1 m", "4", "main"),
    ],
)
def test_completion_knows_scenarios_dice_modes_and_sides(fresh, words, at, offered):
    """K10"""
    program = "import sys; sys.argv = ['hexledger']; from hexledger.cli.main import main; main([])"
    asked = {"_HEXLEDGER_COMPLETE": "bash_complete", "COMP_WORDS": words.format(log=fresh), "COMP_CWORD": at}
    done = subprocess.run([sys.executable, "-c", program], env=os.environ | asked, capture_output=True, check=True)
    assert offered in done.stdout.decode() and not done.stderr
