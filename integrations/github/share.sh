#!/bin/bash
# share.sh: takes the index from FOVEA_PULL and shares it with FOVEA_PUSH; an empty one is skipped. Without
# an index to take, one is built later: that is a warning. FOVEA_SIGN_KEY is an SSH private key.
set -euo pipefail
if [ -n "${FOVEA_PULL-}" ]; then
    fovea pull -- "$FOVEA_PULL" || echo "::warning title=fovea::no index was taken; it is built when it is needed"
fi
[ -n "${FOVEA_PUSH-}" ] || exit 0
# What a pull request says must not decide what others take.
case ${GITHUB_EVENT_NAME-} in
pull_request*)
    echo "::notice title=fovea::the index of a pull request is not shared"
    exit 0
    ;;
esac
words=(push)
[ "${GITHUB_REF_TYPE-}" = branch ] && words+=(--branch "$GITHUB_REF_NAME")
if [ -n "${FOVEA_SIGN_KEY-}" ]; then
    key=$(mktemp) # readable by this user alone
    trap 'rm -f "$key"' EXIT
    printf '%s\n' "$FOVEA_SIGN_KEY" >"$key"
    words+=(--sign "$key")
fi
env -u FOVEA_SIGN_KEY fovea "${words[@]}" -- "$FOVEA_PUSH"
