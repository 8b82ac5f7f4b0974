/* Rows are in memory while a resolver is open, as resolver workers have no store. */
#include "index/resolve/compiled_marks.h"

#include "base/map.h"
#include "index/catalog/counterparts.h"
#include "index/resolve/partial.h"
#include "index/resolve/resolve.h"
#include "index/resolve/stubs.h"
#include "index/resolve/targets.h"

typedef struct CompiledFile {
    uint32_t id;
    CompiledTargetVec targets;
    uint32_t *files; /* by target: its id if it has the compiler's content, else FILE_NOWHERE */
    Str marks;
} CompiledFile;

struct Compiled {
    VEC(CompiledFile) files;
    IdMap by_file; /* file id → index in `files` */
};

/* ---- loading ---- */

static uint32_t file_with(const Catalog *catalog, const Map *ids, Str path, Str hash)
{
    const uint64_t *id = map_find(ids, path);
    bool same = id && str_equal(catalog->files.ptr[*id].hash, hash);
    return same ? (uint32_t)*id : FILE_NOWHERE;
}

static void take_row(Compiled *compiled, Arena *arena, const Catalog *catalog, const Map *ids,
                     Statement *row)
{
    uint32_t id = file_with(catalog, ids, db_text(row, 0), db_text(row, 1));
    if (id == FILE_NOWHERE)
        return;
    CompiledFile file = {.id = id};
    VarintReader in = varint_open(str_copy(arena, db_text(row, 2)));
    if (!compiled_take_targets(&in, arena, &file.targets))
        return;
    file.marks = (Str){in.ptr, (size_t)(in.end - in.ptr)};
    file.files = NEW(arena, uint32_t, file.targets.len + 1);
    for (size_t i = 0; i < file.targets.len; i++)
        file.files[i] = file_with(catalog, ids, file.targets.ptr[i].path, file.targets.ptr[i].hash);
    id_map_put(&compiled->by_file, arena, id, (uint32_t)compiled->files.len);
    *VEC_PUSH(arena, &compiled->files) = file;
}

Compiled *compiled_load(Arena *arena, const Catalog *catalog)
{
    uint64_t count = 0;
    Err ignored;
    if (!catalog->store || !compiled_count(catalog->store, &count, &ignored) || !count)
        return NULL;
    Compiled *compiled = NEW(arena, Compiled, 1);
    Map ids = map_open(arena);
    for (uint32_t i = 0; i < catalog->files.len; i++)
        if (catalog->files.ptr[i].path.len && catalog->files.ptr[i].hash.len)
            *map_put(&ids, catalog->files.ptr[i].path, NULL) = i;
    Statement *rows = compiled_rows(catalog->store);
    while (db_next(rows, &ignored))
        take_row(compiled, arena, catalog, &ids, rows);
    return compiled;
}

void resolve_visit_compiled(const Resolver *resolver, CompiledVisit visit, void *context)
{
    const Compiled *compiled = resolver->compiled;
    for (size_t i = 0; compiled && i < compiled->files.len; i++) {
        const CompiledFile *file = &compiled->files.ptr[i];
        for (size_t t = 0; t < file->targets.len; t++)
            visit(context, file->id, file->targets.ptr[t].path, file->targets.ptr[t].hash);
    }
}

/* ---- marks of one file ---- */

static void advance(CompiledReader *reader)
{
    if (!compiled_take_mark(&reader->marks, &reader->next))
        reader->next.reference = UINT32_MAX;
}

CompiledReader compiled_read(const Compiled *compiled, uint32_t file)
{
    uint32_t at = compiled ? id_map_get(&compiled->by_file, file) : ID_MAP_NONE;
    CompiledReader reader = {.next = {.reference = UINT32_MAX}};
    if (at == ID_MAP_NONE)
        return reader;
    reader.file = &compiled->files.ptr[at];
    reader.marks = varint_open(reader.file->marks);
    reader.next.reference = 0;
    advance(&reader);
    return reader;
}

bool compiled_find(CompiledReader *reader, const Catalog *catalog, uint32_t reference,
                   uint32_t *target)
{
    while (reader->next.reference < reference)
        advance(reader);
    if (reader->next.reference != reference || !reader->file)
        return false;
    const CompiledMark *mark = &reader->next;
    *target = SYMBOL_NOWHERE;
    if (!mark->target)
        return true;
    uint32_t id = mark->target <= reader->file->targets.len ? reader->file->files[mark->target - 1]
                                                            : FILE_NOWHERE;
    if (id == FILE_NOWHERE || !mark->index || mark->index >= catalog->files.ptr[id].count)
        return false;
    *target = catalog->files.ptr[id].first + mark->index;
    return true;
}

/* ---- edges ---- */

/* Whether one is the constructor of the other. */
static bool is_constructor_of(const Resolver *resolver, uint32_t a, uint32_t b)
{
    SymbolPlace place = catalog_place(resolver->catalog, a);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    return entry->kind == SYMBOL_CONSTRUCTOR && entry->parent && file->first + entry->parent == b;
}

static bool is_same(const Resolver *resolver, uint32_t a, uint32_t b)
{
    const Catalog *catalog = resolver->catalog;
    return a == b || is_constructor_of(resolver, a, b) || is_constructor_of(resolver, b, a) ||
           counterpart_stands_for(catalog, a, b) || counterpart_stands_for(catalog, b, a);
}

/* Whether the last part of an external name is the word. */
static bool ends_with(Str external, Str word)
{
    return str_ends(external, word) && external.len > word.len &&
           byte_in(external.ptr[external.len - word.len - 1], ":.");
}

