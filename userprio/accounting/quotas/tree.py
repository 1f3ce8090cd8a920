"""The configured tree of accounting groups, the quotas they get of a pool, and the demand of submitters."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import accumulate
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.cxx import std_sort, total
from userprio.classad import Expr
from userprio.config import Config

ROOT: Final = "<none>"
"""Name of the root, the group of all submitters without one."""
_Warn = Callable[["GroupWarningKind", str, str], None]
"""Records a kind of mistake, the name of the group, and a message."""


NEGLIGIBLE: Final = 1e-6
"""Less weight than any slot has: sums of weights differ by rounding."""


class Group(Struct, frozen=True):
    """One node of the tree."""

    number: int
    """Place in the breadth-first list; every per-group sequence of this package is indexed by it. The root is 0."""
    name: str
    """Full dotted name, spelled as in `GROUP_NAMES`."""
    parent: int | None
    children: tuple[int, ...]
    """In alphabetical order without regard to case."""
    configured: float
    """Slots where `static`, else the fraction of what the parent has left after its static children."""
    static: bool
    accepts_surplus: bool
    autoregroup: bool

    @property
    def surplus_policy(self) -> str:
        """`SurplusPolicy` of the group's accounting record."""
        if self.autoregroup:
            return "regroup"
        return "byquota" if self.accepts_surplus else "no"


class GroupWarningKind(StrEnum):
    """The mistakes that a negotiator tolerates."""

    RESERVED_NAME = "reserved name"
    MISSING_PARENT = "missing parent"
    LISTED_TWICE = "listed twice"
    NO_QUOTA = "no quota"


class GroupWarning(Struct, frozen=True):
    """A mistake in the groups' configuration that a negotiator tolerates, with a line in its log."""

    message: str
    path: str | None
    line: int | None
    trouble: GroupWarningKind
    group: str
    """As spelled in `GROUP_NAMES`."""


class GroupTree(Struct, frozen=True, dict=True):
    """All groups, breadth first, the root first."""

    groups: tuple[Group, ...]
    numbers: Mapping[bytes, int]
    """Number of each group by its folded name, see `fold`."""
    accepts_surplus: bool
    """Whether any group, or the default for groups, accepts surplus; `global_accept_surplus` of the negotiator."""
    warnings: tuple[GroupWarning, ...] = ()

    @cached_property
    def _assigned(self) -> dict[str, Group]:
        return {}

    @property
    def root(self) -> Group:
        """The group `<none>`."""
        return self.groups[0]

    @property
    def group_mode(self) -> bool:
        """Whether the negotiator works group by group: at least one valid group is configured."""
        return len(self.groups) > 1

    def find(self, name: str) -> Group | None:
        """The group of exactly this name, ignoring case."""
        number = _number(name, self.numbers)
        return None if number is None else self.groups[number]

    def assigned(self, name: str) -> Group:
        """The group that a submitter or an accounting record belongs to, see `assigned_number`."""
        known = self._assigned.get(name)
        if known is None:
            known = self._assigned[name] = self.groups[assigned_number(name, self.numbers)]
        return known

    def ancestry(self, number: int) -> Iterator[Group]:
        """The group itself, its parent, and so on up to the root."""
        at: int | None = number
        while at is not None:
            group = self.groups[at]
            yield group
            at = group.parent


def fold(name: str) -> bytes:
    """The form in which names are compared and sorted: as by `strcasecmp`, only ASCII letters ignore case."""
    return name.encode("utf-8", "surrogatepass").lower()


def assigned_number(name: str, numbers: Mapping[bytes, int]) -> int:
    """The number of the group that a submitter or an accounting record belongs to (`GroupEntry::GetAssignedGroup`).

    `group.sub.user@domain` belongs to the deepest group along `group.sub` that exists. A name without `@` that is not a
    configured group's, such as that of a removed group, belongs to the root. `numbers` are by folded name.
    """
    exact = _number(name, numbers)
    if exact is not None:
        return exact
    path = name.rpartition("@")[0]
    number = 0
    for above in accumulate(fold(path).split(b".")[:-1], lambda above, own: above + b"." + own):
        if above not in numbers:
            break
        number = numbers[above]
    return number


