"""The three scripts that let a shell ask. They know nothing of the commands, so that they hold for any version."""

from typing import Final

_NOTE: Final = "Completion of userprio. Written by `python -m userprio.cli.generate`; change it there."

BASH: Final = f"""\
# {_NOTE}
# Source this file, or copy it to ~/.local/share/bash-completion/completions/userprio.

_userprio() {{
    local line lines
    # COMP_POINT counts bytes.
    line=$(LC_ALL=C; printf %s "${{COMP_LINE:0:COMP_POINT}}")
    mapfile -t lines < <(_USERPRIO_COMPLETE=bash "${{1/#\\~\\//$HOME/}}" "$line" "$2" 2>/dev/null)
    COMPREPLY=("${{lines[@]:1}}")
    case ${{lines[0]-}} in
        *files*) compopt -o plusdirs -o default 2>/dev/null ;;
        *folders*) compopt -o plusdirs 2>/dev/null ;;
        *joined*) compopt -o nospace 2>/dev/null ;;
    esac
    return 0
}}

complete -F _userprio userprio
"""

ZSH: Final = f"""\
#compdef userprio
# {_NOTE}
# Copy this file to a folder of $fpath, or source it after compinit.

_userprio() {{
    local -a lines words_found shown spacing
    local blank=$'\\t'
    local -a typed
    typed=("${{(@Q)words[1,CURRENT-1]}}" "${{(Q)PREFIX}}")
    lines=("${{(@f)$(_USERPRIO_COMPLETE=zsh ${{~typed[1]}} "${{(@)typed[2,-1]}}" 2>/dev/null)}}")
    local wishes=$lines[1]
    shift lines
    words_found=("${{(@)lines%%$blank*}}")
    shown=("${{(@)lines/$blank/  -- }}")
    [[ $wishes == *joined* ]] && spacing=(-S '')
    if (( $#lines )); then
        if [[ $lines[1] == *$blank* ]]; then
            compadd -V words -l -d shown "${{(@)spacing}}" -a words_found
        else
            compadd -J names "${{(@)spacing}}" -a words_found
        fi
    fi
    if [[ $wishes == *(files|folders)* ]]; then
        [[ $PREFIX == --*=* ]] && compset -P '*='
        if [[ $wishes == *folders* ]]; then
            _files -/
        else
            _files
        fi
    fi
}}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _userprio "$@"
else
    compdef _userprio userprio
fi
"""

FISH: Final = f"""\
# {_NOTE}
# Copy this file to ~/.config/fish/completions/.

function __userprio_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l current (commandline --current-token --cut-at-cursor | string replace --regex '^["\\']' '' | string unescape)
    set -l program (string replace --regex '^~/' "$HOME/" -- $words[1])
    set -l lines (_USERPRIO_COMPLETE=fish $program $words[2..-1] "$current" 2>/dev/null)
    set -l wishes $lines[1]
    set -e lines[1]
    string join \\n -- $lines
    if string match --quiet --regex 'files|folders' -- "$wishes"
        set -l head (string match --regex '^--[^=]*=' -- "$current")
        set -l part (string replace --regex '^--[^=]*=' '' -- "$current")
        for path in (__fish_complete_path "$part")
            echo "$head$path"
        end
    end
end

complete --command userprio --no-files --arguments '(__userprio_complete)'
"""

SCRIPTS: Final = {"userprio.bash": BASH, "_userprio": ZSH, "userprio.fish": FISH}
"""By the name of the file."""
