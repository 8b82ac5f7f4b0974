#include "refactor/move_build.h"
#include "test.h"

/* The lists of a build file that name src/a.c (1), src/b.c (2) or both (12), each with its line;
   `alone` for a program. */
static Str lists_in(const char *path, BuildSyntax syntax, const char *text)
{
    static const char *const names[] = {"", "1", "2", "12"};
    Arena *arena = test_arena();
    BuildFile file = {.catalog = catalog_open(arena),
                      .arena = arena,
                      .path = str_from(path),
                      .text = str_from(text),
                      .syntax = syntax,
                      .sources = {STR("src/a.c"), STR("src/b.c")}};
    Buf out = buf_open(arena, 0);
    if (!build_read_lists(&file))
        return STR("too many");
    for (size_t i = 0; i < file.lists.len; i++) {
        const BuildList *list = &file.lists.ptr[i];
        buf_printf(&out, "%s%s at %u%s", i ? ", " : "", names[list->has[0] + 2 * list->has[1]],
                   list->line, list->alone ? " alone" : "");
    }
    return buf_str(&out);
}

static Str make(const char *text)
{
    return lists_in("src/Makefile", BUILD_MAKE, text);
}

static Str cmake(const char *text)
{
    return lists_in("CMakeLists.txt", BUILD_CMAKE, text);
}

TEST(variables_of_make_are_lists)
{
    EXPECT_STR(make("OBJ = a.o b.o\n"), "12 at 1");
    EXPECT_STR(make("OBJ = a.o \\\n  b.o\n"), "12 at 1");
    EXPECT_STR(make("OBJ = a.o\r\nOBJ += b.o\r\n"), "12 at 1");
    EXPECT_STR(make("A := a.o\nB ?= b.o\n"), "1 at 1, 2 at 2");
    EXPECT_STR(make("OBJ = a.o # b.o\n"), "1 at 1");
    EXPECT_STR(make("obj-$(CONFIG_A) += a.o\nobj-$(CONFIG_A) += b.o\n"), "12 at 1");
    EXPECT_STR(make("obj-$(CONFIG_A) += a.o\nobj-$(CONFIG_B) += b.o\n"), "1 at 1, 2 at 2");
    EXPECT_STR(make("OBJ = $(SRC:.c=.o) a.$(OBJEXT) b.$o\n"), "12 at 1");
}

TEST(branches_of_a_condition_are_apart)
{
    EXPECT_STR(make("ifdef X\nO += a.o\nelse\nO += b.o\nendif\n"), "1 at 2, 2 at 4");
    EXPECT_STR(make("ifdef X\nO += a.o\nO += b.o\nendif\n"), "12 at 2");
    EXPECT_STR(make("O += a.o\nif X\nO += b.o\nendif\n"), "1 at 1, 2 at 3");
    EXPECT_STR(make("ifeq (a,b)\nendif\nO += a.o\nifeq (a,c)\nendif\nO += b.o\n"), "12 at 3");
    EXPECT_STR(make("x:\n\tif test -f y; then z; fi\nO += a.o\nO += b.o\n"), "12 at 3");
    EXPECT_STR(cmake("if(WIN32)\nlist(APPEND s src/a.c)\nelseif(APPLE)\nlist(APPEND s src/b.c)\n"
                     "endif()\n"),
               "1 at 2, 2 at 4");
}

TEST(rules_of_make_are_lists_but_for_objects)
{
    EXPECT_STR(make("prog: a.o b.o\n\tcc -o $@ $^\n"), "12 at 1");
    EXPECT_STR(make("prog: a.o\n\tcc -o $@ a.o b.o\n"), "1 at 1, 12 at 2");
    EXPECT_STR(make("a.o: a.c a.h\n"), "");
    EXPECT_STR(make("M = a.so b.so\n"), "1 at 1 alone, 2 at 1 alone");
}

TEST(calls_of_cmake_add_to_their_first_argument)
{
    EXPECT_STR(cmake("set(s src/a.c)\nlist(APPEND s src/b.c)\n"), "12 at 1");
    EXPECT_STR(cmake("add_executable(x src/a.c\n  src/b.c)\n"), "12 at 1");
    EXPECT_STR(cmake("add_executable(x src/a.c)\nadd_executable(y src/b.c)\n"), "1 at 1, 2 at 2");
    EXPECT_STR(cmake("target_sources(x PRIVATE \"${CMAKE_SOURCE_DIR}/src/a.c\" src/b.c)\n"),
               "12 at 1");
    EXPECT_STR(cmake("set_source_files_properties(src/a.c PROPERTIES X y)\n"), "1 at 1");
    EXPECT_STR(cmake("message(\"it's (\")\nset(s src/a.c src/b.c)\n"), "12 at 2");
    EXPECT_STR(cmake("set(s src/a.c\nset(t src/b.c)\n"), "1 at 1, 2 at 2");
}

