"""The homes file of every game that names its rules modules says where its steps and decisions stand."""

from __future__ import annotations

from hexledger.engine.kernel.homes import FILE, file_text
from hexledger.engine.naming.words import package_folder
from tests.every_game.about import About
from tests.every_game.catalogue import every_game


@every_game
def test_the_homes_file_of_a_game_is_fresh(one: About) -> None:
    game = type(one.open())
    if game.rule_modules:
        written = (package_folder(game.package) / FILE).read_text(encoding="utf-8")
        assert written == file_text(game), f"write it again: python -m hexledger.engine.kernel.homes {one.game}"


@every_game
def test_a_game_finds_every_step_and_decision_that_its_modules_declare(one: About) -> None:
    game = one.open()
    steps = {cls.__struct_config__.tag: cls.__name__ for cls in type(game).step_classes}
    assert len(steps) > 5
    assert {tag: game.step(tag) for tag in steps} == steps
    kinds = {cls.kind(): cls for cls in type(game).decision_classes}
    assert kinds.items() <= dict(game.codec.classes).items()
    assert list(game.codec.classes)[-len(kinds) :] == list(kinds)
