#!/bin/bash
# install.sh: puts fovea on PATH from npm where it is not there.
set -euo pipefail
command -v fovea >/dev/null && exit 0
version=${FOVEA_NPM_VERSION:-latest}
[[ $version =~ ^[A-Za-z0-9.+-]+$ ]] || { echo "::error title=fovea::the version is no version" && exit 2; }
npm install --global --ignore-scripts --no-audit --no-fund "fovea@$version"
