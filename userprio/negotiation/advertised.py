"""The submitters of a cycle, and what their ads come to together, which holds as long as they send no others."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from userprio.classad import Ad, Evaluator, text_of
from userprio.pool import Fetched, Submitter, together
from userprio.schedd import Directory, directory


@dataclass(frozen=True, slots=True)
class Advertised:
    """What ads of submitters come to."""

    ads: tuple[Ad, ...]
    submitters: list[Submitter]
    """Those that take part."""
    remarks: list[str]
    """What was left out, in sentences."""
    names: frozenset[str | None]
    """The names in all ads."""
    find: Directory
    """Finds the submitter of a job."""
    running: Mapping[str, int]
    """Jobs that run from each schedd, by its address."""

    @classmethod
    def of(cls, ads: tuple[Ad, ...], fetched: Iterable[Fetched], evaluator: Evaluator) -> "Advertised":
        """Of ads, with what became of each."""
        submitters, remarks = together(fetched)
        names, schedds = (frozenset(text_of(evaluator, ad, name) for ad in ads) for name in ("Name", "ScheddName"))
        running: Counter[str] = Counter()
        for submitter in submitters:
            running[submitter.schedd_address] += submitter.running_jobs
        return cls(ads, submitters, remarks, names, directory(submitters, schedds), running)
