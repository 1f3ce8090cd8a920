"""Priority factors and effective priorities (`Accountant::GetPriority`, `GetPriorityFactor`)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from userprio.config import Config
from userprio.ledger import CUSTOMER_PREFIX, Customer, Ledger, Record, RecordBuilder

MIN_PRIORITY: Final = 0.5
"""Real priorities below it count as 0.5."""
MIN_FACTOR: Final = 1.0
"""Stored factors below it count as missing; computed ones are raised to it when they are stored."""
ROOT_GROUP: Final = "<none>"

GroupOf = Callable[[str], str]
"""The name of the group that a submitter is assigned to, or of a group itself; `<none>` if there is no other."""


@dataclass(frozen=True, slots=True)
class PriorityRules:
    """What the configuration says about priorities."""

    half_life_s: float = 86400.0
    """`PRIORITY_HALFLIFE`."""
    default_factor: float = 1000.0
    nice_user_factor: float = 1e10
    remote_factor: float = 1e7
    local_domain: str = ""
    """`ACCOUNTANT_LOCAL_DOMAIN`; empty: nobody is remote."""
    group_factors: Mapping[str, float] = field(default_factory=dict)
    """`GROUP_PRIO_FACTOR_<group>` by group name as configured."""

    @classmethod
    def from_config(cls, config: Config, groups: Iterable[str] = ()) -> "PriorityRules":
        """The rules of a configuration in which `groups` exist.

        Raises:
            KnobError: a number cannot be read.
        """
        factors = {group: config.real(f"GROUP_PRIO_FACTOR_{group}") for group in groups}
        return cls(
            half_life_s=config.real("PRIORITY_HALFLIFE"),
            default_factor=config.real("DEFAULT_PRIO_FACTOR"),
            nice_user_factor=config.real("NICE_USER_PRIO_FACTOR"),
            remote_factor=config.real("REMOTE_PRIO_FACTOR"),
            local_domain=config.text("ACCOUNTANT_LOCAL_DOMAIN") or "",
            group_factors={group: factor for group, factor in factors.items() if factor},
        )


def default_factor(name: str, group: str, rules: PriorityRules) -> float:
    """The factor of a name that has none stored, as computed and not yet raised to 1; `group` is its assigned group."""
    if name.startswith("nice-user"):
        return rules.nice_user_factor
    if configured := rules.group_factors.get(group):
        return configured
    # A group has no domain, so with a local domain set it counts as remote.
    domain = name.rpartition("@")[2] if "@" in name else ""
    if rules.local_domain and rules.local_domain != domain:
        return rules.remote_factor
    return rules.default_factor


def has_factor(customer: Customer) -> bool:
    """Whether a factor is stored that counts; it is frozen then, whatever the configuration says later."""
    return customer.priority_factor is not None and customer.priority_factor >= MIN_FACTOR


def priority_factor(customer: Customer, group: str, rules: PriorityRules) -> float:
    """The factor as the first reading gives it: the stored one, else the computed one, which may be below 1."""
    if customer.priority_factor is not None and customer.priority_factor >= MIN_FACTOR:
        return customer.priority_factor
    return default_factor(customer.name, group, rules)


def real_priority(customer: Customer) -> float:
    """The stored real priority, 0.5 if it is missing or lower."""
    return max(customer.priority or MIN_PRIORITY, MIN_PRIORITY)


def effective_priority(customer: Customer, group: str, rules: PriorityRules) -> float:
    """Real priority times factor; smaller is better. A name without a record is `Customer(name)`."""
    return real_priority(customer) * priority_factor(customer, group, rules)


def reading_log(ledger: Ledger, names: Iterable[str], rules: PriorityRules, group_of: GroupOf) -> tuple[Record, ...]:
    """What the accountant writes when the effective priorities of `names` are read, in this order.

    A missing factor is stored and so frozen, which makes a record for an unknown name; a stored real priority below
    0.5 is replaced.
    """
    draft = RecordBuilder(ledger.ads)
    for name in dict.fromkeys(names):
        customer = ledger.customers.get(name, Customer(name))
        key = CUSTOMER_PREFIX + name
        if not has_factor(customer):
            draft.real(key, "PriorityFactor", max(default_factor(name, group_of(name), rules), MIN_FACTOR))
        if customer.priority is not None and customer.priority < MIN_PRIORITY:
            draft.real(key, "Priority", MIN_PRIORITY)
    return tuple(draft.records)


def freeze_factors(ledger: Ledger, names: Iterable[str], rules: PriorityRules, group_of: GroupOf) -> Ledger:
    """The ledger after the effective priorities of `names` were read; see `reading_log`."""
    return ledger.replay(reading_log(ledger, names, rules, group_of))
