/* What the symbol graph says about a diff, from the index as it was in both states. */
#pragma once

#include "change/consequences.h"
#include "change/importers.h"
#include "differ/diff_sides.h"
#include "view/diff.h"

/* Finds what the change does to code that it does not touch. The session is open; its catalog is
   set to the new state. */
bool diff_graph_consequences(SessionRequest *request, IndexSession *session, GitObjects *objects,
                             DiffSides *sides, ConsequenceVec *found, Err *err) MUST_USE;
/* What edits break in code that they do not touch. */
typedef struct DiffBroken {
    ConsequenceVec uses;   /* with undeclared functions */
    ImporterVec importers; /* of files that are no longer at their path */
    size_t unread;         /* files that may use what changes, beyond those that are read */
    size_t skipped;        /* names that were not looked for */
} DiffBroken;

/* The same for edits that are in no file yet. The texts and outlines of
   both sides are in the set (diff_sides_compare), with paths relative to the session's repository;
   everything else is as in the work tree. Does not wait for an update in the background: ERR_STALE.
   After an error the session's catalog must not be used. */
bool diff_graph_of_edits(SessionRequest *request, IndexSession *session, ChangeSet *set,
                         DiffBroken *broken, Err *err) MUST_USE;
/* Names code that is not in the index, where uses are not seen; empty: all of it is. */
Str diff_graph_unseen(SessionRequest *request, const IndexSession *session);
/* Finds the tests that reach what changed, nearest first, and the commands that run those shown.
   Needs a catalog of the new state. */
void diff_graph_tests(SessionRequest *request, IndexSession *session, const ChangeSet *set,
                      DiffTests *tests);
