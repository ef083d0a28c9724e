"""Pictures as SVG files: the starting hands, the return by hand, the value by meter."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from mississippi_stud.errors import InputError

Answer = dict[str, Any]
_RANKS: Final = list("AKQJT98765432")
PICTURES: Final = ("starting-hands", "hands", "meter")


def save(chart: Any, path: str) -> None:
    """Write a chart as SVG; Altair hands it to vl-convert, which needs no browser."""
    target = Path(path)
    if target.suffix != ".svg":
        raise InputError(f"{path!r} is no SVG file: give a name that ends in .svg")
    if not target.parent.is_dir():
        raise InputError(f"there is no folder {str(target.parent)!r} to write {target.name} to")
    chart.save(str(target), format="svg")


def _chart(rows: Sequence[Mapping[str, Any]]) -> Any:
    import altair as alt

    return alt.Chart(alt.Data(values=rows))  # type: ignore[no-untyped-call]


def starting_hands(answer: Answer) -> Any:
    """The 169 starting hands: pairs on the diagonal, suited above it; the colour is the value, the letter the play."""
    import altair as alt

    rows = []
    for name, row in answer["starting_hands"].items():
        high, low, suited = name[0], name[1], name.endswith("s")
        play = row.get("play", "")
        across, down = (low, high) if suited else (high, low)
        mark = {"fold": "F", "": ""}.get(play, f"{play}×")
        rows.append({"across": across, "down": down, "value": row["value_decimal"], "label": f"{name} {mark}".strip()})
    base = _chart(rows).encode(
        x=alt.X("across:N", sort=_RANKS, title="suited", axis=alt.Axis(orient="top", labelAngle=0)),
        y=alt.Y("down:N", sort=_RANKS, title="not suited"),
    )
    scale = alt.Scale(domain=[-1, 0, 3], range=["#e8998d", "#fbf2c0", "#8cc9a1"], clamp=True)
    colour = base.mark_rect().encode(color=alt.Color("value:Q", scale=scale, title="antes"))
    words = base.mark_text(fontSize=10).encode(text="label:N")
    title = f"{answer['book']}: starting hands, value and play"
    return (colour + words).properties(width=620, height=560, title=title)


def hands(answer: Answer) -> Any:
    """What each final hand and each fold adds to the value of a round."""
    import altair as alt

    rows = [{"end": name.replace("-", " "), "antes": row["contribution_decimal"]} for name, row in _ends(answer)]
    order = [row["end"] for row in rows]
    return (
        _chart(rows)
        .mark_bar()
        .encode(
            x=alt.X("antes:Q", title="contribution to the value of a round, in antes"),
            y=alt.Y("end:N", sort=order, title=None, axis=alt.Axis(labelLimit=200)),
            color=alt.condition("datum.antes < 0", alt.value("#c0504d"), alt.value("#4f9d69")),
        )
        .properties(width=560, height=360, title=f"{answer['book']}: return by hand")
    )


def _ends(answer: Answer) -> list[tuple[str, Answer]]:
    folds = [(f"fold on {name}", row) for name, row in answer["folds"].items()]
    return [*answer["hands"].items(), *folds]


def meter(title: str, curves: Sequence[tuple[str, Sequence[tuple[Fraction, Fraction]]]]) -> Any:
    """What the jackpot wager is worth per dollar wagered, by meter, one curve a way of playing."""
    import altair as alt

    rows = [
        {"meter": float(at / 100), "value": float(value), "play": name}
        for name, points in curves
        for at, value in points
    ]
    lines = (
        _chart(rows)
        .mark_line()
        .encode(
            x=alt.X("meter:Q", title="meter in dollars"),
            y=alt.Y("value:Q", title="value of each dollar wagered", axis=alt.Axis(format="%")),
            color=alt.Color("play:N", title=None, legend=alt.Legend(labelLimit=300)),
        )
    )
    zero = _chart([{"value": 0}]).mark_rule(color="grey").encode(y="value:Q")
    return (zero + lines).properties(width=560, height=340, title=title)
