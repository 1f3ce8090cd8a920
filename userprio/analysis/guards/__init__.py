"""Guards on a policy: what groups, users and the pool are to keep whatever a change does. Nothing is touched.

Start reading at `judgement.judge`. `comparison` has the columns and how a comparison is written, `guard` reads the file
of guards and writes one, `figures` has the rows that they are about: of a cycle, a forecast or a replay.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.analysis.guards.comparison import (
        GuardColumn,
        GuardComparison,
        GuardHorizon,
        GuardSubject,
        Unit,
        parse_comparison,
    )
    from userprio.analysis.guards.figures import (
        GuardedFigures,
        GuardRow,
        in_cycle,
        in_forecast,
        in_replay,
        new_findings,
    )
    from userprio.analysis.guards.guard import Guard, GuardCondition, check_horizon, guards_text, read_guards
    from userprio.analysis.guards.judgement import GuardReport, GuardVerdict, judge
else:
    __all__, __getattr__ = lazy_exports(__file__)
