"""Real and effective priorities, priority factors, and how they change with time and use.

`effective_priority` is the real priority times the factor. `updates` is what one update writes: the real priority moves
towards what is in use, halfway in each PRIORITY_HALFLIFE; `age` applies it to a ledger.

See `Accountant::GetPriority`, `GetPriorityFactor` and `UpdatePriorities`. A negotiator that starts up corrects its
counts, reads the factors of its groups and updates priorities (`Accountant::Initialize`).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from msgspec import Struct, field

from userprio.config import Config
from userprio.ledger import (
    ACCOUNTANT_KEY,
    CUSTOMER_ATTRIBUTES,
    CUSTOMER_PREFIX,
    RESOURCE_PREFIX,
    Customer,
    Ledger,
    NewAd,
    Record,
    RecordBuilder,
    SetAttribute,
    real_of,
    real_text,
)


class Account(Struct):
    """A mutable `Customer`; the fields mean the same."""

    name: str
    priority_factor: float | None = None
    priority: float | None = None
    resources_used: int | None = None
    weighted_resources_used: float | None = None
    hier_weighted_resources_used: float | None = None
    accumulated_usage: float | None = None
    weighted_accumulated_usage: float | None = None
    uncharged_time: int | None = None
    weighted_uncharged_time: float | None = None
    begin_usage_time: int | None = None
    last_usage_time: int | None = None
    ceiling: int | None = None
    floor: int | None = None
    ceiling_lease_expiration: int | None = None
    ceiling_pre_lease_value: int | None = None
    floor_lease_expiration: int | None = None
    floor_pre_lease_value: int | None = None
    factor_lease_expiration: int | None = None
    factor_pre_lease_value: float | None = None
    submitter_share: float | None = None
    submitter_limit: float | None = None

    @classmethod
    def of(cls, customer: Customer) -> "Account":
        """The account with the figures of a customer's record."""
        return cls(*(getattr(customer, name) for name in cls.__struct_fields__))

    @property
    def leased(self) -> bool:
        """Whether it has a lease of any kind, expired ones included."""
        return bool(self.ceiling_lease_expiration or self.floor_lease_expiration or self.factor_lease_expiration)


AnyAccount = Customer | Account
"""A customer's record, in a ledger or in an accountant's memory."""


MIN_PRIORITY: Final = 0.5
"""Real priorities below it count as 0.5."""
MIN_FACTOR: Final = 1.0
"""Stored factors below it count as missing; computed ones are raised to it when they are stored."""
ROOT_GROUP: Final = "<none>"

Update = tuple[str, int | float]
"""A field of `Customer` and the value to be stored in it; storing rounds a real to six decimals."""

_IN_MEMORY: Final = ("SubmitterLimit", "SubmitterShare")

GroupOf = Callable[[str], str]
"""Gives the name of a submitter's assigned group; for a group its own name; else `<none>`."""


class PriorityRules(Struct, frozen=True):
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

    @property
    def least_factor(self) -> float:
        """The smallest factor of a submitter with none stored; below 1 it is raised to 1 when it is stored."""
        return min(self.default_factor, self.nice_user_factor, self.remote_factor, *self.group_factors.values())


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


def has_factor(customer: AnyAccount) -> bool:
    """Whether a valid factor is stored; it then holds whatever the configuration says later."""
    return customer.priority_factor is not None and customer.priority_factor >= MIN_FACTOR


def priority_factor(customer: AnyAccount, group: str, rules: PriorityRules) -> float:
    """The factor as first read: the stored one, else the computed one, which may be below 1."""
    # The same test as `has_factor`, written out: this is asked for every submitter of every cycle.
    if customer.priority_factor is not None and customer.priority_factor >= MIN_FACTOR:
        return customer.priority_factor
    return default_factor(customer.name, group, rules)


def real_priority(customer: AnyAccount) -> float:
    """The stored real priority, 0.5 if it is missing or lower."""
    return max(customer.priority or MIN_PRIORITY, MIN_PRIORITY)


def effective_priority(customer: AnyAccount, group: str, rules: PriorityRules) -> float:
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


def aging_factor(elapsed_s: float, half_life_s: float) -> float:
    """What is left of an old priority after `elapsed_s` seconds: 0.5 ^ (elapsed / half-life)."""
    # HTCondor passes any half-life on to pow(), 0 and negative ones too; in Python only 0 needs a case of its own.
    if half_life_s == 0:
        return 0.0
    try:
        return float(0.5 ** (elapsed_s / half_life_s))
    except OverflowError:
        return float("inf")


def updates(customer: AnyAccount, elapsed_s: int, beta: float, now: int) -> list[Update]:
    """What one update writes into a customer's record, in HTCondor's order (`Accountant::UpdateOnePriority`).

    The real priority becomes `old * beta + in use * (1 - beta)`; times the factor, that is the effective priority.
    `beta` is the `aging_factor` of the `elapsed_s` seconds, more than 0, since the last update; `now` becomes the begin
    and last usage time. Figures are compared unrounded, so a write may repeat what is stored.
    """
    used = customer.resources_used or 0
    uncharged = customer.uncharged_time or 0
    weighted_used = customer.weighted_resources_used or 0.0
    weighted_uncharged = customer.weighted_uncharged_time or 0.0
    accumulated = customer.accumulated_usage or 0.0
    weighted = customer.weighted_accumulated_usage
    # A record may have only the unweighted sum.
    if weighted is None:
        weighted = accumulated

    # What ended since the last update, or began, is spread evenly over that time.
    recent = used + uncharged / elapsed_s
    weighted_recent = weighted_used + weighted_uncharged / elapsed_s
    hierarchical = customer.hier_weighted_resources_used or 0.0
    if hierarchical > 0:
        # A group's priority follows its whole subtree, and without the correction.
        weighted_recent = hierarchical
    old = real_priority(customer)
    priority = max(old * beta + weighted_recent * (1 - beta), MIN_PRIORITY)
    new_accumulated = accumulated + (used * elapsed_s + uncharged)
    new_weighted = weighted + (weighted_used * elapsed_s + weighted_uncharged)

    writes: list[Update] = []
    if priority != old:
        writes.append(("priority", priority))
    if new_accumulated != accumulated:
        writes.append(("accumulated_usage", new_accumulated))
    if new_weighted != weighted:
        writes.append(("weighted_accumulated_usage", new_weighted))
    if new_accumulated > 0 and not customer.begin_usage_time:
        writes.append(("begin_usage_time", now))
    if recent > 0:
        writes.append(("last_usage_time", now))
    if customer.uncharged_time != 0:
        writes.append(("uncharged_time", 0))
    if customer.weighted_uncharged_time != 0:
        writes.append(("weighted_uncharged_time", 0.0))
    return writes


