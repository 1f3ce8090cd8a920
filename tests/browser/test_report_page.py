"""The page of `userprio report` in a real browser: it shows, it asks for nothing, it fits."""

import struct
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import Browser, Look
from tests.report.pages import HEAD
from tests.report.test_page_replay import lived
from userprio.report.page.comparison import replay_page

pytestmark = pytest.mark.browser

EXAMPLES = ("physics", "fairshare", "research")
LOOKS = {
    "light": Look(),
    "dark": Look(dark=True),
    "phone": Look(390, 844, phone=True),
    "dark phone": Look(390, 844, dark=True, phone=True),
}
INNER_WIDTH = "window.innerWidth"
PAGE_WIDTH = "document.documentElement.scrollWidth"
PAPER = "getComputedStyle(document.body).backgroundColor"
INK = "getComputedStyle(document.body).color"
NARROW = "[...document.querySelectorAll('.wide')].every(one => one.scrollWidth <= one.clientWidth)"
BARS = "document.querySelectorAll('.bar i.got').length"
WIDEST_BAR = "Math.max(...[...document.querySelectorAll('.bar i.got')].map(one => one.getBoundingClientRect().width))"


@pytest.fixture
def page(userprio: Callable[..., Any], tmp_path: Path) -> Callable[[str], Path]:
    def make(example: str) -> Path:
        path = tmp_path / f"{example}.html"
        done = userprio("--snapshot", example, "report", "-o", path)
        assert (done.status, done.err.count("\n")) == (0, 1)
        return path

    return make


def colours(png: bytes) -> Counter[bytes]:
    """How often each colour occurs in a picture of 8 bits a channel that is not interlaced, as Chromium takes them."""
    at, data, width, channels = 8, b"", 0, 3
    while at < len(png):
        (length,), kind = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, _, depth, colour_type, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert (depth, interlaced) == (8, 0)
            channels = {2: 3, 6: 4}[colour_type]
        elif kind == b"IDAT":
            data += body
        at += 12 + length
    raw, line = zlib.decompress(data), bytearray(width * channels)
    found: Counter[bytes] = Counter()
    stride = width * channels + 1
    for start in range(0, len(raw), stride):
        line = unfiltered(raw[start], bytearray(raw[start + 1 : start + stride]), line, channels)
        found.update(bytes(line[place : place + 3]) for place in range(0, len(line), channels))
    return found


def unfiltered(kind: int, line: bytearray, above: bytearray, step: int) -> bytearray:
    """A line of a picture from its differences to the pixels to the left and above."""
    for place in range(len(line)):
        left = line[place - step] if place >= step else 0
        corner = above[place - step] if place >= step else 0
        up = above[place]
        if kind == 4:
            guess = left + up - corner
            line[place] = (line[place] + min((left, up, corner), key=lambda near: abs(guess - near))) & 255
        else:
            line[place] = (line[place] + (0, left, up, (left + up) // 2)[kind]) & 255
    return line


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
@pytest.mark.parametrize("example", EXAMPLES)
def test_the_page_shows_without_complaints_and_asks_for_nothing(
    example: str, look: Look, page: Callable[[str], Path], browser: Browser, request: pytest.FixtureRequest
) -> None:
    seen = browser.look_at(page(example), look, INNER_WIDTH, PAGE_WIDTH, NARROW, BARS, WIDEST_BAR)
    keep_picture(request, example, look, seen.screenshot)
    assert seen.complaints == ()
    assert seen.requests == ()
    assert seen.answers[PAGE_WIDTH] <= seen.answers[INNER_WIDTH] == look.width
    assert seen.answers[NARROW]
    assert seen.answers[BARS] > 0
    assert seen.answers[WIDEST_BAR] > 10


def keep_picture(request: pytest.FixtureRequest, example: str, look: Look, png: bytes) -> None:
    """Leave the picture in pytest's cache, for people to look at."""
    folder = Path(str(request.config.cache.mkdir("screenshots"))) if request.config.cache else None
    if folder is not None:
        name = next(name for name, known in LOOKS.items() if known == look).replace(" ", "-")
        (folder / f"{example}-{name}.png").write_bytes(png)


@pytest.mark.parametrize("dark", [False, True])
def test_the_picture_is_not_blank_and_light_or_dark_as_wanted(
    dark: bool, page: Callable[[str], Path], browser: Browser
) -> None:
    seen = browser.look_at(page("physics"), Look(700, 500, dark=dark), PAPER, INK)
    counted = colours(seen.screenshot)
    (paper, often), *others = counted.most_common()
    assert (sum(paper) < 3 * 64) == dark
    assert others
    assert often < 0.97 * counted.total()
    # The bars are blue and green in either light.
    assert sum(number for colour, number in counted.items() if colour[2] > colour[0] + 60) > 500
    assert sum(number for colour, number in counted.items() if colour[1] > colour[0] + 50 > 60) > 500
    assert seen.answers[PAPER] != seen.answers[INK]


def test_a_name_that_is_markup_shows_as_it_is(userprio: Callable[..., Any], tmp_path: Path, browser: Browser) -> None:
    evil = "<img/src=x:y/onerror=console.error(1)>"
    pool = tmp_path / "pool"
    pool.mkdir()
    (pool / "slots.ads").write_text('Name = "s@h"\nStartdIpAddr = "<10.0.0.1:1>"\nCpus = 1\nState = "Unclaimed"\n')
    (pool / "submitters.ads").write_text(
        f'Name = "{evil}@d"\nScheddName = "a"\nScheddIpAddr = "<10.0.0.2:1>"\nSubmitterTag = ""\nIdleJobs = 3\n'
    )
    (pool / "condor_config").write_text("")
    path = tmp_path / "page.html"
    assert userprio("--snapshot", pool, "report", "-o", path).status == 0
    seen = browser.look_at(path, Look(), "document.querySelectorAll('img').length", "document.body.innerText")
    assert (seen.complaints, seen.requests) == ((), ())
    assert seen.answers["document.querySelectorAll('img').length"] == 0
    assert evil in seen.answers["document.body.innerText"]


SCROLLED = "[...document.querySelectorAll('.wide')].filter(one => one.scrollWidth > one.clientWidth).length"
NAMES_STAY = (
    "[...document.querySelectorAll('.wide')].every(one => { one.scrollLeft = 1000;"
    " return one.querySelector('tbody th').getBoundingClientRect().left >= one.getBoundingClientRect().left - 1; })"
)


@pytest.mark.parametrize("width", [800, 1200])
def test_a_replay_of_two_policies_fits_1200_pixels_and_scrolls_below_its_names_on_800(
    width: int, tmp_path: Path, browser: Browser
) -> None:
    """A change of four figures a row, each of two lengths of time, is as wide as they get."""
    path = tmp_path / "replay.html"
    path.write_text(replay_page(lived(4, "NEGOTIATOR_INTERVAL = 1200"), HEAD))
    seen = browser.look_at(path, Look(width, 900), INNER_WIDTH, PAGE_WIDTH, SCROLLED, NAMES_STAY)
    assert seen.complaints == ()
    assert seen.answers[PAGE_WIDTH] <= seen.answers[INNER_WIDTH] == width
    assert seen.answers[NAMES_STAY]
    assert width < 1200 or seen.answers[SCROLLED] == 0


def test_what_is_lost_is_drawn(page: Callable[[str], Path], browser: Browser) -> None:
    lost = "document.querySelectorAll('.bar i.lost').length"
    seen = browser.look_at(page("fairshare"), Look(), lost)
    assert seen.answers[lost] == 2
