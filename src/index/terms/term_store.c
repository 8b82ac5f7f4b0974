/* Size-tiered compaction: when a tier has MERGED_MIN segments, they are merged into one, which
   usually belongs to the next tier. When half of all slots are dead, all segments are merged. */
#include "index/terms/term_store.h"

#include "base/id_map.h"
#include "base/limits.h"
#include "base/radix.h"
#include "index/terms/term_segment.h"

#include <stdlib.h>

/* Size of waiting terms at which they are written. */
#define WAITING_BYTES (2 * MB)
/* Number of segments in a tier that are merged into one. */
#define MERGED_MIN 8
/* The first tier has segments below this size; each further tier is MERGED_MIN times larger. The
   last tier is not merged. */
#define TIER_BYTES (16 * KB)
#define TIERS 4

typedef struct Waiting {
    uint64_t key;
    Str terms;
} Waiting;

struct TermStore {
    Db *db;
    Arena arena; /* holds waiting terms */
    VEC(Waiting) waiting;
    size_t bytes;
};

TermStore *term_store_open(Db *db)
{
    TermStore *store = calloc(1, sizeof *store);
    if (!store)
        arena_fatal("out of memory: cannot open the index");
    store->db = db;
    return store;
}

void term_store_forget(TermStore *store)
{
    if (store->arena.begin)
        arena_reset(&store->arena);
    store->waiting.ptr = NULL;
    store->waiting.len = store->waiting.cap = store->bytes = 0;
}

void term_store_close(TermStore **store)
{
    TermStore *closing = *store;
    *store = NULL;
    if (!closing)
        return;
    arena_close(&closing->arena);
    free(closing);
}

bool term_store_put(TermStore *store, uint64_t key, Str terms, Err *err)
{
    if (!store->arena.begin)
        arena_open(&store->arena, 0);
    *VEC_PUSH(&store->arena, &store->waiting) = (Waiting){key, str_copy(&store->arena, terms)};
    store->bytes += terms.len;
    return store->bytes < WAITING_BYTES || term_store_flush(store, err);
}

/* ---- writing waiting terms ---- */

typedef struct Row {
    uint32_t term;
    uint32_t slot;
    uint32_t count;
    Str hits;
} Row;
typedef VEC(Row) RowVec;

/* Adds the terms of one content. Invalid bytes count as no terms. */
static void gather(Arena *arena, const Waiting *waiting, TermSegment *head, RowVec *rows)
{
    FileTerms terms = file_terms_open(arena, waiting->terms);
    uint32_t slot = (uint32_t)head->slot_count++;
    size_t first = head->part_count;
    head->slots[slot] = (TermSlot){waiting->key, (uint32_t)first, (uint32_t)terms.part_count};
    memcpy(head->parts + first, terms.parts ? terms.parts : head->parts,
           terms.part_count * sizeof *terms.parts);
    head->part_count += terms.part_count;
    while (file_terms_next(&terms))
        *VEC_PUSH(arena, rows) = (Row){terms.term, slot, terms.hit_count, terms.hits};
}

static size_t count_parts(Arena scratch, const TermStore *store)
{
    size_t count = 0;
    for (size_t i = 0; i < store->waiting.len; i++) {
        Arena room = scratch;
        count += file_terms_open(&room, store->waiting.ptr[i].terms).part_count;
    }
    return count;
}

/* Indices of the rows, sorted by term. */
static uint64_t *order_rows(Arena *arena, const RowVec *rows)
{
    uint64_t *order = NEW(arena, uint64_t, rows->len + 1);
    for (size_t i = 0; i < rows->len; i++)
        order[i] = (uint64_t)rows->ptr[i].term << 32 | i;
    radix_sort_upper(order, rows->len, *arena);
    return order;
}

