"""What a snapshot keeps: whatever a negotiation may depend on, and nothing that must not leave the pool.

An expression is taken to refer to every word in it, whatever its scope: an extra attribute does no harm. Secrets are
attributes that would let others act as the pool or as the owner of a job. A daemon's configuration may have passwords
anywhere: only knobs known here are kept, and those that they refer to, with everything masked that looks like a
credential.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from userprio.base.credentials import MASK, is_credential, masked
from userprio.classad import Ad, internal_references, unparse
from userprio.config import KNOBS, Config, KnobType, find_knob, needed

_PRIVATE: Final = frozenset(
    "capability claimid claimids claimidlist childclaimids pairedclaimid publicclaimid publicclaimids transferkey "
    "transfersocket env environment".split()
)
"""HTCondor's private attributes (`ClassAdPrivateAttrs`), the public halves of claims, and jobs' environments."""

_CARRIERS: Final = frozenset(
    "args arguments envdelim x509userproxysubject x509userproxyemail x509userproxyfqan x509userproxyfirstfqan "
    "x509userproxyvoname".split()
)
"""Attributes that may contain a secret or identify a person: kept only if an expression refers to them."""

_PRIVATE_NAMES: Final = re.compile(
    r"_condor_priv|(?:.*_)?(?:child)?claimids?\Z"
    r"|.*(?:password|passwd|passphrase|_pass|secret|secretkey|privatekey|apikey|accesskey|credentials?|token)\Z"
)
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
    # What policies commonly refer to.
    "arch opsys opsysandver opsysmajorver opsysname opsysversion opsysshortname opsyslongname filesystemdomain "
    "uiddomain detectedcpus detectedmemory detectedgpus totalcpus totalmemory totaldisk totalgpus totalslotcpus "
    "totalslotmemory totalslotdisk totalslotgpus mips kflops loadavg condorloadavg keyboardidle consoleidle "
    "condorversion condorplatform hasfiletransfer hasreconnect hassingularity hasdocker hascontainer isowner cpubusy "
    "startjobs".split()
)
"""In lower case, like every set of names here."""

_SLOT_PATTERN: Final = re.compile(
    r"child|consumption|.+\d_(?:remote|accountinggroup|owner|preempting|state|activity)|.*gpus|cuda"
)
"""Beginnings of names: rolled-up children, consumption policies, other slots of the machine, GPUs."""

_JOB: Final = (
    "ClusterId ProcId GlobalJobId JobStatus JobPrio PreJobPrio1 PreJobPrio2 PostJobPrio1 PostJobPrio2 JobUniverse "
    "QDate Owner User AccountingGroup AcctGroup AcctGroupUser NiceUser ScheddName WantMatching IsNoopJob CurrentHosts "
    "MaxHosts MinHosts JobCoolDownExpiration EnteredCurrentStatus JobCurrentStartDate JobStartDate "
    "JobCurrentStartExecutingDate NumJobStarts NumShadowStarts RemoteWallClockTime CumulativeSlotTime "
    "CumulativeSuspensionTime RemoteHost RequestCpus RequestMemory RequestDisk RequestGPUs RequestSwap Requirements "
    "Rank ConcurrencyLimits ConcurrencyLimitsExpr CpusProvisioned MemoryProvisioned DiskProvisioned GPUsProvisioned "
    "AutoClusterId AutoClusterAttrs ResourceRequestConstraint WantPslotPreemption FlockTo HoldReasonCode "
    "AllowedJobDuration AllowedExecuteDuration MaxWallTimeMins JobBatchName Cmd MoabClass MoabGroup MoabQOS "
    "ImageSize MemoryUsage ResidentSetSize ExecutableSize DiskUsage"
).split()

_SUBMITTER: Final = frozenset(
    "name mytype machine myaddress scheddipaddr scheddname idlejobs runningjobs heldjobs flockedjobs weightedidlejobs "
    "weightedrunningjobs localjobsidle localjobsrunning schedulerjobsidle schedulerjobsrunning submittertag "
    "skipmatchmaking jobprioarray lastheardfrom mycurrenttime condorversion authenticatedidentity".split()
)

NEGOTIATOR_AD: Final = (
    *("MyType", "Name", "Machine", "CondorVersion", "CondorPlatform"),
    *("LastNegotiationCycleTime0", "LastNegotiationCycleEnd0", "LastNegotiationCycleMatches0"),
)
"""What is kept of a negotiator's ad: its identity, its version, and its last cycle."""

