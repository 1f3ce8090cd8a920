"""What many drawn futures of a pool say together, and the cycle of the present: when jobs start, and what would help.

Begin reading with `asking`; `remedies` are what is tried to start a job sooner, `result` is what comes of it all.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.futures.asking import wait
    from userprio.futures.experience import past_of
    from userprio.futures.result import KnownLength, Remedy, Wait, WaitFor, WaitTerms
else:
    __all__, __getattr__ = on_demand(__file__)
