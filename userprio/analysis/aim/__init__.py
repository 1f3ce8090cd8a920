"""Goal seeking: which factors and quotas give everybody what was promised. Nothing is touched.

Start reading at `solve.aim`, which also says why a target cannot be reached. `targets` has what is wanted, `levers`
what may be turned, `search` the closed forms, and what to do where they fail.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.analysis.aim.levers import (
        MOST_STEPS,
        Lever,
        LeverKind,
        Members,
        Permission,
        Target,
        TargetKind,
        parse_hold,
        parse_share,
        parse_turn,
        parse_use,
        parse_wait,
    )
    from userprio.analysis.aim.solve import Aim, LeverChange, TargetResult, aim
else:
    __all__, __getattr__ = lazy_exports(__file__)
