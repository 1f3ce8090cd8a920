"""Children are read while they write, waited for with patience, and never left behind."""

import os
import sys
from itertools import islice

import pytest

from userprio.live import LiveError, LiveErrorKind
from userprio.live.process import ChildFailed, read, run


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_what_a_child_writes_comes_with_its_status_and_its_stderr() -> None:
    ended = run(python("import sys; print('out'); sys.stderr.write('why'); sys.exit(3)"), os.environ)
    assert (ended.status, ended.out, ended.stderr) == (3, "out\n", "why")


def test_bytes_that_are_no_utf_8_come_through() -> None:
    ended = run(python(r"import sys; sys.stdout.buffer.write(b'a\xffb\xc3')"), os.environ)
    assert ended.out.encode("utf-8", "surrogateescape") == b"a\xffb\xc3"


def test_a_child_that_fails_says_so_when_its_output_ends() -> None:
    said: list[str] = []
    with pytest.raises(ChildFailed):
        said.extend(read(python("print('ad'); raise SystemExit(1)"), os.environ))
    assert "".join(said) == "ad\n"


def test_a_child_that_says_nothing_is_given_up() -> None:
    with pytest.raises(LiveError, match=r"no answer for 0\.2 s") as caught:
        run(python("import time; time.sleep(60)"), os.environ, timeout_s=0.2)
    assert caught.value.kind is LiveErrorKind.UNREACHABLE


def test_a_child_of_which_nobody_reads_the_rest_ends() -> None:
    pieces = read(python("import os\nprint(os.getpid(), flush=True)\nwhile True: print('x' * 1000)"), os.environ)
    number = int("".join(islice(pieces, 2)).partition("\n")[0])
    pieces.close()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_what_cannot_be_started_is_an_error_in_words() -> None:
    with pytest.raises(LiveError, match="cannot be started"):
        run(["/nowhere/condor_status"], os.environ)
