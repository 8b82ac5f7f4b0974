/* The Store struct, only for the files that implement it. */
#pragma once

#include "index/store/packs.h"
#include "index/store/store.h"
#include "index/terms/term_store.h"

/* All data is in `db`. `packs` and `terms` collect and cache rows of their tables there, so they
   are dropped after a rollback. `tree` selects the work tree whose segments are read and written. A
   store on disk has a path and a lock file. A private one is in memory; a store becomes private
   when the disk is full (store_retreat). */
struct Store {
    Db *db;
    Packs *packs;
    TermStore *terms;
    bool private; /* a database in memory */
    bool read_only;
    bool mapped;
    bool advanced;   /* the generation was advanced in the open transaction */
    uint64_t tree;   /* id of the work tree */
    int wait_ms;     /* how long to wait for another writer */
    Str path;        /* of the database; empty: in memory */
    Str root;        /* of the work tree */
    char *lock_path; /* NULL: in memory */
    int lock;        /* descriptor + 1; 0: not locked */
};
