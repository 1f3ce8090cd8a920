"""A running pool: asking it and changing it, through HTCondor's own tools or its Python bindings.

Only commands for a running pool import this package, and record, which keeps full states as a snapshot would be. Tools
and bindings both run in child processes that print ads: no code of HTCondor is ever loaded into this process, and
HTCondor does the authentication.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.live.condor_submit import dry_run, find_condor_submit
    from userprio.live.condor_workers import CondorWorkers
    from userprio.live.connecting import Via, choose_negotiator, connect
    from userprio.live.session import LiveSession, Sent, concerns, refusal_of, single, undoing
    from userprio.live.snapshot import CONFIG, LEDGER, check_free, take, take_into
    from userprio.live.transport import LiveError, LiveErrorKind, Negotiator, Transport
    from userprio.live.writing import scenario_files
else:
    __all__, __getattr__ = lazy_exports(__file__)
