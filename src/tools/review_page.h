/* A review as a page of the change. */
#pragma once

#include "change/consequences.h"
#include "review/report.h"
#include "tools/diff_sides.h"

typedef struct ReviewPage {
    const DiffSides *sides;
    const ConsequenceVec *uses;
    const ReviewReport *report;
    Str unseen_code;
} ReviewPage;

/* Written whole to the file that the call names, if it names one. The session has a catalog as of
   the new state, or none where nothing changed. */
bool review_page_write(ToolCall *call, IndexSession *session, const ReviewPage *review,
                       Err *err) MUST_USE;
