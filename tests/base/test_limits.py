"""Reading a file that somebody else may have put there."""

import os
import socket
from pathlib import Path

import pytest

from userprio.base.limits import OTHER_FILE, read_file, run_with


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 100)
    with run_with({OTHER_FILE: 100}):
        assert read_file(path, OTHER_FILE) == b"x" * 100
    with run_with({OTHER_FILE: 99}), pytest.raises(OSError, match=r"than 99 bytes.* --limit file-size=") as raised:
        read_file(path, OTHER_FILE)
    assert raised.value.filename == str(path)


def test_an_empty_file_and_the_null_device_hold_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert read_file(tmp_path / "empty", OTHER_FILE) == read_file(os.devnull, OTHER_FILE) == b""


def test_a_file_that_says_it_is_empty_and_is_not_is_read_up_to_its_bound() -> None:
    path = Path("/proc/self/status")
    if not path.exists():
        pytest.skip("there is no such file system here")
    assert path.stat().st_size == 0
    assert read_file(path, OTHER_FILE)
    with run_with({OTHER_FILE: 10}), pytest.raises(OSError, match="larger than 10 bytes"):
        read_file(path, OTHER_FILE)


def test_what_is_not_a_file_is_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="pipe"):
        read_file(tmp_path / "pipe", OTHER_FILE)
    with pytest.raises(OSError, match="device and not a file"):
        read_file("/dev/zero", OTHER_FILE)
    with pytest.raises(IsADirectoryError):
        read_file(tmp_path, OTHER_FILE)
    with socket.socket(socket.AF_UNIX) as listener:
        # The address of a socket may have a hundred characters only, a path more.
        monkeypatch.chdir(tmp_path)
        listener.bind("s")
        with pytest.raises(OSError):
            read_file(tmp_path / "s", OTHER_FILE)
    with pytest.raises(ValueError, match="null"):
        read_file("a\0b", OTHER_FILE)
