"""`userprio completion`: scripts that make shells complete command lines of this program."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from userprio.cli.environment import Environment
from userprio.cli.options import GlobalOptions, command

SCRIPTS: Final = Path(__file__).with_name("completion") / "scripts"


@dataclass(frozen=True, slots=True)
class Shell:
    """A supported shell."""

    script: str
    """The file name of its script, which is also the one that the shell looks for."""
    here: str
    """The command that enables completion in the running shell."""
    always: str
    """How to enable it in every new shell."""


SHELLS: Final = {
    "bash": Shell(
        "userprio.bash",
        "source <(userprio completion bash)",
        "the same line in ~/.bashrc; or, where bash-completion is installed, "
        "userprio completion bash > ~/.local/share/bash-completion/completions/userprio",
    ),
    "zsh": Shell(
        "_userprio",
        "source <(userprio completion zsh)",
        "the same line in ~/.zshrc, after compinit; or, with a folder of $fpath, "
        "userprio completion zsh > FOLDER/_userprio",
    ),
    "fish": Shell(
        "userprio.fish",
        "userprio completion fish | source",
        "userprio completion fish > ~/.config/fish/completions/userprio.fish",
    ),
}


@command(
    "completion",
    "completion bash > ~/.local/share/bash-completion/completions/userprio",
    "completion zsh > ~/.zfunc/_userprio",
    "completion fish > ~/.config/fish/completions/userprio.fish",
)
@click.argument("shell", metavar="SHELL", type=click.Choice(list(SHELLS)))
def completion(shared: GlobalOptions, env: Environment, shell: str) -> None:
    """Print the script that makes SHELL complete command lines of userprio: bash, zsh or fish.

    The script asks the program at every press of the tab key, so that it offers current commands, options, knobs, and
    names of submitters, groups and operations. On a terminal this command says where to put the script.
    """
    chosen = SHELLS[shell]
    env.stdout.write((SCRIPTS / chosen.script).read_text(encoding="utf-8"))
    if env.on_terminal:
        env.stderr.write(f"In this shell: {chosen.here}\nIn every new one: {chosen.always}\n")
