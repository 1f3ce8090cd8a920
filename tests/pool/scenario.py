"""A scenario: what stands in a pool before a cycle, and what happens before further ones. It can be kept as files."""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.pool.between import Step
from tests.pool.pool import Cluster
from tests.pool.slots import SlotKind, read_kinds, slot_address, slot_name


@dataclass(frozen=True, slots=True)
class Scenario:
    """Configuration, slots, jobs and memory of a pool."""

    name: str
    knobs: str = ""
    slots: Sequence[SlotKind] = ()
    clusters: Sequence[Cluster] = ()
    ledger: str | None = None
    """The log that the negotiator finds; `{now}`, `{now-3600}` and `{now+60}` stand for times, `{slot7}` for the name
    under which the seventh slot is remembered."""
    steps: Sequence[Step] = ()
    """What happens after the first cycle, before each further one of the same negotiator."""
    user_limit: int | None = None
    """MaxJobsRunning of the user who submits, in the last schedd that has jobs."""

    @property
    def schedds(self) -> int:
        """How many schedds the jobs are spread over."""
        later = (cluster for step in self.steps for cluster in step.clusters)
        return max((cluster.schedd for cluster in (*self.clusters, *later)), default=1)

    def ledger_at(self, now: int, network: str) -> bytes | None:
        """The ledger with its blanks filled in, `now` in seconds since the epoch, for a pool in that network."""
        if self.ledger is None:
            return None
        text = re.sub(r"\{now([+-]\d+)?\}", lambda found: str(now + int(found[1] or 0)), self.ledger)
        text = re.sub(r"\{slot(\d+)\}", lambda found: _resource(int(found[1]), network), text)
        return text.encode("utf-8", "surrogateescape")

    def write(self, folder: Path) -> None:
        """The scenario as files, which `read_scenario` reads."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "condor_config").write_text(self.knobs)
        blocks = (
            f"# repeat {kind.count}\n" + "".join(f"{name} = {text}\n" for name, text in kind.attributes.items())
            for kind in self.slots
        )
        (folder / "slots.ads").write_text("\n".join(blocks))
        jobs = [{slot: getattr(cluster, slot) for slot in Cluster.__slots__} for cluster in self.clusters]
        (folder / "jobs.json").write_text(json.dumps(jobs, indent=1))
        if self.ledger is not None:
            (folder / "ledger.log").write_text(self.ledger)
        if self.user_limit is not None:
            (folder / "user_limit").write_text(f"{self.user_limit}\n")
        if self.steps:
            (folder / "steps.json").write_text(json.dumps([asdict(step) for step in self.steps], indent=1))


def _resource(number: int, network: str) -> str:
    return f"{slot_name(number)}@{slot_address(number, network)}"


def read_scenario(folder: Path, name: str) -> Scenario:
    """The scenario in a folder; what is left out of a job is as usual."""
    jobs: list[dict[str, Any]] = json.loads((folder / "jobs.json").read_text())
    ledger, limit, steps = folder / "ledger.log", folder / "user_limit", folder / "steps.json"
    return Scenario(
        name,
        (folder / "condor_config").read_text(),
        read_kinds(folder / "slots.ads"),
        [Cluster(**job) for job in jobs],
        ledger.read_text() if ledger.exists() else None,
        [_step(step) for step in json.loads(steps.read_text())] if steps.exists() else (),
        int(limit.read_text()) if limit.exists() else None,
    )


def _step(written: dict[str, Any]) -> Step:
    slots = [SlotKind(**kind) for kind in written.get("slots", ())]
    return Step(**{**written, "slots": slots, "clusters": [Cluster(**job) for job in written.get("clusters", ())]})
