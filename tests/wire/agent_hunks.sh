#!/bin/bash
# Hunks of proposed edits on a real terminal: taken, left, edited in $VISUAL or $EDITOR. Skipped without tmux.
cd "$(dirname "$0")" || exit 2
command -v tmux >/dev/null || { echo 'skipped: there is no tmux'; exit 0; }
folder=$(mktemp -d) bad=0
export TMUX_TMPDIR=$folder LC_ALL=C.UTF-8 HOME=$folder XDG_STATE_HOME=$folder/state XDG_CACHE_HOME=$folder/cache XDG_CONFIG_HOME=$folder/config XDG_RUNTIME_DIR=$folder/run
export ANTHROPIC_API_KEY=test-key-0123456789
unset TMUX NO_COLOR FOVEA_PLAIN VISUAL EDITOR http_proxy https_proxy HTTP_PROXY HTTPS_PROXY all_proxy ALL_PROXY
mkdir -p "$folder/tree/.git" "$folder/run" "$folder/bin"
echo 'ref: refs/heads/main' >"$folder/tree/.git/HEAD"
cat >"$folder/script.json" <<'JSON'
{"otherwise": "I change both, and add one.\n\nqueue.py\n```\n<<<<<<< SEARCH\ndef take(queue):\n=======\ndef take(queue, count):\n>>>>>>> REPLACE\n```\n\nqueue.py\n```\n<<<<<<< SEARCH\n    queue.append(item)\n=======\n    queue.insert(0, item)\n>>>>>>> REPLACE\n```\n\nnew.py\n```\n<<<<<<< SEARCH\n=======\nmade = 1\n>>>>>>> REPLACE\n```\n"}
JSON
node model_server.mjs "$folder/script.json" >"$folder/url" &
server=$!
trap 'server kill-server 2>/dev/null; kill $server; rm -rf "$folder"' EXIT
for _ in $(seq 50); do [ -s "$folder/url" ] && break; sleep 0.1; done
ANTHROPIC_BASE_URL=$(head -1 "$folder/url")
export ANTHROPIC_BASE_URL
number=0 plain=
server() { tmux -f /dev/null -L "fovea-hunks$number" "$@"; }
keys() { server send-keys "$@"; }
see() {
    for _ in $(seq 100); do
        server capture-pane -p -S - | grep -qF -- "$1" && return
        server has-session 2>/dev/null || break
        sleep 0.1
    done
    echo "line ${BASH_LINENO[0]}: not seen: $1"
    server capture-pane -p -S -
    exit 1
}
# Waits until what is chosen is asked about as a whole.
chosen() {
    for _ in $(seq 100); do
        text=$(server capture-pane -p -S -)
        [ "$(grep -cF '[y/n/h]' <<<"$text")" = 2 ] && grep -v '^$' <<<"$text" | tail -1 | grep -qE '\[y/n/h\] *$' && return
        sleep 0.1
    done
    echo "line ${BASH_LINENO[0]}: not asked as a whole"
    echo "$text"
    exit 1
}
# Waits for the question about the hunk that is the $1-th to be asked about.
asked() {
    for _ in $(seq 100); do
        text=$(server capture-pane -p -S -)
        [ "$(grep -cF '[y/n/e]' <<<"$text")" = "$1" ] && grep -v '^$' <<<"$text" | tail -1 | grep -qE '\[y/n/e\] *$' && return
        sleep 0.1
    done
    echo "line ${BASH_LINENO[0]}: question $1 is not asked"
    echo "$text"
    exit 1
}
# An editor that is a program of the test: $1 its lines; it gets the file as its last argument.
editor() {
    printf '#!/bin/bash\necho "$#:$1" >>%s/asked\nfile=${!#}\nstat -c "%%a %%n" "$file" "${file%%/*}" >>%s/asked\n%s\n' "$folder" "$folder" "$1" >"$folder/bin/ed1"
    chmod +x "$folder/bin/ed1"
}
plant() {
    printf 'def take(queue):\n    return queue\n\n\ndef some():\n    pass\n\n\ndef other():\n    pass\n\n\ndef put(queue, item):\n    queue.append(item)\n' >"$folder/tree/queue.py"
    rm -f "$folder/tree/new.py" "$folder/asked"
}
# Begins a conversation, with these variables, up to the first hunk.
begin() {
    plant
    server kill-server 2>/dev/null
    number=$((number + 1))
    server new-session -d -x 110 -y 60 "cd '$folder/tree'; stty -a | md5sum >$folder/before; env $* '$build/fovea' agent --model anthropic/m; stty -a | md5sum >$folder/after; echo ended \$?; sleep 60"
    see 'Describe a task'
    [ -n "$plain" ] || see 'of 94,000 tokens'
    keys 'change take' Enter
    see 'choose hunks) [y/n/h]'
    keys h $plain
    asked 1
}
end() {
    see '`fovea edit rollback` takes that back'
    keys C-d
    see 'ended 0'
    cmp -s "$folder/before" "$folder/after" || { echo 'the terminal is not restored'; bad=1; }
    [ -z "$(ls "$folder/run")" ] || { echo "left: $(ls "$folder/run")"; bad=1; }
}
same() { # file, wanted text
    printf "$2" | cmp -s - "$folder/tree/$1" || { echo "line ${BASH_LINENO[0]}: $1:"; cat "$folder/tree/$1"; bad=1; }
}
middle='    return queue\n\n\ndef some():\n    pass\n\n\ndef other():\n    pass\n\n\ndef put(queue, item):\n'

