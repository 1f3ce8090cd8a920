"""A pool that does not let us, or is not there: a sentence that says so, a documented status, and nothing half done."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pool.living import VIAS, Living, living
from tests.pool.root import HTCondor

SUBMITTER = "ann@pool.test"
NO_EDITS = """
SEC_ENABLE_REMOTE_ADMINISTRATION = False
NEGOTIATOR.DENY_ADMINISTRATOR = *
NEGOTIATOR.DENY_WRITE = *
"""
"""Whoever is an administrator to the collector would get a pass to all daemons from it."""
NO_LOOKS = f"{NO_EDITS}NEGOTIATOR.DENY_READ = *\n"
LEDGER = f"""\
107 1 CreationTimestamp 1700000000
101 Accountant. * *
101 Customer.{SUBMITTER} * *
103 Customer.{SUBMITTER} PriorityFactor 700.000000
""".encode()


@pytest.fixture(scope="module")
def closed(htcondor: HTCondor) -> Iterator[Living]:
    """A pool that may be looked at and not be changed."""
    with living(htcondor, NO_EDITS, stranger=True) as here:
        here.pool.put_ledger(LEDGER)
        here.pool.negotiate()
        yield here


@pytest.fixture(scope="module")
def hidden(htcondor: HTCondor) -> Iterator[Living]:
    """A pool whose negotiator answers nobody."""
    with living(htcondor, NO_LOOKS, stranger=True) as here:
        here.pool.negotiate()
        yield here


@pytest.mark.parametrize("via", VIAS)
@pytest.mark.parametrize("words", ["setfactor {} 5", "setprio {} 5", "resetusage {}", "delete --yes {}"])
def test_an_edit_that_the_pool_refuses_is_not_a_success(words: str, via: str, closed: Living) -> None:
    done = closed.userprio(*words.format(SUBMITTER).split(), via=via)
    assert (done.returncode, done.stdout) == (4, "")
    assert "Traceback" not in done.stderr
    assert float(closed.told(SUBMITTER, "PriorityFactor")) == 700
    last = closed.json("log", "--last", "1")["operations"][0]
    assert (last["state"], last["changes"]) == ("abandoned", [])
    assert {change["name"] for change in last["missing"]} == {SUBMITTER}


@pytest.mark.parametrize("via", VIAS)
def test_a_negotiator_that_answers_nobody_is_told_from_one_that_is_not_there(via: str, hidden: Living) -> None:
    done = hidden.userprio("most", via=via)
    assert done.returncode == 4
    assert "does not give us access" in done.stderr


@pytest.mark.parametrize("via", VIAS)
def test_a_snapshot_that_fails_leaves_nothing(via: str, hidden: Living, tmp_path: Path) -> None:
    done = hidden.userprio("snapshot", str(tmp_path / "new"), via=via)
    assert done.returncode == 4
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("via", VIAS)
@pytest.mark.parametrize("words", ["most", "snapshot new", "negotiate", "setfactor ann@pool.test 5"])
def test_nobody_at_that_address(words: str, via: str, closed: Living) -> None:
    done = closed.userprio(*words.split(), via=via, pool="127.0.0.1:9")
    assert done.returncode == 7
    assert "does not answer" in done.stderr
    assert not Path("new").exists()


@pytest.mark.parametrize("via", VIAS)
def test_a_pool_without_a_negotiator(via: str, htcondor: HTCondor) -> None:
    with living(htcondor) as here:
        done = here.userprio("most", via=via)
        assert done.returncode == 1
        assert "does not know a negotiator" in done.stderr
