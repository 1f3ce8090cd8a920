"""condor_userprio's own spelling: `userprio -quotas`, `userprio -af:h Name Priority`, `userprio -setfactor a@d 500`.

Arguments are matched exactly as that program matches them, abbreviations included, and land where the commands land.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.cli.classic.actions import run_classic_arguments
    from userprio.cli.classic.arguments import is_classic
else:
    __all__, __getattr__ = on_demand(__file__)
