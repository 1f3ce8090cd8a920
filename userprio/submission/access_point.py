"""What a schedd makes of jobs that are submitted to it: whose they are, transforms, and what it refuses.

Transforms are those of JOB_TRANSFORM_NAMES in their own language (`TransformClassAd`), not in ClassAds as old ones are.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec import Struct

from userprio.base import BadInput
from userprio.classad import (
    UNDEFINED,
    Ad,
    ClassAdSyntaxError,
    Dialect,
    Evaluator,
    Expr,
    Literal,
    Value,
    format_value,
    integer_of,
    is_true,
    parse,
    renamed,
    unparse,
)
from userprio.config import (
    BLANKS,
    ConditionProblem,
    Config,
    Definition,
    IfBlocks,
    LogicalLines,
    Origin,
    OriginKind,
    Scope,
    evaluate_condition,
    expand,
    quoted,
)
from userprio.pool import user_maps
from userprio.submission.language import MY

_ROUNDED: Final = ("ImageSize", "ExecutableSize", "DiskUsage")
_VERBS: Final = ("SET", "DEFAULT", "EVALSET", "EVALMACRO", "COPY", "RENAME", "DELETE")
_STATEMENT: Final = re.compile(rf"({'|'.join(_VERBS)}|REQUIREMENTS)\s+(?=[^=\s])(.*)", re.I | re.S)
_ARGUMENTS: Final = re.compile(r"(\S+?)[,=]?(?:\s+[=,]?\s*(.*))?\Z", re.S)
_ASSIGNMENT: Final = re.compile(r"([A-Za-z0-9_.]+)\s*=\s*(.*)", re.S)
_SCHEDDS_NAMES: Final = {"schedd": "MY", "job": "TARGET"}
_NOWHERE: Final = Origin(None, None, OriginKind.DETECTED)


class AccessPoint(Struct, frozen=True):
    """The schedd that jobs are submitted to, and by whom."""

    config: Config
    """The configuration that its transforms and requirements are in."""
    schedd: str
    user: str
    """With the domain."""
    cluster: int
    now: int
    """Seconds since the epoch."""
    ad: Ad = Ad({})
    """The schedd's own ad."""


def queued(jobs: Sequence[Ad], point: AccessPoint) -> tuple[list[Ad], list[str]]:
    """The jobs as the schedd has them in its queue, and what it says about them.

    Raises:
        BadInput: it refuses one of them.
    """
    maps, problems = user_maps(point.config, "SCHEDD_CLASSAD_USER_MAP_NAMES")
    evaluator = Evaluator(point.now, user_maps=maps)
    transforms = [name for name in point.config.words("JOB_TRANSFORM_NAMES") if name.upper() != "NAMES"]
    said = dict.fromkeys(problems)
    ads = []
    for job in jobs:
        ad = job.replace(_own_attributes(job, point, len(jobs), evaluator))
        for name in transforms:
            ad = _Transform(name, point.config, evaluator, said).apply(ad)
        said |= dict.fromkeys(_objections(ad, point, evaluator))
        ads.append(ad)
    return ads, list(said)


def _own_attributes(job: Ad, point: AccessPoint, count: int, evaluator: Evaluator) -> dict[str, Value]:
    """What the schedd sets in every job."""
    proc = integer_of(evaluator, job, "ProcId")
    attributes: dict[str, Value] = {
        "ClusterId": point.cluster,
        "Owner": point.user.partition("@")[0],
        "User": point.user,
        "GlobalJobId": f"{point.schedd}#{point.cluster}.{proc}#{point.now}",
        "TotalSubmitProcs": count,
    }
    for name in _ROUNDED:
        size = job.lookup(name.lower())
        if isinstance(size, Literal) and isinstance(size.value, int) and size.value > 0:
            attributes |= {name: rounded(size.value), f"{name}_RAW": size.value}
    return attributes


def rounded(size: int) -> int:
    """A size rounded up to a quarter of its order of magnitude, as SCHEDD_ROUND_ATTR_ says by default."""
    step = 10 ** int(math.log10(size / 5) + 1) * 0.25
    return int(math.ceil(size / step) * step)


class _JobNames(Mapping[str, Definition]):
    """The variables of a transform, and the attributes of the job as MY.NAME, their texts as they are."""

    def __init__(self, own: Mapping[str, str], ad: Ad) -> None:
        self._own, self._ad = own, ad

    def __getitem__(self, name: str) -> Definition:
        text = self._own.get(name)
        if text is None and name.startswith(MY):
            expr = self._ad.lookup(name[len(MY) :])
            if expr is not None:
                is_text = isinstance(expr, Literal) and isinstance(expr.value, str)
                text = str(expr.value) if is_text and isinstance(expr, Literal) else unparse(expr)
        if text is None:
            raise KeyError(name)
        return Definition(name, text, _NOWHERE)

    def __iter__(self) -> Iterator[str]:
        return iter(self._own)

    def __len__(self) -> int:
        return len(self._own)


