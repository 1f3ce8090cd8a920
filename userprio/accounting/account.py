"""A customer's record in the memory of an accountant, where figures change in place."""

from dataclasses import dataclass, fields

from userprio.ledger import Customer


@dataclass(slots=True)
class Account:
    """What `Customer` says, of a submitter or group whose record somebody keeps up; the fields mean the same."""

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
        """The account of a customer as its record stands."""
        return cls(*(getattr(customer, name) for name in _FIELDS))

    @property
    def leased(self) -> bool:
        """Whether some value of it is leased, or was."""
        return bool(self.ceiling_lease_expiration or self.floor_lease_expiration or self.factor_lease_expiration)


_FIELDS = tuple(field.name for field in fields(Account))

AnyAccount = Customer | Account
"""A customer as a ledger has it, or in the memory of an accountant."""
