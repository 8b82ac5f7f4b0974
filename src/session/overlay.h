/* Answers about names and places in a large repository where a few files changed. An update would
   take long, so the changed files are parsed for this answer alone (index/update/overlay.h), and
   another process updates the index. */
#pragma once

#include "session/session.h"

/* Whether a question that looks at these parts (CatalogPart) can be answered so, and an update
   would take longer. */
bool session_overlay_serves(const SessionRequest *request, const IndexSession *session,
                            unsigned parts, const Staleness *stale);
/* Needs the list of the tree. *taken: the names and places in session->catalog are those of the
   tree, and session->stale says what is not. Otherwise the index must be updated first. */
bool session_overlay(SessionRequest *request, IndexSession *session, unsigned parts, bool *taken,
                     Err *err) MUST_USE;
/* Says that in so many files only names and places are up to date. */
Str session_overlay_describe(Arena *arena, uint32_t files);
