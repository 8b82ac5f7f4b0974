/* Attributes of paths as git tells them. */
#include "test.h"

#include "git/attributes.h"

static const char *state_of(const GitAttributes *attributes, const char *path)
{
    static const char *const names[] = {"unspecified", "no", "yes"};
    return names[git_attributes_find(attributes, str_from(path), STR("linguist-generated"))];
}

#define EXPECT_STATE(attributes, path, state) \
    EXPECT_STR(str_from(state_of(attributes, path)), state)

TEST(the_last_line_and_the_deepest_file_decide)
{
    GitAttributes attributes = {0};
    git_attributes_push(test_arena(), &attributes, STR(""),
                        STR("# a comment linguist-generated\n"
                            "*.pb.go linguist-generated\n"
                            "/gen/** linguist-generated=true\n"
                            "gen/own.go -linguist-generated\n"
                            "docs/*.md linguist-generated=false\n"
                            "lib/ linguist-generated\n"
                            "!x.c linguist-generated\n"
                            "\"with blank.c\" linguist-generated\r\n"));
    git_attributes_push(test_arena(), &attributes, STR("a/b"),
                        STR("*.pb.go !linguist-generated\nc.go linguist-generated\n"));
    EXPECT_STATE(&attributes, "x.pb.go", "yes");
    EXPECT_STATE(&attributes, "a/x.pb.go", "yes");
    EXPECT_STATE(&attributes, "a/b/x.pb.go", "unspecified");
    EXPECT_STATE(&attributes, "a/b/d/c.go", "yes");
    EXPECT_STATE(&attributes, "a/bc/c.go", "unspecified");
    EXPECT_STATE(&attributes, "gen/a/b.go", "yes");
    EXPECT_STATE(&attributes, "a/gen/b.go", "unspecified");
    EXPECT_STATE(&attributes, "gen/own.go", "no");
    EXPECT_STATE(&attributes, "docs/a.md", "no");
    EXPECT_STATE(&attributes, "docs/a/b.md", "unspecified");
    EXPECT_STATE(&attributes, "lib/a.c", "unspecified");
    EXPECT_STATE(&attributes, "x.c", "unspecified");
    EXPECT_STATE(&attributes, "with blank.c", "yes");
}

TEST(macros_stand_for_their_attributes)
{
    GitAttributes attributes = {0};
    git_attributes_push(test_arena(), &attributes, STR(""),
                        STR("[attr]made linguist-generated -diff\n[attr]built made text\n"
                            "*.a made\n*.b built\n*.c made -linguist-generated\n"
                            "*.d -made\nout/*.e made\n"));
    git_attributes_push(test_arena(), &attributes, STR("out"), STR("*.e -made\n"));
    EXPECT_STATE(&attributes, "x.a", "yes");
    EXPECT_STATE(&attributes, "x.b", "yes");
    EXPECT_STATE(&attributes, "x.c", "no");
    EXPECT_STATE(&attributes, "x.d", "unspecified");
    EXPECT_STATE(&attributes, "out/x.e", "unspecified");
}
