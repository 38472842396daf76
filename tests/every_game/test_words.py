"""Keys that the rules of a game name as text must be in its word and rule lists: a missing one would stop a game half
way. And every word is called something."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from hexledger.engine.naming.telling import phrases_of
from hexledger.engine.naming.words import WordList
from hexledger.events.model import Flagged
from tests.every_game.about import About
from tests.every_game.catalogue import every_game
from tests.every_game.test_records import Play

FEW = 20
"""Fewer words, or rules, than this in the code of a game, and the scan has found too little to be believed."""

PART = re.compile(r"(?<=\d)[a-z]\Z")
"""The letter of a part of a rule (`8.24c`); the list has the rule."""
RULING = re.compile(r"[A-Z]-\d")
"""A ruling of the edition, which no rulebook lists (`R-69`, `C-12`)."""


def sources(one: About) -> list[Path]:
    """The files of a game's code; those of Drill's tests are none."""
    folder = Path(import_module(type(one.open()).package).__file__ or "").parent
    return sorted(source for source in folder.rglob("*.py") if not source.name.startswith("test_"))


def literals(one: About) -> list[tuple[str, str]]:
    """Every string constant of the rules' code that is no docstring, with the name of its file."""
    found = []
    for source in sources(one):
        tree = ast.parse(source.read_text(encoding="utf-8"))
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                found.append((source.name, node.value))
    return found


def of_a_chart(one: About, text: str) -> bool:
    """True for the path of an entry of the charts (`weather.rows`), which looks like the key of a word."""
    chart, _, entry = text.partition(".")
    return entry in one.open().edition.charts.get(chart, ())


@every_game
def test_what_a_table_is_read_with_are_rolls_of_the_game(one: About) -> None:
    words = one.open().words
    for key, rolls in words.read_with.items():
        assert key.partition(".")[0] in ("table", "column") and all(roll in words for roll in rolls), key
        assert {roll.partition(".")[0] for roll in rolls} <= {"roll"}, key


@every_game
def test_every_word_that_the_rules_name_is_in_a_word_list(one: About) -> None:
    words = one.open().words
    prefixes = {key.partition(".")[0] for key in words}
    shape = re.compile(rf"({'|'.join(sorted(prefixes))})\.[a-z_0-9]*[a-z0-9]\Z")
    named = [(where, text) for where, text in literals(one) if shape.match(text) and not of_a_chart(one, text)]
    assert len(named) > FEW
    assert [where for where in named if where[1] not in words] == []


@every_game
def test_every_rule_that_the_rules_cite_is_in_the_rule_list(one: About) -> None:
    rules = one.open().rules
    cited = [(where, text) for where, text in literals(one) if one.rules.fullmatch(text)]
    assert len(cited) > FEW
    assert [where for where in cited if where[1] not in rules and PART.sub("", where[1]) not in rules] == []


@every_game
def test_every_rule_that_a_docstring_cites_first_is_a_rule_of_the_book(one: About) -> None:
    game, missing, seen = one.open(), [], 0
    known = {*game.rules, *(one.book.numbers() if one.book else ())}
    for source in sources(one):
        for found in re.finditer(rf'"""{game.code} ([^:"]+):', source.read_text(encoding="utf-8")):
            for rule in found[1].split(", "):
                if one.rules.fullmatch(rule) and not RULING.match(rule):
                    seen += 1
                    if not {rule, rule.rstrip("abcdefgh")} & known:
                        missing.append((source.name, rule))
    assert seen > FEW // 2
    assert missing == []


@every_game
def test_no_rule_and_no_word_is_listed_twice_or_without_a_text(one: About) -> None:
    for words in (one.open().words, one.open().rules):
        assert all(words.text(number) and not words.text(number).startswith("?") for number in words.values())
        assert len(set(words.values())) == len(words)


@every_game
def test_words_with_a_meaning_of_their_own_are_words_of_the_game_and_can_be_spoken(one: About) -> None:
    game = one.open()
    for key, kind in game.words.value_kinds.items():
        assert isinstance(game.value(game.words[key], 1), str) and kind, key
    for key, kind in game.words.subject_kinds.items():
        assert game.subject(game.words[key], -1) == "", key
        if kind == "piece":
            assert game.subject(game.words[key], 0) == game.piece_name(0), key
    assert [key for key in game.activation_words if key not in game.words] == []


@every_game
def test_every_kind_of_decision_has_its_phrase(one: About) -> None:
    if not one.phrased:
        return
    game = one.open()
    told = {kind.partition(".")[0] for kind in phrases_of(type(game).package)}
    kinds = (*(cls.kind() for cls in type(game).decision_classes), "seal", "reveal")
    assert [kind for kind in kinds if kind not in told] == []


