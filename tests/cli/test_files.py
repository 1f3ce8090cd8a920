"""Putting a whole file in its place."""

import os
import resource
from pathlib import Path

import pytest

from tests.cli.conftest import Done, Run
from userprio.base import write_file


def test_the_old_file_is_replaced_in_one_step_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"old")
    path.chmod(0o640)
    with path.open("rb") as reader:
        write_file(path, b"new")
        assert reader.read() == b"old"
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_who_can_read_a_new_file_is_for_the_umask_to_say(tmp_path: Path, umask: int, mode: int) -> None:
    before = os.umask(umask)
    try:
        write_file(tmp_path / "page.html", b"new")
        assert os.umask(umask) == umask
    finally:
        os.umask(before)
    assert (tmp_path / "page.html").stat().st_mode & 0o777 == mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").write_bytes(b"old")
    (tmp_path / "link").symlink_to("there")
    write_file(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there").read_bytes() == b"new"


def test_what_is_not_a_file_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_file(pipe, b"page")
        assert os.read(reader, 10) == b"page"
    finally:
        os.close(reader)


def test_without_its_folder_it_says_which_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as failed:
        write_file(tmp_path / "none" / "page.html", b"new")
    assert failed.value.filename == str(tmp_path / "none" / "page.html")


@pytest.fixture
def on_a_full_disk(userprio: Run) -> Run:
    """The command where no file can have more bytes than there is room for."""

    def call(*arguments: str | Path, room: int) -> Done:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
        try:
            return userprio(*arguments, CONDOR_CONFIG="ONLY_ENV")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    return call


def failed(done: Done, path: Path) -> None:
    """One sentence about the file, and the status of files that cannot be used."""
    assert (done.status, done.out) == (6, "")
    assert done.err.splitlines()[-1] == f"userprio: {path}: File too large."


PLAN = ("--snapshot", "physics", "plan", "--set", "GROUP_QUOTA_group_chemistry=4", "-o")


def test_a_plan_that_finds_no_room_leaves_nothing(on_a_full_disk: Run, tmp_path: Path) -> None:
    """An empty file would be refused by the next try, for it is not a plan."""
    failed(on_a_full_disk(*PLAN, tmp_path / "new.plan", room=100), tmp_path / "new.plan")
    assert list(tmp_path.iterdir()) == []


def test_a_plan_that_finds_no_room_leaves_the_one_before(on_a_full_disk: Run, tmp_path: Path) -> None:
    kept = tmp_path / "kept.plan"
    assert on_a_full_disk(*PLAN, kept, room=1 << 20).status == 3
    before = kept.read_bytes()
    failed(on_a_full_disk(*PLAN, kept, room=100), kept)
    assert kept.read_bytes() == before
    assert list(tmp_path.iterdir()) == [kept]


def test_a_report_that_finds_no_room_leaves_nothing(on_a_full_disk: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    failed(on_a_full_disk("--snapshot", "physics", "report", "-o", page, room=100), page)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["mine", "deep/er/mine", "there"])
def test_a_pool_of_ones_own_that_finds_no_room_leaves_nothing(on_a_full_disk: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "there").mkdir()
    done = on_a_full_disk("init", "physics", tmp_path / name, room=5000)
    assert (done.status, done.out) == (6, "")
    (sentence,) = done.err.splitlines()
    assert sentence.startswith(f"userprio: {tmp_path / name}/") and sentence.endswith(": File too large.")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["there"]


def test_a_pool_of_ones_own_has_the_modes_that_the_umask_says(userprio: Run, tmp_path: Path) -> None:
    assert userprio("init", "physics", tmp_path / "deep" / "mine").status == 0
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "deep" / "mine").iterdir()}
    umask = os.umask(0)
    os.umask(umask)
    assert modes == {0o666 & ~umask}
    assert (tmp_path / "deep" / "mine").stat().st_mode & 0o777 == 0o777 & ~umask
