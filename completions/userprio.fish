# Completion of userprio. It asks the program at every press of the tab key, and so fits any version of it.
# `userprio completion fish | source` loads it; or this file is in ~/.config/fish/completions/.

function __userprio_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l current (commandline --current-token --cut-at-cursor | string replace --regex '^["\']' '' | string unescape)
    set -l program (string replace --regex '^~/' "$HOME/" -- $words[1])
    set -l lines (_USERPRIO_COMPLETE=fish $program $words[2..-1] "$current" 2>/dev/null)
    set -l directives $lines[1]
    set -e lines[1]
    string join \n -- $lines
    if string match --quiet --regex 'files|folders' -- "$directives"
        set -l head (string match --regex '^--[^=]*=' -- "$current")
        set -l part (string replace --regex '^--[^=]*=' '' -- "$current")
        for path in (__fish_complete_path "$part")
            echo "$head$path"
        end
    end
end

complete --command userprio --no-files --arguments '(__userprio_complete)'
