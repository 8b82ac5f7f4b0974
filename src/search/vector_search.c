/* Two phases: the Hamming distance of sign bits approximates the angle between vectors and reads an
   eighth of the bytes. The nearest VECTOR_CLOSE_PARTS by signs are then compared by cosine. */
#include "search/vector_search.h"

#include "index/catalog/contents.h"
#include "index/store/vectors.h"

#include <stdlib.h>

/* The constant k of reciprocal rank fusion: damps the weight of the first ranks. */
#define FUSE_K 60.0F
/* Weight of a rank by vectors; a rank by words has 1. */
#define FUSE_NEAR 0.7F
/* If the evidence that the question is a file's name or path exceeds this, the file counts as
   nearest by vectors too. */
#define NAMED_MIN 0.5F

/* A candidate: key of the vectors' row, and the declaration in it. */
typedef struct Close {
    uint64_t key;
    uint32_t file, entry;
    uint32_t at, count;
    uint32_t distance;
} Close;

typedef struct Search {
    Store *store;
    const Catalog *catalog;
    const VectorQuery *wanted;
    Arena *arena;
    IdMap contents;
    VEC(Close) close;
} Search;

static uint32_t distance_of(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    uint32_t sum = 0;
    size_t i = 0;
    for (; i + sizeof(uint64_t) <= bytes; i += sizeof(uint64_t)) {
        uint64_t x, y;
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        sum += (uint32_t)__builtin_popcountll(x ^ y);
    }
    for (; i < bytes; i++)
        sum += (uint32_t)__builtin_popcount(a[i] ^ b[i]);
    return sum;
}

static bool is_asked(const Search *search, uint32_t file)
{
    const VectorQuery *wanted = search->wanted;
    return file != ID_MAP_NONE && !(wanted->left_out && wanted->left_out[file]) &&
           (!wanted->docs || rank_is_prose(&search->catalog->files.ptr[file]));
}

static bool scan(Search *search, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    size_t dims = search->wanted->dims, bytes = (dims + 7) / 8;
    uint8_t *asked = NEW(search->arena, uint8_t, bytes + 1);
    arena_open(&scratch, 0);
    vector_signs(search->wanted->vector, dims, asked);
    VectorRows rows = vectors_rows(search->store, &scratch, dims);
    while (vectors_next(&rows, err)) {
        uint32_t file = id_map_get(&search->contents, rows.key);
        if (!is_asked(search, file))
            continue;
        uint32_t entries = catalog_row(search->catalog, file)->count;
        for (uint32_t i = 0; i < rows.file.count; i++)
            if (rows.file.entries[i] < entries)
                *VEC_PUSH(search->arena, &search->close) =
                    (Close){.key = rows.key,
                            .file = file,
                            .entry = rows.file.entries[i],
                            .at = i,
                            .count = rows.file.count,
                            .distance = distance_of(asked, rows.file.signs + i * bytes, bytes)};
    }
    return !db_failed(rows.statement);
}

/* Keeps the candidates at the smallest distances, in their order (counting selection). */
static void keep_close(Search *search)
{
    size_t kept = 0, sum = 0;
    /* Sign bits are padded to whole bytes. */
    uint32_t *counts = NEW(search->arena, uint32_t, search->wanted->dims + 8), limit = 0;
    if (search->close.len <= VECTOR_CLOSE_PARTS)
        return;
    for (size_t i = 0; i < search->close.len; i++)
        counts[search->close.ptr[i].distance]++;
    while (sum + counts[limit] < VECTOR_CLOSE_PARTS)
        sum += counts[limit++];
    for (size_t i = 0; i < search->close.len; i++)
        if (search->close.ptr[i].distance <= limit && kept < 2 * VECTOR_CLOSE_PARTS)
            search->close.ptr[kept++] = search->close.ptr[i];
    search->close.len = kept;
}

/* Computes cosines; candidates of one row are adjacent, so each row is read once. */
static bool compare(Search *search, VectorHitVec *parts, Err *err)
{
    size_t dims = search->wanted->dims;
    const int8_t *numbers = NULL;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    for (size_t i = 0; i < search->close.len; i++) {
        const Close *close = &search->close.ptr[i];
        if (!i || close->key != close[-1].key) {
            arena_reset(&scratch);
            if (!vectors_numbers(search->store, &scratch, close->key, close->count * dims, &numbers,
                                 err))
                return false;
        }
        if (!numbers)
            continue;
        double cosine = vector_cosine(search->wanted->vector, numbers + close->at * dims, dims);
        if (cosine > 0)
            *VEC_PUSH(search->arena, parts) = (VectorHit){close->file, close->entry, (float)cosine};
    }
    return true;
}

