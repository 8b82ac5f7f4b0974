#!/bin/bash
# Damaged and hostile repositories: an error or an answer, soon, and never a crash.
PART=damaged exec bash "$(dirname "$0")/git_objects.sh"
