"""Fair share for HTCondor admins: the numbers of condor_negotiator, explained, without a pool.

>>> import userprio
>>> pool = userprio.load("pie")  # an example, a folder of ads or a pool.toml
>>> pool.explain("ann").primary.sentence
'its share, 50% of 8, comes to 4, and it has 4 in use'

`load` gives a `Scenario`, whose methods answer what the commands of the same names print, such as `negotiate`, `plan`,
`explain`, `forecast` and `wait`. Every error is a `UserprioError`. See `userprio help python`.
"""

TYPE_CHECKING = False  # not from `typing`, which takes time to load: until `__main__` runs, Ctrl-C shows a traceback
if TYPE_CHECKING:
    from userprio.accounting import EditError, UnknownSubmitter
    from userprio.api import Result, Scenario, load
    from userprio.base.errors import BadInput, UserprioError
    from userprio.base.limits import run_with
    from userprio.base.naming import NothingFound
    from userprio.classad import evaluate, quote

__version__ = "0.3.0"
__all__ = [
    "BadInput",
    "EditError",
    "NothingFound",
    "Result",
    "Scenario",
    "UnknownSubmitter",
    "UserprioError",
    "__version__",
    "evaluate",
    "load",
    "quote",
    "run_with",
]
_HOMES = {
    "BadInput": "base.errors",
    "EditError": "accounting",
    "NothingFound": "base.naming",
    "UnknownSubmitter": "accounting",
    "UserprioError": "base.errors",
    "evaluate": "classad",
    "quote": "classad",
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
