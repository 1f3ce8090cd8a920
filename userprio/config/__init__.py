"""HTCondor's configuration language: files, environment and overrides are read into a `Config`, to be asked for knobs.
Every value knows its file and line. Nothing here looks at the clock or at the process's environment, and commands that
a configuration names are run only where the caller allows it.
"""

from userprio.config.config import Config
from userprio.config.errors import (
    ConfigError,
    ConfigWarning,
    ErrorKind,
    KnobError,
    Origin,
    OriginKind,
    WarningKind,
)
from userprio.config.knob import Knob, KnobType
from userprio.config.reading import files_in, read
from userprio.config.source import USUAL_PLACES, find_root
from userprio.config.tables import KNOBS, find_knob
