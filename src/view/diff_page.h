/* A diff as one self-contained page of HTML for a human reviewer; it loads nothing. */
#pragma once

#include "view/diff.h"

/* Maximum size of the code on one page. Beyond it only names are shown, and the page says so. */
#define DIFF_PAGE_CODE_BYTES (4 * MB)
/* Maximum size of a page. Files beyond it are only counted. */
#define DIFF_PAGE_BYTES (8 * MB)

/* A use of a changed symbol, in the new version. */
typedef struct DiffCaller {
    Str path;
    uint32_t line;
    Str user;      /* qualified name of the enclosing symbol; empty: none */
    uint32_t file; /* index in the set; SYMBOL_ABSENT: not a changed file */
    bool likely, test;
} DiffCaller;
typedef struct DiffCallers {
    VEC(DiffCaller) rows;
    size_t all;
} DiffCallers;

/* A finding of a review. */
typedef struct DiffFinding {
    Str severity; /* `error`, `warning`, `note` */
    Str rule;
    Str message, suggestion;
    Str path;            /* path on the new side, or with `gone` on the old one */
    uint32_t line, last; /* 0: the file as a whole */
    bool gone;
    bool secret; /* its lines must not be shown */
} DiffFinding;
typedef struct DiffFindings {
    Str verdict, risk, summary;
    VEC(DiffFinding) rows;
} DiffFindings;

typedef struct DiffPage {
    const DiffView *view;
    Str title;                    /* name of the repository, or empty */
    const Str *modules;           /* by file of the set: its module */
    DiffCallers **callers;        /* by file, then by reported symbol; NULL: not looked up */
    const DiffFindings *findings; /* NULL: not a review */
    Str more;                     /* a call that shows part of the change, or empty */
} DiffPage;

void diff_put_page(Buf *out, Arena scratch, const DiffPage *page);
