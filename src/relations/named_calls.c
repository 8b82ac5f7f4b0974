/* The users of each method's class are listed, then the base classes that those in tests have. */
#include "relations/named_calls.h"

#include "lang/registry.h"
#include "project/test_role.h"

/* A longer way makes a guess of guesses. */
#define STEPS_MAX 3
/* Files that are read for one answer, and files that name one class. */
#define CALLS_MAX 60
#define USERS_MAX 20

typedef struct Users {
    Project *project;
    IdVec files;
    uint32_t bases[USERS_MAX];
    size_t base_count;
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

/* Adds the files with the base classes of the file's classes, if they are in tests. */
static void add_bases(Users *users, uint32_t file)
{
    const Catalog *catalog = users->project->session->catalog;
    EdgeVec edges = {0};
    catalog_edges(catalog, users->project->request->arena, file, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].kind == REFERENCE_BASE && edges.ptr[i].callee != SYMBOL_NOWHERE &&
            test_holds(users->project, edges.ptr[i].callee))
            add_file(users, catalog_place(catalog, edges.ptr[i].callee).file);
}

/* Whether an edge leads from the file to the method. */
static bool calls_it(const Catalog *catalog, Arena *arena, uint32_t file, uint32_t method)
{
    EdgeVec edges = {0};
    catalog_edges(catalog, arena, file, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].callee == method)
            return true;
    return false;
}

static void find_for(Project *project, const Neighbour *node, NamedCallsVec *calls)
{
    const Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    Users users = {.project = project};
    uint32_t type = test_class(catalog, node->symbol);
    if (type == SYMBOL_NOWHERE)
        return;
    catalog_edges_to(catalog, type, note_user, &users);
    for (size_t i = 0; i < users.files.len; i++)
        add_bases(&users, users.files.ptr[i]);
    for (size_t i = 0; i < users.files.len && calls->len < CALLS_MAX; i++)
        if (!calls_it(catalog, arena, users.files.ptr[i], node->symbol))
            *VEC_PUSH(arena, calls) = (NamedCalls){node, users.files.ptr[i]};
}

void named_calls_find(Project *project, const Neighbourhood *found, NamedCallsVec *calls)
{
    const Catalog *catalog = project->session->catalog;
    for (size_t i = 0; i < found->nodes.len && calls->len < CALLS_MAX; i++) {
        const Neighbour *node = &found->nodes.ptr[i];
        bool method = node->symbol != SYMBOL_NOWHERE && node->steps < STEPS_MAX &&
                      catalog_place(catalog, node->symbol).index &&
                      catalog_entry(catalog, node->symbol)->kind == SYMBOL_METHOD;
        const CatalogFile *file =
            method ? &catalog->files.ptr[catalog_place(catalog, node->symbol).file] : NULL;
        if (method && file->class == FILE_SOURCE && file->language->types_are_hints)
            find_for(project, node, calls);
    }
}

bool named_calls_has(Str text, Str name)
{
    for (size_t from = 0; name.len && from < text.len;) {
        size_t at = str_find(str_from_offset(text, from), name);
        if (at == STR_NONE)
            return false;
        at += from;
        from = at + name.len;
        bool ends = from >= text.len || !byte_is_word(text.ptr[from]);
        if (at && ends && byte_in(text.ptr[at - 1], ".>:&"))
            return true;
    }
    return false;
}
