"""Writing SVG as text: numbers with one decimal, safe characters, elements. The same input gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexledger.events.showing import one_line
from hexledger.replays.picture.layout import Point, middle, toward


def num(value: float) -> str:
    """A coordinate: one decimal, no trailing zero, no minus zero."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def escape(text: str) -> str:
    """Text for an element or an attribute; what is hidden in it, or cannot stand in XML 1.0, is written as numbers."""
    return one_line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def link(name: str) -> str:
    """The attributes that point to an element of the same document: `href`, and the older form that Inkscape 1.2 and
    others still want."""
    return f'xlink:href="#{name}" href="#{name}"'


def at(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def text(point: Point, content: str, cls: str, extra: str = "") -> str:
    """A text element with a style class; `extra` is raw attributes."""
    return f'<text x="{num(point[0])}" y="{num(point[1])}" class="{cls}"{extra}>{escape(content)}</text>'


def path(data: str, attributes: str) -> str:
    return f'<path d="{data}" {attributes}/>' if data else ""


def rect(corner: Point, wide: float, high: float, attributes: str) -> str:
    """A rectangle element with its upper left corner at `corner`."""
    x, y = corner
    return f'<rect x="{num(x)}" y="{num(y)}" width="{num(wide)}" height="{num(high)}" {attributes}/>'


def circle(centre: Point, radius: float, attributes: str) -> str:
    return f'<circle cx="{num(centre[0])}" cy="{num(centre[1])}" r="{num(radius)}" {attributes}/>'


def stroke(colour: str, width: float) -> str:
    """Attributes of an outline of that colour and width; the fill is left to the caller."""
    return f'stroke="{colour}" stroke-width="{num(width)}"'


def polyline(points: Sequence[Point], *, close: bool = False) -> str:
    """Path data for straight lines through the points."""
    if not points:
        return ""
    return "M" + "L".join(at(p) for p in points) + ("Z" if close else "")


def smooth(points: Sequence[Point]) -> str:
    """Path data for a curve that starts and ends at the outer points and rounds every corner between.

    It passes through the middle of each inner stretch; so two lines that share stretches stay together.
    """
    if len(points) < 3:
        return polyline(points)
    parts = [f"M{at(points[0])}L{at(middle(points[0], points[1]))}"]
    for i in range(1, len(points) - 1):
        parts.append(f"Q{at(points[i])} {at(middle(points[i], points[i + 1]))}")
    parts.append(f"L{at(points[-1])}")
    return "".join(parts)


def rounded(points: Sequence[Point]) -> str:
    """Path data of straight lines with small curves at the bends (for paths that must stay on hex centres)."""
    if len(points) < 3:
        return polyline(points)
    parts = [f"M{at(points[0])}"]
    for before, bend, after in zip(points, points[1:], points[2:], strict=False):
        parts.append(f"L{at(toward(bend, before, 0.22))}Q{at(bend)} {at(toward(bend, after, 0.22))}")
    parts.append(f"L{at(points[-1])}")
    return "".join(parts)


def smooth_loop(points: Sequence[Point], sharp: Sequence[bool]) -> str:
    """Path data for a closed curve; corners marked sharp are kept, the others are rounded."""
    n = len(points)
    parts = [f"M{at(middle(points[-1], points[0]))}"]
    for i in range(n):
        after = middle(points[i], points[(i + 1) % n])
        parts.append(f"L{at(points[i])}L{at(after)}" if sharp[i] else f"Q{at(points[i])} {at(after)}")
    parts.append("Z")
    return "".join(parts)


def group(parts: Iterable[str], attributes: str = "") -> str:
    body = "".join(parts)
    if not body:
        return ""
    return f"<g {attributes}>{body}</g>" if attributes else f"<g>{body}</g>"
