"""Each code has a page whose examples are what they say: the first is found, and the second is not."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.analysis.check.planting import DAY, LEDGER_HEAD, NOW, record
from userprio.analysis.check import everything, pages
from userprio.config import ErrorKind, WarningKind

Run = Callable[..., Any]
PAGES = pages()
DEAD = "".join(record(f"u{number}@lab.example", LastUsageTime=NOW - 200 * DAY) for number in range(1500))
ASKING = (
    'MyType = "Machine"\nName = "slot1@e"\nCpus = 1\nMemory = 4000\nRequirements = TARGET.RequestMemory <= Memory\n'
)
MEMORY = """\
MyType = "Job"
ClusterId = {0}
ProcId = 0
JobStatus = 1
User = "ann@lab.example"
GlobalJobId = "ap#{0}.0#1"
RequestMemory = {1}

"""
OPTIONS = {
    "config-hidden-override": ["--set", "NEGOTIATOR_INTERVAL=60"],
    "config-include-command-failed": ["--allow-commands"],
    "config-unknown-knob": ["--set", "NOBODY_READS_THIS=1"],
}
"""What a command line has beside the files of an example."""
LARGE: Mapping[str, tuple[Mapping[str, str], Mapping[str, str]]] = {
    "dead-submitters": (
        {"Accountantnew.log": LEDGER_HEAD + DEAD},
        {"Accountantnew.log": LEDGER_HEAD + record("ann@lab.example")},
    ),
    "many-autoclusters": (
        {"slots.ads": ASKING, "jobs.ads": "".join(MEMORY.format(n, n) for n in range(1001, 1101))},
        {"slots.ads": ASKING, "jobs.ads": "".join(MEMORY.format(n, 1024) for n in range(1001, 1101))},
    ),
    "config-include-command-failed": (
        {"condor_config": "include command into FOLDER/cache : false\n"},
        {"condor_config": "include command into FOLDER/cache : true\n"},
    ),
}
"""Examples that are too large for a page, or need a folder of their own."""
ELSEWHERE = {"too-little-time", "config-read-otherwise"}
"""Codes whose examples take tens of thousands of slots, or a scenario made in Python: see `tests/check`."""


def codes(userprio: Run, folder: Path, code: str, files: Mapping[str, str]) -> set[str]:
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text.replace("FOLDER", str(folder)))
    given: list[str | Path] = [*OPTIONS.get(code, [])]
    if (version := PAGES[code].version) is not None:
        given += ["--condor-version", version]
    for option, name in (("--config", "condor_config"), ("--ledger", "Accountantnew.log")):
        given += [option, folder / name] if name in files else []
    if any(name.endswith((".ads", ".toml")) for name in files):
        if "pool.toml" not in files:
            (folder / "slots.ads").touch()
        given += ["--snapshot", folder]
    done = userprio("check", "--format", "json", "--now", str(NOW), *given, CONDOR_CONFIG="ONLY_ENV")
    assert done.status in (0, 1), done.err
    return {found["code"] for found in json.loads(done.out)["findings"]}


@pytest.mark.parametrize("code", sorted(PAGES.keys() - ELSEWHERE))
def test_the_first_example_of_a_page_is_found_and_the_second_is_not(userprio: Run, tmp_path: Path, code: str) -> None:
    fails, passes = LARGE.get(code, (PAGES[code].fails, PAGES[code].passes))
    assert code in codes(userprio, tmp_path / "fails", code, fails)
    assert code not in codes(userprio, tmp_path / "passes", code, passes)


NEVER_FOUND = {
    ErrorKind.ROOT_MISSING,
    ErrorKind.COMMAND_REFUSED,
    ErrorKind.ERROR_IN_INCLUDED_FILE,
    WarningKind.PLACEHOLDER,
    WarningKind.NOT_FOLLOWED,
    WarningKind.LOCAL_NAME,
    WarningKind.NO_SUCH_GROUP,
}
"""Kinds that are told otherwise, or not by `check`."""


def test_every_code_that_can_be_found_has_a_page_and_every_page_is_of_such_a_code() -> None:
    sources = "".join(file.read_text() for file in Path(everything.__file__).parent.glob("*.py"))
    of_reading = {f"config-{kind}" for kind in (*ErrorKind, *WarningKind) if kind not in NEVER_FOUND}
    found = {*re.findall(r'(?:\bnote|\bwarning\)?|finding\([^,]+, |code =|kind =)\(?\s*"([a-z-]+)"', sources)}
    assert len(found) > 60
    assert found | of_reading <= set(PAGES)
    assert not [code for code in PAGES.keys() - of_reading if f'"{code}"' not in sources]


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.code)
def test_a_page_says_what_is_the_matter_and_why(page: Any) -> None:
    assert page.what[0].isupper() and not page.what.endswith(".")
    assert page.why.endswith(".")
    assert len(page.what) < 100
