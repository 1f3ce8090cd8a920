"""The main screens, letter by letter, as a terminal of a certain width shows them.

`python -m tests.cli.test_exact_screens` writes them anew; what has changed then shows in the difference.
"""

import io
import re
from collections import Counter
from datetime import UTC
from pathlib import Path
from typing import Final

import pytest

from tests.cli.conftest import NOW, Terminal
from tests.cli.large import large_pool
from userprio.cli.app import run
from userprio.cli.environment import Environment

SCREENS: Final = Path(__file__).parent / "screens"
CODES: Final = re.compile(r"\x1b\[[0-9;]*m")

COMMANDS: Final = {
    "negotiate": "negotiate --snapshot physics",
    "negotiate-fairshare": "negotiate --snapshot fairshare",
    "quotas": "quotas --snapshot physics",
    "most": "most --snapshot physics --all-users",
    "plan": "plan --snapshot physics --set GROUP_QUOTA_group_chemistry=4 --setfactor alice@example.org=500",
    "explain": "explain group_physics.hep.higgs@example.org --snapshot physics",
    "explain-than": "explain ada@example.org --than ben@example.org --snapshot fairshare",
    "explain-slot": "explain --slot slot1@c1 --snapshot fairshare",
    "explain-free": "explain --free --snapshot research",
    "forecast": "forecast --snapshot physics --for 6h --demand queue --job-length 2h",
    "check": "check --snapshot physics --set GROUP_QUOTA_group_physics.hep=18 --set NEGOTIATOR_INTERVAL=60s",
    "large-negotiate": "negotiate --snapshot LARGE",
    "large-most": "most --snapshot LARGE",
    "large-quotas": "quotas --snapshot LARGE --depth 2",
}
WIDTHS: Final = (60, 80, 120, 200)
CASES: Final = [
    (name, width)
    for name in COMMANDS
    for width in WIDTHS
    if width in (80, 120) or name.removeprefix("large-").startswith(("negotiate", "plan", "most", "quotas"))
]

TAKING_LONG: Final = [
    ("forecast", 120),
    *((name, width) for name, width in CASES if name.startswith("large")),
]


TABLES: Final = (
    "plan --snapshot research --set GROUP_QUOTA_bio=2 --why",
    "plan --snapshot physics --delete alice@example.org --slots +4:Cpus=8 --why",
    "negotiate --snapshot research --columns submitter,priority,share,limit,matched,jobs,stopped,reason",
    "resources bio.rosa@example.org --snapshot research",
    "explain bio.rosa@example.org --snapshot research",
    "defrag --snapshot research",
    "jobs --snapshot research",
    "versions",
)
TABLES_OF_MANY_CYCLES: Final = (
    "forecast --snapshot research --for 2h --every 1h --long-run",
    "sweep GROUP_QUOTA_bio=2..6/2 --snapshot research --show holds,idle",
    "aim --snapshot physics --share hep=60%",
    "wait ada --snapshot fairshare --job-length 20m --futures 3",
)


def drawn(line: str, width: int, large: Path | None = None) -> str:
    """The screen of a command without colours and the blanks at the ends of lines."""
    out = Terminal()
    home = Path("/nonexistent")
    env = Environment(
        *(out, io.StringIO(), {"COLUMNS": str(width)}, lambda: float(NOW), lambda: UTC),
        *(lambda: home, lambda: home, ()),
    )
    status = run([str(large) if word == "LARGE" else word for word in line.split()], env)
    assert status in (0, 1, 3), out.getvalue()
    return "".join(f"{line.rstrip()}\n" for line in CODES.sub("", out.getvalue()).splitlines())


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return large_pool(tmp_path_factory.mktemp("large"))


@pytest.mark.parametrize(
    ("name", "width"),
    [pytest.param(*case, marks=[pytest.mark.slow] if case in TAKING_LONG else []) for case in CASES],
)
def test_a_screen_looks_so(name: str, width: int, large: Path) -> None:
    text = drawn(COMMANDS[name], width, large)
    assert text == (SCREENS / f"{name}-{width}.txt").read_text(encoding="utf-8")
    unbroken = ("the command line", str(large))
    assert all(len(line) <= width or line.startswith(unbroken) for line in text.splitlines())


@pytest.mark.parametrize("line", TABLES)
def test_a_table_is_no_wider_than_the_terminal_and_loses_nothing(line: str) -> None:
    hold_to_widths(line, (50, 80))


@pytest.mark.slow
@pytest.mark.parametrize("line", [*TABLES, *TABLES_OF_MANY_CYCLES])
def test_it_is_so_at_every_width(line: str) -> None:
    hold_to_widths(line, (50, 60, 70, 80, 100, 120))


def hold_to_widths(line: str, widths: tuple[int, ...]) -> None:
    """At any width each letter and digit of the widest screen is there, folded or in a part of the table below.

    But for charts, which cut names and draw fewer points.
    """
    charts = line.startswith(("forecast", "sweep"))
    whole = Counter() if charts else Counter(re.findall(r"\w", drawn(line, 300)))
    for width in widths:
        text = drawn(line, width)
        too_wide = [row for row in text.splitlines() if len(row) > width]
        assert not too_wide, (width, too_wide)
        assert not whole - Counter(re.findall(r"\w", text)), width


@pytest.mark.parametrize(
    "line", ["most --all-users", "quotas", "all --all-users", "usage --all-users", "priority", "most --groups"]
)
@pytest.mark.parametrize(("pool", "widths"), [("physics", (60, 80, 120)), ("research", (80, 120))])
def test_a_listing_is_one_table_and_names_the_columns_that_it_has_no_room_for(
    line: str, pool: str, widths: tuple[int, ...]
) -> None:
    wide = drawn(f"{line} --snapshot {pool}", 300)
    assert "no room for" not in wide
    for width in widths:
        text = drawn(f"{line} --snapshot {pool}", width)
        assert max(map(len, text.splitlines())) <= width
        assert sum(row.startswith("───") for row in text.splitlines()) == 1
        left_out = re.search(r"no room for: (.*) \(see --columns\)", " ".join(text.split()))
        missing = left_out[1].split(", ") if left_out else []
        # What is named there, and nothing else, is missing in the table.
        assert sorted(headings(text) + [word for name in missing for word in name.split()]) == sorted(headings(wide))


def headings(text: str) -> list[str]:
    """The words of the headings, hyphenated ones in one piece."""
    lines = text.splitlines()
    rule = next(at for at, line in enumerate(lines) if line.startswith("───"))
    return " ".join(lines[:rule]).split()


if __name__ == "__main__":
    import tempfile

    SCREENS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        pool = large_pool(Path(folder))
        for name, width in CASES:
            (SCREENS / f"{name}-{width}.txt").write_text(drawn(COMMANDS[name], width, pool), encoding="utf-8")
