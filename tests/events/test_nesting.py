"""A decision nests as deep as we say, whatever the Python that reads it."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexledger.events.frame import DECISION, BadFrame, Frame, decode_frame, encode_frame
from hexledger.events.nesting import DEEPEST, too_deep

PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.floats(allow_nan=False),
    st.text(max_size=300),
    st.binary(max_size=300),
    st.builds(msgspec.msgpack.Ext, st.integers(-128, 127), st.binary(max_size=40)),
)


def wrapped(value, levels):
    for level in range(levels):
        value = [level, value] if level % 2 else {"in": value}
    return value


@given(st.lists(PLAIN, max_size=20), st.integers(0, DEEPEST + 3))
def test_levels_are_counted_past_values_of_every_kind(values, levels):
    data = msgspec.msgpack.encode([*values, wrapped(0, levels), *values])
    assert too_deep(data) == (levels + 1 > DEEPEST)


@given(st.binary(max_size=400))
def test_any_bytes_get_an_answer(data):
    assert too_deep(data) in {True, False}


def test_many_members_side_by_side_are_not_deep():
    assert not too_deep(msgspec.msgpack.encode([[] for _ in range(70_000)]))


def test_the_deepest_decision_is_read_and_one_level_more_is_refused_by_the_frame():
    def frame(levels):
        raw = msgspec.Raw(b"\x91" * (levels - 1) + b"\x90")
        return encode_frame(Frame(7, DECISION, 1, 6, raw, (), (), bytes(16), None))

    assert decode_frame(frame(DEEPEST), 7).seq == 7
    with pytest.raises(BadFrame, match=r"frame 7: .*nests deeper than 64 levels"):
        decode_frame(frame(DEEPEST + 1), 7)
