/* A review as an HTML page of the change. */
#pragma once

#include "change/consequences.h"
#include "differ/diff_sides.h"
#include "review/report.h"

typedef struct ReviewPage {
    const DiffSides *sides;
    const ConsequenceVec *uses;
    const ReviewReport *report;
    Str unseen_code;
} ReviewPage;

/* Writes the page atomically to a file. The session has a catalog of
   the new state, or none if nothing changed. */
bool review_page_write(SessionRequest *request, IndexSession *session, const ReviewPage *review,
                       Str name, Err *err) MUST_USE;
