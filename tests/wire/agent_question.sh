#!/bin/bash
# What is typed before the question of `fovea agent TASK` is shown does not answer it. Skipped without tmux.
cd "$(dirname "$0")" || exit 2
command -v tmux >/dev/null || { echo 'skipped: there is no tmux'; exit 0; }
folder=$(mktemp -d)
export TMUX_TMPDIR=$folder LC_ALL=C.UTF-8 HOME=$folder XDG_STATE_HOME=$folder/state XDG_CACHE_HOME=$folder/cache XDG_CONFIG_HOME=$folder/config
export ANTHROPIC_API_KEY=test-key-0123456789
unset TMUX http_proxy https_proxy HTTP_PROXY HTTPS_PROXY all_proxy ALL_PROXY
mkdir -p "$folder/tree/.git"
echo 'ref: refs/heads/main' >"$folder/tree/.git/HEAD"
printf 'def take(queue):\n    return queue\n' >"$folder/tree/queue.py"
cat >"$folder/script.json" <<'JSON'
{"replies": [{"first": 3000, "text": "queue.py\n```\n<<<<<<< SEARCH\n    return queue\n=======\n    return 1\n>>>>>>> REPLACE\n```\n"}]}
JSON
node model_server.mjs "$folder/script.json" >"$folder/url" &
server=$!
trap 'tmux -L fovea-question kill-server 2>/dev/null; kill $server; rm -rf "$folder"' EXIT
for _ in $(seq 50); do [ -s "$folder/url" ] && break; sleep 0.1; done
ANTHROPIC_BASE_URL=$(head -1 "$folder/url")
export ANTHROPIC_BASE_URL
keys() { tmux -L fovea-question send-keys "$@"; }
see() {
    for _ in $(seq 100); do
        tmux -L fovea-question capture-pane -p | grep -qF -- "$1" && return
        sleep 0.1
    done
    echo "not seen: $1"
    tmux -L fovea-question capture-pane -p
    exit 1
}
tmux -f /dev/null -L fovea-question new-session -d -x 100 -y 30 "cd '$folder/tree'; '$build/fovea' agent --model anthropic/m 'change take'; echo exit \$?; sleep 60"
see '[context:'
keys y Enter
see '[y/n/h]'
sleep 0.3
grep -q 'return queue' "$folder/tree/queue.py" || { echo 'an early answer was taken'; exit 1; }
for wrong in Y yes 'yes but not so' really; do
    keys "$wrong" Enter
    see "[y/n/h] $wrong"
done
sleep 0.3
grep -q 'return queue' "$folder/tree/queue.py" || { echo 'a word that is no key was taken'; exit 1; }
keys y Enter
see 'exit 0'
grep -q 'return 1' "$folder/tree/queue.py" || { echo 'an answer was not taken'; exit 1; }
