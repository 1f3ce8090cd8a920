"""The rules, slowly: one negotiation cycle, straight from the rules, with nothing done to be fast.

It decides the same as `userprio.negotiation.negotiate`, of which it uses nothing, for small pools of the newest version
of HTCondor. Begin with `cycle`; `slots_and_jobs` says whether a slot may be given and how good it is, and which jobs
schedds offer; `groups` is about quotas.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.negotiation.reference.cycle import Cycle
else:
    __all__, __getattr__ = lazy_exports(__file__)
