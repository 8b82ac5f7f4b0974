/* The index as one question sees it: the repository around a directory, its store, and a catalog
   that is as current as the question needs.

   Within session_answer (answer.h), a question goes through these steps:
     session_open     finds the repository (place.h), refuses places that nobody means
                      (root_guard.h), opens the store or borrows the daemon's (warm.h)
     session_require  (require.h) lists the tree and compares it with the catalog (listing.h), takes
                      up changes (session_update, overlay.h) or leaves them to another process
                      (indexer.h)
     session_close    saves what the next question can use

   Where an answer does not describe the tree as it is now, session->stale says so (notices.h). */
#pragma once

#include "index/catalog/catalog_store.h"
#include "index/update/build.h"
#include "session/request.h"

typedef struct SessionListing SessionListing; /* listing.h */

typedef struct IndexSession {
    SessionRun *run; /* the run that it serves; NULL: it knows its place and has no store */
    GitRepo repo;
    Str database; /* path of the index; empty: there is no place for one */
    bool unasked; /* no path named this place, and it has no index yet (root_guard.h) */
    Store *store;
    Catalog *catalog; /* set by session_require, session_update and session_load */
    bool warm;        /* store and catalog belong to the daemon (warm.h) */
    uint64_t memory;  /* limit of an update in bytes, or MEMORY_NONE (index/update/memory.h) */

    Arena walked; /* holds `listings` and `tree` */
    Listings *listings;
    WalkResult *tree;        /* the files of the tree; NULL: not listed */
    SessionListing *listing; /* under way, or NULL */

    Str stale;           /* how the catalog differs from the tree; empty: it does not */
    Str notice;          /* anything else that is unusual about the index, or empty */
    uint64_t background; /* process that updates the index, once the caller knows of it; else 0 */
    size_t
        others_bytes; /* limit of a note on other meanings of a name; 0: the default of query.c */
} IndexSession;

/* Opens the index of the repository around `path`, or around the root if that is empty. Where there
   is no place for an index, one is kept in memory for this run. */
bool session_open(SessionRequest *request, Str path, IndexSession *session, Err *err) MUST_USE;
/* Works as SCOPED(session_close). Waits for a listing that is under way. */
void session_close(IndexSession *session);

/* Opens a file of the repository by its path in it, if the question may read it. */
bool session_open_file(SessionRequest *request, const IndexSession *session, Arena *arena, Str path,
                       FsFile *file, Err *err) MUST_USE;

/* Loads these parts of the catalog (CatalogPart), unless there is a catalog. */
bool session_load(SessionRequest *request, IndexSession *session, unsigned parts,
                  Err *err) MUST_USE;
/* Loads them in any case, as they are stored now. */
bool session_reload(SessionRequest *request, IndexSession *session, unsigned parts,
                    Err *err) MUST_USE;

/* Brings the index up to date with the tree; `force` as if nothing were known. Uses session->tree,
   or lists the tree if that is NULL. session->catalog is NULL afterwards if nothing changed or if
   most of the index was built. ERR_STALE when another process has been updating it for longer than
   a short wait. */
bool session_update(SessionRequest *request, IndexSession *session, bool force, BuildReport *report,
                    Err *err) MUST_USE;
/* Replaces the daemon's store, which is read-only, by a writable one. */
bool session_make_writable(SessionRequest *request, IndexSession *session, Err *err) MUST_USE;
