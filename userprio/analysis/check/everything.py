"""All checks, the codes that each may report, and a page for each code, shown by `userprio check --explain CODE`.

The pages are in `pages/*.toml`, one table per code. Its examples are files of a snapshot; the passing example takes
over the files of the failing one that it does not have itself.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.analysis.check import daemons, jobs, names, policy, quotas, records, slots, values
from userprio.analysis.check.findings import Finding, Level, Location, error_place, finding
from userprio.analysis.check.situation import Situation
from userprio.base.errors import BadInput
from userprio.base.naming import likeliest
from userprio.config import Config, ConfigError, KnobError, WarningKind
from userprio.ledger import LedgerError
from userprio.pool import as_its_negotiator

_PAGES: Final = Path(__file__).with_name("pages")


class CodePage(Struct, frozen=True):
    """What a code means."""

    code: str
    what: str
    """One sentence: what is wrong."""
    why: str
    """Why it matters, and what HTCondor does."""
    fails: Mapping[str, str]
    """Files, by name, of a pool that has the finding."""
    passes: Mapping[str, str]
    """The same pool, corrected."""
    since: str | None = None
    """The first version of HTCondor that it applies to; None: all that are known."""
    version: str | None = None
    """The version that the examples are read for; None: the newest."""


@cache
def pages() -> Mapping[str, CodePage]:
    """All pages by code, in alphabetical order."""
    tables = {code: table for file in _PAGES.glob("*.toml") for code, table in tomllib.loads(file.read_text()).items()}
    return {code: _page(code, table) for code, table in sorted(tables.items())}


def _page(code: str, table: Mapping[str, object]) -> CodePage:
    def words(key: str) -> str | None:
        value = table.get(key)
        return value if isinstance(value, str) else None

    def files(key: str) -> dict[str, str]:
        value = table.get(key)
        return {name: str(text) for name, text in value.items()} if isinstance(value, dict) else {}

    fails = files("fails")
    # An empty text in the passing example removes a file of the failing one.
    passes = {name: text for name, text in {**fails, **files("passes")}.items() if text}
    what, why = words("what") or "", words("why") or ""
    return CodePage(code, what, why, fails, passes, words("since"), words("version"))


def page_of(code: str) -> CodePage:
    """The page of a code.

    Raises:
        BadInput: there is no such code.
    """
    page = pages().get(code.lower())
    if page is None:
        raise _unknown_code(code)
    return page


def _unknown_code(code: str) -> BadInput:
    """The error for a code that does not exist."""
    near = likeliest(code, pages())
    hint = f"Did you mean {near}?" if near else "`userprio check --explain all` lists them"
    return BadInput(f"there is no code {code!r}", hint=hint)


def chosen(patterns: Iterable[str]) -> frozenset[str]:
    """The codes that match names or patterns such as `group-*`.

    Raises:
        BadInput: one of them matches none.
    """
    return frozenset(code for pattern in patterns for code in _matching(pattern))


def _matching(pattern: str) -> Iterator[str]:
    codes = [code for code in pages() if pattern.lower() == "all" or fnmatchcase(code, pattern.lower())]
    if not codes:
        raise _unknown_code(pattern)
    yield from codes


_REMARKS = {
    WarningKind.COLON_ASSIGNMENT: "Write = for an assignment",
    WarningKind.WARNING_STATEMENT: "Do what the warning says, or take it out",
    WarningKind.AUTO_USE: "Correct the knob or remove it",
    WarningKind.HIDDEN_OVERRIDE: "Set the knob under the name that takes precedence",
    WarningKind.NOT_APPENDED: "Write NAME = $(NAME), x, which appends in every version",
    WarningKind.READ_OTHERWISE: "Write it so that every version reads it in the same way",
    WarningKind.MACRO_FUNCTION: "Correct the function",
    WarningKind.UNKNOWN_KNOB: "Set a knob that is read",
}

CHECKS: Final[Mapping[Callable[[Situation], Iterator[Finding]], str]] = {
    names.check_groups: "duplicate-group group-with-at group-with-dot group-without-quota knob-without-group "
    "missing-parent quota-without-group reserved-group two-quotas",
    quotas.check_quotas: "dynamic-above-one nothing-left parent-without-quota quotas-above-parent round-robin-stalls "
    "surplus-and-regroup surplus-stops",
    quotas.check_group_order: "quota-priority surplus-twice",
    names.check_spelling: "dead-knob misspelt-knob quoted-list set-twice",
    policy.check_expressions: "autoregroup-unknown misspelt-literal policy-never-true preemption-open rank-precision "
    "sort-group",
    daemons.check_versions: "knob-too-new mixed-versions version-unknown",
    policy.check_policy: "cycle-delay factor-below-one factor-misread groups-not-reread half-life "
    "preemption-attribute preemption-number preemption-ungated preemption-unused sort-attribute",
    policy.check_first_cycle: "first-cycle remote-group-without-groups",
    daemons.check_times: "curbed endless-rounds no-time too-little-time",
    daemons.check_defrag: "defrag-ends defrag-idle defrag-maximum defrag-not-started defrag-whole",
    slots.check_addresses: "slots-without-address",
    slots.check_leftovers: "leftovers-beyond-quota",
    slots.check_startd_policy: "startd-policy",
    names.check_submitters: "case-twins dotted-user mistyped-group name-too-long odd-domain unlisted-group "
    "wrong-local-domain",
    records.check_records: "absurd-priority dead-submitters floor-above-ceiling future-update inflated-counts "
    "ledger-damaged vanished-group",
    records.check_leases: "lease-ending lease-expired lease-forgotten",
    records.check_operations: "edit-overwritten",
    jobs.check_limits: "bad-value empty-limits unlimited",
    jobs.check_autoclusters: "many-autoclusters",
    slots.check_preemption: "preemption-refused",
    jobs.check_starving: "queue-blocked quota-below-slot",
    jobs.check_misfits: "never-matches some-never-match",
    slots.check_shares: "fractional-quotas fractional-shares",
}
"""The checks that run once all knob values are readable, and the codes of their findings.

