/* Opening reads the heads of all segments and maps each slot to a file; terms are read by look-ups
   only. Facts that are not stored yet form one more segment, in memory. */
#include "index/terms/term_index.h"

#include "index/catalog/contents.h"
#include "index/store/packs.h"
#include "index/store/store.h"

/* ---- segments ---- */

static void take_slots(TermIndex *index, const IdMap *contents, size_t number)
{
    const TermSegment *segment = &index->segments.ptr[number];
    uint32_t *files = index->files[number] = NEW(index->arena, uint32_t, segment->slot_count + 1);
    index->parts_max = MAX(index->parts_max, segment->part_count);
    for (size_t i = 0; i < segment->slot_count; i++) {
        const TermSlot *slot = &segment->slots[i];
        uint32_t file = id_map_get(contents, slot->key);
        uint64_t words = 0;
        files[i] = FILE_NOWHERE;
        if (file == ID_MAP_NONE || index->file_words[file])
            continue;
        files[i] = file;
        for (uint32_t p = 0; p < slot->count; p++)
            words += segment->parts[slot->first + p].length;
        index->file_words[file] = (uint32_t)MIN(words + 1, (uint64_t)UINT32_MAX);
        index->live_files++;
        index->live_parts += slot->count;
        index->words += words;
    }
}

/* Adds a segment of the catalog's facts that are not stored yet, with a slot for each content. */
static void add_fresh(TermIndex *index)
{
    const FactsVec *fresh = &index->catalog->fresh;
    TermSegment *segment = VEC_PUSH(index->arena, &index->segments);
    segment->slots = NEW(index->arena, TermSlot, fresh->len + 1);
    segment->slot_count = fresh->len;
    FileTerms *terms = NEW(index->arena, FileTerms, fresh->len + 1);
    for (size_t i = 0; i < fresh->len; i++) {
        terms[i] = file_terms_open(index->arena, fresh->ptr[i].facts.terms);
        segment->slots[i] = (TermSlot){facts_key(fresh->ptr[i].hash), (uint32_t)segment->part_count,
                                       (uint32_t)terms[i].part_count};
        segment->part_count += terms[i].part_count;
    }
    segment->parts = NEW(index->arena, TermPart, segment->part_count + 1);
    for (size_t i = 0; i < fresh->len; i++)
        if (terms[i].part_count)
            memcpy(segment->parts + segment->slots[i].first, terms[i].parts,
                   terms[i].part_count * sizeof *terms[i].parts);
}

static void take_totals(TermIndex *index)
{
    const CatalogElsewhere *elsewhere = index->catalog->elsewhere;
    index->totals = elsewhere ? elsewhere->totals : NULL;
    if (!index->totals)
        return;
    index->live_parts = MAX(index->live_parts, index->totals->parts);
    index->live_files = MAX(index->live_files, index->totals->files);
    index->words = MAX(index->words, index->totals->words);
}

static bool make(Store *store, const Catalog *catalog, Arena *arena, TermIndex *index, Err *err)
{
    *index = (TermIndex){.arena = arena, .store = store, .catalog = catalog};
    if (store && (!store_birth(store, &index->birth, err) ||
                  !term_segments(store_db(store), arena, &index->segments, err)))
        return false;
    add_fresh(index);
    IdMap contents = catalog_contents(arena, catalog);
    index->files = NEW(arena, uint32_t *, index->segments.len);
    index->file_words = NEW(arena, uint32_t, catalog->files.len + 1);
    for (size_t s = 0; s < index->segments.len; s++)
        take_slots(index, &contents, s);
    take_totals(index);
    return true;
}

void term_index_warm(Store *store, Arena *arena, Catalog *catalog)
{
    TermIndex *index = NEW(arena, TermIndex, 1);
    Err ignored = {0};
    if (!store || !make(store, catalog, arena, index, &ignored))
        *index = (TermIndex){0};
    catalog->terms = index;
}

