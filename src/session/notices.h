/* What an answer says about the index that it comes from, in words. */
#pragma once

#include "session/session.h"

/* Adds a note to what the answer says about itself. */
void session_note(const SessionRequest *request, IndexSession *session, Str note);
/* Says in session->stale how far the catalog is behind the tree, and what the answer may lack for
   that reason. `parts`: what the question looks at (CatalogPart). */
void session_note_stale(const SessionRequest *request, IndexSession *session, unsigned parts,
                        const Staleness *stale);

/* The error for an index that has nothing to answer from yet. `files`: in the tree. */
bool session_fail_unbuilt(uint32_t files, Err *err);
/* Says why a repository has nothing to read: it has no files, or an ignore rule leaves out all. */
Str session_no_files(SessionRequest *request, const GitRepo *repo);
/* Says that this ignore rule leaves out all, and how to read it all the same. */
Str session_ignored_by(const SessionRequest *request, Str rule);
