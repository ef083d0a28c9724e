"""Pictures as SVG: the starting hands, the return by hand, the value by meter, the sum of a session."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.maths.remarks import KNOWN_STREETS, Remark
from mississippi_stud.maths.whole_file import replace_file

if TYPE_CHECKING:
    from mississippi_stud.maths.lattice import Floats
    from mississippi_stud.maths.sessions import Session

Answer = dict[str, Any]
Tell = Callable[[Remark], str]
"""Tells a remark in the reader's language."""
_RANKS: Final = list("AKQJT98765432")
PICTURES: Final = ("starting-hands", "hands", "meter")


def save(chart: Any, path: str, language: str) -> None:
    """Write a chart as SVG."""
    target = Path(path)
    if target.suffix != ".svg":
        raise InputError("not-an-svg", path=path)
    if not target.parent.is_dir():
        raise InputError("no-folder", folder=target.parent, name=target.name)
    replace_file(target, svg(chart, language).encode())


def svg(chart: Any, language: str) -> str:
    """Return a chart as SVG, its numbers written as in the reader's language."""
    import vl_convert

    return vl_convert.vegalite_to_svg(chart.to_dict(), format_locale="fr-CA" if language == "fr" else "en-CA")


def html(chart: Callable[[], Any]) -> str:
    """Return a chart as HTML for a notebook, or nothing where the extra `plots` is not installed."""
    try:
        return svg(chart(), "en")
    except ModuleNotFoundError:
        return ""


def _chart(rows: Sequence[Mapping[str, Any]]) -> Any:
    import altair as alt

    return alt.Chart(alt.Data(values=rows))  # type: ignore[no-untyped-call]


def starting_hands(answer: Answer, tell: Tell) -> Any:
    """Chart the 169 starting hands, pairs on the diagonal, suited above it: the play, and the value as a colour."""
    import altair as alt

    rows = []
    for name, row in answer["starting_hands"].items():
        high, low, suited = name[0], name[1], name.endswith("s")
        across, down = (low, high) if suited else (high, low)
        play = {"fold": tell(Remark("fold")), None: ""}.get(row.get("play"), f"{row.get('play')}×")
        rows.append({"across": across, "down": down, "value": row["value_decimal"], "label": f"{name} {play}".strip()})
    base = _chart(rows).encode(
        x=alt.X("across:N", sort=_RANKS, title=tell(Remark("suited")), axis=alt.Axis(orient="top", labelAngle=0)),
        y=alt.Y("down:N", sort=_RANKS, title=tell(Remark("not-suited"))),
    )
    scale = alt.Scale(domain=[-1, 0, 3], range=["#e8998d", "#fbf2c0", "#8cc9a1"], clamp=True)
    colour = base.mark_rect().encode(color=alt.Color("value:Q", scale=scale, title=tell(Remark("antes"))))
    words = base.mark_text(fontSize=11, dy=-7).encode(text="label:N")
    numbers = base.mark_text(fontSize=10, dy=8).encode(text=alt.Text("value:Q", format=".3f"))
    return (colour + words + numbers).properties(width=760, height=560, title=tell(_starting_title(answer)))


def _starting_title(answer: Answer) -> Remark:
    known = tuple(KNOWN_STREETS[each] for each in answer.get("known", []))
    if not known:
        return Remark("picture-starting", book=answer["book"])
    if len(known) == 1:
        return Remark("picture-known-card", book=answer["book"], streets=known)
    return Remark("picture-known-cards", book=answer["book"], streets=known)


def hands(answer: Answer, tell: Tell, name_of: Callable[[str], str]) -> Any:
    """Chart what each final hand and each fold adds to the value of a round; `name_of` names a hand or a street."""
    import altair as alt

    ends = {name_of(hand): row for hand, row in answer["hands"].items()}
    ends |= {tell(Remark("fold-on", street=name_of(street))): row for street, row in answer["folds"].items()}
    found = {end: row["contribution_decimal"] for end, row in ends.items()}
    rows = [{"end": end, "antes": antes, "right": max(0, antes)} for end, antes in found.items()]
    order = [row["end"] for row in rows]
    base = _chart(rows).encode(y=alt.Y("end:N", sort=order, title=None, axis=alt.Axis(labelLimit=200)))
    bars = base.mark_bar().encode(
        x=alt.X("antes:Q", title=tell(Remark("contribution"))),
        color=alt.condition("datum.antes < 0", alt.value("#c0504d"), alt.value("#4f9d69")),
    )
    numbers = base.mark_text(align="left", dx=4).encode(x="right:Q", text=alt.Text("antes:Q", format="+.4f"))
    return (bars + numbers).properties(width=560, height=360, title=tell(Remark("picture-hands", book=answer["book"])))


class Curve(NamedTuple):
    """The value of each dollar by meter in cents, for one way of playing, and the meter at which it is zero."""

    play: Remark
    points: Sequence[tuple[Fraction, Fraction]]
    break_even: Fraction | None


