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
git config --global core.fsync none
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

# The ids of new sides are those of files that git has not seen.
without_new_ids() { tr '\0' '\n' <"$1" | sed -E 's/^(:[0-7]+ [0-7]+ [0-9a-f]+) [0-9a-f]+ ([MU]?)/\1 . \2/; s/ \. U/ . M/'; }

# What the driver says, by both ways to read a repository, into $temp/got.
said() { # name, words…
    local name=$1
    shift
    "$driver" "${at:-.}" "$@" >"$temp/got" 2>"$temp/got.errors"
    echo "exit $?" >>"$temp/got.errors"
    "$driver" --program "${at:-.}" "$@" >"$temp/other" 2>"$temp/other.errors"
    echo "exit $?" >>"$temp/other.errors"
    without_new_ids "$temp/got" >"$temp/got.lines"
    without_new_ids "$temp/other" >"$temp/other.lines"
    same "$name: both ways, $*" "$temp/got.lines" "$temp/other.lines"
    same "$name: errors of both ways, $*" "$temp/got.errors" "$temp/other.errors"
}

# ---- changes, beside git diff ----

# Between two commits.
check_commits() { # name, base, head
    git diff --raw -z -M --abbrev=64 --no-ext-diff --ignore-submodules=none "$2" "$3" >"$temp/expected"
    said "$1" changes "$2" "$3"
    same "$1: $2..$3" "$temp/expected" "$temp/got"
}

check_staged() { # name, base
    git diff --cached --raw -z -M --abbrev=64 --ignore-submodules=none "$2" >"$temp/expected"
    said "$1" changes "$2" STAGED
    same "$1: staged against $2" "$temp/expected" "$temp/got"
}

# What git would say if all that is in the work tree were staged.
check_working() { # name, base
    local index
    index=$(git rev-parse --absolute-git-dir)/index
    rm -f "$temp/index"
    [ -f "$index" ] && cp -p "$index" "$temp/index"
    GIT_INDEX_FILE=$temp/index git add -A 2>/dev/null
    GIT_INDEX_FILE=$temp/index git diff --cached --raw -z -M --abbrev=64 --ignore-submodules=none "$2" >"$temp/expected"
    said "$1" changes "${2#"$empty"}" WORKING
    without_new_ids "$temp/expected" >"$temp/expected.lines"
    same "$1: working against $2" "$temp/expected.lines" "$temp/got.lines"
}

# ---- repositories at random ----

names=(a b.c src/x.py src/deep/er/y.js 'with space' 'ünï' '-dash' "quo'te" 'tab	in' src/deep/z lib/one lib/two.txt 'a"b' 'b.c~')
name() { echo "${names[RANDOM % ${#names[@]}]}$((RANDOM % 3))"; }
text() { # lines
    local i
    for ((i = 0; i < $1; i++)); do echo "line $((RANDOM % 40)) of $((RANDOM % 7))"; done
}
# Rules stay: what was clean by other ones is told by times alone.
pick() { git ls-files -z ':!.git*' | tr '\0' '\n' | sed -n "$((RANDOM % 12 + 1))p"; }
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
    [ -n "${KEEP-}" ] && [ $failed = 1 ] && cp -a "$temp" "$KEEP" && exit 1
    cd "$temp" && rm -rf "$temp/random$1"
}

# ---- unusual repositories ----

# The answer is an error whose first lines are these, both ways.
refuses() { # name, lines, words…
    local name=$1 lines=$2
    shift 2
    said "$name" "$@"
    head -n "$(wc -l <<<"$lines")" "$temp/got.errors" | diff - <(echo "$lines") >"$temp/log" || {
        fail "$name: $*"
        cat "$temp/log"
    }
}
prints() { # name, expected, words…
    local name=$1
    echo "$2" >"$temp/expected"
    shift 2
    said "$name" "$@"
    same "$name: $*" "$temp/expected" "$temp/got"
}
check_commit() { # name, revision
    git log -1 --no-show-signature --format='%H%n%T%n%P%n%an <%ae> %at %ct%n%s' "$2" >"$temp/expected"
    said "$1" commit "$2"
    same "$1: commit $2" "$temp/expected" "$temp/got"
}
make_repository() { # folder, options of git init
    local i folder=$1
    shift
    git init -q "$@" "$folder" && cd "$folder" || return
    for i in 1 2 3 4; do
        mkdir -p d/e && text 30 >"file$i" && text 20 >"d/e/file$i" && echo "$i" >>d/log && git add -A && git commit -qm "commit $i

body $i"
    done
    git tag -am 'a tag' v1 HEAD~1
    git branch side HEAD~2
}

