"""A snapshot holds all that decides, nothing secret, and is there whole or not at all."""

import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.live.folder_transport import NEGOTIATOR, FolderTransport
from tests.negotiation.builders import configured, free, held, jobs, submitter
from tests.negotiation.recorded import each_pool, recorded, rerun
from userprio import config
from userprio.base.errors import BadInput, Refused
from userprio.base.versions import Version
from userprio.classad import Ad, Evaluator, parse
from userprio.ledger import Ledger
from userprio.live import LiveError, LiveErrorKind, Negotiator, choose_negotiator, take_into
from userprio.live.snapshot import _with_uncharged
from userprio.negotiation import Outcome, negotiate
from userprio.pool import Pool, last_cycle, read_snapshot
from userprio.pool.scenario import ScenarioData, versions_of


def transport(name: str) -> FolderTransport:
    cycle = recorded(name)
    return FolderTransport(cycle.pool, cycle.ledger, dump(cycle.settings), cycle.settings)


def dump(settings: config.Config) -> str:
    """A configuration as a daemon tells it: a line for each knob."""
    knobs = ((name, " ".join((settings.raw(name) or "").split())) for name in settings.names())
    return "# Configuration from negotiator\n" + "".join(f"{name} = {text}\n" for name, text in knobs)


def decisions(outcome: Outcome) -> list[object]:
    """All that a cycle decided; figures to nine digits, for an effective priority comes with sixteen."""
    return [
        [
            (match.submitter, match.request, match.slot, match.group, match.spin, match.because)
            for match in outcome.matches
        ],
        [(reject.submitter, reject.request, reject.reason) for reject in outcome.rejections],
        [(visit.submitter, visit.spin, visit.outcome, visit.matched, f"{visit.limit:.9g}") for visit in outcome.visits],
        [(group.name, group.effective_quota, group.requested) for group in outcome.groups],
    ]


