/* One file at a time: its references in order, so that what a variable is bound to is known when it
   is used; edges are gathered by (caller, callee, kind). */
#include "index/resolve.h"

#include "index/resolve_scope.h"

#include <stdlib.h>

bool resolve_open(Arena *arena, Arena scratch, Catalog *catalog, Store *store, const GitRepo *repo,
                  Resolver **resolver, Err *err)
{
    (void)err;
    Resolver *made = NEW(arena, Resolver, 1);
    made->arena = arena;
    made->catalog = catalog;
    made->store = store;
    made->imports = imports_open(arena, catalog, repo);
    resolve_index(made, scratch);
    *resolver = made;
    return true;
}

/* By caller and line; what is on one line stays in order. */
static int compare_edges(const void *a, const void *b)
{
    const Edge *x = a, *y = b;
    if (x->caller != y->caller)
        return x->caller < y->caller ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static void resolve_all(Scope *scope)
{
    const ReferenceVec *references = &scope->outline->references;
    const CatalogFile *file = &scope->catalog->files.ptr[scope->file];
    for (size_t i = 0; i < references->len; i++) {
        const Reference *reference = &references->ptr[i];
        if (reference->symbol >= file->count)
            continue;
        if (reference->kind == REFERENCE_BIND)
            value_bind(scope, reference);
        else if (scope->rules->resolve)
            scope->rules->resolve(scope, reference);
        else
            resolve_reference(scope, reference);
    }
}

bool resolve_file(Resolver *resolver, Arena scratch, uint32_t file, Err *err)
{
    Outline outline;
    Catalog *catalog = resolver->catalog;
    if (!catalog_outline(catalog, resolver->store, &scratch, file, true, &outline, err))
        return false;
    Scope scope = {.resolver = resolver,
                   .catalog = catalog,
                   .rules = rules_of(catalog->files.ptr[file].language),
                   .arena = &scratch,
                   .file = file,
                   .outline = &outline};
    resolve_all(&scope);
    if (scope.edges.len)
        qsort(scope.edges.ptr, scope.edges.len, sizeof *scope.edges.ptr, compare_edges);
    catalog_set_links(catalog, file, &resolve_file_scope(resolver, file)->links, &scope.edges);
    return true;
}
