/* How an answer of search looks: as text, where what does not fit is shown by its head and then
   counted, and as JSON, where fewer places are shown until the budget holds them. */
#pragma once

#include "tools/search_places.h"

typedef struct SearchAnswer {
    ToolCall *call;
    const IndexSession *session; /* NULL when several were asked */
    const SearchWanted *wanted;
    const SearchFound *found;
    Intent intent;
    SearchLevel level;
    bool chosen;     /* the level, by the question */
    bool configured; /* … or by the configuration */
    bool explain;    /* with evidence */
    bool kept;       /* it was given before */
    uint32_t around; /* declarations beside a place that are named */
    bool dependencies;
    bool progressive, options;
    Str project;     /* the repository's root, when it is one of several; or empty */
    Json *projects;  /* what was asked of several; or NULL */
    Str note;        /* the same as text */
    uint64_t budget; /* bytes */
} SearchAnswer;

/* Fills in what the answer says of a place at its level. */
void search_describe(const SearchAnswer *answer, SearchPlace *place);
/* Never more than the budget. */
void search_put_text(Buf *out, const SearchAnswer *answer);
void search_put_values(Buf *out, const SearchAnswer *answer);
