"""Goal seeking: which factors and quotas give everybody what was promised. Nothing is touched.

Start reading at `seek.aim`. `rules` has the closed forms, `search` what to do where they fail, `reasons` why a target
cannot be reached.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.analysis.aim.levers import MOST_STEPS, Lever, LeverKind, Over, Permission, parse_turn
    from userprio.analysis.aim.seek import Aim, Aimed, Turned, aim
    from userprio.analysis.aim.targets import Target, TargetKind, parse_hold, parse_share, parse_use, parse_wait
else:
    __all__, __getattr__ = lazy_exports(__file__)
