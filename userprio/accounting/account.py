"""A customer's record in an accountant's memory, where figures change in place."""

from msgspec import Struct

from userprio.ledger import Customer


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
