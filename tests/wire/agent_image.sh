#!/bin/bash
# Images that the user names, in the form of each API; what is no image, ignored or outside stays here.
cd "$(dirname "$0")" || exit 2
exec node agent_image.mjs "$build/fovea"
