/* Memory limit of indexing, for this process and its workers together.

   Files that do not fit are left out, with a reason. The limit decides only how many files are
   indexed, not which symbols are found in them. */
#pragma once

#include "index/catalog/catalog.h"

#define MEMORY_NONE UINT64_MAX
/* The smallest limit that may be set. */
#define MEMORY_LIMIT_MIN (32 * MB)
/* What a small change to a loaded catalog needs: a worker's share and the resolving. */
#define MEMORY_TO_CHANGE (24 * MB)
/* Slack for growth between two measurements, and for saving at the end. */
#define MEMORY_MARGIN (8 * MB)

/* In options, 0 means no limit as well. */
static inline uint64_t memory_limit(uint64_t wanted)
{
    return wanted ? wanted : MEMORY_NONE;
}
/* The default limit: far more than most repositories need, and a fraction of the machine's memory.
 */
uint64_t memory_limit_default(void);

/* Whether this process may grow by that many bytes. */
bool memory_has_room(uint64_t limit, uint64_t bytes);
/* Bytes that workers may take, with enough left for this process to resolve that many symbols and
   files. 0: none, the limit is reached; SIZE_MAX: no limit. */
size_t memory_for_workers(uint64_t limit, uint64_t symbols, uint64_t files);
/* Switches the catalog and store to using less memory, once resolving may exceed the limit or the
   need of most trees. */
void memory_be_thrifty(uint64_t limit, Catalog *catalog, uint64_t symbols);
/* Whether taking in that many bytes of files may not fit, by experience. Then passes that only save
   time are skipped, and large files come last. */
bool memory_is_tight(uint64_t limit, uint64_t bytes);
/* Number of processes that fit for resolving in addition to this one, once it has its tables:
   within the limit and the need of most trees. UINT_MAX without a limit. */
unsigned memory_for_resolvers(uint64_t limit, uint64_t symbols);
/* Estimate in bytes of the memory that resolving takes in addition. */
size_t memory_to_resolve(uint64_t symbols, uint64_t files);

/* Whether a tree with that many files can be indexed at all, since every file is listed even if
   left out. Call it once the tree is listed. */
bool memory_check_files(uint64_t limit, uint64_t files, Err *err) MUST_USE;

/* ---- files left out ---- */

/* The reason recorded for a file that was left out: `index.memory is 100MB: …`. */
Str memory_reason(Arena *arena, uint64_t limit, Str what);
bool memory_is_reason(Str reason);
/* Whether a failed file is worth retrying under this limit. */
bool memory_is_due(const Catalog *catalog, const CatalogFile *file, uint64_t limit);

bool memory_load(Store *store, LeftOut *left, Err *err) MUST_USE;
bool memory_save(Store *store, Arena scratch, const LeftOut *left, Err *err) MUST_USE;
/* Sets catalog->left_out from the states of its files. */
void memory_count(Catalog *catalog, uint64_t limit);
/* `1,234 files are not in the index for want of memory: index.memory is 100MB`; empty if no file
   was left out. */
Str memory_describe(Arena *arena, const LeftOut *left);
