/* Pushing: the facts of a commit's contents go to a remote as packs, as far as it lacks them, and
   pointers of the commit and its branch to it. */
#pragma once

#include "share/artifact.h"
#include "share/contents.h"

/* The graph that may go with the facts. */
typedef struct PushGraph {
    GraphSource source;
    /* Whether the graph of an earlier commit serves as well: little differs. */
    bool (*is_near)(void *context, Str commit);
    void *context;
} PushGraph;

typedef struct PushOptions {
    Remote *remote; /* NULL, in a dry run: one that has nothing */
    Store *store;   /* where the facts of the contents are */
    const SharedContentVec *contents;
    Str commit;
    Str branch;           /* empty: none moves */
    const Str *ancestors; /* ids of commits whose artifacts may have packs to keep, nearest first */
    size_t ancestor_count;
    const PushGraph *graph; /* NULL: none is wanted */
    /* Signs the artifact; empty: not. What another artifact has is then kept only if this key or an
       allowed signer signed that too: a signature says nothing of packs that anybody has put. */
    Str sign_key, allowed_signers;
    bool dry_run; /* nothing is put */
    const volatile bool *cancel;
} PushOptions;

typedef struct PushReport {
    bool known;          /* the remote had this commit */
    Str base;            /* commit whose packs were kept; empty: none */
    uint32_t contents;   /* of the commit */
    uint32_t fresh;      /* of those, in packs that are new */
    uint32_t packs;      /* of the artifact */
    uint32_t sent;       /* packs that were put */
    uint32_t graph;      /* parts of the graph; 0: there is none */
    Str graph_commit;    /* commit whose graph it is */
    uint64_t bytes;      /* of the artifact, its manifest included */
    uint64_t bytes_sent; /* of what was put */
} PushReport;

/* A failed push has put some packs at most, which nothing refers to. Numbers of a dry run are those
   of the push that it stands for. */
bool artifact_push(Arena *arena, const PushOptions *options, PushReport *report, Err *err) MUST_USE;
