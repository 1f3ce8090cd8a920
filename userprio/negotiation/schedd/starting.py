"""What a schedd lets start: START_VANILLA_UNIVERSE, and how many jobs its users may run at once.

Before that: the submitter and the schedd of a job.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.incremental import MemoizedMap
from userprio.base.versions import Behaviour
from userprio.classad import (
    Ad,
    AdValue,
    AttributeRef,
    Binary,
    Evaluator,
    Expr,
    Literal,
    Parenthesized,
    Value,
    as_number,
    flag_of,
    integer_of,
    is_plain,
    is_true,
    number_of,
    renamed,
    text_of,
)
from userprio.pool import UNMATCHED_UNIVERSES, Pool, Versions

IDLE = 1
VANILLA = 5
GRID = 9


def submitter_of(ad: Ad, evaluator: Evaluator) -> str:
    """The name that a schedd advertises for the submitter of a job: AccountingGroup or user, and the user's domain."""
    user = text_of(evaluator, ad, "User") or text_of(evaluator, ad, "Owner") or ""
    owner, at, domain = user.rpartition("@")
    if not at:
        owner, domain = user, ""
    group = text_of(evaluator, ad, "AccountingGroup")
    if not group:
        group = f"nice-user.{owner}" if flag_of(evaluator, ad, "NiceUser") else owner
    return f"{group}@{domain}" if at else group


def schedd_of(ad: Ad, evaluator: Evaluator) -> str | None:
    """The name of a job's schedd: the beginning of `GlobalJobId`, else `ScheddName`; None if it has neither."""
    global_id = text_of(evaluator, ad, "GlobalJobId")
    return global_id.partition("#")[0] if global_id else text_of(evaluator, ad, "ScheddName")


def schedd_of_all(global_ids: Sequence[str | None]) -> str | None:
    """The schedd name with which all of these `GlobalJobId`s begin; None if each has to be looked at to know."""
    first = global_ids[0]
    if first is None or None in global_ids or not is_plain(first):
        return None
    name, hashed, _ = first[1:].partition("#")
    if not hashed or not _beginning_with(name).fullmatch("\n".join(filter(None, global_ids))):
        return None
    return name


@lru_cache(maxsize=1 << 10)
def _beginning_with(name: str) -> re.Pattern[str]:
    """Matches lines of plain quoted strings that begin with a name and `#`."""
    return re.compile(rf'(?>(?:"{re.escape(name)}#[^"\\\n\0]*+"(?:\n|\Z))*)')


def user_of(ad: Ad, evaluator: Evaluator) -> str:
    """The user who owns a job, with the domain if its ad has `User`; accounting groups make no difference."""
    return text_of(evaluator, ad, "User") or text_of(evaluator, ad, "Owner") or ""


CONSTRAINT: Final = "ResourceRequestConstraint"
"""The attribute of a request that contains START_VANILLA_UNIVERSE, and to which its Requirements refer."""
_SIDES: Final = {"slot": "TARGET", "job": "MY"}
_SPARED: Final = UNMATCHED_UNIVERSES | {GRID}
"""Universes to which START_VANILLA_UNIVERSE does not apply (`UniverseUsesVanillaStartExpr`)."""
_LIMIT: Final = "MaxJobsRunning"
_MOST_JOBS: Final = 1 << 13
"""Largest number of jobs of which what was found out is kept for the next cycle."""
_IDLE, _RUNNING, _HELD = 1, frozenset({2, 6, 7}), 5
"""Values of JobStatus; a job that transfers its output or is suspended counts as running."""


class PassedOver(StrEnum):
    """Why a schedd passes over an idle job, although a request may count it."""

    START_VANILLA = "START_VANILLA_UNIVERSE"
    MAX_RUNNING = "MaxJobsRunning"


Standing = tuple[PassedOver | None, int | None, Ad]
"""Why a job is not offered, how many jobs a request that begins with it may count, and its ad as a request."""


