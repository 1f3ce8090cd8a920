"""The accounting records that a listing is about: from the ledger, a running pool, or a file."""

from userprio.classad import Ad, ClassAdSyntaxError, Evaluator, Expr, parse
from userprio.cli.environment import Environment
from userprio.cli.inputfile import read_legacy
from userprio.cli.loading import load_scenario
from userprio.cli.options import Shared
from userprio.cli.request import ListingRequest
from userprio.cli.showing import show
from userprio.errors import BadInput, placed
from userprio.formats import Format
from userprio.quotas import build_tree
from userprio.report import Ads, autoformat_text, build_listing
from userprio.report.listing.query import Answer, Query, query_ads, query_ledger, query_whole


class BadConstraint(BadInput):
    """A constraint that is not an expression; `hint` is its text."""


def answer(request: ListingRequest, shared: Shared, env: Environment) -> Answer:
    """Find the records that are asked for.

    Raises:
        BadInput: for a file that cannot be read or makes no sense, and `BadConstraint` for a constraint.
    """
    constraints = tuple(_condition(text) for text in request.constraints)
    if request.input_file is not None or shared.live:
        now = int(env.clock()) if shared.now is None else shared.now
        query, evaluator = query_of(request, constraints, shared, now), Evaluator(now, zone=env.zone)
        if request.input_file is not None:
            return query_whole(read_legacy(request.input_file, env), query, evaluator)
        from userprio.cli.pools import ask

        found = ask(request, shared, env)
        return query_whole(found, query, evaluator) if isinstance(found, Ad) else query_ads(found, query, evaluator)
    scenario = load_scenario(shared, env)
    tree = build_tree(scenario.config)
    env.warn_all(placed(warning.message, warning.path, warning.line) for warning in tree.warnings)
    env.warn_all(scenario.pool.problems)
    query = query_of(request, constraints, shared, scenario.now)
    return query_ledger(scenario, query, tree, Evaluator(scenario.now, zone=env.zone))


def query_of(request: ListingRequest, constraints: tuple[Expr, ...], shared: Shared, now: int) -> Query:
    """The part of a request that decides about the records."""
    return Query(
        options=request.options(now),
        names=request.names,
        constraints=constraints,
        rollup=request.rollup,
        complete=shared.format not in (Format.AUTO, Format.TABLE, Format.CLASSIC),
        ads=request.raw or shared.format is Format.LONG,
    )


def show_answer(found: Answer, request: ListingRequest, shared: Shared, env: Environment) -> None:
    """Write the records: what `--autoformat` or `--long` asks for, else in the form of `--format`."""
    if request.autoformat is not None:
        evaluator = Evaluator(found.now, zone=env.zone)
        env.stdout.write(autoformat_text(found.ads, request.autoformat, evaluator, env.zone))
    elif request.long or shared.format is Format.LONG:
        show(Ads(found.ads, found.whole, request.modular), Format.LONG, env)
    else:
        show(build_listing(found.records, request.options(found.now)), shared.format, env)


def _condition(text: str) -> Expr:
    try:
        return parse(text)
    except ClassAdSyntaxError as error:
        raise BadConstraint(f"the constraint is not an expression: {error.message}", hint=text) from error
