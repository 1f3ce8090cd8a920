"""What tests compare ads by."""

from userprio.classad.ad import Ad
from userprio.classad.printing import unparse
from userprio.classad.values import Expr


def exprs(ad: Ad) -> dict[str, Expr]:
    return {name.lower(): expr for name, expr in ad.items()}


def texts(ad: Ad) -> dict[str, str]:
    """Names as spelled with their expressions in old style."""
    return {name: unparse(expr) for name, expr in ad.items()}
