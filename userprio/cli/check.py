"""`userprio check`: what would surprise, or stop, a real negotiator."""

from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Final

import click
from msgspec.structs import replace

from userprio.analysis import check as checks
from userprio.base import CONFIG_FILE, Refused, SnapshotRoot, counted, read_file, write_file
from userprio.cli import Environment, ExitStatus, find_ledger, load_inputs, no_ledger, root_of_ledger, show
from userprio.cli.loading import read_ledger
from userprio.cli.options import GlobalOptions, command, with_format_of, yes_option
from userprio.config import ConfigError, ErrorKind, KnobError
from userprio.ledger import Ledger, LedgerError, Operation, OperationsError, OperationsLog
from userprio.pool import SUBMITTERS, ScenarioData
from userprio.report import CODES_FORMATS, FINDINGS_FORMATS, CodePages, Findings, printable

_NO_FINDING: Final = frozenset({ErrorKind.COMMAND_REFUSED, ErrorKind.ROOT_MISSING})
"""Errors that stop reading a configuration but say nothing about it, and so are not findings."""


@command(
    "check",
    "check",
    "check --config /etc/condor/condor_config --ledger Accountantnew.log",
    "check --snapshot physics --set GROUP_QUOTA_group_physics=-5",
    "check --explain quotas-above-parent",
    "check --ignore cycle-delay,set-twice --strict --format github",
    "check --config condor_config.local --fix",
    "check --format json | jq '.findings[] | select(.level == \"error\")'",
)
@click.option("--explain", metavar="CODE", help="What a code means, with an example; `all` lists the codes.")
@click.option("--select", metavar="CODES", multiple=True, help="Only these codes; with commas, `*` for any letters.")
@click.option("--ignore", metavar="CODES", multiple=True, help="Not these codes; they may be patterns too.")
@click.option("--strict", is_flag=True, help="End with status 1 for warnings as well.")
@click.option("--fix", is_flag=True, help="Fix what can be fixed safely, such as misspelt knobs; shows the difference.")
@yes_option
def check(
    shared: GlobalOptions,
    env: Environment,
    explain: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    strict: bool,
    fix: bool,
) -> ExitStatus:
    """Look for what would surprise, or stop, a real negotiator, in configuration, ledger and snapshot.

    An error makes a daemon refuse to start, stop or hang. A warning is about something that works differently from
    how it looks, a note about something worth knowing. Each comes with file and line, with one sentence on what happens
    and one on what to do, and a code in brackets: --explain has a page on it.

    With --snapshot the sums of quotas are compared with the pool, and the names of its submitters with the groups. A
    dry run of a cycle shows whether slots stay idle because shares and quotas are fractions, and which groups exceed
    their quotas because of what jobs leave of partitionable slots. Claimed slots are named whose startds would now end
    or suspend their jobs. The knobs of condor_defrag are checked if any of them is set or DAEMON_LIST starts it.
    Without a ledger only the configuration is checked.

    A comment `# userprio: ignore[CODE]` on the line above a statement of the configuration leaves its findings out,
    and `# userprio: ignore-file[CODE]` those of the file.

    With --fix the difference is shown, and written after confirmation on a terminal; elsewhere --yes is required.

    The exit status is 1 if there is any error, or with --strict any warning. Unless output goes to a terminal, each
    finding begins with file:line:, which editors understand.
    """
    # A page on a code needs no configuration, and must be readable on a machine where the configuration is broken.
    if explain is not None:
        asked = tuple(checks.pages().values()) if explain == "all" else (checks.page_of(explain),)
        show(CodePages(asked), CODES_FORMATS, with_format_of(shared, CODES_FORMATS, "check --explain").format, env)
        return ExitStatus.DONE
    wanted, unwanted = (checks.chosen(_codes(given)) for given in (select, ignore))

    def look() -> tuple[Findings, SnapshotRoot | None]:
        report, within = _found(shared, env)
        remaining = [finding for finding in checks.not_ignored(report.found, within) if finding.code not in unwanted]
        shown = [finding for finding in remaining if finding.code in wanted] if select else remaining
        return replace(report, found=shown, left_out=len(report.found) - len(shown)), within

    report, within = look()
    if fix and _put_right(report.found, within, env, yes=shared.yes):
        report, _ = look()
    show(report, FINDINGS_FORMATS, shared.format, env)
    # Findings that --select or --ignore leaves out do not count, so that a pipeline can accept what it knows of.
    failing = {checks.Level.ERROR, checks.Level.WARNING} if strict else {checks.Level.ERROR}
    return ExitStatus.FAILED if any(finding.level in failing for finding in report.found) else ExitStatus.DONE


