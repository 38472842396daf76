"""The phrase file: every kind of event has its sentence, every sentence its fields."""

from __future__ import annotations

from typing import get_args

import pytest

from hexledger.events import model as ev
from hexledger.projections.phrases import Phrases, fill_message, phrases
from hexledger.projections.plain import FIELDS, as_words, kind_of
from hexledger.projections.state import State
from hexledger.projections.telling import Teller
from tests.projections.stub import BOX, NAMES, StubNames, W

KINDS: tuple[type[ev.Event], ...] = get_args(ev.AnyEvent)

M = W["mode.sea"]
SPECIAL: dict[str, ev.AnyEvent] = {
    "placed": ev.Placed(0, 1, 2),
    "moved": ev.Moved(0, (1, 2), M, 3),
    "moved.free": ev.Moved(0, (1, 2), M),
    "moved.stays": ev.Moved(0, (1,), M, 3),
    "moved.mode.move": ev.Moved(0, (1, 2), W["mode.move"], 3),
    "moved.mode.strategic": ev.Moved(0, (1, 2), W["mode.strategic"], 3),
    "moved.mode.retreat": ev.Moved(0, (1, 2), W["mode.retreat"]),
    "moved.mode.advance": ev.Moved(0, (1, 2), W["mode.advance"]),
    "moved.mode.breakthrough": ev.Moved(0, (1, 2), W["mode.breakthrough"]),
    "moved.mode.entry": ev.Moved(0, (1, 2), W["mode.entry"], 3),
    "moved.mode.ruling": ev.Moved(0, (1, 2), W["mode.ruling"]),
    "stepsset.loss": ev.StepsSet(1, 1),
    "stepsset.idle": ev.StepsSet(2, 0),
    "stepsset.gain": ev.StepsSet(1, 3),
    "stepsset.same": ev.StepsSet(1, 2),
    "removed": ev.Removed(1, W["reason.lost_at_sea"]),
    "removed.reason.eliminated": ev.Removed(1, W["reason.eliminated"]),
    "removed.reason.left_map": ev.Removed(1, W["reason.left_map"]),
    "removed.reason.surrendered": ev.Removed(1, W["reason.surrendered"]),
    "removed.reason.replaced": ev.Removed(1, W["reason.replaced"]),
    "flagged": ev.Flagged(0, W["flag.disorder"], 1),
    "flagged.value": ev.Flagged(0, W["flag.disorder"], 2),
    "flagged.off": ev.Flagged(0, W["flag.disorder"], 0),
    "attached": ev.Attached(0, W["formation.3"]),
    "attached.off": ev.Attached(0, 0),
    "controlled": ev.Controlled(3, 1),
    "controlled.none": ev.Controlled(3, 0),
    "markerset.place": ev.MarkerSet(3, -1, W["marker.blown"], 1),
    "markerset.place.value": ev.MarkerSet(3, -1, W["marker.damage"], 2),
    "markerset.place.off": ev.MarkerSet(3, -1, W["marker.blown"], 0),
    "markerset.hexside": ev.MarkerSet(3, 4, W["marker.blown"], 1),
    "markerset.hexside.value": ev.MarkerSet(3, 4, W["marker.damage"], 1),
    "markerset.hexside.off": ev.MarkerSet(3, 4, W["marker.blown"], 0),
    "trackset": ev.TrackSet(W["track.vp"], 1, 4),
    "trackset.shared": ev.TrackSet(W["track.vp"], 0, 4),
    "pooled.in": ev.Pooled(W["pool.am"], W["am.3_br"], 1),
    "pooled.in.several": ev.Pooled(W["pool.am"], W["am.3_br"], 2),
    "pooled.out": ev.Pooled(W["pool.am"], W["am.3_br"], -1),
    "pooled.out.several": ev.Pooled(W["pool.am"], W["am.3_br"], -2),
    "assigned": ev.Assigned(W["var.weather"], W["weather.storm"]),
    "assigned.none": ev.Assigned(W["var.weather"], 0),
    "turnbegan": ev.TurnBegan(2),
    "phasebegan": ev.PhaseBegan(W["phase.move"], 2),
    "phasebegan.both": ev.PhaseBegan(W["phase.move"]),
    "pushed": ev.Pushed(3, ()),
    "popped": ev.Popped(),
    "stepped": ev.Stepped((1,)),
    "rolled": ev.Rolled(W["roll.combat"], -1, 10, 0, ev.DUEL),
    "rolled.subject": ev.Rolled(W["roll.combat"], 4, 10, 0, ev.DUEL),
    "drawn": ev.Drawn(W["pool.am"], W["am.3_br"], 5, ev.REFEREE),
    "declared": ev.Declared(W["declare.attack"], (0, 1), (4,)),
    "declared.notarget": ev.Declared(W["declare.attack"], (0, 1), ()),
    "declared.nopieces": ev.Declared(W["declare.attack"], (), (4,)),
    "reckoned": ev.Reckoned(W["calc.drm"], -1, ((W["line.odds"], 2, 0),), 2),
    "reckoned.bare": ev.Reckoned(W["calc.drm"], -1, (), 2),
    "reckoned.subject": ev.Reckoned(W["calc.drm"], 4, ((W["line.odds"], 2, 0),), 2),
    "reckoned.subject.bare": ev.Reckoned(W["calc.drm"], 4, (), 2),
    "reckoned.finding": ev.Reckoned(W["calc.found"], -1, ((W["line.odds"], 2, 0),), 1),
    "reckoned.subject.finding": ev.Reckoned(W["calc.found"], 4, ((W["line.odds"], 2, 0),), 1),
    "resolved": ev.Resolved(W["table.crt"], W["col.3"], 2, (W["result.a1"],)),
    "resolved.none": ev.Resolved(W["table.crt"], W["col.3"], 2, ()),
    "judged": ev.Judged(0, W["status.cut"]),
    "judged.path": ev.Judged(0, W["status.loc"], (1, 2)),
    "judgedfor": ev.JudgedFor(0, W["status.cut"], subject=W["status.loc"]),
    "judgedfor.path": ev.JudgedFor(0, W["status.loc"], (1, 2), subject=W["status.loc"]),
    "sealed": ev.Sealed(1, W["seal.mode"], "aa"),
    "revealed": ev.Revealed(1, W["seal.mode"]),
    "noted": ev.Noted(W["weather.storm"]),
    "won": ev.Won(2, W["level.major"]),
    "won.draw": ev.Won(0, W["level.draw"]),
}


