"""Why somebody gains or loses by a plan, in a sentence, and for scripts."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from typing import Any, Final

from userprio.plan import Link, Strand, What, Why
from userprio.report.text import amount, count, percent, printable

_NAMES: Final = {
    What.POOL_WEIGHT: "the weight of the pool",
    What.CONFIGURED_QUOTA: "the quota of {}",
    What.EFFECTIVE_QUOTA: "the effective quota of {}",
    What.DEMAND: "the demand of {}",
    What.SURPLUS: "the surplus for {}",
    What.GROUP_LIMIT: "the limit of {}",
    What.FACTOR: "its factor",
    What.REAL_PRIORITY: "its real priority",
    What.FLOOR: "its floor",
    What.CEILING: "its ceiling",
    What.SHARE: "its share of the pie",
    What.LIMIT: "its own limit",
    What.IDLE_JOBS: "its idle jobs",
    What.IN_USE: "its weight in use",
    What.STOPPED: "its last visit ended with",
    What.TAKES_FROM: "slots that it takes from {}",
    What.TAKEN_BY: "slots that {} takes from it",
    What.WON: "the weight of its matches",
    What.JOBS: "jobs to start",
}


def why_text(why: Why) -> str:
    """The chains, a sentence or two each; `so` leads to what the negotiator computes from what stands before."""
    parts = [part for strand in why.strands for part in _strand_parts(strand)]
    if why.holds is not None and (len(why.strands) > 1 or not _is_counted(why)):
        parts.append(f"{'together ' if len(why.strands) > 1 else ''}it holds {_counted(why.holds)}")
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts)


def _strand_parts(strand: Strand) -> list[str]:
    """The causes but for the last one apart, and that one with what all lead to."""
    *others, last = [_chain(cause) for cause in strand.causes] or [""]
    effects = _chain(strand.effects)
    return [*others, f"{last}, so {effects}" if last else effects]


def _is_counted(why: Why) -> bool:
    """Whether matches say already what it holds more or less."""
    holds = _figure(why.holds.after) - _figure(why.holds.before) if why.holds else 0.0
    matches = [link for strand in why.strands for step in strand.effects for link in step if link.what is What.MATCHES]
    return any(_figure(link.after) - _figure(link.before) == holds for link in matches)


def why_document(why: Why) -> dict[str, Any]:
    """The same, and its links one by one: steps of what acts together, each leading to the next."""
    return {"sentence": why_text(why), "strands": [asdict(strand) for strand in why.strands]}


def _chain(steps: Iterable[Iterable[Link]]) -> str:
    return ", so ".join(_listed([_link_text(link) for link in step]) for step in steps)


def _listed(parts: list[str]) -> str:
    return " and ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)


def _link_text(link: Link) -> str:
    of = "" if link.of is None else printable(link.of)
    match link.what:
        case What.EFFECTIVE_PRIORITY:
            whose = f"the effective priority of {of}" if of else "its effective priority"
            return f"{whose} {_between(link)}"
        case What.GROUP_IN_USE:
            return f"{of} has {_between(link)} in use as the cycle begins"
        case What.SLOTS:
            return _slots_text(link, of)
        case What.IDLE_JOBS | What.IN_USE | What.WON | What.JOBS:
            return f"{_NAMES[link.what]} {_counted(link)}"
        case What.HELD_GONE:
            slots = count(round(_figure(link.after)), "slot")
            return f"{slots} that it had in use {'is' if link.after == 1 else 'are'} gone"
        case What.TAKES_FROM if not of:
            return f"slots that it takes from users who are not known {_between(link)}"
        case What.MATCHES:
            by = _figure(link.after) - _figure(link.before)
            more = "more" if by > 0 else "fewer"
            return f"{count(round(abs(by)), 'match', 'matches')} {more} ({_counted(link)})"
    return f"{_NAMES[link.what].format(of)} {_between(link, percent if link.what is What.SHARE else amount)}"


def _slots_text(link: Link, of: str) -> str:
    before, after = round(_figure(link.before)), round(_figure(link.after))
    if before:
        slots = count(before, "slot")
        return f"it gets {slots} that went to {of} before" if of else f"it gets {count(before, 'new slot')}"
    slots = count(after, "slot that it got", "slots that it got")
    goes, is_ = ("goes", "is") if after == 1 else ("go", "are")
    return f"{slots} {goes} to {of}" if of else f"{slots} {is_} gone"


def _figure(value: float | str | None) -> float:
    return value if isinstance(value, int | float) else 0.0


def _counted(link: Link) -> str:
    """Where there is nobody to count, there are none."""
    return _between(replace(link, before=_figure(link.before), after=_figure(link.after)))


def _between(link: Link, text: Callable[[float], str] = amount) -> str:
    """Both figures, with more digits where a few do not tell them apart."""
    before, after = (_shown(value, text) for value in (link.before, link.after))
    if before == after and link.before != link.after:
        before, after = (_shown(value, "{:.9g}".format) for value in (link.before, link.after))
    return after if before == after else f"{before} -> {after}"


def _shown(value: float | str | None, text: Callable[[float], str]) -> str:
    return "none" if value is None else printable(value) if isinstance(value, str) else text(value)
