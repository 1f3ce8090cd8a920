"""The front door for scripts: `userprio.load("physics").negotiate()`.

>>> import userprio
>>> pool = userprio.load("thirds")
>>> sum(visit.won for visit in pool.negotiate().visits)  # of eight slots
6.0

A `Scenario` is a pool at a moment; its methods return what the commands of the same names print, and change nothing.
The clock and the environment are only read here, as defaults of `load`.
"""

import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from userprio.accounting.quotas import build_tree
from userprio.analysis.check import LedgerLines, Situation
from userprio.analysis.check import check as find_all
from userprio.analysis.explain import ExplainedPair, Explanation, compare, explain_group, explain_job, explain_submitter
from userprio.analysis.plan import (
    By,
    Changes,
    JobsLike,
    KnobValue,
    Measure,
    Plan,
    SlotsLike,
    Sweep,
    changed,
    changes_of,
    changes_read,
    dimension,
    knob_text,
    parse_dimension,
    texts,
)
from userprio.analysis.plan import plan as compare_cycles
from userprio.analysis.plan import sweep as run_sweep
from userprio.api.lived import Lived, afresh
from userprio.api.localzone import zone_here
from userprio.api.results import Result, in_one_run
from userprio.base.formats import counted
from userprio.base.times import seconds_since_epoch
from userprio.classad import Evaluator
from userprio.negotiation import Outcome, diagnosed, with_first_cycle_remarks
from userprio.pool import loading, scenario
from userprio.report import (
    EVERYBODY,
    MOST,
    QUOTAS,
    Column,
    Findings,
    Listing,
    ListingOptions,
    Query,
    build_listing,
    moment,
    query_ledger,
    whole_names,
)


