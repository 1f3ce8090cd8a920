"""Files of ads as HTCondor's tools and other people's scripts write them: long, JSON, JSON lines, XML and new form.

Everything is streamed: some hundred ads are in memory at a time, whatever the size of the file. `read_packed` keeps
them, in no more memory than their differences take. Damage that HTCondor would skip silently comes back as
`AdsProblem`; a file that cannot be read ends in `AdsFileError`.
"""

from userprio.classad.files.long import write_long
from userprio.classad.files.read import Form, read_ads, read_packed, recognise
from userprio.classad.files.source import AdsFileError, AdsProblem

__all__ = ["AdsFileError", "AdsProblem", "Form", "read_ads", "read_packed", "recognise", "write_long"]
