#!/bin/bash
# The terminal as a user sees it: tests/wire/terminal_driver.c in tmux, keys sent, screens read. Skipped without tmux.
cd "$(dirname "$0")" || exit 2
command -v tmux >/dev/null || { echo 'skipped: there is no tmux'; exit 0; }
folder=$(mktemp -d) bad=0
export TMUX_TMPDIR=$folder LC_ALL=C.UTF-8 TERM=xterm-256color
unset TMUX NO_COLOR FOVEA_PLAIN
number=0
server() { tmux -f /dev/null -L "fovea$number" "$@"; }
trap 'server kill-server 2>/dev/null; rm -rf "$folder"' EXIT

# Starts the driver in a shell with job control; $1: variables, further: options.
start() {
    local variables=$1
    shift
    server kill-server 2>/dev/null
    number=$((number + 1)) # the last server may take a moment to end
    server new-session -d -x 80 -y 24 "env PS1='$ ' bash --norc -i"
    see '\$'
    run "stty -a | md5sum | cut -c1-8 >$folder/before"
    server send-keys "clear; $variables $build/tests/terminal_driver $*" Enter
    see '^>'
}
keys() { server send-keys "$@"; }
run() { server send-keys "$1" Enter; }
screen() { server capture-pane -p "$@"; }
# Waits until the screen matches; fails after 10 seconds.
see() {
    for _ in $(seq 100); do
        screen | grep -qE -- "$1" && return
        server has-session || exit 1
        sleep 0.1
    done
    echo "line ${BASH_LINENO[0]}: not seen: $1"
    screen
    bad=1
}
see_not() {
    for _ in $(seq 100); do
        screen | grep -qE -- "$1" || return
        sleep 0.1
    done
    echo "line ${BASH_LINENO[0]}: still seen: $1"
    screen
    bad=1
}
# Whether the terminal is as it was before the driver.
restored() {
    run "clear; stty -a | md5sum | cut -c1-8 >$folder/after; echo done-\$?"
    see '^done-0'
    cmp -s "$folder/before" "$folder/after" || { echo "line ${BASH_LINENO[0]}: the terminal is not restored"; bad=1; }
}

printf '%s\n' '# Title' '' 'Some **bold** and `code`.' '' '```c' 'int x;' '```' >"$folder/short.md"
for i in $(seq 400); do echo "Paragraph $i of a text that streams for some seconds."; done >"$folder/long.md"
printf 'a \033]0;stolen\007\033[2J b \xe2\x80\xae c\n' >"$folder/hostile.md"
printf -- '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n' >"$folder/x.diff"

