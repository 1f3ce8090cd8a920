# Completion of userprio. It asks the program at every press of the tab key, and so fits any version of it.
# `source <(userprio completion bash)` in ~/.bashrc loads it; or this file is ~/.local/share/bash-completion/completions/userprio.

_userprio() {
    local line lines
    # COMP_POINT counts bytes.
    line=$(LC_ALL=C; printf %s "${COMP_LINE:0:COMP_POINT}")
    mapfile -t lines < <(_USERPRIO_COMPLETE=bash "${1/#\~\//$HOME/}" "$line" "$2" 2>/dev/null)
    COMPREPLY=("${lines[@]:1}")
    case ${lines[0]-} in
        *files*) compopt -o plusdirs -o default 2>/dev/null ;;
        *folders*) compopt -o plusdirs 2>/dev/null ;;
        *joined*) compopt -o nospace 2>/dev/null ;;
    esac
    return 0
}

complete -F _userprio userprio