class User(Struct, frozen=True):
    """A schedd's record of one of its users (`JobQueueUserRec`)."""

    name: str
    running: int = 0
    """Running jobs, suspended ones included."""
    idle: int = 0
    held: int = 0
    most: int | None = None
    """MaxJobsRunning of the record; None: any number."""

    @property
    def room(self) -> int | None:
        """How many more jobs may run; None if unlimited."""
        return None if self.most is None else self.most - self.running


UserKey = tuple[str | None, str]
"""Schedd and name of a user; the schedd is None in a record that applies to all schedds."""


class Users:
    """The users of all schedds, from their records, or from jobs if a record has no count."""

    def __init__(
        self,
        records: Sequence[Ad],
        jobs: Iterable[Ad],
        limited: Callable[[str | None], bool],
        keys: MemoizedMap[Ad, UserKey | None] | None = None,
    ) -> None:
        """`limited`: whether the schedd of a name respects MaxJobsRunning. `keys` caches whose records they are."""
        self._evaluator = Evaluator(now=0)
        self._jobs, self._limited = jobs, limited
        keys_of_records = (MemoizedMap[Ad, UserKey | None]() if keys is None else keys).of(records, self._key, int)
        self._records = {key: ad for key, ad in zip(keys_of_records, records, strict=True) if key is not None}
        self._known: dict[UserKey, User | None] = {}

    def _key(self, record: Ad) -> UserKey | None:
        name = text_of(self._evaluator, record, "User")
        return None if name is None else (text_of(self._evaluator, record, "ScheddName"), name)

    @classmethod
    def of_pool(cls, pool: Pool, versions: Versions, keys: MemoizedMap[Ad, UserKey | None] | None = None) -> "Users":
        """The users of a snapshot's schedds, each of which has its own version; `keys` as above."""

        @cache
        def schedds() -> Mapping[str | None, Behaviour]:
            evaluator = Evaluator(now=0)
            return {text_of(evaluator, ad, "ScheddName"): versions.of_schedd(ad) for ad in pool.submitters}

        def limited(schedd: str | None) -> bool:
            return schedds().get(schedd, versions.of_schedds).users_have_job_limits

        return cls(pool.users, pool.jobs, limited, keys)

    @cached_property
    def with_limits(self) -> frozenset[UserKey]:
        """Schedd and name of each user whose record has a MaxJobsRunning, whether or not the schedd applies it."""
        return frozenset(key for key, ad in self._records.items() if _LIMIT in ad)

    def may_be_limited(self, job: Ad) -> bool:
        """Whether the user of a job has a MaxJobsRunning, which the schedd need not apply."""
        if not self.with_limits:
            return False
        name = user_of(job, self._evaluator)
        return (None, name) in self.with_limits or (schedd_of(job, self._evaluator), name) in self.with_limits

    def are_known(self, schedd: str | None) -> bool:
        """Whether there is any user record of a schedd; it has one of each user who ever submitted a job to it."""
        return not self._schedds.isdisjoint((None, schedd))

    @cached_property
    def _schedds(self) -> frozenset[str | None]:
        return frozenset(schedd for schedd, _ in self._records)

    def room(self, job: Ad) -> int | None:
        """How many more jobs of a job's user may run; None if unlimited."""
        return self.of(job).room if self.with_limits else None

    def of(self, job: Ad) -> User:
        """The user whose job this is. A record without a schedd's name applies to all schedds."""
        name = user_of(job, self._evaluator)
        return self.named(name, job) or User(name)

    def named(self, name: str, job: Ad) -> User | None:
        """The user of this name at a job's schedd; None if there is no such user."""
        return self.known(name, schedd_of(job, self._evaluator))

    def known(self, name: str, schedd: str | None) -> User | None:
        """The user of this name at a schedd; None if there is no such user."""
        key = schedd, name
        if key not in self._known:
            self._known[key] = self._user(*key)
        return self._known[key]

    def _user(self, schedd: str | None, name: str) -> User | None:
        record = self._records.get((schedd, name)) or self._records.get((None, name))
        if record is None:
            return self._counted.get((schedd, name))
        most = number_of(self._evaluator, record, _LIMIT) if self._limited(schedd) else None
        if number_of(self._evaluator, record, "NumRunning") is None:
            user = self._counted.get((schedd, name)) or User(name)
        else:
            running, suspended, idle, held = (
                integer_of(self._evaluator, record, f"Num{state}") for state in ("Running", "Suspended", "Idle", "Held")
            )
            user = User(name, running + suspended, idle, held)
        return replace(user, most=None if most is None else int(most))

    @cached_property
    def _counted(self) -> Mapping[tuple[str | None, str], User]:
        """The users with their jobs counted from the queues."""
        states: dict[tuple[str | None, str], Counter[int]] = defaultdict(Counter)
        for job in self._jobs:
            if integer_of(self._evaluator, job, "JobUniverse", VANILLA) not in UNMATCHED_UNIVERSES:
                key = schedd_of(job, self._evaluator), user_of(job, self._evaluator)
                states[key][integer_of(self._evaluator, job, "JobStatus")] += 1
        return {
            key: User(key[1], sum(counts[state] for state in _RUNNING), counts[_IDLE], counts[_HELD])
            for key, counts in states.items()
        }


