"""Ads in new form, `[ a = 1; b = 2 ]`: one after another, or in a list `{ […], […] }`."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from userprio.classad.ad import Ad
from userprio.classad.files.brackets import Brackets, cut_ads
from userprio.classad.files.problems import Report
from userprio.classad.files.typed import ad_of, content_of
from userprio.classad.parser import ClassAdSyntaxError

_BRACKETS: Final = Brackets(
    name="a list of ads in new form",
    list_open="{",
    list_close="}",
    ad_open="[",
    run=re.compile(
        r"""(?>(?:[^"'{}\[\]/]++|"(?>(?:[^"\\]++|\\.)*)"|'(?>(?:[^'\\]++|\\.)*)'"""
        r"""|//[^\n]*+\n|/\*(?>(?:[^*]++|\*(?!/))*)\*/|/(?![*/]))*)[{}\[\]]""",
        re.S,
    ),
)


def read_new(chunks: Iterable[str], report: Report) -> Iterator[Ad]:
    """The ads of a file in new form; one that cannot be parsed is left out and reported with the line of the error."""
    for line, text in cut_ads(chunks, _BRACKETS, report):
        try:
            ad = Ad.parse(text)
        except ClassAdSyntaxError as error:
            where = line + text.count("\n", 0, max(0, (error.column or 1) - 1))
            report.problem(where, f"this ad is left out: {error.message}")
            continue
        if len(ad):
            yield ad_of((name, content_of(expr)) for name, expr in ad.items())
