"""What the benchmark measures with: a large real game, small ones, and a long log made of these.

The large game is a Campaign of Fortress Europa, 37 turns that the greedy bot plays against itself: replay and audit are
measured on it, and seeks beside those in the long log. The small ones are games of June 6 "Push to Caen". Bots play
all of them through the same door as people do.

No game of ours has 20,000 decisions, so a log of that length is made by playing the small games one after another on
one line: between two of them stands one frame that takes every piece, flag, marker and token off and sets the next game
up. Every other frame is a frame of a real game, with its own events and decision; numbers, parents and state digests
are those of the long log. Seek, branch and storage know no rules and cannot tell the difference.

Logs are kept in a folder named after the program's own source, so that a second run does not play again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from itertools import cycle
from pathlib import Path

import hexledger.cli.main
from hexledger.engine.bots.players import bot
from hexledger.engine.catalogue import open_game, split_scenario
from hexledger.engine.kernel.game import Game
from hexledger.events import model as ev
from hexledger.events.frame import DECISION, Frame, decode_frame, encode_frame
from hexledger.events.ledger import Ledger
from hexledger.projections.digest import digest, updated
from hexledger.projections.fold import fold
from hexledger.projections.state import State
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.table import play_on
from tests.bench.measure import Plan

SCENARIO = "june_6/push_to_caen"
LARGE = "fortress_europa/campaign"
SMALL = "case_yellow/dutch_fortress"
LARGEST = (
    "june_6/campaign",
    "fortress_europa/campaign",
    "case_yellow/historical",
    "france_1944/campaign",
    "time_for_trumpets/campaign",
)
"""The scenario of each game with the largest map."""
ENDLESS = 20_000
"""Decisions after which a game is called endless."""
CLEARED = 0
"""Reason (word) of the removals between two games: none."""


def source_print() -> str:
    """Digest of the program's source: logs of another version are not used."""
    seen = sha256()
    roots = Path(hexledger.cli.main.__file__).resolve().parents[1]
    for package in ("engine", "events", "projections", "replays"):
        for file in sorted((roots / package).rglob("*")):
            if file.suffix in (".py", ".yaml", ".json", ".txt"):
                seen.update(f"{file.relative_to(roots)}\n".encode())
                seen.update(file.read_bytes())
    return seen.hexdigest()[:16]


def home(plan: Plan) -> Path:
    """The folder of this version's logs."""
    folder = plan.folder / f"hexledger-bench-{source_print()}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def greedy() -> bool:
    """Whether the game has a greedy bot of its own."""
    game_id, _ = split_scenario(SCENARIO)
    return type(open_game(game_id)).advise is not Game.advise


def players() -> str:
    """Who plays the games, in words."""
    return "the greedy bot and the random bot in turn" if greedy() else "random bots"


def large(plan: Plan) -> Path:
    """The large real game, to its verdict; a short run plays its beginning only."""
    path = home(plan) / f"large-{plan.large or 'whole'}.hxl"
    return path if path.exists() else _kept(path, lambda part: _play(part, LARGE, "bench", "greedy", plan.large))


def games(plan: Plan) -> list[Path]:
    """Finished games: two random bots, or in every other game, where there is one, the greedy bot against itself."""
    return [_game(home(plan), number) for number in range(plan.games)]


def season(plan: Plan) -> list[Path]:
    """Finished games of greedy bots, as many as a warehouse is measured with: of a scenario of about 1,000 events."""
    folder = home(plan) / "season"
    folder.mkdir(exist_ok=True)
    found = [folder / f"game-{number}.hxl" for number in range(plan.season)]
    for number, path in enumerate(found):
        if not path.exists():
            _kept(path, partial(_play, scenario=SMALL, seed=f"season {number}", player="greedy"))
    return found


def _game(folder: Path, number: int) -> Path:
    path = folder / f"game-{number}.hxl"
    player = "greedy" if number % 2 == 0 and greedy() else "random"
    return path if path.exists() else _kept(path, lambda part: _play(part, SCENARIO, f"bench {number}", player))


