/* A review of the work tree against HEAD, by the policy of HEAD. */
#pragma once

#include "change/consequences.h"
#include "differ/diff_sides.h"
#include "differ/review_base.h"
#include "review/report.h"

typedef struct ReviewTree {
    DiffSides sides;
    ConsequenceVec uses; /* code elsewhere that the change breaks */
    ReviewPolicy policy;
    ReviewReport report;
} ReviewTree;

/* Reviews it. `asked` may name unsaved texts. Only within session_answer; the session's catalog may
   be used by no other question afterwards. ERR_NOT_FOUND without a repository; ERR_STALE if the
   index is not up to date. */
bool review_tree(SessionRequest *request, const DiffAsked *asked, ReviewTree *tree,
                 Err *err) MUST_USE;
