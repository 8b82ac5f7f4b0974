/* The memory that making an index may take: of this process and its workers together. What does not
   fit is left out and said to be; what is made does not depend on the limit. */
#pragma once

#include "index/catalog/catalog.h"

#define MEMORY_NONE UINT64_MAX
/* The least that a limit may be. */
#define MEMORY_LIMIT_MIN (32 * MB)
/* A small change of a catalog that is loaded: a worker's share, and what resolving it makes. */
#define MEMORY_TO_CHANGE (24 * MB)
/* Between two looks at what is there, and what saving takes at the end. */
#define MEMORY_MARGIN (8 * MB)

/* 0 in options means none, too. */
static inline uint64_t memory_limit(uint64_t wanted)
{
    return wanted ? wanted : MEMORY_NONE;
}
/* What is used when nobody sets a limit: far above what most repositories need, and a fraction of
   what the machine has. */
uint64_t memory_limit_default(void);

/* Whether this process may come to have so many bytes more. */
bool memory_has_room(uint64_t limit, uint64_t bytes);
/* Bytes that workers may take besides this process, as long as that will be able to resolve so many
   symbols and files; 0: none, the limit is reached; SIZE_MAX: any. */
size_t memory_for_workers(uint64_t limit, uint64_t symbols, uint64_t files);
/* Spends less from now on when what resolving makes may pass the limit, or what most trees need. */
void memory_be_thrifty(uint64_t limit, Catalog *catalog, uint64_t symbols);
/* Whether so many bytes of files to be taken up may not fit, as trees are: there is no room for
   what only helps meanwhile, and what takes most room for the least comes last. */
bool memory_is_tight(uint64_t limit, uint64_t bytes);
/* Processes that there is room for to resolve beside this one, which has its tables by then: within
   the limit, and within what most trees need; any number without a limit. */
unsigned memory_for_resolvers(uint64_t limit, uint64_t symbols);
/* What resolving will take above what there is before, about. */
size_t memory_to_resolve(uint64_t symbols, uint64_t files);

/* Whether a tree of so many files can be indexed at all: all of them are listed, whatever is left
   out. To be asked when the tree is listed. */
bool memory_check_files(uint64_t limit, uint64_t files, Err *err) MUST_USE;

/* ---- what was left out ---- */

/* Why a file failed: `index.memory is 100MB: …`. */
Str memory_reason(Arena *arena, uint64_t limit, Str what);
bool memory_is_reason(Str reason);
/* Whether a failed file is worth another try with this limit. */
bool memory_is_due(const Catalog *catalog, const CatalogFile *file, uint64_t limit);

bool memory_load(Store *store, LeftOut *left, Err *err) MUST_USE;
bool memory_save(Store *store, Arena scratch, const LeftOut *left, Err *err) MUST_USE;
/* Counts the catalog's files that were left out. */
void memory_count(Catalog *catalog, uint64_t limit);
/* `1,234 files are not indexed: index.memory is 100MB`; empty when none is. */
Str memory_describe(Arena *arena, const LeftOut *left);
