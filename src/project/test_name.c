#include "project/test_naming.h"

Str test_name_literal(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < text.len; i++) {
        if (byte_in(text.ptr[i], "\\.+*?()[]{}|^$/"))
            buf_put_byte(&out, '\\');
        buf_put_byte(&out, text.ptr[i]);
    }
    return buf_str(&out);
}

/* A language's own function names it. */
static void name_by_language(TestNaming *naming)
{
    TestName name = {0};
    if (naming->run->naming(naming->project, naming->run, naming->symbol, naming->block,
                            naming->whole, &name))
        test_naming_put(naming, name);
}

static void (*const name_functions[])(TestNaming *naming) = {
    [RUN_PLAIN] = test_naming_all,
    [RUN_FILES] = test_naming_by_files,
    [RUN_DOT_FILES] = test_naming_by_dotted_files,
    [RUN_PARTS] = test_naming_by_parts,
    [RUN_FILE] = test_naming_by_file,
    [RUN_RUBY] = test_naming_for_ruby,
    [RUN_NODE] = test_naming_for_python,
    [RUN_DOTTED] = test_naming_for_python,
    [RUN_DJANGO] = test_naming_for_python,
    [RUN_GO] = name_by_language,
    [RUN_CARGO] = name_by_language,
    [RUN_CTEST] = test_naming_for_ctest,
    [RUN_GTEST] = test_naming_for_gtest,
    [RUN_TITLED] = test_naming_for_titled,
    [RUN_MAVEN] = test_naming_for_jvm,
    [RUN_GRADLE] = test_naming_for_gradle,
    [RUN_SBT] = test_naming_for_sbt,
    [RUN_PHPUNIT] = test_naming_for_phpunit,
    [RUN_SWIFT] = test_naming_for_swift,
    [RUN_DOTNET] = test_naming_for_dotnet,
    [RUN_TCL] = test_naming_for_tcl,
};

void test_names(Project *project, const TestRun *run, const TestCase *test, bool whole,
                TestNameVec *names)
{
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, test->symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    TestNaming naming = {.project = project,
                         .catalog = catalog,
                         .arena = project->request->arena,
                         .run = run,
                         .symbol = test->symbol,
                         .file = file,
                         .entry = entry,
                         .name = place.index ? catalog_name(catalog, entry->name) : (Str){0},
                         .is_file = !place.index,
                         .whole = whole,
                         .block = test->block,
                         .doc = test->doc,
                         .names = names};
    naming.path = test_naming_below(&naming, file->path);
    name_functions[run->form](&naming);
}
