/* Session: the index as one question sees it. It has the repository around a directory, its store,
   and a catalog that is as current as the question needs.

   Within session_answer (answer.h), a question goes through these steps:
     session_open     finds the repository (place.h), refuses to index a directory by accident
                      (root_guard.h), opens the store or borrows the daemon's (warm.h)
     session_require  (require.h) lists the tree and compares it with the catalog (listing.h),
                      applies changes (session_update, overlay.h) or leaves them to another process
                      (indexer.h)
     session_close    saves what the next question can use

   If an answer does not describe the present tree, session->stale says so (notices.h). */
#pragma once

#include "base/json.h"
#include "index/catalog/catalog_store.h"
#include "index/update/build.h"
#include "session/request.h"

typedef struct SessionListing SessionListing; /* listing.h */

typedef struct IndexSession {
    SessionRun *run; /* the run it belongs to; NULL: only repo and database are set */
    GitRepo repo;
    Str database; /* path of the index; empty: no place for one */
    bool unasked; /* no path named this place, and it has no index yet */
    Store *store;
    Catalog *catalog; /* set by session_require, session_update and session_load */
    bool warm;        /* store and catalog belong to the daemon (warm.h) */
    uint64_t memory;  /* limit of an update in bytes, or MEMORY_NONE (index/update/memory.h) */

    Arena walked; /* holds `listings` and `tree` */
    Listings *listings;
    WalkResult *tree;        /* the files of the tree; NULL: not listed */
    SessionListing *listing; /* in progress, or NULL */

    struct MentionMemo *mentions; /* words searched in the text (query/mentions.c), or NULL */

    Str stale;           /* how the catalog differs from the tree; or empty */
    Str notice;          /* other notices about the index, or empty */
    Json *limits;        /* gaps of the answer, as fields (session_limit), or NULL */
    uint64_t background; /* process that updates the index, once reported to the caller; else 0 */
    size_t
        others_bytes; /* limit of a note on other meanings of a name; 0: the default of query.c */
} IndexSession;

/* Opens the index of the repository that contains `path`, or the root if that is empty. Without a
   place for an index, one is kept in memory for this run. Only within session_answer. */
bool session_open(SessionRequest *request, Str path, IndexSession *session, Err *err) MUST_USE;
/* Works as SCOPED(session_close). Waits for a listing in progress, then saves data that the next
   question can use. */
void session_close(IndexSession *session);

/* Opens a file by its path within the repository. Fails if the question may not read it or if it
   leads outside the repository. */
bool session_open_file(SessionRequest *request, const IndexSession *session, Arena *arena, Str path,
                       FsFile *file, Err *err) MUST_USE;

/* Loads these parts (CatalogPart), unless session->catalog is set already. */
bool session_load(SessionRequest *request, IndexSession *session, unsigned parts,
                  Err *err) MUST_USE;
/* Loads them again, as they are stored now. Fails if there is not enough memory. */
bool session_reload(SessionRequest *request, IndexSession *session, unsigned parts,
                    Err *err) MUST_USE;

/* Updates the index to the tree; with `force`, rebuilds it. Uses session->tree, or lists the tree
   if that is NULL. Afterwards session->catalog is NULL if nothing changed or if most of the index
   was built. Fails with ERR_STALE if another process has been updating it for longer than a short
   wait. */
bool session_update(SessionRequest *request, IndexSession *session, bool force, BuildReport *report,
                    Err *err) MUST_USE;
/* The same, with something written into the index before all references are resolved
   (BuildOptions.prepare). */
bool session_update_with(SessionRequest *request, IndexSession *session,
                         bool (*prepare)(void *context, Store *store, Err *err), void *context,
                         BuildReport *report, Err *err) MUST_USE;
/* Replaces the daemon's store, which is read-only, by a writable one. */
bool session_make_writable(SessionRequest *request, IndexSession *session, Err *err) MUST_USE;
