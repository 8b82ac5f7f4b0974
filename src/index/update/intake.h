/* Taking up changed files: read, classified, and turned into facts by workers unless the store
   knows facts of that content; then their symbols are in the catalog. Large ones first, so that
   none is left for the end alone. */
#pragma once

#include "git/walk.h"
#include "index/catalog/catalog.h"
#include "index/update/worker.h"

typedef struct IntakeFile {
    const WalkFile *file;
    uint32_t id; /* in the catalog */
} IntakeFile;
typedef VEC(IntakeFile) IntakeFileVec;

typedef struct IntakeReport {
    uint32_t done;   /* files, of those given */
    uint32_t parsed; /* by a worker; the others' facts were known */
    uint32_t failed;
    uint32_t left_out; /* there is no memory for them (memory.h) */
    uint64_t bytes;    /* read */
    uint64_t symbols;
} IntakeReport;

typedef struct IntakeOptions {
    Str root;
    bool force; /* parse even what the store knows */
    int workers;
    uint64_t memory;        /* limit of this process and its workers, MEMORY_NONE: none */
    const Arena *hidden[2]; /* what workers need not have */
    WorkerPool *pool;       /* NULL: workers for this call */
    bool unsaved; /* keep facts in Catalog.fresh, not in the store: no transaction is needed */
    const volatile bool *cancel;
    /* Called after each file, outside any wait; false stops with its error. */
    bool (*step)(void *context, const IntakeReport *report, Err *err);
    void *context;
} IntakeOptions;

/* What facts of a content are kept under: CatalogFile.hash. The same bytes may be of two languages
   by the names of their files, which are two facts. */
Str intake_hash(Arena *arena, const Language *language, Str text);

/* Workers for so many files. */
bool intake_open_workers(Arena *arena, const IntakeOptions *options, size_t files,
                         WorkerPool **pool, Err *err) MUST_USE;
/* All files that are not whole yet. Within an open transaction of the store. The order of `files`
   is changed. */
bool intake_files(Arena *arena, Catalog *catalog, IntakeFileVec *files,
                  const IntakeOptions *options, IntakeReport *report, Err *err) MUST_USE;
