"""Where userprio does otherwise than condor_userprio, in its spelling too. The manual page lists what is here."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Departure:
    """One of them."""

    about: str
    theirs: str
    """What condor_userprio does, as a sentence without its subject and full stop."""
    ours: str
    """What userprio does, likewise."""


DIFFERENCES: Final = (
    Departure(
        "values that a record lacks",
        "takes the value of the record listed before it, for hiding, sorting and totals",
        "counts them as 0",
    ),
    Departure(
        "an entry of a file without name or priority",
        "shows an empty line and counts it as a user",
        "leaves it out",
    ),
    Departure(
        "a member whose name does not begin with its group, or whose group has no record",
        "cuts its name by the length of the group's",
        "shows the whole name",
    ),
    Departure(
        "-grouporder",
        "mixes groups and users where the records come mixed",
        "lists groups first, level by level, then users",
    ),
    Departure(
        "records whose answer is one numbered ad (-grouprollup, -inputfile)",
        "heeds -constraint for -autoformat and -long -modular only, and names not at all or at the price of the rollup",
        "heeds both everywhere",
    ),
    Departure(
        "-inputfile with a line that is not an attribute",
        "stops reading there without a word",
        "stops there too, and warns",
    ),
    Departure(
        "words beside a change or -getreslist",
        "takes them for users and ignores them",
        "refuses, and changes nothing",
    ),
    Departure(
        "several changes on one command line",
        "makes one, and ignores the others without a word",
        "makes the same one, and warns",
    ),
    Departure(
        "a value that is not a number, or not a whole one where that is needed",
        "reads what the text begins with, 0 if that is not a number",
        "refuses, and changes nothing",
    ),
    Departure(
        "-autoformat:h in one of several such options",
        "moves headings to the columns of the others",
        "gives every column its heading",
    ),
    Departure(
        "names with control characters",
        "prints them as they are",
        "prints escapes, which a terminal does not obey",
    ),
    Departure(
        "leases that have run out",
        "shows them until the negotiator's next cycle",
        "ends them before anything is shown",
    ),
    Departure(
        "-collector, or neither it nor -negotiator, where no pool is named",
        "asks the collector, which knows submitters with jobs only",
        "answers from the ledger as the negotiator would",
    ),
    Departure(
        "-name beside -negotiator or -allusers",
        "lists nothing",
        "lists what that negotiator answers",
    ),
    Departure(
        "edits of a running pool that get no answer",
        "says that they were made once they are sent",
        "reads back what was set, and fails if the pool does not show it",
    ),
)