SAID_ELSEWHERE = {
    "resolved.roll",
    "resolved.roll.none",
    "resolved.dice",
    "resolved.dice.none",
    "moved.said",
    "moved.said.of",
}
"""Phrases of events that hang on more than the event: on a die before it, on the words of the decision."""


def position() -> State:
    state = State()
    state.at[1] = 5
    state.steps[1] = 2
    state.at[2], state.steps[2] = BOX, 1
    state.agenda = ((7, ()),)
    return state


@pytest.mark.parametrize("key", sorted(SPECIAL))
def test_an_event_is_told_with_the_phrase_of_its_special_case(key: str) -> None:
    only = Phrases([f"{key} = said"])
    assert Teller(NAMES, only).tell(SPECIAL[key], position()) == "said"
    assert "?" not in Teller(NAMES, phrases()).tell(SPECIAL[key], position())


def test_every_kind_of_event_has_a_phrase_and_an_example_here() -> None:
    assert {type(event) for event in SPECIAL.values()} == set(KINDS)
    assert len(KINDS) == 27
    english = phrases()
    for kind in KINDS:
        name = kind.__name__.lower()
        assert any(key == name or key.startswith(f"{name}.") for key in english), f"{name} has no phrase"


def test_a_table_result_is_told_with_its_die_where_the_die_is_not_told_itself() -> None:
    for key, results in (("resolved.roll", (W["result.a1"],)), ("resolved.roll.none", ())):
        teller = Teller(NAMES, Phrases(["rolled.subject = die", f"{key} = {{subject}} {{dice}}"]), with_die=True)
        teller.tell(ev.Rolled(W["roll.combat"], 4, 10, 6, ev.DUEL), position())
        assert teller.tell(ev.Resolved(W["table.crt"], W["col.3"], 2, results), position()) == "E1932 d10 = 6"