def priority_at(customer: AnyAccount, updated: int, now: int, half_life_s: float) -> float:
    """The real priority after an update at `now`, as stored; `updated` is the time of the last one before it."""
    elapsed = now - updated
    if elapsed <= 0:
        return real_priority(customer)
    written = updates(customer, elapsed, aging_factor(elapsed, half_life_s), now)
    # A priority that stays is not written.
    value = next((value for field, value in written if field == "priority"), None)
    stored = None if value is None else real_of(real_text(value))
    return real_priority(customer) if stored is None else max(stored, MIN_PRIORITY)


def aging_log(ledger: Ledger, now: int, half_life_s: float) -> tuple[Record, ...]:
    """What an update at `now` appends to the log: the time first, then one transaction for all customers.

    Nothing unless `now` is after the last update.
    """
    # The record of the time may be new; the hash table may then grow and reorder before customers are updated.
    timed = ledger.replay([NewAd(ACCOUNTANT_KEY)])
    return _aging_records(ledger, timed.customers_in_table_order(), now, half_life_s)


def age(ledger: Ledger, now: int, half_life_s: float) -> Ledger:
    """The ledger after an update at `now` (seconds since the epoch); groups and idle customers are updated as well.

    When the clock was set back, only the time of the last update changes and nothing is charged.
    """
    if now < ledger.last_update_time:
        return ledger.with_update_time(now)
    if now == ledger.last_update_time:
        return ledger
    names = list(ledger.customers)
    # Shares and limits of the last cycle are forgotten in memory only; a compaction would store the zeros.
    forgotten = [SetAttribute(CUSTOMER_PREFIX + name, attribute, "0.0") for name in names for attribute in _IN_MEMORY]
    return ledger.replay((*_aging_records(ledger, names, now, half_life_s), *forgotten))


def _aging_records(ledger: Ledger, names: list[str], now: int, half_life_s: float) -> tuple[Record, ...]:
    elapsed = now - ledger.last_update_time
    if elapsed <= 0:
        return ()
    beta = aging_factor(elapsed, half_life_s)
    draft = RecordBuilder(ledger.ads)
    draft.integer(ACCOUNTANT_KEY, "LastUpdateTime", now)
    with draft.transaction():
        for name in names:
            key = CUSTOMER_PREFIX + name
            for written, value in updates(ledger.customers[name], elapsed, beta, now):
                draft.number(key, CUSTOMER_ATTRIBUTES[written], value)
    return tuple(draft.records)


def sanity_log(ledger: Ledger, group_of: GroupOf) -> tuple[Record, ...]:
    """The records that make customers' counts agree with the slot records (`CheckResources`).

    A group counts the slots of submitters assigned to it, not to a subgroup; a group no longer configured counts none.
    Usage of whole subtrees is not corrected.
    """
    counts: dict[str, int] = {}
    weights: dict[str, float] = {}
    for key in ledger.in_table_order(RESOURCE_PREFIX):
        slot = ledger.resources[key[len(RESOURCE_PREFIX) :]]
        if slot.remote_user is None:
            continue
        # A group's name has no @, so the two names always differ.
        names = [slot.remote_user] if "@" in slot.remote_user else []
        for name in [*names, group_of(slot.remote_user)]:
            counts[name] = counts.get(name, 0) + 1
            weights[name] = weights.get(name, 0.0) + slot.weight
    draft = RecordBuilder(ledger.ads)
    for name in ledger.customers_in_table_order():
        customer = ledger.customers[name]
        counted = not customer.is_group or group_of(name) == name
        used = counts.get(name, 0) if counted else 0
        weight = weights.get(name, 0.0) if counted else 0.0
        if used != (customer.resources_used or 0):
            draft.integer(CUSTOMER_PREFIX + name, "ResourcesUsed", used)
        if weight != (customer.weighted_resources_used or 0.0):
            draft.real(CUSTOMER_PREFIX + name, "WeightedResourcesUsed", weight)
    return tuple(draft.records)


def start_up(ledger: Ledger, now: int, rules: PriorityRules, groups: Iterable[str], group_of: GroupOf) -> Ledger:
    """The ledger after a negotiator started at `now`: counts corrected, groups known, priorities updated.

    `groups` are the names of the configured groups, `<none>` first, breadth first.
    """
    return catch_up(ledger.replay(sanity_log(ledger, group_of)), now, rules, groups, group_of)


def catch_up(ledger: Ledger, now: int, rules: PriorityRules, groups: Iterable[str], group_of: GroupOf) -> Ledger:
    """The ledger of a running negotiator at the start of a cycle at `now`: as after `start_up`, except for the counts.

    These stay as the previous cycle left them and go on being charged, whatever the slot records say.
    """
    return age(freeze_factors(ledger, groups, rules, group_of), now, rules.half_life_s)
