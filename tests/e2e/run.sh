#!/bin/bash
# run.sh [MODEL.json …]: the page of each graph (tests/e2e/*.json by default) in headless Chromium;
# screenshots go to build/screenshots. Skipped, with a message, where there is no Chromium.
cd "$(dirname "$0")/../.." || exit 2
build=${FOVEA_BUILD:-build}
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
[ -n "$chromium" ] || { echo 'skipped: no Chromium (Debian package chromium)' && exit 0; }
command -v node >/dev/null || { echo 'skipped: no Node (Debian package nodejs)' && exit 0; }
shots=$PWD/$build/screenshots
mkdir -p "$shots"
[ $# -gt 0 ] || set -- tests/e2e/*.json
passed=0 failed=0
for model in "$@"; do
    name=$(basename "$model" .json)
    for format in html svg; do
        "$build"/tests/graph_driver --format $format <"$model" >"$shots/$name.$format" || exit 1
    done
    if node tests/e2e/graph.mjs "$chromium" "$shots/$name.html" "$shots/$name.png"; then
        passed=$((passed + 1))
    else
        echo "FAILED $name" && failed=$((failed + 1))
    fi
done
echo "screenshots: $shots"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
