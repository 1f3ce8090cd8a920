"""The accounting records for a listing, and the slots of a submitter, from the ledger, a running pool, or a file."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from userprio import report
from userprio.accounting import RECORD_ATTRIBUTES, join_legacy, record_of, split_legacy
from userprio.accounting.quotas import GroupTree, build_tree
from userprio.base import OTHER_FILE, BadInput, Format, View, likeliest, meant, placed, read_file, the_only
from userprio.classad import Ad, ClassAdSyntaxError, Evaluator, parse, parse_prefix, references, unparse
from userprio.cli import Environment, GlobalOptions, ListingRequest, Source, is_classic, show, tell_what_if
from userprio.cli.loading import Reached, check_live, load_scenario, reach
from userprio.ledger import Resource
from userprio.negotiation import with_use_of_slots
from userprio.pool import ScenarioData


class UnreadableAds(BadInput):
    """The file of ads cannot be opened."""


class NoAds(BadInput):
    """The file does not begin with an attribute."""


def _read_legacy(path: Path, env: Environment) -> Ad:
    """The single ad that a file is read as, ignoring blank lines and comments (`InsertFromFile`).

    Reading ends with a warning at the first line that is not an attribute.

    Raises:
        UnreadableAds: the file does not exist or is not readable.
        NoAds: the first such line is not an attribute.
    """
    try:
        # Names may have any bytes. They are carried through, so that a listing writes them as they came.
        text = read_file(path, OTHER_FILE).decode(errors="surrogateescape")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise UnreadableAds(f"the file of ads cannot be opened: {reason or error}", path) from error
    pairs: list[tuple[str, str]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.lstrip(" \t")
        if not content or content.startswith("#"):
            continue
        pair = _attribute(line)
        if pair is None:
            problem = "this line is not 'name = value'"
            # condor_userprio reports an error only if nothing was read before the bad
            # line; after that it lists what it has.
            if not pairs:
                raise NoAds(problem, path, number, hint="Give what condor_userprio -grouprollup -long prints")
            env.warn(f"{path}, line {number}: {problem}; it and what follows is not read")
            break
        pairs.append(pair)
    ad = Ad.lazy(pairs)
    # condor_userprio lists nothing then and ends with 0, which looks like a pool without users.
    if "NumSubmittors" not in ad:
        env.warn(f"{path}: there is no NumSubmittors, so no record is listed; only a legacy ad can be read")
    return ad


def _attribute(line: str) -> tuple[str, str] | None:
    """The name and text of an attribute; anything after the expression is dropped."""
    from userprio.classad import split_line

    name, _, text = split_line(line)
    if not (name and text):
        return None
    with suppress(ClassAdSyntaxError):
        parse(text)
        return name, text
    with suppress(ClassAdSyntaxError):
        return name, unparse(parse_prefix(text))
    return None


def ask(request: ListingRequest, shared: GlobalOptions, env: Environment) -> Sequence[Ad] | Ad:
    """The accounting ads of a running pool, one for each record, or the numbered ad of a rolled-up reply.

    Raises:
        LiveError: it cannot be asked.
    """
    check_live(shared, env)
    reached = reach(shared, env)
    # Only the legacy answer is rolled up; condor_userprio has to ask the negotiator for it, too.
    if request.rollup:
        return reached.transport.rolled_up_accounts(reached.negotiator())
    if request.source is not Source.NEGOTIATOR:
        published = _published(reached)
        # As condor_userprio counts: fewer records than names, and the collector's
        # answer is dropped and the negotiator asked.
        if request.source is Source.COLLECTOR or len(naming(published, request.names)) >= len(request.names):
            return published
        env.stderr.write("Not all user(s) found in collector, querying negotiator...\n")
    return reached.transport.accounts(reached.negotiator())


def _published(reached: Reached) -> list[Ad]:
    """The collector's ads from the selected negotiator."""
    ads = reached.transport.published_accounts()
    evaluator = Evaluator(now=0)
    by_negotiator: dict[str, list[Ad]] = {}
    for ad in ads:
        sender = evaluator.attribute("NegotiatorName", ad)
        by_negotiator.setdefault(sender.lower() if isinstance(sender, str) else "", []).append(ad)
    # Records of several negotiators would be listed as one pool's; with a single
    # sender, asking which is meant is not needed.
    if reached.name is None and len(by_negotiator) <= 1:
        return ads
    return by_negotiator.get(reached.negotiator().name.lower(), [])


