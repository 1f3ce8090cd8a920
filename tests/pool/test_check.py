"""What `check` calls an error stops a real negotiator, and what it calls less does not."""

import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.analysis.check.planting import checked
from tests.analysis.check.tried import DRAINS, PASSES, PASSES_SCHEDD, STOPS, STOPS_DEFRAG, STOPS_SCHEDD, SUBGROUPS
from tests.pool.daemons import Daemons, until
from tests.pool.pool import Cluster, Pool, running_pool
from tests.pool.root import PROGRAMS, HTCondor
from tests.pool.slots import SlotKind
from userprio.analysis.check import Level, pages
from userprio.config import read
from userprio.config.statements import CATEGORIES, template_names

STOPPED = 4
"""The exit status of a daemon that ends on purpose."""


@pytest.fixture(scope="module")
def pool(htcondor: HTCondor) -> Iterator[Pool]:
    """A pool of four slots, with a job of a group in its schedd, for one negotiator after the other."""
    with running_pool(htcondor, SUBGROUPS) as pool:
        pool.advertise([SlotKind(4, {})])
        pool.submit([Cluster("ann", 1, group="b.x")])
        pool.settle()
        yield pool


def ended(pool: Pool, line: str) -> int | None:
    """The exit status of a negotiator that is given a line of configuration; None if it runs a cycle."""
    (pool.folder / "knobs").write_text(f"{SUBGROUPS}{line}\n")
    (pool.folder / "log/NegotiatorLog").unlink(missing_ok=True)
    negotiator: subprocess.Popen[bytes] = pool.start_negotiator()
    try:
        until(
            lambda: negotiator.poll() is not None or "Finished Negotiation Cycle" in pool.said("NegotiatorLog"),
            "the negotiator ends or runs a cycle",
        )
        return negotiator.poll()
    finally:
        pool.forget_negotiator()


@pytest.mark.parametrize("line", STOPS)
def test_a_real_negotiator_stops_at_it(line: str, pool: Pool) -> None:
    assert ended(pool, line) == STOPPED


@pytest.mark.parametrize("line", PASSES)
def test_a_real_negotiator_goes_on_with_it(line: str, pool: Pool) -> None:
    assert ended(pool, line) is None


def told(htcondor: HTCondor, folder: Path, *command: str, config: str = "/dev/null") -> str:
    """What a program of HTCondor's prints."""
    argv = htcondor.argv(folder, command)
    environ = {"PATH": PROGRAMS, "CONDOR_CONFIG": config}
    return subprocess.run(argv, env=environ, capture_output=True, text=True, timeout=60, check=False).stdout


def test_htcondors_own_defaults_and_files_are_without_an_error_or_a_warning(htcondor: HTCondor, tmp_path: Path) -> None:
    dumped = told(htcondor, tmp_path, "condor_config_val", "-dump", "-subsystem", "NEGOTIATOR")
    assert len(dumped.splitlines()) > 1000
    names = told(htcondor, tmp_path, "sh", "-c", "ls /etc/condor/condor_config /etc/condor/config.d/*").split()
    assert names
    for text in (dumped, *(told(htcondor, tmp_path, "cat", name) for name in names)):
        assert [each for each in checked(tmp_path, text) if each.level is not Level.NOTE] == []


DUMPED = """\
LOCAL_DIR = /tmp
LOCAL_CONFIG_DIR = /pool/config.d
GROUP_NAMES = a
GROUP_QUOTA_a = 10
NEGOTIATOR.GROUP_AUTOREGROUP_a = true
NEGOTIATOR_POST_JOB_RANK @=end
(Cpus > 4) *
  $(GROUP_QUOTA_a)
@end
PREEMPTION_RANK = $(NEGOTIATOR_POST_JOB_RANK) - 1
"""
FORMS = ("-dump", "-summary", "-dump -expand", "-dump -verbose", "-dump -verbose -expand")


