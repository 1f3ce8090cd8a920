"""What every room stands on: errors as data, limits on input, HTCondor's versions and C++ arithmetic, names and times
as users write them, and caches. Each module stands alone; begin with `errors` and `limits`.

Records are msgspec structs, but for those that every start needs, also that of `--help`, and for errors: see `records`.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.base.credentials import MASK, is_credential, masked
    from userprio.base.cxx import INT_MAX, atof, round_trip, total
    from userprio.base.errors import BadInput, Moved, Refused, Stopped, UserprioError, placed
    from userprio.base.executors import Processes, Progress, Run, Workers, run_all, run_each
    from userprio.base.formats import EVERYTHING, Format, View, ViewError, counted, figure, listed, percent
    from userprio.base.limits import (
        CONFIG_FILE,
        JOBS,
        LEDGER_FILE,
        NAMED,
        OTHER_FILE,
        Exceeded,
        budget,
        open_file,
        parse_amount,
        read_file,
        run_with,
    )
    from userprio.base.naming import (
        NothingFound,
        common_domain,
        likeliest,
        meant,
        near_misses,
        one_meant,
        one_slip,
        swapped,
        the_only,
    )
    from userprio.base.snapshot_trust import HINT, SnapshotRoot
    from userprio.base.times import Moment, parse_length, parse_moment, seconds_since_epoch, spoken
    from userprio.base.tomltables import TOP, TablePlace, TomlTables, nearest_key, parse_toml, toml_of
    from userprio.base.versions import (
        LATEST,
        NEWEST,
        Behaviour,
        DecidedBy,
        Rule,
        Version,
        advertised_version,
        changes,
        parse_version,
        rules,
        why_unknown,
    )
    from userprio.base.writing import check_links, check_place, write_file
else:
    __all__, __getattr__ = lazy_exports(__file__)
