#!/bin/bash
# real_model.sh: the client of chat models against a real server, llama-server of llama.cpp. Its source comes in the npm
# package node-llama-cpp (MIT) and is built into the build folder (some 15 minutes); nothing else is downloaded. The
# model is made here: a vocabulary that llama.cpp ships, with random weights, so its answers have no sense but are real.
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${FOVEA_BUILD:-build}" && pwd) || exit 2
place=${FOVEA_MODEL_DIR:-$build/real-model} version=3.22.1
server=$place/llama.cpp/build/bin/llama-server
if [ ! -x "$server" ]; then
    command -v npm >/dev/null || { echo 'skipped: no npm (Debian packages nodejs, npm)' && exit 0; }
    mkdir -p "$place" && cd "$place" || exit 2
    rm -rf llama.cpp package
    npm pack --silent "node-llama-cpp@$version" >/dev/null && tar xzf "node-llama-cpp-$version.tgz" &&
        git clone --quiet package/llama/gitRelease.bundle llama.cpp 2>/dev/null ||
        { echo "skipped: npm does not give node-llama-cpp $version" && exit 0; }
    nice cmake -S llama.cpp -B llama.cpp/build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 \
        -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DBUILD_SHARED_LIBS=OFF -DLLAMA_OPENSSL=OFF -DLLAMA_BUILD_TESTS=OFF \
        -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_UI=OFF -DLLAMA_USE_PREBUILT_UI=OFF -DGGML_OPENMP=OFF >cmake.log 2>&1 &&
        nice cmake --build llama.cpp/build --target llama-server >build.log 2>&1 ||
        { echo "Error: llama-server cannot be built: $place/build.log" >&2 && exit 1; }
    cd - >/dev/null || exit 2
fi
nice node tests/e2e/real_model.mjs "$build/tests/chat_driver" "$server" "$place"
