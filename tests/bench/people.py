"""Who uses the pool: submitters in groups, each at one schedd."""

from dataclasses import dataclass
from random import Random

from tests.bench.sizes import Size

DOMAIN = "pool.test"


@dataclass(frozen=True, slots=True)
class Person:
    """A submitter."""

    number: int
    group: str | None
    schedd: int

    @property
    def accounting_group(self) -> str:
        """Group and user as a job names them."""
        user = f"user{self.number:05}"
        return user if self.group is None else f"{self.group}.{user}"

    @property
    def name(self) -> str:
        """The name that the schedd advertises."""
        return f"{self.accounting_group}@{DOMAIN}"


def group_names(count: int) -> list[str]:
    """So many groups: some at the top, the others below them."""
    top = max(1, count // 10) if count else 0
    return [
        f"group_{number:02}" if number < top else f"group_{number % top:02}.part{number // top:02}"
        for number in range(count)
    ]


def people(size: Size) -> list[Person]:
    """The submitters of a pool."""
    random = Random(size.seed + 1)
    groups = group_names(size.groups)
    return [
        Person(number, random.choice(groups) if groups else None, random.randrange(size.schedds))
        for number in range(size.submitters)
    ]


def configuration(size: Size) -> str:
    """What the pool is configured with: group quotas, and no cap on what a schedd offers, so that the pool can fill."""
    names = group_names(size.groups)
    lines = ["MAX_CONCURRENT_UPLOADS_PER_USER = 0", "NEGOTIATOR_MAX_TIME_PER_CYCLE = 120"]
    if names:
        lines += [f"GROUP_NAMES = {', '.join(names)}", "GROUP_ACCEPT_SURPLUS = true"]
    top = sum("." not in name for name in names)
    below = {name: sum(other.startswith(name + ".") for other in names) for name in names}
    for name in names:
        parent = name.partition(".")[0]
        part = 0.9 / top if name == parent else 0.8 / below[parent]
        lines.append(f"GROUP_QUOTA_DYNAMIC_{name} = {part:.6f}")
    return "\n".join(lines) + "\n"
