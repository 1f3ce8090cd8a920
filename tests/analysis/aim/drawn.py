"""Pools drawn at random, each with a change that the search does not know, and targets made of what that gives."""

from dataclasses import dataclass
from random import Random

from tests.analysis.aim.pools import pool_of
from tests.negotiation.builders import DOMAIN, NOW, configured, held, jobs, slot, submitter
from tests.simulation.pools import ledger_of
from userprio.accounting.quotas import build_tree
from userprio.analysis.aim import Lever, LeverKind, Target, TargetKind
from userprio.analysis.aim.levers import Members, PoolState, after_cycle, levers_of
from userprio.analysis.explain import known_submitters
from userprio.analysis.plan import Changes, changed
from userprio.pool import Pool
from userprio.pool.scenario import ScenarioData


@dataclass(frozen=True)
class Drawn:
    """A pool, and targets that can be reached in it."""

    scenario: ScenarioData
    targets: tuple[Target, ...]
    members: Members
    now: PoolState


def drawn(seed: int) -> Drawn | None:
    """Up to four groups, some with subgroups, static and dynamic, with and without surplus; users with few and with
    many jobs, different factors and real priorities; some slots in use.

    None where the change leaves somebody with nothing.
    """
    random = Random(seed)
    groups = [f"g{number}" for number in range(random.choice((0, 0, 2, 3, 4)))]
    tree = [*groups, *(f"{groups[0]}.{sub}" for sub in "xy" if groups and random.random() < 0.5)]
    slots = random.choice((20, 40, 60, 100))
    users = {
        f"{group}.u{number}" if group else f"u{number}": random.choice((slots * 2, slots * 2, slots // 3, 5))
        for group in tree or [""]
        for number in range(random.choice((1, 2, 3)) if group else random.choice((2, 3, 5)))
    }
    if groups and random.random() < 0.4:
        users["loner"] = slots
    records: dict[str, dict[str, object]] = {
        user: {
            "PriorityFactor": float(random.choice((500, 1000, 1000, 2000, 10000))),
            "Priority": random.choice((0.5, 0.5, 3.0, 20.0)),
        }
        for user in users
    }
    scenario = pool_of(users, slots, _knobs(random, groups, tree, slots), records)
    if random.random() < 0.4:
        scenario = _some_in_use(random, scenario, users, slots)
    return _with_targets(random, scenario, tree, list(users))


def uneven(seed: int) -> Drawn | None:
    """Up to three groups; slots of one to eight cores, jobs that ask for one, two or four, for less or for more than
    is there: what a change gives comes in lumps, and may be less for more.
    """
    random = Random(seed)
    groups = [f"g{number}" for number in range(random.choice((0, 2, 3)))]
    count = random.choice((8, 15, 30))
    cores = [random.choice((1, 1, 2, 4, 8)) for _ in range(count)]
    slots = [slot(number, Cpus=cpus, Memory=2048 * cpus) for number, cpus in enumerate(cores, start=1)]
    users = [
        f"{group}.u{number}" if group else f"u{number}"
        for group in groups or [""]
        for number in range(random.choice((1, 2, 3)))
    ]
    waiting, submitters = [], []
    for number, user in enumerate(users):
        kinds = [random.choice((3, 10, 3 * count)) for _ in range(random.choice((1, 2)))]
        for kind, idle in enumerate(kinds):
            waiting += jobs(user, idle, number * 10 + kind + 1, RequestCpus=random.choice((1, 1, 2, 4)))
        submitters.append(submitter(user, idle=sum(kinds), heard=number))
    records = {
        user: {
            "PriorityFactor": float(random.choice((500, 1000, 2000, 10000))),
            "Priority": random.choice((0.5, 3.0, 20.0)),
        }
        for user in users
    }
    pool = Pool(tuple(slots), tuple(submitters), tuple(waiting))
    config = configured(_knobs(random, groups, groups, 3 * count))
    return _with_targets(random, ScenarioData(pool, ledger_of(records), config, NOW), groups, users)


def _with_targets(random: Random, scenario: ScenarioData, tree: list[str], users: list[str]) -> Drawn | None:
    members = Members(build_tree(scenario.config), known_submitters(scenario))
    now = after_cycle(scenario)
    names = list(
        dict.fromkeys(
            random.choice(tree) if tree and random.random() < 0.6 else f"{random.choice(users)}@{DOMAIN}"
            for _ in range(random.choice((1, 1, 2)))
        )
    )
    about = [Target(TargetKind.SHARE, name, 0.5) for name in names]
    levers = [lever for lever in levers_of(scenario, about, [], members, now) if lever.name in names]
    then = after_cycle(changed(scenario, _hidden(random, levers), scenario.config)[0])
    targets = _targets(random, names, then, members)
    return None if targets is None else Drawn(scenario, targets, members, now)


def _knobs(random: Random, groups: list[str], tree: list[str], slots: int) -> str:
    lines = [f"GROUP_NAMES = {', '.join(tree)}"] if tree else []
    for group in tree:
        most = max(3, slots // (len(groups) * (2 if "." in group else 1)))
        if random.random() < 0.3:
            lines.append(f"GROUP_QUOTA_DYNAMIC_{group} = {random.choice((0.1, 0.2, 0.3, 0.4))}")
        else:
            lines.append(f"GROUP_QUOTA_{group} = {random.randint(2, most)}")
        if random.random() < 0.4:
            lines.append(f"GROUP_ACCEPT_SURPLUS_{group} = True")
    if random.random() < 0.5:
        lines.append("NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION = False")
    return "".join(f"{line}\n" for line in lines)


def _some_in_use(random: Random, scenario: ScenarioData, users: dict[str, int], slots: int) -> ScenarioData:
    ads, running = list(scenario.pool.slots), dict.fromkeys(users, 0)
    for number in range(random.randint(1, slots // 3)):
        user = random.choice(list(users))
        running[user] += 1
        ads[number] = held(user, 1, number + 1)[0]
    submitters = [
        submitter(user, idle=users[user], running=running[user], heard=number) for number, user in enumerate(users)
    ]
    pool = Pool(tuple(ads), tuple(submitters), scenario.pool.jobs)
    return ScenarioData(pool, scenario.ledger, scenario.config, scenario.now)


def _hidden(random: Random, levers: list[Lever]) -> Changes:
    changes = Changes()
    for lever in levers:
        if lever.kind is LeverKind.FACTORS:
            value = round(max(1.0, lever.now * 2 ** random.uniform(-4, 4)), 3)
        else:
            value = lever.low + (lever.high - lever.low) * random.random() ** 1.5
            value = max(round(value, 0 if lever.static else 2), lever.low)
        changes = changes.and_then(lever.change(value))
    return changes


def _targets(random: Random, names: list[str], then: PoolState, members: Members) -> tuple[Target, ...] | None:
    kind = random.choice((TargetKind.SHARE, TargetKind.SHARE, TargetKind.HOLD, TargetKind.USE))
    weights = {name: then.held(members.of(name)) for name in names}
    if min(weights.values()) <= 0:
        return None
    if kind is TargetKind.USE and len(names) == 2 and not members.meet(*names):
        one, other = names
        return (Target(kind, one, weights[one] / weights[other], other),)
    if kind is TargetKind.HOLD:
        return tuple(Target(kind, name, weight) for name, weight in weights.items())
    return tuple(Target(TargetKind.SHARE, name, weight / then.weight) for name, weight in weights.items())
