"""Long work as jobs of a real pool with a startd: userprio is run in HTCondor's root, by somebody who may submit."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import userprio
from tests.pool.daemons import Daemons
from tests.pool.root import PROGRAMS, SUBMITTER, HTCondor
from tests.test_executors import JOB

pytestmark = pytest.mark.pool

KNOBS = """
NUM_CPUS = 2
MEMORY = 8000
DISK = 100000000
START = True
RUNBENCHMARKS = False
STARTD_ENFORCE_DISK_LIMITS = False
BASE_CGROUP =
PER_JOB_NAMESPACES = False
MOUNT_UNDER_SCRATCH =
STARTER_ALLOW_RUNAS_OWNER = True
NEGOTIATOR_INTERVAL = 5
NEGOTIATOR_MIN_INTERVAL = 2
NEGOTIATOR_CYCLE_DELAY = 1
SCHEDD_INTERVAL = 3
SCHEDD_SEND_RESCHEDULE = True
UPDATE_INTERVAL = 5
"""
SITE = """\
environment = "PYTHONPATH={path} PYTHONDONTWRITEBYTECODE=1"
request_memory = 500MB
request_disk = 10MB
"""
BEGIN = 1_790_553_600
HISTORY = "".join(
    JOB.format(number=number + 1, owner=("ann", "ben")[number % 2], queued=at, started=at + 60, ended=at + 3060) + "\n"
    for number in range(24)
    for at in [BEGIN + number * 1800]
)
REPLAYED = (
    "--over replay --history /pool/jobs/history.ads --snapshot thirds --set NEGOTIATOR_INTERVAL=3600 --format json"
)
QUESTIONS = (
    "wait ann --snapshot thirds --futures 5 --for 3h --job-length 1h --no-remedies --format json",
    f"sweep setfactor:ann@lab=100..300/100 {REPLAYED}",
    f"aim --use ann@lab=2x:ben@lab --turn factors:* --steps 6 {REPLAYED}",
)
PACKAGES = ("click", "rich", "tomli-w", "platformdirs", "pcre2<0.8", "msgspec")


class Submitting:
    """A pool with a startd, and somebody who submits there."""

    def __init__(self, daemons: Daemons) -> None:
        self.daemons = daemons
        self.work = daemons.folder / "jobs"

    def argv(self, *words: str) -> list[str]:
        return self.daemons.htcondor.argv(self.daemons.folder, words, submitting=True)

    @property
    def environ(self) -> dict[str, str]:
        return {
            "PATH": PROGRAMS,
            "CONDOR_CONFIG": "/pool/condor_config",
            "PYTHONPATH": "/pool/site",
            "PYTHONDONTWRITEBYTECODE": "1",
            "HOME": "/pool/jobs",
            "LC_ALL": "C.UTF-8",
        }

    def asks(self, line: str, *words: str) -> "subprocess.Popen[str]":
        """userprio, at work."""
        argv = self.argv("python3", "-m", "userprio", "--config", "/dev/null", *line.split(), *words)
        return subprocess.Popen(
            argv, env=self.environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd="/"
        )

    def asked(self, line: str, *words: str) -> tuple[int, str, str]:
        """How userprio ended, and what it printed."""
        process = self.asks(line, *words)
        out, err = process.communicate(timeout=400)
        return process.returncode, out, err

    def folder(self, name: str, path: str = "/pool/site") -> str:
        """A folder for jobs, whose Python searches this path for modules, as it is named inside."""
        folder = self.work / name
        folder.mkdir(mode=0o700)
        (folder / "site.sub").write_text(SITE.format(path=path))
        for each in (folder, folder / "site.sub"):
            os.chown(each, SUBMITTER, SUBMITTER)
        return f"/pool/jobs/{name}"

    def submitted(self, name: str) -> int:
        """How many jobs were submitted from a folder."""
        log = self.work / name / "jobs.log"
        return len(re.findall(r"^000 ", log.read_text(), re.MULTILINE)) if log.exists() else 0


@pytest.fixture(scope="module")
def submitting(htcondor: HTCondor) -> Iterator[Submitting]:
    if htcondor.root is None or os.geteuid() != 0:
        pytest.skip("jobs are run as somebody else inside of a root of its own")
    with TemporaryDirectory(prefix="pool-") as name:
        folder = Path(name)
        said = subprocess.run(
            htcondor.argv(folder, ["python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]),
            env={"PATH": PROGRAMS}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if said.returncode:
            pytest.skip("there is no Python in HTCondor's root")
        site = folder / "site"
        of_it = ("--python-version", said.stdout.strip(), "--only-binary", ":all:", "--target", str(site))
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", *of_it, *PACKAGES], check=True)
        (site / "userprio").symlink_to("/pool/package")
        subprocess.run(["cp", "-r", str(Path(userprio.__file__).parent), str(folder / "package")], check=True)
        work = folder / "jobs"
        work.mkdir()
        (work / "history.ads").write_text(HISTORY)
        os.chown(work, SUBMITTER, SUBMITTER)
        subprocess.run(["chmod", "-R", "a+rX", str(folder)], check=True)
        daemons = Daemons(htcondor, folder)
        try:
            daemons.collect(KNOBS)
            for daemon in ("schedd", "negotiator", "startd"):
                daemons.start(daemon)
            daemons.until("Start", lambda: "slot1@" in daemons.attempt("condor_status", "-af", "Name").stdout)
            yield Submitting(daemons)
        finally:
            daemons.end()


def test_jobs_give_the_bytes_that_one_process_gives_and_are_not_run_twice(submitting: Submitting) -> None:
    place = submitting.folder("same")
    for line in QUESTIONS:
        here = submitting.asked(line)
        before = submitting.submitted("same")
        assert here[0] in (0, 1)
        assert submitting.asked(line, "--on", f"htcondor:{place}")[:2] == here[:2]
        after = submitting.submitted("same")
        assert after > before
        assert submitting.asked(line, "--on", f"htcondor:{place}")[:2] == here[:2]
        assert submitting.submitted("same") == after


def test_a_job_that_is_removed_is_submitted_again_and_changes_nothing(submitting: Submitting) -> None:
    place, line = submitting.folder("removed"), QUESTIONS[0]
    process = submitting.asks(line, "--on", f"htcondor:{place}")
    deadline = time.monotonic() + 120
    while not submitting.submitted("removed"):
        assert time.monotonic() < deadline
        time.sleep(0.2)
    log = (submitting.work / "removed" / "jobs.log").read_text()
    cluster = re.findall(r"^000 \((\d+)\.", log, re.MULTILINE)[0]
    submitting.daemons.run("condor_rm", f"{int(cluster)}.1")
    out, err = process.communicate(timeout=400)
    assert (process.returncode, out) == submitting.asked(line)[:2]
    assert f"job {int(cluster)}.1 of HTCondor was removed" in err
    assert "; it is submitted again" in err


def test_a_job_with_another_version_refuses_its_task(submitting: Submitting) -> None:
    old = submitting.daemons.folder / "old" / "userprio"
    old.mkdir(parents=True)
    (old / "__init__.py").write_text("__path__ = ['/pool/package']\n__version__ = '0.0.1'\n")
    subprocess.run(["chmod", "-R", "a+rX", str(old.parent)], check=True)
    place = submitting.folder("other", "/pool/old:/pool/site")
    status, out, err = submitting.asked(QUESTIONS[0], "--on", f"htcondor:{place}")
    assert (status, out) == (4, "")
    assert re.search(r"this is userprio \S+ on Python \S+, and a worker has 0\.0\.1 on Python ", err)
