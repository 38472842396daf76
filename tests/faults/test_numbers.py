"""Numbers that people type or files hold: plain digits of a sane length, or a sentence; never a fault."""

import ast
from pathlib import Path

import click
import pytest

from hexledger.cli.inputs import Number, NumberRange
from hexledger.events.numbers import LARGEST, whole_number
from tests.faults.precious import all_commands

ROOT = Path(__file__).parents[2]
LONG = "9" * 4300
ODD = ("²", "١٢", "1_000", "½", "Ⅷ", " 7", "+-7", "0x10", "1e3", "", "٣", LONG, "-" + LONG, "10000000000000000")
WORDS = ("{}", "explain {}", "undo {}", "record {}", "hex {}", "unit {}", "svg", "offer {}", "decide {}", "more {}")


@pytest.mark.parametrize("text", ODD)
def test_what_is_no_plain_number_is_none(text):
    """K5"""
    assert whole_number(text) is None


def test_plain_numbers_are_read():
    assert [whole_number(text) for text in ("0", "57", "007", str(LARGEST))] == [0, 57, 7, LARGEST]
    assert whole_number("-3", signed=True) == -3 and whole_number("-3") is None


@pytest.mark.parametrize("odd", [odd for odd in ODD if odd == odd.strip()])
def test_a_sitting_goes_on_whatever_stands_in_the_place_of_a_number(run, fresh, odd):
    """K5: `²`, unshifted on French keyboards, ended `play` with a fault."""
    lines = "".join(f"{word.format(odd)}\n" for word in WORDS)
    assert run("play", fresh, lines=f"{lines}quit\n").code == 0
    lines = "".join(f"{word} {odd}\n" for word in ("n", "p", "go", "turn", "phase", "unit", "hex", "explain", "e"))
    assert run("replay", fresh, lines=f"{lines}{odd}\nq\n").code == 0


@pytest.mark.parametrize("odd", ODD)
def test_no_number_on_a_command_line_ends_with_a_fault(run, fresh, tmp_path, odd):
    """K5: every option and argument of every command that wants a number, and texts that hold one."""
    for path, command in all_commands().items():
        if path in (("desk",), ("demo",), ("play",)):
            continue
        for param in command.params:
            if isinstance(param.type, click.types.IntParamType | click.IntRange):
                assert isinstance(param.type, Number | NumberRange), (path, param.name)
                words = [*path, *("--" if isinstance(param, click.Argument) else param.opts[-1],), odd]
                ran = run(*words)
                assert ran.code == 2 and len(ran.err) < 1500, (words[:3], ran)
    for words in (
        ("explain", fresh, odd),
        ("compare", fresh, odd, "0"),
        ("decide", fresh, f"choose_am {odd}"),
        ("rule", fresh, "--reason", "x", "--effects", f"steps 8/3 {odd}"),
        ("rule", fresh, "--reason", "x", "--effects", f"track turn {odd}"),
        ("new", "june_6/push_to_caen", tmp_path / "n.hxl", "--option", f"turns={odd}"),
        ("show", fresh, "--line", odd),
    ):
        assert run(*words).code not in (70, None), words
        (tmp_path / "n.hxl").unlink(missing_ok=True)


def test_every_option_that_wants_a_number_uses_the_one_reader():
    for path, command in all_commands().items():
        for param in command.params:
            if type(param.type) is type(click.INT) and not isinstance(param.type, Number):
                assert isinstance(param.default, int) and param.default > 0, f"{' '.join(path)}: {param.name}"


def test_no_command_asks_python_what_a_digit_is():
    """K5: `str.isdigit` says yes to `²`, and `int` says no."""
    wrong = []
    for folder in ("cli", "replays", "projections", "events"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute) and node.attr in ("isdigit", "isnumeric", "isdecimal"):
                    wrong.append(f"{path.relative_to(ROOT).as_posix()}")
    assert sorted(set(wrong)) == sorted(ALLOWED)


ALLOWED = {
    "events/numbers.py": "the reader",
    "replays/audit/witnessing.py": "asks for ASCII and a length as well",
    "replays/picture/textboard.py": "how a printed name looks; nothing is read as a number",
    "replays/viewer/guard.py": "bytes, and their length is asked",
    "replays/viewer/server.py": "asks for ASCII and a length as well",
    "replays/viewer/table_routes.py": "asks for ASCII and a length as well",
}
