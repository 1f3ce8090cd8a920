"""What a negotiator hears of schedds: submitter ads as old as the last update, and the records of their users."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from userprio.classad import Ad, Evaluator, Value, integer_of, text_of
from userprio.negotiation import finite
from userprio.negotiation.schedd import Job, User, UserKey, Users, schedd_of, user_of
from userprio.pool import Pool, Versions
from userprio.simulation.queues import WaitingJobs
from userprio.simulation.slots import Claim, Owner, SimulatedSlot

_COUNTED: Final = ("IdleJobs", "RunningJobs", "WeightedIdleJobs", "WeightedRunningJobs")

Counts = tuple[float, float, float, float]
"""Idle and running jobs, and their weights."""


class SubmitterAds:
    """The ads of all submitters, with what each schedd said in its last update."""

    def __init__(self, ads: Iterable[Ad], expected: Collection[Owner], now: int) -> None:
        """`expected` are submitters of jobs that come later; each gets an ad."""
        evaluator = Evaluator(now)
        self._ads = list(ads)
        self._owners = [
            (text_of(evaluator, ad, "Name") or "", text_of(evaluator, ad, "ScheddName")) for ad in self._ads
        ]
        addresses = {
            schedd: text_of(evaluator, ad, "ScheddIpAddr")
            for (_, schedd), ad in zip(self._owners, self._ads, strict=True)
        }
        advertised = len(self._ads)
        for name, schedd in sorted(set(expected).difference(self._owners), key=repr):
            self._ads.append(_advertised(name, schedd, addresses.get(schedd) or f"<{schedd}:9618>", now))
            self._owners.append((name, schedd))
        self._indices: dict[str | None, list[int]] = defaultdict(list)
        """Of the ads of each schedd."""
        for index, (_, schedd) in enumerate(self._owners):
            self._indices[schedd].append(index)
        self._jobs: dict[str | None, tuple[float, float]] = {}
        """See `_jobs_at`, as far as it was asked for since the last update."""
        self.schedds: dict[str, str] = {}
        """A schedd for each submitter."""
        for name, schedd in self._owners:
            if schedd is not None:
                self.schedds.setdefault(name, schedd)
        self._unseen: list[Counts] = []
        self._published: list[Counts] = []
        self._sent: dict[int, Ad] = {}
        """By index, the ads as a collector has them; those that a schedd sends anew are made when they are wanted."""
        self._all: tuple[Ad, ...] | None = None
        """All of them; None if one was sent anew."""
        self._sent_at: dict[str | None, float] = defaultdict(lambda: float(now))
        self._heard: dict[str | None, int] = {}
        """The second of the last update of each schedd that has sent one since the beginning."""
        self._heard_before: dict[str | None, int] = {}
        """The second of the last update of each schedd before the snapshot."""
        for (_, schedd), ad in zip(self._owners, self._ads[:advertised], strict=False):
            heard = integer_of(evaluator, ad, "LastHeardFrom")
            self._heard_before[schedd] = max(heard, self._heard_before.get(schedd, 0))

    def begin(self, claimed: Sequence[tuple[SimulatedSlot, Claim]], jobs: WaitingJobs, evaluator: Evaluator) -> None:
        """Compare the counts in the ads with the jobs and slots that are there: later ads keep the difference."""
        counts = self._counts(claimed, jobs, evaluator)
        for ad, counted in zip(self._ads, counts, strict=True):
            shown = [finite(evaluator.attribute(attribute, ad)) for attribute in _COUNTED]
            idle, running, *weights = (stated - known for stated, known in zip(shown, counted, strict=True))
            self._unseen.append((int(idle), int(running), weights[0], weights[1]))
        self._published = counts
        self._sent, self._all, self._jobs = {}, None, {}

    @property
    def unseen_idle(self) -> int:
        """Idle jobs that ads count and no job ad stands for."""
        return int(sum(max(idle, 0) for idle, _, _, _ in self._unseen))

    def ads(self) -> tuple[Ad, ...]:
        """The ads as a collector has them; the same object as long as no schedd has sent others."""
        if self._all is None:
            for number in range(len(self._ads)):
                if number not in self._sent:
                    self._sent[number] = self._ad(number)
            self._all = tuple(map(self._sent.__getitem__, range(len(self._ads))))
        return self._all

    def _ad(self, number: int) -> Ad:
        ad, heard = self._ads[number], self._heard.get(self._owners[number][1])
        counts = zip(_COUNTED, self._unseen[number], self._published[number], strict=True)
        now = {name: max(unseen + counted, 0) for name, unseen, counted in counts}
        if heard is not None:
            now["LastHeardFrom"] = heard
        return ad.replace({name: value for name, value in now.items() if name in ad})

    def heard(self, now: int) -> dict[str | None, int]:
        """The second of each schedd's last update before the snapshot; `now` for one without an ad in it."""
        return {schedd: self._heard_before.get(schedd, now) for _, schedd in self._owners}

    def idle_at(self, schedd: str | None) -> float:
        """How many idle jobs a schedd's last update showed."""
        return self._jobs_at(schedd)[0]

    def called(self, idle_only: bool) -> list[str | None]:
        """The schedds that a cycle calls: those whose last update showed jobs, with `idle_only` idle ones."""
        return [schedd for schedd in self._indices if any(self._jobs_at(schedd)[: 1 if idle_only else 2])]

    def _jobs_at(self, schedd: str | None) -> tuple[float, float]:
        """How many idle and running jobs a schedd's last update showed."""
        known = self._jobs.get(schedd)
        if known is None:
            shown = [(self._unseen[index], self._published[index]) for index in self._indices.get(schedd, ())]
            idle, running = (
                sum(max(unseen[column] + published[column], 0) for unseen, published in shown) for column in (0, 1)
            )
            self._jobs[schedd] = known = idle, running
        return known

    def sent_at(self, schedd: str | None) -> float:
        """When a schedd last sent its ads in the simulation; its beginning if it has not yet."""
        return self._sent_at[schedd]

    def sent(self) -> dict[str | None, float]:
        """The same of each schedd that has sent them or was asked about."""
        return dict(self._sent_at)

    def publish(
        self,
        claimed: Sequence[tuple[SimulatedSlot, Claim]],
        jobs: WaitingJobs,
        evaluator: Evaluator,
        now: float,
        schedd: str | None,
    ) -> None:
        """A schedd sends its ads with the present counts."""
        own = [(slot, claim) for slot, claim in claimed if claim.owner is None or claim.owner[1] in (schedd, None)]
        counts = self._counts(own, jobs, evaluator)
        for index in self._indices.get(schedd, ()):
            self._published[index] = counts[index]
            self._sent.pop(index, None)
        self._sent_at[schedd], self._heard[schedd], self._all = now, int(now), None
        self._jobs.pop(schedd, None)

    def _counts(
        self, claimed: Sequence[tuple[SimulatedSlot, Claim]], jobs: WaitingJobs, evaluator: Evaluator
    ) -> list[Counts]:
        """Idle and running jobs, and their weights, for each ad, as far as slots and jobs show them."""
        idle, weighted_idle = jobs.counts(), jobs.weights()
        running: dict[Owner, int] = defaultdict(int)
        weighted_running: dict[Owner, float] = defaultdict(float)
        for slot, claim in claimed:
            if claim.idle_until is not None:
                continue
            owner = claim.owner or (claim.submitter, None)
            running[owner] += 1
            weighted_running[owner] += slot.weighs(evaluator)
        # Jobs of a snapshot may lack their schedd: the first ad of that submitter counts them, and no second one.
        taken: set[Owner] = set()
        counts = []
        for name, schedd in self._owners:
            owners = [owner for owner in dict.fromkeys(((name, schedd), (name, None))) if owner not in taken]
            taken.update(owners)
            tallies = (idle, running, weighted_idle, weighted_running)
            jobs_idle, jobs_running, *weights = (sum(tally.get(owner, 0) for owner in owners) for tally in tallies)
            counts.append((jobs_idle, jobs_running, weights[0], weights[1]))
        return counts


