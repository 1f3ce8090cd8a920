import math
from collections.abc import Callable

import pytest

from userprio.classad import unparse
from userprio.config import Config, ConfigError, ErrorKind, KnobError, OriginKind, WarningKind, read

Reading = Callable[..., Config]


def knob_error(look_up: Callable[[], object]) -> KnobError:
    with pytest.raises(KnobError) as caught:
        look_up()
    return caught.value


@pytest.mark.parametrize(
    ("text", "value"),
    [("60", 60), (" 2*60", 120), ("60.9", 60), ("-60.9", -60), ("1e2", 100), ("true", 1), ("010", 10), ("", 60)],
)
def test_an_integer_is_digits_or_an_expression(reading: Reading, text: str, value: int) -> None:
    assert reading(f"NEGOTIATOR_INTERVAL = {text}\n").integer("NEGOTIATOR_INTERVAL") == value


@pytest.mark.parametrize("text", ["60s", "1 minute", '"60"', "abc", "0x10", "60;", "{1}", "1 + undefined", "1/0"])
def test_what_is_not_an_integer_is_refused_and_the_default_is_what_tools_use(reading: Reading, text: str) -> None:
    error = knob_error(lambda: reading(f"\nNEGOTIATOR_INTERVAL = {text}\n").integer("NEGOTIATOR_INTERVAL"))
    assert (error.knob, error.text, error.line, error.default, error.instead) == (
        "NEGOTIATOR_INTERVAL",
        text,
        2,
        60,
        60,
    )


def test_a_unit_is_pointed_out(reading: Reading) -> None:
    error = knob_error(lambda: reading("NEGOTIATOR_INTERVAL = 60s\n").integer("NEGOTIATOR_INTERVAL"))
    assert error.message == "NEGOTIATOR_INTERVAL is `60s`, which is not a whole number; its default is 60"
    assert error.hint == "condor_negotiator would stop here. Numbers take no units; this one counts s"


@pytest.mark.parametrize(
    ("knob", "text", "nearest"),
    [
        ("NEGOTIATOR_SOCKET_CACHE_SIZE", "0", 1),
        ("NEGOTIATOR_INTERVAL", "99999999999", 2**31 - 1),
        ("NEGOTIATOR_INTERVAL", "-" + "9" * 5000, -(2**31)),
        ("NEGOTIATION_CYCLE_STATS_LENGTH", "101", 100),
    ],
)
def test_an_integer_out_of_range_is_refused_with_the_nearest_one(
    reading: Reading, knob: str, text: str, nearest: int
) -> None:
    error = knob_error(lambda: reading(f"{knob} = {text}\n").integer(knob))
    assert error.instead == nearest
    assert error.low is not None and error.high is not None
    assert f"not in the range from {error.low:.10g} to {error.high:.10g}" in error.message


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("24*3600", 86400.0),
        ("1.5e5", 1.5e5),
        ("0x10", 16.0),
        ("-0x1p-1", -0.5),
        ("0", 0.0),
        ("-1", -1.0),
        ("true", 1.0),
    ],
)
def test_a_real_is_what_strtod_reads_or_an_expression_and_the_tables_range_is_not_enforced(
    reading: Reading, text: str, value: float
) -> None:
    assert reading(f"PRIORITY_HALFLIFE = {text}\n").real("PRIORITY_HALFLIFE") == value


def test_not_a_number_passes_and_infinity_does_not(reading: Reading) -> None:
    assert math.isnan(reading("PRIORITY_HALFLIFE = nan\n").real("PRIORITY_HALFLIFE"))
    for text in ("inf", "1e400"):
        error = knob_error(lambda text=text: reading(f"PRIORITY_HALFLIFE = {text}\n").real("PRIORITY_HALFLIFE"))
        assert error.instead == 1.7976931348623157e308


def test_a_range_given_by_the_caller_is_enforced(reading: Reading) -> None:
    config = reading("GROUP_QUOTA_a = 20 * 2\nGROUP_QUOTA_b = -1\nGROUP_QUOTA_DYNAMIC_b = 1.5\n")
    assert config.real("GROUP_QUOTA_A", default=None) == 40.0
    assert config.real("GROUP_QUOTA_c", default=None) is None
    assert knob_error(lambda: config.real("GROUP_QUOTA_b", default=None)).instead == 0
    assert knob_error(lambda: config.real("GROUP_QUOTA_DYNAMIC_b", default=None)).instead == 1


@pytest.mark.parametrize(
    ("text", "value"), [("1000*2", 1000.0), ("1e3x", 1000.0), ("abc", 0.0), (".5", 0.5), ("", 1000)]
)
def test_priority_factors_are_read_as_far_as_they_are_a_number(reading: Reading, text: str, value: float) -> None:
    assert reading(f"DEFAULT_PRIO_FACTOR = {text}\n").real("DEFAULT_PRIO_FACTOR") == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("FALSE", False), ("1", True), ("0", False), ("10", True), ("0.0", False), ("1 == 1", True)],
)
def test_a_boolean_is_a_literal_or_an_expression(reading: Reading, text: str, value: bool) -> None:
    assert reading(f"GROUP_ACCEPT_SURPLUS = {text}\n").boolean("GROUP_ACCEPT_SURPLUS") is value


