/* State shared by the parts of a pull; internal to its files. */
#pragma once

#include "base/fs.h"
#include "share/pull.h"

/* A content that the index lacks, and the place of its facts. */
typedef struct Wanted {
    uint32_t pack;   /* of the artifact */
    uint32_t number; /* of the content in the pack's index */
    uint32_t file;   /* a file of the work tree with the content */
} Wanted;
typedef VEC(Wanted) WantedVec;

typedef struct Pull {
    Arena *arena;
    const PullOptions *options;
    PullReport *report;
    FsTree tree;
    Artifact artifact;
    SharedIndex *indices;               /* by pack */
    WantedVec wanted;                   /* in the order of pack and number */
    char (*hashes)[HASH_CONTENT_BYTES]; /* of the files of the work tree, if `hashed` */
    bool *hashed;
} Pull;

static inline Str wanted_hash(const Pull *pull, const Wanted *wanted)
{
    return shared_hash(&pull->indices[wanted->pack], wanted->number);
}

/* Reads a file of the work tree. False if it cannot be read or its content has another hash. */
bool pull_read_file(const Pull *pull, Arena *arena, uint32_t file, Str hash, Str *text,
                    const Language **language);
/* Fails the pull for an invalid artifact; returns false. */
bool pull_refuse(const Pull *pull, const char *what, Err *err);

/* ---- pull_groups.c ---- */

/* Wanted contents of one group. */
typedef struct WantedGroup {
    const SharedGroup *group;
    const Wanted *wanted;
    size_t count;
    FactsPack facts;
    Str bytes; /* of the group */
} WantedGroup;
/* Calls back for each group with wanted contents, one after another. Packs come from the spool;
   each is checked against its digest again. The arguments of `visit` are valid during the call. */
typedef struct GroupVisit {
    bool (*visit)(void *context, const WantedGroup *group, Err *err);
    void *context;
} GroupVisit;
bool pull_visit_groups(const Pull *pull, const WantedVec *wanted, const GroupVisit *visit,
                       Err *err) MUST_USE;
/* Reads a blob of the spool, and checks its digest again. */
bool pull_read_spool(const Pull *pull, Arena *arena, const RemoteBlob *blob, Str *bytes,
                     Err *err) MUST_USE;
/* Puts the facts of all wanted contents into the store, in transactions of its own. */
bool pull_adopt(Pull *pull, Err *err) MUST_USE;
/* Deletes them again. */
bool pull_drop(Pull *pull, Err *err) MUST_USE;

/* ---- pull_graph.c ---- */

/* Whether to fetch the artifact's graph. */
bool pull_wants_graph(const Pull *pull);
/* Takes the graph, once the facts are in the store. */
bool pull_graph(Pull *pull, Err *err) MUST_USE;

/* ---- pull_sample.c ---- */

/* Parses a random sample of the wanted contents again and compares. Fails at the first
   difference. */
bool pull_sample(Pull *pull, Err *err) MUST_USE;
