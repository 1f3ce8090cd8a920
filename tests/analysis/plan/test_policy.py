"""A policy as a file: what a pool has is written, read, compared and brought back."""

import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.negotiation.recorded import each_pool, recorded
from userprio.accounting import PriorityRules
from userprio.accounting.quotas import build_tree
from userprio.analysis.plan import PolicyTerm, compared, edits_to, plan_edits, policy_of, policy_text, read_policy
from userprio.base.errors import BadInput
from userprio.config import Config, read
from userprio.ledger import Ledger, NewAd, SetAttribute, real_text

NOW = 1_772_442_000
HERE = Path("policy.toml")


def dumped(ledger: Ledger, config: Config, now: int = NOW) -> str:
    tree = build_tree(config)
    rules = PriorityRules.from_config(config, [group.name for group in tree.groups])
    return policy_text(policy_of(ledger, config, now, rules, lambda name: tree.assigned(name).name))


def loaded(text: str, ledger: Ledger, config: Config, now: int = NOW) -> Ledger:
    """The ledger after a policy was loaded into it."""
    policy = read_policy(HERE, text)
    config = config.with_overrides(dict(policy.knobs or {}))
    tree = build_tree(config)
    rules = PriorityRules.from_config(config, [group.name for group in tree.groups])

    def group_of(name: str) -> str:
        return tree.assigned(name).name

    changes = compared(policy, ledger, config, now, rules, group_of)
    return ledger.replay(plan_edits(edits_to(changes, policy), ledger, now, rules, group_of).records)


def ledger_of(**records: dict[str, str]) -> Ledger:
    log = [NewAd("Accountant."), SetAttribute("Accountant.", "LastUpdateTime", str(NOW - 60))]
    for name, attributes in records.items():
        log.append(NewAd(f"Customer.{name}"))
        log += [SetAttribute(f"Customer.{name}", attribute, text) for attribute, text in attributes.items()]
    return Ledger.empty().replay(tuple(log))


EMPTY = read(None, environ={})
LEASED = {
    "PriorityFactor": "200.000000",
    "PriorityFactorPreLeaseValue": "1000.000000",
    "PriorityFactorLeaseExpiration": str(NOW + 86_400),
}


@each_pool
def test_the_policy_of_a_recorded_pool_loaded_into_it_changes_nothing(name: str) -> None:
    pool = recorded(name)
    text = dumped(pool.ledger, pool.settings, pool.at)
    assert loaded(text, pool.ledger, pool.settings, pool.at).ads == pool.ledger.ads
    # What is read back is what was written, to the letter.
    policy = read_policy(HERE, text)
    assert policy_text(policy) == text


def test_it_is_short_and_has_only_what_differs_from_the_defaults() -> None:
    config = EMPTY.with_overrides(
        {"GROUP_NAMES": "a, b.c", "GROUP_QUOTA_a": "10", "GROUP_QUOTA_DYNAMIC_b.c": "0.25", "DEBUG": "D_FULL"}
    )
    ledger = ledger_of(
        **{
            "a.ann@x": {"PriorityFactor": "500.000000", "Ceiling": "-1", "Floor": "0"},
            "ben@x": {"PriorityFactor": "1000.000000", "Priority": "77.000000"},
            "cay@x": LEASED,
            "dan@x": {"Floor": "12", "Ceiling": "100"},
            "a": {"PriorityFactor": "5.000000"},
        }
    )
    assert dumped(ledger, config).partition("\n\n")[2] == (
        "[config]\n"
        'GROUP_NAMES = [\n    "a",\n    "b.c",\n]\n'
        "GROUP_QUOTA_a = 10\n"
        '"GROUP_QUOTA_DYNAMIC_b.c" = 0.25\n'
        "\n"
        "[setfactor]\n"
        '"a.ann@x" = 500.0\n'
        '"cay@x" = { value = 200.0, until = 2026-03-03 09:00:00+00:00, prior = 1000.0 }\n'
        "\n"
        "[setfloor]\n"
        '"dan@x" = 12\n'
        "\n"
        "[setceiling]\n"
        '"dan@x" = 100\n'
    )


def test_a_lease_that_has_run_out_is_what_it_went_back_to() -> None:
    ledger = ledger_of(**{"cay@x": LEASED})
    text = dumped(ledger, EMPTY)
    later = NOW + 2 * 86_400
    assert "cay" in text
    assert "cay" not in dumped(ledger, EMPTY, later)
    # No cycle has ended it in the ledger yet, and the file still tells of it: that is the same.
    assert loaded(text, ledger, EMPTY, later).ads == ledger.ads


