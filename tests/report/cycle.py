"""A small negotiation cycle: two groups, one of them in two rounds, a floor pass, and all sorts of endings."""

from userprio.negotiation.outcome import (
    Because,
    GroupOutcome,
    GroupRound,
    LeftJobs,
    Match,
    Outcome,
    Pass,
    PassKind,
    PoolSize,
    Reason,
    Refusal,
    Rejection,
    Round,
    Visit,
    VisitOutcome,
)

AT = 1795233936
CHEM, HEP = "group_chemistry", "group_physics.hep"
SCHEDD = "schedd.pool.test"
EINSTEIN, CURIE, HIGGS = (
    "group_chemistry.einstein@pool.test",
    "group_chemistry.curie@pool.test",
    "group_physics.hep.higgs@pool.test",
)


EXCEEDED = "submitter limit exceeded"

LIMITS = {(1, CHEM): 10, (1, HEP): 15, (2, HEP): -2147483648}
"""Limits of the groups in each round of the cycle below."""


def visit(
    round_: int | None,
    group: str | None,
    spin: int,
    submitter: str,
    share: float,
    limit: float,
    matched: int,
    outcome: VisitOutcome,
    kind: PassKind = PassKind.NORMAL,
    priority: float = 500.0,
    usage: float = 0.0,
    idle_jobs: int = 20,
    schedd: str = SCHEDD,
    left: int = 0,
    refused: str | None = None,
) -> Visit:
    return Visit(
        round=round_,
        group=group,
        group_limit=LIMITS.get((round_, group)),
        kind=kind,
        spin=spin,
        submitter=submitter,
        schedd=schedd,
        priority=priority,
        factor=1000.0,
        share=share,
        limit=limit,
        unclaimed_limit=limit,
        ceiling_left=None,
        usage=usage,
        starvation=0.0,
        idle_jobs=idle_jobs,
        matched=matched,
        outcome=outcome,
        refused=refused,
        won=float(matched),
        jobs=matched,
        left=left,
    )


def matches(group: str | None, round_: int | None, submitter: str, request: str, number: int) -> tuple[Match, ...]:
    return tuple(
        Match(round_, group, 1, submitter, SCHEDD, request, n, f"slot{n}@{request}", Because.FREE, None, 1.0)
        for n in range(1, number + 1)
    )


def group_outcome(
    name: str,
    parent: str | None,
    quota: float,
    static: bool,
    effective: float,
    subtree: float,
    demand: float,
    left: int = 0,
    won: float = 0.0,
) -> GroupOutcome:
    return GroupOutcome(
        name=name,
        parent=parent,
        configured_quota=quota,
        static=static,
        accepts_surplus=False,
        autoregroup=False,
        effective_quota=effective,
        subtree_quota=subtree,
        requested=demand,
        usage=0.0,
        allocated=min(effective, demand),
        sort_key=0.5,
        left=left,
        won=won,
    )


def waiting(
    submitter: str, group: str | None, jobs: int, reason: Reason, refused: str | None, schedd: str = SCHEDD
) -> LeftJobs:
    return LeftJobs(submitter, schedd, group, "7.0", jobs, reason, refused, {"Cpus": 1.0}, 3)


