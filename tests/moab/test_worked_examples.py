"""Priorities worked out by hand, each number of each step in view."""

import pytest

from tests.moab.building import SMALL_FILE, job, parse_config, percentages, points, terms, weighed
from userprio.moab import BoundsMode, Breakdown, Component, CredentialKind, FairShareUsage
from userprio.moab.fairshare import UsageWindows
from userprio.moab.parameters import FairShareBound, FairShareTarget
from userprio.moab.priority import closeness, processor_equivalents
from userprio.moab.rules import AdminPriority, MoabRules, PartitionTotals, Site, TaskGroup

HOUR = 3600


def test_an_empty_configuration_is_first_come_first_served() -> None:
    found = weighed("", job(15_600))
    assert terms(found, Component.SERVICE)["QUEUETIME"].raw == 260
    assert points(found) == {"SERVICE": 260}
    assert found.priority == 260


CREDENTIALS = """
CREDWEIGHT 1
USERWEIGHT 1
GROUPWEIGHT 1
USERCFG[john] PRIORITY=2000
USERCFG[paul] PRIORITY=-1000
GROUPCFG[staff] PRIORITY=10000
"""


def test_credentials_add_up() -> None:
    found = weighed(CREDENTIALS, job(90 * 60, user="john", group="staff"))
    assert points(found) == {"CRED": 12_000, "SERVICE": 90}
    assert found.priority == 12_090


def test_a_negative_priority_is_raised_to_the_lowest() -> None:
    found = weighed(CREDENTIALS, job(90 * 60, user="paul", group="guests"))
    assert points(found) == {"CRED": -1000, "SERVICE": 90}
    assert found.sum == -910
    assert found.priority == 1
    assert [(step.name, step.before, step.after) for step in found.adjustments] == [("lower bound", -910, 1)]
    assert found.verdicts == ()


def test_negative_priorities_survive_where_allowed_and_keep_jobs_from_starting() -> None:
    paul = job(90 * 60, user="paul", group="guests")
    found = weighed(f"{CREDENTIALS}ENABLENEGJOBPRIORITY TRUE", paul)
    assert found.priority == -910
    assert found.verdicts == ("not started: negative priority",)
    tolerant = weighed(f"{CREDENTIALS}ENABLENEGJOBPRIORITY TRUE\nREJECTNEGPRIOJOBS FALSE", paul)
    assert (tolerant.priority, tolerant.verdicts) == (-910, ())


JOHN = UsageWindows((110, 125, 100, 150), {CredentialKind.USER: {"john": (60, 0, 10, 50)}})
WINDOWS = "FSPOLICY DEDICATEDPS\nFSDEPTH 4\nFSDECAY 0.5\nFSUSERWEIGHT 10\nFSWEIGHT 100\n"


def test_usage_is_decayed_by_window() -> None:
    fair_share = FairShareUsage.of(JOHN, parse_config(WINDOWS))
    share = fair_share.share(CredentialKind.USER, "john", None)
    assert share.used == 60 + 0 + 2.5 + 6.25 == 68.75
    assert fair_share.base == 110 + 62.5 + 25 + 18.75 == 216.25
    assert share.percent == pytest.approx(31.7919, abs=5e-5)


@pytest.mark.parametrize(
    ("target", "mode", "expected"),
    [
        ("25", BoundsMode.BOUNDS, -6791.9),
        ("25+", BoundsMode.BOUNDS, 0),
        ("25-", BoundsMode.BOUNDS, -6791.9),
        ("25-", BoundsMode.LITERAL, 0),
        ("25+", BoundsMode.LITERAL, -6791.9),
    ],
)
def test_a_target_turns_usage_into_points(target: str, mode: BoundsMode, expected: float) -> None:
    found = weighed(f"{WINDOWS}USERCFG[john] FSTARGET={target}", job(user="john"), mode, usage=JOHN)
    assert points(found)["FS"] == pytest.approx(expected, abs=0.05)
    delta = terms(found, Component.FS)["FSUSER"].raw
    assert delta == (pytest.approx(-6.7919, abs=5e-5) if expected else 0)


MANUAL = """
FSPOLICY DEDICATEDPS
FSDEPTH 1
FSWEIGHT 100
FSUSERWEIGHT 10
FSGROUPWEIGHT 20
FSACCOUNTWEIGHT 30
FSQOSWEIGHT 40
FSCLASSWEIGHT 0
USERCFG[u] FSTARGET=50
ACCOUNTCFG[a] FSTARGET=25
QOSCFG[q] FSTARGET=10+
"""


def manual(config: str, mode: BoundsMode = BoundsMode.BOUNDS) -> Breakdown:
    usage = percentages(user={"u": 45}, group={"g": 65}, account={"a": 35}, qos={"q": 25}, **{"class": {"c": 5}})
    return weighed(config, job(user="u", group="g", account="a", qos="q", class_="c"), mode, usage=usage)


