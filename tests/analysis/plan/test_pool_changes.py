"""Slots and jobs that come or go."""

import pytest

from tests.negotiation.builders import DOMAIN, NOW, free, held, jobs, slot, submitter
from userprio.accounting import UnknownSubmitter
from userprio.analysis.plan import SlotsAdded, SlotsRemoved
from userprio.analysis.plan.changes import JobsChange, parse_jobs, parse_slots
from userprio.analysis.plan.pool_changes import ChangedPool, change_jobs, change_slots
from userprio.base.errors import BadInput
from userprio.classad import Ad, Evaluator
from userprio.pool import Pool
from userprio.pool.synthetic import SlotTable

ADA, BEN = f"ada@{DOMAIN}", f"ben@{DOMAIN}"


def pool() -> Pool:
    return Pool(
        (*free(4), *held("ben", 2, 5)),
        (submitter("ada", 5), submitter("ben", 3, 2)),
        (*jobs("ada", 5, 1, RequestCpus=2), *jobs("ben", 3, 7)),
    )


def values(ads: tuple[Ad, ...], name: str) -> list[object]:
    evaluator = Evaluator(NOW)
    return [evaluator.attribute(name, ad) for ad in ads]


def told(changed: ChangedPool, name: str) -> dict[object, object]:
    return dict(zip(values(changed.pool.submitters, "Name"), values(changed.pool.submitters, name), strict=True))


def test_added_slots_stand_behind_the_others_with_names_and_addresses_of_their_own() -> None:
    changed = change_slots(pool(), [SlotsAdded(SlotTable(3, {"Cpus": 8}))], NOW)
    names = values(changed.pool.slots, "Name")
    assert names[:6] == values(pool().slots, "Name")
    assert names[6:] == [f"slot1@planned00{number}.pool.example" for number in (1, 2, 3)]
    assert len({*values(changed.pool.slots, "StartdIpAddr")}) == 9
    assert values(changed.pool.slots, "SlotWeight")[6:] == [8, 8, 8]
    more = change_slots(changed.pool, [SlotsAdded(SlotTable(1, {}))], NOW)
    assert values(more.pool.slots, "Name")[9:] == ["slot1@planned004.pool.example"]
    assert len({*values(more.pool.slots, "StartdIpAddr")}) == 10


def test_slots_like_a_claimed_one_are_free() -> None:
    model = slot(9, Name='"slot1@busy.lab.example"', HasGpu="true", State='"Claimed"', RemoteUser='"eve@x"')
    changed = change_slots(Pool((model,)), [SlotsAdded(SlotTable(2, {"Memory": 1}), like="slot1@busy*")], NOW)
    assert values(changed.pool.slots, "State") == ["Claimed", "Unclaimed", "Unclaimed"]
    assert values(changed.pool.slots, "HasGpu") == [True, True, True]
    assert values(changed.pool.slots, "Memory") == [2048, 1, 1]
    assert "RemoteUser" not in changed.pool.slots[1]
    assert len({*values(changed.pool.slots, "Name")}) == 3


def test_slots_like_a_divided_one_are_whole() -> None:
    parent = slot(9, PartitionableSlot="true", Cpus=1, TotalSlotCpus=16, NumDynamicSlots=1, ChildCpus="{15}")
    changed = change_slots(Pool((parent,)), [SlotsAdded(SlotTable(1, {}), like="*")], NOW)
    assert values(changed.pool.slots, "Cpus") == [1, 16]
    assert "ChildCpus" not in changed.pool.slots[1]


@pytest.mark.parametrize(
    ("change", "left"),
    [
        (SlotsRemoved("slot1@exec1"), [2, 3, 4, 5, 6]),
        (SlotsRemoved("SLOT1@EXEC[12]"), [3, 4, 5, 6]),
        (SlotsRemoved("*", 2), [1, 2, 3, 4]),
        (SlotsRemoved("*exec?", 99), []),
    ],
)
def test_slots_go_by_the_pattern_of_their_names_the_last_first(change: SlotsRemoved, left: list[int]) -> None:
    changed = change_slots(pool(), [change], NOW)
    assert values(changed.pool.slots, "Name") == [f"slot1@exec{number}" for number in left]


def test_jobs_are_over_with_the_slots_that_they_ran_on() -> None:
    changed = change_slots(pool(), [SlotsRemoved("*", 1)], NOW)
    assert told(changed, "RunningJobs") == {ADA: 0, BEN: 1}
    assert told(changed, "WeightedRunningJobs") == {ADA: 0, BEN: 1}
    assert told(changed, "IdleJobs") == {ADA: 5, BEN: 3}
    assert changed.remarks == (f"1 running job of {BEN} ends with its slot",)


def test_a_pattern_that_no_slot_has_is_refused() -> None:
    with pytest.raises(BadInput, match=r"no slot or machine is called node\*. The first slot is called slot1@exec1"):
        change_slots(pool(), [SlotsRemoved("node*")], NOW)
    with pytest.raises(BadInput, match="The pool has no slots"):
        change_slots(Pool(), [SlotsRemoved("*")], NOW)


