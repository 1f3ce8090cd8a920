"""How evenly something is spread, in one number."""

from collections.abc import Sequence
from math import fsum


def jain(values: Sequence[float]) -> float:
    """Jain's index, (sum of x)² / (n * sum of x²): 1 if all are equal, 1/n if one has everything; 1 of nothing.

    R. Jain, D. Chiu and W. Hawe, A Quantitative Measure of Fairness, DEC Research Report TR-301, 1984.
    """
    squares = fsum(value * value for value in values)
    return fsum(values) ** 2 / (len(values) * squares) if squares > 0 else 1.0


def gini(values: Sequence[float]) -> float:
    """The Gini coefficient, the mean difference of two of them over twice their mean: 0 if all are equal; 0 of nothing.

    C. Gini, Variabilità e mutabilità, 1912; with values in order, sum of (2i - n - 1) * x_i / (n * sum of x).
    """
    number, whole = len(values), fsum(values)
    if whole <= 0:
        return 0.0
    return fsum((2 * place - number - 1) * value for place, value in enumerate(sorted(values), 1)) / (number * whole)