static bool write_rows(TermStore *store, Arena *arena, const TermSegment *head, const RowVec *rows,
                       Err *err)
{
    TermSegmentWriter writer;
    const uint64_t *order = order_rows(arena, rows);
    if (!segment_begin(&writer, arena, store->db, head, err))
        return false;
    for (size_t i = 0; i < rows->len; i++) {
        const Row *row = &rows->ptr[(uint32_t)order[i]];
        TermHits hits = term_hits_open(row->hits, row->count);
        TermHit hit;
        while (term_hits_next(&hits, &hit)) {
            hit.part += head->slots[row->slot].first;
            if (!segment_put(&writer, row->term, hit, err))
                return false;
        }
    }
    return segment_end(&writer, err);
}

bool term_store_flush(TermStore *store, Err *err)
{
    if (!store->waiting.len)
        return true;
    Arena arena SCOPED(arena_close) = {0};
    RowVec rows = {0};
    arena_open(&arena, 0);
    TermSegment head = {.slots = NEW(&arena, TermSlot, store->waiting.len),
                        .parts = NEW(&arena, TermPart, count_parts(arena, store) + 1)};
    for (size_t i = 0; i < store->waiting.len; i++)
        gather(&arena, &store->waiting.ptr[i], &head, &rows);
    bool ok = write_rows(store, &arena, &head, &rows, err);
    if (ok)
        term_store_forget(store);
    return ok;
}

/* ---- merging ---- */

typedef struct Listed {
    uint64_t id, files, bytes;
} Listed;
typedef VEC(Listed) ListedVec;

static bool list_segments(TermStore *store, Arena *arena, ListedVec *list, Err *err)
{
    Statement *get = db_prepare(store->db, "SELECT id, files, bytes FROM term_segment ORDER BY id");
    while (db_next(get, err))
        *VEC_PUSH(arena, list) = (Listed){db_u64(get, 0), db_u64(get, 1), db_u64(get, 2)};
    return !db_failed(get);
}

static unsigned tier_of(uint64_t bytes)
{
    unsigned tier = 0;
    for (uint64_t limit = TIER_BYTES; tier < TIERS && bytes >= limit; limit *= MERGED_MIN)
        tier++;
    return tier;
}

static bool has_facts(TermStore *store, uint64_t key, bool *has, Err *err)
{
    Statement *get = db_prepare(store->db, "SELECT 1 FROM facts WHERE key = ?1");
    db_bind_u64(get, 1, key);
    *has = false;
    while (db_next(get, err))
        *has = true;
    return !db_failed(get);
}

/* Collects the live slots of the segments, latest first, in `head`. moved[s][p] is the new number
   of part p in segment s, or UINT32_MAX if it is dropped. */
static bool join_heads(TermStore *store, Arena *arena, const TermSegmentVec *segments,
                       TermSegment *head, uint32_t **moved, Err *err)
{
    IdMap seen = {0};
    for (size_t s = 0; s < segments->len; s++) {
        const TermSegment *segment = &segments->ptr[s];
        moved[s] = NEW(arena, uint32_t, segment->part_count + 1);
        memset(moved[s], 0xFF, (segment->part_count + 1) * sizeof **moved);
        for (size_t i = 0; i < segment->slot_count; i++) {
            const TermSlot *slot = &segment->slots[i];
            bool live = false;
            if (id_map_put(&seen, arena, slot->key, 1) != ID_MAP_NONE)
                continue;
            if (!has_facts(store, slot->key, &live, err))
                return false;
            if (!live)
                continue;
            head->slots[head->slot_count++] =
                (TermSlot){slot->key, (uint32_t)head->part_count, slot->count};
            for (uint32_t p = 0; p < slot->count; p++) {
                moved[s][slot->first + p] = (uint32_t)head->part_count;
                head->parts[head->part_count++] = segment->parts[slot->first + p];
            }
        }
    }
    return true;
}

static bool move_hits(TermSegmentWriter *writer, SegmentReader *reader, const uint32_t *moved,
                      size_t count, Err *err)
{
    TermHit hit;
    while (term_hits_next(&reader->hits, &hit)) {
        uint32_t part = hit.part < count ? moved[hit.part] : UINT32_MAX;
        if (part != UINT32_MAX &&
            !segment_put(writer, reader->term, (TermHit){part, hit.code}, err))
            return false;
    }
    return segment_next(reader, err);
}

