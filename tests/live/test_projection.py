"""Which attributes a negotiation can depend on, and which never leave a pool."""

import pytest

from userprio.classad import Ad
from userprio.live.projection import Mentions, SlotFilter, is_secret, job_names, mentioned, only


def ad(**texts: str) -> Ad:
    return Ad.lazy(texts.items())


def test_every_name_counts_whatever_its_scope_and_no_function_keyword_or_string() -> None:
    text = 'MY.Cpus > TARGET.RequestCpus && member("Linux", Systems) && ifThenElse(Color =?= undefined, true, false)'
    assert set(mentioned(text)) == {"cpus", "requestcpus", "systems", "color"}


def test_names_in_strings_count_where_strings_are_evaluated() -> None:
    assert "hidden" in mentioned('eval("Hidden + 1")')
    assert "hidden" not in mentioned('strcat("Hidden + 1")')


def test_a_name_keeps_the_spelling_that_came_first() -> None:
    assert mentioned("TARGET.RequestGPUs > 1 || requestgpus < 0") == {"requestgpus": "RequestGPUs"}


def test_jobs_are_asked_for_what_slots_ask_of_them_and_for_what_slots_are_called() -> None:
    seen = Mentions()
    seen.add(ad(Start="TARGET.WantFast =?= true", Colour='"blue"', ClaimId='"secret"'))
    names = job_names(seen, {"fromknob": "FromKnob"})
    assert {"wantfast", "colour", "fromknob", "jobprio", "requirements"} <= names.keys()
    assert names["wantfast"] == "WantFast"
    assert "claimid" not in names


def test_resources_that_a_machine_lists_are_kept_with_what_is_made_of_them() -> None:
    seen = Mentions()
    seen.add(ad(MachineResources='"Cpus Widgets"'))
    assert {"widgets", "requestwidgets", "consumptionwidgets", "totalslotwidgets"} <= seen.names.keys()


def test_of_a_slot_values_stay_that_somebody_mentions_and_everything_that_is_an_expression() -> None:
    slot = ad(
        Name='"slot1@a"',
        Colour='"blue"',
        MonitorSelfAge="12",
        RecentDaemonCoreDutyCycle="0.1",
        Unused="TARGET.Foo > 3",
        slot2_RemoteUser='"ann@lab"',
        ClaimId='"secret"',
    )
    kept = only(slot, SlotFilter({"colour"}).needed(slot))
    assert set(kept) == {"Name", "Colour", "Unused", "slot2_RemoteUser"}


@pytest.mark.parametrize(
    "name",
    "ClaimId claimid ClaimIds ClaimIdList ChildClaimIds PairedClaimId PublicClaimId PublicClaimIds Capability "
    "TransferKey slot1_ClaimId _condor_PrivRemoteAdminCapability Environment Env SitePassword".split(),
)
def test_an_attribute_by_which_others_could_act_for_the_pool_is_secret(name: str) -> None:
    assert is_secret(name)


@pytest.mark.parametrize("name", "NumClaims Name Requirements RemoteUser EnteredCurrentState Arch TokenCount".split())
def test_what_policies_are_made_of_is_none(name: str) -> None:
    assert not is_secret(name)
