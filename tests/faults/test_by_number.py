"""The index of known faults, `by_number.yaml`: complete, and true."""

import ast
import re
from functools import cache
from pathlib import Path

import yaml

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
INDEX = yaml.safe_load((HERE / "by_number.yaml").read_text(encoding="utf-8"))
LAST = 54
NUMBER = re.compile(r"F\d+b?")


@cache
def docstrings(path):
    """Test -> docstring of a file of tests."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {
        node.name: ast.get_docstring(node) or ""
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_every_number_from_1_to_54_is_a_test_or_says_why_not():
    assert [f"F{number}" for number in range(1, LAST + 1)] == [key for key in INDEX if key != "F22b"]
    for key, entry in INDEX.items():
        assert (isinstance(entry, list) and entry) or (isinstance(entry, str) and len(entry) > 20), key


def test_every_test_of_the_index_exists_and_says_its_number():
    for key, entry in INDEX.items():
        for test in entry if isinstance(entry, list) else ():
            path, _, name = test.partition("::")
            assert name in docstrings(path), test
            head = docstrings(path)[name].partition(":")[0]
            bench = path.startswith("tests/bench/")
            assert bench or key in NUMBER.findall(head), f"{test} does not say {key}"


def test_every_item_of_the_list_has_a_test_in_this_folder_with_its_number_in_its_name():
    for key, entry in INDEX.items():
        if isinstance(entry, list):
            lead = f"test_f{int(key[1:].rstrip('b')):02}{'b' if key.endswith('b') else ''}_"
            here = [test.partition("::")[2] for test in entry if test.startswith("tests/faults/")]
            assert any(name.startswith(lead) for name in here), key


def test_no_test_of_this_folder_bears_a_number_that_the_index_does_not_know_it_by():
    for path in sorted(HERE.glob("test_*.py")):
        for name, text in docstrings(path.relative_to(ROOT).as_posix()).items():
            lead = re.match(r"(?:F\d+b?(?:, |: |:|\.|$|\n))+", text)
            for key in NUMBER.findall(lead[0]) if lead else ():
                assert f"tests/faults/{path.name}::{name}" in INDEX[key], (key, name)
