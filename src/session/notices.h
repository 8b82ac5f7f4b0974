/* Notices: sentences of an answer about the state of its index. */
#pragma once

#include "session/session.h"

/* Adds a note to the notices of the answer, unless it is there already. A call at its end is left
   out if an earlier note has the same. */
void session_note(const SessionRequest *request, IndexSession *session, Str note);
/* Adds a gap of the answer as a field of its values' `limits`; NULL: nothing. */
void session_limit(const SessionRequest *request, IndexSession *session, Str key, Json *value);
/* Sets session->stale to a description of how far the catalog lags behind the tree, and what the
   answer may therefore lack. `parts`: the parts that the question reads (CatalogPart). */
void session_note_stale(const SessionRequest *request, IndexSession *session, unsigned parts,
                        const Staleness *stale);

/* Sets the error for an index that has nothing to answer from yet; returns false. `files`: number
   of files in the tree. */
bool session_fail_unbuilt(uint32_t files, Err *err);
/* A text that says why a repository has nothing to read: it has no files, or an ignore rule
   excludes all. */
Str session_no_files(SessionRequest *request, const GitRepo *repo);
/* A text that says that this ignore rule excludes all, and how to read the files nevertheless. */
Str session_ignored_by(const SessionRequest *request, Str rule);
