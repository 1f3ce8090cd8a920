"""Fair share for HTCondor admins: the numbers of condor_negotiator, explained, without a pool.

In Python, `userprio.load("physics")` is where to begin: see `userprio.api`, and `userprio help python`.
"""

TYPE_CHECKING = False  # not from `typing`, which takes time to load: until `__main__` runs, Ctrl-C shows a traceback
if TYPE_CHECKING:
    from userprio.accounting import EditError, UnknownSubmitter
    from userprio.api import Result, Scenario, load
    from userprio.base.errors import BadInput
    from userprio.base.limits import run_with
    from userprio.base.naming import NothingFound
    from userprio.classad import evaluate

__version__ = "0.2.0"
__all__ = [
    "BadInput",
    "EditError",
    "NothingFound",
    "Result",
    "Scenario",
    "UnknownSubmitter",
    "__version__",
    "evaluate",
    "load",
    "run_with",
]
_HOMES = {
    "BadInput": "base.errors",
    "EditError": "accounting",
    "NothingFound": "base.naming",
    "UnknownSubmitter": "accounting",
    "evaluate": "classad",
    "run_with": "base.limits",
}


def __getattr__(name: str) -> object:
    """A name in `__all__`, whose module is loaded on first use."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"userprio.{_HOMES.get(name, 'api')}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
