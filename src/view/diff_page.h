/* A change as one page of HTML for a person who reviews it: everything is in it, nothing is loaded.
 */
#pragma once

#include "view/diff.h"

/* Code on one page; of what would be more only names are shown, and the page says so. */
#define DIFF_PAGE_CODE_BYTES (4 * MB)
/* Files whose names would be more are counted. */
#define DIFF_PAGE_BYTES (8 * MB)

/* Who uses what changed, in the new state. */
typedef struct DiffCaller {
    Str path;
    uint32_t line;
    Str user;      /* qualified name of what the use is in; empty: in nothing */
    uint32_t file; /* in the set; SYMBOL_ABSENT: it is no part of the change */
    bool likely, test;
} DiffCaller;
typedef struct DiffCallers {
    VEC(DiffCaller) rows;
    size_t all;
} DiffCallers;

/* What a review remarks, the worst first, and its verdict. */
typedef struct DiffFinding {
    Str severity; /* `error`, `warning`, `note` */
    Str rule;
    Str message, suggestion;
    Str path;            /* of the new side, or with `gone` of the old one */
    uint32_t line, last; /* 0: the file as a whole */
    bool gone;
    bool secret; /* its lines are not shown */
} DiffFinding;
typedef struct DiffFindings {
    Str verdict, risk, summary;
    VEC(DiffFinding) rows;
} DiffFindings;

typedef struct DiffPage {
    const DiffView *view;
    Str title;             /* of the repository, or empty */
    const Str *modules;    /* by file of the set */
    DiffCallers **callers; /* by file, then by symbol that is told; NULL: nobody has looked */
    const DiffFindings *findings; /* NULL: it is no review */
    Str more;                     /* the call that shows a part of it, or empty */
} DiffPage;

void diff_put_page(Buf *out, Arena scratch, const DiffPage *page);