def _codes(given: tuple[str, ...]) -> list[str]:
    return [code for text in given for code in text.replace(",", " ").split()]


def _found(shared: GlobalOptions, env: Environment) -> tuple[Findings, SnapshotRoot | None]:
    """The findings, of which an unreadable file is one, and the untrusted snapshot that the configuration is in."""
    unreadable: list[checks.Finding] = []
    try:
        inputs = load_inputs(shared, env, warn=False)
    except (ConfigError, KnobError) as error:
        # A missing file or a command that was not allowed to run leaves the configuration
        # unread: status 6, not a finding in it.
        if isinstance(error, ConfigError) and error.kind in _NO_FINDING:
            raise
        return Findings((checks.unreadable_file(error),), shared.present(env)), None
    env.warn_all(inputs.pool.problems)
    path = None if shared.live else find_ledger(shared.ledger, inputs.snapshot, inputs.config, env)
    within = None if path is None else root_of_ledger(path, inputs, shared, env)
    ledger = inputs.ledger
    if path is not None:
        try:
            ledger = read_ledger(path, inputs, shared, env)
        except LedgerError as error:
            # Without a line the file itself could not be read, so there is nothing to point at, and the status is 6.
            if error.line is None:
                raise
            unreadable.append(checks.unreadable_file(error))
    elif inputs.snapshot is None and not shared.live:
        env.warn(f"{no_ledger(inputs.config, env)}; only the configuration is checked")
    situation = checks.Situation(
        ScenarioData(inputs.pool, ledger or Ledger.empty(), inputs.config, inputs.now, version=shared.version)
    )
    if path is not None and (ledger is None or ledger.lacks is None):
        situation = replace(
            situation, record_place=checks.LedgerLines(path, within).place, operations=_operations(path, env)
        )
    if (snapshot := inputs.snapshot) is not None:
        submitters = snapshot.toml or snapshot.own(SUBMITTERS) or snapshot.own(f"{SUBMITTERS}.gz")
        if submitters is not None:
            situation = replace(situation, submitter_place=checks.SubmitterLines(submitters, snapshot.within).place)
    unseen: list[str] = []
    if inputs.snapshot is None and not shared.live:
        unseen = [*(["ledger"] if path is None else []), "pool"]
    found = checks.in_order([*unreadable, *checks.check(situation)])
    return Findings(found, inputs.now, unseen=unseen), inputs.config.within


def _operations(path: Path, env: Environment) -> tuple[Operation, ...]:
    """The edits made with this program; none if they cannot be read, which is not what is checked."""
    try:
        return OperationsLog(path.resolve()).read()
    except OperationsError as failed:
        env.warn(str(failed))
        return ()


def _put_right(findings: Sequence[checks.Finding], within: SnapshotRoot | None, env: Environment, *, yes: bool) -> bool:
    """Show on stderr what fixes change, and write them after confirmation. Returns whether anything was written.

    Raises:
        Refused: there is nobody to ask, and `yes` is not given.
        OSError: a file cannot be read or written; each file is written completely or not at all.
    """
    changed: dict[Path, tuple[bytes, int]] = {}
    for file in dict.fromkeys(
        finding.file for finding in findings if finding.fix is not None and finding.line is not None
    ):
        path = Path(file or "")
        # What is not a file, such as the output of a command, cannot be written back.
        if not path.is_file():
            continue
        # Comments of old configurations are often in Latin-1; their bytes have to come out of a fix unchanged.
        before = read_file(path, CONFIG_FILE, within).decode(errors="surrogateescape")
        after, done = checks.fixed(before, [finding for finding in findings if finding.file == file])
        if done:
            changed[path] = after.encode(errors="surrogateescape"), len(done)
            old, new = before.splitlines(), after.splitlines()
            for line in unified_diff(old, new, str(path), f"{path}, fixed", lineterm=""):
                env.stderr.write(f"{printable(line)}\n")
    if not changed:
        env.warn("nothing that was found can be fixed automatically")
        return False
    number = sum(count for _, count in changed.values())
    # One question for all files: a misspelt knob may be set in several, and
    # half of them fixed would be worse than none.
    agreed = yes or env.ask(f"Write {counted(number, 'change')} to {counted(len(changed), 'file')}?")
    if agreed is None:
        raise Refused("check asks for confirmation, which needs a terminal; use --yes")
    if agreed:
        for path, (content, _) in changed.items():
            write_file(path, content)
    return agreed
