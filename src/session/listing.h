/* Lists the tree on a thread of its own and compares it with the catalog, while the question is
   already worked on (answer.h). */
#pragma once

#include "base/parallel.h"
#include "session/answer.h"
#include "session/session.h"

struct SessionListing {
    SessionRun *run;
    IndexSession *session; /* its walked, listings and tree are the thread's until that has ended */
    size_t listed_bytes;   /* of what is stored about directories: how large the tree is */
    ParallelTask task;
    ParallelShare share; /* lets the thread that waits help */
    bool ended, listed;
    Staleness stale; /* when it has ended, and the tree could be listed */
    Err err;
    /* Handed over by the session, for the next run. */
    Arena walked;
    Listings *listings;
    WalkResult *tree;
    Str root;
};

SessionListing *session_listing_begin(SessionRequest *request, IndexSession *session);
/* Waits until the tree is listed, and compares nothing. */
bool session_listing_wait(SessionListing *listing, Err *err) MUST_USE;
/* Waits and compares the tree with session->catalog. Returns false and sets run->outdated if they
   differ, or if the tree could not be listed. May be called again. */
bool session_listing_finish(SessionListing *listing);

/* Keeps the list for the next run when the session closes because its index is out of date. */
void session_listing_hand_over(SessionListing *listing);
/* Takes the list that an earlier run has made of the session's tree, and what differed. Returns
   false if there is none. */
bool session_listing_take(IndexSession *session, Staleness *stale);
/* Frees a list that no run has taken. */
void session_listing_drop(SessionRun *run);
