/* Export of symbols: one small file per symbol, with the content of `fovea symbol`. Callers are
   gathered for all symbols at once, only as many for each as are listed. */
#include "exchange/export.h"

#include "relations/symbol_answer.h"

typedef struct Callers {
    uint32_t *starts; /* by dense id: first index in `edges` */
    Edge *edges;
} Callers;

static bool is_counted(const Edge *edge)
{
    return edge->callee != SYMBOL_NOWHERE && symbol_edge_shown(edge, true);
}

/* Gathers callers in the order of their files' paths. */
static Callers gather_callers(const Export *export)
{
    const Catalog *catalog = export->catalog;
    Arena *arena = export->request->arena;
    Callers callers = {.starts = NEW(arena, uint32_t, (size_t)catalog->symbol_count + 2)};
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    uint8_t *counts = NEW(&work, uint8_t, (size_t)catalog->symbol_count + 1);
    Arena lists SCOPED(arena_close) = {0};
    arena_open(&lists, 0);
    for (int round = 0; round < 2; round++) {
        for (size_t f = 0; f < export->path_count; f++) {
            EdgeVec edges = {0};
            arena_reset(&lists);
            catalog_edges(catalog, &lists, export->paths[f].id, &edges);
            for (size_t i = 0; i < edges.len; i++) {
                const Edge *edge = &edges.ptr[i];
                if (!is_counted(edge) || counts[edge->callee] == SYMBOL_EDGES_LISTED)
                    continue;
                if (round)
                    callers.edges[callers.starts[edge->callee] + counts[edge->callee]] = *edge;
                counts[edge->callee]++;
            }
        }
        if (round)
            break;
        for (uint32_t i = 0; i < catalog->symbol_count; i++) {
            callers.starts[i + 1] = callers.starts[i] + counts[i];
            counts[i] = 0;
        }
        callers.edges = NEW(arena, Edge, (size_t)callers.starts[catalog->symbol_count] + 1);
    }
    return callers;
}

/* Edges of one symbol, which are adjacent in the file's edges. *at advances. */
static EdgeVec edges_from(Arena *arena, const EdgeVec *edges, size_t *at, uint32_t symbol)
{
    EdgeVec own = {0};
    while (*at < edges->len && edges->ptr[*at].caller < symbol)
        ++*at;
    for (; *at < edges->len && edges->ptr[*at].caller == symbol; ++*at)
        if (symbol_edge_shown(&edges->ptr[*at], false))
            *VEC_PUSH(arena, &own) = edges->ptr[*at];
    return own;
}

static bool put_symbol(const Export *export, Arena scratch, Str directory,
                       const SymbolDetail *detail, Err *err)
{
    Str path =
        str_format(&scratch, "%.*s/symbols/%.*s.toon", STR_ARG(directory), STR_ARG(detail->hash));
    Json *value = query_frame(&scratch, NULL, STR("symbol"));
    Arena encoder = *export->request->scratch;
    json_set(value, STR("symbol"),
             symbol_value(&scratch, encoder, export->catalog, detail, VIEW_TOON));
    Buf out = buf_open(&scratch, 0);
    view_put_value(&out, encoder, VIEW_TOON, value);
    return fs_write_new(scratch, path, buf_str(&out), err);
}

static bool put_file(const Export *export, Arena *work, Str directory, const Callers *callers,
                     uint32_t id, Err *err)
{
    ExportFile file;
    size_t at = 0;
    if (!export_file(export, work, id, &file, err))
        return false;
    for (uint32_t i = 1; i < file.file->count; i++) {
        uint32_t symbol = file.file->first + i, start = callers->starts[symbol];
        Arena own = *work;
        SymbolDetail detail = {.symbol = symbol,
                               .hash = export_hash(export, &own, symbol),
                               .outline = file.outline,
                               .parsed = export_parsed(&file, i),
                               .module = file.module,
                               .out = edges_from(&own, &file.edges, &at, symbol)};
        detail.in.ptr = &callers->edges[start];
        detail.in.len = callers->starts[symbol + 1] - start;
        if (!put_symbol(export, own, directory, &detail, err))
            return false;
    }
    return true;
}

bool export_symbols(Export *export, Str directory, Err *err)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    Callers callers = gather_callers(export);
    for (size_t i = 0; i < export->path_count; i++) {
        arena_reset(&work);
        if (!put_file(export, &work, directory, &callers, export->paths[i].id, err))
            return false;
    }
    return true;
}
