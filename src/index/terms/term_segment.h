/* Writing and reading segments of the term store (term_store.h). Terms must be written in
   ascending order, and the hits of each by ascending part. */
#pragma once

#include "index/terms/term_store.h"

/* A segment being written. Terms collect in `piece` until that is large enough to be compressed
   and stored. */
typedef struct TermSegmentWriter {
    Db *db;
    Arena *arena;
    uint64_t id;
    const TermSegment *head;
    VEC(uint16_t) pieces;
    Buf piece;      /* terms of the current piece */
    uint32_t first; /* first term of the current piece */
    uint32_t last;
    uint32_t term;
    Buf hits;
    uint32_t hit_count, hit_before;
    uint64_t bytes; /* size of all pieces before compression */
} TermSegmentWriter;

/* Begins a segment. The parts of its head must be the parts of all slots, in order. The head must
   live until segment_end. */
bool segment_begin(TermSegmentWriter *writer, Arena *arena, Db *db, const TermSegment *head,
                   Err *err) MUST_USE;
/* Adds a hit. Its term must not be smaller than the previous hit's. */
bool segment_put(TermSegmentWriter *writer, uint32_t term, TermHit hit, Err *err) MUST_USE;
/* Writes the remaining hits and the head. Without the head the segment is unusable; roll back on
   failure. */
bool segment_end(TermSegmentWriter *writer, Err *err) MUST_USE;
/* Deletes a segment with its pieces. */
bool segment_drop(Db *db, uint64_t id, Err *err) MUST_USE;
/* Stores the number of segments, after some were added or deleted. */
bool segment_count_again(Db *db, Err *err) MUST_USE;

/* An iterator over all terms of a stored segment, in ascending order. Initialise db and segment;
   close `arena` afterwards. */
typedef struct SegmentReader {
    Db *db;
    Arena arena; /* holds the current piece */
    const TermSegment *segment;
    size_t next; /* index of the next piece */
    VarintReader in;
    uint32_t term;
    TermHits hits;
    bool done;
} SegmentReader;
/* at the end: true with reader->done */
bool segment_next(SegmentReader *reader, Err *err) MUST_USE;
