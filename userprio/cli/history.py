"""`userprio history`: what the recorded moments of a pool come to over time."""

import re
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final

import click

from userprio import report
from userprio.base import Moment, NothingFound, one_meant
from userprio.cli import FILE, Environment, as_moment, check_plot, plot_option, put_plot, show
from userprio.cli.options import GlobalOptions, command, env_of, misuse
from userprio.monitoring import (
    agreement_between,
    bill,
    opened,
    period_of,
    read_rates,
    reason_times,
    recorded_names,
    recorded_span,
    remarks_between,
    standings,
    timeline,
)

_DATABASE: Final = click.Path(path_type=Path, dir_okay=False)


_MONTH: Final = re.compile(r"(\d{4})-(0[1-9]|1[0-2])", re.ASCII)
_PERCENT: Final = re.compile(r"(\d{1,3}(?:\.\d{1,6})?)%", re.ASCII)
_USUAL_S: Final = 7 * 86_400


def _as_month(context: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """When a month begins and ends, in local time."""
    if text is None:
        return None
    if (match := _MONTH.fullmatch(text)) is None:
        raise click.BadParameter(f"{text!r} is not a month, such as 2026-10.")
    year, month = int(match[1]), int(match[2])
    zone = env_of(context).zone()
    try:
        ends = datetime(year + month // 12, month % 12 + 1, 1, tzinfo=zone)
        begun, ended = datetime(year, month, 1, tzinfo=zone).timestamp(), ends.timestamp()
    except (ValueError, OverflowError) as error:
        raise click.BadParameter(f"{text!r} is not in the calendar.") from error
    return int(begun), int(ended)


def _as_promise(context: click.Context, parameter: click.Parameter, text: str | None) -> float | None:
    if text is None:
        return None
    if (match := _PERCENT.fullmatch(text)) is None or float(match[1]) > 100:
        raise click.BadParameter(f"{text!r} is not a part of the pool, such as 40%.")
    return float(match[1]) / 100


@command(
    "history",
    "history --db pool.db --from 24h",
    "history ann@lab.example physics --db pool.db --against 40%",
    "history physics --db pool.db --from 2026-10-01 --reasons",
    "history physics --db pool.db --from 30d --against 40% --plot physics.svg",
    "history --db pool.db --bill --month 2026-10 --rates rates.toml --format csv",
)
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--db", metavar="FILE", type=_DATABASE, help="The database of record; otherwise that of the settings.")
@click.option(
    "--from", "begins", metavar="TIME", callback=as_moment, help="Begin then, such as 30d; a week before the end."
)
@click.option("--until", metavar="TIME", callback=as_moment, help="End then; with the last moment if not given.")
@click.option(
    "--against", metavar="PERCENT%", callback=_as_promise, help="Say how often below and above this part of the pool."
)
@click.option("--reasons", is_flag=True, help="For how long idle jobs waited for which reason, in job-hours.")
@plot_option("Also draw use, what was promised or the quota, and priority over time, as FILE.svg or FILE.png.")
@click.option("--bill", "billed", is_flag=True, help="What the ledger charged in a month, in weight-hours.")
@click.option("--month", metavar="MONTH", callback=_as_month, help="The month of the bill, such as 2026-10.")
@click.option("--rates", metavar="FILE", type=FILE, help="Prices of a weight-hour for the bill, in TOML.")
def history(
    shared: GlobalOptions,
    env: Environment,
    names: tuple[str, ...],
    db: Path | None,
    begins: Moment | None,
    until: Moment | None,
    against: float | None,
    reasons: bool,
    plot: Path | None,
    billed: bool,
    month: tuple[int, int] | None,
    rates: Path | None,
) -> None:
    """Show what record has stored of submitters and groups over time, or a bill.

    Each NAME is a submitter or a group, which counts with its subgroups. A row is the mean of a step, whose length
    follows from the whole. Without a NAME there is a row for each submitter.

    With --against a promise: how often the name had less or more of the pool's weight, how often less with idle jobs
    left, and since when; beside --reasons too. Of a group it is said how often, and since when, it was over its quota.

    A bill has the differences of what the ledger has charged in all, so that it takes two moments, and does not depend
    on how many there are between them. What a reset or another ledger hides is said, and not charged; so is what was
    estimated.
    """
    database = db or shared.database
    if database is None:
        raise misuse("history needs the database of record: --db FILE, or `userprio settings db FILE`.")
    if billed != (month is not None):
        raise misuse("A bill is of a month: --bill --month 2026-10.")
    if billed and (names or begins or until or reasons or plot or against is not None):
        raise misuse("--bill goes with --month and --rates only.")
    if rates is not None and not billed:
        raise misuse("--rates are for --bill.")
    if against is not None and not names:
        raise misuse("--against needs a NAME that it was promised to.")
    if plot is not None and not names:
        raise misuse("--plot needs a NAME to draw.")
    check_plot(plot)
    if month is not None:
        prices = None if rates is None else read_rates(rates)
        with opened(database) as connection:
            charged = bill(connection, *month, prices)
        show(charged, report.BILL_FORMATS, shared.format, env)
        return
    # Nothing is shown meanwhile: a pager that stays open would keep others from recording.
    with opened(database) as connection:
        span = recorded_span(connection)
        if span is None:
            raise NothingFound(f"{database} has no moment")
        now = shared.present(env)
        end = span[1] if until is None else until.at(now)
        begin = max(end - _USUAL_S, span[0] - 1) if begins is None else begins.at(now)
        if begin >= end:
            raise misuse("--from must be earlier than --until, or than the last moment.")
        offset = datetime.fromtimestamp(begin, env.zone()).utcoffset()
        period = period_of(connection, begin, end, 0 if offset is None else int(offset.total_seconds()))
        submitters, groups = recorded_names(connection)
        full = [_named(name, (*submitters, *groups), env) for name in names]
        timelines = [timeline(connection, name, period, is_group=name in groups, promise=against) for name in full]
        everybody = not names and not reasons
        result = report.HistoryReport(
            period,
            tuple(timelines),
            tuple(remarks_between(connection, begin, end)),
            tuple(standings(connection, period)) if everybody else (),
            reason_times(connection, period) if reasons and not names else (),
            by_reason=reasons,
            agreement=agreement_between(connection, begin, end),
        )
    put_plot(plot, lambda form: report.history_image(result, form, env.zone()))
    show(result, report.TIMELINE_FORMATS, shared.format, env)


def _named(typed: str, known: Iterable[str], env: Environment) -> str:
    full = one_meant(typed, known, "recorded submitter or group")
    env.tell_meant(typed, full)
    return full
