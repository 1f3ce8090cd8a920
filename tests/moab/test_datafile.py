"""Jobs, usage and totals in TOML and JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.moab.building import NOW, site
from userprio.base.errors import BadInput
from userprio.moab import CredentialKind, joined, read_site
from userprio.moab.parameters import MoabError
from userprio.moab.rules import AdminPriority, Block, PartitionTotals, Site, TaskGroup, UserActivity

TOML = """
now = 2026-03-02T09:00:00Z
[system]
procs = 128
memory_mb = 262144
default_wallclock = "4:00:00"
[partitions.fat]
procs = 16
[queues]
batch = 7
[users.john]
accuracy = 0.5
[usage]
total = [110, 125]
user.john = [60, 0]
[[jobs]]
id = 4711
user = "john"
class = "batch"
submitted = 2026-03-02T07:30:00Z
wallclock = "3:00:00"
procs = 4
tasks = 8
memory_mb = 16384
resources = "matlab,gpu"
features = ["gpfs"]
admin_adjustment = -5
blocks = [{ from = 1772440000, to = 1772440100, reason = "userhold" }]
"""


def test_a_toml_file_holds_everything(tmp_path: Path) -> None:
    path = tmp_path / "data.toml"
    path.write_text(TOML)
    found = read_site(path)
    assert found.now == NOW
    assert found.totals == {"ALL": PartitionTotals(procs=128, mem_mb=262_144), "fat": PartitionTotals(procs=16)}
    assert found.default_wallclock_s == 14_400
    assert found.users == {"john": UserActivity(accuracy=0.5)}
    assert found.queues == {"batch": 7}
    assert found.usage is not None
    assert found.usage.of(CredentialKind.USER, "john") == (60, 0)
    (job,) = found.jobs
    assert (job.id, job.user, job.class_, job.submitted) == ("4711", "john", "batch", NOW - 5400)
    assert (job.wallclock_s, job.procs) == (10_800, 32)
    assert job.tasks == (TaskGroup(tasks=8, procs=4, mem_mb=16_384),)
    assert (job.resources, job.features) == (("matlab", "gpu"), ("gpfs",))
    assert job.admin == AdminPriority(-5, relative=True)
    assert job.blocks == (Block(1_772_440_000, 1_772_440_100, "USERHOLD"),)


def test_json_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_text(json.dumps({"jobs": [{"id": "1", "tasks": [{"count": 2, "procs": 3}, {"nodes": 2}]}]}))
    assert read_site(path).jobs[0].tasks == (TaskGroup(tasks=2, procs=3), TaskGroup(nodes=2))


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"job": []}, "unknown key 'job'. Did you mean jobs?"),
        ({"jobs": {}}, "jobs: it must be a list of tables"),
        ({"jobs": [3]}, "jobs number 1: it must be a table"),
        ({"jobs": [{"user": "a"}]}, "jobs number 1: it has no id"),
        ({"jobs": [{"id": 1}, {"id": "1"}]}, "jobs number 2: there is another job 1"),
        ({"jobs": [{"id": 1, "wallclok": 3}]}, "jobs number 1: unknown key 'wallclok'. Did you mean wallclock?"),
        ({"jobs": [{"id": 1, "wallclock": 0}]}, "wallclock must be a duration of a second or more"),
        ({"jobs": [{"id": 1, "wallclock": "soon"}]}, "wallclock must be a duration: seconds, or text"),
        ({"jobs": [{"id": 1, "procs": float("nan")}]}, "procs must be a number from 0 to 1e+15"),
        ({"jobs": [{"id": 1, "procs": 10**400}]}, "procs must be a number from 0 to 1e+15"),
        ({"jobs": [{"id": 1, "state": "runing"}]}, "state must be one of batchhold, blocked"),
        ({"jobs": [{"id": 1, "submitted": "2026-03-02T09:00"}]}, "submitted must be a time with its zone"),
        ({"jobs": [{"id": 1, "submitted": "yesterday"}]}, "submitted must be seconds since 1970, or a time"),
        ({"jobs": [{"id": 1, "blocks": [{"from": 1}]}]}, "jobs number 1: blocks: reason is missing"),
        ({"jobs": [{"id": 1, "blocks": [{"from": 1, "reason": "x"}]}]}, "reason must be one of DEFER, DEPENDS"),
        ({"jobs": [{"id": 1, "blocks": 3}]}, "blocks must be a list of tables"),
        ({"jobs": [{"id": 1, "tasks": 0}]}, "tasks must be a whole number from 1, or a list of tables"),
        ({"jobs": [{"id": 1, "tasks": []}]}, "tasks is an empty list"),
        ({"jobs": [{"id": 1, "tasks": [{}], "procs": 2}]}, "the needs of a task must be given there"),
        ({"jobs": [{"id": 1, "admin_priority": 1001}]}, "admin_priority must be a whole number from 0 to 1000"),
        (
            {"jobs": [{"id": 1, "admin_adjustment": 10**10}]},
            "must be a whole number from -1000000000",
        ),
        ({"jobs": [{"id": 1, "admin_priority": 1, "admin_adjustment": 1}]}, "cannot both be set"),
        ({"jobs": [{"id": 1, "soft_violation": 1}]}, "soft_violation must be true or false"),
        ({"usage": {"user": {}}}, "usage: it has no total"),
        ({"usage": {"total": [1, -1]}}, "total must be a list of numbers that are not negative"),
        ({"usage": {"total": [1], "user": [3]}}, "usage.user: it must be a table"),
        ({"usage": {"total": [1]}, "history": [{"started": 1}]}, "usage and history are both given"),
        (
            {"jobs": [{"id": 1, "blocks": [{"from": 9, "to": 8, "reason": "DEFER"}]}]},
            "jobs number 1: blocks: it ended before it began",
        ),
        ({"history": [{"started": 9, "ended": 1}]}, "history number 1: it ended before it started"),
        ({"history": [{"user": "a"}]}, "history number 1: started is missing"),
        ({"users": {"a": {"accuracy": 2}}}, "users.a: accuracy must be a number from 0 to 1"),
        ({"system": {"procs": 0.5}}, "system: procs must be 0 or at least 1"),
        ({"queues": {"b": "x"}}, "queues: b must be a whole number"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_table(document: dict[str, Any], message: str) -> None:
    with pytest.raises(MoabError) as caught:
        site(**document)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", b'{"jobs": [', "line 1, column 11: not valid JSON"),
        ("a.json", b'{"now": ' + b"9" * 5000 + b"}", "a number or nesting that is too large"),
        ("a.json", b"[" * 100_000, "a number or nesting that is too large"),
        ("a.json", b"[1]", "it must be a table"),
        ("a.toml", b"x = ", "not valid TOML"),
        ("a.toml", b"now = " + b"9" * 5000, "a number or nesting that is too large"),
        ("a.toml", b"\xff", "this is not text in UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_says_so(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadInput) as caught:
        read_site(tmp_path / name)
    assert message in str(caught.value)


def test_two_sources_are_joined_the_second_first() -> None:
    first = Site(totals={"ALL": PartitionTotals(procs=1), "a": PartitionTotals(procs=2)}, now=1)
    second = site(system={"procs": 5}, jobs=[{"id": 1}])
    both = joined(first, second)
    assert both.totals == {"ALL": PartitionTotals(procs=5), "a": PartitionTotals(procs=2)}
    assert (len(both.jobs), both.now) == (1, 1)
