"""A scenario in the making, which one trait after the other adds to."""

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

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
    """MaxJobsRunning of the user who submits, in the last schedd that has jobs."""
    careless: bool = False
    """Knobs and attributes are spelled now with small letters, now with capitals."""
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
        respelled = _respelled if self.careless else dict
        kinds = [SlotKind(count, respelled(ad)) for count, ad in self.slots]
        ledger = None if self.aged_s is None else self._ledger(self.aged_s)
        return Scenario(name, self.file_of(self.config), kinds, self.jobs, ledger, self.steps, self.user_limit)

    def file_of(self, config: Mapping[str, str]) -> str:
        """A configuration as its file has it."""
        names = [_SPELLINGS[number % 3](knob) if self.careless else knob for number, knob in enumerate(config)]
        return "".join(f"{knob} = {value}\n" for knob, value in zip(names, config.values(), strict=True))

    def _ledger(self, aged_s: int) -> str:
        lines = ["107 1 CreationTimestamp {now-864000}", "101 Accountant. * *"]
        lines.append(f"103 Accountant. LastUpdateTime {{now-{aged_s}}}")
        named = [(f"Customer.{name}", record) for name, record in self.customers.items()]
        for key, record in [*named, *((f"Resource.{name}", record) for name, record in self.records)]:
            lines.append(f"101 {key} * *")
            lines += [f"103 {key} {name} {value}" for name, value in record.items()]
        return "\n".join(lines) + "\n"


_SPELLINGS: Final = (str.lower, str.upper, str.title)
_EXPRESSIONS: Final = ("Requirements", "Start", "Rank", "SlotWeight")
_ATTRIBUTES: Final = re.compile(r"\b(?:MY|TARGET|START|(?:Request)?(?:Cpus|Memory|GPUs)|Color|AcctGroupUser)\b")


def _respelled(ad: Mapping[str, str]) -> dict[str, str]:
    """The same slot; the expressions in it spell the attributes that they refer to in other ways."""
    return {
        name: _ATTRIBUTES.sub(lambda found: _SPELLINGS[found.start() % 3](found[0]), text)
        if name in _EXPRESSIONS
        else text
        for name, text in ad.items()
    }
