"""What happens in a pool between two cycles of its negotiator: jobs start and end, slots come and go, knobs change."""

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from tests.pool.negotiator_log import Decided
from tests.pool.pool import Cluster, Pool
from tests.pool.slots import SlotKind
from tests.pool.startds import Running, claim_requests, grant, refuse, remove_jobs, running, take_back
from userprio.classad import Ad, Evaluator, format_value

T = TypeVar("T")

_IDLE: Final = "1"
_NO_GROUP: Final = "<none>"


@dataclass(frozen=True, slots=True)
class Step:
    """What happens between two cycles. Whom it befalls is drawn with `seed` from what there is then."""

    seed: int = 0
    refused: float = 0.0
    """How many of the claims that schedds ask for are refused by their startds; for the others jobs run."""
    ended: float = 0.0
    """How many of the running jobs end, and give up their claims."""
    evicted: float = 0.0
    """How many of the running jobs lose their claims, and wait again."""
    removed: float = 0.0
    """How many of the waiting jobs are removed."""
    freed: float = 0.0
    """How many of the slots that were held from the beginning become free."""
    gone: float = 0.0
    """How many slots are no longer advertised, from which no job runs."""
    slots: Sequence[SlotKind] = ()
    """Slots that come."""
    clusters: Sequence[Cluster] = ()
    """Jobs that come."""
    knobs: str | None = None
    """The configuration from now on; None: it stays."""


class Between:
    """A pool whose slots begin as they were advertised, and change from cycle to cycle."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._slots: dict[str, Mapping[str, str]] = dict(pool.slots)
        """Each as it is without jobs of the pool's schedds."""
        self._groups: dict[tuple[str, str], str] = {}
        """The group in whose turn a job (submitter and cluster.proc) was matched last."""

    def live(self, step: Step, decided: Decided) -> None:
        """Let this happen after a cycle that was decided so; then the pool awaits the next one.

        Raises:
            PoolFailed: something does not come about.
        """
        rng, pool = random.Random(step.seed), self._pool
        self._start(step, rng, decided)
        there = running(pool)
        ended = _some(rng, there, step.ended)
        take_back(pool, ended, remove=True)
        take_back(pool, _some(rng, [one for one in there if one not in ended], step.evicted), remove=False)
        by_name = {schedd.name: schedd for schedd in pool.schedds}
        waiting = [(by_name[name], job) for (name, job), ad in pool.jobs().items() if ad.source("JobStatus") == _IDLE]
        remove_jobs(pool, _some(rng, waiting, step.removed))
        pool.submit(step.clusters)
        if step.knobs is not None:
            pool.reconfigure(step.knobs)
        self._change_slots(step, rng)
        self._look_anew()
        pool.settle()
        pool.flush_ledger()

    def _look_anew(self) -> None:
        """Have every schedd list anew which jobs may run, as it does when one of them gets a priority.

        Otherwise it goes on with the list of the cycle before for up to 20 minutes, as long as no job is submitted or
        goes back to waiting. Jobs that run by now stand in it still, and lengthen requests.
        """
        jobs = self._pool.jobs()
        for schedd in self._pool.schedds:
            theirs = [(job, ad) for (name, job), ad in jobs.items() if name == schedd.name]
            for job, ad in theirs[:1]:
                self._pool.run("condor_qedit", job, "JobPrio", ad.source("JobPrio") or "0", env=schedd.environ)

    def _start(self, step: Step, rng: random.Random, decided: Decided) -> None:
        """What was matched starts, unless the startd refuses; whoever is in its place has to go."""
        pool = self._pool
        self._groups |= _groups(decided)
        requests = claim_requests(pool, decided.count("match"))
        refused = _some(rng, requests, step.refused)
        granted = [request for request in requests if request not in refused]
        refuse(pool, refused)
        places = {pool.claims[request.claim] for request in granted} - {
            name for name, ad in self._slots.items() if "PartitionableSlot" in ad
        }
        held = _places(pool, running(pool), self._slots)
        take_back(pool, [one for place in sorted(places) for one in held.get(place, [])], remove=False)
        grant(pool, granted)
        for place in places & self._slots.keys():
            self._slots[place] = _freed(self._slots[place])

    def _change_slots(self, step: Step, rng: random.Random) -> None:
        pool = self._pool
        self._slots |= {name: pool.slots[name] for name in pool.advertise(step.slots)}
        held = _homes(pool, running(pool), self._slots)
        drawn = [name for name, ad in self._slots.items() if "RemoteUser" in ad and name not in held]
        for name in _some(rng, drawn, step.freed):
            self._slots[name] = _freed(self._slots[name])
        for name in _some(rng, [name for name in self._slots if name not in held], step.gone):
            del self._slots[name]
        jobs, evaluator = pool.jobs(), Evaluator(now=0)
        ads: list[Mapping[str, str]] = []
        for name, slot in self._slots.items():
            theirs = [(one, jobs[one.schedd.name, one.job]) for one in held.get(name, [])]
            if "PartitionableSlot" in slot:
                ads += self._cut(slot, theirs, evaluator)
            else:
                ads += [self._held(slot, *theirs[0], evaluator)] if theirs else [slot]
        pool.readvertise([dict(ad) for ad in ads])

    def _cut(
        self, slot: Mapping[str, str], jobs: Sequence[tuple[Running, Ad]], evaluator: Evaluator
    ) -> Iterable[Mapping[str, str]]:
        """A partitionable slot, less what its jobs took of it, and the dynamic slots that these run in."""
        left = {name: int(slot[name]) for name in ("Cpus", "Memory", "Disk")}
        whole = {name: text for name, text in slot.items() if not name.startswith(_OF_PARTITIONABLE)}
        host = slot["Name"].strip('"').partition("@")[2]
        parts = []
        for number, (one, job) in enumerate(jobs, 1):
            taken = {name: min(_whole(job, f"Request{name}", evaluator), left[name]) for name in left}
            left = {name: left[name] - taken[name] for name in left}
            part = {
                **whole,
                "Name": f'"slot1_{number}@{host}"',
                "SlotType": '"Dynamic"',
                "DynamicSlot": "true",
                **{name: str(amount) for name, amount in taken.items()},
            }
            parts.append(self._held(part, one, job, evaluator))
        return [{**slot, **{name: str(amount) for name, amount in left.items()}}, *parts]

    def _held(self, slot: Mapping[str, str], one: Running, job: Ad, evaluator: Evaluator) -> Mapping[str, str]:
        """A slot in which a job runs, as its startd advertises it (`Claim::publish`)."""
        user = str(evaluator.attribute("User", job))
        account = evaluator.attribute("AccountingGroup", job)
        submitter = f"{account}@{user.partition('@')[2]}" if isinstance(account, str) else user
        offered = Ad.lazy(slot.items())
        rank = evaluator.attribute("Rank", offered, job)
        limits = evaluator.attribute("ConcurrencyLimits", job, offered)
        shown = {
            "State": "Claimed",
            "Activity": "Busy",
            "RemoteScheddName": one.schedd.name,
            "RemoteUser": user,
            "RemoteOwner": user,
            "AccountingGroup": submitter,
            "JobId": one.job,
            "CurrentRank": float(rank) if isinstance(rank, int | float) else 0.0,
            "TotalJobRunTime": 50 * (1 + int(one.job.partition(".")[2]) % 5),
        }
        if isinstance(limits, str) and limits:
            shown["ConcurrencyLimits"] = limits
        group = self._groups.get((submitter, one.job))
        if group is not None:
            own = submitter.partition("@")[0].rpartition(".")[0] if group == _NO_GROUP else group
            shown |= {"RemoteNegotiatingGroup": group, "RemoteGroup": own or _NO_GROUP}
        return {
            **_freed(slot),
            **({"RemoteAutoregroup": "false"} if group is not None else {}),
            **{name: format_value(value) for name, value in shown.items()},
        }


