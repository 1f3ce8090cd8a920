"""HTCondor's configuration language: files, environment and overrides are read into a `Config`, which looks up knobs.

Every value knows its file and line. Nothing here looks at the clock or at the process's environment, and commands named
in a configuration are run only if the caller allows it.

Begin with `reading`, the order in which sources count; `reader` carries out their `statements`, `macros` expands what
`scope` finds, and `config` looks values up by the types of `tables`. `spelling` guesses what mistyped names mean.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.config.config import Config, files_in, read
    from userprio.config.errors import (
        ConfigError,
        ConfigWarning,
        ErrorKind,
        KnobError,
        Origin,
        OriginKind,
        WarningKind,
        quoted,
    )
    from userprio.config.functions import Definition, Scope
    from userprio.config.knob import BLANKS, Knob, KnobType, OnBadValue, Reader, boolean_of, integer_of
    from userprio.config.local_names import as_negotiator
    from userprio.config.macros import expand
    from userprio.config.reader import (
        USUAL_PLACES,
        SourceReader,
        StatementPlace,
        find_root,
        run_command,
        variables_not_read,
    )
    from userprio.config.spelling import (
        REFERENCE,
        checked,
        group_knob,
        is_known,
        likely_knob,
        nearest_group_knob,
        needed,
        plain_name,
        used_by_others,
    )
    from userprio.config.statements import (
        ConditionProblem,
        HereDocument,
        IfBlocks,
        Include,
        LogicalLines,
        Use,
        evaluate_condition,
        template_calls,
        with_arguments,
    )
    from userprio.config.tables import KNOBS, find_knob
else:
    __all__, __getattr__ = lazy_exports(__file__)
