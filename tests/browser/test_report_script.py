"""What one can do with the page of `userprio report` in a browser, and that everybody can."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser import axe
from tests.browser.chromium import Browser, Look

pytestmark = pytest.mark.browser

CHANGES = """\
name = "spring"
[config]
GROUP_QUOTA_DYNAMIC_bio = 0.2
[[slots]]
add = 6
Cpus = 16
Memory = 64000
"""
LOOKS = {"light": Look(1400), "dark": Look(1400, dark=True), "phone": Look(400, phone=True)}
LOOKS["dark phone"] = Look(400, dark=True, phone=True)

PAPER_PX = 703
"""A4 between margins of 12 mm, at 96 to the inch."""
HEADS = "[...{table}.tBodies[0].rows].filter(row => !row.hidden).map(row => row.cells[0].textContent)"
COLUMN = "[...{table}.tBodies[0].rows].map(row => row.cells[{column}].textContent)"
PRESS = "{table}.tHead.rows[0].cells[{column}].querySelector('button').click()"
SEARCH = """(() => {{
  const field = document.querySelector('input[type=search]');
  field.value = {words!r};
  field.dispatchEvent(new Event('input'));
}})()"""


@pytest.fixture(params=["one cycle", "a comparison", "a replay"])
def page(request: pytest.FixtureRequest, userprio: Callable[..., Any], tmp_path: Path) -> Path:
    if request.param == "a replay":
        return replayed(userprio, tmp_path)
    return made(userprio, tmp_path, compare=request.param == "a comparison")


def replayed(userprio: Callable[..., Any], tmp_path: Path) -> Path:
    """The page of a replay of two policies that differ, of which neither is close to what really happened."""
    trace, path = tmp_path / "trace.swf", tmp_path / "replay.html"
    users = range(14)
    # Number, queued, waited, ran, cores, and further on the user and one of two groups.
    told = (
        f"{1 + user + 14 * turn} {600 * turn} 60 {900 + 50 * user} 1 -1 -1 1 -1 -1 1 {user} {user % 2} -1 -1 -1 -1 -1\n"
        for turn in range(6)
        for user in users
    )
    trace.write_text("".join(told))
    groups = ("--set=GROUP_NAMES=group0, group1", "--set=GROUP_QUOTA_group0=5", "--set=GROUP_QUOTA_group1=2")
    done = userprio("replay", trace, "--slots", "7:Cpus=1", "--every", "5m", *groups, "--page", path)
    assert done.status == 0, done.err
    assert "not close" in done.err
    return path


@pytest.fixture
def cycle(userprio: Callable[..., Any], tmp_path: Path) -> Path:
    return made(userprio, tmp_path, compare=False)


def made(userprio: Callable[..., Any], tmp_path: Path, *, compare: bool) -> Path:
    path, changes = tmp_path / "page.html", tmp_path / "changes.toml"
    changes.write_text(CHANGES)
    options = ("--compare", changes) if compare else ()
    assert userprio("--snapshot", "research", "report", "-o", path, *options).status == 0
    return path


def table(number: int) -> str:
    """The expression for the table of a section."""
    return f"document.getElementById('{number}').querySelector('table')"


def heads(browser: Browser, number: int) -> list[str]:
    """The heads of the rows of a table that are not hidden."""
    found: list[str] = browser.evaluate(HEADS.format(table=table(number)))
    return found


def column(browser: Browser, number: int, place: int) -> list[str]:
    found: list[str] = browser.evaluate(COLUMN.format(table=table(number), column=place))
    return found


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
def test_axe_finds_nothing_that_keeps_people_out(page: Path, look: Look, browser: Browser) -> None:
    try:
        script = axe.find()
    except axe.NoAxe as reason:
        pytest.skip(str(reason))
    browser.look_at(page, look)
    browser.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    browser.evaluate(script)
    found = browser.evaluate("axe.run({resultTypes: ['violations', 'passes']})")
    told = [(one["id"], one["help"], [node["html"] for node in one["nodes"][:3]]) for one in found["violations"]]
    assert told == []
    assert {"color-contrast", "label", "landmark-one-main"} <= {one["id"] for one in found["passes"]}


def test_a_press_on_a_heading_sorts_numbers_the_largest_first_and_then_the_other_way(
    cycle: Path, browser: Browser
) -> None:
    browser.look_at(cycle, Look())
    press = PRESS.format(table=table(2), column=6)
    browser.evaluate(press)
    # Whoever holds more than its limit is marked by a star, which does not spoil the order.
    assert weights(browser) == ["64", "58", "56", "36", "32", "32", "0", "0", "0"]
    assert browser.evaluate(f"{table(2)}.tHead.rows[0].cells[6].getAttribute('aria-sort')") == "descending"
    browser.evaluate(press)
    assert weights(browser) == ["0", "0", "0", "32", "32", "36", "56", "58", "64"]
    browser.evaluate(PRESS.format(table=table(2), column=0))
    names = column(browser, 2, 0)
    assert names == sorted(names)
    assert browser.evaluate(f"{table(2)}.querySelectorAll('[aria-sort]').length") == 1


def weights(browser: Browser) -> list[str]:
    """What submitters won, in the order of the rows."""
    return [text.rstrip("*") for text in column(browser, 2, 6)]


def test_groups_are_sorted_among_their_siblings(cycle: Path, browser: Browser) -> None:
    browser.look_at(cycle, Look())
    browser.evaluate(PRESS.format(table=table(1), column=9))
    assert heads(browser, 1) == [
        *("bio", "genomics", "variants", "assembly", "bio itself", "imaging"),
        *("ml", "text", "vision", "cosmo", "survey", "lensing", "<none>"),
    ]


def test_a_group_folds_and_unfolds_with_all_below_it(cycle: Path, browser: Browser) -> None:
    browser.look_at(cycle, Look())
    all_groups = heads(browser, 1)
    button = f"[...{table(1)}.rows].find(row => row.dataset.name === 'bio').querySelector('button')"
    assert browser.evaluate(f"{button}.getAttribute('aria-expanded')") == "true"
    browser.evaluate(f"{button}.click()")
    assert heads(browser, 1) == ["<none>", "bio", "cosmo", "lensing", "survey", "ml", "text", "vision"]
    assert browser.evaluate(f"{button}.getAttribute('aria-expanded')") == "false"
    assert browser.evaluate(f"{button}.getAttribute('aria-label')") == "what is below bio"
    browser.evaluate("document.querySelector('.folding').click()")
    assert heads(browser, 1) == ["<none>", "bio", "cosmo", "ml"]
    browser.evaluate("document.querySelector('.folding').click()")
    assert heads(browser, 1) == all_groups


def test_a_search_leaves_what_has_the_words_and_what_that_is_below(cycle: Path, browser: Browser) -> None:
    browser.look_at(cycle, Look())
    browser.evaluate("document.querySelector('.folding').click()")
    browser.evaluate(SEARCH.format(words=" MARIA "))
    assert heads(browser, 1) == []
    assert heads(browser, 2) == ["bio.genomics.assembly.maria@example.org"]
    assert len(heads(browser, 3)) == 2
    assert browser.evaluate("document.querySelector('[role=status]').textContent") == "3 of 28 rows"
    browser.evaluate(SEARCH.format(words="assembly"))
    assert heads(browser, 1) == ["bio", "genomics", "assembly"]
    browser.evaluate(SEARCH.format(words=""))
    assert heads(browser, 1) == ["<none>", "bio", "cosmo", "ml"]
    assert browser.evaluate("document.querySelector('[role=status]').textContent") == ""


def test_keys_reach_every_control_in_order(cycle: Path, browser: Browser) -> None:
    browser.look_at(cycle, Look())
    controls = browser.evaluate("[...document.querySelectorAll('a, input, button')].map(one => one.tabIndex)")
    assert len(controls) > 30
    assert set(controls) == {0}


def test_without_scripts_everything_shows_and_there_is_nothing_to_press(page: Path, browser: Browser) -> None:
    seen = browser.look_at(page, Look(scripts=False))
    assert browser.evaluate("document.querySelectorAll('button, input').length") == 0
    assert browser.evaluate("document.querySelectorAll('tr[hidden]').length") == 0
    assert browser.evaluate("document.querySelectorAll('main table tbody tr').length") > 20
    assert (seen.complaints, seen.requests) == ((), ())


def test_on_paper_there_is_ink_on_white_and_nothing_to_press(page: Path, browser: Browser) -> None:
    browser.look_at(page, Look(PAPER_PX, dark=True, printed=True))
    assert browser.evaluate("document.documentElement.scrollWidth") <= PAPER_PX
    assert browser.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert browser.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert browser.evaluate("getComputedStyle(document.querySelector('nav')).display") == "none"


def test_many_groups_begin_folded(userprio: Callable[..., Any], tmp_path: Path, browser: Browser) -> None:
    names = [f"g{top}.s{below}" for top in range(8) for below in range(5)]
    quotas = [f"--set=GROUP_QUOTA_{name}=1" for name in names]
    tops = [f"g{top}" for top in range(8)]
    quotas += [f"--set=GROUP_QUOTA_{name}=5" for name in tops]
    path = tmp_path / "page.html"
    knobs = [f"--set=GROUP_NAMES={', '.join([*tops, *names])}", *quotas]
    assert userprio("--snapshot", "fairshare", "report", "-o", path, *knobs).status == 0
    browser.look_at(path, Look())
    place = browser.evaluate("document.querySelector('.tree').closest('section').id")
    assert heads(browser, place) == ["<none>", *tops]


EVIL = "<img/src=x:y/onerror=console.error(1)>${1}`'"


def test_a_name_that_is_markup_is_only_sought_and_sorted(
    userprio: Callable[..., Any], tmp_path: Path, browser: Browser
) -> None:
    pool = tmp_path / "pool"
    pool.mkdir()
    (pool / "slots.ads").write_text('Name = "s@h"\nStartdIpAddr = "<10.0.0.1:1>"\nCpus = 1\nState = "Unclaimed"\n')
    (pool / "submitters.ads").write_text(
        "\n".join(
            f'Name = "{name}@d"\nScheddName = "a"\nScheddIpAddr = "<10.0.0.2:1>"\nSubmitterTag = ""\nIdleJobs = 3\n'
            for name in (f"g.{EVIL}", "other")
        )
    )
    (pool / "condor_config").write_text("GROUP_NAMES = g, g.h\nGROUP_QUOTA_g = 1\n")
    changes = tmp_path / "changes.toml"
    changes.write_text(f"name = '''{EVIL[:-1]}'''\n[config]\nGROUP_QUOTA_g = 0\n")
    for options in ((), ("--compare", changes)):
        path = tmp_path / "page.html"
        assert userprio("--snapshot", pool, "report", "-o", path, *options).status == 0
        seen = browser.look_at(path, Look())
        browser.evaluate("document.querySelectorAll('thead button').forEach(one => one.click())")
        browser.evaluate(SEARCH.format(words=EVIL))
        found = browser.evaluate("[...document.querySelectorAll('tbody tr:not([hidden]) th')].map(e => e.textContent)")
        assert f"g.{EVIL}@d" in found
        assert "other@d" not in found
        assert (seen.complaints, seen.requests) == ((), ())
        assert browser.evaluate("document.querySelectorAll('img').length") == 0


def test_a_search_opens_the_cycles_in_which_it_finds_something(
    userprio: Callable[..., Any], tmp_path: Path, browser: Browser
) -> None:
    browser.look_at(made(userprio, tmp_path, compare=True), Look())
    opened = "[...document.querySelectorAll('details')].map(one => one.open)"
    assert browser.evaluate(opened) == [False, False]
    browser.evaluate(SEARCH.format(words="no such name"))
    assert browser.evaluate(opened) == [False, False]
    browser.evaluate(SEARCH.format(words="maria"))
    assert browser.evaluate(opened) == [True, True]