@pytest.mark.parametrize("form", FORMS)
def test_what_condor_config_val_prints_is_read_as_the_files_are(form: str, htcondor: HTCondor, tmp_path: Path) -> None:
    config_d = tmp_path / "config.d"
    config_d.mkdir()
    (config_d / "10-more").write_text("GROUP_NAMES = $(GROUP_NAMES), b\n")
    root = tmp_path / "condor_config"
    root.write_text(DUMPED.replace("/pool/", f"{tmp_path}/"))
    files = read(root, environ={})
    inside = htcondor.inside(tmp_path)
    root.write_text(DUMPED.replace("/pool", str(inside)))
    printed = told(htcondor, tmp_path, "condor_config_val", *form.split(), config=f"{inside}/condor_config")
    (tmp_path / "dump").write_text(printed)
    dump = read(tmp_path / "dump", environ={})
    assert dump.warnings == ()
    for name in set(files.names()) - {"LOCAL_CONFIG_DIR"}:
        assert (dump.text(name) or "").split() == (files.text(name) or "").split()


@pytest.mark.parametrize("category", CATEGORIES)
def test_the_templates_are_those_of_htcondor(category: str, htcondor: HTCondor, tmp_path: Path) -> None:
    first, *names = told(htcondor, tmp_path, "condor_config_val", "use", category.upper()).split("\n")
    assert first.startswith(f"use {category.upper()} accepts")
    assert sorted(name.strip().lower() for name in names if name.strip()) == sorted(template_names(category))


@dataclass(frozen=True)
class Kind:
    """A daemon, its log, and what stands there once it is up."""

    program: str
    log: str
    up: str


SCHEDD = Kind("schedd", "SchedLog", "Sent HEART BEAT ad")
DEFRAG = Kind("/usr/libexec/condor/condor_defrag", "DefragLog", "Drained 0 machines")
UNREADABLE = sorted(
    code
    for code, page in pages().items()
    if code.startswith("config-") and page.fails.keys() == {"condor_config"} and "No daemon starts" in page.why
)


@pytest.fixture(scope="module")
def daemons(htcondor: HTCondor, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemons]:
    """A collector, for one daemon after the other."""
    running = Daemons(htcondor, tmp_path_factory.mktemp("daemons"))
    running.collect("")
    yield running
    running.end()


def end_of(daemons: Daemons, kind: Kind, knobs: str) -> int | None:
    """The exit status of a daemon that is given some configuration; None if it comes up."""
    (daemons.folder / "knobs").write_text(f"{knobs}\n")
    log = daemons.folder / "log" / kind.log
    log.unlink(missing_ok=True)
    process = daemons.start(kind.program)
    try:
        until(lambda: process.poll() is not None or kind.up in daemons.said(kind.log), "the daemon ends or comes up")
        if process.poll() is None:
            # What is read last is read just after that.
            time.sleep(0.5)
        return process.poll()
    finally:
        daemons.stop(process, signal.SIGKILL)


@pytest.mark.parametrize("line", STOPS_SCHEDD)
def test_a_real_schedd_stops_at_it(line: str, daemons: Daemons) -> None:
    assert end_of(daemons, SCHEDD, line) == STOPPED


@pytest.mark.parametrize("line", PASSES_SCHEDD)
def test_a_real_schedd_goes_on_with_it(line: str, daemons: Daemons) -> None:
    assert end_of(daemons, SCHEDD, line) is None


@pytest.mark.parametrize("line", STOPS_DEFRAG)
def test_a_real_condor_defrag_stops_at_it(line: str, daemons: Daemons) -> None:
    assert end_of(daemons, DEFRAG, DRAINS + line) == STOPPED


@pytest.mark.parametrize("code", UNREADABLE)
def test_no_daemon_reads_a_configuration_that_check_calls_unreadable(code: str, daemons: Daemons) -> None:
    for kind in (SCHEDD, DEFRAG):
        assert end_of(daemons, kind, DRAINS + pages()[code].fails["condor_config"]) not in (None, 0)
        if code != "config-local-config-missing":  # here the example is itself one of the local files
            assert end_of(daemons, kind, DRAINS + pages()[code].passes["condor_config"]) is None
