"""The tree of accounting groups, as `GROUP_NAMES` and the knobs of each group draw it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from userprio.config import Config
from userprio.cxx import std_sort

ROOT: Final = "<none>"
"""Name of the root, the group of all submitters without one."""
_Warn = Callable[["GroupWarningKind", str, str], None]
"""Takes note of a trouble with a group, and a sentence about it."""


@dataclass(frozen=True, slots=True)
class Group:
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
    """What a negotiator passes over."""

    RESERVED_NAME = "reserved name"
    MISSING_PARENT = "missing parent"
    LISTED_TWICE = "listed twice"
    NO_QUOTA = "no quota"


@dataclass(frozen=True, slots=True)
class GroupWarning:
    """Something in the groups' configuration that a negotiator passes over with a line in its log."""

    message: str
    path: str | None
    line: int | None
    trouble: GroupWarningKind
    group: str
    """As spelled in `GROUP_NAMES`."""


@dataclass(frozen=True, slots=True)
class GroupTree:
    """All groups, breadth first, the root first."""

    groups: tuple[Group, ...]
    numbers: Mapping[bytes, int]
    """Number of each group by its folded name, see `fold`."""
    accepts_surplus: bool
    """Whether any group, or the default for groups, accepts surplus; `global_accept_surplus` of the negotiator."""
    warnings: tuple[GroupWarning, ...] = ()

    @property
    def root(self) -> Group:
        """The group `<none>`."""
        return self.groups[0]

    @property
    def group_mode(self) -> bool:
        """Whether the negotiator works group by group: at least one valid group is configured."""
        return len(self.groups) > 1

    def find(self, name: str) -> Group | None:
        """The group of exactly this name, in any case of letters."""
        # A group may be called <NONE>; the root is still found under its own spelling.
        number = 0 if name == ROOT else self.numbers.get(fold(name))
        return None if number is None else self.groups[number]

    def assigned(self, name: str) -> Group:
        """The group that a submitter or an accounting record belongs to (`GroupEntry::GetAssignedGroup`).

        `group.sub.user@domain` belongs to the deepest group along `group.sub` that exists. A name without `@` that is
        no group, such as that of a group removed from the configuration, belongs to the root.
        """
        exact = self.find(name)
        if exact is not None:
            return exact
        path, at, _ = name.rpartition("@")
        path, dot, _ = path.rpartition(".")
        if not at or not dot:
            return self.root
        folded = fold(path)
        deepest, end = 0, -1
        while True:
            end = folded.find(b".", end + 1)
            number = self.numbers.get(folded if end < 0 else folded[:end])
            if number is None:
                return self.groups[deepest]
            deepest = number
            if end < 0:
                return self.groups[deepest]

    def ancestry(self, number: int) -> Iterator[Group]:
        """The group itself, its parent, and so on up to the root."""
        at: int | None = number
        while at is not None:
            group = self.groups[at]
            yield group
            at = group.parent


def fold(name: str) -> bytes:
    """The form in which names are compared and sorted: `strcasecmp`, which knows the case of ASCII letters only."""
    return name.encode("utf-8", "surrogatepass").lower()


def build_tree(config: Config) -> GroupTree:
    """Draw the tree (`GroupEntry::hgq_construct_tree`).

    Names that a negotiator ignores are left out with a warning. Quotas that are not numbers or are out of range raise
    `KnobError`, as they stop a negotiator.
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
    root = Group(
        number=0,
        name=ROOT,
        parent=None,
        children=tuple(number_of[child] for child in children[ROOT]),
        configured=0.0,
        static=False,
        accepts_surplus=True,
        autoregroup=regroup or any(group.autoregroup for group in groups.values()),
    )
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
            missing = next(above for above in _above(name) if fold(above) not in spelled)
            message = f"group {name} is ignored: its parent {missing!r} is not in GROUP_NAMES"
            warn(GroupWarningKind.MISSING_PARENT, name, message)
        elif fold(name) in spelled:
            warn(GroupWarningKind.LISTED_TWICE, name, f"group {name} is ignored: it is listed twice")
        else:
            spelled[fold(name)] = name
            parents[name] = spelled[fold(parent)] if dot else ROOT
    return parents


def _above(name: str) -> Iterator[str]:
    """The names of all groups above this one, the outermost first."""
    for position, character in enumerate(name):
        if character == ".":
            yield name[:position]


def _quota(config: Config, name: str, warn: _Warn) -> tuple[float, bool]:
    """The configured quota of a group, and whether it is static. A static one hides a dynamic one."""
    # The negotiator reads -1 where nothing is set, and takes what is at least 0; so not-a-number counts as unset.
    slots = config.real(f"GROUP_QUOTA_{name}", default=None)
    if slots is not None and slots >= 0:
        return slots, True
    fraction = config.real(f"GROUP_QUOTA_DYNAMIC_{name}", default=None)
    if fraction is not None and fraction >= 0:
        return fraction, False
    message = f"group {name} has neither GROUP_QUOTA_{name} nor GROUP_QUOTA_DYNAMIC_{name}: its quota is 0"
    warn(GroupWarningKind.NO_QUOTA, name, message)
    return 0.0, False
