"""Cells of the combat tables, read once: what a code of the rulebook does (52.1-52.13, 48, 57)."""

from __future__ import annotations

from typing import Final, NamedTuple

NOTHING: Final = "-"


class Loss(NamedTuple):
    """52.3-52.6: a step that a side loses. `afv`: by the list with the AFV dot."""

    attacker: bool
    afv: bool


class Result(NamedTuple):
    """A cell of the CRT or of the Blitz table.

    codes       its codes in the printed order
    losses      steps lost, in the printed order
    eliminated  1 when all attackers are (AE), 2 when all defenders are (DE)
    attacker_retreat, defender_retreat, advance   hexes (AR, DR, D)
    """

    codes: tuple[str, ...]
    losses: tuple[Loss, ...] = ()
    eliminated: int = 0
    attacker_retreat: int = 0
    defender_retreat: int = 0
    counterattack: bool = False
    engaged: bool = False
    advance: int = 0


ATTACKERS: Final = 1
DEFENDERS: Final = 2
_LOSSES: Final = {"1*/": Loss(True, True), "/1*": Loss(False, True), "1/": Loss(True, False), "/1": Loss(False, False)}
_LONGEST: Final = {"AR": 3, "DR": 4, "D": 4}
CODES: Final[tuple[str, ...]] = (
    *("AE", "DE", "CA", "Eng", *_LOSSES),
    *(f"{kind}{length}" for kind, most in _LONGEST.items() for length in range(1, most + 1)),
)
"""Every code that a cell may hold (52, 57)."""


def code_key(code: str) -> str:
    """Key of the word of a code: `1*/` is `result.attacker_afv`."""
    named = {"1*/": "attacker_afv", "/1*": "defender_afv", "1/": "attacker_step", "/1": "defender_step"}
    return f"result.{named.get(code, code.lower())}"


def read_result(cell: str) -> Result:
    """The result that a cell holds: codes joined by `+`, or `-`. ValueError for anything else."""
    if cell == NOTHING:
        return Result(())
    codes = tuple(cell.split("+"))
    unknown = [code for code in codes if code not in CODES]
    if unknown or len({code for code in codes if code not in _LOSSES}) > 1:
        raise ValueError(f"{cell!r} is no result of TFT 52")

    def length(kind: str) -> int:
        return sum(
            int(code[len(kind) :]) for code in codes if code[: len(kind)] == kind and code[len(kind) :].isdigit()
        )

    return Result(
        codes,
        tuple(_LOSSES[code] for code in codes if code in _LOSSES),
        ATTACKERS if "AE" in codes else DEFENDERS if "DE" in codes else 0,
        length("AR"),
        length("DR"),
        "CA" in codes,
        "Eng" in codes,
        length("D"),
    )


class Shock(NamedTuple):
    """A cell of a bombardment shock table (48).

    shocked, aborted  every unit of the hex is
    drm               kept for the combat roll (48.2.1h)
    quarters          share of the modified CF that is added too, in quarters
    """

    shocked: bool
    aborted: bool
    drm: int
    quarters: int


_SHARES: Final = {"1": 4, "3/4": 3, "1/2": 2, "1/4": 1, "0": 0}


def read_shock_defender(cell: str) -> Shock:
    """48.2.1, 48.4.2: `S`, `S-1`, `-`; the whole CF is added whatever is rolled (48.2.1i)."""
    kind, minus, drm = cell.partition("-")
    if kind not in ("", "S") or (minus and drm and not drm.isdigit()):
        raise ValueError(f"{cell!r} is no result of fire at the defender")
    return Shock(kind == "S", False, -int(drm) if drm else 0, _SHARES["1"])


def read_shock_attacker(cell: str) -> Shock:
    """48.2.2, 48.4.3: `AB 1`, `AB+S 1`, `S 1/2`, `- 1/4`."""
    kinds, _, share = cell.partition(" ")
    parts = set(kinds.split("+"))
    if share not in _SHARES or not parts <= {"AB", "S", NOTHING}:
        raise ValueError(f"{cell!r} is no result of fire at the attacker")
    return Shock("S" in parts, "AB" in parts, 0, _SHARES[share])
