"""The manual pages: that they are true, complete, and that troff takes them."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from tests.generate import prose
from tests.generate.__main__ import PAGES as FOLDER
from tests.generate.__main__ import REPOSITORY, generated
from tests.generate.manual import OTHER_PAGES
from tests.generate.roff import bold, exact, example, italic, marked, paragraph, tagged
from tests.marks import slow
from userprio.accounting.edits import LONGEST_LEASE_S
from userprio.base.formats import Format
from userprio.base.limits import LIMITS, amount
from userprio.cli import environment
from userprio.cli.app import cli
from userprio.cli.environment import ExitStatus
from userprio.cli.topics import names, topic
from userprio.ledger import LedgerStore
from userprio.pool.examples import shipped

Run = Callable[..., Any]

ALL = {Path(name).name: text for name, text in generated().items() if name.startswith("man/")}
PAGES = {page: text for page, text in ALL.items() if page.endswith(".1")}
TOPICS = {page: text for page, text in ALL.items() if page.endswith(".7")}
PROSE = prose.read("userprio")
MAN = REPOSITORY / FOLDER
SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "FILES", "ENVIRONMENT", "EXIT STATUS", "SEE ALSO"]


def commands() -> Iterator[tuple[str, click.Context, click.Command]]:
    """The page, context and command of each command, and of the program itself."""
    with click.Context(cli, info_name="userprio") as context:
        yield "userprio.1", context, cli
        for name in cli.list_commands(context):
            command = cli.get_command(context, name)
            assert command is not None
            with click.Context(command, parent=context, info_name=name) as inner:
                yield f"userprio-{name}.1", inner, command


def test_a_topic_has_a_page_of_section_7_and_the_same_text_in_the_program(userprio: Run) -> None:
    assert set(TOPICS) == {f"userprio-{name}.7" for name in names()}
    page, text = TOPICS["userprio-exit-status.7"], userprio("help", "exit-status").out
    for line in ("The command line cannot be understood.", "Interrupted from the keyboard."):
        assert line in text
        assert line in page


def test_there_is_a_page_for_the_program_and_for_every_command() -> None:
    assert list(PAGES) == [page for page, _, _ in commands()]


def test_a_page_has_the_customary_sections_in_their_order() -> None:
    for page, text in PAGES.items():
        found = re.findall(r"^\.SH (.+)$", text, re.MULTILINE)
        assert [section for section in found if section in SECTIONS] == SECTIONS, page


def test_every_option_and_its_help_stand_in_the_page() -> None:
    for page, context, command in commands():
        for param in command.get_params(context):
            if isinstance(param, click.Option) and not param.hidden:
                assert bold(param.opts[0]) in PAGES[page], f"{page}: {param.opts[0]}"


def test_every_argument_stands_in_the_synopsis() -> None:
    for page, context, command in commands():
        synopsis = PAGES[page].partition(".SH SYNOPSIS")[2].partition(".SH")[0]
        for param in command.get_params(context):
            if isinstance(param, click.Argument):
                for word in re.findall(r"[\w|=-]+", param.make_metavar(context)):
                    parts = [italic(part) if part.isupper() else bold(part) for part in re.split("(=)", word)]
                    assert "".join(parts) in synopsis, f"{page}: {word}"


def test_every_example_of_the_help_stands_in_the_page() -> None:
    for page, _, command in commands():
        for line in (command.epilog or "").splitlines():
            if line.startswith("  userprio "):
                assert exact(line.strip()) in PAGES[page].replace(" \\c\n", " ")


@pytest.mark.parametrize("page", sorted(ALL))
def test_a_page_has_no_control_characters(page: str) -> None:
    assert all(letter == "\n" or letter.isprintable() for letter in ALL[page])


def test_a_page_refers_only_to_pages_that_there_are() -> None:
    known = ALL.keys() | {f"{other}.1" for other in OTHER_PAGES} | {"less.1"}
    for page, text in ALL.items():
        for name, section in re.findall(r"\\fB([^\\]+(?:\\-[^\\]+)*)\\fR\((\d)\)", text):
            assert f"{name}.{section}".replace(r"\-", "-") in known, page


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The pages, each in a file of its name."""
    folder = tmp_path_factory.mktemp("man1")
    for page, text in ALL.items():
        (folder / page).write_text(text)
    return [folder / page for page in ALL]


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc is not installed")
def test_mandoc_finds_no_fault(files: list[Path]) -> None:
    done = subprocess.run(["mandoc", "-T", "lint", *files], capture_output=True, text=True)
    assert done.stdout + done.stderr == ""


