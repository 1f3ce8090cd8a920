"""Child processes, and what is made of their complaints."""

import os
import sys
from itertools import islice

import pytest

from userprio.live import LiveError, LiveErrorKind
from userprio.live.transport import ChildFailed, explained, read, run


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_what_a_child_writes_comes_with_its_status_and_its_stderr() -> None:
    ended = run(python("import sys; print('out'); sys.stderr.write('why'); sys.exit(3)"), os.environ)
    assert (ended.status, ended.out, ended.stderr) == (3, "out\n", "why")


def test_bytes_that_are_not_utf_8_come_through() -> None:
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


SILENT = "condor_userprio: Can't locate negotiator 'default' in 127.0.0.1:1\n"
CASES = {
    "a closed port": (
        f"{SILENT}Can't query collector for ads: CEDAR:6001:Failed to connect to <127.0.0.1:1>\n",
        LiveErrorKind.UNREACHABLE,
    ),
    "an unknown host": (
        "Error: unknown host nosuch.invalid\nExtra Info: You specified a hostname for a pool (the -pool argument).\n",
        LiveErrorKind.UNREACHABLE,
    ),
    "an unknown collector": (
        "Can't query collector for ads: CONDOR_STATUS:1:Unable to resolve COLLECTOR_HOST (nosuch.invalid).\n",
        LiveErrorKind.UNREACHABLE,
    ),
    "a refusal by host": (
        'Can\'t query negotiator for ads: SECMAN:2010:Received "DENIED" from server for user unauthenticated@unmapped '
        "using no authentication method, which may imply host-based security.\n",
        LiveErrorKind.DENIED,
    ),
    "no way to authenticate": (
        "AUTHENTICATE:1003:Failed to authenticate with any method\nAUTHENTICATE:1004:Failed to authenticate using FS\n",
        LiveErrorKind.DENIED,
    ),
    "no configuration for root": (
        'Can\'t find "condor" in the password file and CONDOR_IDS not defined in condor_config or as an environment '
        "variable.\n",
        LiveErrorKind.UNCONFIGURED,
    ),
    "a configuration that is not there": (
        'File specified in CONDOR_CONFIG environment variable:\n"/nowhere" does not exist.\n',
        LiveErrorKind.UNCONFIGURED,
    ),
    "no negotiator": ("condor_userprio: Can't locate negotiator 'x' in cm.test\n", LiveErrorKind.NO_NEGOTIATOR),
    "no schedd": ("Error: Collector has no record of schedd/submitter\n", LiveErrorKind.FAILED),
    "nothing": ("", LiveErrorKind.FAILED),
}


@pytest.mark.parametrize(("stderr", "kind"), CASES.values(), ids=CASES.keys())
def test_a_stderr_is_told_from_others(stderr: str, kind: LiveErrorKind) -> None:
    error = explained(stderr, "asking for slots")
    assert error.kind is kind
    assert "\n" not in str(error)
    assert "asking for slots" in str(error)


def test_what_a_tool_explains_at_length_is_left_out() -> None:
    stderr = (
        "Error: communication error\nCEDAR:6001:Failed to connect to <127.0.0.1:1>\n"
        "Error: Couldn't contact the condor_collector on <unknown_host> \n(<127.0.0.1:1>). \n\n"
        "Extra Info: the condor_collector is a process that runs on the central \nmanager of your Condor pool\n"
    )
    assert explained(stderr, "asking").message == (
        "the pool does not answer (asking): CEDAR:6001:Failed to connect to <127.0.0.1:1>"
    )
