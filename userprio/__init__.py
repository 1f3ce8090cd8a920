"""Fair share for HTCondor admins: the numbers of condor_negotiator, explained, without a pool.

In Python, `userprio.load("physics")` is where to begin: see `userprio.api`.
"""

TYPE_CHECKING = False  # without loading `typing`, for until `__main__` is reached Ctrl-C shows a traceback
if TYPE_CHECKING:
    from userprio.api import Result, Scenario, load
    from userprio.limits import run_with

__version__ = "0.1.0"
__all__ = ["Result", "Scenario", "__version__", "load", "run_with"]


def __getattr__(name: str) -> object:
    """What the front door offers, loaded when it is first wanted."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from userprio import api, limits

    return getattr(limits if name == "run_with" else api, name)
