"""Hunt for scenarios in which the dry run and a real negotiator disagree.

    python -m tests.pool.hunt --count 2000                       so many scenarios that were never drawn before
    python -m tests.pool.hunt --seeds 1-100                      every theme with each of these seeds
    python -m tests.pool.hunt --seeds 7 --themes groups,mixed    some themes
    python -m tests.pool.hunt --chains --count 500               several cycles in a row of one negotiator each
    python -m tests.pool.hunt --release earlier --count 500      against HTCondor 23.9
    python -m tests.pool.hunt --again build/hunted/groups-7      the scenario in a folder, edited or not, once more

What disagrees is kept, each in a folder with its scenario and all that the negotiator read and logged.
"""

import argparse
import os
import random
import shutil
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from pathlib import Path

from tests.pool.root import RELEASES, HTCondor, NoHTCondor, find, version
from tests.pool.scenario import Scenario, read_scenario
from tests.pool.traits import CHAIN_NAMES, NAMES, draw
from tests.pool.trial import Trial, run_trial

_AT_ONCE = 100
"""Scenarios drawn ahead; thousands need not be in memory together."""


def main(words: list[str]) -> int:
    """Hunt as told; 0 if everything agreed, 1 if not, 2 if there is no HTCondor."""
    chosen = _parsed(words)
    try:
        htcondor = find(RELEASES[chosen.release])
    except NoHTCondor as reason:
        print(reason, file=sys.stderr)
        return 2
    first = random.SystemRandom().randrange(10**6, 10**9)
    seeds = chosen.seeds if chosen.count is None else count(first)
    themes = chosen.themes or (CHAIN_NAMES if chosen.chains else NAMES)
    drawn = islice((draw(theme, seed) for seed in seeds for theme in themes), chosen.count)
    scenarios = [read_scenario(folder / "scenario", folder.name) for folder in chosen.again] or drawn
    agreed = total = 0
    for trial in _trials(htcondor, scenarios, chosen.keep, chosen.pools):
        total += 1
        agreed += not trial.differences
        print(f"{trial.scenario.name}: {trial.matches} matches, {trial.took_s:.1f} s", *trial.differences, sep="\n    ")
        sys.stdout.flush()
    print(f"{agreed} of {total} scenarios agree with HTCondor {version(htcondor)}")
    return 0 if agreed == total else 1


def _trials(htcondor: HTCondor, scenarios: Iterable[Scenario], keep: Path, pools: int) -> Iterator[Trial]:
    """The trials in the order of their scenarios, in so many pools at once."""

    def play(scenario: Scenario) -> Trial:
        folder = keep / scenario.name
        shutil.rmtree(folder, ignore_errors=True)
        scenario.write(folder / "scenario")
        trial = run_trial(htcondor, scenario, folder)
        if not trial.differences:
            shutil.rmtree(folder)
        return trial

    waiting = iter(scenarios)
    with ThreadPoolExecutor(pools) as threads:
        while some := list(islice(waiting, _AT_ONCE)):
            yield from threads.map(play, some)


def _parsed(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.pool.hunt", description="Hunt for disagreements.")
    parser.add_argument("--seeds", type=_seeds, default=range(1, 2), metavar="A-B", help="default: 1")
    parser.add_argument("--count", type=int, metavar="N", help="so many scenarios, with seeds of no other hunt")
    parser.add_argument("--themes", type=_themes, metavar="NAME,...", help=", ".join((*NAMES, *CHAIN_NAMES)))
    parser.add_argument("--chains", action="store_true", help="the themes of several cycles in a row")
    parser.add_argument("--release", choices=RELEASES, default="current", help="of HTCondor; default: current")
    parser.add_argument("--again", type=Path, nargs="+", default=[], metavar="FOLDER")
    parser.add_argument(
        "--keep", type=Path, default=Path("build/hunted"), metavar="FOLDER", help="default: build/hunted"
    )
    parser.add_argument("--pools", type=int, default=os.cpu_count() or 1, metavar="N", help="at the same time")
    return parser.parse_args(words)


def _seeds(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def _themes(text: str) -> list[str]:
    names = text.split(",")
    if unknown := set(names) - {*NAMES, *CHAIN_NAMES}:
        raise argparse.ArgumentTypeError(f"no such theme: {', '.join(sorted(unknown))}")
    return names


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
