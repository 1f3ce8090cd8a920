"""The order in which groups are served in a round: ascending by the value of `GROUP_SORT_EXPR`."""

from collections.abc import Sequence

from userprio.classad import Ad, Evaluator, Expr, Value, as_number
from userprio.cxx import FLT_MAX, std_sort
from userprio.quotas.quotas import Quotas
from userprio.quotas.settings import QuotaSettings
from userprio.quotas.tree import GroupTree


def sort_keys(
    tree: GroupTree,
    quotas: Quotas,
    allocated: Sequence[float],
    usage: Sequence[float],
    settings: QuotaSettings,
    evaluator: Evaluator,
) -> tuple[float, ...]:
    """The key of each group, from its quota, its allocation and what it has in use now (`GroupSortKey`)."""

    def key(number: int) -> float:
        attributes: dict[str, Expr | Value] = {
            "AccountingGroup": tree.groups[number].name,
            "SortExpr": settings.sort_expression,
            "SortExprString": settings.sort_text,
            "GroupQuota": float(quotas.effective[number]),
            "GroupResourcesAllocated": float(allocated[number]),
            "GroupResourcesInUse": float(usage[number]),
        }
        value = as_number(evaluator.attribute("SortExpr", Ad(attributes)))
        return FLT_MAX if value is None else float(value)

    return tuple(key(group.number) for group in tree.groups)


def serving_order(tree: GroupTree, keys: Sequence[float]) -> tuple[int, ...]:
    """The groups' numbers in the order in which they are served.

    Equal keys stay in the order that `std::sort` leaves of the breadth-first list. With autoregroup anywhere the root
    is last, whatever its key.
    """
    root_last = tree.root.autoregroup
    return tuple(std_sort(range(len(tree.groups)), key=lambda number: (root_last and number == 0, keys[number])))
