"""condor_userprio's own spelling: `userprio -quotas`, `userprio -af:h Name Priority`, `userprio -setfactor a@d 500`.

Arguments are matched exactly as that program matches them, abbreviations included, and land where the commands land.
"""

from userprio.cli.classic.actions import run_classic_arguments
from userprio.cli.classic.arguments import is_classic
from userprio.cli.classic.options import OPTIONS, Option, shortest

__all__ = ["OPTIONS", "Option", "is_classic", "run_classic_arguments", "shortest"]
