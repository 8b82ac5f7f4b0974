/* Which files of instructions apply, in what order, and how much of each is taken. */
#include "test.h"

#include "agent/instructions.h"
#include "config/config.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- sections ---- */

static Str select_from(Str text, uint64_t tokens, InstructionFile *file)
{
    *file = (InstructionFile){0};
    return instructions_select(test_arena(), text, true, &tokens, file);
}

TEST(sections_are_taken_whole)
{
    InstructionFile file;
    Str text = STR("Read this.\n\n# Build\nmake\n\n# Long\naaaa bbbb cccc dddd eeee ffff gggg\n"
                   "## Test\nmake test\n");
    Str all = select_from(text, 1000, &file);
    EXPECT(str_equal(all, text));
    EXPECT_INT(file.taken, text.len);
    EXPECT_INT(file.cut, 0);
    EXPECT_STR(select_from(text, 25, &file), "Read this.\n\n# Build\nmake\n\n## Test\nmake test\n");
    EXPECT_INT(file.cut, 1);
    EXPECT_STR(select_from(text, 0, &file), "");
    EXPECT_INT(file.cut, 4);
    EXPECT_INT(file.taken, 0);
}

TEST(tokens_become_less_by_what_is_taken)
{
    InstructionFile file = {0};
    uint64_t tokens = 30;
    Str taken = instructions_select(test_arena(), STR("# A\nmake\n"), true, &tokens, &file);
    EXPECT_INT(tokens, 30 - window_tokens(taken));
}

TEST(headings_in_code_are_none)
{
    InstructionFile file;
    select_from(STR("# A\n```sh\n# not a heading\n```\n~~~~\n# nor this\n~~~\n# nor this\n~~~~\n"
                    "    # code\n#include\n####### seven\n# B\n"),
                0, &file);
    EXPECT_INT(file.cut, 2);
    select_from(STR("One\n===\ntext\n\nTwo\n---\ntext\n"), 0, &file);
    EXPECT_INT(file.cut, 2);
    select_from(STR("---\nname: x\n---\n# A\n"), 0, &file);
    EXPECT_INT(file.cut, 2);
    select_from(STR("# A\n```\n# never closed\n\n# B\n"), 0, &file);
    EXPECT_INT(file.cut, 1);
}

TEST(without_headings_paragraphs_are_sections)
{
    InstructionFile file;
    Str text = STR("one\ntwo\n\n\nthree three three three\n\n```\na\n\nb\n```\n\nfour\n");
    select_from(text, 0, &file);
    EXPECT_INT(file.cut, 4);
    EXPECT_STR(select_from(text, 6, &file), "one\ntwo\n\n\n");
}

TEST(other_line_ends_and_encodings)
{
    InstructionFile file;
    EXPECT_STR(select_from(STR("\xEF\xBB\xBF# A\r\nmake\r\n"), 100, &file), "# A\nmake\n");
    EXPECT_INT(file.taken, 9);
    EXPECT_STR(select_from(STR("# A\nma\xffke"), 100, &file), "# A\nma\xEF\xBF\xBDke\n");
    EXPECT_STR(select_from(STR("# A\nma\0ke"), 100, &file), "");
    EXPECT_STR(select_from(STR(" \r\n\n"), 100, &file), "");
    EXPECT_STR(select_from((Str){0}, 100, &file), "");
    EXPECT_INT(file.cut, 0);
}

TEST(a_text_that_goes_on_ends_before_its_last_section)
{
    InstructionFile file = {0};
    uint64_t tokens = 1000;
    EXPECT_STR(instructions_select(test_arena(), STR("# A\nmake\n# B\nma"), false, &tokens, &file),
               "# A\nmake\n");
    EXPECT_INT(file.cut, 1);
}

/* ---- files ---- */

static Config config;

/* The place of the index, and a repository that git would take for one. */
static ToolContext make_tree(void)
{
    static const char *const folders[] = {"cache",          "t",           "t/.git",
                                          "t/.git/objects", "t/.git/refs", "t/src",
                                          "t/src/net",      "t/docs",      "t/ignored"};
    for (size_t i = 0; i < COUNT(folders); i++)
        mkdir(str_format(test_arena(), "%s/%s", test_directory(), folders[i]).ptr, 0700);
    test_file("t/.git/HEAD", STR("ref: refs/heads/main\n"));
    test_file("t/.gitignore", STR("ignored/\n"));
    test_file("t/src/net/http.c", STR("int http(void) { return 1; }\n"));
    test_file("t/src/a.c", STR("int a(void) { return 1; }\n"));
    setenv("XDG_CACHE_HOME", str_format(test_arena(), "%s/cache", test_directory()).ptr, 1);
    config_init(&config);
    return (ToolContext){.config = &config,
                         .root = str_format(test_arena(), "%s/t", test_directory())};
}

static Instructions collect(const ToolContext *context, const char *path, uint64_t tokens)
{
    Instructions found = {0};
    Err err = {0};
    Str paths[] = {str_from(path)};
    InstructionsWanted wanted = {paths, 1, tokens};
    if (!test_expect(instructions_collect(test_arena(), context, &wanted, &found, &err), __FILE__,
                     __LINE__, "collected"))
        fprintf(stderr, "%s\n", err.message);
    return found;
}

static void link_to(const char *target, const char *name)
{
    EXPECT_INT(symlink(target, str_format(test_arena(), "%s/%s", test_directory(), name).ptr), 0);
}

