"""Reading a file as text, whatever it is packed or encoded with, and reporting what is wrong with it."""

import codecs
import errno
import gzip
import os
import zlib
from collections.abc import Callable, Iterator
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from userprio.base.errors import BadInput
from userprio.base.limits import AD_PROBLEMS, BYTES, PACKED_WHATEVER, UNPACKED, budget, open_file
from userprio.base.snapshot_trust import SnapshotRoot


class AdsProblem(msgspec.Struct, frozen=True):
    """A part of a file that was left out where HTCondor would leave it out silently. `line` counts from 1."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}, line {self.line}: {self.message}"


class AdsFileError(BadInput):
    """A file that cannot be read as ads at all, or not from `line` on."""


class Report:
    """Collects what is wrong with one file, which must be `within` an untrusted snapshot if one is given."""

    __slots__ = ("_listed", "_problems", "path", "within")

    def __init__(
        self, path: Path, problems: list[AdsProblem] | None = None, within: SnapshotRoot | None = None
    ) -> None:
        self.path = path
        self.within = within
        self._problems: list[AdsProblem] = [] if problems is None else problems
        self._listed = 0

    def problem(self, line: int, message: str) -> None:
        """Note that something was left out."""
        self._listed += 1
        if self._listed < AD_PROBLEMS:
            self._problems.append(AdsProblem(self.path, line, message))
        elif self._listed == AD_PROBLEMS:
            self._problems.append(AdsProblem(self.path, line, "there are more problems from here on, not listed"))

    def failure(self, message: str, line: int | None = None, hint: str | None = None) -> AdsFileError:
        """The error to raise where reading cannot go on."""
        return AdsFileError(message, self.path, line, hint=hint)

    def too_large(self, message: str, name: str, line: int | None) -> AdsFileError:
        """The same for what is beyond the bound of that name, which completes the message."""
        run = budget()
        return self.failure(f"{message} {run.text(name)}", line, run.advice(name))


CHUNK_BYTES: Final = 1 << 20
"""How much is read at a time."""

_GZIP: Final = b"\x1f\x8b"
_BYTE_ORDER_MARK: Final = "\ufeff"
_SIGNATURES: Final = (
    (b"\xff\xd8\xff", "a JPEG image", None),
    (b"\x89PNG", "a PNG image", None),
    (b"%PDF", "a PDF document", None),
    (b"\x7fELF", "a program", None),
    (b"PK\x03\x04", "a zip archive", "Unpack it first"),
    (b"BZh", "compressed with bzip2", "Unpack it first, with bunzip2"),
    (b"\xfd7zXZ", "compressed with xz", "Unpack it first, with unxz"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd", "Unpack it first, with unzstd"),
    (b"\xff\xfe", "UTF-16 text", "Convert it to UTF-8, with iconv"),
    (b"\xfe\xff", "UTF-16 text", "Convert it to UTF-8, with iconv"),
)
WHAT_TO_GIVE: Final = "Give the output of condor_status or condor_q with -long, -json or -xml"


def read_text(path: Path, report: Report, progress: Callable[[int], None] | None = None) -> Iterator[str]:
    """The text of `path` in pieces of about a mebibyte, unpacked if it is gzip.

    UTF-8 with `surrogateescape`, so that any bytes come through; a byte order mark is dropped, and a NUL is refused.
    `progress` is told after each piece how many bytes of the file, packed as they are, have been read so far.
    """
    first = True
    decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
    for data in read_bytes(path, report, progress):
        for signature, what, hint in _SIGNATURES if first else ():
            if data.startswith(signature):
                raise report.failure(f"this is {what}, not a file of ads", hint=hint or WHAT_TO_GIVE)
        if b"\0" in data:
            raise report.failure("this is not text: it holds a NUL byte", _line_of_nul(path, report), WHAT_TO_GIVE)
        text = decode(data)
        yield text.removeprefix(_BYTE_ORDER_MARK) if first else text
        first = False
    if rest := decode(b"", final=True):
        yield rest


def _line_of_nul(path: Path, report: Report) -> int:
    """The line of the first NUL. Lines are counted only now: in gigabytes that takes longer than to decode them."""
    line = 1
    for data in read_bytes(path, report, None):
        before, nul, _ = data.partition(b"\0")
        line += before.count(b"\n")
        if nul:
            break
    return line


def read_bytes(path: Path, report: Report, progress: Callable[[int], None] | None = None) -> Iterator[bytes]:
    """The bytes of `path` in pieces of about a mebibyte, unpacked if it is gzip, within what may be read at all."""
    run = budget()
    with _open(path, report) as file:
        packed = _read_chunk(file, report, len(_GZIP)) == _GZIP
        file.seek(0)
        content: BinaryIO | gzip.GzipFile = gzip.GzipFile(fileobj=file) if packed else file
        most = PACKED_WHATEVER + run.most(UNPACKED) * os.fstat(file.fileno()).st_size
        unpacked = lines = 0
        while data := _read_chunk(content, report, CHUNK_BYTES):
            if packed:
                unpacked += len(data)
                if unpacked > most:
                    what = f"this gzip file holds more than {run.most(UNPACKED)} times its own size"
                    raise report.failure(what, lines + 1, run.advice(UNPACKED))
                lines += data.count(b"\n")
            run.spend(BYTES, len(data), path)
            if progress is not None:
                progress(file.tell())
            yield data


def _open(path: Path, report: Report) -> BufferedReader:
    """Open a file; pipes, devices and the like are refused, and neither opening nor reading waits for anybody."""
    try:
        return os.fdopen(open_file(path, report.within), "rb")
    except IsADirectoryError:
        message, hint = "this is a directory, not a file of ads", WHAT_TO_GIVE
    except FileNotFoundError:
        message, hint = "there is no such file", "Check the name"
    except PermissionError:
        message, hint = "you do not have permission to read this file", "Check its permissions"
    except OSError as error:
        invalid = error.errno == errno.EINVAL
        message = str(error.strerror) if invalid else f"this file cannot be opened ({error.strerror})"
        hint = "Give an ordinary file" if invalid else "Check the name"
    except ValueError:
        message, hint = "a file cannot have this name", "Check the name"
    raise report.failure(message, hint=hint)


def _read_chunk(content: BinaryIO | gzip.GzipFile, report: Report, size: int) -> bytes:
    try:
        data: bytes | None = content.read(size)
        if data is not None:
            return data
        message, hint = "this waits for what is still to come, and is not a file of ads", WHAT_TO_GIVE
    except EOFError:
        message, hint = "this gzip file is cut off: its end is missing", "Copy it again"
    except (gzip.BadGzipFile, zlib.error) as error:
        message, hint = f"this gzip file is damaged ({error})", "Copy it again, and test it with gzip -t"
    except OSError as error:
        message = f"this file cannot be read ({error.strerror})"
        hint = "The disk or the network may have failed: try again"
    raise report.failure(message, hint=hint)