static int by_nearness(const void *a, const void *b)
{
    const VectorHit *x = a, *y = b;
    if (x->cosine != y->cosine)
        return x->cosine > y->cosine ? -1 : 1;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return x->entry < y->entry ? -1 : x->entry > y->entry;
}

void vector_search_sort(VectorHitVec *parts, size_t limit)
{
    if (parts->len)
        qsort(parts->ptr, parts->len, sizeof *parts->ptr, by_nearness);
    parts->len = MIN(parts->len, limit);
}

bool vector_search_find(Store *store, const Catalog *catalog, Arena *arena,
                        const VectorQuery *wanted, VectorHitVec *parts, Err *err)
{
    Search search = {.store = store, .catalog = catalog, .wanted = wanted, .arena = arena};
    *parts = (VectorHitVec){0};
    search.contents = catalog_contents(arena, catalog);
    if (!scan(&search, err))
        return false;
    keep_close(&search);
    if (!compare(&search, parts, err))
        return false;
    vector_search_sort(parts, wanted->limit);
    return true;
}

/* ---- merging ---- */

static float worth_of(size_t place)
{
    return 1 / (FUSE_K + (float)place + 1);
}

/* A part's score adds up its share of the best part by words and its cosine relative to the file's
   best. */
static void add_part(RankedFile *file, uint32_t entry, float worth)
{
    for (size_t i = 0; i < RANK_PARTS_MAX; i++) {
        RankedPart *part = &file->parts[i];
        if (part->score > 0 && part->entry != entry)
            continue;
        part->entry = entry;
        part->score += worth;
        part->near = worth;
        return;
    }
}

static int by_score(const void *a, const void *b)
{
    const RankedPart *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return x->entry < y->entry ? -1 : x->entry > y->entry;
}

static void settle_parts(RankedFile *file)
{
    size_t count = 0;
    while (count < RANK_PARTS_MAX && file->parts[count].score > 0)
        count++;
    qsort(file->parts, count, sizeof *file->parts, by_score);
}

static int by_worth(const void *a, const void *b)
{
    const RankedFile *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return str_compare(x->path, y->path);
}

/* Scales scores so that the best file has its former score, which keeps rankings of several
   repositories comparable. */
static void scale(Ranking *ranking, float best)
{
    float top = ranking->files.len ? ranking->files.ptr[0].score : 0;
    for (size_t i = 0; i < ranking->files.len && top > 0; i++)
        ranking->files.ptr[i].score *= best / top;
}

/* Replaces scores by words with the worth of their ranks. */
static void take_ranked(Ranking *ranking, IdMap *numbers, Arena *arena)
{
    for (size_t i = 0; i < ranking->files.len; i++) {
        RankedFile *file = &ranking->files.ptr[i];
        float best = file->parts[0].score;
        bool named = MAX(file->evidence[RANK_NAMED], file->evidence[RANK_PLACE]) > NAMED_MIN;
        file->score = worth_of(i) + (named ? worth_of(0) : 0);
        for (size_t k = 0; k < RANK_PARTS_MAX && best > 0; k++)
            file->parts[k].score /= best;
        id_map_put(numbers, arena, file->file, (uint32_t)i);
    }
}

void vector_search_fuse(Arena *arena, const Catalog *catalog, const VectorHitVec *parts,
                        size_t limit, Ranking *ranking)
{
    IdMap numbers = {0};
    size_t places = 0;
    if (!parts->len)
        return;
    float best = ranking->files.len ? ranking->files.ptr[0].score : parts->ptr[0].cosine;
    take_ranked(ranking, &numbers, arena);
    for (size_t i = 0; i < parts->len && places < VECTOR_FUSE_FILES; i++) {
        const VectorHit *part = &parts->ptr[i];
        uint32_t number = id_map_get(&numbers, part->file);
        if (number == ID_MAP_NONE) {
            number = (uint32_t)ranking->files.len;
            id_map_put(&numbers, arena, part->file, number);
            *VEC_PUSH(arena, &ranking->files) =
                (RankedFile){.file = part->file, .path = catalog->files.ptr[part->file].path};
            ranking->total++;
        }
        RankedFile *file = &ranking->files.ptr[number];
        if (file->near <= 0) {
            file->near = part->cosine;
            file->score += FUSE_NEAR * worth_of(places++);
        }
        add_part(file, part->entry, part->cosine / file->near);
    }
    for (size_t i = 0; i < ranking->files.len; i++)
        settle_parts(&ranking->files.ptr[i]);
    qsort(ranking->files.ptr, ranking->files.len, sizeof *ranking->files.ptr, by_worth);
    ranking->files.len = MIN(ranking->files.len, limit);
    scale(ranking, best);
}
