"""The referee's tools work in every game and under every error policy: claims with their void dice, corrections,
readings, adopted rulings, exchanges, a decision that stands, the same game under another reading; and it all audits."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexledger.engine.table.ruling_effects import parse
from hexledger.events import model as ev
from hexledger.events.frame import CLAIM, REWIND, RULING
from hexledger.projections.record import events_text
from hexledger.replays.audit.audit import audit
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import play_on
from hexledger.replays.referee import rulings
from hexledger.replays.referee.claims import ClaimRefused, claim, voided
from hexledger.replays.referee.policies import POLICIES
from hexledger.replays.referee.policies.case import COMBAT, MOVEMENT, Link, Linked
from hexledger.replays.referee.policies.swap import refusal
from hexledger.replays.referee.readjudicate import readjudicate
from hexledger.replays.referee.rulings import (
    RulingRefused,
    adopt,
    correct_position,
    exchange,
    interpret,
    let_stand,
    moved_this_turn,
)
from tests.every_game.about import About
from tests.every_game.catalogue import NAMES, about, every_game, outside_the_catalogue

SWAPS = "+swap"
Open = Callable[[About, str], Chronicle]


@pytest.fixture(scope="session")
def refereed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[About, str], Path]:
    """The log of `About.refereed` under a policy, played once and copied."""
    known: dict[tuple[str, str], Path] = {}

    def play(one: About, policy: str) -> Path:
        if (one.game, policy) not in known:
            path, match = tmp_path_factory.mktemp("referee") / "game.hxl", one.refereed or one.branched
            given = outside_the_catalogue(one.game)
            genesis = new_genesis(
                one.scenario(match.scenario),
                seed=match.seed,
                options=dict(match.options),
                error_policy=policy + SWAPS,
                game=given,
            )
            with Chronicle.create(path, genesis, game=given) as log:
                play_on(log, match.players(), limit=match.most)
            known[one.game, policy] = path
        return known[one.game, policy]

    return play


@pytest.fixture
def game_of(refereed: Callable[[About, str], Path], tmp_path: Path) -> Iterator[Open]:
    """A game under a policy, open for writing; at the end its file must audit."""
    opened: list[tuple[Path, About, Chronicle]] = []

    def begin(one: About, policy: str) -> Chronicle:
        path = tmp_path / f"{one.game}-{policy}.hxl"
        shutil.copy(refereed(one, policy), path)
        log = Chronicle.write(path, game=outside_the_catalogue(one.game))
        opened.append((path, one, log))
        return log

    yield begin
    for path, one, log in opened:
        log.close()
        verdict = audit(path, game=outside_the_catalogue(one.game))
        assert verdict.intact, f"{path.name}: {verdict.contradiction}"
        assert verdict.redecided >= verdict.decisions


every_policy = pytest.mark.parametrize(
    ("one", "policy"),
    [pytest.param(about(name), policy, id=f"{name} {policy}") for name in NAMES for policy in POLICIES],
)

BY_DAY = ("strict", "ladder", "judge")
"""Policies under which tools that ask no policy are tried by day, under the others in the long suite."""
ALL_OF_THEM = ("june_6", "drill")
"""Games in which that is cheap; in the others the first of them by day."""


def by_day(name: str, policy: str) -> bool:
    return policy in (BY_DAY if name in ALL_OF_THEM else BY_DAY[:1])


every_policy_at_length = pytest.mark.parametrize(
    ("one", "policy"),
    [
        pytest.param(about(name), policy, id=f"{name} {policy}", marks=() if by_day(name, policy) else pytest.mark.long)
        for name in NAMES
        for policy in POLICIES
    ],
)


def links(log: Chronicle) -> list[Link]:
    """The links of the line, the last first."""
    at: Linked | None = log.links.at(log.timeline.head)
    found = []
    while at is not None and at.link is not None:
        found.append(at.link)
        at = at.before
    return found


def decided(log: Chronicle, what: str) -> int:
    """The last decision of the line that belongs to a movement, or to a combat."""
    return max(link.seq for link in links(log) if link.segment == what)


@pytest.mark.whole
@every_policy
@pytest.mark.parametrize("what", [MOVEMENT, COMBAT])
def test_a_claim_is_recorded_with_its_outcome_and_with_the_dice_that_it_makes_void(
    one: About, policy: str, what: str, game_of: Open
) -> None:
    log = game_of(one, policy)
    about_frame, head, size = decided(log, what), log.timeline.head, len(log.timeline)
    made = claim(log, 1, about_frame, what, "it was wrong", consent=[2, 0])
    step = log.timeline.steps[-1]
    assert len(log.timeline) == size + 1 and step.kind in (CLAIM, REWIND)
    assert (step.about, step.what, step.reason, step.policy) == (about_frame, what, "it was wrong", policy + SWAPS)
    assert made.outcome.what == {"strict": "stands", "judge": "referred"}.get(policy, "redo")
    if made.outcome.what != "redo":
        assert log.timeline.head == head
        return
    assert log.timeline.head == made.outcome.to < about_frame
    play_on(log, (one.refereed or one.branched).players(), seed="again", limit=6)
    pairs = voided(log.timeline, made.frame.seq, head, made.outcome.to, log.frame)
    fallen = [
        event
        for seq in log.timeline.between(made.outcome.to, head)
        for event in log.frame(seq).events
        if isinstance(event, ev.Rolled | ev.Drawn)
    ]
    assert len(pairs) == len(fallen) == made.outcome.void


CORPUS = sorted((Path(__file__).parents[1] / "corpus").rglob("*.hxl"))


def unclaimable(log: Chronicle) -> list[str]:
    """Decisions of the line that move units and belong to no segment that an error could be claimed of."""
    line = list(log.frames(log.timeline.head))
    segments = {link.seq: link.segment for link in links(log)}
    moved = [frame.seq for frame in line[1:] if any(isinstance(event, ev.Moved) for event in frame.events)]
    assert moved, "nothing has moved in this game"
    return [log.game.codec.to_text(log.decision(seq)) for seq in moved if not segments[seq]]


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_whatever_moves_a_unit_can_be_claimed_as_movement_or_combat(path: Path) -> None:
    with Chronicle.read(path, game=outside_the_catalogue(path.parent.name)) as log:
        assert unclaimable(log) == []


def test_a_drop_a_landing_and_a_break_down_can_be_claimed_as_movement(tmp_path: Path) -> None:
    """June 6: what happens on D-Day before anybody moves."""
    with Chronicle.create(tmp_path / "g.hxl", new_genesis("june_6/first_week", seed="claims")) as log:
        play_on(log, about("june_6").branched.players(), limit=60)
        # German units that are set up elsewhere are set up, not moved
        assert [text for text in unclaimable(log) if not text.startswith("place_unit ")] == []
    assert {"break_down", "leave", "enter"} <= log.game.movement_kinds


@every_policy
def test_what_is_no_claim_is_refused_with_the_reason_and_the_log_stays_as_it_is(
    one: About, policy: str, game_of: Open
) -> None:
    log = game_of(one, policy)
    size = len(log.timeline)
    for frame, what, reason, said in (
        (decided(log, MOVEMENT), COMBAT, "x", "belongs to a movement segment"),
        (decided(log, COMBAT), MOVEMENT, "x", "belongs to a combat segment"),
        (99_999, MOVEMENT, "x", "no decision of this line"),
        (decided(log, MOVEMENT), "weather", "x", "cannot be claimed"),
        (decided(log, MOVEMENT), MOVEMENT, " ", "gives its reason"),
    ):
        with pytest.raises(ClaimRefused, match=said):
            claim(log, 1, frame, what, reason)
    assert len(log.timeline) == size


@pytest.mark.whole
@every_policy_at_length
def test_the_referee_puts_a_unit_elsewhere_takes_it_off_and_brings_it_back(
    one: About, policy: str, game_of: Open
) -> None:
    log = game_of(one, policy)
    game, state = log.game, log.state()
    ruled = 0
    for piece in sorted(state.at, key=lambda piece: (-game.counters[piece].steps, piece)):
        where, unit = game.place(state.at[piece]), game.piece(piece)
        try:
            correct_position(log, parse(game, log.state(), f"remove {unit}"), "it was lost")
            correct_position(log, parse(game, log.state(), f"place {unit} {where}"), "it was not")
        except Exception as error:
            assert "correction" in str(error) or "cannot go on" in str(error), f"{unit}: {error}"
            continue
        ruled += 1
        assert log.state().at[piece] == game.find_place(where)
        break
    assert ruled, "no unit could be taken off and brought back"
    assert log.timeline.kinds.count(RULING) >= 2 * ruled


@pytest.mark.whole
@every_policy_at_length
def test_a_rule_is_read_another_way_by_the_referee_and_by_agreement(one: About, policy: str, game_of: Open) -> None:
    log = game_of(one, policy)
    game = log.game
    switch = next(iter(game.switches.values()))
    usual, other = list(switch.values)[:2]
    if policy == "judge":
        with pytest.raises(RulingRefused, match="only when both sides adopt it"):
            interpret(log, f"{switch.name}={other}", "it says so")
        adopt(log, 2, f"{switch.name}={other}", "we agree", "the ladder's ruling 11", consent=[1])
    else:
        interpret(log, f"{switch.name}={other}", "it says so")
    assert log.state().variable(game.words[switch.word]) == switch.values[other]
    adopt(log, 1, f"{switch.name}={usual}", "we agree", "the ladder's ruling 12", consent=[2])
    assert log.state().variable(game.words[switch.word]) == switch.values[usual]
    with pytest.raises(RulingRefused):
        adopt(log, 1, f"{switch.name}={other}", "I alone", "nobody's", consent=[])
    let_stand(log, decided(log, COMBAT), "it stands")
    assert log.timeline.kinds.count(RULING) == 3


@pytest.mark.whole
@every_policy_at_length
def test_every_reading_that_is_set_is_told_with_its_value_and_its_rule(
    one: About, policy: str, monkeypatch: pytest.MonkeyPatch, game_of: Open
) -> None:
    """Nobody plays on from any of them here: that the rules can go on is asked below."""
    monkeypatch.setattr(rulings, "rehearsed", lambda _game, made: made)
    log = game_of(one, policy)
    game = log.game
    for switch in list(game.switches.values())[:: 1 if policy == "strict" else 5]:
        rule = game.rule(game.rules[switch.rule])
        for reading in switch.values:
            frame = adopt(log, 1, f"{switch.name}={reading}", "we agree", "ruling 1", consent=[2])
            (told,) = events_text(frame, game, log.state(frame.parent))
            assert told.endswith(f": {reading} [{rule}]")


@pytest.mark.whole
@pytest.mark.parametrize("each", [5, pytest.param(1, marks=pytest.mark.long)])
@every_game
def test_the_rules_can_go_on_under_a_reading_that_is_adopted(one: About, each: int, game_of: Open) -> None:
    """Of every fifth switch, of all of them in the long run: three games are played on from each, here and when it is
    audited."""
    log = game_of(one, "strict")
    for switch in list(log.game.switches.values())[::each]:
        for reading in switch.values:
            adopt(log, 1, f"{switch.name}={reading}", "we agree", "ruling 1", consent=[2])


@pytest.mark.whole
@every_policy_at_length
def test_the_same_game_is_decided_again_under_another_reading(one: About, policy: str, game_of: Open) -> None:
    log = game_of(one, policy)
    size = len(log.timeline)
    for switch in list(log.game.switches.values())[:2]:
        other = list(switch.values)[1]
        found = readjudicate(log, setting=f"{switch.name}={other}")
        assert found.head == log.timeline.head and 0 <= found.last <= found.head
        assert found.stopped or found.last == found.head
    with pytest.raises(ReplayError):
        readjudicate(log)
    assert len(log.timeline) == size, "the log itself is not touched"


@pytest.mark.whole
@every_policy_at_length
def test_identical_units_are_exchanged_or_it_is_said_why_not(one: About, policy: str, game_of: Open) -> None:
    log = game_of(one, policy)
    game, state = log.game, log.state()
    moved = moved_this_turn(log.frames(log.timeline.head))
    pairs = [(a, b) for a in sorted(state.at) for b in sorted(state.at) if a < b]
    fits = next((pair for pair in pairs if not refusal(game, state, *pair, moved)), None)
    if fits is not None:
        a, b = fits
        exchange(log, game.piece_side(a), fits, "set up the wrong way round")
        assert (log.state().at[a], log.state().at[b]) == (state.at[b], state.at[a])
    wrong = next(pair for pair in pairs if refusal(game, state, *pair, moved))
    size = len(log.timeline)
    with pytest.raises(RulingRefused, match=r"may not change places|is not|are"):
        exchange(log, game.piece_side(wrong[0]), wrong, "a try")
    assert len(log.timeline) == size


@pytest.mark.parametrize("name", NAMES)
def test_a_game_says_which_decisions_are_movement_and_which_combat(name: str) -> None:
    game = about(name).open()
    assert game.movement_kinds and game.combat_kinds and game.activation_words
