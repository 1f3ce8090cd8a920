"""Knob values that daemons do not accept; misspelt, dead or misread names of groups, knobs and submitters."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from math import isnan
from typing import Final

from msgspec import Struct, structs

from userprio.accounting.quotas import ROOT, Group, GroupTree, GroupWarning, GroupWarningKind, fold
from userprio.analysis.check.findings import (
    Finding,
    Findings,
    Level,
    Location,
    Situation,
    error_place,
    few,
    finding,
    if_meant,
    knob_place,
    note,
    place_of,
    unprefixed,
    verb,
    warning,
)
from userprio.base import INT_MAX, counted, likeliest, one_slip
from userprio.classad import Evaluator, PatternError, compile_pattern, text_of
from userprio.config import (
    REFERENCE,
    Config,
    ConfigError,
    Definition,
    ErrorKind,
    Knob,
    KnobError,
    KnobType,
    OnBadValue,
    Reader,
    WarningKind,
    find_knob,
    group_knob,
    is_known,
    likely_knob,
    nearest_group_knob,
    used_by_others,
)
from userprio.ledger import CUSTOMER_PREFIX
from userprio.pool import longest_name, name_length

_DETECTED: Final = ("detected_", "hostname", "full_hostname", "ip", "tilde", "opsys", "arch", "uname_", "utsname_")


class Values(Struct, frozen=True):
    """The findings, and a configuration that the other checks can read."""

    findings: tuple[Finding, ...]
    readable: Config
    """The configuration with unreadable values replaced by what HTCondor's tools would use."""
    replaced: frozenset[str]
    """The knobs, in lower case, whose values were replaced."""


def check_values(config: Config) -> Values:
    """Check the value of every knob that is set and has a reader."""
    findings: list[Finding] = []
    for remark in config.warnings:
        if remark.kind is WarningKind.PLACEHOLDER:
            what, place = remark.message.partition(";")[0], Location(remark.path, remark.line)
            hint = "Replace it with the value for your pool"
            findings.append(finding(Level.ERROR, "placeholder", place, f"{what}, and no daemon starts with it", hint))
    replaced: dict[str, str] = {}
    incomplete: dict[tuple[str, ...], list[Finding]] = {}
    for name, knob in _read_knobs(config):
        definition = config.scope.definition(name)
        spelled = name if definition is None else definition.name
        try:
            _read(config, name, knob)
        except KnobError as error:
            # $(DETECTED_CPUS) and the like are empty here, but not on the machine that reads them.
            if knob is not None and not _depends_on_machine(config, name):
                # A configuration given in part lacks macros: one finding for all of its victims, not one for each.
                macros = (macro for macro in _referenced(config, name, plainly=True) if config.raw(macro) is None)
                missing = tuple(macro for macro in macros if macro.lower() != "dollar")
                problems = incomplete.setdefault(missing, []) if missing else findings
                problems.append(_bad_value(config, name, knob, error))
                value = error.instead
                text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
                replaced[spelled] = text
        except ConfigError as error:
            findings.append(_bad_macro(config, name, error))
            replaced[spelled] = ""
    findings += (_for_want(missing, several) for missing, several in incomplete.items())
    readable = config.with_overrides(replaced) if replaced else config
    return Values(tuple(findings), readable, frozenset(name.lower() for name in replaced))


def _read_knobs(config: Config) -> Iterator[tuple[str, Knob | None]]:
    """The names that are set and the knob of each; None if it is unknown, or nothing reads it."""
    seen, groups = set[str](), frozenset[str]()
    with suppress(ConfigError, KnobError):
        groups = frozenset(name.lower() for name in config.words("GROUP_NAMES") if name != ROOT)
    for spelled in config.names():
        name = unprefixed(config, spelled)
        key, knob = name.lower(), find_knob(name)
        # Local names and subsystems give a knob several spellings; each knob is checked as it is read, once.
        if key in seen or not (config.is_set(name) or (knob is not None and knob.required)):
            continue
        seen.add(key)
        if knob is not None and knob.is_pattern and not _is_read(config, key, knob, groups):
            knob = None
        yield name, None if knob is None or knob.reader is Reader.NOBODY else knob


