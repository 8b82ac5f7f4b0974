#!/bin/bash
# compile.sh DEPS_DIR OUT VARIANT ID: one row of grammars.lock -> OUT/VARIANT/obj/ID.o, one object that
# exports tree_sitter_ID and nothing else (grammars have clashing global names).
# VARIANT: release; asan (gcc) or fuzz (clang), where core and scanner are instrumented; stock, the core and
# the lexers as they come, to compare with. parser.c is only tables and a lexer, compiled once for each
# version of the grammar and of lexing.h into DEPS_DIR/parser.
# A file of the row's src that has a patch in patches/ID is compiled as patched, from a copy.
# CROSS, such as aarch64-linux-gnu-, is the prefix of the tools that make objects for another processor;
# DEPS_DIR must then be one of its own.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$1 variant=$3 id=$4
objects=$2/$3/obj parts=$2/$3/parts
read -r _ package version sub scanner _ defines _ < <(grep "^$id " "$here/grammars.lock")
package=${package#@}
src=$dir/src/${package//\//-}-$version/$sub/src
mkdir -p "$objects" "$parts" "$dir/parser"

cross=${CROSS-}
plain=${CC:-${cross:+${cross}g}cc}
cc=$plain
# Assertions name their file; where that was on this machine does not go into a package.
named=(-fmacro-prefix-map="$dir/src/=" -fmacro-prefix-map="$parts/=" -fmacro-prefix-map="$here/=deps/")
case $variant in
release | stock) sanitize=() ;;
asan)
    sanitize=(-g -fsanitize=address,undefined -fno-omit-frame-pointer)
    # Scanners of others set the sign bit by a shift (swift).
    [ "$id" = core ] || sanitize+=(-fno-sanitize=shift)
    ;;
fuzz)
    cc=${FUZZ_CC:-clang}
    sanitize=(-g -fsanitize=address -fno-omit-frame-pointer)
    # Coverage of scanners guides the fuzzer; that of the core only slows it down.
    [ "$id" = core ] || sanitize+=(-fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp)
    ;;
*) echo "compile.sh: unknown variant $variant" >&2 && exit 2 ;;
esac

# Comments of lexing.h do not count: a grammar takes up to a minute to compile.
lexing_key() { "$plain" -w -fpreprocessed -dD -E -P "$here/lexing.h" | sha256sum | cut -c1-8; }
if [ "$variant" = stock ]; then
    lexing=() parser=$dir/parser/$id-$version-stock.o
else
    lexing=(-include tree_sitter/parser.h -include "$here/lexing.h")
    parser=$dir/parser/$id-$version-$(lexing_key).o
fi

# What of the C library is replaced by support.c, and what else a grammar may call.
redefine=(--redefine-sym=__assert_fail=fovea_grammar_assert_fail)
for name in malloc calloc realloc free abort towupper towlower isspace isdigit isalpha isalnum \
    iswspace iswdigit iswxdigit iswupper iswlower iswalpha iswalnum iswpunct; do
    redefine+=("--redefine-sym=$name=fovea_grammar_$name")
done
allowed='fovea_grammar_\w+|ts_current_\w+|_GLOBAL_OFFSET_TABLE_|mem\w+|str(len|n?cmp|r?chr)'
allowed+='|__(asan|ubsan|sanitizer|sancov|start___sancov|stop___sancov)_\w+'

if [ "$id" = core ]; then
    flags=(-std=c11 -w -fPIC -fno-semantic-interposition -UNDEBUG "${named[@]}" "${sanitize[@]}")
    # Upstream files include each other by relative paths, so all of them are copied.
    rm -rf "$parts/core"
    cp -r "$src" "$parts/core"
    for patch in "$here"/patches/core/*.patch; do
        "$here/mend.sh" "$patch" "$parts/core/$(basename "$patch" .patch)"
    done
    flags+=(-I"$dir/src/$package-$version/$sub/include" -I"$parts/core")
    # The same functions are called from many places, for each token: 5 to 8 % of a parse.
    core=(-O3 --param=max-inline-insns-auto=150 --param=inline-unit-growth=300
        --param=early-inlining-insns=100 "$here/core.c")
    [ "$variant" = stock ] && core=(-O2 -D_POSIX_C_SOURCE=200112L -D_DEFAULT_SOURCE "$src/lib.c")
    "$cc" "${flags[@]}" "${core[@]}" -c -o "$parts/core.o"
    "${cross}objcopy" --redefine-sym=__assert_fail=fovea_grammar_assert_fail \
        --redefine-sym=abort=fovea_grammar_abort "$parts/core.o"
    "$cc" "${flags[@]}" -O2 -c "$here/support.c" -o "$parts/support.o"
    rm -f "$2/$variant/libtree-sitter.a"
    "${cross}ar" rcs "$2/$variant/libtree-sitter.a" "$parts/core.o" "$parts/support.o"
    exit
fi

if [ ! -f "$parser" ]; then
    "$plain" -w -g0 -O1 -fPIC -I"$src" "${lexing[@]}" -c "$src/parser.c" -o "$parser.part"
    mv "$parser.part" "$parser"
fi
linked=("$parser")
if [ "$scanner" = c ]; then
    extra=()
    [ "$defines" = - ] || IFS=, read -ra extra <<<"$defines"
    text=$src/scanner.c
    if [ -f "$here/patches/$id/scanner.c.patch" ]; then
        text=$parts/$id.scanner.c
        cp "$src/scanner.c" "$text"
        "$here/mend.sh" "$here/patches/$id/scanner.c.patch" "$text"
    fi
    "$cc" -w -O2 -fPIC -UNDEBUG "${named[@]}" -D__NO_CTYPE -DTREE_SITTER_REUSE_ALLOCATOR \
        "${sanitize[@]}" "${extra[@]}" -I"$src" -c "$text" -o "$parts/$id.scanner.o"
    linked+=("$parts/$id.scanner.o")
fi

"${cross}ld" -r -o "$parts/$id.o" "${linked[@]}"
"${cross}objcopy" "${redefine[@]}" --keep-global-symbol="tree_sitter_$id" "$parts/$id.o"

exported=$("${cross}nm" -g --defined-only "$parts/$id.o" | awk '{ print $3 }')
if [ "$exported" != "tree_sitter_$id" ]; then
    echo "Error: grammar $id exports: $exported" >&2
    exit 1
fi
if foreign=$("${cross}nm" -u "$parts/$id.o" | awk '{ print $2 }' | grep -vwE "$allowed"); then
    echo "Error: grammar $id calls what support.c does not cover:" $foreign >&2
    exit 1
fi
mv "$parts/$id.o" "$objects/$id.o"
