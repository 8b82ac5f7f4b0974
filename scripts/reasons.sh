#!/bin/bash
# reasons.sh: every limit and tuning constant of src/ and languages/ has its reason: a comment above its #define, above its
# group, or on its line (ARCHITECTURE.md, law 6).
cd "$(dirname "$0")/.." || exit 2
git ls-files --cached --others --exclude-standard -- 'src/*.[ch]' 'languages/*.[ch]' ':!languages/*/sample*' | while read -r file; do
    [ -f "$file" ] && echo "$file"
done | xargs awk '
FNR == 1 { said = inside = 0 }
inside { if (/\*\//) { inside = 0; said = 1 } next }
/^ *\/\*/ { said = 1; inside = !/\*\//; next }
/^#define [A-Z][A-Z0-9_]*_(MAX|MIN|BYTES|KB|MS|SECONDS|CHARS|COLUMNS|TOKENS|LINES|FILES|DEPTH)(_[A-Z]+)? +[-(0-9]/ {
    if (!said && !/\/\*/) { print FILENAME ":" FNR ": " $2 " has no comment with its reason"; bad = 1 }
    inside = /\/\*/ && !/\*\//
    next
}
/^#define/ { next }
{ said = 0 }
END { exit bad }'
