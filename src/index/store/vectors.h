/* Embedding vectors of declarations (model/vector.h) in the store: one row for each content, by
   the key of its facts (facts_key). All vectors of a database come from one model. A content has a
   row even if all its declarations were left out.

   Vectors cost money or hours. They are dropped only with the facts of their content, or when
   another model is chosen. A damaged row counts as absent. Vectors from an index of another
   version are kept in the table `former`. Their entry numbers are invalid, but a text with the
   same hash still has the same vector. */
#pragma once

#include "base/id_map.h"
#include "index/store/store.h"
#include "model/vector.h"

#define VECTOR_SCHEMA \
    "CREATE TABLE embedder(id INTEGER PRIMARY KEY, identity TEXT NOT NULL, probe BLOB NOT NULL," \
    " moment INTEGER NOT NULL);" \
    "CREATE TABLE embedding(key INTEGER PRIMARY KEY, parts BLOB NOT NULL, numbers BLOB NOT NULL);" \
    "CREATE TABLE former(key INTEGER PRIMARY KEY, parts BLOB NOT NULL, numbers BLOB NOT NULL);"

/* Minimum cosine of the probes of one model: servers add a little noise; other models are far
 * lower.
 */
#define VECTOR_PROBE_COSINE 0.98

/* The model that made the vectors, and its vector of a fixed text, for comparison. */
typedef struct VectorModel {
    Str identity; /* name of the model; empty: none yet */
    const int8_t *probe;
    size_t dims;
    uint64_t moment; /* changes with each vectors_touch */
} VectorModel;

/* The vectors of one content's declarations. */
typedef struct FileVectors {
    uint32_t count;
    uint32_t secret, large;  /* numbers of declarations left out: with secrets, or too large */
    const uint32_t *entries; /* indices in the file's entries */
    const uint64_t *hashes;  /* hashes of the embedded texts */
    const uint8_t *signs;    /* sign bits of each vector (vector_signs) */
    const int8_t *numbers;   /* the vectors; NULL if not read */
} FileVectors;

/* The model in use. Its identity is empty before a model is set. */
bool vectors_model(Store *store, Arena *arena, VectorModel *model, Err *err) MUST_USE;
/* Deletes all vectors and sets another model. Within a transaction, as are all functions that
   write. */
bool vectors_begin(Store *store, const VectorModel *model, Err *err) MUST_USE;
/* Stores the vectors of a content, replacing earlier ones. */
bool vectors_put(Store *store, Arena scratch, uint64_t key, const FileVectors *file, size_t dims,
                 Err *err) MUST_USE;
/* Copies the vectors of the previous database at `former` into the one at `path`, as former rows.
   Does nothing if the previous database is missing or damaged. */
void vectors_take_over(Arena scratch, Str path, Str former);
/* Drops former rows. */
bool vectors_drop_former(Store *store, Err *err) MUST_USE;
/* Changes the model's moment, after vectors were stored. */
bool vectors_touch(Store *store, Err *err) MUST_USE;
/* Deletes vectors of contents without facts. */
bool vectors_drop_unused(Store *store, Err *err) MUST_USE;

/* An iterator over all rows, by key, without the numbers. Pointers are valid until the next row.
   The scratch arena is reset for each row. */
typedef struct VectorRows {
    Statement *statement;
    Arena *scratch;
    size_t dims;
    uint64_t key;
    FileVectors file;
} VectorRows;
VectorRows vectors_rows(Store *store, Arena *scratch, size_t dims);
VectorRows vectors_former_rows(Store *store, Arena *scratch, size_t dims);
/* False at the end, or on failure: then db_failed(rows->statement). */
bool vectors_next(VectorRows *rows, Err *err);
/* The numbers of a row, copied into the arena; `bytes` is the expected length. NULL if they are
   missing or damaged. */
bool vectors_numbers(Store *store, Arena *arena, uint64_t key, size_t bytes, const int8_t **numbers,
                     Err *err) MUST_USE;
bool vectors_former_numbers(Store *store, Arena *arena, uint64_t key, size_t bytes,
                            const int8_t **numbers, Err *err) MUST_USE;
/* Adds the keys of all rows to a set; the values are 0. */
bool vectors_keys(Store *store, Arena *arena, IdMap *keys, Err *err) MUST_USE;