def test_the_manuals_fair_share_of_one_job() -> None:
    found = manual(MANUAL)
    raws = {name: term.raw for name, term in terms(found, Component.FS).items()}
    assert raws == {"FSUSER": 5, "FSGROUP": 0, "FSACCOUNT": -10, "FSQOS": 0}
    assert {name: term.points for name, term in terms(found, Component.FS).items()} == {
        "FSUSER": 50,
        "FSGROUP": 0,
        "FSACCOUNT": -300,
        "FSQOS": 0,
    }
    assert found.shares[0].sum == -250
    assert points(found)["FS"] == -25_000


def test_a_component_cap_bounds_both_sides() -> None:
    found = manual(f"{MANUAL}FSCAP 200")
    assert found.shares[0].capped == -200
    assert points(found)["FS"] == -20_000


def test_the_literal_mode_counts_a_floor_that_is_exceeded() -> None:
    found = manual(MANUAL, BoundsMode.LITERAL)
    assert terms(found, Component.FS)["FSQOS"].points == 40 * -15 == -600
    assert found.shares[0].sum == -850
    assert points(found)["FS"] == -85_000


def xfactor(config: str, queued_s: float, limit_s: float, **fields: str) -> Breakdown:
    return weighed(f"QUEUETIMEWEIGHT 0\nXFACTORWEIGHT 100\n{config}", job(queued_s, wallclock_s=limit_s, **fields))


@pytest.mark.parametrize(
    ("limit_h", "factors"), [(1, [2, 3, 5, 9, 17]), (4, [1.25, 1.5, 2, 3, 5])], ids=["one hour", "four hours"]
)
def test_the_manuals_table_of_expansion_factors(limit_h: int, factors: list[float]) -> None:
    found = [xfactor("", hours * HOUR, limit_h * HOUR) for hours in (1, 2, 4, 8, 16)]
    assert [terms(one, Component.SERVICE)["XFACTOR"].raw for one in found] == factors


def test_a_qos_adds_to_the_weight_of_the_expansion_factor() -> None:
    found = xfactor("QOSCFG[special] XFWEIGHT=5000", 16 * HOUR, HOUR, qos="special")
    assert terms(found, Component.SERVICE)["XFACTOR"].weight == 5100
    assert found.priority == 5100 * 17 == 86_700
    capped = xfactor("QOSCFG[special] XFWEIGHT=5000\nXFACTORCAP 10", 16 * HOUR, HOUR, qos="special")
    assert capped.priority == 5100 * 10 == 51_000


def test_a_least_limit_holds_back_the_shortest_jobs() -> None:
    assert terms(xfactor("", 3 * HOUR, 360), Component.SERVICE)["XFACTOR"].raw == 31
    found = xfactor("XFMINWCLIMIT 1:00:00", 3 * HOUR, 360)
    assert terms(found, Component.SERVICE)["XFACTOR"].raw == 4


SYSTEM = {"ALL": PartitionTotals(procs=128, mem_mb=262_144)}


@pytest.mark.parametrize(
    "group", [TaskGroup(procs=32, mem_mb=131_072), TaskGroup(tasks=8, procs=4, mem_mb=16_384)], ids=["one", "eight"]
)
def test_the_manuals_processor_equivalents(group: TaskGroup) -> None:
    one = job(tasks=(group,))
    assert processor_equivalents(one, MoabRules.of(parse_config(""), Site(totals=SYSTEM), 0)) == 64
    config = "QUEUETIMEWEIGHT 0\nRESWEIGHT 5\nPROCWEIGHT 1\nPEWEIGHT 10\n"
    found = weighed(config, one, totals=SYSTEM)
    assert found.shares[0].sum == 32 + 640 == 672
    assert points(found)["RES"] == 3360
    assert points(weighed(f"{config}RESCAP 500", one, totals=SYSTEM))["RES"] == 2500


def test_the_manuals_job_attributes() -> None:
    config = """
    ATTRWEIGHT 100
    ATTRATTRWEIGHT 1
    ATTRSTATEWEIGHT 1
    ATTRGRESWEIGHT 5
    JOBPRIOF STATE[Running]=100 STATE[Suspended]=1000 ATTR[PREEMPTEE]=-200 ATTR[gpfs]=30 GRES[matlab]=400
    NODETOJOBATTRMAP gpfs,pvfs
    """
    one = job(state="suspended", attributes=("PREEMPTEE",), features=("gpfs", "big"), resources=("matlab",))
    found = weighed(config, one)
    raws = {name: term.raw for name, term in terms(found, Component.ATTR).items()}
    assert raws == {"ATTRATTR": -170, "ATTRSTATE": 1000, "ATTRGRES": 400}
    assert points(found)["ATTR"] == 283_000


