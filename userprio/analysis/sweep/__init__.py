"""The pool with each of a range of values: over a cycle, in the long run, or over a past period that is replayed.

Start reading at `points.sweep`. `ranges` are as they are typed, `machines` changes how many there are, `measures` are
the figures.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.analysis.sweep.measures import USUAL, By, Measure
    from userprio.analysis.sweep.points import PeriodFigures, Sweep, SweepPoint, SweptPeriod, sweep
    from userprio.analysis.sweep.ranges import (
        JOBS,
        MACHINES,
        MOST_MACHINES,
        Dimension,
        dimension,
        machine_range,
        parse_dimension,
        values_of,
    )
else:
    __all__, __getattr__ = lazy_exports(__file__)
