#!/bin/bash
# sentences.sh [--list]: sentences of more than 40 words in documents and in the comments of headers, counted by
# file; with --list each with its place. Fails when a group that is strict has any.
cd "$(dirname "$0")/.." || exit 2
export LC_ALL=C.UTF-8
strict='docs headers'           # docs, headers, or both
most=40
list=0
[ "${1-}" = --list ] && list=1

# Left out: docs/tools.md, which is generated from the records in src/tools; samples; texts of setup for agents.
docs() {
    git ls-files --cached --others --exclude-standard -- '*.md' ':!docs/tools.md' ':!tests/golden' ':!languages' \
        ':!integrations/instructions.md' ':!integrations/gemini-cli/GEMINI.md'
}

headers() {
    git ls-files --cached --others --exclude-standard -- 'src/*.h' 'include/*.h' 'deps/*.h' 'languages/*.h'
}

# Reads the given files and prints `FILE:LINE: WORDS words: BEGINNING…` for each long sentence. A paragraph, a
# heading, a list item and a cell of a table end a sentence; code, in a block or between backquotes, is one word.
long_sentences() {
    awk -v most="$most" -v kind="$1" '
    function finish(    sentences, i, n) {
        gsub(/`[^`]*`/, " code ", text)
        gsub(/\]\([^)]*\)/, "] ", text)
        gsub(/([.!?])[)"*_\047\]]*[ \t]+/, "&\001", text)
        gsub(/(e\.g\.|i\.e\.|vs\.|cf\.) \001/, "and ", text)
        n = split(text, sentences, "\001")
        for (i = 1; i <= n; i++)
            report(sentences[i])
        text = ""
    }
    function report(sentence,    words, n, i, count) {
        n = split(sentence, words, /[ \t]+/)
        for (i = 1; i <= n; i++)
            if (words[i] ~ /[[:alnum:]]/) count++
        if (count > most) print file ":" line ": " count " words: " substr(sentence, 1, 90)
    }
    function add(more) {
        if (text == "") {
            file = FILENAME
            line = FNR
        }
        text = text " " more
    }
    FNR == 1 { finish(); fence = code = generated = comment = 0; blank = 1 }
    kind == "docs" && /^ *```/ { finish(); fence = !fence; next }
    kind == "docs" && fence { next }
    kind == "docs" && /^ *<!--/ { finish(); next }
    kind == "docs" && /^ *$/ { finish(); blank = 1; next }
    kind == "docs" && /^    / && (blank || code) { code = 1; blank = 0; next }
    kind == "docs" {
        code = blank = 0
        if (/^\|/) {
            gsub(/\\\|/, " ")
            cells = split($0, cell, "|")
            for (c = 1; c <= cells; c++) { finish(); add(cell[c]) }
            finish()
            next
        }
        if (/^ *([-*]|[0-9]+\.) / || /^#/) finish()
        add($0)
        if (/^#/) finish()
        next
    }
    # Comments of a header. One that begins in the first column may hold examples, indented by more than its text.
    {
        rest = $0
        if (!comment && rest ~ /^[ \t]*\/\//) { sub(/^[ \t]*\/\//, "", rest); finish(); add(rest); finish(); next }
        while (rest != "") {
            if (!comment) {
                if (!(start = index(rest, "/*"))) break
                top = start == 1
                rest = substr(rest, start + 2)
                comment = 1
                finish()
            } else if (top && rest ~ /^       /) {
                finish()
                if (rest !~ /\*\//) break
            } else if (rest ~ /^[ *]*\|/ || rest ~ /[─│┌┐└┘├┤→]/ || rest ~ /^[ *]*[a-z_.]+ (  )?  +[a-z]/) {
                finish() # a row of a table, a line of a picture
                if (rest !~ /\*\//) break
            } else if (rest ~ /^[ *]*$/) finish()
            else if (rest ~ /^[ *]*([-*]|[0-9]+\.) /) finish()
            if (stop = index(rest, "*/")) {
                add(substr(rest, 1, stop - 1))
                finish()
                rest = substr(rest, stop + 2)
                comment = 0
            } else {
                add(rest)
                rest = ""
            }
        }
    }
    END { finish() }' "${@:2}"
}

bad=0
for group in docs headers; do
    mapfile -t files < <("$group")
    found=$(long_sentences "$group" "${files[@]}")
    if [ -n "$found" ]; then
        [ "$list" = 1 ] && echo "$found"
        [ "$list" = 0 ] && cut -d: -f1 <<<"$found" | sort | uniq -c | sort -rn
        [[ " $strict " == *" $group "* ]] && bad=1
    fi
    echo "$group: $(grep -c . <<<"$found") sentences of more than $most words"
done
exit $bad
