/* The users of each method's class are listed, then what those in tests take their tests from. */
#include "relations/named_calls.h"

#include "lang/registry.h"
#include "project/test_role.h"
#include "project/test_shared.h"
#include "search/subtypes.h"

/* A longer way makes a guess of guesses. */
#define STEPS_MAX 3
/* Files that are read for one answer, and files that name one class. */
#define CALLS_MAX 60
#define USERS_MAX 20
/* Derived types whose users are looked for. */
#define HEIRS_MAX 8

typedef struct Users {
    Project *project;
    IdVec files;
    size_t direct; /* of these, how many name it; the others give their tests to one that does */
} Users;

static void add_file(Users *users, uint32_t file)
{
    for (size_t i = 0; i < users->files.len; i++)
        if (users->files.ptr[i] == file)
            return;
    if (users->files.len < USERS_MAX)
        *VEC_PUSH(users->project->request->arena, &users->files) = file;
}

static bool note_user(void *context, const Edge *edge)
{
    Users *users = context;
    if (edge->confidence != EDGE_AMBIGUOUS && test_holds(users->project, edge->caller))
        add_file(users, catalog_place(users->project->session->catalog, edge->caller).file);
    return users->files.len < USERS_MAX;
}

/* Adds the files of tests from which this one takes tests: by base classes, by functions that make
   them, by titles of groups. */
static void add_sources(Users *users, uint32_t file)
{
    const Catalog *catalog = users->project->session->catalog;
    EdgeVec edges = {0};
    catalog_edges(catalog, users->project->request->arena, file, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        uint32_t callee = edges.ptr[i].callee;
        if (callee != SYMBOL_NOWHERE && test_holds(users->project, callee) &&
            (edges.ptr[i].kind == REFERENCE_BASE || test_block_makes_cases(users->project, callee)))
            add_file(users, catalog_place(catalog, callee).file);
    }
    const TitledBlocks *blocks = test_blocks(users->project, file);
    TestPlaceVec groups = {0};
    for (size_t i = 1; blocks && i < blocks->list.len; i++)
        if (blocks->list.ptr[i].kind == BLOCK_INCLUDED)
            test_shared_titled(users->project, file, BLOCK_SHARED, blocks->list.ptr[i].title,
                               &groups);
    for (size_t i = 0; i < groups.len; i++)
        add_file(users, groups.ptr[i].file);
}

/* Whether an edge leads from the file to the method, not to one of a few. */
static bool calls_it(const Catalog *catalog, Arena *arena, uint32_t file, uint32_t method)
{
    EdgeVec edges = {0};
    catalog_edges(catalog, arena, file, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].callee == method && edges.ptr[i].confidence != EDGE_AMBIGUOUS)
            return true;
    return false;
}

static void add_matchers(Project *project, NamedCalls call, NamedCallsVec *calls)
{
    const Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    const ProjectTable *table = project_table_of(catalog->files.ptr[call.file].language);
    Str name = catalog_name(catalog, catalog_entry(catalog, call.node->symbol)->name);
    for (size_t i = 0; table && i < table->count; i++) {
        const ProjectRow *row = &table->rows[i];
        if (!row->matcher || !str_ends(name, str_from(row->matched)))
            continue;
        Str stem = str_slice(name, 0, name.len - strlen(row->matched));
        call.name = str_join(arena, str_from(row->matcher), stem);
        call.alone = true;
        *VEC_PUSH(arena, calls) = call;
    }
}

/* The files of tests that name the type or function or, with `heirs`, a type derived from it, and
   those from which they take tests. */