ACCOUNTING: Final = (
    *("MyType", "Name", "NegotiatorName", "AccountingGroup", "IsAccountingGroup", "LastUpdate", "LastHeardFrom"),
    *("EffectiveQuota", "ResourcesUsed", "WeightedResourcesUsed"),
)
"""What is kept of an accounting ad; the rest of it is in the ledger."""

_CURB: Final = "CurbMatchmaking"
_SCHEDD: Final = (
    *("MyType", "Name", "CondorVersion", "LastHeardFrom", "MaxJobsRunning", "ShadowsRunning", "TotalRunningJobs"),
    *("NumJobStartsDelayed", "NumPendingClaims", _CURB),
)

USER: Final = ("User", "MaxJobsRunning", "NumRunning", "NumSuspended", "NumIdle", "NumHeld")
"""What is kept of a schedd's user record."""

_POLICY: Final = (
    "NEGOTIATOR_SLOT_CONSTRAINT NEGOTIATOR_SUBMITTER_CONSTRAINT NEGOTIATOR_JOB_CONSTRAINT "
    "NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT GROUP_DYNAMIC_MACH_CONSTRAINT SLOT_WEIGHT NEGOTIATOR_PRE_JOB_RANK "
    "NEGOTIATOR_POST_JOB_RANK PREEMPTION_RANK PREEMPTION_REQUIREMENTS GROUP_SORT_EXPR STARTD_JOB_ATTRS "
    "STARTD_JOB_EXPRS SYSTEM_STARTD_JOB_ATTRS SIGNIFICANT_ATTRIBUTES ADD_SIGNIFICANT_ATTRIBUTES "
    "START_VANILLA_UNIVERSE"
).split()

_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_WORD: Final = re.compile(r"\b[A-Za-z_][A-Za-z0-9_]*\b(?!\s*\()")
_KEYWORDS: Final = frozenset("my target parent true false undefined error is isnt".split())

_LITERAL: Final = re.compile(
    r'\s*(?:-?[0-9][0-9.]*(?:[eE][-+]?[0-9]+)?|"(?:[^"\\]|\\.)*"|true|false|undefined)\s*\Z', re.IGNORECASE
)

_RESOURCES: Final = "machineresources"
_OF_RESOURCE: Final = ("", "Request", "Total", "TotalSlot", "Detected", "Assigned", "Consumption", "Available")
_ELSEWHERE: Final = frozenset(
    "LOCAL_CONFIG_FILE LOCAL_CONFIG_DIR LOCAL_CONFIG_DIR_EXCLUDE_REGEXP REQUIRE_LOCAL_CONFIG_FILE USER_CONFIG_FILE "
    "LOCAL_ROOT_CONFIG_FILE".split()
)
"""Knobs that name more files to read: their contents are in the dump already, and on this machine they would differ."""
_FREE_TEXT: Final = frozenset({"JOB_TRANSFORM_<name>", "SUBMIT_REQUIREMENT_<name>"})
"""Known families that are not needed: what a schedd does to jobs before they are negotiated."""
_FAMILIES: Final = ("GROUP_", "NEGOTIATOR_", "DEFRAG_", "AUTO_USE_")
"""Families of which unknown members are kept as well, so that `check` can find the mistyped ones."""

_ASSIGNMENT: Final = re.compile(r"\s*([A-Za-z0-9_.$:/]+)\s*(?:@=(\w+)\s*$|=(.*))", re.DOTALL)


