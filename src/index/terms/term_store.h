/* The terms of the contents of one database (file_terms.h), by term: segments, each of the files of
   one commit or of smaller segments put together, so there are few whatever came in which steps. A
   content has a slot in a segment, known by the key of its facts (facts_key); slots whose content
   has no facts any more, or stands in a later segment again, mean nothing and go when segments are
   put together. */
#pragma once

#include "index/store/db.h"
#include "index/terms/file_terms.h"

/* A piece of a segment has whole terms whose upper 16 bits are those of its id or above. */
#define TERM_SCHEMA \
    "CREATE TABLE term_segment(id INTEGER PRIMARY KEY AUTOINCREMENT, files INTEGER NOT NULL," \
    " bytes INTEGER NOT NULL, head BLOB NOT NULL);" \
    "CREATE TABLE term_piece(id INTEGER PRIMARY KEY, data BLOB NOT NULL);"

typedef struct TermStore TermStore;

/* Of a database with TERM_SCHEMA, which must stay open. */
TermStore *term_store_open(Db *db);
void term_store_close(TermStore **store);

/* Waits for the next flush, or makes one when enough is waiting. */
bool term_store_put(TermStore *store, uint64_t key, Str terms, Err *err) MUST_USE;
/* Within a transaction: nothing waits any more. */
bool term_store_flush(TermStore *store, Err *err) MUST_USE;
/* Puts small segments together, and all of them when half of what they have means nothing. Within a
   transaction, after term_store_flush. */
bool term_store_tidy(TermStore *store, Err *err) MUST_USE;
/* After a rollback. */
void term_store_forget(TermStore *store);

/* ---- reading ---- */

typedef struct TermSlot {
    uint64_t key;
    uint32_t first, count; /* parts, in the segment */
} TermSlot;

typedef struct TermSegment {
    uint64_t id;
    TermSlot *slots;
    size_t slot_count;
    TermPart *parts;
    size_t part_count;
    uint16_t *pieces; /* the upper bits of the first term of each, ascending */
    size_t piece_count;
} TermSegment;
typedef VEC(TermSegment) TermSegmentVec;

/* All of them, the latest first. False with *err when they cannot be read or are damaged. */
bool term_segments(Db *db, Arena *arena, TermSegmentVec *segments, Err *err) MUST_USE;
/* The hits of a term, by the segment's parts; none where it does not stand. */
bool term_segment_find(Db *db, Arena *arena, const TermSegment *segment, uint32_t term,
                       TermHits *hits, Err *err) MUST_USE;
