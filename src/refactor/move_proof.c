/* An edge is known by what each end is called in the state after the move: the path of its file and
   the names from the outermost scope inwards. For code that is moved, the names begin with the
   symbol. */
#include "refactor/move_proof.h"

#include "base/hash.h"
#include "base/path.h"
#include "index/update/as_of.h"
#include "session/warm.h"

#include <stdlib.h>

/* Files whose edges are compared; a name in more of them is not moved. */
#define PROOF_FILES_MAX 2000

typedef struct MoveEdge {
    uint64_t hash;
    uint32_t from, to; /* dense ids, for the answer; `to`: or SYMBOL_NOWHERE */
    bool exact;
} MoveEdge;
typedef VEC(MoveEdge) MoveEdgeVec;

struct MoveProof {
    size_t count;  /* of files before */
    bool *watched; /* by file id */
    MoveEdgeVec before;
    bool is_too_large;
};

static int by_hash(const void *a, const void *b)
{
    uint64_t x = ((const MoveEdge *)a)->hash, y = ((const MoveEdge *)b)->hash;
    return x < y ? -1 : x > y;
}

static bool has(const MoveEdgeVec *edges, uint64_t hash)
{
    MoveEdge wanted = {.hash = hash};
    return edges->len && bsearch(&wanted, edges->ptr, edges->len, sizeof wanted, by_hash) != NULL;
}

/* Whether a symbol is moved: before the edit by its place, after it as one that its file has more
   than before. */
static bool is_moved(const Move *move, const CatalogFile *row, uint32_t index, bool after)
{
    const SymbolVec *symbols = &move->from.outline.symbols;
    uint32_t parent = row->entries[index].parent;
    bool top = !parent || row->entries[parent].kind == SYMBOL_NAMESPACE ||
               row->entries[parent].kind == SYMBOL_MODULE;
    if (after)
        return top && str_equal(row->path, move->to.path) &&
               row->entries[index].kind != SYMBOL_NAMESPACE && index > move->to.outline.symbols.len;
    return top && str_equal(row->path, move->from.path) && index <= symbols->len &&
           symbols->ptr[index - 1].start >= move->start &&
           symbols->ptr[index - 1].start < move->end;
}

static uint64_t key_of(const Move *move, uint32_t symbol, bool after)
{
    const Catalog *catalog = move->uses->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *row = catalog_row(catalog, place.file);
    uint64_t key = 0;
    for (uint32_t i = place.index; i; i = row->entries[i].parent) {
        const uint64_t parts[] = {key, hash_fast(catalog_name(catalog, row->entries[i].name)),
                                  row->entries[i].kind};
        key = hash_fast((Str){(const char *)parts, sizeof parts});
        if (is_moved(move, row, i, after))
            return key;
    }
    SymbolKind kind = (SymbolKind)row->entries[place.index].kind;
    if (place.index && (kind == SYMBOL_NAMESPACE || kind == SYMBOL_MODULE))
        return key; /* files add to it */
    const uint64_t parts[] = {key, hash_fast(row->path)};
    return hash_fast((Str){(const char *)parts, sizeof parts});
}

static void read_edges(const Move *move, uint32_t file, bool after, MoveEdgeVec *found)
{
    const Catalog *catalog = move->uses->catalog;
    Arena *arena = move->uses->request->arena;
    EdgeVec edges = {0};
    catalog_edges(catalog, arena, file, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        const Edge *edge = &edges.ptr[i];
        bool inside = edge->callee != SYMBOL_NOWHERE;
        const uint64_t parts[] = {key_of(move, edge->caller, after),
                                  inside ? key_of(move, edge->callee, after)
                                         : hash_fast(catalog_name(catalog, edge->external)),
                                  inside, edge->kind};
        *VEC_PUSH(arena, found) =
            (MoveEdge){.hash = hash_fast((Str){(const char *)parts, sizeof parts}),
                       .from = edge->caller,
                       .to = edge->callee,
                       .exact = inside && edge->confidence == EDGE_EXACT};
    }
}

static void sort(MoveEdgeVec *edges)
{
    if (edges->len)
        qsort(edges->ptr, edges->len, sizeof *edges->ptr, by_hash);
}

/* ---- before ---- */

static bool is_near(const Move *move, const CatalogFile *row)
{
    const Catalog *catalog = move->uses->catalog;
    const CatalogFile *from = &catalog->files.ptr[move->from.id];
    Str folder = path_directory(row->path);
    if (str_equal(folder, path_directory(move->from.path)) ||
        str_equal(folder, path_directory(move->to.path)))
        return true;
    return row->package && (row->package == from->package ||
                            (move->to.id != FILE_NOWHERE &&
                             row->package == catalog->files.ptr[move->to.id].package));
}

