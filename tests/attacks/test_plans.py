"""A saved plan between its review and `userprio apply`: what somebody changes in it, or puts in its place."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from msgspec import structs

from userprio.accounting import Edit, EditAction
from userprio.analysis.plan import read_saved, saved_text
from userprio.ledger import Ledger
from userprio.pool import examples

Run = Callable[..., Any]
ALICE = "alice@example.org"
HIGGS = "group_physics.hep.higgs@example.org"
DIGEST = re.compile("sha256:[0-9a-f]{64}")


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    return copytree(examples.find("physics").folder, tmp_path / "pool")


def planned(userprio: Run, pool: Path, *changes: str) -> tuple[Path, str]:
    """A plan, and the digest that was printed with it."""
    path = pool.parent / "spring.plan"
    done = userprio("--snapshot", pool, "plan", *(changes or ("--setfactor", f"{ALICE}=500")), "-o", path)
    [digest] = DIGEST.findall(done.err)
    return path, digest


def factor(pool: Path) -> float:
    return float(Ledger.read(pool / "Accountantnew.log").customers[ALICE].priority_factor or 0)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/pool/Accountantnew.log", "/other/Accountantnew.log"),
        ("value = 500.0", "value = 700.0"),
        (f'"{ALICE}"', f'"{HIGGS}"'),
        ('after = "500.000000"', 'after = "700.000000"'),
        ('name = "spring"', 'name = "summer"'),
        (r'fingerprint = "sha256:.', 'fingerprint = "sha256:z'),
        (r'digest = "sha256:.', 'digest = "sha256:z'),
    ],
)
def test_a_plan_that_was_changed_after_it_was_saved_is_refused_and_says_what_to_do(
    userprio: Run, pool: Path, old: str, new: str
) -> None:
    copytree(pool, pool.parent / "other")
    path, _ = planned(userprio, pool)
    text = re.sub(old, new, path.read_text(), count=1)
    assert text != path.read_text()
    path.write_text(text)
    done = userprio("apply", "--yes", path)
    assert (done.status, done.out) == (6, "")
    assert done.err == (
        f"userprio: {path}: this plan was changed after it was saved. Plan again, with the changes as wanted.\n"
    )
    assert factor(pool) == factor(pool.parent / "other") == 1000.0


def test_a_plan_that_was_only_laid_out_anew_is_the_same(userprio: Run, pool: Path) -> None:
    path, digest = planned(userprio, pool)
    path.write_text("# reviewed by ben\n" + path.read_text().replace(" = ", "=") + "\n\n")
    assert userprio("apply", "--digest", digest, path).status == 0
    assert factor(pool) == 500.0


def test_a_plan_without_a_digest_is_not_taken_for_one_that_was_reviewed(userprio: Run, pool: Path) -> None:
    path, _ = planned(userprio, pool)
    text = path.read_text()
    path.write_text(re.sub("digest = .*\n", "", text))
    done = userprio("apply", path)
    assert done.status == 6
    assert "this saved plan is damaged. Plan again" in done.err
    path.write_text(re.sub("digest = .*\n", "", text).replace("saved-plan/2", "saved-plan/1"))
    done = userprio("apply", path)
    assert done.status == 6
    assert "this plan has version 1 of the format; only version 2 is supported. Plan again" in done.err
    assert factor(pool) == 1000.0


def test_a_forged_plan_is_refused_with_the_digest_of_the_reviewed_one(userprio: Run, pool: Path) -> None:
    """A digest in the file is no help there: who writes the plan writes that too."""
    other = copytree(pool, pool.parent / "other")
    path, digest = planned(userprio, pool)
    reviewed = read_saved(path)
    origins = structs.replace(reviewed.origins, ledger=str(other / "Accountantnew.log"))
    forged = structs.replace(reviewed, origins=origins)
    path.write_text(saved_text(forged))
    done = userprio("apply", "--yes", "--digest", digest, path)
    assert (done.status, done.out) == (4, "")
    assert DIGEST.findall(done.err) == [forged.digest, digest]
    assert factor(other) == 1000.0
    # Without it, the ledger and the edits are at least said.
    done = userprio("apply", path)
    assert f"userprio: the plan spring is to edit {other / 'Accountantnew.log'}:\n  setfactor {ALICE} 500\n" in done.err
    assert f"# Ledger: {other / 'Accountantnew.log'}\n" in done.out


def test_the_end_of_a_lease_is_said_as_it_will_be_made_and_not_as_the_records_say(userprio: Run, pool: Path) -> None:
    changes = pool.parent / "changes.toml"
    changes.write_text(f'[setfactor]\n"{ALICE}" = {{ value = 500, duration = "2d" }}')
    path, digest = planned(userprio, pool, str(changes))
    saved = read_saved(path)
    edit = Edit(EditAction.SET_FACTOR, (ALICE,), 500.0, 200 * 86400)
    path.write_text(saved_text(structs.replace(saved, edits=(structs.replace(saved.edits[0], edit=edit),))))
    done = userprio("apply", "--dry-run", "--digest", digest, path)
    assert done.status == 4
    done = userprio("apply", path)
    assert f"  setfactor {ALICE} 500 for 200 days\n" in done.err


@pytest.mark.parametrize("form", [str.upper, lambda digest: digest.removeprefix("sha256:"), str])
def test_the_reviewed_plan_is_carried_out(userprio: Run, pool: Path, form: Callable[[str], str]) -> None:
    path, digest = planned(userprio, pool)
    assert digest == f"sha256:{read_saved(path).digest.removeprefix('sha256:')}"
    done = userprio("apply", "--digest", form(digest).replace("SHA", "sha"), path, "--format", "json")
    assert json.loads(done.out)["ledger"] == str(pool / "Accountantnew.log")
    assert factor(pool) == 500.0


def test_a_digest_is_for_plans_and_has_a_form(userprio: Run, pool: Path) -> None:
    path, digest = planned(userprio, pool)
    policy = pool.parent / "policy.toml"
    policy.write_text(userprio("--snapshot", pool, "dump").out)
    refused = userprio("--snapshot", pool, "apply", "--digest", digest, policy)
    assert refused.status == 2
    assert f"--digest is for a saved plan, and {policy} is a policy" in refused.err
    assert userprio("apply", "--digest", digest[:-1], path).status == 2


def test_on_a_terminal_it_asks_after_it_has_said_what_it_will_do(userprio: Run, pool: Path) -> None:
    path, digest = planned(userprio, pool)
    no = userprio("apply", path, terminal=True, typed="n\n")
    assert (no.status, no.out) == (4, "")
    assert no.err.endswith(f":\n  setfactor {ALICE} 500\nApply it? [y/N] Nothing was changed.\n")
    assert factor(pool) == 1000.0
    assert userprio("apply", path, terminal=True, typed="y\n").status == 0
    assert userprio("--snapshot", pool, "undo").status == 0
    assert "Apply it?" not in userprio("apply", "--digest", digest, path, terminal=True, typed="").err
    assert factor(pool) == 500.0


def test_a_script_is_not_asked_and_can_parse_the_answer(userprio: Run, pool: Path) -> None:
    path, _ = planned(userprio, pool)
    assert "is to edit" not in userprio("apply", path, "--dry-run").err
    document = json.loads(userprio("apply", path, "--format", "json").out)
    assert (document["operation"], document["ledger"]) == (1, str(pool / "Accountantnew.log"))


def test_deletions_are_asked_about_also_with_the_digest(userprio: Run, pool: Path) -> None:
    path, digest = planned(userprio, pool, "--delete", HIGGS)
    done = userprio("apply", "--digest", digest, path)
    assert (done.status, f"  delete {HIGGS}\n" in done.err) == (4, True)
    assert userprio("apply", "--digest", digest, "--yes", path).status == 0


def test_names_in_a_plan_reach_no_terminal_as_they_are(userprio: Run, pool: Path) -> None:
    path, _ = planned(userprio, pool)
    edit = Edit(EditAction.SET_FACTOR, ("a\x1b[31m@x",), 5.0)
    saved = read_saved(path)
    change = structs.replace(saved.edits[0], edit=edit)
    path.write_text(saved_text(structs.replace(saved, name="a\x1b[2J\nb", edits=(change,))))
    done = userprio("apply", path, terminal=True, typed="n\n")
    assert "\x1b" not in done.err
    assert len(done.err.splitlines()) == 3
