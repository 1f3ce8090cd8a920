"""The rules, slowly: one negotiation cycle, straight from the rules, with nothing done to be fast.

It decides the same as `userprio.negotiation.negotiate`, of which it uses nothing, for small pools of the newest version
of HTCondor. Begin with `cycle`; `slots` says whether a slot may be given and how good it is, `jobs` which jobs schedds
offer, and `groups` is about quotas.
"""

from userprio.negotiation.reference.cycle import Cycle
