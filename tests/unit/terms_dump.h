/* The term store's contents for each file, as one number: to compare indices that were built in
   different steps. */
#pragma once

#include "base/hash.h"
#include "index/store/store.h"
#include "index/terms/term_index.h"
#include "index/terms/term_segment.h"

typedef struct TermSums {
    TermIndex index;
    uint64_t *sums; /* by file; independent of the order of terms and segments */
    bool ok;
} TermSums;

static inline void terms_add(TermSums *sums, size_t number, uint32_t term, TermHits hits,
                             uint32_t base)
{
    const TermSegment *segment = &sums->index.segments.ptr[number];
    TermHit hit;
    size_t slot = 0;
    while (term_hits_next(&hits, &hit)) {
        uint32_t part = base + hit.part;
        while (slot + 1 < segment->slot_count && segment->slots[slot + 1].first <= part)
            slot++;
        uint64_t numbers[] = {term, segment->parts[part].entry, hit.code};
        uint32_t file = sums->index.files[number][slot];
        if (file != FILE_NOWHERE)
            sums->sums[file] += hash_fast((Str){(const char *)numbers, sizeof numbers});
    }
}

static inline TermSums terms_sum(Arena *arena, Store *store, const Catalog *catalog)
{
    TermSums sums = {.sums = NEW(arena, uint64_t, catalog->files.len + 1)};
    Err err;
    sums.ok = term_index_open(store, catalog, arena, &sums.index, &err);
    for (size_t s = 0; s + 1 < sums.index.segments.len && sums.ok; s++) {
        SegmentReader reader = {.db = store_db(store), .segment = &sums.index.segments.ptr[s]};
        for (bool more = true; more;) {
            sums.ok = segment_next(&reader, &err);
            more = sums.ok && !reader.done;
            if (more)
                terms_add(&sums, s, reader.term, reader.hits, 0);
        }
        arena_close(&reader.arena);
    }
    for (size_t i = 0; i < catalog->fresh.len && sums.ok; i++) {
        size_t last = sums.index.segments.len - 1;
        FileTerms terms = file_terms_open(arena, catalog->fresh.ptr[i].facts.terms);
        while (file_terms_next(&terms))
            terms_add(&sums, last, terms.term, term_hits_open(terms.hits, terms.hit_count),
                      sums.index.segments.ptr[last].slots[i].first);
    }
    return sums;
}

/* One line for each file, sorted by path. */
static inline void terms_put(Buf *out, Arena scratch, Store *store, const Catalog *catalog)
{
    TermSums terms = terms_sum(&scratch, store, catalog);
    size_t count;
    const CatalogPath *list = catalog_by_path(&scratch, catalog, &count);
    if (!terms.ok)
        buf_put(out, STR("the index of words cannot be read\n"));
    for (size_t i = 0; i < count; i++)
        buf_printf(out, "%.*s: %u words, terms %016llx\n", STR_ARG(list[i].path),
                   terms.index.file_words[list[i].id], (unsigned long long)terms.sums[list[i].id]);
}
