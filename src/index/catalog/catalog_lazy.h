/* A catalog that was loaded with CATALOG_LAZY: it has the files, and fetches the segments of
   symbols, metrics and links that are looked at, whether they were asked for or not, as they were
   at the load. Signs of each segment (base/filter.h) say which need no look. A segment that cannot
   be read is empty, and catalog->damaged is set: what was made of it is worth nothing, and
   everything must be loaded. */
#pragma once

#include "index/catalog/catalog_segment.h"
#include "index/store/derived.h"

typedef struct CalleeSigns {
    Str all, groups[CATALOG_SEGMENT_FILES / CALLEE_GROUP_FILES];
} CalleeSigns;

typedef struct CatalogLazy {
    Catalog *catalog;
    Arena scratch;    /* for what is unpacked; opened with the first fetch */
    size_t segments;  /* of files */
    uint8_t *here;    /* by segment: parts that were fetched */
    bool *held;       /* by segment: its files may differ from the stored ones (catalog_hold) */
    bool changed;     /* some do */
    RowsPlaces *rows; /* by segment: of what was fetched, where a file's entries are */
    RowsPlaces *metrics;
    Str *name_filters;           /* by segment, from the first question on */
    CalleeSigns *callee_filters; /* the same */
    Str *risk_filters;           /* the same */
    RiskCounts *risks;           /* by file, of these */
    Str derived[DERIVED_COUNT];  /* to be kept */
} CatalogLazy;

/* Of a catalog that has its files, numbered. One segment of new files may follow. */
void catalog_be_lazy(Catalog *catalog);
/* Nothing more can be fetched. */
void catalog_lazy_close(CatalogLazy *lazy);

/* Before a file is changed, removed or put, in memory only: all of its segment is here from then
   on. `id` may be that of the next file. */
void catalog_hold(Catalog *catalog, uint32_t id);
/* After that, in place of catalog_number. */
void catalog_number_held(Catalog *catalog);

/* How many have which score, in all files. */
void catalog_fetch_risk_counts(const Catalog *catalog, uint32_t *counts);
RiskCounts catalog_fetched_risks(const Catalog *catalog, uint32_t id);
void catalog_fetch_metrics(const Catalog *catalog, uint32_t id);
void catalog_fetch_row(const Catalog *catalog, uint32_t id);
/* catalog->symbol_names of all symbols. */
void catalog_fetch_symbol_names(const Catalog *catalog);
IdSpan catalog_named_lazily(const Catalog *catalog, uint32_t name);
/* Adds those groups of files (a bit a file, of whole segments) that may have edges into the symbol.
 */
void catalog_add_callers(const Catalog *catalog, uint32_t symbol, uint16_t *groups);
