"""`userprio readlog` and `verify`: what a negotiator logged, and whether a dry run foretells it."""

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click

from userprio import report
from userprio.base import BadInput, Moment, Refused
from userprio.cli import Environment, ExitStatus, WholeNumber, progress_bar, show
from userprio.cli.loading import load_scenario, settled_scenario
from userprio.cli.logs import LOG, LogFiles, log_files, log_options, time_format_option
from userprio.cli.options import GlobalOptions, command, misuse, need_pool
from userprio.cli.parameters import as_moment
from userprio.monitoring import (
    Agreement,
    CycleStatus,
    EarlierCycles,
    Log,
    LoggedCycle,
    Verification,
    decisions_of,
    read_cycles,
    verify,
)

_cycle_option: Final = click.option(
    "--cycle",
    metavar="TIME",
    callback=as_moment,
    help="The cycle that was under way then, or began next, such as '2026-11-24 09:15:02'.",
)


@command(
    "readlog",
    "readlog /var/log/condor/NegotiatorLog",
    "readlog NegotiatorLog NegotiatorLog.old --last 20",
    "readlog NegotiatorLog* --since 24h --format csv",
    "readlog NegotiatorLog --cycle '2026-11-24 09:15'",
)
@click.argument("logs", metavar="LOG...", nargs=-1, required=True, type=LOG)
@click.option("--last", type=WholeNumber(min=1), metavar="N", help="Only the last N cycles.")
@click.option("--since", metavar="TIME", callback=as_moment, help="Only cycles that began then or later, such as 24h.")
@_cycle_option
@time_format_option
def readlog(
    shared: GlobalOptions,
    env: Environment,
    logs: tuple[Path, ...],
    last: int | None,
    since: Moment | None,
    cycle: Moment | None,
    time_format: str | None,
) -> ExitStatus:
    """Show the cycles in a NegotiatorLog: how long each took, what it matched and refused, and what disturbed it.

    Each LOG is the log or a file that it was rotated into, in any order, also packed with gzip. HTCondor 23.0 and later
    write what is read here at their default level. With NEGOTIATOR_DEBUG = D_FULLDEBUG alone the reasons of refusals
    are missing; D_FULLDEBUG, D_MATCH has everything.

    With --cycle one cycle is shown in full: its groups, the visits in their order, and the matches. The log has neither
    limits nor priorities; verify compares it with a dry run, which has.

    Times in a log are those of the negotiator's machine. If its time zone is not this machine's, say so with TZ, as in
    TZ=Europe/Zurich userprio readlog NegotiatorLog.
    """
    if cycle is not None and (last is not None or since is not None):
        raise misuse("--cycle chooses one cycle: give it without --last and --since.")
    log, now = Log(), shared.present(env)
    if cycle is not None:
        with _cycles(logs, log, env, time_format, with_decisions=True) as cycles:
            chosen = _at(cycles, cycle.at(now), logs)
        shown = report.CycleReport(chosen, decisions_of(chosen), tuple(log.remarks))
        show(shown, report.CYCLE_FORMATS, shared.format, env)
        return ExitStatus.DONE
    first, seen = (0 if since is None else since.at(now)), 0
    latest: deque[LoggedCycle] = deque(maxlen=last)
    with _cycles(logs, log, env, time_format, with_decisions=False) as cycles:
        for each in cycles:
            seen += 1
            if each.started >= first:
                latest.append(each)
    result = report.LogReport(tuple(latest), tuple(log.remarks), seen - len(latest))
    show(result, report.LOG_FORMATS, shared.format, env)
    return ExitStatus.DONE if latest else ExitStatus.FAILED


@contextmanager
def _cycles(
    logs: Iterable[Path], log: Log, env: Environment, time_format: str | None, *, with_decisions: bool
) -> Iterator[Iterator[LoggedCycle]]:
    """The cycles of a log, with a progress bar that goes when they have been looked at."""
    paths = tuple(dict.fromkeys(logs))
    size = sum(path.stat().st_size for path in paths)
    with progress_bar(env, "log") as progress:
        yield read_cycles(
            paths,
            env.zone(),
            log,
            time_format=time_format,
            with_decisions=with_decisions,
            progress=lambda read: progress(read, size),
        )


def _at(cycles: Iterable[LoggedCycle], at: int, logs: tuple[Path, ...]) -> LoggedCycle:
    """The cycle that was under way at a time, or else the next."""
    last: LoggedCycle | None = None
    for last in cycles:
        if last.ended >= at:
            return last
    what = "this log has no cycles" if last is None else "no cycle of this log was under way then, or began later"
    raise BadInput(what, logs[-1], hint="readlog without --cycle lists them")