A new check is a function in the module of its subject, and a line here.
"""


def check(situation: Situation) -> tuple[Finding, ...]:
    """Everything that would surprise, or stop, a real negotiator: errors first, then by place.

    Unreadable values are reported and then replaced by those that HTCondor's tools use, so one error does not hide
    others.
    """
    situation = replace(situation, scenario=as_its_negotiator(situation.scenario))
    # First, because all other checks would stop at the first value that cannot be read.
    read = values.check_values(situation.config)
    findings = [*_remarks(situation.config), *read.findings]
    scenario = replace(situation.scenario, config=read.readable)
    readable = replace(situation, scenario=scenario, unreadable=read.replaced)
    try:
        for run in CHECKS:
            for result in run(readable):  # one by one: what was found before an error counts
                findings.append(result)
    except BadInput as stopped:
        # A knob that is read in a way unknown to the checks of values.
        place = error_place(stopped)
        # What stopped the checks may be what an error reports already; once is enough.
        errors = {(earlier.file, earlier.line) for earlier in findings if earlier.level is Level.ERROR}
        if (place.file, place.line) not in errors:
            findings.append(
                finding(Level.ERROR, "bad-value", place, stopped.message, stopped.hint or "Correct the value")
            )
    return in_order(findings)


def in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """The findings in display order: the worst first, then by file and line; duplicates removed."""
    levels = list(Level)
    # Two checks may meet the same mistake, for example where two groups share a knob.
    unique = dict.fromkeys(findings)
    return tuple(
        sorted(unique, key=lambda finding: (levels.index(finding.level), finding.file or "", finding.line or 0))
    )


def unreadable_config(error: ConfigError | KnobError) -> Finding:
    """The finding for a configuration that HTCondor cannot finish reading."""
    if isinstance(error, KnobError):
        code, hint = "bad-value", "Correct the value"
    else:
        error = error.inner or error
        code, hint = f"config-{error.kind}", error.hint or "Correct the line"
    what = f"{_capital(error.message)}; no HTCondor daemon starts with this configuration"
    return finding(Level.ERROR, code, error_place(error), what, hint)


def unreadable_ledger(error: LedgerError) -> Finding:
    """The finding for a ledger that is corrupt before its end."""
    what = f"{_capital(error.message)}; condor_negotiator refuses to start on this ledger"
    hint = error.hint or "Restore it from a backup, or correct the line"
    return finding(Level.ERROR, "ledger-corrupt", error_place(error), what, hint)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _remarks(config: Config) -> Iterator[Finding]:
    """The warnings from reading the configuration, as findings."""
    for warning in config.warnings:
        hint = _REMARKS.get(warning.kind)
        if hint is not None:
            place = Location(None if warning.path is None else str(Path(warning.path)), warning.line)
            fix = (":", "=") if warning.kind is WarningKind.COLON_ASSIGNMENT else None
            yield finding(Level.WARNING, f"config-{warning.kind}", place, _capital(warning.message), hint, fix)
