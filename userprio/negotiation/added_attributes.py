"""Attributes that exist only while slots and requests are matched (`addRemoteUserPrios`, `Matchmaker::negotiate`).

Figures that change from cycle to cycle, or from match to match, are calls of functions in them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from userprio.accounting.quotas import GroupTree, Quotas
from userprio.base.cxx import float32
from userprio.classad import (
    ERROR,
    Ad,
    Call,
    Context,
    Evaluator,
    Expr,
    Literal,
    Partition,
    Projection,
    ReferenceClosure,
    ReferenceIndex,
    Strict,
    Value,
    integer_of,
    number_of,
    parse,
    text_of,
)
from userprio.negotiation.matching import (
    PRIORITY_NAMES,
    UNOPTIMIZED,
    USER_NAMES,
    Comparison,
    MatchSide,
    flattened,
)
from userprio.negotiation.state import LiveAccounts, Requester
from userprio.pool import NegotiatorSettings

USE_BY_USER: Final = "ResourcesInUseByUser"
USE_BY_GROUP: Final = "ResourcesInUseByUsersGroup"
"""Functions of the negotiator that return the current usage of a user, or of a user's group."""
USE_FUNCTIONS: Final = frozenset({USE_BY_USER.lower(), USE_BY_GROUP.lower()})
PRIO_OF_USER: Final = "RemoteUserPrioOfUser"
FIRST_PRIO_OF_USER: Final = "RemoteUserFirstPrioOfUser"
FLOOR_OF_USER: Final = "RemoteUserFloorOfUser"
QUOTA_OF_USER: Final = "RemoteGroupQuotaOfUser"
"""Functions that stand for a user's figures that change from cycle to cycle; HTCondor has none of them."""

MISSING_IN_FIRST_CYCLE: Final = ("remotegroup", "remotegroupquota", "remotegroupresourcesinuse")
"""Attributes of a claimed slot, in lower case; those of other slots of its machine have a prefix.

A negotiator adds them only if the cycle before left an effective quota for the group of the slot's user, and it keeps
those quotas in memory only (`groupQuotasHash`).
"""

_FLOOR: Final = "RemoteUserFloor"
_OF_USERS: Final = ("remoteuserprio", "remoteuserresourcesinuse", "remoteuserfloor", *MISSING_IN_FIRST_CYCLE)


def added_to_slot(
    ad: Ad, settings: NegotiatorSettings, accounts: LiveAccounts, evaluator: Evaluator
) -> Mapping[str, Expr | Value | None]:
    """Attributes that a slot ad has during matching only.

    Figures of users are calls of functions, so they stay the same as long as user and group do.
    """
    added: dict[str, Expr | Value | None] = {name: parse(text) for name, text in settings.match_exprs}
    if settings.consider_preemption:
        user = _remote_user(ad, "", accounts, evaluator)
        if not settings.behaviour.user_floor_is_published:
            user.pop(_FLOOR, None)
        added |= user
        waiting = number_of(evaluator, ad, "PreemptingRank")
        if waiting is not None:
            added["CurrentRank"] = float(waiting)
        if settings.cross_slot_prios:
            for number in range(1, integer_of(evaluator, ad, "TotalSlots") + 1):
                added |= _remote_user(ad, f"{settings.resource_prefix}{number}_", accounts, evaluator)
    return added


def added_to_slots(
    ads: Sequence[Ad], settings: NegotiatorSettings, accounts: LiveAccounts, evaluator: Evaluator
) -> list[Mapping[str, Expr | Value | None]]:
    """The same for each of these ads, asking accounts once for all that agree in what decides it."""
    references = ReferenceIndex(ads)
    names = references.closure([], (*USER_NAMES, "PreemptingRank")).names
    if names is None or settings.cross_slot_prios:
        return [added_to_slot(ad, settings, accounts, evaluator) for ad in ads]
    number = Projection(names).number
    known: dict[int, Mapping[str, Expr | Value | None]] = {}
    additions = []
    for ad in ads:
        said = number(ad)
        added = known.get(said)
        if added is None:
            looks = evaluator.impure_reads
            added = added_to_slot(ad, settings, accounts, evaluator)
            if evaluator.impure_reads == looks:
                known[said] = added
        additions.append(added)
    return additions


