"""Of a negotiator's configuration a snapshot keeps what this program reads, and no secret of it."""

import pytest

from userprio.live.projection import kept_knobs


def lines(dump: str) -> list[str]:
    return list(kept_knobs(dump.splitlines()).lines)


def test_knobs_that_nothing_here_reads_are_left_out_whatever_they_are_called() -> None:
    dump = """\
# Configuration from negotiator on cm.pool.test
GROUP_NAMES = physics
DB_PASS = sesame
COLOUR_OF_THE_BIKESHED = sesame
STARTD_CRON_X_ENV = sesame
JOB_TRANSFORM_X = SET Environment "KEY=sesame"
SCHEDD.MAX_JOBS_RUNNING = 7
STARTD_CRON_X_EXECUTABLE = https://user:sesame@host
LOCAL_CONFIG_FILE = /etc/condor/local
LOCAL_CONFIG_DIR =
NEGOTIATOR.LOCAL_CONFIG_FILE = /etc/condor/other
SEC_TOKEN_POOL_SIGNING_KEY_FILE = /etc/condor/keys/pool
# Contributing configuration file(s):
#	/etc/condor/condor_config = sesame
"""
    assert lines(dump) == ["GROUP_NAMES = physics", "SCHEDD.MAX_JOBS_RUNNING = 7"]
    assert kept_knobs(dump.splitlines()).remarks == ()


def test_what_they_refer_to_is_kept_through_any_number_of_macros() -> None:
    dump = """\
NEGOTIATOR_PRE_JOB_RANK = $(RANKS_$(SITE)) + $INT(BONUS:0) + $(UNSET:$(FALLBACK))
SITE = north
RANKS_north = $(Deep)
RANKS_south = 2
Deep = 3
BONUS = 1
FALLBACK = 0
NEGOTIATOR.SITE = south
UNUSED = 4
FULL_HOSTNAME = cm.pool.test
DETECTED_MEMORY = 64000
DETECTED_CORES = 8
"""
    # The negotiator's SITE is south, so that RANKS_north and Deep are not needed. UID_DOMAIN is $(FULL_HOSTNAME) by
    # default, and MAX_JOBS_RUNNING depends on DETECTED_MEMORY.
    names = [line.partition(" =")[0] for line in lines(dump)]
    assert names == [
        *("NEGOTIATOR_PRE_JOB_RANK", "SITE", "RANKS_south", "BONUS", "FALLBACK", "NEGOTIATOR.SITE"),
        *("FULL_HOSTNAME", "DETECTED_MEMORY"),
    ]


def test_what_the_negotiator_publishes_of_its_own_knobs_is_kept() -> None:
    dump = 'NEGOTIATOR_MATCH_EXPRS = Site, Other\nSite = "north"\nOther = 3\nThird = 4\nSTARTD_ATTRS = Third\n'
    assert [line.partition(" =")[0] for line in lines(dump)] == [
        "NEGOTIATOR_MATCH_EXPRS",
        "Site",
        "Other",
        "STARTD_ATTRS",
    ]


def test_knobs_of_groups_and_mistyped_ones_stay_to_be_checked() -> None:
    kept = ["GROUP_QUOTA_a.secret = 3", "GROUP_QOUTA_a.b = 3", "NEGOTIATOR_INTERVALL = 5", "DEFRAG_SCHEDULE = graceful"]
    assert lines("\n".join(kept)) == kept


def test_a_secret_that_is_referred_to_is_left_out_and_named() -> None:
    kept = kept_knobs(["NEGOTIATOR_PRE_JOB_RANK = $(DB_PASS)", "DB_PASS = sesame"])
    assert kept.lines == ("NEGOTIATOR_PRE_JOB_RANK = $(DB_PASS)",)
    assert kept.remarks == ("DB_PASS, which other knobs refer to, was left out: it is named like a secret",)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('regexp("https://u:sesame@host", Site)', 'regexp("https://***@host", Site)'),
        ('Site == "AKIAIOSFODNN7EXAMPLE"', 'Site == "***"'),
        ('strcat("password=sesame", Site)', 'strcat("password=***", Site)'),
    ],
)
def test_what_has_the_shape_of_a_credential_is_masked_and_the_knob_is_named(text: str, left: str) -> None:
    kept = kept_knobs([f"NEGOTIATOR_PRE_JOB_RANK = {text}"])
    assert kept.lines == (f"NEGOTIATOR_PRE_JOB_RANK = {left}",)
    remark = "NEGOTIATOR_PRE_JOB_RANK contains what looks like a credential, which was replaced by ***"
    assert kept.remarks == (remark,)


def test_a_private_key_over_several_lines_is_masked_as_a_whole() -> None:
    key = ["-----BEGIN RSA PRIVATE KEY-----", "sesame", "-----END RSA PRIVATE KEY-----"]
    assert lines("\n".join(["GROUP_NAMES @=end", "a", *key, "@end"])) == ["GROUP_NAMES @=end", "a", "***", "@end"]


def test_a_value_of_several_lines_is_kept_or_left_out_as_a_whole() -> None:
    dump = ["GROUP_NAMES @=end", "  B = 1", "@end", "SITE_TEXT @=end", "  GROUP_QUOTA_a = 1", "@end", "MINUTE = 60"]
    assert list(kept_knobs(dump).lines) == ["GROUP_NAMES @=end", "  B = 1", "@end", "MINUTE = 60"]


def test_a_backslash_at_the_end_of_a_value_swallows_no_knob() -> None:
    assert lines("SPOOL = C:\\\nGROUP_NAMES = physics") == ["SPOOL = C:", "GROUP_NAMES = physics"]


def test_knobs_that_refer_to_each_other_in_a_circle_are_kept_as_they_are() -> None:
    circle = ["NEGOTIATOR_PRE_JOB_RANK = $(A)", "A = $(B)", "B = $(A)"]
    assert list(kept_knobs(circle).lines) == circle
