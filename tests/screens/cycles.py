"""The cycles whose screens are compared, each with what is printed about it."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from tests.marks import sampled, slow, slow_sample
from tests.negotiation.builders import NOW, priorities
from tests.negotiation.random_pools import draw
from tests.negotiation.recorded import NAMES, recorded
from tests.report.pages import HEAD
from tests.report.written import csv_text, json_text
from tests.screens.printed import Table, coloured, csv_table, page_tables, table
from userprio import config
from userprio.analysis.explain import Explanation, explain_group, explain_submitter
from userprio.base.formats import EVERYTHING, View
from userprio.ledger import Ledger
from userprio.negotiation import Outcome, Reason, diagnosed
from userprio.pool import FIRST_CYCLE, Pool, examples, read_snapshot
from userprio.pool.scenario import ScenarioData
from userprio.pool.toml_file import read_toml_pool
from userprio.report import CycleRows, CycleTable, report_page

Document = dict[str, Any]

IN_FULL = View(whole=True)
"""As it is written to a file, with full names."""
BY_SUBMITTER = View(sort="submitter", whole=True)

_MANY = 40
_ORDER = {str(reason): place for place, reason in enumerate(Reason)}


def drawn_pool(seed: int) -> ScenarioData:
    """A random pool with groups, partitionable slots, preemption and limits, and brakes of its schedds."""
    random, small = Random(seed), draw(seed)
    knobs = {
        "CLAIM_PARTITIONABLE_LEFTOVERS": str(random.random() < 0.8),
        "MAX_CONCURRENT_UPLOADS_PER_USER": str(random.choice((0, 4, 20))),
        "MAX_JOBS_RUNNING": str(random.choice((5, 20, 1000))),
    }
    if random.random() < 0.3:
        knobs["PREEMPTION_REQUIREMENTS"] = random.choice(("True", "False", "RemoteUserPrio > SubmitterUserPrio"))
    if random.random() < 0.2:
        knobs["NEGOTIATOR_DEPTH_FIRST"] = "True"
    waiting = tuple(job.ad for one in small.submitters for job in one.jobs)
    ledger = priorities(small.priorities, Floor=small.floors, Ceiling=small.ceilings)
    pool = Pool(tuple(small.slots), tuple(small.ads), waiting, small.users)
    previous = FIRST_CYCLE if small.first_cycle else None
    return ScenarioData(pool, ledger, small.config.with_overrides(knobs), NOW, previous)


def shipped_pool(folder: Path) -> ScenarioData:
    if (folder / "pool.toml").exists():
        written = read_toml_pool(folder / "pool.toml", NOW)
        settings = config.read(None, environ={}, overrides=written.config)
        return ScenarioData(written.pool, Ledger.empty(), settings, NOW)
    settings = config.read(folder / "condor_config", environ={})
    return ScenarioData(read_snapshot(folder), Ledger.read(folder / "Accountantnew.log"), settings, NOW)


def scenario_of(name: str) -> ScenarioData:
    """That of a kind of pools and its name or number."""
    kind, _, which = name.partition(" ")
    sources: dict[str, Callable[[], ScenarioData]] = {
        "shipped": lambda: shipped_pool(examples.find(which).folder),
        "recorded": lambda: recorded(which).scenario,
        "drawn": lambda: drawn_pool(int(which)),
    }
    return sources[kind]()


SHIPPED = [f"shipped {example.name}" for example in examples.shipped()]
RECORDED = [f"recorded {name}" for name in NAMES]
DRAWN = [f"drawn {seed}" for seed in range(300)]
PLAIN = [
    *("shipped physics", "shipped fairshare"),
    *("recorded preempt-by-priority", "recorded autoregroup", "recorded floors-and-ceilings"),
    *("drawn 7", "drawn 17", "drawn 29", "drawn 30"),
]
"""One or two of each kind."""
CYCLES = [
    *PLAIN,
    *slow(name for name in (*SHIPPED, *RECORDED) if name not in PLAIN),
    *slow_sample([name for name in DRAWN if name not in PLAIN]),
]


def ranked(reasons: Counter[str]) -> list[tuple[str, int]]:
    """Reasons with their jobs: most jobs first, of equals the first in the list of reasons."""
    return sorted(reasons.items(), key=lambda each: (-each[1], _ORDER[each[0]]))


class Cycle:
    """A cycle, and whatever is printed about it, each screen drawn when it is first looked at."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.scenario = scenario_of(name)
        self.outcome: Outcome = diagnosed(self.scenario)
        self._explained: dict[str, Explanation] = {}
        self._screens: dict[str, str] = {}

    # -- of the cycle ----------------------------------------------------------------------------------------------

    @cached_property
    def document(self) -> Document:
        """What `negotiate --format json` writes."""
        written: Document = json.loads(json_text(self.outcome))
        return written

    @cached_property
    def waiting(self) -> dict[str, Counter[str]]:
        """How many jobs wait for which reason, by submitter, as the document lists them."""
        return _counted(self.document["waiting"], lambda each: str(each["submitter"]))

    @cached_property
    def waiting_at(self) -> dict[tuple[str, str | None], Counter[str]]:
        """The same by submitter and schedd."""
        return _counted(self.document["waiting"], lambda each: (each["submitter"], each["schedd"]))

    @cached_property
    def submitters(self) -> dict[str, Document]:
        """The document's submitters by name."""
        return {each["name"]: each for each in self.document["submitters"]}

    @cached_property
    def screen(self) -> str:
        """`negotiate`, written in full."""
        return coloured(self.outcome, IN_FULL)

    @cached_property
    def terminal(self) -> str:
        """`negotiate` on a terminal, with submitters below the titles of their groups."""
        return coloured(self.outcome, EVERYTHING)

    @cached_property
    def visits(self) -> str:
        """`negotiate --rows visits`, written in full."""
        return coloured(self.rows(CycleRows.VISITS), IN_FULL)

    @cached_property
    def visits_on_a_terminal(self) -> str:
        """The same on a terminal, below the titles of their turns."""
        return coloured(self.rows(CycleRows.VISITS), EVERYTHING)

    @cached_property
    def below_titles(self) -> list[str]:
        """The submitters in the order of a terminal: group by group, each where the first of its members is."""
        groups = list(dict.fromkeys(each["group"] for each in self.submitters.values()))
        return sorted(self.submitters, key=lambda name: groups.index(self.submitters[name]["group"]))

    @cached_property
    def by_submitter(self) -> str:
        """`negotiate --sort submitter`."""
        return coloured(self.outcome, BY_SUBMITTER)

    def rows(self, rows: CycleRows) -> CycleTable:
        return CycleTable(self.outcome, rows)

    def table_of(self, rows: CycleRows, columns: tuple[str, ...] = ()) -> Table | None:
        """The table of `negotiate --rows`."""
        return table(coloured(self.rows(rows), View(whole=True, columns=columns)), "")

    def csv_of(self, rows: CycleRows) -> list[dict[str, str]]:
        """`negotiate --rows … --format csv`."""
        return csv_table(csv_text(self.rows(rows)))

    @cached_property
    def html(self) -> str:
        """What `report` writes."""
        return report_page(self.outcome, HEAD)

    @cached_property
    def page(self) -> dict[str, Table]:
        """Its tables by name."""
        return page_tables(self.html)

    # -- of one submitter or group ---------------------------------------------------------------------------------

    @cached_property
    def asked_about(self) -> frozenset[str]:
        """About whom `explain` is asked, which runs the cycle anew: of very many, those that `SAMPLE` chooses."""
        names = [*dict.fromkeys((*self.submitters, *self.waiting))]
        return frozenset(names if len(names) <= _MANY else sampled(names))

    def explained(self, name: str) -> Explanation:
        if name not in self._explained:
            self._explained[name] = explain_submitter(self.scenario, name)
        return self._explained[name]

    def explain(self, name: str) -> str:
        """`explain NAME`."""
        if name not in self._screens:
            self._screens[name] = coloured(self.explained(name), EVERYTHING)
        return self._screens[name]

    def explain_json(self, name: str) -> Document:
        """`explain NAME --format json`."""
        written: Document = json.loads(json_text(self.explained(name)))
        return written

    @cached_property
    def groups_explained(self) -> dict[str, Explanation]:
        """`explain --group` of those with submitters in the cycle."""
        names = dict.fromkeys(each["group"] for each in self.submitters.values() if each["group"] is not None)
        return {name: explain_group(self.scenario, name) for name in names}

    @property
    def groups(self) -> dict[str, Document]:
        """The document's groups by name."""
        return {each["name"]: each for each in self.document["groups"]}


def _counted(rows: list[Document], key: Callable[[Document], Any]) -> dict[Any, Counter[str]]:
    counts: defaultdict[Any, Counter[str]] = defaultdict(Counter)
    for each in rows:
        counts[key(each)][each["reason"]] += each["jobs"]
    return dict(counts)