@dataclass(frozen=True, slots=True, repr=False)
class Scenario(Lived):
    """A pool at a moment, with its ledger and configuration. It is immutable: `with_` returns a changed copy.

    >>> load("physics")
    <Scenario: 30 slots, 7 submitters, 46 idle jobs, at 2026-03-02 08:59 UTC>
    """

    def __repr__(self) -> str:
        pool = self.pool
        there = (counted(len(pool.slots), "slot"), counted(len(pool.submitters), "submitter"))
        return f"<Scenario: {', '.join(there)}, {counted(len(pool.jobs), 'idle job')}, at {moment(self.now, UTC)} UTC>"

    @in_one_run
    def negotiate(self) -> Result[Outcome]:
        """A dry run of one negotiation cycle: what condor_negotiator would decide. Rows are visits of submitters.

        >>> [(visit.submitter, visit.limit, visit.won) for visit in load("pie").negotiate().visits]
        [('ann@lab', 4.0, 4.0), ('ben@lab', 4.0, 4.0)]

        Raises:
            BadInput: a knob has a value that would stop a real negotiator.
        """
        return Result(with_first_cycle_remarks(self, diagnosed(self)))

    def most(self, *names: str, everybody: bool = False) -> Result[Listing]:
        """Priorities, factors, usage and limits of submitters and groups, as `userprio most` lists them.

        `names` are full names, the parts before the `@`, or unambiguous ends. Without names, those who used the pool
        during the last day are listed, or `everybody`. Rows are records.

        >>> [(row["name"], row["real_priority"]) for row in load("full").most().rows()]
        [('ben@lab', 0.5), ('ann@lab', 8.0)]

        Raises:
            BadInput: a knob has a value that would stop a real negotiator.
        """
        return self._listing(MOST, names, everybody=everybody)

    def quotas(self, *names: str) -> Result[Listing]:
        """The groups' effective, configured and subtree quotas and their demand. Rows are records of all groups, or of
        those named.

        >>> [(row["name"], row["effective_quota"]) for row in load("groups").quotas().rows()]
        [('<none>', 0.0), ('bio', 8.0), ('geo', 4.0)]

        Raises:
            BadInput: a knob has a value that would stop a real negotiator.
        """
        return self._listing(QUOTAS, names, everybody=True)

    @in_one_run
    def _listing(self, columns: Column, names: tuple[str, ...], *, everybody: bool) -> Result[Listing]:
        options = ListingOptions(
            self.now,
            columns,
            keep_quotas=columns == QUOTAS,
            active_since=EVERYBODY if everybody or names else None,
            classic=False,
            selected=bool(names),
        )
        tree = build_tree(self.config)
        known = (*self.ledger.customers, *(group.name for group in tree.groups))
        query = Query(options, whole_names(names, known), complete=True)
        found = query_ledger(self, query, tree, Evaluator(self.now))
        return Result(build_listing(found.records, options, found.more))

    @in_one_run
    def plan(
        self,
        changes: Changes | str | Path | None = None,
        *,
        other: scenario.Scenario | None = None,
        knobs: Mapping[str, KnobValue] | None = None,
        factors: Mapping[str, float] | None = None,
        slots: SlotsLike | Iterable[SlotsLike] = (),
        jobs: JobsLike | Iterable[JobsLike] | Mapping[str, int | str] = (),
        new: bool = False,
        why: bool = False,
    ) -> Result[Plan]:
        """What changes would do: a cycle before, a cycle after, and what differs. Rows are figures that differ.

        `changes` is a file of changes (TOML), or changes made in Python; the other arguments are those of `with_`, and
        apply after them. `other` replaces this scenario on the side after, before the changes are made. `why` adds the
        reasons for gains and losses.

        >>> load("groups").plan(knobs={"GROUP_ACCEPT_SURPLUS": True}).changes_something
        True

        Raises:
            BadInput: a change is invalid or cannot be made, or a value would stop a real negotiator.
            EditError: the accountant would refuse a factor; UnknownSubmitter: there is no such submitter, without
                `new`.
        """
        wanted = changes_read(changes, elsewhere=other is not None).and_then(
            changes_of(knobs, factors, slots, jobs, new=new)
        )
        # Both sides begin alike: what the last cycle left behind would be different after the changes.
        present = afresh(self, self)
        return Result(compare_cycles(present, wanted, None if other is None else afresh(other, self), why=why))

    @in_one_run
    def sweep(
        self,
        ranges: Mapping[str, str | Iterable[KnobValue]],
        *,
        show: str | Iterable[str] = ("holds", "idle"),
        by: str = "submitter",
        only: str | Iterable[str] = (),
        changes: Changes | str | Path | None = None,
        new: bool = False,
    ) -> Result[Sweep]:
        """A dry run for each value of a range, or each point of a grid of ranges. Rows are figures at one point.

        The keys of `ranges` are knobs, or `setfactor:NAME`, `setprio:NAME`, `setfloor:NAME`, `setceiling:NAME` and
        `jobs:NAME`; the values are lists, or texts as for `userprio sweep`, such as `2..20/2`. `show` has names of
        `Measure`; `by` is `submitter` or `group`, each of which has a row at each point; `only` has patterns of their
        names. `changes` apply at every point.

        >>> found = load("groups").sweep({"GROUP_QUOTA_geo": [4, 6]}, show=["got"], only=["geo.cy"])
        >>> [(row["GROUP_QUOTA_geo"], row["got"]) for row in found.rows()]
        [('4', 4.0), ('6', 6.0)]

        Raises:
            BadInput: a range or change is invalid or cannot be made, or nobody has such a name.
            EditError: the accountant would refuse a value; UnknownSubmitter: there is no such submitter, without `new`.
            ValueError: there is no such measure.
        """
        dimensions = [
            parse_dimension(f"{label}={values}")
            if isinstance(values, str)
            else dimension(label, map(knob_text, values), label)
            for label, values in ranges.items()
        ]
        present, measures = afresh(self, self), [Measure(name) for name in texts(show)]
        fixed = changes_read(changes)
        return Result(
            run_sweep(present, dimensions, fixed=fixed, measures=measures, by=By(by), only=texts(only), new=new)
        )

    @in_one_run
    def with_(
        self,
        changes: Changes | str | Path | None = None,
        *,
        knobs: Mapping[str, KnobValue] | None = None,
        factors: Mapping[str, float] | None = None,
        slots: SlotsLike | Iterable[SlotsLike] = (),
        jobs: JobsLike | Iterable[JobsLike] | Mapping[str, int | str] = (),
        new: bool = False,
    ) -> "Scenario":
        """A copy with knobs and priority factors set, and with more or fewer slots and idle jobs.

        `changes` is a file of changes (TOML), or changes made in Python; the other arguments apply after them. `slots`
        and `jobs` are texts as for `--slots` and `--jobs`; `jobs` may also map names to numbers. `new` allows
        submitters that neither ledger nor pool knows.

        >>> load("thirds").with_(slots="+1").negotiate().visits[0].won
        3.0

        Raises:
            BadInput: a change is invalid or cannot be made.
            EditError: the accountant would refuse a factor; UnknownSubmitter: there is no such submitter, without
                `new`.
        """
        made, _ = changed(
            self, changes_read(changes).and_then(changes_of(knobs, factors, slots, jobs, new=new)), self.config
        )
        return _door(afresh(made, self))

    @in_one_run
    def explain(
        self, name: str | None = None, *, group: str | None = None, job: str | None = None
    ) -> Result[Explanation]:
        """Why a submitter, a `group` or a `job` (CLUSTER.PROC) gets what it gets, and no more. Rows are reasons.

        An unambiguous end of `name` is enough; together with `job` it distinguishes jobs of several schedds.

        >>> load("thirds").explain("ann").primary.reason
        <Reason.LIMIT_BELOW_SLOT: 'limit below a slot'>

        Raises:
            NothingFound: there is no such submitter, group or job.
            TypeError: none of submitter, group and job is named, or too many of them.
        """
        if group is not None and name is None and job is None:
            return Result(explain_group(self, group))
        if group is None and job is not None:
            return Result(explain_job(self, job, name))
        if group is None and name is not None:
            return Result(explain_submitter(self, name))
        raise TypeError("name a submitter, a group or a job")

    @in_one_run
    def compare(self, one: str, other: str) -> Result[ExplainedPair]:
        """Why one submitter gets something different from another: the first difference, and all points compared.

        >>> load("full").compare("ann", "ben").first.about
        'effective priority'

        Raises:
            NothingFound: there is no such submitter.
        """
        return Result(compare(self, one, other))

    @in_one_run
    def check(self) -> Result[Findings]:
        """What would surprise, or stop, a real negotiator: findings in `found`, the worst first. Rows are findings.

        >>> [finding.code for finding in load("thirds").check().found]
        ['fractional-shares']
        """
        situation = Situation(self)
        if self.ledger.path is not None:
            situation = replace(situation, record_place=LedgerLines(self.ledger.path).place)
        return Result(Findings(find_all(situation), self.now))


