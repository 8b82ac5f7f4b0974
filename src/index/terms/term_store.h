/* The term store: an inverted index of all contents in a database (file_terms.h), in the manner of
   a log-structured merge tree (LSM). Terms of a commit are written as a new segment, and when a
   size tier has several segments, these are merged into one. So their number stays small however
   often updates come.

   In a segment each content has a slot, identified by the key of its facts (facts_key). A slot is
   dead if its content has no facts any more, or has a slot in a later segment. Merging drops dead
   slots. */
#pragma once

#include "index/store/db.h"
#include "index/terms/file_terms.h"

/* A piece has the terms from its first one up to the next piece. Its id is the segment's id and
   the upper 16 bits of its first term. */
#define TERM_SCHEMA \
    "CREATE TABLE term_segment(id INTEGER PRIMARY KEY AUTOINCREMENT, files INTEGER NOT NULL," \
    " bytes INTEGER NOT NULL, head BLOB NOT NULL);" \
    "CREATE TABLE term_piece(id INTEGER PRIMARY KEY, data BLOB NOT NULL);"

typedef struct TermStore TermStore;

/* For a database with TERM_SCHEMA, which must stay open. */
TermStore *term_store_open(Db *db);
void term_store_close(TermStore **store);

/* Adds the terms of a content. They wait for the next flush, or cause one if enough are waiting. */
bool term_store_put(TermStore *store, uint64_t key, Str terms, Err *err) MUST_USE;
/* Writes all waiting terms as a segment. Within a transaction. */
bool term_store_flush(TermStore *store, Err *err) MUST_USE;
/* Merges small segments, and all of them if half of all slots are dead. Within a transaction,
   after term_store_flush. */
bool term_store_tidy(TermStore *store, Err *err) MUST_USE;
/* Drops waiting terms, after a rollback. */
void term_store_forget(TermStore *store);

/* ---- reading ---- */

/* The terms of one content. */
typedef struct TermSlot {
    uint64_t key;
    uint32_t first, count; /* first part and number of parts, within the segment */
} TermSlot;

/* The head of a segment; its terms stay in the database. */
typedef struct TermSegment {
    uint64_t id;
    TermSlot *slots;
    size_t slot_count;
    TermPart *parts;
    size_t part_count;
    uint16_t *pieces; /* upper 16 bits of the first term of each piece, ascending */
    size_t piece_count;
} TermSegment;
typedef VEC(TermSegment) TermSegmentVec;

/* Appends the heads of all segments, latest first. False with *err set if they cannot be read or
   are damaged. */
bool term_segments(Db *db, Arena *arena, TermSegmentVec *segments, Err *err) MUST_USE;
/* The hits of a term by the segment's parts; empty if it does not occur. False with *err set on
   failure. */
bool term_segment_find(Db *db, Arena *arena, const TermSegment *segment, uint32_t term,
                       TermHits *hits, Err *err) MUST_USE;