def _advertised(name: str, schedd: str | None, address: str, now: int) -> Ad:
    """The ad of a submitter that has no jobs yet."""
    attributes: dict[str, Value] = {
        "MyType": "Submitter",
        "Name": name,
        "ScheddName": schedd or "",
        "ScheddIpAddr": address,
        "MyAddress": address,
        "SubmitterTag": "",
        "LastHeardFrom": now,
    }
    return Ad({**attributes, **dict.fromkeys(_COUNTED, 0)})


_RECORDED: Final = ("NumRunning", "NumSuspended", "NumIdle", "NumHeld")


class UserRecords:
    """The user records of schedds, brought up to the present; idle and held jobs keep the counts of the snapshot."""

    def __init__(self, pool: Pool, versions: Versions) -> None:
        self._users = Users.of_pool(pool, versions)
        self._evaluator = Evaluator(now=0)
        self._begun: Counter[UserKey] = Counter()
        """Jobs that have started, less those that are over, by schedd and user."""
        self._given = pool.users
        self._ads = list(pool.users)
        self._indices: dict[UserKey, list[int]] = defaultdict(list)
        for index, ad in enumerate(pool.users):
            name, schedd = (text_of(self._evaluator, ad, attribute) for attribute in ("User", "ScheddName"))
            if name is not None:
                self._indices[schedd, name].append(index)
        self._changed = set(self._indices)
        """Whose ads are to be brought up to date."""

    def began(self, job: Job) -> None:
        """A job starts."""
        self._count(job, 1)

    def ended(self, job: Job) -> None:
        """A run is over."""
        self._count(job, -1)

    def may_start(self, job: Job) -> bool:
        """Whether the user of a job may have one more running."""
        room = self._users.room(job.ad)
        return room is None or self._begun[self._key(job)] < room

    def ads(self) -> tuple[Ad, ...]:
        """The records as they are by now; of users of whom no job started or ended, the same objects as before."""
        for key in self._changed:
            for index in self._indices.get(key, ()):
                self._ads[index] = self._now(key, self._given[index])
        self._changed.clear()
        return tuple(self._ads)

    def _key(self, job: Job) -> UserKey:
        return schedd_of(job.ad, self._evaluator), user_of(job.ad, self._evaluator)

    def _count(self, job: Job, change: int) -> None:
        if self._given:
            key = self._key(job)
            self._begun[key] += change
            self._changed.add(key)

    def _now(self, key: UserKey, ad: Ad) -> Ad:
        schedd, name = key
        user = self._users.known(name, schedd) or User(name)
        counts = max(user.running + self._begun[key], 0), 0, user.idle, user.held
        return ad.replace(dict(zip(_RECORDED, counts, strict=True)))
