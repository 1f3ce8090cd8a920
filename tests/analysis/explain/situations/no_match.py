"""Jobs that no slot would ever serve, whatever quotas and priorities say."""

from tests.analysis.explain.situations import ANN, ANNS, PARTITIONABLE, Situation, without
from tests.negotiation.builders import free, jobs, slot, submitter
from userprio.analysis.explain import Reason

NO_MATCH = [
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
]
