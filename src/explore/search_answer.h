/* Writes an answer of search within its budget. As text, places that do not fit are shown by their
   heads, then only counted. As JSON, fewer places are shown. */
#pragma once

#include "explore/search_places.h"

typedef struct SearchAnswer {
    SessionRequest *request;
    IndexSession *session; /* NULL for several repositories */
    const SearchWanted *wanted;
    const SearchFound *found;
    Intent intent;
    SearchLevel level;
    bool chosen;     /* the question chose the level */
    bool configured; /* the configuration chose it */
    bool explain;    /* with evidence */
    bool kept;       /* it comes from the cache */
    uint32_t around; /* number of declarations named before and after a place */
    bool dependencies;
    bool progressive, options;
    Str path;        /* required part of the paths; or empty */
    Str project;     /* root of the repository if it is one of several; or empty */
    Json *projects;  /* the repositories, if there are several; or NULL */
    Str note;        /* the same as text */
    uint64_t budget; /* bytes */
} SearchAnswer;

/* Fills in the description of a place at its level. */
void search_describe(const SearchAnswer *answer, SearchPlace *place);
/* Neither writes more than the budget. */
void search_put_text(Buf *out, const SearchAnswer *answer);
void search_put_values(Buf *out, const SearchAnswer *answer);
