"""A listing of few among many: what it shows must not depend on the short way to it."""

from datetime import UTC
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from userprio.cli.app import run
from userprio.cli.environment import Environment
from userprio.report.listing import build

NOW = 1_700_000_000
CONFIG = "GROUP_NAMES = g, g.s, h\nGROUP_QUOTA_g = 3\nGROUP_QUOTA_h = 2\n"
NAMES = [*("<none>", "g", "g.s", "h", "gone", "a@x", "b@x", "c@y"), *(f"{g}.u{n}@x" for g in "gh" for n in range(3))]
ATTRIBUTES = {
    "ResourcesUsed": st.integers(0, 3).map(str),
    "WeightedResourcesUsed": st.sampled_from(["0.0", "2.5"]),
    "WeightedAccumulatedUsage": st.sampled_from(["0.000000", "7200.000000"]),
    "BeginUsageTime": st.sampled_from(["0", str(NOW - 9_000_000)]),
    "LastUsageTime": st.sampled_from(["0", str(NOW - 5_000_000), str(NOW - 60), '"never"']),
    "lastusagetime": st.just(str(NOW - 30)),
    "Priority": st.sampled_from(["0.5", "12.25"]),
}
LEDGERS = st.dictionaries(
    st.sampled_from(NAMES), st.fixed_dictionaries({}, optional=ATTRIBUTES), min_size=1, max_size=len(NAMES)
)
HOLDER_AFTER_A_HIDDEN_ONE: dict[str, dict[str, str]] = {
    **{name: {} for name in ("<none>", "g", "g.s", "h")},
    "a@x": {"ResourcesUsed": "0", "Priority": "0.5", "WeightedResourcesUsed": "2.5"},
    "h.u1@x": {"ResourcesUsed": "0", "WeightedResourcesUsed": "0.0", "Priority": "0.5", "lastusagetime": "1699999970"},
    **{name: {} for name in ("gone", "b@x", "c@y", "g.u0@x", "g.u1@x")},
    "g.u2@x": {"LastUsageTime": "0"},
}
"""Whether who holds slots for the first time is listed, the record before decides, hidden or not."""
LISTINGS = [
    *(["-most"], ["-all"], ["-priority"], ["-usage"], ["-quotas"], ["-groupid", "-most"], ["-grouporder"]),
    *(["-flat"], ["-hierarchical", "-all"], ["most", "--format", "json"], ["most", "--format", "csv"]),
]


def log_of(records: dict[str, dict[str, str]]) -> str:
    lines = [f"107 1 CreationTimestamp {NOW}"]
    for name, values in records.items():
        lines.append(f"101 Customer.{name} * *")
        lines += [f"103 Customer.{name} {attribute} {value}" for attribute, value in values.items()]
    return "".join(f"{line}\n" for line in lines)


def printed(words: list[str], folder: Path) -> str:
    out, err = StringIO(), StringIO()
    on = ["--config", str(folder / "config"), "--ledger", str(folder / "log")]
    run([*on, *words], Environment(out, err, {}, lambda: NOW, lambda: UTC, lambda: folder, lambda: folder, ()))
    return out.getvalue() + err.getvalue()


@pytest.mark.parametrize("listing", LISTINGS, ids=" ".join)
def test_those_that_are_not_shown_leave_a_listing_as_their_records_would(listing: list[str], tmp_path: Path) -> None:
    hold_to_all_records(listing, tmp_path, 6)


@pytest.mark.slow
@pytest.mark.parametrize("listing", LISTINGS, ids=" ".join)
def test_they_do_so_in_many_ledgers(listing: list[str], tmp_path: Path) -> None:
    hold_to_all_records(listing, tmp_path, 100)


def hold_to_all_records(listing: list[str], folder: Path, examples: int) -> None:
    (folder / "config").write_text(CONFIG)

    @settings(max_examples=examples)
    @example(HOLDER_AFTER_A_HIDDEN_ONE)
    @given(LEDGERS)
    def compare(records: dict[str, dict[str, str]]) -> None:
        (folder / "log").write_text(log_of(records))
        short = printed(listing, folder)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(build, "hides_before", lambda *_: None)
            assert printed(listing, folder) == short

    compare()
