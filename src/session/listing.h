/* Listing of the tree in a thread, and its comparison with the catalog, while the question is
   already being answered (answer.h). */
#pragma once

#include "base/parallel.h"
#include "session/answer.h"
#include "session/session.h"

struct SessionListing {
    SessionRun *run;
    IndexSession *session; /* the thread owns its walked, listings and tree until `ended` */
    size_t listed_bytes;   /* size of the stored directory listings: a measure of the tree */
    ParallelTask task;
    ParallelShare share; /* lets the waiting thread take part in the work */
    bool ended, listed;
    Staleness stale; /* set when it has ended, if the tree could be listed */
    Err err;
    /* Moved here from the session, for the next run. */
    Arena walked;
    Listings *listings;
    WalkResult *tree;
    Str root;
};

SessionListing *session_listing_begin(SessionRequest *request, IndexSession *session);
/* Waits until the tree is listed, without a comparison. False if it could not be listed. */
bool session_listing_wait(SessionListing *listing, Err *err) MUST_USE;
/* Waits and compares the tree with session->catalog. Returns false and sets run->outdated if they
   differ, or if the tree could not be listed. May be called again. */
bool session_listing_finish(SessionListing *listing);

/* Moves the list out of the session for the next run, if it is closing because its index is
   outdated. */
void session_listing_hand_over(SessionListing *listing);
/* Moves an earlier run's list of the same tree into the session, with its comparison. Returns false
   if no earlier run left one. */
bool session_listing_take(IndexSession *session, Staleness *stale);
/* Frees a list that no run has used. */
void session_listing_drop(SessionRun *run);
