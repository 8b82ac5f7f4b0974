/* Imports, edges and mentions of a file as packed numbers. Callers and callees are written as
   places (file id, index), which survive changes of other files. */
#include "index/catalog.h"

#include "base/pack.h"

Str edge_confidence_name(unsigned confidence)
{
    static const Str names[] = {[EDGE_EXTERNAL] = STR_INIT("external"),
                                [EDGE_AMBIGUOUS] = STR_INIT("ambiguous"),
                                [EDGE_LIKELY] = STR_INIT("likely"),
                                [EDGE_EXACT] = STR_INIT("exact")};
    return names[confidence & 3];
}

/* ---- writing ---- */

static void pack_imports(Buf *out, const ImportLinkVec *imports)
{
    pack_put(out, imports->len);
    uint32_t line = 0;
    for (size_t i = 0; i < imports->len; i++) {
        const ImportLink *link = &imports->ptr[i];
        pack_put(out, link->target == FILE_NOWHERE ? 0 : link->target + 1);
        pack_put(out, link->package);
        pack_put(out, link->name);
        pack_put(out, link->alias);
        pack_put(out, link->flags);
        pack_put_near(out, link->line, line);
        line = link->line;
    }
}

/* The callee: 0 and a name for what is outside; else its file + 1 and its index. */
static void pack_callee(const Catalog *catalog, Buf *out, const Edge *edge)
{
    bool outside = edge->callee == SYMBOL_NOWHERE;
    SymbolPlace place = outside ? (SymbolPlace){0} : catalog_place(catalog, edge->callee);
    pack_put(out, outside ? 0 : (uint64_t)place.file + 1);
    pack_put(out, outside ? edge->external : place.index);
}

static void pack_edges(const Catalog *catalog, Buf *out, uint32_t file, const EdgeVec *edges)
{
    uint32_t first = catalog->files.ptr[file].first, caller = 0, line = 0;
    for (size_t i = 0; i < edges->len; i++) {
        const Edge *edge = &edges->ptr[i];
        pack_put(out, edge->caller - first - caller);
        caller = edge->caller - first;
        pack_put(out, (uint64_t)edge->kind << 2 | edge->confidence);
        pack_callee(catalog, out, edge);
        pack_put_near(out, edge->line, line);
        line = edge->line;
        pack_put(out, edge->count);
    }
}

void catalog_set_links(Catalog *catalog, Arena scratch, uint32_t file, const ImportLinkVec *imports,
                       const EdgeVec *edges)
{
    Buf out = buf_open(&scratch, 0);
    pack_imports(&out, imports);
    pack_edges(catalog, &out, file, edges);
    CatalogFile *row = &catalog->files.ptr[file];
    bool nothing = !imports->len && !edges->len;
    Str packed = nothing ? (Str){0} : buf_str(&out);
    row->moved = NULL;
    catalog->callers.ready = false;
    if (str_equal(packed, row->links))
        return;
    row->links = str_copy(catalog->arena, packed);
    row->changed |= CATALOG_LINKS;
}

/* ---- reading ---- */

static uint32_t take_name(const Catalog *catalog, Unpack *in)
{
    uint32_t name = unpack_u32(in);
    in->failed = in->failed || name >= names_count(&catalog->names);
    return in->failed ? 0 : name;
}

static ImportLink take_import(const Catalog *catalog, Unpack *in, uint64_t *line)
{
    uint32_t target = unpack_u32(in);
    ImportLink link = {.target =
                           target && target <= catalog->files.len ? target - 1 : FILE_NOWHERE};
    link.package = take_name(catalog, in);
    link.name = take_name(catalog, in);
    link.alias = take_name(catalog, in);
    link.flags = unpack_u32(in);
    *line = unpack_near(in, *line);
    link.line = (uint32_t)*line;
    return link;
}

/* Leaves the reader at the edges. */
static Unpack take_imports(const Catalog *catalog, uint32_t file, Arena *arena,
                           ImportLinkVec *imports)
{
    Unpack in = unpack_open(catalog->files.ptr[file].links);
    uint64_t count = unpack_is_done(&in) ? 0 : unpack_take(&in), line = 0;
    for (uint64_t i = 0; i < count && !in.failed; i++) {
        ImportLink link = take_import(catalog, &in, &line);
        if (imports && !in.failed)
            *VEC_PUSH(arena, imports) = link;
    }
    return in;
}

void catalog_imports(const Catalog *catalog, Arena *arena, uint32_t file, ImportLinkVec *imports)
{
    take_imports(catalog, file, arena, imports);
}

/* What an index in packed links means now; SYMBOL_NOWHERE when that symbol is gone. */
static uint32_t present_index(const CatalogFile *file, uint32_t index)
{
    return !file->moved ? index : index < file->moved_count ? file->moved[index] : SYMBOL_NOWHERE;
}

/* False when the callee is gone. */
static bool take_callee(const Catalog *catalog, Unpack *in, Edge *edge)
{
    uint32_t file = unpack_u32(in), number = unpack_u32(in);
    edge->callee = SYMBOL_NOWHERE;
    if (!file) {
        edge->external = number < names_count(&catalog->names) ? number : 0;
        return true;
    }
    const CatalogFile *row = file <= catalog->files.len ? &catalog->files.ptr[file - 1] : NULL;
    uint32_t index = row ? present_index(row, number) : SYMBOL_NOWHERE;
    if (row && index < row->count)
        edge->callee = row->first + index;
    in->failed = in->failed || !row || (!row->moved && index >= row->count);
    return edge->callee != SYMBOL_NOWHERE;
}

