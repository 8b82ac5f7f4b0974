/* Imports and edges of a file, packed and unpacked. Callers and callees are written as places
   (file id, index), which stay valid when other files change. */
#include "base/filter.h"
#include "base/id_map.h"
#include "index/catalog/catalog_callers.h"
#include "index/catalog/catalog_lazy.h"
#include "index/catalog/catalog_lean.h"
#include "index/catalog/catalog_segment.h"
#include "index/catalog/edge_reader.h"

Str edge_confidence_name(unsigned confidence)
{
    static const Str names[] = {[EDGE_EXTERNAL] = STR_INIT("external"),
                                [EDGE_AMBIGUOUS] = STR_INIT("ambiguous"),
                                [EDGE_LIKELY] = STR_INIT("likely"),
                                [EDGE_EXACT] = STR_INIT("exact")};
    return names[confidence & 3];
}

Str edge_confidence(const Edge *edge)
{
    return edge->compiled ? STR("exact (scip)") : edge_confidence_name(edge->confidence);
}

static const struct {
    Str name, reason;
} steps[EDGE_STEP_COUNT] = {
#define STEP(id, name, reason) [EDGE_STEP_##id] = {STR_INIT(name), STR_INIT(reason)},
#include "index/catalog/edge_steps.def"
#undef STEP
};

Str edge_step_name(unsigned step)
{
    return steps[step < EDGE_STEP_COUNT ? step : EDGE_STEP_UNKNOWN].name;
}

Str edge_step_reason(unsigned step)
{
    return steps[step < EDGE_STEP_COUNT ? step : EDGE_STEP_UNKNOWN].reason;
}

/* ---- writing ---- */

static void pack_imports(Buf *out, const ImportLinkVec *imports)
{
    varint_put(out, imports->len);
    uint32_t line = 0;
    for (size_t i = 0; i < imports->len; i++) {
        const ImportLink *link = &imports->ptr[i];
        varint_put(out, link->target == FILE_NOWHERE ? 0 : link->target + 1);
        varint_put(out, link->package);
        varint_put(out, link->name);
        varint_put(out, link->alias);
        varint_put(out, link->flags);
        varint_put_near(out, link->line, line);
        line = link->line;
    }
}

typedef struct LinkBufs {
    Buf columns[LINK_COLUMNS];
} LinkBufs;

static void pack_callee(const Catalog *catalog, LinkBufs *out, uint32_t file, const Edge *edge)
{
    if (edge->callee == SYMBOL_NOWHERE) {
        varint_put(&out->columns[LINK_FILE], 0);
        varint_put(&out->columns[LINK_NAME], edge->external);
        return;
    }
    SymbolPlace place = catalog_place(catalog, edge->callee);
    varint_put(&out->columns[LINK_FILE], 1 + link_distance(file, place.file));
    varint_put(&out->columns[LINK_NUMBER], place.index);
}

static void pack_edges(const Catalog *catalog, LinkBufs *out, uint32_t file, const EdgeVec *edges)
{
    uint32_t first = catalog->files.ptr[file].first, caller = 0, line = 0;
    for (size_t i = 0; i < edges->len; i++) {
        const Edge *edge = &edges->ptr[i];
        varint_put(&out->columns[LINK_CALLER], edge->caller - first - caller);
        caller = edge->caller - first;
        varint_put(&out->columns[LINK_SORT], (uint64_t)edge->step << 6 |
                                                 (uint64_t)edge->compiled << 5 |
                                                 (uint64_t)edge->kind << 2 | edge->confidence);
        pack_callee(catalog, out, file, edge);
        varint_put_near(&out->columns[LINK_LINE], edge->line, line);
        line = edge->line;
        varint_put(&out->columns[LINK_COUNT], edge->count);
    }
}

static Str pack_links(const Catalog *catalog, Arena *arena, uint32_t file,
                      const ImportLinkVec *imports, const EdgeVec *edges)
{
    LinkBufs out;
    LinksCut cut;
    for (size_t i = 0; i < LINK_COLUMNS; i++) {
        out.columns[i] = buf_open(arena, 0);
        buf_reserve(&out.columns[i], i == LINK_IMPORTS ? imports->len : 2 * edges->len);
    }
    pack_imports(&out.columns[LINK_IMPORTS], imports);
    pack_edges(catalog, &out, file, edges);
    for (size_t i = 0; i < LINK_COLUMNS; i++)
        cut.columns[i] = buf_str(&out.columns[i]);
    return links_join(arena, &cut);
}