@pytest.mark.parametrize("text", ["yes", "no", "on", "t", "f", '"true"', "undefined", "error", "true false"])
def test_the_booleans_of_conditions_are_none_of_knobs(reading: Reading, text: str) -> None:
    config = reading(f"NEGOTIATOR_CONSIDER_PREEMPTION = {text}\n")
    assert knob_error(lambda: config.boolean("NEGOTIATOR_CONSIDER_PREEMPTION")).instead is True


def test_an_empty_knob_is_unset_and_hides_its_default_as_text(reading: Reading) -> None:
    config = reading("GROUP_SORT_EXPR =\nNEGOTIATOR_INTERVAL =\nPREEMPTION_REQUIREMENTS =\n")
    assert config.text("GROUP_SORT_EXPR") is None
    assert config.is_set("GROUP_SORT_EXPR") is False
    assert config.expression("PREEMPTION_REQUIREMENTS") is None
    assert config.integer("NEGOTIATOR_INTERVAL") == 60


def test_the_default_of_a_table_goes_before_that_of_the_caller() -> None:
    config = read(None, environ={})
    assert config.integer("NEGOTIATOR_INTERVAL", default=7) == 60
    assert config.integer("NEGOTIATOR_CYCLE_DELAY") == 20
    assert config.integer("NEGOTIATOR_CYCLE_DELAY", default=7) == 7
    assert config.integer("MAX_CONCURRENT_UPLOADS_PER_USER") == 20
    assert config.boolean("NEGOTIATOR_STRICT_ENFORCE_QUOTA") is True
    assert config.boolean("CLAIM_PARTITIONABLE_LEFTOVERS") is True
    assert config.integer("NEGOTIATOR_PREFETCH_REQUESTS_TIMEOUT") == 30
    assert config.string("STARTD_RESOURCE_PREFIX") == "slot"
    assert config.string("ACCOUNTANT_LOCAL_DOMAIN") is None


def test_a_knob_without_any_default_must_be_set() -> None:
    config = read(None, environ={})
    assert knob_error(lambda: config.integer("NUM_CLAIMS")).message == "NUM_CLAIMS is not set and has no default"
    assert config.integer("NUM_CLAIMS", default=None) is None


def test_an_expression_is_parsed_whole(reading: Reading) -> None:
    config = reading("SLOT_WEIGHT = Cpus + Memory/$(MIB)\nMIB = 1024\nSTART = true false\n")
    weight = config.expression("SLOT_WEIGHT")
    assert weight is not None
    assert unparse(weight) == "Cpus + Memory / 1024"
    assert knob_error(lambda: config.expression("START")).line == 3


def test_words_are_parted_by_commas_and_blanks(reading: Reading) -> None:
    assert reading("GROUP_NAMES = a, b  c,,d\n").words("GROUP_NAMES") == ["a", "b", "c", "d"]
    assert reading("").words("GROUP_NAMES") == []


def test_overrides_come_last_and_leave_the_configuration_alone(reading: Reading) -> None:
    config = reading("A = 1\nB = $(A)\n")
    changed = config.with_overrides({"A": "$(A) 2"})
    assert (config.text("B"), changed.text("B")) == ("1", "1 2")
    origin = changed.origin("A")
    assert origin is not None and origin.kind is OriginKind.OVERRIDE


def test_an_override_hidden_by_a_prefixed_knob_is_a_warning(reading: Reading) -> None:
    config = reading("NEGOTIATOR.A = 1\n").with_overrides({"A": "2"})
    assert config.text("A") == "1"
    assert [w.kind for w in config.warnings] == [WarningKind.HIDDEN_OVERRIDE]
    assert "A has no effect beside NEGOTIATOR.A" in config.warnings[0].message


def test_an_override_needs_a_legal_name(reading: Reading) -> None:
    with pytest.raises(ConfigError) as caught:
        reading("").with_overrides({"A-B": "1"})
    assert caught.value.kind is ErrorKind.ILLEGAL_NAME


@pytest.mark.slow
@pytest.mark.parametrize("text", ["(" * 100_000 + "1" + ")" * 100_000, "-" * 100_000 + "1", "9" * 5000])
def test_expressions_out_of_proportion_are_refused_like_others(reading: Reading, text: str) -> None:
    error = knob_error(lambda: reading(f"NEGOTIATOR_INTERVAL = {text}\n").integer("NEGOTIATOR_INTERVAL"))
    assert len(error.message) < 250
