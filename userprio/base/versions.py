"""Where versions of HTCondor behave differently, each behaviour by name, in one table.

Daemons of a pool may have different versions: the negotiator's decides some behaviours, each schedd's the others. What
is not in the table did not change from 23.0 to 25.14, as far as a cycle or a listing shows it.
"""

import re
import sys
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Final, NamedTuple, overload

from userprio.base.errors import BadInput
from userprio.base.records import Record


class Version(NamedTuple):
    """A version of HTCondor; versions compare by number, not by date of release."""

    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


OLDEST: Final = Version(23, 0, 0)
"""The oldest version whose behaviour is known."""
NEWEST: Final = Version(25, 14, 1)
"""The newest version whose behaviour is known; assumed where the version is unknown."""


def parse_version(text: str) -> Version:
    """A version written as `23.9.6`, or `23.10` for `23.10.0`.

    Raises:
        BadInput: it is not one.
    """
    match = re.fullmatch(r"(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?", text.strip())
    if match is None:
        raise BadInput(f"`{text}` is not a version of HTCondor", hint="Write it as 24.0.23")
    return Version(*(int(part or 0) for part in match.groups()))


def why_unknown(version: Version) -> str | None:
    """What keeps the behaviour of a version from being known, such as `newer than 25.14.1, the newest`; None: it is.

    Patch releases are taken not to change behaviour: 25.14.9 is as well known as 25.14.1.
    """
    if version > Version(*NEWEST[:2], sys.maxsize):
        return f"newer than {NEWEST}, the newest"
    return f"older than {OLDEST}, the oldest" if version < OLDEST else None


def advertised_version(text: object) -> Version | None:
    """The version in a `CondorVersion`, such as `$CondorVersion: 23.9.6 2026-07-12 $`; None if there is none."""
    match = re.search(r"CondorVersion: (\d{1,4}\.\d{1,4}\.\d{1,4})\b", text) if isinstance(text, str) else None
    return None if match is None else parse_version(match[1])


class DecidedBy(Enum):
    """The daemon or tool whose version decides a behaviour."""

    NEGOTIATOR = "negotiator"
    SCHEDD = "schedd"
    READER = "daemon that reads the expression"
    TOOL = "condor_userprio"
    SUBMIT = "condor_submit"


class Evidence(Enum):
    """How a behaviour is known."""

    RUN = "run"
    """Observed in pools of 23.9.6 and 25.14.1."""
    SOURCE = "source"
    """Taken from HTCondor's source."""


Span = tuple[Version, Version | None]
"""The first version, and the first one after the span; None: up to today."""


class Rule(Record):
    """A behaviour: in which versions it holds, and what it is."""

    decided_by: DecidedBy
    spans: tuple[Span, ...]
    meaning: str
    evidence: Evidence
    simulated: bool = True
    """Whether dry runs follow it; otherwise it is only documented."""
    name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.__dict__["name"] = name

    def holds(self, version: Version) -> bool:
        """Whether HTCondor of that version behaves so."""
        return any(first <= version and (end is None or version < end) for first, end in self.spans)

    @overload
    def __get__(self, behaviour: None, owner: type) -> "Rule": ...
    @overload
    def __get__(self, behaviour: "Behaviour", owner: type) -> bool: ...
    def __get__(self, behaviour: "Behaviour | None", owner: type) -> "Rule | bool":
        if behaviour is None:
            return self
        # Computed only once: an instance attribute takes precedence over a non-data descriptor.
        answer = self.holds(behaviour.version) is not (self.name in behaviour.unlike)
        behaviour.__dict__[self.name] = answer
        return answer


def _since(
    decided_by: DecidedBy, first: str, meaning: str, evidence: Evidence = Evidence.SOURCE, *, simulated: bool = True
) -> Rule:
    return Rule(decided_by, ((parse_version(first), None),), meaning, evidence, simulated)


