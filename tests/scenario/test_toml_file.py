"""Pools written by hand."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.negotiation.builders import configured
from userprio.base.errors import BadInput
from userprio.base.tomltables import MOST
from userprio.classad import Ad, Evaluator, Expr, Value, unparse
from userprio.ledger import Ledger
from userprio.negotiation import negotiate
from userprio.pool import ScenarioData
from userprio.pool.toml_file import TomlPool, read_toml_pool

NOW = 1_772_442_000


def pool_of(tmp_path: Path, text: str) -> TomlPool:
    path = tmp_path / "pool.toml"
    path.write_text(text, encoding="utf-8")
    return read_toml_pool(path, NOW)


def values(ad: Ad, *names: str) -> Mapping[str, Value]:
    evaluator = Evaluator(now=NOW)
    return {name: evaluator.attribute(name, ad) for name in names}


def text_of(ad: Ad, name: str) -> str:
    expr = ad.expr(name)
    assert isinstance(expr, Expr)
    return unparse(expr)


def refusal(tmp_path: Path, text: str) -> str:
    with pytest.raises(BadInput) as caught:
        pool_of(tmp_path, text)
    return str(caught.value).removeprefix(f"{tmp_path}/")


def test_slots_are_idle_single_core_machines_where_nothing_else_is_said(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, "[[slots]]\ncount = 3\n").pool
    assert len(pool.slots) == 3
    assert values(pool.slots[2], "Name", "Cpus", "Memory", "State", "SlotWeight", "LastHeardFrom") == {
        "Name": "slot1@exec003.pool.example",
        "Cpus": 1,
        "Memory": 2000,
        "State": "Unclaimed",
        "SlotWeight": 1,
        "LastHeardFrom": NOW,
    }


def test_a_pool_may_say_of_which_moment_it_is(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, "time = 2026-01-01T01:00:00+01:00\n[[slots]]\n")
    assert pool.time == 1_767_225_600
    assert values(pool.pool.slots[0], "LastHeardFrom") == {"LastHeardFrom": 1_767_225_600}
    assert "time must be a date and time with its zone" in refusal(tmp_path, "time = 2026-01-01T01:00:00\n")
    assert "time must be a date and time with its zone" in refusal(tmp_path, "time = 5\n")


def test_every_slot_has_a_name_and_an_address_of_its_own(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, '[[slots]]\ncount = 300\n[[slots]]\ncount = 2\nMachine = "big.lab"\n').pool
    assert len({values(slot, "Name")["Name"] for slot in pool.slots}) == 302
    assert len({values(slot, "StartdIpAddr")["StartdIpAddr"] for slot in pool.slots}) == 302
    assert [values(slot, "Name")["Name"] for slot in pool.slots[-2:]] == ["slot1@big.lab", "slot2@big.lab"]


def test_any_attribute_may_be_given_and_text_that_is_an_expression_is_marked(tmp_path: Path) -> None:
    pool = pool_of(
        tmp_path,
        """
        [[slots]]
        Cpus = 8
        HasGpu = true
        Speed = 1.5
        Site = "north"
        Start = "TARGET.Owner != \\"eve\\""
        Half = { expr = "Cpus / 2" }
        Tags = ["a", "b"]
        """,
    ).pool
    got = values(pool.slots[0], "HasGpu", "Speed", "Site", "Half", "SlotWeight", "Memory")
    assert got == {"HasGpu": True, "Speed": 1.5, "Site": "north", "Half": 4, "SlotWeight": 8, "Memory": 16_000}
    assert not Evaluator(now=NOW).matches(pool.slots[0], Ad({"Owner": "eve", "Requirements": True}))
    assert Evaluator(now=NOW).matches(pool.slots[0], Ad({"Owner": "ann", "Requirements": True}))


def test_partitionable_slots_say_how_large_they_are(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, "[[slots]]\nPartitionableSlot = true\nCpus = 16\nMemory = 64000\n").pool
    names = ("SlotType", "TotalCpus", "TotalSlotCpus", "TotalSlotMemory")
    assert values(pool.slots[0], *names) == dict(zip(names, ("Partitionable", 16, 16, 64_000), strict=True))


def test_a_slot_with_a_remote_user_is_claimed_and_counts_as_running(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, '[[slots]]\ncount = 3\nCpus = 4\nRemoteUser = "g.hog@pool.example"\n').pool
    got = values(pool.slots[0], "State", "Activity", "AccountingGroup", "RemoteOwner")
    assert list(got.values()) == ["Claimed", "Busy", "g.hog@pool.example", "g.hog@pool.example"]
    got = values(pool.submitters[0], "Name", "IdleJobs", "RunningJobs", "WeightedRunningJobs")
    assert list(got.values()) == ["g.hog@pool.example", 0, 3, 12.0]


def test_a_table_of_jobs_is_a_cluster_of_equal_idle_jobs(tmp_path: Path) -> None:
    pool = pool_of(
        tmp_path,
        """
        domain = "lab.example"
        [[jobs]]
        user = "inge"
        count = 2
        [[jobs]]
        user = "nils"
        group = "theory.strings"
        request_cpus = 4
        request_memory = "2 GB"
        priority = 7
        concurrency_limits = "licence:2"
        """,
    ).pool
    names = [values(job, "GlobalJobId")["GlobalJobId"] for job in pool.jobs]
    assert names == [f"ap.lab.example#{job}#{NOW}" for job in ("1.0", "1.1", "2.0")]
    got = values(pool.jobs[2], "AccountingGroup", "User", "RequestCpus", "RequestMemory")
    assert list(got.values()) == ["theory.strings.nils", "nils@lab.example", 4, 2048]
    assert values(pool.jobs[2], "JobPrio", "ConcurrencyLimits") == {"JobPrio": 7, "ConcurrencyLimits": "licence:2"}
    got = values(pool.jobs[0], "AccountingGroup", "JobStatus")
    assert list(got.values()) == [values(pool.jobs[0], "None")["None"], 1]


def test_submitter_ads_count_jobs_by_submitter_and_schedd(tmp_path: Path) -> None:
    pool = pool_of(
        tmp_path,
        """
        [[jobs]]
        user = "ann"
        count = 5
        [[jobs]]
        user = "ann"
        count = 2
        request_cpus = 8
        [[jobs]]
        user = "ann"
        schedd = "other.example"
        [[jobs]]
        user = "bob"
        nice_user = true
        """,
    ).pool
    got = [values(ad, "Name", "ScheddName", "IdleJobs", "WeightedIdleJobs", "SubmitterTag") for ad in pool.submitters]
    assert [list(row.values()) for row in got] == [
        ["ann@pool.example", "ap.pool.example", 7, 21, ""],
        ["ann@pool.example", "other.example", 1, 1, ""],
        ["nice-user.bob@pool.example", "ap.pool.example", 1, 1, ""],
    ]
    addresses = {values(ad, "ScheddIpAddr")["ScheddIpAddr"] for ad in pool.submitters}
    assert len(addresses) == 2


def test_requirements_are_completed_as_condor_submit_does(tmp_path: Path) -> None:
    pool = pool_of(
        tmp_path,
        """
        [[slots]]
        Memory = 1000
        [[slots]]
        Memory = 3000
        [[slots]]
        Memory = 3000
        OpSys = "WINDOWS"
        [[jobs]]
        user = "ann"
        request_memory = 2000
        [[jobs]]
        user = "ann"
        request_memory = 2000
        requirements = "TARGET.OpSys == \\"WINDOWS\\" && TARGET.Memory > 10"
        """,
    ).pool
    evaluator = Evaluator(now=NOW)
    assert [evaluator.matches(slot, pool.jobs[0]) for slot in pool.slots] == [False, True, False]
    assert [evaluator.matches(slot, pool.jobs[1]) for slot in pool.slots] == [False, False, True]


@pytest.mark.parametrize(
    ("text", "memory"), [('"2 GB"', 2048), ('"1500M"', 1500), ('"512"', 512), ('"1025 K"', 2), ("64", 64)]
)
def test_memory_is_in_mib_unless_a_unit_is_named(tmp_path: Path, text: str, memory: int) -> None:
    pool = pool_of(tmp_path, f'[[jobs]]\nuser = "ann"\nrequest_memory = {text}\n').pool
    assert values(pool.jobs[0], "RequestMemory") == {"RequestMemory": memory}


def test_other_resources_are_asked_for_by_their_name(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, '[[slots]]\n[[slots]]\nGpus = 2\n[[jobs]]\nuser = "ann"\nrequest_gpus = 2\n').pool
    assert [Evaluator(now=NOW).matches(slot, pool.jobs[0]) for slot in pool.slots] == [False, True]


def test_knobs_are_spelled_as_in_a_configuration_file(tmp_path: Path) -> None:
    config = pool_of(
        tmp_path,
        """
        [config]
        GROUP_NAMES = ["a", "a.b"]
        GROUP_QUOTA_a.b = 3
        "GROUP_QUOTA_a.c" = 0.5
        GROUP_ACCEPT_SURPLUS = true
        """,
    ).config
    assert config == {
        "GROUP_NAMES": "a, a.b",
        "GROUP_QUOTA_a.b": "3",
        "GROUP_QUOTA_a.c": "0.5",
        "GROUP_ACCEPT_SURPLUS": "true",
    }


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[slot]]\ncount = 3\n", "pool.toml, line 1: unknown key 'slot'. Did you mean slots?"),
        (
            "[slots]\ncount = 3\n",
            "pool.toml, line 1: slots must be a list of tables. Write [[slots]] with two brackets",
        ),
        (
            "[[slots]]\n\ncounts = 3\n",
            "pool.toml, line 3: [[slots]] number 1: unknown key 'counts'. Did you mean count?",
        ),
        (
            '[[slots]]\n[[jobs]]\nuser = "a"\n[[jobs]]\nuser = "a"\ngruop = "g"\n',
            "pool.toml, line 6: [[jobs]] number 2: unknown key 'gruop'. Did you mean group?",
        ),
        (
            '[[jobs]]\nuser = "a"\n  request_cpus = -1\n',
            "pool.toml, line 3: [[jobs]] number 1: request_cpus must be a whole number, not negative, without a unit",
        ),
        ("[[jobs]]\ncount = 3\n", "pool.toml, line 1: [[jobs]] number 1: it does not name a user"),
        (
            '[[jobs]]\nUsers = "a"\n',
            "pool.toml, line 1: [[jobs]] number 1: it does not name a user. Is Users meant to be user?",
        ),
        (
            "[[slots]]\ncount = 0\n",
            f"pool.toml, line 2: [[slots]] number 1: count must be a whole number from 1 to {MOST}",
        ),
        (
            "[[slots]]\ncount = true\n",
            f"pool.toml, line 2: [[slots]] number 1: count must be a whole number from 1 to {MOST}",
        ),
        (
            "[[slots]]\nStart = '1 +'\n",
            "pool.toml, line 2: [[slots]] number 1: Start is not an expression: ",
        ),
        (
            "[[slots]]\nCpus = 99999999999999999999\n",
            "pool.toml, line 2: [[slots]] number 1: Cpus must be a whole number",
        ),
        (
            "[[slots]]\nStarted = 2026-01-01\n",
            "pool.toml, line 2: [[slots]] number 1: Started has a value that ClassAds do not have. "
            "Times are seconds since the epoch",
        ),
        (
            "[[slots]]\nCpus = { cores = 3 }\n",
            "pool.toml, line 2: [[slots]] number 1: Cpus must not be a table. "
            'Write Cpus = { expr = "..." } for an expression',
        ),
        (
            '[[slots]]\ncount = 2\nName = "slot1@a"\n',
            "pool.toml, line 3: [[slots]] number 1: 2 slots cannot have one Name. Leave it out, or give Machine",
        ),
        (
            '[[slots]]\nRemoteUser = "bob"\n',
            "pool.toml, line 2: [[slots]] number 1: RemoteUser must be a whole submitter name. "
            'Such as "ann@lab.example"',
        ),
        (
            '[[jobs]]\nuser = "a b"\n',
            "pool.toml, line 2: [[jobs]] number 1: user must be a name without spaces and quotes",
        ),
        ("domain = 3\n", "pool.toml, line 1: domain must be a name such as lab.example"),
        (
            "[config]\nA = 1979-05-27\n",
            "pool.toml, line 2: [config]: A must be text, a number, true or false, or a list of words",
        ),
        ("[config]\n'A-B' = 1\n", "pool.toml, line 2: [config]: 'A-B' cannot be the name of a knob"),
        ("[[slots]]\ncount = \n", "pool.toml, line 2, column 9: not valid TOML: invalid value"),
        (
            "[config]\nGROUP_QUOTA_a = 1\nGROUP_QUOTA_a.b = 1\n",
            "pool.toml, line 3, column 20: not valid TOML: cannot overwrite a value. "
            "A name that contains a dot must be in quotes here",
        ),
        ("count = " + "9" * 5000, "pool.toml: it contains a number or nesting that is too large to read"),
        ("a = " + "[" * 5000, "pool.toml: it contains a number or nesting that is too large to read"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(tmp_path: Path, text: str, sentence: str) -> None:
    assert refusal(tmp_path, text).startswith(sentence)


def test_a_file_that_is_not_text_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "pool.toml"
    path.write_bytes(b"\xff\xd8\xff\xe0JFIF")
    with pytest.raises(BadInput, match="not text in UTF-8"):
        read_toml_pool(path, NOW)


JOBS = '[[slots]]\ncount = 3\n[[jobs]]\nuser = "ann"\ncount = 2\n'


@pytest.mark.parametrize(
    ("keys", "submitter", "group", "user"),
    [
        ('group = "a.b"', "a.b.ann", "a.b", "ann"),
        ('accounting_group = "a.b"', "a.b.ann", "a.b", "ann"),
        ('AccountingGroup = "a"', "a.ann", "a", "ann"),
        ('AcctGroup = "a"', "a.ann", "a", "ann"),
        ('group = "a"\naccounting_group = "a"\nAcctGroup = "a"', "a.ann", "a", "ann"),
        ('accounting_group = "a"\naccounting_group_user = "bob"', "a.bob", "a", "bob"),
        ('group = "a"\nAcctGroupUser = "bob"', "a.bob", "a", "bob"),
        ('accounting_group_user = "bob"', "bob", None, "bob"),
        ('accounting_group = "a"\nnice_user = true', "a.ann", "a", "ann"),
        ("nice_user = true", "nice-user.ann", "nice-user", "ann"),
    ],
)
def test_the_group_may_be_spelled_as_condor_submit_spells_it(
    tmp_path: Path, keys: str, submitter: str, group: str | None, user: str
) -> None:
    pool = pool_of(tmp_path, JOBS + keys).pool
    told = {"AccountingGroup": submitter, "AcctGroup": group, "AcctGroupUser": user, "User": "ann@pool.example"}
    there = {name: value for name, value in told.items() if value is not None}
    assert values(pool.jobs[0], *there) == there
    assert ("AcctGroup" in pool.jobs[0]) == (group is not None)
    assert values(pool.submitters[0], "Name", "IdleJobs") == {"Name": f"{submitter}@pool.example", "IdleJobs": 2}


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ('group = "a"\nAcctGroup = "b"', "line 7: [[jobs]] number 1: group and AcctGroup contradict each other"),
        ('AccountingGroup = "a.ann"', "line 6: [[jobs]] number 1: AccountingGroup must name only the group"),
        ('Group = "a"', "line 6: [[jobs]] number 1: Group may be either of two things. Write group for the accounting"),
        ('"+AccountingGroup" = "a.x"', "line 6: [[jobs]] number 1: +AccountingGroup cannot be given in this form"),
        (
            'require_gpus = "Capability > 7"',
            "line 6: [[jobs]] number 1: require_gpus means nothing without request_gpus",
        ),
        ('universe = "paralel"', "line 6: [[jobs]] number 1: there is no such universe"),
        ("request_cpu = 2", "line 6: [[jobs]] number 1: unknown key 'request_cpu'. Did you mean request_cpus?"),
        ("requst_memory = 2", "line 6: [[jobs]] number 1: unknown key 'requst_memory'. Did you mean request_memory?"),
        ("request_mem = 2", "line 6: [[jobs]] number 1: unknown key 'request_mem'. Did you mean request_memory?"),
        ("memory_gb = 2", "line 6: [[jobs]] number 1: unknown key 'memory_gb'. Did you mean request_memory?"),
        ("cpus = 2", "line 6: [[jobs]] number 1: unknown key 'cpus'. Did you mean request_cpus?"),
        ("queue = 2", "line 6: [[jobs]] number 1: unknown key 'queue'. Did you mean count?"),
    ],
)
def test_jobs_that_would_not_be_what_they_seem_are_refused(tmp_path: Path, keys: str, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        pool_of(tmp_path, JOBS + keys)
    assert str(caught.value).startswith(f"{tmp_path / 'pool.toml'}, {sentence}")


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("cpu", "Cpus"),
        ("cores", "Cpus"),
        ("memory_gb", "Memory"),
        ("mem", "Memory"),
        ("gpu", "GPUs"),
        ("request_memory", "Memory"),
        ("Partitionable_Slot", "PartitionableSlot"),
        ("SlotWieght", "SlotWeight"),
    ],
)
def test_an_attribute_of_slots_that_looks_like_a_slip_is_refused(tmp_path: Path, key: str, meant: str) -> None:
    with pytest.raises(BadInput, match=rf"line 3: .*unknown key '{key}'. Did you mean {meant}\?"):
        pool_of(tmp_path, f"[[slots]]\ncount = 3\n{key} = 4\n")
    assert key in pool_of(tmp_path, f'[[slots]]\ncount = 3\n"+{key}" = 4\n').pool.slots[0]


@pytest.mark.parametrize("key", ["Risk", "HasMatlab", "GPUs_DeviceName", "Rack", "Site", "MemoryBandwidth", "Kflops"])
def test_attributes_of_ones_own_are_taken(tmp_path: Path, key: str) -> None:
    pool = pool_of(tmp_path, f"[[slots]]\n{key} = 4\n[[jobs]]\nuser = 'ann'\n{key} = 5\nrequest_matlab = 1\n").pool
    assert values(pool.slots[0], key) == {key: 4}
    assert values(pool.jobs[0], key, "RequestMatlab") == {key: 5, "RequestMatlab": 1}


@pytest.mark.parametrize("key", ['"+Group"', '"MY.Group"', "MY.Group"])
def test_an_attribute_may_be_called_group(tmp_path: Path, key: str) -> None:
    pool = pool_of(tmp_path, f'{JOBS}group = "a"\n{key} = "blue"\n').pool
    assert values(pool.jobs[0], "Group", "AcctGroup") == {"Group": "blue", "AcctGroup": "a"}


def test_wanted_gpus_become_a_part_of_the_requirements(tmp_path: Path) -> None:
    pool = pool_of(
        tmp_path,
        f'{JOBS}request_gpus = 2\nrequire_gpus = "Capability > 7"\ngpus_minimum_memory = "8 GB"\n'
        "gpus_minimum_capability = 8\ngpus_minimum_runtime = 12.1\n",
    ).pool
    job = pool.jobs[0]
    assert text_of(job, "RequireGPUs") == (
        "(Capability > 7) && GlobalMemoryMb >= GPUsMinMemory && MaxSupportedVersion >= GPUsMinRuntime"
    )
    assert values(job, "GPUsMinMemory", "GPUsMinRuntime") == {"GPUsMinMemory": 8192, "GPUsMinRuntime": 12010}
    assert "(countMatches(MY.RequireGpus,TARGET.AvailableGpus) >= RequestGpus)" in text_of(job, "Requirements")


@pytest.mark.parametrize(("cores", "claims"), [("24", 24), ("2.5", 3), ("24\nNumClaims = 3", 3)])
def test_a_slot_with_a_consumption_policy_has_a_claim_for_each_core(tmp_path: Path, cores: str, claims: int) -> None:
    text = f"[[slots]]\nPartitionableSlot = true\nConsumptionCpus = 'TARGET.RequestCpus'\nCpus = {cores}\n"
    assert values(pool_of(tmp_path, text).pool.slots[0], "NumClaims") == {"NumClaims": claims}
    assert "NumClaims" not in pool_of(tmp_path, "[[slots]]\nPartitionableSlot = true\nCpus = 4\n").pool.slots[0]


def test_every_slot_lists_the_resources_of_its_machine_as_a_startd_does(tmp_path: Path) -> None:
    plain, rich = pool_of(tmp_path, "[[slots]]\n[[slots]]\nGPUs = 2\nConsumptionLicences = 'TARGET.Seats'\n").pool.slots
    assert values(plain, "MachineResources") == {"MachineResources": "Cpus Memory Disk Swap"}
    assert values(rich, "MachineResources") == {"MachineResources": "Cpus Memory Disk Swap GPUs Licences"}


def test_a_partitionable_slot_says_how_many_of_its_gpus_it_had(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, "[[slots]]\nPartitionableSlot = true\nGPUs = 2\nTotalSlotGPUs = 4\nDisk = 500\n").pool
    names = ("GPUs", "TotalGPUs", "TotalSlotGPUs", "TotalDisk", "TotalSlotDisk")
    assert values(pool.slots[0], *names) == dict(zip(names, (2, 2, 4, 500, 500), strict=True))


def policy(*lines: str) -> str:
    """A slot of 24 cores with a consumption policy, and 30 jobs of a core."""
    slot = "[[slots]]\nPartitionableSlot = true\nCpus = 24\nMemory = 24000\n" + "".join(f"{line}\n" for line in lines)
    return f'{slot}[[jobs]]\nuser = "a"\ncount = 30\nrequest_cpus = 1\nrequest_memory = 100\n'


OF_CORES = 'ConsumptionCpus = { expr = "quantize(TARGET.RequestCpus, {1})" }'
OF_MEMORY = 'ConsumptionMemory = { expr = "quantize(TARGET.RequestMemory, {128})" }'
OF_DISK = 'ConsumptionDisk = { expr = "quantize(TARGET.RequestDisk, {1024})" }'


@pytest.mark.parametrize(
    "lines",
    [
        (OF_CORES, OF_MEMORY, OF_DISK),
        pytest.param((OF_CORES,), id="the others have the startd's defaults"),
        pytest.param((OF_CORES, "GPUs = 2"), id="jobs that ask for no GPU consume none"),
    ],
)
def test_a_slot_with_a_consumption_policy_is_matched_many_times_for_what_each_job_takes(
    tmp_path: Path, lines: tuple[str, ...]
) -> None:
    """As many times as it has claims, one for each core."""
    scenario = ScenarioData(pool_of(tmp_path, policy(*lines)).pool, Ledger.empty(), configured(), NOW)
    outcome = negotiate(scenario)
    assert (len(outcome.matches), sum(match.cost for match in outcome.matches)) == (24, 24.0)


def test_a_slot_without_a_consumption_policy_is_matched_once_as_a_whole(tmp_path: Path) -> None:
    outcome = negotiate(ScenarioData(pool_of(tmp_path, policy()).pool, Ledger.empty(), configured(), NOW))
    assert [match.cost for match in outcome.matches] == [24.0]


def test_jobs_that_are_held_or_still_being_prepared_are_not_counted_as_idle(tmp_path: Path) -> None:
    pool = pool_of(
        tmp_path, "".join(f'[[jobs]]\nuser = "a"\ncount = 2\nJobStatus = {number}\n' for number in (1, 5, 10))
    )
    names = ("IdleJobs", "WeightedIdleJobs", "HeldJobs")
    assert values(pool.pool.submitters[0], *names) == dict.fromkeys(names, 2)
    assert pool.pool.problems == (
        "2 jobs take no part: they are still being prepared (JobStatus 10), and will be idle after that",
    )


def test_jobs_of_the_parallel_universe_are_in_no_submitter_ad_and_that_is_said(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, f'{JOBS}universe = "parallel"\n').pool
    assert (len(pool.jobs), pool.submitters) == (2, ())
    assert pool.problems == (
        "2 idle jobs of the parallel universe take no part: a schedd's dedicated scheduler finds slots for them, "
        "which is not simulated",
    )