check_names() {
    make_repository "$temp/names"
    for revision in HEAD main v1 v1~1 HEAD~3 side 'HEAD^{/commit 2}' "$(git rev-parse --short HEAD~1)" main@{0} ':/commit 3' 'v1^{}' @ refs/heads/side heads/side 'HEAD@{1}' v1^0; do
        check_commit names "$revision"
    done
    git update-ref refs/remotes/origin/far HEAD~3
    git branch 'a,b(c)ü' HEAD~1
    check_commit names origin/far
    check_commit names 'a,b(c)ü'
    git checkout -q --detach HEAD~1
    check_commit detached HEAD
    check_working detached HEAD
    refuses names "Error: git knows no revision 'nowhere'" commit nowhere
    refuses names "Error: git knows no revision 'HEAD~9'" commit HEAD~9
    refuses names "Error: 'v1:d' is not a commit but a tree" commit v1:d
    refuses names "Error: '--all' is not a revision" commit --all
    refuses names "Error: git knows no revision 'a..b'" commit a..b
    refuses names "Error: git knows no revision 'ffffffffffffffffffffffffffffffffffffffff'" commit ffffffffffffffffffffffffffffffffffffffff
    prints names "$(git merge-base side main)" base side main
    prints names "100644 $(git rev-parse main:d/e/file2)" file main d/e/file2
    prints names '000000 ' file main d/e
    prints names '000000 ' file main d/nothing
    prints names "100644 $(git rev-parse main:d/e/file2)" file main d/../d/e/file2
    refuses names "Error: '../x' is not in the repository" file main ../x
    said names blob "$(git rev-parse main:file2)"
    same 'a blob' <(git cat-file blob main:file2) "$temp/got" 2>/dev/null || cmp -s "$temp/got" <(git show main:file2) || fail 'names: blob'
    git checkout -q --orphan fresh && git rm -rqf . && echo x >y
    refuses unborn "Error: git knows no revision 'HEAD': there is no commit yet
Hint: commit first; until then every file is new" commit HEAD
    check_working unborn "$empty"
    git checkout -q main && git checkout -q --orphan unrelated && git commit -qm 'unrelated'
    refuses unrelated "Error: $(git rev-parse main | cut -c1-12) and $(git rev-parse HEAD | cut -c1-12) have no history in common" base main HEAD
}

# In the middle of a rebase and of a merge, with a conflict.
check_conflict() {
    make_repository "$temp/conflict"
    git checkout -q side && echo other >>d/log && echo mine >new && git add -A && git commit -qm other
    git rebase main >/dev/null 2>&1 && fail 'conflict: none'
    check_commit rebase HEAD
    check_working rebase HEAD
    said rebase changes HEAD STAGED
    grep -qz '^:100644 000000 [0-9a-f]* 0* U' "$temp/got" || fail 'rebase: the conflict is not said'
    git rebase --abort
    git merge main >/dev/null 2>&1
    check_working merge HEAD
}

check_sha256() {
    local both=$driver
    make_repository "$temp/sha256" --object-format=sha256
    check_commit sha256 HEAD~1
    check_commits sha256 HEAD~3 HEAD
    echo more >>file1 && git mv file2 moved && printf 'a\r\n' >crlf && git config core.autocrlf true
    check_working sha256 HEAD
    check_staged sha256 HEAD
    prints sha256 "$(git merge-base side main)" base side main
    said sha256 working crlf
    [ "$(od -An -c "$temp/got" | tr -d ' ')" = 'a\n' ] || fail 'sha256: ends of lines'
}

