"""Decisions outside and inside: bytes, plain data, a line of text; and everything that is refused."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexledger.engine.errors import BadDecision, EngineFault, UnknownName
from hexledger.engine.kernel.decisions import Decision, DecisionCodec, PieceId, PlaceId, Reveal, Seal, WordId
from hexledger.engine.kernel.seals import commitment, practice_salt, reveal, seal
from tests.drill.decisions import Attack, FallBack, Intend, Move, Pass
from tests.drill.game import drill


class Everything(Decision, frozen=True, array_like=True, tag=40):
    """A decision with a field of each type."""

    units: tuple[PieceId, ...]
    pair: tuple[PieceId, PlaceId]
    numbered: tuple[tuple[PieceId, int], ...] = ()
    yes: bool = False
    number: int = 0
    word: WordId = WordId(0)
    at: PlaceId = PlaceId(-1)


GAME = drill()
CODEC = DecisionCodec((Move, Attack, Pass, FallBack, Intend, Everything), GAME, len(GAME.counters), GAME.board.n_places)
PIECES = st.integers(0, 5)
PLACES = st.integers(0, 18)
WORDS = st.integers(200, 230)
DECISIONS = st.one_of(
    st.builds(Move, PIECES, st.lists(PLACES, max_size=4).map(tuple)),
    st.builds(Attack, PIECES, PLACES),
    st.just(Pass()),
    st.builds(FallBack, st.integers(-1, 18)),
    st.builds(Intend, WORDS),
    st.builds(Seal, st.text("0123456789abcdef", min_size=64, max_size=64)),
    st.builds(
        Everything,
        st.lists(PIECES, max_size=3).map(tuple),
        st.tuples(PIECES, PLACES),
        st.lists(st.tuples(PIECES, st.integers(-9, 9)), max_size=3).map(tuple),
        st.booleans(),
        st.integers(-(10**6), 10**6),
        WORDS,
        st.integers(-1, 18),
    ),
)


@given(DECISIONS)
def test_a_decision_survives_bytes_plain_data_and_text(decision):
    assert CODEC.decode(CODEC.encode(decision)) == decision
    assert CODEC.from_plain(msgspec.json.decode(msgspec.json.encode(CODEC.to_plain(decision)))) == decision
    assert CODEC.from_text(CODEC.to_text(decision)) == decision


@given(DECISIONS, st.text("0123456789abcdef", min_size=1, max_size=32))
def test_a_revealed_decision_survives_too_and_opens_its_seal(decision, salt):
    opening = reveal(decision, salt)
    for again in (
        CODEC.decode(CODEC.encode(opening)),
        CODEC.from_text(CODEC.to_text(opening)),
        CODEC.from_plain(msgspec.json.decode(msgspec.json.encode(CODEC.to_plain(opening)))),
    ):
        assert isinstance(again, Reveal)
        assert CODEC.from_data(again.choice) == decision
        assert commitment(CODEC.from_data(again.choice), again.salt) == seal(decision, salt).commitment


def test_a_word_with_a_space_inside_a_revealed_choice_stays_one_word_of_the_line():
    opening = Reveal((1, "a b"), "salt")
    assert len(CODEC.to_text(opening).split()) == 3
    assert CODEC.from_text(CODEC.to_text(opening)) == opening


def test_lines_read_as_a_player_writes_them():
    assert CODEC.to_text(Move(0, (5, 9))) == "move red_1 B3,C3"
    assert CODEC.from_text("MOVE 1/Red b3,c3") == Move(0, (5, 9))
    assert CODEC.from_text("intend press") == Intend(GAME.words["intent.press"])
    assert CODEC.from_text("fall_back -") == FallBack(-1)
    assert CODEC.from_text("everything - red_1:C3".replace(":", ",")) == Everything((), (0, 9))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "empty line"),
        ("mvoe red_1 B3", "did you mean move"),
        ("move red_9 B3", "no unit called 'red_9'"),
        ("move red_1 Z9", "no hex called 'Z9'"),
        ("move red_1", "path is missing"),
        ("move red_1 B3 C3", "3 values for 2 fields"),
        ("intend nothing", "no word called 'nothing'"),
        ("everything red_1 red_1,C3 - perhaps", "yes or no"),
        ("everything red_1 red_1,C3 - yes many", "a number is wanted"),
        ("everything red_1 red_1", "2 values are wanted"),
        ("reveal [1 salt", "JSON"),
    ],
)
def test_a_line_that_is_no_decision_says_what_is_wrong(line, says):
    with pytest.raises(BadDecision, match=says.replace("?", r"\?")):
        CODEC.from_text(line)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"unit": "red_1"},
        {"kind": 3},
        {"kind": "move", "unit": "red_1"},
        {"kind": "move", "unit": 0, "path": ["B3"]},
        {"kind": "move", "unit": "red_1", "path": "B3"},
        {"kind": "move", "unit": "red_1", "path": ["B3"], "speed": 3},
        {"kind": "everything", "units": [], "pair": ["red_1"]},
        {"kind": "everything", "units": [], "pair": ["red_1", "B3"], "number": 1.5},
        {"kind": "everything", "units": [], "pair": ["red_1", "B3"], "number": True},
        {"kind": "everything", "units": [], "pair": ["red_1", "B3"], "yes": 1},
    ],
)
def test_data_that_are_no_decision_are_refused(data):
    with pytest.raises(BadDecision):
        CODEC.from_plain(data)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xc1",
        b"\x91" * 5000,
        msgspec.msgpack.encode([16, 0]),
        msgspec.msgpack.encode([15]),
        msgspec.msgpack.encode([16, 6, []]),
        msgspec.msgpack.encode([16, -2, []]),
        msgspec.msgpack.encode([16, 0, [19]]),
        msgspec.msgpack.encode([1, "caf\u00e9"])[:-1] + b"\xff",
        msgspec.msgpack.encode([40, [0], [0, 99]]),
        msgspec.msgpack.encode([40, [0], [0, 0], [[7, 1]]]),
    ],
)
def test_bytes_that_name_what_does_not_exist_are_refused(raw):
    """F53 is not helped by a list index: a number out of range never reaches the rules."""
    with pytest.raises(BadDecision):
        CODEC.decode(raw)


@pytest.mark.parametrize("data", [(), (99,), (1 << 70,), ("\ud800",), (16, 99, (1,))])
def test_a_revealed_choice_that_is_no_decision_is_refused(data):
    with pytest.raises(BadDecision):
        CODEC.from_data(data)


def test_a_decision_of_another_game_is_refused_before_the_rules_see_it():
    class Foreign(Decision, frozen=True, array_like=True, tag=77):
        pass

    with pytest.raises(BadDecision, match="foreign"):
        CODEC.sound(Foreign())
    CODEC.sound(Pass())


def test_two_decisions_of_one_name_and_kernel_tags_are_faults_of_the_module():
    def build(tag):
        class Pass(Decision, frozen=True, array_like=True, tag=tag):
            pass

        return Pass

    with pytest.raises(EngineFault, match="two decisions are called pass"):
        DecisionCodec((Pass, build(30)), GAME)
    with pytest.raises(EngineFault, match="kernel"):
        DecisionCodec((build(3),), GAME)


def test_an_unknown_kind_names_its_neighbours():
    with pytest.raises(UnknownName) as unknown:
        CODEC.from_plain({"kind": "atack"})
    assert unknown.value.near == ("attack",)


def test_the_practice_salt_of_every_frame_is_its_own():
    salts = {practice_salt("seed", "log", seq) for seq in range(100)}
    assert len(salts) == 100
