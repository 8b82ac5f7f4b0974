/* What an overview is made of: sentences out of prose, modules rolled up into parts. */
#include "test.h"

#include "base/buf.h"
#include "index/graph/repository_parts.h"
#include "text/prose.h"

#define MARKUP(text) prose_of_markup(test_arena(), STR(text))

TEST(prose_of_a_readme_is_its_first_sentence)
{
    EXPECT_STR(MARKUP("# Thing\n\n[![build](b.svg)](https://ci)\n\nA *fast* `thing` for [people]"
                      "(https://x) who\nread. And more.\n"),
               "A fast thing for people who read");
    EXPECT_STR(
        MARKUP("Thing\n=====\n\n.. image:: x.png\n\nThing is built by `people <p.html>`_ who "
               "care.\n"),
        "Thing is built by people who care");
    EXPECT_STR(MARKUP("<p align=center><img src=x></p>\n\nUses e.g. the J. Doe method of sorting. "
                      "More."),
               "Uses e.g. the J. Doe method of sorting");
}

TEST(a_title_says_more_than_what_stands_far_below)
{
    EXPECT_STR(MARKUP("This is Thing version 3.11\n==========================\n\nNews\n----\n\n"
                      "- a\n\nUse\n---\n\nInstallable things are found elsewhere.\n"),
               "This is Thing version 3.11");
    EXPECT_STR(MARKUP("# Thing\n\n## News\n\n- a\n\n## Use\n\nIt sorts numbers very quickly.\n"),
               "It sorts numbers very quickly");
}

TEST(prose_skips_what_says_nothing)
{
    EXPECT_STR(MARKUP("Copyright (c) 2020 Somebody Important.\n\n- one list item that is long\n\n"
                      "This README is short and not of use.\n\nIt sorts numbers very quickly.\n"),
               "It sorts numbers very quickly");
    EXPECT_STR(MARKUP("```\nnot this code, although it is long\n```\n\nPlease do the following:\n"),
               "");
    EXPECT_STR(MARKUP(""), "");
    EXPECT_STR(MARKUP("\xff\xfe binary rubbish that is long enough"), "");
    EXPECT_STR(MARKUP("[[[[[[((((((<<<<<<![![!["), "");
}

TEST(prose_of_comments_is_no_list_and_no_tag)
{
    Arena *arena = test_arena();
    EXPECT_STR(prose_of_lines(arena,
                              STR("//! Quick Links:\n//! - Derive tutorial and reference\n//!\n"
                                  "//! It parses what a command line says.\n"),
                              STR("//!")),
               "It parses what a command line says");
    EXPECT_STR(prose_of_block(
                   arena, STR(" Contains the main {@link org.jsoup.Jsoup} class, and {more}. */"),
                   STR("*/")),
               "Contains the main org.jsoup.Jsoup class, and {more}");
}

TEST(prose_of_comments)
{
    Arena *arena = test_arena();
    EXPECT_STR(prose_of_lines(arena, STR("// Package a sorts\n// many numbers. Well.\npackage a\n"),
                              STR("//")),
               "Package a sorts many numbers");
    EXPECT_STR(prose_of_block(arena,
                              STR("\n * Sorts many numbers,\n * quickly.\n * @since 1\n */ x"),
                              STR("*/")),
               "Sorts many numbers, quickly");
}

static void put(Catalog *catalog, const char *path, uint32_t lines, FileClass class)
{
    uint32_t id = catalog_put_file(catalog, str_from(path));
    CatalogFile *file = &catalog->files.ptr[id];
    file->lines = lines;
    file->class = class;
}

static Str names(const Parts *parts)
{
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < parts->list.len; i++)
        buf_printf(&out, "%s%.*s %u", i ? ", " : "", STR_ARG(parts->list.ptr[i].sum.name),
                   parts->list.ptr[i].sum.files);
    return buf_str(&out);
}

static Catalog *made_up(void)
{
    Catalog *catalog = catalog_open(test_arena());
    put(catalog, "README", 10, FILE_DOC);
    put(catalog, "deep/down/only/engine/a.c", 900, FILE_SOURCE);
    put(catalog, "deep/down/only/engine/parts/b.c", 20, FILE_SOURCE);
    put(catalog, "tools/one/a.c", 300, FILE_SOURCE);
    put(catalog, "tools/two/a.c", 200, FILE_SOURCE);
    put(catalog, "tests/cases/a.c", 5000, FILE_TEST);
    return catalog;
}

TEST(parts_are_all_modules_when_they_are_few)
{
    Catalog *catalog = made_up();
    Modules modules = modules_of(test_arena(), catalog);
    Parts parts = repository_parts_of(test_arena(), catalog, &modules, 30);
    EXPECT_STR(names(&parts), "deep.down.only.engine 1, tools.one 1, tools.two 1, "
                              "deep.down.only.engine.parts 1, root 1, tests.cases 1");
}

TEST(the_files_at_the_top_are_a_part_when_they_are_heavy)
{
    Catalog *catalog = made_up();
    put(catalog, "main.c", 800, FILE_SOURCE);
    Modules modules = modules_of(test_arena(), catalog);
    Parts parts = repository_parts_of(test_arena(), catalog, &modules, 4);
    EXPECT_STR(names(&parts), "deep/down/only/engine/** 2, root 2, tools/** 2, tests.cases 1");
    for (size_t i = 0; i < parts.list.len; i++)
        EXPECT(!str_equal(parts.list.ptr[i].sum.directory, STR("/")));
}

TEST(parts_are_the_heaviest_directories)
{
    Catalog *catalog = made_up();
    Modules modules = modules_of(test_arena(), catalog);
    Parts parts = repository_parts_of(test_arena(), catalog, &modules, 3);
    EXPECT_STR(names(&parts), "deep/down/only/engine/** 2, tools/** 2, (elsewhere) 2");
    for (size_t max = 1; max < 8; max++) {
        uint32_t files = 0;
        parts = repository_parts_of(test_arena(), catalog, &modules, max);
        EXPECT(parts.list.len && parts.list.len <= max);
        for (size_t i = 0; i < parts.list.len; i++)
            files += parts.list.ptr[i].sum.files;
        EXPECT_INT(files, 6);
        for (size_t i = 0; i < modules.list.len; i++)
            EXPECT(parts.of_module[i] < parts.list.len);
    }
}
