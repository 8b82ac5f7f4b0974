/* The contents of a commit that have facts, each once. Files unchanged in the work tree take their
   facts from the index; of the others, the commit's version is read from git and parsed. Files that
   git does not track are excluded. */
#pragma once

#include "base/hash.h"
#include "git/git_walk.h"
#include "git/objects.h"
#include "index/catalog/catalog.h"

typedef struct SharedContent {
    Str hash; /* HASH_CONTENT_BYTES */
    Str path; /* the first file with it */
    /* Facts of a version outside the work tree; empty: they are in the store. */
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
    bool clean;            /* the work tree has all files of the commit unchanged */
} SharedContents;

/* Gathers the contents of a commit. Contents without facts (binaries, very large files), with
   shortened facts, or with facts that seem to contain a secret, are left out: a reader parses
   them. */
bool shared_contents(Arena *arena, Arena scratch, const SharedCommit *of, SharedContents *contents,
                     Err *err) MUST_USE;
