"""What holds for every configuration and every job."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.moab.building import NOW, job, parse_config, weighed
from userprio.moab import BoundsMode, Component, CredentialKind, FairShareUsage, prioritise
from userprio.moab.fairshare import HistoryRecord, UsageWindows, delta
from userprio.moab.parameters import REASONS, SUBFACTORS, FairShareBound, FairShareTarget, UsageMetric, clamp
from userprio.moab.priority import processor_equivalents
from userprio.moab.rules import (
    Accrual,
    AdminPriority,
    Block,
    MoabJob,
    MoabRules,
    PartitionTotals,
    Site,
    TaskGroup,
    UserActivity,
)

numbers = st.floats(-1e9, 1e9)
weights = st.integers(-1000, 1000)
SITE = {
    "totals": {"ALL": PartitionTotals(procs=100, mem_mb=1000, swap_mb=500, disk_mb=2000)},
    "users": {"u": UserActivity(jobs=3, procs=7, proc_s=900, accuracy=0.5)},
    "usage": UsageWindows((100.0,), {CredentialKind.USER: {"u": (30.0,)}, CredentialKind.QOS: {"q": (60.0,)}}),
    "global_usage": UsageWindows((100.0,), {CredentialKind.USER: {"u": (20.0,)}}),
}
BASE = """
FSPOLICY DEDICATEDPS
ENABLENEGJOBPRIORITY TRUE
USERCFG[u] PRIORITY=20 FSTARGET=40
QOSCFG[q] PRIORITY=-30 FSTARGET=50- QTTARGET=9:00:00 XFTARGET=7
JOBPRIOF STATE[Running]=5 ATTR[a]=6 GRES[g]=7
"""
FULL = job(
    7200,
    id="17",
    name="n12",
    user="u",
    qos="q",
    state="running",
    started=NOW - 100,
    submitted=NOW - 9000,
    deadline=NOW + 500,
    wallclock_s=3600,
    tasks=(TaskGroup(tasks=2, procs=3, mem_mb=10, swap_mb=20, disk_mb=30, nodes=2),),
    attributes=("a",),
    resources=("g",),
    bypassed=2,
    restarts=1,
    soft_violation=True,
    user_priority=-3,
    hunger=4,
)
NAMES = [one.weight for one in SUBFACTORS]
COMPONENTS = [component.weight for component in Component]


def total(values: dict[str, int]) -> float:
    return weighed(BASE + "\n".join(f"{name} {value}" for name, value in values.items()), FULL, **SITE).sum


@given(numbers, numbers)
def test_a_cap_bounds_both_signs_and_once_is_enough(value: float, cap: float) -> None:
    capped = clamp(value, cap)
    assert abs(capped) <= abs(value)
    assert cap <= 0 or abs(capped) <= cap
    assert clamp(capped, cap) == capped
    assert clamp(-value, cap) == -capped


@given(st.dictionaries(st.sampled_from(NAMES), weights), st.sampled_from(NAMES), st.integers(-50, 50))
def test_a_priority_is_linear_in_every_weight(values: dict[str, int], name: str, more: int) -> None:
    zero, one, moved = (total({**values, name: n}) for n in (0, 1, more))
    assert moved - zero == more * (one - zero) or abs(moved - zero - more * (one - zero)) <= 1e-6 * (
        abs(moved) + abs(zero) + 50 * abs(one)
    )


@given(st.dictionaries(st.sampled_from(NAMES), weights), st.sampled_from(list(Component)))
def test_a_weight_of_zero_switches_a_component_off(values: dict[str, int], component: Component) -> None:
    text = "\n".join(f"{name} {value}" for name, value in values.items())
    found = weighed(f"{BASE}{text}\n{component.weight} 0", FULL, **SITE)
    assert component not in {share.component for share in found.shares}
    assert found.points(component) == found.percent(component) == 0


@given(st.dictionaries(st.sampled_from(NAMES), weights), st.dictionaries(st.sampled_from(COMPONENTS), weights))
def test_doubling_every_component_doubles_the_sum(values: dict[str, int], stems: dict[str, int]) -> None:
    both = {**dict.fromkeys(COMPONENTS, 1), **stems}
    assert total({**values, **{name: 2 * n for name, n in both.items()}}) == 2 * total({**values, **both})


@given(st.integers(-500, 500), st.integers(-500, 500))
def test_more_of_a_factor_is_worth_its_weight(amount: int, weight: int) -> None:
    def points(priority: int) -> float:
        config = f"ENABLENEGJOBPRIORITY 1\nUSERWEIGHT {weight}\nCREDWEIGHT 3\nUSERCFG[u] PRIORITY={priority}"
        return weighed(config, job(600, user="u")).priority

    assert points(100 + amount) - points(100) == 3 * weight * amount


@given(
    st.dictionaries(st.sampled_from(NAMES), st.integers(-(10**9), 10**9)),
    st.booleans(),
    st.none()
    | st.builds(AdminPriority, st.integers(0, 1000), st.just(False))
    | st.builds(AdminPriority, st.integers(-(10**9), 10**9), st.just(True)),
)
def test_nothing_of_a_priority_is_left_unexplained(
    values: dict[str, int], negative: bool, admin: AdminPriority | None
) -> None:
    text = "\n".join(f"{name} {value}" for name, value in values.items())
    one = job(5000, user="u", qos="q", wallclock_s=77, admin=admin)
    found = weighed(f"{BASE}{text}\nENABLENEGJOBPRIORITY {negative}", one, **SITE)
    steps = sum(Fraction(step.after) - Fraction(step.before) for step in found.adjustments)
    assert Fraction(found.sum) + steps == found.priority
    percents = [found.percent(share.component) for share in found.shares]
    assert all(part >= 0 for part in percents)
    assert abs(sum(percents) - 100) < 1e-6 or not any(percents)


@given(st.lists(st.integers(0, 5), max_size=30))
def test_jobs_of_one_priority_keep_the_order_of_their_ids(waits: list[int]) -> None:
    jobs = [MoabJob(str(number), eligible_s=60.0 * wait) for number, wait in enumerate(waits)]
    rules = MoabRules.of(parse_config(""), Site(jobs=tuple(jobs)), NOW)
    forwards, backwards = prioritise(jobs, rules), prioritise(jobs[::-1], rules)
    assert forwards == backwards
    assert [(-one.priority, int(one.job.id)) for one in forwards] == sorted(
        (-one.priority, int(one.job.id)) for one in forwards
    )


amounts = st.lists(st.floats(0, 1e6), min_size=4, max_size=4)


@given(st.dictionaries(st.sampled_from("abcd"), amounts, min_size=1), st.floats(0.1, 1), st.floats(0.01, 100))
def test_complete_usage_adds_up_to_a_hundred_percent_whatever_its_unit(
    used: dict[str, list[float]], decay: float, unit: float
) -> None:
    config = parse_config(f"FSPOLICY DEDICATEDPS\nFSDEPTH 4\nFSDECAY {decay:.6f}")

    def percents(scale: float) -> list[float]:
        scaled = {name: tuple(scale * one for one in by_age) for name, by_age in used.items()}
        windows = UsageWindows(tuple(map(sum, zip(*scaled.values(), strict=True))), {CredentialKind.USER: scaled})
        fair_share = FairShareUsage.of(windows, config)
        return [fair_share.share(CredentialKind.USER, name, None).percent for name in used]

    found = percents(1)
    assert abs(sum(found) - 100) < 1e-6 or sum(map(sum, used.values())) < 1e-300 or not any(found)
    assert (
        all(abs(a - b) < 1e-6 for a, b in zip(found, percents(unit), strict=True))
        or max(map(max, used.values())) < 1e-290
    )


@given(st.permutations([5.0, 20.0, 0.0, 3.0]))
def test_without_decay_the_order_of_windows_does_not_matter(order: list[float]) -> None:
    def percent(amounts: list[float], decay: str) -> float:
        config = parse_config(f"FSPOLICY DEDICATEDPS\nFSDEPTH 4\nFSDECAY {decay}")
        usage = UsageWindows((100.0, 100.0, 100.0, 100.0), {CredentialKind.USER: {"u": tuple(amounts)}})
        return FairShareUsage.of(usage, config).share(CredentialKind.USER, "u", None).percent

    assert percent(order, "1") == 7
    assert percent(order, "0") == order[0]


@given(st.floats(0.001, 100), st.floats(0, 100), st.sampled_from(BoundsMode))
def test_a_floor_never_hurts_and_a_ceiling_never_helps(target: float, percent: float, mode: BoundsMode) -> None:
    floor, ceiling = (
        delta(FairShareTarget(target, kind), percent) for kind in (FairShareBound.FLOOR, FairShareBound.CEILING)
    )
    assert floor >= 0 >= ceiling
    assert floor + ceiling == delta(FairShareTarget(target, FairShareBound.TARGET), percent, mode)


@given(st.floats(0, 1e7), st.integers(1, 10**7), st.integers(1, 10**7))
def test_an_expansion_factor_is_one_and_more(queued: float, limit: int, longer: int) -> None:
    def factor(queued_s: float, limit_s: int) -> float:
        found = weighed("XFACTORWEIGHT 1\nQUEUETIMEWEIGHT 0", job(queued_s, wallclock_s=limit_s))
        return found.shares[0].terms[0].capped

    assert 1 <= factor(queued, limit + longer) <= factor(queued, limit) <= factor(queued + 1, limit)


@given(st.integers(1, 8), st.integers(1, 10), st.integers(0, 1000))
def test_processor_equivalents_bound_processors_and_do_not_mind_how_tasks_are_cut(
    tasks: int, procs: int, memory: int
) -> None:
    rules = MoabRules.of(parse_config(""), Site(totals={"ALL": PartitionTotals(procs=100, mem_mb=1000)}), NOW)
    one = job(procs=tasks * procs, mem_mb=tasks * memory)
    cut = job(tasks=(TaskGroup(tasks=tasks, procs=procs, mem_mb=memory),))
    whole, parts = processor_equivalents(one, rules), processor_equivalents(cut, rules)
    assert abs(whole - parts) < 1e-9 * whole
    assert one.procs == cut.procs <= parts + 1e-9
    assert parts <= 100 * tasks + 1e-9


@given(
    st.lists(st.builds(Block, st.integers(-50, 1100), st.none() | st.integers(0, 1200), st.sampled_from(REASONS))),
    st.sets(st.sampled_from(REASONS)),
)
def test_pausing_lies_between_starting_anew_and_counting_everything(blocks: list[Block], excepted: set[str]) -> None:
    names = ("RESET", "ACCRUE", "ALWAYS")
    reset, accrue, always = (Accrual.of(name, excepted).time_s(0, 1000, blocks) for name in names)
    assert 0 <= reset <= accrue <= always == 1000


runs = st.builds(
    lambda begin, length, procs: HistoryRecord(begin, begin + length, procs, user="u"),
    st.integers(0, 900),
    st.integers(0, 500),
    st.integers(0, 9),
)


@given(st.lists(runs), st.integers(7, 400))
def test_no_processor_second_of_a_history_is_lost(history: list[HistoryRecord], interval: int) -> None:
    usage = UsageWindows.of_history(history, 1000, interval, 1000 // interval + 1, UsageMetric.DEDICATED_PS)
    spent = sum(one.procs * (min(one.end or 0, 1000) - one.begin) for one in history)
    assert abs(sum(usage.total) - spent) < 1e-6
    assert sum(usage.of(CredentialKind.USER, "u")) == sum(usage.total)
