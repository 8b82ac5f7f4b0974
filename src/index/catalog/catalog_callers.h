/* The reverse index of edges: which files have edges into a symbol. All lists are made at one time
   (catalog_warm_callers) and stay valid while few files change, because changes are recorded next
   to them. A file whose links changed may have edges into any symbol, so it is added to every
   answer. A symbol of a changed file may be called by any file that had edges into that file. Only
   included by catalog*.c. */
#pragma once

#include "index/catalog/catalog.h"

/* Records that the file's links changed. */
void callers_note_links(Catalog *catalog, uint32_t file);
/* Records that its symbols changed or have other ids. */
void callers_note_symbols(Catalog *catalog, const FormerFile *former);
/* Drops the index. */
void callers_forget(Catalog *catalog);

/* An iterator over the files that may have edges into one symbol, ascending. */
typedef struct CallerList {
    const char *at, *end;
    uint32_t listed; /* next file of the stored list, or FILE_NOWHERE */
    /* files with changed links, merged into the list */
    const uint32_t *changed, *changed_end;
} CallerList;
/* False if callers are only known for the symbol's whole file; use callers_add. */
bool callers_open(const Catalog *catalog, uint32_t symbol, CallerList *list);
uint32_t callers_next(CallerList *list); /* FILE_NOWHERE at the end */
/* Adds to a bit set over files those that may have edges into a set of symbols (a bit set over
   dense ids), or into any symbol of one file. */
void callers_add_all(const Catalog *catalog, const uint64_t *set, uint64_t *files);
void callers_add(const Catalog *catalog, uint32_t file, uint64_t *files);
