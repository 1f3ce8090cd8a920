"""What every room stands on: errors as data, limits on input, HTCondor's versions and C++ arithmetic, names and times
as users write them, and caches. Each module stands alone; begin with `errors` and `limits`.

Records are msgspec structs, but for those of `formats`, `limits`, `times` and `versions`: every start needs these, also
`--help`, and to import msgspec takes longer than to define five data classes.
"""
