#include "store_case.h"

#include "index/catalog/catalog_store.h"
#include "search/rank.h"

/* Parts 0 and 1, the latter of a declaration of that number; both have the word. */
static Str terms_with(Str word, uint32_t entry)
{
    Buf bytes = buf_open(test_arena(), 0), hits = buf_open(test_arena(), 0);
    uint32_t before = 0;
    term_hits_put(&hits, &before, (TermHit){0, 0});
    term_hits_put(&hits, &before, (TermHit){1, 3});
    const uint64_t numbers[] = {2, 0, 5, entry, 5, 1, term_of_word(word), 2};
    for (size_t i = 0; i < COUNT(numbers); i++)
        varint_put(&bytes, numbers[i]);
    varint_put_str(&bytes, buf_str(&hits));
    return buf_str(&bytes);
}

static size_t count_parts(Catalog *catalog, Store *store, uint32_t entry)
{
    TermIndex index;
    Ranking ranking;
    Err err;
    uint32_t file = catalog_find_file(catalog, STR("a.py"));
    Question question = question_read(test_arena(), test_scratch(), STR("gizmo"));
    catalog->files.ptr[file].hash = STR("0123456789abcdef"); /* not what is stored */
    catalog->fresh.len = 0;
    *VEC_PUSH(test_arena(), &catalog->fresh) = (FreshFacts){
        .hash = catalog->files.ptr[file].hash, .facts = {.terms = terms_with(STR("gizmo"), entry)}};
    RankOptions options = {.limit = 5};
    size_t count = 0;
    bool ranked = term_index_open(store, catalog, test_arena(), &index, &err) &&
                  rank_files(&index, test_arena(), &question, &options, &ranking, &err);
    EXPECT(ranked && ranking.files.len == 1);
    for (; ranked && ranking.files.len && count < RANK_PARTS_MAX &&
           ranking.files.ptr[0].parts[count].score > 0;
         count++)
        EXPECT(ranking.files.ptr[0].parts[count].entry < catalog->files.ptr[file].count);
    return count;
}

TEST(terms_of_a_declaration_that_the_file_does_not_have_count_for_the_file_alone)
{
    Store *store SCOPED(store_close) = open_memory_store();
    Catalog *catalog = NULL;
    Err err;
    test_file("a.py", STR("def one():\n    pass\n"));
    update_store(store, 1);
    REQUIRE(catalog_load(test_arena(), test_scratch(), store, CATALOG_FILES | CATALOG_SYMBOLS,
                         &catalog, &err));
    EXPECT_INT(count_parts(catalog, store, 1), 2);
    EXPECT_INT(count_parts(catalog, store, 2), 1);
    EXPECT_INT(count_parts(catalog, store, UINT32_MAX), 1);
}