def _is_read(config: Config, key: str, knob: Knob, groups: frozenset[str]) -> bool:
    """Whether a member of a family is read: only for listed groups, and not a dynamic quota beside a static one."""
    stem, family, _ = knob.name.lower().partition("<group>")
    group = key[len(stem) :]
    hidden = knob.name.startswith("GROUP_QUOTA_DYNAMIC_") and config.is_set(f"GROUP_QUOTA_{group}")
    return bool(family) and group in groups and not hidden


def _read(config: Config, name: str, knob: Knob | None) -> None:
    if knob is None:
        config.text(name)
        return
    config.value(name)
    if knob.type is KnobType.PATTERN and (text := config.text(name)) is not None:
        try:
            compile_pattern(text.encode(errors="surrogateescape"), "i")
        except PatternError:
            raise KnobError(f"{name} is not a regular expression", knob=name, text=text) from None


def _bad_value(config: Config, name: str, knob: Knob, error: KnobError) -> Finding:
    fault = error.message.rpartition("; it")[0] or error.message  # without the remark about the default
    level, kind = Level.WARNING, "bad-value"
    if knob.on_bad_value is OnBadValue.IGNORED and _expands(config, name):
        kind = "ignored-expression"
        happens = f"{knob.reader} ignores it{f': {knob.without}' if knob.without else ''}"
    elif knob.beside and not config.is_set(knob.beside):
        happens = f"{knob.reader} stops there as soon as {knob.beside} is set"
    elif knob.on_bad_value is OnBadValue.DEFAULTED:
        happens = "its reader takes the default"
    elif knob.reader is Reader.DEFRAG:
        level, happens = Level.ERROR, "condor_defrag exits there, at each start"
    elif knob.reader not in (Reader.SCHEDD, Reader.STARTD):
        level, happens = Level.ERROR, "condor_negotiator stops there, at its start or as soon as a cycle reads it"
    elif knob.type is KnobType.EXPRESSION:
        happens = "the schedd or startd that reads it cannot use it"
    else:
        level, happens = Level.ERROR, "the schedd or startd that reads it stops"
    return finding(level, kind, _place(config, name, error), f"{fault}; {happens}", _advice(name, knob, error))


def _referenced(config: Config, name: str, *, plainly: bool) -> Iterator[str]:
    """The macros that a knob's value refers to, directly or through others; `plainly`: as `$(NAME)`, without more."""
    waiting, seen = [name], set[str]()
    while waiting:
        text = config.raw(waiting.pop()) or ""
        for reference in REFERENCE.finditer(text):
            plain_one = reference[0].startswith("$(") and text[reference.end() : reference.end() + 1] == ")"
            if reference[1] not in seen and (plain_one or not plainly):
                seen.add(reference[1])
                waiting.append(reference[1])
                yield reference[1]


def _for_want(missing: tuple[str, ...], several: list[Finding]) -> Finding:
    """One finding for all values that lack the same macros, with the level, place and effect of the worst."""
    worst = min(several, key=lambda problem: list(Level).index(problem.level))
    names, macros = [problem.happens.split(" ", 1)[0] for problem in several], few([f"$({name})" for name in missing])
    what = (
        f"{verb(names, 'refers', 'refer')} to {macros}, which nothing sets, and without "
        f"{'it' if len(missing) == 1 else 'them'} {'has' if len(names) == 1 else 'have'} no valid value; "
        f"{worst.happens.rpartition('; ')[2]}"
    )
    hint = f"Set {few(list(missing))}, if this is the whole configuration"
    return structs.replace(worst, code="undefined-macro", happens=what, advice=hint)


def _expands(config: Config, name: str) -> bool:
    with suppress(KnobError):
        config.text(name)
        return True
    return False


def _advice(name: str, knob: Knob, error: KnobError) -> str:
    if knob.type in (KnobType.EXPRESSION, KnobType.PATTERN):
        return f"Correct the {knob.type}, or remove the line"
    text = error.text.strip().lower()
    if knob.type is KnobType.BOOLEAN:
        truth = {"yes": "True", "on": "True", "y": "True", "t": "True", "no": "False", "off": "False", "n": "False"}
        return f"Write {truth[text]}" if text in truth else "Write True or False"
    number = "a whole number" if knob.type is KnobType.INTEGER else "a number"
    if error.low is not None and error.low > -INT_MAX:
        if error.high is not None and abs(error.high) < 1e30:
            return f"Give {number} from {error.low:.10g} to {error.high:.10g}"
        return f"Give {number} that is at least {error.low:.10g}"
    unit = "seconds" if knob.unit == "s" else knob.unit
    return f"Give {number} without a unit; {name} counts {unit}" if unit else f"Give {number} without a unit"