MoveProof *move_proof_note(Move *move)
{
    const Catalog *catalog = move->uses->catalog;
    Arena *arena = move->uses->request->arena;
    MoveProof *proof = NEW(arena, MoveProof, 1);
    size_t watched = 0;
    proof->count = catalog->files.len;
    proof->watched = NEW(arena, bool, proof->count + 1);
    for (size_t i = 0; i < move->uses->files.len; i++)
        if (move->uses->files.ptr[i].id < proof->count)
            proof->watched[move->uses->files.ptr[i].id] = move->uses->files.ptr[i].is_code;
    for (uint32_t i = 0; i < proof->count; i++) {
        const CatalogFile *row = &catalog->files.ptr[i];
        proof->watched[i] =
            row->path.len && row->count && (proof->watched[i] || is_near(move, row));
        watched += proof->watched[i];
        if (proof->watched[i] && watched <= PROOF_FILES_MAX)
            read_edges(move, i, false, &proof->before);
    }
    proof->is_too_large = watched > PROOF_FILES_MAX;
    sort(&proof->before);
    return proof;
}

/* ---- after ---- */

static bool become(Move *move, Err *err)
{
    Rename *uses = move->uses;
    Arena *arena = uses->request->arena;
    const EditSet *set = &move->set;
    OutlineJob *jobs = NEW(arena, OutlineJob, set->files.len + 1);
    AsOfFile *files = NEW(arena, AsOfFile, set->files.len + 1);
    const OutlinesOptions options = {.cancel = uses->request->cancel};
    for (size_t i = 0; i < set->files.len; i++) {
        const EditFile *edit = &set->files.ptr[i];
        jobs[i] =
            (OutlineJob){.language = lang_detect(edit->path, edit->after), .text = edit->after};
        files[i] = (AsOfFile){.path = edit->path,
                              .content = edit->status == EDIT_DELETED ? NULL : &jobs[i]};
    }
    session_warm_spend(uses->request, uses->session);
    resolve_close(&uses->resolver);
    if (!outlines_make(arena, jobs, set->files.len, &options, err))
        return false;
    for (size_t i = 0; i < set->files.len; i++)
        if (jobs[i].outline.degraded && files[i].content)
            return move_refuse(err, "'%.*s' would have a syntax error", STR_ARG(files[i].path));
    return as_of_take(*uses->request->scratch, uses->catalog, &uses->session->repo, files,
                      set->files.len, err);
}

static bool refuse(const Move *move, const MoveEdge *edge, Str name, Err *err)
{
    const Catalog *catalog = move->uses->catalog;
    SymbolPlace from = catalog_place(catalog, edge->from);
    return move_refuse(err, "'%.*s' would not mean in '%.*s' what it means", STR_ARG(name),
                       STR_ARG(catalog_row(catalog, from.file)->path));
}

static Str callee_name(const Move *move, const MoveEdge *edge)
{
    const Catalog *catalog = move->uses->catalog;
    return edge->to == SYMBOL_NOWHERE
               ? STR("a name")
               : catalog_name(catalog, catalog_entry(catalog, edge->to)->name);
}

bool move_prove(Move *move, MoveProof *proof, Err *err)
{
    Arena *arena = move->uses->request->arena;
    MoveEdgeVec after = {0};
    if (proof->is_too_large)
        return move_refuse(err, "too many files would have to be compared");
    Str *names = NEW(arena, Str, proof->before.len + 1);
    Str *paths = NEW(arena, Str, proof->before.len + 1);
    for (size_t i = 0; i < proof->before.len; i++) {
        names[i] = callee_name(move, &proof->before.ptr[i]);
        SymbolPlace from = catalog_place(move->uses->catalog, proof->before.ptr[i].from);
        paths[i] = catalog_row(move->uses->catalog, from.file)->path;
    }
    if (!become(move, err))
        return false;
    const Catalog *catalog = move->uses->catalog;
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *row = &catalog->files.ptr[i];
        if (row->path.len && row->count &&
            ((i < proof->count && proof->watched[i]) || str_equal(row->path, move->to.path)))
            read_edges(move, i, true, &after);
    }
    sort(&after);
    for (size_t i = 0; i < proof->before.len; i++)
        if (proof->before.ptr[i].exact && !has(&after, proof->before.ptr[i].hash))
            return move_refuse(err, "'%.*s' would not surely mean in '%.*s' what it means",
                               STR_ARG(names[i]), STR_ARG(paths[i]));
    for (size_t i = 0; i < after.len; i++)
        if (after.ptr[i].exact && !has(&proof->before, after.ptr[i].hash))
            return refuse(move, &after.ptr[i], callee_name(move, &after.ptr[i]), err);
    return true;
}
