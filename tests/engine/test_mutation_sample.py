"""What mutation testing changes, and what it leaves alone; the tool itself runs by `make mutate-sample`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.mutation import reach, session
from tests.mutation.sample import Mutant, drawn, idle_operator
from tests.mutation.spots import idle, lies_in

SOURCE = """class Move(Step[int], tag=26):
    units: tuple[int, ...] | None

    @kept(WHERE)
    def cost(self, here: int | None) -> int | None:
        return here + 1
"""


def test_annotations_tags_and_decorators_that_keep_values_are_not_changed_and_code_is() -> None:
    spans = idle(SOURCE)
    lines = SOURCE.splitlines()
    for line, text in ((1, "26"), (2, "|"), (4, "@kept"), (5, "| None) "), (5, "| None:")):
        assert lies_in((line, lines[line - 1].index(text)), spans), text
    assert not lies_in((6, lines[5].index("+")), spans)


def test_operators_that_change_nothing_are_left_out() -> None:
    assert idle_operator("core/ReplaceComparisonOperator_Eq_Is") and idle_operator("core/ReplaceBinaryOperator_Sub_Mod")
    assert not idle_operator("core/ReplaceComparisonOperator_Eq_NotEq")
    assert not idle_operator("core/ReplaceBinaryOperator_Sub_Add")


def test_a_sample_hangs_on_its_seed_alone() -> None:
    mutants = [Mutant(str(n), f"{n % 7}.py", "core/NumberReplacer", n, (n + 1, 0)) for n in range(100)]
    one = drawn(mutants, 10, "1")
    assert one == drawn(list(reversed(mutants)), 10, "1") and len(one) == 10
    assert {m.job for m in one} != {m.job for m in drawn(mutants, 10, "2")}
    assert len(drawn(mutants, 0, "1")) == 100, "all"


def test_the_places_of_a_module_are_those_that_cosmic_ray_finds_and_numbers() -> None:
    """A mutant is carried out by its operator and number: both must mean the same there and here."""
    init = pytest.importorskip("cosmic_ray.commands.init")
    path = "engine/games/june_6/questions/isolation.py"
    theirs = [item.mutations[0] for item in init._all_work_items([session.ROOT / path], {})]
    ours = [spec for _, spec in session.places(session.ROOT, [path])]
    assert len(ours) > 20
    known = {(one.operator_name, one.occurrence, one.start_pos, one.end_pos) for one in theirs}
    assert {(one.operator_name, one.occurrence, one.start_pos, one.end_pos) for one in ours} <= known
    spans = idle((session.ROOT / path).read_text(encoding="utf-8"))
    fit = [one for one in theirs if not idle_operator(one.operator_name) and not lies_in(one.start_pos, spans)]
    assert len(ours) == len(fit)


def test_every_function_reports_that_it_runs_and_does_what_it_did() -> None:
    source = (
        '"""About."""\n\nfrom __future__ import annotations\n\n\n'
        'def one(n: int) -> int:\n    """Text."""\n    return two(n) + 1\n\n\n'
        "def two(n: int) -> int:\n    def half() -> int:\n        return n // 2\n\n    return half()\n\n\n"
        "def nobody() -> None: ...\n"
    )
    seen: list[str] = []
    space: dict[str, object] = {reach.REPORT: seen.append}
    exec(compile(reach.reporting("a.py", source), "a.py", "exec"), space)
    assert callable(space["one"]) and space["one"](6) == 4
    assert seen == ["a.py:6", "a.py:11", "a.py:12"]


def test_a_mutant_is_tried_by_the_tests_that_reach_its_function_quickest_first(tmp_path: Path) -> None:
    source = "A = 1\n\n\ndef one() -> int:\n    n = 1\n    return n\n\n\ndef two() -> int:\n    n = 2\n    return n\n"
    (tmp_path / reach.PRISTINE).mkdir()
    (tmp_path / reach.PRISTINE / "a.py").write_text(source, encoding="utf-8")
    (tmp_path / "a.py").write_text(source, encoding="utf-8")
    assert reach.changed(tmp_path) is None
    (tmp_path / "a.py").write_text(source.replace("n = 2", "n = 3"), encoding="utf-8")
    assert reach.changed(tmp_path) == ("a.py", 10)
    found = {"slow": [59.0, ["a.py:9"]], "other": [0.1, ["a.py:4"]], "quick": [0.2, ["a.py:4", "a.py:9"]]}
    (tmp_path / reach.REACHED).write_text(json.dumps({**found, "late": [60.0, ["a.py:9"]]}), encoding="utf-8")
    assert reach.nearest(tmp_path, "a.py", 10) == ["quick", "slow"], "within the budget"
    assert reach.nearest(tmp_path, "a.py", 5) == ["other", "quick"]
    assert reach.nearest(tmp_path, "a.py", 1) == ["other", "quick", "slow"], "outside of a function: all of the module"
