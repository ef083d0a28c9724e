"""The course of a balance beside the band of what was to be expected, as an SVG picture in the reader's language."""

from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Final, NamedTuple


class ChartPoint(NamedTuple):
    """A point of the picture: after so many rounds, in cents."""

    rounds: int
    balance: int
    mean: int
    quantiles: tuple[int, int, int, int]


SIZES: Final = {"wide": (620, 320), "narrow": (270, 260)}
"""The width and height of the plot, in pixels."""
THEMES: Final[Mapping[str, Mapping[str, str]]] = {
    "light": {"ink": "#1f1b16", "grid": "#d8cfbd", "outer": "#cfe0ee", "inner": "#8fb9d9", "own": "#9a1c1c"},
    "dark": {"ink": "#f1ece1", "grid": "#3b4045", "outer": "#25394a", "inner": "#3f6a8c", "own": "#ffb35c"},
}
_FORMATS: Final = {
    "en": {"decimal": ".", "thousands": ",", "grouping": [3], "currency": ["$", ""]},
    "fr": {"decimal": ",", "thousands": "\u00a0", "grouping": [3], "currency": ["", "\u00a0$"]},
}
_TICKS: Final = 6
_QUANTILES: Final = ("q05", "q25", "q75", "q95")


def is_available() -> bool:
    """Return whether the libraries that draw pictures are installed."""
    return all(map(find_spec, ("altair", "vl_convert")))


def balance_chart(points: Sequence[ChartPoint], words: Mapping[str, str], language: str, theme: str, size: str) -> str:
    """Return the picture; `words` has those for "rounds", "amount", "own", "mean", "inner" and "outer"."""
    return styled_svg(_layers(points, words, THEMES[theme]), theme, language, *SIZES[size])


def styled_svg(chart: Any, theme: str, language: str, width: int, height: int) -> str:
    """Return a chart as SVG in the colours of a theme, its numbers written as in the reader's language."""
    import altair as alt
    import vl_convert

    spec = chart.properties(width=width, height=height, background="transparent")
    version = ".".join(alt.SCHEMA_VERSION.removeprefix("v").split(".")[:2])
    drawn = _styled(spec, THEMES[theme]).to_dict()
    return str(vl_convert.vegalite_to_svg(drawn, vl_version=version, format_locale=_FORMATS[language]))


def _layers(points: Sequence[ChartPoint], words: Mapping[str, str], colours: Mapping[str, str]) -> Any:
    import altair as alt

    names = {f"{name}_name": words[name] for name in ("own", "mean", "inner", "outer")}
    scale = alt.Scale(
        domain=list(names.values()),
        range=[colours["own"], colours["ink"], colours["inner"], colours["outer"]],
    )
    legend = alt.Legend(orient="bottom", columns=1, title=None, labelLimit=600, symbolStrokeWidth=3)

    def layer(mark: Any, name: str, low: str, high: str | None = None) -> Any:
        y = alt.Y(f"{low}:Q", title=words["amount"], axis=alt.Axis(format="$,.0f", tickCount=6))
        colour = alt.Color(f"{name}_name:N", scale=scale, legend=legend)
        return mark.encode(y=y, color=colour, **({} if high is None else {"y2": f"{high}:Q"}))

    rounds = points[-1].rounds
    axis = alt.Axis(tickMinStep=1, format=",d", tickCount=_TICKS)
    if rounds < _TICKS:  # no half rounds
        axis = alt.Axis(format=",d", values=list(range(rounds + 1)))
    base = alt.Chart(alt.Data(values=[row | names for row in _rows(points)])).encode(  # type: ignore[no-untyped-call]
        x=alt.X("rounds:Q", title=words["rounds"], axis=axis, scale=alt.Scale(nice=False))
    )
    return alt.layer(
        layer(base.mark_area(), "outer", "q05", "q95"),
        layer(base.mark_area(), "inner", "q25", "q75"),
        layer(base.mark_line(strokeDash=[5, 4], strokeWidth=1.5), "mean", "mean"),
        layer(base.mark_line(strokeWidth=2.5, point=len(points) < 3), "own", "own"),
    )


def _rows(points: Sequence[ChartPoint]) -> Iterator[dict[str, Any]]:
    yield {"rounds": 0, "own": 0, "mean": 0, **dict.fromkeys(_QUANTILES, 0)}
    for rounds, balance, mean, quantiles in points:
        band = {name: cents / 100 for name, cents in zip(_QUANTILES, quantiles, strict=True)}
        yield {"rounds": rounds, "own": balance / 100, "mean": mean / 100, **band}


def _styled(chart: Any, colours: Mapping[str, str]) -> Any:
    ink, grid = colours["ink"], colours["grid"]
    texts = {"labelColor": ink, "titleColor": ink, "labelFontSize": 12, "titleFontSize": 12}
    return (
        chart.configure_axis(gridColor=grid, domainColor=grid, tickColor=grid, **texts)
        .configure_legend(labelColor=ink, labelFontSize=12)
        .configure_view(stroke=None)
    )
