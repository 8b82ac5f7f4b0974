#!/bin/bash
# What src/git/objects.h says of repositories that are made at random, and of unusual ones, beside what git says.
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${FOVEA_BUILD:-build}" && pwd)
driver=$build/tests/git_driver
temp=$(mktemp -d) && trap 'rm -rf "$temp"' EXIT
export HOME=$temp/home XDG_CONFIG_HOME=$temp/home/.config GIT_CONFIG_NOSYSTEM=1 LC_ALL=C TZ=UTC
export GIT_AUTHOR_DATE='2024-05-01T10:00:00+02:00' GIT_COMMITTER_DATE='2024-05-01T11:00:00+02:00'
mkdir -p "$HOME"
git config --global user.name 'A. Person'
git config --global user.email person@example.org
git config --global init.defaultBranch main
git config --global protocol.file.allow always
git config --global advice.addEmbeddedRepo false
empty=$(git hash-object -t tree /dev/null)
RANDOM=${SEED:-24}
failed=0
fail() {
    echo "FAILED $*"
    failed=1
}

# Both texts, or where they differ.
same() { # name, expected file, got file
    cmp -s "$2" "$3" || {
        fail "$1"
        diff <(tr '\0' '\n' <"$2") <(tr '\0' '\n' <"$3") | head -20
    }
}

# ---- changes, beside git diff ----

# Between two commits.
check_commits() { # name, base, head
    git diff --raw -z -M --abbrev=64 --no-ext-diff --ignore-submodules=none "$2" "$3" >"$temp/expected"
    "$driver" . changes "$2" "$3" >"$temp/got" || fail "$1: driver"
    same "$1: $2..$3" "$temp/expected" "$temp/got"
}

check_staged() { # name, base
    git diff --cached --raw -z -M --abbrev=64 --ignore-submodules=none "$2" >"$temp/expected"
    "$driver" . changes "$2" STAGED >"$temp/got" || fail "$1: driver"
    same "$1: staged against $2" "$temp/expected" "$temp/got"
}

# The ids of new sides are those of files that git has not seen.
without_new_ids() { tr '\0' '\n' <"$1" | sed -E 's/^(:[0-7]+ [0-7]+ [0-9a-f]+) [0-9a-f]+ U?/\1 . /'; }

# What git would say if all that is in the work tree were staged.
check_working() { # name, base
    local index
    index=$(git rev-parse --absolute-git-dir)/index
    rm -f "$temp/index"
    [ -f "$index" ] && cp -p "$index" "$temp/index"
    GIT_INDEX_FILE=$temp/index git add -A 2>/dev/null
    GIT_INDEX_FILE=$temp/index git diff --cached --raw -z -M --abbrev=64 --ignore-submodules=none "$2" >"$temp/expected"
    "$driver" . changes "${2#"$empty"}" WORKING >"$temp/got" || fail "$1: driver"
    without_new_ids "$temp/expected" >"$temp/expected.lines"
    without_new_ids "$temp/got" >"$temp/got.lines"
    same "$1: working against $2" "$temp/expected.lines" "$temp/got.lines"
}

# ---- repositories at random ----

names=(a b.c src/x.py src/deep/er/y.js 'with space' 'ünï' '-dash' "quo'te" 'tab	in' src/deep/z lib/one lib/two.txt 'a"b' 'b.c~')
name() { echo "${names[RANDOM % ${#names[@]}]}$((RANDOM % 3))"; }
text() { # lines
    local i
    for ((i = 0; i < $1; i++)); do echo "line $((RANDOM % 40)) of $((RANDOM % 7))"; done
}
pick() { git ls-files -z | tr '\0' '\n' | sed -n "$((RANDOM % 12 + 1))p"; }
write_some() {
    local path
    path=$(name)
    [ -d "$path" ] || [ -L "$path" ] || { mkdir -p "$(dirname -- "./$path")" && text $((RANDOM % 60)) >"./$path"; } 2>/dev/null
}
edit_some() {
    local path
    path=$(pick)
    [ -f "$path" ] && [ ! -L "$path" ] && sed -i "$((RANDOM % 9 + 1))s/.*/changed $RANDOM/" "./$path"
}
move_some() {
    local from to
    from=$(pick) to=$(name)
    [ -f "$from" ] && [ ! -e "$to" ] && mkdir -p "$(dirname -- "./$to")" 2>/dev/null && mv "./$from" "./$to" 2>/dev/null &&
        [ $((RANDOM % 2)) = 0 ] && [ ! -L "$to" ] && sed -i '2s/$/ more/' "./$to"
}
change_once() {
    local path
    case $((RANDOM % 12)) in
    0 | 1 | 2) write_some ;;
    3 | 4 | 5) edit_some ;;
    6 | 7) move_some ;;
    8) path=$(pick) && [ -n "$path" ] && rm -rf "./$path" ;;
    9) path=$(pick) && [ -f "$path" ] && [ ! -L "$path" ] && chmod $((RANDOM % 2 ? 755 : 644)) "./$path" ;;
    10) path=$(name) && [ ! -e "$path" ] && mkdir -p "$(dirname -- "./$path")" 2>/dev/null && ln -s "to/$RANDOM" "./$path" 2>/dev/null ;;
    11) path=$(pick) && [ -f "$path" ] && [ ! -L "$path" ] && sed -i 's/\r*$/\r/' "./$path" ;;
    esac
}
change() {
    local i
    for ((i = 0; i < $1; i++)); do change_once; done
}
stage_some() {
    case $((RANDOM % 5)) in
    0) git add -A 2>/dev/null ;;
    1) git rm -q --cached -- "$(pick)" 2>/dev/null ;;
    2) git add -N . 2>/dev/null ;;
    *) git add -- "$(pick)" 2>/dev/null ;;
    esac
}

at_random() { # number
    local i
    git init -q "$temp/random$1" && cd "$temp/random$1" || return
    case $(($1 % 4)) in
    1) git config core.autocrlf true ;;
    2) git config core.autocrlf input && printf '*.py text eol=crlf\n*.js -text\n' >.gitattributes ;;
    3) printf '*.txt\n/lib/one0\n!two.txt1\n' >.gitignore && printf '* text=auto\n' >.gitattributes ;;
    esac
    change 25
    check_working "random $1, before the first commit" "$empty"
    for i in 1 2 3; do
        git add -A 2>/dev/null && git commit -qm "commit $i" --allow-empty 2>/dev/null
        change 9
    done
    git stash list >/dev/null
    check_commits "random $1" HEAD~2 HEAD
    check_commits "random $1" HEAD HEAD~2
    check_working "random $1" HEAD
    stage_some
    change 4
    check_staged "random $1" HEAD
    check_staged "random $1" HEAD~1
    check_working "random $1, partly staged" HEAD
    check_working "random $1, partly staged" HEAD~1
    cd "$temp" && rm -rf "$temp/random$1"
}

for ((number = 0; number < ${REPOSITORIES:-12}; number++)); do at_random "$number"; done
exit $failed
