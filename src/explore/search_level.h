/* A place found by search, as text at a level: file, class, method or full. */
#pragma once

#include "search/intent.h"
#include "search/rank_declarations.h"
#include "session/send.h"
#include "session/session.h"

typedef struct SearchPlace {
    const RankedFile *ranked;
    const RankedDeclaration *declaration; /* NULL: a file, or a line that the question names */
    uint32_t file, entry;                 /* entry 0: the file itself */
    uint32_t first, last;                 /* lines of the shown text */
    uint64_t words;                       /* a bit for each of the question's terms in it */
    bool defines;                         /* it defines a name in the question */
    float score;
    uint32_t order;  /* order of discovery; breaks ties */
    uint32_t around; /* chunks shown before and after it; 0: not even lines */
    Str why;
    Str text;               /* at the requested level; in the call's arena */
    Str brief;              /* a large body in pieces (pieces.h), for where the text does not fit */
    Str summary;            /* at level file the file's description of itself; empty: none */
    Str symbols;            /* … then the names of its first declarations */
    const Outline *outline; /* of its file; NULL in an answer from the cache */
    uint64_t full;          /* bytes that the place takes at level full */
    /* The part of answers that is independent of the question's wording (search_describe): head of
       a text, description as JSON, and the next step as JSON. */
    Str head, value, option;
} SearchPlace;

/* Returns the declaration to show at a level: at level class, the class around a method. */
uint32_t search_level_entry(const Catalog *catalog, uint32_t file, uint32_t entry,
                            SearchLevel level);
/* Outlines a file from its facts, or from its text if they cannot be read. */
bool search_outline(SessionRequest *request, const IndexSession *session, uint32_t id,
                    Outline *outline, Err *err) MUST_USE;
/* Fills in lines, text and full size. The text is empty if it can no longer be read. */
bool search_level_fill(SessionRequest *request, const IndexSession *session, SearchLevel level,
                       SearchPlace *place, Err *err) MUST_USE;