@pytest.mark.parametrize(
    "changed",
    [
        {"PriorityFactor": "77.125000"},
        {"Floor": "3", "Ceiling": "4"},
        {},
        LEASED,
        {**LEASED, "PriorityFactorPreLeaseValue": "9.000000"},
        {**LEASED, "PriorityFactorLeaseExpiration": str(NOW - 5)},
        {"Floor": "3", "FloorPreLeaseValue": "1", "FloorLeaseExpiration": str(NOW + 5)},
        {"Ceiling": "3", "CeilingPreLeaseValue": "-1", "CeilingLeaseExpiration": str(NOW + 5)},
    ],
)
@pytest.mark.parametrize(
    "before",
    [
        {},
        {"PriorityFactor": "500.000000", "Floor": "7"},
        LEASED,
        {"Floor": "9", "FloorPreLeaseValue": "2", "FloorLeaseExpiration": str(NOW + 500), "Ceiling": "50"},
    ],
)
def test_the_policy_of_a_pool_that_was_changed_is_brought_back(before: dict[str, str], changed: dict[str, str]) -> None:
    text = dumped(ledger_of(**{"ann@x": before, "ben@x": changed}), EMPTY)
    for others in ({"ann@x": changed, "ben@x": before}, {"ann@x": changed}, {"cay@x": changed}, {}):
        assert dumped(loaded(text, ledger_of(**others), EMPTY), EMPTY) == text


def test_whoever_is_not_named_gets_the_factor_of_the_policys_configuration() -> None:
    ledger = ledger_of(**{"ann@x": {"PriorityFactor": "1000.000000"}, "ben@x": {"PriorityFactor": "20.000000"}})
    after = loaded("[config]\nDEFAULT_PRIO_FACTOR = 20\n[setfactor]\n", ledger, EMPTY)
    assert {after.customers[name].priority_factor for name in ("ann@x", "ben@x")} == {20.0}


def test_a_table_that_is_missing_says_nothing() -> None:
    ledger = ledger_of(**{"ann@x": {"PriorityFactor": "5.000000", "Floor": "3", "Ceiling": "8"}})
    after = loaded("[setfloor]\n", ledger, EMPTY).customers["ann@x"]
    assert (after.priority_factor, after.floor, after.ceiling) == (5.0, 0, 8)


_NAMES = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp"), exclude_characters='"'), min_size=1, max_size=12
).filter(str.isprintable)


@given(
    st.dictionaries(
        _NAMES.map(lambda name: f"{name}@x"),
        st.tuples(
            st.floats(1.0, 1e12).map(real_text), st.integers(0, 2**31 - 1), st.integers(NOW - 9, NOW + 10**8), _NAMES
        ),
        max_size=5,
    )
)
def test_any_name_and_number_is_written_exactly(people: dict[str, tuple[str, int, int, str]]) -> None:
    ledger = ledger_of(
        **{
            name: {
                "PriorityFactor": factor,
                "Floor": str(floor),
                "FloorPreLeaseValue": "1",
                "FloorLeaseExpiration": str(until),
            }
            for name, (factor, floor, until, _) in people.items()
        }
    )
    text = dumped(ledger, EMPTY)
    tomllib.loads(text)
    assert loaded(text, ledger, EMPTY).ads == ledger.ads
    assert dumped(loaded(text, Ledger.empty(), EMPTY), EMPTY) == text


def test_a_name_that_is_not_utf_8_is_left_out_and_left_alone() -> None:
    ledger = ledger_of(**{"\udcff@x": {"PriorityFactor": "5.000000"}})
    text = dumped(ledger, EMPTY)
    assert text.endswith("[setfactor]\n\n[setfloor]\n\n[setceiling]\n")
    assert loaded(text, ledger, EMPTY).ads == ledger.ads


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[setprio]\n", "policy.toml, line 1: setprio does not belong to a policy. `userprio plan` takes it"),
        ("[setfloors]\n", "unknown key 'setfloors'. Did you mean setfloor?"),
        ("[config]\nNEGOTIATOR_INTERVAL = 5\n", "line 2: [config]: NEGOTIATOR_INTERVAL does not belong to a policy"),
        (
            '[setfactor]\n"a@x" = { value = 5, duration = "2d" }\n',
            "line 2: [setfactor]: the lease of a@x has no end. Write until = 2026-12-01T00:00:00Z",
        ),
        (
            '[setfactor]\n"a@x" = { value = 5, until = 2026-12-01T00:00:00 }\n',
            "until must be a time with its zone for a@x",
        ),
        ('[setfactor]\n"a@x" = { value = 5, until = "soon" }\n', "until must be a time with its zone for a@x"),
        ('[setfactor]\n"a@x" = { value = 5, prior = 9 }\n', "the lease of a@x is not clear"),
        ('[setfactor]\n"a@x" = "much"\n', "the value of a@x must be a number"),
        ("[setfactor\n", "not valid TOML"),
    ],
)
def test_what_is_no_policy_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_policy(HERE, text)
    assert message in str(refused.value)


def test_the_end_of_a_lease_is_a_time_or_seconds() -> None:
    at = int(datetime(2026, 12, 1, 9, tzinfo=UTC).timestamp())
    for written in ("2026-12-01T09:00:00Z", "2026-12-01T10:00:00+01:00", str(at)):
        policy = read_policy(HERE, f'[setfloor]\n"a@x" = {{ value = 5, until = {written}, prior = 2 }}\n')
        assert policy.terms["floor"] == {"a@x": PolicyTerm(5, at, 2)}
