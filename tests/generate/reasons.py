"""The page of reasons: what the program says of each, and what man/prose/reasons.md says of it."""

from typing import Final

from tests.generate import prose
from userprio.negotiation import Reason

_INTRODUCTION: Final = """Why jobs wait: each reason, what to look at, and what helps.

`userprio explain` gives a reason for each job that waits, `userprio negotiate` in the column `why no more`. They are
here in the order in which they are considered: if several hold for a job, the first counts. Only an admin can change
HTCondor's configuration; `userprio plan --set NAME=VALUE` shows what a change would do. In Slurm the like is the column
REASON of squeue.

To compare: `condor_q -better-analyze` counts the slots that each clause of the Requirements leaves, on the machines as
they are now, and how many of these serve other users. It knows nothing of group quotas, shares, limits and the turns of
others, which most reasons here are about.
"""


def page() -> str:
    """The text of the page.

    Raises:
        ValueError: the prose lacks a reason, or has one that there is not.
    """
    advice = prose.terms(prose.read("reasons")[""])
    if differing := set(Reason) ^ set(advice):
        raise ValueError(f"man/prose/reasons.md is to have these, and no others: {', '.join(sorted(differing))}")
    terms = (f"\n{reason}\n: {reason.about.replace('**', '')} {advice[reason]}\n" for reason in Reason)
    return _INTRODUCTION + "".join(terms)