typedef struct EdgeReader {
    const Catalog *catalog;
    Unpack in;
    uint32_t file, caller;
    uint64_t line;
} EdgeReader;

static EdgeReader read_edges(const Catalog *catalog, uint32_t file)
{
    return (EdgeReader){
        .catalog = catalog, .in = take_imports(catalog, file, NULL, NULL), .file = file};
}

/* *present is false when one of its ends is gone. */
static bool take_edge(EdgeReader *reader, Edge *edge, bool *present)
{
    const CatalogFile *file = &reader->catalog->files.ptr[reader->file];
    if (unpack_is_done(&reader->in))
        return false;
    *edge = (Edge){0};
    reader->caller += unpack_u32(&reader->in);
    uint64_t sort = unpack_take(&reader->in);
    *present = take_callee(reader->catalog, &reader->in, edge);
    reader->line = unpack_near(&reader->in, reader->line);
    edge->count = unpack_u32(&reader->in);
    uint32_t caller = present_index(file, reader->caller);
    *present = *present && caller < file->count;
    edge->caller = file->first + caller;
    edge->line = (uint32_t)reader->line;
    edge->kind = (uint8_t)(sort >> 2);
    edge->confidence = (uint8_t)(sort & 3);
    return !reader->in.failed && (file->moved || reader->caller < file->count);
}

static bool next_edge(EdgeReader *reader, Edge *edge)
{
    bool present = false;
    while (take_edge(reader, edge, &present))
        if (present)
            return true;
    return false;
}

void catalog_edges(const Catalog *catalog, Arena *arena, uint32_t file, EdgeVec *edges)
{
    EdgeReader reader = read_edges(catalog, file);
    Edge edge;
    while (next_edge(&reader, &edge))
        *VEC_PUSH(arena, edges) = edge;
}

/* ---- who calls ---- */

typedef struct CallerPair {
    uint32_t callee, file;
} CallerPair;
typedef VEC(CallerPair) CallerPairVec;

/* Each pair once: edges of one file come together. */
static void collect_callers(const Catalog *catalog, Arena *arena, CallerPairVec *pairs)
{
    uint32_t *latest = NEW(arena, uint32_t, (size_t)catalog->symbol_count + 1);
    Edge edge;
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        EdgeReader reader = read_edges(catalog, file);
        while (next_edge(&reader, &edge)) {
            if (edge.callee == SYMBOL_NOWHERE || latest[edge.callee] == file + 1)
                continue;
            latest[edge.callee] = file + 1;
            *VEC_PUSH(arena, pairs) = (CallerPair){edge.callee, file};
        }
    }
}

void catalog_warm_callers(Arena *arena, Arena scratch, Catalog *catalog)
{
    CallerFiles *callers = &catalog->callers;
    CallerPairVec pairs = {0};
    size_t symbols = catalog->symbol_count;
    if (callers->ready)
        return;
    collect_callers(catalog, &scratch, &pairs);
    callers->starts = NEW(arena, uint32_t, symbols + 2);
    callers->files = NEW(arena, uint32_t, pairs.len);
    for (size_t i = 0; i < pairs.len; i++)
        callers->starts[pairs.ptr[i].callee + 2]++;
    for (size_t i = 2; i < symbols + 2; i++)
        callers->starts[i] += callers->starts[i - 1];
    for (size_t i = 0; i < pairs.len; i++)
        callers->files[callers->starts[pairs.ptr[i].callee + 1]++] = pairs.ptr[i].file;
    callers->ready = true;
}

/* A bit a file. */
static uint64_t *files_with_callers(const Catalog *catalog, Arena *arena, const uint64_t *set)
{
    uint64_t *files = NEW(arena, uint64_t, catalog->files.len / 64 + 1);
    const CallerFiles *callers = &catalog->callers;
    for (uint32_t word = 0; word <= catalog->symbol_count / 64; word++)
        for (uint64_t bits = set[word]; bits; bits &= bits - 1) {
            uint32_t symbol = word * 64 + (uint32_t)__builtin_ctzll(bits);
            for (uint32_t i = callers->starts[symbol]; i < callers->starts[symbol + 1]; i++)
                files[callers->files[i] / 64] |= UINT64_C(1) << callers->files[i] % 64;
        }
    return files;
}

void catalog_edges_into(const Catalog *catalog, Arena *arena, const uint64_t *set, EdgeVec *edges)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    const uint64_t *chosen =
        catalog->callers.ready ? files_with_callers(catalog, &scratch, set) : NULL;
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        if (chosen && !(chosen[file / 64] >> file % 64 & 1))
            continue;
        EdgeReader reader = read_edges(catalog, file);
        Edge edge;
        while (next_edge(&reader, &edge))
            if (edge.callee != SYMBOL_NOWHERE && (set[edge.callee / 64] >> edge.callee % 64 & 1))
                *VEC_PUSH(arena, edges) = edge;
    }
}

void catalog_mentions(const Catalog *catalog, uint32_t file, MentionVisit visit, void *context)
{
    Unpack in = unpack_open(catalog->files.ptr[file].mentions);
    uint64_t name = 0;
    while (!unpack_is_done(&in)) {
        name += unpack_take(&in);
        if (in.failed || name >= names_count(&catalog->names) || !visit(context, (uint32_t)name))
            return;
    }
}
