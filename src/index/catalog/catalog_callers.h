/* Which files have edges into a symbol: lists of all at one time (catalog_warm_callers), and what
   changed since. While few files change the lists stay: a file with other links may have edges into
   anything, and into a symbol of a changed file what had edges into the file, or has other links.
   Only catalog*.c include this. */
#pragma once

#include "index/catalog/catalog.h"

/* The file's links are others now. */
void callers_note_links(Catalog *catalog, uint32_t file);
/* Its symbols are, or have other numbers. */
void callers_note_symbols(Catalog *catalog, const FormerFile *former);
void callers_forget(Catalog *catalog);

/* Those of one symbol, ascending. */
typedef struct CallerList {
    const char *at, *end;
    uint32_t listed; /* the next that is listed, and the next that has changed; or FILE_NOWHERE */
    const uint32_t *changed, *changed_end;
} CallerList;
/* False when they are known for the symbol's whole file alone: callers_add. */
bool callers_open(const Catalog *catalog, uint32_t symbol, CallerList *list);
uint32_t callers_next(CallerList *list); /* FILE_NOWHERE at the end */
/* Adds to a bit a file those that may have edges into the symbols of a set, a bit a symbol; or into
   those of one file. */
void callers_add_all(const Catalog *catalog, const uint64_t *set, uint64_t *files);
void callers_add(const Catalog *catalog, uint32_t file, uint64_t *files);
