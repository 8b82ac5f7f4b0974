/* Pulling: facts that the index lacks for files of the work tree are taken from a remote. Nothing
   else of an artifact is used: facts count only for content that this machine has read and hashed,
   and the words of a file are taken from its own text. The index is then updated as usual, which
   parses the rest. */
#pragma once

#include "git/git_walk.h"
#include "index/store/store.h"
#include "share/artifact.h"

typedef struct PullOptions {
    Remote *remote;
    Store *store; /* writable; the caller holds its lock (store_lock) */
    const GitRepo *repo;
    const WalkFileVec *files; /* of the work tree, by path */
    bool graph;               /* the work tree has no index yet: a graph may be taken */
    uint64_t memory;          /* limit of an update (BuildOptions) */
    Str spool;                /* a private directory of ours, where fetched packs wait */
    /* Ids: the current commit, then ancestors, nearest first, which are looked up last. */
    const Str *commits;
    size_t commit_count;
    const Str *branches; /* names, looked up after the first commit */
    size_t branch_count;
    Str allowed_signers;    /* file of trusted signers (signature.h); empty: none */
    bool require_signature; /* artifacts of others are not used */
    const volatile bool *cancel;
} PullOptions;

typedef struct PullReport {
    bool found;        /* the remote has an artifact of one of the commits or branches */
    Str commit;        /* its commit */
    Str signer;        /* the signer, as named in the file of allowed signers; empty: unknown */
    Str doubt;         /* why the signer of a signed artifact is unknown; or empty */
    uint32_t contents; /* in the artifact */
    uint32_t known;    /* contents of the work tree whose facts the index had */
    uint32_t wanted;   /* contents that the index lacks and the artifact has */
    uint32_t taken;    /* of those; the rest changed meanwhile */
    uint32_t sampled;  /* of those, parsed here for comparison */
    GraphTaken graph;  /* zero unless a graph was examined */
    bool has_graph;    /* a graph was examined */
    uint32_t packs;    /* fetched now or by an interrupted pull */
    uint64_t bytes;    /* fetched now */
} PullReport;

/* A failed pull changes nothing. Packs that it fetched stay in the spool for the next one. */
bool artifact_pull(Arena *arena, const PullOptions *options, PullReport *report, Err *err) MUST_USE;
