#include "change/measure.h"

#include "base/id_map.h"
#include "change/places.h"
#include "index/catalog/symbol.h"
#include "index/graph/effects.h"
#include "index/graph/metrics.h"

typedef struct Measuring {
    IdVec ids;                         /* dense ids */
    VEC(const SymbolMetrics **) where; /* where to set each symbol's metrics */
} Measuring;

static Measuring list_symbols(Arena *arena, ChangeSet *set, const Places *places, bool old)
{
    Measuring list = {0};
    for (uint32_t f = 0; f < set->files.len; f++)
        for (size_t i = 0; i < set->files.ptr[f].symbols.len; i++) {
            ChangedSymbol *changed = &set->files.ptr[f].symbols.ptr[i];
            uint32_t file = old ? changed->old_file : f;
            uint32_t symbol = old ? changed->old_symbol : changed->new_symbol;
            uint32_t dense = places_dense(places, file, symbol, old);
            if (dense == SYMBOL_NOWHERE)
                continue;
            *VEC_PUSH(arena, &list.ids) = dense;
            *VEC_PUSH(arena, &list.where) = old ? &changed->before : &changed->after;
        }
    return list;
}

/* ---- files ---- */

typedef struct FileUses {
    Arena *arena;
    const Catalog *catalog;
    uint32_t file;
    IdMap seen; /* by file id */
    StrVec *paths;
} FileUses;

static void add_use(FileUses *uses, uint32_t file)
{
    if (file != uses->file && file != FILE_NOWHERE &&
        id_map_put(&uses->seen, uses->arena, file, 0) == ID_MAP_NONE)
        *VEC_PUSH(uses->arena, uses->paths) =
            str_copy(uses->arena, uses->catalog->files.ptr[file].path);
}

static bool add_use_of(void *context, const Edge *edge)
{
    FileUses *uses = context;
    if (edge->callee != SYMBOL_NOWHERE)
        add_use(uses, catalog_place(uses->catalog, edge->callee).file);
    return true;
}

static int by_bytes(const void *a, const void *b)
{
    return str_compare(*(const Str *)a, *(const Str *)b);
}

static StrVec files_used(Arena *arena, Arena scratch, const Catalog *catalog, uint32_t file)
{
    StrVec paths = {0};
    ImportLinkVec imports = {0};
    FileUses uses = {.arena = arena, .catalog = catalog, .file = file, .paths = &paths};
    catalog_imports(catalog, &scratch, file, &imports);
    for (size_t i = 0; i < imports.len; i++)
        if (!(imports.ptr[i].flags & BINDING_OUTER))
            add_use(&uses, imports.ptr[i].target);
    catalog_visit_edges(catalog, file, EDGE_EXACT, add_use_of, &uses);
    if (paths.len)
        qsort(paths.ptr, paths.len, sizeof *paths.ptr, by_bytes);
    return paths;
}

static void list_uses(Arena *arena, Arena scratch, ChangeSet *set, const Places *places, bool old)
{
    for (size_t f = 0; f < set->files.len; f++) {
        uint32_t id = old ? places->old[f] : places->new[f];
        ChangedFile *file = &set->files.ptr[f];
        if (id != FILE_NOWHERE)
            *(old ? &file->uses_old : &file->uses_new) =
                files_used(arena, scratch, places->catalog, id);
    }
}

/* ---- symbols ---- */

/* `effects +network, −file` */
static void say_effects(Arena *arena, ChangedSymbol *changed)
{
    unsigned before = changed->before->effects, after = changed->after->effects;
    Buf text = buf_open(arena, 0);
    if (before == after)
        return;
    effects_put(&text, "+", after & ~before);
    effects_put(&text, "−", before & ~after);
    *VEC_PUSH(arena, &changed->what) = str_format(arena, "effects %.*s", STR_ARG(buf_str(&text)));
}

static void set_hashes(Arena *arena, Arena scratch, ChangeSet *set, const Places *places)
{
    const Catalog *catalog = places->catalog;
    for (uint32_t f = 0; f < set->files.len; f++) {
        ChangedFile *file = &set->files.ptr[f];
        Arena work = scratch;
        if (places->new[f] == FILE_NOWHERE)
            continue;
        const CatalogFile *row = catalog_row(catalog, places->new[f]);
        uint64_t *hashes = NEW(&work, uint64_t, row->count + 1);
        catalog_file_hashes(catalog, work, places->new[f], hashes);
        for (size_t i = 0; i < file->symbols.len; i++) {
            ChangedSymbol *changed = &file->symbols.ptr[i];
            uint32_t dense = places_dense(places, f, changed->new_symbol, false);
            if (dense != SYMBOL_NOWHERE)
                changed->hash = symbol_hash_text(arena, symbol_file_hash(row->path),
                                                 hashes[dense - row->first]);
        }
    }
}

void change_measure(Arena *arena, Arena scratch, ChangeSet *set, const Catalog *catalog, bool old)
{
    Places places = places_of(&scratch, set, catalog);
    Measuring list = list_symbols(&scratch, set, &places, old);
    SymbolMetrics *metrics = NEW(arena, SymbolMetrics, list.ids.len);
    metrics_some(scratch, catalog, list.ids.ptr, list.ids.len, metrics);
    for (size_t i = 0; i < list.ids.len; i++)
        *list.where.ptr[i] = &metrics[i];
    list_uses(arena, scratch, set, &places, old);
    if (!old)
        set_hashes(arena, scratch, set, &places);
    for (size_t f = 0; f < set->files.len && !old; f++)
        for (size_t i = 0; i < set->files.ptr[f].symbols.len; i++) {
            ChangedSymbol *changed = &set->files.ptr[f].symbols.ptr[i];
            if (changed->before && changed->after)
                say_effects(arena, changed);
        }
}
