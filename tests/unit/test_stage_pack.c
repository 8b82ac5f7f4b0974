#include "test.h"

#include "agent/stage.h"

TEST(what_is_staged_comes_back_as_it_was)
{
    const EditFile files[] = {
        {.status = EDIT_CHANGED,
         .path = STR("a \"b\".c"),
         .before = STR("x\r\n"),
         .after = STR("y\xC3\xBC\r\n\t")},
        {.status = EDIT_CREATED, .path = STR("new.c"), .after = STR("1\n")},
        {.status = EDIT_DELETED, .path = STR("old.c"), .before = STR("1")},
        {.status = EDIT_MOVED,
         .path = STR("to.c"),
         .old_path = STR("from.c"),
         .before = STR("1"),
         .after = STR("1")},
    };
    Stage stage = {.arena = test_arena()}, back = {.arena = test_arena()};
    for (size_t i = 0; i < COUNT(files); i++)
        *VEC_PUSH(test_arena(), &stage.files) = files[i];
    *VEC_PUSH(test_arena(), &stage.descriptions) = STR("do it");
    stage_unpack(&back, stage_pack(&stage, test_arena()));
    REQUIRE(back.files.len == COUNT(files) && back.descriptions.len == 1);
    EXPECT_STR(back.descriptions.ptr[0], "do it");
    for (size_t i = 0; i < COUNT(files); i++) {
        const EditFile *file = &back.files.ptr[i];
        EXPECT_INT(file->status, files[i].status);
        EXPECT(str_equal(file->path, files[i].path) &&
               str_equal(file->old_path, files[i].old_path));
        EXPECT(str_equal(file->before, files[i].before) && str_equal(file->after, files[i].after));
    }
    EXPECT_STR(stage_pack(&(Stage){.arena = test_arena()}, test_arena()), "");
}

TEST(what_is_no_stage_leaves_nothing)
{
    static const char *const texts[] = {
        "",
        "{",
        "[]",
        "1",
        "{\"files\":1}",
        "{\"files\":[1,{}]}",
        "{\"files\":[{\"status\":\"changed\"},{\"path\":\"a\"},{\"status\":\"x\",\"path\":\"a\"},"
        "{\"status\":1,\"path\":2}],\"for\":[1]}"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        Stage stage = {.arena = test_arena()};
        *VEC_PUSH(test_arena(), &stage.files) = (EditFile){.path = STR("a")};
        stage_unpack(&stage, str_from(texts[i]));
        EXPECT(!stage.files.len && !stage.descriptions.len);
    }
    /* A text that is not UTF-8 cannot be kept as it is. */
    Stage stage = {.arena = test_arena()};
    *VEC_PUSH(test_arena(), &stage.files) = (EditFile){.path = STR("a"), .after = STR("\xFF")};
    EXPECT_STR(stage_pack(&stage, test_arena()), "");
}