TEST(other_lists_are_in_brackets)
{
    EXPECT_STR(lists_in("src/meson.build", BUILD_MESON, "s = ['a.c']\ns += files('b.c')\n"),
               "12 at 1");
    EXPECT_STR(lists_in("src/meson.build", BUILD_MESON, "exe('a.c')\nexe('b.c')\n"),
               "1 at 1, 2 at 2");
    EXPECT_STR(lists_in("src/BUILD", BUILD_BRACKETS, "cc(srcs = [\"a.c\"])\ncc(srcs=[\"b.c\"])\n"),
               "1 at 1, 2 at 2");
    EXPECT_STR(lists_in("x.gyp", BUILD_BRACKETS, "{'s': ['src/a.c', 'src/b.c'], 't': [1]}\n"),
               "12 at 1");
    EXPECT_STR(lists_in("src/x.vcxproj", BUILD_PROJECT,
                        "<ClCompile Include=\"a.c\" />\n<ClCompile Include=\"..\\src\\b.c\" />\n"),
               "12 at 1");
}

TEST(names_of_other_files_are_no_mentions)
{
    EXPECT_STR(make("O = aa.o a.c.in my-a.o a.cc x.a.o\n"), "");
    EXPECT_STR(make("O = other/a.c\n"), "");
    EXPECT_STR(lists_in("lib/Makefile", BUILD_MAKE, "O = a.o ../src/b.o\n"), "2 at 1");
    EXPECT_STR(lists_in("lib/Makefile", BUILD_MAKE, "VPATH = ../src\nO = a.o\n"), "1 at 2");
    EXPECT_STR(cmake("set(s a.c)\n"), "1 at 1");
}

TEST(the_two_sources_change_places_with_their_mentions)
{
    static const char alphabet[][8] = {"a.o", "b.o", " ", "\n", "\\\n", "=",  "+=",      ":", "(",
                                       ")",   "[",   "]", "#",  "\"",   "if", "endif\n", "s", "\t"};
    static const BuildSyntax kinds[] = {BUILD_MAKE, BUILD_CMAKE, BUILD_MESON, BUILD_BRACKETS,
                                        BUILD_PROJECT};
    Arena *arena = test_arena();
    uint32_t seed = 7;
    for (int round = 0; round < 500; round++) {
        Buf text = buf_open(arena, 0), other = buf_open(arena, 0);
        for (int i = 0; i < 60; i++) {
            seed = seed * 1664525 + 1013904223;
            size_t pick = (seed >> 16) % COUNT(alphabet);
            buf_put(&text, str_from(alphabet[pick]));
            buf_put(&other, str_from(alphabet[pick < 2 ? 1 - pick : pick]));
        }
        BuildFile file = {.catalog = catalog_open(arena),
                          .arena = arena,
                          .path = STR("src/x"),
                          .text = buf_str(&text),
                          .syntax = kinds[(unsigned)round % COUNT(kinds)],
                          .sources = {STR("src/a.c"), STR("src/b.c")}};
        BuildFile twin = file;
        twin.text = buf_str(&other);
        EXPECT(build_read_lists(&file) && build_read_lists(&twin));
        size_t ones = 0, twos = 0;
        for (size_t i = 0; i < file.lists.len; i++)
            ones += file.lists.ptr[i].has[0] != file.lists.ptr[i].has[1];
        for (size_t i = 0; i < twin.lists.len; i++)
            twos += twin.lists.ptr[i].has[0] != twin.lists.ptr[i].has[1];
        EXPECT(file.lists.len == twin.lists.len && ones == twos);
    }
}

TEST(many_mentions_are_not_followed)
{
    Buf text = buf_open(test_arena(), 0);
    for (int i = 0; i < 2 * BUILD_MENTIONS_MAX; i++)
        buf_put(&text, STR("a.o "));
    buf_put_byte(&text, 0);
    EXPECT_STR(make(text.ptr), "too many");
}
