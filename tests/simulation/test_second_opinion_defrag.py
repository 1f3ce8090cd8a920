"""Random pools and configurations of condor_defrag: the polls are those of the plain telling in `obvious_defrag`."""

from collections.abc import Iterator
from dataclasses import fields
from random import Random

import pytest

from tests.marks import sampled
from tests.negotiation.builders import configured
from tests.simulation.obvious_defrag import Daemon, Knobs, Told, by_chance, emptied, machine, walk
from userprio.base.cxx import INT_MAX
from userprio.classad import Ad, Evaluator, parse
from userprio.simulation import DefragPolicy, Poll, poll
from userprio.simulation.defrag import drain_cost, with_expectations
from userprio.simulation.slots import EventClock, SimulatedSlots

_IN_PLAIN_SUITE = 150
MIDNIGHT = 1_795_305_600
DAEMON = "DEFRAG@cm.pool.test"
CONDITIONS = (
    *("Cpus == TotalSlotCpus", "Cpus >= 6", "Big", "Big || Cpus > 7", "Cpus > 6 ? true : Big", "Memory", "1 / 0"),
    *("undefined", '"true"', "true", "false", "Offline =?= true || Cpus > 3", "2.5", "(Big || false)"),
)
RANKS = (
    *("-ExpectedMachineGracefulDrainingBadput", "Cpus", "Cpus > 3", "Rank", "TARGET.Rank", "MY.Cpus", "Nobody + 1"),
    *("Worth", "-Worth", '"12"', 'real("INF") * (Cpus - 3.5)', "Cpus / (Cpus - 4)", "Cpus * 1e-17", ""),
)
PER_HOUR = (0.0, 0.01, 0.27, 0.5, 2.0, 6.0, 11.4, 60.0, 100.0, 720.0, 2160.0, 3599.982, 1e5, 1e12, 1e308)
INTERVALS = (-5, 0, 1, 5, 61, *(300, 600, 900, 1800) * 5, 1801, 3599, 3600, 3601, 7200, 86_401, 2**31 - 1)
ODD = ("1", "0", '"yes"', "undefined", "error", "Big", "false")


def knobs(random: Random) -> Knobs:
    """A configuration, more often a sensible one than not."""
    interval, maxima = random.choice(INTERVALS), (-1, -1, -1, -1, 0, 1, 2, 3, 4, 2**31 - 1)
    wanted = random.choice((random.uniform(0, 20), random.randint(1, 4) * 3600 / max(interval, 1)))
    return Knobs(
        interval=interval,
        per_hour=round(random.choice((wanted, wanted, wanted, random.choice(PER_HOUR))), 6),
        max_concurrent=random.choice(maxima),
        max_whole=random.choice(maxima),
        whole=random.choice((*CONDITIONS[:1] * 10, *CONDITIONS)),
        requirements=random.choice(("",) * 15 + CONDITIONS),
        cancel=random.choice(("", "", *CONDITIONS[:1] * 9, *CONDITIONS)),
        rank=random.choice((RANKS[0], RANKS[0], *RANKS)),
        daemon=DAEMON,
    )


def written(given: Knobs) -> str:
    """The same as a configuration file says it."""
    names = {"per_hour": "DRAINING_MACHINES_PER_HOUR", "max_concurrent": "MAX_CONCURRENT_DRAINING"}
    names |= {"max_whole": "MAX_WHOLE_MACHINES", "whole": "WHOLE_MACHINE_EXPR", "cancel": "CANCEL_REQUIREMENTS"}
    pairs = [(names.get(one.name, one.name.upper()), getattr(given, one.name)) for one in fields(Knobs)]
    return "".join(f"DEFRAG_{name} = {value}\n" for name, value in pairs if name != "DAEMON")


