"""Which attributes of a pool's ads a negotiation can depend on.

An expression is taken to refer to every word in it, whatever its scope: an attribute too many does no harm.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from userprio.classad import Ad
from userprio.config import Config
from userprio.live.secrets import is_secret

_SLOT: Final = frozenset(
    # What the accountant and the matchmaker read by name.
    "name mytype machine slotid slottype slottypeid state activity cpus memory disk swap gpus slotweight totalslots "
    "startdipaddr myaddress mycurrenttime lastheardfrom updatesequencenumber enteredcurrentstate "
    "enteredcurrentactivity requirements start rank currentrank ghostmultiplier offline "
    "negotiatorrequirements savedrequirements wantclaiming wantmatching wantadrevaluate workingcm "
    "daemonshutdown daemonshutdownfast partitionableslot dynamicslot numdynamicslots pslotrollupinformation "
    "machineresources numclaims retirementtimeremaining remoteuser remoteowner remotegroup remotenegotiatinggroup "
    "remotescheddname accountinggroup owner concurrencylimits matchedconcurrencylimits clientmachine jobid globaljobid "
    "jobstart totaljobruntime jobuniverse preemptinguser preemptingowner preemptingrank preemptingaccountinggroup "
    "preemptingconcurrencylimits preemptingremotegroup preemptingnegotiatinggroup preemptingautoregroup "
    "remoteautoregroup "
    # What people write policies with.
    "arch opsys opsysandver opsysmajorver opsysname opsysversion opsysshortname opsyslongname filesystemdomain "
    "uiddomain detectedcpus detectedmemory detectedgpus totalcpus totalmemory totaldisk totalgpus totalslotcpus "
    "totalslotmemory totalslotdisk totalslotgpus mips kflops loadavg condorloadavg keyboardidle consoleidle "
    "condorversion condorplatform hasfiletransfer hasreconnect hassingularity hasdocker hascontainer isowner cpubusy "
    "startjobs".split()
)
"""In lower case, as every set of names here."""

_SLOT_PATTERN: Final = re.compile(
    r"child|consumption|.+\d_(?:remote|accountinggroup|owner|preempting|state|activity)|.*gpus|cuda"
)
"""Beginnings: children rolled up, consumption policies, other slots of the machine, GPUs."""

_JOB: Final = frozenset(
    "clusterid procid globaljobid jobstatus jobprio prejobprio1 prejobprio2 postjobprio1 postjobprio2 jobuniverse "
    "qdate owner user accountinggroup acctgroup acctgroupuser niceuser scheddname wantmatching isnoopjob currenthosts "
    "maxhosts minhosts jobcooldownexpiration enteredcurrentstatus jobcurrentstartdate jobstartdate "
    "jobcurrentstartexecutingdate "
    "numjobstarts numshadowstarts remotewallclocktime cumulativeslottime cumulativesuspensiontime remotehost "
    "requestcpus requestmemory requestdisk requestgpus requestswap requirements rank concurrencylimits "
    "concurrencylimitsexpr cpusprovisioned memoryprovisioned diskprovisioned gpusprovisioned "
    "autoclusterid autoclusterattrs resourcerequestconstraint wantpslotpreemption flockto holdreasoncode "
    "allowedjobduration allowedexecuteduration maxwalltimemins jobbatchname moabclass moabgroup moabqos "
    "imagesize memoryusage residentsetsize executablesize diskusage x509userproxyvoname x509userproxyfirstfqan".split()
)
_REQUEST: Final = "request"

_SUBMITTER: Final = frozenset(
    "name mytype machine myaddress scheddipaddr scheddname idlejobs runningjobs heldjobs flockedjobs weightedidlejobs "
    "weightedrunningjobs localjobsidle localjobsrunning schedulerjobsidle schedulerjobsrunning submittertag "
    "skipmatchmaking jobprioarray lastheardfrom mycurrenttime condorversion authenticatedidentity".split()
)

_POLICY: Final = (
    "NEGOTIATOR_SLOT_CONSTRAINT NEGOTIATOR_SUBMITTER_CONSTRAINT NEGOTIATOR_JOB_CONSTRAINT "
    "NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT GROUP_DYNAMIC_MACH_CONSTRAINT SLOT_WEIGHT NEGOTIATOR_PRE_JOB_RANK "
    "NEGOTIATOR_POST_JOB_RANK PREEMPTION_RANK PREEMPTION_REQUIREMENTS GROUP_SORT_EXPR STARTD_JOB_ATTRS "
    "STARTD_JOB_EXPRS SYSTEM_STARTD_JOB_ATTRS SIGNIFICANT_ATTRIBUTES ADD_SIGNIFICANT_ATTRIBUTES"
).split()

_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_WORD: Final = re.compile(r"\b[A-Za-z_][A-Za-z0-9_]*\b(?!\s*\()")
_KEYWORDS: Final = frozenset("my target parent true false undefined error is isnt".split())
_LITERAL: Final = re.compile(
    r'\s*(?:-?[0-9][0-9.]*(?:[eE][-+]?[0-9]+)?|"(?:[^"\\]|\\.)*"|true|false|undefined)\s*\Z', re.IGNORECASE
)
_RESOURCES: Final = "machineresources"
_OF_RESOURCE: Final = ("", "request", "total", "totalslot", "detected", "assigned", "consumption", "available")


def mentioned(text: str) -> frozenset[str]:
    """The names, in lower case, that an expression could refer to; those in strings too where it evaluates strings."""
    if "eval" not in text.lower():
        text = _STRING.sub(" ", text)
    return frozenset(word.lower() for word in _WORD.findall(text)) - _KEYWORDS


@dataclass(slots=True)
class Mentions:
    """The names that the expressions of many ads refer to, and the names of their attributes."""

    names: set[str] = field(default_factory=set)
    defined: set[str] = field(default_factory=set)
    _seen: set[str] = field(default_factory=set)

    def add(self, ad: Ad) -> None:
        """Look at all attributes of an ad; a text that was seen before costs nothing."""
        for name in ad:
            self.defined.add(name.lower())
            text = ad.source(name)
            if text is None or text in self._seen:
                continue
            if name.lower() == _RESOURCES:
                words = _WORD.findall(text.strip('"'))
                self.names.update(prefix + word.lower() for word in words for prefix in _OF_RESOURCE)
            elif not _LITERAL.match(text):
                self._seen.add(text)
                self.names |= mentioned(text)


def policy_names(config: Config) -> frozenset[str]:
    """The names that the negotiator's own expressions refer to."""
    knobs = [*_POLICY, *config.words("NEGOTIATOR_MATCH_EXPRS")]
    texts = (config.text(knob) for knob in knobs)
    return frozenset().union(*(mentioned(text) for text in texts if text))


