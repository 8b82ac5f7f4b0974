#include "store_case.h"

#include "index/catalog/catalog_store.h"
#include "index/store/prune.h"

static BuildReport update(Store *store)
{
    return update_store(store, 1);
}

static uint64_t count_facts(Store *store)
{
    Statement *get = db_prepare(store_db(store), "SELECT count(*) FROM facts");
    uint64_t count = 0;
    Err err;
    while (db_next(get, &err))
        count = db_u64(get, 0);
    return count;
}

static void put_old_facts(Store *store, unsigned count)
{
    Err err;
    Facts facts = {.outline = STR("facts")};
    EXPECT(store_begin(store, &err));
    for (unsigned i = 0; i < count; i++)
        EXPECT(
            store_facts_put(store, str_format(test_arena(), "%04u old content", i), &facts, &err));
    EXPECT(store_commit(store, &err));
}

static bool has_symbols(Store *store, const char *path)
{
    Outline outline;
    Catalog *catalog = NULL;
    Err err;
    EXPECT(catalog_load(test_arena(), test_scratch(), store, CATALOG_FILES, &catalog, &err));
    uint32_t file = catalog_find_file(catalog, str_from(path));
    return file != FILE_NOWHERE &&
           catalog_outline(catalog, test_arena(), file, false, &outline, &err) &&
           outline.symbols.len == 1;
}

TEST(many_unused_facts_are_dropped_after_an_update)
{
    Store *store SCOPED(store_close) = open_memory_store();
    put_old_facts(store, 1500);
    for (int i = 0; i < 10; i++)
        test_file(str_format(test_arena(), "f%d.py%c", i, 0).ptr,
                  str_format(test_arena(), "def f%d(): pass\n", i));
    BuildReport report = update(store);
    EXPECT_INT(report.parsed, 10);
    EXPECT_INT(count_facts(store), 12); /* and the latest of the others */
    for (int i = 0; i < 10; i++)
        EXPECT(has_symbols(store, str_format(test_arena(), "f%d.py%c", i, 0).ptr));
}

TEST(few_unused_facts_stay)
{
    Store *store SCOPED(store_close) = open_memory_store();
    put_old_facts(store, 500);
    test_file("a.py", STR("def a(): pass\n"));
    EXPECT_INT(update(store).parsed, 1);
    EXPECT_INT(count_facts(store), 501);
}

TEST(what_another_tree_uses_stays)
{
    Store *store SCOPED(store_close) = open_memory_store();
    PruneReport pruned = {0};
    Err err;
    test_file("a.py", STR("def a(): pass\n"));
    update(store);
    uint64_t own = store_tree(store);
    store_use_tree(store, own + 1);
    REQUIRE(db_script(store_db(store), "INSERT INTO tree(root) VALUES('/other')", &err));
    test_file("a.py", STR("def b(): return 'longer'\n"));
    update(store);
    put_old_facts(store, 3);
    EXPECT(prune_facts(store, test_scratch(), 0, &pruned, &err));
    EXPECT_INT(pruned.facts, 5);
    EXPECT_INT(pruned.used, 2);
    EXPECT_INT(pruned.dropped, 3);
    EXPECT_INT(count_facts(store), 2);
    EXPECT(has_symbols(store, "a.py"));
    EXPECT(prune_trees(store, test_scratch(), &pruned, &err));
    EXPECT_INT(pruned.trees, 1);
    EXPECT(prune_facts(store, test_scratch(), 0, &pruned, &err));
    EXPECT_INT(count_facts(store), 1);
}