def slot(random: Random, name: str) -> Ad:
    """A slot; mostly a partitionable one that nobody drains."""
    cores = random.choice((4, 8, 16))
    exprs = {
        "Name": f'"{name}"',
        "PartitionableSlot": random.choice(("true",) * 40 + ODD),
        "Offline": random.choice(("false",) * 40 + ("true", "true", *ODD)),
        "Draining": random.choice(("false",) * 20 + ("true",) * 8 + ODD),
        "DrainReason": random.choice(
            ("undefined",) * 5 + (f'"Defrag {DAEMON}"', f'"defrag {DAEMON.lower()}"', '"Defrag"', '"by root"', "7")
        ),
        "Cpus": str(random.choice((0, 1, 2, 3, 4, cores))),
        "TotalSlotCpus": str(cores),
        "Memory": str(random.choice((0, 2048))),
        "Rank": str(random.choice((0.0, 1.0, 2.0))),
        "ExpectedMachineGracefulDrainingBadput": str(random.choice((0, 0, 50, 50, 700, -3, '"12"', "Base * 2"))),
        "Base": str(random.choice((25, 100))),
        "Worth": random.choice(("1", "2", "2.0", "true", "Rank", "Cpus", "undefined", 'real("INF")', "error")),
        "Big": random.choice(("true", "false", "undefined", "error")),
    }
    kept = [key for key in exprs if key == "Name" or random.random() < 0.95]
    return Ad({key: parse(exprs[key]) for key in kept})


def pool(random: Random) -> list[Ad]:
    """The slots of up to nine machines in any order; their names have no @, one or two, and differ by case only."""
    hosts = random.sample(("a", "A", "exec1@b", "exec2@b", "c", "d", "e.pool.test", "f"), random.randint(0, 8))
    named = [f"slot{number}@{host}" for host in hosts for number in range(1, random.choice((1, 1, 1, 2, 3)) + 1)]
    named += random.choice(([], [], ["bare"]))
    random.shuffle(named)
    return [slot(random, name) for name in named]


def startd(ad: Ad) -> str:
    return machine(str(Evaluator(0).attribute("Name", ad)))


def later(random: Random, ads: list[Ad], drained: tuple[str, ...], cancelled: tuple[str, ...]) -> list[Ad]:
    """The slots at the next poll: what was asked for has happened, or not, and cores have come and gone."""
    asked, ended = {machine(one) for one in drained}, {machine(one) for one in cancelled}
    following = []
    for ad in ads:
        here, change = startd(ad), {}
        if here in asked:
            change = {"Draining": parse("true"), "DrainReason": parse(f'"Defrag {DAEMON}"')}
        if here in ended and random.random() < 0.8:
            change = {"Draining": parse("undefined"), "DrainReason": parse("undefined")}
        following.append(ad.replace({**change, "Cpus": random.choice((0, 2, 4, 8, 16))}))
    return following


def polled(seed: int) -> Iterator[tuple[Poll, Told, set[str]]]:
    """Three polls in a row: what is decided, what is told, and which machines do not agree to be drained."""
    random = Random(seed)
    given, ads = knobs(random), pool(random)
    policy = DefragPolicy.from_config(configured(written(given)), DAEMON)
    now, previous = MIDNIGHT + random.randint(-7200, 7200), None
    for _ in range(3):
        refusing = {startd(ad) for ad in ads if random.random() < 0.15}
        found = poll(policy, ads, now, previous, refusing)
        yield found, Daemon(given, ads, now).poll(previous), refusing
        ads = later(random, ads, found.drained, found.cancelled)
        previous, now = now, now + max(given.interval, 1) * random.choice((1, 1, 2)) + random.choice((0, 0, 1, 900))


def check(seed: int) -> None:
    """Hold one against the other, the earliest steps first."""
    for found, told, refusing in polled(seed):
        assert found.to_drain == told.to_drain
        assert (sorted(found.draining), sorted(found.whole)) == (sorted(told.draining), sorted(told.whole))

        best: dict[str, int] = {}
        for place, equals in enumerate(told.cancelled):
            for name in equals:
                best.setdefault(machine(name), place)
        places = [best[machine(name)] for name in found.cancelled]
        assert sorted(map(machine, found.cancelled)) == sorted(best)
        assert places == sorted(places)
        assert all(name in told.cancelled[place] for name, place in zip(found.cancelled, places, strict=True))

        assert (found.nothing_because is None) == (told.stopped is None), found.nothing_because
        assert [sorted(equals) for equals in found.candidates] == ([] if told.stopped else told.candidates)
        drained, skipped = walk(told, [name for equals in found.candidates for name in equals], refusing)
        assert list(found.drained) == drained
        assert [name for name, _ in found.skipped] == skipped
        assert set(map(machine, found.by_chance)) == by_chance(told, refusing)