def test_every_format_and_every_exit_status_in_use_is_explained() -> None:
    assert set(prose.terms(topic("formats").blocks)) == {form.value for form in Format}
    for blocks in (PROSE["EXIT STATUS"], topic("exit-status").blocks):
        assert list(prose.terms(blocks)) == [str(int(status)) for status in ExitStatus]


def test_the_page_of_the_program_is_short_enough_to_be_read() -> None:
    """About 1,500 words, those of troff included; what is longer stands on the page of a command or topic."""
    text = re.sub(r"^\.\S+|\\f.|\\c$", "", PAGES["userprio.1"], flags=re.MULTILINE)
    assert len(text.split()) < 1_600


def test_every_shipped_pool_stands_on_the_page_about_making_one_of_it() -> None:
    for pool in shipped():
        assert f".TP\n{bold(pool.name)}\n" in PAGES["userprio-init.1"]


def test_every_difference_from_condor_userprio_is_listed() -> None:
    page = TOPICS["userprio-migrating.7"].replace("\n", " ")
    for text in prose.terms(prose.read("differences")[""]).values():
        assert marked(text.replace("\n", " ")) in page


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("files of ads", f"{environment._MOST_WARNINGS} are shown"),
        ("leases", f"last 1 to {LONGEST_LEASE_S} seconds"),
        ("leases", f"waits {LedgerStore(Path()).timeout_s:g} seconds"),
    ],
)
def test_the_limits_are_those_of_the_program(what: str, sentence: str) -> None:
    text = TOPICS["userprio-limits.7"].partition(f".TP\n{bold(what)}\n")[2].partition(".TP")[0]
    assert sentence in text.replace("\n", " ")


def test_every_bound_that_the_program_keeps_stands_on_the_page() -> None:
    text = TOPICS["userprio-limits.7"].replace("\n", " ").replace("\\-", "-")
    for area, bounds in LIMITS.items():
        assert area in text
        for bound in bounds:
            assert amount(bound.most, bound.unit) in text
            assert bound.beyond in text


def test_what_troff_would_take_for_its_own_is_escaped() -> None:
    assert exact(r"a\b -x 'y' `z` ~^") == r"a\eb \-x \(aqy\(aq \(gaz\(ga \(ti\(ha"
    assert paragraph(".conf files, and 'quoted' ones") == ".PP\n\\&.conf files, and 'quoted' ones\n"
    assert paragraph("'quoted' comes first") == ".PP\n\\&'quoted' comes first\n"
    assert example([".x \\n", "--y"]) == ".PP\n.RS 4\n.nf\n\\&.x \\en\n\\-\\-y\n.fi\n.RE\n"
    assert exact("Grüße") == r"Gr\[u00FC]\[u00DF]e"


def test_prose_is_set_in_the_fonts_it_asks_for_one_sentence_to_a_line() -> None:
    text = "Give --set to `userprio -quotas`. See userprio(1); FILE is *one*, well-made."
    assert paragraph(text, ["FILE"]) == (
        ".PP\n"
        r"Give \fB\-\-set\fR to \fBuserprio \-quotas\fR." + "\n"
        r"See \fBuserprio\fR(1);" + "\n"
        r"\fIFILE\fR is \fIone\fR, well-made." + "\n"
    )
    assert tagged(bold("-x"), "A CONDOR_CONFIG.") == ".TP\n\\fB\\-x\\fR\nA CONDOR_CONFIG.\n"


def test_a_page_is_ascii_without_trailing_blanks() -> None:
    for page, text in ALL.items():
        assert text.isascii(), page
        assert not re.search(r"[ \t]$", text, re.MULTILINE), page


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_has_no_complaints(files: list[Path]) -> None:
    done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", *files], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert [page for page in ALL if page[:-2].upper() not in done.stdout] == []


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
@pytest.mark.parametrize("page", ["userprio.1", *slow([*PAGES][1:])])
def test_man_shows_the_page(page: str) -> None:
    variables = {"MANWIDTH": "80", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        ["man", "--warnings", "-l", str(MAN / page)],
        capture_output=True,
        text=True,
        check=True,
        env=variables,
    )
    assert done.stderr == ""
    assert "SEE ALSO" in done.stdout
    assert page.removesuffix(".1") in done.stdout


@pytest.mark.parametrize(
    "word", ["round", "spin", "pie", "share", "limit", "got", "matches", "left", "effective priority"]
)
def test_the_words_on_the_screen_of_a_cycle_stand_in_its_page(word: str) -> None:
    assert re.search(rf"\b{word}\b", PAGES["userprio-negotiate.1"])
