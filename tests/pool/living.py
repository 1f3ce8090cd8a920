"""A running pool that userprio talks to as an admin would: through HTCondor's tools on PATH, or its Python bindings."""

import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.pool.pool import Pool, running_pool
from tests.pool.root import PROGRAMS, HTCondor
from userprio.live.connecting import TOOLS

VIAS: Final = ("tools", "bindings")
_REPOSITORY: Final = Path(__file__).parents[2]
_CLIENT: Final = """
SEC_DEFAULT_AUTHENTICATION = OPTIONAL
SEC_DEFAULT_AUTHENTICATION_METHODS = CLAIMTOBE
SEC_CLIENT_AUTHENTICATION_METHODS = CLAIMTOBE
"""
"""What the bindings are configured with: they are outside of the pool's root, where files prove nothing."""

_TRIGGER: Final = """
import sys, htcondor2
found = htcondor2.Collector(sys.argv[1]).locate(htcondor2.DaemonType.Negotiator)
htcondor2.Schedd(found).reschedule()
"""
"""A schedd's reschedule, sent to the negotiator itself, begins a cycle; condor_reschedule comes to nothing in 25.14."""


@dataclass(frozen=True, slots=True)
class Living:
    """A pool, and the environment of an admin who looks at it."""

    pool: Pool
    environ: dict[str, str]

    def userprio(
        self, *words: str, via: str | None = None, pool: str | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run the command line on this pool, in a process of its own."""
        ways = () if via is None else ("--via", via)
        return self.userprio_of_files("--pool", pool or self.pool.address, *ways, *words)

    def userprio_of_files(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run the command line on whatever the words name."""
        argv = [sys.executable, "-m", "userprio", *words]
        return subprocess.run(argv, env=self.environ, capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def userprio_alone(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run the command line on files, without this pool."""
        argv = [sys.executable, "-m", "userprio", *words]
        return subprocess.run(argv, env=self.environ, capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def json(self, *words: str, via: str | None = None) -> Any:
        """What a command says in JSON."""
        done = self.userprio(*words, "--format", "json", via=via)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def told(self, name: str, attribute: str) -> str:
        """What HTCondor's own tool says of a submitter now."""
        constraint = f'Name == "{name}"'
        options = ("-negotiator", "-allusers", "-constraint", constraint, "-af", attribute)
        return self.pool.run("condor_userprio", *options).strip()

    def cycle(self) -> None:
        """Have the negotiator that runs make another cycle, and wait until it has reported."""
        before = self.pool.said("NegotiatorLog").count(_REPORTED)
        argv = [sys.executable, "-c", _TRIGGER, self.pool.address]
        subprocess.run(argv, env=self.environ, check=True, timeout=60)
        deadline = time.monotonic() + 60
        while self.pool.said("NegotiatorLog").count(_REPORTED) == before:
            assert time.monotonic() < deadline, self.pool.said("NegotiatorLog")[-1000:]
            time.sleep(0.05)


_REPORTED: Final = "Done Updating collector with accounting information"


@contextmanager
def living(htcondor: HTCondor, knobs: str = "", *, stranger: bool = False) -> Iterator[Living]:
    """A running pool with tools on a PATH of its own, wherever HTCondor lives.

    They are run by the user whom the daemons belong to, or by a `stranger`, for whom knobs count.
    """
    with TemporaryDirectory(prefix="admin-") as scratch, running_pool(htcondor, knobs) as pool:
        yield Living(pool, _environ(htcondor, pool, Path(scratch), stranger))


def _environ(htcondor: HTCondor, pool: Pool, scratch: Path, stranger: bool) -> dict[str, str]:
    folder = scratch / "bin"
    folder.mkdir()
    config = htcondor.inside(pool.folder) / "condor_config"
    for tool in TOOLS:
        argv = shlex.join(htcondor.argv(pool.folder, [tool], submitting=stranger))
        wrapper = folder / tool
        wrapper.write_text(f'#!/bin/sh\nCONDOR_CONFIG={config} PATH={PROGRAMS} exec {argv} "$@"\n')
        wrapper.chmod(0o755)
    client = scratch / "client_config"
    client.write_text(_CLIENT)
    return {
        "PATH": f"{folder}:{os.environ.get('PATH', PROGRAMS)}",
        "PYTHONPATH": str(_REPOSITORY),
        "CONDOR_CONFIG": str(client),
        "HOME": str(scratch),
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
    }
