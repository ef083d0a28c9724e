"""Draw docs/screenshots/learner.svg, what a simulated learner loses by day: `python -m tests.trainer.chart`."""

from pathlib import Path
from random import Random

from mississippi_stud.maths.options import read
from mississippi_stud.trainer.learner import WAYS, curve
from mississippi_stud.trainer.situations import syllabus

FILE = Path(__file__).parents[2] / "docs" / "screenshots" / "learner.svg"
DAYS, SEEDS = 15, range(5)
NAMES = {"weighted": "by frequency × cost", "random": "all alike"}


def rows() -> list[dict[str, str | int | float]]:
    """Return the loss by way of choosing, day and seed."""
    course = syllabus(read("online")[2])
    return [
        {"way": NAMES[way], "seed": seed, "day": day, "loss": float(loss)}
        for way, choice in WAYS.items()
        for seed in SEEDS
        for day, loss in enumerate(curve(course.situations, choice, DAYS, Random(seed).randrange))  # noqa: S311
    ]


if __name__ == "__main__":
    import altair as alt

    base = alt.Chart(alt.Data(values=rows())).encode(
        x=alt.X("day:Q", title="days of 40 exercises"),
        y=alt.Y("loss:Q", title="lost per round, in antes", scale=alt.Scale(domainMin=0)),
        color=alt.Color("way:N", title="exercises chosen", scale=alt.Scale(range=["#9a1c1c", "#0a6436"])),
    )
    each = base.mark_line(opacity=0.4, strokeWidth=1).encode(detail="seed:N")
    mean = base.mark_line(strokeWidth=3).encode(y=alt.Y("mean(loss):Q"))
    (each + mean).properties(width=560, height=320, title="A simulated learner").save(str(FILE), format="svg")