@lru_cache(maxsize=4096)
def is_secret(attribute: str) -> bool:
    """Whether an attribute of an ad must never be kept."""
    lower = attribute.lower()
    return lower in _PRIVATE or _PRIVATE_NAMES.match(lower) is not None


def names_of(words: Iterable[str]) -> dict[str, str]:
    """Words keyed by their lower case; of several spellings the first is kept."""
    names: dict[str, str] = {}
    for word in words:
        names.setdefault(word.lower(), word)
    return names


def mentioned(text: str) -> dict[str, str]:
    """The names that an expression could refer to, including those in strings if it evaluates strings."""
    if "eval" not in text.lower():
        text = _STRING.sub(" ", text)
    return names_of(word for word in _WORD.findall(text) if word.lower() not in _KEYWORDS)


def _text(ad: Ad, name: str) -> str:
    """The text of an attribute, as it came if it came as text."""
    text = ad.source(name)
    if text is not None:
        return text
    expr = ad.expr(name)
    return "" if expr is None else unparse(expr)


class Mentions(msgspec.Struct):
    """The names that the expressions of many ads refer to, and the names of their attributes."""

    names: dict[str, str] = msgspec.field(default_factory=dict)
    defined: dict[str, str] = msgspec.field(default_factory=dict)
    _seen: set[str] = msgspec.field(default_factory=set)
    _spelled: set[str] = msgspec.field(default_factory=set)

    def add(self, ad: Ad) -> None:
        """Look at all attributes of an ad; texts seen before are skipped."""
        for name in ad:
            if name not in self._spelled:
                self._spelled.add(name)
                self.defined.setdefault(name.lower(), name)
            text = _text(ad, name)
            # Thousands of ads share a few expressions.
            if text in self._seen:
                continue
            if text.startswith('"') and name.lower() == _RESOURCES:
                words = _WORD.findall(text.strip('"'))
                self.names |= names_of(prefix + word for word in words for prefix in _OF_RESOURCE) | self.names
            elif not _LITERAL.match(text):
                self._seen.add(text)
                self.names |= mentioned(text) | self.names


def policy_names(config: Config) -> dict[str, str]:
    """The names that the negotiator's own expressions refer to."""
    knobs = [*_POLICY, *config.words("NEGOTIATOR_MATCH_EXPRS")]
    texts = (config.text(knob) for knob in knobs)
    return names_of(word for text in texts if text for word in mentioned(text).values())


def job_names(slots: Mentions, policy: Mapping[str, str]) -> dict[str, str]:
    """The attributes to ask schedds for: those that are always needed, and those that anything but the jobs refers to.

    They include the names of the slots' own attributes, because a job may have one of the same name.
    """
    defined = (spelling for name, spelling in slots.defined.items() if name not in _CARRIERS)
    names = names_of((*_JOB, *slots.names.values(), *defined, *policy.values()))
    return {name: spelling for name, spelling in names.items() if not is_secret(name)}


class SlotFilter(msgspec.Struct):
    """Chooses the attributes of slot ads that are kept; `names` are those mentioned anywhere.

    Every expression is kept, used or not, because what it asks of jobs makes attributes significant.
    """

    names: Collection[str]
    _by_name: dict[str, bool] = msgspec.field(default_factory=dict)
    """For names seen before, whether they are kept whatever their value."""

    def needed(self, ad: Ad) -> Iterator[str]:
        """The attributes of one ad."""
        by_name = self._by_name
        for name in ad:
            stays = by_name.get(name)
            if stays is None:
                lower = name.lower()
                wanted = lower in _SLOT or lower in self.names or _SLOT_PATTERN.match(lower) is not None
                stays = by_name[name] = wanted and not is_secret(name)
            if stays or (name.lower() not in _CARRIERS and not _LITERAL.match(_text(ad, name)) and not is_secret(name)):
                yield name


def submitter_attributes(ad: Ad, names: Collection[str]) -> Iterator[str]:
    """The attributes of a submitter ad that are kept."""
    return (name for name in ad if (name.lower() in _SUBMITTER or name.lower() in names) and not is_secret(name))


