/* Internals of publishing, shared by publish*.c. */
#pragma once

#include "org/copy.h"
#include "org/publish.h"

#include "base/hash.h"

typedef struct PublishWork {
    Org *org;
    Arena *arena;
    Arena scratch;
    const OrgCommit *commit;
    OrgPublished *published;
    int64_t repository, branch;
    Str version;        /* of facts and edges */
    uint64_t *identity; /* by dense id: second halves of the symbols' hashes */
} PublishWork;

bool publish_query(PublishWork *work, const char *sql, const PostgresValue *values, size_t count,
                   PostgresRows *rows, Err *err) MUST_USE;
PostgresValue publish_number(PublishWork *work, int64_t number);
/* Whether the file is listed in the database: its path is not too long. */
bool publish_has_file(const CatalogFile *file);
/* Whether the file has symbols of its own content. */
bool publish_has_content(const CatalogFile *file);
/* The key of a file's path in edges. */
static inline int64_t publish_path_key(Str path)
{
    return (int64_t)hash_fast(path);
}
/* The text as a field, or \N if it is empty, after a tab. */
void publish_put_optional(Buf *row, Str text);

/* ---- publish_links.c ---- */

/* Computes the identities of all symbols. */
void publish_links_begin(PublishWork *work);
/* Digest of the file's imports and edges; false: it has none. */
bool publish_links_hash(PublishWork *work, Arena scratch, uint32_t file,
                        char hash[HASH_CONTENT_BYTES]) MUST_USE;
/* Sends the imports and edges that the database lacks, after the files. */
bool publish_links_send(PublishWork *work, Err *err) MUST_USE;
/* Adds what was sent. */
bool publish_links_add(PublishWork *work, Err *err) MUST_USE;

/* ---- publish_packages.c ---- */

/* Replaces the packages of the branch. */
bool publish_packages(PublishWork *work, Err *err) MUST_USE;

/* ---- publish_words.c ---- */

/* Sends facts and words of contents that the database lacks. */
bool publish_words_send(PublishWork *work, const IdVec *missing, Err *err) MUST_USE;
/* Adds what was sent. After the contents. */
bool publish_words_add(PublishWork *work, Err *err) MUST_USE;
/* Notes which contents the branch has, before its files are put. */
bool publish_words_note(PublishWork *work, Err *err) MUST_USE;
/* Counts in how many of the branch's contents words occur, after its files were put. */
bool publish_words_count(PublishWork *work, Err *err) MUST_USE;

/* ---- publish_vectors.c ---- */

/* Adds the vectors that the database lacks and counts what is embedded, after the files were put.
 */
bool publish_vectors(PublishWork *work, Err *err) MUST_USE;
