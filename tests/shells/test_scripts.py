"""The scripts in completions/, in the shells that they are for."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

pytestmark = pytest.mark.shells

REPOSITORY = Path(__file__).parents[2]
COMPLETIONS = REPOSITORY / "completions"
SCRIPTS = {"bash": "userprio.bash", "zsh": "_userprio", "fish": "userprio.fish"}
CHECKS = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}

# The function is called as bash calls it: with the command, and the part of the line that it is going to replace.
BASH = r"""
source {script}
COMP_LINE={line}; COMP_POINT=${{#COMP_LINE}}; replaced=${{COMP_LINE##*[[:blank:]=]}}
[[ $replaced == *@* ]] && replaced=@${{replaced##*@}}
_userprio userprio "$replaced"
printf '%s\n' "${{COMPREPLY[@]}}"
"""

# Outside of its line editor zsh has neither compadd nor compdef: what would be added is printed.
ZSH = r"""
compdef() {{ : }}
compadd() {{ print -rl -- "${{(@P)@[-1]}}" }}
typeset -A compstate
source {script}
words=({line}); CURRENT=$#words; PREFIX=$words[-1]
_userprio
"""

FISH = r"""
source {script}
complete --do-complete {line}
"""

ASK = {
    "bash": (["bash", "--norc", "--noprofile", "-c"], BASH),
    "zsh": (["zsh", "-f", "-c"], ZSH),
    "fish": (["fish", "--no-config", "-c"], FISH),
}


@pytest.fixture
def variables(tmp_path: Path) -> Mapping[str, str]:
    """An environment in which `userprio` is the program that is tested."""
    program = tmp_path / "bin" / "userprio"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m userprio "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "PYTHONPATH": str(REPOSITORY)}


@pytest.fixture
def completed(shell: str, variables: Mapping[str, str], tmp_path: Path) -> Callable[[str], list[str]]:
    """What the shell offers at the end of a line."""

    def ask(line: str) -> list[str]:
        command, template = ASK[shell]
        script = shlex.quote(str(COMPLETIONS / SCRIPTS[shell]))
        typed = line if shell == "zsh" else shlex.quote(line)
        text = template.format(script=script, line=f"{typed} ''" if shell == "zsh" and line.endswith(" ") else typed)
        done = subprocess.run([*command, text], capture_output=True, text=True, check=True, env=variables, cwd=tmp_path)
        assert done.stderr == ""
        return [word for text in done.stdout.splitlines() if (word := text.partition("\t")[0])]

    return ask


Completed = Callable[[str], list[str]]


def test_the_shell_accepts_the_script(shell: str) -> None:
    done = subprocess.run([*CHECKS[shell], COMPLETIONS / SCRIPTS[shell]], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_commands_are_completed(completed: Completed) -> None:
    assert completed("userprio nego") == ["negotiate"]


def test_options_are_completed(completed: Completed) -> None:
    assert sorted(completed("userprio most --al")) == ["--all-users", "--allow-commands", "--allusers"]


def test_choices_are_completed(completed: Completed) -> None:
    assert completed("userprio --format lo") == ["long"]


def test_names_are_completed(completed: Completed) -> None:
    offered = completed("userprio --snapshot physics most group_physics.l")
    assert sorted(offered) == ["group_physics.lep", "group_physics.lep.noether"]


def test_bash_replaces_only_what_follows_the_last_break(completed: Completed, shell: str) -> None:
    expected = {"bash": "@example.org", "zsh": "alice@example.org", "fish": "alice@example.org"}[shell]
    assert completed("userprio --snapshot physics most alice@ex") == [expected]
    assert completed("userprio --format=lo") == ["long" if shell == "bash" else "--format=long"]


def test_quotes_are_understood(completed: Completed, shell: str) -> None:
    expected = {"bash": r"\<none\>", "zsh": "<none>", "fish": "<none>"}[shell]
    assert completed(r"userprio --snapshot physics most \<") == [expected]


@pytest.mark.parametrize("shell", ["fish"], indirect=True)
def test_files_are_completed_by_the_shell(completed: Completed, tmp_path: Path) -> None:
    (tmp_path / "pool.log").touch()
    assert completed("userprio --ledger po") == ["pool.log"]
    assert completed("userprio --ledger=po") == ["--ledger=pool.log"]
