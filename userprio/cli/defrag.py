"""`userprio defrag`: what condor_defrag would drain, what that costs and what it buys."""

from dataclasses import replace
from typing import Final

import click

from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus
from userprio.cli.moments import as_length
from userprio.cli.options import Shared, command, need_pool, shared_options
from userprio.cli.progress import progress_bar
from userprio.cli.showing import show
from userprio.cli.what_if import supposed, what_if_options
from userprio.cli.work_options import WorkOptions, work_options
from userprio.plan import Changes
from userprio.simulation import defrag as drain
from userprio.simulation import defrag_courses

_MOST_POLLS: Final = 10_000


@command(
    "defrag --snapshot research",
    "defrag --snapshot /srv/pool --set DEFRAG_DRAINING_MACHINES_PER_HOUR=6",
    "defrag --snapshot /srv/pool --polls 24 --format json",
    "defrag --snapshot /srv/pool --for 24h --job-length 2h",
)
@shared_options("Defrag")
@click.option(
    "--polls",
    type=click.IntRange(1, _MOST_POLLS),
    default=1,
    metavar="NUMBER",
    help="So many polls, DEFRAG_INTERVAL apart, the first at --now; 1 if not given.",
)
@click.option(
    "--daemon",
    metavar="NAME",
    help="The name of the condor_defrag, such as DEFRAG@cm.lab.example; otherwise found out from the configuration and "
    "from what machines say that drain.",
)
@click.option(
    "--for",
    "length",
    metavar="TIME",
    callback=as_length,
    help="Let the pool live for so long, such as 24h, without condor_defrag, with it, and with one more machine "
    "draining at a time.",
)
@work_options
@what_if_options
def defrag(
    shared: Shared,
    env: Environment,
    polls: int,
    daemon: str | None,
    length: int | None,
    work: WorkOptions,
    changes: Changes,
) -> ExitStatus:
    """Show what condor_defrag would drain, and why; what each machine costs, and which jobs would start on them.

    It is the daemon's choice to the letter, with the DEFRAG_ knobs of the configuration and of --set, as if it had just
    started at --now. Machines are told apart by what follows the first @ of their slots' names. Where ranks are equal
    a real daemon goes by chance; those concerned are named. Only partitionable slots count. A slot whose DEFRAG_RANK is
    not a number, as where it does not publish ExpectedMachineGracefulDrainingBadput, ranks 0. Of long lists of names
    the first few are shown; JSON has all.

    What is lost and how long machines stand empty is the most that it can come to: no job ends before its retirement
    is over. What is bought is what a cycle would give away on these machines if they were whole at once. Between
    several polls the pool stays as the snapshot has it.

    With --for, jobs end, cycles come and machines drain over that time: how many of the jobs start that no slot takes
    now, and how much work is lost. --job-length and --demand are as in `userprio forecast`.
    """
    need_pool(shared, "A dry run of condor_defrag")
    scene = supposed(shared, env, changes)
    scenario = scene.scenario
    found = drain(scenario, daemon, polls)
    if length is not None:
        with progress_bar(env, "forecast") as progress:
            courses = defrag_courses(scenario, work.terms(length), daemon, progress)
        found = replace(found, length_s=length, courses=courses)
    env.warn_all(found.warnings)
    show(found, shared.format, env, scene.what_if)
    return ExitStatus.DONE
