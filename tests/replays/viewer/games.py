"""Games for the tests of the review desk, played by bots through the same door as people's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexledger.engine.bots.players import bot
from hexledger.engine.catalogue import open_game
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.table import play_on
from hexledger.replays.viewer.builder import Builder
from hexledger.replays.viewer.notes import read_notes
from hexledger.replays.viewer.page import html
from hexledger.replays.viewer.verdict import shown_verdict

ALLIED, GERMAN = 1, 2
CORPUS = Path(__file__).parents[2] / "corpus" / "games"


def begun(
    log: Path, scenario: str = "push_to_caen", seed: str = "desk", policy: str = "free", game_id: str = "june_6"
) -> Chronicle:
    """A new game with practice dice."""
    game = open_game(game_id)
    return Chronicle.create(log, new_genesis(scenario, game=game, seed=seed, undo_policy=policy), game=game)


def bots(allied: str = "greedy", german: str = "random") -> dict[int, Any]:
    return {ALLIED: bot(f"bot:{allied}"), GERMAN: bot(f"bot:{german}")}


def branched(log: Path) -> None:
    """Push to Caen to its end; a what-if line from frame 60 for 40 decisions; the last twelve of main undone and played
    otherwise for eight."""
    with begun(log) as chronicle:
        play_on(chronicle, bots())
        chronicle.branch("what-if", 60)
        play_on(chronicle, bots("random", "greedy"), seed="another mind", limit=40)
        chronicle.switch("main")
        head = chronicle.timeline.path(chronicle.timeline.head)[-13]
        chronicle.undo(ALLIED, to=head, reason="the bridge was blown already", consent=(GERMAN,))
        play_on(chronicle, bots(), seed="second thoughts", limit=8)


def long_game(log: Path) -> None:
    """St Lo, six turns."""
    with begun(log, "st_lo") as chronicle:
        play_on(chronicle, bots())


def bulge(log: Path) -> None:
    """The first turns of Fortress Europa's Battle of the Bulge, an undo and a second line."""
    with begun(log, "battle_of_the_bulge", game_id="fortress_europa") as chronicle:
        play_on(chronicle, bots("greedy", "greedy"), limit=140)
        chronicle.undo(ALLIED, to=chronicle.timeline.path(chronicle.timeline.head)[-9], consent=(GERMAN,))
        play_on(chronicle, bots("random", "greedy"), seed="second thoughts", limit=12)
        chronicle.branch("what-if", 60)
        play_on(chronicle, bots("greedy", "random"), seed="another mind", limit=15)
        chronicle.switch("main")


def europe(log: Path) -> None:
    """The campaign of Fortress Europa to its end: some 2,000 decisions."""
    with begun(log, "campaign", game_id="fortress_europa") as chronicle:
        play_on(chronicle, bots("greedy", "greedy"))


def normandy(log: Path) -> None:
    """The campaign of June 6 to its end: some 4,000 decisions."""
    with begun(log, "campaign") as chronicle:
        play_on(chronicle, bots("greedy", "greedy"))


def falaise(log: Path) -> None:
    """A recorded Falaise Gap of France 1944."""
    log.write_bytes((CORPUS / "france_1944" / "00-greedy-random.hxl").read_bytes())


def yellow(log: Path) -> None:
    """The first turns of Case Yellow's historical campaign: 200 decisions, some twenty combats."""
    with begun(log, "historical", game_id="case_yellow") as chronicle:
        play_on(chronicle, bots("greedy", "greedy"), limit=200)


def losheim(log: Path) -> None:
    """The first day of A Time for Trumpets' Losheim Gap: 260 decisions, some dozen combats."""
    with begun(log, "losheim_gap", game_id="time_for_trumpets") as chronicle:
        play_on(chronicle, bots("greedy", "greedy"), limit=260)


def low_countries(log: Path) -> None:
    """Case Yellow's historical campaign to its end: some 1,200 decisions."""
    with begun(log, "historical", game_id="case_yellow") as chronicle:
        play_on(chronicle, bots("greedy", "greedy"))


def to_the_rhine(log: Path) -> None:
    """The campaign of France 1944 to its end: some 1,700 decisions."""
    with begun(log, "campaign", game_id="france_1944") as chronicle:
        play_on(chronicle, bots("greedy", "greedy"))


def ardennes(log: Path) -> None:
    """The first day of the campaign of A Time for Trumpets: 2,500 decisions of some 34,000."""
    with begun(log, "campaign", game_id="time_for_trumpets") as chronicle:
        play_on(chronicle, bots("greedy", "greedy"), limit=2_500)


def page_of(log: Path, page: Path, side: str | None = None) -> None:
    """The exported page of a log."""
    with Chronicle.read(log) as chronicle:
        builder = Builder(chronicle, chronicle.game.side_number(side) if side else 0)
        builder.extend()
        verdict = shown_verdict(audit(log, game=chronicle.game))
        page.write_text(html(builder.data(verdict, read_notes(log))), encoding="utf-8")
