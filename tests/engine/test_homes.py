"""Steps and decisions are found by the homes file or without it; a stale file costs time and changes no answer."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from hexledger.engine.catalogue import GAMES, open_game
from hexledger.engine.errors import EngineFault
from hexledger.engine.games.june_6.game import June6
from hexledger.engine.games.june_6.sequence import BeginTurn
from hexledger.engine.kernel.decisions import Decision, DecisionCodec
from hexledger.engine.kernel.homes import DECISION, FILE, STEP, Homes, file_text, main, read_lines
from hexledger.engine.kernel.steps import Step, StepCodec
from hexledger.engine.naming.words import package_folder
from tests.drill import sequence
from tests.drill.decisions import Move
from tests.drill.game import drill

PACKAGE = June6.package


class Halt(Step, frozen=True, array_like=True, tag=901):
    pass


class Wait(Step, frozen=True, array_like=True, tag=902):
    pass


def homes(lines):
    return Homes(lines, PACKAGE, lambda: June6.step_classes)


def test_a_module_beside_the_folder_of_rules_is_named_with_a_dot(monkeypatch):
    class Layered:
        package = "tests.drill"
        rule_modules = (".sequence",)

    monkeypatch.setattr(sequence, "DECISIONS", (Move,), raising=False)
    lines = file_text(Layered).splitlines()
    assert "step 3 = .sequence.Orders" in lines
    assert "decision 16 = .decisions.Move" in lines
    found = Homes({3: ".sequence.Orders"}, "tests.drill", lambda: pytest.fail("found at home, nothing else is asked"))
    assert found.find(3) is sequence.Orders


def test_looking_a_step_up_imports_its_module_and_not_all_rules():
    code = (
        "import sys\n"
        "from hexledger.engine.catalogue import open_game\n"
        "game = open_game('june_6')\n"
        "head = 'hexledger.engine.games.june_6.rules.'\n"
        "loaded = lambda: sorted(name.removeprefix(head) for name in sys.modules if name.startswith(head))\n"
        "print(loaded())\n"
        "tag = next(tag for tag in range(1, 999) if game.step(tag) == 'Movement')\n"
        "print(loaded())\n"
        "print(game.step_codec.unpack(tag, ()))\n"
        "print('movement' in loaded(), 'results' in loaded())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "[]", "Movement()", "True False"]


TAG = BeginTurn.__struct_config__.tag


@pytest.mark.parametrize(
    "lines",
    [
        {TAG: ".sequence.BeginTurn"},
        {},
        {TAG: ".sequence.Gone"},
        {TAG: "gone.BeginTurn"},
        {TAG: "logistics.Logistics"},
    ],
    ids=["right", "no file", "no such class", "no such module", "another class"],
)
def test_a_stale_homes_file_leads_to_the_same_step(lines):
    found = homes(lines)
    assert found.find(TAG) is BeginTurn
    assert found.find(9_999) is None
    assert found.names[TAG] == "BeginTurn"


def test_a_decision_that_the_homes_file_does_not_know_is_found():
    every = June6.decision_classes
    some = {tag: line for tag, line in read_lines(PACKAGE)[DECISION].items() if not line.endswith(".Move")}
    codec = DecisionCodec(Homes(some, PACKAGE, lambda: every), open_game("june_6"))
    assert codec.classes["move"].kind() == "move"
    assert "no_such_kind" not in codec.classes
    assert set(codec.classes) == set(open_game("june_6").codec.classes)


def test_two_steps_with_one_tag_are_refused():
    class Twice(Step, frozen=True, array_like=True, tag=901):
        pass

    with pytest.raises(EngineFault, match=r"tag 901 is used twice \(Halt and Twice\)"):
        Homes.of((Halt, Twice))


def test_a_step_without_a_tag_is_refused():
    class Untagged(Step, frozen=True, array_like=True):
        pass

    with pytest.raises(EngineFault, match="Untagged has no tag"):
        Homes.of((Untagged,))


def test_a_step_that_the_game_does_not_declare_cannot_go_on_the_agenda():
    codec = StepCodec((Halt,))
    assert codec.pack(Halt()) == (901, ())
    with pytest.raises(EngineFault, match="step Wait is not declared by this game"):
        codec.pack(Wait())


def test_a_game_that_lists_its_classes_needs_no_homes_file():
    game = drill()
    assert not (package_folder(type(game).package) / FILE).exists()
    assert [game.step(cls.__struct_config__.tag) for cls in game.step_classes] == [
        cls.__name__ for cls in game.step_classes
    ]


def test_the_homes_file_has_no_line_for_what_no_module_declares():
    lines = read_lines(PACKAGE)
    assert list(lines[STEP]) == [cls.__struct_config__.tag for cls in June6.step_classes]
    assert list(lines[DECISION]) == [cls.__struct_config__.tag for cls in June6.decision_classes]


def test_the_command_says_whether_homes_files_are_fresh(capsys):
    assert main(["--check"]) == 0
    assert capsys.readouterr().out == "".join(f"{game}: fresh\n" for game in GAMES)
    assert main(["chess"]) == 2
    assert "there is no game chess" in capsys.readouterr().err


def test_only_decisions_can_be_kinds_of_decision():
    assert all(issubclass(cls, Decision) and issubclass(cls, msgspec.Struct) for cls in June6.decision_classes)
