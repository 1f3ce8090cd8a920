"""What a schedd makes of submitted jobs: owner, sizes, transforms, and what it refuses."""

from collections.abc import Mapping

import pytest

from tests.submission.making import only, said
from userprio.base import BadInput, parse_version
from userprio.classad import Ad
from userprio.config import read
from userprio.submission import AccessPoint, queued


def in_queue(knobs: Mapping[str, str], text: str = "", version: str = "25.14.1") -> tuple[Ad, list[str]]:
    """A job of a description in the queue of a schedd with this configuration, and what the schedd says."""
    config = read(None, environ={}, version=parse_version(version)).with_overrides(knobs)
    schedd = Ad({"Name": "ap.lab", "TotalIdleJobs": 7})
    point = AccessPoint(config, "ap.lab", "ann@lab", 12, 1_772_442_000, schedd)
    (ad,), said_ = queued([only(f"image_size = 43\n{text}")], point)
    return ad, said_


def test_owner_and_number_are_the_schedds_and_sizes_are_rounded() -> None:
    job, _ = in_queue({})
    assert said(job, "Owner") == '"ann"'
    assert said(job, "User") == '"ann@lab"'
    assert said(job, "GlobalJobId") == '"ap.lab#12.0#1772442000"'
    assert said(job, "ImageSize") == "45"
    assert said(job, "ImageSize_RAW") == "43"


@pytest.mark.parametrize(
    ("rule", "attribute", "expected"),
    [
        ("SET Foo 1 + 1", "Foo", "1 + 1"),
        ("EVALSET Foo RequestMemory * 2", "Foo", "256"),
        ("DEFAULT RequestMemory 5", "RequestMemory", "128"),
        ("DEFAULT Foo 5", "Foo", "5"),
        ("COPY Owner Foo", "Foo", '"ann"'),
        ("RENAME Owner Foo", "Owner", None),
        ("DELETE JobPrio", "JobPrio", None),
        ("n = 3\nSET Foo $(n)", "Foo", "3"),
        ("EVALMACRO n RequestMemory + 2\nSET Foo $(n)", "Foo", "130"),
        ('SET Foo "$(MY.Owner)-$(MY.RequestMemory)"', "Foo", '"ann-128"'),
        ('SET AccountingGroup "g.$(MY.Owner)"', "AccountingGroup", '"g.ann"'),
        ('REQUIREMENTS Owner == "ann"\nSET Foo 1', "Foo", "1"),
        ('REQUIREMENTS Owner == "bob"\nSET Foo 1', "Foo", None),
        ("if defined MY.RequestMemory\nSET Foo 1\nelse\nSET Foo 2\nendif", "Foo", "1"),
        ("if $(MY.RequestMemory) > 500\nSET Foo 1\nelse\nSET Foo 2\nendif", "Foo", "2"),
        ("# nothing\n\nSET Foo $(KNOB)", "Foo", "9"),
        ("SET Foo =1", "Foo", "1"),
    ],
)
def test_transforms_change_jobs(rule: str, attribute: str, expected: str | None) -> None:
    job, _ = in_queue({"JOB_TRANSFORM_NAMES": "A", "JOB_TRANSFORM_A": rule, "KNOB": "9"})
    assert said(job, attribute) == expected


def test_transforms_come_in_order_and_before_requirements() -> None:
    knobs = {
        "JOB_TRANSFORM_NAMES": "A B",
        "JOB_TRANSFORM_A": "SET Foo 1",
        "JOB_TRANSFORM_B": "REQUIREMENTS Foo == 1\nSET RequestMemory 9000",
        "SUBMIT_REQUIREMENT_NAMES": "Small",
        "SUBMIT_REQUIREMENT_Small": "JOB.RequestMemory < 8000",
        "SUBMIT_REQUIREMENT_Small_REASON": 'strcat("too much memory for ", SCHEDD.Name)',
    }
    with pytest.raises(BadInput, match=r"the schedd refuses the jobs: too much memory for ap.lab \(SUBMIT_REQ"):
        in_queue(knobs)
    knobs["SUBMIT_REQUIREMENT_Small_IS_WARNING"] = "True"
    job, said_ = in_queue(knobs)
    assert said(job, "RequestMemory") == "9000"
    assert said_ == ["too much memory for ap.lab (SUBMIT_REQUIREMENT_Small)"]


def test_a_requirement_that_is_neither_true_nor_false_refuses_even_if_it_only_warns() -> None:
    knobs = {
        "SUBMIT_REQUIREMENT_NAMES": "A",
        "SUBMIT_REQUIREMENT_A": "Missing",
        "SUBMIT_REQUIREMENT_A_IS_WARNING": "True",
    }
    with pytest.raises(BadInput, match="SUBMIT_REQUIREMENT_A is not met"):
        in_queue(knobs)


@pytest.mark.parametrize(
    ("rule", "message"),
    [("[ set_Foo = 1; ]", "a ClassAd"), ("DELETE /^Foo/", "a pattern"), ("SET Foo 1 +", "is not an expression")],
)
def test_what_is_not_done_of_a_transform_is_said(rule: str, message: str) -> None:
    _, said_ = in_queue({"JOB_TRANSFORM_NAMES": "A", "JOB_TRANSFORM_A": rule})
    assert len(said_) == 1
    assert message in said_[0]
