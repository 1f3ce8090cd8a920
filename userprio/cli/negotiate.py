"""`userprio negotiate`: a dry run of one negotiation cycle, also as an HTML page, which is all that `report` writes."""

import itertools
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
from msgspec import structs

from userprio import __version__, negotiation, report
from userprio.analysis.plan import Changes
from userprio.base import Format, check_place
from userprio.cli import FILE, Environment, ExitStatus, other_side, supposed, what_if_options
from userprio.cli.help import rare_option
from userprio.cli.jobs import chosen_order, order_options
from userprio.cli.options import GlobalOptions, command, first_cycle_option, misuse, need_pool, tabled
from userprio.cli.past import past_of
from userprio.cli.progress import counting, counting_visits
from userprio.cli.showing import put_page, show
from userprio.cli.submitting import SubmitRequest, submit_options
from userprio.cli.what_if import Supposed
from userprio.pool import FIRST_CYCLE, ScenarioData

_STDOUT: Final = Path("-")
_page_option: Final = partial(
    click.option, type=click.Path(path_type=Path, dir_okay=False, allow_dash=True), metavar="FILE"
)
_compare_option: Final = click.option(
    "--compare",
    type=FILE,
    metavar="CHANGES",
    help="On the page, show the cycle before and after the changes in this file, one for `userprio plan`.",
)


@command(
    "negotiate",
    "--snapshot physics negotiate",
    "negotiate --snapshot pool.toml --set GROUP_ACCEPT_SURPLUS=true",
    "negotiate --snapshot /srv/pool --format json > cycle.json",
    "negotiate --pool cm.example.org",
    "negotiate --snapshot /srv/pool --job-order moab --moab /opt/moab/moab.cfg",
    "negotiate --snapshot /srv/pool --real-time",
    "--snapshot physics negotiate --reference",
    "negotiate --snapshot /srv/pool --page physics.html",
)
@first_cycle_option
@tabled(
    {
        "--real-time": "Stop where a real negotiator is estimated to run out of time (NEGOTIATOR_MAX_TIME_PER_CYCLE "
        "and the like)."
    }
)
@tabled(
    {
        "--reference": "Decide the cycle once more with a slow engine of its own, written straight from HTCondor's "
        "rules, and say whether both agree. Only for small pools: it looks at each slot for each request."
    },
    rare_option,
)
@_page_option(
    "--page",
    help="Also write a page for colleagues, a single, self-contained HTML file; with - it goes to standard output, in "
    "place of the tables.",
)
@_compare_option
@click.option(
    "--rows",
    type=click.Choice([rows.value for rows in report.CycleRows]),
    help="Only this table, in any format; the rows of CSV and JSON are those of visits without it.",
)
@order_options
@submit_options
@what_if_options
def negotiate(
    shared: GlobalOptions,
    env: Environment,
    first_cycle: bool,
    real_time: bool,
    reference: bool,
    page: Path | None,
    compare: Path | None,
    rows: str | None,
    request: SubmitRequest | None,
    changes: Changes,
    **given: Any,
) -> ExitStatus:
    """Make a dry run of one negotiation cycle on a pool: what condor_negotiator would decide.

    It is a cycle of a negotiator that has been running; --first-cycle makes it the first one after a start.

    It begins with what the cycle comes to: how many jobs start, for how many users, how many wait and why, and who
    loses slots. Then it shows the groups with their quotas, demand and allocation, and the submitters in the order in
    which they were first visited. Each stands there with its effective priority, share, submitter limit and usage, the
    weight it won, its idle jobs left, and why it got no more. Below is who takes slots from whom. --rows shows visits
    one by one, matches, or rejections instead. Nothing is ever written. With --pool a snapshot of the running pool is
    taken first, for this run only: the pool is only read.

    `?` marks what hangs on a second or a tie: it would differ in a cycle up to NEGOTIATOR_INTERVAL later, or with ties
    between submitters resolved otherwise. --rows matches has the reason of each such match, and what happens instead.

    A dry run takes all the time it needs, unless a time limit is zero. With --real-time it stops where a real
    negotiator is estimated to run out of time, and shows who is affected.

    With --job-order moab each submitter's jobs are offered by Moab's priority instead, to compare the two.

    With --reference the exit status is 1 unless both engines agree. What the slow one does not know, such as older
    versions of HTCondor, is named, and then it does not judge.

    The page of --page shows the groups as a tree, with bars for use, weight won and quota; the submitters; preemption
    and warnings. Where jobs wait, it has each class of waiting jobs with its request, how many slots it fits, and why
    it waits. Where a database of record is named, it has the last seven days too. It loads nothing, and follows the
    light or dark mode of the reader's screen. With --compare it shows what changes would do: who gains and who loses,
    how groups and submitters differ, and both cycles in full.
    """
    need_pool(shared, "A cycle")
    if compare is not None and (page is None or real_time or given["job_order"] != "schedd"):
        raise misuse("--compare is for the --page of a plain cycle; `userprio plan` compares on the screen.")
    if page == _STDOUT and (rows is not None or shared.format is not Format.AUTO):
        raise misuse("--page - writes the page in place of the result; give a file to have both.")
    if page not in (None, _STDOUT):
        check_place(page)
    if reference and (real_time or given["job_order"] != "schedd"):
        raise misuse("The reference engine knows neither a clock nor another order of jobs.")
    scene = supposed(shared, env, changes, request, first_cycle=first_cycle)
    scenario = scene.scenario
    order = chosen_order(scenario.pool, scenario.now, shared, env, **given)
    with counting_visits(env, scenario.pool) as observer:
        costs = negotiation.MEASURED if real_time else negotiation.NO_TIME
        outcome = negotiation.diagnosed(scenario, order, observer, costs, stability=True)
        outcome = negotiation.with_stability_remarks(outcome)
        outcome = negotiation.with_remarks(scenario, outcome, order, costs, changed=scene.what_if is not None)
    if reference:
        outcome = structs.replace(outcome, reference=_second_opinion(scenario, outcome, env))
    env.warn_all(outcome.warnings)
    if page is not None:
        put_page(page, _page(outcome, compare, scene, shared, env, first_cycle=first_cycle)[0], env)
    if rows is not None:
        table = report.CycleTable(outcome, report.CycleRows(rows))
        show(table, report.CYCLE_TABLE_FORMATS, shared.format, env, scene.what_if)
    elif page != _STDOUT:
        show(outcome, report.OUTCOME_FORMATS, shared.format, env, scene.what_if)
    if outcome.reference is None:
        return ExitStatus.DONE
    env.stdout.flush()
    env.stderr.writelines(
        f"{env.program}: {report.printable(line)}\n" for line in report.reference_lines(outcome.reference)
    )
    return ExitStatus.DONE if outcome.reference.agrees else ExitStatus.FAILED


