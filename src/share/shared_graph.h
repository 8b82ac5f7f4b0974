/* The graph of a commit, as shared: the segments of its catalog (catalog_store.h), with names,
   files, symbols, and resolved imports and calls. It is a function of the commit: file times are 0,
   and the graph is built from scratch. A reader of the commit then resolves nothing, and a reader
   of a near commit only the differences.

   In small repositories resolving takes less time than a user notices, so no graph is shared. */
#pragma once

#include "git/git_walk.h"
#include "index/catalog/catalog.h"

/* Symbols from which a graph is shared by default: resolving this many takes a second or two. */
#define GRAPH_SYMBOLS_MIN 100000
/* Size at which a part is closed, so that an interrupted transfer loses little. */
#define GRAPH_PART_BYTES (8 * MB)
/* The largest accepted part: the largest segments of large trees are some 20 MB. */
#define GRAPH_PART_BYTES_MAX (256 * MB)

/* `18.98.74`: graphs of other versions are useless. */
Str shared_graph_version(Arena *arena);

typedef struct GraphSource {
    Store *store; /* locked by the caller (store_lock) */
    const GitRepo *repo;
    WalkFileVec files; /* of the commit, as they are in the work tree; their times are ignored */
    uint64_t memory;   /* limit of an update (BuildOptions) */
    const volatile bool *cancel;
} GraphSource;
typedef VEC(Str) GraphParts;
/* Makes the graph and appends its parts, in the arena. *whole is false, and no part is appended, if
   some file was left out for lack of memory or could not be read. */
bool shared_graph_make(Arena *arena, Arena scratch, const GraphSource *source, GraphParts *parts,
                       bool *whole, Err *err) MUST_USE;

/* The reader's view of a file: false if it does not have the file, or another content. */
typedef struct GraphReader {
    Store *store; /* with the facts of all local files of the graph; locked */
    const GitRepo *repo;
    /* Sets size, stamp and inode of a file whose local content has file->hash. */
    bool (*stamp)(void *context, CatalogFile *file);
    void *context;
    const volatile bool *cancel;
} GraphReader;
typedef enum GraphVerdict {
    GRAPH_TAKEN,
    GRAPH_UNUSED,  /* useless here; the index resolves for itself */
    GRAPH_REFUSED, /* it contradicts the facts: its artifact must not be believed */
} GraphVerdict;
typedef struct GraphTaken {
    GraphVerdict verdict;
    const char *why;  /* the reason if not taken */
    uint32_t files;   /* files that are the same here */
    uint32_t sampled; /* files resolved again for comparison */
} GraphTaken;
/* Stores a graph as the graph of the store's work tree. The symbols and links of a random sample
   are made again from the facts, and the metrics of all symbols. A difference refuses the graph if
   all its files are the same here; otherwise local changes may explain it, and the graph is not
   used. */
bool shared_graph_take(Arena scratch, const GraphReader *reader, const GraphParts *parts,
                       GraphTaken *taken, Err *err) MUST_USE;
