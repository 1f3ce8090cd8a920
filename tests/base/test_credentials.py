"""What looks like a credential is masked, and what policies are written with is not."""

import time

import pytest

from userprio.base.credentials import is_credential, masked

SHAPES = [
    ("curl https://user:hunter2@host/x", "curl https://***@host/x"),
    ("amqp://u:p@ss@host:5672/", "amqp://***@host:5672/"),
    ("AWS AKIAIOSFODNN7EXAMPLE", "AWS ***"),
    ("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "***"),
    ("ghp_0123456789abcdefghij", "***"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjb25kb3IifQ.c2lnbmF0dXJl", "***"),
    ("Authorization: Bearer abcdefghijklmnop123", "Authorization: Bearer ***"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----", "***"),
    ("DB_PASS=hunter2;X=1", "DB_PASS=***;X=1"),
    ("PGPASSWORD=hunter2", "PGPASSWORD=***"),
    ("\"A=1 MY_TOKEN='hunter2 x' B=2\"", "\"A=1 MY_TOKEN='***' B=2\""),
    (r'"PASSWORD=\"hunter2 x\""', r'"PASSWORD=\"***\""'),
    ("--password hunter2 -v", "--password *** -v"),
    ("--auth-token=hunter2", "--auth-token=***"),
    ('"secret: hunter2"', '"secret: ***"'),
    ("api_key = hunter2", "api_key = ***"),
]


@pytest.mark.parametrize(("text", "left"), SHAPES)
def test_what_has_the_shape_of_a_credential_is_masked(text: str, left: str) -> None:
    assert masked(text) == left
    assert masked(left) == left


@pytest.mark.parametrize(
    "text",
    [
        "TARGET.HasToken =?= true && MY.Password == undefined && Secret != 3",
        "ifThenElse(WantToken, 1, 2)",
        "WantToken ? HasPassword : 5",
        "https://example.org/a@b",
        "ann@example.org",
        "<127.0.0.1:9618?addrs=127.0.0.1-9618&alias=cm.pool.test&noUDP&sock=startd_1_2>",
        "$(TOKEN)",
        "--password $(DB_PASS)",
        "$CondorVersion: 25.14.1 2026-08-01 BuildID: 123456 PackageID: 25.14.1-1 $",
        "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3",
        "/cvmfs/software.example.org/EL9/bin/python3",
        'regexp("^https?://[^/]+$", Site)',
        "BypassQueue = 1",
    ],
)
def test_what_policies_and_ads_are_made_of_stays(text: str) -> None:
    assert masked(text) == text


@pytest.mark.parametrize(
    "name",
    "DB_PASS FOO_PASSPHRASE POOL_PASSWORD SEC_TOKEN_POOL_SIGNING_KEY STARTD_CRON_X_ENV STARTER_JOB_ENVIRONMENT "
    "AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY API_KEY MY_CREDENTIALS pass X.PASS".split(),
)
def test_a_name_tells_a_secret(name: str) -> None:
    assert is_credential(name)


@pytest.mark.parametrize("name", "BYPASS_QUEUE COMPASS START KEYBOARD_IDLE SLOT_WEIGHT AUTHORS ENVELOPE".split())
def test_most_names_do_not(name: str) -> None:
    assert not is_credential(name)


@pytest.mark.parametrize(
    "unit", ["a", "password", "://", ":@", "-", "--token ", "eyJ", "token=", "A1b", " ", "x:", "pass"]
)
def test_no_text_takes_long(unit: str) -> None:
    """No repetition makes a search begin again and again."""
    text = unit * (200_000 // len(unit))
    began = time.process_time()
    masked(text)
    assert time.process_time() - began < 2