def _remote_user(ad: Ad, prefix: str, accounts: LiveAccounts, evaluator: Evaluator) -> dict[str, Expr]:
    """The attributes about a slot's user; with a prefix, about the user of another slot of the machine."""
    names = (text_of(evaluator, ad, prefix + name) for name in USER_NAMES)
    user = next((name for name in names if name is not None), None)
    if user is None:
        return {}

    quota = accounts.previous_quota(user)
    named = dict(_named(user, None if quota is None else accounts.group_of(user)))
    if prefix:
        del named[_FLOOR]
    # The first answer may be another than the following ones.
    first, following = accounts.priority(user), accounts.priority(user)
    if first != following:
        named["RemoteUserPrio"] = Call(FIRST_PRIO_OF_USER, (Literal(user),))
    return {f"{prefix}{name}": expr for name, expr in named.items()}


@lru_cache(maxsize=1 << 14)
def _named(user: str, group: str | None) -> Mapping[str, Expr]:
    """The attributes about a user, and about its group if one is given, as calls of functions; cached."""
    whom = (Literal(user),)
    said: dict[str, Expr] = {
        "RemoteUserPrio": Call(PRIO_OF_USER, whom),
        "RemoteUserResourcesInUse": Call(USE_BY_USER, whom),
        _FLOOR: Call(FLOOR_OF_USER, whom),
    }
    if group is not None:
        said["RemoteGroup"] = Literal(group)
        said["RemoteGroupResourcesInUse"] = Call(USE_BY_GROUP, whom)
        said["RemoteGroupQuota"] = Call(QUOTA_OF_USER, whom)
    return said


def as_fetched(
    references: ReferenceIndex, settings: NegotiatorSettings, evaluator: Evaluator
) -> Callable[[Ad, Ad], Mapping[str, Expr | None]]:
    """Returns a function of a prepared slot and its ad as fetched, which gives the attributes to replace in the former.

    A negotiator flattens Requirements as they were fetched and adds attributes afterwards. That makes a difference
    only where Requirements read what is added: such a slot gets Requirements flattened without it.
    """
    reads = references.closure([], ["Requirements"])

    def added(closure: ReferenceClosure) -> list[str] | None:
        """The attributes read of those that may be added; None if any may be read."""
        return None if closure.names is None else [name for name in closure.names if _may_be_added(name, settings)]

    of_all = added(reads)
    if of_all == []:
        return lambda ready, fetched: {}
    flat = Partition(reads, lambda ad: flattened(ad, evaluator, of_slot=True))

    def slot(ad: Ad, before: Ad) -> Mapping[str, Expr | None]:
        if ad is before:
            return {}
        # One slot whose Requirements may read anything says nothing about those of the others.
        names = added(ReferenceIndex([ad]).closure([], ["Requirements"])) if of_all is None else of_all
        if names is not None and all(ad.raw_value(name) == before.raw_value(name) for name in names):
            return {}
        ad = flat.of(before)
        return {name: ad.expr(name) for name in ("Requirements", UNOPTIMIZED) if name in ad}

    return slot


def _may_be_added(name: str, settings: NegotiatorSettings) -> bool:
    """Whether an attribute, in lower case, may be one that is added to slots after they were fetched."""
    return (
        name == "currentrank" or name.endswith(_OF_USERS) or name in {name.lower() for name, _ in settings.match_exprs}
    )


USAGE: Final = frozenset({"submitteruserresourcesinuse", "submittergroupresourcesinuse"})
"""Attributes of a request, in lower case, that change with every match."""


def request_attributes(requester: Requester, accounts: LiveAccounts) -> dict[str, Value]:
    """The attributes that every request has about its submitter, with its current usage."""
    name = requester.submitter
    priority = accounts.priority(name)
    added: dict[str, Value] = {
        "SubmitterNegotiatingGroup": requester.negotiating_group,
        "SubmitterAutoregroup": requester.autoregroup,
        "SubmittorPrio": priority,
        "SubmitterUserPrio": priority,
        "SubmitterUserResourcesInUse": accounts.usage(name),
    }
    if requester.group_quota is not None:
        group = accounts.group_of(name)
        added["SubmitterGroup"] = group
        added["SubmitterGroupResourcesInUse"] = accounts.usage(group)
        added["SubmitterGroupQuota"] = requester.group_quota
    return added


_OF_SUBMITTERS: Final = USAGE | {
    "submitternegotiatinggroup",
    "submitterautoregroup",
    "submittorprio",
    "submitteruserprio",
    "submittergroup",
    "submittergroupquota",
}
_MOST_REQUESTS: Final = 1 << 14