GROUPED = Outcome(
    at=AT,
    pool=PoolSize(slots=40, candidates=40, weight=40.0, smallest_weight=1.0, in_use=0.0),
    groups=(
        group_outcome("<none>", None, 0.0, False, 10.0, 40.0, 0.0),
        group_outcome("group_chemistry", "<none>", 10.0, True, 10.0, 10.0, 40.0, 31, 9.0),
        group_outcome("group_physics", "<none>", 20.0, True, 5.0, 20.0, 0.0),
        group_outcome("group_physics.hep", "group_physics", 0.75, False, 15.0, 15.0, 20.0, 5, 15.0),
    ),
    rounds=(
        Round(1, (GroupRound("group_chemistry", 40.0, 10.0, 30.0), GroupRound("group_physics.hep", 20.0, 15.0, 5.0))),
        Round(2, (GroupRound("group_physics.hep", 5.0, float("nan"), 5.0),)),
    ),
    passes=(
        Pass(1, CHEM, 10, PassKind.NORMAL),
        Pass(1, HEP, 15, PassKind.FLOOR),
        Pass(1, HEP, 15, PassKind.NORMAL),
        Pass(2, HEP, -2147483648, PassKind.NORMAL),
    ),
    visits=(
        visit(1, CHEM, 1, EINSTEIN, 2 / 3, 6.6666667, 6, VisitOutcome.LIMIT, left=14, refused=EXCEEDED),
        visit(1, CHEM, 1, CURIE, 1 / 3, 3.3333333, 3, VisitOutcome.LIMIT, priority=1000.0, left=17, refused=EXCEEDED),
        visit(1, CHEM, 2, EINSTEIN, 2 / 3, 0.6666667, 0, VisitOutcome.SHARE_TOO_SMALL, usage=6.0, left=14),
        visit(1, HEP, 1, HIGGS, 1.0, 4.0, 4, VisitOutcome.CEILING, PassKind.FLOOR, priority=123456.7, left=16),
        visit(1, HEP, 1, HIGGS, 1.0, 11.0, 11, VisitOutcome.LIMIT, priority=123456.7, usage=4.0, left=5),
        visit(
            2,
            HEP,
            1,
            HIGGS,
            float("nan"),
            float("inf"),
            0,
            VisitOutcome.SATISFIED,
            priority=123456.7,
            usage=15.0,
            left=5,
            refused="no match found",
        ),
    ),
    matches=(
        *matches(CHEM, 1, EINSTEIN, "3.0", 6),
        *matches(CHEM, 1, CURIE, "4.0", 3),
        *matches(HEP, 1, HIGGS, "5.0", 15),
    ),
    rejections=(
        Rejection(1, CHEM, 1, EINSTEIN, SCHEDD, "3.0", "submitter limit exceeded", 14),
        Rejection(1, CHEM, 1, CURIE, SCHEDD, "4.0", "submitter limit exceeded", 17),
        Rejection(1, CHEM, 2, EINSTEIN, SCHEDD, "3.0", "submitter limit exceeded", 14),
        Rejection(2, HEP, 1, HIGGS, SCHEDD, "5.0", "no match found", 5),
    ),
    refusals=(
        Refusal(EINSTEIN, SCHEDD, EXCEEDED, 2, 14),
        Refusal(CURIE, SCHEDD, EXCEEDED, 1, 17),
        Refusal(HIGGS, SCHEDD, "no match found", 1, 5),
    ),
    warnings=("group_old has no quota",),
    waiting=(
        waiting(EINSTEIN, CHEM, 14, Reason.LIMIT_BELOW_SLOT, EXCEEDED),
        waiting(CURIE, CHEM, 17, Reason.SUBMITTER_LIMIT, EXCEEDED),
        waiting(HIGGS, HEP, 5, Reason.GROUP_LIMIT, "no match found"),
    ),
)

FLAT = Outcome(
    at=AT,
    pool=PoolSize(slots=3, candidates=3, weight=3.0, smallest_weight=1.0, in_use=0.0),
    groups=(),
    rounds=(),
    passes=(),
    visits=(
        visit(None, None, 1, "alice@pool.test", 0.75, 2.25, 2, VisitOutcome.LIMIT, left=18),
        visit(None, None, 1, "bob@pool.test", 0.25, 0.75, 0, VisitOutcome.SHARE_TOO_SMALL, priority=1500.0, left=20),
        visit(None, None, 2, "alice@pool.test", 1.0, 1.0, 1, VisitOutcome.SATISFIED, usage=2.0, left=17),
    ),
    matches=matches(None, None, "alice@pool.test", "1.0", 3),
    rejections=(),
    waiting=(
        waiting("alice@pool.test", None, 17, Reason.ALL_ITS_OWN, None),
        waiting("bob@pool.test", None, 20, Reason.SLOTS_TAKEN, None),
    ),
)
