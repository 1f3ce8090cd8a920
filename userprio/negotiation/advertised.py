"""The submitters of a cycle and sums over their ads, valid until other ads arrive."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from userprio.classad import Ad, Evaluator, text_of
from userprio.negotiation.schedd import Directory, directory
from userprio.pool import Fetched, Submitter, together


@dataclass(frozen=True, slots=True)
class Advertised:
    """What the submitter ads of a cycle amount to."""

    ads: tuple[Ad, ...]
    submitters: list[Submitter]
    """Submitters that take part in the cycle."""
    remarks: list[str]
    """What was left out, one sentence each."""
    names: frozenset[str | None]
    """The names in all submitter ads."""
    find: Directory
    """Finds the submitter of a job."""
    running: Mapping[str, int]
    """Running jobs by address of their schedd."""

    @classmethod
    def of(cls, ads: tuple[Ad, ...], fetched: Iterable[Fetched], evaluator: Evaluator) -> "Advertised":
        """Sum up these ads; `fetched` has what was made of each."""
        submitters, remarks = together(fetched)
        names, schedds = (frozenset(text_of(evaluator, ad, name) for ad in ads) for name in ("Name", "ScheddName"))
        running: Counter[str] = Counter()
        for submitter in submitters:
            running[submitter.schedd_address] += submitter.running_jobs
        return cls(ads, submitters, remarks, names, directory(submitters, schedds), running)
