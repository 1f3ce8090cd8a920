"""The state of a pool on one screen of 80 by 24."""

from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console

import userprio
from userprio.analysis.status import Holder, status
from userprio.report.drawing import print_screen
from userprio.report.formats import Presentation
from userprio.report.status import STATUS_FORMATS, StatusReport

TERMINAL = Presentation(on_terminal=True)


def report(example: str, **changes: object) -> StatusReport:
    state = replace(status(userprio.load(example).negotiate()), **changes)
    return StatusReport(state, example, "@example.org", ("userprio negotiate",), "", "cores")


def lines(of: StatusReport, width: int = 80, look: Presentation = TERMINAL) -> list[str]:
    out = StringIO()
    assert STATUS_FORMATS.screen is not None
    blocks = STATUS_FORMATS.screen(of, look)
    print_screen(blocks, Console(width=width, file=out), plain=True)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_the_screen_shows_use_on_one_scale_who_waits_and_what_comes_next() -> None:
    assert lines(report("research")) == [
        "research  2026-03-02 08:59                  352 cores: 74 in use    45 jobs wait",
        "               in use   quota  0            50           100           idle left",
        "bio                30     141  ███████▊                             │         24",
        "  genomics         24   84.48  ██████▎               │                        13",
        "    assembly       24   42.24  ██████▎    │                                   13",
        "    variants        0   42.24             │",
        "  imaging           6   28.16  █▌     │                                       11",
        "cosmo              36     123  █████████▍                      │              15",
        "  lensing          36    61.6  █████████▍      │                              10",
        "  survey            0    61.6                  │                               5",
        "ml                  8    70.4  ██▏               │",
        "  text              0      32          │",
        "  vision            8      32  ██▏     │",
        "no group            0    17.6       │                                          6",
        "Waiting   29 slots given to others (3 users)",
        "          11 group limit reached (bio.imaging.piet)",
        "          5 concurrency limit reached (cosmo.survey.vera)",
        "Next      278 cores to 6 users · nobody loses a slot",
        "Try       userprio negotiate",
    ]


def group(name: str, parent: str | None, in_use: float, quota: float, left: int) -> Holder:
    return Holder(name, parent, 0 if parent is None else 1, in_use, quota, quota, in_use + left, 0.0, 0.0, left)


MANY = tuple(
    member
    for number in range(100)
    for member in (
        group(f"g{number}", None, number, 50, number),
        *(group(f"g{number}.s{child}", f"g{number}", number / 4, 12.5, 0) for child in range(4)),
    )
)


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_a_pool_of_any_size_fits_24_lines_and_the_width(width: int) -> None:
    screen = lines(report("research", members=MANY), width)
    assert len(screen) < 24
    assert max(map(len, screen)) <= width


def test_where_the_output_has_only_ascii_the_screen_is_of_it() -> None:
    ascii_only = Presentation(on_terminal=True, unicode=False)
    screen = lines(
        replace(report("research", members=MANY), suggestions=("userprio most", "userprio jobs")), look=ascii_only
    )
    assert all(line.isascii() for line in screen)
    assert any(line.startswith("g99") and "####" in line and "|" in line for line in screen)
    assert screen[-1] == "Try       userprio most ; userprio jobs"


def test_what_does_not_fit_is_one_line_with_its_sums() -> None:
    """The largest are shown; 0 + 1 + … + 99 is 4,950, and 100 quotas of 50 are 5,000."""
    screen = lines(report("research", members=MANY))
    rows = [line.split() for line in screen if line.startswith("g")]
    (rest,) = (line for line in screen if line.startswith("…"))
    shown = sum(int(row[1]) for row in rows)
    words = rest.replace(",", "").split()
    assert rows[-1][0] == "g99"
    assert int(words[1]) == 100 - len(rows)
    assert [int(word) for word in words[3:]] == [4950 - shown, 5000 - 50 * len(rows), 4950 - shown]


def test_use_beyond_the_quota_is_named_with_those_who_leave_theirs() -> None:
    over = group("hep", None, 720, 450, 0)
    other = group("bio", None, 0, 1200, 0)
    screen = lines(report("research", members=(replace(over, lenders=("bio",)), other)), 100)
    assert "270 over, lent by bio" in next(line for line in screen if line.startswith("hep"))


def test_who_loses_slots_is_named_with_how_many() -> None:
    assert any("7 jobs lose their slots (ada 6, nice-user.fay 1)" in line for line in lines(report("fairshare")))


POOL = """
[[slots]]
count = 2
[[jobs]]
user = "ann@lab"
count = {jobs}
"""


@pytest.mark.parametrize(("jobs", "said"), [(2, "nobody waits"), (3, "1 job waits"), (4, "2 jobs wait")])
def test_nobody_waits_only_where_no_idle_job_is_left(jobs: int, said: str, tmp_path: Path) -> None:
    pool = tmp_path / "pool.toml"
    pool.write_text(POOL.format(jobs=jobs))
    screen = lines(StatusReport(status(userprio.load(pool).negotiate()), "lab", "", (), "", "cores"))
    assert screen[0].endswith(said)
    assert ("Waiting   nobody" in screen) is (jobs == 2)
