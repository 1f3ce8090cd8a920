"""Reading a file as text, whatever it is packed or encoded with, and reporting what is wrong with it.

Values that come with their type, as in JSON and XML, become ads here too, kept like those of a long file: an attribute
becomes its text in long form wherever that says exactly the same, and an expression only where not. Ads with the same
names then share them, and equal texts are one object, which is most of the memory.
"""

import codecs
import errno
import gzip
import os
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from io import BufferedReader
from math import isfinite
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

import msgspec

from userprio.base.errors import BadInput
from userprio.base.limits import AD_PROBLEMS, BYTES, PACKED_WHATEVER, UNPACKED, budget, open_file
from userprio.classad.ad import Ad
from userprio.classad.parser import ClassAdSyntaxError, Dialect, parse, prefix_or_none
from userprio.classad.printing import unparse
from userprio.classad.values import AdExpr, Expr, ListExpr, Literal, Special, WrittenLength


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
    """Collects what is wrong with one file."""

    __slots__ = ("_listed", "_problems", "path")

    def __init__(self, path: Path, problems: list[AdsProblem] | None = None) -> None:
        self.path = path
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
    for data in _read_bytes(path, report, progress):
        if first:
            _refuse_signature(data, report)
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
    for data in _read_bytes(path, report, None):
        before, nul, _ = data.partition(b"\0")
        line += before.count(b"\n")
        if nul:
            break
    return line


def _refuse_signature(data: bytes, report: Report) -> None:
    for signature, what, hint in _SIGNATURES:
        if data.startswith(signature):
            raise report.failure(f"this is {what}, not a file of ads", hint=hint or WHAT_TO_GIVE)


def _read_bytes(path: Path, report: Report, progress: Callable[[int], None] | None) -> Iterator[bytes]:
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
        return os.fdopen(open_file(path), "rb")
    except IsADirectoryError:
        raise report.failure("this is a directory, not a file of ads", hint=WHAT_TO_GIVE) from None
    except FileNotFoundError:
        raise report.failure("there is no such file", hint="Check the name") from None
    except PermissionError:
        raise report.failure("you do not have permission to read this file", hint="Check its permissions") from None
    except OSError as error:
        if error.errno == errno.EINVAL:
            raise report.failure(str(error.strerror), hint=WHAT_TO_GIVE) from None
        raise report.failure(f"this file cannot be opened ({error.strerror})", hint="Check the name") from None
    except ValueError:
        raise report.failure("a file cannot have this name", hint="Check the name") from None


def _read_chunk(content: BinaryIO | gzip.GzipFile, report: Report, size: int) -> bytes:
    try:
        data: bytes | None = content.read(size)
    except EOFError:
        raise report.failure("this gzip file is cut off: its end is missing", hint="Copy it again") from None
    except (gzip.BadGzipFile, zlib.error) as error:
        hint = "Copy it again, and test it with gzip -t"
        raise report.failure(f"this gzip file is damaged ({error})", hint=hint) from None
    except OSError as error:
        hint = "The disk or the network may have failed: try again"
        raise report.failure(f"this file cannot be read ({error.strerror})", hint=hint) from None
    if data is None:
        raise report.failure("this waits for what is still to come, and is not a file of ads", hint=WHAT_TO_GIVE)
    return data


Content: TypeAlias = str | Expr
"""What an attribute holds: a text in long form, or an expression that has none."""

_INTEGERS: Final = range(-(2**63), 2**63)
_LONGEST_INTEGER: Final = 20  # Characters of an integer of 64 bits, sign included
_PLAIN_NAME = re.compile(r"(?!(?:true|false|undefined|error|is|isnt)\Z)[A-Za-z_][A-Za-z0-9_]*", re.I)
_HELD: Final = "undefined"  # Keeps the place of an attribute without a text


class Unusable(Exception):
    """A value that no ad can hold; its text is the reason."""


def ad_of(attributes: Iterable[tuple[str, Content]]) -> Ad:
    """The ad of these attributes; of a repeated name the last content and the first spelling."""
    pairs: list[tuple[str, str]] = []
    textless: dict[str, Expr | None] = {}
    for name, content in attributes:
        if isinstance(content, str):
            pairs.append((name, content))
            if textless:
                textless.pop(name.lower(), None)
        else:
            pairs.append((name, _HELD))
            textless[name.lower()] = content
    ad = Ad.lazy(pairs)
    return ad.replace(textless) if textless else ad


def content_of(expr: Expr) -> Content:
    """The text of `expr` in long form if reading that gives `expr` again, else `expr`."""
    text = _quoted(expr.value) if isinstance(expr, Literal) and isinstance(expr.value, str) else _text(expr)
    return expr if text is None else sys.intern(text)


@lru_cache(maxsize=1 << 12)
def attribute_name(name: str) -> str:
    """The one object that equal names are. Raises `Unusable` for what cannot be a name."""
    if not name:
        raise Unusable("its name is empty")
    string(name)
    return sys.intern(name)


def expression(text: str) -> Expr:
    """The expression that `text` is in the new dialect. Raises `Unusable`."""
    try:
        return parse(text, Dialect.NEW)
    except ClassAdSyntaxError as error:
        raise Unusable(f"its expression does not parse: {error.message}") from None


def string(text: str) -> Literal:
    """The string `text`. Raises `Unusable` for what a file in UTF-8 cannot hold."""
    if "\0" in text:
        raise Unusable("a string cannot hold the character NUL")
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise Unusable("half of a surrogate pair is not a character") from None
    return Literal(text)


def to_integer(digits: str) -> int | None:
    """The integer that plain `digits` say, None beyond 64 bits."""
    if len(digits) > _LONGEST_INTEGER:
        return None
    number = int(digits)
    return number if number in _INTEGERS else None


def _quoted(text: str) -> str | None:
    """A string in quotes. A quote at the end of a line counts as the last one, whatever stands before it."""
    if '"' not in text:
        return f'"{text}"'
    return None if '"\n' in text else '"' + text.replace('"', '\\"') + '"'


def _text(expr: Expr) -> str | None:
    """The text of an expression that may stand within a larger one; None where it has none that is exact."""
    if isinstance(expr, WrittenLength):
        return None
    if isinstance(expr, Literal):
        value = expr.value
        if isinstance(value, str):
            # Before more text a backslash at the end would hide the closing quote.
            return None if value.endswith("\\") else _quoted(value)
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, float):
            return repr(value) if isfinite(value) else None
        return value.value if isinstance(value, Special) else None
    if isinstance(expr, ListExpr):
        items = [_text(item) for item in expr.items]
        known = [item for item in items if item is not None]
        return f"{{ {','.join(known)} }}" if len(known) == len(items) else None
    if isinstance(expr, AdExpr):
        statements = [(name, _text(part)) for name, part in expr.attributes]
        plain = [f"{name} = {text}" for name, text in statements if text is not None and _PLAIN_NAME.fullmatch(name)]
        return f"[ {'; '.join(plain)} ]" if len(plain) == len(statements) else None
    return _operation_text(expr)


@lru_cache(maxsize=1 << 12)
def _operation_text(expr: Expr) -> str | None:
    """Operators and calls as printed, read again to make sure: printing may round a real or confuse a backslash."""
    text = unparse(expr)
    return text if "\\" not in text and prefix_or_none(text) == expr else None
