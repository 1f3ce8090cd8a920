"""Jobs that fit no slot even if all of it were free are named, be it all jobs of a submitter or some of them."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from tests.analysis.check.planting import checked
from tests.marks import slow_sample
from tests.negotiation.builders import DOMAIN, jobs, scenario, slot, submitter
from userprio.analysis.check import Finding, Level, Situation, check
from userprio.classad import Ad, Evaluator
from userprio.pool import ScenarioData

SMALL = "[[slots]]\ncount = 4\nMemory = 2000\n"
FITS = '[[jobs]]\nuser = "ann"\nrequest_memory = 500\n'


def of(folder: Path, code: str, pool: str, config: str = "") -> list[Finding]:
    return [each for each in checked(folder, config, pool=pool) if each.code == code]


def some(folder: Path, pool: str, config: str = "") -> Finding:
    (note,) = of(folder, "some-never-match", pool, config)
    return note


def ann(count: int, *lines: str) -> str:
    return "\n".join(['[[jobs]]\nuser = "ann"', f"count = {count}", *lines, ""])


def test_jobs_that_no_slot_could_take_are_named_though_others_of_their_submitter_fit(tmp_path: Path) -> None:
    note = some(tmp_path, SMALL + ann(19, "request_memory = 30000") + FITS)
    assert (note.level, note.line) == (Level.NOTE, 5)
    assert note.happens == (
        "19 of the 20 jobs of ann@pool.example match no slot of this pool, even if all of it were free: no slot meets "
        "`TARGET.Memory >= RequestMemory` of job 1.0 and 18 like it (RequestMemory is 30000)"
    )
    assert note.advice == (
        "Job 1.0 fits with RequestMemory of at most 2000; have such jobs ask for less, or hold them; see "
        "`userprio explain --job 1.0 ann@pool.example`"
    )
    assert of(tmp_path, "never-matches", SMALL + ann(19, "request_memory = 30000") + FITS) == []


def test_where_less_of_one_thing_is_not_enough_holding_is_the_remedy(tmp_path: Path) -> None:
    note = some(tmp_path, SMALL + ann(1, "request_memory = 30000", "request_cpus = 8") + FITS)
    assert note.happens.startswith("1 of the 2 jobs of ann@pool.example matches no slot")
    assert note.advice.startswith("Hold or remove such jobs, or have them ask for what a slot has; see")


def test_many_kinds_of_jobs_are_one_finding_about_those_of_most_jobs(tmp_path: Path) -> None:
    kinds = "".join(ann(count, f"request_memory = {9000 + count}") for count in range(1, 7))
    message = some(tmp_path, SMALL + FITS + kinds).happens
    assert message.startswith("21 of the 22 jobs")
    assert [f"job {cluster}.0 and" in message for cluster in range(2, 8)] == [False] * 3 + [True] * 3
    assert message.endswith("; so it is with 6 jobs of 3 other kinds")


def test_a_condition_of_the_slots_that_refuses_jobs_is_named_as_theirs(tmp_path: Path) -> None:
    choosy = SMALL + 'Requirements = "TARGET.Project =?= undefined"\n'
    message = some(tmp_path, choosy + ann(2, 'Project = "\\"x\\""') + FITS).happens
    assert message.endswith("the slots that job 1.0 and 1 like it could take refuse them, by their Requirements")


def test_conditions_that_different_slots_meet_are_said_to_meet_nowhere_at_once(tmp_path: Path) -> None:
    wide = "[[slots]]\nCpus = 8\nMemory = 500\n"
    message = some(tmp_path, SMALL + wide + ann(1, "request_memory = 2000", "request_cpus = 8") + FITS).happens
    assert message.endswith("no slot meets all conditions in the Requirements of job 1.0 at once")


def test_a_job_that_fits_a_machine_once_it_is_drained_is_not_named(tmp_path: Path) -> None:
    machine = "[[slots]]\nPartitionableSlot = true\nCpus = {}\nMemory = 64000\nTotalSlotCpus = {}\n"
    asks = ann(1, "request_cpus = 8") + FITS
    assert of(tmp_path, "some-never-match", machine.format(2, 8) + asks) == []
    assert some(tmp_path, machine.format(2, 4) + asks).advice.startswith("Job 1.0 fits with RequestCpus of at most 4;")
    draining = machine.format(2, 8) + "Draining = true\nStart = false\n"
    assert of(tmp_path, "some-never-match", draining + asks) == []


def test_retirement_time_of_a_running_job_does_not_make_its_slot_unfit(tmp_path: Path) -> None:
    retiring = '[[slots]]\nRemoteUser = "bob@pool.example"\nMemory = 40000\nRetirementTimeRemaining = 3600\n'
    for pool in (retiring + ann(1), SMALL + retiring + ann(1, "request_memory = 30000") + FITS):
        assert [each.code for each in checked(tmp_path, "", pool=pool) if "match" in each.code] == []


def test_conditions_on_groups_are_read_as_the_negotiator_gives_them(tmp_path: Path) -> None:
    config = "GROUP_NAMES = g, h\nGROUP_QUOTA_g = 2\nGROUP_QUOTA_h = 2\n"
    own = '[[slots]]\ncount = 4\nRequirements = "TARGET.SubmitterGroup == \\"g\\""\n'
    both = "".join(f'[[jobs]]\nuser = "ann"\ngroup = "{group}"\n' for group in "gh")
    (never,) = of(tmp_path, "never-matches", own + both, config)
    assert "the 1 job of h.ann@pool.example" in never.happens


# -- compared with a naive matcher -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Machine:
    """A slot, or a machine with a partitionable slot and what was cut from it, as attributes of its empty slot."""

    empty: Ad
    slots: tuple[Ad, ...]


ARCHES = '"X86_64"', '"X86_64"', '"aarch64"'
STARTS = "true", "true", "TARGET.RequestCpus >= 2", 'TARGET.Owner =!= "dan"', "TARGET.RequestMemory < 3000"
WANTS = "true", "true", 'TARGET.Arch == "X86_64"', "TARGET.HasGPU =?= true", "TARGET.Memory >= 2 * RequestMemory"


def machine(random: Random, number: int) -> Machine:
    cores, memory = random.choice((1, 2, 4, 8)), random.choice((1000, 2000, 4000, 16000))
    attributes: dict[str, str | float] = {
        "Arch": random.choice(ARCHES),
        "Start": random.choice(STARTS),
        "Requirements": "START && TARGET.RequestCpus <= MY.Cpus && TARGET.RequestMemory <= MY.Memory",
        "Disk": 10**6,
    }
    if random.random() < 0.2:
        attributes["HasGPU"] = "true"
    user = f'"bob@{DOMAIN}"'
    claimed: dict[str, str | float] = {"State": '"Claimed"', "RemoteUser": user, "AccountingGroup": user}
    if random.random() < 0.3:
        claimed["RetirementTimeRemaining"] = 600
    empty = slot(number, Cpus=cores, Memory=memory, **attributes)
    if random.random() < 0.5:
        busy = slot(number, Cpus=cores, Memory=memory, **attributes, **claimed)
        return Machine(empty, (random.choice((empty, busy)),))
    taken, share = random.randrange(cores + 1), memory // cores
    parent = slot(
        number,
        **attributes,
        PartitionableSlot="true",
        Cpus=cores - taken,
        Memory=memory - taken * share,
        TotalSlotCpus=cores,
        TotalSlotMemory=memory,
        TotalSlotDisk=10**6,
    )
    piece: dict[str, str | float] = {**attributes, **claimed, "DynamicSlot": "true", "Cpus": 1, "Memory": share}
    parts = [slot(number, **piece, Name=f'"slot1_{part}@exec{number}"') for part in range(1, taken + 1)]
    return Machine(empty, (parent, *parts))


def drawn(seed: int) -> tuple[ScenarioData, list[Machine]]:
    """A pool of a few machines, and what they are when they are empty."""
    random = Random(seed)
    machines = [machine(random, number) for number in range(1, random.choice((2, 4, 9)))]
    waiting: list[Ad] = []
    submitters = []
    for number, user in enumerate(random.sample(("ann", "bob", "cy", "dan", "eve"), 3)):
        count = 0
        for cluster in range(random.choice((1, 2, 4))):
            several = random.choice((1, 1, 3, 25))
            count += several
            waiting += jobs(
                user,
                several,
                10 * number + cluster,
                Owner=f'"{user}"',
                RequestCpus=random.choice((1, 1, 2, 4, 16)),
                RequestMemory=random.choice((100, 1500, 3500, 30000)),
                Requirements=f"({random.choice(WANTS)}) && TARGET.Memory >= RequestMemory",
            )
        submitters.append(submitter(user, count))
    knobs = random.choice(("", "NEGOTIATOR_CONSIDER_PREEMPTION = False\n", "MAX_CONCURRENT_UPLOADS_PER_USER = 20\n"))
    return scenario((ad for each in machines for ad in each.slots), submitters, waiting, knobs=knobs), machines


@pytest.mark.parametrize("seed", [*range(8), *slow_sample(range(8, 320))])
def test_exactly_those_submitters_are_named_of_whom_a_naive_matcher_finds_jobs_that_fit_nothing(seed: int) -> None:
    pool, machines = drawn(seed)
    evaluator = Evaluator(pool.now)
    fits: dict[str, list[bool]] = {}
    for ad in pool.pool.jobs:
        user = f"{evaluator.attribute('AccountingGroup', ad)}@{DOMAIN}"
        fits.setdefault(user, []).append(any(evaluator.matches(each.empty, ad) for each in machines))
    findings = check(Situation(pool))
    said = {each.happens for each in findings if each.code == "some-never-match"}
    assert {message.partition(":")[0] for message in said} == {
        f"{unfit} of the {len(each)} jobs of {user} {'matches' if unfit == 1 else 'match'} no slot of this pool, even "
        "if all of it were free"
        for user, each in fits.items()
        if 0 < (unfit := each.count(False)) < len(each)
    }
    never = sorted(user for user, each in fits.items() if not any(each))
    of_all = [each.happens for each in findings if each.code == "never-matches"]
    assert len(of_all) == bool(never)
    for message in of_all:
        count = sum(len(fits[user]) for user in never)
        assert f"the {count} job{'s' * (count > 1)} of {' and '.join(never) if len(never) < 3 else ''}" in message
        assert all(user in message for user in never)
