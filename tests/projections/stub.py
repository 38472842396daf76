"""A tiny game of names, and a log written by hand, for the tests of the projections."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from hypothesis import strategies as st

from hexledger.events import model as ev
from hexledger.events.frame import DECISION, GENESIS, LABEL, REWIND, Frame, Genesis, Label, Rewind, encode_value
from hexledger.projections.state import State

UNITS = ("1_46", "227_15", "8_3", "hq_3", "sp_1")
PRINTED = ("1/46", "227/15", "8/3", "3 HQ", "SP")
SIDES = (1, 1, 2, 2, 0)
PLACES = tuple(f"E{n}" for n in range(1928, 1948))
WORDS = {
    "": "",
    "mode.move": "move",
    "mode.strategic": "strategic movement",
    "mode.retreat": "retreat",
    "mode.advance": "advance after combat",
    "mode.sea": "sea movement",
    "reason.eliminated": "eliminated",
    "reason.left_map": "left the map",
    "reason.lost_at_sea": "lost at sea",
    "flag.disorder": "Disorder",
    "flag.moved": "has moved in this activation",
    "var.weather": "weather",
    "weather.storm": "Storm",
    "track.vp": "victory points",
    "track.rp": "resource points",
    "pool.am": "AM pool",
    "am.3_br": "AM of the British 3 Division",
    "phase.move": "Movement",
    "phase.combat": "Combat",
    "phase.end": "End phase",
    "roll.combat": "combat die",
    "roll.unit": "recovery die",
    "calc.drm": "die roll modifiers",
    "calc.odds": "odds",
    "line.odds": "odds 3-1",
    "line.woods": "defender in woods",
    "table.crt": "CRT",
    "col.3": "3-1",
    "result.a1": "attacker A1",
    "result.d2": "defender D2",
    "status.loc": "has a LOC",
    "status.cut": "has no LOC",
    "marker.blown": "bridge blown",
    "seal.mode": "combat mode",
    "declare.attack": "attack",
    "note.rain": "rain holds {0:piece} in {1:place} for {2} days",
    "formation.3": "3 Division",
    "level.major": "major victory",
    "level.draw": "draw",
    "mode.breakthrough": "breakthrough",
    "mode.entry": "entry",
    "mode.ruling": "put there by a ruling",
    "reason.surrendered": "surrendered",
    "reason.replaced": "replaced",
    "head.attacker": "attacker:",
    "head.defender": "defender:",
    "calc.found": "victory test",
    "roll.hit": "hit die",
    "subject.command": "command",
    "marker.damage": "port damage",
}
W = {key: number for number, key in enumerate(WORDS)}
_TEXTS = tuple(WORDS.values())
_KEYS = tuple(WORDS)
RULES = ("", "8.11", "12.51", "12.59", "12.6", "13.2", "5.2", "PB 6.112")
TITLES = ("", "Movement", "Odds", "Terrain", "Combat results", "Step losses", "Lines of communication", "Victory")
R = {number: at for at, number in enumerate(RULES)}
VALUES = {"calc.drm": "signed", "var.weather": "word", "pool.am": "word"}


class StubNames:
    """Implements `projections.Names` for the tables above; unknown numbers are `?n`."""

    def piece(self, number: int) -> str:
        return UNITS[number] if 0 <= number < len(UNITS) else f"?{number}"

    def piece_name(self, number: int) -> str:
        return PRINTED[number] if 0 <= number < len(PRINTED) else f"?{number}"

    def place(self, number: int) -> str:
        return PLACES[number] if 0 <= number < len(PLACES) else f"?{number}"

    def place_name(self, number: int) -> str:
        return self.place(number).replace("_", " ")

    def word(self, number: int) -> str:
        return _TEXTS[number] if 0 <= number < len(_TEXTS) else f"?{number}"

    def word_key(self, number: int) -> str:
        return _KEYS[number] if 0 <= number < len(_KEYS) else f"?{number}"

    def rule(self, number: int) -> str:
        return f"J6 {RULES[number]}" if 0 < number < len(RULES) else f"J6 ?{number}" if number else ""

    def rule_title(self, number: int) -> str:
        return TITLES[number] if 0 <= number < len(TITLES) else ""

    def side(self, number: int) -> str:
        return ("nobody", "allied", "german")[number] if 0 <= number < 3 else f"?{number}"

    def turn(self, number: int) -> str:
        return f"{2 * number - 1}/{2 * number} July"

    def piece_side(self, number: int) -> int:
        return SIDES[number] if 0 <= number < len(SIDES) else 0

    def phasing(self, state: State) -> int:
        return state.phase_side

    def formation(self, number: int) -> str:
        return self.word(number)

    def formation_name(self, number: int) -> str:
        return self.formation(number)

    def step(self, number: int) -> str:
        return f"Step{number}"

    def cost(self, number: int) -> str:
        return f"{number // 2}½" if number % 2 else str(number // 2)

    def value(self, word: int, number: int) -> str:
        if number == 1 and self.word_key(word).startswith("flag."):
            return ""
        if self.word_key(word) == "marker.blown":
            return ""
        kind = VALUES.get(self.word_key(word), "number")
        return self.word(number) if kind == "word" else f"{number:+d}" if kind == "signed" else str(number)

    def subject(self, word: int, number: int) -> str:
        if number < 0:
            return ""
        return self.piece_name(number) if self.word_key(word) == "roll.unit" else self.place(number)

    def opposed(self, kind: int) -> frozenset[int]:
        return frozenset()

    def column(self, kind: int) -> bool:
        return False

    def finding(self, kind: int) -> bool:
        return self.word_key(kind) == "calc.found"

    def alive(self, reason: int) -> bool:
        return self.word_key(reason) in ("reason.left_map", "reason.replaced")

    def read_with(self, table: int, column: int) -> frozenset[int] | None:
        return None

    def bookkeeping(self, word: int) -> bool:
        return self.word_key(word) == "flag.moved"

    def idle(self, place: int) -> bool:
        return place == BOX

    def die(self, purpose: int, faces: int) -> tuple[int, ...]:
        if self.word_key(purpose) == "roll.hit":
            return (1, 1, 1, 2, 2, 3)
        low = 0 if faces == 10 else 1
        return tuple(range(low, low + faces))

    def find_piece(self, name: str) -> int:
        return UNITS.index(name)

    def find_place(self, name: str) -> int:
        return PLACES.index(name)

    def find_word(self, key: str) -> int:
        return W[key]

    def find_rule(self, number: str) -> int:
        return R[number]


NAMES = StubNames()


def place(label: str) -> int:
    """Number of a place, `E1940`."""
    return PLACES.index(label)


def decide_text(raw: msgspec.Raw, _state: State) -> str:
    """The decisions of these tests are texts."""
    return msgspec.msgpack.decode(raw, type=str)


class Log:
    """A file of frames, written by hand; `play` continues the head unless told otherwise."""

    def __init__(self, events: Sequence[ev.AnyEvent] = (), log_id: str = "ab" * 16) -> None:
        self.genesis = Genesis(
            format=1,
            log_id=log_id,
            game="june_6",
            scenario="push_to_caen",
            rules_version="1",
            edition="house-1",
            edition_kind="house",
            edition_fingerprint="f" * 64,
            dice_mode=ev.PRACTICE,
            seed="11",
            undo_policy="strict",
            options={},
            players=((1, "Monty", ""), (2, "Rommel", "")),
            commitments=(),
            pieces=UNITS,
            places=PLACES,
        )
        self.frames: list[Frame] = []
        self.head = -1
        self._add(GENESIS, 0, -1, encode_value(self.genesis), tuple(events), None)
        self.head = 0

    def play(
        self, actor: int, words: str, *events: ev.AnyEvent, parent: int | None = None, time: int | None = None
    ) -> int:
        """Append a decision; returns its frame number."""
        at = self.head if parent is None else parent
        self.head = self._add(DECISION, actor, at, encode_value(words), events, time)
        return self.head

    def rewind(
        self, actor: int, to: int, reason: str = "", consent: tuple[int, ...] = (), time: int | None = None
    ) -> int:
        """Append a rewind to frame `to`."""
        seq = self._add(REWIND, actor, self.head, encode_value(Rewind(to, reason, consent)), (), time)
        self.head = to
        return seq

    def label(self, actor: int, name: str, at: int) -> int:
        """Append a label: play goes on from frame `at`; -1 closes the line."""
        seq = self._add(LABEL, actor, self.head, encode_value(Label(name, at)), (), None)
        self.head = at if at >= 0 else self.head
        return seq

    def _add(
        self,
        kind: int,
        actor: int,
        parent: int,
        decision: msgspec.Raw,
        events: tuple[ev.AnyEvent, ...],
        time: int | None,
    ) -> int:
        seq = len(self.frames)
        self.frames.append(Frame(seq, kind, actor, parent, decision, events, (), bytes(16), time))
        return seq


BOX = len(PLACES) - 1
"""Its pieces are not in play."""
E1940, E1941, E1942, E1943 = (place(f"E{n}") for n in range(1940, 1944))


def small_game() -> Log:
    """Two turns: a move, an undone move, an attack with losses and a retreat, verdicts, victory points, the end."""
    log = Log(
        (
            ev.Placed(0, E1940, 2),
            ev.Placed(1, E1940, 2),
            ev.Placed(2, E1943, 2),
            ev.Placed(3, E1943, 1),
            ev.Controlled(E1943, 2),
            ev.Controlled(E1942, 2),
            ev.MarkerSet(E1941, E1942, W["marker.blown"], 1),
            ev.TrackSet(W["track.rp"], 2, 5),
            ev.Assigned(W["var.weather"], W["weather.storm"]),
            ev.TurnBegan(1),
            ev.PhaseBegan(W["phase.move"], 1),
            ev.Pushed(7, ()),
        )
    )
    log.play(
        1,
        "move 1_46 E1941,E1942",
        ev.Moved(0, (E1940, E1941, E1942), W["mode.move"], 7, R["8.11"]),
        ev.Flagged(0, W["flag.moved"], 1),
        ev.Controlled(E1942, 1, R["8.11"]),
        time=1_700_000_000_000,
    )
    wrong = log.play(1, "move 227_15 E1941", ev.Moved(1, (E1940, E1941), W["mode.move"], 2, R["8.11"]))
    log.rewind(1, wrong - 1, "wrong <hex>", (2,), time=1_700_000_060_000)
    log.play(
        1,
        "end_movement",
        ev.Flagged(0, W["flag.moved"], 0),
        ev.Judged(2, W["status.loc"], (E1943,), R["5.2"]),
        ev.Judged(3, W["status.loc"], (E1943,), R["5.2"]),
        ev.PhaseBegan(W["phase.combat"], 1),
    )
    log.play(
        1,
        "attack E1943 1_46",
        ev.Declared(W["declare.attack"], (0,), (E1943,), R["12.6"]),
        ev.Reckoned(
            W["calc.drm"],
            E1943,
            ((W["line.odds"], 2, R["12.51"]), (W["line.woods"], -1, R["12.59"])),
            1,
            R["12.51"],
        ),
        ev.Rolled(W["roll.combat"], E1943, 10, 7, ev.PRACTICE, R["12.6"]),
        ev.Resolved(W["table.crt"], W["col.3"], 8, (W["result.a1"], W["result.d2"]), R["12.6"]),
        ev.StepsSet(0, 1, R["13.2"]),
        ev.StepsSet(2, 1, R["13.2"]),
        ev.Removed(3, W["reason.eliminated"], R["13.2"]),
        ev.Moved(2, (E1943, place("E1944")), W["mode.retreat"], 0, R["13.2"]),
        ev.Controlled(E1943, 1, R["13.2"]),
        ev.Flagged(2, W["flag.disorder"], 2, R["13.2"]),
        ev.TrackSet(W["track.vp"], 1, 3),
        ev.TurnBegan(2),
        ev.PhaseBegan(W["phase.end"], 0),
    )
    log.label(2, "after the attack", log.head)
    log.play(
        2,
        "recover 8_3",
        ev.Rolled(W["roll.unit"], 2, 10, 0, ev.PRACTICE, R["13.2"]),
        ev.StepsSet(2, 2, R["13.2"]),
        ev.Flagged(2, W["flag.disorder"], 0, R["13.2"]),
        ev.Drawn(W["pool.am"], W["am.3_br"], 3, ev.PRACTICE),
        ev.Pooled(W["pool.am"], W["am.3_br"], -1),
        ev.Won(1, W["level.major"], R["PB 6.112"]),
    )
    return log


# ------------------------------------------------------------------ any events at all
_piece = st.integers(0, len(UNITS) - 1)
_spot = st.integers(0, len(PLACES) - 1)
_word = st.integers(1, len(WORDS) - 1)
_rule = st.integers(0, len(RULES) - 1)
_side = st.integers(0, 2)
_small = st.integers(0, 4)
_path = st.lists(_spot, max_size=3).map(tuple)
_mode = st.sampled_from(sorted(ev.DICE_MODES))

ANY_EVENT: st.SearchStrategy[ev.AnyEvent] = st.one_of(
    st.builds(ev.Placed, _piece, _spot, st.integers(1, 4), _rule),
    st.builds(ev.Moved, _piece, _path, _word, _small, _rule),
    st.builds(ev.StepsSet, _piece, _small, _rule),
    st.builds(ev.Removed, _piece, _word, _rule),
    st.builds(ev.Flagged, _piece, _word, _small, _rule),
    st.builds(ev.Attached, _piece, st.integers(0, 3), _rule),
    st.builds(ev.Controlled, _spot, _side, _rule),
    st.builds(ev.MarkerSet, _spot, st.one_of(st.just(-1), _spot), _word, _small, _rule),
    st.builds(ev.TrackSet, _word, _side, st.integers(-3, 9), _rule),
    st.builds(ev.Pooled, _word, _word, st.integers(-2, 2), _rule),
    st.builds(ev.Assigned, _word, _small, _rule),
    st.builds(ev.TurnBegan, _small),
    st.builds(ev.PhaseBegan, _word, _side, _rule),
    st.builds(ev.Pushed, _small, st.just(())),
    st.builds(ev.Popped),
    st.builds(ev.Stepped, st.tuples(_small)),
    st.builds(ev.Rolled, _word, st.integers(-1, 4), st.sampled_from((6, 10)), st.integers(1, 6), _mode, _rule),
    st.builds(ev.Drawn, _word, _word, _small, _mode, _rule),
    st.builds(ev.Declared, _word, st.lists(_piece, max_size=2).map(tuple), _path, _rule),
    st.builds(
        ev.Reckoned,
        _word,
        st.integers(-1, 4),
        st.lists(st.tuples(_word, st.integers(-3, 3), _rule), max_size=2).map(tuple),
        st.integers(-3, 3),
        _rule,
    ),
    st.builds(ev.Resolved, _word, _word, _small, st.lists(_word, max_size=2).map(tuple), _rule),
    st.builds(ev.Judged, _piece, _word, _path, _rule),
    st.builds(ev.JudgedFor, _piece, _word, _path, _rule, _word),
    st.builds(ev.Sealed, _side, _word, st.sampled_from(("aa", "bb"))),
    st.builds(ev.Revealed, _side, _word),
    st.builds(ev.Noted, _word, st.lists(_small, max_size=3).map(tuple), _rule),
    st.builds(ev.Won, _side, _word, _rule),
)
"""Any event of any kind about a handful of units and hexes, sensible or not: the fold takes them all."""

ANY_EVENTS = st.lists(ANY_EVENT, max_size=20)
