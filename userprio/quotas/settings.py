"""The knobs that steer quotas and rounds, apart from those of single groups."""

from dataclasses import dataclass
from typing import Self

from userprio.classad import Expr
from userprio.config import Config


@dataclass(frozen=True, slots=True)
class QuotaSettings:
    """Values of the knobs, read once for a cycle."""

    oversubscription: bool
    """`NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION`: static quotas may exceed their parent's, which keeps its own."""
    strict: bool
    """`NEGOTIATOR_STRICT_ENFORCE_QUOTA`: groups that accept no surplus cap their whole subtree."""
    slot_weights: bool
    """`NEGOTIATOR_USE_SLOT_WEIGHTS`: slots are counted by weight and fractions of them are kept."""
    weighted_demand: bool
    """`NEGOTIATOR_USE_WEIGHTED_DEMAND`."""
    consider_preemption: bool
    """`NEGOTIATOR_CONSIDER_PREEMPTION`."""
    round_robin_rate: float
    """`GROUP_QUOTA_ROUND_ROBIN_RATE`: by how many slots the largest limit may grow from pass to pass."""
    max_rounds: int
    """`GROUP_QUOTA_MAX_ALLOCATION_ROUNDS`."""
    sort_expression: Expr
    """`GROUP_SORT_EXPR`."""
    sort_text: str
    """The same as written."""

    @classmethod
    def from_config(cls, config: Config) -> Self:
        """Read the knobs; `KnobError` where one of them has no valid value."""
        sort_expression = config.expression("GROUP_SORT_EXPR")
        assert sort_expression is not None, "an empty one is refused"
        return cls(
            oversubscription=config.boolean("NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION"),
            strict=config.boolean("NEGOTIATOR_STRICT_ENFORCE_QUOTA"),
            slot_weights=config.boolean("NEGOTIATOR_USE_SLOT_WEIGHTS"),
            weighted_demand=config.boolean("NEGOTIATOR_USE_WEIGHTED_DEMAND"),
            consider_preemption=config.boolean("NEGOTIATOR_CONSIDER_PREEMPTION"),
            round_robin_rate=config.real("GROUP_QUOTA_ROUND_ROBIN_RATE"),
            max_rounds=config.integer("GROUP_QUOTA_MAX_ALLOCATION_ROUNDS"),
            sort_expression=sort_expression,
            sort_text=config.string("GROUP_SORT_EXPR") or "",
        )
