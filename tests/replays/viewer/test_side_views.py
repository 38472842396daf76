"""What a side's page holds: nothing that only the other side knows (faults F52, F53, F54)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.games.fortress_europa.rules.hidden import HideUnits
from hexledger.engine.kernel.decisions import Reveal, Seal
from hexledger.engine.kernel.seals import reveal, seal, wants_reveal, wants_seal
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import hand_in, opening, play_on
from hexledger.replays.secrets.vault import salt_for
from hexledger.replays.viewer.builder import Builder
from hexledger.replays.viewer.page import html
from tests.replays.viewer.games import ALLIED, GERMAN, begun, bots


def to_a_seal(chronicle: Chronicle) -> None:
    """Play until a side is asked for a secret choice."""
    while (prompt := chronicle.offer()) is not None and not wants_seal(prompt.kinds):
        play_on(chronicle, bots(), limit=1)
    assert prompt is not None


def built(chronicle: Chronicle, side: int = 0) -> Builder:
    builder = Builder(chronicle, side)
    builder.extend()
    return builder


def without_hashes(data: dict[str, Any]) -> str:
    """The data without what names frames by their hashes, which follow from a commitment with its random salt."""
    frames = [row and {key: value for key, value in row.items() if key != "h"} for row in data["frames"]]
    return json.dumps(data | {"frames": frames}, sort_keys=True)


def test_a_sealed_choice_changes_no_byte_of_what_the_other_side_is_served(tmp_path: Path) -> None:
    served, known = [], []
    for number in (0, 1):
        with begun(tmp_path / "game.hxl") as chronicle:
            to_a_seal(chronicle)
            prompt = chronicle.offer()
            assert prompt is not None
            owner, other = prompt.side, 3 - prompt.side
            choices = [choice for choice in chronicle.choices() if not isinstance(choice, Seal | Reveal)]
            assert len(choices) >= 2
            hand_in(chronicle, owner, choices[number])
            served.append(without_hashes(built(chronicle, other).data()))
            play_on(chronicle, bots(), limit=1)
            play_on(chronicle, bots(), limit=1)
            known.append(without_hashes(built(chronicle, other).data()))
        for file in tmp_path.iterdir():
            file.unlink()
    assert served[0] == served[1]
    assert known[0] != known[1], "once it is opened, everybody sees it"


def test_where_hidden_units_are_changes_no_byte_of_what_the_allied_side_is_served_until_they_show_themselves(
    tmp_path: Path,
) -> None:
    served, known = [], []
    for swapped in (False, True):
        with begun(tmp_path / "game.hxl", "campaign", game_id="fortress_europa") as chronicle:
            to_a_seal(chronicle)
            (usual,) = (choice for choice in chronicle.choices() if isinstance(choice, HideUnits))
            pairs = list(usual.units)
            if swapped:
                (one, here), (two, there) = pairs[0], next(pair for pair in pairs[1:] if pair[1] != pairs[0][1])
                pairs = [{one: (one, there), two: (two, here)}.get(piece, (piece, at)) for piece, at in pairs]
            hidden = HideUnits(tuple(pairs))
            salt = salt_for(chronicle, hidden, GERMAN, "5" * 32)
            chronicle.submit(GERMAN, seal(hidden, salt))
            for step in range(150):
                prompt = chronicle.offer()
                assert prompt is not None
                if wants_reveal(prompt.kinds):
                    break
                if step % 12 == 0:
                    served.append(without_hashes(built(chronicle, ALLIED).data()))
                play_on(chronicle, bots("greedy", "greedy"), limit=1)
            chronicle.submit(GERMAN, reveal(hidden, salt))
            known.append(without_hashes(built(chronicle, ALLIED).data()))
        for file in tmp_path.iterdir():
            file.unlink()
    half = len(served) // 2
    assert half >= 1
    assert served[:half] == served[half:]
    assert known[0] != known[1], "once they are on the map, everybody sees them"


def test_no_page_holds_a_commitment_a_salt_or_the_seed(tmp_path: Path) -> None:
    with begun(tmp_path / "game.hxl", seed="seed-of-this-game-4711") as chronicle:
        to_a_seal(chronicle)
        play_on(chronicle, bots(), limit=4)
        secrets = [chronicle.genesis.seed]
        for seq in range(1, len(chronicle.timeline)):
            decision = chronicle.decision(seq)
            if isinstance(decision, Seal):
                secrets.append(decision.commitment)
            elif isinstance(decision, Reveal):
                secrets.append(decision.salt)
        assert len(secrets) >= 3
        for side in (0, ALLIED, GERMAN):
            text = html(built(chronicle, side).data())
            assert [secret for secret in secrets if secret in text] == []


def test_what_a_seal_held_stands_beside_it_for_its_owner_and_for_everybody_only(tmp_path: Path) -> None:
    with begun(tmp_path / "game.hxl") as chronicle:
        to_a_seal(chronicle)
        prompt = chronicle.offer()
        assert prompt is not None
        play_on(chronicle, bots(), limit=1)
        sealed = chronicle.timeline.head
        assert "q" not in built(chronicle).frames[sealed]
        while opening(chronicle) is None:
            play_on(chronicle, bots(), limit=1)
        play_on(chronicle, bots(), limit=1)
        shown = chronicle.timeline.head
        text = chronicle.game.decide_text(chronicle.frame(shown).decision, chronicle.state(sealed))
        for side in (0, prompt.side):
            assert built(chronicle, side).frames[sealed]["q"] == [shown, text]
        assert "q" not in built(chronicle, 3 - prompt.side).frames[sealed]


def test_a_growing_game_gives_the_same_data_as_one_that_is_built_at_once(tmp_path: Path) -> None:
    log = tmp_path / "game.hxl"
    with begun(log) as chronicle:
        watcher = Chronicle.read(log)
        with watcher:
            builder = Builder(watcher)
            builder.extend()
            data = json.loads(json.dumps(builder.data()))
            for step in range(6):
                play_on(chronicle, bots(), limit=9)
                if step == 2:
                    chronicle.branch("study", chronicle.timeline.path(chronicle.timeline.head)[5])
                if step == 4:
                    chronicle.undo(ALLIED, consent=(GERMAN,))
                watcher.refresh()
                builder.extend()
                sizes = {name: len(rows) for name, rows in data["tables"].items()}
                more = json.loads(json.dumps(builder.growth(len(data["frames"]), sizes, len(data["turnings"]))))
                data["frames"] += more["frames"]
                data["turnings"] += more["turnings"]
                for name, rows in more["tables"].items():
                    data["tables"][name] += rows
                for seq, held in more["opened"].items():
                    data["frames"][int(seq)]["q"] = held
                data |= {
                    "lines": more["lines"],
                    "game": more["game"],
                    "story": json.loads(json.dumps(builder.story_data())),
                }
            assert data == json.loads(json.dumps(built(watcher).data()))
            assert len(data["frames"]) > 50


@pytest.mark.parametrize("hostile", ["</script><script>alert(1)</script>", "<!--", "\u2028", "]]>", "%%SCRIPT%%"])
def test_words_from_a_log_cannot_leave_the_data_of_a_page(tmp_path: Path, hostile: str) -> None:
    with begun(tmp_path / "game.hxl") as chronicle:
        play_on(chronicle, bots(), limit=3)
        data = built(chronicle).data()
        data["notes"] = {"a" * 32: {"mark": True, "text": hostile}}
        data["game"]["scenario"] = hostile
        text = html(data)
    body = text.partition('<script type="application/json" id="data">')[2].partition("</script>")[0]
    found = json.loads(body)
    assert found["notes"]["a" * 32]["text"] == hostile
    assert text.count("</script>") == html(built_empty(data)).count("</script>")


def built_empty(data: dict[str, Any]) -> dict[str, Any]:
    return data | {"notes": {}, "game": data["game"] | {"scenario": "plain"}}