@every_game
def test_segments_of_an_activation_are_named_by_kinds_of_decision_that_exist(one: About) -> None:
    game = one.open()
    kinds = {cls.kind() for cls in type(game).decision_classes} | {"seal", "reveal"}
    named = game.movement_kinds | game.combat_kinds | game.either_kinds
    assert sorted(named - kinds) == []
    assert not game.movement_kinds & game.combat_kinds


def test_the_third_column_says_what_the_numbers_of_a_word_mean_and_is_no_part_of_its_text() -> None:
    words = WordList(200, ["reckon.move = movement cost | cost, about piece, hidden", "pool.due = due | piece"])
    assert (words["reckon.move"], words.text(200), words.text(201)) == (200, "movement cost", "due")
    assert words.value_kinds == {"reckon.move": "cost", "pool.due": "piece"}
    assert words.subject_kinds == {"reckon.move": "piece"}
    assert (words.hidden, words.findings) == (frozenset({"reckon.move"}), frozenset())
    with pytest.raises(ValueError, match=r"pool\.due is marked 'pieces', which means nothing"):
        WordList(200, ["pool.due = due | pieces"])


@every_game
def test_every_switch_and_every_option_is_asked_by_the_rules(one: About) -> None:
    """One that nothing reads would offer a choice that changes nothing. A rule asks by the name, by the key of the
    variable or its end, or by the constant that a file gives to the name."""
    game = one.open()
    named: set[str] = set()
    constants: dict[str, str] = {}
    for source in sources(one):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                match node.value:
                    case ast.Subscript(slice=ast.Constant(value=str(name))):
                        constants[name] = node.target.id
                        continue
                    case ast.Call(args=[ast.Constant(value=str(name)), *_]):  # a game that has no list of them
                        constants[name] = node.target.id
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and source.stem != "switches":
                named.add(node.value)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                named.add(node.id)
    every = {**game.switches, **game.offered}
    asked = {
        name
        for name, switch in every.items()
        if {name, switch.word, switch.word.partition(".")[2], constants.get(name, name)} & named
    }
    assert sorted(set(every) - asked) == []


@every_game
def test_a_refusal_names_the_part_of_a_rule_that_refuses(one: About) -> None:
    """C5: where the list of rules has the parts of a rule, no refusal is content with the whole."""
    game = one.open()
    parts = [number for number in game.rules if re.search(r"\.\d+\.\d+\Z", number)]
    wholes = {number.rsplit(".", 1)[0] for number in parts}
    cited = {
        found
        for path in sources(one)
        for found in re.findall(
            r'(?:return|IllegalDecision\(\s*pos\.game\.cite\()\s*\(?"([^" ]+(?: [^"]+)?)"\)?, f?"',
            path.read_text(encoding="utf-8"),
        )
    }
    assert cited & wholes == set()


COUNTS = {
    "case_yellow": {"note.vp"},
    "june_6": {
        *("note.am_bought", "note.am_free", "note.ops_pool", "note.ops_outside", "note.out_of_corps_range"),
        *("note.ams_sealed", "note.objective_taken", "note.objective_lost", "note.objective_never", "note.chit"),
        *("note.group_called", "note.group_entered"),
    },
}
"""Game -> its notes that say a plain number: points, markers, hexes, a group's number. `note.broken`, of every game,
says how many rules of the position no longer hold."""


@every_game
def test_a_number_in_a_note_is_a_count_and_not_a_unit_or_a_place(one: About) -> None:
    words = one.open().words
    plain = {key for key in words if key.startswith("note.") and re.search(r"\{\d+\}", words.text(words[key]))}
    assert plain == {"note.broken"} | COUNTS.get(one.game, set())


@every_game
def test_the_key_beside_a_counter_says_what_its_numbers_are(one: About) -> None:
    notes = one.open().view().counter_notes
    assert [note for note in notes if note.startswith("{values}: ")], notes


@every_game
def test_what_a_unit_is_marked_with_is_told_in_words_and_no_number_of_the_program(one: About, played: Play) -> None:
    """C3, C5: `hex in which it began the round, and one 267`, `under construction 348`."""
    _, game, frames = played(one)
    for name, number in game.words.items():
        if name.startswith("flag."):
            assert not game.word(number).endswith(", and one"), name
    told = {
        (game.word_key(event.flag), game.value(event.flag, event.value))
        for frame in frames
        for event in frame.events
        if isinstance(event, Flagged) and event.value > 1
    }
    for name, value in told:
        assert not value.isdigit() or int(value) < 20 or game.words.value_kinds[name] == "after place", (name, value)
