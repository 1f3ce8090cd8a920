"""Many random futures of a pool, and one cycle of the present: when jobs start, and what would help.

Start reading at `wait_estimate.wait`.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.analysis.wait.backtesting import Backtest, BacktestAnswer, backtest, present_waits
    from userprio.analysis.wait.basis import Basis, BasisScore
    from userprio.analysis.wait.futures import MOST_FUTURES, MilestoneWait, WaitTerms
    from userprio.analysis.wait.past import past_of
    from userprio.analysis.wait.past_waits import EVERYBODYS, LEAST_WAITS, OWN
    from userprio.analysis.wait.wait_estimate import KnownLength, Remedy, Wait, WaitEstimate, wait
else:
    __all__, __getattr__ = lazy_exports(__file__)
