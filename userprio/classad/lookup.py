"""Typed values of an ad's attributes, converted as HTCondor's daemons convert them when they look one up."""

from userprio.classad.ad import Ad
from userprio.classad.evaluator import Evaluator
from userprio.classad.operators import as_number, is_true
from userprio.classad.values import Expr
from userprio.cxx import to_int


def text_of(evaluator: Evaluator, ad: Ad, name: str) -> str | None:
    """A string attribute of an ad, None where it is missing or something else (`LookupString`)."""
    value = evaluator.attribute(name, ad)
    return value if isinstance(value, str) else None


def number_of(evaluator: Evaluator, ad: Ad, name: str) -> float | None:
    """A numeric attribute of an ad, booleans as 0 and 1, None where it is missing or something else (`LookupFloat`)."""
    return as_number(evaluator.attribute(name, ad))


def integer_of(evaluator: Evaluator, ad: Ad, name: str, default: int = 0) -> int:
    """An integer attribute of an ad, reals truncated (`LookupInteger`)."""
    number = number_of(evaluator, ad, name)
    return default if number is None else number if isinstance(number, int) else to_int(number)


def flag_of(evaluator: Evaluator, ad: Ad, name: str, default: bool = False) -> bool:
    """A boolean attribute of an ad, numbers as zero or not (`LookupBool`)."""
    number = number_of(evaluator, ad, name)
    return default if number is None else bool(number)


def satisfies(evaluator: Evaluator, ad: Ad, constraint: Expr | None) -> bool:
    """Whether an ad by itself meets a constraint; no constraint is always met."""
    return constraint is None or is_true(evaluator.evaluate(constraint, ad))
