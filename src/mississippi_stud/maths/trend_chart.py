"""The hands dealt in a house beside what was to be expected, as an SVG picture in the reader's language."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final

from mississippi_stud.maths.balance_chart import THEMES, styled_svg
from mississippi_stud.maths.trends import Trend

_TICKS: Final = 6


def trend_chart(
    looks: Sequence[Trend], names: Mapping[str, str], words: Mapping[str, str], language: str, theme: str
) -> str:
    """Return the picture; `words` has those for "count", "observed" and "expected"."""
    import altair as alt

    colours = THEMES[theme]
    rows = [
        {"hand": names[look.key], "count": value, "kind": words[kind]}
        for look in looks
        for kind, value in (("observed", float(look.observed)), ("expected", float(look.expected)))
    ]
    most = max(max(look.observed, ceil(look.expected)) for look in looks)
    few = alt.Axis(format=",d", values=list(range(most + 1)))  # no half hands
    axis = few if most < _TICKS else alt.Axis(format=",d", tickCount=_TICKS)
    scale = alt.Scale(domain=[words["observed"], words["expected"]], range=[colours["own"], colours["ink"]])
    legend = alt.Legend(orient="bottom", title=None, labelLimit=300)
    chart = alt.Chart(alt.Data(values=rows)).encode(  # type: ignore[no-untyped-call]
        x=alt.X("count:Q", title=words["count"], scale=alt.Scale(type="symlog"), axis=axis),
        y=alt.Y("hand:N", title=None, sort=[names[look.key] for look in looks], axis=alt.Axis(labelLimit=240)),
        color=alt.Color("kind:N", scale=scale, legend=legend),
        shape=alt.Shape("kind:N", scale=alt.Scale(domain=scale.domain, range=["circle", "stroke"]), legend=legend),
    )
    return styled_svg(chart.mark_point(size=120, filled=False, strokeWidth=2.5), theme, language, 420, 320)