def job_names(slots: Mentions, policy: frozenset[str]) -> set[str]:
    """The attributes to ask schedds for: what is always looked at, and what anything outside the jobs refers to.

    The names of the slots' own attributes are among them, for a job may have one of the same name.
    """
    requests = {name for name in slots.names if name.startswith(_REQUEST)}
    names = _JOB | slots.names | slots.defined | policy | requests
    return {name for name in names if not is_secret(name)}


def slot_attributes(ad: Ad, names: frozenset[str]) -> Iterator[str]:
    """The attributes of a slot ad that are kept, where `names` are mentioned anywhere.

    Whatever is no plain value stays: what an expression asks of jobs makes attributes significant, used or not.
    """
    for name in ad:
        lower = name.lower()
        if is_secret(name):
            continue
        if lower in _SLOT or lower in names or _SLOT_PATTERN.match(lower) or not _LITERAL.match(ad.source(name) or ""):
            yield name


def submitter_attributes(ad: Ad, names: frozenset[str]) -> Iterator[str]:
    """The attributes of a submitter ad that are kept."""
    return (name for name in ad if (name.lower() in _SUBMITTER or name.lower() in names) and not is_secret(name))


def only(ad: Ad, kept: Iterable[str]) -> Ad:
    """The ad with no other attributes than these."""
    wanted = set(kept)
    return ad.replace({name: None for name in ad if name not in wanted})
