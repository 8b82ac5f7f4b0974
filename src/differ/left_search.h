/* The search for names that a change takes away in all text of the tree (change/left_places.h). */
#pragma once

#include "change/left_places.h"
#include "index/update/outlines.h"
#include "session/send.h"
#include "session/session.h"

/* The text of a file in the state that is looked at, where that may not be the work tree's. */
typedef struct LeftText {
    Str path, text;
} LeftText;
typedef VEC(LeftText) LeftTextVec;

typedef struct LeftSearch {
    LeftNames names;
    LeftPlaceVec places;
    Str unlooked; /* what of the tree was not searched; empty: nothing */
} LeftSearch;

/* Gathers the names of the change and their places; the session's catalog has the new state. The
   places are in the work tree, without the files of the change and of `texts`, in the unchanged
   lines of the change's files, and in `texts`. Those may differ between both states. */
void left_search(SessionRequest *request, IndexSession *session, const ChangeSet *set,
                 const LeftTextVec *texts, LeftSearch *search);
