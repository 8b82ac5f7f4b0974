/* Our build of the parser (deps/core.c, deps/lexing.h) gives the trees of the parser as it comes:
   tests/unit/trees.tsv has a number for each language's sample, made with that one by `make
   quality-trees ACCEPT=1`. */
#include "test.h"

#include "sample.h"
#include "tree_digest.h"

static Str read_rows(void)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Str rows = {0}, path = str_format(test_arena(), "%s/tests/unit/trees.tsv", test_source_root());
    Err err;
    EXPECT(fs_open(test_arena(), &(FsPolicy){0}, path, &file, &err) &&
           fs_read_all(test_arena(), &file, &rows, &err));
    return rows;
}

/* The number in the language's row; empty when there is none. */
static Str expected(Str rows, const Language *language)
{
    Str row, id;
    while (str_take_line(&rows, &row))
        if (str_take_until(&row, '\t', &id) && str_equal(id, str_from(language->id)))
            return row;
    return (Str){0};
}

TEST(trees_as_the_parser_comes)
{
    Str rows = read_rows();
    Arena sums;
    arena_open(&sums, 0);
    for (size_t i = 0; i < lang_count(); i++) {
        const Language *language = lang_at(i);
        if (!language->grammar)
            continue;
        Str text = sample_read(language), want = expected(rows, language);
        arena_reset(&sums);
        uint64_t sum = tree_sum(&sums, test_scratch(), language, text);
        Str got = str_format(test_arena(), "%s %016" PRIx64, language->id, sum);
        EXPECT_STR(got, str_format(test_arena(), "%s %.*s", language->id, STR_ARG(want)).ptr);
    }
    arena_close(&sums);
}