def _only(decided_by: DecidedBy, spans: str, meaning: str) -> Rule:
    """A behaviour that came and went, `from-before` for each span, separated by spaces; not simulated."""
    ends = [span.split("-") for span in spans.split()]
    versions = tuple((parse_version(first), parse_version(end)) for first, end in ends)
    return Rule(decided_by, versions, meaning, Evidence.SOURCE, simulated=False)


_N, _S, _R, _T, _B = DecidedBy
_RUN: Final = Evidence.RUN


class Behaviour(Record):
    """The behaviour of one version of HTCondor: on an instance, each rule is true or false."""

    version: Version
    unlike: frozenset[str] = frozenset()
    """Names of rules in which it differs from its version, to show the effect of each on a cycle."""

    preempted_users_keep_usage = _since(
        _N, "25.10.1", "a slot that is preempted stays in its user's usage until the next cycle", _RUN
    )
    usage_is_recounted = _since(
        _N, "25.10.1", "a cycle begins by recounting usage from slot ads, not from the ledger's records", _RUN
    )
    unweighted_usage_grows = _only(
        _N, "25.10.1-25.14.1", "ResourcesUsed and the usage of groups grow by every claimed slot in each cycle"
    )
    stale_records_stay = _only(_N, "25.10.1-25.11.1", "records of slots that are gone stay in the ledger")
    each_claim_is_trimmed = _since(
        _N, "23.10.1", "without preemption, a claimed slot behind a claimed partitionable one is not a candidate", _RUN
    )
    few_significant_attributes = _since(
        _N, "25.5.1", "15 attributes of slots (KFlops, Offline, RemoteOwner, ...) make no autoclusters", _RUN
    )
    user_floor_is_published = _since(_N, "25.8.2", "slots show RemoteUserFloor to PREEMPTION_REQUIREMENTS")
    matchmaking_can_be_skipped = _since(_N, "25.11.0", "submitters with SkipMatchmaking take no part")
    slot_weight_can_be_forced = _since(_N, "25.5.1", "FORCE_NEGOTIATOR_SLOT_WEIGHT is read", _RUN)
    ceilings_can_be_leased = _since(_N, "25.11.0", "leases of ceilings run out")
    floors_and_factors_can_be_leased = _since(_N, "25.12.2", "leases of floors and factors run out")
    revaluated_slots_go_first = _only(
        _N,
        "23.10.1-24.0.0 24.0.1-24.0.2 24.1.1-24.2.0",
        "a matched slot with WantAdRevaluate moves to the front of the list, not to its end",
    )
    offline_match_ends_negotiator = _only(
        _N, "23.10.1-24.0.0 24.0.1-24.0.4 24.1.1-24.3.1", "a match with an offline slot crashes the negotiator"
    )
    domain_follows_last_at = _since(
        _N, "25.10.1", "the domain of a submitter begins after the last @ of its name", simulated=False
    )
    submitters_need_a_tag = _since(_N, "23.3.0", "submitters without SubmitterTag are left out")
    lists_split_at_tabs = _since(
        _N, "23.9.6", "names in lists such as GROUP_NAMES may be separated by tabs", simulated=False
    )

    schedd_caps_offers = _since(_S, "25.11.0", "a visit offers at most 20 jobs of a submitter", _RUN)
    refused_jobs_are_offered_again = _since(
        _S, "24.9.2", "asked for one job at a time, the schedd starts over with the first that still waits", _RUN
    )
    limits_by_slot_are_recycled = _since(
        _S, "24.7.3", "a claim that is left over also goes to jobs whose concurrency limits depend on the slot", _RUN
    )
    schedd_asks_for_cycles = _since(
        _S,
        "25.14.0",
        "a schedd asks for a cycle when the first of its jobs gets idle; before, tools did",
        simulated=False,
    )
    old_transforms_are_refused = _since(
        _S, "25.8.2", "JOB_TRANSFORM_ knobs in the old ClassAd syntax are refused", simulated=False
    )
    users_have_job_limits = _since(_S, "25.4.0", "MaxJobsRunning of a user record limits what is offered", _RUN)
    usage_attributes_are_insignificant = _since(
        _S, "25.5.1", "by default CpusUsage, DiskUsage, MemoryUsage, ... make no autoclusters"
    )
    long_names_are_offered = _since(_S, "24.9.2", "jobs of submitters with names of 100 or more characters are offered")

    elvis_binds_tightly = _since(_R, "23.10.1", "`A ?: B` binds tighter than arithmetic", _RUN)
    spaced_elvis_binds_tightly = _since(_R, "25.13.2", "`A ? : B` is the same as `A ?: B`", _RUN)
    number_suffixes_are_errors = _since(_R, "23.9.6", "`1K` is an error; before, it was 1024", _RUN)
    large_integers_are_zero = _since(
        _R, "23.3.0", "integers beyond 64 bits are 0; before, they were the largest integer", _RUN
    )
    version_functions_in_any_case = _since(_R, "25.13.2", "versionGT() and the like are found in any case", _RUN)

    leading_records_see_their_ad = _since(
        _N, "23.10.1", "a record at the beginning of an attribute, as `[ a = Cpus ].a`, sees the ad around it", _RUN
    )
    circles_are_undefined = _since(
        _R, "25.13.2", "an attribute that refers to itself is undefined there; before, its whole expression fails", _RUN
    )

    knobs_are_appended_to = _since(
        _R, "25.11.0", "`NAME += x` and `NAME +,= x` append to the value; before, they replaced it", _RUN
    )
    basename_takes_ending = _since(_R, "24.12.4", "$BASENAME(path, ending) drops the ending", _RUN)

    floors_are_listed = _since(_T, "23.10.1", "listings have a column for floors", _RUN)
    records_are_asked_for = _since(
        _T, "25.10.1", "-allusers asks for an ad of each record, not for one ad with numbered attributes", _RUN
    )
    named_users_are_always_listed = _since(
        _T, "25.10.1", "users asked for by name are listed, however long ago their last use"
    )
    constraints_count_always = _since(
        _T, "25.14.0", "-constraint counts for every listing; before, not for all", simulated=False
    )
    ceiling_leases_are_options = _since(_T, "25.11.0", "-duration and -cancelceilinglease are options", _RUN)
    other_leases_are_options = _since(_T, "25.12.2", "-cancelfloorlease and -cancelfactorlease are options", _RUN)
    at_least_is_spelt_right = _since(_T, "23.3.0", "-af without attribute says `at least one`, not `at last one`")

    items_may_be_a_table = _since(
        _B,
        "23.10.0",
        "queue (or iterate) takes tables; what a row of items lacks is empty, not as in the row before",
        _RUN,
    )
    queue_statement_is_optional = _since(
        _B, "24.0.0", "a submit description without queue, or with queue 0, makes a job; failed macros are empty", _RUN
    )
    requests_may_grow = _since(
        _B, "25.2.0", "request_memory and request_disk take lists; sizes of files are rounded up", _RUN
    )
    requirements_are_not_circular = _since(_B, "25.8.0", "requirements that refer to themselves are refused", _RUN)
    newer_slots_check_disk = _since(_B, "25.12.0", "Requirements leave the disk to slots of 25.12 and newer", _RUN)
    queue_statement_is_last = _since(_B, "25.14.0", "nothing may follow the queue statement", _RUN)


behaviour_of: Final = cache(Behaviour)
"""The behaviour of a version, the same object each time, so that rules are evaluated only once."""

LATEST: Final = Behaviour(NEWEST)
"""Assumed unless another version is asked for."""


def rules() -> Iterator[Rule]:
    """The whole table, in order."""
    return (rule for rule in vars(Behaviour).values() if isinstance(rule, Rule))


def changes(old: Version, new: Version) -> list[Rule]:
    """The rules that one of the versions follows and the other does not."""
    return [rule for rule in rules() if rule.holds(old) is not rule.holds(new)]
