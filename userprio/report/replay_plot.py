"""A replay as a picture: what was in use over time, one policy above the other."""

from collections import Counter
from datetime import tzinfo

from userprio.report.plots import MOST_LINES, date_axis, dated, drawn_as, new_figure
from userprio.report.text import printable
from userprio.simulation import Replay, ReplayedPolicy

Stack = tuple[str, str, list[float]]
"""A name, its colour, and what is in use at each look."""


def replay_image(found: Replay, form: str, zone: tzinfo) -> bytes:
    """Use by group (by submitter without groups), stacked below the weight of the pool, as `svg` or `png`.

    Times are in `zone`. Of many the ten busiest are drawn, and the use of all others together. The terms of the replay
    are to ask for looks.

    Raises:
        Refused: matplotlib is not installed.
    """
    used: Counter[str] = Counter()
    for policy in found.policies:
        for look in policy.looks:
            used.update(look.weights)
    names = sorted(used, key=lambda name: (-used[name], name))
    highest = max(weight for policy in found.policies for _, weight in policy.capacity)
    with new_figure() as figure:
        every = figure.subplots(len(found.policies), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        for axes, policy in zip(every, found.policies, strict=True):
            stacks = _stacks(policy, names)
            if stacks:
                labels, colours, weights = zip(*stacks, strict=True)
                # What a look finds stands for the time since the one before.
                moments = dated([found.begins_at, *(look.at for look in policy.looks)])
                courses = [[course[0], *course] for course in weights]
                axes.stackplot(moments, courses, labels=labels, colors=colours, step="pre", linewidth=0)
            steps = [*policy.capacity, (policy.until, policy.capacity[-1][1])]
            there = [weight for _, weight in steps]
            axes.step(dated(at for at, _ in steps), there, where="post", color="0.4", linewidth=0.8, linestyle="--")
            axes.set_title(policy.name)
            axes.set_ylabel("weight in use")
        every[0].set_ylim(0, max(highest, 1.0) * 1.05)
        date_axis(every[-1], dated([found.begins_at, found.ends_at]), zone)
        if names:
            handles, labels = every[0].get_legend_handles_labels()
            columns = 2 if len(labels) <= MOST_LINES else 3
            figure.legend(handles, labels, loc="outside lower center", ncols=columns, frameon=False)
        return drawn_as(form, figure)


def _stacks(policy: ReplayedPolicy, names: list[str]) -> list[Stack]:
    drawn, others = names[:MOST_LINES], names[MOST_LINES:]
    stacks = [
        (printable(name), f"C{number}", [look.weights.get(name, 0.0) for look in policy.looks])
        for number, name in enumerate(drawn)
    ]
    if others:
        rest = [sum(look.weights.get(name, 0.0) for name in others) for look in policy.looks]
        stacks.append((f"{len(others)} more", "0.7", rest))
    return stacks
