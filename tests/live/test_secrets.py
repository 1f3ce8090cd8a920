"""What must not leave a pool does not."""

import pytest

from userprio.live.projection import is_secret, kept_knobs


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


def test_knobs_with_secrets_and_those_that_name_more_files_are_left_out() -> None:
    dump = """\
# Configuration from negotiator on cm.pool.test
GROUP_NAMES = physics
LOCAL_CONFIG_FILE = /etc/condor/local
LOCAL_CONFIG_DIR =
NEGOTIATOR.LOCAL_CONFIG_FILE = /etc/condor/other
SITE_PASSWORD = sesame
SEC_TOKEN_POOL_SIGNING_KEY_FILE = /etc/condor/keys/pool
# Contributing configuration file(s):
#	/etc/condor/condor_config
"""
    assert kept_knobs(dump.splitlines()) == ["GROUP_NAMES = physics"]


def test_a_value_of_several_lines_is_kept_or_left_out_as_a_whole() -> None:
    dump = ["A @=end", "  B = 1", "@end", "SITE_SECRET @=end", "  sesame", "@end", "C = 2"]
    assert kept_knobs(dump) == ["A @=end", "  B = 1", "@end", "C = 2"]


def test_a_backslash_at_the_end_of_a_value_swallows_no_knob() -> None:
    assert kept_knobs(["FOLDER = C:\\", "GROUP_NAMES = physics"]) == ["FOLDER = C:", "GROUP_NAMES = physics"]
