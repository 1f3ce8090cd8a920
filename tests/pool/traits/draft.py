"""A scenario in the making, which one trait after the other adds to."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.pool.between import Step
from tests.pool.daemons import DOMAIN
from tests.pool.pool import Cluster
from tests.pool.scenario import Scenario
from tests.pool.slots import SlotKind


@dataclass(slots=True)
class Draft:
    """What was drawn so far; all chance is that of `rng`, so that a seed means one scenario."""

    rng: random.Random
    config: dict[str, str] = field(default_factory=dict)
    slots: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    """How many, and what each advertises."""
    jobs: list[Cluster] = field(default_factory=list)
    customers: dict[str, dict[str, str]] = field(default_factory=dict)
    records: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    """Records of slots in the ledger."""
    groups: list[str] = field(default_factory=list)
    users: list[tuple[str, str | None]] = field(default_factory=list)
    """User and accounting group of each submitter."""
    steps: list[Step] = field(default_factory=list)
    """What happens after the first cycle, before each further one."""
    user_limit: int | None = None
    """MaxJobsRunning of the user who submits."""
    aged_s: int | None = None
    """Seconds since the ledger's priorities were last aged; None: there is no ledger."""

    def chance(self, probability: float) -> bool:
        """True as often as that."""
        return self.rng.random() < probability

    def name(self, user: tuple[str, str | None]) -> str:
        """The submitter of that user and group."""
        return f"{user[0]}@{DOMAIN}" if user[1] is None else f"{user[1]}.{user[0]}@{DOMAIN}"

    def somebody(self) -> str:
        """A submitter, rarely one that has no jobs."""
        return f"idle{self.rng.randrange(3)}@{DOMAIN}" if self.chance(0.08) else self.name(self.rng.choice(self.users))

    def submit(self, user: tuple[str, str | None], count: int, commands: dict[str, str | None]) -> None:
        """Add a cluster of that user's."""
        self.jobs.append(Cluster(user[0], count, user[1], commands))

    def finished(self, name: str) -> Scenario:
        """The scenario."""
        kinds = [SlotKind(count, ad) for count, ad in self.slots]
        ledger = None if self.aged_s is None else self._ledger(self.aged_s)
        return Scenario(name, as_file(self.config), kinds, self.jobs, ledger, self.steps, self.user_limit)

    def _ledger(self, aged_s: int) -> str:
        lines = ["107 1 CreationTimestamp {now-864000}", "101 Accountant. * *"]
        lines.append(f"103 Accountant. LastUpdateTime {{now-{aged_s}}}")
        named = [(f"Customer.{name}", record) for name, record in self.customers.items()]
        for key, record in [*named, *((f"Resource.{name}", record) for name, record in self.records)]:
            lines.append(f"101 {key} * *")
            lines += [f"103 {key} {name} {value}" for name, value in record.items()]
        return "\n".join(lines) + "\n"


def as_file(config: Mapping[str, str]) -> str:
    """A configuration as its file has it."""
    return "".join(f"{knob} = {value}\n" for knob, value in config.items())
