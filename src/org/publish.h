/* Publishing: writes one commit of a repository into the database, in one transaction. Only
   contents that the database lacks are sent, and those parts of the list of files that differ.
   Readers see the branch as it was or as it is after, never anything between.

   Two programs may publish at once: one branch's publishers wait for one another, and those of
   different repositories meet only where they add the same content. */
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
    const Catalog *catalog; /* whole, of exactly that commit */
    OrgVectors vectors;
    Str repository, branch; /* org_name_check */
    Str commit;             /* object id */
    bool again;             /* even if the database has that commit */
    bool make_default;      /* this branch is what is asked if no branch is named */
    const Str *readers;     /* roles that may read the repository from now on */
    size_t reader_count;
    /* Whether another commit of the branch is newer than this one, and would be lost; or NULL. */
    bool (*is_newer)(void *context, Str commit);
    /* The text of a file of the commit, in the arena. */
    bool (*read)(void *context, Arena *arena, const CatalogFile *file, Str *text, Err *err);
    void *context;
} OrgCommit;

typedef enum OrgOutcome {
    ORG_PUBLISHED,
    ORG_UNCHANGED, /* the database has this commit */
    ORG_NEWER,     /* the database has a newer one: nothing was changed */
} OrgOutcome;

/* What became of the repository's vectors. */
typedef enum OrgEmbedded {
    ORG_EMBEDDED_NOWHERE, /* neither the repository nor anything in the database is embedded */
    ORG_EMBEDDED,         /* the database has all of them */
    ORG_EMBEDDED_OTHERS,  /* the repository is not embedded, and others in the database are */
    ORG_EMBEDDED_BY_OTHER /* not sent: they are of another model than those of the database */
} OrgEmbedded;

typedef struct OrgPublishedVectors {
    OrgEmbedded outcome;
    uint64_t added;           /* vectors */
    uint32_t files, embedded; /* files that should be embedded, and that are in the database */
    Str model;                /* of the database; empty: none */
} OrgPublishedVectors;

typedef struct OrgPublished {
    OrgOutcome outcome;
    uint64_t files, symbols;   /* of the commit */
    uint64_t changed, removed; /* files of the branch that were put, or taken out */
    uint64_t new_contents, new_symbols;
    uint64_t left_out;           /* files whose paths are too long for the database */
    OrgPublishedVectors vectors; /* unless a newer commit is there */
    Str readers; /* roles that may read the repository, by commas; empty: publishers alone */
} OrgPublished;

/* Whether it can be the name of a repository or a branch: UTF-8, no control characters, no empty
   parts between slashes. `what` names it in the error. */
bool org_name_check(const char *what, Str name, Err *err) MUST_USE;
/* The schema must be installed. */
bool org_publish(Org *org, Arena *arena, const OrgCommit *commit, OrgPublished *published,
                 Err *err) MUST_USE;
