/* Compiled references: the targets of a file's references, from an imported index of a compiler.
   They are stored for each work tree next to its catalog, so that every update can use them. A row
   is valid as long as the file has its content from the import; a target is valid as long as the
   target's file does, too. Invalid rows are kept: the content may come back with a branch. */
#pragma once

#include "base/varint.h"
#include "index/store/store.h"

#define COMPILED_SCHEMA \
    "CREATE TABLE compiled(id INTEGER PRIMARY KEY, tree INTEGER NOT NULL, path BLOB NOT NULL," \
    " hash BLOB NOT NULL, marks BLOB NOT NULL, UNIQUE(tree, path));"

/* Replaces the row of the path. `marks` is as compiled_put_marks writes it. */
bool compiled_put(Store *store, Str path, Str hash, Str marks, Err *err) MUST_USE;
/* Deletes all rows of the work tree. */
bool compiled_clear(Store *store, Err *err) MUST_USE;
/* Number of rows of the work tree. */
bool compiled_count(Store *store, uint64_t *count, Err *err) MUST_USE;
/* A query for rows of (path, hash, marks), by path. */
Statement *compiled_rows(Store *store);

/* What one reference of a file means. */
typedef struct CompiledMark {
    uint32_t reference; /* its number among the references of the file's outline */
    uint32_t target;    /* number of the target file + 1; 0: nothing that is indexed */
    uint32_t index;     /* of the symbol's entry in the target file; not 0 unless `target` is */
} CompiledMark;
typedef VEC(CompiledMark) CompiledMarkVec;

typedef struct CompiledTarget {
    Str path, hash;
} CompiledTarget;
typedef VEC(CompiledTarget) CompiledTargetVec;

/* Writes targets and marks; marks ascend by reference. */
void compiled_put_marks(Buf *out, const CompiledTargetVec *targets, const CompiledMarkVec *marks);
/* Reads the targets, and leaves the reader at the marks. False when the bytes are damaged. */
bool compiled_take_targets(VarintReader *in, Arena *arena, CompiledTargetVec *targets) MUST_USE;
/* The next mark; *mark is the one before, zero at first. False at the end. */
bool compiled_take_mark(VarintReader *in, CompiledMark *mark) MUST_USE;
