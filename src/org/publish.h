/* Publishing: writes one commit of a repository into the database, in one transaction. Only
   contents that the database lacks are sent, and the parts of the list of files that differ.
   Readers see the branch either before or after, never in between.

   Two programs may publish at once: publishers of one branch wait for one another; those of
   different repositories conflict only where they add the same content. */
#pragma once

#include "index/catalog/catalog.h"
#include "index/store/vectors.h"
#include "org/org.h"

/* Names of repositories and branches are shown in every answer. */
#define ORG_NAME_BYTES_MAX 200

/* The vectors of the repository's index. */
typedef struct OrgVectors {
    Store *store;
    VectorModel model;  /* its identity is the name alone, without the server's; empty: none */
    const bool *wanted; /* by file id: whether the file should be embedded */
} OrgVectors;

typedef struct OrgCommit {
    const Catalog *catalog; /* complete, of exactly that commit */
    OrgVectors vectors;
    Str repository, branch; /* org_name_check */
    Str commit;             /* object id */
    bool again;             /* even if the database has that commit */
    bool make_default;      /* make this branch the default for questions without a branch */
    const Str *readers;     /* roles that may read the repository from now on */
    size_t reader_count;
    /* Whether another commit of the branch is newer than this one, and would be overwritten; or
       NULL. */
    bool (*is_newer)(void *context, Str commit);
    /* Whether a commit that the database has may be of the same history; or NULL. */
    bool (*is_related)(void *context, Str commit);
    /* The text of a file of the commit, in the arena. */
    bool (*read)(void *context, Arena *arena, const CatalogFile *file, Str *text, Err *err);
    void *context;
} OrgCommit;

typedef enum OrgOutcome {
    ORG_PUBLISHED,
    ORG_UNCHANGED, /* the database has this commit */
    ORG_NEWER,     /* the database has a newer one: nothing was changed */
} OrgOutcome;

/* The result for the repository's vectors. */
typedef enum OrgEmbedded {
    ORG_EMBEDDED_NOWHERE, /* neither the repository nor any other in the database is embedded */
    ORG_EMBEDDED,         /* the database has all of them */
    ORG_EMBEDDED_OTHERS,  /* the repository is not embedded, but others in the database are */
    ORG_EMBEDDED_BY_OTHER /* not sent: their model differs from the database's */
} OrgEmbedded;

typedef struct OrgPublishedVectors {
    OrgEmbedded outcome;
    uint64_t added;           /* vectors */
    uint32_t files, embedded; /* files that should be embedded, and those in the database */
    Str model;                /* of the database; empty: no model */
} OrgPublishedVectors;

typedef struct OrgPublished {
    OrgOutcome outcome;
    uint64_t files, symbols;   /* of the commit */
    uint64_t changed, removed; /* files of the branch that were put or removed */
    uint64_t new_contents, new_symbols;
    uint64_t left_out;           /* files whose paths are too long for the database */
    OrgPublishedVectors vectors; /* unless the database has a newer commit */
    Str readers;       /* roles that may read the repository, by commas; empty: publishers only */
    Str without_right; /* of these, roles that may not read the schema yet, by commas */
} OrgPublished;

/* Whether it can be the name of a repository or a branch: UTF-8, no control characters, no empty
   parts between slashes. `what` names it in the error. */
bool org_name_check(const char *what, Str name, Err *err) MUST_USE;
/* The schema must be installed. */
bool org_publish(Org *org, Arena *arena, const OrgCommit *commit, OrgPublished *published,
                 Err *err) MUST_USE;
