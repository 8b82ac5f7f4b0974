/* Brings the catalog of a session as close to the tree as its question needs.

   How many files changed decides what is done about them:
     none      The catalog is used as it is.
     a few, in a repository where an update takes half a second or more
               They are parsed for this answer alone (overlay.h); another process updates the index.
     at most STALENESS_UPDATE_MAX
               The index is updated before the answer.
     more, or another process is updating the index already
               The question waits until something is saved, then is answered from that.

   In a daemon the catalog is in memory and current but for changes of the last moment (warm.h). */
#pragma once

#include "session/session.h"

typedef struct SessionNeeds {
    unsigned parts; /* of the catalog: CatalogPart */
    bool early;     /* the list of files is enough for an answer; symbols may come later */
    bool calls;     /* with CATALOG_LINKS: there is no answer without calls */
} SessionNeeds;

/* Sets session->catalog, and session->stale where that differs from the tree. ERR_STALE when the
   index has nothing yet to answer from. May return while the tree is still being listed: see
   session_is_current. */
bool session_require(SessionRequest *request, IndexSession *session, SessionNeeds needs,
                     Err *err) MUST_USE;
/* session_open around the root, then session_require. */
bool session_begin(SessionRequest *request, IndexSession *session, SessionNeeds needs,
                   Err *err) MUST_USE;

/* Counts the files that differ from the tree and changes nothing. Sets session->catalog, which has
   the list of files. */
bool session_compare(SessionRequest *request, IndexSession *session, Staleness *stale,
                     Err *err) MUST_USE;

/* Whether the catalog has enough for an answer, if perhaps not all of the tree. */
static inline bool session_is_enough(const Catalog *catalog, SessionNeeds needs)
{
    return needs.early ? catalog->files.len > 0 : catalog_has_symbols(catalog);
}
