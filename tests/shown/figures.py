"""Figures in the prose of pages, each counted in the repository or read from what tests/bench measured.

A sentence is written with names in braces; on its page a figure stands in place of each. `python -m tests.shown` writes
them as they are today, and the tables of tests/bench/README.md, which have the same measurements.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from tests.bench.tables import TABLES, markdown

ROOT: Final = Path(__file__).parents[2]
POOLS: Final = ROOT / "tests/negotiation/pools"
LIVES: Final = ROOT / "tests/simulation/lives"
MEASURED: Final = ROOT / "tests/bench/figures.toml"
BENCH_PAGE: Final = "tests/bench/README.md"

_OLDER: Final = "-23.9.6"
"""How the names of pools end that were recorded from that version; the others are of 25.14.1."""
_WORDS: Final = "no one two three four five six seven eight nine ten eleven twelve".split()


def recorded_pools() -> Mapping[str, int]:
    """How many recorded cycles the tests repeat, by the version of HTCondor."""
    names = [folder.name for folder in POOLS.iterdir() if (folder / "decided.json.gz").is_file()]
    older = sum(name.endswith(_OLDER) for name in names)
    return {"25.14.1": len(names) - older, "23.9.6": older}


@cache
def measured() -> Mapping[str, Any]:
    """What tests/bench measured last, as its file has it."""
    return tomllib.loads(MEASURED.read_text(encoding="utf-8"))


def _cycle(size: str, column: str) -> float:
    return float(next(row[column] for row in measured()["cycle"] if row["size"] == size))


def _real(column: str) -> str:
    return f"{measured()['real'][0][column]:,}"


def _traces(column: str) -> list[float]:
    return [float(row[column]) for row in measured()["traces"]]


def _part(part: float) -> str:
    return f"{100 * part:.0f}"


def _better(column: str) -> str:
    """On how many traces ranges score no worse than by another method."""
    return _WORDS[sum(own <= other for own, other in zip(_traces("score_s"), _traces(column), strict=True))]


FIGURES: Final[Mapping[str, Callable[[], str]]] = {
    "pools_25": lambda: str(recorded_pools()["25.14.1"]),
    "pools_23": lambda: str(recorded_pools()["23.9.6"]),
    "lives": lambda: _WORDS[sum(1 for folder in LIVES.iterdir() if folder.is_dir())],
    "medium_s": lambda: f"{_cycle('medium', 'total_s'):.0f}",
    "large_s": lambda: f"{_cycle('large', 'total_s'):.0f}",
    "large_mib": lambda: f"{_cycle('large', 'peak_mib'):.0f}",
    "preempting_s": lambda: f"{_cycle('large with PREEMPTION_REQUIREMENTS', 'total_s'):.0f}",
    "real_slots": lambda: _real("slots"),
    "real_jobs": lambda: _real("jobs"),
    "real_version": lambda: str(measured()["real"][0]["version"]),
    "real_rate": lambda: _real("matches_per_s"),
    "traces": lambda: _WORDS[len(measured()["traces"])],
    "trace_moments": lambda: f"{sum(_traces('moments')):.0f}",
    "simulated_least": lambda: _part(min(_traces("simulated_held"))),
    "simulated_most": lambda: _part(max(_traces("simulated_held"))),
    "held_least": lambda: _part(min(_traces("held"))),
    "held_most": lambda: _part(max(_traces("held"))),
    "late_least": lambda: _part(min(_traces("late_held"))),
    "late_most": lambda: _part(max(_traces("late_held"))),
    "width_least": lambda: _WORDS[round(min(_traces("late_width_s")) / 3600)],
    "width_most": lambda: _WORDS[round(max(_traces("late_width_s")) / 3600)],
    "better_than_qbets": lambda: _better("qbets_score_s"),
    "better_than_last_ten": lambda: _better("last_ten_score_s"),
    "our_rate": lambda: _real("userprio_matches_per_s"),
}

SENTENCES: Final[Mapping[str, tuple[str, ...]]] = {
    "README.md": (
        "| HTCondor 25.14.1, recorded pools | all {pools_25} come out the same, match by match |",
        "| HTCondor 23.9.6, recorded pools | all {pools_23} come out the same |",
        "| {lives} pools, recorded for four to eight minutes |",
        "A cycle over 20,000 slots takes {medium_s} seconds. One over 100,000 slots and a million idle jobs takes "
        "{large_s} seconds and {large_mib} MiB.",
        "A real negotiator ({real_version}) was timed once on a pool of {real_slots} free slots and "
        "{real_jobs} idle jobs: it made {real_rate} matches a second, start-up included, and `userprio` {our_rate}.",
    ),
    "userprio/cli/topics/fidelity.md": (
        "All {pools_25} recordings of 25.14.1 come out the same, match by match, and all {pools_23} of 23.9.6.",
        "{lives} pools were recorded for four to eight minutes each",
        "Logs of {traces} real clusters are harder",
        "At {trace_moments} moments of these, {simulated_least} to {simulated_most}% of the starts were within the "
        "ranges of the simulation. Those that `wait --backtest` chooses by what was known until then held {held_least} "
        "to {held_most}% of the time, and {late_least} to {late_most}% once twenty answers were known.",
        "In the interval score they are then better than QBETS, a predictor that only looks at past waits, on "
        "{better_than_qbets} of these logs, and better than the range of a user's last ten waits on "
        "{better_than_last_ten}.",
        "They rest on past waits mostly, and are wide: {width_least} to {width_most} of the twelve hours that were "
        "looked ahead, on average.",
    ),
    "man/prose/limits.md": (
        "A cycle over 20,000 slots takes {medium_s} seconds. One over 100,000 slots and a million idle jobs takes "
        "{large_s} seconds and {large_mib} MiB, or {preempting_s} seconds where PREEMPTION_REQUIREMENTS lets slots be "
        "taken from others.",
    ),
}
"""The sentences with figures, by the pages that have them."""


def with_figures(page: str, text: str) -> str:
    """The text of a page with the figures of today.

    Raises:
        ValueError: a sentence of the page is not there, or is there twice.
    """
    for sentence in SENTENCES.get(page, ()):
        pattern, names = _pattern(sentence)
        places = list(pattern.finditer(text))
        if len(places) != 1:
            raise ValueError(f"{page} has this sentence {len(places)} times: {sentence}")
        for at, name in reversed(list(enumerate(names, 1))):
            start, end = places[0].span(at)
            figure = FIGURES[name]()
            text = text[:start] + (figure.capitalize() if text[start].isupper() else figure) + text[end:]
    return _with_tables(text) if page == BENCH_PAGE else text


def _pattern(sentence: str) -> tuple[re.Pattern[str], list[str]]:
    """A pattern with a group for each figure, and the names of the figures; lines may break anywhere."""
    plain, names = re.split(r"\{\w+\}", sentence), re.findall(r"\{(\w+)\}", sentence)
    words = (r"\s+".join(map(re.escape, piece.split(" "))) for piece in plain)
    return re.compile(r"(\w[\w.,]*?)".join(words)), names


def _with_tables(text: str) -> str:
    """The page with each table of `TABLES` below the comment that names it."""
    for topic in TABLES:
        before, comment, rest = text.partition(f"<!-- {topic} -->\n\n")
        if not comment:
            raise ValueError(f"{BENCH_PAGE} has no place for the table {topic}")
        _, blank, after = rest.partition("\n\n")
        text = before + comment + "\n".join(markdown(topic, measured()[topic])) + blank + after
    return text