@each_pool
def test_the_cycle_over_a_snapshot_is_that_over_the_whole_pool(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "taken"
    cycle = recorded(name)
    take_into(folder, transport(name), NEGOTIATOR, cycle.at)
    outcome = negotiate(
        ScenarioData(
            read_snapshot(folder),
            Ledger.read(folder / "Accountantnew.log"),
            config.read(folder / "condor_config", environ={}),
            cycle.at,
            cycle.scenario.previous_quotas,
        )
    )
    assert decisions(outcome) == decisions(rerun(name))


NAME = "multi-cluster-autoclusters"


def test_secrets_never_get_into_the_folder(tmp_path: Path) -> None:
    way = transport(NAME)
    secrets = {"ClaimId": "<1.2.3.4>#sesame", "Capability": "sesame", "Environment": "KEY=sesame"}
    asking = {"Requirements": parse("ClaimId =!= Capability || Environment =?= undefined || true")}
    way.pool = Pool(
        tuple(ad.replace({**secrets, **asking}) for ad in way.pool.slots),
        tuple(ad.replace(secrets) for ad in way.pool.submitters),
        tuple(ad.replace({**secrets, "PublicClaimIds": "sesame"}) for ad in way.pool.jobs),
    )
    way.knobs += "\nSITE_PASSWORD = sesame\n"
    taken = take_into(tmp_path / "new", way, NEGOTIATOR, 0)
    assert taken.slots and taken.jobs and taken.submitters
    assert not [path for path in (tmp_path / "new").iterdir() if "sesame" in path.read_text()]


AD_SECRETS = {
    "ClaimId": "<1.2.3.4>#sesame",
    "Capability": "sesame",
    "Environment": "KEY=sesame",
    "Env": "KEY=sesame",
    "Arguments": "--key sesame",
    "Args": "sesame",
    "DbPassphrase": "sesame",
    "x509userproxysubject": "/CN=sesame",
    "TransferInput": "https://ann:sesame@host/file",
}
"""By attribute of every ad."""
KNOB_SECRETS = """\
POOL_PASSWORD = sesame
DB_PASS = sesame
FOO_PASSPHRASE = sesame
STARTD_CRON_X_ENV = KEY=sesame
STARTER_JOB_ENVIRONMENT = "KEY=sesame"
SITE_PROXY = https://user:sesame@host
SEC_TOKEN_POOL_SIGNING_KEY_FILE = sesame
SEC_CLIENT_AUTHENTICATION_METHODS = sesame
AWS_KEY = AKIASESAMESESAMESESA
AWS_SECRET_ACCESS_KEY = sesame
JOB_TRANSFORM_SITE = SET Environment "KEY=sesame"
COLOUR = sesame
NEGOTIATOR.COLOUR = sesame
EXPANDED = token-sesame
CERTIFICATE @=end
-----BEGIN PRIVATE KEY-----
sesame
-----END PRIVATE KEY-----
@end
NEGOTIATOR_SITE_RANK = regexp("https://u:sesame@host", Site)
NEGOTIATOR_KEY @=end
-----BEGIN PRIVATE KEY-----
sesame
-----END PRIVATE KEY-----
@end
GROUP_TOKEN = sesame
DEFRAG_NAME = $(DB_PASS) $(EXPANDED_PASS)
EXPANDED_PASS = sesame
NEGOTIATOR_NAME = api_key=sesame
CONDOR_HOST = --password sesame
"""


def test_no_planted_secret_is_in_a_byte_of_the_folder(tmp_path: Path) -> None:
    """Of knobs only what is read here is kept, whatever the others are called; in what is kept, shapes are masked."""
    way = transport(NAME)
    secrets = {name: parse(f'"{text}"') for name, text in AD_SECRETS.items()}
    shaped = {"Site": "https://u:sesame@host", "Wanted": parse('Site == "password=sesame"')}
    pool = way.pool
    way.pool = Pool(
        *(tuple(ad.replace({**secrets, **shaped}) for ad in ads) for ads in (pool.slots, pool.submitters, pool.jobs))
    )
    # Plain values that nothing refers to. They differ in name, for jobs are asked for all that slots define.
    slots, jobs = ({"UnheardOf": "sesame"}, {"UnheardOfJob": "sesame"})
    way.pool = replace(
        way.pool,
        slots=tuple(ad.replace(slots) for ad in way.pool.slots),
        jobs=tuple(ad.replace(jobs) for ad in way.pool.jobs),
    )
    way.negotiator_ads = [Ad({"Name": "https://u:sesame@cm", "MyAddress": "<1>", "Capability": "sesame"})]
    way.knobs += KNOB_SECRETS
    taken = take_into(tmp_path / "new", way, choose_negotiator(way, "pool.test", None), 0)
    assert taken.slots and taken.jobs and taken.submitters
    files = {path.name: path.read_bytes().lower() for path in (tmp_path / "new").rglob("*")}
    assert len(files) == 7
    assert not [name for name, content in files.items() if b"sesame" in content]
    told = " ".join(taken.warnings)
    named = ("DB_PASS", "EXPANDED_PASS", "GROUP_TOKEN", "NEGOTIATOR_SITE_RANK", "NEGOTIATOR_KEY", "NEGOTIATOR_NAME")
    assert [name for name in (*named, "CONDOR_HOST", "Site", "Wanted") if name not in told] == []
    assert "sesame" not in told


def test_arguments_stay_where_an_expression_refers_to_them(tmp_path: Path) -> None:
    way = transport(NAME)
    extra = {"Arguments": "fast", "Requirements": parse('Arguments != "slow"')}
    way.pool = replace(way.pool, jobs=tuple(ad.replace(extra) for ad in way.pool.jobs))
    take_into(tmp_path / "new", way, NEGOTIATOR, 0)
    assert b'Arguments = "fast"' in (tmp_path / "new" / "jobs.ads").read_bytes()


def test_the_folder_is_one_that_nobody_else_may_enter_with_the_seven_files(tmp_path: Path) -> None:
    take_into(tmp_path / "new", transport(NAME), NEGOTIATOR, 0)
    names = {path.name for path in (tmp_path / "new").iterdir()}
    ads = {f"{what}.ads" for what in ("slots", "submitters", "jobs", "negotiator", "accounting")}
    assert names == {"condor_config", "Accountantnew.log", *ads}
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0


def test_the_negotiator_tells_its_version_and_nothing_of_it_is_asked_twice(tmp_path: Path) -> None:
    way = transport(NAME)
    version = "$CondorVersion: 24.0.5 2025-02-01 $"
    way.negotiator_ads = [Ad({"Name": "cm.pool.test", "MyAddress": "<1>", "CondorVersion": version, "Capability": 1})]
    taken = take_into(tmp_path / "new", way, choose_negotiator(way, "pool.test", None), 0)
    pool = read_snapshot(tmp_path / "new")
    assert pool.negotiator is not None and set(pool.negotiator) == {"Name", "CondorVersion"}
    assert versions_of(pool, None).negotiator == Version(24, 0, 5)
    assert taken.warnings == []


def test_a_job_that_refers_to_what_was_not_asked_for_makes_its_schedd_be_asked_again(tmp_path: Path) -> None:
    way = transport(NAME)
    extra = {"Rank": parse("MyOwn * 2"), "MyOwn": parse("Deeper + 1"), "Deeper": 5, "Idle": 7}
    way.pool = replace(way.pool, jobs=tuple(ad.replace(extra) for ad in way.pool.jobs))
    take_into(tmp_path / "new", way, NEGOTIATOR, 0)
    jobs = read_snapshot(tmp_path / "new").jobs
    assert len(jobs) == len(way.pool.jobs)
    assert {"MyOwn", "Deeper"} <= set(jobs[0])
    assert "Idle" not in jobs[0]


def test_what_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "precious").write_text("here")
    with pytest.raises(Refused, match="not empty"):
        take_into(tmp_path / "old", transport(NAME), NEGOTIATOR, 0)
    with pytest.raises(Refused, match="not a folder"):
        take_into(tmp_path / "old" / "precious", transport(NAME), NEGOTIATOR, 0)
    with pytest.raises(BadInput, match="no such folder"):
        take_into(tmp_path / "none" / "new", transport(NAME), NEGOTIATOR, 0)
    assert [path.name for path in tmp_path.rglob("*")] == ["old", "precious"]


