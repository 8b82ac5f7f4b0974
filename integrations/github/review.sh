#!/bin/bash
# review.sh: reviews what the environment names and leaves report.json, report.md, report.sarif and page.html; outputs go to
# $GITHUB_OUTPUT, the summary to $GITHUB_STEP_SUMMARY. Ends with 1 when the verdict is worse than FOVEA_FAIL_ON lets pass, with 3
# when there is none.
set -uo pipefail
directory=${RUNNER_TEMP:-/tmp}/fovea-review
mkdir -p "$directory" || exit 3
base=${FOVEA_BASE:-${FOVEA_PULL_BASE:-}} head=${FOVEA_HEAD:-${FOVEA_PULL_HEAD:-}}
[ -n "$head" ] || head=HEAD

has() { git rev-parse --quiet --verify --end-of-options "$1^{commit}" >/dev/null; }

# The branch of the remote that the base names: a checkout has no branch of its own. Anybody who may push a tag could give
# it that name, so both together are refused.
locate() {
    local branch=refs/remotes/origin/$base
    case $base in HEAD | refs/*) return ;; esac
    [[ $base =~ ^[0-9a-fA-F]{40}([0-9a-fA-F]{24})?$ ]] && return
    git check-ref-format "refs/heads/$base" || return
    git show-ref --verify --quiet "refs/heads/$base" && return
    has "$branch" || git fetch --quiet --no-tags origin "+refs/heads/$base:$branch" 2>/dev/null || return
    if git show-ref --verify --quiet "refs/tags/$base"; then
        echo "::error title=fovea could not review::the base $base is a branch and a tag: write refs/heads/… or refs/tags/…"
        exit 3
    fi
    base=$branch
}

# A clone of one commit has neither the base nor where the two parted. Fetched are commits alone: nothing is checked out.
complete() {
    has "$base" && has "$head" && git merge-base "$base" "$head" >/dev/null 2>&1 && return
    if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
        git fetch --quiet --no-tags --unshallow origin || true
    fi
    has "$base" || git fetch --quiet --no-tags origin "$base" || true
    [ -z "${FOVEA_PULL_NUMBER:-}" ] || has "$head" ||
        git fetch --quiet --no-tags origin "refs/pull/$FOVEA_PULL_NUMBER/head" || true
}

for revision in "$base" "$head"; do
    case $revision in -*) echo "::error title=fovea::a revision begins with a dash" && exit 2 ;; esac
done
# A clone of one commit has no parent to compare it with.
deepen() {
    has "$head^" || [ "$(git rev-parse --is-shallow-repository)" != true ] ||
        git fetch --quiet --no-tags --deepen 1 origin "$(git rev-parse "$head^{commit}")" || true
}

if [ -n "$base" ]; then
    locate
    complete
    what=(--mode pr --base "$base" --head "$head")
else
    deepen
    what=(--mode commit --commit "$head")
fi
[ -z "${FOVEA_POLICY:-}" ] || what+=(--policy "$FOVEA_POLICY")
[ -z "${FOVEA_BASELINE:-}" ] || what+=(--baseline "$FOVEA_BASELINE")
what+=(--no-config --fail-on "${FOVEA_FAIL_ON:-warning}")

fovea review "${what[@]}" --output json >"$directory/report.json" 2>"$directory/error.txt"
code=$?
if [ $code -gt 1 ]; then
    tr -d '\r' <"$directory/error.txt" | sed 's/%/%25/g' | paste -sd' ' | sed 's/^/::error title=fovea could not review::/'
    rm -f "$directory/report.json"
    exit 3
fi
fovea review "${what[@]}" --output markdown >"$directory/report.md"
fovea review "${what[@]}" --output sarif >"$directory/report.sarif"
fovea review "${what[@]}" --write-page "$directory/page.html" >/dev/null
[ "${FOVEA_ANNOTATIONS:-true}" != true ] || fovea review "${what[@]}" --output github

value() { sed -n "s/^  *\"$1\": \"\{0,1\}\([a-z_0-9]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$directory/report.json" | head -1; }
{
    echo "verdict=$(value status)"
    echo "risk=$(value risk_score)"
    echo "errors=$(value error)"
    echo "warnings=$(value warning)"
    echo "notes=$(value note)"
    echo "report=$directory"
    echo "sarif=$directory/report.sarif"
} >>"${GITHUB_OUTPUT:-/dev/stderr}"
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$directory/report.md" >>"$GITHUB_STEP_SUMMARY"
# What the job that comments needs to know of this run.
printf '{"head": "%s", "run": %d, "attempt": %d}\n' "$(git rev-parse "$head^{commit}")" "${GITHUB_RUN_NUMBER:-0}" \
    "${GITHUB_RUN_ATTEMPT:-1}" >"$directory/run.json"
exit $code