def naming(ads: Sequence[Ad], names: Sequence[str]) -> list[Ad]:
    """The accounting ads that are about one of the names."""
    evaluator = Evaluator(now=0)
    known = ((evaluator.attribute("Name", ad), ad) for ad in ads)
    return [ad for name, ad in known if isinstance(name, str) and report.named(name, names)]


def answer(request: ListingRequest, shared: GlobalOptions, env: Environment) -> report.Records:
    """Find the records asked for.

    Raises:
        BadInput: a file cannot be read or makes no sense.
    """
    # Records from elsewhere come as ads, which may lack figures or have others; they must not pass through a ledger,
    # which would give them the defaults of a new record.
    if request.input_file is not None or shared.live:
        now = shared.present(env)
        evaluator = Evaluator(now, zone=env.zone())
        answered = ask(request, shared, env) if request.input_file is None else _read_legacy(request.input_file, env)
        ads = split_legacy(answered) if isinstance(answered, Ad) else answered
        names = (evaluator.attribute("Name", ad) for ad in ads)
        request = _in_full(request, (name for name in names if isinstance(name, str)), env)
        _tell_unknown(request, ads, env)
        query = query_of(request, shared, now)
        if isinstance(answered, Ad):
            return report.query_whole(answered, query, evaluator)
        return report.query_ads(answered, query, evaluator)
    return answer_from(load_scenario(shared, env, needs_ledger=request.needs_ledger), request, shared, env)


def answer_from(
    scenario: ScenarioData, request: ListingRequest, shared: GlobalOptions, env: Environment
) -> report.Records:
    """Find the records asked for in the ledger of a scenario, which may be hypothetical.

    Raises:
        BadInput: a knob has a value that would stop a real negotiator.
    """
    tree, scenario = build_tree(scenario.config), with_use_of_slots(scenario)
    env.warn_all(placed(warning.message, warning.path, warning.line) for warning in tree.warnings)
    if not request.needs_ledger:
        env.warn_all(_assumed(scenario, tree))
    # Without jobs nothing tells which submitters the collector would have; listing them all in silence would be wrong.
    if request.source is Source.COLLECTOR and not scenario.pool:
        env.warn("only a snapshot says who has jobs, and so what a collector has; these are the negotiator's records")
    env.warn_all(scenario.pool.problems)
    request = _in_full(request, (*scenario.ledger.customers, *(group.name for group in tree.groups)), env)
    _tell_unknown(request, scenario.ledger.ads.values(), env)
    query = query_of(request, shared, scenario.now)
    return report.query_ledger(scenario, query, tree, Evaluator(scenario.now, zone=env.zone()))


def _in_full(request: ListingRequest, known: Iterable[str], env: Environment) -> ListingRequest:
    """The request with full names in place of unique trailing parts of names.

    Raises:
        NothingFound: a trailing part is ambiguous.
    """
    if not (request.ends and request.names):
        return request
    names = report.whole_names(request.names, known)
    for typed, full in zip(request.names, names, strict=True):
        env.tell_meant(typed, full)
    return replace(request, names=names)


def _tell_unknown(request: ListingRequest, ads: Iterable[Iterable[str]], env: Environment) -> None:
    """Warn of attributes in conditions and columns that no record has or could have."""
    columns = () if request.autoformat is None else request.autoformat.columns
    expressions = [*request.constraints, *(column.expr for column in columns if column.expr is not None)]
    named = {reference.name: expr for expr in expressions for reference in references(expr)}
    if not named:
        return
    # A misspelt attribute is UNDEFINED, which is not true of any record: without this,
    # the empty listing looks like an answer.
    known = {name.lower(): name for name in (*RECORD_ATTRIBUTES, *(name for ad in ads for name in ad))}
    for lowered in sorted(named.keys() - known):
        typed = re.search(rf"(?<!\w){re.escape(lowered)}(?!\w)", unparse(named[lowered]), re.IGNORECASE)
        near = likeliest(lowered, known.values())
        meant_perhaps = "" if near is None else f"; did you mean {near}?"
        env.warn(f"no record has an attribute {lowered if typed is None else typed[0]}{meant_perhaps}")


def _assumed(scenario: ScenarioData, tree: GroupTree) -> Iterator[str]:
    """What remains unknown about quotas without a pool."""
    if scenario.pool:
        return
    if scenario.ledger.path is None:
        yield "there is neither a pool nor a ledger: these are the quotas of the configuration"
    dynamic = [group.name for group in tree.groups if not group.static and group.configured > 0]
    if dynamic:
        yield f"dynamic quotas ({', '.join(dynamic)}) are fractions of a pool; --snapshot shows their weights"


