/* Runners of files: all of a file, or cases of it by their titles. */
#include "base/path.h"
#include "project/test_naming.h"
#include "project/test_role.h"
#include "project/test_select.h"
#include "project/test_shared.h"

#define NOTE_SHARED STR("runs the whole shared group")

/* Whether the test is all of its file: the file itself, or a module whose tests are calls. */
static bool holds_all(const TestNaming *naming)
{
    return naming->is_file || naming->whole || naming->entry->kind == SYMBOL_MODULE ||
           naming->entry->kind == SYMBOL_CLASS;
}

void test_naming_all(TestNaming *naming)
{
    test_naming_put(naming,
                    (TestName){.note = naming->run->all.len ? NOTE_FILES : STR("runs all tests")});
}

/* The case in the form that selects it; empty: the file is run. */
static Str title_of(TestNaming *naming)
{
    uint32_t file = catalog_place(naming->catalog, naming->symbol).file;
    bool selects = naming->block && !naming->whole;
    if (naming->run->names_are_titles && !naming->is_file && !naming->whole)
        return test_name_literal(naming->arena, naming->name);
    return selects
               ? test_select_name(naming->run, naming->arena, test_blocks(naming->project, file),
                                  naming->block, test_naming_path(naming))
               : (Str){0};
}

/* Names the file, and its case where the runner can be made to run it alone. */
static void put_file(TestNaming *naming, Str path)
{
    Str title = title_of(naming);
    bool line = title.len && test_select_is_path(naming->run);
    bool all = title.len || (naming->block ? naming->whole : holds_all(naming));
    uint32_t file = catalog_place(naming->catalog, naming->symbol).file;
    bool open =
        title.len && naming->block && !naming->whole &&
        test_select_is_pattern(naming->run, test_blocks(naming->project, file), naming->block);
    test_naming_put(naming, (TestName){.name = line ? title : path,
                                       .title = line ? (Str){0} : title,
                                       .note = open  ? NOTE_PATTERN
                                               : all ? (Str){0}
                                                     : NOTE_FILES});
}

/* Names the files in which the case runs, if it is written in another. False: it is not. */
static bool put_shared(TestNaming *naming, const char *before)
{
    TestPlaceVec places = {0};
    Arena *arena = naming->arena;
    test_shared_places(naming->project, naming->symbol, naming->block, &places);
    for (size_t i = 0; i < places.len; i++) {
        Str path = test_naming_below(naming, naming->catalog->files.ptr[places.ptr[i].file].path);
        const TitledBlocks *blocks = test_blocks(naming->project, places.ptr[i].file);
        path = str_format(arena, "%s%.*s", before, STR_ARG(path));
        Str title =
            naming->whole ? (Str){0} : test_select_shared(naming->run, arena, title_of(naming));
        bool line = title.len && test_select_is_path(naming->run);
        if (line && places.ptr[i].block)
            path = test_select_name(naming->run, arena, blocks, places.ptr[i].block, path);
        test_naming_put(naming, (TestName){.name = path,
                                           .title = line ? (Str){0} : title,
                                           .note = line && places.ptr[i].block ? NOTE_SHARED
                                                   : title.len && !line        ? (Str){0}
                                                                               : NOTE_FILES});
    }
    return places.len > 0;
}

void test_naming_by_files(TestNaming *naming)
{
    if (!put_shared(naming, ""))
        put_file(naming, test_naming_path(naming));
}

/* The runner takes what begins with a dot for a path, not for a part of one. */
void test_naming_by_dotted_files(TestNaming *naming)
{
    if (!put_shared(naming, "./"))
        put_file(naming, str_join(naming->arena, STR("./"), naming->path));
}

/* The runner runs every test whose path contains the word: names those that do, too. */
void test_naming_by_parts(TestNaming *naming)
{
    const Catalog *catalog = naming->catalog;
    Str also = {0};
    size_t count = 0;
    if (put_shared(naming, ""))
        return;
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *other = &catalog->files.ptr[i];
        if (other->class != FILE_TEST || str_equal(other->path, naming->file->path) ||
            str_find(other->path, naming->path) == STR_NONE)
            continue;
        also = count++ ? also : other->path;
    }
    if (!count) {
        put_file(naming, test_naming_path(naming));
        return;
    }
    Str note = {0};
    if (count == 1)
        note = str_format(naming->arena, "also runs %.*s", STR_ARG(also));
    else if (count)
        note = str_format(naming->arena, "also runs %.*s and %zu more", STR_ARG(also), count - 1);
    test_naming_put(naming, (TestName){.name = test_naming_path(naming), .note = note});
}

void test_naming_by_file(TestNaming *naming)
{
    bool all = naming->whole || naming->is_file;
    test_naming_put(
        naming, (TestName){.part = test_naming_path(naming), .note = all ? (Str){0} : NOTE_FILES});
}

static bool is_plain_word(Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!byte_is_word(name.ptr[i]))
            return false;
    return name.len > 0;
}

/* The files in which the method is run: of classes that take it from a module or from the base
   class in a file of helpers, else its own. */
static void put_ruby(TestNaming *naming, TestName name)
{
    const Catalog *catalog = naming->catalog;
    const Entry *outer = &naming->file->entries[naming->entry->parent];
    bool mixin = naming->entry->parent && outer->kind == SYMBOL_MODULE;
    bool base = mixin || (test_class(catalog, naming->symbol) != SYMBOL_NOWHERE &&
                          !test_naming_is_run_by_name(path_base(naming->path)));
    IdVec derived = {0};
    if (base && naming->entry->parent)
        test_derived(naming->project, naming->file->first + naming->entry->parent, &derived);
    for (size_t i = 0; i < derived.len; i++) {
        name.part = test_naming_below(
            naming, catalog->files.ptr[catalog_place(catalog, derived.ptr[i]).file].path);
        test_naming_put(naming, name);
    }
    name.part = test_naming_path(naming);
    if (!derived.len)
        test_naming_put(naming, name);
}

void test_naming_for_ruby(TestNaming *naming)
{
    Str title = title_of(naming);
    bool method = naming->entry->kind == SYMBOL_METHOD && !naming->block;
    bool one = (method && is_plain_word(naming->name) && !naming->whole) || title.len;
    put_ruby(naming, (TestName){.name = !one        ? (Str){0}
                                        : title.len ? title
                                                    : naming->name,
                                .note = one || (naming->is_file && !naming->block) ? (Str){0}
                                                                                   : NOTE_FILES});
}

void test_naming_for_tcl(TestNaming *naming)
{
    Str path = naming->path;
    path = str_starts(path, STR("tests/")) ? str_from_offset(path, 6) : path;
    test_naming_put(naming, (TestName){.name = test_naming_stem(path)});
}