def _second_opinion(
    scenario: ScenarioData, outcome: negotiation.Outcome, env: Environment
) -> negotiation.SecondOpinion:
    """What the reference engine says, with a count of its visits on a terminal."""
    # Only those who ask for it wait until it is loaded.

    visits = itertools.count(1)
    with counting(env) as show_count:
        return negotiation.second_opinion(
            scenario, outcome, lambda: show_count("visits of the reference engine", next(visits))
        )


@command(
    "report",
    "report --snapshot physics -o physics.html",
    "report --snapshot /srv/pool --set GROUP_ACCEPT_SURPLUS=true -o surplus.html",
    "report --snapshot /srv/pool --compare changes.toml -o spring.html",
)
@_page_option(
    "-o",
    "--output",
    required=True,
    help="Where to write the page, - for standard output; an existing file is replaced.",
)
@_compare_option
@first_cycle_option
@what_if_options
def report_command(
    shared: GlobalOptions, env: Environment, output: Path, compare: Path | None, first_cycle: bool, changes: Changes
) -> None:
    """Write a page for colleagues about a dry run of one negotiation cycle: a single, self-contained HTML file.

    It shows what `userprio negotiate` shows. It has the groups as a tree, with bars for use, weight won and quota; the
    submitters with use, weight won, the weight of their shares, idle jobs left, and why their visits ended; preemption
    and warnings. It also lists where jobs wait: each class of waiting jobs with its request, how many slots it fits,
    and why it waits. With --compare it shows what changes would do: who gains and who loses, how groups and submitters
    differ, and both cycles in full.

    Tables can be sorted, searched and folded by the page's own script; without scripts everything is visible. The page
    loads nothing, follows the light or dark mode of the reader's screen, fits a phone, and can be printed. Messages go
    to standard error.
    """
    need_pool(shared, "A report")
    if shared.format is not Format.AUTO:
        raise misuse("A report is an HTML page; --format is for `userprio negotiate`.")

    scene = supposed(shared, env, changes, first_cycle=first_cycle)
    outcome = None
    if compare is None:
        outcome = negotiation.with_stability_remarks(negotiation.diagnosed(scene.scenario, stability=True))
        outcome = negotiation.with_remarks(scene.scenario, outcome, changed=scene.what_if is not None)
        env.warn_all(outcome.warnings)
    page, line = _page(outcome, compare, scene, shared, env, first_cycle=first_cycle)
    put_page(output, page, env)
    env.stderr.write(f"{env.program}: {report.printable(str(output))}: {line}\n")


def _page(
    outcome: negotiation.Outcome | None,
    compare: Path | None,
    scene: Supposed,
    shared: GlobalOptions,
    env: Environment,
    *,
    first_cycle: bool,
) -> tuple[str, str]:
    """The page about a cycle or, with changes to `compare` with, about two; and a line that sums it up."""
    lines = () if scene.what_if is None else report.what_if_lines(scene.what_if, env.zone())
    past = past_of(scene.scenario, shared, env)
    recorded = () if past is None else tuple(report.past_texts(past, env.zone()))
    head = report.PageHead(_source(shared), env.zone(), f"userprio {__version__}", tuple(lines), recorded)
    if compare is not None:
        alike = structs.replace(scene.scenario, previous_quotas=FIRST_CYCLE if first_cycle else None)
        return _comparison(compare, alike, head, shared, env)
    assert outcome is not None
    return report.report_page(outcome, head), report.pool_line(outcome, negotiation.summarise(outcome))


def _comparison(
    file: Path, scenario: ScenarioData, head: "report.PageHead", shared: GlobalOptions, env: Environment
) -> tuple[str, str]:
    """The page about the cycles before and after the changes in a file, and the summary line."""
    from userprio.analysis.plan import plan, read_changes

    changes = read_changes(file)
    if not changes:
        raise misuse(f"There is nothing to compare: {file} asks for no changes.")
    other = other_side(scenario, changes, shared.with_(overrides={}), env)
    comparison = plan(scenario, changes, other, stability=True)
    problems = (*scenario.pool.problems, *(() if other is None else other.pool.problems))
    env.warn_all(dict.fromkeys((*problems, *comparison.remarks)))
    return report.comparison_page(comparison, changes.name or file.stem, head), report.summary_line(comparison)


def _source(shared: GlobalOptions) -> str:
    """The name of the pool."""
    if shared.snapshot is None:
        return shared.pool or shared.negotiator or ""
    return Path(shared.snapshot).name or shared.snapshot
