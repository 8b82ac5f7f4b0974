#!/bin/bash
# compile.sh DEPS_DIR VARIANT ID: one row of grammars.lock -> DEPS_DIR/VARIANT/obj/ID.o, one object
# that exports tree_sitter_ID and nothing else (grammars have clashing global names).
# VARIANT: release, or asan (gcc) / fuzz (clang), where the scanner is instrumented and the object
# of parser.c, which is only tables and a lexer, is taken from release.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$1 variant=$2 id=$3
read -r _ package version sub scanner _ defines _ < <(grep "^$id " "$here/grammars.lock")
package=${package#@}
src=$dir/src/${package//\//-}-$version/$sub/src
out=$dir/$variant/obj
parts=$dir/release/parts
mkdir -p "$out" "$parts" "$dir/$variant/parts"

cc=${CC:-cc}
case $variant in
release) sanitize=() ;;
asan) sanitize=(-g -fsanitize=address,undefined -fno-omit-frame-pointer) ;;
fuzz) cc=${FUZZ_CC:-clang} sanitize=(-g -fsanitize=fuzzer-no-link,address -fno-omit-frame-pointer) ;;
*) echo "compile.sh: unknown variant $variant" >&2 && exit 2 ;;
esac

# What of the C library is replaced by support.c, and what else a grammar may call.
redefine=(--redefine-sym=__assert_fail=fovea_grammar_assert_fail)
for name in malloc calloc realloc free abort towupper towlower isspace isdigit isalpha isalnum \
    iswspace iswdigit iswxdigit iswupper iswlower iswalpha iswalnum iswpunct; do
    redefine+=("--redefine-sym=$name=fovea_grammar_$name")
done
allowed='fovea_grammar_\w+|ts_current_\w+|_GLOBAL_OFFSET_TABLE_|mem\w+|str(len|n?cmp|r?chr)'
allowed+='|__(asan|ubsan|sanitizer|sancov|start___sancov|stop___sancov)_\w+'

if [ "$id" = core ]; then
    flags=(-std=c11 -D_POSIX_C_SOURCE=200112L -D_DEFAULT_SOURCE -w -O2 -fPIC -UNDEBUG)
    flags+=("${sanitize[@]}" -I"$dir/src/$package-$version/$sub/include" -I"$src")
    "$cc" "${flags[@]}" -c "$src/lib.c" -o "$dir/$variant/parts/core.o"
    objcopy --redefine-sym=__assert_fail=fovea_grammar_assert_fail \
        --redefine-sym=abort=fovea_grammar_abort "$dir/$variant/parts/core.o"
    "$cc" "${flags[@]}" -c "$here/support.c" -o "$dir/$variant/parts/support.o"
    rm -f "$dir/$variant/libtree-sitter.a"
    ar rcs "$dir/$variant/libtree-sitter.a" "$dir/$variant/parts/core.o" \
        "$dir/$variant/parts/support.o"
    exit
fi

parser=$parts/$id-$version.parser.o # tables without options: compiled once a version
if [ ! -f "$parser" ]; then
    "$cc" -w -g0 -O1 -fPIC -I"$src" -c "$src/parser.c" -o "$parser.part"
    mv "$parser.part" "$parser"
fi
objects=("$parser")
if [ "$scanner" = c ]; then
    extra=()
    [ "$defines" = - ] || IFS=, read -ra extra <<<"$defines"
    "$cc" -w -O2 -fPIC -UNDEBUG -D__NO_CTYPE -DTREE_SITTER_REUSE_ALLOCATOR "${sanitize[@]}" \
        "${extra[@]}" -I"$src" -c "$src/scanner.c" -o "$dir/$variant/parts/$id.scanner.o"
    objects+=("$dir/$variant/parts/$id.scanner.o")
fi

ld -r -o "$out/$id.part.o" "${objects[@]}"
objcopy "${redefine[@]}" --keep-global-symbol="tree_sitter_$id" "$out/$id.part.o"

exported=$(nm -g --defined-only "$out/$id.part.o" | awk '{ print $3 }')
if [ "$exported" != "tree_sitter_$id" ]; then
    echo "Error: grammar $id exports: $exported" >&2
    exit 1
fi
if foreign=$(nm -u "$out/$id.part.o" | awk '{ print $2 }' | grep -vwE "$allowed"); then
    echo "Error: grammar $id calls what support.c does not cover:" $foreign >&2
    exit 1
fi
mv "$out/$id.part.o" "$out/$id.o"
