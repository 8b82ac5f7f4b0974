#!/bin/bash
# agents.sh [AGENT …]: real coding agents, set up by `fovea setup`, against a scripted model; no network
# but for npm, which installs what is missing into the build folder: up to 400 MB an agent.
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${FOVEA_BUILD:-build}" && pwd) || exit 2
agents=${FOVEA_AGENTS_DIR:-$build/agents}
command -v npm >/dev/null || { echo 'skipped: no npm (Debian packages nodejs, npm)' && exit 0; }
[ $# -gt 0 ] || set -- claude-code codex gemini-cli opencode

# Half of these need Node 22 and would silently give an old version with another one.
install() { # folder, package@version
    [ -f "$agents/$1/.done-${2##*@}" ] && return
    mkdir -p "$agents/$1"
    echo '{"private":true}' >"$agents/$1/package.json"
    echo "installing $2"
    (cd "$agents/$1" && PATH="$agents/node/node_modules/.bin:$PATH" nice npm i --no-audit --no-fund --silent "$2") ||
        { echo "skipped: npm cannot install $2" && exit 0; }
    touch "$agents/$1/.done-${2##*@}"
}

install node node@22.23.3
for agent in "$@"; do
    case $agent in
    claude-code) install claude-code @anthropic-ai/claude-code@2.1.330 ;;
    codex) install codex @openai/codex@0.169.0 ;;
    gemini-cli) install gemini-cli @google/gemini-cli@0.61.0 ;;
    opencode) install opencode opencode-ai@1.18.33 ;;
    *) echo "Error: there is no test of $agent" >&2 && exit 2 ;;
    esac
done
nice node tests/e2e/agents.mjs "$build/fovea" "$agents" "$@"