@command(
    "verify",
    "verify --snapshot /srv/pool --log /var/log/condor/NegotiatorLog",
    "verify --pool cm.example.org --cycles 10",
    "verify --snapshot /srv/pool --log NegotiatorLog --cycle '2026-11-24 09:15:02'",
)
@log_options
@click.option("--cycles", type=WholeNumber(min=1), metavar="N", help="Of a running pool: this many, one by one; 1.")
@_cycle_option
def verify_command(
    shared: GlobalOptions,
    env: Environment,
    logs: tuple[Path, ...],
    cycles: int | None,
    cycle: Moment | None,
    time_format: str | None,
) -> ExitStatus:
    """Hold a dry run against what the negotiator did: does it foretell the cycle, and if not, where do they part?

    The snapshot must have been taken before the cycle. Unless --cycle names it, it is the first in the log in which
    priorities were aged later than in the snapshot's ledger. The dry run takes the time of the log.

    Visits are compared in their order, each with its matches and refusals, up to the first difference, which is shown
    with the numbers that decide. What the pool did between snapshot and cycle is told apart and is no disagreement:
    slots that changed hands, jobs that came or started, claims still pending, another number of slots, submitters or
    requested cores. A cycle agrees as far as compared up to a difference of which that may be the cause. Neither is
    what the dry run leaves to chance. What commands set, and the order of submitters that tie, is taken from the log.

    With --pool the pool is read shortly before each of the next N cycles, and the cycle is compared once it is in the
    log. Where they differ, be it in numbers of slots, the pool is read again: what it shows of slots and jobs at the
    time of the cycle counts. Without --log that is fetched from the negotiator, by condor_fetchlog, which needs
    ADMINISTRATOR there.

    After a command in mid-cycle, such as -setfactor, or where a time limit stops a visit, nothing more is compared.
    """
    need_pool(shared, "verify")
    log = Log()
    if shared.live:
        if cycle is not None:
            raise misuse("--cycle names a cycle of the past, and --pool reads the pool as it is now.")
        verifications = tuple(_next_cycles(cycles or 1, shared, env, logs, time_format))
        show(report.VerificationReport(verifications), report.VERIFICATION_FORMATS, shared.format, env)
        return _status(verifications)
    if not logs:
        raise misuse("verify needs the negotiator's log: --log FILE.")
    if cycles is not None:
        raise misuse("--cycles counts cycles of a running pool: it goes with --pool.")
    scenario = settled_scenario(load_scenario(shared, env))
    aged = scenario.ledger.last_update_time
    earlier = EarlierCycles()
    with _cycles(logs, log, env, time_format, with_decisions=True) as cycles_of_log:
        logged = earlier.noting(cycles_of_log)
        if cycle is not None:
            chosen: LoggedCycle | None = _at(logged, cycle.at(scenario.now), logs)
        else:
            chosen = next((each for each in logged if each.aged is not None and each.aged > aged), None)
    if chosen is None:
        what = "the log ends before the cycle that follows the snapshot"
        raise BadInput(what, logs[-1], hint="Wait for that cycle, or give the log of another time")
    verified = verify(scenario, chosen, earlier=earlier.before(chosen))
    result = report.VerificationReport((verified,), tuple(log.remarks))
    show(result, report.VERIFICATION_FORMATS, shared.format, env)
    return _status((verified,))


_POLL_S: Final = 1.0
_FETCH_S: Final = 5.0
"""A log that has to be fetched is looked at less often."""
_AHEAD_S: Final = 3
"""So long before the next cycle is due the pool is read, in addition to the time that reading it takes."""
_MOST_INTERVALS: Final = 10


def _next_cycles(
    number: int, shared: GlobalOptions, env: Environment, logs: tuple[Path, ...], time_format: str | None
) -> Iterator[Verification]:
    """The next cycles of a running pool, each held against a snapshot taken before it."""
    with progress_bar(env, "cycles") as progress, TemporaryDirectory(prefix="userprio-") as folder:
        looks = _looks(log_files(logs, Path(folder), shared, env), _POLL_S if logs else _FETCH_S, env)
        due: float | None = None
        for done in range(number):
            # When the first cycle is due is not known: if it runs while the pool is read, the next one is taken.
            for _ in range(2):
                if due is not None:
                    env.sleep(max(due - env.clock(), 0.0))
                begun = env.clock()
                scenario = settled_scenario(load_scenario(shared, env))
                read = env.clock()
                interval = scenario.config.integer("NEGOTIATOR_INTERVAL")
                until = read + _MOST_INTERVALS * interval
                cycle, earlier = _await(looks, scenario.ledger.last_update_time, until, env, time_format)
                due = cycle.started + interval - (read - begun) - _AHEAD_S
                if cycle.started > read:
                    break
            verified = verify(scenario, cycle, earlier=earlier)
            if verified.difference is not None or verified.doubtful:
                verified = verify(scenario, cycle, load_scenario(shared, env).pool, earlier)
            yield verified
            progress(done + 1, number)


def _await(
    looks: Iterator[tuple[Path, ...]], aged: int, until: float, env: Environment, time_format: str | None
) -> tuple[LoggedCycle, tuple[LoggedCycle, ...]]:
    """The first cycle in the log in which priorities were aged later than at a time, once it is over; and earlier."""
    for logs in looks:
        earlier = EarlierCycles()
        cycles = read_cycles(logs, env.zone(), Log(), time_format=time_format, with_decisions=True)
        for cycle in earlier.noting(cycles):
            if cycle.state is not CycleStatus.UNFINISHED and cycle.aged is not None and cycle.aged > aged:
                return cycle, earlier.before(cycle)
        if env.clock() >= until:
            break
    raise Refused(f"no cycle was finished in the last {_MOST_INTERVALS} intervals of the negotiator, by its log")


def _looks(files: LogFiles, every_s: float, env: Environment) -> Iterator[tuple[Path, ...]]:
    """The log, again and again."""
    while True:
        yield files()
        env.sleep(every_s)


def _status(verifications: Iterable[Verification]) -> ExitStatus:
    """DONE if all agree, be it as far as compared; CHANGES if any differs; else FAILED: one could not be judged."""
    verdicts = {verified.verdict for verified in verifications}
    if Agreement.DIFFERS in verdicts:
        return ExitStatus.CHANGES
    return ExitStatus.DONE if verdicts <= {Agreement.AGREES, Agreement.IN_PART} else ExitStatus.FAILED
