"""Every way in which a ledger is refused or cut short says which file, which line, and what to do."""

import os
from pathlib import Path

import pytest

from userprio.ledger import Ledger, LedgerError

HEAD = b"107 1 CreationTimestamp 1\n101 Customer.a * *\n"


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"no ledger\n", 1),
        (b"\x7fELF\x00\x00", 1),
        (HEAD.replace(b"\n", b"\r\n"), 1),
        (HEAD + b"103 x\n105 \n106 \n", 3),
        (HEAD + b"999 x y\n105 \n106 \n", 3),
    ],
)
def test_a_ledger_that_is_refused_is_named_with_line_and_advice(tmp_path: Path, data: bytes, line: int) -> None:
    path = tmp_path / "log"
    path.write_bytes(data)
    with pytest.raises(LedgerError) as raised:
        Ledger.read(path)
    error = raised.value
    assert (error.path, error.line, bool(error.hint)) == (path, line, True), str(error)


def test_a_ledger_that_cannot_be_opened_is_named_with_advice(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with (tmp_path / "large").open("wb") as file:
        file.truncate(1 << 30)
    for path in (tmp_path / "none", tmp_path, tmp_path / "pipe", tmp_path / "loop", tmp_path / "large", Path("a\0b")):
        with pytest.raises(LedgerError) as raised:
            Ledger.read(path)
        assert (raised.value.path, bool(raised.value.hint)) == (path, True), str(raised.value)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (HEAD + b"103 Customer.a X 1", 3),
        (HEAD + b"105 \n103 Customer.a X 1\n", 3),
        (HEAD + b"103 x\n", 3),
        (HEAD + b"\n101 Customer.b * *\n", 3),
        (HEAD + b"103 Customer.none X 1\n", 3),
        (HEAD + b"106 \n", 3),
    ],
)
def test_what_is_left_out_is_said_with_its_line(data: bytes, line: int) -> None:
    warnings = Ledger.of_bytes(data).warnings
    assert [warning.line for warning in warnings] == [line]
    assert str(warnings[0]).startswith(f"line {line} (byte ")
