"""Significant attributes and autoclusters."""

import pytest

from tests.negotiation.builders import configured, cycle, free, jobs, slot, submitter
from userprio.classad import Ad
from userprio.negotiation.schedd.jobs import (
    ALWAYS,
    Autoclusters,
    asked_attributes,
    autoclusters_told,
    ids_are_names,
    remembered_attributes,
    significant_attributes,
)
from userprio.pool.settings import NegotiatorSettings


def found(slots: list[Ad], knobs: str = "") -> frozenset[str]:
    settings = NegotiatorSettings.from_config(configured(knobs))
    return significant_attributes(asked_attributes(slots, settings), settings)


def test_what_slots_ask_of_jobs_is_significant_and_what_schedds_always_add() -> None:
    asking = slot(1, Requirements="TARGET.RequestCpus <= Cpus && Owner != Banned", Banned='"eve"')
    assert found([asking]) == {"requestcpus", "owner"} | ALWAYS


def test_where_slots_ask_nothing_there_are_no_significant_attributes() -> None:
    assert found([slot(1, Requirements="START", Start="true")]) == frozenset()


@pytest.mark.parametrize(
    ("asked", "knobs", "only_names"),
    [
        (set(), "", True),
        ({"remoteuser"}, "", True),
        ({"procid"}, "REMOVE_SIGNIFICANT_ATTRIBUTES = ProcId", False),
        (set(), "NEGOTIATOR_JOB_CONSTRAINT = ClusterId > 7", False),
        (set(), 'NEGOTIATOR_JOB_CONSTRAINT = eval("Cluster" + "Id") > 7', False),
        (set(), "START_VANILLA_UNIVERSE = JOB.ProcId < 10", False),
        (set(), "NEGOTIATE_ALL_JOBS_IN_CLUSTER = True", False),
    ],
)
def test_ids_only_name_jobs_unless_something_refers_to_them(asked: set[str], knobs: str, only_names: bool) -> None:
    assert ids_are_names(frozenset(asked), NegotiatorSettings.from_config(configured(knobs))) is only_names


def test_schedds_go_on_with_what_was_significant_in_cycles_before() -> None:
    """No slot asks for Project any longer; the autoclusters of the waiting jobs are still made of it."""
    before = {"AutoClusterId": 1, "AutoClusterAttrs": '"Project,Rank,Requirements"'}
    waiting = [*jobs("a", 2, 1, Project=1, **before), *jobs("a", 2, 2, Project=2)]
    outcome = cycle(free(1), [submitter("a", 4)], waiting)
    assert [(one.request, one.jobs) for one in outcome.rejections] == [("1.0", 1), ("2.0", 2)]
    fresh = [*jobs("a", 2, 1, Project=1), *jobs("a", 2, 2, Project=2)]
    assert [(one.request, one.jobs) for one in cycle(free(1), [submitter("a", 4)], fresh).rejections] == [("1.0", 3)]


def test_what_the_attributes_of_one_job_refer_to_is_not_significant_for_all() -> None:
    lists = ['"Project,Rank,DiskUsage"', '"Project, Rank"', '"Project,Rank,Note"']
    waiting = [ad for text in lists for ad in jobs("a", 1, 1, AutoClusterId=1, AutoClusterAttrs=text)]
    left = jobs("a", 1, 2, JobStatus=2, AutoClusterId=1, AutoClusterAttrs='"Rank"')
    assert remembered_attributes([autoclusters_told([*waiting, *left, *jobs("a", 1, 3)])]) == {"project", "rank"}


def test_lists_of_values_do_not_count() -> None:
    assert found([slot(1, Requirements="true", Devices="{ GPUs_1, GPUs_2 }")]) == frozenset()


def test_policies_count_with_what_the_first_slot_does_not_define() -> None:
    policy = "PREEMPTION_REQUIREMENTS = TARGET.Urgent && Cpus > 1 && RemoteUserPrio > 2\n"
    assert found([slot(1, Requirements="true")], policy) == {"urgent"} | ALWAYS


def test_a_job_constraint_counts() -> None:
    assert "project" in found([slot(1, Requirements="true")], 'NEGOTIATOR_JOB_CONSTRAINT = Project == "x"\n')


def test_configuration_removes_adds_and_replaces() -> None:
    asking = [slot(1, Requirements="TARGET.MemoryUsage < 5 && TARGET.Slot1_Note && TARGET.Owner == 1")]
    assert found(asking) == {"owner"} | ALWAYS
    assert found(asking, "ADD_SIGNIFICANT_ATTRIBUTES = Project\n") == {"owner", "project"} | ALWAYS
    assert found(asking, "SIGNIFICANT_ATTRIBUTES = Project\n") == {"project"}


def test_jobs_whose_significant_attributes_read_the_same_are_one_autocluster() -> None:
    number = Autoclusters({"requestmemory"}).number
    one, same, other = (Ad.lazy([("RequestMemory", text), ("Args", "1")]) for text in ("100", "100", "200"))
    assert number(one) == number(same)
    assert number(one) != number(other)


def test_what_a_significant_attribute_refers_to_in_the_job_counts_too() -> None:
    number = Autoclusters({"requestmemory"}).number
    small, large = (Ad.lazy([("RequestMemory", "ImageSize / 1024"), ("ImageSize", size)]) for size in ("1", "9"))
    assert number(small) != number(large)


def test_without_significant_attributes_there_are_no_autoclusters() -> None:
    assert Autoclusters(()).number(Ad()) == -1


def test_an_unmatchable_job_stops_its_autocluster_and_no_other() -> None:
    """Jobs that need two cores fit nowhere; those of one core behind them still match."""
    outcome = cycle(
        free(2),
        [submitter("a", 3)],
        [*jobs("a", 1, 1, RequestCpus=2, JobPrio=9), *jobs("a", 1, 2), *jobs("a", 1, 3, RequestCpus=2)],
    )
    assert [match.request for match in outcome.matches] == ["2.0"]
    assert [(one.request, one.reason) for one in outcome.rejections] == [("1.0", "no match found")]
