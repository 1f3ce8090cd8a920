"""Where idle jobs wait, class by class, and why, as rows of a page."""

from collections.abc import Mapping, Sequence
from typing import Final

from userprio.negotiation import Outcome, PoolSize, VisitOutcome, WaitingClass
from userprio.report.page.parts import Heading, Html, PageRow, element, joined, name_text, number, table, text
from userprio.report.page.submitters import left_cell
from userprio.report.summary import NEVER_VISITED, NO_MORE_OFFERED, ending
from userprio.report.text import amount, count

_HEADINGS: Final = (
    Heading("submitter", number=False),
    Heading("jobs like", number=False, about="the first of the jobs that are alike"),
    Heading("each asks for", number=False),
    Heading("waiting", about="jobs that no match is expected to start"),
    Heading("slots that fit", about="as the cycle began, of those that the negotiator looked at"),
    Heading("why", number=False),
)
_KB_IN_MB: Final = 1024
_MB_IN_GB: Final = 1024
_CONCURRENCY: Final = "concurrency limit"
_LIMIT: Final = "submitter limit"
_PROTECTED: Final = "PREEMPTION_REQUIREMENTS"


def waiting_table(waiting: Sequence[WaitingClass], outcome: Outcome) -> Html:
    """The classes of jobs that wait after a cycle, their submitters in the order of their visits, the others last."""
    if not waiting:
        return element("p", text("No job waits."))
    several = len({one.schedd for one in waiting}) > 1
    visited = (visit.submitter for visit in outcome.visits)
    names = dict.fromkeys((*visited, *(one.submitter for one in waiting)))
    turns = {name: turn for turn, name in enumerate(names)}
    rows = [_row(one, outcome.pool, several) for one in sorted(waiting, key=lambda one: turns[one.submitter])]
    command = element("code", text("userprio explain NAME"))
    more = Html(f"Jobs that are alike wait together; {command} says more of each.")
    return joined([element("p", more, "soft"), table("waiting jobs", _HEADINGS, rows)])


def _row(one: WaitingClass, pool: PoolSize, several: bool) -> PageRow:
    place = f" at {one.schedd}" if several and one.schedd else ""
    cells = (
        name_text(one.submitter),
        name_text(f"{one.job or ''}{place}"),
        text(asked(one.asks)),
        left_cell(one.jobs),
        number(one.fits),
        text(why(one, pool)),
    )
    return PageRow(cells, name=one.submitter)


def asked(asks: Mapping[str, float]) -> str:
    """What a job asks for, such as `4 cores, 16 GB, 1 GPU`; disk space only where there is nothing else."""
    by_name = {name.lower(): (name, value) for name, value in asks.items()}
    told = []
    for name, (spelled, value) in by_name.items():
        match name:
            case "cpus":
                told.append(f"{amount(value)} {'core' if value == 1 else 'cores'}")
            case "memory":
                told.append(_size(value))
            case "gpus":
                told.append(f"{amount(value)} {'GPU' if value == 1 else 'GPUs'}")
            case "disk":
                if len(by_name) == 1:
                    told.append(f"{_size(value / _KB_IN_MB)} of disk")
            case _:
                told.append(f"{spelled} {amount(value)}")
    return ", ".join(told)


def _size(megabytes: float) -> str:
    gigabytes, odd = divmod(megabytes, _MB_IN_GB)
    return f"{megabytes:.0f} MB" if odd or not gigabytes else f"{gigabytes:.0f} GB"


def why(one: WaitingClass, pool: PoolSize) -> str:
    """Why these jobs wait. What stopped the visit comes before what was refused in it: beyond its limit a submitter is
    still asked for jobs that some slot prefers to what it runs, and mostly refused."""
    if one.job is None:
        return "counted by the submitter ad, and not in the snapshot"
    if one.withheld is not None:
        return f"not offered by its schedd: {one.withheld}"
    if one.left is None:
        return NEVER_VISITED
    refused = one.refused or ""
    if refused.startswith(_CONCURRENCY):
        return refused
    if not one.fits:
        return "no slot fits" if pool.candidates == pool.slots else "none of the slots that could be given fits"
    if one.left.outcome is not VisitOutcome.SATISFIED:
        return ending(one.left).words
    if refused.startswith(_LIMIT):
        return "at its limit"
    if refused.startswith(_PROTECTED):
        return "slots that fit are held by others; PREEMPTION_REQUIREMENTS protect them"
    return f"{count(one.fits, 'slot')} would fit, none of them could be had any more" if refused else NO_MORE_OFFERED