static bool join_terms(TermSegmentWriter *writer, const TermSegmentVec *segments,
                       SegmentReader *readers, uint32_t **moved, Err *err)
{
    for (size_t s = 0; s < segments->len; s++) {
        readers[s] = (SegmentReader){.db = writer->db, .segment = &segments->ptr[s]};
        if (!segment_next(&readers[s], err))
            return false;
    }
    for (;;) {
        bool any = false;
        uint32_t least = UINT32_MAX;
        for (size_t s = 0; s < segments->len; s++)
            if (!readers[s].done) {
                least = MIN(least, readers[s].term);
                any = true;
            }
        if (!any)
            return true;
        for (size_t s = 0; s < segments->len; s++)
            if (!readers[s].done && readers[s].term == least &&
                !move_hits(writer, &readers[s], moved[s], segments->ptr[s].part_count, err))
                return false;
    }
}

static bool join(TermStore *store, Arena *arena, const TermSegmentVec *segments, Err *err)
{
    size_t slots = 0, parts = 0;
    for (size_t s = 0; s < segments->len; s++) {
        slots += segments->ptr[s].slot_count;
        parts += segments->ptr[s].part_count;
    }
    TermSegment head = {.slots = NEW(arena, TermSlot, slots + 1),
                        .parts = NEW(arena, TermPart, parts + 1)};
    uint32_t **moved = NEW(arena, uint32_t *, segments->len);
    SegmentReader *readers = NEW(arena, SegmentReader, segments->len);
    TermSegmentWriter writer;
    bool ok = join_heads(store, arena, segments, &head, moved, err) &&
              segment_begin(&writer, arena, store->db, &head, err) &&
              join_terms(&writer, segments, readers, moved, err) && segment_end(&writer, err);
    for (size_t s = 0; s < segments->len; s++)
        arena_close(&readers[s].arena);
    for (size_t s = 0; s < segments->len && ok; s++)
        ok = segment_drop(store->db, segments->ptr[s].id, err);
    return ok && segment_count_again(store->db, err);
}

/* Merges the listed segments of one tier, or all if `tier` is TIERS + 1. */
static bool join_tier(TermStore *store, const ListedVec *list, unsigned tier, Err *err)
{
    Arena arena SCOPED(arena_close) = {0};
    TermSegmentVec all = {0}, chosen = {0};
    arena_open(&arena, 0);
    if (!term_segments(store->db, &arena, &all, err))
        return false;
    for (size_t s = 0; s < all.len; s++)
        for (size_t i = 0; i < list->len; i++)
            if (list->ptr[i].id == all.ptr[s].id &&
                (tier > TIERS || tier_of(list->ptr[i].bytes) == tier))
                *VEC_PUSH(&arena, &chosen) = all.ptr[s];
    return join(store, &arena, &chosen, err);
}

static bool count_facts(TermStore *store, uint64_t *count, Err *err)
{
    Statement *get = db_prepare(store->db, "SELECT count(*) FROM facts");
    while (db_next(get, err))
        *count = db_u64(get, 0);
    return !db_failed(get);
}

/* The first full tier; TIERS if no tier is full. */
static unsigned full_tier(const ListedVec *list)
{
    size_t counts[TIERS + 1] = {0};
    for (size_t i = 0; i < list->len; i++)
        counts[tier_of(list->ptr[i].bytes)]++;
    for (unsigned tier = 0; tier < TIERS; tier++)
        if (counts[tier] >= MERGED_MIN)
            return tier;
    return TIERS;
}

bool term_store_tidy(TermStore *store, Err *err)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    for (;;) {
        ListedVec list = {0};
        uint64_t slots = 0, facts = 0;
        if (!list_segments(store, &arena, &list, err))
            return false;
        unsigned tier = full_tier(&list);
        if (tier < TIERS) {
            if (!join_tier(store, &list, tier, err))
                return false;
            continue;
        }
        if (!count_facts(store, &facts, err))
            return false;
        for (size_t i = 0; i < list.len; i++)
            slots += list.ptr[i].files;
        return slots <= 2 * facts + MERGED_MIN || join_tier(store, &list, TIERS + 1, err);
    }
}
