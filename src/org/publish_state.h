/* Internals of publishing, shared by publish*.c. */
#pragma once

#include "org/copy.h"
#include "org/publish.h"

#include "base/hash.h"

/* Buckets of a branch's files, plus one for its packages (publish_files.c). */
#define PUBLISH_BUCKETS 1024

/* Digest of a bucket's rows. */
typedef struct PublishDigest {
    char hash[HASH_CONTENT_BYTES];
    Str there;    /* as in the database; empty: missing there */
    bool known;   /* the commit has rows in it */
    bool differs; /* from the database's */
} PublishDigest;

typedef struct PublishWork {
    Org *org;
    Arena *arena;
    Arena scratch;
    const OrgCommit *commit;
    OrgPublished *published;
    int64_t repository, branch;
    Str version;            /* of facts and edges */
    uint64_t *identity;     /* by dense id: second halves of the symbols' hashes */
    bool *embedded;         /* by file id: the repository has vectors of it; NULL: of no file */
    PublishDigest *digests; /* by bucket */
    bool names_added;       /* in a separate transaction */
} PublishWork;

bool publish_query(PublishWork *work, const char *sql, const PostgresValue *values, size_t count,
                   PostgresRows *rows, Err *err) MUST_USE;
PostgresValue publish_number(PublishWork *work, int64_t number);
/* Whether the file is listed in the database: its path is short enough. */
bool publish_has_file(const CatalogFile *file);
/* Whether the file has symbols of its own content. */
bool publish_has_content(const CatalogFile *file);
/* The key of a file's path in edges. */
static inline int64_t publish_path_key(Str path)
{
    return (int64_t)hash_fast(path);
}

/* ---- publish_files.c ---- */

/* Finds the buckets that differ from those of the branch, and counts the commit's files and
   symbols. */
bool publish_files_compare(PublishWork *work, Err *err) MUST_USE;
/* Whether the file is in such a bucket. */
bool publish_files_differ(const PublishWork *work, uint32_t id);
/* Sends the files of these buckets, as pg_temp.fovea_file and fovea_bucket. */
bool publish_files_send(PublishWork *work, Err *err) MUST_USE;
/* Inserts them and removes deleted files, after the contents and links. */
bool publish_files_put(PublishWork *work, Err *err) MUST_USE;

/* ---- publish_names.c ---- */

/* Whether names should be added before everything else. */
bool publish_names_are_many(const PublishWork *work, const IdVec *missing);
/* Rolls the transaction back, and adds the names of missing contents and links in a separate one.
 */
bool publish_names_add(PublishWork *work, const IdVec *missing, const IdVec *links,
                       Err *err) MUST_USE;

/* ---- publish_links.c ---- */

/* Computes the identities of all symbols. */
void publish_links_begin(PublishWork *work);
/* Digest of the file's imports and edges; false: it has neither. */
bool publish_links_hash(PublishWork *work, Arena scratch, uint32_t file,
                        char hash[HASH_CONTENT_BYTES]) MUST_USE;
/* File ids of the links that the database lacks, one for each, after the files were sent. */
bool publish_links_missing(PublishWork *work, IdVec *missing, Err *err) MUST_USE;
/* Adds the external targets of these links. */
bool publish_links_add_externals(PublishWork *work, const IdVec *missing, Err *err) MUST_USE;
/* Sends their imports and edges. */
bool publish_links_send(PublishWork *work, const IdVec *missing, Err *err) MUST_USE;
/* Adds the sent links. */
bool publish_links_add(PublishWork *work, Err *err) MUST_USE;

/* ---- publish_packages.c ---- */

/* Replaces the packages of the branch if they differ from the stored ones. */
bool publish_packages(PublishWork *work, Err *err) MUST_USE;

/* ---- publish_words.c ---- */

/* Sends facts and words of contents that the database lacks. */
bool publish_words_send(PublishWork *work, const IdVec *missing, Err *err) MUST_USE;
/* Adds the sent facts and words. Call it after the contents. */
bool publish_words_add(PublishWork *work, Err *err) MUST_USE;
/* Notes the contents of the sent buckets, before their files are put. */
bool publish_words_note(PublishWork *work, Err *err) MUST_USE;
/* Counts in how many of the branch's contents each word occurs, after its files were put. */
bool publish_words_count(PublishWork *work, Err *err) MUST_USE;

/* ---- publish_vectors.c ---- */

/* Compares models, and finds the files whose vectors are removed; before the files. */
bool publish_vectors_begin(PublishWork *work, Err *err) MUST_USE;
/* Adds the vectors of the sent files, after these were put. */
bool publish_vectors_add(PublishWork *work, Err *err) MUST_USE;
/* Counts the embedded files. */
bool publish_vectors_count(PublishWork *work, Err *err) MUST_USE;