TEST(the_nearest_file_comes_first)
{
    ToolContext context = make_tree();
    test_file("t/AGENTS.md", STR("# Root\nroot\n"));
    test_file("t/src/CLAUDE.md", STR("# Source\nsource\n"));
    test_file("t/src/net/AGENTS.md", STR("# Net\nnet\n"));
    test_file("t/docs/AGENTS.md", STR("# Docs\ndocs\n"));
    test_file("t/src/agents.md", STR("# Another name\n"));
    Instructions found = collect(&context, "src/net/new_file.c", 1000);
    REQUIRE(found.files.len == 3 && found.parts.len == 3);
    EXPECT_STR(found.files.ptr[0].path, "src/net/AGENTS.md");
    EXPECT_STR(found.files.ptr[1].path, "src/CLAUDE.md");
    EXPECT_STR(found.files.ptr[2].path, "AGENTS.md");
    EXPECT_INT(found.files.ptr[2].distance, 2);
    EXPECT_INT(found.files.ptr[0].bytes, 10);
    EXPECT_INT(found.files.ptr[0].taken, 10);
    const WindowPart *part = &found.parts.ptr[0];
    EXPECT_INT(part->place, WINDOW_CONTEXT);
    EXPECT_INT(part->priority, WINDOW_HIGH);
    EXPECT_STR(part->name, "src/net/AGENTS.md");
    EXPECT_STR(part->levels[0], "src/net/AGENTS.md, what the repository asks of those who change "
                                "it:\n# Net\nnet\n");
    EXPECT_INT(part->hash.len, 16);
    found = collect(&context, "README", 1000);
    EXPECT_INT(found.files.len, 1);
    found = collect(&context, "../x/a.c", 1000);
    EXPECT_INT(found.files.len, 0);
}

TEST(the_budget_goes_to_the_nearest)
{
    ToolContext context = make_tree();
    Buf huge = buf_open(test_arena(), 0);
    for (int i = 0; i < 20000; i++)
        buf_printf(&huge, "# Section %d\nDo as others did before in this place.\n", i);
    test_file("t/AGENTS.md", STR("# Root\nroot\n"));
    test_file("t/src/AGENTS.md", buf_str(&huge));
    Instructions found = collect(&context, "src/a.c", 300);
    uint64_t tokens = 0;
    for (size_t i = 0; i < found.parts.len; i++)
        tokens += window_tokens(found.parts.ptr[i].levels[0]);
    EXPECT(tokens > 200 && tokens <= 300);
    REQUIRE(found.files.len == 2);
    EXPECT_INT(found.files.ptr[0].bytes, huge.len);
    EXPECT(found.files.ptr[0].cut > 1000 && found.files.ptr[0].taken > 0);
    EXPECT(str_ends(found.parts.ptr[0].levels[0], STR("sections left out]\n")));
    EXPECT_INT(found.files.ptr[1].taken, 0);
    EXPECT_INT(found.files.ptr[1].cut, 1);
    EXPECT_INT(found.parts.len, 1);
}

TEST(links_and_ignored_files)
{
    ToolContext context = make_tree();
    test_file("t/AGENTS.md", STR("# Root\nroot\n"));
    test_file("outside.md", STR("# Outside\nsecret\n"));
    test_file("t/ignored/AGENTS.md", STR("# Ignored\n"));
    test_file("t/ignored/a.c", STR("int b;\n"));
    link_to("AGENTS.md", "t/CLAUDE.md");
    link_to("../../outside.md", "t/src/AGENTS.md");
    link_to("../ignored/AGENTS.md", "t/src/CLAUDE.md");
    link_to("../../AGENTS.md", "t/src/net/CLAUDE.md");
    Instructions found = collect(&context, "src/net/http.c", 1000);
    REQUIRE(found.files.len == 3);
    EXPECT_STR(found.files.ptr[0].path, "src/net/CLAUDE.md");
    EXPECT_INT(found.files.ptr[0].taken, 12);
    EXPECT_STR(found.files.ptr[1].path, "AGENTS.md");
    EXPECT_STR(found.files.ptr[1].same_as, "src/net/CLAUDE.md");
    EXPECT_STR(found.files.ptr[2].same_as, "src/net/CLAUDE.md");
    EXPECT_INT(found.parts.len, 1);
    found = collect(&context, "ignored/a.c", 1000);
    REQUIRE(found.files.len == 2);
    EXPECT_STR(found.files.ptr[0].path, "AGENTS.md");
}

TEST(several_files)
{
    ToolContext context = make_tree();
    test_file("t/AGENTS.md", STR("# Root\nroot\n"));
    test_file("t/src/AGENTS.md", STR("# Source\nsource\n"));
    test_file("t/docs/AGENTS.md", STR("# Docs\ndocs\n"));
    Instructions found;
    Err err = {0};
    const Str paths[] = {STR("docs/a.md"), STR("src/net/http.c"), STR("src/a.c"),
                         STR("/etc/passwd")};
    InstructionsWanted wanted = {paths, COUNT(paths), 1000}, nothing = {.tokens = 1000};
    REQUIRE(instructions_collect(test_arena(), &context, &wanted, &found, &err));
    REQUIRE(found.files.len == 3);
    EXPECT_STR(found.files.ptr[0].path, "docs/AGENTS.md");
    EXPECT_STR(found.files.ptr[1].path, "src/AGENTS.md");
    EXPECT_STR(found.files.ptr[2].path, "AGENTS.md");
    EXPECT_INT(found.files.ptr[2].distance, 1);
    REQUIRE(instructions_collect(test_arena(), &context, &nothing, &found, &err));
    EXPECT_INT(found.files.len, 0);
}
