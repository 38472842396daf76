"""What must hold after any result of any fight, whatever the players choose (sections 13 and 14)."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from hexledger.engine.games.june_6.questions.fight import FIGHT_NORMAL
from hexledger.engine.games.june_6.questions.letters import losses_of, share_out
from hexledger.engine.games.june_6.rules.letters import ShareOut
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.combat import Result
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.seals import wants_reveal, wants_seal
from hexledger.events import model as ev
from tests.june_6.builder import Built, position
from tests.june_6.fights import MODES, fight, results

ALLIED_FOOT = ("3_br_8", "3_br_9", "3_br_27", "3_cdn_7")
ALLIED_OTHERS = ("3_br_hq", "i_br_79", "i_br_inns", "2a_us_66", "2a_us_67", "i_br_hq")
GERMAN_FIGHTERS = ("12ss_25", "12ss_26", "21pz_125", "21pz_200", "det_1", "12ss_12pz")
GERMAN_OTHERS = ("12ss_hq", "iii_flak_c", "i_ss_nw", "i_ss_hq")
ALLIES = (*ALLIED_FOOT, *ALLIED_OTHERS)
GERMANS = (*GERMAN_FIGHTERS, *GERMAN_OTHERS)
CENTRES = ("E2135", "E1511", "E1837", "E1833", "E1940")


def battlefield(luck: Random) -> tuple[Built, str, list[str]]:
    """A hex held by one side, enemies next to it and units of both around, with marks; the attackers' names."""
    centre = luck.choice(CENTRES)
    b = position(open_area=luck.random() < 0.7, seed=f"luck {luck.random()}")
    sides = [ALLIES, GERMANS]
    if luck.random() < 0.3:
        sides.reverse()
    attacking, defending = ([*names] for names in sides)
    luck.shuffle(attacking)
    luck.shuffle(defending)
    place = b.hex(centre)

    def put(name: str, where: int) -> bool:
        piece = b.piece(name)
        pos = b.pos
        enemy_there = pos.side_at(where) == 3 - pos.side(piece)
        if enemy_there or not pos.in_bounds(piece, where) or not pos.fits(where, (piece,)):
            return False
        b.unit(
            name,
            b.game.place(where),
            reduced=b.game.counters[piece].steps > 1 and luck.random() < 0.4,
            disorder=luck.choice((0, 0, 0, 1, 2)),
            pinned=luck.random() < 0.1,
            isolated=luck.random() < 0.1,
        )
        return True

    for name in defending[: luck.randint(1, 3)]:
        put(name, place)
    ring = b.game.board.neighbours[place]
    attackers = []
    for name in attacking[: luck.randint(1, 4)]:
        there = luck.choice(ring)
        piece = b.piece(name)
        if put(name, there) and not b.pos.face(piece).cs_defence_only and b.pos.can_pass(piece, there, place):
            attackers.append(name)
    around = b.game.board.within(place, 3)[1:]
    for name in (*attacking[4:], *defending[3:]):
        put(name, luck.choice(around))
    if b.pos.units(place) and attackers:
        b.active(*attackers)
    return b, centre, attackers


def decide(b: Built, luck: Random) -> None:
    """One random legal decision, after every offered one has passed its check."""
    options = list(kernel.choices(b.game, b.state))
    assert options, "a dead end: nothing is offered"
    assert b.offer is not None
    if not (wants_seal(b.offer.kinds) or wants_reveal(b.offer.kinds)):
        for option in options:
            kernel.check(b.game, b.state, option)
    b.play(luck.choice(options))


def steps_in_play(b: Built) -> int:
    return sum(b.state.steps.values())


def check_events(b: Built, lost: set[int]) -> None:
    """Nothing is lost twice; nobody retreats or advances into an enemy hex, out of bounds, or over the limit."""
    pos = b.pos
    for event in b.events:
        if isinstance(event, ev.Removed):
            assert event.piece not in lost, "a unit is lost twice"
            lost.add(event.piece)
        if isinstance(event, ev.Moved):
            assert event.piece not in lost, "a lost unit moves"
            assert all(pos.in_bounds(event.piece, place) for place in event.path[1:])
    for place, stack in b.state.stacks.items():
        assert len({pos.side(piece) for piece in stack}) == 1, f"both sides stand in {b.game.place(place)}"
        assert pos.stack_fits(stack), f"{b.game.place(place)} is overstacked"


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False))
def test_after_any_result_stacks_fit_sides_are_apart_and_no_step_comes_back(luck: Random) -> None:
    b, centre, attackers = battlefield(luck)
    if not attackers or not b.pos.units(b.hex(centre)):
        return
    attack, defence = luck.choice(("assault", "probe")), luck.choice(("stand", "retreat"))
    assert {attack, defence} <= set(MODES)
    one = fight(b, centre, *attackers, attack=attack, defence=defence, kind=FIGHT_NORMAL)
    steps, lost = steps_in_play(b), set[int]()
    results(b, one, luck.randint(0, 15))
    for _ in range(200):
        check_events(b, lost)
        assert steps_in_play(b) <= steps, "a step has come back"
        steps = steps_in_play(b)
        if b.quiet:
            break
        decide(b, luck)
    assert b.quiet, "the fight does not end"
    assert not any(key & 0xFFFF == f.RETREATED for key in b.state.flags), "the mark of a retreat has stayed"


LETTERS = st.builds(
    Result,
    st.sampled_from(("disorder", "reduced", "pinned")),
    st.sampled_from("ABCDEF"),
    st.just(1),
)
CELLS = st.lists(LETTERS, max_size=3, unique_by=lambda one: one.letter)


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False), CELLS, st.booleans())
def test_letters_always_find_their_units_and_each_choice_has_at_least_two(
    luck: Random, cell: list[Result], bombardment: bool
) -> None:
    b = position(open_area=True)
    names = luck.sample(GERMANS, luck.randint(1, 5))
    for name in names:
        b.unit(name, luck.choice(("E2135", "E2136")))
    units = tuple(sorted(b.piece(name) for name in names))
    found, picks = losses_of(tuple(cell)), ()
    for _ in range(10):
        share = share_out(b.pos, units, found, picks, bombardment)
        if not share.ask:
            break
        assert len(share.ask) > 1 and tuple(sorted(set(share.ask))) == share.ask
        picks = (*picks, luck.choice(share.ask))  # type: ignore[assignment]
    assert not share.ask, "the choices do not end"
    assert all(hit.unit in units for hit in share.hits)
    for loss in found:
        hit = [one.unit for one in share.hits if one.loss == loss]
        if loss.letter in "DEF" and (bombardment or len(units) > 1):
            assert len(hit) == 1
        if loss.letter == "A" and loss.kind != 3 and (bombardment or len(units) > 1):
            assert tuple(hit) == units
    b.run(ShareOut(2, b.hex("E2135"), units, found, bombardment, "13.71", picks))
    assert b.quiet, "the step asks again for what was chosen"
