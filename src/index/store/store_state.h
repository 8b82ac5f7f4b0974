/* What a store is; for the files that make it up. */
#pragma once

#include "index/store/packs.h"
#include "index/store/store.h"
#include "index/terms/term_store.h"

struct Store {
    Db *db;
    Packs *packs;
    TermStore *terms;
    bool private; /* in memory */
    bool read_only;
    bool mapped;
    bool advanced;   /* its generation, in the transaction that is open */
    uint64_t tree;   /* id of the work tree */
    int wait_ms;     /* for another writer */
    Str path;        /* of the database; empty: in memory */
    Str root;        /* of the work tree */
    char *lock_path; /* NULL: in memory */
    int lock;        /* descriptor + 1; 0: not locked */
};
