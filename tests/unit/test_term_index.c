#include "store_case.h"

#include "index/catalog/catalog_store.h"
#include "index/terms/term_index.h"
#include "text/terms.h"

/* What a merge in another process removes stays readable for a question that has begun. */
TEST(a_question_reads_one_snapshot_of_the_terms)
{
    Err err;
    Catalog catalog = {0};
    TermIndex index;
    TermPostingVec postings = {0};
    test_file("a.py", STR("def take(queue):\n    return queue\n"));
    StoreOptions options = {.path = str_format(test_arena(), "%s/cache/index.db", test_directory()),
                            .tree = str_from(test_directory())};
    Store *writer = open_test_store(&options);
    update_store(writer, 1);
    Store *reader = open_test_store(&options);
    EXPECT(term_index_open(reader, &catalog, test_arena(), &index, &err));
    EXPECT(index.segments.len > 1);
    EXPECT(db_script(store_db(writer), "DELETE FROM term_piece; DELETE FROM term_segment;", &err));
    EXPECT(term_index_find(&index, test_arena(), 0, term_of_word(STR("queue")), &postings, &err));
    store_close(&reader);
    store_close(&writer);
}