check_shallow() {
    make_repository "$temp/deep"
    git clone -q --depth 2 "file://$temp/deep" "$temp/shallow" && cd "$temp/shallow" || return
    git fetch -q --depth 1 origin side
    check_commit shallow HEAD
    check_commit shallow HEAD~1
    check_commits shallow HEAD~1 HEAD
    echo more >>file1
    check_working shallow HEAD
    refuses shallow "Error: git knows no revision 'HEAD~2'
Hint: this clone is shallow: git fetch --deepen 100 or git fetch --unshallow brings what is missing" commit HEAD~2
    refuses shallow "Error: $(git rev-parse HEAD | cut -c1-12) and $(git rev-parse FETCH_HEAD | cut -c1-12) have no history in common
Hint: this clone is shallow: git fetch --deepen 100 or git fetch --unshallow brings what is missing" base HEAD FETCH_HEAD
}

check_partial() {
    git -C "$temp/deep" config uploadpack.allowFilter true
    git clone -q --filter=blob:none "file://$temp/deep" "$temp/partial" && cd "$temp/partial" || return
    check_commit partial HEAD~2
    prints partial "$(git rev-parse HEAD~3)" base HEAD~3 HEAD
    said partial changes HEAD~3 HEAD
    local blob
    blob=$(git rev-parse HEAD~2:d/log)
    refuses partial "Error: object $blob is not in this repository
Hint: this is a partial clone: git cat-file -e $blob fetches it" blob "$blob"
}

check_bare() {
    git clone -q --bare "$temp/deep" "$temp/bare.git" && cd "$temp/bare.git" || return
    check_commit bare HEAD
    check_commits bare HEAD~2 HEAD
    refuses bare 'Error: this repository has no work tree' changes HEAD WORKING
}

# Part of a repository; another work tree; a sparse one; one with settings of its own; a split index.
check_trees() {
    make_repository "$temp/trees"
    echo more >>d/e/file1 && echo more >>file1 && echo new >d/new && git mv d/e/file2 d/file2
    at=d said part changes HEAD WORKING
    git add -A -n . >/dev/null
    git add -N d/new && git diff --relative=d --raw -z -M --abbrev=64 HEAD >"$temp/expected"
    without_new_ids "$temp/expected" >"$temp/expected.lines"
    same 'part' "$temp/expected.lines" "$temp/got.lines"
    git reset -q --hard && git clean -qfd
    git worktree add -q "$temp/linked" side && cd "$temp/linked" || return
    echo more >>file1 && rm d/log
    check_commit linked HEAD
    check_working linked HEAD
    cd "$temp/trees" || return
    git sparse-checkout set d/e && echo more >>d/e/file1
    check_working sparse HEAD
    git sparse-checkout set --sparse-index d/e 2>/dev/null
    check_working 'sparse index' HEAD
    git sparse-checkout disable
    git update-index --split-index && echo more >>file2
    check_working 'split index' HEAD
}

check_submodules() {
    make_repository "$temp/outer"
    git submodule add -q "file://$temp/deep" sub 2>/dev/null && git commit -qm 'with a submodule'
    check_commits submodule HEAD~1 HEAD
    check_working submodule HEAD
    git -C sub checkout -q HEAD~1
    check_working 'submodule moved' HEAD
    git init -q nested && (cd nested && echo a >a && git add a && git commit -qm a)
    check_working 'nested' HEAD
    git submodule deinit -f sub >/dev/null
    check_working 'submodule without files' HEAD
    rm -rf sub
    check_working 'submodule removed' HEAD
}

