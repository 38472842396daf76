"""What policies ask of a line is answered from sums along it, in as many steps as its length has digits; the answers
are those that walking the line gives."""

from hypothesis import given
from hypothesis import strategies as st

from hexledger.replays.referee.policies.case import Case, Link, Linked, case_of, chained
from tests.drill.game import drill

ONE = st.tuples(
    st.sampled_from([0, 1, 2]),
    st.sampled_from(["", "movement", "combat"]),
    st.booleans(),
    st.sampled_from([0, 1, 2]),
    st.sampled_from([0, 0, 0, 1, 2]),
    st.sampled_from([0, 0, 0, 1]),
    st.sampled_from([False, False, False, True]),
)
LINES = st.lists(ONE, min_size=1, max_size=40)


def a_line(rows: list[tuple[int, str, bool, int, int, int, bool]]) -> list[Link]:
    """Frames 2, 4, 6 ...: what is no decision stands between them."""
    return [Link(2 * at, 2 * at - 2, *row) for at, row in enumerate(rows, 1)]


def walked(links: list[Link], at: int) -> dict[str, object]:
    """The answers, by walking."""
    mine, start = links[at].phasing, at
    while start and not links[start].opens and links[start - 1].segment == links[start].segment:
        start -= 1
    dice_before = [index for index in range(start, at) if links[index].chance]
    theirs = [link for link in links[at + 1 :] if link.phasing not in (0, mine)]
    return {
        "start": links[start].seq,
        "sealed": next((link.seq for link in links[at:] if link.chance), -1),
        "after dice": links[dice_before[-1] + 1].seq if dice_before else None,
        "rolls": sum(link.chance for link in links[at:]),
        "answered": next((link.seq for link in theirs if link.actor == link.phasing), -1),
        "accepted": next((link.seq for link in theirs if link.chance), -1),
        "ruled": next((link.seq for link in links if link.ruled and link.seq > links[at].parent), -1),
    }


def asked(case: Case) -> dict[str, object]:
    """The answers, by asking."""
    after = case.after_dice_before()
    return {
        "start": case.segment_start().seq,
        "sealed": case.sealed(),
        "after dice": None if after is None else after.seq,
        "rolls": case.rolls_from(case.at),
        "answered": case.answered(),
        "accepted": case.rolled_by_others(),
        "ruled": case.ruled_after(case.link.parent),
    }


@given(LINES, st.data())
def test_what_is_asked_is_what_walking_finds(rows, data):
    links = a_line(rows)
    at = data.draw(st.integers(0, len(links) - 1))
    case = case_of(drill(), chained(links), links[at].seq, "movement", 1, ())
    assert case is not None
    assert asked(case) == walked(links, at)


def test_a_frame_that_is_no_decision_of_the_line_has_no_case():
    head = chained(a_line([(1, "movement", False, 1, 0, 0, False)] * 5))
    assert [about for about in range(-2, 14) if case_of(drill(), head, about, "movement", 1, ()) is not None] == [
        *range(2, 12, 2)
    ]


def test_a_decision_far_up_the_line_is_reached_in_few_steps():
    steps = 0

    def wanted(one: Linked) -> bool:
        nonlocal steps
        steps += 1
        return one.seq >= 2_000

    head = chained(a_line([(1, "movement", False, 1, 0, 0, False)] * 20_000))
    assert head.first(wanted).seq == 2_000
    assert steps < 120
