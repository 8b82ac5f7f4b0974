# Settings.
set -gx EDITOR vim
set plain "a; end"
source ~/.config/fish/more.fish
alias ll='ls -l'
abbr --add gs git status

# Greets.
function greet --description 'Says hello' --argument name
    set -l local 1
    set -g GREETED yes
    if test -n "$name"; and true
        echo "hello $name"
    else if test 1
        for i in (seq 3); echo $i; end
    end
    switch $name
        case a
            echo a
    end
end

function on_exit --on-event fish_exit; echo bye; end

begin
    function inner
    end
end
