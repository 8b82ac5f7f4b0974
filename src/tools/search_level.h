/* A place that search has found, as text at a level (spec: file, class, method, full). */
#pragma once

#include "search/intent.h"
#include "search/rank.h"
#include "session/session.h"
#include "tools/tool.h"

typedef struct SearchPlace {
    const RankedFile *ranked;
    uint32_t file, entry; /* entry 0: the file itself */
    uint32_t first, last; /* lines of what is shown */
    uint64_t words;       /* a bit for each of the question's terms that it has */
    bool defines;         /* what the question names */
    float score;
    uint32_t order;  /* in which it was found: of equal ones the first comes first */
    uint32_t around; /* chunks beside it that belong to it; 0: not even lines */
    Str why;
    Str text;      /* at the level that was asked for; in the call's arena */
    uint64_t full; /* bytes that the same place takes at level full */
    /* What an answer says of it, but for what depends on the question's words
       (search_describe): the head of a text, and JSON of what it is and of where one reads on. */
    Str head, value, option;
} SearchPlace;

/* Which declaration a level shows of a place: the class around a method at level class. */
uint32_t search_level_entry(const Catalog *catalog, uint32_t file, uint32_t entry,
                            SearchLevel level);
/* The outline of a file from its facts; from its text where these cannot be read. */
bool search_outline(ToolCall *call, const IndexSession *session, uint32_t id, Outline *outline,
                    Err *err) MUST_USE;
/* Fills in lines, text and full size. Text that cannot be read any more is empty. */
bool search_level_fill(ToolCall *call, const IndexSession *session, SearchLevel level,
                       SearchPlace *place, Err *err) MUST_USE;
