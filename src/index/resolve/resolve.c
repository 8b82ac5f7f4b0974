/* Files are resolved one at a time. References are visited in order, so that a variable is bound
   before it is used. Edges are grouped by caller, callee and kind. */
#include "index/resolve/resolve.h"

#include "base/limits.h"
#include "index/catalog/classify.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/home.h"
#include "index/resolve/linked.h"
#include "index/resolve/reference.h"
#include "index/resolve/targets.h"
#include "index/resolve/variables.h"

#include <stdlib.h>

/* What types mean where they are written is remembered across files up to this many, 100 bytes
   each: most are asked for by one file only. */
#define RESOLVE_TYPES_KEPT 100000
/* What is looked for in other files, unpacked: macros' bodies, attributes. */
#define RESOLVE_SHAPES_BYTES (8 * MB)

Resolver *resolve_open(Arena *arena, Arena scratch, Catalog *catalog, const GitRepo *repo)
{
    Resolver *made = NEW(arena, Resolver, 1);
    made->arena = arena;
    made->catalog = catalog;
    arena_open(&made->work, 0);
    arena_open(&made->made, 0);
    arena_open(&made->shapes, 0);
    arena_open(&made->typed, 0);
    made->rules = NEW(arena, const Rules *, catalog->files.len + 1);
    made->is_test_code = NEW(arena, bool, catalog->files.len + 1);
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        made->rules[i] = rules_of(file->language);
        made->is_test_code[i] = file->class == FILE_TEST || classify_is_aside(file->path);
    }
    made->imports = imports_open(arena, catalog, repo);
    home_index(made, scratch);
    return made;
}

void resolve_close(Resolver **resolver)
{
    if (*resolver) {
        arena_close(&(*resolver)->work);
        arena_close(&(*resolver)->made);
        arena_close(&(*resolver)->shapes);
        arena_close(&(*resolver)->typed);
        arena_close(&(*resolver)->linked.arena);
    }
    *resolver = NULL;
}

void resolve_trim(Resolver *resolver)
{
    size_t part = resolver->catalog->thrifty ? THRIFT : 1;
    if (resolver->type_values.len > RESOLVE_TYPES_KEPT / part) {
        arena_reset(&resolver->typed);
        resolver->types = (IdMap){0};
        resolver->type_values.ptr = NULL;
        resolver->type_values.len = resolver->type_values.cap = 0;
    }
    if (arena_used(&resolver->shapes) < RESOLVE_SHAPES_BYTES / part)
        return;
    for (size_t i = 0; i < resolver->shaped.len; i++)
        resolver->files[resolver->shaped.ptr[i]].shape = NULL;
    resolver->shaped.ptr = NULL;
    resolver->shaped.len = resolver->shaped.cap = 0;
    arena_reset(&resolver->shapes);
}

typedef struct Ordered {
    Edge edge;
    size_t order;
} Ordered;

/* By caller and line; edges of one line stay in order. */
static int compare_edges(const void *a, const void *b)
{
    const Ordered *x = a, *y = b;
    if (x->edge.caller != y->edge.caller)
        return x->edge.caller < y->edge.caller ? -1 : 1;
    if (x->edge.line != y->edge.line)
        return x->edge.line < y->edge.line ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static void sort_edges(Scope *scope)
{
    EdgeVec *edges = &scope->edges;
    Ordered *list = NEW(scope->arena, Ordered, edges->len + 1);
    for (size_t i = 0; i < edges->len; i++)
        list[i] = (Ordered){edges->ptr[i], i};
    qsort(list, edges->len, sizeof *list, compare_edges);
    for (size_t i = 0; i < edges->len; i++)
        edges->ptr[i] = list[i].edge;
}

static void resolve_all(Scope *scope)
{
    const ReferenceVec *references = &scope->outline->references;
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    for (size_t i = 0; i < references->len; i++) {
        const Reference *reference = &references->ptr[i];
        if (reference->symbol >= file->count)
            continue;
        scope->resolver->is_doubtful = false;
        if (reference->kind == REFERENCE_BIND)
            variables_bind(scope, reference);
        else if (scope->rules->resolve)
            scope->rules->resolve(scope, reference);
        else
            reference_resolve(scope, reference);
    }
    if (scope->rules->add_implicit_calls)
        scope->rules->add_implicit_calls(scope);
    if (scope->rules->blocks_add_to_types)
        targets_add_blocks(scope);
}

bool resolve_links(Resolver *resolver, Arena *arena, uint32_t file, FileLinks *links, Err *err)
{
    Outline outline;
    Catalog *catalog = resolver->catalog;
    if (!catalog_whole_outline(catalog, arena, file, &outline, err))
        return false;
    Scope scope = {.resolver = resolver,
                   .catalog = catalog,
                   .rules = resolver->rules[file],
                   .arena = arena,
                   .file = file,
                   .outline = &outline,
                   .local_names = map_open(arena)};
    resolve_trim(resolver);
    linked_begin_file(resolver, file);
    resolver->fits = 0;
    resolve_all(&scope);
    sort_edges(&scope);
    *links = (FileLinks){&file_scope_of(resolver, file)->links, scope.edges};
    return true;
}

bool resolve_file(Resolver *resolver, Arena scratch, uint32_t file, Err *err)
{
    FileLinks links;
    if (!resolve_links(resolver, &scratch, file, &links, err))
        return false;
    catalog_set_links(resolver->catalog, scratch, file, links.imports, &links.edges);
    return true;
}

const ImportLinkVec *resolve_imports(Resolver *resolver, uint32_t file)
{
    return &file_scope_of(resolver, file)->links;
}

uint32_t resolve_unit(Resolver *resolver, uint32_t file)
{
    IdSpan package = imports_package_files(resolver->imports, file);
    return package.len ? package.ptr[0] : file;
}