/* Whether the store still has exactly the segments from which `warm` was made. */
static bool is_current(Store *store, const TermIndex *warm, bool *current, Err *err)
{
    size_t stored = warm->segments.len - 1, seen = 0;
    uint64_t birth;
    if (!warm->segments.len)
        return true;
    if (!store_birth(store, &birth, err))
        return false;
    *current = birth == warm->birth;
    Statement *get = db_prepare(store_db(store), "SELECT id FROM term_segment ORDER BY id DESC");
    while (db_next(get, err)) {
        *current &= seen < stored && warm->segments.ptr[seen].id == db_u64(get, 0);
        seen++;
    }
    *current &= seen == stored;
    return !db_failed(get);
}

/* Another process may merge segments at any time, so all that a question reads of them is of one
   snapshot. It ends with the store, unless the catalog has one already. */
static bool begin_snapshot(Store *store, Err *err)
{
    Db *db = store_db(store);
    return db_in_transaction(db) || db_run(db_prepare(db, "BEGIN"), err);
}

bool term_index_open(Store *store, const Catalog *catalog, Arena *arena, TermIndex *index, Err *err)
{
    bool current = false;
    if (!store)
        return make(NULL, catalog, arena, index, err);
    if (!begin_snapshot(store, err))
        return false;
    if (catalog->terms && !is_current(store, catalog->terms, &current, err))
        return false;
    if (!current)
        return make(store, catalog, arena, index, err);
    *index = *catalog->terms;
    index->arena = arena;
    index->store = store;
    return true;
}

bool term_index_total(const TermIndex *index, uint32_t term, TermTotal *total)
{
    const TermTotals *totals = index->totals;
    *total = (TermTotal){0};
    if (!totals)
        return false;
    size_t low = 0, high = totals->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (totals->terms[middle] < term)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < totals->count && totals->terms[low] == term)
        *total = totals->totals[low];
    return true;
}

/* ---- finding ---- */

/* Maps hits to files. Hits ascend by part, so their slots ascend too: each search for a slot
   gallops from the previous one. */
static void take_hits(const TermIndex *index, Arena *arena, size_t number, uint32_t base,
                      TermHits from, TermPostingVec *postings)
{
    const TermSegment *segment = &index->segments.ptr[number];
    TermHit hit;
    size_t slot = 0, step;
    while (term_hits_next(&from, &hit)) {
        uint32_t part = base + hit.part;
        if (part >= segment->part_count)
            return;
        for (step = 1;
             slot + step < segment->slot_count && segment->slots[slot + step].first <= part;
             step *= 2)
            slot += step;
        for (; step; step /= 2)
            if (slot + step < segment->slot_count && segment->slots[slot + step].first <= part)
                slot += step;
        uint32_t file = index->files[number][slot];
        if (file != FILE_NOWHERE)
            *VEC_PUSH(arena, postings) = (TermPosting){file, part, hit.code};
    }
}

static void find_fresh(const TermIndex *index, Arena *arena, size_t number, uint32_t term,
                       TermPostingVec *postings)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    for (size_t i = 0; i < index->catalog->fresh.len; i++) {
        Arena work = scratch;
        FileTerms terms = file_terms_open(&work, index->catalog->fresh.ptr[i].facts.terms);
        while (file_terms_next(&terms) && terms.term < term)
            continue;
        if (!terms.failed && terms.term == term)
            take_hits(index, arena, number, index->segments.ptr[number].slots[i].first,
                      term_hits_open(terms.hits, terms.hit_count), postings);
    }
}

bool term_index_find(const TermIndex *index, Arena *arena, size_t segment, uint32_t term,
                     TermPostingVec *postings, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    TermHits found;
    if (segment + 1 == index->segments.len) {
        find_fresh(index, arena, segment, term, postings);
        return true;
    }
    arena_open(&scratch, 0);
    if (!term_segment_find(store_db(index->store), &scratch, &index->segments.ptr[segment], term,
                           &found, err))
        return false;
    take_hits(index, arena, segment, 0, found, postings);
    return true;
}
