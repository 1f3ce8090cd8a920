import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec

import pytest

from userprio.config import KNOBS, Config, KnobType, find_knob, read
from userprio.config.knob import OnBadValue
from userprio.config.tables import default_names, default_text

OF_THE_MACHINE = {"MAX_JOBS_RUNNING", "UID_DOMAIN", "FILESYSTEM_DOMAIN", "ACCOUNTING_DOMAIN"}
"""Their defaults depend on what is detected."""
OF_THE_PROCESS = {"ENABLE_CLASSAD_CACHING"}
"""Tools set it for themselves, whatever the table of defaults says."""

DUMP = "import htcondor2, json; print(json.dumps({k: htcondor2.param.get(k) for k in htcondor2.param.keys()}))"


def test_every_knob_is_described() -> None:
    for name, knob in KNOBS.items():
        assert name == knob.name
        assert knob.help.endswith(".") and len(knob.help) < 120, name


def test_defaults_have_the_types_and_ranges_of_their_knobs() -> None:
    config = read(None, environ={}, detected={"DETECTED_MEMORY": "1000"})
    for knob in KNOBS.values():
        if knob.is_pattern or (knob.default or knob.fallback) is None:
            continue
        match knob.type:
            case KnobType.INTEGER:
                assert (knob.low or -(2**31)) <= config.integer(knob.name) <= (knob.high or 2**31)
            case KnobType.REAL | KnobType.LEADING_NUMBER:
                assert (knob.low or 0) <= config.real(knob.name) <= (knob.high or 1e300)
            case KnobType.BOOLEAN:
                assert config.boolean(knob.name) in (True, False)
            case KnobType.EXPRESSION:
                assert config.expression(knob.name) is not None


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("GROUP_QUOTA_physics.lab", "GROUP_QUOTA_<group>"),
        ("group_quota_dynamic_physics", "GROUP_QUOTA_DYNAMIC_<group>"),
        ("GROUP_ACCEPT_SURPLUS_x", "GROUP_ACCEPT_SURPLUS_<group>"),
        ("GROUP_ACCEPT_SURPLUS", "GROUP_ACCEPT_SURPLUS"),
        ("CONCURRENCY_LIMIT_DEFAULT", "CONCURRENCY_LIMIT_DEFAULT"),
        ("CONCURRENCY_LIMIT_DEFAULT_db", "CONCURRENCY_LIMIT_DEFAULT_<set>"),
        ("db.oracle_LIMIT", "<name>_LIMIT"),
        ("negotiator_interval", "NEGOTIATOR_INTERVAL"),
    ],
)
def test_built_names_are_found_by_their_family(name: str, family: str) -> None:
    knob = find_knob(name)
    assert knob is not None
    assert knob.name == family


def test_only_ignored_values_have_a_consequence_of_doing_without() -> None:
    assert [knob.name for knob in KNOBS.values() if knob.without and knob.on_bad_value is not OnBadValue.IGNORED] == []


def test_versions_say_which_knobs_are_new() -> None:
    new = {knob.name: knob.since for knob in KNOBS.values() if knob.since is not None}
    assert new["FORCE_NEGOTIATOR_SLOT_WEIGHT"] == "25.5.1"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in new.values())


def test_a_name_of_no_knob_is_not_found() -> None:
    assert find_knob("NO_SUCH_KNOB") is None


def test_each_default_is_given_once() -> None:
    names = list(default_names())
    assert len(names) == len(set(names)) > 900
    assert default_text("negotiator.isnegotiator") == "true"
    assert default_text("isnegotiator") == "false"
    assert default_text("daemon_list") == "MASTER"


@pytest.mark.skipif(find_spec("htcondor2") is None, reason="needs the official bindings")
def test_defaults_are_those_of_htcondor() -> None:
    """Compared with the official bindings, in a process of their own, as they may end it."""
    environ = {**os.environ, "CONDOR_CONFIG": "/dev/null"}
    done = subprocess.run([sys.executable, "-c", DUMP], env=environ, capture_output=True, text=True, check=True)
    theirs: dict[str, object] = {name.lower(): value for name, value in json.loads(done.stdout).items()}
    ours = read(None, environ={}, subsystem="TOOL", detected={"TILDE": str(theirs.get("tilde") or "")})
    compared = [
        knob
        for knob in KNOBS.values()
        if knob.default is not None
        and "FULL_HOSTNAME" not in knob.default
        and knob.name not in OF_THE_MACHINE | OF_THE_PROCESS
    ]
    assert len(compared) > 80
    assert [knob.name for knob in compared if not agrees(ours, knob.name, theirs.get(knob.name.lower()))] == []


def agrees(config: Config, name: str, value: object) -> bool:
    match value:
        case bool():
            return config.boolean(name) is value
        case int() | float():
            return config.real(name) == value
    return (config.text(name) or None) == (value or None)
