"""What many drawn futures of a pool say together, and the cycle of the present: when jobs start, and what would help.

Begin reading with `asking`, where `wait` is; `remedies` are what is tried to start a job sooner. `sizing` is not about
the future but about a past period, with more machines or fewer.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.futures.asking import KnownLength, Remedy, Wait, WaitFor, WaitTerms, past_of, wait
    from userprio.futures.sizing import Size, SizePoint, SizeTerms, size
else:
    __all__, __getattr__ = on_demand(__file__)