def _bad_macro(config: Config, name: str, error: ConfigError) -> Finding:
    knob = find_knob(name)
    level = Level.WARNING if knob is None or knob.is_pattern else Level.ERROR
    then, hint = "stops", error.hint or "Correct the value"
    if error.kind is ErrorKind.CIRCULAR_MACRO:
        then, hint = "hangs", "Break the circle"
    what = f"{error.message}; a daemon that looks it up {then}"
    return finding(level, "bad-macro", _place(config, name, error), what, hint)


def _place(config: Config, name: str, error: KnobError | ConfigError) -> Location:
    return knob_place(config, name) if error.path is None else error_place(error)


def _depends_on_machine(config: Config, name: str) -> bool:
    """Whether the value depends on what only HTCondor on its own machine can detect, so that it is unknown here."""
    macros = _referenced(config, name, plainly=False)
    return any(macro.lower().startswith(_DETECTED) and config.raw(macro) is None for macro in macros)


_QUOTA: Final = "GROUP_QUOTA_"
_NEVER: Final = {
    "HFS_MAX_ALLOCATION_ROUNDS": "GROUP_QUOTA_MAX_ALLOCATION_ROUNDS",
    "HFS_ROUND_ROBIN_RATE": "GROUP_QUOTA_ROUND_ROBIN_RATE",
    "SlotWeight": "SLOT_WEIGHT",
}
"""Names that are only read if another has no value, which it always has."""
_LISTS: Final = (KnobType.LIST, KnobType.KNOBS)


def check_groups(situation: Situation) -> Findings:
    """Names that are not groups, groups without a quota, knobs of groups that do not exist."""
    config, tree = situation.config, situation.tree
    if (config.text("GROUP_NAMES") or "").startswith('"'):
        return  # the names are not the intended ones; see `_quoted`
    for remark in tree.warnings:
        if remark.trouble is not GroupWarningKind.NO_QUOTA:
            yield _ignored(config, tree, remark)
    yield from _without_quota(config, tree)
    yield from _of_each_group(config, tree)
    yield from _of_no_group(config, tree)


def _own_knobs(config: Config) -> Iterator[tuple[str, str, str]]:
    """The knobs about single groups that are set: the name as spelled, its stem, and the group that it names."""
    for spelled in config.names():
        stem, group = group_knob(unprefixed(config, spelled))
        if stem is not None:
            yield spelled, stem, group


def _ignored(config: Config, tree: GroupTree, remark: GroupWarning) -> Finding:
    place, name = knob_place(config, "GROUP_NAMES"), remark.group
    match remark.trouble:
        case GroupWarningKind.RESERVED_NAME:
            what = f"GROUP_NAMES lists {ROOT}, which is the name of the root"
            what += "; condor_negotiator logs an error and goes on"
            return warning("reserved-group", place, what, f"Take {ROOT} out of GROUP_NAMES")
        case GroupWarningKind.MISSING_PARENT:
            parent = name.rpartition(".")[0]
            members = tree.assigned(f"{name}.user@domain").name
            what = f"Group {name} is ignored, because its parent is not in GROUP_NAMES; its members count as {members}"
            return warning("missing-parent", place, what, f"Put {parent} into GROUP_NAMES, with a quota")
    if (group := tree.find(name)) is None or group.name == name:
        what = f"GROUP_NAMES lists {name} twice, and the second is ignored"
    else:
        both = f"as {group.name} and as {name}; {group.name} counts"
        what = f"GROUP_NAMES lists a group twice, {both}, as case does not matter"
    return warning("duplicate-group", place, what, "Keep one of them")