def test_a_table_result_is_told_with_the_dice_that_the_game_says_it_is_read_with() -> None:
    """Not with those that were thrown last; of several kinds each with what it was for, and about nobody alone."""
    rolls = (ev.Rolled(W["roll.combat"], 4, 10, 6, ev.DUEL), ev.Rolled(W["roll.unit"], 0, 6, 2, ev.DUEL))
    result = ev.Resolved(W["table.crt"], W["col.3"], 2, (W["result.a1"],))
    told = {}
    for read_with in (("roll.combat",), ("roll.unit",), ("roll.combat", "roll.unit"), ()):
        names = ReadWith(*read_with)
        teller = Teller(names, phrases(), with_die=True)
        for roll in rolls:
            teller.tell(roll, position())
        told[read_with] = teller.tell(result, position())
    assert told["roll.combat",] == "E1932: d10 = 6, CRT 3-1, row 2: attacker A1"
    assert told["roll.unit",] == "1/46: d6 = 2, CRT 3-1, row 2: attacker A1"
    assert told["roll.combat", "roll.unit"] == "combat die d10 = 6, recovery die d6 = 2, CRT 3-1, row 2: attacker A1"
    assert told[()] == "CRT 3-1, row 2: attacker A1"


class ReadWith(StubNames):
    """Names of a game that says what its tables are read with."""

    def __init__(self, *keys: str) -> None:
        self.rolls = frozenset(W[key] for key in keys)

    def read_with(self, table: int, column: int) -> frozenset[int] | None:
        return self.rolls


def test_the_phrase_file_holds_no_phrase_of_an_event_that_is_never_said() -> None:
    kinds = {kind.__name__.lower() for kind in KINDS}
    written = {key for key in phrases() if key.partition(".")[0] in kinds}
    assert written == set(SPECIAL) | SAID_ELSEWHERE


def test_every_field_of_every_event_has_a_meaning() -> None:
    assert set(FIELDS) == set(KINDS)
    for kind in KINDS:
        assert tuple(FIELDS[kind]) == kind.__struct_fields__, kind.__name__


def test_every_phrase_of_an_event_asks_only_for_fields_that_the_event_has() -> None:
    added = {"lost", "gained", "before", "count", "number", "step", "dice", "subject", "at"}
    names = {kind.__name__.lower(): set(FIELDS[kind]) for kind in KINDS}
    for key in phrases():
        kind = key.partition(".")[0]
        if kind in names:
            assert set(phrases().fields(key)) <= names[kind] | added, key


def test_words_of_an_event_leave_its_rule_to_the_record() -> None:
    assert as_words(SPECIAL["judged.path"], NAMES) == {"piece": "1/46", "status": "has a LOC", "path": "E1929-E1930"}
    assert kind_of(SPECIAL["judged"]) == "judged"


def test_one_step_is_written_in_the_singular() -> None:
    table = Phrases(["x = {n:step|steps} and {n}"])
    assert table.say("x", {"n": 1}) == "1 step and 1"
    assert table.say("x", {"n": "1"}) == "1 step and 1"
    assert table.say("x", {"n": 0}) == "0 steps and 0"


def test_a_phrase_file_with_a_repeated_or_empty_line_is_refused() -> None:
    with pytest.raises(ValueError, match="repeated line 'a = 2'"):
        Phrases(["a = 1", "a = 2"])
    with pytest.raises(ValueError, match="no text in line 'a'"):
        Phrases(["a"])


def test_a_name_with_braces_is_not_taken_for_a_field() -> None:
    assert Phrases(["x = {a}"]).say("x", {"a": "{b}"}) == "{b}"


def test_a_message_that_asks_for_more_numbers_than_it_got_shows_a_question_mark() -> None:
    assert fill_message("{0:piece} in {1:place}", (1,), NAMES) == "227/15 in ?"


def test_a_message_can_list_all_the_units_it_was_given() -> None:
    assert fill_message("{0} for {1..:piece}", (7, 1, 2), NAMES) == "7 for 227/15, 8/3"
    assert fill_message("nothing for {1..:piece}", (7,), NAMES) == "nothing for ?"


def test_a_verdict_that_names_its_side_is_not_told_with_the_side_before_it() -> None:
    tell = Teller(NAMES, phrases()).tell
    assert tell(ev.Won(2, W["level.major"]), position()) == "the game ends: German major victory"
