/* What the text of all files says of symbols that no edge leads to. */
#pragma once

#include "base/map.h"
#include "search/unused.h"

/* The names of those without doubts, to be counted in the text of all code. */
typedef struct UnusedWords {
    Map counts;      /* by name: how often it stands anywhere */
    Map beginnings;  /* what stands in strings before a hole: `get_` of "get_%s" */
    Map endings;     /* what stands in strings after one: `Style` of `${name}Style` */
    bool heads[256]; /* first bytes of the names */
} UnusedWords;
UnusedWords unused_words(const Catalog *catalog, Arena *arena, const UnusedSymbolVec *list);
void unused_count(UnusedWords *words, Str text);
/* The same of prose, where a plain word says nothing: names of several words. */
void unused_count_prose(UnusedWords *words, Str text);
/* With the words of all code counted: a name that stands more often than it is declared is a doubt,
   and so is a string that one begins or ends with. Sorts the list again. */
void unused_settle(const Catalog *catalog, UnusedWords *words, UnusedSymbolVec *list);
