"""Putting a whole file in its place."""

import os
from pathlib import Path

import pytest

from userprio.cli.showing import put_file


def test_the_old_file_is_replaced_in_one_step_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"old")
    path.chmod(0o640)
    with path.open("rb") as reader:
        put_file(path, b"new")
        assert reader.read() == b"old"
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_can_be_read_by_others(tmp_path: Path) -> None:
    put_file(tmp_path / "page.html", b"new")
    assert (tmp_path / "page.html").stat().st_mode & 0o777 == 0o644


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").write_bytes(b"old")
    (tmp_path / "link").symlink_to("there")
    put_file(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there").read_bytes() == b"new"


def test_what_is_not_a_file_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        put_file(pipe, b"page")
        assert os.read(reader, 10) == b"page"
    finally:
        os.close(reader)


def test_without_its_folder_it_says_which_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as failed:
        put_file(tmp_path / "none" / "page.html", b"new")
    assert failed.value.filename == str(tmp_path / "none" / "page.html")
