"""The users of schedds in a simulation: how many jobs each has running, which MaxJobsRunning limits."""

from collections import Counter, defaultdict
from typing import Final

from userprio.classad import Ad, Evaluator, text_of
from userprio.negotiation.schedd import Job, User, UserKey, Users, schedd_of, user_of
from userprio.pool import Pool, Versions

_COUNTED: Final = ("NumRunning", "NumSuspended", "NumIdle", "NumHeld")


class UserRecords:
    """The user records of schedds, brought up to the present; idle and held jobs keep the counts of the snapshot."""

    def __init__(self, pool: Pool, versions: Versions) -> None:
        self._users = Users.of_pool(pool, versions)
        self._evaluator = Evaluator(now=0)
        self._begun: Counter[UserKey] = Counter()
        """Jobs that have started, less those that are over, by schedd and user."""
        self._given = pool.users
        self._ads = list(pool.users)
        self._places: dict[UserKey, list[int]] = defaultdict(list)
        for place, ad in enumerate(pool.users):
            name, schedd = (text_of(self._evaluator, ad, attribute) for attribute in ("User", "ScheddName"))
            if name is not None:
                self._places[schedd, name].append(place)
        self._changed = set(self._places)
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
            for place in self._places.get(key, ()):
                self._ads[place] = self._now(key, self._given[place])
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
        return ad.replace(dict(zip(_COUNTED, counts, strict=True)))
