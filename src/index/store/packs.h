/* The facts of one database: packs of some PACK_BYTES, and where in them the facts of a content
   are. What is put waits until a pack is full; packs_flush, before each commit, writes the rest. A
   pack is never changed: facts that are replaced or dropped leave a gap, a pack without facts goes
   at once, and packs_tidy puts together what is left of thin ones.

   Damaged packs are as good as absent: their files are parsed again. */
#pragma once

#include "index/store/db.h"
#include "index/store/facts.h"

/* Text before compression: more compresses better, less is unpacked quicker for a single file. */
#define PACK_BYTES (1536 * KB)

#define PACKS_SCHEMA \
    "CREATE TABLE pack(id INTEGER PRIMARY KEY AUTOINCREMENT, files INTEGER NOT NULL," \
    " data BLOB NOT NULL);" \
    "CREATE TABLE facts(key INTEGER PRIMARY KEY, place INTEGER NOT NULL);"

typedef struct Packs Packs;

/* Of a database with PACKS_SCHEMA, which must stay open. */
Packs *packs_open(Db *db);
void packs_close(Packs **packs);

/* Memory is scarce from now on: fewer packs stay unpacked. */
void packs_be_thrifty(Packs *packs);
/* Facts of a content, known by its hash (hash_content). Replaces what was there. */
bool packs_put(Packs *packs, Str hash, const Facts *facts, Err *err) MUST_USE;
/* A copy in the arena; what waits is found too. Empty when there are none. */
bool packs_get(Packs *packs, Arena *arena, Str hash, bool references, Facts *facts,
               Err *err) MUST_USE;
bool packs_flush(Packs *packs, Err *err) MUST_USE;
/* A transaction begins: others may have written since the one before. */
void packs_begin(Packs *packs);
/* After a rollback: forgets what waits, and all it knows of the database. */
void packs_forget(Packs *packs);

/* The number under which facts of a content stand in the table. */
uint64_t facts_key(Str hash);
/* After rows of facts were deleted: drops packs without facts, and writes those together that are
   small or more than half empty. Within a transaction. */
bool packs_tidy(Packs *packs, Err *err) MUST_USE;
