#!/bin/bash
# lengths.sh: files have at most 700 lines (docs/style.md: 500 as a rule), functions at most 70, lines at most 100
# columns.
# A function is counted from a `{` to a `}` in the first column; tables have none there.
cd "$(dirname "$0")/.." || exit 2
export LC_ALL=C.UTF-8
files=$(git ls-files --cached --others --exclude-standard -- '*.c' '*.h' ':!languages/*/sample*')
awk '
FNR == 1 { open = 0 }
FNR == 701 { complain("file of more than 700 lines") }
/^{/ { open = FNR }
/^}/ && open { if (FNR - open - 1 > 70) complain("function of " FNR - open - 1 " lines"); open = 0 }
function complain(what) { print FILENAME ":" FNR ": " what; bad = 1 }
END { exit bad }' $files || bad=1
# awk may count bytes; grep counts characters in this locale.
grep -nE '^.{101}' $files /dev/null | cut -d: -f1,2 | sed 's/$/: line of more than 100 columns/' | grep . && bad=1
exit ${bad:-0}