def test_jobs_go_from_the_end_of_the_queue_and_out_of_the_submitters_ad() -> None:
    changed = change_jobs(pool(), [JobsChange(ADA, 2, relative=False)], NOW)
    assert [(values(changed.pool.jobs, name)) for name in ("ClusterId", "ProcId")] == [
        [1, 1, 7, 7, 7],
        [0, 1, 0, 1, 2],
    ]
    assert told(changed, "IdleJobs") == {ADA: 2, BEN: 3}
    # Of the weight of 5 that the ad tells, three jobs of two cores cannot take more than all.
    assert told(changed, "WeightedIdleJobs") == {ADA: 0, BEN: 3}


def test_added_jobs_are_like_the_last_one_unless_it_is_said_what_they_are_like() -> None:
    changed = change_jobs(pool(), [JobsChange(ADA, 2, relative=True)], NOW)
    assert values(changed.pool.jobs, "RequestCpus")[8:] == [2, 2]
    assert len({*values(changed.pool.jobs, "GlobalJobId")}) == 10
    assert told(changed, "IdleJobs") == {ADA: 7, BEN: 3}
    assert told(changed, "WeightedIdleJobs") == {ADA: 9, BEN: 3}
    other = change_jobs(pool(), [parse_jobs(f"{ADA}=+2:request_cpus=4,request_memory=2GB", new=False)], NOW)
    assert values(other.pool.jobs, "RequestCpus")[8:] == [4, 4]
    assert values(other.pool.jobs, "RequestMemory")[8:] == [2048, 2048]
    assert told(other, "WeightedIdleJobs") == {ADA: 13, BEN: 3}


def test_somebody_new_comes_in_if_that_is_meant() -> None:
    with pytest.raises(UnknownSubmitter, match=f"the pool has no submitter adda@{DOMAIN}; did you mean {ADA}?"):
        change_jobs(pool(), [JobsChange(f"adda@{DOMAIN}", 3, relative=False)], NOW)
    changed = change_jobs(pool(), [JobsChange(f"physics.eve@{DOMAIN}", 3, relative=False, create=True)], NOW)
    assert told(changed, "IdleJobs") == {ADA: 5, BEN: 3, f"physics.eve@{DOMAIN}": 3}
    assert values(changed.pool.jobs, "AccountingGroup")[8:] == ["physics.eve"] * 3
    assert values(changed.pool.submitters, "ScheddIpAddr") == ["<10.1.0.1:9618>"] * 3


def test_no_jobs_means_none_even_where_only_the_ad_speaks_of_them() -> None:
    bare = Pool(pool().slots, pool().submitters)
    changed = change_jobs(bare, [JobsChange(BEN, 0, relative=False)], NOW)
    assert told(changed, "IdleJobs") == {ADA: 5, BEN: 0}
    assert told(changed, "RunningJobs") == {ADA: 0, BEN: 2}
    assert (changed.differences[0].before, changed.differences[0].after) == (3, 0)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("-slot1@old*", SlotsRemoved("slot1@old*")),
        ("-10", SlotsRemoved("*", 10)),
        ("-10:slot1@*", SlotsRemoved("slot1@*", 10)),
    ],
)
def test_removals_as_typed(text: str, change: SlotsRemoved) -> None:
    found = parse_slots(text)
    assert isinstance(found, SlotsRemoved)
    assert (found.pattern, found.most) == (change.pattern, change.most)


def test_additions_as_typed() -> None:
    found = parse_slots('+100:Cpus=8,Memory=16000,HasGpu=true,Site="a,b",Start=ifThenElse(Owner == "x", true, false)')
    assert isinstance(found, SlotsAdded)
    assert found.table.count == 100
    assert {name: value for name, value in found.table.attributes.items() if name != "Start"} == {
        "Cpus": 8,
        "Memory": 16000,
        "HasGpu": True,
        "Site": "a,b",
    }
    like = parse_slots("+2:like=slot1@exec*")
    assert isinstance(like, SlotsAdded)
    assert like.like == "slot1@exec*"


@pytest.mark.parametrize("text", ["10", "+", "+x", "-", "", "+0", "+1:Cpus", "+1:1x=2"])
def test_what_is_not_a_change_of_slots_is_refused_with_the_option(text: str) -> None:
    with pytest.raises(BadInput, match=r"^--slots "):
        parse_slots(text)


@pytest.mark.parametrize("text", ["ada", "ada@x", "ada@x=", "ada@x=*3", "ada=3", "ada@x=+0", "ada@x=3:user=eve"])
def test_what_is_not_a_number_of_jobs_is_refused_with_the_option(text: str) -> None:
    with pytest.raises(BadInput, match=r"^--jobs "):
        parse_jobs(text, new=False)
