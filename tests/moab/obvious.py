"""A second opinion: a job's priority in Moab, written down as the manual tells it, each figure anew wherever it counts.

It knows nothing of userprio: a configuration is a table of what was set, and data are what the file says.

Not told: how a moab.cfg is written, files of usage, job ads.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

KINDS = ("user", "group", "account", "qos", "class")
COMPONENTS = {
    "CRED": "USER GROUP ACCOUNT QOS CLASS",
    "FS": "FSUSER FSGROUP FSACCOUNT FSQOS FSCLASS FSGUSER FSGGROUP FSGACCOUNT FSJPU FSPPU FSPSPU WCACCURACY",
    "RES": "NODE PROC MEM SWAP DISK PS PE WALLTIME",
    "SERVICE": "QUEUETIME XFACTOR BYPASS STARTCOUNT DEADLINE SPVIOLATION USERPRIO",
    "TARGET": "TARGETQUEUETIME TARGETXFACTOR",
    "USAGE": "CONSUMED HUNGER REMAINING EXECUTIONTIME PERCENT",
    "ATTR": "ATTRATTR ATTRSTATE ATTRGRES JOBID JOBNAME",
}
WEIGHTS = {
    name: f"USAGE{name}WEIGHT" if component == "USAGE" else f"{name}WEIGHT"
    for component, names in COMPONENTS.items()
    for name in names.split()
}
CAPS = {name: f"{name}CAP" for name in WEIGHTS} | {name: f"USAGE{name}CAP" for name in ("HUNGER", "EXECUTIONTIME")}
ALL_REASONS = frozenset("DEFER DEPENDS SOFTPOLICY HARDPOLICY IDLEPOLICY USERHOLD BATCHHOLD SYSTEMHOLD".split())
IMPLIED = {"ALWAYS": ALL_REASONS, "QUEUEPOLICY": {"SOFTPOLICY", "HARDPOLICY"}}
HOLDS = "hold userhold batchhold systemhold held deferred blocked notqueued vacated completed removed".split()
MOST = 10**9
Job = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Obvious:
    """What is set and known; `now`, `partition` and `literal` are what was asked for."""

    settings: dict[tuple[str, str], Any] = field(default_factory=dict)
    """By parameter and partition, `ALL` being all."""
    credentials: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    """By kind and name; targets and caps are texts, durations are seconds."""
    job_values: dict[tuple[str, str], int] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)
    now: int = 0
    partition: str = "ALL"
    literal: bool = False

    # -- what is set -------------------------------------------------------------------------------------------------

    def value(self, name: str, default: Any = 0) -> Any:
        return self.settings.get((name, self.partition), self.settings.get((name, "ALL"), default))

    def attribute(self, kind: str, name: str | None, attribute: str) -> Any:
        """What a credential says itself, else what DEFAULT says; 0 is a value."""
        said = [self.credentials.get((kind, who), {}).get(attribute) for who in (name, "DEFAULT") if name is not None]
        return next((value for value in said if value is not None), None)

    def weight(self, job: Job, name: str) -> int:
        """Of a component or a subfactor, with what the job's credentials add."""
        kinds = {"QUEUETIME": KINDS, "XFACTOR": KINDS, "FS": ("group", "account", "qos")}.get(name, ())
        attribute = {"QUEUETIME": "QTWEIGHT", "XFACTOR": "XFWEIGHT"}.get(name, "FSWEIGHT")
        added = sum(self.attribute(kind, job.get(kind), attribute) or 0 for kind in kinds)
        return added + self.value(WEIGHTS.get(name, f"{name}WEIGHT"), int(name in COMPONENTS or name == "QUEUETIME"))

    def totals(self) -> dict[str, float]:
        totals: dict[str, float] = self.data.get("partitions", {}).get(self.partition, self.data.get("system", {}))
        return totals

    # -- a job -------------------------------------------------------------------------------------------------------

    def tasks(self, job: Job) -> list[Job]:
        groups = job["tasks"] if isinstance(job.get("tasks"), list) else [job | {"count": job.get("tasks", 1)}]
        return [{"count": 1, "procs": 1, "nodes": 1} | group for group in groups]

    def asked(self, job: Job, what: str) -> float:
        return sum(group["count"] * group.get(what, 0) for group in self.tasks(job))

    def limit(self, job: Job) -> float | None:
        of_class = self.attribute("class", job.get("class"), "DEFAULT.WCLIMIT")
        return job.get("wallclock") or of_class or self.data.get("system", {}).get("default_wallclock")

    def active(self, job: Job) -> bool:
        return job.get("state") in ("starting", "running", "suspended")

    def ran(self, job: Job) -> float | None:
        return max(0, self.now - job["started"]) if "started" in job else None

    def queued(self, job: Job) -> float | None:
        """The time that counts, cut where a violation begins or ends."""
        if "eligible" in job or "submitted" not in job:
            return job.get("eligible")
        since, until = job["submitted"], min(self.now, job.get("started", self.now) if self.active(job) else self.now)
        own = [self.attribute("qos", job.get("qos"), f"JOBPRIO{name}") for name in ("ACCRUALPOLICY", "EXCEPTIONS")]
        policy = own[0] or self.value("JOBPRIOACCRUALPOLICY", "ACCRUE")
        excepted = set(self.value("JOBPRIOEXCEPTIONS", ()) if own[1] is None else own[1])
        excepted |= IMPLIED.get(policy.removesuffix("RESET"), set())
        violations = [(one["from"], one.get("to", until)) for one in job["blocks"] if one["reason"] not in excepted]
        edges = sorted({since, until, *(min(max(edge, since), until) for pair in violations for edge in pair)})
        counted = 0.0
        for begin, end in pairwise(edges) if since < until else ():
            violated = any(first <= begin and end <= last for first, last in violations)
            counted += 0 if violated else end - begin
            counted = 0.0 if violated and policy.endswith("RESET") else counted
        return counted

    def xfactor(self, job: Job) -> float | None:
        queued, limit = self.queued(job), self.limit(job)
        return None if queued is None or not limit else 1 + queued / max(self.value("XFMINWCLIMIT"), limit)

    def equivalents(self, job: Job) -> float:
        totals = self.totals()
        whole = {what: totals.get(what, 0) for what in ("procs", "memory_mb", "swap_mb", "disk_mb")}
        return whole["procs"] * sum(
            group["count"] * max(group.get(what, 0) / size if size else 0 for what, size in whole.items())
            for group in self.tasks(job)
        )

    def tent(self, value: float | None, parameter: str) -> float | None:
        ideal = self.value(parameter)
        return value if value is None or not ideal else max(0, ideal - abs(value - ideal))

    def deadline(self, job: Job) -> float | None:
        if "deadline" not in job or "submitted" not in job:
            return 0 if "deadline" not in job else None
        return max(0, self.now - job["submitted"]) / max(1, job["deadline"] - job["submitted"])

    def closeness(self, value: float | None, job: Job, attribute: str) -> float | None:
        target = self.attribute("qos", job.get("qos"), attribute)
        if not target or value is None:
            return None if target else 0
        return 10**8 + value - target if value >= target else 1 / max(0.0001, target - value) ** 2

    def worth(self, kind: str, names: list[str]) -> int:
        return sum(self.job_values.get((kind, name), 0) for name in {name.lower() for name in names})

    # -- fair share --------------------------------------------------------------------------------------------------

    @property
    def policy(self) -> str:
        """Empty where fair share is off."""
        return str(self.value("FSPOLICY", "")).replace("NONE", "")

    @property
    def of_all(self) -> str:
        """What percentages are taken of."""
        return "capacity" if self.policy.endswith("%") else "total"

    @property
    def lacks_capacity(self) -> bool:
        """Percentages are taken of a capacity that nobody knows."""
        return self.of_all == "capacity" and bool(self.data.get("history")) and not self.totals().get("procs")

    @cache  # noqa: B019
    def windows(self, source: str, kind: str, name: str = "") -> list[float]:
        """Amounts by age of window."""
        depth, length = self.value("FSDEPTH", 8), self.value("FSINTERVAL", 43200)
        if source == "global_usage" or source in self.data:
            usage = self.data.get(source, {})
            amounts = usage.get(kind, []) if kind in ("total", "capacity") else usage.get(kind, {}).get(name, [])
            return [*amounts, *[0.0] * depth][:depth]
        current = self.now // length * length
        return [self.delivered(current - age * length, length, kind, name) for age in range(depth)]

    def delivered(self, begin: int, length: int, kind: str, name: str) -> float:
        """In one window, by the jobs of the past."""
        until = min(begin + length, self.now)
        if kind == "capacity":
            return self.totals().get("procs", 0) * (until - begin)
        amount = 0.0
        for run in self.data.get("history", []):
            end = min(run.get("ended", self.now), self.now)
            seconds = max(0, min(end, until) - max(run["started"], begin))
            if (kind == "total" or run.get(kind) == name) and seconds:
                rate = run.get("procs", 1)
                if "PES" in self.policy:
                    rate = run.get("pes", rate)
                elif "UTILIZED" in self.policy:
                    ran = run.get("ended", self.now) - run["started"]
                    rate = run["used_proc_seconds"] / ran if "used_proc_seconds" in run else rate
                amount += rate * seconds
        return amount

    def decayed(self, amounts: list[float]) -> float:
        return float(sum(amount * self.value("FSDECAY", 1.0) ** age for age, amount in enumerate(amounts)))

    def percent(self, source: str, kind: str, name: str) -> float:
        whole = self.decayed(self.windows(source, self.of_all))
        return 100 * self.decayed(self.windows(source, kind, name)) / whole if whole else 0

    def standing(self, source: str, kind: str, name: str | None) -> tuple[str, float]:
        """State and delta."""
        target = self.attribute(kind, name, "FSTARGET") or "0"
        wanted = 0 if target[-1] in "%^" else float(target.rstrip("+-"))
        if not self.policy or name is None or not wanted or not self.decayed(self.windows(source, self.of_all)):
            return "ok", 0
        delta = wanted - self.percent(source, kind, name)
        if target[-1] in "+-":
            crossed = delta > 0 if target[-1] == "+" else delta < 0
            state = {"+": "floor violated", "-": "ceiling violated"}[target[-1]] if crossed else "ok"
            return state, 0 if crossed == self.literal else delta
        return "target missed" if abs(delta) > 5 else "ok", delta

    def now_held(self, job: Job) -> dict[str, float]:
        """What the job's user has now."""
        user = job.get("user")
        if user is None:
            return dict.fromkeys(("FSJPU", "FSPPU", "FSPSPU", "WCACCURACY"), 0)
        said = self.data.get("users", {}).get(user, {})
        active = [one for one in self.data["jobs"] if one.get("user") == user and self.active(one)]
        past = [one for one in self.data.get("history", []) if one.get("user") == user and "wallclock" in one]
        past = [one for one in past if one.get("ended", self.now + 1) <= self.now]
        used = sum(one.get("procs", 1) * (one["ended"] - one["started"]) for one in past)
        asked = sum(one.get("procs", 1) * one["wallclock"] for one in past)
        return {
            "FSJPU": said.get("active_jobs", len(active)),
            "FSPPU": said.get("active_procs", sum(self.asked(one, "procs") for one in active)),
            "FSPSPU": said.get(
                "active_proc_seconds", sum(self.asked(one, "procs") * (self.limit(one) or 0) for one in active)
            ),
            "WCACCURACY": said.get("accuracy", min(1, used / asked) if asked else 0),
        }

    # -- all together ------------------------------------------------------------------------------------------------

    def raw(self, job: Job) -> dict[str, float | None]:
        """Of each subfactor; None where data are missing."""
        queued, limit, ran, procs = self.queued(job), self.limit(job) or None, self.ran(job), self.asked(job, "procs")
        found: dict[str, float | None] = {}
        for kind in KINDS:
            found[kind.upper()] = self.attribute(kind, job.get(kind), "PRIORITY") or 0
            found[f"FS{kind.upper()}"] = self.standing("usage", kind, job.get(kind))[1]
            found[f"FSG{kind.upper()}"] = self.standing("global_usage", kind, job.get(kind))[1]
        queue = self.data.get("queues", {}).get(job.get("class"))
        if queue is not None and "PRIORITY" not in self.credentials.get(("class", job["class"]), {}):
            found["CLASS"] = queue
        found |= self.now_held(job)
        found |= {"NODE": sum(group["nodes"] for group in self.tasks(job)), "MEM": self.asked(job, "memory_mb")}
        found |= {"SWAP": self.asked(job, "swap_mb"), "DISK": self.asked(job, "disk_mb"), "PE": self.equivalents(job)}
        found["PROC"], found["PS"] = self.tent(procs, "PRIORITYTARGETPROCCOUNT"), limit and procs * limit
        found["WALLTIME"] = self.tent(limit, "PRIORITYTARGETDURATION")
        found["QUEUETIME"] = None if queued is None else queued / 60
        found["XFACTOR"], found["DEADLINE"] = self.xfactor(job), self.deadline(job)
        found |= {"BYPASS": job.get("bypassed", 0), "STARTCOUNT": job.get("restarts", 0)}
        found["SPVIOLATION"] = int(job.get("soft_violation", False))
        highest = 1023 if self.value("ENABLEPOSUSERPRIORITY", False) else 0
        found["USERPRIO"] = min(max(job.get("user_priority", 0), -1024), highest)
        found["TARGETQUEUETIME"] = self.closeness(queued, job, "QTTARGET")
        found["TARGETXFACTOR"] = self.closeness(self.xfactor(job), job, "XFTARGET")
        found |= dict.fromkeys(COMPONENTS["USAGE"].split(), 0)
        if self.active(job):
            known = ran is not None and limit is not None
            found |= {"HUNGER": job.get("hunger", 0), "EXECUTIONTIME": ran}
            found["CONSUMED"] = None if ran is None else procs * ran
            found["REMAINING"] = procs * max(0, limit - ran) if known else None
            found["PERCENT"] = 100 * ran / limit if known else None
        mapped = {name.lower() for name in self.value("NODETOJOBATTRMAP", ())}
        features = [name for name in job.get("features", []) if name.lower() in mapped]
        found["ATTRATTR"] = self.worth("ATTR", [*job.get("attributes", []), *features])
        found["ATTRSTATE"] = self.worth("STATE", [job.get("state", "idle")])
        found["ATTRGRES"] = self.worth("GRES", job.get("resources", []))
        for name, text in (("JOBID", re.split(r"[.[]", job["id"])[0]), ("JOBNAME", job.get("name", ""))):
            found[name] = min(10**15, int((re.search("[0-9]+", text) or ["0"])[0]))
        return found

    def priority(self, job: Job) -> dict[str, Any]:
        """Components with their subfactors, their sum, what becomes of it, and what keeps the job from starting."""
        raw, components, missing = self.raw(job), {}, list[str]()
        for component, names in COMPONENTS.items():
            terms = {}
            for name in names.split():
                weight, value = self.weight(job, name), raw[name]
                missing += [name] if value is None and weight and self.weight(job, component) else []
                capped = clamp(value or 0, self.value(CAPS[name]))
                terms[name] = (value, capped, weight, weight * capped)
            total = sum(points for *_, points in terms.values())
            capped, weight = clamp(total, self.value(f"{component}CAP")), self.weight(job, component)
            components[component] = (total, capped, weight, weight * capped, terms)
        total = sum(points for *_, points, _ in components.values())
        priority = min(total if self.value("ENABLENEGJOBPRIORITY", False) else max(total, 1), MOST)
        absolute = job.get("admin_priority", self.attribute("qos", job.get("qos"), "SYSPRIO"))
        if "admin_adjustment" in job:
            priority, absolute = priority + job["admin_adjustment"], 0
        priority = MOST + absolute if absolute else priority
        rejected = round(priority) < 0 and not self.active(job) and self.value("REJECTNEGPRIOJOBS", True)
        return {
            "components": components,
            "missing": missing,
            "sum": total,
            "magnitude": sum(abs(points) for *_, points, _ in components.values()),
            "priority": round(priority),
            "administered": bool(job.get("admin_adjustment") or absolute),
            "list": self.listed(job),
            "verdicts": [*(["negative"] if rejected else []), *self.capped(job)],
        }

    def listed(self, job: Job) -> str:
        violating = any(one["from"] <= self.now < one.get("to", self.now + 1) for one in job["blocks"])
        blocked = violating or job.get("state") in HOLDS
        return "active" if self.active(job) else "blocked" if blocked else "eligible"

    def capped(self, job: Job) -> list[str]:
        """Credentials whose usage, with what the job would add, exceeds a cap."""
        found = []
        whole = self.decayed(self.windows("usage", self.of_all))
        seconds = self.limit(job) or 0
        added = (self.equivalents(job) if "PES" in self.policy else self.asked(job, "procs")) * seconds
        for kind in KINDS if self.policy and not self.active(job) else ():
            caps = [self.attribute(kind, job.get(kind), name) or "" for name in ("FSTARGET", "FSCAP")]
            for cap in (caps[0] if caps[0][-1:] in ("%", "^") else "", caps[1]):
                used = self.decayed(self.windows("usage", kind, job.get(kind)))
                share = used + added if cap.endswith("^") else 100 * (used + added) / whole if whole else 0
                found += [f"{kind} {job[kind]}"] if cap and share > float(cap.rstrip("%^")) else []
        return sorted(set(found))


def clamp(value: float, cap: int) -> float:
    """Bounded on both sides, by a cap that is positive."""
    return max(-cap, min(cap, value)) if cap > 0 else value
