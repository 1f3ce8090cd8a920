"""Who takes no part in the cycle, or has no job that it offers."""

from tests.explain.situations import ANN, ANNS, BOB, BOBS, Situation, without
from tests.negotiation.builders import DOMAIN, free, held, jobs, priorities, submitter
from userprio.explain import Reason

NO_PART = [
    Situation("Whoever gets a slot for each job is satisfied", Reason.SATISFIED, "got 5 slots", free(6), [ANN], ANNS),
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
]
