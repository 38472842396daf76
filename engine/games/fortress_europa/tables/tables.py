"""The tables of Fortress Europa: all that is printed on the map, the counters, the charts and the scenario cards.

Nothing in them changes; what is true now is a question (`questions/`)."""

from __future__ import annotations

from typing import Any

from hexledger.engine.games.fortress_europa.tables.calendar import Calendar
from hexledger.engine.games.fortress_europa.tables.charts import Chart, Weather
from hexledger.engine.games.fortress_europa.tables.crt import Crt
from hexledger.engine.games.fortress_europa.tables.options import OPTIONS
from hexledger.engine.games.fortress_europa.tables.roster import Roster
from hexledger.engine.games.fortress_europa.tables.terrain import Ground
from hexledger.engine.kernel.game import Game


class Tables:
    """What one edition prints, read once; EditionError where the rules could not read it.

    calendar   turn record track                chart, crt, weather   charts
    ground     the map, as sets of places       roster                the counters, as sets of pieces
    """

    def __init__(self, game: Game[Any]) -> None:
        charts: dict[str, Any] = game.edition.charts
        self.calendar = Calendar(charts["turn_track"])
        self.chart = Chart(charts)
        self.crt = Crt(charts)
        self.weather = Weather(charts["weather"])
        self.ground = Ground(game.edition)
        self.roster = Roster(game, self.chart.stack_free)
        self.option_words: dict[str, int] = {name: game.words[option.word] for name, option in OPTIONS.items()}
        """Name of an option (`31.5`) -> the variable that says whether it is in play."""
