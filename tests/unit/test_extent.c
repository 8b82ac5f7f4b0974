#include "test.h"

#include "index/store/extent.h"

TEST(an_extent_is_levels_and_extensions)
{
    const Extent all = {0}, top = {.max_depth = 1}, python = {0, STR("py, .PYI")};
    EXPECT(extent_has(&all, STR("a/b/c/d.txt")) && extent_has(&all, STR("Makefile")));
    EXPECT(extent_has(&top, STR("a.py")) && !extent_has(&top, STR("a/b.py")));
    EXPECT(extent_has(&python, STR("a/b.py")) && extent_has(&python, STR("a/b.pyi")));
    EXPECT(!extent_has(&python, STR("a/b.pyc")) && !extent_has(&python, STR("py")));
    EXPECT_STR(extent_describe(test_arena(), &all), "");
    EXPECT_STR(extent_describe(test_arena(), &(Extent){2, STR("py")}),
               "only extensions py, only 2 levels of directories");
}

TEST(an_extent_is_kept_for_its_work_tree)
{
    StoreOptions options = {.memory = true, .tree = STR("/tree")};
    Store *store SCOPED(store_close) = NULL;
    Str notice;
    Err err;
    Extent extent = {7, STR("x")};
    REQUIRE(store_open(test_arena(), &options, &store, &notice, &err));
    EXPECT(extent_load(store, test_arena(), &extent, &err));
    EXPECT(!extent.max_depth && !extent.extensions.len);
    EXPECT(extent_save(store, test_scratch(), &(Extent){3, STR("py,a b")}, &err));
    EXPECT(extent_load(store, test_arena(), &extent, &err));
    EXPECT_INT(extent.max_depth, 3);
    EXPECT_STR(extent.extensions, "py,a b");
}
