#!/bin/bash
# The script of the GitHub action: pulls, pushes from branches, not for pull requests, and signs.
cd "$(dirname "$0")/../.." || exit 2
script=$PWD/integrations/github/share.sh
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
mkdir "$here/bin" && ln -s "$build/fovea" "$here/bin/fovea"
export PATH=$here/bin:$PATH HOME=$here/home XDG_CACHE_HOME=$here/cache XDG_CONFIG_HOME=$here/config TMPDIR=$here/tmp
mkdir "$here/tmp"
cd "$here" && git init -qb main tree && cd tree || exit
printf 'int add(int a)\n{\n    return a + 1;\n}\n' >a.c
git add -A && git -c user.name=a -c user.email=a@example.com commit -qm first
ssh-keygen -q -t ed25519 -N '' -f "$here/key"
bad=0
check() { # what, command…
    "${@:2}" || { echo "failed: $1" && bad=1; }
}
remote=file://$here/remote
out=$(FOVEA_PULL=$remote "$script" 2>&1)
check "no index is a warning: $out" grep -q '^::warning' <<<"$out"
FOVEA_PUSH=$remote GITHUB_EVENT_NAME=pull_request_target "$script" >/dev/null 2>&1
check 'nothing is pushed for a pull request' [ ! -e "$here/remote" ]
FOVEA_PUSH=$remote GITHUB_EVENT_NAME=push GITHUB_REF_TYPE=branch GITHUB_REF_NAME=release/1 \
    FOVEA_SIGN_KEY=$(cat "$here/key") "$script" >/dev/null 2>&1
check 'a branch is pushed' [ "$(ls "$here/remote/pointers" | grep -c '^branch-.*release_1')" = 1 ]
check 'it is signed' grep -q 'BEGIN SSH SIGNATURE' "$here"/remote/pointers/commit-*
check 'the key is removed' [ -z "$(ls -A "$here/tmp")" ]
out=$(FOVEA_PULL=$remote XDG_CACHE_HOME=$here/other "$script" 2>&1)
check "it is pulled: $out" grep -q '1 contents taken' <<<"$out"
FOVEA_PUSH=gopher://x "$script" >/dev/null 2>&1
check 'a failed push fails' [ $? != 0 ]
exit $bad