@in_one_run
def load(
    where: str | Path,
    *,
    config: str | Path | None = None,
    ledger: str | Path | None = None,
    knobs: Mapping[str, KnobValue] | None = None,
    now: float | str | datetime | None = None,
    environ: Mapping[str, str] | None = None,
    first_cycle: bool = False,
    trust: bool = False,
) -> Scenario:
    """A pool at a moment: a folder of ads, a pool.toml, or the name of a shipped example.

    Configuration and ledger are those of the folder unless given; if there are none, every knob has its default, and
    nobody has used anything. `knobs` override the configuration. The moment is `now`, else that of the ads, else the
    clock's. `now` means what `--now` means on the command line: it is a number of seconds since the epoch, a text such
    as `2026-03-02 09:00`, `tomorrow` or `3d` (from the clock's time), or a `datetime`; without a zone of its own it is
    in the local one. `environ` replaces the environment, whose `_CONDOR_` variables set knobs. With `first_cycle` the
    negotiator has just started.

    A folder may come from somebody else: without `trust`, its configuration sees no environment except `environ`, and
    files outside of it are not read.

    >>> len(load("physics").pool.slots)
    30

    Raises:
        BadInput: something is missing, unreadable or invalid; or `now` is not a time, or not between 1970 and 9999.
        TypeError: `now` is neither a number nor a text nor a `datetime`.
    """
    clock = int(time.time())
    return _door(
        loading.load_scenario(
            where,
            clock=clock,
            now=None if now is None else seconds_since_epoch(now, zone_here, clock),
            config=None if config is None else Path(config),
            ledger=None if ledger is None else Path(ledger),
            knobs=None if knobs is None else {name: knob_text(value) for name, value in knobs.items()},
            environ=os.environ if environ is None and (trust or config is not None) else environ,
            first_cycle=first_cycle,
            trust=trust,
        )
    )


def _door(of: scenario.Scenario) -> Scenario:
    return Scenario(of.pool, of.ledger, of.config, of.now, of.previous_quotas, of.version)
