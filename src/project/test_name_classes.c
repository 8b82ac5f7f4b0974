/* Runners that select methods of classes: of the JVM, PHP, .NET and Swift. */
#include "base/path.h"
#include "project/test_naming.h"
#include "project/test_role.h"

/* ---- JVM ---- */

static bool has_wild(Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (byte_in(name.ptr[i], ",+*?#![]()"))
            return true;
    return false;
}

/* Whether JUnit 4 adds an index to the names of the methods. */
static bool is_parameterized(TestNaming *naming, uint32_t type)
{
    Str text = test_head(naming->project, type).text;
    return str_find(str_slice(text, 0, MIN(str_find_byte(text, '{'), text.len)),
                    STR("Parameterized")) != STR_NONE;
}

/* The class that a file is named for. */
static Str class_of_file(TestNaming *naming)
{
    Str package = catalog_name(naming->catalog, naming->file->package);
    Str stem = test_naming_stem(path_base(naming->file->path));
    return package.len ? str_format(naming->arena, "%.*s.%.*s", STR_ARG(package), STR_ARG(stem))
                       : stem;
}

void test_naming_for_jvm(TestNaming *naming)
{
    IdVec classes = test_naming_classes(naming);
    if (naming->is_file)
        test_naming_put(naming, (TestName){.name = class_of_file(naming)});
    const char *between = naming->run->form == RUN_MAVEN ? "#" : ".";
    for (size_t i = 0; i < classes.len; i++) {
        Str class = test_naming_full_class(naming, classes.ptr[i], "$");
        if (naming->whole || naming->block || naming->entry->kind == SYMBOL_CLASS)
            test_naming_put(naming, (TestName){.name = class,
                                               .note = naming->block && !naming->whole ? NOTE_CLASS
                                                                                       : (Str){0}});
        else if (naming->in_heirs || has_wild(naming->name) ||
                 is_parameterized(naming, classes.ptr[i]))
            test_naming_put(naming, (TestName){.name = class, .note = NOTE_CLASS});
        else
            test_naming_put(
                naming, (TestName){.name = str_format(naming->arena, "%.*s%s%.*s", STR_ARG(class),
                                                      between, STR_ARG(naming->name))});
    }
}

/* The task `test` runs the source set of that name; those of others are not known. */
void test_naming_for_gradle(TestNaming *naming)
{
    Str rest = naming->file->path, part, before = {0};
    while (str_take_until(&rest, '/', &part)) {
        if (str_equal(before, STR("src")) && rest.len && !str_equal(part, STR("test")))
            return;
        before = part;
    }
    test_naming_for_jvm(naming);
}

void test_naming_for_sbt(TestNaming *naming)
{
    IdVec classes = test_naming_classes(naming);
    if (naming->is_file)
        test_naming_put(naming, (TestName){.name = class_of_file(naming)});
    for (size_t i = 0; i < classes.len; i++)
        test_naming_put(naming,
                        (TestName){.name = test_naming_full_class(naming, classes.ptr[i], "$"),
                                   .note = naming->whole ? (Str){0} : NOTE_CLASS});
}

/* ---- PHPUnit ---- */

/* Tests that depend on others are skipped where those did not run. */
#define DEPENDS_MAX 8

#define NOTE_DEPENDS STR("runs what it depends on, too")

/* Whether the test depends on others. */
static bool depends(TestNaming *naming)
{
    TestHead head = test_head(naming->project, naming->symbol);
    return str_find(head.lead, STR("@depends ")) != STR_NONE ||
           str_find(head.marks, STR("Depends(")) != STR_NONE;
}

