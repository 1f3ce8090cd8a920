"""`userprio report`, and the same page of `userprio negotiate`."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


def test_a_page_is_written_and_one_line_says_so(userprio: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    done = userprio("--snapshot", "physics", "report", "-o", path)
    assert (done.status, done.out) == (0, "")
    assert done.err.startswith(f"userprio: {path}: 6 of 30 cores were in use. 24 jobs start on 24 cores")
    assert done.err.count("\n") == 1
    page = path.read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert "Negotiation cycle of physics" in page
    assert "2026-03-02 08:59" in page


def test_warnings_are_on_the_page_too(userprio: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    done = userprio("--snapshot", "physics", "report", "-o", path, "--set", "GROUP_NAMES=none.such")
    assert done.status == 0
    assert "none.such" in done.err
    assert "group none.such is ignored" in path.read_text()


def test_a_page_that_cannot_be_written_leaves_the_old_one(userprio: Run, tmp_path: Path) -> None:
    done = userprio("--snapshot", "physics", "report", "-o", tmp_path / "none" / "page.html")
    assert done.status == 6
    assert str(tmp_path / "none" / "page.html") in done.err


def test_bad_input_leaves_the_old_page(userprio: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old")
    done = userprio("--snapshot", "physics", "report", "-o", path, "--set", "GROUP_QUOTA_group_physics=-5")
    assert (done.status, path.read_text()) == (6, "old")


def test_it_wants_a_pool_and_a_file_and_no_other_format(userprio: Run, tmp_path: Path) -> None:
    assert userprio("report", "-o", tmp_path / "page.html").status == 2
    assert userprio("--snapshot", "physics", "report").status == 2
    done = userprio("--snapshot", "physics", "report", "-o", tmp_path / "page.html", "--format", "json")
    assert done.status == 2
    assert "negotiate" in done.err


CHANGES = """\
name = "spring"
[config]
GROUP_QUOTA_group_chemistry = 4
"""


def test_before_and_after_a_file_of_changes_are_one_page(userprio: Run, tmp_path: Path) -> None:
    path, changes = tmp_path / "page.html", tmp_path / "changes.toml"
    changes.write_text(CHANGES)
    done = userprio("--snapshot", "physics", "report", "--compare", changes, "-o", path)
    planned = userprio("--snapshot", "physics", "plan", changes, "--format", "classic")
    summary = planned.out.splitlines()[0]
    assert (done.status, done.out) == (0, "")
    assert done.err == f"userprio: {path}: {summary}\n"
    page = path.read_text()
    assert "What spring would do to physics" in page
    assert summary.replace("->", "→") in page


def test_changes_that_make_no_sense_leave_the_old_page(userprio: Run, tmp_path: Path) -> None:
    path, changes = tmp_path / "page.html", tmp_path / "changes.toml"
    path.write_text("old")
    changes.write_text('[setfactor]\n"nobody@example.org" = 5\n')
    done = userprio("--snapshot", "physics", "report", "--compare", changes, "-o", path)
    assert (done.status, path.read_text()) == (4, "old")
    assert f"{changes}, line 2" in done.err
    changes.write_text("")
    done = userprio("--snapshot", "physics", "report", "--compare", changes, "-o", path)
    assert (done.status, path.read_text()) == (2, "old")


def test_a_comparison_with_another_configuration_takes_its_path_from_the_file(userprio: Run, tmp_path: Path) -> None:
    path, changes = tmp_path / "page.html", tmp_path / "changes.toml"
    (tmp_path / "new.conf").write_text("GROUP_NAMES = group_chemistry\nGROUP_QUOTA_group_chemistry = 30\n")
    changes.write_text('to_config = "new.conf"\n')
    done = userprio("--snapshot", "physics", "report", "--compare", changes, "-o", path)
    assert done.status == 0
    assert "group_physics<wbr>.hep" not in path.read_text()
    assert "(gone)" in path.read_text()


def test_negotiate_writes_the_page_and_shows_what_it_shows_without(userprio: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    words = ("--snapshot", "physics", "negotiate")
    for form in ("table", "json", "csv"):
        done = userprio(*words, "--format", form, "--page", path)
        alone = userprio(*words, "--format", form)
        assert (done.status, done.out, done.err) == (alone.status, alone.out, alone.err)
        assert "Negotiation cycle of physics" in path.read_text()
        path.unlink()


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        (("--compare", "changes.toml"), 2, "--compare is for the --page of a plain cycle"),
        (("--page", "p.html", "--compare", "changes.toml", "--real-time"), 2, "--compare is for the --page of a plain"),
        (("--page", "-", "--format", "json"), 2, "--page - writes the page in place of the result"),
        (("--page", "-", "--rows", "groups"), 2, "--page - writes the page in place of the result"),
        (("--page", "none/p.html"), 6, "none"),
    ],
)
def test_a_page_of_negotiate_that_cannot_be_is_refused(
    userprio: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], status: int, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "changes.toml").write_text(CHANGES)
    done = userprio("--snapshot", "physics", "negotiate", *options)
    assert (done.status, done.out) == (status, "")
    assert message in " ".join(done.err.split())
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".html"] == []
