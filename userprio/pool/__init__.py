"""A pool at a moment: slots, submitters and jobs as ads, from a folder, a pool.toml or a shipped example.

`ScenarioData` combines it with ledger, configuration and time: the input of every cycle, plan and explanation.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.pool.accounting_ads import (
        LastCycle,
        factors_of,
        last_cycle,
        of_one_negotiator,
        previous_quotas,
        quotas_left,
        read_accounts,
    )
    from userprio.pool.examples import shipped
    from userprio.pool.fetched import (
        CLAIMED,
        FETCHED_BY,
        Fetched,
        JobPrioRange,
        Missing,
        PoolWeights,
        SlotSize,
        Submitter,
        Trim,
        consolidate_job_prios,
        demand_of,
        fetched_slot,
        fetched_slots,
        fetched_submitter,
        fetched_submitters,
        ip_protocols,
        longest_name,
        name_length,
        nameless_remark,
        pool_weights,
        share_protocol,
        slot_size,
        together,
        total_weights,
        trims,
        weight_unit,
        why_trimmed,
    )
    from userprio.pool.loading import (
        LoadedPool,
        job_column,
        of_its_negotiator,
        read_pool,
        read_snapshot,
        snapshot_files,
        with_options,
        with_own_knobs,
        with_variable_warnings,
    )
    from userprio.pool.queueing import completed, weight_of, with_jobs
    from userprio.pool.scenario import (
        FIRST_CYCLE,
        PREPARING,
        UNMATCHED_UNIVERSES,
        AssumedClaim,
        Batch,
        BatchEdit,
        Batches,
        JobCopy,
        Pool,
        QuotaSource,
        ScenarioData,
        Versions,
        as_its_negotiator,
        as_of,
        priority_rules,
        version_remarks,
        versions_of,
    )
    from userprio.pool.schedd_ads import ScheddState, lasting, reconfigured, schedd_states
    from userprio.pool.settings import (
        Fetching,
        NegotiatorSettings,
        RankSettings,
        ScheddSettings,
        TimeLimits,
        ignored_knobs,
        is_curbed,
    )
    from userprio.pool.snapshots import (
        ACCOUNTING,
        ACCOUNTS_FILE,
        CONFIG_FILE,
        JOBS,
        LEDGER_FILE,
        NEGOTIATOR,
        PENDING,
        SCHEDDS,
        SLOTS,
        SUBMITTERS,
        TOML_FILE,
        USERS,
        Snapshot,
        find_snapshot,
    )
    from userprio.pool.synthetic import GROUP_KEYS, USER_KEYS, JobTable, SlotTable, job_number, synthesize
    from userprio.pool.toml_file import DOMAIN, PoolTables, read_toml_pool
    from userprio.pool.usermaps import user_maps
else:
    __all__, __getattr__ = lazy_exports(__file__)
