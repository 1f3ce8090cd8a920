"""Which courses are worth drawing."""

from collections.abc import Sequence

from userprio.simulation import Forecast, SubmitterCourse


def busiest(found: Forecast, most: int) -> tuple[Sequence[SubmitterCourse], Sequence[SubmitterCourse]]:
    """The submitters that use the most, the busiest first, and the rest."""
    ordered = sorted(found.submitters, key=lambda course: (-course.used_weight_s, course.name))
    return ordered[:most], ordered[most:]
