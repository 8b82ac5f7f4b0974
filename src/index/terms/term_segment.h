/* A segment (term_store.h) as bytes, in writing. Terms come ascending, the hits of each by part
   ascending. */
#pragma once

#include "index/terms/term_store.h"

typedef struct SegmentWriter {
    Db *db;
    Arena *arena;
    uint64_t id;
    const TermSegment *head;
    VEC(uint16_t) pieces;
    Buf piece;      /* terms of the one at hand */
    uint32_t first; /* of it */
    uint32_t last;
    uint32_t term;
    Buf hits;
    uint32_t hit_count, hit_before;
    uint64_t bytes; /* of all pieces, before compression */
} SegmentWriter;

/* The parts of the head, which lives until the end, are those of all slots, one behind the other.
 */
bool segment_begin(SegmentWriter *writer, Arena *arena, Db *db, const TermSegment *head,
                   Err *err) MUST_USE;
/* A further hit; its term is that of the one before or a larger one. */
bool segment_put(SegmentWriter *writer, uint32_t term, TermHit hit, Err *err) MUST_USE;
bool segment_end(SegmentWriter *writer, Err *err) MUST_USE;
bool segment_drop(Db *db, uint64_t id, Err *err) MUST_USE;
/* After segments came or went: says how many there are. */
bool segment_count_again(Db *db, Err *err) MUST_USE;

/* All terms of a stored one, ascending. */
typedef struct SegmentReader {
    Db *db;
    Arena arena; /* the piece at hand */
    const TermSegment *segment;
    size_t next; /* of its pieces */
    VarintReader in;
    uint32_t term;
    TermHits hits;
    bool done;
} SegmentReader;
bool segment_next(SegmentReader *reader, Err *err) MUST_USE; /* reader->done at the end */
