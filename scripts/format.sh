#!/bin/bash
# format.sh: clang-format over the C files that differ from main; --all: over all own C files;
# --check: fails and lists those that are not formatted.
cd "$(dirname "$0")/.." || exit 2
own=('*.c' '*.h' ':!languages/*/sample*' ':!tests/golden' ':!tests/slow/format/base') # samples keep their layout on purpose
case ${1-} in
--check)
    git ls-files -- "${own[@]}" | xargs -r clang-format --dry-run 2>&1 |
        awk -F: '/code should be clang-formatted/ { n[$1]++ }
            END { for (f in n) { print f ": not formatted in " n[f] " places (make format)"; bad = 1 }
                exit bad }' || exit
    # clang-format takes `new` and `class` for the keywords of C++: `!new &&is_x(y)`, `class ++`.
    ! git grep -nE '(^|[^"&a-z])(&&|\|\|)[a-z!(]|[a-z] (\+\+|--)\)|\([A-Z][A-Za-z]+\) (class|new)\b' -- "${own[@]}" |
        grep -vE '`&&|"[^"]*(&&|\|\|)' || { echo 'give these variables other names (docs/style.md)'; exit 1; }
    ;;
--all) git ls-files -- "${own[@]}" | xargs -r clang-format -i ;;
*)
    {
        git diff --name-only --diff-filter=d main -- "${own[@]}"
        git ls-files --others --exclude-standard -- "${own[@]}"
    } | xargs -r clang-format -i
    ;;
esac
