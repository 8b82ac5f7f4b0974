/* Pack files of facts, similar to git's: a table of packs of about PACK_BYTES, and a table that
   maps contents to places in them. New facts wait in memory until a pack is full; packs_flush,
   before each commit, writes the rest.

   A pack is never changed. Facts that are replaced or dropped leave a gap in it. A pack without
   live facts is deleted at once; packs_tidy merges packs that are small or mostly gaps. Damaged
   packs count as absent: their files are parsed again. */
#pragma once

#include "index/store/db.h"
#include "index/store/facts.h"

/* Uncompressed size at which a pack is written. Larger packs compress better; from smaller ones a
   single file is unpacked faster. */
#define PACK_BYTES (1536 * KB)

#define PACKS_SCHEMA \
    "CREATE TABLE pack(id INTEGER PRIMARY KEY AUTOINCREMENT, files INTEGER NOT NULL," \
    " data BLOB NOT NULL);" \
    "CREATE TABLE facts(key INTEGER PRIMARY KEY, place INTEGER NOT NULL);"

typedef struct Packs Packs;

/* For a database with PACKS_SCHEMA, which must stay open. */
Packs *packs_open(Db *db);
void packs_close(Packs **packs);

/* Keeps fewer packs decompressed from now on. */
void packs_be_thrifty(Packs *packs);
/* Stores the facts of a content, replacing earlier ones. `hash` is its hash_content. */
bool packs_put(Packs *packs, Str hash, const Facts *facts, Err *err) MUST_USE;
/* Finds the facts of a content, also among those not written yet. The result is a copy in the
   arena, empty if they are not found. */
bool packs_get(Packs *packs, Arena *arena, Str hash, bool references, Facts *facts,
               Err *err) MUST_USE;
/* Whether there is a row for the content. Its pack may prove to be damaged when it is read. */
bool packs_has(Packs *packs, Str hash, bool *has, Err *err) MUST_USE;
/* Writes the waiting facts as a pack. */
bool packs_flush(Packs *packs, Err *err) MUST_USE;
/* To be called when a transaction begins: other processes may have written since the last one. */
void packs_begin(Packs *packs);
/* To be called after a rollback: drops waiting facts and everything cached from the database. */
void packs_forget(Packs *packs);

/* Takes over a pack that another store wrote (facts_pack.h), without unpacking it. hashes[i] is the
   content whose facts are in slot i; empty: that slot is not wanted. The caller has checked that
   the pack can be read and has these slots. */
bool packs_adopt(Packs *packs, Str blob, const Str *hashes, size_t count, Err *err) MUST_USE;

/* The key of a content's facts in the table: the first 8 bytes of its hash. */
uint64_t facts_key(Str hash);
/* The rest of it, stored in the pack to verify that a slot holds the wanted facts. */
uint64_t facts_check(Str hash);
/* To be called in a transaction, after rows of facts were deleted. Deletes packs without facts,
   and merges packs that are small or more than half empty. */
bool packs_tidy(Packs *packs, Err *err) MUST_USE;