# A new file edited, one hunk taken, one edited.
editor 'sed -i -e "s/^+made = 1/+made = 3/" -e "s/^+    queue.insert(0, item)/+    queue.insert(1, item)\\n+    return item/" "$file"'
begin "EDITOR='$folder/bin/ed1 -f'"
keys y
asked 2
keys e
asked 3
see '+    return item'
keys e
chosen
see '+made = 3'
keys y
end
same new.py 'made = 3\n'
same queue.py "def take(queue, count):\n$middle    queue.insert(1, item)\n    return item\n"
grep -q '^2:-f$' "$folder/asked" && grep -q '^6.* .*hunk.diff$' "$folder/asked" && grep -q "^700 $folder/run/fovea-edit" "$folder/asked" || { echo 'how the editor is started:'; cat "$folder/asked"; bad=1; }

# A diff that is empty, of another file, that fits nowhere, of another hunk, and an editor that fails: asked again each time.
editor ': >"$file"'
begin "VISUAL='$folder/bin/ed1 -f' EDITOR=false"
keys e
asked 2
editor 'sed -i "s/queue.py/new.py/" "$file"'
keys e
asked 3
see 'not edited:'
editor 'exit 3'
keys e
asked 4
see 'ended with code 3'
editor 'printf "%s\n" "--- queue.py" "+++ queue.py" "@@ -1,2 +1,2 @@" "-def take(queue):" "+def take(line):" "     return line" >"$file"'
keys e
asked 5
see 'queue.py: missing'
editor 'printf "%s\n" "--- queue.py" "+++ queue.py" "@@ -1 +1 @@" "-def take(queue):" "+def take(line):" "@@ -13 +13 @@" "-    queue.append(item)" "+    pass" >"$file"'
keys e
asked 6
see 'it changes lines of another hunk'
editor 'sed -i -e "/^+def/d" -e "s/^-def/ def/" "$file"' # nothing is left of it: it is not taken
keys e
asked 7
keys y
asked 8
keys n
chosen
keys y
end
same queue.py "def take(queue):\n$middle    queue.insert(0, item)\n"
[ -e "$folder/tree/new.py" ] && { echo 'a hunk that was not taken is written'; bad=1; }

# Without an editor, and with one that is neither a name nor absolute.
begin X=1
keys e
asked 2
see 'set $VISUAL or $EDITOR'
begin VISUAL=./ed1
keys e
asked 2
see 'neither a name nor an absolute path'

# In plain mode letters are lines.
editor 'sed -i -e "s/^+made = 1/+made = 4/" "$file"'
plain=Enter
begin FOVEA_PLAIN=1 "EDITOR=$folder/bin/ed1"
keys n Enter
asked 2
keys n Enter
asked 3
keys e Enter
chosen
see '+made = 4'
keys y Enter
end
same new.py 'made = 4\n'
exit $bad