def _number(name: str, numbers: Mapping[bytes, int]) -> int | None:
    # A group may be called <NONE>; the root is still found under its own spelling.
    return 0 if name == ROOT else numbers.get(fold(name))


def build_tree(config: Config) -> GroupTree:
    """Build the tree (`GroupEntry::hgq_construct_tree`).

    Names that a negotiator ignores are left out with a warning.

    Raises:
        KnobError: a quota is not a number or is out of range, which stops a negotiator.
    """
    origin = config.origin("GROUP_NAMES")
    path, line = (None, None) if origin is None else (origin.path, origin.line)
    warnings: list[GroupWarning] = []

    def warn(trouble: GroupWarningKind, name: str, message: str) -> None:
        warnings.append(GroupWarning(message, path, line, trouble, name))

    accept = config.boolean("GROUP_ACCEPT_SURPLUS")
    regroup = config.boolean("GROUP_AUTOREGROUP")
    parents = _parents(config.words("GROUP_NAMES"), warn)
    children: dict[str, list[str]] = {name: [] for name in (ROOT, *parents)}
    for name, parent in parents.items():
        children[parent].append(name)
    breadth_first = [ROOT]
    for name in breadth_first:
        breadth_first.extend(children[name])
    number_of = {name: number for number, name in enumerate(breadth_first)}

    groups: dict[str, Group] = {}
    for name, parent in parents.items():
        configured, static = _quota(config, name, warn)
        groups[name] = Group(
            number=number_of[name],
            name=name,
            parent=number_of[parent],
            children=tuple(number_of[child] for child in children[name]),
            configured=configured,
            static=static,
            accepts_surplus=config.boolean(f"GROUP_ACCEPT_SURPLUS_{name}", default=accept),
            autoregroup=config.boolean(f"GROUP_AUTOREGROUP_{name}", default=regroup),
        )
    below = tuple(number_of[child] for child in children[ROOT])
    regroups = regroup or any(group.autoregroup for group in groups.values())
    root = Group(0, ROOT, None, below, 0.0, static=False, accepts_surplus=True, autoregroup=regroups)
    return GroupTree(
        groups=(root, *(groups[name] for name in breadth_first[1:])),
        numbers={fold(name): number for name, number in number_of.items()},
        accepts_surplus=accept or any(group.accepts_surplus for group in groups.values()),
        warnings=tuple(warnings),
    )


def _parents(names: Iterable[str], warn: _Warn) -> dict[str, str]:
    """The names that become groups, parents before children, each with the name of its parent."""
    candidates: list[str] = []
    for name in names:
        if name == ROOT:
            warn(GroupWarningKind.RESERVED_NAME, name, f"group {name} is ignored: that is the name of the root")
        else:
            candidates.append(name)
    spelled: dict[bytes, str] = {}
    parents: dict[str, str] = {}
    for name in std_sort(candidates, key=fold):
        parent, dot, _ = name.rpartition(".")
        if dot and fold(parent) not in spelled:
            missing = next(above for above in accumulate(name.split("."), "{}.{}".format) if fold(above) not in spelled)
            message = f"group {name} is ignored: its parent {missing!r} is not in GROUP_NAMES"
            warn(GroupWarningKind.MISSING_PARENT, name, message)
        elif fold(name) in spelled:
            warn(GroupWarningKind.LISTED_TWICE, name, f"group {name} is ignored: it is listed twice")
        else:
            spelled[fold(name)] = name
            parents[name] = spelled[fold(parent)] if dot else ROOT
    return parents


def _quota(config: Config, name: str, warn: _Warn) -> tuple[float, bool]:
    """The configured quota of a group, and whether it is static. A static one takes precedence."""
    # The negotiator reads -1 where nothing is set and accepts what is at least 0, so NaN counts as unset.
    slots = config.real(f"GROUP_QUOTA_{name}", default=None)
    if slots is not None and slots >= 0:
        return slots, True
    fraction = config.real(f"GROUP_QUOTA_DYNAMIC_{name}", default=None)
    if fraction is not None and fraction >= 0:
        return fraction, False
    if slots is None and fraction is None:
        message = f"group {name} has neither GROUP_QUOTA_{name} nor GROUP_QUOTA_DYNAMIC_{name}: its quota is 0"
    else:
        message = f"the quota of group {name} is NaN, which counts as not set: its quota is 0"
    warn(GroupWarningKind.NO_QUOTA, name, message)
    return 0.0, False


