"""More or fewer machines of a pool, each with all its slots."""

import re
from collections.abc import Mapping, Sequence
from fnmatch import translate
from glob import escape

from userprio.analysis.plan import ChangePlace, SlotsAdded, SlotsRemoved
from userprio.base import BadInput, counted
from userprio.classad import Evaluator, flag_of, text_of
from userprio.pool import ScenarioData, SlotTable
from userprio.simulation import machine_of

Machines = Mapping[str, Sequence[str]]
"""The slots, in order, of each machine, without dynamic ones, which are parts of others."""


def machines_like(scenario: ScenarioData, pattern: str) -> Machines:
    """The machines whose name, or a slot of which, matches a pattern.

    Raises:
        BadInput: none does.
    """
    evaluator, fits = Evaluator(scenario.now), re.compile(translate(pattern.lower())).match
    machines: dict[str, list[str]] = {}
    for ad in scenario.pool.slots:
        if (name := text_of(evaluator, ad, "Name")) is None or flag_of(evaluator, ad, "DynamicSlot"):
            continue
        machine = machine_of(name)
        if fits(name.lower()) or fits(machine.lower()) or machine in machines:
            machines.setdefault(machine, []).append(name)
    if not machines:
        first = next((text_of(evaluator, ad, "Name") for ad in scenario.pool.slots), None)
        hint = f"The first slot is called {first}; * stands for anything" if first else "The pool has no slots"
        raise BadInput(f"no slot or machine is called {pattern}", hint=hint)
    return machines


def check_removal(number: int, machines: Machines, scenario: ScenarioData, pattern: str) -> None:
    """Raise BadInput if there are fewer machines than are to be removed, or if the pool has no others."""
    if number > len(machines):
        reason = f"there are {len(machines)} {'machines' if pattern == '*' else f'machines like {pattern}'}"
    elif number > 0 and machines.keys() == machines_like(scenario, "*").keys() and number == len(machines):
        reason = "it is the only one" if number == 1 else "they are all that there are"
    else:
        return
    raise BadInput(f"{counted(number, 'machine')} cannot be removed: {reason}")


def machine_changes(number: int, machines: Machines, place: ChangePlace) -> tuple[SlotsAdded | SlotsRemoved, ...]:
    """`number` more machines like the first of these or, if negative, without so many of the last ones."""
    if number < 0:
        # Whole machines go, dynamic slots included: a part of a machine cannot be sent back.
        gone = ((escape(name), machines[name][0] == name) for name in list(machines)[number:])
        return tuple(SlotsRemoved(name if is_slot else f"*@{name}", place=place) for name, is_slot in gone)
    model = next(iter(machines.values()))
    return tuple(SlotsAdded(SlotTable(number, {}), escape(slot), place) for slot in model) if number else ()