@pytest.mark.parametrize("first", range(0, _IN_PLAIN_SUITE, 50))
def test_polls_are_those_of_the_plain_telling_of_the_rules(first: int) -> None:
    for seed in range(first, first + 50):
        check(seed)


def busy(random: Random, number: int, longest: int, vacate: int) -> tuple[Ad, tuple[int, int, int, int]]:
    """A dynamic slot with a job, as its startd told of it some time ago, and what is true of the job by now."""
    cores, age, ago, own = random.randint(1, 8), random.choice((0, 1, 59, 7200)), random.choice((0, 0, 60)), vacate
    left = max(min(longest, random.choice((longest, 30, 100))) - age, 0)
    said = {"TotalJobRunTime": age, "JobStart": MIDNIGHT - ago - age}
    if random.random() < 0.5:
        del said[random.choice(("TotalJobRunTime", "JobStart"))]
    if random.random() < 0.8:
        own = said["MachineMaxVacateTime"] = random.choice((vacate, 3, 700))
    if random.random() < 0.8:
        said["RetirementTimeRemaining"] = left
    else:
        left = max(longest - age, 0)
    texts = {"Name": f"slot1_{number}@m", "State": "Claimed", "Activity": "Busy", "RemoteUser": "ann@x"}
    ad = Ad(texts).replace({"DynamicSlot": True, "Cpus": cores, "MyCurrentTime": MIDNIGHT - ago, **said})
    return ad, (cores, age + ago, max(left - ago, 0), own)


def test_what_emptying_a_machine_costs_is_what_its_jobs_lose_and_need() -> None:
    for seed in range(_IN_PLAIN_SUITE):
        random = Random(seed)
        longest, vacate = random.choice((0, 60, 3600, 2**31 - 1)), random.choice((0, 8, 600))
        config = configured(f"MAXJOBRETIREMENTTIME = {longest}\nMachineMaxVacateTime = {vacate}\n")
        jobs = [busy(random, number, longest, vacate) for number in range(random.randint(0, 4))]
        whole = Ad({"Name": "slot1@m", "State": "Unclaimed"}).replace({"PartitionableSlot": True, "Cpus": 4})
        slots = SimulatedSlots([whole, *(ad for ad, _ in jobs)], config, EventClock(MIDNIGHT))
        published = with_expectations(slots, MIDNIGHT)[0]
        for word in ("Graceful", "Quick"):
            badput, until = emptied((job for _, job in jobs), word == "Graceful")
            cost = drain_cost(slots.on("m"), word.lower(), Evaluator(MIDNIGHT))
            assert (cost.badput_core_s, cost.after_s) == (badput, until)
            names = (f"ExpectedMachine{word}Draining{what}" for what in ("Badput", "Completion"))
            said = [Evaluator(0).attribute(name, published) for name in names]
            assert said == [min(badput, INT_MAX), min(MIDNIGHT + until, INT_MAX)]


@pytest.mark.slow
@pytest.mark.parametrize("first", sampled(range(_IN_PLAIN_SUITE, 5150, 500)))
def test_polls_are_so_in_many_pools(first: int) -> None:
    for seed in range(first, first + 500):
        check(seed)


def test_the_random_pools_show_what_they_are_to_show() -> None:
    """Polls end at each step; machines are drained, cancelled, passed over for each reason, and left to chance."""
    polls = [each for seed in range(60) for each in polled(seed)]
    assert {told.stopped for _, told, _ in polls} == {None, 6, 7, 8, 9, 10}
    assert len({why for found, _, _ in polls for _, why in found.skipped}) == 3
    assert sum(len(found.drained) for found, _, _ in polls) > 30
    assert sum(bool(found.by_chance) for found, _, _ in polls) > 2
    assert sum(bool(found.cancelled) for found, _, _ in polls) > 20
    assert any(found.drained and set(map(machine, found.candidates[0])) & refusing for found, _, refusing in polls)
    assert {found.to_drain for found, _, _ in polls} >= {0, 1, 2, 3}
