"""`userprio aim`: targets, and the smallest change that reaches them."""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from userprio import report
from userprio.analysis import aim as aiming
from userprio.analysis.plan import Changes, Horizon, changed
from userprio.base import check_place
from userprio.cli import (
    Environment,
    ExitStatus,
    progress_bar,
    save_plan,
    show,
    sides,
    stoppable,
    what_if_options,
)
from userprio.cli.executing import executor_options
from userprio.cli.help import rare_option
from userprio.cli.options import GlobalOptions, command, misuse, need_pool, refuse_live, tabled
from userprio.cli.parameters import Number, WholeNumber
from userprio.cli.simulating import HorizonOptions, drawn_options, horizon_options
from userprio.simulation import Sampling

_MOST_STEPS = 100_000


_READERS: Final[Mapping[str | None, Callable[[str], Any]]] = {
    "shares": aiming.parse_share,
    "uses": aiming.parse_use,
    "holds": aiming.parse_hold,
    "waits": aiming.parse_wait,
    "permissions": aiming.parse_turn,
}


def _read(context: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(map(_READERS[parameter.name], texts))


@command(
    "aim",
    "aim --snapshot physics --share hep=60%",
    "aim --snapshot physics --share hep=60% --share chemistry=15% --turn 'quotas:*=3..24' -o fairer.plan",
    "aim --snapshot physics --use higgs=2x:salam --turn factors:higgs=100..5000",
    "aim --snapshot fairshare --over long-run --use ada=2x:ben",
    "aim --snapshot /srv/pool --over replay --history history.ads --wait-p95 theory=4h",
    "aim --snapshot /srv/pool --hold ann@lab.example=12 --jobs ann@lab.example=+50 --format json",
)
@tabled(
    {
        "--share shares NAME=PERCENT%...": "A submitter, or a group with its subgroups, is to have this part of the "
        "pool's weight. May be repeated.",
        "--use uses NAME=TIMESx:OTHER...": "NAME is to have this many times what OTHER has, as in ada=2x:ben. May be "
        "repeated.",
        "--hold holds NAME=WEIGHT...": "NAME is to have at least this weight, as in salam=12. May be repeated.",
        "--wait-p95 waits NAME=TIME...": "95% of the jobs of NAME are to wait no longer than this for their first "
        "start, as in theory=4h; with --over replay. May be repeated.",
    },
    callback=_read,
)
@horizon_options("What targets are about: the next cycle, the long run, or a past period.")
@drawn_options(rare_option)
@tabled(
    {
        "--turn permissions WHAT...": "What may be turned: factors, quotas or surplus of those with targets; "
        "factors:PATTERN, of those whose names match; factors:PATTERN=LOW..HIGH, within bounds. May be repeated."
    },
    callback=_read,
)
@rare_option(
    "--within",
    type=Number(min=0),
    metavar="WEIGHT",
    help="By how much weight a target may be missed. Otherwise half a slot, or half a percent of the pool if that is "
    "more; twice that for means, of --over long-run and replay.",
)
@rare_option(
    "--steps",
    type=WholeNumber(1, _MOST_STEPS),
    metavar="NUMBER",
    help="The most cycles, or long runs, to try; "
    + ", ".join(f"{number} over {over}" for over, number in aiming.MOST_STEPS.items())
    + " if not given.",
)
@tabled(
    {
        "-o --output FILE": "Save the plan, to be applied later.",
    }
)
@tabled({"--nearest": "Save the plan that comes nearest even if a target cannot be reached."}, rare_option)
@what_if_options
@executor_options
def aim(
    shared: GlobalOptions,
    env: Environment,
    shares: tuple[aiming.Target, ...],
    uses: tuple[aiming.Target, ...],
    holds: tuple[aiming.Target, ...],
    waits: tuple[aiming.Target, ...],
    horizon: HorizonOptions,
    sampling: Sampling | None,
    permissions: tuple[aiming.Permission, ...],
    within: float | None,
    steps: int | None,
    output: Path | None,
    nearest: bool,
    changes: Changes,
    executor: Executor | None,
) -> ExitStatus:
    """Find the smallest change with which all get what was promised, or say which targets cannot be reached and why.

    Targets are shares of the pool, ratios of two uses, weights to hold, or times that jobs may wait; all given targets
    apply together. Without --turn, the priority factors of named submitters may be turned, and the quotas of named
    groups and of their ancestors; if submitters are compared across groups, also the quotas of their groups.

    Of all changes that reach the targets, the smallest is the one that turns the fewest of these. Of equally few, it is
    the one in the roundest numbers, of two digits if such numbers do; and of equally round ones, the one with the
    smallest ratios between before and after. Over a cycle all smaller changes on a grid of round values are tried,
    unless --steps ends the search first: a line at the end says so. Over the long run and replays, the first that the
    rules and a search by halves come to is taken.

    The other options for changes apply throughout.

    Nothing is changed. With -o the plan is saved, for userprio-apply(1). The status is 0 if all targets are reached,
    as things are or with the changes that are shown, and 1 if one is not.
    """
    need_pool(shared, "A search for targets")
    # All that the command line alone shows to be wrong is refused before any input is
    # read: a pool may take minutes to read.
    targets = (*shares, *uses, *holds, *waits)
    if not targets:
        raise misuse("There is no target: give --share, --use, --hold or --wait-p95.")
    if nearest and output is None:
        raise misuse("--nearest goes with -o.")
    if horizon.over is not Horizon.REPLAY and waits:
        raise misuse("--wait-p95 is for --over replay.")
    if horizon.over is not Horizon.REPLAY and sampling is not None:
        raise misuse("--futures is for --over replay.")
    if output is not None:
        refuse_live(shared, "A running pool moves on by itself, so no plan for it is kept; take a snapshot first.")
        # A search can take many cycles; that its plan cannot be written should be known before, not after.
        check_place(output)
    present, other = sides(shared, env, changes, first_cycle=False)
    effects = changed(present if other is None else other, changes, present.config)[1]
    past = horizon.past(present, env)
    what_if = report.WhatIf(changes, effects) if changes else None
    tell = partial(show, formats=report.AIM_FORMATS, form=shared.format, env=env, what_if=what_if)
    with stoppable(tell), progress_bar(env, "aim", "steps", at_most=True) as progress:
        result = aiming.aim(
            present,
            targets,
            permissions,
            over=horizon.over,
            fixed=changes,
            other=other,
            terms=horizon.terms,
            history=past,
            period=horizon.period.terms(env),
            sampling=sampling,
            most_steps=steps,
            within=within,
            executor=executor,
            progress=progress,
        )
    env.warn_all(result.remarks)
    if output is not None:
        # An empty plan is of no use: `apply` would end with status 0 without having done anything.
        if not result.plan.changes:
            env.warn("there is nothing to change, so no plan is saved")
        elif not result.reached and not nearest:
            env.warn("a target is not reached, so no plan is saved; --nearest saves what comes nearest")
        else:
            save_plan(result.plan, present, shared.with_(overrides={}), output.stem, output, env)
    tell(result)
    # Also 1 where --nearest has saved a plan: a script must not take the nearest for what was asked for.
    return ExitStatus.DONE if result.reached else ExitStatus.FAILED
