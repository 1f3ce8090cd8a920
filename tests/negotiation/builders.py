"""Small pools in a few words, for examples whose numbers are worked out by hand."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from userprio import config
from userprio.classad import Ad, ChangeKind, Expr, Value
from userprio.ledger import Ledger
from userprio.negotiation import Outcome, negotiate
from userprio.pool import Pool
from userprio.pool.scenario import ScenarioData

NOW = 1_800_000_000
DOMAIN = "pool.test"


def slot(number: int, **attributes: str | float) -> Ad:
    """A slot of one core that takes any job; attributes as ClassAd text or numbers, strings in their own quotes."""
    given = {
        "Name": f'"slot1@exec{number}"',
        "StartdIpAddr": f'"<10.0.0.{number}:9618>"',
        "MyAddress": f'"<10.0.0.{number}:9618>"',
        "State": '"Unclaimed"',
        "Cpus": 1,
        "Memory": 2048,
        "SlotWeight": "Cpus",
        "Requirements": "TARGET.RequestCpus <= Cpus",
        "Rank": 0.0,
        "CurrentRank": 0.0,
        **attributes,
    }
    return Ad.lazy([(name, str(value)) for name, value in given.items()])


def free(count: int, first: int = 1, **attributes: str | float) -> list[Ad]:
    """So many slots that nobody holds."""
    return [slot(number, **attributes) for number in range(first, first + count)]


def held(user: str, count: int, first: int, **attributes: str | float) -> list[Ad]:
    """So many slots that run jobs of a user."""
    quoted = f'"{user}@{DOMAIN}"'
    return free(count, first, State='"Claimed"', RemoteUser=quoted, RemoteOwner=quoted, **attributes)


def change_kind(common: Mapping[str, Expr | Value | None], times: Iterable[str]) -> ChangeKind:
    """The kind of changes that set `common` to the same, and the `times` each to its own."""
    return _change_kind(repr(sorted(common.items())), frozenset(map(str.lower, times)))


@cache
def _change_kind(common: str, times: frozenset[str]) -> ChangeKind:
    return ChangeKind(times)


def submitter(name: str, idle: int, running: int = 0, heard: int = 0, **attributes: str | float) -> Ad:
    """A submitter ad; `heard` decides between equals, smaller first."""
    given = {
        "Name": f'"{name}@{DOMAIN}"',
        "ScheddName": '"ap1"',
        "ScheddIpAddr": '"<10.1.0.1:9618>"',
        "SubmitterTag": '""',
        "IdleJobs": idle,
        "RunningJobs": running,
        "WeightedIdleJobs": idle,
        "WeightedRunningJobs": running,
        "LastHeardFrom": heard,
        **attributes,
    }
    return Ad.lazy([(key, str(value)) for key, value in given.items()])


def jobs(name: str, count: int, cluster: int, schedd: str = "ap1", **attributes: str | float) -> list[Ad]:
    """Idle jobs of a user, alike, one cluster."""
    given = {
        "AccountingGroup": f'"{name}"',
        "User": f'"submit@{DOMAIN}"',
        "JobStatus": 1,
        "JobPrio": 0,
        "RequestCpus": 1,
        "RequestMemory": 100,
        "Requirements": "true",
        "Rank": 0.0,
        **attributes,
    }
    return [
        Ad.lazy(
            [
                *((key, str(value)) for key, value in given.items()),
                ("ClusterId", str(cluster)),
                ("ProcId", str(proc)),
                ("GlobalJobId", f'"{schedd}#{cluster}.{proc}#1"'),
            ]
        )
        for proc in range(count)
    ]


def priorities(effective: Mapping[str, float], **more: Mapping[str, float]) -> Ledger:
    """A ledger in which these users have these effective priorities: real priority 0.5, factor twice the number.

    `more` sets further attributes by name and user, as in `Floor={"bob": 5}`.
    """
    lines = [f"107 1 CreationTimestamp {NOW}", "101 Accountant. * *", f"103 Accountant. LastUpdateTime {NOW}"]
    for user, priority in effective.items():
        name = f"Customer.{user}@{DOMAIN}"
        lines += [f"101 {name} * *", f"103 {name} Priority 0.500000", f"103 {name} PriorityFactor {2 * priority:f}"]
        lines += [f"103 {name} {key} {values[user]}" for key, values in more.items() if user in values]
    return Ledger.of_bytes("".join(f"{line}\n" for line in lines).encode())


def configured(text: str = "") -> config.Config:
    """A configuration file's text, read; schedds offer any number of jobs unless it says otherwise."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "condor_config"
        path.write_text("MAX_CONCURRENT_UPLOADS_PER_USER = 0\n" + text)
        return config.read(path, environ={})


def cycle(
    slots: Iterable[Ad], submitters: Iterable[Ad], waiting: Iterable[Ad], ledger: Ledger | None = None, knobs: str = ""
) -> Outcome:
    """One cycle over all this."""
    return negotiate(scenario(slots, submitters, waiting, ledger, knobs))


def scenario(
    slots: Iterable[Ad], submitters: Iterable[Ad], waiting: Iterable[Ad], ledger: Ledger | None = None, knobs: str = ""
) -> ScenarioData:
    """All this at one moment."""
    pool = Pool(tuple(slots), tuple(submitters), tuple(waiting))
    return ScenarioData(pool, ledger or Ledger.empty(), configured(knobs), NOW)


def won(outcome: Outcome) -> dict[str, int]:
    """Matches by user, without the domain."""
    counts: dict[str, int] = {}
    for match in outcome.matches:
        user = match.submitter.partition("@")[0]
        counts[user] = counts.get(user, 0) + 1
    return counts


def told(outcome: Outcome, *fields: str) -> list[tuple[object, ...]]:
    """These fields of every visit, reals to six decimals, the user without the domain."""

    def plain(value: object) -> object:
        if isinstance(value, float):
            return round(value, 6)
        return value.partition("@")[0] if isinstance(value, str) and "@" in value else value

    return [tuple(plain(getattr(visit, field)) for field in fields) for visit in outcome.visits]
