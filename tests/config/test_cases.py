"""Configurations with what a reader of HTCondor 25.14.1 made of them, kept in cases.json beside this file."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio.config import Config, ConfigError, ErrorKind, KnobError, find_knob, read
from userprio.config.knob import real_of

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "cases.json").read_text())
TYPED: dict[type, Callable[[Config, str], object]] = {bool: Config.boolean, int: Config.integer, float: Config.real}


def looked_up(config: Config, name: str, wanted: object) -> object:
    """The value of a knob as HTCondor's tools see it, read as the type of the wanted one."""
    try:
        return TYPED.get(type(wanted), Config.text)(config, name)
    except KnobError as error:
        if isinstance(wanted, float) and error.low == _range_of_its_reader(name):
            return real_of(error.text)
        return error.instead


def _range_of_its_reader(name: str) -> float | None:
    """The bound that the code of the negotiator has for a real, of which tools know nothing."""
    knob = find_knob(name)
    return None if knob is None else knob.low


def same(one: object, other: object) -> bool:
    both_nan = isinstance(one, float) and isinstance(other, float) and math.isnan(one) and math.isnan(other)
    return both_nan or (type(one) is type(other) and one == other)


@pytest.mark.parametrize("case", CASES, ids=[f"{number}-{case['name']}" for number, case in enumerate(CASES)])
def test_a_configuration_is_read_as_htcondor_reads_it(case: dict[str, Any], tmp_path: Path) -> None:
    def placed(text: str) -> str:
        return text.replace("@D@", str(tmp_path))

    for name, text in {**case["files"], "condor_config": case["config"]}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(placed(text).encode())
    environ = {"PATH": "/usr/bin:/bin", **{name: placed(text) for name, text in case["env"].items()}}
    error: ConfigError | None = None
    try:
        config = read(tmp_path / "condor_config", environ=environ, subsystem=case["subsystem"], allow_commands=True)
    except ConfigError as raised:
        error = raised
    if case["error"] is not None or error is not None:
        assert error is not None, "must not be readable"
        assert case["error"] == {"kind": error.kind, "line": error.line}, str(error)
        assert (tmp_path / "cache").exists() is False or error.kind is not ErrorKind.INCLUDE_COMMAND_FAILED
        return
    expected = {
        name: placed(value) if isinstance(value, str) else value for name, value in (case["values"] or {}).items()
    }
    found = {name: looked_up(config, name, value) for name, value in expected.items()}
    assert {k: v for k, v in found.items() if not same(v, expected[k])} == {}, expected
    assert [{"kind": w.kind, "line": w.line} for w in config.warnings] == case.get("warnings", [])
