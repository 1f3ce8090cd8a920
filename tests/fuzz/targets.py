"""One function for each reader, which takes any bytes and passes on only what must not happen."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from userprio.base.errors import BadInput
from userprio.classad import (
    Ad,
    ClassAdSyntaxError,
    Dialect,
    Evaluator,
    evaluate,
    format_value,
    parse,
    parse_prefix,
    references,
    unparse,
)
from userprio.classad.api import to_plain
from userprio.classad.files import AdsFileError, AdsProblem, read_ads, write_long
from userprio.config import ConfigError, KnobError, read
from userprio.ledger import Ledger, LedgerError
from userprio.ledger.ledger import LogBytes

_MY: Final = Ad.parse('[ A = B + 1; B = 2; S = "a,b"; L = { 1, [ x = A ] }; N = [ y = TARGET.A ]; C = C ]')
_TARGET: Final = Ad.parse("[ A = TARGET.B; Z = 2.5; Requirements = MY.Z > 2 ]")
_EVALUATOR: Final = Evaluator(1_772_442_000)

Target = Callable[[bytes, Path], None]


def classad(data: bytes, _folder: Path) -> None:
    """An expression in either dialect: parsed, printed, read again, evaluated."""
    text = data.decode("utf-8", "surrogateescape")
    for reader in (parse, parse_prefix, lambda each: parse(each, Dialect.NEW)):
        with suppress(ClassAdSyntaxError):
            expr = reader(text)
            references(expr)
            unparse(expr)
            with suppress(ClassAdSyntaxError):
                parse(unparse(expr, Dialect.NEW), Dialect.NEW)
            value = _EVALUATOR.evaluate(expr, _MY, _TARGET)
            to_plain(value)
            format_value(value)
    with suppress(ClassAdSyntaxError):
        ad = Ad.parse(text)
        _EVALUATOR.matches(ad, _TARGET)
        for name in ad:
            _EVALUATOR.attribute(name, ad, _TARGET)
    with suppress(ClassAdSyntaxError):
        evaluate("A", my=text, now=0)


def config(data: bytes, folder: Path) -> None:
    """A configuration, as the root file and, under the name `c`, included from wherever it likes."""
    path = folder / "c"
    path.write_bytes(data)
    try:
        found = read(path, environ={"HOME": "/nowhere", "_CONDOR_E": "$(A)1"})
    except ConfigError as error:
        assert str(error).strip()
        return
    for name in (*found.names(), "GROUP_NAMES", "PRIORITY_HALFLIFE", "NEGOTIATOR_PRE_JOB_RANK"):
        for look in (found.text, found.words, found.expression, found.integer, found.real, found.boolean):
            with suppress(ConfigError, KnobError):
                look(name)
    with suppress(ConfigError):
        found.with_overrides({"X": "$(A)", "A": "$(A) $(B)"})


def ledger(data: bytes, _folder: Path) -> None:
    """An accounting log: read whole, and searched for single records, with the same answers."""
    try:
        whole = Ledger.of_bytes(data)
    except LedgerError as error:
        assert error.line is not None
        return
    for each in (*whole.customers.values(), *whole.resources.values()):
        repr(each)
    whole.customers_in_table_order()
    for warning in whole.warnings:
        str(warning)
    log = LogBytes(data)
    keys = [key for key in whole.ads if key]
    assert log.ads(keys) == {key: whole.ads[key] for key in keys}
    assert sorted(log.names()) == sorted(whole.customers)


def ads(data: bytes, folder: Path) -> None:
    """A file of ads of whatever form: read, each attribute parsed, written again."""
    path = folder / "ads"
    path.write_bytes(data)
    problems: list[AdsProblem] = []
    with suppress(AdsFileError):
        for ad in read_ads(path, problems):
            for name, expr in ad.items():
                assert name
                unparse(expr)
            with suppress(BadInput):
                "".join(write_long([ad])).encode("utf-8", "surrogateescape")
    for problem in problems:
        assert problem.line > 0
        assert problem.message


TARGETS: Final[dict[str, Target]] = {"ads": ads, "classad": classad, "config": config, "ledger": ledger}