static Users users_of(Project *project, uint32_t symbol, bool heirs)
{
    Catalog *catalog = project->session->catalog;
    Users users = {.project = project};
    DerivedVec derived = {0};
    catalog_edges_to(catalog, symbol, note_user, &users);
    if (heirs)
        subtypes_find(catalog, project->request->arena, symbol, &derived);
    for (size_t i = 0; i < derived.len && i < HEIRS_MAX; i++)
        if (derived.ptr[i].how == DERIVED_BASE)
            catalog_edges_to(catalog, derived.ptr[i].symbol, note_user, &users);
    users.direct = users.files.len;
    for (size_t i = 0; i < users.files.len; i++)
        add_sources(&users, users.files.ptr[i]);
    return users;
}

static void find_for(Project *project, const Neighbour *node, NamedCallsVec *calls)
{
    const Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    uint32_t type = test_class(catalog, node->symbol);
    if (type == SYMBOL_NOWHERE)
        return;
    const Language *language =
        catalog->files.ptr[catalog_place(catalog, node->symbol).file].language;
    Users users = users_of(project, type, language->types_are_hints);
    /* Elsewhere a call is resolved, unless its receiver is a parameter of a helper. */
    for (size_t i = language->types_are_hints ? 0 : users.direct;
         i < users.files.len && calls->len < CALLS_MAX; i++) {
        NamedCalls call = {.node = node, .file = users.files.ptr[i]};
        call.name = catalog_name(catalog, catalog_entry(catalog, node->symbol)->name);
        add_matchers(project, call, calls);
        if (!calls_it(catalog, arena, call.file, node->symbol))
            *VEC_PUSH(arena, calls) = call;
    }
}

/* Where the call of another name runs the function, by a rule of the language. */
static void find_dispatched(Project *project, const Neighbour *node, NamedCallsVec *calls)
{
    const Catalog *catalog = project->session->catalog;
    const ProjectTable *table =
        project_table_of(catalog->files.ptr[catalog_place(catalog, node->symbol).file].language);
    for (size_t i = 0; table && i < table->count; i++) {
        uint32_t maker = SYMBOL_NOWHERE;
        Str name = table->rows[i].dispatch ? table->rows[i].dispatch(project, node->symbol, &maker)
                                           : (Str){0};
        Users users = name.len ? users_of(project, maker, false) : (Users){0};
        for (size_t f = 0; f < users.files.len && calls->len < CALLS_MAX; f++)
            *VEC_PUSH(project->request->arena, calls) =
                (NamedCalls){node, users.files.ptr[f], name, true};
    }
}

void named_calls_find(Project *project, const Neighbourhood *found, NamedCallsVec *calls)
{
    const Catalog *catalog = project->session->catalog;
    for (size_t i = 0; i < found->nodes.len && calls->len < CALLS_MAX; i++) {
        const Neighbour *node = &found->nodes.ptr[i];
        if (node->symbol == SYMBOL_NOWHERE || node->steps >= STEPS_MAX ||
            !catalog_place(catalog, node->symbol).index)
            continue;
        SymbolKind kind = (SymbolKind)catalog_entry(catalog, node->symbol)->kind;
        const CatalogFile *file = &catalog->files.ptr[catalog_place(catalog, node->symbol).file];
        if (file->class != FILE_SOURCE)
            continue;
        bool member = kind == SYMBOL_METHOD || kind == SYMBOL_PROPERTY;
        if (member && (kind == SYMBOL_METHOD || !file->language->types_are_hints))
            find_for(project, node, calls);
        else if (kind == SYMBOL_FUNCTION)
            find_dispatched(project, node, calls);
    }
}

bool named_calls_has(Str text, const NamedCalls *call)
{
    Str name = call->name;
    for (size_t from = 0; name.len && from < text.len;) {
        size_t at = str_find(str_from_offset(text, from), name);
        if (at == STR_NONE)
            return false;
        at += from;
        from = at + name.len;
        bool ends = from >= text.len || !byte_is_word(text.ptr[from]);
        bool member = at && byte_in(text.ptr[at - 1], ".>:&");
        bool alone = call->alone && (!at || !byte_is_word(text.ptr[at - 1]));
        if (ends && (member || alone))
            return true;
    }
    return false;
}
