"""The site can be built, its links lead somewhere, and it needs no network; run with -m packages and `.[docs]`."""

import re
import subprocess
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from msgspec import Struct

from tests.browser.chromium import program
from tests.site.roff import markdown
from tests.site.sources import markdown_pages, navigation, result_records
from userprio.analysis.explain import Reason


class Page(HTMLParser):
    """The links, anchors and loaded files of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in ("script", "img", "iframe") and "src" in values:
            self.loaded.append(values["src"])
        if tag == "link" and values.get("rel") in ("stylesheet", "icon", "preload"):
            self.loaded.append(values["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs")
    from tests.site.build import build

    folder = tmp_path_factory.mktemp("site")
    build(folder)
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


def local(pages: dict[Path, Page]) -> Iterator[tuple[Path, Path, str]]:
    """Each link within the site: its page, the file that it leads to, and the anchor."""
    for path, page in pages.items():
        if path.name == "404.html":
            continue  # its links are those of a server's root
        for link in (*page.links, *page.loaded):
            parts = urlsplit(link)
            if not parts.scheme:
                target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
                yield path, target, unquote(parts.fragment)


@pytest.mark.packages
def test_every_link_within_the_site_leads_to_a_page_and_a_place_on_it(pages: dict[Path, Page]) -> None:
    seen = 0
    for path, target, anchor in local(pages):
        target = target / "index.html" if target.is_dir() else target
        assert target.is_file(), f"{path.name}: {target}"
        assert not anchor or target not in pages or anchor in pages[target].anchors, f"{path.name}: {target}#{anchor}"
        seen += 1
    assert seen > 5_000


@pytest.mark.packages
def test_no_page_loads_anything_from_another_host(pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        assert [address for address in page.loaded if urlsplit(address).netloc] == [], path.name


@pytest.mark.packages
def test_every_reason_why_jobs_wait_has_a_place_that_can_be_linked(site: Path, pages: dict[Path, Page]) -> None:
    anchors = pages[site / "topics" / "reasons.html"].anchors
    assert {str(reason).replace(" ", "-").lower() for reason in Reason} <= anchors


@pytest.mark.packages
def test_the_python_names_are_there_with_what_they_say_of_themselves(site: Path) -> None:
    text = re.sub(r"<[^>]+>", "", (site / "api.html").read_text(encoding="utf-8"))
    for name in ("load", "Scenario", "negotiate", "explain_all", "UserprioError"):
        assert re.search(rf"\b{name}\b", text), name


@pytest.mark.packages
def test_every_attribute_of_a_result_and_of_the_records_in_it_has_a_place(site: Path, pages: dict[Path, Page]) -> None:
    anchors = pages[site / "results.html"].anchors
    for kind in result_records():
        names = kind.__struct_fields__ if issubclass(kind, Struct) else [member.name for member in kind]
        for name in names:
            assert name.startswith("_") or f"{kind.__module__}.{kind.__name__}.{name}" in anchors


@pytest.mark.packages
def test_the_site_is_searched_without_a_server(site: Path) -> None:
    """The page is opened from its folder, where browsers start no workers."""
    executable = program()
    if executable is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    address = f"file://{site / 'index.html'}?q=autoregroup"
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom")
    done = subprocess.run([executable, *options, address], capture_output=True, text=True, timeout=120, check=True)
    assert re.search(r"\d+ matching documents", done.stdout)
    assert "columns.html" in done.stdout


def test_the_navigation_has_every_page_once() -> None:
    def paths(entry: object) -> Iterator[str]:
        match entry:
            case str():
                yield entry
            case dict():
                for inner in entry.values():
                    yield from paths(inner)
            case list():
                for inner in entry:
                    yield from paths(inner)

    assert sorted(paths(navigation())) == sorted(markdown_pages())


def test_a_manual_page_as_markdown() -> None:
    """What the generator writes: fonts, terms, items, verbatim lines, escapes, and what goes on in the next line."""
    page = r""".TH USERPRIO\-X 1 "2026-01-01" "userprio" "m"
.nh
.ad l
.SH NAME
userprio\-x \- about
much
.SH OPTIONS
.SS "What if, nothing"
.TP
\fB\-\-set\fR \c
\fINAME\fR
Like \fBuserprio\-plan\fR(1), with a_b \(ga*\(ga.
.IP a) 3
As for \fBuserprio
replay\fR, 1<=x|y.
.PP
.RS 4
.nf
$ a \-\-b \c
'c'
.fi
.RE
"""
    assert markdown(page) == (
        "\n## Options\n\n\n### What if, nothing\n\n\n`--set` *NAME*\n\n"
        ":   Like [userprio-plan(1)](../commands/plan.md), with a\\_b \\`\\*\\`.\n"
        "\n-   a) As for `userprio replay`, 1&lt;=x&#124;y.\n\n\n```text\n$ a --b 'c'\n```\n\n"
    )
