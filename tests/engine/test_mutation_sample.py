"""What mutation testing changes, and what it leaves alone; the tool itself runs by `make mutate-sample`."""

from __future__ import annotations

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