def _without_quota(config: Config, tree: GroupTree) -> Findings:
    """Groups without a quota; one finding for all with the same consequence."""
    alike: dict[bool, list[str]] = {}
    for remark in tree.warnings:
        if remark.trouble is GroupWarningKind.NO_QUOTA:
            group = tree.find(remark.group)
            surplus = group is not None and (group.accepts_surplus or group.autoregroup)
            alike.setdefault(surplus, []).append(remark.group)
    # A quota of no group beside a group of no quota is most likely one typing error, not two.
    quotas = ((knob, group) for knob, stem, group in _own_knobs(config) if stem.startswith(_QUOTA))
    unlisted = {group: knob for knob, group in quotas if tree.find(group) is None}
    for surplus, names in alike.items():
        single = len(names) == 1
        if surplus:
            then = f"{'it only gets' if single else 'they only get'} what others leave over"
        else:
            then = f"{'its' if single else 'their'} members and subgroups get nothing"
        what = f"{'Group ' if single else ''}{verb(names, 'has', 'have')} no quota, which counts as 0: {then}"
        near = next((unlisted[near] for name in names if (near := likeliest(name, unlisted)) is not None), None)
        meant = "" if near is None else f"; {near} may have been meant for one"
        hint = f"Set GROUP_QUOTA_{names[0]} or GROUP_QUOTA_DYNAMIC_{names[0]}{'' if single else ', and so on'}{meant}"
        yield (note if surplus else warning)("group-without-quota", knob_place(config, "GROUP_NAMES"), what, hint)


def _of_each_group(config: Config, tree: GroupTree) -> Findings:
    """Odd names, and two quotas."""
    place = knob_place(config, "GROUP_NAMES")
    for group in tree.groups[1:]:
        if "@" in group.name:
            what = f"Group {group.name} has an @ in its name, so that its own record is listed as a user's"
            yield warning("group-with-at", place, what, "Name the group without @")
        if group.name.endswith("."):
            what = f"Group {group.name} ends in a dot, and is a subgroup without a name"
            yield warning("group-with-dot", place, what, "Remove the dot, or complete the name")

        fixed, share = (f"{stem}{group.name}" for stem in ("GROUP_QUOTA_", "GROUP_QUOTA_DYNAMIC_"))
        no_numbers = [knob for knob in (fixed, share) if _is_nan(config, knob)]
        for knob in no_numbers:
            what = f"{knob} is NaN, not a number, which condor_negotiator takes as not set"
            yield warning("bad-value", knob_place(config, knob), what, "Give a number")
        if config.is_set(fixed) and config.is_set(share) and fixed not in no_numbers:
            what = f"{share} is never read, because {fixed} is set as well and takes precedence"
            yield warning("two-quotas", knob_place(config, share), what, "Remove one of them")


def _is_nan(config: Config, knob: str) -> bool:
    with suppress(KnobError):  # of values that are refused, there is a finding already
        number = config.real(knob, default=None)
        return number is not None and isnan(number)
    return False


def _of_no_group(config: Config, tree: GroupTree) -> Findings:
    """Knobs about groups that are not in the tree."""
    ignored = {fold(remark.group) for remark in tree.warnings}
    used = used_by_others(config)
    for knob, stem, group in _own_knobs(config):
        # Groups that are ignored have a finding of their own, and a knob that others refer to is a user's macro.
        if knob.lower() in used or tree.find(group) is not None or fold(group) in ignored or not config.is_set(knob):
            continue
        meant = nearest_group_knob(knob, [other.name for other in tree.groups[1:]])
        what = f"{knob} is never read, because {group} is not in GROUP_NAMES"
        hint = if_meant(meant) if meant else f"Put {group} into GROUP_NAMES, or remove the line"
        code = "quota-without-group" if stem.startswith(_QUOTA) else "knob-without-group"
        yield warning(code, knob_place(config, knob), what, hint, None if meant is None else (knob, meant))


def check_spelling(situation: Situation) -> Findings:
    """Unknown names that resemble one that HTCondor knows, and names that it does not read any more."""
    config, tree = situation.config, situation.tree
    yield from _dead(config)
    yield from _quoted(config)
    yield from _set_twice(config)
    used = used_by_others(config)
    about_groups = {knob for knob, _, _ in _own_knobs(config)}
    for name in config.names():
        if name in about_groups or name.lower() in used or is_known(name, config) or not config.is_set(name):
            continue
        if is_known(name.rstrip("0123456789"), config):  # the user's own macro, numbered after a knob
            continue
        if (meant := likely_knob(name, [group.name for group in tree.groups[1:]])) is not None:
            what = f"{name} is not a known knob, and nothing else refers to it: it probably has no effect"
            yield warning("misspelt-knob", knob_place(config, name), what, if_meant(meant), (name, meant))


def _dead(config: Config) -> Findings:
    for old, new in _NEVER.items():
        if config.is_set(old) and config.raw(new):
            what = f"{old} is never used: {new} takes precedence, and always has a value, here `{config.raw(new)}`"
            yield warning("dead-knob", knob_place(config, old), what, f"Write {new}", (old, new))
    old, new = "GROUP_DYNAMIC_MACH_CONSTRAINT", "NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT"
    if config.is_set(old) and config.is_set(new):
        what = f"{old} is never read: {new} takes precedence"
        yield warning("dead-knob", knob_place(config, old), what, "Take it out")


