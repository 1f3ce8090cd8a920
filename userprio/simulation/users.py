"""The users of schedds in a simulation: how many jobs each has running, which MaxJobsRunning limits."""

from collections import Counter
from typing import Final

from userprio.classad import Ad, Evaluator, text_of
from userprio.pool import Pool, Versions
from userprio.schedd import Job, User, Users, schedd_of, user_of

_COUNTED: Final = ("NumRunning", "NumSuspended", "NumIdle", "NumHeld")


class UserRecords:
    """The user records of schedds, brought up to the present; idle and held jobs keep the counts of the snapshot."""

    def __init__(self, pool: Pool, versions: Versions) -> None:
        self._ads = pool.users
        self._users = Users.of_pool(pool, versions)
        self._evaluator = Evaluator(now=0)
        self._begun: Counter[tuple[str | None, str]] = Counter()
        """Jobs that have started, less those that are over, by schedd and user."""

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
        """The records as they are by now."""
        return tuple(map(self._now, self._ads))

    def _key(self, job: Job) -> tuple[str | None, str]:
        return schedd_of(job.ad, self._evaluator), user_of(job.ad, self._evaluator)

    def _count(self, job: Job, change: int) -> None:
        if self._ads:
            self._begun[self._key(job)] += change

    def _now(self, ad: Ad) -> Ad:
        name, schedd = (text_of(self._evaluator, ad, attribute) for attribute in ("User", "ScheddName"))
        if name is None:
            return ad
        user = self._users.known(name, schedd) or User(name)
        counts = max(user.running + self._begun[schedd, name], 0), 0, user.idle, user.held
        return ad.replace(dict(zip(_COUNTED, counts, strict=True)))
