/* Places in texts outside of a change that have a name which it takes away (left_names.h): which of
   them surely, or likely, mean it. */
#pragma once

#include "change/left_names.h"
#include "search/mention_search.h"

typedef enum LeftSense {
    LEFT_NOTHING, /* the word means something else, as far as can be seen */
    LEFT_MENTION, /* a comment, a document, or code whose uses are followed */
    LEFT_USE,
} LeftSense;

/* A place of a name in a line. */
typedef struct LeftPlace {
    uint32_t name; /* in LeftNames.list */
    Str path;
    uint32_t line;
    Str text;       /* of the line, or of the part that was read */
    uint32_t start; /* of the name in it */
    MentionKind kind;
    const Language *language;
    bool followed; /* the file is code whose uses are edges */
    Str string;    /* of code: the string that it is in, or empty */
    Str package;   /* of the file, or empty */
} LeftPlace;
typedef VEC(LeftPlace) LeftPlaceVec;

/* By path and line: a search finds them in the order of the catalog, which has a history. */
void left_places_sort(LeftPlaceVec *places);
LeftSense left_places_judge(Arena *arena, const LeftNames *names, const LeftPlace *place);
/* Adds the places that count to what a change breaks, and mentions after them. Places that are
   listed already are left out, and imports. `catalog` is as of the new state. */
void left_places_add(Arena *arena, const LeftNames *names, const Catalog *catalog,
                     LeftPlaceVec *places, ConsequenceVec *found);
