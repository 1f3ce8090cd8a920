"""The front door for scripts: `userprio.load("physics").negotiate()`. `scenario` is where it opens."""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.api.localzone import zone_here
    from userprio.api.results import Result
    from userprio.api.scenario import Scenario, load
else:
    __all__, __getattr__ = lazy_exports(__file__)
