"""The searching bot: which plan it follows, that it looks at no dice of the game, and that it is the same each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.bots import search
from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import bot, greedy_bot
from hexledger.engine.bots.playing import Bot, CannotPlayOn, Stopped, play_from
from hexledger.engine.bots.search import Course, Marching, SearchBot, best_course, halving, weighed
from hexledger.engine.dice.paired import PairedLuck, SpreadDice
from hexledger.engine.dice.rolling import Asked
from hexledger.engine.games.june_6.advisor import attacking
from hexledger.engine.games.june_6.game import June6
from hexledger.engine.kernel.deciding import check, offer
from hexledger.engine.kernel.decisions import Decision, GoOn
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.stances import STEADY, WON
from hexledger.engine.kernel.steps import Prompt
from hexledger.projections.digest import digest
from hexledger.projections.state import State, pool_key
from hexledger.replays.log.chronicle import Chronicle
from tests.drill.play import begun

CORPUS = Path(__file__).parents[1] / "corpus" / "games"


def late(name: str) -> tuple:
    """The last position of a recorded game in which something is asked, and its game."""
    with Chronicle.read(sorted((CORPUS / name).glob("*greedy*.hxl"))[0]) as chronicle:
        head = chronicle.timeline.head
        seq = chronicle.frame(head).parent if chronicle.state().over else head
        return chronicle.game, chronicle.state(seq)


def test_a_plan_that_plays_out_better_is_followed() -> None:
    """Halving: the best of five comes through, each round with the same luck for all that are left."""
    seen: list[tuple[str, str]] = []

    def played(name: str, seed: str) -> tuple[int, int]:
        seen.append((name, seed))
        return {"d": 10_000, "c": 5_000}.get(name, 0), 10

    assert halving("abcde", played, 300, "seed", 0) == "d"
    by_seed: dict[str, list[str]] = {}
    for name, seed in seen:
        by_seed.setdefault(seed, []).append(name)
    assert {len(names) for names in by_seed.values()} == {5, 3, 2} and all(
        names[0] == "a" for names in by_seed.values()
    )
    assert all(len(set(names)) == len(names) for names in by_seed.values())
    assert 300 <= 10 * len(seen) <= 300 + 10 * 5, "the round in which the budget ends is finished"


def test_one_win_more_is_not_enough_to_leave_the_plan_that_is_followed_anyway() -> None:
    """Few playouts say little: another plan is taken from two wins more on."""
    for more, followed in ((1, "usual"), (2, "other")):
        left = {"usual": 0, "other": more}

        def played(name: str, _seed: str, left: dict[str, int] = left) -> tuple[int, int]:
            left[name] -= 1
            return (WON if left[name] >= 0 else 0), 10

        assert halving(left, played, 80, "seed", WON) == followed


def test_what_is_thought_of_plans_before_is_weighed_with_what_playouts_say() -> None:
    """Ten playouts against what counts as `DOUBT` of them, in which another plan was worse."""
    enough = search.WORSE * search.DOUBT // 10
    for more, followed in ((enough, "usual"), (enough + 10, "other"), (WON, "other")):
        worth = {"usual": 0, "other": more}
        assert weighed(["usual", "other"], lambda name, _run: (worth[name], 1), 20) == followed  # noqa: B023


def test_of_several_plans_the_best_is_found_each_run_with_the_same_luck_for_all() -> None:
    seen: list[tuple[str, int]] = []

    def played(name: str, run: int) -> tuple[int, int]:
        seen.append((name, run))
        return {"c": 3000, "d": 4000}.get(name, 0) + run % 3 * 2000, 10

    assert weighed("abcde", played, 900) == "d"
    by_run: dict[int, list[str]] = {}
    for name, run in seen:
        by_run.setdefault(run, []).append(name)
    assert all(names[0] == "a" and len(set(names)) == len(names) for names in by_run.values())
    assert sorted(by_run) == list(range(len(by_run))) and by_run[0] == list("abcde")
    assert len(by_run[len(by_run) - 1]) < 5, "some are given up"


def test_what_is_surely_no_better_is_given_up_early() -> None:
    """Of what is worse at every playout, and by much, a few tell enough; where nobody knows, the budget is played."""
    for others, least, most in (([], 2, 60), (["unclear"], 390, 403)):
        count = [0]

        def played(name: str, run: int, count: list[int] = count) -> tuple[int, int]:
            count[0] += 1
            return {"usual": 5000, "worse": 0}.get(name, 5000 + (run % 2 * 2 - 1) * 5000), 1

        assert weighed(["usual", *others, "worse"], played, 400) == "usual"
        assert least <= count[0] <= most


def test_spread_dice_show_each_face_once_in_as_many_runs_and_are_alike_for_all_plans() -> None:
    dice, again = SpreadDice("seed"), SpreadDice("seed")
    asked = Asked(7, 10, subject=3)
    for now in ((), (1, 2)):
        shown = []
        for run in range(20):
            luck, other = dice.run(run), again.run(run)
            luck.now = other.now = now
            first, second = luck.number(7, 10, asked), luck.number(7, 10, asked)
            other.number(9, 6, Asked(9, 6))
            assert (other.number(7, 10, asked), other.number(7, 10, asked)) == (first, second)
            shown.append((first, second))
        for part in (shown[:10], shown[10:]):
            assert {first for first, _ in part} == {second for _, second in part} == set(range(10))
        assert [first for first, _ in shown[:10]] != [first for first, _ in shown[10:]]
        assert [first for first, _ in shown] != [second for _, second in shown]
    drawn = [dice.run(run).number(5, 12, Asked(5, 12, tokens=((1, 6), (2, 6)))) for run in range(12)]
    assert sorted(drawn) == list(range(12)) and all(0 <= dice.run(run).number(5, 40) < 40 for run in range(9))


def test_playouts_come_to_the_same_with_what_is_known_of_their_beginning_and_without() -> None:
    with Chronicle.read(CORPUS / "june_6" / "00-greedy-greedy.hxl") as chronicle:
        game, first = chronicle.game, chronicle.state(0)
    players = {side: Marching(lambda _state: game) for side in (1, 2)}

    def on(state: State, count: int, **known: Any) -> Stopped:
        luck = PairedLuck("s", {})
        return play_from(
            game, state, digest(state), players, lambda: luck, lambda _n: Chance("s", "log", 1), count, **known
        )

    begun = on(first, 30)
    assert begun.waiting is not None and begun.waiting.pos.state is begun.state and game.memory.standing is None
    kept = on(begun.state, 30, known=begun.waiting)
    assert kept.digest == on(begun.state, 30).digest == digest(kept.state)


def test_plans_are_compared_where_the_side_begins_to_act_in_the_last_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[int, int, int]] = []

    def best(game: Game, state: State, side: int, *_rest: object) -> Course:
        compared.append((side, state.turn, game.phasing(state)))
        return Course(game.stances[0])

    monkeypatch.setattr(search, "best_course", best)
    monkeypatch.setattr(June6, "in_detail", Game.in_detail)
    monkeypatch.setattr(June6, "forecast", Game.forecast)
    with Chronicle.read(CORPUS / "june_6" / "00-greedy-greedy.hxl") as chronicle:
        game = chronicle.game
        searching, last = SearchBot(), chronicle.state().turn
        asked = []
        for seq in chronicle.timeline.path(chronicle.timeline.head):
            state = chronicle.state(seq)
            prompt = offer(game, state)
            if prompt is not None and prompt.side == 2 and state.turn >= last - 1:
                asked.append(state.turn)
                searching(game, state, prompt, Chance("seed", "log", 1))
    assert set(asked) == {last - 1, last}
    assert compared and {(side, turn, acting) for side, turn, acting in compared} == {(2, last, 2)}
    assert len(compared) < sum(turn == last for turn in asked), "not at every decision"


def test_each_activation_of_a_turn_has_a_plan_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """June 6: a marker that is drawn goes from the cup to the used ones; together they are as many as before."""
    monkeypatch.setattr(June6, "near_end", Game.near_end)
    compared: list[int] = []

    def best(game: Game, state: State, *_rest: object) -> Course:
        compared.append(sum(state.pool(game.words["pool.am"]).values()))
        return Course(game.stances[0])

    monkeypatch.setattr(search, "best_course", best)
    with Chronicle.read(CORPUS / "june_6" / "00-greedy-greedy.hxl") as chronicle:
        game, last, searching = chronicle.game, chronicle.state().turn, SearchBot(0)
        acted: set[int] = set()
        for seq in chronicle.timeline.path(chronicle.timeline.head):
            state = chronicle.state(seq)
            prompt = offer(game, state)
            if prompt is not None and prompt.side == 1 == search.running(game, state) and state.turn == last:
                acted.add(sum(state.pool(game.words["pool.am"]).values()))
                searching(game, state, prompt, Chance("seed", "log", 1))
    assert set(compared) == acted and len(acted) > 3


def playouts(monkeypatch: pytest.MonkeyPatch, budget: int) -> list[tuple[int, int, State]]:
    """What the German side plays out that searches in the recorded game of Push to Caen: turn in which it compares,
    what a playout is worth, and the position in which it ended."""
    played, on = search._played, search.play_from
    found: list[tuple[int, int, State]] = []
    ends: list[State] = []

    def watched(*given: Any, **named: Any) -> tuple[int, int]:
        worth, decisions = played(*given, **named)
        found.append((state.turn, worth, ends[-1]))
        return worth, decisions

    def ended(*given: Any, **named: Any) -> Stopped:
        stopped = on(*given, **named)
        ends.append(stopped.state)
        return stopped

    monkeypatch.setattr(search, "_played", watched)
    monkeypatch.setattr(search, "play_from", ended)
    with Chronicle.read(CORPUS / "june_6" / "00-greedy-greedy.hxl") as chronicle:
        game, searching = chronicle.game, SearchBot(budget)
        for seq in chronicle.timeline.path(chronicle.timeline.head):
            state = chronicle.state(seq)
            prompt = offer(game, state)
            if prompt is not None and prompt.side == 2 == search.running(game, state):
                searching(game, state, prompt, Chance("seed", "log", 1))
    return found


def test_where_nothing_is_known_plans_are_compared_near_the_end_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Push to Caen: in the last turn; what the playouts come to is then the result."""
    monkeypatch.setattr(June6, "forecast", Game.forecast)
    found = playouts(monkeypatch, 20)
    assert {turn for turn, _, _ in found} == {16} and {worth for _, worth, _ in found} <= {0, WON // 2, WON}
    assert all(end.over for _, _, end in found)


def test_where_the_last_turn_can_be_forecast_plans_are_compared_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Playouts of earlier turns stop where it begins and are worth what the game says of that position."""
    monkeypatch.setattr(search, "EACH", 2)
    found = playouts(monkeypatch, 20)
    assert {turn for turn, _, _ in found} == {14, 16}, "in the second one all plans come to the same here"
    with Chronicle.read(CORPUS / "june_6" / "00-greedy-greedy.hxl") as chronicle:
        game = chronicle.game
    for turn, worth, end in found:
        if turn < 16:
            assert end.turn == 16 and not end.over and worth == game.forecast(end, 2)
        else:
            assert end.over and worth in (0, WON // 2, WON)


def test_before_the_last_turn_more_may_be_played_where_more_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of plans, and half as much of the choices of a single decision, up to what the game says."""
    found: list[tuple[int, bool, int, int]] = []

    def counted(contenders: Sequence[Any], _play: object, budget: int) -> Any:
        found.append((state.turn, isinstance(contenders[0], Decision), len(contenders), budget))
        return contenders[0]

    monkeypatch.setattr(search, "weighed", counted)
    with Chronicle.read(CORPUS / "june_6" / "00-greedy-greedy.hxl") as chronicle:
        game, bots = chronicle.game, {side: SearchBot() for side in (1, 2)}
        for seq in chronicle.timeline.path(chronicle.timeline.head):
            state = chronicle.state(seq)
            prompt = offer(game, state)
            if prompt is not None and prompt.complete:
                bots[prompt.side](game, state, prompt, Chance("seed", "log", 1))
    early = {(single, count, budget) for turn, single, count, budget in found if turn < 16}
    assert {single for single, *_ in early} == {True, False}
    for single, count, budget in early:
        most = count * search.EACH // (2 if single else 1)
        assert budget in {min(most, given // part) for given in (12_000, 40_000) for part in (1, search.SHARE)}
    assert {budget for turn, _, _, budget in found if turn == 16} <= {10_000, 10_000 // search.SHARE}


def test_only_markers_that_begin_activations_end_a_plan() -> None:
    """Fortress Europa draws none: whatever goes into its pools or out of them, the plan of a player turn stays."""
    for name, new in (("june_6", True), ("fortress_europa", False)):
        game, state = late(name)
        other = state.copy()
        other.pools[pool_key(min(game.pools.values()), 1)] = 3
        if game.cup:
            other.pools[pool_key(game.words[game.cup], 1)] = 3
        assert (search.moment(game, state, 1) != search.moment(game, other, 1)) is new


def test_playouts_march_as_the_advisor_meant_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of a script is what is advised; what follows is taken while it is legal: fewer are asked for."""
    with Chronicle.read(CORPUS / "june_6" / "00-greedy-greedy.hxl") as chronicle:
        game, first = chronicle.game, chronicle.state(0)
    asked: list[int] = []
    script = June6.script

    def watched(self: June6, state: State, prompt: Prompt, chance: Chance) -> Iterator[Decision]:
        asked.append(prompt.word)
        coming = list(script(self, state, prompt, chance))
        assert coming[0] == self.advise(state, prompt, Chance("s", "log", 1))
        return iter(coming)

    monkeypatch.setattr(June6, "script", watched)
    players = {side: Marching(lambda _state: game) for side in (1, 2)}
    luck = PairedLuck("s", {})
    stopped = play_from(game, first, digest(first), players, lambda: luck, lambda _n: Chance("s", "log", 1), 60)
    assert stopped.decisions == 60 and 5 < len(asked) < 50


def test_attacks_of_playouts_are_those_that_are_advised_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A declaration moves nobody: what is to follow it is what the advisor says after it."""
    with Chronicle.read(CORPUS / "june_6" / "00-greedy-greedy.hxl") as chronicle:
        game, first = chronicle.game, chronicle.state(0)
    scripts: list[int] = []
    declarations = attacking.declarations

    def counted(*asked: Any) -> Iterator[Decision]:
        scripts.append(1)
        return declarations(*asked)

    monkeypatch.setattr(attacking, "declarations", counted)
    declared: list[str] = []

    def watched() -> Bot:
        player = Marching(lambda _state: game)

        def decides(game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
            decision = player(game, state, prompt, chance)
            if prompt.word == game.words["ask.attacks"]:
                declared.append(decision.kind())
                assert decision == game.advise(state, prompt, Chance("s", "log", 1))
            return decision

        return decides

    luck = PairedLuck("s", {})
    players = {side: watched() for side in (1, 2)}
    play_from(game, first, digest(first), players, lambda: luck, lambda _n: Chance("s", "log", 1), 160)
    assert declared.count("attack") > 6 and len(scripts) < len(declared)


def test_what_was_to_come_and_is_not_legal_is_asked_for_again() -> None:
    game, state = late("june_6")
    prompt = offer(game, state)
    player = Marching(lambda _state: game)
    decided = player(game, state, prompt, Chance("s", "log", 1))
    player._coming = iter([GoOn()])
    assert player(game, state, prompt, Chance("s", "log", 1)) == decided == next(player._coming, decided)


@pytest.mark.parametrize("name", ["june_6", "fortress_europa"])
def test_it_decides_legally_and_alike_each_time(name: str) -> None:
    game, state = late(name)
    prompt = offer(game, state)
    before = digest(state)
    found = {SearchBot(4)(game, state, prompt, Chance("seed", "log", 7)) for _ in range(2)}
    assert len(found) == 1 and digest(state) == before
    check(game, state, found.pop())


def test_every_plan_of_a_game_decides_legally() -> None:
    for name in ("june_6", "fortress_europa"):
        game, state = late(name)
        prompt = offer(game, state)
        assert game.stance == STEADY and all(game.plans(state, side) for side in (1, 2))
        for stance in game.plans(state, prompt.side):
            twin = game.leaning(stance)
            assert twin.stance == stance and twin is game.leaning(stance)
            assert (twin.memory is game.memory) is game.one_memory
            assert game.checked().leaning(stance).memory.checked, "a checked game's twin is checked"
            check(game, state, twin.advise(state, prompt, Chance("seed", "log", 7)))


def test_a_game_whose_advisor_knows_one_plan_is_played_as_the_greedy_bot_plays_it(tmp_path: Path) -> None:
    with begun(tmp_path / "g.hxl") as chronicle:
        game, state = chronicle.game, chronicle.state()
        prompt = offer(game, state)
        chance = Chance("seed", "log", 1)
        assert SearchBot()(game, state, prompt, chance) == greedy_bot(game, state, prompt, Chance("seed", "log", 1))


def test_a_budget_of_less_than_a_decision_for_each_plan_compares_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = late("june_6")
    monkeypatch.setattr(search, "_played", lambda *given: pytest.fail(f"played out: {given[1].course.plan.name}"))
    plans = game.plans(state, 1)
    assert best_course(game, state, 1, Chance("s", "log", 1), len(plans) - 1).plan == plans[0]


def test_each_player_has_a_searching_bot_of_his_own() -> None:
    assert bot("bot:search") is not bot("search") and bot("greedy") is bot("greedy")


def test_nobody_plays_a_side_without_a_bot(tmp_path: Path) -> None:
    with begun(tmp_path / "g.hxl") as chronicle:
        game, state = chronicle.game, chronicle.state()
        luck, chance = (lambda: PairedLuck("s", {})), (lambda number: Chance("s", "log", number))
        with pytest.raises(CannotPlayOn, match="nobody plays"):
            play_from(game, state, digest(state), {}, luck, chance, 10)
        stopped = play_from(game, state, digest(state), dict.fromkeys((1, 2), greedy_bot), luck, chance, 3)
        assert isinstance(stopped, Stopped) and stopped.decisions == 3
