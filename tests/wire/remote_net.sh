#!/bin/bash
# Remotes over HTTP (plain, S3, registries) against a scripted server that is broken or hostile.
cd "$(dirname "$0")" || exit 2
exec node remote_net.mjs "$build/tests/remote_driver"
