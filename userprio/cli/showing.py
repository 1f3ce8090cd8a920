"""Writing an answer in the form that was asked for."""

from userprio.classad import Evaluator
from userprio.cli.accounts import Answer
from userprio.cli.environment import Environment
from userprio.cli.options import Format, Shared
from userprio.cli.request import ListingRequest
from userprio.report import (
    Holdings,
    autoformat_text,
    build_listing,
    classic_text,
    holdings_ad,
    holdings_csv,
    holdings_json,
    holdings_text,
    listing_csv,
    listing_json,
    long_list,
    long_text,
)


def show_answer(found: Answer, request: ListingRequest, shared: Shared, env: Environment) -> None:
    """Write the records: what `--autoformat` or `--long` asks for, else in the form of `--format`."""
    if request.autoformat is not None:
        evaluator = Evaluator(found.now, zone=env.zone)
        env.stdout.write(autoformat_text(found.ads, request.autoformat, evaluator, env.zone))
        return
    if request.long or shared.format is Format.LONG:
        if found.whole is not None and not request.modular:
            env.stdout.write(long_text(found.whole))
        else:
            env.stdout.write(long_list(found.ads, modular=request.modular))
        return
    listing = build_listing(found.records, request.options(found.now))
    match _form(shared, env):
        case Format.JSON:
            env.stdout.write(listing_json(listing))
        case Format.CSV:
            env.stdout.write(listing_csv(listing))
        case Format.CLASSIC:
            env.stdout.write(classic_text(listing, env.zone))
        case _:
            from userprio.cli.console import open_console
            from userprio.report.tables import print_listing

            print_listing(listing, open_console(env), env.zone)


def show_holdings(found: Holdings, shared: Shared, env: Environment, *, long: bool = False) -> None:
    """Write the slots of a submitter."""
    if long or shared.format is Format.LONG:
        env.stdout.write(long_text(holdings_ad(found)))
        return
    match _form(shared, env):
        case Format.JSON:
            env.stdout.write(holdings_json(found))
        case Format.CSV:
            env.stdout.write(holdings_csv(found))
        case Format.CLASSIC:
            env.stdout.write(holdings_text(found, env.zone))
        case _:
            from userprio.cli.console import open_console
            from userprio.report.tables import print_holdings

            print_holdings(found, open_console(env), env.zone)


def _form(shared: Shared, env: Environment) -> Format:
    if shared.format is Format.AUTO:
        return Format.TABLE if env.on_terminal else Format.CLASSIC
    return shared.format
