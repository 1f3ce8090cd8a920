"""Pools written by hand."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from userprio.classad import Ad, Evaluator, Value
from userprio.errors import BadInput
from userprio.pool.toml_file import MOST, Handwritten, read_handwritten

NOW = 1_772_442_000


def pool_of(tmp_path: Path, text: str) -> Handwritten:
    path = tmp_path / "pool.toml"
    path.write_text(text, encoding="utf-8")
    return read_handwritten(path, NOW)


def values(ad: Ad, *names: str) -> Mapping[str, Value]:
    evaluator = Evaluator(now=NOW)
    return {name: evaluator.attribute(name, ad) for name in names}


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
        "GROUP_ACCEPT_SURPLUS": "True",
    }


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[slot]]\ncount = 3\n", "pool.toml, line 1: unknown key 'slot'. Did you mean slots?"),
        (
            "[slots]\ncount = 3\n",
            "pool.toml, line 1: slots is to be a list of tables. Write [[slots]] with two brackets",
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
            "pool.toml, line 3: [[jobs]] number 1: request_cpus is to be a whole number, not negative, without a unit",
        ),
        ("[[jobs]]\ncount = 3\n", "pool.toml, line 1: [[jobs]] number 1: it names no user"),
        (
            '[[jobs]]\nUsers = "a"\n',
            "pool.toml, line 1: [[jobs]] number 1: it names no user. Is Users meant to be user?",
        ),
        (
            "[[slots]]\ncount = 0\n",
            f"pool.toml, line 2: [[slots]] number 1: count is to be a whole number from 1 to {MOST}",
        ),
        (
            "[[slots]]\ncount = true\n",
            f"pool.toml, line 2: [[slots]] number 1: count is to be a whole number from 1 to {MOST}",
        ),
        (
            "[[slots]]\nStart = '1 +'\n",
            "pool.toml, line 2: [[slots]] number 1: Start is not an expression: ",
        ),
        (
            "[[slots]]\nCpus = 99999999999999999999\n",
            "pool.toml, line 2: [[slots]] number 1: Cpus is to be a whole number",
        ),
        (
            "[[slots]]\nStarted = 2026-01-01\n",
            "pool.toml, line 2: [[slots]] number 1: Started has a value that ClassAds do not have. "
            "Times are seconds since the epoch",
        ),
        (
            "[[slots]]\nCpus = { cores = 3 }\n",
            'pool.toml, line 2: [[slots]] number 1: Cpus is a table. Write Cpus = { expr = "..." } for an expression',
        ),
        (
            '[[slots]]\ncount = 2\nName = "slot1@a"\n',
            "pool.toml, line 3: [[slots]] number 1: 2 slots cannot have one Name. Leave it out, or give Machine",
        ),
        (
            '[[slots]]\nRemoteUser = "bob"\n',
            "pool.toml, line 2: [[slots]] number 1: RemoteUser is to be a whole submitter name. "
            'Such as "ann@lab.example"',
        ),
        (
            '[[jobs]]\nuser = "a b"\n',
            "pool.toml, line 2: [[jobs]] number 1: user is to be a name without spaces and quotes",
        ),
        ("domain = 3\n", "pool.toml, line 1: domain is to be a name such as lab.example"),
        (
            "[config]\nA = 1979-05-27\n",
            "pool.toml, line 2: [config]: A is to be text, a number, true or false, or a list of words",
        ),
        ("[config]\n'A-B' = 1\n", "pool.toml, line 2: [config]: 'A-B' cannot be the name of a knob"),
        ("[[slots]]\ncount = \n", "pool.toml, line 2, column 9: not valid TOML: invalid value"),
        (
            "[config]\nGROUP_QUOTA_a = 1\nGROUP_QUOTA_a.b = 1\n",
            "pool.toml, line 3, column 20: not valid TOML: cannot overwrite a value. "
            "A name that holds a dot stands in quotes here",
        ),
        ("count = " + "9" * 5000, "pool.toml: a number or a nesting in it is too large to read"),
        ("a = " + "[" * 5000, "pool.toml: a number or a nesting in it is too large to read"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(tmp_path: Path, text: str, sentence: str) -> None:
    assert refusal(tmp_path, text).startswith(sentence)


def test_a_file_that_is_no_text_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "pool.toml"
    path.write_bytes(b"\xff\xd8\xff\xe0JFIF")
    with pytest.raises(BadInput, match="not text in UTF-8"):
        read_handwritten(path, NOW)
