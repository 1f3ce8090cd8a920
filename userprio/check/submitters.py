"""Names of submitters that will not be taken for what they were meant to be."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from userprio.check.situation import Finding, Level, Location, Situation, few, finding, knob_place, verb
from userprio.classad import Evaluator, text_of
from userprio.config import Config
from userprio.formats import counted
from userprio.ledger import CUSTOMER_PREFIX
from userprio.naming import likeliest, one_slip
from userprio.pool import longest_name, name_length
from userprio.quotas import ROOT, Group, GroupTree, fold

_RECENT_S: Final = 7 * 86400
"""Of the ledger those who used something that lately are looked at; the rest is history."""
_A_RULE: Final = 3
"""Users with a dot in their names that make it a custom."""
_MAJORITY: Final = 0.6
_FEWEST: Final = 3
"""Submitters that a domain needs to be taken for the right one."""

_SHOWN: Final = 40
"""Of a name that is too long."""

Placed = Callable[[], Location]
"""Finds a place, which may take looking through a file."""


def check_submitters(situation: Situation) -> Iterator[Finding]:
    """Look at the submitters of the snapshot and at those of the ledger that are active."""
    active = _active(situation)
    if situation.tree.group_mode:
        yield from _groups(active, situation.config, situation.tree)
    yield from _domains(active, situation.config)
    yield from _twins(situation, active)
    yield from _long(situation)


def _active(situation: Situation) -> dict[str, Placed]:
    """Who asks for something, or used something lately, and where that stands."""
    names: dict[str, Placed] = {}
    scenario = situation.scenario
    evaluator = Evaluator(now=scenario.now)
    for ad in scenario.pool.submitters:
        name = evaluator.attribute("Name", ad)
        if isinstance(name, str) and "@" in name:
            names.setdefault(name, partial(situation.submitter_place, name))
    recent = (scenario.ledger.last_update_time or scenario.now) - _RECENT_S
    for name, customer in scenario.ledger.customers.items():
        if customer.is_group or name in names:
            continue
        if customer.resources_used or (customer.last_usage_time or 0) >= recent:
            names[name] = partial(situation.record_place, CUSTOMER_PREFIX + name, None)
    return names


def _groups(active: Mapping[str, Placed], config: Config, tree: GroupTree) -> Iterator[Finding]:
    """Prefixes that name no group. One that several users have is a group that was forgotten; else it is a slip."""
    nice = (config.text("NICE_USER_ACCOUNTING_GROUP_NAME") or "").lower()
    ignored = {fold(warning.group) for warning in tree.warnings}
    strangers: dict[tuple[int, str], list[str]] = {}
    for name in active:
        path = name.rpartition("@")[0].rpartition(".")[0]
        group = tree.assigned(name)
        known = 0 if group.name == ROOT else len(group.name.split("."))
        rest = path.split(".")[known:] if path else []
        if rest and fold(path) not in ignored and not (known == 0 and rest[0].lower() == nice):
            strangers.setdefault((group.number, rest[0]), []).append(name)
    dotted: dict[int, list[str]] = {}
    for (number, word), names in strangers.items():
        group = tree.groups[number]
        whole = word if group.name == ROOT else f"{group.name}.{word}"
        what = f"There is no group {whole}, so that {verb(names, 'counts', 'count')} as {group.name}"
        meant = _meant(tree, group, word)
        if meant is not None:
            what = f"{what}; it looks like {meant}"
            hint = f"Have the jobs submitted with accounting_group = {meant}"
            yield finding(Level.WARNING, "mistyped-group", active[names[0]](), what, hint)
        elif len(names) > 1 and not _has_dotted_users(strangers, number):
            hint = f"Put {whole} into GROUP_NAMES, with a quota, if these are to have one"
            yield finding(Level.WARNING, "unlisted-group", active[names[0]](), what, hint)
        else:
            dotted.setdefault(number, []).extend(names)
    for number, names in dotted.items():
        what = (
            f"{verb(names, 'has', 'have')} a dot before the @, and what is before it counts as a group: since there "
            f"is no group of that name, {'this is a user' if len(names) == 1 else 'these are users'} of "
            f"{tree.groups[number].name}, until somebody creates one"
        )
        hint = "Use accounting names without dots for users"
        yield finding(Level.NOTE, "dotted-user", active[names[0]](), what, hint)


def _has_dotted_users(strangers: Mapping[tuple[int, str], list[str]], number: int) -> bool:
    """Whether users here have names with dots as a rule, so that two Johns make no group of John's.

    So it is where most of the words before the dot are one user's alone.
    """
    sizes = [len(names) for (group, _), names in strangers.items() if group == number]
    alone = sum(size == 1 for size in sizes)
    return alone >= _A_RULE and alone > len(sizes) - alone


def _meant(tree: GroupTree, group: Group, word: str) -> str | None:
    """The group that a word behind `group` may have been meant for: one there, or one of that very name elsewhere."""
    siblings = {tree.groups[number].name.rpartition(".")[2]: tree.groups[number].name for number in group.children}
    near = likeliest(word, siblings)
    if near is not None:
        return siblings[near]
    return next((other.name for other in tree.groups[1:] if other.name.rpartition(".")[2] == word), None)


def _domains(active: Mapping[str, Placed], config: Config) -> Iterator[Finding]:
    domains = Counter(name.rpartition("@")[2] for name in active)
    local = config.text("ACCOUNTANT_LOCAL_DOMAIN")
    own = [name for name in ("ACCOUNTING_DOMAIN", "UID_DOMAIN") if config.is_set(name)]
    if local is not None:
        place = knob_place(config, "ACCOUNTANT_LOCAL_DOMAIN")
        remote = "their factor is REMOTE_PRIO_FACTOR when they are first seen"
        hint = "Set it to what follows the @ in the names of your users, in the same case"
        if domains and local not in domains:
            common = domains.most_common(1)[0][0]
            what = f"ACCOUNTANT_LOCAL_DOMAIN is {local}, but no submitter has that, most have {common}: {remote}"
            yield finding(Level.WARNING, "wrong-local-domain", place, what, hint)
        elif not domains and own and config.text(own[0]) not in (None, local):
            what = f"ACCOUNTANT_LOCAL_DOMAIN is {local}, but {own[0]} names users @{config.text(own[0])}: {remote}"
            yield finding(Level.WARNING, "wrong-local-domain", place, what, hint)
    usual, number = domains.most_common(1)[0] if domains else ("", 0)
    if number < _FEWEST or number < _MAJORITY * domains.total():
        return
    for domain in domains:
        if domain == usual or not (domain.lower() == usual.lower() or one_slip(domain.lower(), usual.lower())):
            continue
        names = [name for name in active if name.rpartition("@")[2] == domain]
        what = (
            f"{verb(names, 'has', 'have')} the domain {domain}, which looks like {usual}: HTCondor treats them as "
            "different users, with priorities of their own"
        )
        hint = "Check ACCOUNTING_DOMAIN and UID_DOMAIN of the schedd that they submit to"
        yield finding(Level.WARNING, "odd-domain", active[names[0]](), what, hint)


def _twins(situation: Situation, active: Mapping[str, Placed]) -> Iterator[Finding]:
    """Names that differ in case alone, at least one of them active."""
    spellings: dict[str, list[str]] = {}
    everybody = dict.fromkeys([*active, *(name for name in situation.ledger.customers if "@" in name)])
    for name in everybody:
        user, _, domain = name.rpartition("@")
        spellings.setdefault(f"{user.casefold()}@{domain}", []).append(name)
    for names in spellings.values():
        newest = next((name for name in reversed(names) if name in active), None)
        if len(names) < 2 or newest is None:
            continue
        what = f"{few(names)} differ only in case, and are {counted(len(names), 'submitter')} to HTCondor"
        hint = "Have the jobs submitted under one of the names; the others' usage counts for nothing in its priority"
        yield finding(Level.WARNING, "case-twins", active[newest](), what, hint)


def _long(situation: Situation) -> Iterator[Finding]:
    """Names of submitters that do not fit into what a schedd reads them into."""
    evaluator, versions = Evaluator(now=situation.scenario.now), situation.scenario.versions
    for ad in situation.scenario.pool.submitters:
        name, most = text_of(evaluator, ad, "Name") or "", longest_name(versions.of_schedd(ad))
        if name_length(name) <= most:
            continue
        what = (
            f"The name {name[:_SHOWN]}... has {name_length(name)} characters, and schedd "
            f"{text_of(evaluator, ad, 'ScheddName')} takes no more than {most}: none of its jobs is matched"
        )
        hint = "Shorten the names of its groups, or that of its user"
        yield finding(Level.WARNING, "name-too-long", situation.submitter_place(name), what, hint)