class Starting:
    """Decides what schedds start, both when they make requests and when they are given a slot.

    What it finds out about a job holds in later cycles too, unless that took a look at the present or at its user.
    """

    def __init__(self, start: Expr | None, users: Users, evaluator: Evaluator) -> None:
        self.users = users
        self._start, self._evaluator = start, evaluator
        self._looks_at_owner = mentions(start, "owner")
        self._constraints: dict[Ad, Expr | None] = {}
        self._asked: dict[Ad, Ad] = {}
        self._passing: set[Ad] = set()
        """The jobs of which these hold for this cycle only."""

    def turn_to(self, users: Users) -> None:
        """Begin another cycle, with these users."""
        self.users = users
        if len(self._constraints) > _MOST_JOBS:
            self._constraints.clear()
            self._asked.clear()
        for job in self._passing:
            self._constraints.pop(job, None)
            self._asked.pop(job, None)
        self._passing.clear()

    @property
    def chooses(self) -> bool:
        """Whether some jobs may not start in some slots."""
        return self._start is not None

    @property
    def goes_by_users(self) -> bool:
        """Whether it may matter whose a job is at which schedd."""
        return self._looks_at_owner or bool(self.users.with_limits)

    def goes_by_user_of(self, job: Ad) -> bool:
        """Whether what starts depends on how many other jobs of the user of this one there are now."""
        return self._looks_at_owner or self.users.may_be_limited(job)

    def standing(self, job: Ad) -> Standing:
        """`passes_over`, `most` and `asked` of a job."""
        return self.passes_over(job), self.most(job), self.asked(job)

    def passes_over(self, job: Ad) -> PassedOver | None:
        """Why a job is not offered, whatever the slot; None if it is (`scheduler_skipJob`, `jobCanNegotiate`)."""
        room = self.users.room(job)
        if room is not None and room <= 0:
            return PassedOver.MAX_RUNNING
        if self._start is None or integer_of(self._evaluator, job, "JobUniverse", VANILLA) in _SPARED:
            return None
        value = as_number(self._evaluator.evaluate(self._start, self._around(job)))
        # If it is neither true nor false, it depends on the slot.
        return None if value is None or value else PassedOver.START_VANILLA

    def most(self, job: Ad) -> int | None:
        """How many jobs a request that begins with this one may count; None: any number.

        `scheduler_getRequestConstraints`: MaxJobsRunning is ignored if START_VANILLA_UNIVERSE is set and does not
        depend on the slot.
        """
        if self._start is not None and self._constraint(job) is None:
            return None
        return self.users.room(job)

    def asked(self, job: Ad) -> Ad:
        """The ad of a job with what START_VANILLA_UNIVERSE requires of a slot added to its Requirements."""
        constraint = None if self._start is None else self._constraint(job)
        if constraint is None:
            return job
        known = self._asked.get(job)
        if known is None:
            own, asked = job.expr("Requirements"), AttributeRef(CONSTRAINT)
            while isinstance(own, Parenthesized):
                own = own.inner
            both = asked if own is None else Binary("&&", asked, Parenthesized(own))
            known = self._asked[job] = job.replace({CONSTRAINT: constraint, "Requirements": both})
        return known

    def may_start(self, job: Ad, slot: Callable[[], Ad], submitter: str | None = None) -> bool:
        """Whether a job may start in a slot that was given (`jobCanUseMatch`); undefined counts as no.

        For another job than the one asked for, `submitter` is given: then the schedd takes the user of that name, if
        there is one, for the owner (`FindRunnableJob`). With accounting groups there mostly is none.
        """
        if self._start is None:
            return True
        around = self._around(job, submitter).replace({"SLOT": AdValue(slot())})
        return is_true(self._evaluator.evaluate(self._start, around))

    @cached_property
    def mentioned(self) -> list[Ad]:
        """Ads that refer to everything that START_VANILLA_UNIVERSE may require of a slot."""
        return [] if self._start is None else [Ad({CONSTRAINT: renamed(self._start, _SIDES)})]

    def _constraint(self, job: Ad) -> Expr | None:
        """The expression, simplified as far as possible without a slot; None if that makes it a number or a boolean."""
        if job not in self._constraints:
            assert self._start is not None
            looks = self._evaluator.impure_reads
            left = self._evaluator.flatten(self._start, self._around(job)) or self._start
            inner = left
            while isinstance(inner, Parenthesized):
                inner = inner.inner
            settled = isinstance(inner, Literal) and isinstance(inner.value, int | float)
            self._constraints[job] = None if settled else renamed(left, _SIDES)
            # How many jobs its owner runs is different in the next cycle, though reading it is no look at the present.
            if self._evaluator.impure_reads != looks or self._looks_at_owner:
                self._passing.add(job)
        # Callers keep what they made of this only if there was no look, and a known answer causes none by itself.
        if job in self._passing:
            self._evaluator.look()
        return self._constraints[job]

    def _around(self, job: Ad, submitter: str | None = None) -> Ad:
        """The ad in which the expression is evaluated (`VanillaMatchAd`)."""
        if not self._looks_at_owner:
            return Ad({"JOB": AdValue(job)})
        user = self.users.of(job) if submitter is None else self.users.named(submitter, job)
        if user is None:
            return Ad({"JOB": AdValue(job)})
        owner: dict[str, Value] = {
            "Name": user.name,
            "JobsRunning": user.running,
            "JobsHeld": user.held,
            "JobsIdle": user.idle,
        }
        return Ad({"OWNER": AdValue(Ad(owner)), "JOB": AdValue(job)})


def asked_of_jobs(start: Expr | None) -> frozenset[str] | None:
    """The attributes of jobs, in lower case, that START_VANILLA_UNIVERSE refers to; None: it may refer to any.

    Those of the form `JOB.x` are significant (`MinimalSigAttrs` of the schedd).
    """
    names: set[str] = set()
    waiting = [] if start is None else [start]
    while waiting:
        node = waiting.pop()
        if _names(node, "job"):
            return None
        if isinstance(node, AttributeRef) and node.base is not None and _names(node.base, "job"):
            names.add(node.name.lower())
        else:
            waiting.extend(node.children)
    return frozenset(names)


def _names(node: Expr, name: str) -> bool:
    return isinstance(node, AttributeRef) and node.base is None and node.name.lower() == name


def mentions(start: Expr | None, name: str) -> bool:
    """Whether an expression refers to the ad of this name, given in lower case."""
    waiting = [] if start is None else [start]
    while waiting:
        node = waiting.pop()
        if _names(node, name):
            return True
        waiting.extend(node.children)
    return False
