#!/bin/bash
# install.sh: puts fovea on PATH where it is not there: of the npm package that FOVEA_NPM_VERSION names, else built
# from the sources that this action comes with, once: FOVEA_PREFIX, which a cache may keep, holds the result.
set -euo pipefail
command -v fovea >/dev/null && exit 0
version=${FOVEA_NPM_VERSION:-}
if [ -n "$version" ]; then
    [[ $version =~ ^[A-Za-z0-9.+-]+$ ]] || { echo "::error title=fovea::the version is no version" && exit 2; }
    npm install --global --ignore-scripts --no-audit --no-fund "@fovea/cli@$version"
    exit
fi
source=${FOVEA_SOURCE:-$(cd "${BASH_SOURCE[0]%/*}/../.." && pwd)}
prefix=${FOVEA_PREFIX:-$HOME/.local/fovea}
if ! "$prefix/bin/fovea" --version >/dev/null 2>&1; then
    as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    "${as_root[@]}" make -C "$source" all
    "${as_root[@]}" make -C "$source" install PREFIX="$prefix" >/dev/null
fi
[ -z "${GITHUB_PATH:-}" ] || echo "$prefix/bin" >>"$GITHUB_PATH"