def test_the_empty_folder_that_one_is_in_may_be_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "new").mkdir()
    monkeypatch.chdir(tmp_path / "new")
    take_into(Path(), transport(NAME), NEGOTIATOR, 0)
    assert (tmp_path / "new" / "slots.ads").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_an_empty_folder_may_be_there(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    assert take_into(tmp_path / "new", transport(NAME), NEGOTIATOR, 0).slots
    assert (tmp_path / "new" / "slots.ads").is_file()


class _Dying(FolderTransport):
    """A pool that goes away in the middle of its slots."""

    def slots(self) -> Iterator[Ad]:
        yield self.pool.slots[0]
        raise LiveError(LiveErrorKind.UNREACHABLE, "gone")


def test_a_snapshot_that_fails_leaves_nothing_at_all(tmp_path: Path) -> None:
    whole = transport(NAME)
    way = _Dying(whole.pool, whole.ledger, whole.knobs, whole.settings)
    with pytest.raises(LiveError, match="gone"):
        take_into(tmp_path / "new", way, NEGOTIATOR, 0)
    assert list(tmp_path.iterdir()) == []


class _Deaf(FolderTransport):
    """A pool with a schedd that does not answer."""

    def jobs(self, schedd: str, attributes: Collection[str]) -> Iterator[Ad]:
        raise LiveError(LiveErrorKind.UNREACHABLE, "the schedd does not answer")


def test_a_schedd_that_does_not_answer_is_left_out_and_named(tmp_path: Path) -> None:
    whole = transport(NAME)
    way = _Deaf(whole.pool, whole.ledger, whole.knobs, whole.settings)
    taken = take_into(tmp_path / "new", way, NEGOTIATOR, 0)
    assert taken.jobs == 0
    assert len(taken.warnings) == 1 and "ap1.pool.test" in taken.warnings[0]


def limited(way: FolderTransport) -> FolderTransport:
    """With a user who may run three jobs, and with attributes that do not count."""
    record = Ad({"User": "submit@pool.test", "ScheddName": "ap1.pool.test", "MaxJobsRunning": 3, "Enabled": 1})
    schedd = way.pool.submitters[0].expr("ScheddName")
    assert schedd is not None
    way.pool = replace(way.pool, users=(record.replace({"ScheddName": schedd}),))
    return way


def test_it_holds_the_limits_of_users_with_the_schedd_that_has_them(tmp_path: Path) -> None:
    taken = take_into(tmp_path / "new", limited(transport(NAME)), NEGOTIATOR, 0)
    (user,) = read_snapshot(tmp_path / "new").users
    assert set(user) == {"User", "ScheddName", "MaxJobsRunning"}
    assert not taken.warnings


class _Untelling(FolderTransport):
    """A pool whose schedds do not tell about users."""

    def users(self, schedd: str) -> Iterator[Ad]:
        raise LiveError(LiveErrorKind.NOT_INSTALLED, "condor_qusers is not installed here")


def test_a_schedd_that_does_not_tell_about_its_users_is_named(tmp_path: Path) -> None:
    whole = transport(NAME)
    way = _Untelling(whole.pool, whole.ledger, whole.knobs, whole.settings)
    taken = take_into(tmp_path / "new", way, NEGOTIATOR, 0)
    assert taken.jobs and not (tmp_path / "new" / "qusers.ads").exists()
    assert len(taken.warnings) == 1 and taken.warnings[0].endswith("condor_qusers is not installed here")


def test_progress_is_told_ad_by_ad(tmp_path: Path) -> None:
    told: list[tuple[str, int]] = []
    way = transport(NAME)
    take_into(tmp_path / "new", way, NEGOTIATOR, 0, lambda what, count: told.append((what, count)))
    assert dict(told) | {"accounts": 0} == {
        "accounts": 0,
        "submitters": len(way.pool.submitters),
        "slots": len(way.pool.slots),
        "jobs": len(way.pool.jobs),
    }
    assert [what for what, count in told if count == 0] == ["accounts", "submitters", "slots", "jobs"]


@dataclass
class _Negotiating(FolderTransport):
    """A pool whose negotiator ends a cycle while the slots are read, as often as is said."""

    cycles: int = 0
    ended: int = 1000

    def published_accounts(self) -> list[Ad]:
        group = {"Name": "physics", "IsAccountingGroup": True, "NegotiatorName": "cm.pool.test", "ClaimId": "sesame"}
        return [Ad({**group, "LastUpdate": self.ended, "EffectiveQuota": self.ended / 100, "ResourcesUsed": 3})]

    def slots(self) -> Iterator[Ad]:
        if self.cycles:
            self.cycles, self.ended = self.cycles - 1, self.ended + 60
        yield from self.pool.slots


def negotiating(cycles: int) -> _Negotiating:
    whole = transport(NAME)
    return _Negotiating(whole.pool, whole.ledger, whole.knobs, whole.settings, cycles=cycles)


def test_it_holds_the_quotas_that_the_last_cycle_left_and_no_secret_of_those_ads(tmp_path: Path) -> None:
    taken = take_into(tmp_path / "new", negotiating(0), NEGOTIATOR, 0)
    (group,) = read_snapshot(tmp_path / "new").accounting
    assert set(group) == {
        *("Name", "IsAccountingGroup", "NegotiatorName", "LastUpdate", "EffectiveQuota", "ResourcesUsed")
    }
    assert last_cycle(read_snapshot(tmp_path / "new")).quotas == {"physics": 10.0}
    assert taken.warnings == []


def test_where_a_cycle_ran_meanwhile_all_is_read_again(tmp_path: Path) -> None:
    taken = take_into(tmp_path / "new", negotiating(1), NEGOTIATOR, 0)
    assert last_cycle(read_snapshot(tmp_path / "new")).quotas == {"physics": 10.6}
    assert taken.slots == len(transport(NAME).pool.slots)
    assert taken.warnings == []


def test_where_a_cycle_runs_each_time_the_snapshot_says_so(tmp_path: Path) -> None:
    (said,) = take_into(tmp_path / "new", negotiating(9), NEGOTIATOR, 0).warnings
    assert said.startswith("a cycle ran each of the 2 times that the pool was read")


def test_usage_that_is_not_charged_yet_comes_from_the_collector_unless_it_has_been_since() -> None:
    told = Ad({"Name": "ann@lab", "LastUpdate": 60, "Priority": 500.0, "PriorityFactor": 1000.0})
    ad = told.replace({"UnchargedTime": -7, "WeightedUnchargedTime": -14.0})
    assert [dict(each.items()) for each in _with_uncharged([told], [ad])] == [dict(ad.items())]
    since = told.replace({"LastUpdate": 75})
    assert list(_with_uncharged([since], [ad])) == [since]
    stale = ad.replace({"LastUpdate": 30})
    assert list(_with_uncharged([told], [stale, Ad({"Name": "bob@lab", "LastUpdate": 60})])) == [told]


@dataclass
class _Matching(FolderTransport):
    """A cycle of this second gave ann two slots and ben one, of which the ads show one of ann's."""

    asked: list[str] = field(default_factory=list)
    updated: int = field(default_factory=lambda: int(time.time()))
    tells: bool = True

    def published_accounts(self) -> list[Ad]:
        held = {"<none>": 3, "ann@pool.test": 2, "ben@pool.test": 1, "cid@pool.test": 0}
        return [Ad({"Name": name, "LastUpdate": self.updated, "ResourcesUsed": slots}) for name, slots in held.items()]

    def held_slots(self, negotiator: Negotiator, submitter: str) -> Ad:
        self.asked.append(submitter)
        if not self.tells:
            raise LiveError(LiveErrorKind.UNSUPPORTED, "no")
        slots = {"ann@pool.test": ("slot1@exec1", "slot1@exec2"), "ben@pool.test": ("slot1@exec3",)}[submitter]
        named = {f"Name{number}": f"{slot}@<10.0.0.1:9618>" for number, slot in enumerate(slots, 1)}
        times = {f"StartTime{number}": self.updated for number in range(1, len(slots) + 1)}
        return Ad({**named, **times, "StartTime1": self.updated - (submitter == "ben@pool.test")})


def matching(**given: Any) -> _Matching:
    slots = [*held("ann", 1, 1), *free(2, 2)]
    whole = Pool(tuple(slots), (submitter("ann", 2), submitter("ben", 1)), (*jobs("ann", 2, 1), *jobs("ben", 1, 2)))
    settings = configured()
    return _Matching(whole, Ledger.empty(), dump(settings), settings, **given)


def test_right_after_a_cycle_the_negotiator_is_asked_for_matches_that_no_slot_shows(tmp_path: Path) -> None:
    """A record that is older than the cycle is of a claim that has ended."""
    way = matching()
    take_into(tmp_path / "new", way, NEGOTIATOR, 0)
    assert way.asked == ["ann@pool.test", "ben@pool.test"]
    pending = read_snapshot(tmp_path / "new").pending
    said = [[Evaluator(0).attribute(name, ad) for name in ("Name", "RemoteUser", "StartTime")] for ad in pending or ()]
    assert said == [["slot1@exec2", "ann@pool.test", way.updated]]


@pytest.mark.parametrize("given", [{"updated": 1_000_000}, {"tells": False}])
def test_a_while_later_or_where_it_cannot_be_asked_they_are_not_known(given: dict[str, Any], tmp_path: Path) -> None:
    taken = take_into(tmp_path / "new", matching(**given), NEGOTIATOR, 0)
    assert read_snapshot(tmp_path / "new").pending is None
    assert taken.warnings == []


def test_of_a_schedds_own_ad_it_holds_what_decides_how_many_jobs_it_offers(tmp_path: Path) -> None:
    way = transport(NAME)
    curb = {"CurbMatchmaking": parse("RecentDaemonCoreDutyCycle > 0.98 || ClaimId > 1"), "ClaimId": "sesame"}
    figures = {"RecentDaemonCoreDutyCycle": 0.5, "MaxJobsRunning": 10, "ShadowsRunning": 3, "Other": 1}
    way.pool = replace(way.pool, schedds=(Ad({"Name": "ap1", **figures, **curb}),))
    take_into(tmp_path / "new", way, NEGOTIATOR, 0)
    (own,) = read_snapshot(tmp_path / "new").schedds
    assert set(own) == {
        *("Name", "RecentDaemonCoreDutyCycle", "MaxJobsRunning", "ShadowsRunning", "CurbMatchmaking"),
    }
