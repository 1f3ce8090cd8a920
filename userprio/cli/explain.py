"""`userprio explain`: why a submitter, a group or a job gets what it gets."""

import click

from userprio import report
from userprio.analysis.explain import (
    compare,
    explain_free,
    explain_group,
    explain_job,
    explain_slots,
    explain_submitter,
)
from userprio.analysis.plan import Changes
from userprio.cli import Environment, ExitStatus, show, supposed, what_if_options
from userprio.cli.options import GlobalOptions, command, first_cycle_option, misuse, need_pool
from userprio.cli.submitting import SubmitRequest, asked_about, submit_options


@command(
    "explain",
    "explain ada --snapshot fairshare",
    "explain ada --than ben --snapshot fairshare",
    "explain --group group_physics.hep --snapshot physics",
    "explain --job 106.0 --snapshot physics --format json",
    "explain --slot slot1@node01 --snapshot physics",
    "explain --free --snapshot physics",
    "explain --submit job.sub --as ann --snapshot /srv/pool",
)
@click.argument("submitter", required=False)
@click.option("--than", metavar="OTHER", help="Compare with another submitter, and say where the two first differ.")
@click.option("--group", metavar="GROUP", help="Explain a group and its members.")
@click.option(
    "--job",
    metavar="CLUSTER[.PROC]",
    help="Explain one job, or all of a cluster; SUBMITTER distinguishes jobs of several schedds.",
)
@click.option("--slot", metavar="NAME", help="Say which idle jobs a slot, or each slot of a machine, could run.")
@click.option("--free", is_flag=True, help="Show what is free, how many idle jobs fit there, and whose turn it is.")
@first_cycle_option
@submit_options
@what_if_options
def explain(
    shared: GlobalOptions,
    env: Environment,
    submitter: str | None,
    than: str | None,
    group: str | None,
    job: str | None,
    slot: str | None,
    free: bool,
    first_cycle: bool,
    request: SubmitRequest | None,
    changes: Changes,
) -> ExitStatus:
    """Say why SUBMITTER gets what it gets in a cycle, and no more.

    The main reason comes first, then the path from the pool down to single slots, with all numbers. The trailing part
    of a name is enough if it is unique, such as einstein. Nothing is ever written.
    """
    of_slots = slot is not None or free
    if of_slots and ((slot is not None and free) or any((submitter, than, group, job))):
        raise misuse("--slot and --free are about slots alone: give one of them, and no SUBMITTER, --group or --job.")
    if submitter is None and group is None and job is None and request is None and not of_slots:
        raise misuse("Name a submitter, or give --group, --job, --slot, --free or --submit.")
    if group is not None and (submitter is not None or job is not None):
        raise misuse("--group cannot be combined with SUBMITTER or --job: a group is explained with all its members.")
    if than is not None and (submitter is None or job is not None):
        raise misuse("--than compares two submitters: userprio explain SUBMITTER --than OTHER.")
    need_pool(shared, "A cycle")
    scene = supposed(shared, env, changes, request, first_cycle=first_cycle)
    scenario = scene.scenario
    if slot is not None or free:
        env.warn_all(scenario.pool.problems)
        if slot is not None:
            slots = explain_slots(scenario, slot)
            env.warn_all(slots.remarks)
            show(slots, report.SLOTS_FORMATS, shared.format, env, scene.what_if)
        else:
            room = explain_free(scenario)
            env.warn_all(room.remarks)
            show(room, report.FREE_FORMATS, shared.format, env, scene.what_if)
        return ExitStatus.DONE
    if scene.submission is not None and submitter is None and group is None and job is None:
        job, submitter = asked_about(scene.submission, scenario.now, env)
    env.warn_all(scenario.pool.problems)
    if submitter is not None and than is not None:
        pair = compare(scenario, submitter, than)
        env.warn_all(pair.one.remarks)
        show(pair, report.COMPARISON_FORMATS, shared.format, env, scene.what_if)
        return ExitStatus.DONE
    if group is not None:
        explanation = explain_group(scenario, group)
    elif job is not None:
        explanation = explain_job(scenario, job, submitter)
    else:
        assert submitter is not None
        explanation = explain_submitter(scenario, submitter)
    env.warn_all(explanation.remarks)
    show(explanation, report.EXPLANATION_FORMATS, shared.format, env, scene.what_if)
    return ExitStatus.DONE
