"""Many random futures of a pool, and one cycle of the present: when jobs start, and what would help.

Start reading at `asking.wait`; `remedies` has what is tried to start a job sooner. `sizing` is about a past period
instead, with more machines or fewer.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.analysis.wait.asking import KnownLength, Remedy, Wait, WaitFor, WaitTerms, past_of, wait
    from userprio.analysis.wait.sizing import Size, SizePoint, SizeTerms, size
else:
    __all__, __getattr__ = lazy_exports(__file__)