start '' --history "$folder/state/history"
# Typing, editing, several lines.
keys 'wörld 日本' C-a 'hello '
see '^> hello wörld 日本'
run ''
see '^got 19 bytes: hello wörld 日本'
keys 'one' M-Enter 'two' C-j 'three\' Enter 'four'
see '^  four'
run ''
see '^got 18 bytes: one'
# A paste is one text, a large one a fold, and hostile bytes of it are only shown.
printf 'p1\np2' | server load-buffer -
server paste-buffer -p
see '^  p2'
run ''
see '^got 5 bytes: p1'
seq 300 | server load-buffer -
server paste-buffer -p
see '^> \[pasted 300 lines\]'
run ''
see '^scripted/model'
keys C-l
run next
see '^got 4 bytes: next'
# Completion.
keys '/w' Tab
see '^> /wait$'
keys C-u 'x sr' Tab
see '^> x src/$'
see '^  src/alpha.c  '
keys Tab Tab
see '^> x src/alphabet.c'
see '› src/alphabet.c'
keys C-c C-c
see_not 'alphabet'
# History, search.
keys Up Up Up Up
see '^  four'
keys C-c C-r 'hell'
see '^\(search: hell\) hello wörld'
run ''
see '^got 19 bytes.*'
grep -q '^hello wörld 日本$' "$folder/state/history" || { echo 'the history lacks a line'; bad=1; }
[ "$(stat -c %a "$folder/state/history")" = 600 ] || { echo 'the history is not private'; bad=1; }
# Ctrl-C clears, then interrupts.
keys 'dropped' C-c
see_not 'dropped'
keys C-c
see '^interrupted'
# Resizing.
run clear
keys C-l 'a line of some words that is longer than a narrow terminal'
see '^scripted/model'
server resize-window -x 40
see '^  han a narrow terminal'
[ "$(screen | grep -c 'a line of')" = 1 ] || { echo 'resizing leaves rows'; screen; bad=1; }
server resize-window -x 100
see '^> a line of some words that is longer than a narrow terminal$'
[ "$(screen | grep -c 'a line of')" = 1 ] || { echo 'resizing leaves rows'; screen; bad=1; }
server resize-window -x 80
keys C-c
# A streamed answer, and styles.
run "/markdown $folder/short.md"
see '^── c ─'
screen -e | grep -q $'\033\[1mbold' || { echo 'no styles'; screen -e; bad=1; }
run "/markdown $folder/hostile.md"
see '^a ␛\]0;stolen␇␛\[2J b <U\+202E> c'
run "/diff $folder/x.diff"
see '^\+new'
# Ctrl-C stops an answer; what was typed meanwhile is the next line.
run "/markdown $folder/long.md"
see '^Paragraph 5 '
keys 'typed ahead'
before=$(date +%s%N)
keys C-c
see '^stopped'
[ $((($(date +%s%N) - before) / 1000000)) -lt 1500 ] || { echo 'stopping took too long'; bad=1; }
see '^> typed ahead'
keys C-c
# An activity is shown and removed.
run '/wait 2'
see 'searching 1 s'
see '^waited'
see_not 'searching'
# A question is not answered by what was typed before it.
run '/wait 1'
keys 'y' 'y'
see '^waited'
see '^> yy'
keys C-u
run '/ask'
see '\[y/n\]'
keys 'Y' Enter
see '\[y/n\] Y$' # another case asks again, as does a word, and a pasted key
keys 'yes' Enter
see '\[y/n\] yes$'
server set-buffer y
server paste-buffer -p
keys Enter
see '\[y/n\] y$'
keys 'y'
see '^answer 121'
run '/ask'
see '\[y/n\] ?$' # what was typed before the question would not answer it
keys 'n'
see '^answer 110'
# Suspending.
keys 'kept' C-z
see 'Stopped'
restored
run fg
see '^> kept'
keys C-c
# Ends without closing.
run /crash
see 'Segmentation fault'
restored
start ''
run /exit
see '^\$ $|^\$$'
restored
start ''
server send-keys -l "$(printf 'x%.0s' $(seq 500))"
see 'xxxx$'
kill -TERM "$(pgrep -P "$(server display -p '#{pane_pid}')" -f terminal_driver)"
see 'Terminated'
restored

# Without colours, and where nothing may move.
start NO_COLOR=1
run "/markdown $folder/short.md"
see '^# Title'
see '^Some bold and `code`'
screen -e | grep -q $'\033\[[1-9]' && { echo 'styles despite NO_COLOR'; screen -e; bad=1; }
for plain in TERM=dumb FOVEA_PLAIN=1; do
    start $plain
    run 'plain text\'
    see '^\.'
    run 'second'
    see '^got 17 bytes: plain text'
    run "/markdown $folder/short.md"
    see '^Some bold and `code`'
    run '/wait 1'
    see '^waited'
    keys 'abc' C-c
    see '^interrupted'
    run '/ask'
    see '\[y/n\]'
    # A key typed before its prompt is echoed before it, and the answer then follows the prompt in its line.
    for word in yes Y; do
        run "$word"
        see "\\[y/n\\] $word\$"
        see '\[y/n\] ?$'
    done
    run 'y'
    see '^answer 121'
    screen -e | grep -q $'\033' && { echo "styles with $plain"; bad=1; }
    keys C-d
    restored
done

# No terminal: lines from a pipe.
out=$(printf 'one\\\ntwo\n/markdown %s\nlast' "$folder/short.md" | "$build/tests/terminal_driver")
want=$(printf 'got 7 bytes: one\ntwo\n# Title\n\nSome bold and `code`.\n\n```c\nint x;\n```\ngot 4 bytes: last')
[ "$out" = "$want" ] || { echo 'a pipe:'; diff <(echo "$want") <(echo "$out"); bad=1; }
exit $bad