def meter(title: Remark, curves: Sequence[Curve], tell: Tell) -> Any:
    """Chart the value of the jackpot wager per dollar wagered, by meter, with one curve for each way of playing."""
    import altair as alt

    rows = [
        {"meter": float(at / 100), "value": float(value), "play": tell(curve.play)}
        for curve in curves
        for at, value in curve.points
    ]
    evens = [(tell(curve.play), float(curve.break_even / 100)) for curve in curves if curve.break_even is not None]
    colour = alt.Color("play:N", title=None, legend=alt.Legend(labelLimit=300, orient="top"))
    x = alt.X("meter:Q", title=tell(Remark("meter-in-dollars")), axis=alt.Axis(tickCount=6, format=",.0f"))
    y = alt.Y("value:Q", title=tell(Remark("value-of-dollar")), axis=alt.Axis(format="%"))
    lines = _chart(rows).mark_line().encode(x=x, y=y, color=colour)
    layers = _chart([{"value": 0}]).mark_rule(color="grey").encode(y="value:Q") + lines
    widest = max(float(at / 100) for curve in curves for at, _ in curve.points)
    for place, (play, even) in enumerate(evens):  # the first label below its line, the next above it if there is room
        mark = _chart([{"meter": even, "value": 0, "play": play}]).encode(x="meter:Q", y="value:Q", color=colour)
        above = place > 0 and even > widest / 6
        words = mark.mark_text(dx=-34 if above else 34, dy=-12 if above else 12 + 14 * place)
        layers = layers + mark.mark_point(filled=True, size=50) + words.encode(text=alt.Text("meter:Q", format="$,.0f"))
    return layers.properties(width=620, height=360, title=tell(title))


_RED, _GREEN, _GREY = "#c0504d", "#3f8f5b", "#6f6a60"


class SessionLook(NamedTuple):
    """The colours and the size of a picture of a session."""

    ground: str = "#fffdf8"
    ink: str = "#1f1b16"
    grid: str = "#d8cfbd"
    median: str = "#14512e"
    width: int = 640
    height: int = 280


LIGHT: Final = SessionLook()
DARK: Final = SessionLook(ground="#1d2023", ink="#f1ece1", grid="#3b4045", median="#a5e3bd")


def session_look(theme: str, size: str) -> SessionLook:
    """Return the look of a picture on a light or dark page, wide or narrow."""
    found = DARK if theme == "dark" else LIGHT
    return found._replace(width=270, height=240) if size == "narrow" else found


def session_sum(session: "Session", tell: Tell, look: SessionLook = LIGHT) -> Any:
    """Chart the distribution of the sum of a session: the middle 98% as bars, red below zero and green above."""
    import altair as alt

    rows = [
        {"low": float(bar.low), "high": float(bar.high + Fraction(1, session.after.unit)), "chance": float(bar.chance)}
        for bar in session.bars
    ]
    colour = alt.condition("datum.low < 0", alt.value(_RED), alt.value(_GREEN))
    drawn = (
        _chart(rows)
        .mark_bar(stroke=look.ground, strokeWidth=0.5)
        .encode(
            x=alt.X("low:Q", title=tell(Remark("session-sum")), bin="binned"),
            x2="high:Q",
            y=alt.Y("chance:Q", title=tell(Remark("session-chance")), axis=alt.Axis(format=".1%")),
            color=colour,
        )
    )
    zero = _chart([{"low": 0}]).mark_rule(color=_GREY).encode(x="low:Q")
    return _plain(drawn + zero, look)


def session_bands(session: "Session", tell: Tell, look: SessionLook = LIGHT, paths: "Floats | None" = None) -> Any:
    """Chart how the sum spreads with the rounds: half, 90% and 98% of all sessions, and the median.

    Above the bands, which are exact, sample sessions may be drawn; one that leaves the picture is cut at its edge.
    """
    import altair as alt

    ways = [(0, (Fraction(0),) * 7), *session.bands]
    rows = [{"rounds": count} | {f"q{place}": float(each) for place, each in enumerate(found)} for count, found in ways]
    base = _chart(rows).encode(x=alt.X("rounds:Q", title=tell(Remark("session-rounds"))))
    title = tell(Remark("session-sum"))
    layers = [
        base.mark_area(color=_GREEN, opacity=0.25).encode(y=alt.Y(f"q{low}:Q", title=title), y2=f"q{6 - low}:Q")
        for low in range(3)
    ]
    median = base.mark_line(color=look.median).encode(y="q3:Q")
    ruin = _chart([{"ruin": -session.bankroll}]).mark_rule(color=_RED, strokeDash=[6, 4]).encode(y="ruin:Q")
    drawn = [] if paths is None else [_paths(paths, session, alt)]
    return _plain(alt.layer(*layers, *drawn, median, ruin), look)


def _paths(paths: "Floats", session: "Session", alt: Any) -> Any:
    """Chart sample sessions at some two hundred of their rounds, within the bands and as much again."""
    low, *_, high = (float(each) for each in session.bands[-1][1])
    room = high - low
    stops = sorted({*range(0, paths.shape[1], max(paths.shape[1] // 200, 1)), paths.shape[1] - 1})
    cut = paths.clip(min(low, -session.bankroll) - room / 2, high + room / 2)
    rows = [
        {"rounds": stop, "sum": float(path[stop]), "path": place} for place, path in enumerate(cut) for stop in stops
    ]
    return (
        _chart(rows)
        .mark_line(strokeWidth=0.7, opacity=0.6, color=_GREY)
        .encode(x="rounds:Q", y="sum:Q", detail="path:N")
    )


def _plain(chart: Any, look: SessionLook) -> Any:
    """Return a chart with the size and the colours of a look."""
    lines = {"gridColor": look.grid, "domainColor": look.grid, "tickColor": look.grid}
    return (
        chart.properties(width=look.width, height=look.height, background=look.ground)
        .configure_axis(labelFontSize=12, titleFontSize=13, labelColor=look.ink, titleColor=look.ink, **lines)
        .configure_view(stroke=look.grid)
    )
