"""What is submitted: how many, what it asks for, how soon it is wanted, under which licences."""

from dataclasses import replace

from tests.pool.traits.draft import Draft


def jobs(draft: Draft) -> None:
    """One cluster for each submitter, most asking for one core."""
    rng = draft.rng
    for user in draft.users:
        if draft.chance(0.08):
            continue
        draft.submit(user, rng.choice([1, 2, 3, 5, 8, 13, 25]), {})


JOB_RANKS = [
    "Memory",
    "0 - Memory",
    "KFlops",
    "Color",
    "TARGET.Color * 1.5",
    "undefined",
    "SlotID",
    '"text"',
    "Color == 1",
]


JOB_REQUIREMENTS = [
    "TARGET.Color != 1",
    "TARGET.Memory > 2000",
    "Color < 2",
    "TARGET.Nothing =?= undefined",
    "TARGET.Cpus < 4",
    "SubmitterUserResourcesInUse < 4",
]


def several_clusters(draft: Draft) -> None:
    """Clusters that differ in what they ask for and how soon they want it."""
    rng = draft.rng
    rich = rng.choice([0.15, 0.35])
    for user in rng.choices(draft.users, k=rng.randint(3, 14)):
        submit: dict[str, str | None] = {}
        if draft.chance(0.3):
            submit["request_cpus"] = str(rng.randint(1, 4))
        if draft.chance(0.3):
            submit["request_memory"] = str(rng.choice([100, 500, 1500, 3000]))
        if draft.chance(rich):
            submit["priority"] = str(rng.randint(-3, 10))
        if draft.chance(rich):
            submit["rank"] = rng.choice(JOB_RANKS)
        if draft.chance(rich):
            submit["requirements"] = rng.choice(JOB_REQUIREMENTS)
        for name in ("PreJobPrio1", "PreJobPrio2", "PostJobPrio1", "PostJobPrio2"):
            if draft.chance(rich / 3):
                submit[f"+{name}"] = str(rng.randint(-2, 3))
        if draft.chance(rich / 3):
            submit["+Note"] = str(rng.randrange(3))
        draft.submit(user, rng.choice([1, 1, 2, 4, 9, 22]), submit)


def concurrency(draft: Draft) -> None:
    """Licences: their limits, who wants them, as text and as expression."""
    rng = draft.rng
    draft.config["LIC_LIMIT"] = rng.choice(["3", "5", "2.5", "0"])
    if draft.chance(0.5):
        draft.config["CONCURRENCY_LIMIT_DEFAULT_SET"] = rng.choice(["2", "1"])
    if draft.chance(0.3):
        draft.config["CONCURRENCY_LIMIT_DEFAULT"] = rng.choice(["1", "4"])
    for user in rng.choices(draft.users, k=rng.randint(2, 7)):
        submit: dict[str, str | None] = {
            "concurrency_limits": rng.choice(["lic", "LIC:2", "lic, db", "set.a", "set.b:0.5, lic", "db:3"])
        }
        if draft.chance(0.35):
            expression = rng.choice(
                [
                    'ifThenElse(TARGET.Color == 1, "lic", "db")',
                    'strcat("set.c", TARGET.Color)',
                    'strcat("lic:", TARGET.Cpus)',
                    "undefined",
                ]
            )
            submit = {"concurrency_limits_expr": expression}
        draft.submit(user, rng.choice([1, 3, 6]), submit)


def two_schedds(draft: Draft) -> None:
    """Some clusters go to a second schedd."""
    draft.jobs = [replace(job, schedd=2) if draft.chance(0.5) else job for job in draft.jobs]
    if draft.jobs and all(job.schedd == 1 for job in draft.jobs):
        draft.jobs[0] = replace(draft.jobs[0], schedd=2)