def _quoted(config: Config) -> Findings:
    """Lists in quotes, which become part of the first and the last item."""
    for name in config.names():
        knob, text = find_knob(name), (config.raw(name) or "").strip()
        if knob is None or knob.type not in _LISTS or len(text) < 2 or not (text[0] == text[-1] == '"'):
            continue
        bare = text.strip('"')
        what = f"{name} is in quotes, which count as part of its items: {few(config.words(name))}"
        yield warning("quoted-list", knob_place(config, name), what, f"Write {name} = {bare}", (text, bare))


def _set_twice(config: Config) -> Findings:
    """Knobs that one file sets to two values, of which the first has no effect."""
    by_file: defaultdict[str | None, list[tuple[Definition, Definition]]] = defaultdict(list)
    for pair in config.set_again:
        by_file[pair[1].origin.path].append(pair)
    for pairs in by_file.values():
        (first, last), *others = pairs
        also = f"; so {'is' if len(others) == 1 else 'are'} {few([each.name for _, each in others])}" if others else ""
        what = f"{last.name} is set again here, so that line {first.origin.line} of this file counts for nothing{also}"
        yield note("set-twice", place_of(last.origin), what, "Keep one of the lines")


_RECENT_S: Final = 7 * 86400
"""Submitters in the ledger count as active if they used something this recently."""
_A_RULE: Final = 3
"""How many users with a dot in their names make that a convention."""
_MAJORITY: Final = 0.6
_FEWEST: Final = 3
"""Submitters, and share of all, that a domain needs to be taken for the right one."""

_SHOWN: Final = 40
"""Characters shown of a name that is too long."""

Placed = Callable[[], Location]
"""Finds a place, which may mean searching a file."""


def check_submitters(situation: Situation) -> Findings:
    """Check the submitters of the snapshot and the active ones in the ledger."""
    active = _active(situation)
    if situation.tree.group_mode:
        yield from _groups(active, situation.config, situation.tree)
    yield from _domains(active, situation.config)
    yield from _twins(situation, active)
    yield from _long(situation)


def _active(situation: Situation) -> dict[str, Placed]:
    """The submitters that ask for something or used something recently, and where they are recorded."""
    names: dict[str, Placed] = {}
    scenario, evaluator = situation.scenario, Evaluator(situation.now)
    for ad in scenario.pool.submitters:
        name = evaluator.attribute("Name", ad)
        if isinstance(name, str) and "@" in name:
            names.setdefault(name, partial(situation.submitter_place, name))
    recent = (scenario.ledger.last_update_time or scenario.now) - _RECENT_S
    for name, customer in scenario.ledger.customers.items():
        active = customer.resources_used or (customer.last_usage_time or 0) >= recent
        if active and not customer.is_group and name not in names:
            names[name] = partial(situation.record_place, CUSTOMER_PREFIX + name, None)
    return names


def _groups(active: Mapping[str, Placed], config: Config, tree: GroupTree) -> Findings:
    """Prefixes that do not name a group: mistyped; of several users, so probably a group not listed; or neither."""
    nice = (config.text("NICE_USER_ACCOUNTING_GROUP_NAME") or "").lower()
    ignored = {fold(remark.group) for remark in tree.warnings}
    strangers: dict[tuple[int, str], list[str]] = {}
    for name in active:
        path = name.rpartition("@")[0].rpartition(".")[0]
        group = tree.assigned(name)
        # What is left after the known groups is either a mistyped group, a new one, or a dot in a user's name.
        known = 0 if group.name == ROOT else len(group.name.split("."))
        rest = path.split(".")[known:] if path else []
        if rest and fold(path) not in ignored and not (known == 0 and rest[0].lower() == nice):
            strangers.setdefault((group.number, rest[0]), []).append(name)
    dotted: dict[int, list[str]] = {}
    for (number, word), names in strangers.items():
        group = tree.groups[number]
        path_name = word if group.name == ROOT else f"{group.name}.{word}"
        what = f"There is no group {path_name}, so that {verb(names, 'counts', 'count')} as {group.name}"
        if (meant := _meant(tree, group, word)) is not None:
            hint = f"Have the jobs submitted with accounting_group = {meant}"
            yield warning("mistyped-group", active[names[0]](), f"{what}; it looks like {meant}", hint)
        # john.doe and john.smith are two users, physics.ann and physics.ben a group: the majority decides.
        elif len(names) > 1 and not _has_dotted_users(strangers, number):
            hint = f"Put {path_name} into GROUP_NAMES, with a quota, if these are to have one"
            yield warning("unlisted-group", active[names[0]](), what, hint)
        else:
            dotted.setdefault(number, []).extend(names)
    for number, names in dotted.items():
        what = (
            f"{verb(names, 'has', 'have')} a dot before the @, and what is before it counts as a group: since there "
            f"is no group of that name, {'this is a user' if len(names) == 1 else 'these are users'} of "
            f"{tree.groups[number].name}, until somebody creates one"
        )
        yield note("dotted-user", active[names[0]](), what, "Use accounting names without dots for users")


