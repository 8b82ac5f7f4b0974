/* Files are resolved one at a time. References are visited in order, so that a variable is bound
   before it is used. Edges are grouped by caller, callee and kind. */
#include "index/resolve/resolve.h"

#include "base/limits.h"
#include "index/catalog/classify.h"
#include "index/resolve/aliases.h"
#include "index/resolve/bases.h"
#include "index/resolve/compiled_marks.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/home.h"
#include "index/resolve/includes.h"
#include "index/resolve/linked.h"
#include "index/resolve/reference.h"
#include "index/resolve/targets.h"
#include "index/resolve/unit.h"
#include "index/resolve/variables.h"

#include <stdlib.h>

/* Meanings of types at their places are cached across files up to this many, 100 bytes each: most
   are used by one file only. */
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
    made->compiled = compiled_load(arena, catalog);
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

void resolve_alone(Resolver *resolver)
{
    resolver->compiled = NULL;
}

/* Frees caches that can be rebuilt, once they take much memory. Call it between two files:
   FileShapes and texts of types are invalid afterwards. */
static void resolve_trim(Resolver *resolver)
{
    size_t part = resolver->catalog->thrifty ? THRIFT : 1;
    if (MAX(resolver->type_values.len, resolver->others.len) > RESOLVE_TYPES_KEPT / part) {
        arena_reset(&resolver->typed);
        resolver->types = resolver->returned = (IdMap){0};
        resolver->others.ptr = NULL;
        resolver->others.len = resolver->others.cap = 0;
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

void resolve_by_rules(Scope *scope, const Reference *reference)
{
    scope->resolver->is_doubtful = false;
    scope->step = EDGE_STEP_UNKNOWN;
    if (scope->rules->resolve)
        scope->rules->resolve(scope, reference);
    else
        reference_resolve(scope, reference);
}

/* Resolves the reference of that number in the outline. */
static void resolve_one(Scope *scope, CompiledReader *compiled, size_t number)
{
    const Reference *reference = &scope->outline->references.ptr[number];
    uint32_t target;
    if (reference->kind == REFERENCE_BIND)
        variables_bind(scope, reference);
    else if (compiled_find(compiled, scope->catalog, (uint32_t)number, &target))
        compiled_resolve(scope, reference, target);
    else
        resolve_by_rules(scope, reference);
}

static void resolve_all(Scope *scope)
{
    const ReferenceVec *references = &scope->outline->references;
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    CompiledReader compiled = compiled_read(scope->resolver->compiled, scope->file);
    for (size_t i = 0; i < references->len; i++)
        if (references->ptr[i].symbol < file->count)
            resolve_one(scope, &compiled, i);
    if (scope->rules->add_implicit_calls)
        scope->rules->add_implicit_calls(scope);
    if (scope->rules->blocks_add_to_types)
        targets_add_blocks(scope);
    aliases_add(scope);
}

Scope resolve_begin_file(Resolver *resolver, Arena *arena, uint32_t file, const Outline *outline)
{
    resolve_trim(resolver);
    linked_begin_file(resolver, file);
    resolver->fits = 0;
    return (Scope){.resolver = resolver,
                   .catalog = resolver->catalog,
                   .rules = resolver->rules[file],
                   .arena = arena,
                   .file = file,
                   .outline = outline,
                   .local_names = map_open(arena)};
}

bool resolve_links(Resolver *resolver, Arena *arena, uint32_t file, FileLinks *links, Err *err)
{
    Outline outline;
    Catalog *catalog = resolver->catalog;
    if (!catalog_whole_outline(catalog, arena, file, &outline, err))
        return false;
    Scope scope = resolve_begin_file(resolver, arena, file, &outline);
    resolve_all(&scope);
    sort_edges(&scope);
    *links = (FileLinks){&file_scope_of(resolver, file)->links, scope.edges};
    return true;
}

/* The part of a bound name after its last dot. */
static Str last_part(const Reference *reference)
{
    size_t dot =
        reference->kind == REFERENCE_BIND ? str_find_last_byte(reference->name, '.') : STR_NONE;
    return dot == STR_NONE ? reference->name : str_from_offset(reference->name, dot + 1);
}

void resolve_names(Resolver *resolver, Arena *arena, uint32_t file, const Outline *outline,
                   Str name, NamedReferenceVec *found)
{
    Scope scope = resolve_begin_file(resolver, arena, file, outline);
    scope.names_only = true;
    uint32_t count = catalog_row(resolver->catalog, file)->count;
    bool folds = lang_folds_case(outline->language);
    CompiledReader compiled = compiled_read(resolver->compiled, file);
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *reference = &outline->references.ptr[i];
        if (reference->symbol >= count)
            continue;
        Str last = last_part(reference);
        bool named = folds ? str_equal_nocase(last, name) : str_equal(last, name);
        if (!named && reference->kind != REFERENCE_BIND)
            continue; /* only variables decide the meaning of other references */
        scope.edges = (EdgeVec){0};
        scope.edge_at = (IdMap){0};
        named = named && !(reference->kind == REFERENCE_BIND && reference->flags & REFERENCE_ENDS);
        bool local = named && !reference->receiver.len &&
                     variables_find(&scope, scope_symbol(&scope, reference), reference->name);
        resolve_one(&scope, &compiled, i);
        if (named)
            *VEC_PUSH(arena, found) =
                (NamedReference){.reference = reference, .edges = scope.edges, .is_local = local};
    }
}

static void visit_each(Scope *scope, ReferenceVisit visit, void *context)
{
    uint32_t count = catalog_row(scope->catalog, scope->file)->count;
    CompiledReader compiled = compiled_read(scope->resolver->compiled, scope->file);
    for (size_t i = 0; i < scope->outline->references.len; i++) {
        const Reference *reference = &scope->outline->references.ptr[i];
        if (reference->symbol >= count)
            continue;
        scope->edges.len = 0;
        id_map_clear(&scope->edge_at);
        resolve_one(scope, &compiled, i);
        if (scope->edges.len && !visit(context, reference, &scope->edges))
            return;
    }
}

void resolve_references(Resolver *resolver, Arena *arena, uint32_t file, const Outline *outline,
                        ReferenceVisit visit, void *context)
{
    Scope scope = resolve_begin_file(resolver, arena, file, outline);
    scope.names_only = true;
    visit_each(&scope, visit, context);
}

void resolve_constructors(Resolver *resolver, Arena *arena, uint32_t file, const Outline *outline,
                          ReferenceVisit visit, void *context)
{
    Scope scope = resolve_begin_file(resolver, arena, file, outline);
    visit_each(&scope, visit, context);
}

/* A name may be a type, a function and a value at once. */
static const FindKind all_kinds[] = {FIND_SCOPES, FIND_EXPANDED, FIND_VALUES};

static void add_meaning(Arena *arena, const Meaning *meaning, NameMeaning *all)
{
    all->leaves |= meaning->value.kind == VALUE_FOREIGN;
    all->doubtful |= meaning->is_doubtful || meaning->finds.too_many;
    for (uint32_t i = 0; i < meaning->finds.len; i++)
        *VEC_PUSH(arena, &all->symbols) = meaning->finds.ids[i];
}

NameMeaning resolve_offered(Resolver *resolver, uint32_t file, Str name, Arena *arena)
{
    NameMeaning all = {0};
    uint32_t id = names_find(&resolver->catalog->names, name);
    for (size_t k = 0; id && k < COUNT(all_kinds); k++) {
        Meaning meaning = {0};
        unit_find(resolver, file, id, all_kinds[k], &meaning);
        add_meaning(arena, &meaning, &all);
    }
    return all;
}

NameMeaning resolve_visible(Resolver *resolver, uint32_t symbol, Str name, Arena *arena)
{
    NameMeaning all = {0};
    uint32_t id = names_find(&resolver->catalog->names, name);
    for (size_t k = 0; id && k < COUNT(all_kinds); k++) {
        Meaning meaning = {0};
        visible_find(resolver, symbol, id, all_kinds[k], &meaning);
        add_meaning(arena, &meaning, &all);
    }
    return all;
}

bool resolve_includes(Resolver *resolver, uint32_t file, uint32_t included, bool *maybe)
{
    bool reached = includes_reach(resolver, file, included);
    *maybe = reached && includes_are_conditional(resolver, file, included);
    return reached;
}

/* The name of a base without its path and its type arguments. */
static Str plain_name(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (byte_in(text.ptr[i], "<[("))
            text = str_slice(text, 0, i);
    size_t at = text.len;
    while (at && byte_is_word(text.ptr[at - 1]))
        at--;
    return str_from_offset(text, at);
}

/* Whether a base that the type's own declaration names is foreign and not plain. */
static bool names_foreign(Resolver *resolver, uint32_t type, const char *plain)
{
    uint32_t row = id_map_get(&resolver->bases, type);
    for (uint32_t next = row + 1; next; next = resolver->base_rows.ptr[next - 1].next) {
        BaseRow *base = &resolver->base_rows.ptr[next - 1];
        if (bases_value(resolver, base).kind != VALUE_TYPE &&
            !rules_list_has(plain, plain_name(base->name)))
            return true;
    }
    return false;
}

bool resolve_has_foreign_base(Resolver *resolver, uint32_t type, const char *plain)
{
    Finds seen = {.ids = {type}, .len = 1};
    for (uint32_t i = 0; i < seen.len; i++) {
        Finds bases = {0};
        if (bases_find(resolver, seen.ids[i], &bases) &&
            names_foreign(resolver, seen.ids[i], plain))
            return true;
        for (uint32_t b = 0; b < bases.len; b++)
            if (!finds_has(&seen, bases.ids[b]))
                finds_add(&seen, bases.ids[b]);
    }
    return seen.too_many;
}

void resolve_ancestors(Resolver *resolver, Arena *arena, uint32_t type, IdVec *found)
{
    Finds seen = {.ids = {type}, .len = 1};
    for (uint32_t i = 0; i < seen.len; i++) {
        Finds bases = {0};
        (void)bases_find(resolver, seen.ids[i], &bases);
        for (uint32_t b = 0; b < bases.len; b++)
            if (!finds_has(&seen, bases.ids[b])) {
                finds_add(&seen, bases.ids[b]);
                *VEC_PUSH(arena, found) = bases.ids[b];
            }
    }
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
