#include "index/terms/term_index.h"

#include "base/id_map.h"
#include "index/catalog/classify.h"
#include "index/store/shelf.h"
#include "index/store/store.h"

/* ---- which file a content is ---- */

static bool comes_before(const CatalogFile *file, const CatalogFile *other)
{
    if (file->class != other->class)
        return file->class < other->class;
    return str_compare(file->path, other->path) < 0;
}

static IdMap map_contents(Arena *arena, const Catalog *catalog)
{
    IdMap map = {0};
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        const CatalogFile *file = &catalog->files.ptr[id];
        if (!file->path.len || !file->hash.len)
            continue;
        uint64_t key = shelf_key(file->hash);
        uint32_t known = id_map_get(&map, key);
        if (known == ID_MAP_NONE || comes_before(file, &catalog->files.ptr[known]))
            id_map_put(&map, arena, key, id);
    }
    return map;
}

/* ---- parts ---- */

typedef struct Filling {
    TermIndex *index;
    IdMap contents;
    uint32_t at; /* the next part's number */
} Filling;

static void take_slot(Filling *filling, uint64_t key, const TermPart *parts, uint32_t count)
{
    TermIndex *index = filling->index;
    uint32_t file = id_map_get(&filling->contents, key);
    bool live = file != ID_MAP_NONE && !index->file_words[file];
    uint64_t words = 0;
    for (uint32_t i = 0; i < count; i++) {
        index->parts[filling->at] = parts[i];
        index->files[filling->at++] = live ? file : FILE_NOWHERE;
        words += parts[i].length;
    }
    if (!live)
        return;
    index->file_words[file] = (uint32_t)MIN(words + 1, (uint64_t)UINT32_MAX);
    index->live_files++;
    index->live_parts += count;
    index->words += words;
}

static bool is_wanted(const CatalogFile *file)
{
    return file->path.len && file->state != FILE_FAILED &&
           classify_is_indexed(file->class, file->path);
}

static uint32_t count_parts(TermIndex *index, const FileTerms *fresh)
{
    size_t count = 0;
    for (size_t s = 0; s < index->segments.len; s++) {
        index->bases[s] = (uint32_t)count;
        count += index->segments.ptr[s].part_count;
    }
    for (size_t i = 0; i < index->catalog->fresh.len; i++)
        count += fresh[i].part_count;
    return (uint32_t)count;
}

static void fill(TermIndex *index, const FileTerms *fresh)
{
    const Catalog *catalog = index->catalog;
    Filling filling = {.index = index, .contents = map_contents(index->arena, catalog)};
    for (size_t s = 0; s < index->segments.len; s++) {
        const TermSegment *segment = &index->segments.ptr[s];
        for (size_t i = 0; i < segment->slot_count; i++)
            take_slot(&filling, segment->slots[i].key, segment->parts + segment->slots[i].first,
                      segment->slots[i].count);
    }
    for (size_t i = 0; i < catalog->fresh.len; i++)
        take_slot(&filling, shelf_key(catalog->fresh.ptr[i].hash), fresh[i].parts,
                  (uint32_t)fresh[i].part_count);
    for (size_t i = 0; i < catalog->files.len; i++)
        index->wanted_files += is_wanted(&catalog->files.ptr[i]);
}

bool term_index_open(Store *store, const Catalog *catalog, Arena *arena, TermIndex *index, Err *err)
{
    *index = (TermIndex){.arena = arena, .store = store, .catalog = catalog};
    if (!term_segments(store_db(store), arena, &index->segments, err))
        return false;
    index->bases = NEW(arena, uint32_t, index->segments.len + 1);
    FileTerms *fresh = NEW(arena, FileTerms, catalog->fresh.len + 1);
    for (size_t i = 0; i < catalog->fresh.len; i++)
        fresh[i] = file_terms_open(arena, catalog->fresh.ptr[i].facts.terms);
    index->part_count = count_parts(index, fresh);
    index->parts = NEW(arena, TermPart, index->part_count + 1);
    index->files = NEW(arena, uint32_t, index->part_count + 1);
    index->file_words = NEW(arena, uint32_t, catalog->files.len + 1);
    fill(index, fresh);
    return true;
}

/* ---- looking ---- */

static void take_hits(const TermIndex *index, Arena *arena, uint32_t base, TermHits from,
                      TermHitVec *hits)
{
    TermHit hit;
    while (term_hits_next(&from, &hit)) {
        hit.part += base;
        if (hit.part < index->part_count && index->files[hit.part] != FILE_NOWHERE)
            *VEC_PUSH(arena, hits) = hit;
    }
}

/* Of what is not stored yet, `base` the first part's number. */
static void find_fresh(const TermIndex *index, Arena *arena, uint32_t base, uint32_t term,
                       TermHitVec *hits)
{
    for (size_t i = 0; i < index->catalog->fresh.len; i++) {
        FileTerms terms = file_terms_open(arena, index->catalog->fresh.ptr[i].facts.terms);
        while (file_terms_next(&terms) && terms.term < term)
            continue;
        if (!terms.failed && terms.term == term)
            take_hits(index, arena, base, term_hits_open(terms.hits, terms.hit_count), hits);
        base += (uint32_t)terms.part_count;
    }
}

bool term_index_find(const TermIndex *index, Arena *arena, uint32_t term, TermHitVec *hits,
                     Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    uint32_t base = 0;
    arena_open(&scratch, 0);
    *hits = (TermHitVec){0};
    for (size_t s = 0; s < index->segments.len; s++) {
        const TermSegment *segment = &index->segments.ptr[s];
        TermHits found;
        arena_reset(&scratch);
        if (!term_segment_find(store_db(index->store), &scratch, segment->id, term, &found, err))
            return false;
        take_hits(index, arena, index->bases[s], found, hits);
        base = index->bases[s] + (uint32_t)segment->part_count;
    }
    find_fresh(index, &scratch, base, term, hits);
    return true;
}
