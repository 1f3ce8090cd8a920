"""The ClassAd language: expressions are parsed, evaluated in an ad against another ad, and printed, as HTCondor does.

Ads and expressions never change. An `Evaluator` is given the time, dice and further functions and reads nothing else.
"""

from userprio.classad.ad import Ad
from userprio.classad.api import evaluate, to_plain
from userprio.classad.ast import Expr
from userprio.classad.context import Context
from userprio.classad.equivalence import Reference, external_references, internal_references, references
from userprio.classad.evaluator import Evaluator
from userprio.classad.lexer import Dialect
from userprio.classad.operators import as_number, is_true
from userprio.classad.parser import ClassAdSyntaxError, parse, parse_prefix
from userprio.classad.printing import format_ad, format_value, unparse
from userprio.classad.values import ERROR, UNDEFINED, AbsTime, AdValue, ListValue, RelTime, Value
