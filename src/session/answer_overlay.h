/* Overlays for a single answer: a few files changed in a large repository, and the question is
   about names and places only. An update would take long, so the changed files are parsed for this
   answer alone (index/update/overlay.h), and another process updates the index. */
#pragma once

#include "session/session.h"

/* Whether a question that reads these parts (CatalogPart) can be answered with an overlay, and an
   update would take longer. */
bool session_overlay_serves(const SessionRequest *request, const IndexSession *session,
                            unsigned parts, const Staleness *stale);
/* Requires session->tree. *taken: session->catalog has the names and places of the tree, and
   session->stale names the outdated parts. Otherwise the index must be updated first. */
bool session_overlay(SessionRequest *request, IndexSession *session, unsigned parts, bool *taken,
                     Err *err) MUST_USE;
/* A text that says that in this number of files only names and places are current. */
Str session_overlay_describe(Arena *arena, uint32_t files);