_OF_PARTITIONABLE: Final = ("PartitionableSlot", "Consumption", "NumClaims", "MachineResources", "WantClaiming")
_OF_CLAIM: Final = re.compile(
    "State|Activity|Remote.*|AccountingGroup|JobId|CurrentRank|TotalJobRunTime|Preempting.*|RetirementTimeRemaining"
    "|ConcurrencyLimits|MatchedConcurrencyLimits"
)


def _freed(slot: Mapping[str, str]) -> Mapping[str, str]:
    """The slot without whoever held it."""
    kept = {name: text for name, text in slot.items() if not _OF_CLAIM.fullmatch(name)}
    return {**kept, "State": '"Unclaimed"', "Activity": '"Idle"', "CurrentRank": "0.0"}


def _whole(job: Ad, name: str, evaluator: Evaluator) -> int:
    amount = evaluator.attribute(name, job)
    return int(amount) if isinstance(amount, int | float) else 1


def _groups(decided: Decided) -> dict[tuple[str, str], str]:
    """In whose group's turn each job (submitter and cluster.proc) was matched."""
    found, group = {}, None
    for event in decided.events:
        if event["event"] == "begin_group":
            group = event["group"]
        elif event["event"] == "match" and group is not None:
            found[event["submitter"], f"{event['cluster']:.0f}.{event['proc']:.0f}"] = group
    return found


def _places(pool: Pool, jobs: Iterable[Running], slots: Mapping[str, object]) -> dict[str, list[Running]]:
    """The jobs by the slot that each runs in now, dynamic slots by the names under which they are advertised."""
    found: dict[str, list[Running]] = {}
    for home, theirs in _homes(pool, jobs, slots).items():
        ad = pool.slots.get(home, {})
        if "PartitionableSlot" not in ad:
            found[home] = theirs
        else:
            host = home.partition("@")[2]
            found |= {f"slot1_{number}@{host}": [one] for number, one in enumerate(theirs, 1)}
    return found


def _homes(pool: Pool, jobs: Iterable[Running], slots: Mapping[str, object]) -> dict[str, list[Running]]:
    """The jobs by the slot that each runs in, or from which its dynamic slot is cut."""
    found: dict[str, list[Running]] = {}
    for one in jobs:
        name = pool.claims[one.claim]
        home = name if name in slots else re.sub(r"^slot1_\d+@", "slot1@", name)
        found.setdefault(home, []).append(one)
    return found


def _some(rng: random.Random, what: Sequence[T], share: float) -> list[T]:
    """Each of them with that probability."""
    return [one for one in what if rng.random() < share]