class QuotaSettings(Struct, frozen=True):
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
    """`GROUP_QUOTA_ROUND_ROBIN_RATE`: how many slots the group furthest below its target may grow by in each pass."""
    max_rounds: int
    """`GROUP_QUOTA_MAX_ALLOCATION_ROUNDS`."""
    sort_expression: Expr
    """`GROUP_SORT_EXPR`."""
    sort_text: str
    """`GROUP_SORT_EXPR` as written."""

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


class Quotas(Struct, frozen=True):
    """Quotas of one cycle by group number; weighted slots."""

    pool: float
    """Size of the pool, the quota of the root's subtree."""
    subtree: tuple[float, ...]
    """What each group received for itself and its descendants."""
    effective: tuple[float, ...]
    """What each group may use itself, without its descendants (`EffectiveQuota`)."""

    def with_whole_pool_for_root(self) -> "Quotas":
        """A copy in which the root's own quota is the whole pool, as under autoregroup."""
        return replace(self, effective=(self.pool, *self.effective[1:]))


def assign_quotas(tree: GroupTree, pool: float, settings: QuotaSettings) -> Quotas:
    """Hand the pool down the tree (`GroupEntry::hgq_assign_quotas`; HTCondor manual, "Defining Group Quotas").

    Static children come first, dynamic ones share what is left. Dynamic fractions that sum to more than 1 are scaled
    to 1; static quotas that exceed their parent's are scaled down only without oversubscription. A group that receives
    nothing leaves its whole subtree with nothing.
    """
    subtree = [0.0] * len(tree.groups)
    effective = [0.0] * len(tree.groups)
    subtree[0] = max(pool, 0.0)
    for group in tree.groups:
        quota = subtree[group.number]
        if quota <= 0:
            continue
        children = [tree.groups[number] for number in group.children]
        wanted = total(child.configured for child in children if child.static)
        fractions = total(child.configured for child in children if not child.static)
        for_static = wanted if settings.oversubscription else min(wanted, quota)
        for_dynamic = max(0.0, quota - for_static)
        per_static = for_static / wanted if wanted > 0 else 0.0
        per_dynamic = for_dynamic / max(fractions, 1.0)
        handed_down = 0.0
        for child in children:
            subtree[child.number] = child.configured * (per_static if child.static else per_dynamic)
            handed_down += subtree[child.number]
        # Even then the root keeps only what its children leave: its quota is not configured.
        keeps_all = settings.oversubscription and group.parent is not None
        effective[group.number] = quota if keeps_all else max(0.0, quota - handed_down)
    return Quotas(pool, tuple(subtree), tuple(effective))


def excess(in_use: float, quota: float) -> float:
    """How much more is in use than a quota; 0 if it is not."""
    over = in_use - quota
    return over if over > NEGLIGIBLE else 0.0


def submitter_demand(
    idle: int, running: int, weighted_idle: float | None, weighted_running: float | None, settings: QuotaSettings
) -> float:
    """The demand of one submitter ad, running jobs included: weighted slots, or jobs where weighted demand is off.

    A weighted count that the ad lacks (None) is replaced by the number of jobs.
    """
    if not settings.weighted_demand:
        return float(running + idle)
    return float(running if weighted_running is None else weighted_running) + (
        idle if weighted_idle is None else weighted_idle
    )


def group_demand(tree: GroupTree, submitters: Iterable[tuple[str, float]]) -> tuple[float, ...]:
    """Each group's own demand, from the names and demands of submitter ads; names without `@` are ignored."""
    demand = [0.0] * len(tree.groups)
    for name, slots in submitters:
        if "@" in name:
            demand[tree.assigned(name).number] += slots
    return tuple(demand)


def members(tree: GroupTree, names: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """For each group, the submitter ads (by index in `names`) that are negotiated with it, in the ads' order.

    The members of groups with autoregroup are in the root's list as well, after the root's own.
    """
    lists: list[list[int]] = [[] for _ in tree.groups]
    for place, name in enumerate(names):
        if "@" in name:
            lists[tree.assigned(name).number].append(place)
    for group in tree.groups[1:]:
        if group.autoregroup:
            lists[0] += lists[group.number]
    return tuple(tuple(places) for places in lists)
