"""Part of a forecast: its groups alone, or some submitters and the rest by group."""

from collections import defaultdict
from collections.abc import Callable

from msgspec.structs import replace

from userprio.simulation.result import Forecast, RestCourse, SubmitterCourse


def narrowed(found: Forecast, below: Callable[[str, str], bool]) -> Forecast:
    """The part of a forecast that its terms ask for; `below` says whether a submitter belongs to a group."""
    terms = found.terms
    if terms.by_group:
        return replace(found, submitters=(), overtakings=())
    if not terms.only:
        return found
    named = [
        course
        for course in found.submitters
        if any(course.name == name or below(course.name, name) for name in terms.only)
    ]
    names = {course.name for course in named}
    others: dict[str, list[SubmitterCourse]] = defaultdict(list)
    for course in found.submitters:
        if course.name not in names:
            others[course.group].append(course)
    return replace(
        found,
        submitters=tuple(named),
        rest=tuple(_together(group, courses) for group, courses in others.items()),
        overtakings=tuple(event for event in found.overtakings if names & {event.who, event.whom}),
    )


def _together(group: str, courses: list[SubmitterCourse]) -> RestCourse:
    steady = [course.steady.in_use for course in courses if course.steady is not None]
    moments = zip(*(course.points for course in courses), strict=True)
    return RestCourse(
        group=group,
        members=len(courses),
        in_use=tuple(sum(point.in_use for point in points) for points in moments),
        used_weight_s=sum(course.used_weight_s for course in courses),
        steady_in_use=sum(steady) if steady else None,
    )