def of_schedd(ad: Ad) -> Ad:
    """A schedd's own ad with what decides how many jobs it offers."""
    read = internal_references(ad, [_CURB])
    return only(ad, [name for name in ad if name in _SCHEDD or (name.lower() in read and not is_secret(name))])


def only(ad: Ad, names: Iterable[str]) -> Ad:
    """The ad with only these attributes."""
    wanted = set(names)
    return ad.replace({name: None for name in ad if name not in wanted})


class _Entry(msgspec.Struct, frozen=True):
    name: str
    tag: str | None
    """The tag of a here document; None for a value on one line."""
    text: str


class KeptKnobs(msgspec.Struct, frozen=True):
    """Lines of configuration, and sentences about knobs that were left out or masked."""

    lines: tuple[str, ...]
    remarks: tuple[str, ...]


def kept_knobs(dump: Iterable[str]) -> KeptKnobs:
    """The lines of a daemon's configuration that a snapshot keeps.

    In a dump each knob has a line of its own, or is a here document (`@=end`).
    """
    entries = list(_entries(dump))
    texts = {entry.name: entry.text for entry in entries}
    listed = (word for name, text in texts.items() if _lists_knobs(name) for word in re.split(r"[\s,]+", text))
    roots = {name for name in texts if _is_read(name)}
    plain = (name for name in KNOBS if "<" not in name)
    reached = needed(texts, (*roots, *plain, *listed))
    lines: list[str] = []
    remarks: list[str] = []
    for entry in entries:
        if (entry.name not in roots and entry.name.lower() not in reached) or _plain(entry.name).upper() in _ELSEWHERE:
            continue
        # Knobs of the table are known not to be secrets, whatever their names look like.
        if _knob(entry.name) is None and is_credential(entry.name):
            remarks.append(f"{entry.name}, which other knobs refer to, was left out: it is named like a secret")
            continue
        text = masked(entry.text)
        if text != entry.text:
            remarks.append(f"{entry.name} contains what looks like a credential, which was replaced by {MASK}")
        lines += _written(entry, text)
    return KeptKnobs(tuple(lines), tuple(remarks))


def _entries(dump: Iterable[str]) -> Iterator[_Entry]:
    """The knobs, without the headings and the list of files at the end."""
    lines = iter(dump)
    for line in lines:
        match = _ASSIGNMENT.match(line.rstrip("\r\n"))
        if match is None or line.startswith("#"):
            continue
        name, tag, text = match.groups()
        if tag is None:
            # A backslash at the end of a value would make the next knob part of it.
            yield _Entry(name, None, text.strip().rstrip("\\"))
            continue
        body: list[str] = []
        for following in lines:
            if following.strip() == f"@{tag}":
                break
            body.append(following.rstrip("\r\n"))
        yield _Entry(name, tag, "\n".join(body))


def _written(entry: _Entry, text: str) -> Iterator[str]:
    if entry.tag is None:
        yield f"{entry.name} = {text}".rstrip()
    else:
        yield f"{entry.name} @={entry.tag}"
        yield from text.split("\n") if text else ()
        yield f"@{entry.tag}"


def _is_read(name: str) -> bool:
    knob = _knob(name)
    if knob is None:
        return name.upper().startswith(_FAMILIES) or _plain(name).upper().startswith(_FAMILIES)
    return knob not in _FREE_TEXT


def _lists_knobs(name: str) -> bool:
    """Whether the value is a list of knobs that the negotiator reads."""
    known = find_knob(_plain(name))
    return known is not None and known.type is KnobType.KNOBS and known.name.startswith("NEGOTIATOR_")


def _knob(name: str) -> str | None:
    """The name in the table of knobs, found with or without the daemon's prefix; None if unknown."""
    known = find_knob(name) or find_knob(_plain(name))
    return None if known is None else known.name


def _plain(name: str) -> str:
    """The name after the dot: `NEGOTIATOR.X` is `X` for a single daemon."""
    return name.rpartition(".")[2]