def _kept(path: Path, play: Callable[[Path], None]) -> Path:
    """Play into a file beside `path` first, so that a game that was broken off is never taken for a whole one."""
    scratch = path.with_name(f"{path.stem}.{os.getpid()}.part")
    play(scratch)
    scratch.replace(path)
    for rest in path.parent.glob(f"{scratch.name}.*"):
        rest.unlink()
    return path


def _play(path: Path, scenario: str, seed: str, player: str, limit: int = 0) -> None:
    with Chronicle.create(path, new_genesis(scenario, seed=seed)) as chronicle:
        play_on(chronicle, {1: bot(player), 2: bot(player)}, limit=limit or ENDLESS)
        if not limit and not chronicle.state().over:
            raise RuntimeError(f"{scenario} of the benchmark, {seed}, did not come to its end")


def campaign(plan: Plan) -> Path:
    """The campaign of Fortress Europa, played by greedy bots to its end (over 2,000 decisions) or so many decisions."""
    path = home(plan) / f"campaign-3-{plan.campaign}.hxl"
    return path if path.exists() else _kept(path, partial(_begin, LARGE, "bench campaign 3", plan.campaign))


def exported(plan: Plan) -> Path:
    """A campaign of June 6 by greedy bots, to its end (5,816 decisions) or so many decisions."""
    path = home(plan) / f"exported-3-{plan.exported}.hxl"
    return path if path.exists() else _kept(path, partial(_begin, "june_6/campaign", "bench export 3", plan.exported))


def _begin(scenario: str, seed: str, limit: int, path: Path) -> None:
    with Chronicle.create(path, new_genesis(scenario, seed=seed)) as chronicle:
        play_on(chronicle, {1: bot("greedy"), 2: bot("greedy")}, limit=limit)


def frames_of(path: Path) -> list[Frame]:
    """All frames of a log."""
    with Ledger.open_reader(path) as ledger:
        return [decode_frame(payload, seq) for seq, payload in enumerate(ledger.payloads())]


def chain(plan: Plan, decisions: int) -> Path:
    """A log of so many decisions on one line, made of real games (see the module's head)."""
    path = home(plan) / f"chain-{decisions}-{plan.games}.hxl"
    if path.exists():
        return path
    payloads = list(_chained(plan, decisions))
    scratch = path.with_name(f"{path.name}.{os.getpid()}.part")
    Ledger.create_with(scratch, payloads).close()
    scratch.replace(path)
    scratch.with_name(scratch.name + ".lock").unlink(missing_ok=True)
    return path


def _chained(plan: Plan, decisions: int) -> Iterator[bytes]:
    state, total, seq = State(), b"", 0
    for frames in cycle([frames_of(path) for path in games(plan)]):
        for frame in frames:
            kind, events, decision = frame.kind, frame.events, frame.decision
            if seq and frame.seq == 0:
                kind, events, decision = DECISION, (*cleared(state), *events), frames[1].decision
            before = state.copy()
            fold(state, events)
            total = updated(total, before, state, events) if seq else digest(state)
            yield encode_frame(Frame(seq, kind, frame.actor, seq - 1, decision, events, frame.evidence, total, None))
            if seq == decisions:
                return
            seq += 1


def cleared(state: State) -> list[ev.AnyEvent]:
    """Events that take everything off the map, out of the pools and from the agenda."""
    out: list[ev.AnyEvent] = []
    out.extend(ev.Flagged(key >> 16, key & 0xFFFF, 0) for key in sorted(state.flags))
    out.extend(ev.Removed(piece, CLEARED) for piece in sorted(state.at))
    out.extend(ev.MarkerSet(key >> 32, (key >> 16 & 0xFFFF) - 1, key & 0xFFFF, 0) for key in sorted(state.markers))
    out.extend(ev.Pooled(key >> 20, key & 0xFFFFF, -count) for key, count in sorted(state.pools.items()))
    out.extend(ev.Revealed(key >> 16, key & 0xFFFF) for key in sorted(state.seals))
    out.extend(ev.Popped() for _ in state.agenda)
    return out
