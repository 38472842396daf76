"""Somebody who knows nothing but what the page shows: he clicks what can be clicked, and looks at no rule.

Every step is a click of the mouse on the map, the fan or the panel; what he may click is read from the page as it
stands there. His choices follow from a seed.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from tests.browser.table_page import TablePage

PATIENT: Final = 120
"""Clicks within which a newcomer gets a decision made, or drops it."""
TIRED: Final = 12
"""Clicks after which a newcomer drops what he has begun."""
AT_ONCE: Final = 6
"""Members of a set that are ticked at most."""


class Newcomer:
    """Plays at a page. `clicks`: how often he has clicked; `kinds`: the kinds of decision that he has made, with how
    often; `refused`: refusals that he was shown, each with its rule."""

    def __init__(self, table: TablePage, seed: str) -> None:
        self.table = table
        self.chance = Random(seed)
        self.clicks = 0
        self.kinds: dict[str, int] = {}
        self.refused: dict[str, int] = {}

    def decide(self) -> bool:
        """Make one decision; False when the game is over, or nobody here is asked."""
        table = self.table
        table.settle()
        asked = table.asked
        if asked["over"] or not asked["yours"]:
            return False
        head, before = asked["head"], asked["version"]
        for number in range(PATIENT):
            table.curtain_up()
            if table.js("() => desk.table.asked.dice !== ''"):
                self._click(".verbs [data-face]")
            elif table.js("() => Boolean(desk.table.looked?.legal) && !desk.table.stale"):
                kind = table.js("() => desk.table.draft.kind")
                self._click("#commit", first=True)
                self.kinds[kind] = self.kinds.get(kind, 0) + 1
            elif table.js("() => desk.table.draft === null"):
                self._begin()
            else:
                self._fill(number % TIRED == TIRED - 1)
            if self._made(head, before):
                return True
        said = table.page.inner_text("#panel")
        raise AssertionError(f"a newcomer got nothing done in {PATIENT} clicks: {asked['text']}\n{said[:600]}")

    def _made(self, head: int, version: int) -> bool:
        """Wait until the page has answered; whether play has gone on."""
        self.table.until(
            "() => { const t = desk.table; return !t.busy && !t.stale && (!t.draft || !t.field || t.draft.values); }"
        )
        now = self.table.js("() => [desk.table.asked.head, desk.table.asked.version, desk.table.draft === null]")
        if now[0] != head or (now[2] and now[1] != version):
            self.table.settle()
            return True
        return False

    # ------------------------------------------------------------ one click
    def _begin(self) -> None:
        """Click a marked unit on the map, or a kind in the panel."""
        units = self.table.js(
            "() => [...desk.table.verbs.keys()].filter((p) => { const h = desk.game.at(desk.seq).at.get(p);"
            " return h !== undefined && h < desk.geo.count; })"
        )
        buttons = self._shown(".verbs [data-kind]").count()
        if units and (not buttons or self.chance.random() < 0.6):
            self.clicks += 1
            self.table.at_unit(self.chance.choice(units))
            self.table.page.wait_for_timeout(60)
            return
        self._click(".verbs [data-kind]")

    def _fill(self, tired: bool) -> None:
        """Choose a value of the field that is asked for; `tired`: rather drop the draft."""
        table = self.table
        field = table.js("() => desk.table.field")
        looked = table.js("() => desk.table.looked")
        if looked is not None and not looked["legal"]:
            self.refused[looked["rule"]] = self.refused.get(looked["rule"], 0) + 1
        if field is None or tired:
            self._click("#draft-drop", first=True)
            return
        if field["role"] in ("units", "places", "row", "pairs"):
            self._tick(field)
            return
        places = table.js(
            "() => desk.table.field.role === 'route' ? desk.table.draft.values.map(([way]) => way.at(-1) ?? -1)"
            " : desk.table.field.role === 'place' ? desk.table._items() : []"
        )
        here = [place for place in places if table.on_map(place)]
        if here and self.chance.random() < 0.7:
            self.clicks += 1
            table.at_hex(self.chance.choice(here))
            table.page.wait_for_timeout(60)
        elif self._values():
            self._click(".values button")
        else:
            self._click("#draft-back", first=True)

    def _tick(self, field: dict[str, Any]) -> None:
        """Tick a member more, or go on to the next field."""
        table = self.table
        boxes = table.page.locator("[data-deal]").count()
        picks = table.js("() => desk.table.draft.picks.length")
        onward = table.page.locator("#draft-next").count()
        if onward and (picks >= AT_ONCE or (picks and self.chance.random() < 0.4) or not (boxes + self._values())):
            self._click("#draft-next", first=True)
        elif boxes:
            box = table.page.locator("[data-deal]").nth(self.chance.randrange(boxes))
            self.clicks += 1
            box.fill(str(self.chance.randint(0, int(box.get_attribute("max") or 0))))
            box.dispatch_event("change")
        elif self._values():
            # a set that was listed whole is offered by the page; from there he ticks on
            self._click(".values button")
        else:
            self._click("#draft-back", first=True)

    def _values(self) -> int:
        found: int = self._shown(".values button").count()
        return found

    def _shown(self, selector: str) -> Any:
        """What a selector finds that can be seen; a fold that hides some is opened now and then, and where nothing else
        is there."""
        page = self.table.page
        folds = page.locator(f"details:not([open]):has({selector}) > summary")
        if folds.count() and (self.chance.random() < 0.3 or not page.locator(f"{selector}:visible").count()):
            self.clicks += 1
            folds.first.click(timeout=20_000)
        return page.locator(f"{selector}:visible")

    def _click(self, selector: str, *, first: bool = False) -> None:
        """Click one of the things that a selector finds."""
        found = self._shown(selector)
        count = found.count()
        self.clicks += 1
        found.nth(0 if first else self.chance.randrange(max(1, count))).click(timeout=20_000)
        self.table.page.wait_for_timeout(20)
