/* trees [-f DAMAGES] [-d | -s] PATH...: digests of syntax trees. Prints a line for each file below
   the paths that a grammar parses: path, language, how the parse ended, nodes, and a hash of the
   whole tree. The same follows for the elided text (lang/elide/elide.h), and for the text with a
   byte changed, -f times; -d prints the nodes. -s: only language and the number of
   tests/unit/trees.tsv. bench/quality/trees compares the results of builds with our parser core and
   with the upstream core. */
#include "base/fs.h"
#include "base/path.h"
#include "git/git_walk.h"
#include "lang/parse.h"
#include "lang/registry.h"
#include "tree_digest.h"

#include <unistd.h>

#define FILE_BYTES 3000000
#define DAMAGED_BYTES 60000
#define HEAD_BYTES 8192

typedef struct Trees {
    Arena arena, file, scratch;
    uint64_t damages;
    bool dump, sums;
} Trees;

static void put_tree(Trees *trees, Str name, const Language *language, const ParseSource *source)
{
    TreeDigest digest = {.dump = trees->dump};
    tree_digest(trees->scratch, language->grammar(), source, &digest);
    const char *ended = digest.errors               ? "syntax errors"
                        : digest.status == PARSE_OK ? "ok"
                                                    : parse_status_text(digest.status).ptr;
    printf("%.*s\t%s\t%s\t%" PRIu64 "\t%016" PRIx64 "\n", STR_ARG(name), language->id, ended,
           digest.nodes, digest.sum);
}

static void put_damaged(Trees *trees, Str path, const Language *language, Str text)
{
    char *copy = arena_bytes(&trees->file, text.len);
    memcpy(copy, text.ptr, text.len);
    for (uint64_t n = 0; n < trees->damages && text.len && text.len < DAMAGED_BYTES; n++) {
        Arena file = trees->file;
        size_t at = tree_damage(copy, text.len, n);
        Str name = str_format(&trees->file, "%.*s, byte %zu", STR_ARG(path), at);
        put_tree(trees, name, language, &(ParseSource){.text = {copy, text.len}});
        copy[at] = text.ptr[at];
        trees->file = file;
    }
}

static void put_file(Trees *trees, Str path)
{
    FsFile open SCOPED(fs_close) = {.fd = -1};
    BinaryType ignored;
    Str text;
    Err err;
    arena_reset(&trees->file);
    if (!fs_open(&trees->file, &(FsPolicy){0}, path, &open, &err) || open.size > FILE_BYTES ||
        !fs_read_all(&trees->file, &open, &text, &err) || lang_is_binary(text, &ignored))
        return;
    const Language *language = lang_detect(path, str_slice(text, 0, HEAD_BYTES));
    if (!language || !language->grammar)
        return;
    if (trees->sums) {
        uint64_t sum = tree_sum(&trees->file, trees->scratch, language, text);
        printf("%s\t%016" PRIx64 "\n", language->id, sum);
        return;
    }
    text = parse_prepare(&trees->file, language, text);
    put_tree(trees, path, language, &(ParseSource){.text = text});
    ElidedSpans gaps = elide_find(&trees->file, trees->scratch, language, text);
    if (gaps.len)
        put_tree(trees, str_format(&trees->file, "%.*s, elided", STR_ARG(path)), language,
                 &(ParseSource){.text = text, .elided = gaps});
    put_damaged(trees, path, language, text);
}

static void put_below(Trees *trees, const char *directory)
{
    GitRepo repo = {.root = fs_real_path(&trees->arena, str_from(directory))};
    WalkResult result;
    Err err;
    if (!git_walk(&trees->arena, trees->scratch, &repo, &(WalkOptions){0}, &result, &err)) {
        put_file(trees, str_from(directory));
        return;
    }
    for (size_t i = 0; i < result.files.len; i++) {
        Arena path = trees->arena;
        put_file(trees, path_join(&path, repo.root, result.files.ptr[i].path));
    }
}

int main(int argc, char **argv)
{
    Trees trees = {0};
    int option;
    while ((option = getopt(argc, argv, "df:s")) != -1) {
        trees.dump = trees.dump || option == 'd';
        trees.sums = trees.sums || option == 's';
        if (option == 'f')
            (void)!str_parse_u64(str_from(optarg), &trees.damages);
    }
    arena_open(&trees.arena, 0);
    arena_open(&trees.file, 0);
    arena_open(&trees.scratch, 0);
    for (int i = optind; i < argc; i++)
        put_below(&trees, argv[i]);
    return 0;
}
