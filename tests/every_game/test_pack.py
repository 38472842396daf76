"""Every game's record game is packed for a director: the contested decision told, both positions listed."""

from hexledger.replays.referee.pack import build_pack
from hexledger.replays.referee.pack_html import data_of, html
from tests.every_game.about import About
from tests.every_game.catalogue import every_game
from tests.every_game.test_records import Play


@every_game
def test_a_pack_tells_the_last_decision_with_dice_its_calculation_and_both_positions(one: About, played: Play) -> None:
    found = played(one)
    text = html(build_pack(found.path, game=found.game))
    data = data_of(text)
    contested = data["contested"]
    assert data["verdict"]["contradiction"] is None
    assert contested["calculation"]["steps"] and contested["calculation_text"]
    assert contested["before"]["units"] and data["end"]["units"]
    assert data["end"]["frame"] == found.frames[-1].seq
    assert "http" not in text.replace("http://www.w3.org/", "") and text.count("<script") == 1
