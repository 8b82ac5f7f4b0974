#!/bin/bash
# denials.sh [--list]: every string of the code in which an answer denies something or sums it up is matched by a row of
# docs/denials.md, which says what makes it true. --list prints the strings. Not looked at: errors and hints, which refuse
# input; help pages; SQL; strings of one word, which are keys and kinds.
cd "$(dirname "$0")/.." || exit 2
exec python3 scripts/denials.py "$@"
