"""What HTCondor's programs complain of, as they wrote it, becomes one sentence and a kind."""

import pytest

from userprio.live import LiveErrorKind
from userprio.live.process import explained

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
