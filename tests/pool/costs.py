"""What a real negotiator's steps cost in time, measured: where `MEASURED` of `userprio/negotiation/clock.py` is from.

    python -m tests.pool.costs           some minutes

Each cycle does much of one step and little of the others, and what the others cost is taken off. Times are those of the
negotiator's log, with fractions of seconds, at its default level. At last comes a cycle of everything, by the log and
as estimated.
"""

import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from msgspec.structs import asdict

from tests.pool.pool import Cluster, running_pool
from tests.pool.root import HTCondor, find, version
from tests.pool.slots import SlotKind
from userprio import config
from userprio.ledger import Ledger
from userprio.negotiation import MEASURED, Costs, negotiate
from userprio.pool import ScenarioData, read_snapshot

_KNOBS: Final = """\
MAX_CONCURRENT_UPLOADS_PER_USER = 0
MAX_JOBS_RUNNING = 100000
NEGOTIATOR_DEBUG = D_MATCH, D_SUB_SECOND
"""
_QUIET: Final = "SCHEDD_DEBUG = D_ALWAYS\n"
_START: Final = "(TARGET.RequestCpus <= Cpus) && (TARGET.RequestMemory <= Memory) && (TARGET.RequestDisk <= Disk)"
_PAD: Final = {f"Attribute{number}": '"a value that nobody asks for"' for number in range(80)}
_STAMP: Final = re.compile(r"^\d\d/\d\d/\d\d (\d\d):(\d\d):(\d\d\.\d+) (.*)$", re.MULTILINE)
_BEGUN, _VISITING, _OVER = "Started Negotiation", "Starting prefetch round", "Finished Negotiation"
_UNTIL_IT_READ_ITS_KNOBS_S: Final = 4

_MANY, _FEW = 4000, 10
_REQUESTS, _VISITS, _MATCHES, _SCANS = 3000, 300, 500, 100
_EACH_ITS_OWN: Final = {"request_memory": "1$(Process)"}
_TOO_BIG: Final = {"request_memory": "9000$(Process)"}


@dataclass(frozen=True, slots=True)
class Times:
    """What one cycle took, in seconds by the clock."""

    before: float
    """From its start to the first submitter."""
    visits: float
    """From then on."""
    estimated: float
    """All of it, as `negotiate --real-time` has it."""


def timed(htcondor: HTCondor, slots: Sequence[SlotKind], clusters: Sequence[Cluster]) -> Times:
    """Run one cycle over these slots and jobs."""
    with running_pool(htcondor, _KNOBS) as pool, TemporaryDirectory() as scratch:
        pool.advertise(slots)
        pool.submit(clusters)
        pool.settle()
        pool.reconfigure(_KNOBS + _QUIET)
        for schedd in pool.schedds:
            schedd.reread()
        time.sleep(_UNTIL_IT_READ_ITS_KNOBS_S)
        folder = Path(scratch)
        pool.snapshot(folder)
        pool.negotiate()
        log = pool.said("NegotiatorLog")
        knobs = config.read(folder / "condor_config", environ={})
        outcome = negotiate(
            ScenarioData(read_snapshot(folder), Ledger.empty(), knobs, int(time.time())), costs=MEASURED
        )
    at: dict[str, float] = {}
    for hours, minutes, seconds, text in _STAMP.findall(log):
        for mark in (_BEGUN, _VISITING, _OVER):
            if mark in text:
                at.setdefault(mark, int(hours) * 3600 + int(minutes) * 60 + float(seconds))
    return Times(at[_VISITING] - at[_BEGUN], at[_OVER] - at[_VISITING], outcome.estimated_s or 0.0)


def measured(htcondor: HTCondor) -> Costs:
    """The cost of each step."""

    def cycle(slots: int, *clusters: Cluster) -> Times:
        ad = {"Cpus": "8", "Memory": "32000", "Start": _START, **_PAD}
        return timed(htcondor, [SlotKind(slots, ad)], clusters)

    nothing_fits = cycle(_MANY, Cluster("a", _SCANS, submit=_TOO_BIG))
    all_fit = cycle(_MANY, Cluster("a", _SCANS, submit=_EACH_ITS_OWN))
    slot_scanned = nothing_fits.visits / (_MANY * _SCANS)
    candidate = (all_fit.visits - nothing_fits.visits) / (_MANY * _SCANS)
    request = cycle(_FEW, Cluster("a", _REQUESTS, submit=_TOO_BIG)).visits / _REQUESTS - _FEW * slot_scanned
    visits = cycle(_FEW, *(Cluster(f"u{number}", 1, submit=_TOO_BIG) for number in range(_VISITS)))
    matches = cycle(_MANY, Cluster("a", _MATCHES))
    return Costs(
        slot_fetched=nothing_fits.before / _MANY,
        visit=visits.visits / _VISITS - request,
        request=request,
        slot_scanned=slot_scanned,
        candidate=candidate,
        match=(matches.visits - _MANY * (slot_scanned + candidate)) / _MATCHES,
    )


def of_everything(htcondor: HTCondor) -> Times:
    """A cycle as they are: slots of several sizes, users with some kinds of jobs each, of which not all fit."""
    slots = [
        SlotKind(1000, {"Cpus": str(cpus), "Memory": str(2000 * cpus), "Start": _START, **_PAD}) for cpus in (1, 4, 16)
    ]
    clusters = [
        Cluster(f"u{user}", 4, submit={"request_memory": str(100 + 650 * kind + user), "request_cpus": str(kind + 1)})
        for user in range(20)
        for kind in range(10)
    ]
    return timed(htcondor, slots, clusters)


def main() -> int:
    """Measure and print."""
    htcondor = find()
    print("HTCondor", version(htcondor), "in microseconds, and what the estimates take", flush=True)
    ours = asdict(MEASURED)
    for name, seconds in asdict(measured(htcondor)).items():
        print(f"{name:15}{seconds * 1e6:10.1f}{ours[name] * 1e6:10.1f}", flush=True)
    whole = of_everything(htcondor)
    print(f"a cycle of everything: {whole.before + whole.visits:.2f} s, estimated {whole.estimated:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
