/* Test commands of R: testthat, by the files of a package or one at a time. */
#include "languages_project.h"

#include "base/path.h"

bool tests_r(Project *project, const CatalogFile *file, TestRun *run)
{
    Arena *arena = project->request->arena;
    Str directory = project_directory(file->path), base = path_base(file->path);
    bool named = str_starts(base, STR("test-")) || str_starts(base, STR("test_"));
    if (!named || str_find(file->path, STR("testthat")) == STR_NONE)
        return false;
    while (!project_file(project, directory, "DESCRIPTION")->exists)
        if (!project_climb(&directory))
            return false;
    size_t dot = str_find_last_byte(base, '.');
    Str name = str_slice(base, 5, dot);
    *run = (TestRun){
        .form = RUN_PLAIN,
        .directory = directory,
        .command = str_format(
            arena, "Rscript -e 'testthat::test_local(\".\", filter = \"^%.*s$\")'", STR_ARG(name)),
        .all = STR("Rscript -e 'testthat::test_local(\".\")'"),
        .evidence = project_file(project, directory, "DESCRIPTION")->path};
    return true;
}

/* ---- methods of classes ---- */

static uint32_t function_named(Catalog *catalog, Str word, const Language *language)
{
    uint32_t name = names_find(&catalog->names, word);
    IdSpan named = name ? catalog_named(catalog, name) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++)
        if (catalog_entry(catalog, named.ptr[i])->kind == SYMBOL_FUNCTION &&
            catalog->files.ptr[catalog_place(catalog, named.ptr[i]).file].language == language)
            return named.ptr[i];
    return SYMBOL_NOWHERE;
}

/* `format.gauge` is what `format(x)` runs for an object of the class `gauge`, which by custom the
   function of that name makes. A generic name may have dots itself. */
Str dispatch_r(Project *project, uint32_t symbol, uint32_t *maker)
{
    Catalog *catalog = project->session->catalog;
    const Language *language = catalog->files.ptr[catalog_place(catalog, symbol).file].language;
    Str name = catalog_name(catalog, catalog_entry(catalog, symbol)->name);
    for (size_t at = 1; at + 1 < name.len; at++) {
        if (name.ptr[at] != '.')
            continue;
        *maker = function_named(catalog, str_from_offset(name, at + 1), language);
        if (*maker != SYMBOL_NOWHERE)
            return str_slice(name, 0, at);
    }
    return (Str){0};
}