def _has_dotted_users(strangers: Mapping[tuple[int, str], list[str]], number: int) -> bool:
    """Whether names with dots are the convention here, so that two Johns do not suggest a group `john`.

    They are if most of the words before the dot belong to a single user.
    """
    sizes = [len(names) for (group, _), names in strangers.items() if group == number]
    alone = sum(size == 1 for size in sizes)
    return alone >= _A_RULE and alone > len(sizes) - alone


def _meant(tree: GroupTree, group: Group, word: str) -> str | None:
    """The group that a word after `group` was probably meant for: a similar child, or one of that name elsewhere."""
    siblings = {tree.groups[number].name.rpartition(".")[2]: tree.groups[number].name for number in group.children}
    if (near := likeliest(word, siblings)) is not None:
        return siblings[near]
    return next((other.name for other in tree.groups[1:] if other.name.rpartition(".")[2] == word), None)


def _domains(active: Mapping[str, Placed], config: Config) -> Findings:
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
            yield warning("wrong-local-domain", place, what, hint)
        elif not domains and own and config.text(own[0]) not in (None, local):
            what = f"ACCOUNTANT_LOCAL_DOMAIN is {local}, but {own[0]} names users @{config.text(own[0])}: {remote}"
            yield warning("wrong-local-domain", place, what, hint)
    usual, number = domains.most_common(1)[0] if domains else ("", 0)
    # Without a clear majority there is no right domain that others could be misspellings of.
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
        yield warning("odd-domain", active[names[0]](), what, hint)


def _twins(situation: Situation, active: Mapping[str, Placed]) -> Findings:
    """Names that differ only in case, at least one of them active or only made by an edit."""
    spellings: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for name in dict.fromkeys([*active, *(name for name in situation.ledger.customers if "@" in name)]):
        user, _, domain = name.rpartition("@")
        spellings[user.casefold(), domain].append(name)
    for names in spellings.values():
        if len(names) < 2:
            continue
        # Twins of the past harm nobody. One that was never used was made by an edit, which may have meant the other.
        made = {name for name in names if name not in active and not _is_used(situation, name)}
        newest = next((name for name in reversed(names) if name in active or name in made), None)
        if newest is None:
            continue
        what = f"{few(names)} differ only in case, and are {counted(len(names), 'submitter')} to HTCondor"
        hint = "Have the jobs submitted under one of the names; the others' usage counts for nothing in its priority"
        place = situation.record_place(CUSTOMER_PREFIX + newest, None) if newest in made else active[newest]()
        yield warning("case-twins", place, what, hint)


def _is_used(situation: Situation, name: str) -> bool:
    customer = situation.ledger.customers.get(name)
    return customer is None or bool(customer.last_usage_time)


def _long(situation: Situation) -> Findings:
    """Names of submitters that do not fit into the schedd's buffer."""
    evaluator, versions = Evaluator(situation.now), situation.scenario.versions
    for ad in situation.pool.submitters:
        name, most = text_of(evaluator, ad, "Name") or "", longest_name(versions.of_schedd(ad))
        if name_length(name) <= most:
            continue
        what = (
            f"The name {name[:_SHOWN]}... has {name_length(name)} characters, and schedd "
            f"{text_of(evaluator, ad, 'ScheddName')} takes no more than {most}: none of its jobs is matched"
        )
        place = situation.submitter_place(name)
        yield warning("name-too-long", place, what, "Shorten the names of its groups, or that of its user")