void catalog_take_links(Catalog *catalog, uint32_t file, Str packed)
{
    callers_note_links(catalog, file);
    catalog->files.ptr[file].links =
        str_copy(catalog->lean ? &catalog->lean->links : catalog->arena, packed);
}

void catalog_set_links(Catalog *catalog, Arena scratch, uint32_t file, const ImportLinkVec *imports,
                       const EdgeVec *edges)
{
    CatalogFile *row = &catalog->files.ptr[file];
    bool nothing = !imports->len && !edges->len;
    Str packed = nothing ? (Str){0} : pack_links(catalog, &scratch, file, imports, edges);
    row->moved = NULL;
    if (str_equal(packed, row->links))
        return;
    catalog_take_links(catalog, file, packed);
    row->changed |= CATALOG_LINKS;
}

/* ---- reading ---- */

LinksCut catalog_links(const Catalog *catalog, uint32_t file)
{
    catalog_need(catalog, CATALOG_LINKS);
    return catalog->lazy ? catalog_fetched_links(catalog, file)
                         : links_cut(catalog->files.ptr[file].links);
}

static uint32_t take_name(const Catalog *catalog, VarintReader *in)
{
    uint32_t name = varint_u32(in);
    in->failed = in->failed || name >= names_count(&catalog->names);
    return in->failed ? 0 : name;
}

static ImportLink take_import(const Catalog *catalog, VarintReader *in, uint64_t *line)
{
    uint32_t target = varint_u32(in);
    ImportLink link = {.target =
                           target && target <= catalog->files.len ? target - 1 : FILE_NOWHERE};
    link.package = take_name(catalog, in);
    link.name = take_name(catalog, in);
    link.alias = take_name(catalog, in);
    link.flags = varint_u32(in);
    *line = varint_near(in, *line);
    link.line = (uint32_t)*line;
    return link;
}

void catalog_imports(const Catalog *catalog, Arena *arena, uint32_t file, ImportLinkVec *imports)
{
    LinksCut cut = catalog_links(catalog, file);
    VarintReader in = varint_open(cut.columns[LINK_IMPORTS]);
    uint64_t count = varint_is_done(&in) ? 0 : varint_take(&in), line = 0;
    for (uint64_t i = 0; i < count && !in.failed; i++) {
        ImportLink link = take_import(catalog, &in, &line);
        if (!in.failed)
            *VEC_PUSH(arena, imports) = link;
    }
}

static bool next_edge(EdgeReader *reader, Edge *edge)
{
    PackedEdge packed;
    while (edge_reader_next(reader, &packed))
        if (edge_reader_unfold(reader, &packed, edge))
            return true;
    return false;
}

void catalog_edges(const Catalog *catalog, Arena *arena, uint32_t file, EdgeVec *edges)
{
    EdgeReader reader = edge_reader_open(catalog, file);
    Edge edge;
    while (next_edge(&reader, &edge))
        *VEC_PUSH(arena, edges) = edge;
}

void catalog_all_edges(const Catalog *catalog, Arena *arena, uint32_t file, EdgeVec *edges)
{
    EdgeReader reader = edge_reader_open(catalog, file);
    Edge edge;
    reader.sort = EDGES_ALL;
    while (next_edge(&reader, &edge))
        *VEC_PUSH(arena, edges) = edge;
}

void catalog_visit_edges(const Catalog *catalog, uint32_t file, EdgeConfidence least,
                         EdgeVisit visit, void *context)
{
    EdgeReader reader = edge_reader_open(catalog, file);
    PackedEdge packed;
    Edge edge;
    while (edge_reader_next(&reader, &packed))
        if (packed.confidence >= least && edge_reader_unfold(&reader, &packed, &edge) &&
            !visit(context, &edge))
            return;
}

void catalog_edges_of(const Catalog *catalog, Arena *arena, uint32_t symbol, EdgeVec *edges)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = &catalog->files.ptr[place.file];
    EdgeReader reader = edge_reader_open(catalog, place.file);
    PackedEdge packed;
    Edge edge;
    while (edge_reader_next(&reader, &packed) && (file->moved || packed.caller <= place.index))
        if (edge_reader_index(file, packed.caller) == place.index &&
            edge_reader_unfold(&reader, &packed, &edge))
            *VEC_PUSH(arena, edges) = edge;
}

