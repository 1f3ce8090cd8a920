"""Situations made up to have one reason each: the promise, a small pool that keeps it, and what is to be said."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from tests.negotiation.builders import (
    DOMAIN,
    NOW,
    configured,
    free,
    held,
    jobs,
    priorities,
    slot,
    submitter,
)
from userprio.classad import Ad
from userprio.explain import Explanation, Reason, explain_everybody, explain_job, explain_submitter
from userprio.ledger import Ledger
from userprio.pool import Pool
from userprio.pool.scenario import Scenario


@dataclass(frozen=True)
class Situation:
    promise: str
    reason: Reason
    says: str
    """Part of the sentence."""
    slots: Sequence[Ad]
    submitters: Sequence[Ad]
    jobs: Sequence[Ad]
    ledger: Ledger | None = None
    knobs: str = ""
    who: str = "ann"
    job: str | None = None

    @property
    def pool(self) -> Pool:
        return Pool(tuple(self.slots), tuple(self.submitters), tuple(self.jobs))

    def explained(self) -> Explanation:
        cycle = Scenario(self.pool, self.ledger or Ledger.empty(), configured(self.knobs), NOW)
        if self.job is not None:
            return explain_job(cycle, self.job)
        return explain_submitter(cycle, f"{self.who}@{DOMAIN}")


ANN, BOB = submitter("ann", 5), submitter("bob", 5, heard=1)
ANNS, BOBS = jobs("ann", 5, 1), jobs("bob", 5, 2)
BIG = {"Cpus": 8, "Memory": 16000}
PARTITIONABLE = {"PartitionableSlot": "true", **BIG}
TWO_GROUPS = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 2\nGROUP_QUOTA_b = 4\n"
IN_A, IN_B = submitter("a.ann", 5), submitter("b.bob", 5, heard=1)
JOBS_A, JOBS_B = jobs("a.ann", 5, 1), jobs("b.bob", 5, 2)
TREE = "GROUP_NAMES = p, p.a, p.b\nGROUP_QUOTA_p = 4\nGROUP_QUOTA_p.a = 3\nGROUP_QUOTA_p.b = 3\n"
LICENCES = {"ConcurrencyLimits": '"lic"'}


def without(ad: Ad, *names: str) -> Ad:
    return ad.replace(dict.fromkeys(names))


SITUATIONS = [
    Situation("Whoever gets a slot for each job is satisfied", Reason.SATISFIED, "got 5 slots", free(6), [ANN], ANNS),
    # Taking part.
    Situation(
        "Whoever is only in the ledger has no jobs",
        Reason.NO_IDLE_JOBS,
        "no submitter ad",
        free(2),
        [BOB],
        BOBS,
        priorities({"ann": 500}),
    ),
    Situation(
        "Whoever has running jobs only asks for nothing",
        Reason.NO_IDLE_JOBS,
        "its 2 jobs run",
        [*held("ann", 2, 1), *free(2, 3)],
        [submitter("ann", 0, 2)],
        [],
    ),
    Situation("Jobs without a submitter ad are not seen", Reason.NOT_ADVERTISED, "5 idle jobs", free(6), [BOB], ANNS),
    Situation(
        "A submitter that the constraint leaves out is filtered",
        Reason.FILTERED,
        "NEGOTIATOR_SUBMITTER_CONSTRAINT",
        free(6),
        [ANN],
        ANNS,
        knobs=f'NEGOTIATOR_SUBMITTER_CONSTRAINT = Name != "ann@{DOMAIN}"',
    ),
    Situation(
        "An ad that says so is skipped",
        Reason.SKIPPED,
        "SkipMatchmaking",
        free(6),
        [submitter("ann", 5, SkipMatchmaking="true")],
        ANNS,
    ),
    Situation(
        "An ad without an address is dropped",
        Reason.UNUSABLE_AD,
        "ScheddIpAddr",
        free(6),
        [without(ANN, "ScheddIpAddr")],
        ANNS,
    ),
    Situation(
        "An ad that names no schedd is never asked",
        Reason.UNUSABLE_AD,
        "ScheddName",
        free(6),
        [without(ANN, "ScheddName")],
        ANNS,
    ),
    Situation(
        "An ad without a tag cannot be negotiated",
        Reason.UNUSABLE_AD,
        "SubmitterTag",
        free(6),
        [without(ANN, "SubmitterTag")],
        ANNS,
    ),
    Situation(
        "Idle jobs that the snapshot lacks cannot be offered", Reason.JOBS_MISSING, "5 idle jobs", free(6), [ANN], []
    ),
    Situation(
        "Nobody is satisfied of whose idle jobs the snapshot holds but some",
        Reason.JOBS_MISSING,
        "counts 5 idle jobs, the snapshot holds 2 of them",
        free(6),
        [ANN],
        ANNS[:2],
    ),
    Situation(
        "Jobs that do not meet the job constraint are not offered",
        Reason.JOB_CONSTRAINT,
        "NEGOTIATOR_JOB_CONSTRAINT",
        free(6),
        [ANN],
        ANNS,
        knobs="NEGOTIATOR_JOB_CONSTRAINT = RequestCpus > 1",
    ),
    Situation(
        "A held job waits for nobody but its owner",
        Reason.JOB_NOT_IDLE,
        "it is held",
        free(6),
        [ANN],
        [*ANNS, *jobs("ann", 1, 7, JobStatus=5)],
        job="7.0",
    ),
    Situation(
        "A job of the local universe needs no slot",
        Reason.JOB_NOT_IDLE,
        "universe 12",
        free(6),
        [ANN],
        [*ANNS, *jobs("ann", 1, 7, JobUniverse=12)],
        job="7.0",
    ),
    # Slots.
    Situation("An empty pool has no slots", Reason.NO_SLOTS, "sees no slot", [], [ANN], ANNS),
    Situation(
        "Slots that the constraint leaves out do not exist",
        Reason.NO_SLOTS,
        "sees no slot",
        free(3),
        [ANN],
        ANNS,
        knobs="NEGOTIATOR_SLOT_CONSTRAINT = Cpus > 4",
    ),
    Situation(
        "The clause of the job that no slot meets is named",
        Reason.REQUIREMENTS,
        "the job's `TARGET.Memory >= RequestMemory`; RequestMemory is 9000; without this clause 6 slots would match",
        free(6),
        [ANN],
        jobs("ann", 5, 1, RequestMemory=9000, Requirements="TARGET.Cpus >= 1 && TARGET.Memory >= RequestMemory"),
    ),
    Situation(
        "An attribute that no slot has is named",
        Reason.REQUIREMENTS,
        "no slot has HasGpu",
        free(6),
        [ANN],
        jobs("ann", 5, 1, Requirements="TARGET.HasGpu && TARGET.Cpus >= 1"),
    ),
    Situation(
        "The clause of the slots' START that refuses the job is named",
        Reason.REQUIREMENTS,
        "does not meet the slots' Start `TARGET.Nice =?= true`",
        free(6, Requirements="Start && TARGET.RequestCpus <= Cpus", Start="(TARGET.Nice =?= true) && (Cpus < 8)"),
        [ANN],
        ANNS,
    ),
    Situation(
        "Clauses that only together leave nothing are not blamed singly",
        Reason.REQUIREMENTS,
        "each clause of the Requirements leaves some of the 3 slots",
        [slot(1, A=1, B=0, C=0), slot(2, A=0, B=1, C=0), slot(3, A=0, B=0, C=1)],
        [ANN],
        jobs("ann", 5, 1, Requirements="TARGET.A == 1 && TARGET.B == 1 && TARGET.C == 1"),
    ),
    Situation(
        "Slots that speak another IP protocol are out of reach",
        Reason.UNREACHABLE,
        "no IP protocol",
        free(3, MyAddress='"<[2001:db8::1]:9618>"'),
        [ANN],
        ANNS,
    ),
    Situation(
        "A partitionable slot that another schedd claimed is out of reach",
        Reason.UNREACHABLE,
        "another schedd (ap9 1)",
        free(1, State='"Claimed"', RemoteScheddName='"ap9"', **PARTITIONABLE),
        [ANN],
        ANNS,
    ),
    Situation(
        "A match with an offline slot leaves the job idle",
        Reason.NO_CLAIM,
        "2 matches of it gave no claim",
        free(2, Offline="true"),
        [submitter("ann", 2)],
        jobs("ann", 2, 1),
    ),
    Situation(
        "Slots without an address have no claim to give",
        Reason.NO_CLAIM,
        "of 3 slots that fit, 3 have no claim to give",
        [without(one, "StartdIpAddr") for one in free(3)],
        [ANN],
        ANNS,
    ),
    Situation(
        "A match is turned down where its schedd may run no other job in the slot",
        Reason.NO_CLAIM,
        "its schedd turned down 1 match of its visit, having no job that may run there",
        free(3, Rank="TARGET.RequestCpus", CurrentRank=3.0),
        [submitter("ann", 2)],
        jobs("ann", 2, 1),
    ),
    # What knows nothing of fair share.
    Situation(
        "A schedd that may run no more jobs offers none",
        Reason.SCHEDD_FULL,
        "MAX_JOBS_RUNNING lets it: 2",
        free(6),
        [ANN],
        ANNS,
        knobs="MAX_JOBS_RUNNING = 2",
    ),
    Situation(
        "A concurrency limit is told with what is in use",
        Reason.CONCURRENCY_LIMIT,
        "limit lic allows 2, of which 2 are in use; the job asks for 1",
        free(6),
        [ANN],
        jobs("ann", 5, 1, **LICENCES),
        knobs="LIC_LIMIT = 2",
    ),
    Situation(
        "A concurrency limit that depends on the slot counts too",
        Reason.CONCURRENCY_LIMIT,
        "a concurrency limit that is used up",
        free(6),
        [ANN],
        jobs("ann", 5, 1, ConcurrencyLimits='ifThenElse(TARGET.Cpus > 0, "lic", "none")'),
        knobs="LIC_LIMIT = 2",
    ),
    # Groups.
    Situation(
        "A group without quota and surplus gets nothing",
        Reason.GROUP_ZERO,
        "the quota of c is 0, and it accepts no surplus",
        free(6),
        [submitter("c.ann", 5), IN_B],
        [*jobs("c.ann", 5, 1), *JOBS_B],
        knobs="GROUP_NAMES = b, c\nGROUP_QUOTA_b = 4\nGROUP_QUOTA_c = 0",
        who="c.ann",
    ),
    Situation(
        "Quotas that leave the users without a group nothing are told",
        Reason.GROUP_ZERO,
        "the quota of <none> is 0",
        free(6),
        [ANN, submitter("a.amy", 9, heard=1), submitter("b.bob", 9, heard=2)],
        [*ANNS, *jobs("a.amy", 9, 2), *jobs("b.bob", 9, 3)],
        knobs=TWO_GROUPS,
    ),
    Situation(
        "A group at its limit gets no more",
        Reason.GROUP_LIMIT,
        "group a has 2 in use, and its limit is 2",
        free(6),
        [IN_A],
        JOBS_A,
        knobs=TWO_GROUPS,
        who="a.ann",
    ),
    Situation(
        "Without preemption a group at its quota is left out",
        Reason.GROUP_LIMIT,
        "group a has 2 in use of the 2 allocated",
        [*held("a.ann", 2, 1), *free(4, 3)],
        [submitter("a.ann", 5, 2)],
        JOBS_A,
        knobs=TWO_GROUPS + "NEGOTIATOR_CONSIDER_PREEMPTION = False",
        who="a.ann",
    ),
    Situation(
        "A limit of half a slot is none",
        Reason.GROUP_FRACTION,
        "the limit of a is 0.5, and HTCondor drops the fraction",
        free(4),
        [IN_A],
        JOBS_A,
        knobs="GROUP_NAMES = a\nGROUP_QUOTA_a = 0.5",
        who="a.ann",
    ),
    Situation(
        "A parent that accepts no surplus caps its groups together",
        Reason.PARENT_LIMIT,
        "group p accepts no surplus, and of its quota 4 its groups have 4 in use",
        free(9),
        [submitter("p.a.amy", 5), submitter("p.b.bob", 5, heard=1)],
        [*jobs("p.a.amy", 5, 1), *jobs("p.b.bob", 5, 2)],
        knobs=TREE,
        who="p.b.bob",
    ),
    # The submitter.
    Situation(
        "A submitter at its ceiling gets no more",
        Reason.CEILING,
        "its ceiling is 2, and it has 2 in use",
        free(6),
        [ANN],
        ANNS,
        priorities({"ann": 500}, Ceiling={"ann": 2}),
    ),
    Situation(
        "A submitter that has its share gets no more",
        Reason.SUBMITTER_LIMIT,
        "its share, 50% of 6, comes to 3, and it has 3 in use",
        free(6),
        [ANN, BOB],
        [*ANNS, *BOBS],
    ),
    Situation(
        "A worse priority has a smaller share",
        Reason.SUBMITTER_LIMIT,
        "its share, 20% of 10, comes to 2, and it has 2 in use",
        free(10),
        [ANN, submitter("bob", 9, heard=1)],
        [*ANNS, *jobs("bob", 9, 2)],
        priorities({"ann": 2000, "bob": 500}),
    ),
    Situation(
        "Whoever came with more than its share waits for that, though others got the free slots before",
        Reason.SUBMITTER_LIMIT,
        "comes to 5, and it has 6 in use",
        [*held("ann", 6, 1), *free(4, 7)],
        [submitter("ann", 5, 6), BOB],
        [*ANNS, *BOBS],
    ),
    Situation(
        "Without preemption nobody is visited when all have their share",
        Reason.SUBMITTER_LIMIT,
        "nobody's share allows anything more",
        [*held("ann", 3, 1), *held("bob", 3, 4)],
        [submitter("ann", 5, 3), submitter("bob", 5, 3)],
        [*ANNS, *BOBS],
        knobs="NEGOTIATOR_CONSIDER_PREEMPTION = False",
    ),
    Situation(
        "Three users leave two of eight slots idle, each limit having two thirds of a slot left",
        Reason.LIMIT_BELOW_SLOT,
        "the 0.67 that is left is less than a slot, which weighs 1",
        free(8),
        [ANN, BOB, submitter("cat", 5, heard=2)],
        [*ANNS, *BOBS, *jobs("cat", 5, 3)],
    ),
    Situation(
        "What is left of a limit may be too little for a large slot",
        Reason.LIMIT_BELOW_SLOT,
        "the 4 that is left is less than a slot, which weighs 8",
        free(3, **BIG),
        [ANN, BOB],
        [*ANNS, *BOBS],
    ),
    # Slots in other hands, and the schedd.
    Situation(
        "Jobs behind others that nothing fits are not offered",
        Reason.BEHIND_UNMATCHABLE,
        "4 of them were jobs ahead of it that were refused (1.0 and its like)",
        free(6),
        [submitter("ann", 7)],
        [*jobs("ann", 4, 1, RequestMemory=9000, Requirements="TARGET.Memory >= RequestMemory"), *jobs("ann", 5, 2)],
        knobs="MAX_CONCURRENT_UPLOADS_PER_USER = 4",
    ),
    Situation(
        "Refused jobs use up what MAX_JOBS_RUNNING lets a schedd offer",
        Reason.BEHIND_UNMATCHABLE,
        "offers 4 jobs in a visit (MAX_JOBS_RUNNING), and 4 of them were jobs ahead of it",
        free(6),
        [submitter("ann", 9)],
        [*jobs("ann", 4, 1, RequestMemory=9000, Requirements="TARGET.Memory >= RequestMemory"), *jobs("ann", 5, 2)],
        knobs="MAX_JOBS_RUNNING = 4",
    ),
    Situation(
        "A schedd that offers a refused job again and again lets nothing behind it have its turn",
        Reason.BEHIND_UNMATCHABLE,
        "offered 1.0 again and again",
        free(6),
        [submitter("ann", 6)],
        [
            *jobs("ann", 1, 1, AutoClusterId=7, RequestMemory=9000, Requirements="TARGET.Memory >= RequestMemory"),
            *jobs("ann", 5, 2),
        ],
        knobs="NEGOTIATE_ALL_JOBS_IN_CLUSTER = True\nUSE_RESOURCE_REQUEST_COUNTS = False",
    ),
    Situation(
        "A schedd offers so many jobs and no more",
        Reason.OFFER_CAP,
        "offers 3 jobs in a visit (MAX_CONCURRENT_UPLOADS_PER_USER), and it got as many",
        free(6),
        [ANN],
        ANNS,
        knobs="MAX_CONCURRENT_UPLOADS_PER_USER = 3",
    ),
    Situation(
        "A schedd that is asked for single jobs reaches its cap sooner",
        Reason.OFFER_CAP,
        "asked for single jobs",
        free(6),
        [ANN],
        ANNS,
        knobs="MAX_CONCURRENT_UPLOADS_PER_USER = 4\nUSE_RESOURCE_REQUEST_COUNTS = False",
    ),
    Situation(
        "A slot taken to serve several jobs leaves the others waiting",
        Reason.PACKED,
        "NEGOTIATOR_DEPTH_FIRST",
        free(6, Cpus=2, Memory=4000),
        [submitter("ann", 2)],
        jobs("ann", 2, 1, Requirements="TARGET.Cpus == 2"),
        knobs="NEGOTIATOR_DEPTH_FIRST = True",
    ),
    Situation(
        "A list of candidates that ended at the limit may be used up",
        Reason.LIST_USED_UP,
        "the candidates listed for it were used up",
        free(8, Cpus=2),
        [ANN, BOB],
        [*ANNS, *BOBS],
        knobs="NEGOTIATOR_IGNORE_JOB_RANKS = True\nNEGOTIATOR_USE_SLOT_WEIGHTS = False",
    ),
    Situation(
        "Slots that others got before are told with their winners",
        Reason.SLOTS_TAKEN,
        f"of 2 slots that fit, 2 went to others before its turn: bob@{DOMAIN} 2",
        [*free(2, 1, Gpu="true"), *free(8, 3)],
        [ANN, submitter("bob", 2)],
        [
            *jobs("ann", 5, 1, Requirements="TARGET.Gpu =?= true"),
            *jobs("bob", 2, 2, Requirements="TARGET.Gpu =?= true"),
        ],
        priorities({"ann": 2000, "bob": 500}),
    ),
    Situation(
        "Without preemption claimed slots are not looked at",
        Reason.PREEMPTION_OFF,
        f"3 are claimed (bob@{DOMAIN} 3), and NEGOTIATOR_CONSIDER_PREEMPTION is False",
        [*held("bob", 3, 1), *free(3, 4, Requirements="false")],
        [ANN, submitter("bob", 0, 3)],
        ANNS,
        knobs="NEGOTIATOR_CONSIDER_PREEMPTION = False",
    ),
    Situation(
        "A job within its retirement time keeps its slot",
        Reason.RETIREMENT,
        "within their MaxJobRetirementTime",
        held("bob", 3, 1, RetirementTimeRemaining=600),
        [ANN, submitter("bob", 0, 3)],
        ANNS,
        knobs="PREEMPTION_REQUIREMENTS = True",
    ),
    Situation(
        "By default nobody is preempted by priority",
        Reason.PREEMPTION_REQUIREMENTS,
        f"3 are held by others (bob@{DOMAIN} 3), and PREEMPTION_REQUIREMENTS is False",
        held("bob", 3, 1),
        [ANN, submitter("bob", 0, 3)],
        ANNS,
    ),
    Situation(
        "A policy that is not true for this pair of priorities refuses",
        Reason.PREEMPTION_REQUIREMENTS,
        "PREEMPTION_REQUIREMENTS (RemoteUserPrio > SubmitterUserPrio * 1.2) is not true for them",
        held("bob", 3, 1),
        [ANN, submitter("bob", 0, 3)],
        ANNS,
        priorities({"ann": 1000, "bob": 1100}),
        "PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio * 1.2",
    ),
    Situation(
        "A slot that prefers what it runs is not taken away",
        Reason.SLOT_RANK,
        "rank their present jobs higher",
        held("bob", 3, 1, CurrentRank=10.0),
        [ANN, submitter("bob", 0, 3)],
        ANNS,
        knobs="PREEMPTION_REQUIREMENTS = True",
    ),
    Situation(
        "A slot about to shut down is not given",
        Reason.SLOT_LEAVING,
        "about to shut down",
        free(3, DaemonShutdown="true"),
        [ANN],
        ANNS,
        knobs="NEGOTIATOR_TRIM_SHUTDOWN_THRESHOLD = 60",
    ),
    Situation(
        "Whoever holds the only slots that fit has them all",
        Reason.HELD_BY_ITSELF,
        "the 2 slots that fit",
        [*held("ann", 2, 1, Gpu="true"), *free(8, 3)],
        [submitter("ann", 5, 2)],
        jobs("ann", 5, 1, Requirements="TARGET.Gpu =?= true"),
    ),
    # Several at once.
    Situation(
        "Of several reasons that of most jobs is given",
        Reason.REQUIREMENTS,
        "RequestMemory is 9000",
        free(6),
        [submitter("ann", 9)],
        [
            *jobs("ann", 3, 1, **LICENCES),
            *jobs("ann", 6, 2, RequestMemory=9000, Requirements="TARGET.Memory >= RequestMemory"),
        ],
        knobs="LIC_LIMIT = 1",
    ),
    Situation(
        "A job that can never match is told so even where its group is full",
        Reason.REQUIREMENTS,
        "TARGET.Memory >= 9000",
        free(6),
        [IN_A],
        jobs("a.ann", 5, 1, Requirements="TARGET.Memory >= 9000"),
        knobs=TWO_GROUPS,
        who="a.ann",
    ),
    Situation(
        "A job whose like was refused is explained by what refused that",
        Reason.CONCURRENCY_LIMIT,
        "limit lic allows 2",
        free(6),
        [ANN],
        jobs("ann", 5, 1, **LICENCES),
        knobs="LIC_LIMIT = 2",
        job="1.4",
    ),
    Situation(
        "A job that got a slot is told so",
        Reason.SATISFIED,
        "got a slot for it",
        free(6),
        [ANN],
        ANNS,
        job="1.0",
    ),
]


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.promise)
def test_a_situation_is_explained_by_its_reason(situation: Situation) -> None:
    explained = situation.explained()
    assert (explained.primary.reason, explained.primary.sentence) == (situation.reason, explained.primary.sentence)
    assert situation.says in explained.primary.sentence


def test_every_reason_has_its_situation() -> None:
    shown = {situation.reason for situation in SITUATIONS}
    assert set(Reason) - shown == {Reason.MEMBERS, Reason.NOT_SIMULATED}, "of groups, and of nobody knows what"


def test_all_situations_differ() -> None:
    assert len({situation.promise for situation in SITUATIONS}) == len(SITUATIONS) > 40


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.promise)
def test_everybody_else_in_it_is_explained_as_well(situation: Situation) -> None:
    cycle = Scenario(situation.pool, situation.ledger or Ledger.empty(), configured(situation.knobs), NOW)
    assert all(one.primary.reason is not Reason.NOT_SIMULATED for one in explain_everybody(cycle).values())