# Another user's settings, variables, and programs that a repository names.
check_surroundings() {
    make_repository "$temp/around"
    printf '*.ignored\n' >"$HOME/ignore" && git config --global core.excludesFile "$HOME/ignore"
    echo a >a.ignored && echo b >b
    check_working 'ignored by the user' HEAD
    git config --global --unset core.excludesFile
    GIT_DIR=$temp/deep/.git GIT_INDEX_FILE=$temp/deep/.git/index GIT_WORK_TREE=$temp/deep said 'redirected' changes HEAD WORKING
    cp "$temp/got" "$temp/redirected"
    said 'not redirected' changes HEAD WORKING
    same 'redirected by the environment' "$temp/got" "$temp/redirected"
    local what
    for what in filter.evil.clean filter.evil.process core.fsmonitor diff.evil.textconv diff.external diff.evil.command core.pager core.sshCommand; do
        git config "$what" "touch $temp/ran; cat"
    done
    git config filter.evil.required true && git config core.hooksPath "$temp/hooks"
    mkdir -p "$temp/hooks" && printf '#!/bin/sh\ntouch "%s/ran"\n' "$temp" >"$temp/hooks/post-index-change" && chmod +x "$temp/hooks/post-index-change"
    printf '* filter=evil diff=evil\n' >.gitattributes && echo more >>file1
    said 'programs of the repository' changes HEAD WORKING
    said 'programs of the repository' working file1
    [ ! -e "$temp/ran" ] || fail 'a program ran that the repository names'
    printf '[user]\n\tname = other\n' >"$temp/more" && git config include.path "$temp/more"
    check_commit 'a configuration that includes another' HEAD
}

# ---- history ----

check_log() {
    local path options
    [ -d "$temp/deep" ] || make_repository "$temp/deep"
    git clone -q "$temp/deep" "$temp/history" && cd "$temp/history" || return
    git checkout -q -b other HEAD~2 && text 5 >d/other && git add -A && git commit -qm other && git checkout -q main
    git merge -q -m merge other && echo end >>file1 && git commit -qam end
    for options in '' --first-parent; do
        for path in '' file1 d d/e d/other d/e/file2 nothing; do
            { git rev-list $options HEAD -- $path && echo whole; } >"$temp/expected"
            said log log $options HEAD 0 $path
            same "log $options $path" "$temp/expected" "$temp/got"
        done
    done
    said log log HEAD 2
    [ "$(tail -1 "$temp/got")" = most ] || fail 'log: the end is not said'
    cd "$temp/shallow" && said 'log of a shallow clone' log HEAD 0
    [ "$(wc -l <"$temp/got") $(tail -1 "$temp/got")" = '3 shallow' ] || fail 'log: the boundary is not said'
}

# ---- damaged and hostile repositories: an error or an answer, soon ----

survives() { # name, words…
    local name=$1 code way
    shift
    for way in '' --program; do
        timeout 20 "$driver" $way . "$@" >"$temp/got" 2>"$temp/got.errors"
        code=$?
        [ $code -le 4 ] || fail "$name: $* ended with $code"
        [ $code = 0 ] || grep -q '^Error: ' "$temp/got.errors" || fail "$name: $*: no word about what is wrong"
        [ $code != 0 ] || [ -z "${broken-}" ] || fail "$name: $* is said to be right"
    done
}
loose() { # type, size that is claimed, file: the id of a loose object that says so
    node -e 'const [type, size, file] = process.argv.slice(1), fs = require("fs"), zlib = require("zlib");
        const head = Buffer.from(type + " " + size + "\0"), body = fs.readFileSync(file);
        const id = require("crypto").createHash("sha1").update(head).update(body).digest("hex");
        const folder = ".git/objects/" + id.slice(0, 2);
        fs.mkdirSync(folder, { recursive: true });
        fs.writeFileSync(folder + "/" + id.slice(2), zlib.deflateSync(Buffer.concat([head, body])));
        console.log(id);' "$@"
}
ask_all() {
    survives "$1" commit HEAD
    survives "$1" changes HEAD~1 HEAD
    survives "$1" changes HEAD WORKING
    survives "$1" log HEAD 0 d
}