/* ---- parts ---- */

void catalog_visit_parts(const Catalog *catalog, uint32_t file, EdgeVisit visit, void *context)
{
    EdgeReader reader = edge_reader_open(catalog, file);
    Edge edge;
    reader.sort = EDGES_PARTS;
    while (next_edge(&reader, &edge) && visit(context, &edge))
        ;
}

uint32_t catalog_part_of(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = &catalog->files.ptr[place.file];
    EdgeReader reader = edge_reader_open(catalog, place.file);
    PackedEdge packed;
    Edge edge;
    reader.sort = EDGES_PARTS;
    while (edge_reader_next(&reader, &packed) && (file->moved || packed.caller <= place.index))
        if (packed.kind == EDGE_PART && edge_reader_index(file, packed.caller) == place.index &&
            edge_reader_unfold(&reader, &packed, &edge))
            return edge.callee;
    return SYMBOL_NOWHERE;
}

void catalog_mentions(const Catalog *catalog, uint32_t file, MentionVisit visit, void *context)
{
    catalog_need(catalog, CATALOG_MENTIONS);
    VarintReader in = varint_open(catalog->files.ptr[file].mentions);
    uint64_t name = 0;
    while (!varint_is_done(&in)) {
        name += varint_take(&in);
        if (in.failed || name >= names_count(&catalog->names) || !visit(context, (uint32_t)name))
            return;
    }
}

bool catalog_mentions_any(const Catalog *catalog, uint32_t file, const uint8_t *means, size_t count)
{
    catalog_need(catalog, CATALOG_MENTIONS);
    VarintReader in = varint_open(catalog->files.ptr[file].mentions);
    uint64_t name = 0;
    while (!varint_is_done(&in)) {
        name += varint_take(&in);
        if (name >= count || means[name])
            return !in.failed && name < count;
    }
    return false;
}

void catalog_visit_callees(const Catalog *catalog, uint32_t file, CalleeVisit visit, void *context)
{
    EdgeReader reader = edge_reader_open(catalog, file);
    PackedEdge packed;
    while (edge_reader_next(&reader, &packed))
        if (packed.file && packed.file <= catalog->files.len &&
            !visit(context, packed.file - 1, packed.number))
            return;
}

/* ---- filters ---- */

uint64_t segment_callee_hash(uint32_t file, uint32_t index)
{
    return filter_hash(id_pair(file, index));
}

/* Hashes of the symbols outside these files that their edges end in, without duplicates. */
static void list_callees(const Catalog *catalog, FileSpan files, Arena *arena, HashVec *hashes)
{
    IdMap seen = {0};
    uint32_t first = (uint32_t)(files.ptr - catalog->files.ptr);
    uint32_t end = (uint32_t)(files.end - catalog->files.ptr);
    for (uint32_t id = first; id < end; id++) {
        EdgeReader reader = edge_reader_open(catalog, id);
        PackedEdge packed;
        while (edge_reader_next(&reader, &packed)) {
            uint32_t file = packed.file - 1;
            if (!packed.file || (file >= first && file < end) ||
                id_map_put(&seen, arena, id_pair(file, packed.number), 0) != ID_MAP_NONE)
                continue;
            *VEC_PUSH(arena, hashes) = segment_callee_hash(file, packed.number);
        }
    }
}

static void put_callees(Buf *out, Arena scratch, const Catalog *catalog, FileSpan files,
                        unsigned bits)
{
    HashVec hashes = {0};
    list_callees(catalog, files, &scratch, &hashes);
    Buf filter = buf_open(&scratch, 0);
    filter_put(&filter, hashes.ptr, hashes.len, bits);
    varint_put_str(out, buf_str(&filter));
}

void segment_put_callees(Buf *out, Arena scratch, const Catalog *catalog, FileSpan files)
{
    put_callees(out, scratch, catalog, files, FILTER_BITS);
    for (CatalogFile *at = files.ptr; at < files.end; at += CALLEE_GROUP_FILES) {
        size_t some = MIN((size_t)(files.end - at), (size_t)CALLEE_GROUP_FILES);
        put_callees(out, scratch, catalog, (FileSpan){at, at + some}, FILTER_BITS_ROUGH);
    }
}
