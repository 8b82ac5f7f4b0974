/* The retry protocol of questions that are answered from the index.

   Listing a large tree takes longer than answering a question. So the answer is computed from the
   index as it was saved last, while a thread lists the tree (listing.h). For the same reason most
   of the index is read only when the answer looks at it. Both mean that a fault may be found while
   the answer is being computed. Such an answer is dropped before its first byte is sent, and the
   question is run again with orders that rule the fault out:

                        ┌─────┐
       question ──────→ │ run │ ───── no fault ─────→ the answer is sent
                        └─────┘
                 fault   │   ↑   order for the next run
      the tree changed ──┤   ├── current         update the index first; reuse the listing
     segment is damaged ─┤   ├── whole           load all that the question needs at once
    part was not loaded ─┤   ├── whole, all      load every part of the index
    database is corrupt ─┘   └── whole, current  its file was removed: rebuild the index

   Orders add up. The first three faults lead to at most two more runs together. A corrupt database,
   which is found when the session closes, leads to one more; the answer then says so.

   The rules for a question:
   - it calls session_may_send before each piece that it sends (tool_put does);
   - before it says that something does not exist, it asks session_is_current, since a name may have
     been written a moment ago;
   - it keeps nothing from one run to the next.

   Runs may nest: a question within a question has a state of its own. */
#pragma once

#include "session/request.h"

typedef struct Catalog Catalog;
typedef struct SessionListing SessionListing;

struct SessionRun {
    /* Memory for loaded parts of the index; freed after the answer was sent. */
    Arena loaded;
    /* Orders for this run. */
    bool whole;             /* no demand loading */
    bool all;               /* every part is loaded */
    bool current;           /* the index is updated first */
    SessionListing *listed; /* listing of an earlier run, to be reused; or NULL */
    /* Faults found in this run. */
    const Catalog *catalog;  /* its `damaged` and `lacks` are faults of the run, too; or NULL */
    SessionListing *listing; /* listing in progress, or NULL */
    bool outdated;           /* the listing differs from the index, or failed */
    bool broken;             /* the store is corrupt and was removed; stays set */
};

/* Answers a question: returns true if it was answered, else *err. */
typedef bool (*SessionQuestion)(void *state, Err *err);

/* Runs the question by the protocol above. Sessions may be opened only within it. */
bool session_answer(SessionRequest *request, SessionQuestion question, void *state,
                    Err *err) MUST_USE;

/* For a question that can be run only once, such as one that reads a diff from a pipe: orders that
   the index is updated before the answer. */
void session_want_current(SessionRequest *request);

/* Waits for the listing, if one is in progress. Returns whether the index is up to date. */
bool session_is_current(const SessionRequest *request);

/* Whether the answer of this run may be sent; waits for the listing. Always true outside
   session_answer. Its error is only for session_answer; no caller sees it. */
bool session_may_send(const SessionRequest *request, Err *err) MUST_USE;
