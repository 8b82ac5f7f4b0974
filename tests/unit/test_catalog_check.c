/* Invariants of a catalog: one that was built keeps them, and each is missed when it is broken. */
#include "edge_case.h"

#include "index/catalog/catalog_check.h"

static BuiltTree build(void)
{
    write_file("a.py", "class A:\n    def f(self):\n        return g()\n\ndef g():\n    pass\n");
    write_file("b.py", "import a\n\ndef h():\n    return a.g()\n");
    return build_tree();
}

/* The sentence without the place that it begins with. */
static Str fault_of(const Catalog *catalog)
{
    Str fault = catalog_fault(test_arena(), catalog);
    size_t colon = str_find_byte(fault, ':');
    return colon == STR_NONE ? fault : str_from_offset(fault, colon + 2);
}

TEST(a_built_catalog_keeps_its_invariants)
{
    BuiltTree tree = build();
    catalog_warm(tree.catalog);
    EXPECT_STR(catalog_fault(test_arena(), tree.catalog), "");
    close_tree(&tree);
}

TEST(broken_numbers_are_noticed)
{
    BuiltTree tree = build();
    CatalogFile *file = &tree.catalog->files.ptr[1];
    file->first++;
    EXPECT_STR(fault_of(tree.catalog), "its number is above the count of all symbols");
    file->first -= 2;
    EXPECT_STR(fault_of(tree.catalog), "its number is that of another symbol");
    close_tree(&tree);
}

TEST(broken_entries_are_noticed)
{
    BuiltTree tree = build();
    Entry *entry = &tree.catalog->files.ptr[0].entries[1], was = *entry;
    entry->name = names_count(&tree.catalog->names);
    EXPECT_STR(fault_of(tree.catalog), "there is no such name");
    *entry = was;
    entry->parent = 1;
    EXPECT_STR(fault_of(tree.catalog), "its parent comes after it");
    *entry = was;
    entry->kind = SYMBOL_KIND_COUNT;
    EXPECT_STR(fault_of(tree.catalog), "there is no such kind");
    close_tree(&tree);
}

TEST(broken_links_are_noticed)
{
    BuiltTree tree = build();
    CatalogFile *called = &tree.catalog->files.ptr[0];
    catalog_warm(tree.catalog);
    called->count--; /* `g`, which both files call */
    EXPECT_STR(fault_of(tree.catalog), "an edge ends at a symbol that is gone");
    close_tree(&tree);
}

TEST(broken_lists_by_name_are_noticed)
{
    BuiltTree tree = build();
    catalog_warm(tree.catalog);
    Entry *entry = &tree.catalog->files.ptr[0].entries[1];
    entry->name = tree.catalog->files.ptr[0].entries[2].name;
    EXPECT_STR(fault_of(tree.catalog), "it is listed under another name");
    close_tree(&tree);
}
