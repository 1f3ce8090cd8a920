"""All checks, the codes that each may report, and a page for each code, shown by `userprio check --explain CODE`.

The pages are in `pages/*.toml`, one table per code. Its examples are files of a snapshot; the passing example takes
over the files of the failing one that it does not have itself.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct, convert, structs

from userprio.analysis.check import daemons, jobs, lookalikes, names, policy, quotas
from userprio.analysis.check.findings import Finding, Findings, Level, Location, Situation, error_place, finding
from userprio.base import BadInput, likeliest
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
    fails: Mapping[str, str] = {}
    """Files, by name, of a pool that has the finding."""
    passes: Mapping[str, str] = {}
    """The same pool, corrected."""
    since: str | None = None
    """The first version of HTCondor that it applies to; None: all that are known."""
    version: str | None = None
    """The version that the examples are read for; None: the newest."""


@cache
def pages() -> Mapping[str, CodePage]:
    """All pages by code, in alphabetical order."""
    tables = {code: table for file in _PAGES.glob("*.toml") for code, table in tomllib.loads(file.read_text()).items()}
    read = {code: convert({"code": code, **table}, CodePage) for code, table in sorted(tables.items())}
    # The passing example has the files of the failing one, too; an empty text there removes one.
    passing = {code: {**page.fails, **page.passes} for code, page in read.items()}
    return {
        code: structs.replace(page, passes={name: text for name, text in passing[code].items() if text})
        for code, page in read.items()
    }


def page_of(code: str) -> CodePage:
    """The page of a code; BadInput if there is no such code."""
    if (page := pages().get(code.lower())) is None:
        raise _unknown_code(code)
    return page


def _unknown_code(code: str) -> BadInput:
    near = likeliest(code, pages())
    hint = f"Did you mean {near}?" if near else "`userprio check --explain all` lists them"
    return BadInput(f"there is no code {code!r}", hint=hint)


def chosen(patterns: Iterable[str]) -> frozenset[str]:
    """The codes that match names or patterns such as `group-*`; BadInput if one of them matches none."""
    codes: set[str] = set()
    for pattern in patterns:
        matching = [code for code in pages() if pattern.lower() == "all" or fnmatchcase(code, pattern.lower())]
        if not matching:
            raise _unknown_code(pattern)
        codes.update(matching)
    return frozenset(codes)


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

CHECKS: Final[tuple[Callable[[Situation], Findings], ...]] = (
    names.check_groups,
    quotas.check_quotas,
    quotas.check_group_order,
    names.check_spelling,
    policy.check_expressions,
    daemons.check_versions,
    policy.check_policy,
    policy.check_first_cycle,
    daemons.check_times,
    daemons.check_defrag,
    quotas.check_addresses,
    quotas.check_leftovers,
    quotas.check_startd_policy,
    names.check_submitters,
    lookalikes.check_lookalikes,
    daemons.check_records,
    daemons.check_leases,
    daemons.check_operations,
    jobs.check_limits,
    jobs.check_autoclusters,
    quotas.check_preemption,
    jobs.check_starving,
    jobs.check_misfits,
    quotas.check_shares,
)
"""The checks that run once all knob values are readable; a new one is a function in its subject's module and a line."""


def check(situation: Situation) -> tuple[Finding, ...]:
    """Everything that would surprise, or stop, a real negotiator: errors first, then by place.

    Unreadable values are reported and then replaced by those that HTCondor's tools use, so one error does not hide
    others.
    """
    situation = structs.replace(situation, scenario=as_its_negotiator(situation.scenario))
    # First, because all other checks would stop at the first value that cannot be read.
    read = names.check_values(situation.config)
    findings = [*_remarks(situation.config), *read.findings]
    scenario = structs.replace(situation.scenario, config=read.readable)
    readable = structs.replace(situation, scenario=scenario, unreadable=read.replaced)
    try:
        for run in CHECKS:
            for result in run(readable):  # one by one: what was found before an error counts
                findings.append(result)
    except BadInput as stopped:
        # A knob that is read in a way unknown to the checks of values.
        place = error_place(stopped)
        # What stopped the checks may be what an error reports already; once is enough.
        if (Level.ERROR, place.file, place.line) not in {(known.level, known.file, known.line) for known in findings}:
            hint = stopped.hint or "Correct the value"
            findings.append(finding(Level.ERROR, "bad-value", place, stopped.message, hint))
    return in_order(findings)


def in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """The findings in display order: the worst first, then by file and line; duplicates removed."""
    levels = list(Level)
    # Two checks may meet the same mistake, for example where two groups share a knob.
    unique = dict.fromkeys(findings)
    return tuple(sorted(unique, key=lambda own: (levels.index(own.level), own.file or "", own.line or 0)))


def unreadable_file(error: ConfigError | KnobError | LedgerError) -> Finding:
    """The finding for a configuration that HTCondor cannot finish reading, or a ledger corrupt before its end."""
    then = "no HTCondor daemon starts with this configuration"
    if isinstance(error, KnobError):
        code, hint = "bad-value", "Correct the value"
    elif isinstance(error, ConfigError):
        error = error.inner or error
        code, hint = f"config-{error.kind}", error.hint or "Correct the line"
    else:
        code, hint = "ledger-corrupt", error.hint or "Restore it from a backup, or correct the line"
        then = "condor_negotiator refuses to start on this ledger"
    return finding(Level.ERROR, code, error_place(error), f"{_capital(error.message)}; {then}", hint)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _remarks(config: Config) -> Findings:
    """The warnings from reading the configuration, as findings."""
    for remark in config.warnings:
        if (hint := _REMARKS.get(remark.kind)) is not None:
            place = Location(None if remark.path is None else str(Path(remark.path)), remark.line)
            fix = (":", "=") if remark.kind is WarningKind.COLON_ASSIGNMENT else None
            yield finding(Level.WARNING, f"config-{remark.kind}", place, _capital(remark.message), hint, fix)
