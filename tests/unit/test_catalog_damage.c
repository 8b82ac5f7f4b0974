/* Segments that are whole, but claim what cannot be. */
#include "edge_case.h"

#include "base/zstd_frame.h"

static bool is_damaged(Store *store)
{
    Catalog *catalog = NULL;
    Err err;
    EXPECT(catalog_load(test_arena(), test_scratch(), store, CATALOG_ALL, &catalog, &err));
    return catalog->damaged;
}

/* The segment of files with one text in place of another of the same length. */
static void replace(Store *store, const char *old, const char *new)
{
    Statement *row = store_segment(store, CATALOG_FILES, 0);
    Str plain = {0};
    Err err;
    while (db_next(row, &err))
        EXPECT(zstd_frame_take(test_arena(), db_text(row, 0), (Str){0}, GB, &plain));
    size_t at = str_find(plain, str_from(old));
    REQUIRE(at != STR_NONE);
    memcpy((char *)(uintptr_t)plain.ptr + at, new, strlen(new));
    Buf frame = buf_open(test_arena(), 0);
    zstd_frame_put(&frame, plain, (Str){0}, 1);
    EXPECT(store_begin(store, &err));
    EXPECT(store_segment_put(store, CATALOG_FILES, 0, buf_str(&frame), &err));
    EXPECT(store_commit(store, &err));
}

TEST(symbols_of_no_language_are_damage)
{
    write_file("a.py", "def f(): pass\n");
    BuiltTree tree = build_tree();
    EXPECT(!is_damaged(tree.store));
    replace(tree.store, "python", "pyth-n");
    EXPECT(is_damaged(tree.store));
    close_tree(&tree);
}

TEST(a_package_without_a_name_is_damage)
{
    write_file("a.py", "def f(): pass\n");
    BuiltTree tree = build_tree();
    Catalog *catalog = NULL;
    Err err;
    EXPECT(catalog_load(test_arena(), test_scratch(), tree.store, CATALOG_ALL, &catalog, &err));
    catalog->files.ptr[0].package = names_count(&catalog->names);
    catalog->files.ptr[0].changed = CATALOG_FILES;
    EXPECT(store_begin(tree.store, &err));
    EXPECT(catalog_save(catalog, test_scratch(), tree.store, CATALOG_SAVE_QUICK, &err));
    EXPECT(is_damaged(tree.store));
    close_tree(&tree);
}
