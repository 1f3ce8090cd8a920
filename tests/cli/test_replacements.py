"""Old spellings and what stands in for them: they leave the same ledger, print the same and end alike."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.cli.test_replay import ad

Run = Callable[..., Any]
ANN, BEN = "ann@lab.example", "ben@lab.example"
LEASED: Final = f"set {ANN} factor=500 floor=3 --for 1d"
POLICY: Final = f'[setfactor]\n"{ANN}" = 500\n"{BEN}" = 7\n\n[setfloor]\n"{ANN}" = 3\n'

EDITS: Final = [
    # before                old                                    new                                       status
    ("", f"setfactor {ANN} 500", f"set {ANN} factor=500", 0),
    ("", f"setprio {ANN} 2.5", f"set {ANN} prio=2.5", 0),
    ("", f"setaccum {ANN} 7200", f"set {ANN} usage=7200", 0),
    ("", f"setbegin {ANN} 90d", f"set {ANN} begin=90d", 0),
    ("", f"setlast {ANN} yesterday", f"set {ANN} last=yesterday", 0),
    ("", f"setfloor {ANN} {BEN} 3 --new", f"set {ANN} {BEN} floor=3 --new", 0),
    ("", f"setceiling {ANN} none", f"set {ANN} ceiling=none", 0),
    ("", f"setfactor {ANN} 9 --duration 2d", f"set {ANN} factor=9 --for 2d", 0),
    ("", f"setfloor {ANN} 9 --duration 2d", f"set {ANN} floor=9 --for 2d", 0),
    ("", f"setceiling {ANN} 9 --duration 2d", f"set {ANN} ceiling=9 --for 2d", 0),
    ("", "setfactor a*@lab.example 9 --yes", "set a*@lab.example factor=9 --yes", 0),
    ("", "setfactor a*@lab.example 9", "set a*@lab.example factor=9", 4),
    ("", f"setfactor {BEN} 9", f"set {BEN} factor=9", 4),
    ("", f"setfactor {ANN} x", f"set {ANN} factor=x", 2),
    ("", f"resetusage {ANN}", f"reset {ANN}", 0),
    ("", "resetusage a*@lab.example", "reset a*@lab.example", 4),
    ("", f"resetusage {BEN}", f"reset {BEN}", 4),
    ("", "resetall --yes", "reset --all --yes", 0),
    ("", "resetall", "reset --all", 4),
    (LEASED, f"cancel-lease {ANN} factor", f"reset {ANN} --lease factor", 0),
    (LEASED, f"cancel-lease {ANN} floor", f"reset {ANN} --lease floor", 0),
    (LEASED, f"cancel-lease {ANN} ceiling", f"reset {ANN} --lease ceiling", 4),
    ("", "load policy.toml --yes", "apply policy.toml --yes", 0),
    ("", "load policy.toml", "apply policy.toml", 4),
    ("", "load policy.toml --yes -o piece", "apply policy.toml --yes -o piece", 0),
    ("", "load policy.toml --dry-run", "apply policy.toml --dry-run", 0),
]

LOOKS: Final = [
    # old                                                         new
    ("report --snapshot physics -o page.html", "negotiate --snapshot physics --page page.html"),
    (
        "report --snapshot physics -o page.html --compare c.toml",
        "negotiate --snapshot physics --page page.html --compare c.toml",
    ),
    (
        "report --snapshot physics -o page.html --first-cycle",
        "negotiate --snapshot physics --page page.html --first-cycle",
    ),
    ("report --snapshot physics -o -", "negotiate --snapshot physics --page -"),
    ("size h.ads --slots 3:Cpus=1 --add 1,2", "sweep machines=0,1,2 --over replay --history h.ads --slots 3:Cpus=1"),
    (
        "size h.ads --slots 3:Cpus=1 --add 2 --remove 1..2",
        "sweep machines=-2,-1,0,2 --over replay --history h.ads --slots 3:Cpus=1",
    ),
    (
        "size h.ads --slots 3:Cpus=1 --add 1 --format json",
        "sweep machines=0,+1 --over replay --history h.ads --slots 3:Cpus=1 --format json",
    ),
    ("size h.ads --slots 3:Cpus=1 --remove 3", "sweep machines=-3,0 --over replay --history h.ads --slots 3:Cpus=1"),
]
"""The page, and what is printed where that is the whole result."""

STAYING: Final = [
    "all",
    "usage",
    "priority",
    f"resources {ANN} --snapshot physics",
    "update",
    "versions",
]
"""Old spellings that nothing here stands in for."""


@pytest.fixture
def folder(tmp_path: Path, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a ledger and files that commands take."""
    here = tmp_path / "here"
    here.mkdir()
    shutil.copy(ledger, here / "ledger")
    (here / "policy.toml").write_text(POLICY)
    (here / "c.toml").write_text('name = "spring"\n[config]\nGROUP_QUOTA_group_chemistry = 4\n')
    (here / "h.ads").write_text("".join(ad("ann", n, 10, 60 + 600 * ((n - 1) // 3), 600) for n in range(1, 10)))
    monkeypatch.chdir(here)
    return here


def _run(userprio: Run, words: str) -> Any:
    return userprio(*words.split(), CONDOR_CONFIG="ONLY_ENV")


@pytest.mark.parametrize(("before", "old", "new", "status"), EDITS)
def test_an_edit_is_the_same_in_both_spellings(
    userprio: Run, folder: Path, before: str, old: str, new: str, status: int
) -> None:
    if before:
        assert _run(userprio, f"{before} --ledger ledger").status == 0
    seen = []
    start = {path.name: path.read_bytes() for path in folder.iterdir()}
    for words in (old, new):
        for path in folder.iterdir():
            path.unlink()
        for name, data in start.items():
            (folder / name).write_bytes(data)
        done = _run(userprio, f"{words} --ledger ledger")
        files = {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.startswith("ledger.")}
        seen.append((done.status, done.out, files))
    assert seen[0] == seen[1]
    assert seen[0][0] == status
    assert (seen[0][2]["ledger"] != start["ledger"]) is (status == 0 and "--dry-run" not in old)


@pytest.mark.parametrize(("old", "new"), LOOKS)
def test_a_look_is_the_same_in_both_spellings(userprio: Run, folder: Path, old: str, new: str) -> None:
    first = _run(userprio, old)
    page = folder / "page.html"
    text = page.read_text() if page.exists() else first.out
    page.unlink(missing_ok=True)
    second = _run(userprio, new)
    assert second.status == first.status
    assert (page.read_text() if page.exists() else second.out) == text


@pytest.mark.parametrize("old", STAYING)
def test_what_nothing_stands_in_for_stays(userprio: Run, folder: Path, old: str) -> None:
    words = old if "--snapshot" in old or old == "versions" else f"{old} --ledger ledger"
    done = _run(userprio, words.replace(ANN, "alice@example.org"))
    assert done.status == 0 and done.out
