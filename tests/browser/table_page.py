"""The table of a page, played as a person would: by clicks on map, fan and panel, or by keys; nothing is called."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hexledger.engine.kernel.decisions import ROW, Decision
from hexledger.engine.table.drafting import (
    NUMBER,
    NUMBERS,
    PAIRS,
    PLACE,
    PLACES,
    ROUTE,
    SETS,
    UNIT,
    UNITS,
    fields_of,
    given_of,
)

PATIENCE = 60_000
"""Milliseconds that a busy machine may take to answer."""


def plain(value: Any) -> Any:
    """Tuples as lists, as the page has them."""
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


class TablePage:
    """One page at a table. `tap`: by touch instead of a mouse."""

    def __init__(self, page: Any, address: str, *, tap: bool = False) -> None:
        self.page = page
        self.tap = tap
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        page.goto(address)
        page.wait_for_function("() => window.desk?.table?.asked", timeout=PATIENCE)

    def js(self, code: str, *values: Any) -> Any:
        """Look at something of the page."""
        return self.page.evaluate(code, list(values) if len(values) != 1 else values[0])

    @property
    def asked(self) -> dict[str, Any]:
        """What the page says is asked."""
        found: dict[str, Any] = self.js("() => desk.table.asked")
        return found

    def until(self, code: str) -> None:
        """Wait until something holds on the page."""
        self.page.wait_for_function(code, timeout=PATIENCE)

    def settle(self) -> None:
        """Wait until it is somebody's turn here, or the game is over, and the page shows that moment."""
        self.until(
            "() => { const t = desk.table, a = t.asked; return t.ready && !t.busy && desk.seq === a.head && "
            "Boolean(a.over || a.trouble || a.request || a.yours); }"
        )

    def curtain_up(self) -> None:
        """Say that the right player looks, where a curtain hides a secret."""
        if self.page.locator("#curtain").is_visible():
            self.press("#curtain-open")

    # ------------------------------------------------------------ hands
    def press(self, selector: str) -> None:
        """Click or tap a button."""
        found = self.page.locator(selector).first
        if self.tap:
            found.tap(timeout=PATIENCE)
        else:
            found.click(timeout=PATIENCE)

    def unfold(self, selector: str) -> None:
        """Open what is folded around a button."""
        folded = self.page.locator(f"details:not([open]):has({selector}) > summary")
        if folded.count():
            folded.first.tap() if self.tap else folded.first.click()

    def at_hex(self, place: int) -> None:
        """Click or tap a hex on the map; where it is too small, once more to come near."""
        if self.js("(place) => { desk.map.reveal([place]); return 100 * Math.sqrt(3) * desk.map.view.z < 24; }", place):
            self._point(place)
            self.page.wait_for_timeout(150)
        self._point(place)

    def _point(self, place: int) -> None:
        x, y = self.js(
            "(place) => { desk.map.reveal([place]); const [x, y] = desk.map.toScreen(desk.geo.centre(place)); "
            "const box = desk.map.canvas.getBoundingClientRect(); return [box.left + x, box.top + y]; }",
            place,
        )
        if self.tap:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def on_map(self, place: int) -> bool:
        """Whether a place is a hex that can be clicked."""
        found: bool = self.js("(place) => place >= 0 && place < desk.geo.count", place)
        return found

    def at_unit(self, piece: int) -> bool:
        """Click a unit: its hex, then its counter in the fan where several lie there. False for one off the map."""
        place = self.js("(piece) => desk.game.at(desk.seq).at.get(piece) ?? -1", piece)
        if not self.on_map(place):
            return False
        before = self._state()
        self.at_hex(place)
        self.page.wait_for_timeout(30)
        if self._state() == before and self.page.locator("#fan").is_visible():
            name = self.js("(piece) => desk.game.name(piece)", piece)
            counters = self.page.locator("#fan button")
            stack = self.js("(place) => desk.game.at(desk.seq).stacks.get(place) ?? []", place)
            assert counters.count() >= len(stack), f"the fan of {name}'s hex shows every counter"
            found = counters.nth(stack.index(piece))
            found.tap() if self.tap else found.click()
        return True

    def _state(self) -> Any:
        """What clicks have chosen by now; what a way costs comes by itself, whenever the server has counted it."""
        return self.js(
            "() => { const { draft: d, piece } = desk.table;"
            " return JSON.stringify([piece, d && [d.kind, d.given, d.picks, d.half, d.way]]); }"
        )

    # ------------------------------------------------------------ keys
    def by_keys(self, decision: Decision, game: Any) -> None:
        """Make a decision by keys alone: to the choices, up and down among them, Enter, and Ctrl+Enter at the end."""
        kind, given, head = decision.kind(), plain_fields(decision, game), self.asked["head"]
        if self.page.locator("#curtain").is_visible():
            self.page.keyboard.press("Enter")
        if self.js("() => desk.table.draft?.kind ?? null") != kind:
            while self.js("() => desk.table.draft !== null"):
                self.page.keyboard.press("Escape")
            self._key_to(f'.verbs button[data-kind="{kind}"]')
            self.page.keyboard.press("Enter")
            self.until("() => desk.table.draft !== null")
        for _ in range(40):
            self.until("() => !desk.table.draft || desk.table.field === null || desk.table.draft.values !== null")
            field = self.js("() => desk.table.field")
            if field is None:
                break
            value = given[field["name"]]
            if field["role"] in (UNITS, PLACES, PAIRS, NUMBERS):
                if self.page.locator("[data-deal]").count():
                    self._deal_by_keys(value)
                    break
                items = self.js("() => desk.table._items()")
                picks = self.js("() => desk.table.draft.picks")
                for one in [one for one in items if (one in picks) != (one in value)]:
                    self._key_to(".values button", items.index(one))
                    self.page.keyboard.press("Enter")
                    self.until("() => !desk.table.stale")
                if not self.page.locator("#draft-next").count():
                    break
                self._key_to("#draft-next")
            else:
                values = [row[0] for row in self.js("() => desk.table.draft.values")]
                self._key_to(".values button", values.index(value))
            self.page.keyboard.press("Enter")
            self.until(f'() => !desk.table.draft || "{field["name"]}" in desk.table.draft.given')
        self.until("() => desk.table.looked !== null && !desk.table.stale")
        self.page.keyboard.press("Control+Enter")
        self.until(f"() => desk.table.asked.head !== {head} || desk.table.asked.trouble || desk.table.asked.dice")
        self.settle()

    def _deal_by_keys(self, wanted: list[Any]) -> None:
        for piece, number in wanted:
            self.page.keyboard.press("g")
            while not self.js("(piece) => document.activeElement.dataset.deal === String(piece)", piece):
                self.page.keyboard.press("Tab")
            self.page.keyboard.press("Control+a")
            self.page.keyboard.type(str(number))
            self.page.keyboard.press("Enter")
            self.until("() => !desk.table.stale")

    def _key_to(self, selector: str, number: int = 0) -> None:
        """Move the focus to a button of the panel by keys."""
        self.page.keyboard.press("g")
        for _ in range(400):
            if self.js(
                "([s, n]) => document.activeElement === document.querySelectorAll(`#panel ${s}`)[n]", selector, number
            ):
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"no key leads to {selector} {number}")

    # ------------------------------------------------------------ a decision
    def decide(self, decision: Decision, game: Any) -> None:
        """Make a decision by hand, field by field, commit it, and wait until this page is asked again."""
        self.decide_alone(decision, game)
        self.settle()

    def decide_alone(self, decision: Decision, game: Any, *, commit: bool = True) -> None:
        """The same without waiting: the other side is asked next, on another page. No `commit`: the draft is left."""
        kind, given = decision.kind(), plain_fields(decision, game)
        head = self.asked["head"]
        self.curtain_up()
        self._begin(kind, given, game)
        for _ in range(40):
            self.until(
                "() => { const t = desk.table; return !t.draft || t.field === null || t.draft.values !== null; }"
            )
            self._anew(given)
            field = self.js("() => desk.table.field")
            if field is None:
                break
            if not self._fill(field, given[field["name"]]):
                break
        self.until("() => desk.table.looked !== null && !desk.table.stale")
        looked = self.js("() => desk.table.looked")
        assert looked["legal"], f"{kind} {given}: {looked['rule']} {looked['why']}"
        if not commit:
            return
        self.press("#commit")
        self.until(f"() => desk.table.asked.head !== {head} || desk.table.asked.trouble || desk.table.asked.dice")

    def _begin(self, kind: str, given: Mapping[str, Any], game: Any) -> None:
        draft = self.js("() => desk.table.draft?.kind ?? null")
        if draft == kind:
            return
        if draft is not None:
            self.press("#draft-drop")
        first = fields_of(game, kind)[:1]
        unit = given[first[0].name] if first and first[0].role == UNIT else -1
        if unit >= 0 and self.js("(piece) => desk.table.verbs.has(piece)", unit) and self.at_unit(unit):
            self.until("() => desk.table.draft || desk.table.piece >= 0")
            if self.js("() => desk.table.draft?.kind ?? null") == kind:
                return
            if self.js("() => desk.table.draft !== null"):
                self.press("#draft-drop")
        button = f'.verbs button[data-kind="{kind}"]'
        self.unfold(button)
        self.press(button)
        self.until("() => desk.table.draft !== null")

    def _anew(self, wanted: Mapping[str, Any]) -> None:
        """Take back what the page has filled by itself, where something else is meant."""
        given, order = self.js("() => [desk.table.draft?.given ?? {}, desk.table.draft?.order ?? []]")
        roles = self.js("() => Object.fromEntries((desk.table.draft?.fields ?? []).map((one) => [one.name, one.role]))")
        wrong = [name for name in order if not same(roles[name], given[name], wanted[name])]
        if wrong:
            self.press(f'[data-anew="{wrong[0]}"]')
            self.until("() => desk.table.draft?.values")

    def _fill(self, field: Mapping[str, Any], value: Any) -> bool:
        """Fill one field; False where nothing is left to be filled by hand (the last set)."""
        role = field["role"]
        if role in (UNITS, PLACES, PAIRS, NUMBERS, ROW):
            if role == ROW:
                self._line_up(field["parts"][0], value)
            else:
                self._pick(field["name"], role, value)
            if self.js("(name) => name in desk.table.draft.given", field["name"]):
                return True  # what goes with them is asked for already
            if self.page.locator("#draft-next").count():
                self.press("#draft-next")
                return True
            return False
        if role == ROUTE and value and self.on_map(value[-1]):
            self.at_hex(value[-1])
            self.page.wait_for_timeout(30)
            if self.js("(name) => desk.table.draft.given[name] ?? null", field["name"]) == value:
                return True
            self._by_hand(field["name"], value)
            return True
        if role == PLACE and self.on_map(value):
            self.at_hex(value)
        elif role != UNIT or not self.at_unit(value):
            self._button(role, value)
        self.until(f'() => !desk.table.draft || "{field["name"]}" in desk.table.draft.given')
        return True

    def _by_hand(self, name: str, way: list[int]) -> None:
        if self.js("(name) => name in desk.table.draft.given", name):
            self.press("#draft-back")
            self.until("() => desk.table.draft?.values")
        self.press("#by-hand")
        for place in way:
            self.at_hex(place)
        self.press("#draft-next")

    def _pick(self, name: str, role: str, wanted: list[Any]) -> None:
        if self.page.locator("[data-deal]").count():
            self._deal(wanted)
            return
        for _ in range(80):
            picks = self._picked(name)
            left = [*[one for one in wanted if one not in picks], *[one for one in picks if one not in wanted]]
            if not left:
                return
            if self.js("(name) => desk.table.field?.name === name && desk.table.untouched", name):
                self.press("#pick-none")  # what the page has proposed is not what is meant
            else:
                self._click_member(role, left[0])
            self.page.wait_for_function(
                "([name, was]) => { const t = desk.table, d = t.draft;"
                " return (t.field === null || d.values !== null) && !t.stale"
                " && JSON.stringify(d.given[name] ?? d.picks) !== was; }",
                arg=[name, json.dumps(picks, separators=(",", ":"))],
                timeout=PATIENCE,
            )

    def _click_member(self, role: str, one: Any) -> None:
        items = self.js("() => desk.table._items()")
        if role == PAIRS and one not in items:
            self._pair(one)
        elif role == PLACES and self.on_map(one):
            self.at_hex(one)
        elif role == PAIRS or not (role == UNITS and self.at_unit(one)):
            self._member(items, one)

    def _picked(self, name: str) -> list[Any]:
        """The members of a set that are chosen by now, asked for or given."""
        found: list[Any] = self.js("(name) => desk.table.draft.given[name] ?? desk.table.draft.picks", name)
        return found

    def _line_up(self, role: str, wanted: list[Any]) -> None:
        """One after the other, in their order; what the page has proposed goes first."""
        while self.js("() => desk.table.draft.picks.length") and self.js("() => desk.table.draft.picks") != wanted:
            before = self.js("() => desk.table.draft.picks.length")
            self.press("[data-out]")
            self.until(f"() => desk.table.draft.picks.length < {before}")
        for number, one in enumerate(wanted[self.js("() => desk.table.draft.picks.length") :], 1):
            if role == PLACE and self.on_map(one):
                self.at_hex(one)
            elif role != UNIT or not self.at_unit(one):
                self._member(self.js("() => [...new Set(desk.table._items())]"), one)
            self.until(f"() => desk.table.draft.picks.length === {number}")

    def _deal(self, wanted: list[Any]) -> None:
        """Numbers for units: each in its own box."""
        now = dict(self.js("() => desk.table.draft.picks"))
        for piece, number in {**dict.fromkeys(now, 0), **dict(map(tuple, wanted))}.items():
            box = self.page.locator(f'[data-deal="{piece}"]')
            box.fill(str(number))
            box.dispatch_event("change")
            self.until("() => !desk.table.stale")

    def _member(self, items: list[Any], one: Any) -> None:
        """A member of a set by its button: listed, or further."""
        if one in items:
            self.press(f".values button >> nth={items.index(one)}")
        else:
            self._further(one)

    def _pair(self, pair: list[int]) -> None:
        """A pair that is not listed, half by half: on the map, or by its button."""
        parts = self.js("() => desk.table.field.parts")
        for role, half in zip(parts, pair, strict=True):
            if not (self.at_unit(half) if role == UNIT else self.on_map(half) and self.at_hex(half) is None):
                self.unfold(f'[data-half="{half}"]')
                self.press(f'[data-half="{half}"]')
            self.page.wait_for_timeout(30)

    def _button(self, role: str, value: Any) -> None:
        values = [row[0] for row in self.js("() => desk.table.draft.values")]
        if value in values:
            self.press(f".values button >> nth={values.index(value)}")
        elif role == NUMBER and not self.page.locator(f'[data-more="{value}"]').count():
            self.unfold("#another")
            self.page.fill("#another", str(value))
            self.press("#another + button")
        else:
            self._further(value)

    def _further(self, value: Any) -> None:
        """What is not listed and may be tried."""
        button = f'[data-more="{str(value).lower() if isinstance(value, bool) else value}"]'
        self.unfold(button)
        self.press(button)


def same(role: str, given: Any, wanted: Any) -> bool:
    """Whether two values of a field are one, sets without order."""
    if role not in SETS:
        return bool(given == wanted)
    return sorted(map(repr, given)) == sorted(map(repr, wanted))


def plain_fields(decision: Decision, game: Any) -> dict[str, Any]:
    """A decision's fields as the page has them."""
    return {name: plain(value) for name, value in given_of(game, decision).items()}
