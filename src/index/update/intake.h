/* Intake of changed files: reads and classifies them, gets their facts, and puts their symbols into
   the catalog.

   Facts come from the store if it has some for that content, else from workers. Large files go
   first, so that none runs alone at the end. */
#pragma once

#include "git/git_walk.h"
#include "index/catalog/catalog.h"
#include "index/update/worker.h"

typedef struct IntakeFile {
    const WalkFile *file;
    uint32_t id; /* in the catalog */
} IntakeFile;
typedef VEC(IntakeFile) IntakeFileVec;

typedef struct IntakeReport {
    uint32_t done;   /* files, of those given */
    uint32_t parsed; /* by a worker; facts of the rest were known */
    uint32_t failed;
    uint32_t left_out; /* for lack of memory (memory.h) */
    uint64_t bytes;    /* read */
    uint64_t symbols;
} IntakeReport;

typedef struct IntakeOptions {
    Str root;
    bool force; /* parse even contents whose facts the store has */
    int workers;
    uint64_t memory;        /* limit in bytes for this process and its workers, MEMORY_NONE: none */
    const Arena *hidden[2]; /* arenas that workers do not need */
    WorkerPool *pool;       /* NULL: workers are started for this call */
    bool unsaved; /* keep facts in Catalog.fresh instead of the store: needs no transaction */
    const volatile bool *cancel;
    /* Called after each file, when nothing is being waited for. False stops with *err. */
    bool (*step)(void *context, const IntakeReport *report, Err *err);
    void *context;
} IntakeOptions;

/* The key of a content's facts, CatalogFile.hash. It covers the language, since the same bytes may
   be two languages under different file names. */
Str intake_hash(Arena *arena, const Language *language, Str text);

/* The language that the includers of a file give it, unless the file is the text of a string
   (`const char *source =`, then the include of a file with a raw string) or declares its own
   language. `head`: the text or its beginning. */
const Language *intake_language(const CatalogFile *file, Str path, Str head);

/* Starts workers for that number of files; close the pool with worker_pool_close. */
bool intake_open_workers(Arena *arena, const IntakeOptions *options, size_t files,
                         WorkerPool **pool, Err *err) MUST_USE;
/* Takes in all files that are not complete yet. Unless `unsaved`, the store must have an open
   transaction. Reorders `files`. When interrupted, files already done are complete. */
bool intake_files(Arena *arena, Catalog *catalog, IntakeFileVec *files,
                  const IntakeOptions *options, IntakeReport *report, Err *err) MUST_USE;
