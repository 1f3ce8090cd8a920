"""The ClassAd language: expressions are parsed, evaluated in an ad against another ad, and printed, as HTCondor does.

Ads and expressions never change. An `Evaluator` is given the time, dice and further functions and reads nothing else.

Begin with `values` (what there is), then `parser`, `ad`, and `context`, where names get their meaning; `compiler` makes
closures of expressions and `evaluator` calls them. `equivalence` says which ads agree, `files` reads ads.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.classad.ad import Ad, AttributeChanges, ChangeKind, PackedAds, PackedRun
    from userprio.classad.api import evaluate, quote
    from userprio.classad.compiler import arithmetic, as_number, compare, identical, is_true, minus, truth
    from userprio.classad.context import KNOWN_HOMES, SPECIAL_NAMES, STRAYING, Context, Strict, is_own, strays
    from userprio.classad.equivalence import (
        AdsBySchema,
        ClosurePartition,
        Mention,
        Partition,
        Projection,
        ReferenceClosure,
        ReferenceIndex,
        ReferenceSchema,
        ReferenceSchemas,
        SchemaProjection,
        external_references,
        internal_references,
        mentioned,
        mentions,
        references,
    )
    from userprio.classad.evaluator import Evaluator, flag_of, integer_of, number_of, satisfies, text_of
    from userprio.classad.files import AdsProblem, read_ads, read_packed
    from userprio.classad.files.long import read_long, split_line, write_long
    from userprio.classad.files.source import AdsFileError, Report, read_bytes, read_text
    from userprio.classad.functions.patterns import Pattern, PatternError, SearchError, compile_pattern, search
    from userprio.classad.parser import ClassAdSyntaxError, Dialect, Grammar, is_plain, parse, parse_prefix
    from userprio.classad.printing import format_value, unparse
    from userprio.classad.values import (
        ERROR,
        UNDEFINED,
        AbsTime,
        AdExpr,
        AdValue,
        AttributeRef,
        Binary,
        Caching,
        Call,
        Conditional,
        Expr,
        ListExpr,
        ListValue,
        Literal,
        Parenthesized,
        Special,
        Unary,
        Value,
        decode,
        encode,
        renamed,
        walk,
    )
else:
    __all__, __getattr__ = lazy_exports(__file__)
