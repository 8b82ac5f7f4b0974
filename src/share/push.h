/* Pushing: the facts of a commit's contents that a remote lacks go there as packs, then pointers of
   the commit and its branch. */
#pragma once

#include "share/artifact.h"
#include "share/commit_contents.h"

/* The graph that may accompany the facts. */
typedef struct PushGraph {
    GraphSource source;
    /* Whether the graph of an earlier commit is near enough to serve as well. */
    bool (*is_near)(void *context, Str commit);
    void *context;
} PushGraph;

typedef struct PushOptions {
    Remote *remote; /* NULL in a dry run: an empty remote */
    Store *store;   /* has the facts of the contents */
    const SharedContentVec *contents;
    Str commit;
    Str branch;           /* empty: no branch moves */
    const Str *ancestors; /* ids of commits whose packs may be reusable, nearest first */
    size_t ancestor_count;
    const PushGraph *graph; /* NULL: no graph wanted */
    /* Signs the artifact; empty: unsigned. Packs of another artifact are then kept only if this key
       or an allowed signer signed it: otherwise the signature would vouch for packs that anyone may
       have uploaded. */
    Str sign_key, allowed_signers;
    bool dry_run; /* nothing is uploaded */
    const volatile bool *cancel;
} PushOptions;

typedef struct PushReport {
    bool known;          /* the remote had this commit */
    Str base;            /* commit whose packs were kept; empty: none */
    uint32_t contents;   /* of the commit */
    uint32_t fresh;      /* of those, in new packs */
    uint32_t packs;      /* of the artifact */
    uint32_t sent;       /* packs uploaded */
    uint32_t graph;      /* parts of the graph; 0: no graph */
    Str graph_commit;    /* commit whose graph it is */
    uint64_t bytes;      /* of the artifact, including its manifest */
    uint64_t bytes_sent; /* uploaded bytes */
} PushReport;

/* A failed push leaves unreferenced packs at worst. A dry run reports what the push would do. */
bool artifact_push(Arena *arena, const PushOptions *options, PushReport *report, Err *err) MUST_USE;