class _Transform:
    """A transform while it is applied to a job."""

    def __init__(self, name: str, config: Config, evaluator: Evaluator, said: dict[str, None]) -> None:
        self._name, self._config, self._evaluator, self._said = name, config, evaluator, said
        self._variables: dict[str, str] = {}

    def apply(self, ad: Ad) -> Ad:
        """The job with the changes made."""
        text = (self._config.raw(f"JOB_TRANSFORM_{self._name}") or "").strip(BLANKS)
        if text.startswith("["):
            self._say("is written as a ClassAd, which is not simulated")
            return ad
        blocks = IfBlocks()
        for line in (line.text.strip(BLANKS) for line in LogicalLines(text)):
            try:
                if not line or line.startswith("#") or blocks.take(line, partial(self._holds, ad)):
                    continue
            except ConditionProblem as problem:
                self._say(f"is not applied: {problem.message}")
                return ad
            if not blocks.enabled:
                continue
            statement, assignment = _STATEMENT.match(line), _ASSIGNMENT.match(line)
            if statement is not None and statement[1].upper() == "REQUIREMENTS":
                condition = self._parsed(statement[2])
                if condition is None or not is_true(self._evaluator.evaluate(condition, ad)):
                    return ad
            elif statement is not None:
                ad = self._change(statement[1].upper(), statement[2], ad)
            elif assignment is not None:
                self._variables[assignment[1].lower()] = assignment[2]
        return ad

    def _say(self, what: str) -> None:
        self._said[f"JOB_TRANSFORM_{self._name} {what}"] = None

    def _scope(self, ad: Ad) -> Scope:
        names = _JobNames(self._variables, ad)
        return Scope(names, "", None, {}, self._config.version, defaults=self._config.raw)

    def _holds(self, ad: Ad, condition: str) -> bool:
        scope = self._scope(ad)
        try:
            return evaluate_condition(condition, scope, lambda text: expand(text, scope).text)
        except ConditionProblem:
            negated = condition.startswith("!")
            expr = self._parsed(expand(condition.removeprefix("!"), scope).text)
            if expr is None:
                raise
            return is_true(self._evaluator.evaluate(expr, ad)) != negated

    def _parsed(self, text: str) -> Expr | None:
        try:
            return parse(text, Dialect.OLD)
        except ClassAdSyntaxError:
            return None

    def _change(self, verb: str, arguments: str, ad: Ad) -> Ad:
        match = _ARGUMENTS.match(arguments)
        if match is None:
            return ad
        name, rest = match[1], expand((match[2] or "").strip(BLANKS), self._scope(ad)).text
        if name.startswith("/"):
            self._say(f"has {verb} with a pattern, which is not simulated")
            return ad
        own = ad.expr(name)
        match verb:
            case "COPY" | "RENAME" if own is not None:
                copied = ad.replace({rest: own})
                return copied if verb == "COPY" else copied.replace({name: None})
            case "DELETE" if own is not None:
                return ad.replace({name: None})
            case "COPY" | "RENAME" | "DELETE":
                return ad
            case "DEFAULT" if own is not None:
                return ad
        expr = self._parsed(rest)
        if expr is None:
            self._say(f"has {verb} {name} with {quoted(rest)}, which is not an expression")
            return ad
        if verb in ("SET", "DEFAULT"):
            return ad.replace({name: expr})
        value = self._evaluator.evaluate(expr, ad)
        if verb == "EVALSET":
            return ad.replace({name: value})
        self._variables[name.lower()] = value if isinstance(value, str) else format_value(value, Dialect.OLD)
        return ad


def _objections(ad: Ad, point: AccessPoint, evaluator: Evaluator) -> Iterator[str]:
    """Warnings of the SUBMIT_REQUIREMENT_NAMES about a job. Raises BadInput for one that is refused."""
    for name in point.config.words("SUBMIT_REQUIREMENT_NAMES"):
        knob = f"SUBMIT_REQUIREMENT_{name}"
        condition = _asked(point.config.text(knob))
        if condition is None:
            continue
        value = evaluator.evaluate(condition, point.ad, ad)
        if is_true(value):
            continue
        reason = _asked(point.config.text(f"{knob}_REASON"))
        words = UNDEFINED if reason is None else evaluator.evaluate(reason, point.ad, ad)
        sentence = words if isinstance(words, str) else f"{knob} is not met"
        if point.config.boolean(f"{knob}_IS_WARNING", default=False) and isinstance(value, bool | int | float):
            yield f"{sentence} ({knob})"
        else:
            hint = "The configuration's SUBMIT_REQUIREMENT_NAMES list what a job has to meet"
            raise BadInput(f"the schedd refuses the jobs: {sentence} ({knob})", hint=hint)


def _asked(text: str | None) -> Expr | None:
    """The expression of a knob, which calls the schedd's ad SCHEDD and the job JOB; None if there is none."""
    if text is None:
        return None
    try:
        return renamed(parse(text, Dialect.OLD), _SCHEDDS_NAMES)
    except ClassAdSyntaxError:
        return None
