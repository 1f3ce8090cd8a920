"""A pool at a moment: slots, submitters and jobs as ads, from a folder, a pool.toml or an example that is shipped.

`Scenario` joins it with ledger, configuration and time: what every cycle, plan and explanation is given.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.pool.folder import read_snapshot
    from userprio.pool.loading import load_scenario
    from userprio.pool.scenario import FIRST_CYCLE, Pool, Scenario
else:
    __all__, __getattr__ = on_demand(__file__)
