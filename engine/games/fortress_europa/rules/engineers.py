"""The British 79th Armoured (27.11, 31.16): split into its brigades, brought together again, made whole at first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.fortress_europa.questions import capacity, supply
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import capacity as capacity_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables import roster
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, permit, wanted
from hexledger.engine.procedures.exchange import exchange as exchanged

MORE_UNITS: Final = 2
"""Three units take the place of one (C-50)."""
DONORS: Final = 2
"""British armoured divisions that give a step to make 79th Armoured whole at first (31.16)."""


class Split79(Decision, frozen=True, array_like=True, tag=191):
    """79th Armoured becomes its three brigades."""


class Join79(Decision, frozen=True, array_like=True, tag=192):
    """The three brigades become 79th Armoured again; it does not move this turn."""


class Keep79(Decision, frozen=True, array_like=True, tag=193):
    """79th Armoured stays as it is."""


class Whole79(Decision, frozen=True, array_like=True, tag=194):
    """With the option: two other British armoured divisions give a step each, 79th Armoured is whole."""

    donors: tuple[PieceId, PieceId]


def division(pos: FortressPosition) -> int:
    """The piece of the undivided 79th Armoured."""
    return next(iter(sorted(pos.tables.roster.of_79th - pos.tables.roster.split_79th)), -1)


def _ready(pos: FortressPosition, piece: int) -> bool:
    return pos.on_map(piece) or pos.at_home(piece)


def split_refusal(pos: FortressPosition, *, spare: bool = True) -> Refusal | None:
    """FE 27.11, C-50: why 79th Armoured may not split now, None when it may."""
    piece = division(pos)
    if piece < 0 or not _ready(pos, piece) or pos.reduced(piece):
        return "27.11", "79th Armoured is not in play at full strength"
    if any(part in pos.state.at for part in pos.tables.roster.split_79th):
        return "27.11", "its brigades are in play"
    if spare and pos.on_map(piece) and capacity.reckon(pos) < MORE_UNITS:
        return "27.11", "there is no supply capacity for two more units"
    return None


def join_refusal(pos: FortressPosition) -> Refusal | None:
    """FE 27.11: why the brigades may not become a division again, None when they may: all three in one place, supplied
    and in no enemy ZOC. Where one is destroyed they never can."""
    parts = sorted(pos.tables.roster.split_79th)
    places = {pos.at(part) for part in parts}
    if not parts or len(places) != 1 or not _ready(pos, parts[0]):
        return "27.11", "the three brigades are not together"
    for part in parts:
        if not pos.on_map(part):
            continue
        if pos.in_ezoc(pos.at(part), f.ALLIED):
            return "27.11", f"{pos.name(part)} is in an enemy ZOC"
        if not supply.standing(pos, part).supplied:
            return "27.11", f"{pos.name(part)} is out of supply"
    return None


def split(act: Act) -> None:
    """FE 27.11: exchange the division for its brigades."""
    piece = division(act.pos)
    parts = sorted(act.pos.tables.roster.split_79th)
    steps = [1 for _ in parts]
    exchanged(act, (piece,), parts, "27.11", steps=steps, reason="reason.exchanged", gone="pool.off_map")
    _count(act)


def _join(act: Act) -> None:
    piece = division(act.pos)
    parts = sorted(act.pos.tables.roster.split_79th)
    exchanged(act, parts, (piece,), "27.11", reason="reason.exchanged", waited="pool.off_map")
    act.flag(piece, f.CANNOT_MOVE, 1, "27.11")
    _count(act)


def _count(act: Act) -> None:

    capacity_rules.update(act, "27.11")


class Engineers(Choice[FortressPosition], frozen=True, array_like=True, tag=188):
    """FE 27.11, C-50: at the start of the Allied player turn 79th Armoured may split or come together."""

    def _kinds(self, pos: FortressPosition) -> tuple[type[Decision], ...]:
        found: list[type[Decision]] = []
        if split_refusal(pos) is None:
            found.append(Split79)
        if join_refusal(pos) is None:
            found.append(Join79)
        return (*found, Keep79) if found else ()

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        kinds = self._kinds(pos)
        if not kinds:
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.ALLIED, words["prompt.79th"], rules["27.11"], tuple(kind.kind() for kind in kinds))

    def run(self, act: Act) -> None:
        """Neither is possible."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        wanted(decision, (Split79, Join79, Keep79), pos.game.cite("27.11"))
        why = None
        if isinstance(decision, Split79):
            why = split_refusal(pos)
        elif isinstance(decision, Join79):
            why = join_refusal(pos)
        permit(pos, why)

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        return iter([kind() for kind in self._kinds(pos)])

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, Split79):
            split(act)
        elif isinstance(decision, Join79):
            _join(act)


# ---------------------------------------------------------------------- 31.16 before the primary invasion
def donor_refusal(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 31.16: why a unit cannot give a step to 79th Armoured, None when it can."""
    counter = pos.counters[piece]
    armored = counter.type == "armor" and counter.size == "division" and pos.nation(piece) == roster.BRITISH
    if not armored or piece in pos.tables.roster.of_79th or counter.nationality != "british":
        return "31.16", f"{pos.name(piece)} is no other British armoured division"
    if not _ready(pos, piece) or pos.reduced(piece):
        return "31.16", f"{pos.name(piece)} is not in play at full strength"
    return None


def whole_refusal(pos: FortressPosition, decision: Whole79) -> Refusal | None:
    """FE 31.16: why 79th Armoured cannot be made whole before the primary invasion, None when it can."""
    piece = division(pos)
    if not pos.option("31.16"):
        return "31.16", "that optional rule is not in play"
    if piece < 0 or not _ready(pos, piece) or not pos.reduced(piece):
        return "31.16", "79th Armoured is not in play on its reduced side"
    if len(set(decision.donors)) != DONORS:
        return "31.16", "two divisions give a step each"
    return next((why for donor in decision.donors if (why := donor_refusal(pos, donor)) is not None), None)


def whole_choices(pos: FortressPosition) -> Iterator[Decision]:
    """Two donors, if there are as many, and the split of the whole division."""
    if not pos.option("31.16"):
        return
    able = [piece for piece in pos.in_play(f.ALLIED) if donor_refusal(pos, piece) is None]
    if len(able) >= DONORS:
        decision = Whole79((PieceId(able[-2]), PieceId(able[-1])))
        if whole_refusal(pos, decision) is None:
            yield decision
    if split_refusal(pos) is None:
        yield Split79()


def make_whole(act: Act, decision: Whole79) -> None:
    """Take the donors' steps."""
    for donor in decision.donors:
        act.steps(donor, act.pos.steps(donor) - 1, "31.16")
    act.steps(division(act.pos), act.pos.counters[division(act.pos)].steps, "31.16")


DECISIONS: Final = (Split79, Join79, Keep79, Whole79)
STEPS: Final = (Engineers,)
