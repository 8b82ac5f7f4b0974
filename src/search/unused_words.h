/* Textual check of unused symbols: whether their names occur in the text of files. */
#pragma once

#include "base/map.h"
#include "search/unused.h"

/* Names of symbols without doubts, to be counted in the text of all code. */
typedef struct UnusedWords {
    Map counts;      /* by name: number of occurrences */
    Map beginnings;  /* text before a placeholder in strings: `get_` in "get_%s" */
    Map endings;     /* text after a placeholder: `Style` in `${name}Style` */
    bool heads[256]; /* first bytes of the names */
    bool pastes_any; /* a macro may build any name */
    bool attributes; /* a text has a word that lets the loader call functions: `constructor` */
} UnusedWords;
UnusedWords unused_words(const Catalog *catalog, Arena *arena, const UnusedSymbolVec *list);
/* Counts the names in the text of a code file, and collects the parts of names that it builds. */
void unused_count(UnusedWords *words, const Language *language, Str text);
/* The same for prose, where plain words mean nothing: only names of several words count. */
void unused_count_prose(UnusedWords *words, Str text);
/* Call after all code is counted. Adds a doubt to names that occur more often than they are
   declared, and to names that such a part begins or ends; takes UNUSED(BUILT) away where no macro
   fits. Sorts the list again. */
void unused_settle(const Catalog *catalog, UnusedWords *words, UnusedSymbolVec *list);