def query_of(request: ListingRequest, shared: GlobalOptions, now: int) -> report.Query:
    """The part of a request that selects records."""
    return report.Query(
        options=request.options(now),
        names=request.names,
        constraints=request.constraints,
        rollup=request.rollup,
        published=request.source is Source.COLLECTOR,
        complete=request.complete or shared.format not in (Format.AUTO, Format.TABLE, Format.CLASSIC),
        ads=request.long or request.autoformat is not None or shared.format is Format.LONG,
    )


def show_answer(
    records: report.Records,
    request: ListingRequest,
    shared: GlobalOptions,
    env: Environment,
    what_if: "report.WhatIf | None" = None,
) -> None:
    """Write the records as `--autoformat` or `--long` asks for, or else in the form of `--format`."""
    # -af goes before -long, as in condor_userprio, where the columns replace whole ads.
    if request.autoformat is not None:
        tell_what_if(what_if, env)
        evaluator = Evaluator(records.now, zone=env.zone())
        env.stdout.write(report.autoformat_text(records.ads, request.autoformat, evaluator, env.zone()))
    elif request.long or shared.format is Format.LONG:
        ads, whole = records.ads, records.whole
        if env.view.users or env.view.groups:
            evaluator = Evaluator(records.now)
            ads = [ad for ad in ads if _is_wanted(ad, env.view, evaluator)]
            whole = None if whole is None else join_legacy(ads, whole)
            env = env.with_(view=env.view.with_(users=(), groups=()))
        show(report.Ads(ads, whole, request.modular), report.ADS_FORMATS, Format.LONG, env, what_if)
    else:
        options = replace(request.options(records.now), classic=is_classic(report.LISTING_FORMATS, shared.format, env))
        listing = report.build_listing(records.records, options, records.more, records.groups)
        show(listing, report.LISTING_FORMATS, shared.format, env, what_if)


def _is_wanted(ad: Ad, view: View, evaluator: Evaluator) -> bool:
    """Whether a record's ad is about a submitter or group that is asked for, as in rows."""
    record = record_of(ad, evaluator)
    if record is None:
        return False
    if not view.takes_group(record.name if record.is_group else record.accounting_group):
        return False
    return not view.users or (not record.is_group and view.takes_user(record.name, record.accounting_group))


def held_by(submitter: str, shared: GlobalOptions, env: Environment, *, known_only: bool) -> "report.Holdings | None":
    """The slots that a submitter holds; with `known_only` its name may be incomplete, and None means it has no record.

    Raises:
        NothingFound: the name is ambiguous.
        BadInput, LiveError: ledger or pool cannot be read.
    """
    if not shared.live:
        sources = load_scenario(shared, env)
        if known_only:
            names_meant = meant(submitter, (name for name in sources.ledger.customers if "@" in name))
            if not names_meant:
                return None
            submitter = _told(submitter, names_meant, env)
        return report.holdings(sources.ledger, submitter, sources.now)
    check_live(shared, env)
    reached = reach(shared, env)
    negotiator = reached.negotiator()
    now = shared.present(env)
    # A submitter without slots and an unknown name get the same answer from a negotiator. All records, which are slow
    # to get in a large pool, are asked for only if there are no slots.
    slots = _slots_in(reached.transport.held_slots(negotiator, submitter)) if "@" in submitter else []
    if not slots and known_only:
        evaluator = Evaluator(now=0)
        names = (evaluator.attribute("Name", ad) for ad in reached.transport.accounts(negotiator))
        names_meant = meant(submitter, (name for name in names if isinstance(name, str) and "@" in name))
        if not names_meant:
            return None
        if names_meant != [submitter]:
            submitter = _told(submitter, names_meant, env)
            slots = _slots_in(reached.transport.held_slots(negotiator, submitter))
    return report.Holdings(submitter, tuple(slots), now, weighed=False)


def _told(typed: str, names_meant: list[str], env: Environment) -> str:
    full = the_only(typed, names_meant)
    env.tell_meant(typed, full)
    return full


def _slots_in(answer: Ad) -> list[Resource]:
    """The slots of a numbered ad, up to the first missing number."""
    evaluator = Evaluator(now=0)
    slots: list[Resource] = []
    while isinstance(name := evaluator.attribute(f"Name{len(slots) + 1}", answer), str):
        started = evaluator.attribute(f"StartTime{len(slots) + 1}", answer)
        slots.append(Resource(name, start_time=started if isinstance(started, int) else None))
    return slots
