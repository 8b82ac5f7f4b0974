#include "relations/test_prepared.h"

#include "base/path.h"
#include "project/test_role.h"
#include "search/members.h"

/* Test files of a directory that are read for tests that name a provider of another file. */
#define PROVIDER_FILES_MAX 100
/* Tests of one answer. */
#define PREPARED_MAX 2000

typedef struct Prepared {
    Project *project;
    const Catalog *catalog;
    Arena *arena;
    uint32_t symbol;
    uint32_t type; /* that it is declared in, or SYMBOL_NOWHERE */
    IdVec *tests;
} Prepared;

static void add(Prepared *prepared, uint32_t test)
{
    for (size_t i = 0; i < prepared->tests->len; i++)
        if (prepared->tests->ptr[i] == test)
            return;
    if (prepared->tests->len < PREPARED_MAX)
        *VEC_PUSH(prepared->arena, prepared->tests) = test;
}

static bool is_case(const Prepared *prepared, uint32_t symbol)
{
    bool called = catalog_metrics(prepared->catalog, symbol).fan_in > 0;
    return test_role(prepared->project, symbol, called) == TEST_CASE;
}

/* ---- providers ---- */

/* Whether the text has the name, as a word or in quotes. */
static bool names(Str text, const char *name, const char *other)
{
    return project_has_word(text, name) || (*other && project_has_word(text, other));
}

/* Adds the tests of a file whose attributes, or the comment above, name the provider. */
static void add_naming(Prepared *prepared, uint32_t file, const char *name, const char *other)
{
    const CatalogFile *row = catalog_row(prepared->catalog, file);
    for (uint32_t i = 1; i < row->count; i++) {
        uint32_t symbol = row->first + i;
        SymbolKind kind = (SymbolKind)row->entries[i].kind;
        if (symbol == prepared->symbol || (kind != SYMBOL_FUNCTION && kind != SYMBOL_METHOD))
            continue;
        TestHead head = test_head(prepared->project, symbol);
        bool named = names(head.marks, name, other) ||
                     (str_find_byte(head.lead, '@') != STR_NONE && names(head.lead, name, other));
        if (named && is_case(prepared, symbol))
            add(prepared, symbol);
    }
}

/* The name that the provider's own attribute gives it: `@DataProvider(name = "sums")`. */
static const char *given_name(const Prepared *prepared, Str marks)
{
    size_t at = str_find(marks, STR("name"));
    Str rest = at == STR_NONE ? (Str){0} : str_trim(str_from_offset(marks, at + 4));
    if (!str_starts(rest, STR("=")))
        return "";
    rest = str_trim(str_from_offset(rest, 1));
    if (!rest.len || !byte_in(rest.ptr[0], "\"'"))
        return "";
    Str inner = str_from_offset(rest, 1);
    return str_terminate(prepared->arena,
                         str_slice(inner, 0, MIN(str_find_byte(inner, rest.ptr[0]), inner.len)));
}

static void add_provided(Prepared *prepared)
{
    const Catalog *catalog = prepared->catalog;
    uint32_t own = catalog_place(catalog, prepared->symbol).file;
    Str word = catalog_name(catalog, catalog_entry(catalog, prepared->symbol)->name);
    const char *name = str_terminate(prepared->arena, word);
    const char *other = given_name(prepared, test_head(prepared->project, prepared->symbol).marks);
    Str directory = path_directory(catalog->files.ptr[own].path);
    const char *type =
        prepared->type == SYMBOL_NOWHERE
            ? ""
            : str_terminate(prepared->arena,
                            catalog_name(catalog, catalog_entry(catalog, prepared->type)->name));
    size_t read = 0;
    add_naming(prepared, own, name, other);
    for (uint32_t f = 0; *type && !prepared->tests->len && f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        if (f == own || file->class != FILE_TEST ||
            !str_equal(path_directory(file->path), directory) || ++read > PROVIDER_FILES_MAX)
            continue;
        Str text =
            project_file(prepared->project, (Str){0}, str_terminate(prepared->arena, file->path))
                ->text;
        if (project_has_word(text, type) && names(text, name, other))
            add_naming(prepared, f, name, other);
    }
}

/* ---- types that the framework makes ---- */

/* Adds the tests of a class that are declared in it. */
static bool add_class(Prepared *prepared, uint32_t type)
{
    IdVec members = {0};
    members_of(prepared->catalog, prepared->arena, type, &members);
    for (size_t i = 0; i < members.len; i++)
        if (is_case(prepared, members.ptr[i]))
            add(prepared, members.ptr[i]);
    return prepared->tests->len > 0;
}

/* Takes a mention of the type: by a test, or by the class of tests and its members. */
static bool take_mention(void *context, const Edge *edge)
{
    Prepared *prepared = context;
    const Catalog *catalog = prepared->catalog;
    uint32_t user = edge->caller;
    if (edge->confidence == EDGE_AMBIGUOUS || edge->kind == EDGE_PART ||
        !test_holds(prepared->project, user))
        return true;
    uint32_t type = catalog_place(catalog, user).index ? test_class(catalog, user) : SYMBOL_NOWHERE;
    if (is_case(prepared, user))
        add(prepared, user);
    else if (symbol_is_type((SymbolKind)catalog_entry(catalog, user)->kind))
        add_class(prepared, user);
    else if (type != SYMBOL_NOWHERE && type != prepared->type)
        add_class(prepared, type);
    return prepared->tests->len < PREPARED_MAX;
}

void test_prepared(Project *project, uint32_t symbol, IdVec *tests)
{
    const Catalog *catalog = project->session->catalog;
    if (!catalog_place(catalog, symbol).index)
        return;
    Prepared prepared = {.project = project,
                         .catalog = catalog,
                         .arena = project->request->arena,
                         .symbol = symbol,
                         .type = test_class(catalog, symbol),
                         .tests = tests};
    add_provided(&prepared);
    IdVec own = {0};
    Prepared inner = prepared;
    inner.tests = &own;
    if (tests->len || prepared.type == SYMBOL_NOWHERE || add_class(&inner, prepared.type))
        return; /* a helper among tests is no type that the framework makes */
    catalog_edges_to(catalog, prepared.type, take_mention, &prepared);
}