@pytest.mark.parametrize(
    ("left_s", "expected"),
    [(3600, 7.7e-8), (300, 1.1e-5), (10, 0.01), (1, 1), (0, 1e8), (-600, 100_000_600)],
)
def test_a_queue_time_target_grows_steep_and_then_flat(left_s: int, expected: float) -> None:
    config = "QUEUETIMEWEIGHT 0\nTARGETQUEUETIMEWEIGHT 1\nQOSCFG[q] QTTARGET=4:00:00"
    found = weighed(config, job(4 * HOUR - left_s, qos="q"))
    assert terms(found, Component.TARGET)["TARGETQUEUETIME"].raw == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize(("xf", "expected"), [(4, 1), (4.5, 4), (4.9, 100), (4.99, 10_000), (5, 1e8)])
def test_an_expansion_factor_target_does_the_same(xf: float, expected: float) -> None:
    assert closeness(xf, 5.0) == pytest.approx(expected)
    config = "QUEUETIMEWEIGHT 0\nTARGETXFACTORWEIGHT 1\nQOSCFG[q] XFTARGET=5.0"
    found = weighed(config, job((xf - 1) * HOUR, wallclock_s=HOUR, qos="q"))
    assert terms(found, Component.TARGET)["TARGETXFACTOR"].raw == pytest.approx(expected)


def test_a_running_job_is_weighed_by_its_usage() -> None:
    config = """
    QUEUETIMEWEIGHT 0
    USAGEWEIGHT 1
    USAGEPERCENTWEIGHT 40
    USAGEEXECUTIONTIMEWEIGHT 1
    """
    one = job(procs=16, wallclock_s=4 * HOUR, state="running", started=1_772_442_000 - HOUR)
    assert weighed(config, one).priority == 40 * 25 + 3600 == 4600
    everything = weighed(f"{config}USAGECONSUMEDWEIGHT 1\nUSAGEREMAININGWEIGHT 1", one)
    raws = {name: term.raw for name, term in terms(everything, Component.USAGE).items()}
    assert raws == {"CONSUMED": 57_600, "REMAINING": 172_800, "EXECUTIONTIME": 3600, "PERCENT": 25}


def everything(admin: AdminPriority | None = None) -> Breakdown:
    amy = job(90 * 60, user="amy", account="phys", qos="high", procs=64, wallclock_s=3 * HOUR, admin=admin)
    usage = percentages(user={"amy": 16}, account={"phys": 31.5})
    return weighed(f"{SMALL_FILE}RESWEIGHT 8\nPROCWEIGHT 10", amy, usage=usage)


def test_everything_together() -> None:
    found = everything()
    assert points(found) == {"CRED": 1200, "FS": 550, "RES": 5120, "SERVICE": 1680}
    assert {name: term.points for name, term in terms(found, Component.FS).items()} == {
        "FSUSER": 50 * -6,
        "FSACCOUNT": 100 * 8.5,
    }
    assert {name: term.points for name, term in terms(found, Component.SERVICE).items()} == {
        "QUEUETIME": 2 * 90,
        "XFACTOR": 1000 * 1.5,
    }
    assert found.priority == 8550
    shares = [round(found.percent(component), 1) for component in (Component.CRED, Component.FS)]
    shares += [round(found.percent(component), 1) for component in (Component.SERVICE, Component.RES)]
    assert shares == [14.0, 6.4, 19.6, 59.9]


def test_an_administrator_adjusts_or_overrides_it() -> None:
    adjusted = everything(AdminPriority(100_000, relative=True))
    assert (adjusted.priority, adjusted.administered) == (108_550, True)
    assert everything(AdminPriority(5, relative=False)).priority == 1_000_000_005
    cleared = everything(AdminPriority(0, relative=False))
    assert (cleared.priority, cleared.administered) == (8550, False)


@pytest.mark.parametrize(
    ("cred", "fs", "service", "shown", "shares"),
    [
        (100, 2.7, 1218, 1321, (7.6, 0.2, 92.2)),
        (50, 17.6, 69.2, 137, (36.5, 12.9, 50.6)),
        (50, -25.4, 8512, 8537, (0.6, 0.3, 99.1)),
    ],
)
def test_published_rows_add_up_once_signs_are_kept(
    cred: int, fs: float, service: float, shown: int, shares: tuple[float, ...]
) -> None:
    config = f"FSPOLICY DEDICATEDPS\nUSERWEIGHT 1\nFSUSERWEIGHT 1\nUSERCFG[u] PRIORITY={cred} FSTARGET=50"
    found = weighed(config, job(service * 60, user="u"), usage=percentages(user={"u": 50 - fs}))
    assert found.sum == pytest.approx(cred + fs + service)
    assert round(found.sum) == shown
    components = (Component.CRED, Component.FS, Component.SERVICE)
    assert tuple(round(found.percent(one), 1) for one in components) == shares


def test_a_target_is_told_by_its_suffix() -> None:
    config = parse_config("USERCFG[a] FSTARGET=25+\nUSERCFG[b] FSTARGET=25-\nUSERCFG[c] FSTARGET=0")
    assert config.credential(CredentialKind.USER, "a").target == FairShareTarget(25, FairShareBound.FLOOR)
    assert config.credential(CredentialKind.USER, "b").target == FairShareTarget(25, FairShareBound.CEILING)
    assert config.credential(CredentialKind.USER, "c").target is None
