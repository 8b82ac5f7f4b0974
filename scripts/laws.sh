#!/bin/bash
# laws.sh [BUILD]: the laws that can be checked in object files (ARCHITECTURE.md, laws 3, 4 and 5): which C
# library functions each module of src/ and languages/ refers to.
cd "$(dirname "$0")/.." || exit 2
build=${1:-build}
files='open|open64|openat|openat64|creat|fopen|fopen64|fdopen|stat|lstat|fstatat|unlink|rename|mkdir|opendir|readdir'
processes='fork|vfork|execv[pe]*|execl[pe]*|posix_spawnp?|system|popen'
sockets='socket|connect|bind|listen|accept4?'
surroundings='time|clock_gettime|gettimeofday|localtime(_r)?|rand|random|getrandom|setlocale|getenv|secure_getenv'
bad=0

# description, regex of forbidden functions, objects
forbid() {
    local what=$1 functions=$2
    shift 2
    [ $# -gt 0 ] || return
    nm -uA "$@" | awk -v what="$what" -v functions="^($functions)\$" '
        $NF ~ functions {
            sub(/^.*\.dir\//, "", $1); sub(/:.*/, "", $1); found[$1] = found[$1] " " $NF
        }
        END { for (f in found) { print f ": " what ":" found[f]; bad = 1 }; exit bad }' || bad=1
}

shopt -s extglob nullglob globstar
objects=$build/CMakeFiles/fovea_objects.dir/src
languages=$build/CMakeFiles/fovea_objects.dir/languages
# Code of one language works on texts and catalogs only.
forbid 'reaches the outside world for a language' "$files|$processes|$sockets|$surroundings" $languages/**/*.o
# git/ lists directories by descriptor; index/store/store and
# index/store/cache make and drop indices in the cache.
forbid 'reaches files past base/fs' "$files" \
    $objects/!(base|net|git|index)/**/*.o $objects/base/!(fs|fs_*|proc|proc_*|child|path).c.o \
    $objects/git/!(git_walk|gaps|directory_cache|tracked|objects_library_working).c.o $objects/index/*/!(store|cache).c.o
# libgit2 opens files and can change repositories: only these files call it, and none of its writing functions.
forbid 'calls libgit2' 'git_libgit2_.*|git_merge_file.*|git_repository_.*|git_odb_.*|git_diff_(buffers|tree|index).*|git_revparse.*' \
    $objects/!(git)/**/*.o $objects/git/!(objects_library*|line_diff|merge_file).c.o
forbid 'changes a repository' 'git_.*_(write|create|update|set_head|add|remove|delete).*|git_(checkout|clone|remote|fetch|push)_.*' \
    $objects/git/*.o
forbid 'writes settings past base/fs_edit' "$files" \
    $build/CMakeFiles/fovea_app_objects.dir/src/setup/*.o
forbid 'starts processes past base/proc' "$processes" $objects/!(base)/**/*.o $objects/base/!(proc|proc_confine|child).c.o
forbid 'opens sockets past net' "$sockets" $objects/!(net|base)/**/*.o $objects/base/!(proc_confine).c.o
forbid 'changes the terminal past base/tty' 'tcsetattr|tcgetattr|cfmakeraw' \
    $objects/!(base)/**/*.o $objects/base/!(tty).c.o
forbid 'a view depends on its surroundings' "$surroundings" $objects/view/*.o
forbid 'a review depends on its surroundings' "$surroundings" $objects/review/*.o
forbid 'reads one file and opens the index' 'session_(open|begin|require|answer)' \
    $objects/tools/tool_@(map|read|chunk|page|toon|languages|config).c.o
forbid 'writes to stdout past app' 'printf|puts|putchar|vprintf|stdout|__printf_chk' $objects/**/*.o $languages/**/*.o
# Suggested commands quote their arguments.
scripts/quoting.sh || bad=1
# Numbers have reasons.
scripts/reasons.sh || bad=1
# Programs with the upstream parser core get the additional functions of ours from bench/quality/stock.c.
for name in $(grep -hE '^(void|bool) .*fovea_grammar_' deps/core.c deps/*.h | grep -oE 'fovea_grammar_\w+' | sort -u); do
    grep -qw "$name" bench/quality/stock.c || { echo "bench/quality/stock.c lacks $name"; bad=1; }
done
exit $bad
