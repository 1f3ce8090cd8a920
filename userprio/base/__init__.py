"""What every room stands on: errors as data, limits on input, HTCondor's versions and C++ arithmetic, names and times
as users write them, and caches. Each module stands alone; begin with `errors` and `limits`.

Records are msgspec structs, but for those of `formats`, `limits`, `times` and `versions`: every start needs these, also
`--help`, and to import msgspec takes longer than to define five data classes.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.base.credentials import MASK, is_credential, masked
    from userprio.base.cxx import INT_MAX, atof, total
    from userprio.base.errors import BadInput, Moved, placed
    from userprio.base.formats import counted, figure, listed, percent
    from userprio.base.limits import CONFIG_FILE, JOBS, LEDGER_FILE, read_file
    from userprio.base.naming import NothingFound, likeliest, meant, near_misses, one_meant, one_slip, swapped, the_only
    from userprio.base.parallel import run_all
    from userprio.base.times import parse_length, spoken
    from userprio.base.tomltables import TOP, nearest_key, parse_toml, toml_of
    from userprio.base.versions import DecidedBy, Rule, Version, changes, rules
else:
    __all__, __getattr__ = lazy_exports(__file__)