class RequestSides:
    """Requests as expressions see them: one object for all that no expression can tell apart.

    If nothing relevant reads what requests say about their submitters, these objects serve all submitters and all
    following cycles; if something reads usage, each is valid only until the next match.
    """

    def __init__(
        self, kinds: Partition[MatchSide], relevant: ReferenceClosure, ordering: Comparison | None = None
    ) -> None:
        """`kinds` tells requests apart by the `relevant` attributes, those that decide about matches.

        `ordering` is the only thing that reads the priorities of their submitters, if there is such a thing.
        """
        names = relevant.names
        self._kinds = kinds
        self.tells_submitters = names is None or not _OF_SUBMITTERS.isdisjoint(names)
        """Whether anything relevant reads what requests say about their submitters."""
        self._tells_usage = names is None or not USAGE.isdisjoint(names)
        self._known: dict[Ad | tuple[Ad, Requester], MatchSide] = {}
        self._accounts: LiveAccounts
        others = _OF_SUBMITTERS - PRIORITY_NAMES
        self.ordering = None if names is None or not others.isdisjoint(names) else ordering
        """What reads priorities, if that is all that tells submitters apart."""
        self._plain = Projection(names)
        self._plain_numbers: dict[Ad, int] = {}

    def begin(self, accounts: LiveAccounts) -> None:
        """Prepare for a cycle."""
        self._accounts = accounts
        if self.tells_submitters or len(self._known) > _MOST_REQUESTS:
            self._known.clear()
        if len(self._plain_numbers) > _MOST_REQUESTS:
            self._plain_numbers.clear()

    def apart_from_priority(self, ad: Ad) -> int:
        """A number shared by all requests that nothing but the priorities of their submitters tells apart."""
        number = self._plain_numbers.get(ad)
        if number is None:
            number = self._plain_numbers[ad] = self._plain.number(ad)
        return number

    def priority(self, requester: Requester) -> float:
        """The priority that its requests show."""
        return self._accounts.priority(requester.submitter)

    def of(self, ad: Ad, requester: Requester) -> MatchSide:
        """The request with this ad."""
        key = (ad, requester) if self.tells_submitters else ad
        known = self._known.get(key)
        if known is None:
            known = self._kinds.of(ad.replace(request_attributes(requester, self._accounts)))
            if not self._tells_usage:
                self._known[key] = known
        return known


def negotiator_functions(accounts: Callable[[], LiveAccounts], group_mode: bool) -> dict[str, Strict]:
    """The functions that slot ads call about their users; for anything but a string they return an error."""

    def about(figure: Callable[[LiveAccounts, str], Value], *, timed: bool = False) -> Strict:
        def asked(context: Context, arguments: list[Value]) -> Value:
            context.look(timed=timed)
            user = arguments[0]
            return figure(accounts(), user) if isinstance(user, str) else ERROR

        return 1, 1, asked

    def by_group(accounts: LiveAccounts, user: str) -> Value:
        return float32(accounts.usage(accounts.group_of(user))) if group_mode else ERROR

    return {
        USE_BY_USER.lower(): about(lambda accounts, user: float32(accounts.usage(user))),
        USE_BY_GROUP.lower(): about(by_group),
        PRIO_OF_USER.lower(): about(lambda accounts, user: float32(accounts.priority(user)), timed=True),
        FIRST_PRIO_OF_USER.lower(): about(lambda accounts, user: float32(accounts.first_priority(user)), timed=True),
        FLOOR_OF_USER.lower(): about(lambda accounts, user: accounts.floor(user)),
        QUOTA_OF_USER.lower(): about(lambda accounts, user: accounts.previous_quota(user) or 0.0),
    }


def steady_quotas(tree: GroupTree, quotas: Quotas) -> dict[str, float]:
    """Effective quotas after every cycle, by group, while configuration and pool size do not change.

    `quotas` are those of the quota phase; surplus and rounds do not touch them. The root has the whole pool under
    autoregroup (`GroupEntry::hgq_negotiate_with_all_groups`).
    """
    left = quotas.with_whole_pool_for_root() if tree.root.autoregroup else quotas
    return {group.name: left.effective[group.number] for group in tree.groups}


def may_be_read(names: tuple[str, ...] | None) -> bool:
    """Whether expressions that refer to these attributes (in lower case; None: to any) may read previous quotas."""
    return names is None or any(name.endswith(MISSING_IN_FIRST_CYCLE) for name in names)
