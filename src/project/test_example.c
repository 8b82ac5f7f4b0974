#include "project/test_example.h"

#include "project/test_role.h"

/* What follows the fence: an example in another language, or one that is not run, says so. */
static bool is_run(Str info)
{
    static const char *const run[] = {"rust",        "should_panic", "edition2015",
                                      "edition2018", "edition2021",  "edition2024"};
    Str word;
    info = str_trim(info);
    while (str_take_until(&info, ',', &word)) {
        bool known = false;
        for (size_t i = 0; i < COUNT(run); i++)
            known = known || str_equal(str_trim(word), str_from(run[i]));
        if (!known)
            return false;
    }
    return true;
}

/* Whether the lines of a comment have an example with the name. */
static bool has_example(Str comment, Str begin, const char *name)
{
    bool fenced = false, counts = false;
    for (Str line; str_take_line(&comment, &line);) {
        line = str_trim(line);
        if (!str_starts(line, begin))
            continue;
        line = str_trim(str_from_offset(line, begin.len));
        if (str_starts(line, STR("```"))) {
            fenced = !fenced;
            counts = fenced && is_run(str_from_offset(line, 3));
        } else if (fenced && counts && project_has_word(line, name)) {
            return true;
        }
    }
    return false;
}

bool test_has_example(Project *project, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const ProjectTable *table = project_table_of(catalog->files.ptr[place.file].language);
    for (size_t i = 0; place.index && table && i < table->count; i++) {
        const ProjectRow *row = &table->rows[i];
        if (!row->doc_comment)
            continue;
        const char *name = str_terminate(
            project->request->arena, catalog_name(catalog, catalog_entry(catalog, symbol)->name));
        TestHead head = test_head(project, symbol);
        if (*name && (has_example(head.lead, str_from(row->doc_comment), name) ||
                      has_example(head.marks, str_from(row->doc_comment), name)))
            return true;
    }
    return false;
}
