/* Lazy catalogs (CATALOG_LAZY): only the list of files is loaded. Segments of symbols, metrics and
   links are fetched on first use, whether or not catalog_load requested them. All reads see the
   state at the time of loading, because the store's read transaction stays open (catalog_let_go).

   Stored Bloom filters (base/filter.h) tell which segments cannot hold a name or a caller, so that
   these are never fetched. A segment that cannot be read counts as empty and sets
   catalog->damaged: results are then worthless, and a plain catalog must be loaded. */
#pragma once

#include "index/catalog/catalog_segment.h"
#include "index/catalog/links_columns.h"
#include "index/store/derived.h"

/* The filters of a segment's callees: of the whole segment, and of each group of its files. */
typedef struct CalleeFilter {
    Str all, groups[CATALOG_SEGMENT_FILES / CALLEE_GROUP_FILES];
} CalleeFilter;

/* The state of a lazy catalog. `here` records which parts of each segment are in memory. `held`
   marks segments that were changed in memory (catalog_hold) and must not be read from the store
   again. The filters are loaded on the first question that needs them. */
typedef struct CatalogLazy {
    Catalog *catalog;
    Arena scratch;    /* for unpacking; opened with the first fetch */
    size_t segments;  /* number of segments of files */
    uint8_t *here;    /* by segment: CATALOG_… bits of the parts in memory */
    bool *held;       /* by segment: some of its files may differ from the store */
    bool changed;     /* some segment is held */
    RowsPlaces *rows; /* by segment, once fetched: where the entries of each file begin */
    RowsPlaces *metrics;
    LinksCut **links;             /* by segment, once fetched: the links of each file */
    Str *name_filters;            /* by segment; NULL until first used */
    CalleeFilter *callee_filters; /* by segment; NULL until first used */
    Str *risk_filters; /* by segment: packed counts of risk scores; NULL until first used */
    RiskCounts *risks; /* by file, from risk_filters */
    Str derived[DERIVED_COUNT]; /* results to be stored by derived_save */
} CatalogLazy;

/* Makes a numbered catalog with only its files a lazy one. There is room for one more segment of
   new files. */
void catalog_be_lazy(Catalog *catalog);
/* Releases the scratch memory; nothing can be fetched afterwards. */
void catalog_lazy_close(CatalogLazy *lazy);

/* Must be called before a file of the catalog is changed, removed or put (in memory only). Fetches
   the file's whole segment, which is not read from the store again. `id` may be one above the last
   file's. */
void catalog_hold(Catalog *catalog, uint32_t id);
/* Replaces catalog_number after such changes. */
void catalog_number_held(Catalog *catalog);

/* Adds up the symbols of all files by risk score; `counts` has RISK_MAX + 1 items. */
void catalog_fetch_risk_counts(const Catalog *catalog, uint32_t *counts);
/* catalog_risks, catalog_metrics and catalog_row of a lazy catalog. What cannot be read is zero. */
RiskCounts catalog_fetched_risks(const Catalog *catalog, uint32_t id);
void catalog_fetch_metrics(const Catalog *catalog, uint32_t id);
void catalog_fetch_row(const Catalog *catalog, uint32_t id);
/* The links of a file, which point into its segment. Empty if that cannot be read. */
LinksCut catalog_fetched_links(const Catalog *catalog, uint32_t id);
/* The stored leads of a segment's files (file_leads.h), in the arena. False: the segment was
   changed in memory, or has no sound row. */
bool catalog_fetch_leads(const Catalog *catalog, Arena *arena, size_t number, Str *plain);
/* Fills in catalog->symbol_names of all symbols. */
void catalog_fetch_symbol_names(const Catalog *catalog);
/* catalog_named of a lazy catalog: fetches the segments whose filter may have the name. */
IdSpan catalog_named_lazily(const Catalog *catalog, uint32_t name);
/* Marks the files that may have edges into the symbol. `groups` is a bit set over files, of whole
   segments; a group of 16 files is marked as a whole. */
void catalog_add_callers(const Catalog *catalog, uint32_t symbol, uint16_t *groups);