/* Puts the names after `@depends` and in `#[Depends('testA')]`. */
static void put_depends(TestNaming *naming, Str path, Str class, uint32_t symbol, unsigned depth)
{
    TestHead head = test_head(naming->project, symbol);
    Str texts[] = {head.lead, head.marks};
    const char *const words[] = {"@depends ", "Depends("};
    const CatalogFile *file = naming->file;
    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t at; (at = str_find(texts[i], str_from(words[i]))) != STR_NONE;) {
            Str rest = str_trim(str_from_offset(texts[i], at + strlen(words[i])));
            rest = rest.len && byte_in(rest.ptr[0], "'\"") ? str_from_offset(rest, 1) : rest;
            size_t end = 0;
            while (end < rest.len && byte_is_word(rest.ptr[end]))
                end++;
            Str name = str_slice(rest, 0, end);
            texts[i] = rest;
            if (!end)
                continue;
            test_naming_put(naming, (TestName){.part = path,
                                               .note = NOTE_DEPENDS,
                                               .name = str_format(naming->arena, "%.*s::%.*s",
                                                                  STR_ARG(class), STR_ARG(name))});
            for (uint32_t k = 1; depth < DEPENDS_MAX && k < file->count; k++)
                if (str_equal(catalog_name(naming->catalog, file->entries[k].name), name))
                    put_depends(naming, path, class, file->first + k, depth + 1);
        }
}

void test_naming_for_phpunit(TestNaming *naming)
{
    const Catalog *catalog = naming->catalog;
    IdVec classes = test_naming_classes(naming);
    if (naming->is_file)
        test_naming_put(naming, (TestName){.part = test_naming_path(naming)});
    for (size_t i = 0; i < classes.len; i++) {
        Str path = test_naming_below(
            naming, catalog->files.ptr[catalog_place(catalog, classes.ptr[i]).file].path);
        Str class = catalog_name(catalog, catalog_entry(catalog, classes.ptr[i])->name);
        Str name = str_format(naming->arena, "%.*s::%.*s", STR_ARG(class), STR_ARG(naming->name));
        bool more = !naming->whole && !naming->is_file && depends(naming);
        test_naming_put(naming, (TestName){.part = path,
                                           .note = more ? NOTE_DEPENDS : (Str){0},
                                           .name = naming->whole ? (Str){0} : name});
        if (more)
            put_depends(naming, path, class, naming->symbol, 0);
    }
}

void test_naming_for_dotnet(TestNaming *naming)
{
    IdVec classes = test_naming_classes(naming);
    bool cases = test_head(naming->project, naming->symbol).parameters.len > 0;
    if (naming->is_file)
        test_naming_put(naming,
                        (TestName){.name = str_format(naming->arena, "FullyQualifiedName~%.*s.",
                                                      STR_ARG(class_of_file(naming)))});
    for (size_t i = 0; i < classes.len; i++) {
        Str full = test_naming_full_class(naming, classes.ptr[i], "+");
        Str method = str_format(naming->arena, "%.*s.%.*s", STR_ARG(full), STR_ARG(naming->name));
        if (naming->whole)
            method = str_format(naming->arena, "FullyQualifiedName~%.*s.", STR_ARG(full));
        else if (cases) /* NUnit adds the arguments */
            method = str_format(naming->arena, "FullyQualifiedName=%.*s|FullyQualifiedName~%.*s\\(",
                                STR_ARG(method), STR_ARG(method));
        else
            method = str_join(naming->arena, STR("FullyQualifiedName="), method);
        test_naming_put(naming, (TestName){.name = method});
    }
}

/* The target is the directory below Tests. */
static Str swift_target(TestNaming *naming)
{
    Str rest = naming->path, part, before = {0};
    while (str_take_until(&rest, '/', &part)) {
        if (str_equal(before, STR("Tests")) && rest.len)
            return part;
        before = part;
    }
    return (Str){0};
}

void test_naming_for_swift(TestNaming *naming)
{
    Arena *arena = naming->arena;
    uint32_t type = test_class(naming->catalog, naming->symbol);
    Str target = swift_target(naming), chain = {0};
    if (naming->is_file)
        naming->name = test_naming_stem(path_base(naming->file->path));
    if (type != SYMBOL_NOWHERE)
        chain = str_join(arena, test_naming_class_chain(naming, type, "/"), STR("/"));
    Str name = naming->whole && chain.len ? chain : str_join(arena, chain, naming->name);
    Str start = target.len ? str_format(arena, "^%.*s\\.", STR_ARG(target)) : STR("(^|\\.)");
    test_naming_put(naming, (TestName){.name = str_format(arena, "%.*s%.*s%s", STR_ARG(start),
                                                          STR_ARG(test_name_literal(arena, name)),
                                                          naming->whole ? "" : "($|\\()")});
}
