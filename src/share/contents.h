/* The contents of a commit that have facts, each once. Files of the work tree that are as the
   commit has them take their facts from the index; the commit's version of the others is read from
   git and parsed. Files that git does not track are never among them. */
#pragma once

#include "base/hash.h"
#include "git/objects.h"
#include "git/walk.h"
#include "index/catalog/catalog.h"

typedef struct SharedContent {
    Str hash; /* HASH_CONTENT_BYTES */
    Str path; /* the first file that has it */
    /* Facts of a version that is not in the work tree; empty: they are in the store. */
    Facts facts;
} SharedContent;
typedef VEC(SharedContent) SharedContentVec;

typedef struct SharedCommit {
    Store *store;
    const Catalog *catalog; /* of the work tree, current, with CATALOG_FILES */
    GitObjects *objects;
    Str commit; /* id */
    const volatile bool *cancel;
} SharedCommit;

typedef struct SharedContents {
    SharedContentVec list; /* in the order of their paths */
    WalkFileVec files;     /* of the commit, for its graph, by path; without times */
    uint64_t symbols;      /* of the contents */
    bool clean;            /* the work tree has all files of the commit as they are there */
} SharedContents;

/* Gathers the contents of a commit. What has no facts (binaries, very large files),
   only shortened ones, or some in which something looks secret, is left out: a reader parses it. */
bool shared_contents(Arena *arena, Arena scratch, const SharedCommit *of, SharedContents *contents,
                     Err *err) MUST_USE;