/* Whether the edge is about the name of the reference. Others are about its receiver, or about the
   expansion of a macro. */
static bool is_of_name(const Resolver *resolver, const Reference *reference, const Edge *edge)
{
    if (edge->callee == SYMBOL_NOWHERE)
        return ends_with(catalog_name(resolver->catalog, edge->external), reference->name);
    const Entry *entry = resolver_entry(resolver, edge->callee);
    return str_equal(catalog_name(resolver->catalog, entry->name), reference->name) ||
           entry->kind == SYMBOL_CONSTRUCTOR;
}

/* A name that is bound to something else: a variable. */
static bool is_value(const Resolver *resolver, uint32_t symbol)
{
    SymbolKind kind = resolver_kind(resolver, symbol);
    return kind == SYMBOL_CONSTANT || kind == SYMBOL_VARIABLE || kind == SYMBOL_FIELD ||
           kind == SYMBOL_PROPERTY;
}

static CompiledVerdict judge_local(const Resolver *resolver, const Reference *reference,
                                   const EdgeVec *own)
{
    for (size_t i = 0; i < own->len; i++)
        if (own->ptr[i].callee != SYMBOL_NOWHERE && own->ptr[i].confidence < EDGE_EXACT &&
            is_of_name(resolver, reference, &own->ptr[i]))
            return COMPILED_DROPS;
    return COMPILED_YIELDS;
}

static uint32_t target_of(const Resolver *resolver, uint32_t symbol)
{
    return partial_target(resolver, stubs_source(resolver, symbol));
}

CompiledVerdict resolve_judge(const Resolver *resolver, const Reference *reference,
                              const EdgeVec *own, uint32_t target)
{
    size_t same = 0, others = 0;
    bool exact = false, through = false;
    if (target == SYMBOL_NOWHERE)
        return judge_local(resolver, reference, own);
    target = target_of(resolver, target);
    for (size_t i = 0; i < own->len; i++) {
        const Edge *edge = &own->ptr[i];
        if (edge->callee == SYMBOL_NOWHERE) {
            through = through || is_value(resolver, target);
        } else if (is_same(resolver, edge->callee, target)) {
            same++;
            exact = exact || edge->confidence == EDGE_EXACT;
        } else if (is_of_name(resolver, reference, edge)) {
            others++;
            /* the rules know the variable's value */
            through = through || (edge->confidence == EDGE_EXACT && is_value(resolver, target) &&
                                  !is_value(resolver, edge->callee));
        }
    }
    if (same)
        return exact && !others ? COMPILED_CONFIRMS : COMPILED_DECIDES;
    return through ? COMPILED_YIELDS : others ? COMPILED_CORRECTS : COMPILED_ADDS;
}

/* The edges that the resolver finds without the index. */
static EdgeVec find_own(Scope *scope, const Reference *reference)
{
    EdgeVec kept = scope->edges;
    IdMap kept_at = scope->edge_at;
    scope->edges = (EdgeVec){0};
    scope->edge_at = (IdMap){0};
    resolve_by_rules(scope, reference);
    EdgeVec own = scope->edges;
    scope->edges = kept;
    scope->edge_at = kept_at;
    return own;
}

/* Adds the edge that the rules do not find. As in the rules, a call of a variable is a use. */
static void add_target(Scope *scope, const Reference *reference, uint32_t target)
{
    const Resolver *resolver = scope->resolver;
    bool use = reference->kind == REFERENCE_CALL && is_value(resolver, target);
    Edge edge = {.caller = partial_target(resolver, scope_symbol(scope, reference)),
                 .callee = target,
                 .line = reference->line,
                 .count = 1,
                 .kind = use ? REFERENCE_USE : (uint8_t)reference->kind,
                 .confidence = EDGE_EXACT,
                 .compiled = true};
    if (target != edge.caller || edge.kind == REFERENCE_CALL)
        targets_merge(scope, &edge);
}

/* Whether an edge that is not the compiler's stays. */
static bool stays(const Scope *scope, const Reference *reference, const Edge *edge,
                  CompiledVerdict verdict)
{
    if (verdict == COMPILED_YIELDS || !is_of_name(scope->resolver, reference, edge))
        return true;
    bool outside = edge->callee == SYMBOL_NOWHERE;
    return verdict == COMPILED_DROPS && (outside || edge->confidence == EDGE_EXACT);
}

void compiled_resolve(Scope *scope, const Reference *reference, uint32_t target)
{
    const Resolver *resolver = scope->resolver;
    EdgeVec own = find_own(scope, reference);
    CompiledVerdict verdict = resolve_judge(resolver, reference, &own, target);
    bool said = target != SYMBOL_NOWHERE && verdict != COMPILED_YIELDS;
    uint32_t meant = said ? target_of(resolver, target) : SYMBOL_NOWHERE;
    for (size_t i = 0; i < own.len; i++) {
        Edge edge = own.ptr[i];
        bool same = said && edge.callee != SYMBOL_NOWHERE && is_same(resolver, edge.callee, meant);
        if (same) {
            edge.compiled = true;
            edge.step = EDGE_STEP_COMPILER;
            edge.confidence = EDGE_EXACT;
        }
        if (same || stays(scope, reference, &own.ptr[i], verdict))
            targets_merge(scope, &edge);
    }
    if (verdict == COMPILED_ADDS || verdict == COMPILED_CORRECTS)
        add_target(scope, reference, meant);
}