check_damaged() {
    local pack id i tree
    make_repository "$temp/deep"
    git clone -q "$temp/deep" "$temp/damaged" && cd "$temp/damaged" && git gc -q || return
    pack=$(ls .git/objects/pack/*.pack) && cp "$pack" "$temp/pack" && chmod u+w "$pack"
    for i in 0 11 40 200 500; do
        head -c "$i" "$temp/pack" >"$pack"
        broken=1 survives "a pack of $i bytes" commit HEAD
        ask_all "a pack of $i bytes"
    done
    for i in 20 60 100 180 300 450; do
        cp "$temp/pack" "$pack" && printf '\377\000\377' | dd of="$pack" bs=1 seek="$i" conv=notrunc status=none
        ask_all "a pack damaged at $i"
    done
    cp "$temp/pack" "$pack" && head -c 60 .git/index >"$temp/index" && cp "$temp/index" .git/index
    ask_all 'a short index' && rm .git/index
    echo x >"$temp/x"
    broken=1 survives 'a blob of 1 GB by its head' blob "$(loose blob 1073741824 "$temp/x")"
    broken=1 survives 'a blob of 10^18 bytes' blob "$(loose blob 1000000000000000000 "$temp/x")"
    broken=1 survives 'a commit that is none' commit "$(loose commit 2 "$temp/x")"
    id=$(loose tree 2 "$temp/x")
    id=$(printf 'tree %s\nauthor a <a> 99999999999999999999 +0\n\n' "$id" | git hash-object -t commit -w --literally --stdin)
    survives 'a tree that is none' changes HEAD "$id"
    id=$(printf 'tree %s\nparent %s\n' "$(git rev-parse HEAD^{tree})" ffffffffffffffffffffffffffffffffffffffff | git hash-object -t commit -w --literally --stdin)
    broken=1 survives 'a parent that is missing' log "$id" 0
    echo 'ref: refs/heads/b' >.git/refs/heads/a && echo 'ref: refs/heads/a' >.git/refs/heads/b
    broken=1 survives 'a loop of refs' commit a
    printf '[core]\n\trepositoryformatversion = 99\n' >"$temp/config" && cp .git/config "$temp/kept" && cp "$temp/config" .git/config
    broken=1 survives 'a format of the future' commit HEAD
    cp "$temp/kept" .git/config
    # Each level names the one below ten times: ten billion files, or directories.
    for tree in "$(git hash-object -w "$temp/x") blob 100644" "$(git mktree </dev/null) tree 040000"; do
        for i in 1 2 3 4 5 6 7 8 9 10; do
            set -- $tree
            tree="$(for name in 0 1 2 3 4 5 6 7 8 9; do printf '%s %s %s\t%s\n' "$3" "$2" "$1" "$name"; done | git mktree) tree 040000"
        done
        id=$(git commit-tree -m bomb "${tree%% *}")
        # git itself would list them all.
        timeout 60 "$driver" . changes '' "$id" >/dev/null 2>"$temp/got.errors"
        [ $? = 1 ] && grep -q 'Hint: name a directory' "$temp/got.errors" || fail 'billions of files'
        "$driver" . changes '' "$id" 0/0/0/0/0/0/0/0/0 >/dev/null || fail 'some of billions of files'
    done
    # Directories within one another, deeper than a path can name.
    id=$(printf 'commit refs/heads/deep\ncommitter a <a@b> 1 +0\ndata 0\nM 644 inline %s\ndata 0\n\n' \
        "$(printf 'a/%.0s' $(seq 5000))b" | git fast-import --quiet 2>/dev/null && git rev-parse deep)
    timeout 20 "$driver" . changes '' "$id" >/dev/null 2>"$temp/got.errors"
    [ $? = 1 ] && grep -q 'is longer than any' "$temp/got.errors" || fail 'directories without end'
    git config include.path "$temp/fifo" && mkfifo "$temp/fifo"
    broken=1 survives 'a configuration in a pipe' commit HEAD
    cp "$temp/kept" .git/config
    printf 'a\r\n' >crlf && mkfifo .gitattributes
    survives 'attributes in a pipe' working crlf
    rm .gitattributes
    mkfifo .git/shallow
    broken=1 survives 'a pipe' commit HEAD
    rm .git/shallow
}

if [ "${PART-}" = damaged ]; then
    check_damaged
    exit $failed
fi
if [ -z "${SEED-}" ]; then
    for check in names conflict sha256 shallow partial bare trees submodules surroundings log; do "check_$check"; done
fi
cd "$temp" || exit 2
for ((number = 0; number < ${REPOSITORIES:-6}; number++)); do at_random "$number"; done
exit $failed
