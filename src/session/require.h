/* Freshness policy: brings the catalog of a session as close to the tree as its question needs.

   The number of changed files decides what is done:
     none The catalog is used unchanged.
     a few, in a repository where an update takes half a second or more
               They are parsed for this answer alone (overlay.h); another process updates the index.
     at most STALENESS_UPDATE_MAX
               The index is updated before the answer.
     more, or another process is already updating the index
               The question waits until something is saved, then is answered from that.

   In a daemon the catalog is in memory and current except for changes of the last moment
   (warm.h). */
#pragma once

#include "session/session.h"

typedef struct SessionNeeds {
    unsigned parts; /* of the catalog: CatalogPart */
    bool early;     /* the list of files is enough for an answer */
    bool calls;     /* with CATALOG_LINKS: an answer requires calls */
} SessionNeeds;

/* Sets session->catalog, and session->stale if the catalog differs from the tree. Fails with
   ERR_STALE if the index has nothing to answer from yet. May return while the tree is still being
   listed: see session_is_current. */
bool session_require(SessionRequest *request, IndexSession *session, SessionNeeds needs,
                     Err *err) MUST_USE;
/* session_open for the root, then session_require. */
bool session_begin(SessionRequest *request, IndexSession *session, SessionNeeds needs,
                   Err *err) MUST_USE;

/* Counts the files that differ from the tree, without an update. Sets session->catalog, which has
   the list of files. */
bool session_compare(SessionRequest *request, IndexSession *session, Staleness *stale,
                     Err *err) MUST_USE;

/* Whether the catalog has enough for an answer, though perhaps not the whole tree. */
static inline bool session_is_enough(const Catalog *catalog, SessionNeeds needs)
{
    return needs.early ? catalog->files.len > 0 : catalog_has_symbols(catalog);
}
