/* Vectors of declarations (model/vector.h), made by one model for all contents of a database: a row
   for each content, known by the key of its facts (facts_key), whether anything of it was embedded
   or all was left out. They cost money or hours, so they go only with the facts of their content,
   or when another model is begun. A damaged row is as good as none. What an index of another
   version had is kept as former rows: their entries mean nothing any more, but a text that has the
   same hash has the same vector. */
#pragma once

#include "base/id_map.h"
#include "index/store/store.h"
#include "model/vector.h"

#define VECTOR_SCHEMA \
    "CREATE TABLE embedder(id INTEGER PRIMARY KEY, identity TEXT NOT NULL, probe BLOB NOT NULL," \
    " moment INTEGER NOT NULL);" \
    "CREATE TABLE embedding(key INTEGER PRIMARY KEY, parts BLOB NOT NULL, numbers BLOB NOT NULL);" \
    "CREATE TABLE former(key INTEGER PRIMARY KEY, parts BLOB NOT NULL, numbers BLOB NOT NULL);"

/* Who made them: what it is called, and its vector of a text that never changes. */
typedef struct VectorModel {
    Str identity; /* empty: none yet */
    const int8_t *probe;
    size_t dims;
    uint64_t moment; /* another one after each vectors_touch */
} VectorModel;

/* The declarations of one content. */
typedef struct FileVectors {
    uint32_t count;
    uint32_t secret, large;  /* declarations that were left out */
    const uint32_t *entries; /* in the catalog's row of a file */
    const uint64_t *hashes;  /* of the texts that were embedded */
    const uint8_t *signs;    /* vector_signs of each */
    const int8_t *numbers;   /* vector of each; NULL: not read */
} FileVectors;

bool vectors_model(Store *store, Arena *arena, VectorModel *model, Err *err) MUST_USE;
/* Drops all there are. Within a transaction, as the other one that writes. */
bool vectors_begin(Store *store, const VectorModel *model, Err *err) MUST_USE;
bool vectors_put(Store *store, Arena scratch, uint64_t key, const FileVectors *file, size_t dims,
                 Err *err) MUST_USE;
/* Gives the database at `path` what one set aside at `former` has, as former rows. Nothing where
   that is damaged, or none. */
void vectors_take_over(Arena scratch, Str path, Str former);
/* Drops former rows. */
bool vectors_drop_former(Store *store, Err *err) MUST_USE;
/* Notes that something was put. */
bool vectors_touch(Store *store, Err *err) MUST_USE;
/* Drops those of contents that have no facts any more. */
bool vectors_drop_unused(Store *store, Err *err) MUST_USE;

/* All rows in the order of their keys, without their numbers; what is pointed to lives until the
   next one. */
typedef struct VectorRows {
    Statement *statement;
    Arena *scratch;
    size_t dims;
    uint64_t key;
    FileVectors file;
} VectorRows;
VectorRows vectors_rows(Store *store, Arena *scratch, size_t dims);
VectorRows vectors_former_rows(Store *store, Arena *scratch, size_t dims);
/* False at the end, or with db_failed(rows->statement). */
bool vectors_next(VectorRows *rows, Err *err);
/* The numbers of a row with so many declarations, in the arena; NULL when there are none, or
   damaged ones. */
bool vectors_numbers(Store *store, Arena *arena, uint64_t key, size_t bytes, const int8_t **numbers,
                     Err *err) MUST_USE;
bool vectors_former_numbers(Store *store, Arena *arena, uint64_t key, size_t bytes,
                            const int8_t **numbers, Err *err) MUST_USE;
/* The keys of all rows, each with 0. */
bool vectors_keys(Store *store, Arena *arena, IdMap *keys, Err *err) MUST_USE;
