"""How long a job may stay when somebody else is to get its slot."""

import pytest

from tests.negotiation.builders import NOW, configured
from userprio.classad import Ad, Evaluator
from userprio.negotiation.vacating import VacatingRules

RULES = VacatingRules.from_config(configured("MAXJOBRETIREMENTTIME = 60\nMachineMaxVacateTime = 10\n"))


@pytest.mark.parametrize(
    ("wanted", "age_s", "told", "gone"),
    [
        (None, 20, 30, 40),
        (4, 20, 36, 40),
        (30, 0, 30, 60),
        (30, 40, 0, 20),
        (100, 0, 0, 60),
        (100, 20, 0, 40),
        (100, 55, 0, 10),
    ],
)
def test_a_job_that_wants_more_time_to_vacate_gets_it_from_what_is_left_of_its_retirement(
    wanted: int | None, age_s: float, told: float, gone: float
) -> None:
    """60 s of retirement and 10 s to vacate: min(wanted, what is left of the 60 s) if that is more than the 10 s."""
    job = Ad({} if wanted is None else {"JobMaxVacateTime": wanted})
    granted = RULES.granted(Ad({}), job, Evaluator(NOW))
    assert (granted.told_after_s(age_s), granted.gone_after_s(age_s)) == (told, gone)
